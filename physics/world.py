"""World: add, remove, step, read out, save and load."""

import dataclasses
import inspect
import uuid
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from physics import checks, constants, parts
from physics.bodies import Body, BodyKind
from physics.events import StepEvents
from physics.kernels import layout
from physics.kernels.islands import count_islands
from physics.kernels.pipeline import PHASE_SOLVE, PHASE_START, STEP_NEEDS_BLOCKS, STEP_NEEDS_CONTACTS, step
from physics.kernels.report import count_points, read_bodies, read_points
from physics.population import Population, inverse_of, lock_bits
from physics.save import STATE_VERSION, WorldState, hash_state
from physics.schedule import Schedule
from physics.shapes import Shape
from physics.snapshot import Snapshot
from physics.vector import Vec3

#: One record of `World.contacts()`.
CONTACT_DTYPE = np.dtype(
    [
        ("body_a", np.int32),
        ("body_b", np.int32),
        ("shape_a", np.int32),
        ("shape_b", np.int32),
        ("position", np.float64, 3),
        ("normal", np.float64, 3),
        ("separation", np.float64),
        ("normal_impulse", np.float64),
        ("friction_impulse", np.float64),
    ]
)

@dataclasses.dataclass(frozen=True, slots=True)
class Stats:
    """Counts after the last step, and what its stages took.

    Attributes:
        step_count: Steps done.
        body_count: Bodies.
        shape_count: Shapes.
        awake_count: Bodies that are simulated.
        pair_count: Pairs of shapes whose bounds overlap.
        contact_count: Pairs that touch, of awake bodies.
        point_count: Their points.
        recycled_count: Manifolds that were reused.
        island_count: Groups of awake bodies that touch.
        block_count: Solver blocks of eight contacts.
        times: Seconds per stage of the last step, by name; "total" is their sum.
    """

    step_count: int
    body_count: int
    shape_count: int
    awake_count: int
    pair_count: int
    contact_count: int
    point_count: int
    recycled_count: int
    island_count: int
    block_count: int
    times: Mapping[str, float]


class World(Population):
    """A world of rigid bodies.

    Args:
        gravity: Acceleration [m/s^2].
        substeps: Substeps per step, 1 to 64. More make stacks stiffer and mass ratios larger, and cost in proportion.
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
        self._schedule = Schedule()
        self._key = uuid.uuid4().hex
        self._step_count = 0
        self._time = 0.0
        self._stepping = False
        config = self._state.config
        config[layout.CONFIG_HERTZ] = constants.CONTACT_HERTZ
        config[layout.CONFIG_DAMPING_RATIO] = constants.CONTACT_DAMPING_RATIO
        config[layout.CONFIG_PUSH_SPEED] = constants.PUSH_SPEED
        config[layout.CONFIG_BOUNCE_SPEED] = constants.RESTITUTION_THRESHOLD
        config[layout.CONFIG_HIT_SPEED] = constants.HIT_SPEED
        config[layout.CONFIG_SLEEP_SPEED] = constants.SLEEP_SPEED
        config[layout.CONFIG_SLEEP_TIME] = constants.SLEEP_TIME
        config[layout.CONFIG_WARM] = checks.flag("warm_starting", warm_starting)
        config[layout.CONFIG_RECYCLE] = constants.RECYCLE_DISTANCE * checks.flag("recycling", recycling)
        config[layout.CONFIG_SPECULATIVE] = constants.SPECULATIVE_DISTANCE
        config[layout.CONFIG_MARGIN] = constants.AABB_MARGIN
        config[layout.CONFIG_MARGIN_RATIO] = constants.AABB_MARGIN_RATIO
        config[layout.CONFIG_SPEED_MAX] = constants.MAX_SPEED
        config[layout.CONFIG_TURN_MAX] = constants.TOUCHING_TURN_MAX
        config[layout.CONFIG_RATE_LIMIT] = constants.CONTACT_RATE_LIMIT
        config[layout.CONFIG_STATIC_HERTZ] = constants.STATIC_HERTZ_FACTOR
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
    def materials(self) -> tuple[str, ...]:
        """Names of all materials."""
        return self._materials.names

    def add_material(
        self, name: str, *, density: float, friction: float, restitution: float, rolling_friction: float = 0.0
    ) -> None:
        """Add a material; see `MaterialTable.add`."""
        self._materials.add(name, density, friction, restitution, rolling_friction)

    def set_friction(self, material_a: str, material_b: str, value: float) -> None:
        """Set the coefficient of friction between two materials, 0 to 10."""
        self._materials.set_friction(material_a, material_b, value)
        self._forget_manifolds()

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
        name: str = "",
        user_data: Any = None,
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
            bullet: Marks small fast bodies for continuous collision.
            name: For people.
            user_data: For the program.
            **options: Of its shapes: density [kg/m^3], material, friction, restitution, rolling_friction,
                surface_velocity (body axes [m/s]), category, mask (32 bits each; two shapes touch if each category is
                in the mask of the other), group (shapes of one group other than 0 never touch), sensor.

        Raises:
            TypeError: An argument is of the wrong type.
            ValueError: An argument is out of range. The world is as it was.
        """
        kind = self._check_kind(kind)
        pieces = parts.check_pieces(shape, shapes)
        if mass is not None and options.get("density") is not None:
            raise ValueError(f"give mass or density, not both, got {mass!r} kg and {options['density']!r} kg/m^3")
        surface = parts.check_surface(options, self._materials)
        position = checks.vector("position", position, limit=constants.POSITION_MAX, unit="m")
        orientation = checks.quaternion("orientation", orientation)
        velocity = checks.vector("velocity", velocity, limit=constants.MAX_SPEED, unit="m/s")
        spin = checks.vector("angular_velocity", angular_velocity, limit=constants.MAX_SPIN, unit="rad/s")
        if kind == BodyKind.STATIC and (any(velocity) or any(spin)):
            raise ValueError(f"velocity of a static body must be zero, got {velocity!r}; use BodyKind.KINEMATIC")
        traits = (
            checks.in_range("gravity_scale", gravity_scale, -100.0, 100.0),
            checks.in_range("linear_damping", linear_damping, 0.0, 1e6, "1/s"),
            checks.in_range("angular_damping", angular_damping, 0.0, 1e6, "1/s"),
        )
        flags = kind | layout.FLAG_ALIVE
        flags |= layout.FLAG_BULLET * checks.flag("bullet", bullet)
        flags |= layout.FLAG_NO_SLEEP * (not checks.flag("can_sleep", can_sleep))
        flags |= lock_bits("lock_position", lock_position, layout.FLAG_LOCK_X)
        flags |= lock_bits("lock_rotation", lock_rotation, layout.FLAG_LOCK_ROTATION_X)
        if not isinstance(name, str):
            raise TypeError(f"name must be a string, got {checks.shown(name)}")
        densities = self._densities(kind, pieces, surface.density, mass)
        properties = parts.mass_of_pieces(pieces, densities) if kind == BodyKind.DYNAMIC else None
        inverse = inverse_of(properties)

        # From here on nothing can fail.
        row = self._state.reserve_body()
        body = Body(self, row, name, user_data)
        while len(self._handles) <= row:
            self._handles.append(None)
        self._handles[row] = body
        arrays = self._state.bodies
        arrays.links[row] = (flags, -1, -1, -1, row, -1, 0, 0)
        arrays.motion[row] = (*velocity, 0.0, *spin, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0)
        for column in (layout.MOTION_VELOCITY, layout.MOTION_ANGULAR):
            if flags & layout.LOCK_BITS:
                arrays.motion[row, column : column + 3] = self._unlocked(row, column, arrays.motion[row, column:].tolist())
        arrays.traits[row, :3] = traits
        arrays.rotation[row] = orientation
        body._parts = tuple(
            self._write_part(body, piece, density, surface) for piece, density in zip(pieces, densities, strict=True)
        )
        self._write_mass(body, properties, inverse, position)
        if kind != BodyKind.STATIC:
            self._enter_awake(row)
        self._layout = None
        return body

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
        made: list[Body] = []
        try:
            for values in zip(*rows.values(), strict=True):
                made.append(self.add_body(**dict(zip(rows, map(tuple, values), strict=True)), **options))
        except (TypeError, ValueError):
            for body in reversed(made):
                self.remove_body(body)
            raise
        return made

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
        call = (lambda: callback(self)) if _takes_argument(callback) else callback
        self._schedule.add(self._step_count + after_steps, call, after_steps, priority)

    # ---- Read-outs ------------------------------------------------------------------------------------------------

    @property
    def events(self) -> StepEvents:
        """What happened in the last step."""
        return self._events

    def contacts(self) -> np.ndarray:
        """Points of all touching contacts, one record of CONTACT_DTYPE each.

        body_a, body_b: `Body.id`; shape_a, shape_b: `Part.id`; position [m]; normal: unit vector from a to b;
        separation: gap [m], negative for an overlap; normal_impulse, friction_impulse: over the last step [N s].
        """
        state = self._state
        top = state.counts[layout.COUNT_CONTACT_TOP]
        count = count_points(top, state.contacts.info)
        ids, values = np.empty((count, 4), np.int32), np.empty((count, 9))
        read_points(
            top, state.contacts.info, state.contacts.manifold, state.bodies.center, float(self.substeps), ids, values
        )
        records = np.empty(count, CONTACT_DTYPE)
        for column, key in enumerate(("body_a", "body_b", "shape_a", "shape_b")):
            records[key] = ids[:, column]
        records["position"] = values[:, 0:3]
        records["normal"] = values[:, 3:6]
        for column, key in enumerate(("separation", "normal_impulse", "friction_impulse")):
            records[key] = values[:, 6 + column]
        return records

    def snapshot(self) -> Snapshot:
        """Poses, velocities and shapes of all bodies as read-only arrays."""
        rows, body_data, shape_data = self._layout or self._read_layout()
        return Snapshot(self._step_count, self._time, **body_data, **self._read_rows(rows), **shape_data)

    def read(self, bodies: Sequence[Body], quantity: str) -> np.ndarray:
        """One quantity of many bodies.

        Args:
            bodies: Which.
            quantity: "position", "orientation", "velocity", "angular_velocity" or "awake".

        Returns:
            Array with one row per body.
        """
        rows = np.array([self._row_of(body) for body in bodies], np.int32)
        return _choose(self._read_rows(rows), quantity, "quantity")

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
            width, limit = _choose(limits, key, "quantity")
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

    @property
    def stats(self) -> Stats:
        """Counts, and the times of the last step."""
        counts = self._state.counts
        times = dict(zip(layout.STAGES, self._state.times.tolist(), strict=True))
        return Stats(
            step_count=self._step_count,
            body_count=sum(body is not None for body in self._handles),
            shape_count=self._state.shape_top - len(self._state.free_shapes),
            awake_count=int(counts[layout.COUNT_AWAKE]),
            pair_count=int(counts[layout.COUNT_CONTACTS]),
            contact_count=int(counts[layout.COUNT_TOUCHING]),
            point_count=int(counts[layout.COUNT_POINTS]),
            recycled_count=int(counts[layout.COUNT_RECYCLED]),
            island_count=int(count_islands(self._state.bodies, counts)),
            block_count=int(counts[layout.COUNT_BLOCKS]),
            times={**times, "total": sum(times.values())},
        )

    # ---- State ----------------------------------------------------------------------------------------------------

    def save_state(self) -> WorldState:
        """Copy everything that decides the future: poses, impulses, contacts, islands, sleep, schedule, materials."""
        handles = tuple(self._handles)
        living = [body for body in handles if body is not None]
        return WorldState(
            version=STATE_VERSION,
            world_key=self._key,
            step=self._step_count,
            time=self._time,
            _arrays=self._state.save(),
            _materials=self._materials.copy(),
            _handles=handles,
            _parts=tuple(body._parts for body in living),
            _densities=tuple(tuple(part.density for part in body._parts) for body in living),
            _departed=tuple(self._departed.items()),
            _leaving=(tuple(self._leaving), tuple(self._left)),
            _schedule=self._schedule.save(),
        )

    def load_state(self, state: WorldState) -> None:
        """Go back to a state of this world, exactly: the future repeats bit for bit.

        Raises:
            TypeError: It is not a state.
            ValueError: It is of another world or of another version. The world is as it was.
        """
        if not isinstance(state, WorldState):
            raise TypeError(f"state must come from save_state, got {checks.shown(state)}")
        if state.version != STATE_VERSION:
            raise ValueError(f"state must be of version {STATE_VERSION}, got {state.version!r}; save it anew")
        if state.world_key != self._key:
            raise ValueError("state must come from this world, got one of another World; load it there")
        self._state.load(state._arrays)
        self._materials = state._materials.copy()
        self._handles = list(state._handles)
        living = [body for body in self._handles if body is not None]
        for body, pieces, densities in zip(living, state._parts, state._densities, strict=True):
            body._parts = pieces
            for part, density in zip(pieces, densities, strict=True):
                part.density = density
        self._departed = dict(state._departed)
        self._leaving, self._left = list(state._leaving[0]), list(state._leaving[1])
        self._masses = {}
        self._schedule.load(state._schedule)
        self._step_count = state.step
        self._time = state.time
        self._layout = None
        self._events = self._read_events()

    def state_hash(self) -> int:
        """64-bit hash over all bits that decide the future: equal hashes, equal futures."""
        friction = self._materials.friction.tobytes()
        extra = (self._step_count, self._leaving, self._left, self._schedule.outline(), friction)
        return hash_state(self._state, *extra)

    # ---- Helpers --------------------------------------------------------------------------------------------------

    def _read_layout(self) -> tuple[np.ndarray, dict[str, np.ndarray], dict[str, np.ndarray]]:
        """What a snapshot shows that changes only when bodies and shapes come and go."""
        state = self._state
        rows = np.array([body._row for body in self._handles if body is not None], np.int32)
        index = np.zeros(state.body_top, np.int32)
        index[rows] = np.arange(len(rows))
        info = state.shapes.info
        shapes = np.flatnonzero(info[: state.shape_top, layout.SHAPE_ALIVE]).astype(np.int32)
        places = state.shapes.place[shapes]
        owners = info[shapes, layout.SHAPE_BODY]
        center = places[:, layout.PLACE_CENTER : layout.PLACE_CENTER + 3]
        shape_data = {
            "shape": shapes,
            "shape_body": index[owners],
            "shape_kind": info[shapes, layout.SHAPE_KIND].astype(np.int8),
            "shape_size": np.ascontiguousarray(places[:, :3]),
            "shape_offset": (center + state.bodies.local[owners]).astype(np.float32),
            "shape_rotation": np.ascontiguousarray(places[:, layout.PLACE_ROTATION :]),
            "shape_material": info[shapes, layout.SHAPE_MATERIAL].copy(),
            "shape_sensor": info[shapes, layout.SHAPE_SENSOR] != 0,
        }
        kinds = (state.bodies.links[rows, layout.BODY_FLAGS] & layout.KIND_BITS).astype(np.int8)
        self._layout = rows, {"body": rows, "kind": kinds}, shape_data
        return self._layout

    def _read_rows(self, rows: np.ndarray) -> dict[str, np.ndarray]:
        """Poses and velocities of bodies, by quantity."""
        state = self._state.bodies
        count = len(rows)
        arrays = {
            "position": np.empty((count, 3)),
            "orientation": np.empty((count, 4)),
            "velocity": np.empty((count, 3)),
            "angular_velocity": np.empty((count, 3)),
            "awake": np.empty(count, np.bool_),
        }
        read_bodies(rows, state.center, state.rotation, state.local, state.motion, state.links, *arrays.values())
        return arrays


def _choose(table: Mapping[str, Any], key: str, what: str) -> Any:
    """Entry of a table, or an error that lists the keys."""
    if key not in table:
        raise ValueError(f"unknown {what} {checks.shown(key)}; choose one of: {', '.join(table)}")
    return table[key]


def _takes_argument(callback: Callable[..., object]) -> bool:
    """Whether a callback wants the world."""
    try:
        parameters = inspect.signature(callback).parameters.values()
    except ValueError:  # a built-in function that does not tell
        return False
    wanted = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return any(p.kind in wanted and p.default is inspect.Parameter.empty for p in parameters)
