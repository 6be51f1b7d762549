"""The bodies of a world, as programs add, find and remove them, one by one or in bulk."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from physics import checks, constants
from physics.bodies.body import Body, BodyKind
from physics.bodies.definition import plan_body
from physics.joints.table import Joining
from physics.kernels.layout import body as BODY, count as COUNT
from physics.kernels.step.bulk import write_bodies
from physics.queries.readouts import choose
from physics.queries.snapshot import Geometry
from physics.shapes.primitives import Shape


class Membership(Joining):
    """The half of `World` that bodies enter and leave by."""

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
                in the mask of the other), group (shapes of one group other than 0 never touch), sensor (it pushes
                nothing, but reports who enters and leaves: `World.events`, `Body.sensed`).

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
        harmless = isinstance(options.get("shapes") or (), list | tuple)  # what is read once is gone for the second
        harmless &= _within(places, 0.5 * constants.POSITION_MAX)
        for key, values, width in (("orientation", orientation, 4), ("velocity", velocity, 3)):
            if values is not None:
                values = np.asarray(values, np.float64)
                if values.shape != (len(places), width):
                    raise ValueError(f"{key} must have the shape [{len(places)}, {width}], got {values.shape}")
                rows[key] = values.tolist()
                harmless &= _all_harmless(key, values, options)
        # If only the first body can be refused, because all are alike, there is nothing to go back to.
        state = None if harmless else self.save_state()
        try:
            return [
                self.add_body(**dict(zip(rows, map(tuple, values), strict=True)), **options)
                for values in zip(*rows.values(), strict=True)
            ]
        except (TypeError, ValueError):
            if state is not None:
                self.load_state(state)
            raise

    def remove_body(self, body: Body) -> None:
        """Remove a body with its shapes and joints; what rested on it wakes. The handle raises LookupError then."""
        row = self._row_of(body)
        self._need_idle("removed")
        state = self._state
        self._remove_joints_of(body)
        self._remove_contacts(row)
        for part in body._parts:
            self._leave_part(part)
        self._leave_awake(row)
        state.bodies.links[row, BODY.FLAGS] = 0
        state.counts[COUNT.ISLANDS_STALE] = 1
        self._handles[row] = None
        self._departed[row] = body
        self._masses.pop(body, None)
        self._leaving.append(row)
        self._layout = None

    def write(self, bodies: Sequence[Body], **values: np.ndarray) -> None:
        """Set quantities of many bodies: all of them, or none when a value is refused.

        Args:
            bodies: Which.
            **values: position, orientation, velocity or angular_velocity, one row per body.
        """
        rows = np.array([self._row_of(body) for body in bodies], np.int32)
        self._need_idle("moved")
        limits = {
            "position": (3, constants.POSITION_MAX),
            "orientation": (4, checks.LONGEST),
            "velocity": (3, constants.MAX_SPEED),
            "angular_velocity": (3, constants.MAX_SPIN),
        }
        checked = {key: np.empty((0, width)) for key, (width, _) in limits.items()}
        for key, value in values.items():
            width, limit = choose(limits, key, "quantity")
            array = np.array(value, np.float64, order="C")
            if array.shape != (len(rows), width):
                raise ValueError(f"{key} must have the shape [{len(rows)}, {width}], got {array.shape}")
            if not (np.abs(array) <= limit).all():  # also refuses NaN
                raise ValueError(f"{key} must be finite and within {limit:g}, got {checks.shown(array)}")
            checked[key] = array
        for key in ("velocity", "angular_velocity"):
            if key in values:
                self._need_free(rows, key)
        checked["orientation"] = _unit_quaternions(checked["orientation"])
        s = self._state
        write_bodies(
            rows, *checked.values(), s.bodies, s.shapes, s.contacts, s.static_tree, s.moving_tree, s.counts, s.events,
            *self._fattening,
        )  # fmt: skip

    def _need_free(self, rows: np.ndarray, key: str) -> None:
        """Refuse to give a velocity to what cannot have one."""
        flags = self._state.bodies.links[rows, BODY.FLAGS]
        if (flags & BODY.KIND_BITS == BODY.STATIC).any():
            raise ValueError(f"{key} of a static body cannot be set; use BodyKind.KINEMATIC")
        if (flags & BODY.FLAG_FROZEN != 0).any():
            raise ValueError(f"{key} of a frozen body cannot be set; call unfreeze() first")


def _within(rows: np.ndarray, limit: float) -> bool:
    """Whether all numbers are finite and small enough."""
    return bool((np.abs(rows) <= limit).all())


def _all_harmless(key: str, rows: np.ndarray, options: Mapping[str, Any]) -> bool:
    """Whether `add_body` takes all of these rotations or velocities, or none."""
    if key == "velocity":
        return options.get("kind", BodyKind.DYNAMIC) != BodyKind.STATIC and _within(rows, 0.5 * constants.MAX_SPEED)
    return _within(rows, 2.0) and bool((np.square(rows).sum(axis=1) > 0.25).all())


def _unit_quaternions(rows: np.ndarray) -> np.ndarray:
    """Quaternions with length 1, as `checks.quaternion` makes them, shape [n, 4]."""
    x, y, z, w = rows.T
    length = np.sqrt(x * x + y * y + z * z + w * w)
    bad = np.flatnonzero(length < checks.SHORTEST)
    if len(bad):
        raise ValueError(
            f"orientation[{bad[0]}] must not be zero, got {checks.shown(rows[bad[0]].tolist())}; "
            "no rotation is (0, 0, 0, 1)"
        )
    length[np.abs(length - 1.0) <= checks.UNIT_TOLERANCE] = 1.0
    return rows / length[:, None]
