"""PanelSet: the panels of one window, and which of them are open."""

from collections.abc import Iterable, Iterator, MutableMapping, Sequence
from typing import TYPE_CHECKING

from app.panels.registry import Panel, PanelEntry, load_all

if TYPE_CHECKING:
    from app.shell import Shell


class PanelSet(MutableMapping[str, bool]):
    """Whether each panel is open, by its key.

    Args:
        entries: What panels there are.

    Attributes:
        entries: What panels there are, by key.
    """

    def __init__(self, entries: Sequence[PanelEntry] = ()) -> None:
        self.entries = {entry.key: entry for entry in entries}
        self._panels = {entry.key: entry.make() for entry in entries}
        self._open = {entry.key: entry.open for entry in entries}
        self._order: list[str] = []  # what was opened, the last one at the end

    @classmethod
    def of_all(cls) -> "PanelSet":
        """All panels that are registered."""
        return cls(load_all())

    def __getitem__(self, key: str) -> bool:
        return self._open[key]

    def __setitem__(self, key: str, value: bool) -> None:
        if key not in self.entries:
            raise LookupError(f"unknown panel {key!r}; choose one of: {', '.join(self.entries)}")
        self._open[key] = bool(value)
        self._order = [other for other in self._order if other != key] + ([key] if value else [])

    def __delitem__(self, key: str) -> None:
        raise TypeError("panels are closed, not deleted: panels[key] = False")

    def __iter__(self) -> Iterator[str]:
        return iter(self._open)

    def __len__(self) -> int:
        return len(self._open)

    def panel(self, key: str) -> Panel:
        """What a panel draws and remembers."""
        return self._panels[key]

    def toggle(self, key: str) -> None:
        """Open or close a panel."""
        self[key] = not self[key]

    @property
    def needs_pointer(self) -> bool:
        """Whether a panel is open that the pointer is needed for."""
        return any(self._open[key] for key, entry in self.entries.items() if entry.pointer)

    @property
    def holds_time(self) -> bool:
        """Whether a panel is open that time stands still for."""
        return any(self._open[key] for key, entry in self.entries.items() if entry.holds_time)

    def is_any_open(self, keys: Iterable[str]) -> bool:
        """Whether one of some panels is open."""
        return any(self._open.get(key, False) for key in keys)

    def close(self, *keys: str) -> None:
        """Close panels, if there are such and they are open."""
        for key in keys:
            if self._open.get(key, False):
                self[key] = False

    def escape(self, shell: "Shell") -> bool:
        """Close the panel that was opened last of those that Escape closes; False if none was open."""
        for key in reversed(self._order):
            if self.entries[key].escape:
                if self._panels[key].close(shell):
                    self[key] = False
                return True
        return False

    def read(self, shell: "Shell") -> None:
        """The world has changed: let the open panels take in what they show."""
        for key, panel in self._panels.items():
            if self._open[key]:
                panel.read(shell)

    def forget(self) -> None:
        """Another world runs."""
        for panel in self._panels.values():
            panel.forget()
