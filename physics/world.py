"""World: step, schedule, events; what else a world can do is in the classes that it is built on."""

from collections.abc import Callable

from physics import checks, constants
from physics.bodies.membership import Membership
from physics.hooks.events import StepEvents
from physics.hooks.schedule import takes_argument
from physics.kernels.layout import config as CONFIG, count as COUNT
from physics.kernels.step.pipeline import (
    PHASE_CHANGE,
    PHASE_COLLIDE,
    PHASE_SOLVE,
    PHASE_START,
    STEP_ASKS_CONTACTS,
    STEP_ASKS_FILTER,
    STEP_NEEDS_BLOCKS,
    STEP_NEEDS_CONTACTS,
    STEP_NEEDS_JOINTS,
    step,
)
from physics.linking import link


class World(Membership):
    """A world of rigid bodies.

    Args:
        gravity: Acceleration [m/s^2].
        substeps: Substeps per step, 1 to 64, of what carries little; loaded islands take up to four times as many.
        sleeping: Whether bodies at rest stop being simulated.
        warm_starting: Whether contacts start from the impulses of the last step. Off is for experiments.
        recycling: Whether contacts that hardly moved keep their points. Off is for experiments.
    """

    def __init__(
        self,
        gravity: checks.VectorLike = (0.0, -9.81, 0.0),
        substeps: int = constants.SUBSTEPS,
        sleeping: bool = True,
        *,
        warm_starting: bool = True,
        recycling: bool = True,
    ) -> None:
        link()
        super().__init__()
        self._stepping = False
        self.warm_starting = warm_starting
        self.recycling = recycling
        self.gravity = gravity
        self.substeps = substeps
        self.sleeping = sleeping

    # ---- Time -----------------------------------------------------------------------------------------------------

    @property
    def time(self) -> float:
        """Simulated time [s]."""
        return self._time

    @property
    def step_count(self) -> int:
        """Steps done."""
        return self._step_count

    def step(self, dt: float) -> None:
        """Let the controllers act, advance by a time step, let them look at it, then run the callbacks that are due.

        Args:
            dt: Step [s], 0.00001 to 0.1; 1/60 is meant. Use the same for all steps.
        """
        hint = "for a longer time call step several times"
        dt = checks.in_range("dt", dt, constants.STEP_MIN, constants.STEP_MAX, "s", hint)
        if self._stepping or self._asking:
            raise RuntimeError("step must not be called from a callback of the same world; let the callback return")
        if self._controllers:
            self._guarded(self._act, "before_step", dt)
        if self._left:
            self._resolve_events()
        for row in self._left:
            del self._departed[row]
            self._state.release_body(row)
        self._left, self._leaving = self._leaving, []
        self._release_broken()
        self._advance(dt)
        self._step_count += 1
        self._time += dt
        self._events = self._read_events()
        self._drop_broken()
        if self._state.counts[COUNT.FROZEN]:
            self._warn_of_frozen()
        failure, self._failure = self._failure, None
        try:
            if self._controllers:
                self._guarded(self._act, "after_step")
        finally:
            self._guarded(self._schedule.run, self._step_count)
        if failure is not None:
            raise failure

    def _guarded(self, deed: Callable[..., None], *arguments: object) -> None:
        """Call what may call back into this world, and refuse further steps meanwhile."""
        self._stepping = True
        try:
            deed(*arguments)
        finally:
            self._stepping = False

    def _advance(self, dt: float) -> None:
        """Run the kernels of a step; they come back where there is too little room, or somebody to ask."""
        state = self._state
        state.config[CONFIG.DT] = dt
        phase = PHASE_START
        while True:
            outcome = step(
                phase, self._asked, state.bodies, state.shapes, state.contacts, state.static_tree, state.moving_tree,
                self._materials.friction, self._field_rows, state.counts, state.config, state.events, state.scratch,
                state.times,
            )  # fmt: skip
            if outcome == STEP_NEEDS_CONTACTS:
                state.fit_contacts()
            elif outcome == STEP_ASKS_FILTER:
                self._ask_filter()
                phase = PHASE_COLLIDE
            elif outcome == STEP_ASKS_CONTACTS:
                self._ask_pre_solve()
                phase = PHASE_CHANGE
            elif outcome == STEP_NEEDS_BLOCKS:
                state.fit_blocks()
                phase = PHASE_SOLVE
            elif outcome == STEP_NEEDS_JOINTS:
                state.fit_joints()
                phase = PHASE_SOLVE
            else:
                return

    def schedule(self, callback: Callable[..., object], after_steps: int, priority: int = 0) -> None:
        """Have a callback run after a step; when it returns True, again after as many steps.

        Args:
            callback: Called with the world, or without arguments if it takes none. It may add and remove anything.
            after_steps: 1 means after the next step.
            priority: Among those that are due after one step, a lower number runs first; then the order of scheduling.
        """
        if not callable(callback):
            raise TypeError(f"callback must be a function, got {checks.shown(callback)}")
        after_steps = checks.integer("after_steps", after_steps, 1, 2**53, "1 means after the next step")
        priority = checks.integer("priority", priority, -(2**53), 2**53)
        call = (lambda: callback(self)) if takes_argument(callback) else callback
        self._schedule.add(self._step_count + after_steps, call, after_steps, priority)

    # ---- Read-outs ------------------------------------------------------------------------------------------------

    @property
    def events(self) -> StepEvents:
        """What happened in the last step."""
        return self._events
