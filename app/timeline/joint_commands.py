"""Commands about joints; see `commands`. A joint is named by its number (`Joint.id`), the world is body number 0."""

import dataclasses

from app.timeline.joint_recipe import JointRecipe, find_joint, joints_coupled, label_of_joint
from app.timeline.results import Result, attempt, label_of
from physics import Body, Joint, World

WORLD = 0


@dataclasses.dataclass(frozen=True)
class AddJoint:
    """Join two bodies.

    Attributes:
        recipe: What joint it is, and where it holds each body.
        body_a: Number of one body; 0 is the world.
        body_b: Number of the other.
        joint_a: Of a gear, number of one joint that it couples; else None.
        joint_b: Of a gear, number of the other.
    """

    recipe: JointRecipe
    body_a: int
    body_b: int
    joint_a: int | None = None
    joint_b: int | None = None

    @classmethod
    def again(cls, joint: Joint) -> "AddJoint":
        """The command that makes a joint as it is now."""
        coupled = (other.id for other in joints_coupled(joint))
        return cls(JointRecipe.capture(joint), *numbers_of(joint), *coupled)

    def apply(self, world: World) -> Result:
        """Do it; the result names the new joint."""

        def deed() -> tuple[str, int]:
            bodies = (None if number == WORLD else world.body(number) for number in (self.body_a, self.body_b))
            coupled = (find_joint(world, number) for number in (self.joint_a, self.joint_b) if number is not None)
            joint = self.recipe.add_to(world, *bodies, *coupled)
            return f"Made a {describe(joint)}.", joint.id

        return attempt(deed, about="joint")


@dataclasses.dataclass(frozen=True)
class RemoveJoint:
    """Remove a joint.

    Attributes:
        joint: Its number.
    """

    joint: int

    def apply(self, world: World) -> Result:
        """Do it."""

        def deed() -> tuple[str, int]:
            joint = find_joint(world, self.joint)
            label = describe(joint)
            world.remove_joint(joint)
            return f"Cut the {label}.", self.joint

        return attempt(deed, about="joint")


def numbers_of(joint: Joint) -> tuple[int, int]:
    """Numbers of the bodies of a joint."""
    return tuple(WORLD if body is None else body.id for body in joint._bodies)


def describe(joint: Joint) -> str:
    """A joint and its bodies for people: "hinge between wall and door"."""
    return f"{label_of_joint(joint)} between {_label(joint.body_a)} and {_label(joint.body_b)}"


def _label(body: Body | None) -> str:
    return "the world" if body is None else label_of(body)
