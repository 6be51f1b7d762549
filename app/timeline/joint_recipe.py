"""JointRecipe: everything that it takes to make a joint again, as it was; and how joints are found and called."""

import dataclasses
from collections.abc import Sequence
from typing import Any

from app.tools.body_points import local_point, world_point
from physics import Body, Joint, JointAxis, JointDistance, JointGear, World
from physics.kernels.layout import joint as JOINT
from physics.shapes.base import Vector
from physics.vector import Quaternion, inverse, multiply

#: Records that are kept as they are, and what of `info` depends on the world: bodies, and neighbors in their lists.
RECORDS = ("info", "axis", "traits")
OF_THE_WORLD = [
    JOINT.BODY_A, JOINT.BODY_B,
    JOINT.NEXT_A, JOINT.PREV_A, JOINT.NEXT_B, JOINT.PREV_B,
]  # fmt: skip
#: Attributes that all joints have.
COMMON = frozenset(
    (
        "_table", "_row", "_was_broken", "_owner", "_bodies", "_places", "_records", "_axes", "name", "user_data",
        "_parts", "_coupled",
    )
)  # fmt: skip
#: Angles and whole turns of `result`: the forces of the last step are none of a new joint.
ANGLES = slice(JOINT.RESULT_ANGLE, JOINT.RESULT_FORCE)


@dataclasses.dataclass(frozen=True)
class JointRecipe:
    """A joint, to be made with `add_to`.

    Attributes:
        kind: Its class.
        anchors: Where it holds each body, in body axes, or in the world [m].
        frames: Rotations of its frames in the same axes.
        records: Its records by name, as in `physics.kernels.layout.joint`.
        name: For people.
        user_data: For the program; the same object.
        own: Attributes that only this class of joints has, as (name, value) each.
        coupled: Of a gear, the axes of two other joints that it couples.
        parts: Of a pulley, the joints that it is made of and couples; the world and one of its bodies have each.
    """

    kind: type[Joint]
    anchors: tuple[Vector, Vector]
    frames: tuple[Quaternion, Quaternion]
    records: tuple[tuple[str, tuple[float, ...]], ...]
    name: str = ""
    user_data: Any = None
    own: tuple[tuple[str, Any], ...] = ()
    coupled: tuple[int, ...] = ()
    parts: "tuple[JointRecipe, ...]" = ()

    @classmethod
    def capture(cls, joint: Joint) -> "JointRecipe":
        """Recipe of a joint as it is now, in a world or not."""
        anchors, frames = local_frames(joint)
        records = {key: joint._record(key).copy() for key in RECORDS}
        records["info"][OF_THE_WORLD] = 0
        records["result"] = joint._record("result")[ANGLES]
        return cls(
            kind=type(joint),
            anchors=anchors,
            frames=frames,
            records=tuple((key, tuple(record.tolist())) for key, record in records.items()),
            name=joint.name,
            user_data=joint.user_data,
            own=tuple((key, value) for key, value in vars(joint).items() if key not in COMMON),
            coupled=tuple(axis.number for axis in axes_coupled(joint)),
            parts=tuple(cls.capture(part) for part in joint._parts),
        )

    def add_to(self, world: World, body_a: Body | None, body_b: Body | None, *coupled: Joint) -> Joint:
        """Make the joint between two bodies, where it held them.

        Args:
            world: Where.
            body_a: One body, or None for the world.
            body_b: The other.
            *coupled: Of a gear, the two joints that it couples.

        Raises:
            ValueError: They cannot be joined. The world is as it was.
        """
        return world.add_joint(self._make((body_a, body_b), coupled))

    def _make(self, bodies: tuple[Body | None, Body | None], coupled: Sequence[Joint] = ()) -> Joint:
        """The joint, not yet in a world; the records hold what its own __init__ would find out."""
        joint = self.kind.__new__(self.kind)
        vars(joint).update(self.own)
        anchors = tuple(
            place if body is None else world_point(body, place)
            for place, body in zip(self.anchors, bodies, strict=True)
        )
        frames = tuple(
            turn if body is None or (side == 0 and self._fixed) else multiply(body.orientation, turn)
            for side, (turn, body) in enumerate(zip(self.frames, bodies, strict=True))
        )
        Joint.__init__(joint, *bodies, anchors=anchors, frames=frames, name=self.name, user_data=self.user_data)
        for key, values in self.records:
            joint._records[key][ANGLES if key == "result" else slice(None)] = values
        if self.parts:
            coupled = joint._parts = tuple(
                part._make((None, body)) for part, body in zip(self.parts, bodies, strict=True)
            )
        if self.coupled:
            joint._coupled = tuple(other.axes[number] for other, number in zip(coupled, self.coupled, strict=True))
        return joint

    @property
    def _fixed(self) -> bool:
        """Whether the frame of a is fixed to the world."""
        return bool(int(dict(self.records)["info"][JOINT.FLAGS]) & JOINT.FLAG_WORLD)


def axes_coupled(joint: Joint) -> tuple[JointAxis, ...]:
    """The axes of other joints that a gear couples; none for other joints."""
    return joint._coupled if isinstance(joint, JointGear) else ()


def joints_coupled(joint: Joint) -> tuple[Joint, ...]:
    """The joints that a gear couples, unless it is made of them."""
    return () if joint._parts else tuple(axis._joint for axis in axes_coupled(joint))


def gears_of(world: World, joint: Joint) -> list[Joint]:
    """The gears that vanish with a joint."""
    return [gear for gear in world.joints if any(other is joint for other in joints_coupled(gear))]


def local_frames(joint: Joint) -> tuple[tuple[Vector, Vector], tuple[Quaternion, Quaternion]]:
    """Anchors [m] and rotations of the frames of a joint, in the axes of its bodies."""
    anchors, frames = [], []
    for side, body in enumerate(joint._bodies):
        place, turn = joint._frame(side)
        anchors.append(tuple(place if body is None else local_point(body, place)))
        fixed = side == 0 and joint._record("info")[JOINT.FLAGS] & JOINT.FLAG_WORLD
        frames.append(tuple(turn if body is None or fixed else multiply(inverse(body.orientation), turn)))
    return tuple(anchors), tuple(frames)


def recognize_joint(joint: Joint) -> tuple:
    """What a joint is recognized by: its number may have gone to another one since.

    Its anchors in body axes stay what they are, but for a little rounding each time it is made.
    """
    anchors, _ = local_frames(joint)
    return type(joint), tuple(round(c, 5) + 0.0 for anchor in anchors for c in anchor)


def find_joint(world: World, number: int) -> Joint:
    """The joint with a number (`Joint.id`).

    Raises:
        LookupError: There is none.
    """
    handles = world._joints.handles
    if not 0 < number < len(handles) or handles[number] is None:
        raise LookupError(f"there is no joint number {number} any more")
    return handles[number]


def joints_of(world: World, body: int) -> list[Joint]:
    """Joints of a body, by their numbers; of what a pulley is made of only the pulley."""
    found, edge = set(), int(world._arrays.bodies.joint[body])
    info = world._arrays.joints.info
    while edge:  # the list of the body: twice the joint, and which side of it the body is
        row, side = edge >> 1, edge & 1
        joint = find_joint(world, row)
        found.add(joint._owner or joint)
        edge = int(info[row, JOINT.NEXT_B if side else JOINT.NEXT_A])
    return sorted(found, key=lambda joint: joint.id)


def label_of_joint(joint: Joint) -> str:
    """A joint's name for people: that which it has, or its kind, such as "hinge" or "rope"."""
    if joint.name:
        return joint.name
    if isinstance(joint, JointDistance):
        way = joint.axes[0]
        return "rod" if way.locked else "rope" if way.limits is not None else "spring"
    return type(joint).__name__.removeprefix("Joint").lower()
