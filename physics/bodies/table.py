"""BodyTable: the bodies of a world, which row of the arrays belongs to which handle."""

import dataclasses
import operator
import warnings
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from physics import checks, constants
from physics.bodies import terrain
from physics.bodies.body import Body
from physics.bodies.definition import BodyDef, flags_of
from physics.bodies.materials import MaterialTable
from physics.bodies.motion import unlocked
from physics.bodies.part import Composition, Part
from physics.bodies.preparation import PreparedBody, prepare
from physics.bodies.writing import LOADED, write_mass, write_part
from physics.hooks.events import EventReader
from physics.hooks.guard import StepGuard
from physics.kernels.broad_phase.proxies import leave_shape
from physics.kernels.contacts.graph import remove_contacts_of
from physics.kernels.islands.islands import disturb, leave_awake
from physics.kernels.layout import (
    body as BODY,
    contact as CONTACT,
    count as COUNT,
    motion as MOTION,
    shape as SHAPE,
)
from physics.kernels.step.finalize import move_to
from physics.kernels.step.kinematic import look_ahead_of
from physics.queries.snapshot import Geometry
from physics.shapes.height_field import ShapeHeightField
from physics.state.arrays import State
from physics.state.ids import IdPool, SavedIds

if TYPE_CHECKING:
    from physics.joints.joint import Joint
    from physics.world import World

#: What a saved table takes [bytes per row]: entries of handles, parts, densities and masses.
BYTES_PER_ROW = 300
#: How much larger than shapes their bounds are, as kernels take it.
FATTENING = (
    np.float32(0.5 * constants.SPECULATIVE_DISTANCE),
    np.float32(constants.AABB_MARGIN),
    np.float32(constants.AABB_MARGIN_RATIO),
)


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class Roster:
    """Which bodies there are and what they are made of; states share one until a body comes, goes or is changed.

    Attributes:
        handles: Handle of each row, or None.
        compositions: What each body that is there is made of.
        ids: Numbers of bodies.
        part_ids: Numbers of shapes.
        edited: Parts whose height field was edited, and what it is now.
    """

    handles: tuple[Body | None, ...]
    compositions: tuple[Composition, ...]
    ids: SavedIds
    part_ids: SavedIds
    edited: tuple[tuple[Part, ShapeHeightField], ...]


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class SavedBodies:
    """What `BodyTable.save` returns."""

    roster: Roster
    removed: tuple[tuple[int, Body], ...]
    rows_to_free: tuple[int, ...]
    rows_freed_next: tuple[int, ...]

    @property
    def nbytes(self) -> int:
        """Memory [bytes], nearly."""
        return BYTES_PER_ROW * len(self.roster.handles)


class BodyTable:
    """The bodies of a world.

    Attributes:
        world: The world.
        arrays: Its arrays.
        materials: Its materials.
        events: Events that may still name bodies by their rows.
        guard: Refuses changes in the middle of a step.
        handles: Handle of each row; None where there is no body.
        ids: Numbers of bodies (`Body.id`).
        part_ids: Numbers of shapes (`Part.id`).
        removed_handles: Handles of removed bodies that events still name, by row.
        joints_of: Joints of the body in a row; the table of joints says which.
        suspend_joints: Has the joints of the body in a row act, or not, as it was enabled or disabled; likewise.
        find_soft: The soft body that a row stands for; the table of soft bodies says which.
        leave_soft: Ends the attachments of soft bodies to the body in a row; likewise.
        edited: Parts whose height field was ever edited, and what each was made as.
        revision: Counts what changes the lists of bodies, shapes and looks, so that copies of them know their age.
    """

    def __init__(
        self, world: "World", arrays: State, materials: MaterialTable, events: EventReader, guard: StepGuard
    ) -> None:
        self.world = world
        self.arrays = arrays
        self.materials = materials
        self.events = events
        self.guard = guard
        self.handles: list[Body | None] = [None]
        self.ids = IdPool(first=1)
        self.part_ids = IdPool(first=0)
        self.joints_of: Callable[[int], list[Joint]] = lambda row: []
        self.suspend_joints: Callable[[int], None] = lambda row: None
        self.find_soft: Callable[[int], object] = lambda row: None
        self.leave_soft: Callable[[int], None] = lambda row: None
        self.edited: dict[Part, ShapeHeightField] = {}
        self.revision = 0
        self._by_id: dict[int, Body] = {}
        self._roster: Roster | None = None
        self.removed_handles: dict[int, Any] = {}
        self._rows_to_free: list[int] = []  # of bodies removed since the last step
        self._rows_freed_next: list[int] = []  # of bodies removed before it, which its events may name

    # ---- Rows and handles -------------------------------------------------------------------------------------------

    @property
    def bodies(self) -> list[Body]:
        """All bodies, in the order of their numbers."""
        return [self._by_id[number] for number in sorted(self._by_id)]

    @property
    def count(self) -> int:
        """How many bodies there are."""
        return len(self._by_id)

    def find(self, number: int) -> Body:
        """The body with a number, or LookupError."""
        found = self._by_id.get(operator.index(number))
        if found is None:
            raise LookupError(f"there is no body number {number!r} in this world")
        return found

    def owns(self, body: Body) -> bool:
        """Whether a body of this world is still in it."""
        return body._row < len(self.handles) and self.handles[body._row] is body

    def row_of(self, body: Body) -> int:
        """Row of a body of this world, or LookupError."""
        if not isinstance(body, Body):
            raise TypeError(f"body must be a Body, got {checks.shown(body)}")
        if body._table is not self:
            raise LookupError(f"{body._label} is of another world; use it there")
        return body._find()

    def at_row(self, row: int) -> Body:
        """The body of a row that is in use; for the row of a soft body, that."""
        found = self.handles[row] if row < len(self.handles) else None
        return cast(Body, found or self.find_soft(row))

    def named_by_event(self, row: int) -> Body:
        """The body, or soft body, that an event names by its row; it may have been removed since."""
        return self.at_row(row) or self.removed_handles[row]

    def rows(self) -> np.ndarray:
        """Rows of all bodies, in the order of their numbers, int32."""
        arrays = self.arrays  # thousands of handles would take far longer
        alive = arrays.bodies.links[: arrays.body_top, BODY.FLAGS] & BODY.FLAG_ALIVE
        return self.ids.sorted(np.flatnonzero(alive).astype(np.int32))

    def looks(self) -> list[tuple[int, int, Geometry]]:
        """What is drawn instead of shapes: which of all bodies it is, number of its first shape or -1, its look."""
        made = [body._composition for body in self.bodies]
        return [
            (index, some.parts[0]._id if some.parts else -1, some.look)
            for index, some in enumerate(made)
            if some.look is not None
        ]

    def name_rows(self, rows: np.ndarray, records: np.ndarray) -> None:
        """Write numbers into the records of contacts.

        Args:
            rows: Rows of body a, body b, shape a, shape b, int32 [n, at least 4].
            records: Records with fields of these names, [n]. Written.
        """
        records["body_a"] = self.ids.of_row[rows[:, 0]]
        records["body_b"] = self.ids.of_row[rows[:, 1]]
        records["shape_a"] = self.part_ids.of_row[rows[:, 2]]
        records["shape_b"] = self.part_ids.of_row[rows[:, 3]]

    def changed(self) -> None:
        """Note that bodies, shapes or looks are others than before."""
        self.revision += 1
        self._roster = None

    def composition_changed(self) -> None:
        """Note that a body is made of something else, though snapshots show the same."""
        self._roster = None

    # ---- Coming and going -------------------------------------------------------------------------------------------

    def add(self, definition: BodyDef) -> Body:
        """Make a new body; see `World.add`."""
        if not isinstance(definition, BodyDef):
            raise TypeError(f"definition must be a BodyDef or a JointDef, got {checks.shown(definition)}")
        return self.enter(prepare(definition, self.materials))

    def restore(self, definition: BodyDef) -> Body:
        """Bring a body back under its number; see `World.restore`."""
        if not isinstance(definition, BodyDef):
            raise TypeError(f"definition must be a BodyDef or a JointDef, got {checks.shown(definition)}")
        if definition.id is None or not definition.id > 0:
            raise ValueError("a body can only be restored from a definition with an id; use World.add for a new one")
        if definition.id in self._by_id:
            raise ValueError(f"there is a body number {definition.id} in this world; use World.add for another one")
        taken = {part._id for body in self._by_id.values() for part in body._composition.parts}
        for part in definition.parts:
            if part.id is not None and part.id in taken:
                raise ValueError(f"there is a shape number {part.id} in this world; leave the id of the part None")
            taken.add(-1 if part.id is None else part.id)
        return self.enter(prepare(definition, self.materials), restored=True)

    def enter(self, prepared: PreparedBody, *, restored: bool = False) -> Body:
        """Make a body that has been prepared, under its old number or a new one. Only the first line can fail."""
        self.guard.need_idle("added")
        definition = prepared.definition
        row = self.arrays.reserve_body()
        number = self.ids.give(row, definition.id if restored else None)
        body = Body(self, row, number, definition.name, definition.user_data)
        arrays, flags = self.arrays.bodies, flags_of(definition)
        velocity = unlocked(flags, MOTION.VELOCITY, definition.velocity)
        spin = unlocked(flags, MOTION.ANGULAR, definition.angular_velocity)
        loaded = 0.0 if any(velocity) or any(spin) else LOADED
        arrays.links[row] = (flags, -1, -1, -1, row, -1, 0, 0)
        arrays.motion[row] = (*velocity, 0.0, *spin, *(0.0,) * 8, 1.0)
        damping = definition.linear_damping, definition.angular_damping
        arrays.traits[row] = (definition.gravity_scale, *damping, 0.0, 0.0, 0.0, loaded, loaded, 0.0, 0.0, 0.0, 0.0)
        arrays.rotation[row] = definition.orientation
        parts = tuple(
            [
                write_part(self, body, definition.kind, part, surface, part.id if restored else None)
                for part, surface in zip(definition.parts, prepared.surfaces, strict=True)
            ]
        )
        weights = prepared.densities, prepared.mass, prepared.properties
        given = definition.moments, definition.local_center_of_mass
        body._composition = Composition(parts, *weights, definition.look, *given)
        write_mass(self, body, prepared.inverse, definition.position, definition)
        self.handles += [None] * (row + 1 - len(self.handles))  # soft bodies have rows too
        self.handles[row] = body
        self._by_id[body._id] = body
        self.changed()
        return body

    def remove(self, body: Body, row: int) -> None:
        """Remove a body that no joint holds any more; its row waits until no event names it."""
        self.leave_soft(row)
        self.retire(row, body, [part._row for part in body._composition.parts])
        self.handles[row] = None
        self.ids.drop(row)
        del self._by_id[body._id]
        self.changed()

    def retire(self, row: int, handle: Any, shapes: Sequence[int]) -> None:
        """Take what a row stands for, with these rows of shapes, out of everything but the events of the last step."""
        arrays = self.arrays
        self.remove_contacts(row)
        for shape in shapes:
            self.leave_tree(shape)
            self.release_part(shape)
        self.leave_awake(row)
        arrays.bodies.links[row, BODY.FLAGS] = 0
        arrays.counts[COUNT.ISLANDS_STALE] = 1
        self.removed_handles[row] = handle
        self._rows_to_free.append(row)

    def release_part(self, row: int) -> None:
        """Give the row of a shape back."""
        self.part_ids.drop(row)
        self.arrays.release_shape(row)

    def free_rows(self) -> None:
        """Before a step: free the rows that only events of the last step named."""
        if self._rows_freed_next:
            self.events.resolve()
            for row in self._rows_freed_next:
                del self.removed_handles[row]
                self.arrays.release_body(row)
        self._rows_freed_next, self._rows_to_free = self._rows_to_free, []

    # ---- What changes in the arrays ---------------------------------------------------------------------------------

    def disturb(self, row: int) -> None:
        """Wake a body, or what touches or hangs on a body that cannot be woken."""
        arrays = self.arrays
        links = arrays.bodies.links
        flags = int(links[row, BODY.FLAGS])
        # One that is awake only starts its rest anew. That is most of the calls, and a kernel takes 10 us to be called.
        if flags & (BODY.KIND_BITS | BODY.STILL_BITS) == BODY.DYNAMIC and links[row, BODY.AWAKE] >= 0:
            arrays.bodies.traits[row, BODY.TRAIT_SLEEP_TIME] = 0.0
            return
        disturb(row, arrays.bodies, arrays.contacts, arrays.joints, arrays.counts, arrays.events)

    def wake_all(self) -> None:
        """Wake all bodies."""
        for row, body in enumerate(self.handles):
            if body is not None or self.find_soft(row) is not None:
                self.disturb(row)

    def follow(self, row: int) -> None:
        """Bring inertia, shapes and bounds up to date with a changed pose or mass."""
        a = self.arrays
        move_to(row, a.bodies, a.shapes, a.static_tree, a.moving_tree, a.counts, *FATTENING)

    def look_ahead(self, row: int, way: Sequence[float]) -> None:
        """Have the bounds of a body's shapes reach as far as it will go in the next step [m]."""
        a = self.arrays
        ahead = np.array(way, np.float32)
        look_ahead_of(row, *ahead, a.bodies, a.shapes, a.static_tree, a.moving_tree, a.counts, *FATTENING)

    def leave_tree(self, shape: int) -> None:
        """Take a shape out of its tree, unless its body is disabled; when it is written next, it enters one anew."""
        a = self.arrays
        if a.shapes.info[shape, SHAPE.NODE] >= 0:
            leave_shape(shape, a.shapes, a.static_tree, a.moving_tree, a.counts)
            a.shapes.info[shape, SHAPE.NODE] = -1

    def leave_awake(self, row: int) -> None:
        """Take a body out of the list of those that move."""
        leave_awake(row, self.arrays.bodies, self.arrays.counts)

    def remove_contacts(self, row: int, shape: int = -1) -> None:
        """End the contacts of a body, or of one of its shapes."""
        self.events.resolve()
        a = self.arrays
        remove_contacts_of(row, shape, a.bodies, a.shapes, a.contacts, a.counts, a.events)

    def forget_manifolds(self, row: int | None = None) -> None:
        """Have contacts updated in full in the next step: something that recycling does not look at changed.

        Args:
            row: Of a body, whose contacts these are; all contacts if left out.
        """
        info = self.arrays.contacts.info[: self.arrays.counts[COUNT.CONTACT_TOP]]
        if row is None:
            info[:, CONTACT.FLAGS] &= ~CONTACT.FLAG_CACHED
        else:
            concerned = (info[:, CONTACT.BODY_A] == row) | (info[:, CONTACT.BODY_B] == row)
            info[concerned, CONTACT.FLAGS] &= ~CONTACT.FLAG_CACHED

    def warn_of_frozen(self, stacklevel: int) -> None:
        """Say which bodies were quarantined in the last step."""
        for event in self.events.last.body_frozen:
            label = repr(event.body.name) if event.body.name else f"number {event.body._id}"
            warnings.warn(
                f"body {label} was frozen at {tuple(round(c, 3) for c in event.body.position)}: its state was no "
                "longer finite; look for huge forces or masses, then call unfreeze() or remove it",
                RuntimeWarning,
                stacklevel=stacklevel + 1,
            )

    # ---- State ------------------------------------------------------------------------------------------------------

    def save(self) -> SavedBodies:
        """Which bodies there are, what they are made of, and which rows wait to be freed."""
        if self._roster is None:
            made = tuple([body._composition for body in self.handles if body is not None])
            ids = self.ids.save(), self.part_ids.save()
            self._roster = Roster(tuple(self.handles), made, *ids, terrain.edited_now(self))
        removed = tuple(self.removed_handles.items())
        return SavedBodies(self._roster, removed, tuple(self._rows_to_free), tuple(self._rows_freed_next))

    def load(self, saved: SavedBodies) -> None:
        """Back to what `save` returned."""
        if saved.roster is not self._roster:
            self.handles = list(saved.roster.handles)
            living = [body for body in self.handles if body is not None]
            self._by_id = {body._id: body for body in living}
            for body, composition in zip(living, saved.roster.compositions, strict=True):
                body._composition = composition
            self.ids.load(saved.roster.ids)
            self.part_ids.load(saved.roster.part_ids)
            terrain.load_edited(self, saved.roster.edited)
            self.arrays.library.bind_materials(self.materials)
            self.changed()
            self._roster = saved.roster
        self.removed_handles = dict(saved.removed)
        self._rows_to_free, self._rows_freed_next = list(saved.rows_to_free), list(saved.rows_freed_next)

    def outline(self) -> object:
        """Rows that wait to be freed, and numbers: all else of bodies that decides the future is in the arrays."""
        return self._rows_to_free, self._rows_freed_next, self.ids.outline(), self.part_ids.outline()
