"""A key that is held does its action again and again; pyglet tells only that it went down."""

REPEAT_DELAY = 0.4  # how long a key is held before it repeats [s]
REPEAT_INTERVAL = 0.08  # [s]


class Repeat:
    """A key that is held and does its action again and again."""

    def __init__(self) -> None:
        self._key, self._action, self._wait = "", "", 0.0

    def start(self, key: str, action: str) -> None:
        """A key went down."""
        self._key, self._action, self._wait = key, action, REPEAT_DELAY

    def due(self, held: set[str], seconds: float) -> str:
        """Action that is due again, or ""; at most one per frame.

        Args:
            held: Keys that are down.
            seconds: Time that passed [s].
        """
        if self._key not in held:
            self._key = ""
            return ""
        self._wait -= seconds
        if self._wait > 0.0:
            return ""
        self._wait = max(self._wait, -REPEAT_INTERVAL) + REPEAT_INTERVAL
        return self._action
