"""Stepper: one step of a world, from the controllers to the schedule."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from physics import checks, constants
from physics.bodies.table import BodyTable
from physics.fields.table import FieldTable
from physics.hooks.callbacks import Callbacks
from physics.hooks.controllers import Controllers
from physics.hooks.schedule import Schedule
from physics.joints.table import JointTable
from physics.kernels.layout import config as CONFIG, count as COUNT
from physics.kernels.step.pipeline import (
    PHASE_CHANGE,
    PHASE_COLLIDE,
    PHASE_SOLVE,
    PHASE_START,
    STEP_NEEDS_BLOCKS,
    STEP_NEEDS_CONTACTS,
    STEP_NEEDS_JOINTS,
    STEP_WANTS_CONTACTS,
    STEP_WANTS_FILTER,
    step,
)
from physics.soft.ahead import look_ahead
from physics.soft.table import SoftTable
from physics.state.clock import Clock

if TYPE_CHECKING:
    from physics.world import World

_HINT = "for a longer time call step several times"


class Stepper:
    """Advances a world by steps."""

    def __init__(
        self,
        world: "World",
        clock: Clock,
        bodies: BodyTable,
        joints: JointTable,
        fields: FieldTable,
        softs: SoftTable,
        callbacks: Callbacks,
        controllers: Controllers,
        schedule: Schedule,
    ) -> None:
        self._world = world
        self._clock = clock
        self._bodies = bodies
        self._joints = joints
        self._fields = fields
        self._softs = softs
        self._callbacks = callbacks
        self._controllers = controllers
        self._schedule = schedule
        self._arrays = bodies.arrays
        self._guard = bodies.guard
        self._events = bodies.events

    def step(self, dt: float) -> None:
        """See `World.step`. Of most parts there is nothing to do in most steps, so they are not called then."""
        dt = checks.in_range("dt", dt, constants.STEP_MIN, constants.STEP_MAX, "s", _HINT)
        clock, counts, controllers = self._clock, self._arrays.counts, self._controllers
        self._guard.need_no_step()
        if controllers.listed:
            self._guarded(controllers.call, "before_step", self._world, dt)
        if self._bodies.removed_handles:
            self._bodies.free_rows()
        if self._joints.broken:
            self._joints.free_broken()
        if self._joints.guided:
            self._joints.guide(dt)
        if self._softs.count:
            self._softs.pack()
            look_ahead(self._softs, dt)
        self._advance(dt)
        if self._softs.count:
            self._softs.part_strained()
        clock.step_count += 1
        clock.time += dt
        self._events.read()
        if counts[COUNT.EVENTS_SEEN] and counts[COUNT.JOINT_TOP] > 1:
            self._joints.drop_broken()
        if counts[COUNT.FROZEN]:
            self._bodies.warn_of_frozen(stacklevel=4)  # to the line that calls World.step
        failure, self._callbacks.failure = self._callbacks.failure, None
        try:
            if controllers.listed:
                self._guarded(controllers.call, "after_step", self._world)
        finally:
            if self._schedule.planned:
                self._guarded(self._schedule.run, clock.step_count)
        if failure is not None:
            raise failure

    def _guarded(self, function: Callable[..., None], *arguments: object) -> None:
        """Call what may call back into this world, and refuse further steps meanwhile."""
        self._guard.stepping = True
        try:
            function(*arguments)
        finally:
            self._guard.stepping = False

    def _advance(self, dt: float) -> None:
        """Run the kernels of a step; they come back where there is too little room, or a callback to call."""
        arrays, callbacks = self._arrays, self._callbacks
        arrays.config[CONFIG.DT] = dt
        phase = PHASE_START
        while True:
            outcome = step(phase, callbacks.wanted, arrays.world(self._fields.rows, self._bodies.materials.rows))
            if outcome == STEP_NEEDS_CONTACTS:
                arrays.fit_contacts()
            elif outcome == STEP_WANTS_FILTER:
                callbacks.filter_pairs()
                phase = PHASE_COLLIDE
            elif outcome == STEP_WANTS_CONTACTS:
                callbacks.change_contacts()
                phase = PHASE_CHANGE
            elif outcome == STEP_NEEDS_BLOCKS:
                arrays.fit_blocks()
                phase = PHASE_SOLVE
            elif outcome == STEP_NEEDS_JOINTS:
                arrays.fit_joints()
                phase = PHASE_SOLVE
            else:
                if callbacks.wanted and arrays.counts[COUNT.EVENTS_SEEN]:
                    callbacks.filter_crossings()
                return
