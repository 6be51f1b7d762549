"""The bodies of a world: which row belongs to which handle, and everything that a handle can do to its row."""

import warnings
import weakref
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from physics import checks, constants
from physics.bodies import mass, surface as parts
from physics.bodies.body import Body, BodyKind, Part
from physics.bodies.definition import BodyPlan, densities_of, inverse_of, unlocked
from physics.bodies.materials import MaterialTable
from physics.hooks.events import StepEvents
from physics.kernels.broad_phase.proxies import leave_shape
from physics.kernels.contacts.graph import remove_contacts_of
from physics.kernels.islands.islands import disturb, leave_awake
from physics.kernels.layout import (
    body as BODY,
    contact as CONTACT,
    count as COUNT,
    event as EVENT,
    motion as MOTION,
    shape as SHAPE,
)
from physics.kernels.step.finalize import move_to
from physics.shapes.looks import check_look
from physics.shapes.primitives import Shape, ShapePlane, Vector
from physics.state.arrays import State
from physics.vector import rotate

if TYPE_CHECKING:
    from physics.joints.joint import Joint

TREE_OF_KIND = {
    BodyKind.STATIC: SHAPE.TREE_STATIC,
    BodyKind.KINEMATIC: SHAPE.TREE_MOVING,
    BodyKind.DYNAMIC: SHAPE.TREE_MOVING,
}
# Timers of a body that is made at rest, perhaps in a tower: it starts out as a loaded one, see `kernels.levels`.
LOADED = constants.LOAD_ONSET + constants.LOAD_HOLD


class Population:
    """Rows, handles and masses of the bodies of a world; the base of `World`, for it and for handles only."""

    def __init__(self) -> None:
        self._state = State()
        self._materials = MaterialTable()
        self._handles: list[Body | None] = [None]
        self._departed: dict[int, Body] = {}  # handles of removed bodies that events still name
        self._leaving: list[int] = []  # rows of bodies removed since the last step
        self._left: list[int] = []  # rows of bodies removed before it, which its events may name
        self._masses: dict[Body, mass.MassProperties] = {}
        self._layout: tuple | None = None
        self._roster: tuple | None = None  # what `save_state` lists per body, and the layout that it belongs to
        self._joint_handles: list[Joint | None] = [None]
        self._broken_joints: dict[int, Joint] = {}  # joints that broke in the last step, whose events name them
        self._asking = ""  # name of the callback that a step waits for
        self._fattening = (
            np.float32(0.5 * constants.SPECULATIVE_DISTANCE),
            np.float32(constants.AABB_MARGIN),
            np.float32(constants.AABB_MARGIN_RATIO),
        )
        self._readable: weakref.WeakSet[StepEvents] = weakref.WeakSet()  # events that somebody may still read
        self._events = self._read_events()

    def _need_idle(self, deed: str) -> None:
        """Refuse what would pull the rug from under a step that waits for a callback."""
        if self._asking:
            raise RuntimeError(
                f"no body may be {deed} in {self._asking}, which runs in the middle of a step; "
                "use world.schedule(callback, after_steps=1)"
            )

    def _owns(self, body: Body) -> bool:
        return body._row < len(self._handles) and self._handles[body._row] is body

    def _row_of(self, body: Body) -> int:
        """Row of a body of this world, or LookupError."""
        if not isinstance(body, Body):
            raise TypeError(f"body must be a Body, got {checks.shown(body)}")
        if body._world is not self:
            label = f" {body.name!r}" if body.name else ""
            raise LookupError(f"body{label} is of another world; use it there")
        row = body._row
        if row < len(self._handles) and self._handles[row] is body:
            return row
        label = f" {body.name!r}" if body.name else ""
        raise LookupError(f"body{label} was removed from its world; add a new one")

    def _enter_body(self, plan: BodyPlan) -> Body:
        """Make the body of a plan. Nothing after the first line can fail."""
        self._need_idle("added")
        row = self._state.reserve_body()
        body = Body(self, row, plan.name, plan.user_data, plan.look)
        while len(self._handles) <= row:
            self._handles.append(None)
        self._handles[row] = body
        arrays = self._state.bodies
        arrays.links[row] = (plan.flags, -1, -1, -1, row, -1, 0, 0)
        arrays.motion[row] = (*plan.velocity, 0.0, *plan.angular_velocity, *(0.0,) * 8, 1.0)
        loaded = 0.0 if any(plan.velocity) or any(plan.angular_velocity) else LOADED
        arrays.traits[row] = (*plan.traits, 0.0, 0.0, 0.0, loaded, loaded)
        arrays.rotation[row] = plan.orientation
        body._parts = tuple(
            self._write_part(body, plan.kind, piece, density, plan.surface)
            for piece, density in zip(plan.pieces, plan.densities, strict=True)
        )
        body._densities = tuple(plan.densities)
        self._write_mass(body, plan.properties, plan.inverse, plan.position)
        self._layout = None
        return body

    def _write_part(self, body: Body, kind: BodyKind, piece: tuple, density: float, surface: parts.Surface) -> Part:
        """Enter a shape into the arrays, not yet into a tree: the center of mass is still to come."""
        shape, offset, rotation = piece
        row = self._state.reserve_shape()
        info = self._state.shapes.info[row]
        info[SHAPE.KIND] = shape.kind
        info[SHAPE.BODY] = body._row
        info[SHAPE.TREE] = SHAPE.TREE_NONE if isinstance(shape, ShapePlane) else TREE_OF_KIND[kind]
        info[SHAPE.NODE] = -1
        info[SHAPE.ALIVE] = 1
        info[SHAPE.FORM] = self._state.form_of(shape)
        links = self._state.bodies.links[body._row]
        info[SHAPE.NEXT] = links[BODY.SHAPE]
        links[BODY.SHAPE] = row
        parts.write_surface(self._state.shapes, row, surface)
        return Part(body, shape, offset, rotation, surface.material, density, row)

    def _write_mass(
        self, body: Body, properties: mass.MassProperties | None, inverse: mass.Moments | None, origin: Vector
    ) -> None:
        """Write mass and center of mass of a body whose axes have their origin at `origin`; shapes follow."""
        row = body._row
        arrays = self._state.bodies
        pieces = [(part.shape, part.offset, part.rotation) for part in body._parts]
        center = (0.0, 0.0, 0.0)
        flags = int(arrays.links[row, BODY.FLAGS]) & ~BODY.FLAG_SPHERICAL
        if properties is not None:
            center = properties.center
            inner = min(part.shape.inner_radius for part in body._parts)
            arrays.mass[row] = (*properties.moments, properties.mass, inner, *inverse, 0.0, 0.0)
            locked = 7 * BODY.FLAG_LOCK_X
            held = flags & locked == locked or flags & BODY.FLAG_FROZEN
            arrays.motion[row, MOTION.INV_MASS] = 0.0 if held else 1.0 / properties.mass
            flags |= BODY.FLAG_SPHERICAL * parts.is_spherical(properties.moments)
            self._masses[body] = properties
        arrays.links[row, BODY.FLAGS] = flags
        arrays.traits[row, BODY.TRAIT_EXTENT] = min(parts.extent_of(pieces, center), constants.SIZE_MAX)
        arrays.local[row] = center
        if center == (0.0, 0.0, 0.0):
            arrays.center[row] = origin
        else:
            arrays.center[row] = rotate(arrays.rotation[row].tolist(), center) + origin
        for part in body._parts:
            parts.write_place(self._state.shapes, part._row, part.shape, part.offset, part.rotation, center)
        self._follow(row)

    def _follow(self, row: int) -> None:
        """Bring inertia, shapes and bounds up to date with a changed pose or mass."""
        s = self._state
        move_to(row, s.bodies, s.shapes, s.static_tree, s.moving_tree, s.counts, *self._fattening)

    def _leave_part(self, part: Part) -> None:
        s = self._state
        leave_shape(part._row, s.shapes, s.static_tree, s.moving_tree, s.counts)
        s.release_shape(part._row)

    def _leave_awake(self, row: int) -> None:
        leave_awake(row, self._state.bodies, self._state.counts)

    def _remove_contacts(self, row: int, shape: int = -1) -> None:
        self._resolve_events()
        s = self._state
        remove_contacts_of(row, shape, s.bodies, s.shapes, s.contacts, s.counts, s.events)

    def _resolve_events(self) -> None:
        """Let events that are still to be read find their bodies, before rows change hands."""
        for events in self._readable:
            events.resolve()
        self._readable.clear()

    def _disturb(self, row: int) -> None:
        """Wake a body, or what touches a body that cannot be woken."""
        s = self._state
        links = s.bodies.links
        flags = int(links[row, BODY.FLAGS])
        # One that is awake only starts its rest anew. That is most of the calls, and a kernel takes 10 us to be called.
        if flags & (BODY.KIND_BITS | BODY.FLAG_FROZEN) == BODY.DYNAMIC and links[row, BODY.AWAKE] >= 0:
            s.bodies.traits[row, BODY.TRAIT_SLEEP_TIME] = 0.0
            return
        disturb(row, s.bodies, s.contacts, s.counts, s.events)

    def _wake_all(self) -> None:
        for body in self._handles:
            if body is not None:
                self._disturb(body._row)

    def _place(self, body: Body, position: Vector, orientation: Sequence[float]) -> None:
        row = self._row_of(body)
        self._need_idle("moved")
        self._disturb(row)
        self._drop_target(row)
        arrays = self._state.bodies
        arrays.rotation[row] = orientation
        arrays.center[row] = rotate(orientation, arrays.local[row].tolist()) + position
        self._follow(row)

    def _drop_target(self, row: int) -> None:
        """Forget where a kinematic body was to go."""
        arrays = self._state.bodies
        if arrays.links[row, BODY.FLAGS] & BODY.FLAG_TARGET:
            arrays.links[row, BODY.FLAGS] &= ~BODY.FLAG_TARGET
            arrays.target[row] = 0.0

    def _unlocked(self, row: int, column: int, value: Sequence[float]) -> Vector:
        """Velocity without its components along locked axes."""
        first = BODY.FLAG_LOCK_X if column == MOTION.VELOCITY else BODY.FLAG_LOCK_ROTATION_X
        return unlocked(int(self._state.bodies.links[row, BODY.FLAGS]), first, value)

    def _add_impulse(self, body: Body, linear: Vector, angular: Vector) -> None:
        row = self._row_of(body)
        arrays = self._state.bodies
        flags = int(arrays.links[row, BODY.FLAGS])
        if flags & (BODY.KIND_BITS | BODY.FLAG_FROZEN) != BODY.DYNAMIC:
            return
        motion = arrays.motion[row]
        inverse = mass.full_matrix(arrays.inv_inertia[row, :6].tolist())
        velocity = motion[0:3] + float(motion[MOTION.INV_MASS]) * np.array(linear)
        spin = motion[4:7] + inverse @ np.array(angular)
        motion[0:3] = self._unlocked(row, MOTION.VELOCITY, velocity)
        motion[4:7] = self._unlocked(row, MOTION.ANGULAR, spin)
        self._disturb(row)

    def _mass_of(self, body: Body) -> mass.MassProperties:
        """Mass properties of a dynamic body."""
        self._row_of(body)
        if body not in self._masses:
            pieces = [(part.shape, part.offset, part.rotation) for part in body._parts]
            self._masses[body] = parts.mass_of_pieces(pieces, [part.density for part in body._parts])
        return self._masses[body]

    def _set_mass(self, body: Body, value: float) -> None:
        if body.kind != BodyKind.DYNAMIC:
            raise ValueError(f"mass of a {body.kind.name.lower()} body is infinite, got {value!r}; make it dynamic")
        before = self._mass_of(body)
        after = mass.scaled(before, value)
        inverse = mass.invert_inertia(after.moments)
        for part in body._parts:
            part.density *= after.mass / before.mass
        body._densities = tuple(part.density for part in body._parts)
        self._roster = None
        self._write_mass(body, after, inverse, body.position)
        self._disturb(body._row)

    def _change_parts(self, body: Body, kept: Sequence[Part], piece: tuple | None, surface: Any) -> Part | None:
        """Check, then make, a change of the shapes of a body; the axes and the motion of its matter stay."""
        row = self._row_of(body)
        self._need_idle("given or deprived of shapes")
        pieces = [(part.shape, part.offset, part.rotation) for part in kept]
        densities = [part.density for part in kept]
        if piece is not None:
            pieces.append(piece)
            densities += densities_of(body.kind, [piece], surface.density, None)
        properties = parts.mass_of_pieces(pieces, densities) if body.kind == BodyKind.DYNAMIC else None
        inverse = inverse_of(properties)
        origin, center = body.position, body.center_of_mass
        self._disturb(row)
        for part in body._parts:
            if part not in kept:
                self._unlink_part(body, part)
        part = None if piece is None else self._write_part(body, body.kind, piece, densities[-1], surface)
        body._parts = (*kept,) if part is None else (*kept, part)
        body._densities = tuple(densities)
        self._write_mass(body, properties, inverse, origin)
        if body.kind == BodyKind.DYNAMIC:
            moved = body.velocity + body.angular_velocity.cross(body.center_of_mass - center)
            self._state.bodies.motion[row, 0:3] = self._unlocked(row, MOTION.VELOCITY, moved)
        self._forget_manifolds()
        self._layout = None
        return part

    def _add_shape(self, body: Body, shape: Shape, offset: Any, rotation: Any, options: Mapping[str, Any]) -> Part:
        self._row_of(body)
        surface = parts.check_surface(options, self._materials)
        piece = (parts.check_shape(shape), parts.check_offset(offset), checks.quaternion("rotation", rotation))
        return self._change_parts(body, body._parts, piece, surface)

    def _remove_shape(self, body: Body, part: Part) -> None:
        self._row_of(body)
        if part not in body._parts:
            raise LookupError(f"the body has no such part, got {checks.shown(part)}; choose one of body.parts")
        if body.kind == BodyKind.DYNAMIC and len(body._parts) == 1:
            raise ValueError("a dynamic body needs a shape, and this is its last; remove the body instead")
        self._change_parts(body, [other for other in body._parts if other is not part], None, None)

    def _set_look(self, body: Body, look: Any) -> None:
        self._row_of(body)
        body._look = check_look(look)
        self._layout = None

    def _unlink_part(self, body: Body, part: Part) -> None:
        """Take a shape out of its body, its contacts and its tree."""
        self._remove_contacts(body._row, part._row)
        info = self._state.shapes.info
        following = int(info[part._row, SHAPE.NEXT])
        links = self._state.bodies.links[body._row]
        row = int(links[BODY.SHAPE])
        if row == part._row:
            links[BODY.SHAPE] = following
        else:
            while info[row, SHAPE.NEXT] != part._row:
                row = int(info[row, SHAPE.NEXT])
            info[row, SHAPE.NEXT] = following
        self._leave_part(part)

    def _unfreeze(self, body: Body) -> None:
        row = self._row_of(body)
        if body.frozen:
            self._need_idle("unfrozen")
            self._remove_contacts(row)
            self._state.bodies.links[row, BODY.FLAGS] &= ~BODY.FLAG_FROZEN
            self._state.bodies.links[row, BODY.PARENT] = row
            s = self._state
            for part in body._parts:  # they enter anew, so that pairs with static shapes are found again
                leave_shape(part._row, s.shapes, s.static_tree, s.moving_tree, s.counts)
                s.shapes.info[part._row, SHAPE.NODE] = -1
            properties = self._mass_of(body)
            self._write_mass(body, properties, mass.invert_inertia(properties.moments), body.position)

    def _set_surface(self, body: Body, key: str, value: Any) -> None:
        row = self._row_of(body)
        checked = SURFACE_CHECKS[key](value)
        column = SURFACE_COLUMNS[key]
        width = 3 if key == "surface_velocity" else 1
        for part in body._parts:
            self._state.shapes.surface[part._row, column : column + width] = checked
        self._forget_manifolds()
        self._disturb(row)

    def _forget_manifolds(self) -> None:
        """Have every contact updated in full in the next step: something that recycling does not look at changed."""
        self._state.contacts.info[:, CONTACT.FLAGS] &= ~CONTACT.FLAG_CACHED

    def _warn_of_frozen(self) -> None:
        for event in self._events.body_frozen:
            label = repr(event.body.name) if event.body.name else f"number {event.body._row}"
            warnings.warn(
                f"body {label} was frozen at {tuple(round(c, 3) for c in event.body.position)}: its state was no "
                "longer finite; look for huge forces or masses, then call unfreeze() or remove it",
                RuntimeWarning,
                stacklevel=3,
            )

    def _joint_at(self, row: int) -> "Joint":
        """Joint that an event names by its row."""
        return self._joint_handles[row] or self._broken_joints[row]

    def _read_events(self) -> StepEvents:
        s = self._state
        count = s.counts[COUNT.EVENTS_SEEN]
        if count == 0:
            return NO_EVENTS
        info, value = s.events.info[:count].copy(), s.events.value[:count].copy()
        events = StepEvents(info, value, lambda row: self._handles[row] or self._departed[row], self._joint_at)
        self._readable.add(events)
        return events


#: Checks and columns of what `Population._set_surface` can set.
SURFACE_CHECKS = {
    "friction": parts.check_friction,
    "restitution": parts.check_restitution,
    "rolling_friction": parts.check_rolling,
    "surface_velocity": parts.check_surface_velocity,
}
SURFACE_COLUMNS = {
    "friction": SHAPE.SURFACE_FRICTION,
    "restitution": SHAPE.SURFACE_RESTITUTION,
    "rolling_friction": SHAPE.SURFACE_ROLLING,
    "surface_velocity": SHAPE.SURFACE_VELOCITY,
}
NO_EVENTS = StepEvents(np.zeros((0, EVENT.STRIDE), np.int32), np.zeros((0, 8)), Body, Body)
