"""Commands about joints. The world is body number 0."""

import dataclasses

from app.timeline.command import Command, command
from app.timeline.commands.bodies import find_body
from app.timeline.joint_recipe import JointRecipe, find_joint, joints_coupled, label_of_joint
from app.timeline.results import Result, label_of
from physics import Body, Joint, World

WORLD = 0


@command("add_joint")
@dataclasses.dataclass(frozen=True)
class AddJoint(Command):
    """Join two bodies.

    Attributes:
        recipe: What joint it is, and where it holds each body.
        body_a: Id of one body; 0 is the world.
        body_b: Id of the other.
        joint_a: Of a gear, id of one joint that it couples; else None.
        joint_b: Of a gear, id of the other.
    """

    recipe: JointRecipe
    body_a: int
    body_b: int
    joint_a: int | None = None
    joint_b: int | None = None

    @classmethod
    def of(cls, joint: Joint) -> "AddJoint":
        """The command that makes a joint as it is now."""
        coupled = (other.id for other in joints_coupled(joint))
        return cls(JointRecipe.capture(joint), *numbers_of(joint), *coupled)

    def perform(self, world: World) -> Result:
        """Make it; the result names it."""
        bodies = (None if number == WORLD else find_body(world, number) for number in (self.body_a, self.body_b))
        coupled = (find_joint(world, number) for number in (self.joint_a, self.joint_b) if number is not None)
        joint = self.recipe.add_to(world, *bodies, *coupled)
        return Result(True, f"Made a {describe(joint)}.", joint=joint.id)


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
        """Make it again."""
        return (AddJoint.of(find_joint(world, self.joint)),)


def numbers_of(joint: Joint) -> tuple[int, int]:
    """Ids of the bodies of a joint."""
    return tuple(WORLD if body is None else body.id for body in joint._bodies)


def describe(joint: Joint) -> str:
    """A joint and its bodies for people: "hinge between wall and door"."""
    return f"{label_of_joint(joint)} between {_label(joint.body_a)} and {_label(joint.body_b)}"


def _label(body: Body | None) -> str:
    return "the world" if body is None else label_of(body)
