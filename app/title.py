"""Title: whether the card of a scene is shown, and how visible it still is."""

from app.settings import Settings

#: How long a card stays at least, time for each character, and how long it takes to fade [s].
SHOWN, PER_CHARACTER, FADE = 10.0, 1.0 / 22.0, 0.7


class Title:
    """The card of the scene that was opened last.

    Args:
        settings: Whether the player wants cards.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._left = 0.0

    def open(self, text: str) -> None:
        """A scene was opened whose card says this."""
        self._left = max(SHOWN, PER_CHARACTER * len(text)) if self._settings.title_cards else 0.0

    def close(self) -> bool:
        """Hide the card; returns whether there was one."""
        was, self._left = self.shown, 0.0
        return was

    def advance(self, seconds: float) -> None:
        """Let real time pass [s]."""
        self._left = max(0.0, self._left - seconds)

    @property
    def shown(self) -> bool:
        """Whether there is a card."""
        return self._left > 0.0 and self._settings.title_cards

    @property
    def alpha(self) -> float:
        """How visible it is, 0 to 1."""
        return min(1.0, self._left / FADE)
