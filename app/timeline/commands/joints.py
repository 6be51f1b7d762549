"""Commands about joints."""

import dataclasses

from app.timeline.command import Command, command
from app.timeline.encoding import encodable
from app.timeline.results import Result, label_of
from physics import Body, Joint, JointAxisDef, JointDef, JointDistance, World

for kind in (JointDef, JointAxisDef):
    encodable(kind)


@command("add_joint")
@dataclasses.dataclass(frozen=True)
class AddJoint(Command):
    """Join two bodies.

    Attributes:
        definition: What joint it is, and where it holds each body.
    """

    definition: JointDef

    def perform(self, world: World) -> Result:
        """Make it; the result names it."""
        joint = world.add(self.definition)
        return Result(True, f"Made a {describe(joint)}.", joint=joint.id)

    def again(self, result: Result) -> Command:
        """Make it under the id that it got."""
        return RestoreJoint(self.definition.as_new(result.joint))


@command("restore_joint")
@dataclasses.dataclass(frozen=True)
class RestoreJoint(Command):
    """Bring a joint back under its id.

    Attributes:
        definition: What it was.
    """

    definition: JointDef

    def perform(self, world: World) -> Result:
        """Make it again."""
        joint = world.restore(self.definition)
        return Result(True, f"Made a {describe(joint)}.", joint=joint.id)

    def invert(self, world: World) -> tuple[Command, ...]:
        """Remove it."""
        return (RemoveJoint(-1 if self.definition.id is None else self.definition.id),)


@command("remove_joint")
@dataclasses.dataclass(frozen=True)
class RemoveJoint(Command):
    """Remove a joint.

    Attributes:
        joint: Its id.
    """

    joint: int

    def perform(self, world: World) -> Result:
        """Remove it."""
        joint = find_joint(world, self.joint)
        label = describe(joint)
        world.remove_joint(joint)
        return Result(True, f"Cut the {label}.", joint=self.joint)

    def invert(self, world: World) -> tuple[Command, ...]:
        """Make it again, and the gears that vanish with it."""
        joint = find_joint(world, self.joint)
        return restore_joints([joint.owner or joint])


def find_joint(world: World, number: int) -> Joint:
    """The joint with an id.

    Raises:
        LookupError: There is none.
    """
    try:
        return world.joint(number)
    except (LookupError, TypeError):
        raise LookupError(f"there is no joint number {number} any more") from None


def restore_joints(joints: list[Joint]) -> tuple[Command, ...]:
    """Commands that bring joints back, and after them the gears that couple them."""
    gears = {gear.id: gear for joint in joints for gear in (*joint.gears, *_gears_of_parts(joint))}
    gears |= {joint.id: joint for joint in joints if joint.coupled}
    plain = [joint for joint in joints if joint.id not in gears]
    return tuple(RestoreJoint(joint.definition()) for joint in (*plain, *(gears[number] for number in sorted(gears))))


def _gears_of_parts(joint: Joint) -> list[Joint]:
    """Gears that couple what a joint is made of, but for itself."""
    return [gear for part in joint.parts for gear in part.gears]


def describe(joint: Joint) -> str:
    """A joint and its bodies for people: "hinge between wall and door"."""
    return f"{label_of_joint(joint)} between {_label(joint.body_a)} and {_label(joint.body_b)}"


def label_of_joint(joint: Joint) -> str:
    """A joint's name for people: that which it has, or its kind, such as "hinge" or "rope"."""
    if joint.name:
        return joint.name
    if isinstance(joint, JointDistance):
        axis = joint.axes[0]
        return "rod" if axis.locked else "rope" if axis.limits is not None else "spring"
    return type(joint).__name__.removeprefix("Joint").lower()


def _label(body: Body | None) -> str:
    return "the world" if body is None else label_of(body)
