"""Bank: all waves by name, made when they are first asked for, or ahead of time by a thread that ends by itself."""

import threading

from app.sound import impacts
from app.sound.loops import ENGINE_SPEEDS, LOOPS, engine
from app.sound.recipes import RECIPES
from app.sound.synthesis import Wave

#: Names that are wanted first; the rest is made when it is heard, or after these.
FIRST = ("shot", "explosion", "step/stone/0", "step/grass/0", "impact/wood/middle/0", "impact/steel/middle/0")


def all_names() -> tuple[str, ...]:
    """Names of all waves."""
    struck = [f"impact/{m}/{s}/{v}" for m in impacts.TIMBRES for s in impacts.SIZES for v in range(impacts.VARIANTS)]
    steps = [f"step/{ground}/{v}" for ground in impacts.STEPS for v in range(impacts.VARIANTS)]
    engines = [f"engine/{rpm:.0f}/{load}" for rpm in ENGINE_SPEEDS for load in ("pull", "coast")]
    return (*RECIPES, *LOOPS, *engines, *steps, *struck)


def make(name: str) -> Wave:
    """Make a wave.

    Args:
        name: "shot" or another of `RECIPES` or `LOOPS`, "engine/900/pull", "step/wood/0", "impact/steel/small/1".

    Raises:
        LookupError: There is no such wave.
    """
    kind, *rest = name.split("/")
    if name in RECIPES:
        return RECIPES[name]()
    if name in LOOPS:
        return LOOPS[name]()
    if kind == "engine":
        return engine(float(rest[0]), rest[1])
    if kind == "step":
        return impacts.footstep(rest[0], int(rest[1]))
    if kind == "impact":
        return impacts.impact(rest[0], rest[1], int(rest[2]))
    raise LookupError(f"there is no sound {name!r}")


class Bank:
    """Waves that were made already."""

    def __init__(self) -> None:
        self._waves: dict[str, Wave] = {}
        self._stopped = threading.Event()
        self._thread: threading.Thread | None = None

    def __len__(self) -> int:
        return len(self._waves)

    def get(self, name: str) -> Wave:
        """A wave; the first time it takes some milliseconds to make it."""
        wave = self._waves.get(name)
        if wave is None:
            wave = self._waves[name] = make(name)  # made twice by two threads it is the same
        return wave

    def prepare(self) -> None:
        """Make all waves ahead of time, beside the program."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._make_all, name="sounds", daemon=True)
            self._thread.start()

    def _make_all(self) -> None:
        for name in (*FIRST, *all_names()):
            # A breath after each, so that the picture does not stutter.
            if self._stopped.wait(0.002):
                return
            self.get(name)

    def close(self) -> None:
        """End the making."""
        self._stopped.set()
        if self._thread is not None:
            self._thread.join(2.0)
            self._thread = None
