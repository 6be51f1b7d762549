"""Stage: turns names of sounds and places in the world into voices of the mixer, as the listener hears them."""

from collections.abc import Sequence

from app.sound.bank import Bank
from app.sound.captions import Captions
from app.sound.hearing import Ears
from app.sound.synthesis import RATE
from app.sound.voices import Mixer, Voice

#: Softer than this nothing is begun.
AUDIBLE = 0.004
#: Bounds of how slow motion and fast motion change the pitch.
PITCHES = (0.25, 2.0)

Place = Sequence[float] | None


class Stage:
    """Plays sounds and loops for the parts that follow the world.

    Args:
        bank: The waves.
        mixer: Plays them.

    Attributes:
        ears: Where the listener is.
        pace: Factor on every pitch: simulated seconds per second, within `PITCHES`.
        audible: Whether anything is mixed at all; captions are told in any case.
        captions: What was to be heard lately, in words.
    """

    def __init__(self, bank: Bank, mixer: Mixer) -> None:
        self.bank, self.mixer, self.ears = bank, mixer, Ears()
        self.pace, self.audible = 1.0, True
        self.captions = Captions()
        self._loops: dict[str, tuple[Place, float, float, float]] = {}
        self._begun = 0

    def set_pace(self, speed: float) -> None:
        """Scale pitches with the speed of the simulation, also of what is being played."""
        self.pace = self.mixer.pace = min(max(speed, PITCHES[0]), PITCHES[1])

    def play(
        self, name: str, place: Place, gain: float = 1.0, *, pitch: float = 1.0, priority: float = 0.0,
        reach: float = 1.0, delay: float = 0.0,
    ) -> bool:  # fmt: skip
        """Start a sound; False if it is too soft or too far away to be heard.

        Args:
            name: As in `app.sound.bank.make`.
            place: Where [m]; None for the head of the listener.
            gain: Loudness, 0 to 1.
            pitch: Factor on the pitch.
            priority: Sounds of lower priority are cut off first.
            reach: Factor on the distance at which it can be heard.
            delay: Silence before it [s].
        """
        left, right = self.ears.hear(place, reach)
        if not gain * max(left, right) > AUDIBLE:
            return False
        self.captions.hear(name, (gain * left, gain * right))
        rate = pitch * self.pace
        if not self.audible:
            return True
        self.mixer.play(Voice(self.bank.get(name), gain * left, gain * right, rate, priority, -delay * RATE))
        return True

    def vary(self, amount: float = 0.06) -> float:
        """A factor near 1 for pitches, so that no two footsteps are the same; deterministic."""
        self._begun += 1
        return 1.0 + amount * (2.0 * ((self._begun * 0.6180339887) % 1.0) - 1.0)

    @property
    def begun(self) -> int:
        """Counts up, to alternate between variants."""
        return self._begun

    # ---- Loops ----------------------------------------------------------------------------------------------------

    def loop(self, name: str, place: Place, gain: float, *, pitch: float = 1.0, reach: float = 1.0) -> None:
        """Play a loop until `stop_loops`; of two requests for the same loop the louder counts."""
        if gain <= 0.0:
            return
        old = self._loops.get(name)
        if old is not None and old[1] * max(self.ears.hear(old[0], old[3])) >= gain * max(self.ears.hear(place, reach)):
            return
        self._loops[name] = (place, gain, pitch, reach)

    def stop_loops(self, *names: str) -> None:
        """Stop requesting some loops."""
        for name in names:
            self._loops.pop(name, None)

    @property
    def active_loops(self) -> dict[str, tuple[Place, float, float, float]]:
        """Requested loops: place [m], gain, pitch, reach."""
        return dict(self._loops)

    def update_loops(self, *, silent: bool) -> None:
        """Set the loops of the mixer for the present place of the ears.

        Args:
            silent: Whether none is heard, as while time stands still.
        """
        loops = self.mixer.loops
        for name, loop in loops.items():
            if silent or name not in self._loops:
                loop.target = (0.0, 0.0, loop.target[2])
        if silent:
            return
        for name, (place, gain, pitch, reach) in self._loops.items():
            left, right = self.ears.hear(place, reach)
            self.captions.hear(name, (gain * left, gain * right))
            if not self.audible:
                continue
            if name in loops or gain * max(left, right) > AUDIBLE:
                loop = self.mixer.loop(name, self.bank.get(name))
                loop.target = (gain * left, gain * right, pitch * self.pace)

    def clear(self) -> None:
        """Stop everything."""
        self._loops.clear()
        self.captions.clear()
        self.mixer.stop()
