"""Body: a handle with properties over one row of the arrays.

What the properties do is in `motion`, `changes`, `options` and `capture`; the file is long because every option of a
body has its property here.
"""

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from physics import checks
from physics.bodies import capture, changes, mass, motion, options, terrain
from physics.bodies.arguments import Locks, check_damping, check_gravity_scale
from physics.bodies.definition import BodyDef, PartDef
from physics.bodies.kind import BodyKind
from physics.bodies.part import Composition, Part
from physics.constants import FORCE_MAX, MAX_SPEED, MAX_SPIN, POSITION_MAX
from physics.kernels.layout import body as BODY, contact as CONTACT, motion as MOTION
from physics.queries.snapshot import Geometry
from physics.shapes.base import Shape
from physics.vector import Quaternion, Vec3, rotate

if TYPE_CHECKING:
    from physics.bodies.table import BodyTable
    from physics.joints.joint import Joint
    from physics.world import World


class Body:
    """A body of a world; made by `World.add_body`.

    The axes of a body stay where they are when parts are added or removed; `position` is their origin, while `velocity`
    is that of the center of mass. After the body was removed, every use raises LookupError.

    Attributes:
        name: For people.
        user_data: For the program.
    """

    __slots__ = ("_table", "_row", "_id", "_composition", "name", "user_data")

    def __init__(self, table: "BodyTable", row: int, number: int, name: str, user_data: Any) -> None:
        self._table = table
        self._row = row
        self._id = number
        self._composition = Composition()
        self.name = name
        self.user_data = user_data

    def __repr__(self) -> str:
        label = f" {self.name!r}" if self.name else ""
        if not self.alive:
            return f"<Body{label} {self._id}, removed>"
        return f"<Body{label} {self._id}, {self.kind.name.lower()}, at {tuple(round(c, 3) for c in self.position)}>"

    @property
    def _label(self) -> str:
        """How messages call it: body 'crate'."""
        return f"body {self.name!r}" if self.name else "body"

    def _find(self) -> int:
        """Its row, or LookupError."""
        row, handles = self._row, self._table.handles
        if row < len(handles) and handles[row] is self:
            return row
        raise LookupError(f"{self._label} was removed from its world; add a new one")

    @property
    def _flags(self) -> int:
        return int(self._table.arrays.bodies.links[self._find(), BODY.FLAGS])

    @property
    def alive(self) -> bool:
        """False once the body was removed."""
        return self._table.owns(self)

    @property
    def id(self) -> int:
        """Number of the body, as contacts, snapshots and definitions name it; no other body ever gets it."""
        self._find()
        return self._id

    @property
    def world(self) -> "World":
        """The world that the body is in."""
        return self._table.world

    def definition(self) -> BodyDef:
        """Everything about the body as it is now: for `World.restore`, once it is removed, or `World.add` for another.

        What a definition cannot hold is in the docstring of `BodyDef`.
        """
        return capture.capture(self)

    @property
    def kind(self) -> BodyKind:
        """How the body moves.

        Setting it keeps number, name, shapes, pose and, unless it becomes static, velocity. Its contacts end and begin
        anew, and its mass comes from the densities of its parts. A half-space cannot be dynamic.
        """
        return BodyKind(self._flags & BODY.KIND_BITS)

    @kind.setter
    def kind(self, value: BodyKind) -> None:
        changes.set_kind(self, value)

    @property
    def look(self) -> Geometry | None:
        """What is drawn instead of the shapes, in body axes; None for the shapes. What it touches stays the same."""
        self._find()
        return self._composition.look

    @look.setter
    def look(self, value: Geometry | None) -> None:
        changes.set_look(self, value)

    # ---- Pose and velocity ----------------------------------------------------------------------------------------

    @property
    def position(self) -> Vec3:
        """Origin of the body axes [m]. Setting it moves the body at once, through whatever is in between."""
        row = self._find()
        arrays = self._table.arrays.bodies
        center = arrays.center[row].tolist()
        local = arrays.local[row].tolist()
        if local == [0.0, 0.0, 0.0]:
            return Vec3(*center)
        shift = rotate(arrays.rotation[row].tolist(), local)
        return Vec3(center[0] - shift[0], center[1] - shift[1], center[2] - shift[2])

    @position.setter
    def position(self, value: checks.VectorLike) -> None:
        motion.place(self, checks.vector("position", value, limit=POSITION_MAX, unit="m"), self.orientation)

    @property
    def orientation(self) -> Quaternion:
        """Rotation of the body axes as a unit quaternion (x, y, z, w). Setting it turns the body at once."""
        x, y, z, w = self._table.arrays.bodies.rotation[self._find()].tolist()
        return x, y, z, w

    @orientation.setter
    def orientation(self, value: checks.VectorLike) -> None:
        motion.place(self, self.position, checks.quaternion("orientation", value))

    def place(self, position: checks.VectorLike, orientation: checks.VectorLike) -> None:
        """Move and turn the body at once: the same as setting `position` and `orientation`, in one go.

        Args:
            position: Origin of the body axes [m].
            orientation: Their rotation (x, y, z, w).
        """
        place = checks.vector("position", position, limit=POSITION_MAX, unit="m")
        motion.place(self, place, checks.quaternion("orientation", orientation))

    @property
    def center_of_mass(self) -> Vec3:
        """Center of mass in the world [m]. Setting it sets `local_center_of_mass`: the body stays where it is."""
        return Vec3(*self._table.arrays.bodies.center[self._find()].tolist())

    @center_of_mass.setter
    def center_of_mass(self, value: checks.VectorLike | None) -> None:
        if value is not None:
            x, y, z, w = self.orientation
            checked = checks.vector("center_of_mass", value, limit=POSITION_MAX, unit="m")
            value = rotate((-x, -y, -z, w), Vec3(*checked) - self.position)
        changes.set_center(self, value)

    @property
    def local_center_of_mass(self) -> Vec3:
        """Center of mass in body axes [m].

        Setting it leaves the parts, the inertia about the center of mass, and the motion of the matter as they are;
        None takes it back to where the parts have it, and so does any change of the parts or of their density.
        """
        return Vec3(*self._table.arrays.bodies.local[self._find()].tolist())

    @local_center_of_mass.setter
    def local_center_of_mass(self, value: checks.VectorLike | None) -> None:
        changes.set_center(self, value)

    @property
    def velocity(self) -> Vec3:
        """Velocity of the center of mass [m/s]."""
        return Vec3(*self._table.arrays.bodies.motion[self._find(), 0:3].tolist())

    @velocity.setter
    def velocity(self, value: checks.VectorLike) -> None:
        checked = checks.vector("velocity", value, limit=MAX_SPEED, unit="m/s")
        motion.set_velocity(self, MOTION.VELOCITY, checked)

    @property
    def angular_velocity(self) -> Vec3:
        """Angular velocity in world axes [rad/s]."""
        return Vec3(*self._table.arrays.bodies.motion[self._find(), 4:7].tolist())

    @angular_velocity.setter
    def angular_velocity(self, value: checks.VectorLike) -> None:
        checked = checks.vector("angular_velocity", value, limit=MAX_SPIN, unit="rad/s")
        motion.set_velocity(self, MOTION.ANGULAR, checked)

    def set_target(
        self, position: checks.VectorLike, orientation: checks.VectorLike | None = None, dt: float = 1.0 / 60.0
    ) -> None:
        """Have a kinematic body move and turn to a pose within the next step, carrying what stands on it, and stop.

        It gets the velocities that take it there; called again before every step, it follows any path. It turns the
        shorter way. A velocity or a position that is set afterwards replaces the target.

        Args:
            position: Origin of its axes at the end of the next step [m].
            orientation: Rotation then (x, y, z, w); as it is now if left out.
            dt: Length of the next step [s]. If that is another, the body is faster or slower and arrives all the same.

        Raises:
            ValueError: The body is not kinematic, it is frozen, or the target is too far away for one step.
        """
        motion.set_target(self, position, orientation, dt)

    def velocity_at(self, point: checks.VectorLike) -> Vec3:
        """Velocity of the body's matter at a point of the world [m/s]."""
        arm = Vec3(*checks.vector("point", point)) - self.center_of_mass
        return self.velocity + self.angular_velocity.cross(arm)

    # ---- Mass and shapes ------------------------------------------------------------------------------------------

    @property
    def mass(self) -> float:
        """Mass [kg]; infinite unless the body is dynamic.

        Setting it scales the density of all parts; None takes that back, so that their own densities decide again.
        """
        self._find()
        properties = self._composition.properties
        return math.inf if properties is None else properties.mass

    @mass.setter
    def mass(self, value: float | None) -> None:
        changes.set_mass(self, value)

    @property
    def inertia(self) -> np.ndarray:
        """Inertia about the center of mass in body axes [kg m^2], shape [3, 3]; infinite unless dynamic.

        Three moments or a matrix can be set, whatever the parts say; it then stays as it is when the mass is set. None
        takes that back, and so does any change of the parts or of their density.
        """
        self._find()
        properties = self._composition.properties
        return np.full((3, 3), math.inf) if properties is None else properties.inertia

    @inertia.setter
    def inertia(self, value: Any) -> None:
        changes.set_inertia(self, value)

    @property
    def kinetic_energy(self) -> float:
        """Energy of translation and rotation [J]; 0 unless the body is dynamic."""
        self._find()
        properties = self._composition.properties
        if properties is None:
            return 0.0
        moments = mass.rotate_inertia(properties.moments, self.orientation)
        v, w = self.velocity, self.angular_velocity
        return 0.5 * properties.mass * v.dot(v) + 0.5 * float(np.array(w) @ mass.full_matrix(moments) @ np.array(w))

    @property
    def parts(self) -> tuple[Part, ...]:
        """The shapes of the body."""
        self._find()
        return self._composition.parts

    def part(self, number: int) -> Part:
        """The shape with a number (`Part.id`), as contacts and snapshots name it."""
        for part in self.parts:
            if part._id == number:
                return part
        raise LookupError(f"this body has no shape number {number!r}")

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
        return changes.add_shape(self, PartDef(shape, offset, rotation, **options))

    def remove_shape(self, part: Part) -> None:
        """Remove a part; the others stay where they are in the world, and so does their motion."""
        changes.remove_shape(self, part)

    def set_heights(self, heights: np.ndarray, row: int = 0, column: int = 0) -> None:
        """Change heights of the height field that the body has, from the next step on; see `Part.set_heights`.

        Args:
            heights: New heights [m], NaN for holes; shape [r, c], or one number for one grid point.
            row: Row of the grid of the first of them.
            column: Column of the first of them.
        """
        terrain.field_of(self).set_heights(heights, row, column)

    def _density_of(self, part: Part) -> float:
        """Density of one of its parts [kg/m^3]."""
        return options.densities_now(self._composition)[self._composition.parts.index(part)]

    @property
    def joints(self) -> list["Joint"]:
        """Joints that hold the body, in the order of their numbers; they are removed with it."""
        return self._table.joints_of(self._find())

    @property
    def sensed(self) -> list["Body"]:
        """Bodies that are inside of the sensors of this body since the last step, by number.

        Sensors sense solid shapes, not other sensors; a static body only if the sensor is on a body that can move.
        """
        arrays = self._table.arrays
        edge = int(arrays.bodies.links[self._find(), BODY.CONTACT])
        sensing = CONTACT.FLAG_SENSOR | CONTACT.FLAG_TOUCH
        rows = set()
        while edge >= 0:
            contact, side = arrays.contacts.info[edge >> 1], edge & 1
            flags = int(contact[CONTACT.FLAGS])
            if flags & sensing == sensing and bool(flags & CONTACT.FLAG_SENSOR_B) == bool(side):
                rows.add(int(contact[CONTACT.BODY_B - side]))
            edge = int(contact[CONTACT.NEXT_A + 2 * side])
        return sorted((self._table.at_row(row) for row in rows), key=lambda body: body._id)

    # ---- Forces ---------------------------------------------------------------------------------------------------

    def apply_force(self, force: checks.VectorLike, point: checks.VectorLike | None = None) -> None:
        """Push during the next step.

        Args:
            force: Force [N] in world axes.
            point: Where it acts in the world [m]; the center of mass if left out.
        """
        checked = checks.vector("force", force, limit=FORCE_MAX, unit="N")
        motion.add_force(self, checked, motion.moment_of(self, checked, point))

    def apply_torque(self, torque: checks.VectorLike) -> None:
        """Turn during the next step by a torque [N m] in world axes."""
        motion.add_force(self, (0.0, 0.0, 0.0), checks.vector("torque", torque, limit=FORCE_MAX, unit="N m"))

    def apply_impulse(self, impulse: checks.VectorLike, point: checks.VectorLike | None = None) -> None:
        """Change the velocities at once.

        Args:
            impulse: Impulse [N s] in world axes.
            point: Where it acts in the world [m]; the center of mass if left out.
        """
        checked = checks.vector("impulse", impulse, limit=FORCE_MAX, unit="N s")
        motion.add_impulse(self, checked, motion.moment_of(self, checked, point))

    def apply_angular_impulse(self, impulse: checks.VectorLike) -> None:
        """Change the angular velocity at once by an angular impulse [N m s] in world axes."""
        checked = checks.vector("impulse", impulse, limit=FORCE_MAX, unit="N m s")
        motion.add_impulse(self, (0.0, 0.0, 0.0), checked)

    # ---- How it moves and rests ------------------------------------------------------------------------------------

    @property
    def awake(self) -> bool:
        """True while the body is simulated; a static body never is, nor is one that is disabled."""
        return bool(self._table.arrays.bodies.links[self._find(), BODY.AWAKE] >= 0)

    def wake(self) -> None:
        """Wake the body and everything that it rests with."""
        self._table.disturb(self._find())

    @property
    def enabled(self) -> bool:
        """Whether the body takes part in anything.

        One that is disabled keeps its number, pose, velocity, parts and joints, and all of them can be read and
        changed; but nothing touches it, no query finds it, it does not move, and its joints do not act. What touched it
        wakes, and the contacts end with events. Enabled again, it goes on from there, awake.
        """
        return not self._flags & BODY.FLAG_DISABLED

    @enabled.setter
    def enabled(self, value: bool) -> None:
        changes.set_enabled(self, value)

    @property
    def frozen(self) -> bool:
        """True after a number of the body was no longer finite: it stays at its last good pose until `unfreeze`."""
        return bool(self._flags & BODY.FLAG_FROZEN)

    def unfreeze(self) -> None:
        """Let a frozen body move again, from rest."""
        changes.unfreeze(self)

    @property
    def gravity_scale(self) -> float:
        """Factor on gravity, -100 to 100."""
        return self._trait(BODY.TRAIT_GRAVITY_SCALE)

    @gravity_scale.setter
    def gravity_scale(self, value: float) -> None:
        self._set_trait(BODY.TRAIT_GRAVITY_SCALE, check_gravity_scale(value))

    @property
    def linear_damping(self) -> float:
        """Rate at which velocity decays [1/s]."""
        return self._trait(BODY.TRAIT_LINEAR_DAMPING)

    @linear_damping.setter
    def linear_damping(self, value: float) -> None:
        self._set_trait(BODY.TRAIT_LINEAR_DAMPING, check_damping("linear_damping", value))

    @property
    def angular_damping(self) -> float:
        """Rate at which angular velocity decays [1/s]."""
        return self._trait(BODY.TRAIT_ANGULAR_DAMPING)

    @angular_damping.setter
    def angular_damping(self, value: float) -> None:
        self._set_trait(BODY.TRAIT_ANGULAR_DAMPING, check_damping("angular_damping", value))

    def _trait(self, column: int) -> float:
        return float(self._table.arrays.bodies.traits[self._find(), column])

    def _set_trait(self, column: int, value: float) -> None:
        row = self._find()
        self._table.arrays.bodies.traits[row, column] = value
        self._table.disturb(row)

    @property
    def lock_position(self) -> Locks:
        """Whether it cannot move along the world axes x, y, z. One value may be set for all, or three."""
        return options.locks_of(self._flags, BODY.FLAG_LOCK_X)

    @lock_position.setter
    def lock_position(self, value: bool | Sequence[bool]) -> None:
        options.set_locks(self, "lock_position", BODY.FLAG_LOCK_X, value)

    @property
    def lock_rotation(self) -> Locks:
        """Whether it cannot turn about the world axes x, y, z. One value may be set for all, or three."""
        return options.locks_of(self._flags, BODY.FLAG_LOCK_ROTATION_X)

    @lock_rotation.setter
    def lock_rotation(self, value: bool | Sequence[bool]) -> None:
        options.set_locks(self, "lock_rotation", BODY.FLAG_LOCK_ROTATION_X, value)

    @property
    def can_sleep(self) -> bool:
        """Whether it may fall asleep."""
        return not self._flags & BODY.FLAG_NO_SLEEP

    @can_sleep.setter
    def can_sleep(self, value: bool) -> None:
        options.set_flag(self, BODY.FLAG_NO_SLEEP, not checks.flag("can_sleep", value))

    @property
    def bullet(self) -> bool:
        """Whether it is also kept from passing through things that move, not only through static ones."""
        return bool(self._flags & BODY.FLAG_BULLET)

    @bullet.setter
    def bullet(self, value: bool) -> None:
        options.set_flag(self, BODY.FLAG_BULLET, checks.flag("bullet", value))

    @property
    def report_immovable(self) -> bool:
        """Whether its contacts with static and kinematic bodies are found and reported although it is kinematic.

        Such contacts begin and end with events and are in `World.contacts()`; they push nothing. It is enough that one
        of the two bodies asks for it, and one of them has to be kinematic. Meshes, height fields and half-spaces are
        not looked for against one another.
        """
        return bool(self._flags & BODY.FLAG_REPORT_IMMOVABLE)

    @report_immovable.setter
    def report_immovable(self, value: bool) -> None:
        options.set_report_immovable(self, value)

    @property
    def ccd(self) -> str:
        """What keeps it from passing through thin things when it is fast: "sweep", "ray" or "none"."""
        return options.ccd_of(self._flags)

    @ccd.setter
    def ccd(self, value: str) -> None:
        options.set_ccd(self, value)

    # ---- Options of all its parts -----------------------------------------------------------------------------------
    # Each part has these too. Here they are None where the parts differ; what is set is set for all of them.

    @property
    def material(self) -> str | None:
        """Name of the material of all parts; None when they differ. See `Part.material`."""
        return self._common("material")

    @material.setter
    def material(self, value: str) -> None:
        self._set_material(self.parts, value)

    @property
    def density(self) -> float | None:
        """Density of all parts [kg/m^3]; None when they differ. Setting it changes the mass."""
        return self._common("density")

    @density.setter
    def density(self, value: float) -> None:
        self._set_density(self.parts, value)

    @property
    def friction(self) -> float | None:
        """Coefficient of friction of all parts; None where the materials decide, or the parts differ."""
        return self._common("friction")

    @friction.setter
    def friction(self, value: float | None) -> None:
        self._set_surface(self.parts, "friction", value)

    @property
    def restitution(self) -> float | None:
        """Restitution of all parts; None when they differ."""
        return self._common("restitution")

    @restitution.setter
    def restitution(self, value: float) -> None:
        self._set_surface(self.parts, "restitution", value)

    @property
    def rolling_friction(self) -> float | None:
        """Coefficient of rolling friction of all parts; None when they differ."""
        return self._common("rolling_friction")

    @rolling_friction.setter
    def rolling_friction(self, value: float) -> None:
        self._set_surface(self.parts, "rolling_friction", value)

    @property
    def surface_velocity(self) -> Vec3:
        """Velocity of the surface in body axes, as of a conveyor belt [m/s]; of the first part."""
        parts = self.parts
        return parts[0].surface_velocity if parts else Vec3(0.0, 0.0, 0.0)

    @surface_velocity.setter
    def surface_velocity(self, value: checks.VectorLike) -> None:
        self._set_surface(self.parts, "surface_velocity", value)

    @property
    def category(self) -> int | None:
        """Category of all parts, 32 bits; None when they differ. See `Part.category`."""
        return self._common("category")

    @category.setter
    def category(self, value: int) -> None:
        self._set_filter(self.parts, "category", value)

    @property
    def mask(self) -> int | None:
        """Categories that all parts touch, 32 bits; None when they differ."""
        return self._common("mask")

    @mask.setter
    def mask(self, value: int) -> None:
        self._set_filter(self.parts, "mask", value)

    @property
    def group(self) -> int | None:
        """Group of all parts; None when they differ. Shapes of one group other than 0 never touch."""
        return self._common("group")

    @group.setter
    def group(self, value: int) -> None:
        self._set_filter(self.parts, "group", value)

    @property
    def sensor(self) -> bool | None:
        """Whether all parts push nothing, but report what enters and leaves; None when they differ."""
        return self._common("sensor")

    @sensor.setter
    def sensor(self, value: bool) -> None:
        self._set_filter(self.parts, "sensor", value)

    def _common(self, name: str) -> Any:
        """Option that all parts share; None if they do not."""
        values = {getattr(part, name) for part in self.parts}
        return values.pop() if len(values) == 1 else None

    def _set_surface(self, parts: Sequence[Part], key: str, value: Any) -> None:
        options.set_surface(self, parts, key, value)

    def _set_filter(self, parts: Sequence[Part], key: str, value: Any) -> None:
        options.set_filter(self, parts, key, value)

    def _set_material(self, parts: Sequence[Part], value: str) -> None:
        options.set_material(self, parts, value)

    def _set_density(self, parts: Sequence[Part], value: float) -> None:
        options.set_density(self, parts, value)

    def _define_part(self, part: Part) -> PartDef:
        return capture.capture_part(part, self._density_of(part))
