"""World: add, remove, step, read out, save and load."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from physics import checks, constants
from physics.bodies import Body, BodyKind
from physics.events import StepEvents
from physics.kernels import layout
from physics.kernels.pipeline import PHASE_SOLVE, PHASE_START, STEP_NEEDS_BLOCKS, STEP_NEEDS_CONTACTS, step
from physics.plans import plan_body
from physics.readouts import choose
from physics.schedule import takes_argument
from physics.shapes import Shape
from physics.snapshot import Geometry
from physics.states import States
from physics.vector import Vec3


class World(States):
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
        super().__init__()
        self._stepping = False
        config = self._state.config
        config[layout.CONFIG_HERTZ] = constants.CONTACT_HERTZ
        config[layout.CONFIG_DAMPING_RATIO] = constants.CONTACT_DAMPING_RATIO
        config[layout.CONFIG_PUSH_SPEED] = constants.PUSH_SPEED
        config[layout.CONFIG_BOUNCE_SPEED] = constants.RESTITUTION_THRESHOLD
        config[layout.CONFIG_HIT_SPEED] = constants.HIT_SPEED
        config[layout.CONFIG_SLEEP_SPEED] = constants.SLEEP_SPEED
        config[layout.CONFIG_SLEEP_TIME] = constants.SLEEP_TIME
        config[layout.CONFIG_SPECULATIVE] = constants.SPECULATIVE_DISTANCE
        config[layout.CONFIG_MARGIN] = constants.AABB_MARGIN
        config[layout.CONFIG_MARGIN_RATIO] = constants.AABB_MARGIN_RATIO
        config[layout.CONFIG_SPEED_MAX] = constants.MAX_SPEED
        config[layout.CONFIG_SAG] = constants.CONTACT_SAG
        config[layout.CONFIG_LOAD_ONSET] = constants.LOAD_ONSET
        config[layout.CONFIG_LOAD_HOLD] = constants.LOAD_HOLD
        config[layout.CONFIG_LEVEL_SIZE] = constants.LEVEL_SIZE
        config[layout.CONFIG_RATE_LIMIT] = constants.CONTACT_RATE_LIMIT
        config[layout.CONFIG_STATIC_HERTZ] = constants.STATIC_HERTZ_FACTOR
        self.warm_starting = warm_starting
        self.recycling = recycling
        self.gravity = gravity
        self.substeps = substeps
        self.sleeping = sleeping

    # ---- Settings -------------------------------------------------------------------------------------------------

    @property
    def gravity(self) -> Vec3:
        """Acceleration of everything with mass [m/s^2]. Changing it wakes all bodies."""
        return Vec3(*self._state.config[layout.CONFIG_GRAVITY : layout.CONFIG_GRAVITY + 3].tolist())

    @gravity.setter
    def gravity(self, value: checks.VectorLike) -> None:
        value = checks.vector("gravity", value, limit=1e6, unit="m/s^2")
        if value != self.gravity:
            self._state.config[layout.CONFIG_GRAVITY : layout.CONFIG_GRAVITY + 3] = value
            self._wake_all()

    @property
    def substeps(self) -> int:
        """Substeps per step."""
        return int(self._state.config[layout.CONFIG_SUBSTEPS])

    @substeps.setter
    def substeps(self, value: int) -> None:
        low, high = constants.SUBSTEPS_MIN, constants.SUBSTEPS_MAX
        self._state.config[layout.CONFIG_SUBSTEPS] = checks.integer("substeps", value, low, high)

    @property
    def sleeping(self) -> bool:
        """Whether bodies at rest stop being simulated. Turning it off wakes all bodies."""
        return bool(self._state.config[layout.CONFIG_SLEEPING])

    @sleeping.setter
    def sleeping(self, value: bool) -> None:
        value = checks.flag("sleeping", value)
        self._state.config[layout.CONFIG_SLEEPING] = value
        if not value:
            self._wake_all()

    @property
    def warm_starting(self) -> bool:
        """Whether contacts start from the forces of the last step. Off is for experiments."""
        return bool(self._state.config[layout.CONFIG_WARM])

    @warm_starting.setter
    def warm_starting(self, value: bool) -> None:
        self._state.config[layout.CONFIG_WARM] = checks.flag("warm_starting", value)

    @property
    def recycling(self) -> bool:
        """Whether contacts that hardly moved keep their points. Off is for experiments."""
        return bool(self._state.config[layout.CONFIG_RECYCLE])

    @recycling.setter
    def recycling(self, value: bool) -> None:
        self._state.config[layout.CONFIG_RECYCLE] = constants.RECYCLE_DISTANCE * checks.flag("recycling", value)

    @property
    def materials(self) -> tuple[str, ...]:
        """Names of all materials."""
        return self._materials.names

    def add_material(
        self, name: str, *, density: float, friction: float, restitution: float, rolling_friction: float = 0.0
    ) -> None:
        """Add a material; see `MaterialTable.add`."""
        self._materials.add(name, density, friction, restitution, rolling_friction)

    def set_friction(self, material_a: str, material_b: str, value: float) -> None:
        """Set the coefficient of friction between two materials, 0 to 10. Wakes all bodies."""
        self._materials.set_friction(material_a, material_b, value)
        self._forget_manifolds()
        self._wake_all()

    def get_friction(self, material_a: str, material_b: str) -> float:
        """Coefficient of friction between two materials."""
        return self._materials.get_friction(material_a, material_b)

    # ---- Bodies ---------------------------------------------------------------------------------------------------

    @property
    def bodies(self) -> list[Body]:
        """All bodies."""
        return [body for body in self._handles if body is not None]

    def body(self, number: int) -> Body:
        """The body with a number (`Body.id`), as contacts and snapshots name it."""
        found = self._handles[number] if 0 < number < len(self._handles) else None
        if found is None:
            raise LookupError(f"there is no body number {number!r} in this world")
        return found

    def add_body(
        self,
        *,
        kind: BodyKind = BodyKind.DYNAMIC,
        shape: Shape | None = None,
        shapes: Sequence | None = None,
        position: checks.VectorLike = (0.0, 0.0, 0.0),
        orientation: checks.VectorLike = (0.0, 0.0, 0.0, 1.0),
        velocity: checks.VectorLike = (0.0, 0.0, 0.0),
        angular_velocity: checks.VectorLike = (0.0, 0.0, 0.0),
        mass: float | None = None,
        linear_damping: float = 0.0,
        angular_damping: float = 0.0,
        gravity_scale: float = 1.0,
        lock_position: bool | Sequence[bool] = False,
        lock_rotation: bool | Sequence[bool] = False,
        can_sleep: bool = True,
        bullet: bool = False,
        ccd: str = "sweep",
        name: str = "",
        user_data: Any = None,
        look: Geometry | None = None,
        **options: Any,
    ) -> Body:
        """Add a body.

        Args:
            kind: How it moves.
            shape: Its geometry, at its origin.
            shapes: Several shapes instead: (shape, offset, rotation) each, in body axes.
            position: Origin of its axes [m].
            orientation: Rotation (x, y, z, w); normalized.
            velocity: Of its center of mass [m/s].
            angular_velocity: World axes [rad/s].
            mass: Mass of the whole [kg], instead of a density.
            linear_damping: Rate at which velocity decays [1/s].
            angular_damping: Rate at which angular velocity decays [1/s].
            gravity_scale: Factor on gravity.
            lock_position: Whether it cannot move along the world axes x, y, z; one value for all, or three.
            lock_rotation: Whether it cannot turn about the world axes x, y, z; one value for all, or three.
            can_sleep: Whether it may fall asleep.
            bullet: Whether it is also kept from passing through things that move, not only through static ones.
            ccd: What keeps it from passing through thin things when it is fast: "sweep", its whole shape; "ray", a ray
                from its last center to its present one, which misses edges; "none".
            name: For people.
            user_data: For the program.
            look: What is drawn instead of the shapes, in body axes.
            **options: Of its shapes: density [kg/m^3], material, friction, restitution, rolling_friction,
                surface_velocity (body axes [m/s]), category, mask (32 bits each; two shapes touch if each category is
                in the mask of the other), group (shapes of one group other than 0 never touch), sensor.

        Raises:
            TypeError: An argument is of the wrong type.
            ValueError: An argument is out of range. The world is as it was.
        """
        plan = plan_body(
            self._materials,
            kind=kind,
            shape=shape,
            shapes=shapes,
            position=position,
            orientation=orientation,
            velocity=velocity,
            angular_velocity=angular_velocity,
            mass=mass,
            damping=(linear_damping, angular_damping),
            gravity_scale=gravity_scale,
            locks=(lock_position, lock_rotation),
            can_sleep=can_sleep,
            bullet=bullet,
            ccd=ccd,
            name=name,
            user_data=user_data,
            look=look,
            options=options,
        )
        return self._enter_body(plan)

    def add_bodies(
        self,
        *,
        position: Iterable[checks.VectorLike],
        orientation: Iterable[checks.VectorLike] | None = None,
        velocity: Iterable[checks.VectorLike] | None = None,
        **options: Any,
    ) -> list[Body]:
        """Add many alike bodies: all of them, or none when a value is refused.

        Args:
            position: Place of each [m], shape [n, 3].
            orientation: Rotation of each, shape [n, 4].
            velocity: Velocity of each [m/s], shape [n, 3].
            **options: As of `add_body`, the same for all.
        """
        places = np.asarray(position, np.float64)
        if places.ndim != 2 or places.shape[1] != 3:
            raise ValueError(f"position must have the shape [n, 3], got {places.shape}")
        rows = {"position": places.tolist()}
        for key, values, width in (("orientation", orientation, 4), ("velocity", velocity, 3)):
            if values is not None:
                values = np.asarray(values, np.float64)
                if values.shape != (len(places), width):
                    raise ValueError(f"{key} must have the shape [{len(places)}, {width}], got {values.shape}")
                rows[key] = values.tolist()
        state = self.save_state()
        try:
            return [
                self.add_body(**dict(zip(rows, map(tuple, values), strict=True)), **options)
                for values in zip(*rows.values(), strict=True)
            ]
        except (TypeError, ValueError):
            self.load_state(state)
            raise

    def remove_body(self, body: Body) -> None:
        """Remove a body with all its shapes; what rested on it wakes. The handle raises LookupError from now on."""
        row = self._row_of(body)
        state = self._state
        self._remove_contacts(row)
        for part in body._parts:
            self._leave_part(part)
        self._leave_awake(row)
        state.bodies.links[row, layout.BODY_FLAGS] = 0
        state.counts[layout.COUNT_ISLANDS_STALE] = 1
        self._handles[row] = None
        self._departed[row] = body
        self._masses.pop(body, None)
        self._leaving.append(row)
        self._layout = None

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
        """Advance by a time step, then run the callbacks that are due.

        Args:
            dt: Step [s], 0.00001 to 0.1; 1/60 is meant. Use the same for all steps.
        """
        hint = "for a longer time call step several times"
        dt = checks.in_range("dt", dt, constants.STEP_MIN, constants.STEP_MAX, "s", hint)
        if self._stepping:
            raise RuntimeError("step must not be called from a callback of the same world; let the callback return")
        state = self._state
        if self._left:
            self._resolve_events()
        for row in self._left:
            del self._departed[row]
            state.release_body(row)
        self._left, self._leaving = self._leaving, []
        state.config[layout.CONFIG_DT] = dt
        phase = PHASE_START
        while True:
            outcome = step(
                phase, state.bodies, state.shapes, state.contacts, state.static_tree, state.moving_tree,
                self._materials.friction, state.counts, state.config, state.events, state.scratch, state.times,
            )  # fmt: skip
            if outcome == STEP_NEEDS_CONTACTS:
                state.fit_contacts()
            elif outcome == STEP_NEEDS_BLOCKS:
                state.fit_blocks()
                phase = PHASE_SOLVE
            else:
                break
        self._step_count += 1
        self._time += dt
        self._events = self._read_events()
        if state.counts[layout.COUNT_FROZEN]:
            self._warn_of_frozen()
        self._stepping = True
        try:
            self._schedule.run(self._step_count)
        finally:
            self._stepping = False

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

    def write(self, bodies: Sequence[Body], **values: np.ndarray) -> None:
        """Set quantities of many bodies: all of them, or none when a value is refused.

        Args:
            bodies: Which.
            **values: position, orientation, velocity or angular_velocity, one row per body.
        """
        rows = [self._row_of(body) for body in bodies]
        limits = {
            "position": (3, constants.POSITION_MAX),
            "orientation": (4, checks.LONGEST),
            "velocity": (3, constants.MAX_SPEED),
            "angular_velocity": (3, constants.MAX_SPIN),
        }
        checked = {}
        for key, value in values.items():
            width, limit = choose(limits, key, "quantity")
            array = np.asarray(value, np.float64)
            if array.shape != (len(rows), width):
                raise ValueError(f"{key} must have the shape [{len(rows)}, {width}], got {array.shape}")
            if not (np.abs(array) <= limit).all():  # also refuses NaN
                raise ValueError(f"{key} must be finite and within {limit:g}, got {checks.shown(array)}")
            checked[key] = array.tolist()
        for key in ("velocity", "angular_velocity"):
            if key in checked and any(body.kind == BodyKind.STATIC for body in bodies):
                raise ValueError(f"{key} of a static body cannot be set; use BodyKind.KINEMATIC")
        turns = [checks.quaternion("orientation", q) for q in checked.pop("orientation", ())]
        for k, body in enumerate(bodies):
            if turns or "position" in checked:
                place = checked["position"][k] if "position" in checked else body.position
                self._place(body, place, turns[k] if turns else body.orientation)
            for key in ("velocity", "angular_velocity"):
                if key in checked:
                    setattr(body, key, tuple(checked[key][k]))
