"""Body: a handle with properties over one row of the arrays."""

import enum
import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from physics import checks
from physics.bodies import mass
from physics.bodies.part import Part
from physics.bodies.traits import BodyTraits
from physics.constants import FORCE_MAX, MAX_SPEED, MAX_SPIN, POSITION_MAX
from physics.kernels.layout import body as BODY, motion as MOTION
from physics.queries.snapshot import Geometry
from physics.shapes.primitives import Quaternion, Shape, Vector
from physics.vector import Vec3, rotate

if TYPE_CHECKING:
    from physics.world import World


class BodyKind(enum.IntEnum):
    """How a body moves."""

    STATIC = BODY.STATIC  #: never
    KINEMATIC = BODY.KINEMATIC  #: as its velocity says; nothing can push it
    DYNAMIC = BODY.DYNAMIC  #: as forces and contacts say


class Body(BodyTraits):
    """A body of a world; made by `World.add_body`.

    The axes of a body stay where they are when parts are added or removed; `position` is their origin, while `velocity`
    is that of the center of mass. After the body was removed, every use raises LookupError.

    Attributes:
        name: For people.
        user_data: For the program.
    """

    __slots__ = ("_world", "_row", "_parts", "_densities", "_look", "name", "user_data")

    def __init__(self, world: "World", row: int, name: str, user_data: Any, look: Geometry | None = None) -> None:
        self._world = world
        self._row = row
        self._parts: tuple[Part, ...] = ()
        self._densities: tuple[float, ...] = ()  # of the parts: one object, so that a state need not look at each part
        self._look = look
        self.name = name
        self.user_data = user_data

    def __repr__(self) -> str:
        label = f" {self.name!r}" if self.name else ""
        if not self.alive:
            return f"<Body{label} {self._row}, removed>"
        return f"<Body{label} {self._row}, {self.kind.name.lower()}, at {tuple(round(c, 3) for c in self.position)}>"

    @property
    def alive(self) -> bool:
        """False once the body was removed."""
        return self._world._owns(self)

    @property
    def id(self) -> int:
        """Number of the body in the arrays of contacts and snapshots."""
        return self._world._row_of(self)

    @property
    def world(self) -> "World":
        """The world that the body is in."""
        return self._world

    @property
    def kind(self) -> BodyKind:
        """How the body moves.

        Setting it keeps number, name, shapes, pose and, unless it becomes static, velocity. Its contacts end and begin
        anew, and its mass comes from the densities of its parts. A half-space cannot be dynamic.
        """
        return BodyKind(self._flags & BODY.KIND_BITS)

    @kind.setter
    def kind(self, value: BodyKind) -> None:
        self._world._set_kind(self, value)

    @property
    def parts(self) -> tuple[Part, ...]:
        """The shapes of the body."""
        self._world._row_of(self)
        return self._parts

    def part(self, number: int) -> Part:
        """The shape with a number (`Part.id`), as contacts and snapshots name it."""
        found = next((part for part in self.parts if part._row == number), None)
        if found is None:
            raise LookupError(f"this body has no shape number {number!r}")
        return found

    @property
    def look(self) -> Geometry | None:
        """What is drawn instead of the shapes, in body axes; None for the shapes. What it touches stays the same."""
        self._world._row_of(self)
        return self._look

    @look.setter
    def look(self, value: Geometry | None) -> None:
        self._world._set_look(self, value)

    # ---- Pose and velocity ----------------------------------------------------------------------------------------

    @property
    def position(self) -> Vec3:
        """Origin of the body axes [m]. Setting it moves the body at once, through whatever is in between."""
        row = self._world._row_of(self)
        arrays = self._world._state.bodies
        center = arrays.center[row].tolist()
        local = arrays.local[row].tolist()
        if local == [0.0, 0.0, 0.0]:
            return Vec3(*center)
        shift = rotate(arrays.rotation[row].tolist(), local)
        return Vec3(center[0] - shift[0], center[1] - shift[1], center[2] - shift[2])

    @position.setter
    def position(self, value: checks.VectorLike) -> None:
        self._world._place(self, checks.vector("position", value, limit=POSITION_MAX, unit="m"), self.orientation)

    @property
    def orientation(self) -> Quaternion:
        """Rotation of the body axes as a unit quaternion (x, y, z, w). Setting it turns the body at once."""
        row = self._world._row_of(self)
        return tuple(self._world._state.bodies.rotation[row].tolist())

    @orientation.setter
    def orientation(self, value: checks.VectorLike) -> None:
        self._world._place(self, self.position, checks.quaternion("orientation", value))

    def place(self, position: checks.VectorLike, orientation: checks.VectorLike) -> None:
        """Move and turn the body at once: the same as setting `position` and `orientation`, in one go.

        Args:
            position: Origin of the body axes [m].
            orientation: Their rotation (x, y, z, w).
        """
        place = checks.vector("position", position, limit=POSITION_MAX, unit="m")
        self._world._place(self, place, checks.quaternion("orientation", orientation))

    @property
    def center_of_mass(self) -> Vec3:
        """Center of mass in the world [m]."""
        row = self._world._row_of(self)
        return Vec3(*self._world._state.bodies.center[row].tolist())

    @property
    def velocity(self) -> Vec3:
        """Velocity of the center of mass [m/s]."""
        return self._read_motion(MOTION.VELOCITY)

    @velocity.setter
    def velocity(self, value: checks.VectorLike) -> None:
        self._write_motion(MOTION.VELOCITY, checks.vector("velocity", value, limit=MAX_SPEED, unit="m/s"))

    @property
    def angular_velocity(self) -> Vec3:
        """Angular velocity in world axes [rad/s]."""
        return self._read_motion(MOTION.ANGULAR)

    @angular_velocity.setter
    def angular_velocity(self, value: checks.VectorLike) -> None:
        self._write_motion(MOTION.ANGULAR, checks.vector("angular_velocity", value, limit=MAX_SPIN, unit="rad/s"))

    def _read_motion(self, column: int) -> Vec3:
        row = self._world._row_of(self)
        return Vec3(*self._world._state.bodies.motion[row, column : column + 3].tolist())

    def _write_motion(self, column: int, value: Vector) -> None:
        row = self._world._row_of(self)
        if self._flags & BODY.KIND_BITS == BODY.STATIC:
            if value != (0.0, 0.0, 0.0):
                name = "velocity" if column == MOTION.VELOCITY else "angular_velocity"
                raise ValueError(f"{name} of a static body must be zero, got {value!r}; use BodyKind.KINEMATIC")
            return
        if self.frozen:
            raise ValueError(f"velocity of a frozen body cannot be set, got {value!r}; call unfreeze() first")
        self._world._drop_target(row)
        motion = self._world._state.bodies.motion
        motion[row, column : column + 3] = self._world._unlocked(row, column, value)
        self._world._disturb(row)

    def set_target(
        self, position: checks.VectorLike, orientation: checks.VectorLike | None = None, dt: float = 1.0 / 60.0
    ) -> None:
        """Have a kinematic body move and turn to a pose within the next step, carrying what stands on it, and stop.

        It gets the velocities that take it there; told again before every step, it follows any path. It turns the
        shorter way. A velocity or a position that is set afterwards takes the place of the target.

        Args:
            position: Origin of its axes at the end of the next step [m].
            orientation: Rotation then (x, y, z, w); as it is now if left out.
            dt: Length of the next step [s]. If that is another, the body is faster or slower and arrives all the same.

        Raises:
            ValueError: The body is not kinematic, it is frozen, or the target is too far away for one step.
        """
        self._world._set_target(self, position, orientation, dt)

    def velocity_at(self, point: checks.VectorLike) -> Vec3:
        """Velocity of the body's matter at a point of the world [m/s]."""
        arm = Vec3(*checks.vector("point", point)) - self.center_of_mass
        return self.velocity + self.angular_velocity.cross(arm)

    # ---- Mass -----------------------------------------------------------------------------------------------------

    @property
    def mass(self) -> float:
        """Mass [kg]; infinite unless the body is dynamic. Setting it scales the density of all parts."""
        if self._flags & BODY.KIND_BITS != BODY.DYNAMIC:
            return math.inf
        return self._world._mass_of(self).mass

    @mass.setter
    def mass(self, value: float) -> None:
        self._world._set_mass(self, value)

    @property
    def inertia(self) -> np.ndarray:
        """Inertia about the center of mass in body axes [kg m^2], shape [3, 3]; infinite unless dynamic."""
        if self._flags & BODY.KIND_BITS != BODY.DYNAMIC:
            return np.full((3, 3), math.inf)
        return self._world._mass_of(self).inertia

    @property
    def kinetic_energy(self) -> float:
        """Energy of translation and rotation [J]; 0 unless the body is dynamic."""
        if self._flags & BODY.KIND_BITS != BODY.DYNAMIC:
            return 0.0
        properties = self._world._mass_of(self)
        moments = mass.rotate_inertia(properties.moments, self.orientation)
        v, w = self.velocity, self.angular_velocity
        return 0.5 * properties.mass * v.dot(v) + 0.5 * float(np.array(w) @ mass.full_matrix(moments) @ np.array(w))

    def add_shape(
        self,
        shape: Shape,
        offset: checks.VectorLike = (0.0, 0.0, 0.0),
        rotation: checks.VectorLike = (0.0, 0.0, 0.0, 1.0),
        **options: Any,
    ) -> Part:
        """Add a shape to the body; the other parts stay where they are in the world, and so does their motion.

        Args:
            shape: Geometry.
            offset: Place in body axes [m].
            rotation: Rotation in body axes.
            **options: density, material, friction, restitution, rolling_friction, surface_velocity, category, mask,
                group, sensor as in `World.add_body`.

        Returns:
            The part, for `remove_shape`.
        """
        return self._world._add_shape(self, shape, offset, rotation, options)

    @property
    def sensed(self) -> list["Body"]:
        """Bodies that are inside of the sensors of this body since the last step, by number.

        Sensors sense solid shapes, not other sensors; a static body only if the sensor is on a body that can move.
        """
        return self._world._sensed_by(self)

    def remove_shape(self, part: Part) -> None:
        """Remove a part; the others stay where they are in the world, and so does their motion."""
        self._world._remove_shape(self, part)

    # ---- Forces ---------------------------------------------------------------------------------------------------

    def apply_force(self, force: checks.VectorLike, point: checks.VectorLike | None = None) -> None:
        """Push during the next step.

        Args:
            force: Force [N] in world axes.
            point: Where it acts in the world [m]; the center of mass if left out.
        """
        force = checks.vector("force", force, limit=FORCE_MAX, unit="N")
        torque = self._moment(force, point)
        self._add_force(force, torque)

    def apply_torque(self, torque: checks.VectorLike) -> None:
        """Turn during the next step by a torque [N m] in world axes."""
        self._add_force((0.0, 0.0, 0.0), checks.vector("torque", torque, limit=FORCE_MAX, unit="N m"))

    def apply_impulse(self, impulse: checks.VectorLike, point: checks.VectorLike | None = None) -> None:
        """Change the velocities at once.

        Args:
            impulse: Impulse [N s] in world axes.
            point: Where it acts in the world [m]; the center of mass if left out.
        """
        impulse = checks.vector("impulse", impulse, limit=FORCE_MAX, unit="N s")
        self._world._add_impulse(self, impulse, self._moment(impulse, point))

    def apply_angular_impulse(self, impulse: checks.VectorLike) -> None:
        """Change the angular velocity at once by an angular impulse [N m s] in world axes."""
        impulse = checks.vector("impulse", impulse, limit=FORCE_MAX, unit="N m s")
        self._world._add_impulse(self, (0.0, 0.0, 0.0), impulse)

    def _moment(self, force: Vector, point: Sequence[float] | None) -> Vector:
        center = self.center_of_mass  # also sees to it that the body is there
        if point is None:
            return 0.0, 0.0, 0.0
        return (Vec3(*checks.vector("point", point, limit=POSITION_MAX, unit="m")) - center).cross(force)

    def _add_force(self, force: Vector, torque: Vector) -> None:
        row = self._world._row_of(self)
        if self._flags & (BODY.KIND_BITS | BODY.FLAG_FROZEN) == BODY.DYNAMIC:
            self._world._state.bodies.force[row] += (*force, 0.0, *torque, 0.0)
            self._world._disturb(row)
