"""Angular motor.

A motor without a joint drives the rotation of a body about up to three axes, and holds nothing; here a ball joint in
the middle does that. The axes of the first are fixed in the world, those of the second rotate with the body, and the
third goes to three angles, like a gun turret.
Try: rotate about two axes at once: the world and the body give different results. Aim the third.
"""

import math

from physics import JointBall, JointMotorAngular, ShapeBox, ShapeCylinder, World
from scenes import kit
from scenes.kit import stand
from scenes.registry import Label, Slider, View, scene

LABELS = ("WORLD", "BODY", "ANGLES")
PITCH, DROP = 1.8, 0.9
RATES = (1.5, 1.0, 0.0)
AIM = (30.0, -40.0, 60.0)
TORQUE = 200.0


def set_rate(number: int):
    """What a slider does: set the rate of a motor of the first two [rad/s]."""

    def apply(world: World, value: float) -> None:
        for label in LABELS[:2]:
            stand.set_joints(label, "motor_speed", 3 + number)(world, value)

    return apply


def set_aim(number: int):
    """What a slider does: set an angle that the third one goes to [degrees]."""
    return stand.set_joints("ANGLES", "motor_target", 3 + number, math.pi / 180.0)


def set_torque(world: World, value: float) -> None:
    """Largest torque of all motors [N m]."""
    for joint in world.joints:
        if isinstance(joint, JointMotorAngular):
            for motor in joint.motors:
                motor.motor_max_force = value


@scene(
    category="Joints",
    name="Angular motor",
    place="workshop",
    view=View(target=(0.2, 1.6, -0.1), distance=3.8, yaw_degrees=12.0, pitch_degrees=12.0),
    sliders={
        "x": Slider("Speed about x", RATES[0], -6.0, 6.0, unit="rad/s", live=set_rate(0)),
        "y": Slider("Speed about y", RATES[1], -6.0, 6.0, unit="rad/s", live=set_rate(1)),
        "z": Slider("Speed about z", RATES[2], -6.0, 6.0, unit="rad/s", live=set_rate(2)),
        **{
            f"aim_{'xyz'[k]}": Slider(f"Third: angle {k + 1}", AIM[k], -80.0, 80.0, unit="degrees", live=set_aim(k))
            for k in range(3)
        },
        "torque": Slider("Torque", TORQUE, 0.0, 500.0, unit="N m", live=set_torque),
    },
)
def build(world: World) -> None:
    """Three gallows with a body each that hangs in its middle."""
    kit.add_ground(world)
    parts = [(ShapeBox((0.35, 0.12, 0.18)), (0.0, 0.0, 0.0)), (ShapeCylinder(0.05, 0.3), (0.0, 0.2, 0.0)),
             (ShapeBox((0.05, 0.05, 0.4)), (0.0, 0.0, 0.2))]  # fmt: skip
    for number, label in enumerate(LABELS):
        x = PITCH * (number - 0.5 * (len(LABELS) - 1))
        gallows, place = stand.add_gallows(world, x, label), (x, stand.TOP - DROP, 0.0)
        body = world.add_body(
            shapes=parts, position=place, density=400.0, material="plastic", can_sleep=False, name=f"body {label}"
        )
        world.add_joint(JointBall(gallows, body, anchor=body.center_of_mass, name=f"middle {label}"))
        options = {"frame": ("world", "b", "a")[number], "euler": label == "ANGLES", "name": label}
        motor = JointMotorAngular(gallows, body, axes=(kit.X, kit.Y, kit.Z), **options)
        for axis, rate, aim in zip(motor.motors, RATES, AIM, strict=True):
            axis.motor_speed, axis.motor_max_force = rate, TORQUE
            if label == "ANGLES":
                axis.motor_speed, axis.motor_target = 1.0, math.radians(aim)  # speed: the most on the way there
        world.add_joint(motor)


def draw(world: World) -> list[Label]:
    """The angles of each."""
    texts = {
        joint.name: "\n".join(f"{math.degrees(axis.position):+.0f}°" for axis in joint.motors)
        for joint in world.joints
        if isinstance(joint, JointMotorAngular)
    }
    return stand.captions(world, texts)


def check(world: World) -> None:
    """The first turns about axes of the world, and the third has come to its angles."""
    joints = {joint.name: joint for joint in world.joints}
    spin = joints["WORLD"].body_b.angular_velocity
    assert math.dist(spin, RATES) < 0.1, f"the first turns at {tuple(spin)}"
    for axis, aim in zip(joints["ANGLES"].motors, AIM, strict=True):
        assert abs(math.degrees(axis.position) - aim) < 2.0, f"an angle is {math.degrees(axis.position):.1f}, not {aim}"
