"""Bank: all waves by name, made on first use, or ahead of time by a background thread."""

import threading

from app.sound import impacts
from app.sound.loops import ENGINE_SPEEDS, LOOPS, engine
from app.sound.recipes import RECIPES
from app.sound.synthesis import Wave

#: Waves to make first.
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
    raise LookupError(f"unknown sound {name!r}; see all_names() in app/sound/bank.py")


class Bank:
    """Waves that are ready."""

    def __init__(self) -> None:
        self._waves: dict[str, Wave] = {}
        self._stopped = threading.Event()
        self._thread: threading.Thread | None = None

    def __len__(self) -> int:
        return len(self._waves)

    def get(self, name: str) -> Wave:
        """A wave; making it takes some milliseconds the first time."""
        wave = self._waves.get(name)
        if wave is None:
            wave = self._waves[name] = make(name)  # two threads that make it at once make the same
        return wave

    def prepare(self) -> None:
        """Make all waves ahead of time, in the background."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._make_all, name="sounds", daemon=True)
            self._thread.start()

    def _make_all(self) -> None:
        for name in (*FIRST, *all_names()):
            # A pause after each, so that frames do not stutter.
            if self._stopped.wait(0.002):
                return
            self.get(name)

    def close(self) -> None:
        """Stop the background thread."""
        self._stopped.set()
        if self._thread is not None:
            self._thread.join(2.0)
            self._thread = None
