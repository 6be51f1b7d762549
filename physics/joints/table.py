"""JointTable: the joints of a world, which row of the arrays belongs to which handle."""

import dataclasses

import numpy as np

from physics import checks
from physics.bodies.body import Body
from physics.bodies.table import BodyTable
from physics.joints.gears import JointGear
from physics.joints.joint import Joint, check_bodies
from physics.kernels.joints.graph import enter_joint, free_joined, leave_joint, part_joined
from physics.kernels.layout import count as COUNT, event as EVENT, joint as JOINT


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class SavedJoints:
    """What `JointTable.save` returns."""

    handles: tuple[Joint | None, ...]
    broken: tuple[tuple[int, Joint], ...]


class JointTable:
    """The joints of a world; a part of it.

    Attributes:
        bodies: The bodies of the world.
        arrays: Its arrays.
        handles: Handle of each row; None where there is no joint.
        broken: Those that broke in the last step, whose events name them, by row.
    """

    def __init__(self, bodies: BodyTable) -> None:
        self.bodies = bodies
        self.arrays = bodies.arrays
        self.handles: list[Joint | None] = [None]
        self.broken: dict[int, Joint] = {}

    # ---- Rows and handles -------------------------------------------------------------------------------------------

    @property
    def joints(self) -> list[Joint]:
        """All joints; of those that a joint is made of only that joint."""
        return [joint for joint in self.handles if joint is not None and joint._owner is None]

    @property
    def count(self) -> int:
        """How many rows are in use."""
        return len(self.handles) - self.handles.count(None)

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

    def named_by_event(self, row: int) -> Joint:
        """The joint that an event names by its row; it may have broken."""
        return self.handles[row] or self.broken[row]

    # ---- Coming and going -------------------------------------------------------------------------------------------

    def add(self, joint: Joint) -> Joint:
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

    def _enter(self, joint: Joint) -> Joint:
        self.bodies.events.resolve()
        a = self.arrays
        row = a.reserve_joint()
        joint._bind(self, row)
        while len(self.handles) <= row:
            self.handles.append(None)
        self.handles[row] = joint
        enter_joint(row, a.bodies, a.contacts, a.joints, a.counts, a.events)
        part_joined(row, a.bodies, a.contacts, a.joints, a.counts, a.events)
        joint._entered()
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
        while edge := int(self.arrays.bodies.joint[row]):
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
        info = self.arrays.joints.info[: self.arrays.counts[COUNT.JOINT_TOP]]
        gears = info[:, JOINT.FLAGS] & JOINT.FLAG_GEAR != 0
        pairs = info[:, [JOINT.FIRST, JOINT.SECOND]] >> 3
        for gear in np.nonzero(gears & (pairs == row).any(axis=1))[0].tolist():
            handle = self.handles[gear]
            if handle is not None:
                self._drop(handle)

    def _leave(self, row: int) -> None:
        a = self.arrays
        leave_joint(row, a.bodies, a.shapes, a.contacts, a.joints, a.counts, a.events)
        self.handles[row] = None

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
        return SavedJoints(tuple(self.handles), tuple(self.broken.items()))

    def load(self, saved: SavedJoints) -> None:
        """Back to what `save` returned."""
        self.handles, self.broken = list(saved.handles), dict(saved.broken)

    def outline(self) -> object:
        """Rows of joints that broke."""
        return tuple(self.broken)
