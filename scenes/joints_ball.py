"""Ball joint.

A ball joint holds a point and allows every rotation. Four clubs were given a push and a spin: one is free, one is
limited to a cone, one has a limited twist, one is slowed down by friction.
Try: a narrow cone, little twist, a lot of friction; and pull a club around with the mouse.
"""

import math

from physics import JointBall, World
from scenes import kit
from scenes.kit import stand
from scenes.registry import Label, Slider, View, scene

LABELS = ("FREE", "CONE", "TWIST", "FRICTION")
PITCH, DEGREE = 1.9, math.pi / 180.0
CONE, TWIST, FRICTION = 30.0, 40.0, 20.0


def set_twist(world: World, degrees: float) -> None:
    """How far the third one may twist both ways."""
    stand.set_joints("TWIST", "limits", 3, DEGREE)(world, degrees)


def set_bounce(world: World, value: float) -> None:
    """How much of its speed a club keeps at the end of its cone or twist."""
    stand.set_joints("CONE", "limit_bounce", 4)(world, value)
    stand.set_joints("TWIST", "limit_bounce", 3)(world, value)


@scene(
    category="Joints",
    name="Ball joint",
    place="workshop",
    view=View(target=(0.0, 1.35, 0.0), distance=5.2, yaw_degrees=8.0, pitch_degrees=8.0),
    sliders={
        "cone": Slider(
            "Cone limit", CONE, 2.0, 120.0, unit="degrees", live=stand.set_joints("CONE", "cone_limit", None, DEGREE)
        ),
        "twist": Slider("Twist limit", TWIST, 2.0, 170.0, unit="degrees", live=set_twist),
        "bounce": Slider("Limit bounce", 0.0, 0.0, 1.0, live=set_bounce),
        "friction": Slider("Friction", FRICTION, 0.0, 100.0, unit="N m", live=stand.set_joints("FRICTION", "friction")),
    },
)
def build(world: World) -> None:
    """Four gallows with a club each."""
    kit.add_ground(world)
    for number, label in enumerate(LABELS):
        x = PITCH * (number - 0.5 * (len(LABELS) - 1))
        gallows, top = stand.add_gallows(world, x, label), (x, stand.TOP, 0.0)
        club = stand.add_club(world, top, name=f"club {label}")
        club.angular_velocity = (-2.2, 3.0, 2.2)
        club.velocity = club.angular_velocity.cross(club.center_of_mass - top)
        world.add_joint(JointBall(gallows, club, anchor=top, axis=(0.0, -1.0, 0.0), name=label))


def draw(world: World) -> list[Label]:
    """Swing and twist of each."""
    texts = {
        joint.name: f"swing {math.degrees(joint.swing.position):.0f}°\ntwist {math.degrees(joint.twist.position):.0f}°"
        for joint in world.joints
    }
    return stand.captions(world, texts)


def check(world: World) -> None:
    """The cone and the twist hold, friction has stopped the last one, and all points are where they should be."""
    joints = {joint.name: joint for joint in world.joints}
    assert joints["CONE"].swing.position < math.radians(CONE + 4.0), "the club left its cone"
    assert abs(joints["TWIST"].twist.position) < math.radians(TWIST + 4.0), "the club twisted too far"
    assert joints["FRICTION"].body_b.angular_velocity.length < 0.3, "friction does not brake"
    assert joints["FREE"].body_b.angular_velocity.length > 0.3, "the free club stopped"
    assert max(joint.error[0] for joint in world.joints) < 0.01, "a joint is loose"
