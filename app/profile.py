"""Where the time goes: the parts of the last frames in a ring, and what the garbage collector does."""

import gc
import time
from collections.abc import Mapping

import numpy as np

FRAMES = 240


class Profile:
    """Times of the last frames, part by part. Its memory does not grow.

    Args:
        frames: How many are remembered.

    Attributes:
        collector: What the garbage collector does.
    """

    def __init__(self, frames: int = FRAMES) -> None:
        self._frames = np.zeros(frames, np.float32)
        self._pauses = np.zeros(frames, np.float32)
        self._parts: dict[str, np.ndarray] = {}
        self._present: dict[str, float] = {}
        self._end = 0
        self.collector = Collector()

    def clear(self) -> None:
        """Forget all frames, as with another scene."""
        for ring in (self._frames, self._pauses, *self._parts.values()):
            ring[:] = 0.0
        self._present.clear()

    def add_step(self, times: Mapping[str, float]) -> None:
        """A step was made in this frame; its stages took so long [s], "total" is their sum."""
        for name, seconds in times.items():
            if name != "total":
                self._present[name] = self._present.get(name, 0.0) + seconds

    def end_frame(self, seconds: float, app: float, drawing: float) -> None:
        """A frame is done.

        Args:
            seconds: Since the last one [s].
            app: Time of steps and of all that goes with them [s].
            drawing: Time of the picture until it is handed over [s].
        """
        physics = sum(self._present.values())
        self._present |= {"app": max(app - physics, 0.0), "drawing": drawing}
        for name in self._present:
            if name not in self._parts:
                self._parts[name] = np.zeros_like(self._frames)
        for name, ring in self._parts.items():
            ring[self._end] = 1e3 * self._present.get(name, 0.0)
        self._frames[self._end] = 1e3 * seconds
        self._pauses[self._end] = 1e3 * self.collector.take_pause()
        self._end = (self._end + 1) % len(self._frames)
        self._present.clear()

    def parts(self) -> dict[str, np.ndarray]:
        """Times of each part [ms], the oldest frame first: stages of the steps, the rest of the app, drawing."""
        last = ("app", "drawing")
        names = [*(name for name in self._parts if name not in last), *(name for name in last if name in self._parts)]
        return {name: self._in_order(self._parts[name]) for name in names}

    def frames(self) -> np.ndarray:
        """Times from frame to frame [ms], the oldest first."""
        return self._in_order(self._frames)

    def pauses(self) -> np.ndarray:
        """Times of the garbage collector in each frame [ms], the oldest first."""
        return self._in_order(self._pauses)

    def _in_order(self, ring: np.ndarray) -> np.ndarray:
        return np.concatenate((ring[self._end :], ring[: self._end]))


class Collector:
    """Watches the garbage collector of Python.

    Attributes:
        counts: Collections since the start, of the young, the middle and the old.
        longest: Longest pause [s].
        total: All pauses together [s].
    """

    def __init__(self) -> None:
        self.counts, self.longest, self.total = [0, 0, 0], 0.0, 0.0
        self._start, self._taken = 0.0, 0.0

    def start(self) -> None:
        """Begin to watch."""
        if self._note not in gc.callbacks:
            gc.callbacks.append(self._note)

    def stop(self) -> None:
        """Watch no more."""
        if self._note in gc.callbacks:
            gc.callbacks.remove(self._note)

    def settle(self) -> None:
        """Look for garbage everywhere, and never again among what is left.

        A scene stays until the next one. To look through a large one again and again would be seen: it takes 70 ms in
        the village.
        """
        gc.unfreeze()
        gc.collect()
        gc.freeze()

    def take_pause(self) -> float:
        """Pauses since the last call [s]."""
        pause, self._taken = self.total - self._taken, self.total
        return pause

    def _note(self, phase: str, info: Mapping[str, int]) -> None:
        if phase == "start":
            self._start = time.perf_counter()
            return
        pause = time.perf_counter() - self._start
        self.counts[info["generation"]] += 1
        self.longest, self.total = max(self.longest, pause), self.total + pause
