"""What keys mean now: bindings, the key that waits for a letter, the action that waits for a key."""

from app.actions.registry import Letters
from app.input.bindings import Bindings
from app.settings import Settings


class InputState:
    """Bindings and what is being typed.

    Args:
        settings: Where bindings and the keyboard layout are kept.

    Attributes:
        bindings: Which input does what.
        notes: What is wrong with the bindings of the settings, in sentences.
        prefix: Action whose letter comes next, or "".
        rebinding: Action that waits for a new key, or "".
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self.bindings, self.notes = Bindings.from_settings(settings.bindings, settings.layout)
        self.prefix, self.rebinding = "", ""

    @property
    def letters(self) -> Letters | None:
        """What the next letter chooses, if a key waits for one."""
        return self.bindings.action(self.prefix).letters if self.prefix else None

    def rebind(self, name: str) -> list[str]:
        """Bind the action that waits to an input; returns what is wrong with that, in sentences."""
        action, self.rebinding = self.rebinding, ""
        notes = self.bindings.rebind(action, (name,))
        self._settings.bindings = self.bindings.to_settings()
        return [*notes, *self.bindings.warnings(action)]

    def set_layout(self, layout: str) -> list[str]:
        """Change the keyboard layout; returns what is wrong with the bindings then, in sentences."""
        self._settings.layout = self.bindings.layout = layout
        return self.bindings.warnings()
