"""Stage: names of sounds and places in the world become voices of the mixer, as the listener hears them."""

from collections.abc import Sequence

from app.sound.bank import Bank
from app.sound.hearing import Ears
from app.sound.synthesis import RATE
from app.sound.voices import Mixer, Voice

#: Softer than this nothing is begun.
AUDIBLE = 0.004
#: Bounds of how slow motion and fast motion change the pitch.
PITCHES = (0.25, 2.0)

Place = Sequence[float] | None


class Stage:
    """What the parts that listen to the world speak to.

    Args:
        bank: The waves.
        mixer: Who plays them.

    Attributes:
        ears: Where the listener is.
        pace: Factor on every pitch: simulated seconds per second, within `PITCHES`.
    """

    def __init__(self, bank: Bank, mixer: Mixer) -> None:
        self.bank, self.mixer, self.ears = bank, mixer, Ears()
        self.pace = 1.0
        self._lasting: dict[str, tuple[Place, float, float, float]] = {}
        self._begun = 0

    def set_pace(self, speed: float) -> None:
        """Let pitches follow the speed of the simulation."""
        self.pace = min(max(speed, PITCHES[0]), PITCHES[1])

    def say(
        self, name: str, place: Place, gain: float = 1.0, *, pitch: float = 1.0, priority: float = 0.0,
        reach: float = 1.0, delay: float = 0.0,
    ) -> bool:  # fmt: skip
        """Begin a sound; False if it is too soft or too far to be heard.

        Args:
            name: As in `app.sound.bank.make`.
            place: Where [m]; None for the head of the listener.
            gain: Loudness, 0 to 1.
            pitch: Factor on the pitch.
            priority: Against other voices.
            reach: Factor on the distance at which it can be heard.
            delay: Silence before it [s].
        """
        left, right = self.ears.hear(place, reach)
        if not gain * max(left, right) > AUDIBLE:
            return False
        rate = pitch * self.pace
        self.mixer.play(Voice(self.bank.get(name), gain * left, gain * right, rate, priority, -delay * RATE))
        return True

    def vary(self, amount: float = 0.06) -> float:
        """A factor near 1 for pitches: no two footsteps are the same. It repeats from start to start."""
        self._begun += 1
        return 1.0 + amount * (2.0 * ((self._begun * 0.6180339887) % 1.0) - 1.0)

    @property
    def begun(self) -> int:
        """Counts up, to alternate between variants."""
        return self._begun

    # ---- Loops ----------------------------------------------------------------------------------------------------

    def hum(self, name: str, place: Place, gain: float, *, pitch: float = 1.0, reach: float = 1.0) -> None:
        """Let a loop sound until `fade` or another wish; of two wishes for one loop the louder counts."""
        if gain <= 0.0:
            return
        old = self._lasting.get(name)
        if old is not None and old[1] * max(self.ears.hear(old[0], old[3])) >= gain * max(self.ears.hear(place, reach)):
            return
        self._lasting[name] = (place, gain, pitch, reach)

    def fade(self, *names: str) -> None:
        """Take back wishes for loops."""
        for name in names:
            self._lasting.pop(name, None)

    @property
    def lasting(self) -> dict[str, tuple[Place, float, float, float]]:
        """Loops that are wished for: place [m], gain, pitch, reach."""
        return dict(self._lasting)

    def settle(self, *, silent: bool) -> None:
        """Tell the mixer what loops sound now, for the present place of the ears.

        Args:
            silent: Whether none does: time stands still.
        """
        loops = self.mixer.loops
        for name, loop in loops.items():
            if silent or name not in self._lasting:
                loop.wish = (0.0, 0.0, loop.wish[2])
        if silent:
            return
        for name, (place, gain, pitch, reach) in self._lasting.items():
            left, right = self.ears.hear(place, reach)
            if name in loops or gain * max(left, right) > AUDIBLE:
                loop = self.mixer.loop(name, self.bank.get(name))
                loop.wish = (gain * left, gain * right, pitch * self.pace)

    def clear(self) -> None:
        """End everything."""
        self._lasting.clear()
        self.mixer.stop()
