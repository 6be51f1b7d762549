"""Callbacks that run after a step, in order of priority, then of scheduling, as in the standard module `sched`."""

import heapq
import inspect
from collections.abc import Callable
from typing import TYPE_CHECKING

from physics import checks
from physics.state.clock import Clock

if TYPE_CHECKING:
    from physics.world import World


#: Step, priority, serial number, interval, function.
Planned = tuple[int, int, int, int, Callable[[], object]]


class Schedule:
    """Callbacks by the number of the step after which they are due; a part of the world.

    Attributes:
        planned: All of them as a heap: step, priority, serial number, interval, function.
    """

    def __init__(self, world: "World", clock: Clock) -> None:
        self.planned: list[Planned] = []
        self._world = world
        self._clock = clock
        self._serial = 0
        self._loads = 0

    def plan(self, callback: Callable[..., object], after_steps: int, priority: int) -> None:
        """See `World.schedule`."""
        if not callable(callback):
            raise TypeError(f"callback must be a function, got {checks.shown(callback)}")
        after_steps = checks.integer("after_steps", after_steps, 1, 2**53, "1 means after the next step")
        priority = checks.integer("priority", priority, -(2**53), 2**53)
        world = self._world
        call = (lambda: callback(world)) if takes_argument(callback) else callback
        self.add(self._clock.step_count + after_steps, call, after_steps, priority)

    def add(self, step: int, callback: Callable[[], object], interval: int, priority: int) -> None:
        """Have a callback run after step number `step`; when it returns True, again `interval` steps later.

        Args:
            step: Number of the step.
            callback: Called without arguments.
            interval: Steps between repetitions.
            priority: Among those that are due after one step, a lower number runs first.
        """
        heapq.heappush(self.planned, (step, priority, self._serial, interval, callback))
        self._serial += 1

    def run(self, step: int) -> None:
        """Run what is due. What a callback schedules is due after a later step at the earliest."""
        loads = self._loads
        while self.planned and self.planned[0][0] <= step:
            _, priority, _, interval, callback = heapq.heappop(self.planned)
            again = callback() is True
            if self._loads != loads:  # the callback went back to an earlier state: this step never was
                return
            if again:
                self.add(step + interval, callback, interval, priority)

    def save(self) -> tuple[int, tuple[Planned, ...]]:
        """Everything, for `load`."""
        return self._serial, tuple(self.planned)

    def load(self, saved: tuple[int, tuple[Planned, ...]]) -> None:
        """Back to what `save` returned."""
        self._serial, heap = saved[0], list(saved[1])
        heapq.heapify(heap)
        self.planned = heap
        self._loads += 1

    def outline(self) -> list[tuple[int, int, int, int]]:
        """What decides the order, without the callbacks: for the hash of the state."""
        return sorted(entry[:4] for entry in self.planned)


def takes_argument(callback: Callable[..., object]) -> bool:
    """Whether a callback wants the world."""
    try:
        parameters = inspect.signature(callback).parameters.values()
    except ValueError:  # a built-in function that does not tell
        return False
    wanted = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return any(p.kind in wanted and p.default is inspect.Parameter.empty for p in parameters)
