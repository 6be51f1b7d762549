"""JointTable: the joints of a world, which row of the arrays belongs to which handle."""

import dataclasses
import operator
from typing import TypeVar

import numpy as np

from physics import checks
from physics.bodies.body import Body
from physics.bodies.table import BodyTable
from physics.joints.arguments import check_bodies
from physics.joints.definition import JointDef
from physics.joints.gears import JointGear
from physics.joints.joint import Joint
from physics.joints.making import make
from physics.kernels.joints.graph import enter_joint, free_joined, leave_joint, part_joined
from physics.kernels.layout import body as BODY, count as COUNT, event as EVENT, joint as JOINT
from physics.state.ids import IdPool, SavedIds

#: A joint of any class, which stays what it is.
AnyJoint = TypeVar("AnyJoint", bound=Joint)


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class SavedJoints:
    """What `JointTable.save` returns."""

    handles: tuple[Joint | None, ...]
    broken: tuple[tuple[int, Joint], ...]
    ids: SavedIds


class JointTable:
    """The joints of a world; a part of it.

    Attributes:
        bodies: The bodies of the world.
        arrays: Its arrays.
        handles: Handle of each row; None where there is no joint.
        ids: Numbers of joints (`Joint.id`).
        broken: Those that broke in the last step, whose events name them, by row.
        guided: Those that want to be called before each step, in the order of their rows.
    """

    def __init__(self, bodies: BodyTable) -> None:
        self.bodies = bodies
        self.arrays = bodies.arrays
        self.handles: list[Joint | None] = [None]
        self.ids = IdPool(first=1)
        self.broken: dict[int, Joint] = {}
        self.guided: list[Joint] = []
        self._by_id: dict[int, Joint] = {}
        bodies.joints_of = self.joints_of
        bodies.suspend_joints = self.suspend_of

    # ---- Rows and handles -------------------------------------------------------------------------------------------

    @property
    def joints(self) -> list[Joint]:
        """All joints, in the order of their numbers; of those that a joint is made of only that joint."""
        joints = [self._by_id[number] for number in sorted(self._by_id)]
        return [joint for joint in joints if joint._owner is None]

    @property
    def count(self) -> int:
        """How many joints there are, with those that others are made of."""
        return len(self._by_id)

    def find(self, number: int) -> Joint:
        """The joint with a number, or LookupError."""
        found = self._by_id.get(operator.index(number))
        if found is None:
            raise LookupError(f"there is no joint number {number!r} in this world")
        return found

    def owns(self, joint: Joint) -> bool:
        """Whether a joint of this world is still in it."""
        return joint._row < len(self.handles) and self.handles[joint._row] is joint

    def row_of(self, joint: Joint) -> int:
        """Row of a joint of this world, or LookupError."""
        if joint._table is self and self.owns(joint):
            return joint._row
        label = f" {joint.name!r}" if joint.name else ""
        if joint._table is not self:
            where = "in no world yet; give it to World.add_joint" if joint._table is None else "of another world"
            raise LookupError(f"joint{label} is {where}")
        why = "broke" if joint._was_broken else "was removed from its world"
        raise LookupError(f"joint{label} {why}; add a new one")

    def joints_of(self, row: int) -> list[Joint]:
        """Joints of the body in a row, in the order of their numbers; of what a joint is made of only that joint."""
        found, edge = set(), int(self.arrays.bodies.joint[row])
        info = self.arrays.joints.info
        while edge:  # twice the row of the joint, and which side of it the body is
            joint = self.named_by_event(edge >> 1)
            found.add(joint._owner or joint)
            edge = int(info[edge >> 1, JOINT.NEXT_A + 2 * (edge & 1)])
        return sorted(found, key=lambda joint: joint._id)

    def gears_of(self, row: int) -> list[Joint]:
        """Gears that couple the joint in a row, in the order of their numbers; not one that is made of it."""
        gears = [gear for gear in self._coupling(row) if not gear._parts]
        return sorted(gears, key=lambda gear: gear._id)

    def _coupling(self, row: int) -> list[Joint]:
        """Gears that couple the joint in a row, in the order of their rows."""
        info = self.arrays.joints.info[: self.arrays.counts[COUNT.JOINT_TOP]]
        gears = info[:, JOINT.FLAGS] & JOINT.FLAG_GEAR != 0
        pairs = info[:, [JOINT.FIRST, JOINT.SECOND]] >> 3
        rows = np.nonzero(gears & (pairs == row).any(axis=1))[0].tolist()
        return [joint for joint in (self.handles[gear] for gear in rows) if joint is not None]

    def named_by_event(self, row: int) -> Joint:
        """The joint that an event names by its row; it may have broken."""
        return self.handles[row] or self.broken[row]

    # ---- Coming and going -------------------------------------------------------------------------------------------

    def add_definition(self, definition: JointDef) -> Joint:
        """See `World.add`."""
        return self.add(make(definition.as_new(), self))

    def restore(self, definition: JointDef) -> Joint:
        """See `World.restore`."""
        if definition.id is None or not definition.id > 0:
            raise ValueError("a joint can only be restored from a definition with an id; use World.add for a new one")
        for one in (definition, *definition.parts):
            if one.id in self._by_id:
                raise ValueError(f"there is a joint number {one.id} in this world; use World.add for another one")
        joint = make(definition, self)
        self._check_new(joint)
        self.bodies.guard.need_idle("joined")
        for part, one in zip(joint._parts, definition.parts, strict=True):
            self._enter(part, one.id)
            part._owner = joint
        return self._enter(joint, definition.id)

    def add(self, joint: AnyJoint) -> AnyJoint:
        """See `World.add_joint`."""
        if not isinstance(joint, Joint):
            raise TypeError(f"joint must be a Joint such as JointHinge, got {checks.shown(joint)}")
        if joint._table is not None:
            raise ValueError(f"joint must be in no world yet, got {joint!r}; make a new one")
        self._check_new(joint)
        self.bodies.guard.need_idle("joined")
        for part in joint._parts:
            self._enter(part)
            part._owner = joint
        return self._enter(joint)

    def _check_new(self, joint: Joint) -> None:
        """Refuse a joint whose bodies, or joints that it couples, are not in this world."""
        for body in joint._bodies:
            if body is not None:
                self.bodies.row_of(body)
        check_bodies(*joint._bodies)
        if isinstance(joint, JointGear) and not joint._parts:
            for axis in (joint.first, joint.second):
                self.row_of(axis._joint)

    def _enter(self, joint: AnyJoint, number: int | None = None) -> AnyJoint:
        """Put a joint into a row, under a new number, or under that of one that comes back."""
        self.bodies.events.resolve()
        a = self.arrays
        row = a.reserve_joint()
        joint._bind(self, row, self.ids.give(row, number))
        while len(self.handles) <= row:
            self.handles.append(None)
        self.handles[row] = self._by_id[joint._id] = joint
        self._list_guided(joint)
        self._suspend(row)
        enter_joint(row, a.bodies, a.contacts, a.joints, a.counts, a.events)
        part_joined(row, a.bodies, a.contacts, a.joints, a.counts, a.events)
        joint._entered(restored=number is not None)
        return joint

    def remove(self, joint: Joint) -> None:
        """See `World.remove_joint`."""
        if not isinstance(joint, Joint):
            raise TypeError(f"joint must be a Joint, got {checks.shown(joint)}")
        self.row_of(joint)
        self.bodies.guard.need_idle("parted")
        self._drop(joint._owner or joint)

    def remove_body(self, body: Body) -> None:
        """See `World.remove_body`: its joints go first."""
        row = self.bodies.row_of(body)
        self.bodies.guard.need_idle("removed")
        self._remove_of(row)
        self.bodies.remove(body, row)

    def _remove_of(self, row: int) -> None:
        """Remove all joints of the body in a row."""
        while edge := int(self.arrays.bodies.joint[row]):  # the list changes with each of them
            joint = self.named_by_event(edge >> 1)
            self._drop(joint._owner or joint)

    def _drop(self, joint: Joint) -> None:
        """Remove a joint, what couples it to others, and what it is made of."""
        joint._was_broken = False  # it may have been, in a future that was gone back from
        self._drop_gears(joint._row)
        self._leave(joint._row)
        self.arrays.release_joint(joint._row)
        self._drop_parts(joint)

    def _drop_parts(self, joint: Joint) -> None:
        """Remove what a joint is made of, after the joint itself, and what couples that to others."""
        for part in joint._parts:
            if self.owns(part):
                self._drop(part)

    def _drop_gears(self, row: int) -> None:
        """Remove the gears that couple a joint."""
        for gear in self._coupling(row):
            if self.owns(gear):
                self._drop(gear)

    def _leave(self, row: int) -> None:
        a = self.arrays
        leave_joint(row, a.bodies, a.shapes, a.contacts, a.joints, a.counts, a.events)
        joint = self._by_id.pop(int(self.ids.of_row[row]))
        self.handles[row] = None
        self._list_guided(joint)
        self.ids.drop(row)

    def _list_guided(self, joint: Joint | None = None) -> None:
        """Bring the list of guided joints up to date after one came or went, or all of them."""
        if joint is None or joint._guided:
            self.guided = [one for one in self.handles if one is not None and one._guided]

    def guide(self, dt: float) -> None:
        """Before a step: let guided joints prepare for it."""
        for joint in self.guided:
            joint._guide(dt)

    # ---- What changes in the arrays ---------------------------------------------------------------------------------

    def disturb(self, joint: Joint) -> None:
        """Wake the bodies of a joint that changed."""
        self.row_of(joint)
        for body in joint._bodies:
            if body is not None:
                self.bodies.disturb(body._row)

    def refit(self, joint: Joint) -> None:
        """Have the bodies of a joint touch, or no longer touch, after it was switched."""
        row = self.row_of(joint)
        self.bodies.events.resolve()
        a = self.arrays
        part_joined(row, a.bodies, a.contacts, a.joints, a.counts, a.events)
        free_joined(row, a.bodies, a.shapes, a.contacts, a.joints, a.counts, a.events)

    def suspend_of(self, body: int) -> None:
        """Have the joints of the body in a row act, or not, after it was enabled or disabled."""
        edge, info = int(self.arrays.bodies.joint[body]), self.arrays.joints.info
        while edge:
            if self._suspend(edge >> 1):
                self.refit(self.named_by_event(edge >> 1))
            edge = int(info[edge >> 1, JOINT.NEXT_A + 2 * (edge & 1)])

    def _suspend(self, row: int) -> bool:
        """Have a joint that is enabled act only if both of its bodies are; returns whether that is new."""
        info = self.arrays.joints.info[row]
        before, wanted = int(info[JOINT.FLAGS]), JOINT.FLAG_ENABLED | JOINT.FLAG_SUSPENDED
        links = self.arrays.bodies.links
        off = any(links[info[JOINT.BODY_A + side], BODY.FLAGS] & BODY.FLAG_DISABLED for side in range(2))
        after = before & ~wanted | (JOINT.FLAG_SUSPENDED if off else JOINT.FLAG_ENABLED)
        if not before & wanted or after == before:
            return False
        info[JOINT.FLAGS] = after
        result = self.arrays.joints.result[row]
        result[: JOINT.RESULT_ANGLE] = result[JOINT.RESULT_FORCE :] = 0.0
        return True

    def drop_broken(self) -> None:
        """After a step: remove the joints that broke in it; their rows wait until its events are gone."""
        a = self.arrays
        info = a.events.info[: a.counts[COUNT.EVENTS_SEEN]]
        rows = info[info[:, 0] == EVENT.JOINT_BROKEN, 1].tolist()
        for row in rows:  # all of them before the gears: one may break in the same step as a joint that it couples
            joint = self.broken[row] = self.named_by_event(row)
            joint._was_broken = True
            self._leave(row)
        for row in rows:
            self._drop_gears(row)
            self._drop_parts(self.broken[row])
            a.joints.info[row, JOINT.FLAGS] = 0

    def free_broken(self) -> None:
        """Before a step: free the rows of joints that broke in the step before."""
        self.bodies.events.resolve()
        for row in self.broken:
            self.arrays.release_joint(row)
        self.broken.clear()

    # ---- State ------------------------------------------------------------------------------------------------------

    def save(self) -> SavedJoints:
        """Handles, also of those that broke in the last step; all else is in the arrays."""
        return SavedJoints(tuple(self.handles), tuple(self.broken.items()), self.ids.save())

    def load(self, saved: SavedJoints) -> None:
        """Back to what `save` returned."""
        self.handles, self.broken = list(saved.handles), dict(saved.broken)
        self._by_id = {joint._id: joint for joint in self.handles if joint is not None}
        self._list_guided()
        self.ids.load(saved.ids)

    def outline(self) -> object:
        """Rows of joints that broke, and numbers; all else is in the arrays."""
        return tuple(self.broken), self.ids.outline()
