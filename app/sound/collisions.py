"""Collisions: plays the hardest hits of a step one by one, and many hits as a rumble."""

import math
from collections.abc import Collection

from app.sound.impacts import TIMBRES, VARIANTS, known, size_of
from app.sound.stage import Stage
from physics import Body
from physics.hooks.events import ContactEvent, StepEvents

#: Hits that are examined in a step, and slowest approach that is heard [m/s].
HITS, SPEED_MIN = 12, 1.0
#: Impulse of full loudness [N s].
FULL_IMPULSE = 150.0
#: Sounds that may start per step on average, and most at once.
PER_STEP, BURST = 0.5, 6.0
#: Steps until the same material in the same size may sound again, unless it is much louder.
GAP, LOUDER = 3, 1.6
#: Number of steps in which the rumble falls to a third, and its loudness.
RUMBLE_STEPS, RUMBLE_GAIN = 14.0, 0.45
#: Materials softer than this keep others from ringing.
SOFT = 0.4
#: Hits of figures and wheels are heard only above this impulse [N s]: footsteps and tires have sounds of their own.
QUIET_IMPULSE = 120.0


def loudness(impulse: float) -> float:
    """Gain for an impulse [N s], 0 to 1, which grows slower than the impulse, as loudness does."""
    return min(1.0, (max(impulse, 0.0) / FULL_IMPULSE) ** 0.45)


class Collisions:
    """Plays hits.

    Args:
        stage: Where they are played.

    Attributes:
        rumble: How much is heard as one noise.
    """

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self.clear()

    def clear(self) -> None:
        """Forget past hits."""
        self.rumble, self._place = 0.0, (0.0, 0.0, 0.0)
        self._room, self._now = BURST, 0
        self._last: dict[tuple[str, str], tuple[int, float]] = {}

    def step(self, events: StepEvents, quiet: Collection[Body] = ()) -> None:
        """Play the hits of a step.

        Args:
            events: What happened in it.
            quiet: Bodies whose soft hits are not heard.
        """
        self._now += 1
        self._room = min(self._room + PER_STEP, BURST)
        self.rumble *= math.exp(-1.0 / RUMBLE_STEPS)
        for hit in events.hardest_hits(HITS, speed=SPEED_MIN) if len(events) else ():
            if not (hit.body_a.alive and hit.body_b.alive):  # removed since then, as a rocket is
                self._add_rumble(hit.position, loudness(hit.impulse))
                continue
            if hit.impulse < QUIET_IMPULSE and (hit.body_a in quiet or hit.body_b in quiet):
                continue
            self._hear(hit)
        self._stage.stop_loops("rumble")
        if self.rumble > 0.01:
            self._stage.loop("rumble", self._place, min(1.0, RUMBLE_GAIN * math.sqrt(self.rumble)), reach=1.5)

    def _hear(self, hit: ContactEvent) -> None:
        gain = loudness(hit.impulse)
        if gain < 0.02:
            return
        begun = 0
        for part, (material, size, share) in enumerate(voices_of(hit)):
            last, loud = self._last.get((material, size), (-1000, 0.0))
            again = self._now - last >= GAP or gain * share > LOUDER * loud
            if self._room < 1.0 or not again:
                continue
            pitch = self._stage.vary(0.07)
            name = f"impact/{material}/{size}/{self._stage.begun % VARIANTS}"
            delay = 0.013 * (pitch % 0.01) / 0.01 if part == 0 else 0.0  # hits of one step do not coincide
            if self._stage.play(name, hit.position, gain * share, pitch=pitch, priority=gain, delay=delay):
                self._last[material, size] = (self._now, gain * share)
                self._room -= 1.0
                begun += 1
        if not begun:
            self._add_rumble(hit.position, gain)

    def _add_rumble(self, place: tuple[float, float, float], gain: float) -> None:
        """Add hits to the rumble that are too many to be heard one by one."""
        power = 0.25 * gain * gain
        share = power / (self.rumble + power)
        self._place = tuple(a + share * (b - a) for a, b in zip(self._place, place, strict=True))
        self.rumble = min(self.rumble + power, 5.0)


def voices_of(hit: ContactEvent) -> list[tuple[str, str, float]]:
    """What a hit sounds like: materials, their sizes and shares of the loudness, the more important one first.

    The lighter body rings; the other as well if it can be heard beside it. On something soft nothing rings for long.
    """
    (mass, light), (other_mass, heavy) = sorted(
        ((body.mass, known(body.parts[0].material if body.parts else "default")) for body in (hit.body_a, hit.body_b)),
        key=lambda pair: pair[0],
    )
    size = size_of(mass)
    soft_light, soft_heavy = TIMBRES[light].hardness < SOFT, TIMBRES[heavy].hardness < SOFT
    if soft_heavy and not soft_light:
        return [(heavy, size, 0.9), (light, size, 0.25)]
    if soft_light or light == heavy:
        return [(light, size, 1.0)]
    return [(light, size, 1.0), (heavy, size_of(other_mass) if math.isfinite(other_mass) else "large", 0.45)]
