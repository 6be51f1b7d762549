"""What keys mean now: bindings, the key that waits for a letter, the action that waits for a key."""

from app.actions.registry import Letters
from app.input.bindings import Bindings
from app.input.names import text_of
from app.settings import Settings

#: Most changes of keys that can be taken back.
UNDO_MOST = 50


class InputState:
    """Bindings and what is being typed.

    Args:
        settings: Where bindings and the keyboard layout are kept.

    Attributes:
        bindings: Which input does what.
        notes: What is wrong with the bindings of the settings, in sentences.
        prefix: Action whose letter comes next, or "".
        rebinding: Action that waits for a new key, or "".
        wish: Input that was pressed for it and does something else already, until the player decides; or "".
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self.bindings, self.notes = Bindings.from_settings(settings.bindings, settings.layout)
        self.prefix, self.rebinding, self.wish = "", "", ""
        self._past: list[dict[str, list[str]]] = []

    @property
    def letters(self) -> Letters | None:
        """What the next letter chooses, if a key waits for one."""
        return self.bindings.action(self.prefix).letters if self.prefix else None

    # ---- Other keys -----------------------------------------------------------------------------------------------

    @property
    def listens(self) -> bool:
        """Whether the next key is bound to an action."""
        return bool(self.rebinding) and not self.wish

    @property
    def can_undo(self) -> bool:
        """Whether there is a change of keys to take back."""
        return bool(self._past)

    def start_rebinding(self, action: str) -> None:
        """Wait for a new key of an action."""
        self.rebinding, self.wish = action, ""

    def cancel_rebinding(self) -> None:
        """Leave the keys as they are."""
        self.rebinding, self.wish = "", ""

    def offer(self, name: str) -> str:
        """An input was pressed for the action that waits: bind it, unless it is taken, which the player decides.

        Returns:
            A sentence for the player; "" if the input is taken, see `question`.
        """
        try:
            rivals = self.bindings.rivals(self.rebinding, name)
        except ValueError:
            return "This key has no name here and cannot be used. Press another one."
        if rivals:
            self.wish = name
            return ""
        return self._take(name)

    def question(self) -> str:
        """What the player has to decide, in words."""
        rivals = self.bindings.rivals(self.rebinding, self.wish)
        does = " and ".join(f'"{other.help}"' for other in rivals)
        return f"{text_of(self.wish)} is the key of {does}, which would lose it."

    def accept(self) -> str:
        """Take the key away from what it does now; returns a sentence for the player."""
        return self._take(self.wish)

    def _take(self, name: str) -> str:
        action = self.rebinding
        self.cancel_rebinding()
        self._remember()
        self.bindings.take(action, name)
        self._keep()
        return f'"{self.bindings.action(action).help}" is now {text_of(name)}.'

    def reset(self, action: str | None = None) -> str:
        """Back to the keys of the layout: one action, or all; returns a sentence for the player."""
        self.cancel_rebinding()
        self._remember()
        self.bindings.reset(action)
        self._keep()
        if action is None:
            return "All keys are as they were at first."
        warnings = self.bindings.warnings(action)
        return warnings[0] if warnings else f'"{self.bindings.action(action).help}" has its first keys again.'

    def undo(self) -> str:
        """Take the last change of keys back; returns a sentence for the player."""
        self.cancel_rebinding()
        if self._past:
            self.bindings.replace(self._past.pop())
            self._keep()
        return "The last change of keys is taken back."

    def _remember(self) -> None:
        self._past = [*self._past, self.bindings.to_settings()][-UNDO_MOST:]

    def _keep(self) -> None:
        self._settings.bindings = self.bindings.to_settings()

    def set_layout(self, layout: str) -> list[str]:
        """Change the keyboard layout; returns what is wrong with the bindings then, in sentences."""
        self._settings.layout = self.bindings.layout = layout
        return self.bindings.warnings()
