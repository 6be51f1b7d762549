"""Piston joint.

A piston slides along an axis and rotates about the same axis. The first drum bounces between its stops on a spring
while it rotates freely; the second is turned by a motor; the third goes where a servo sends it.
Try: other speeds, another target for the servo, and push the drums around.
"""

from physics import JointPiston, ShapeBox, ShapeCylinder, World
from physics.vector import rotate
from scenes import kit
from scenes.kit import stand
from scenes.registry import Label, Slider, View, scene

LABELS = ("SPRING", "MOTOR", "SERVO")
PITCH, DROP = 1.7, 1.0
HERTZ, RATIO, LIMIT, SPEED, TORQUE, TARGET, FORCE = 0.8, 0.1, 0.5, 4.0, 60.0, 0.4, 900.0


def set_target(world: World, value: float) -> None:
    """Where the servo goes to [m]."""
    stand.set_joints("SERVO", "motor_target", 0)(world, value)


def set_limit(world: World, value: float) -> None:
    """How far all drums may go up and down [m]."""
    for joint in world.joints:
        if isinstance(joint, JointPiston):
            joint.slide.limits = -value, value


@scene(
    category="Joints",
    name="Piston joint",
    place="workshop",
    view=View(target=(0.2, 1.6, -0.1), distance=3.6, yaw_degrees=10.0, pitch_degrees=14.0),
    sliders={
        "hertz": Slider("Spring frequency", HERTZ, 0.3, 4.0, unit="Hz", live=stand.set_springs("SPRING", "hertz", 0)),
        "ratio": Slider("Spring damping ratio", RATIO, 0.0, 2.0, live=stand.set_springs("SPRING", "damping_ratio", 0)),
        "limit": Slider("Stops", LIMIT, 0.1, 0.5, unit="m", live=set_limit),
        "speed": Slider(
            "Motor speed", SPEED, -15.0, 15.0, unit="rad/s", live=stand.set_joints("MOTOR", "motor_speed", 3)
        ),
        "torque": Slider(
            "Motor torque", TORQUE, 0.0, 200.0, unit="N m", live=stand.set_joints("MOTOR", "motor_max_force", 3)
        ),
        "target": Slider("Servo target", TARGET, -0.5, 0.5, unit="m", live=set_target),
        "force": Slider(
            "Servo force", FORCE, 0.0, 2000.0, unit="N", live=stand.set_joints("SERVO", "motor_max_force", 0)
        ),
    },
)
def build(world: World) -> None:
    """Three gallows with a drum each on an upright axis."""
    kit.add_ground(world)
    drum = [(ShapeCylinder(0.3, 0.12), (0.0, 0.0, 0.0)), (ShapeCylinder(0.05, 0.55), (0.0, 0.0, 0.0))]
    for turned in (kit.turn(kit.Y, degrees) for degrees in (0.0, 90.0, 180.0, 270.0)):
        drum.append((ShapeBox((0.12, 0.1, 0.03)), rotate(turned, (0.36, 0.0, 0.0)), turned))
    for number, label in enumerate(LABELS):
        x = PITCH * (number - 0.5 * (len(LABELS) - 1))
        gallows, place = stand.add_gallows(world, x, label), (x, stand.TOP - DROP, 0.0)
        options = {"mass": 40.0, "material": "plastic", "can_sleep": False, "angular_velocity": (0.0, 2.0, 0.0)}
        body = world.add_body(shapes=drum, position=place, name=f"drum {label}", **options)
        joint = JointPiston(gallows, body, anchor=place, axis=kit.Y, limits=(-LIMIT, LIMIT), name=label)
        if label != "SERVO":
            joint.slide.set_spring(hertz=HERTZ, damping_ratio=RATIO if label == "SPRING" else 1.0)
        joint.slide.motor_speed = 1.0
        world.add_joint(joint)
    kit.named(world, "drum SPRING")[0].velocity = (0.0, 1.5, 0.0)


def draw(world: World) -> list[Label]:
    """Way and rate of each."""
    texts = {joint.name: f"{joint.slide.position:+.2f} m\n{joint.turn.rate:+.1f} rad/s" for joint in world.joints}
    return stand.captions(world, texts)


def check(world: World) -> None:
    """Drums stay upright on their axes, the motor has its speed, the servo its place."""
    joints = {joint.name: joint for joint in world.joints}
    assert max(max(joint.error) for joint in world.joints) < 0.01, "a drum left its axis"
    assert abs(joints["MOTOR"].turn.rate - SPEED) < 0.2, f"the motor turns at {joints['MOTOR'].turn.rate:.2f} rad/s"
    assert abs(joints["SERVO"].slide.position - TARGET) < 0.03, (
        f"the servo is at {joints['SERVO'].slide.position:.2f} m"
    )
    assert abs(joints["SPRING"].turn.rate) > 1.0, "the first drum does not turn freely"
