"""The joints of a world, as programs add, find and remove them."""

from physics import checks
from physics.bodies import Body
from physics.joint_base import Joint, check_bodies
from physics.kernels import joint_layout, layout
from physics.kernels.joint_graph import enter_joint, free_joined, leave_joint, part_joined
from physics.states import States


class Joining(States):
    """The half of `World` that joints enter and leave by."""

    @property
    def joints(self) -> list[Joint]:
        """All joints."""
        return [joint for joint in self._joint_handles if joint is not None]

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
        for body in joint._bodies:
            if body is not None:
                self._row_of(body)
        check_bodies(*joint._bodies)
        self._need_idle("joined")
        self._resolve_events()
        s = self._state
        row = s.reserve_joint()
        joint._bind(self, row)
        while len(self._joint_handles) <= row:
            self._joint_handles.append(None)
        self._joint_handles[row] = joint
        enter_joint(row, s.bodies, s.contacts, s.counts, s.events)
        part_joined(row, s.bodies, s.contacts, s.counts, s.events)
        return joint

    def remove_joint(self, joint: Joint) -> None:
        """Remove a joint; its bodies wake. The handle raises LookupError from now on."""
        if not isinstance(joint, Joint):
            raise TypeError(f"joint must be a Joint, got {checks.shown(joint)}")
        row = self._joint_row(joint)
        self._need_idle("parted")
        self._leave_joint(row)
        self._state.release_joint(row)

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
        joints = self._state.joints
        while edge := int(self._state.bodies.joint[body._row]):
            row = edge >> 1
            self._leave_joint(row)
            self._state.release_joint(row)
            assert not joints.info[row, joint_layout.JOINT_FLAGS]

    def _drop_broken(self) -> None:
        """Remove the joints that broke in the last step; their rows wait until its events are gone."""
        s = self._state
        count = s.counts[layout.COUNT_EVENTS_SEEN]
        kinds = s.events.info[:count, 0]
        if s.counts[layout.COUNT_JOINT_TOP] > 1 and (kinds == layout.EVENT_JOINT_BROKEN).any():
            for row in s.events.info[:count][kinds == layout.EVENT_JOINT_BROKEN, 1].tolist():
                joint = self._joint_handles[row]
                joint._was_broken = True
                self._leave_joint(row)
                self._broken_joints[row] = joint
                s.joints.info[row, joint_layout.JOINT_FLAGS] = 0

    def _release_broken(self) -> None:
        """Give the rows of joints back that broke in the step before."""
        if self._broken_joints:
            self._resolve_events()
            for row in self._broken_joints:
                self._state.release_joint(row)
            self._broken_joints.clear()
