"""Bodies of a figure: torso, arms on shoulder hinges, and legs that are only drawn."""

import math
from typing import Any, NamedTuple

from physics import Body, BodyKind, JointHinge, ShapeCapsule, ShapeSphere, Vec3, World
from physics.queries.snapshot import Geometry
from physics.vector import Quaternion, rotate, rotation_of
from play import layers
from play.figure import look as figure_look

#: Masses [kg]: 80 in all.
TORSO_MASS, ARM_MASS = 73.0, 3.5
MASS = TORSO_MASS + 2.0 * ARM_MASS
#: Radius of the torso [m]; it begins above the legs, which step over low obstacles.
RADIUS = 0.25
TALL = ShapeCapsule(RADIUS, 0.425)
SHORT = ShapeCapsule(RADIUS, 0.125)
#: Where the middle of the short one is in the axes of the torso [m].
SHORT_OFFSET = Vec3(0.0, 0.175, 0.0)
#: How far the origin of the torso is above the ground [m]: upright, crouching.
STAND, CROUCH = 1.125, 0.55
#: Where the eyes are above the origin of the torso [m]: upright, crouching.
EYE, EYE_LOW = 0.555, 0.44
#: Right shoulder in the axes of the torso [m].
SHOULDER = Vec3(0.285, 0.285, 0.0)
ARM_LENGTH, ARM_RADIUS = 0.62, 0.05
#: Torque of a shoulder [N m], and how fast it turns [rad/s].
ARM_TORQUE, ARM_SPEED = 90.0, 9.0
#: Shapes of one figure never collide with one another, nor with what it holds.
GROUP = 7001
LEG_PARTS = ("right thigh", "left thigh", "right shin", "left shin")

_ALONG_Z = (math.sqrt(0.5), 0.0, 0.0, math.sqrt(0.5))


class Figure(NamedTuple):
    """Bodies and joints of a figure.

    Attributes:
        torso: Upright capsule with the head.
        right: Right arm; its -Z is where it points.
        left: Left arm.
        legs: Bodies that draw `LEG_PARTS`; they collide with nothing.
        shoulders: Hinges of the right and the left arm; angle 0 is straight ahead, > 0 is up.
    """

    torso: Body
    right: Body
    left: Body
    legs: tuple[Body, ...]
    shoulders: tuple[JointHinge, JointHinge]


def add_figure(world: World, feet: Vec3, yaw: float) -> Figure:
    """Make the bodies of a figure that stands somewhere [m] and looks along a yaw [rad]."""
    turn = rotation_of(yaw)
    common: dict[str, Any] = {
        "category": layers.FIGURE,
        "group": GROUP,
        "friction": 0.0,
        "restitution": 0.0,
        "material": "leather",
    }
    torso = world.add_body(
        shape=TALL, position=feet + (0.0, STAND, 0.0), orientation=turn, mass=TORSO_MASS, can_sleep=False,
        name="figure", look=figure_look.torso(short=False), **common,
    )  # fmt: skip
    right, right_shoulder = _add_arm(world, torso, turn, 1.0, "figure right arm", common)
    left, left_shoulder = _add_arm(world, torso, turn, -1.0, "figure left arm", common)
    legs = tuple(_add_leg(world, torso.position, name) for name in LEG_PARTS)
    return Figure(torso, right, left, legs, (right_shoulder, left_shoulder))


def _add_arm(
    world: World, torso: Body, turn: Quaternion, side: float, name: str, common: dict[str, Any]
) -> tuple[Body, JointHinge]:
    """An arm that points ahead, and its shoulder."""
    anchor = torso.position + rotate(turn, (side * SHOULDER.x, SHOULDER.y, SHOULDER.z))
    arm = world.add_body(
        shapes=[(ShapeCapsule(ARM_RADIUS, 0.5 * ARM_LENGTH - ARM_RADIUS), (0.0, 0.0, 0.0), _ALONG_Z)],
        position=anchor + rotate(turn, (0.0, 0.0, -0.5 * ARM_LENGTH)), orientation=turn, mass=ARM_MASS,
        can_sleep=False, name=name, mask=0, look=figure_look.arm(), **common,
    )  # fmt: skip
    shoulder = JointHinge(
        torso, arm, anchor=anchor, axis=rotate(turn, (1.0, 0.0, 0.0)), limits=(-2.9, 1.7),
        motor_speed=ARM_SPEED, motor_max_force=ARM_TORQUE, motor_target=0.0, name=name,
    )  # fmt: skip
    world.add_joint(shoulder)
    return arm, shoulder


def _add_leg(world: World, position: Vec3, name: str) -> Body:
    """A part of a leg, which is only drawn. Its one small shape has no category, so nothing collides with it."""
    return world.add_body(
        kind=BodyKind.KINEMATIC, shape=ShapeSphere(0.05), position=position, name=f"figure {name}",
        look=_leg_look(name), category=0, mask=0, material="rubber",
    )  # fmt: skip


def _leg_look(name: str) -> Geometry:
    return figure_look.thigh() if "thigh" in name else figure_look.shin()


def remove_figure(world: World, figure: Figure) -> None:
    """Take all bodies of a figure out of the world."""
    for body in (figure.torso, figure.right, figure.left, *figure.legs):
        if body.alive:  # a player may have removed parts of it
            world.remove_body(body)


def set_short(torso: Body, short: bool) -> None:
    """Give the torso its short or its tall shape, and the look of it; its mass stays."""
    shape, offset = (SHORT, SHORT_OFFSET) if short else (TALL, Vec3(0.0, 0.0, 0.0))
    old = next(part for part in torso.parts if isinstance(part.shape, ShapeCapsule))
    torso.add_shape(
        shape, offset, density=TORSO_MASS / shape.volume, category=layers.FIGURE, group=GROUP, friction=0.0,
        restitution=0.0, material="leather",
    )  # fmt: skip
    torso.remove_shape(old)
    torso.look = figure_look.torso(short=short)


def hide(figure: Figure) -> None:
    """Draw nothing of a figure: something else is drawn for it."""
    for body in (figure.torso, figure.right, figure.left, *figure.legs):
        body.look = figure_look.unseen()


def show(figure: Figure, *, short: bool) -> None:
    """Draw a figure again."""
    figure.torso.look = figure_look.torso(short=short)
    figure.right.look = figure.left.look = figure_look.arm()
    for leg, name in zip(figure.legs, LEG_PARTS, strict=True):
        leg.look = _leg_look(name)


def place(figure: Figure, feet: Vec3, yaw: float, stand: float = STAND) -> None:
    """Put a figure somewhere, upright and at rest, its middle some meters above its feet."""
    turn = rotation_of(yaw)
    torso = figure.torso
    torso.place(feet + (0.0, stand, 0.0), turn)
    for arm, side in ((figure.right, 1.0), (figure.left, -1.0)):
        local = Vec3(side * SHOULDER.x, SHOULDER.y, SHOULDER.z - 0.5 * ARM_LENGTH)
        arm.place(torso.position + rotate(turn, local), turn)
    for body in (torso, figure.right, figure.left):
        body.velocity = body.angular_velocity = (0.0, 0.0, 0.0)


def hand_of(arm: Body) -> Vec3:
    """Where the hand of an arm is [m]."""
    return arm.position + rotate(arm.orientation, (0.0, 0.0, 0.06 - 0.5 * ARM_LENGTH))
