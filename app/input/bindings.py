"""Bindings: which input does what, with what the player changed."""

import re
from collections.abc import Iterable, Mapping, Sequence

from app.actions.registry import MODES, Action, load_all
from app.input import names as inputs
from app.input.layouts import LAYOUTS

#: An action in a sentence, such as `[hints]`.
_ACTION = re.compile(r"\[(\w+)\]")


class Bindings:
    """Inputs of all actions.

    Args:
        layout: Keyboard, one of `LAYOUTS`.
        actions: All actions; all that are registered, if left out.
    """

    def __init__(self, layout: str = "qwerty", actions: Sequence[Action] | None = None) -> None:
        self._actions = {action.key: action for action in (load_all() if actions is None else actions)}
        self._unknown: dict[str, list[str]] = {}
        self._changed: dict[str, tuple[str, ...]] = {}
        self.layout = layout

    # ---- Choosing -------------------------------------------------------------------------------------------------

    @property
    def layout(self) -> str:
        """Keyboard; setting it keeps what was bound by hand."""
        return self._layout

    @layout.setter
    def layout(self, value: str) -> None:
        if value not in LAYOUTS:
            raise LookupError(f"unknown layout {value!r}; choose one of: {', '.join(LAYOUTS)}")
        self._layout = value
        self._rebuild()

    def rebind(self, action: str, new_inputs: Iterable[str]) -> list[str]:
        """Bind an action to other inputs; an empty list unbinds it.

        Returns:
            A sentence for each input that was ignored.
        """
        self._known(action)
        good, notes = _readable(action, new_inputs)
        self._changed[action] = good
        if good == self._default(action):
            del self._changed[action]
        self._rebuild()
        return notes

    def take(self, action: str, name: str) -> None:
        """Bind an action to an input in place of what it has on the same device; other actions give that input up."""
        self._known(action)
        name = inputs.normalize(name)
        for other in self.rivals(action, name):
            self.rebind(other.key, [own for own in self._inputs[other.key] if own != name])
        kept = [own for own in self._inputs[action] if inputs.is_pad(own) != inputs.is_pad(name)]
        self.rebind(action, [name, *kept])

    def replace(self, changed: Mapping[str, Sequence[str]]) -> None:
        """Bind everything as a table of `to_settings` says."""
        self._changed.clear()
        self._unknown.clear()
        self._rebuild()
        for action, names in changed.items():
            self.restore(action, names)

    def reset(self, action: str | None = None) -> None:
        """Back to the defaults of the layout: one action, or all."""
        if action is None:
            self._changed.clear()
        else:
            self._known(action)
            self._changed.pop(action, None)
        self._rebuild()

    # ---- Reading --------------------------------------------------------------------------------------------------

    @property
    def actions(self) -> tuple[Action, ...]:
        """All actions, in the order of the help."""
        return tuple(self._actions.values())

    def action(self, key: str) -> Action:
        """An action by its key."""
        self._known(key)
        return self._actions[key]

    def inputs_of(self, action: str) -> tuple[str, ...]:
        """What an action is bound to now."""
        self._known(action)
        return self._inputs[action]

    def is_changed(self, action: str) -> bool:
        """Whether an action has other inputs than those of the layout."""
        self._known(action)
        return action in self._changed

    def rivals(self, action: str, name: str) -> list[Action]:
        """Other actions that an input does where the action would count, too."""
        mode, name = self.action(action).mode, inputs.normalize(name)
        modes = {mode} | ({"free", "always"} if mode in ("free", "always") else set())
        found = (key for other in MODES if other in modes for key in self._table.get((name, other), []))
        return [self._actions[key] for key in found if key != action]

    def find(self, name: str, *, mode: str = "free", flying: bool = False) -> Action | None:
        """What an input does.

        Held keys count whatever modifiers are held with them: Shift+W flies forward, fast. While flying they also come
        before commands, so that Ctrl (slow) with Q (down) does not quit.

        Args:
            name: The input, as in `app.input.names`.
            mode: "free", "avatar" or "drag".
            flying: Whether the camera is being moved by hand right now: a movement key or the look button is held.

        Returns:
            The action, or None.
        """
        try:
            modifiers, key = inputs.split(name)
        except ValueError:  # a key that pyglet has no name for
            return None
        exact = self._look_up(inputs.join(modifiers, key), mode)
        if not modifiers or (exact and (not flying or exact.hold)):
            return exact
        bare = self._look_up(key, mode)
        if bare and bare.hold:
            return bare
        # A figure runs and crouches with Shift and Ctrl, whatever else is pressed.
        if exact or not flying or (modifiers != {"SHIFT"} and mode != "avatar"):
            return exact
        return bare

    def conflicts(self) -> list[tuple[str, str, tuple[str, ...]]]:
        """Inputs that do two things in one mode: (input, mode, keys of the actions) each, the one that counts first."""
        found = []
        for (name, mode), keys in sorted(self._table.items()):
            others = self._table.get((name, "always"), []) if mode == "free" else []
            if len(keys) + len(others) > 1:
                found.append((name, mode, (*keys, *others)))
        return found

    def warnings(self, action: str | None = None) -> list[str]:
        """A sentence about each input that does two things; only those of one action, if it is given."""
        return [
            f"{inputs.text_of(name)} is bound to {self._titles(keys)}; only the first works."
            for name, _, keys in self.conflicts()
            if action is None or action in keys
        ]

    def _titles(self, keys: Iterable[str]) -> str:
        return " and ".join(f'"{self._actions[key].help}"' for key in keys)

    def hint(self, action: str, *, pad: bool = False) -> str:
        """First input of an action for people, such as "Ctrl+O"; empty if it has none.

        Args:
            action: Key of the action.
            pad: Whether to name the game pad's.
        """
        self._known(action)
        return self._hints[action, pad]

    def name_keys(self, text: str) -> str:
        """A sentence of the game with the keys that are bound now: `[hints]` becomes "F2"."""
        return _ACTION.sub(self._key_text, text)

    def _key_text(self, found: re.Match[str]) -> str:
        action = self._actions.get(found[1])
        return found[0] if action is None else self.hint(action.key) or f'"{action.help}" (no key)'

    def help(self) -> dict[str, list[tuple[str, str]]]:
        """By group: (inputs for people, what they do) of each action that is bound."""
        groups: dict[str, list[tuple[str, str]]] = {}
        for action in self._actions.values():
            texts = ", ".join(inputs.text_of(name) for name in self.inputs_of(action.key))
            if texts:
                groups.setdefault(action.group, []).append((texts, action.help))
        return groups

    # ---- Settings -------------------------------------------------------------------------------------------------

    @classmethod
    def from_settings(
        cls, changed: Mapping[str, Sequence[str]], layout: str = "qwerty"
    ) -> "tuple[Bindings, list[str]]":
        """Bindings as `Settings.bindings` has them, and sentences about what was ignored."""
        notes = []
        if layout not in LAYOUTS:
            notes.append(f"Unknown keyboard layout {layout!r}; using qwerty.")
            layout = "qwerty"
        bindings = cls(layout)
        for action, names in changed.items():
            notes += bindings.restore(action, names)
        return bindings, notes + bindings.warnings()

    def restore(self, action: str, names: Sequence[str]) -> list[str]:
        """Bind an action as a file of settings says; one that is not known is kept, one without readable inputs stays.

        Returns:
            A sentence for each input that was ignored.
        """
        if action not in self._actions:
            self._unknown[action] = list(names)
            return []
        good, notes = _readable(action, names)
        return self.rebind(action, names) if good or not names else notes

    def to_settings(self) -> dict[str, list[str]]:
        """For `Settings.bindings`: what was bound by hand, and actions that are not known here."""
        return {**self._unknown, **{action: list(names) for action, names in self._changed.items()}}

    # ---- Inside ---------------------------------------------------------------------------------------------------

    def _known(self, action: str) -> None:
        if action not in self._actions:
            raise LookupError(f"unknown action {action!r}; choose one of: {', '.join(self._actions)}")

    def _default(self, action: str) -> tuple[str, ...]:
        names = LAYOUTS[self._layout].get(action, self._actions[action].inputs)
        return tuple(inputs.normalize(name) for name in names)

    def _rebuild(self) -> None:
        """Tables that every frame reads: inputs and hints by action, and keys of actions by (input, mode)."""
        self._inputs = {key: self._default(key) for key in self._actions} | self._changed
        self._hints: dict[tuple[str, bool], str] = {}
        self._table: dict[tuple[str, str], list[str]] = {}
        for action in self._actions.values():
            for name in self._inputs[action.key]:
                self._table.setdefault((name, action.mode), []).append(action.key)
            for pad in (False, True):
                found = (name for name in self._inputs[action.key] if inputs.is_pad(name) == pad)
                self._hints[action.key, pad] = next(map(inputs.text_of, found), "")

    def _look_up(self, name: str, mode: str) -> Action | None:
        keys = self._table.get((name, mode)) or self._table.get((name, "always"))
        return self._actions[keys[0]] if keys else None


def _readable(action: str, names: Iterable[str]) -> tuple[tuple[str, ...], list[str]]:
    """Inputs in the one way to write them, each once, and a sentence about each that is none."""
    good, notes = [], []
    for name in names:
        try:
            good.append(inputs.normalize(name))
        except ValueError as error:
            notes.append(f"Binding of {action} ignored: {error}.")
    return tuple(dict.fromkeys(good)), notes
