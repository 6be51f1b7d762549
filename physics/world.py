"""World: everything that a program can do with a world, in one class.

What it does is done by its parts; here are the public names and what they mean. The file is long because of the
docstrings: `help(World)` and generated pages show all of it in one place.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, overload

import numpy as np

from physics import checks, constants
from physics.bodies import bulk
from physics.bodies.body import Body
from physics.bodies.definition import BodyDef, make_parts
from physics.bodies.kind import BodyKind
from physics.bodies.material import Material
from physics.bodies.materials import MaterialTable
from physics.bodies.table import BodyTable
from physics.checks import ALL_BITS
from physics.fields.explosion import explode
from physics.fields.field import Field
from physics.fields.table import FieldTable
from physics.hooks.callbacks import Callbacks, ContactFilter, PreSolve
from physics.hooks.controllers import Controller, Controllers
from physics.hooks.events import EventReader, StepEvents
from physics.hooks.guard import StepGuard
from physics.hooks.schedule import Schedule
from physics.joints.definition import JointDef
from physics.joints.joint import Joint
from physics.joints.table import AnyJoint, JointTable
from physics.joints.validation import validate
from physics.linking import link
from physics.queries.diagnostics import Diagnostics, Energy, MassData, ShapeBounds, TreeBounds
from physics.queries.hits import CastHit, ClosestPoint, OverlapHit, ShapeHits
from physics.queries.joint_data import JointData
from physics.queries.rays import Ignored, RayHit, RayHits, RayQueries
from physics.queries.readouts import Readouts, Stats
from physics.queries.shapes import ShapeQueries
from physics.queries.snapshot import Geometry, Snapshot
from physics.queries.softs import SoftHit, SoftQueries
from physics.settings import Settings
from physics.shapes.base import Shape
from physics.soft.definition import SoftDef, make_definition
from physics.soft.drawing import SoftReader
from physics.soft.forms.form import SoftForm
from physics.soft.materials import SoftMaterial
from physics.soft.soft import Soft
from physics.soft.table import SoftTable
from physics.state.arrays import State
from physics.state.clock import Clock
from physics.state.world_state import StateKeeper, WorldState
from physics.stepping import Stepper
from physics.vector import NO_ROTATION, Vec3


class World:
    """A world of rigid bodies.

    Args:
        gravity: Acceleration [m/s^2].
        substeps: Substeps per step, 1 to 64, of what carries little; loaded islands take up to 16 times as many.
        sleeping: Whether bodies at rest stop being simulated.
        warm_starting: Whether contacts start from the impulses of the last step. Off is for experiments.
        recycling: Whether contacts that hardly moved keep their points. Off is for experiments.
        restitution_threshold: Slowest approach that bounces [m/s]; None is 1 m/s at 60 steps per second under 9.81
            m/s^2, in proportion to the step and to gravity.
        contact_hertz: Frequency of contacts as springs [Hz]; None for stiff ones. See `contact_hertz`.
        contact_damping_ratio: Damping ratio of contacts, 1 is critical; None for 5.
    """

    def __init__(
        self,
        gravity: checks.VectorLike = (0.0, -9.81, 0.0),
        substeps: int = constants.SUBSTEPS,
        sleeping: bool = True,
        *,
        warm_starting: bool = True,
        recycling: bool = True,
        restitution_threshold: float | None = None,
        contact_hertz: float | None = None,
        contact_damping_ratio: float | None = None,
    ) -> None:
        link()
        guard, self._clock = StepGuard(), Clock()
        self._arrays = State()
        self._materials = MaterialTable()
        self._events = EventReader(self._arrays)
        self._bodies = BodyTable(self, self._arrays, self._materials, self._events, guard)
        self._joints = JointTable(self._bodies)
        self._fields = FieldTable(self._bodies)
        self._softs = SoftTable(self._bodies)
        self._callbacks = Callbacks(self._bodies)
        self._controllers = Controllers()
        self._schedule = Schedule(self, self._clock)
        self._events.find_body, self._events.find_joint = self._bodies.named_by_event, self._joints.named_by_event
        parts = (
            self._arrays,
            self._materials,
            self._bodies,
            self._joints,
            self._fields,
            self._softs,
            self._callbacks,
            self._controllers,
            self._schedule,
            self._events,  # last: it reads what the others hold
        )
        self._states = StateKeeper(parts, self._clock, guard)
        hooks = self._callbacks, self._controllers, self._schedule
        parts_moved = self._bodies, self._joints, self._fields, self._softs
        self._stepper = Stepper(self, self._clock, *parts_moved, *hooks)
        self._settings = Settings(self._bodies)
        self._readouts = Readouts(self._bodies, self._joints)
        self._soft_views = SoftReader(self._softs)
        self._diagnostics = Diagnostics(self._bodies, self._joints, self._readouts)
        soft_queries = SoftQueries(self._softs)
        self._rays = RayQueries(self._bodies, soft_queries)
        self._shapes = ShapeQueries(self._bodies, soft_queries)
        self.warm_starting = warm_starting
        self.recycling = recycling
        self.restitution_threshold = restitution_threshold
        self.contact_hertz = contact_hertz
        self._settings.contact_damping_ratio = contact_damping_ratio
        self.gravity = gravity
        self.substeps = substeps
        self.sleeping = sleeping

    # ---- Time -----------------------------------------------------------------------------------------------------

    @property
    def time(self) -> float:
        """Simulated time [s]."""
        return self._clock.time

    @property
    def step_count(self) -> int:
        """Steps done."""
        return self._clock.step_count

    def step(self, dt: float) -> None:
        """Let the controllers act, advance by a time step, let them look at it, then run the callbacks that are due.

        Args:
            dt: Step [s], 0.00001 to 0.1; 1/60 is meant. Use the same for all steps.
        """
        self._stepper.step(dt)

    @property
    def events(self) -> StepEvents:
        """What happened in the last step."""
        return self._events.last

    # ---- Settings -------------------------------------------------------------------------------------------------

    @property
    def gravity(self) -> Vec3:
        """Acceleration of everything with mass [m/s^2]. Changing it wakes all bodies."""
        return self._settings.gravity

    @gravity.setter
    def gravity(self, value: checks.VectorLike) -> None:
        self._settings.gravity = value

    @property
    def substeps(self) -> int:
        """Substeps per step."""
        return self._settings.substeps

    @substeps.setter
    def substeps(self, value: int) -> None:
        self._settings.substeps = value

    @property
    def sleeping(self) -> bool:
        """Whether bodies at rest stop being simulated. Turning it off wakes all bodies."""
        return self._settings.sleeping

    @sleeping.setter
    def sleeping(self, value: bool) -> None:
        self._settings.sleeping = value

    @property
    def warm_starting(self) -> bool:
        """Whether contacts start from the forces of the last step. Off is for experiments."""
        return self._settings.warm_starting

    @warm_starting.setter
    def warm_starting(self, value: bool) -> None:
        self._settings.warm_starting = value

    @property
    def recycling(self) -> bool:
        """Whether contacts that hardly moved keep their points. Off is for experiments."""
        return self._settings.recycling

    @recycling.setter
    def recycling(self, value: bool) -> None:
        self._settings.recycling = value

    @property
    def restitution_threshold(self) -> float | None:
        """Slowest approach that bounces [m/s]; None: some times what gravity adds within a step."""
        return self._settings.restitution_threshold

    @restitution_threshold.setter
    def restitution_threshold(self, value: float | None) -> None:
        self._settings.restitution_threshold = value

    @property
    def contact_hertz(self) -> float | None:
        """Frequency of contacts as springs [Hz]: a body that lies on others sinks in by g / (2 pi f)^2.

        The mass of a spring is what its point feels of both bodies: that of a ball, but 0.74 of that of a box which
        lies on four corners, so that it sinks in 1.35 times as far. At most an eighth of the rate of substeps,
        30 Hz for 4 substeps at 1/60 s; more is as stiff as that. None, the default, is not a spring but as stiff as
        substeps allow, and what it pushes apart gets no speed. Materials may say otherwise: `set_material`. Changing
        it wakes all bodies.
        """
        return self._settings.contact_hertz

    @contact_hertz.setter
    def contact_hertz(self, value: float | None) -> None:
        self._settings.contact_hertz = value

    @property
    def contact_damping_ratio(self) -> float:
        """Damping ratio of contacts, 0 to 100; 1 is critical, 5 the default. Changing it wakes all bodies.

        Of springs, see `contact_hertz`, it is that of the spring. Of stiff contacts, it says how slowly overlaps end.
        """
        return self._settings.contact_damping_ratio

    @contact_damping_ratio.setter
    def contact_damping_ratio(self, value: float) -> None:
        self._settings.contact_damping_ratio = value

    @property
    def materials(self) -> tuple[str, ...]:
        """Names of all materials."""
        return self._materials.names

    def add_material(
        self,
        name: str,
        *,
        density: float,
        friction: float,
        restitution: float,
        rolling_friction: float = 0.0,
        **options: Any,
    ) -> None:
        """Add a material.

        Args:
            name: A new name.
            density: Density [kg/m^3].
            friction: Coefficient of friction against the same material, 0 to 10.
            restitution: Part of the speed that is left after a bounce, 0 to 1.
            rolling_friction: Resisting torque over normal force and radius, 0 to 10.
            **options: As of `set_material`.

        Raises:
            TypeError: The name is not a string, or a value not a number.
            ValueError: The name is taken or empty, a value is out of range, or there are too many.
        """
        self._materials.add(name, density, friction, restitution, rolling_friction, **options)

    def material(self, name: str) -> Material:
        """What a material is like.

        Raises:
            TypeError: The name is not a string.
            ValueError: There is no such material.
        """
        return self._materials.get(name)

    def set_material(self, name: str, **changes: Any) -> None:
        """Change how the contacts of a material are made. Wakes all bodies.

        Args:
            name: Its name.
            **changes: friction_rule and restitution_rule: how the coefficients of two materials make one, "average",
                "minimum", "multiply", "maximum", "geometric_mean" or None; if two materials have different rules, then
                maximum before multiply before minimum before average before geometric_mean before None, which is the
                geometric mean of frictions and the greater of restitutions. A friction that `set_friction` set for a
                pair is not mixed.
                contact_hertz: Frequency of its contacts [Hz], None for that of the world, and contact_damping_ratio,
                as those of the world. If both materials have one, the softer counts.
                friction_across: Coefficient of friction across friction_axis (body axes), None for the same in all
                directions; friction is that along it. The friction with other materials is in the same proportion.
                If both materials have a grain, that with the greater contrast counts.

        Raises:
            TypeError: There is no such option, or a value is of the wrong type.
            ValueError: The name is unknown, or a value is out of range. The world is as it was.
        """
        self._settings.set_material(name, changes)

    def set_friction(self, material_a: str, material_b: str, value: float) -> None:
        """Set the coefficient of friction between two materials, 0 to 10. Wakes all bodies."""
        self._settings.set_friction(material_a, material_b, value)

    def get_friction(self, material_a: str, material_b: str) -> float:
        """Coefficient of friction between two materials."""
        return self._materials.get_friction(material_a, material_b)

    # ---- Definitions ----------------------------------------------------------------------------------------------

    @overload
    def add(self, definition: BodyDef) -> Body: ...

    @overload
    def add(self, definition: JointDef) -> Joint: ...

    @overload
    def add(self, definition: SoftDef) -> Soft: ...

    def add(self, definition: BodyDef | JointDef | SoftDef) -> Body | Joint | Soft:
        """Add a new body, joint or soft body as a definition describes it, all of it or nothing.

        Args:
            definition: What; its own number does not count. A gear meshes as its axes stand now.

        Returns:
            The new one, with a number of its own.

        Raises:
            TypeError: It is no definition.
            ValueError: Something of it is refused, such as an unknown material. The world is as it was.
            LookupError: A body or joint that a JointDef names is not in this world.
        """
        if isinstance(definition, JointDef):
            return self._joints.add_definition(definition)
        if isinstance(definition, SoftDef):
            return self._softs.add(definition)
        return self._bodies.add(definition)

    @overload
    def restore(self, definition: BodyDef) -> Body: ...

    @overload
    def restore(self, definition: JointDef) -> Joint: ...

    @overload
    def restore(self, definition: SoftDef) -> Soft: ...

    def restore(self, definition: BodyDef | JointDef | SoftDef) -> Body | Joint | Soft:
        """Bring back what was removed, under the same number, as its definition describes it.

        Args:
            definition: What `definition()` returned before it was removed.

        Returns:
            A new handle; that of what was removed stays dead.

        Raises:
            TypeError: It is no definition.
            ValueError: The number is in use, or something else is refused. The world is as it was.
            LookupError: A body or joint that a JointDef names is not in this world.
        """
        if isinstance(definition, JointDef):
            return self._joints.restore(definition)
        if isinstance(definition, SoftDef):
            return self._softs.restore(definition)
        return self._bodies.restore(definition)

    # ---- Bodies ---------------------------------------------------------------------------------------------------

    @property
    def bodies(self) -> list[Body]:
        """All bodies, in the order of their numbers."""
        return self._bodies.bodies

    def body(self, number: int) -> Body:
        """The body with a number (`Body.id`), as contacts and snapshots name it.

        Raises:
            LookupError: There is none, or it was removed; no other body gets its number.
        """
        return self._bodies.find(number)

    def add_body(
        self,
        *,
        kind: BodyKind = BodyKind.DYNAMIC,
        shape: Shape | None = None,
        shapes: Sequence[Any] | None = None,
        position: checks.VectorLike = (0.0, 0.0, 0.0),
        orientation: checks.VectorLike = NO_ROTATION,
        velocity: checks.VectorLike = (0.0, 0.0, 0.0),
        angular_velocity: checks.VectorLike = (0.0, 0.0, 0.0),
        mass: float | None = None,
        inertia: Any = None,
        local_center_of_mass: checks.VectorLike | None = None,
        linear_damping: float = 0.0,
        angular_damping: float = 0.0,
        gravity_scale: float = 1.0,
        lock_position: bool | Sequence[bool] = False,
        lock_rotation: bool | Sequence[bool] = False,
        can_sleep: bool = True,
        bullet: bool = False,
        report_immovable: bool = False,
        ccd: str = "sweep",
        enabled: bool = True,
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
            inertia: Inertia about its center of mass in body axes [kg m^2], three moments or a matrix, instead of that
                of its parts.
            local_center_of_mass: Center of mass in body axes [m], instead of that of its parts.
            linear_damping: Rate at which velocity decays [1/s].
            angular_damping: Rate at which angular velocity decays [1/s].
            gravity_scale: Factor on gravity.
            lock_position: Whether it cannot move along the world axes x, y, z; one value for all, or three.
            lock_rotation: Whether it cannot turn about the world axes x, y, z; one value for all, or three.
            can_sleep: Whether it may fall asleep.
            bullet: Whether it is also kept from passing through things that move, not only through static ones.
            report_immovable: Whether contacts of a kinematic body with static and other kinematic ones are found and
                reported too, by events that they begin and end and by `contacts()`; they push nothing. One of the two
                bodies has to ask for it.
            ccd: What keeps it from passing through thin things when it is fast: "sweep", its whole shape; "ray", a ray
                from its last center to its present one, which misses edges; "none".
            enabled: Whether it takes part in anything; see `Body.enabled`.
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
        definition = BodyDef(
            make_parts(shape, shapes, mass, options),
            kind=kind,
            position=position,
            orientation=orientation,
            velocity=velocity,
            angular_velocity=angular_velocity,
            mass=mass,
            inertia=inertia,
            local_center_of_mass=local_center_of_mass,
            linear_damping=linear_damping,
            angular_damping=angular_damping,
            gravity_scale=gravity_scale,
            lock_position=lock_position,
            lock_rotation=lock_rotation,
            can_sleep=can_sleep,
            bullet=bullet,
            report_immovable=report_immovable,
            ccd=ccd,
            enabled=enabled,
            name=name,
            user_data=user_data,
            look=look,
        )
        return self._bodies.add(definition)

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
        return bulk.add_bodies(self._bodies, position, orientation, velocity, options)

    def remove_body(self, body: Body) -> None:
        """Remove a body with its shapes and joints; what rested on it wakes. The handle raises LookupError then."""
        self._joints.remove_body(body)

    def write(self, bodies: Sequence[Body], **values: np.ndarray) -> None:
        """Set quantities of many bodies: all of them, or none when a value is refused.

        Args:
            bodies: Which.
            **values: position, orientation, velocity or angular_velocity, one row per body.
        """
        bulk.write(self._bodies, bodies, values)

    def read(self, bodies: Sequence[Body], quantity: str) -> np.ndarray:
        """One quantity of many bodies.

        Args:
            bodies: Which.
            quantity: "position", "orientation", "velocity", "angular_velocity" or "awake".

        Returns:
            Array with one row per body.
        """
        return self._readouts.read(bodies, quantity)

    # ---- Joints ---------------------------------------------------------------------------------------------------

    @property
    def joints(self) -> list[Joint]:
        """All joints, in the order of their numbers."""
        return self._joints.joints

    def joint(self, number: int) -> Joint:
        """The joint with a number (`Joint.id`), also one that another joint is made of.

        Raises:
            LookupError: There is none, or it was removed; no other joint gets its number.
        """
        return self._joints.find(number)

    def add_joint(self, joint: AnyJoint) -> AnyJoint:
        """Add a joint; its bodies wake, and end to touch one another unless it says `collide`.

        Args:
            joint: One that is in no world yet.

        Returns:
            The same joint, which from now on reads and changes what is in the world.

        Raises:
            TypeError: It is no joint.
            ValueError: It has been added before, or both bodies cannot move.
            LookupError: A body is not in this world. The world is as it was.
        """
        return self._joints.add(joint)

    def remove_joint(self, joint: Joint) -> None:
        """Remove a joint; its bodies wake. The handle raises LookupError from now on."""
        self._joints.remove(joint)

    def joint_data(self, *, distances_only: bool = False) -> JointData:
        """All joints as read-only arrays: frames, axes, limits, loads.

        Args:
            distances_only: Whether only what keeps distances is wanted: rods, ropes, springs and pulleys.
        """
        return self._diagnostics.joint_data(distances_only)

    # ---- Soft bodies ----------------------------------------------------------------------------------------------

    @property
    def softs(self) -> list[Soft]:
        """All soft bodies, in the order of their numbers."""
        return self._softs.softs

    def soft(self, number: int) -> Soft:
        """The soft body with a number (`Soft.id`), or LookupError."""
        return self._softs.find(number)

    def add_soft(
        self,
        form: SoftForm,
        *,
        position: checks.VectorLike = (0.0, 0.0, 0.0),
        orientation: checks.VectorLike = NO_ROTATION,
        velocity: checks.VectorLike = (0.0, 0.0, 0.0),
        angular_velocity: checks.VectorLike = (0.0, 0.0, 0.0),
        material: str | SoftMaterial | None = None,
        pins: Iterable[int] = (),
        **options: Any,
    ) -> Soft:
        """Add a soft body.

        Args:
            form: Its shape at rest: a SoftSolid, SoftCloth, SoftRope, SoftShell or SoftCluster.
            position: Where the origin of the form comes to lie [m].
            orientation: How the form is turned, (x, y, z, w); normalized.
            velocity: Of all of it [m/s].
            angular_velocity: About the position [rad/s].
            material: Name of a preset of `SOFT_MATERIALS`, or a SoftMaterial; left out, the usual one of the kind.
            pins: Vertices that are held where they are.
            **options: Numbers that differ from those of the material: young [Pa], poisson, density (solid and cluster
                [kg/m^3], cloth and shell [kg/m^2], rope [kg/m]), stretch (cloth and shell [N/m], rope [N]), shear
                [N/m], bend (cloth and shell [N m], rope [N m^2]), thickness [m], damping [s], friction, restitution,
                yield_strain, creep [1/s], break_strain; and pressure (of a shell, above that of the air [Pa]),
                gravity_scale, linear_damping [1/s], sweeps, exact, category, mask, group, sensor, color, name,
                user_data.

        Returns:
            The new soft body.

        Raises:
            TypeError: An argument is of the wrong type, or an option does not exist or not for this kind.
            ValueError: A number is out of range, or the material does not suit the form. The world is as it was.
        """
        return self._softs.add(
            make_definition(form, position, orientation, velocity, angular_velocity, material, pins, options)
        )

    def remove_soft(self, soft: Soft) -> None:
        """Remove a soft body with its attachments; what rested on it wakes. The handle raises LookupError then."""
        self._softs.remove(soft)

    # ---- Fields and explosions --------------------------------------------------------------------------------------

    @property
    def fields(self) -> tuple[Field, ...]:
        """The force fields, in the order in which they act."""
        return self._fields.all

    def add_field(self, field: Field) -> Field:
        """Let a force field act on all dynamic bodies; what sleeps in its region wakes.

        Args:
            field: A FieldUniform, FieldPoint, FieldDrag, FieldVortex or FieldWater. It acts in every substep; changing
                its attributes changes what it does from the next step on.

        Returns:
            The field.
        """
        return self._fields.add(field)

    def remove_field(self, field: Field) -> None:
        """Remove a force field; what sleeps in its region wakes.

        Raises:
            LookupError: It is not in this world.
        """
        self._fields.remove(field)

    def explode(
        self,
        center: checks.VectorLike,
        *,
        impulse: float,
        radius: float,
        falloff: float = 1.0,
        line_of_sight: bool = True,
        mask: int = ALL_BITS,
        ignore: Ignored = (),
    ) -> list[Body]:
        """Push everything near a point away from it, at once.

        A body is pushed at its point nearest to the center by impulse * A * (1 - d / radius)^falloff, where d is the
        distance of that point and A the area that the body shows to the center; so it also begins to spin. Sleeping
        bodies wake. Of soft bodies, each vertex is pushed so, with its own distance and its share of the area.

        Args:
            center: Where [m].
            impulse: At the center, per area [N s/m^2]; negative pulls.
            radius: How far it reaches [m].
            falloff: How the push falls off, 0 to 100: 0 not at all, 1 evenly, 2 faster.
            line_of_sight: Whether what stands in between, also static, shields what is behind it. Five rays look at
                each body; it is pushed in proportion to those that see it. Each vertex of a soft body is looked at by
                one ray. Soft bodies shield nothing.
            mask: 32 bits; a shape is pushed if its category has one of them. All shapes shield.
            ignore: A body or soft body, or several, that are not pushed and do not shield.

        Returns:
            The rigid bodies that were pushed, by number.
        """
        return explode(
            self._bodies,
            self._softs,
            self._rays,
            center,
            impulse=impulse,
            radius=radius,
            falloff=falloff,
            line_of_sight=line_of_sight,
            mask=mask,
            ignore=ignore,
        )

    # ---- Queries --------------------------------------------------------------------------------------------------

    def ray_cast(
        self,
        origin: checks.VectorLike,
        direction: checks.VectorLike,
        max_distance: float = 100.0,
        *,
        mask: int = ALL_BITS,
        ignore: Ignored = (),
        inside: bool = False,
    ) -> RayHit | None:
        """The nearest shape that a ray enters.

        What holds for all rays: bodies are where they were put, also those added or moved since the last step. Shapes
        are closed solids, hit where a ray enters them: one that contains the origin, on its surface or inside, is not
        hit, and neither is a half-space from below. Meshes and height fields are surfaces: hit once, at the first
        triangle whose front the ray meets, or whose back if the mesh is two-sided; the normal looks toward the ray.
        Sensors are not hit. Of shapes at the same distance, always the same one is the nearest. Soft bodies are
        surfaces too, hit from both sides, without their thickness: each once, where the ray first meets a triangle.
        Ropes are hit where the ray enters one of their links, a capsule; one that contains the origin is not hit.

        Args:
            origin: Where the ray starts [m].
            direction: Where it goes; any length but zero.
            max_distance: How far it goes [m], finite and > 0.
            mask: 32 bits; a shape is hit if its category has one of them.
            ignore: A body or soft body, or several, that the ray goes through.
            inside: Whether a rigid solid that contains the origin is hit too: at once, at the origin, at distance 0
                and with the normal against the ray. Of several the one is taken that would be the nearest of equals.

        Returns:
            The hit, or None.

        Raises:
            TypeError: An argument is of the wrong type.
            ValueError: An argument is out of range.
            LookupError: A body to ignore is not in this world.
        """
        return self._rays.nearest(origin, direction, max_distance, mask, ignore, inside)

    def ray_cast_all(
        self,
        origin: checks.VectorLike,
        direction: checks.VectorLike,
        max_distance: float = 100.0,
        *,
        mask: int = ALL_BITS,
        ignore: Ignored = (),
        inside: bool = False,
    ) -> list[RayHit]:
        """All shapes that a ray enters, the nearest first. Arguments and errors as in `ray_cast`.

        With `inside`, all solids that contain the origin come first, each at distance 0.
        """
        return self._rays.every(origin, direction, max_distance, mask, ignore, inside)

    def ray_cast_soft(
        self,
        origin: checks.VectorLike,
        direction: checks.VectorLike,
        max_distance: float = 100.0,
        mask: int = ALL_BITS,
        ignore: Ignored = (),
    ) -> SoftHit | None:
        """The nearest soft body that a ray meets, whatever rigid bodies are in between.

        Arguments and errors as in `ray_cast`, which finds soft bodies too.
        """
        return self._rays.nearest_soft(origin, direction, max_distance, mask, ignore)

    def ray_cast_batch(
        self,
        origins: np.ndarray,
        directions: np.ndarray,
        max_distance: float = 100.0,
        *,
        mask: int = ALL_BITS,
        ignore: Ignored = (),
        inside: bool = False,
    ) -> RayHits:
        """The nearest shape that each of many rays enters: the same as as many calls of `ray_cast`, but faster.

        Args:
            origins: Where the rays start [m], shape [n, 3]; or [3], if all start there.
            directions: Where they go, shape [n, 3]; any lengths but zero.
            max_distance: How far they go [m], finite and > 0.
            mask: As in `ray_cast`.
            ignore: As in `ray_cast`.
            inside: As in `ray_cast`.

        Raises:
            TypeError, ValueError, LookupError: As in `ray_cast`.
        """
        return self._rays.batch(origins, directions, max_distance, mask, ignore, inside)

    def shape_cast(
        self,
        shape: Shape,
        position: checks.VectorLike,
        orientation: checks.VectorLike = NO_ROTATION,
        motion: checks.VectorLike = (0.0, -1.0, 0.0),
        *,
        mask: int = ALL_BITS,
        ignore: Ignored = (),
    ) -> CastHit | None:
        """The first thing that a shape meets when it is moved along a straight line.

        Soft bodies are met at their triangles, without their thickness, and ropes at their links; one that is closed
        and contains the center of the shape is met at once.

        Args:
            shape: Any convex shape.
            position: Origin of its axes at the start [m].
            orientation: Its rotation (x, y, z, w); it does not turn on the way.
            motion: Its way [m].
            mask: 32 bits; a shape is met if its category has one of them.
            ignore: A body, or several, that it goes through.

        Returns:
            The hit, or None. What it overlaps at the start is met at once.

        Raises:
            TypeError: An argument is of the wrong type.
            ValueError: An argument is out of range.
            LookupError: A body to ignore is not in this world.
        """
        return self._shapes.nearest(shape, position, orientation, motion, mask, ignore)

    def shape_cast_all(
        self,
        shape: Shape,
        position: checks.VectorLike,
        orientation: checks.VectorLike = NO_ROTATION,
        motion: checks.VectorLike = (0.0, -1.0, 0.0),
        *,
        mask: int = ALL_BITS,
        ignore: Ignored = (),
    ) -> list[CastHit]:
        """All shapes that a shape meets on its way, the nearest first. Arguments and errors as in `shape_cast`."""
        return self._shapes.every(shape, position, orientation, motion, mask, ignore)

    def shape_cast_batch(
        self,
        shape: Shape,
        positions: np.ndarray,
        motions: np.ndarray,
        orientation: checks.VectorLike = NO_ROTATION,
        *,
        mask: int = ALL_BITS,
        ignore: Ignored = (),
    ) -> ShapeHits:
        """The first rigid thing that a shape meets on each of many ways; for soft bodies, ask with `shape_cast`.

        Args:
            shape: Any convex shape.
            positions: Origins of its axes at the start [m], shape [n, 3]; or [3], if all start there.
            motions: Its ways [m], shape [n, 3].
            orientation: Its rotation, the same for all.
            mask: As in `shape_cast`.
            ignore: As in `shape_cast`.

        Raises:
            TypeError, ValueError, LookupError: As in `shape_cast`.
        """
        return self._shapes.batch(shape, positions, motions, orientation, mask, ignore)

    def overlap(
        self,
        shape: Shape,
        position: checks.VectorLike,
        orientation: checks.VectorLike = NO_ROTATION,
        *,
        mask: int = ALL_BITS,
        ignore: Ignored = (),
    ) -> list[OverlapHit]:
        """All shapes that a shape overlaps or touches, in the order of their numbers; how deep, and which way is out.

        Soft bodies come last.

        A one-sided mesh is met from both sides, as by `shape_cast`; only rays and contacts pass its back.

        Args:
            shape: Any convex shape.
            position: Origin of its axes [m].
            orientation: Its rotation (x, y, z, w).
            mask: As in `shape_cast`.
            ignore: As in `shape_cast`.

        Raises:
            TypeError, ValueError, LookupError: As in `shape_cast`.
        """
        return self._shapes.overlaps(shape, position, orientation, mask, ignore)

    def overlap_batch(
        self,
        shape: Shape,
        positions: np.ndarray,
        orientation: checks.VectorLike = NO_ROTATION,
        *,
        mask: int = ALL_BITS,
        ignore: Ignored = (),
    ) -> list[list[OverlapHit]]:
        """All shapes that a shape overlaps or touches at each of many places.

        Args:
            shape: Any convex shape.
            positions: Origins of its axes [m], shape [n, 3].
            orientation: Its rotation, the same for all.
            mask: As in `shape_cast`.
            ignore: As in `shape_cast`.

        Returns:
            For each place, the overlaps as `overlap` gives them.

        Raises:
            TypeError, ValueError, LookupError: As in `shape_cast`.
        """
        return self._shapes.overlaps_batch(shape, positions, orientation, mask, ignore)

    def bodies_at(self, point: checks.VectorLike, *, mask: int = ALL_BITS, ignore: Ignored = ()) -> list[Body | Soft]:
        """All bodies that contain a point, in the order of their numbers, then soft bodies. Arguments as in `overlap`.

        A cloth contains nothing.
        """
        return self._shapes.bodies_at(point, mask, ignore)

    def closest_point(
        self,
        body: Body | Soft,
        point: checks.VectorLike,
        *,
        mask: int = ALL_BITS,
        ignore: Ignored = (),
    ) -> ClosestPoint | None:
        """The point of the surface of a body that is closest to a given point; None if it has no shape.

        Args:
            body: The body, or a soft body.
            point: The point [m].
            mask: As in `shape_cast`: only shapes with such a category count.
            ignore: As in `shape_cast`: a body that is ignored has no closest point.

        Raises:
            TypeError: An argument is of the wrong type.
            ValueError: The point is not finite.
            LookupError: The body is not in this world.
        """
        return self._shapes.closest_point(body, point, mask, ignore)

    def closest_point_batch(
        self, body: Body | Soft, points: np.ndarray, *, mask: int = ALL_BITS, ignore: Ignored = ()
    ) -> tuple[np.ndarray, np.ndarray]:
        """The closest points of a body to many points.

        Args:
            body: The body, or a soft body.
            points: The points [m], shape [n, 3].
            mask: As in `closest_point`.
            ignore: As in `closest_point`.

        Returns:
            Places on the surface [m], float64 [n, 3], NaN for a body without shapes; and distances [m], negative
            inside, float64 [n], infinite for a body without shapes.
        """
        return self._shapes.closest_points(body, points, mask, ignore)

    # ---- Read-outs ------------------------------------------------------------------------------------------------

    def contacts(self) -> np.ndarray:
        """Points of all touching contacts, one record of CONTACT_DTYPE each.

        body_a, body_b: `Body.id`; shape_a, shape_b: `Part.id`; position [m]; normal: unit vector from a to b;
        separation: gap [m], negative for an overlap; normal_impulse, friction_impulse: over the last step [N s];
        friction_vector: friction impulse on body b; material_a, material_b: index in `materials`, that of the
        triangle where a mesh or height field has several.
        """
        return self._readouts.contacts()

    def snapshot(self) -> Snapshot:
        """Poses, velocities and shapes of all bodies as read-only arrays."""
        return self._readouts.snapshot(self._clock.step_count, self._clock.time, self._soft_views.views())

    @property
    def snapshot_strain(self) -> bool:
        """Whether snapshots tell the strain of soft bodies, for those who draw it; they cost more then."""
        return self._soft_views.strained

    @snapshot_strain.setter
    def snapshot_strain(self, value: bool) -> None:
        self._soft_views.strained = checks.flag("snapshot_strain", value)

    @property
    def stats(self) -> Stats:
        """Counts, and the times of the last step."""
        return self._readouts.stats(self._clock.step_count, self._softs)

    def bounds(self) -> ShapeBounds:
        """Fat bounds of all shapes, as the broad phase uses them: they contain the shapes.

        Half-spaces, and the shapes of bodies that are disabled, have none.
        """
        return self._diagnostics.bounds()

    def tree_bounds(self, *, static: bool = False, max_depth: int = 32) -> TreeBounds:
        """Bounds of the inner nodes of a tree of the broad phase, a node before those below it.

        Args:
            static: Whether of the tree of static shapes, instead of that of the others.
            max_depth: Nodes further down are left out, 0 to 256; the root has the depth 0.
        """
        return self._diagnostics.tree_bounds(static, max_depth)

    def islands(self) -> np.ndarray:
        """Island of each body, in the order of `Snapshot.body`, int32 [n].

        An island is a group of dynamic bodies that touch, or that joints connect, directly or through one another; they
        fall asleep and wake together. Its number is that of its lowest body; 0 for what is not dynamic, or frozen.
        """
        return self._diagnostics.islands()

    def energy(self) -> Energy:
        """Energy and momentum of all dynamic bodies together.

        The potential energy is that of gravity alone: fields (`add_field`) do not count, whether they have one or not.
        """
        return self._diagnostics.energy()

    def mass_data(self) -> MassData:
        """Masses, centers of mass and moments of inertia of all bodies."""
        return self._diagnostics.mass_data()

    def validate(self) -> None:
        """Check that handles, rows and lists inside of the world fit together: for tests and fuzzers, not for games.

        Raises:
            AssertionError: They do not; the message says what. A bug of this library, never of the program.
        """
        validate(self._joints)

    # ---- Hooks ----------------------------------------------------------------------------------------------------

    @property
    def contact_filter(self) -> ContactFilter | None:
        """Function f(body_a, body_b) -> bool that says whether two bodies may touch; None lets all touch.

        It is called once for each two shapes that come near each other, sensors too; False means that they do not touch
        until they have been apart. It sees only pairs that category, mask and group allow. Bodies must not be added,
        moved or removed in it. If it raises, the step is finished as if the answers were True, then the error comes out
        of `step`.
        """
        return self._callbacks.contact_filter

    @contact_filter.setter
    def contact_filter(self, value: ContactFilter | None) -> None:
        self._callbacks.contact_filter = value

    @property
    def pre_solve(self) -> PreSolve | None:
        """Function f(contacts) that may change contacts before they are solved, in every step; None for none.

        `contacts` is an array with one record of PRE_SOLVE_DTYPE for each two shapes that touch, or will within the
        step, of bodies that are awake: body_a, body_b (`Body.id`), shape_a, shape_b (`Part.id`), normal from a to b,
        position, separation and velocity (b relative to a) of the deepest point, and of all of its point_count points
        positions [4, 3] and separations [4]; material_a, material_b (index in `materials`, that of the triangles where
        a mesh or height field has several). Two shapes of which one is a mesh or height field have a record for each
        direction in which they touch. It may write, for this step:
        enabled = False (they do not touch: no force, no event), friction (0 to 10), restitution (0 to 1),
        surface_velocity (what friction drives the velocity of b relative to a toward [m/s]), and inv_mass_scale_a,
        inv_mass_scale_b, inv_inertia_scale_a, inv_inertia_scale_b (0 to 1,000): factors on how easily the contact
        moves and turns each body. 0 lets it push the other one as if the body were immovable; restitution is not
        scaled.

        It may be a function that numba compiled. Bodies must not be added, moved or removed in it. If it raises, or
        writes a value that is refused, the step is finished as if it had written nothing, then the error comes out of
        `step`.
        """
        return self._callbacks.pre_solve

    @pre_solve.setter
    def pre_solve(self, value: PreSolve | None) -> None:
        self._callbacks.pre_solve = value

    @property
    def controllers(self) -> tuple[Controller, ...]:
        """All controllers, in the order in which they act: that in which they were added."""
        return tuple(self._controllers.listed)

    def add_controller(self, controller: Controller) -> Controller:
        """Let a controller act before and after each step, from the next one on.

        Args:
            controller: An object of a subclass of `Controller`, which is in no world yet.

        Returns:
            The controller.
        """
        return self._controllers.add(controller)

    def remove_controller(self, controller: Controller) -> None:
        """Let a controller act no more.

        Raises:
            LookupError: It is not in this world.
        """
        self._controllers.remove(controller)

    def schedule(self, callback: Callable[..., object], after_steps: int, priority: int = 0) -> None:
        """Have a callback run after a step; when it returns True, again after as many steps.

        Args:
            callback: Called with the world, or without arguments if it takes none. It may add and remove anything.
            after_steps: 1 means after the next step.
            priority: Among those that are due after one step, a lower number runs first; then the order of scheduling.
        """
        self._schedule.plan(callback, after_steps, priority)

    # ---- States ---------------------------------------------------------------------------------------------------

    def save_state(self) -> WorldState:
        """Copy all that decides the future: poses, impulses, contacts, islands, sleep, schedule, materials, fields."""
        return self._states.save()

    def prepare_save(self, share: float) -> None:
        """Make a share of the memory ready that the next `save_state` will take: fresh memory is slow.

        Args:
            share: 1 for all of it; a program that saves every 30 steps calls this with 1/30 after each step.
        """
        self._arrays.prepare_save(checks.in_range("share", share, 0.0, 1.0))

    def load_state(self, state: WorldState) -> None:
        """Go back to a state of this world, exactly: the future repeats bit for bit.

        Raises:
            TypeError: It is not a state.
            ValueError: It is of another world or of another version. The world is as it was.
        """
        self._states.load(state)

    def state_hash(self) -> int:
        """64-bit hash over all bits that decide the future: equal hashes, equal futures."""
        return self._states.hash()
