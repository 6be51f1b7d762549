"""The joints of a world, as programs add, find and remove them."""

import numpy as np

from physics import checks
from physics.bodies.body import Body
from physics.joints.gears import JointGear
from physics.joints.joint import Joint, check_bodies
from physics.kernels.joints.graph import enter_joint, free_joined, leave_joint, part_joined
from physics.kernels.layout import count as COUNT, event as EVENT, joint as JOINT
from physics.state.world_state import States


class Joining(States):
    """The half of `World` that joints enter and leave by."""

    @property
    def joints(self) -> list[Joint]:
        """All joints."""
        return [joint for joint in self._joint_handles if joint is not None and joint._owner is None]

    def add_joint(self, joint: Joint) -> Joint:
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
        if not isinstance(joint, Joint):
            raise TypeError(f"joint must be a Joint such as JointHinge, got {checks.shown(joint)}")
        if joint._world is not None:
            raise ValueError(f"joint must be in no world yet, got {joint!r}; make a new one")
        self._check_new(joint)
        self._need_idle("joined")
        for part in joint._parts:
            self._enter_joint(part)
            part._owner = joint
        return self._enter_joint(joint)

    def _check_new(self, joint: Joint) -> None:
        """Refuse a joint whose bodies, or joints that it couples, are not in this world."""
        for body in joint._bodies:
            if body is not None:
                self._row_of(body)
        check_bodies(*joint._bodies)
        if isinstance(joint, JointGear) and not joint._parts:
            for axis in (joint.first, joint.second):
                self._joint_row(axis._joint)

    def _enter_joint(self, joint: Joint) -> Joint:
        self._resolve_events()
        s = self._state
        row = s.reserve_joint()
        joint._bind(self, row)
        while len(self._joint_handles) <= row:
            self._joint_handles.append(None)
        self._joint_handles[row] = joint
        enter_joint(row, s.bodies, s.contacts, s.counts, s.events)
        part_joined(row, s.bodies, s.contacts, s.counts, s.events)
        joint._entered()
        return joint

    def remove_joint(self, joint: Joint) -> None:
        """Remove a joint; its bodies wake. The handle raises LookupError from now on."""
        if not isinstance(joint, Joint):
            raise TypeError(f"joint must be a Joint, got {checks.shown(joint)}")
        self._joint_row(joint)
        self._need_idle("parted")
        self._drop_joint(joint._owner or joint)

    def _drop_joint(self, joint: Joint) -> None:
        """Remove a joint, what couples it to others, and what it is made of."""
        joint._was_broken = False  # it may have been, in a future that was gone back from
        self._drop_gears(joint._row)
        self._leave_joint(joint._row)
        self._state.release_joint(joint._row)
        self._drop_parts(joint)

    def _drop_parts(self, joint: Joint) -> None:
        """Remove what a joint is made of, after the joint itself, and what couples that to others."""
        for part in joint._parts:
            if self._owns_joint(part):
                self._drop_joint(part)

    def _drop_gears(self, row: int) -> None:
        """Remove the gears that couple a joint."""
        s = self._state
        info = s.joints.info[: s.counts[COUNT.JOINT_TOP]]
        gears = info[:, JOINT.FLAGS] & JOINT.FLAG_GEAR != 0
        pairs = info[:, [JOINT.FIRST, JOINT.SECOND]] >> 3
        for gear in np.nonzero(gears & (pairs == row).any(axis=1))[0].tolist():
            if self._joint_handles[gear] is not None:
                self._drop_joint(self._joint_handles[gear])

    def _leave_joint(self, row: int) -> None:
        s = self._state
        leave_joint(row, s.bodies, s.shapes, s.contacts, s.counts, s.events)
        self._joint_handles[row] = None

    def _owns_joint(self, joint: Joint) -> bool:
        return joint._row < len(self._joint_handles) and self._joint_handles[joint._row] is joint

    def _joint_row(self, joint: Joint) -> int:
        """Row of a joint of this world, or LookupError."""
        if joint._world is self and self._owns_joint(joint):
            return joint._row
        label = f" {joint.name!r}" if joint.name else ""
        if joint._world is not self:
            where = "in no world yet; give it to World.add_joint" if joint._world is None else "of another world"
            raise LookupError(f"joint{label} is {where}")
        why = "broke" if joint._was_broken else "was removed from its world"
        raise LookupError(f"joint{label} {why}; add a new one")

    def _disturb_joint(self, joint: Joint) -> None:
        """Wake the bodies of a joint that changed."""
        self._joint_row(joint)
        for body in joint._bodies:
            if body is not None:
                self._disturb(body._row)

    def _refit_joint(self, joint: Joint) -> None:
        """Have the bodies of a joint touch, or no longer touch, after it was switched."""
        row = self._joint_row(joint)
        self._resolve_events()
        s = self._state
        part_joined(row, s.bodies, s.contacts, s.counts, s.events)
        free_joined(row, s.bodies, s.shapes, s.contacts, s.counts, s.events)

    def _remove_joints_of(self, body: Body) -> None:
        """Remove all joints of a body."""
        while edge := int(self._state.bodies.joint[body._row]):
            joint = self._joint_handles[edge >> 1]
            self._drop_joint(joint._owner or joint)

    def _drop_broken(self) -> None:
        """Remove the joints that broke in the last step; their rows wait until its events are gone."""
        s = self._state
        count = s.counts[COUNT.EVENTS_SEEN]
        kinds = s.events.info[:count, 0]
        if s.counts[COUNT.JOINT_TOP] > 1 and (kinds == EVENT.JOINT_BROKEN).any():
            rows = s.events.info[:count][kinds == EVENT.JOINT_BROKEN, 1].tolist()
            for row in rows:  # all of them before the gears: one may break in the same step as a joint that it couples
                self._broken_joints[row] = self._joint_handles[row]
                self._broken_joints[row]._was_broken = True
                self._leave_joint(row)
            for row in rows:
                self._drop_gears(row)
                self._drop_parts(self._broken_joints[row])
                s.joints.info[row, JOINT.FLAGS] = 0

    def _release_broken(self) -> None:
        """Give the rows of joints back that broke in the step before."""
        if self._broken_joints:
            self._resolve_events()
            for row in self._broken_joints:
                self._state.release_joint(row)
            self._broken_joints.clear()
