"""Hinge.

A hinge lets a body rotate about one axis only. Four boards hang on hinges: one swings freely, one between limits, one
is turned by a motor with limited torque, one is pulled back by a spring.
Try: a motor that is too weak to lift its board over the top, and a spring without damping.
"""

import math

from physics import JointHinge, ShapeBox, World
from scenes import kit
from scenes.kit import stand
from scenes.registry import Label, Slider, View, scene

LABELS = ("FREE", "LIMITS", "MOTOR", "SPRING")
PITCH, LENGTH = 2.5, 1.2  # boards that turn all around do not meet
DEGREE = math.pi / 180.0
RATE = 4.5  # at which the boards begin [rad/s]
BOUNCE, LIMIT, SPEED, TORQUE, HERTZ, RATIO = 0.7, 50.0, 3.0, 150.0, 1.5, 0.1


@scene(
    category="Joints",
    name="Hinge",
    place="workshop",
    view=View(target=(0.0, 1.35, 0.0), distance=6.4, yaw_degrees=8.0, pitch_degrees=8.0),
    sliders={
        "limit": Slider(
            "Limits", LIMIT, 5.0, 170.0, unit="degrees", live=stand.set_joints("LIMITS", "limits", None, DEGREE)
        ),
        "bounce": Slider("Limit bounce", BOUNCE, 0.0, 1.0, live=stand.set_joints("LIMITS", "limit_bounce", 3)),
        "friction": Slider(
            "Friction of the free board", 0.0, 0.0, 50.0, unit="N m", live=stand.set_joints("FREE", "friction")
        ),
        "speed": Slider("Motor speed", SPEED, -10.0, 10.0, unit="rad/s", live=stand.set_joints("MOTOR", "motor_speed")),
        "torque": Slider(
            "Motor torque", TORQUE, 0.0, 300.0, unit="N m", live=stand.set_joints("MOTOR", "motor_max_force")
        ),
        "hertz": Slider("Spring frequency", HERTZ, 0.0, 5.0, unit="Hz", live=stand.set_springs("SPRING", "hertz", 3)),
        "ratio": Slider("Spring damping ratio", RATIO, 0.0, 2.0, live=stand.set_springs("SPRING", "damping_ratio", 3)),
    },
)
def build(world: World) -> None:
    """Four gallows with a board each."""
    kit.add_ground(world)
    for number, label in enumerate(LABELS):
        x = PITCH * (number - 0.5 * (len(LABELS) - 1))
        gallows = stand.add_gallows(world, x, label)
        options = {"density": 300.0, "material": "wood", "can_sleep": False, "name": f"board {label}"}
        rate = {"velocity": (0.5 * RATE * LENGTH, 0.0, 0.0), "angular_velocity": (0.0, 0.0, RATE)}
        place = (x, stand.TOP - 0.5 * LENGTH, 0.0)
        board = world.add_body(shape=ShapeBox((0.2, 0.5 * LENGTH, 0.04)), position=place, **options, **rate)
        world.add_joint(JointHinge(gallows, board, anchor=(x, stand.TOP, 0.0), axis=kit.Z, name=label))


def draw(world: World) -> list[Label]:
    """What each hinge is and does."""
    texts = {}
    for joint in world.joints:
        force = {
            "LIMITS": joint.free_axis.limit_force,
            "MOTOR": joint.free_axis.motor_force,
            "SPRING": joint.free_axis.spring_force,
        }
        texts[joint.name] = f"{math.degrees(joint.angle):.0f}°\n{force.get(joint.name, 0.0):.0f} N m"
    return stand.captions(world, texts)


def check(world: World) -> None:
    """The stops hold, the motor has its speed, the spring swings about its place, and all hinges are closed."""
    hinges = {joint.name: joint for joint in world.joints}
    assert abs(hinges["LIMITS"].angle) < math.radians(LIMIT + 4.0), "the board went through its stop"
    assert abs(hinges["MOTOR"].rate - SPEED) < 0.5, f"the motor turns at {hinges['MOTOR'].rate:.2f} rad/s"
    assert abs(hinges["SPRING"].angle) < 0.3, "the spring does not come to rest"
    assert abs(hinges["FREE"].rate) > 0.05 or abs(hinges["FREE"].angle) > 0.3, "the free board stopped"
    assert max(max(joint.error) for joint in world.joints) < 0.01, "a hinge is loose"
