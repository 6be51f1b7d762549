"""Gear train with a rack.

A small fast motor turns four wheels, each pair slower and with more torque; the last one drives a rack that lifts a
ton. What is lost in speed is gained in force: a gear creates no energy.
Try: a weaker motor, until it can no longer lift, and a heavier load.
"""

import math

from physics import Body, BodyKind, JointGear, JointHinge, JointRack, JointSlider, ShapeBox, World
from scenes import kit
from scenes.kit import stand
from scenes.registry import Label, Slider, View, scene

MODULE, SMALL, LARGE = 0.03, 9, 20  # radius by teeth [m], teeth of a small and a large wheel
STAGES, AXLE = 3, 1.9  # pairs of wheels, height of the shafts [m]
SPEED, TORQUE, LOAD, WAY = 12.0, 800.0, 1.0, 1.2
APART = MODULE * (SMALL + LARGE)
UP = (-1.0) ** STAGES  # sign of the motor that lifts


def set_load(world: World, tons: float) -> None:
    """Mass of what is lifted [t]."""
    for load in kit.named(world, "load"):
        load.mass = 1000.0 * tons


def steer(world: World) -> bool:
    """Up and down between the stops."""
    motor, lift = stand.joint_named(world, "shaft 1"), stand.joint_named(world, "lift")
    if motor is not None and lift is not None:
        up = UP * abs(motor.motor_speed)
        if lift.position > 0.9 * WAY:
            motor.motor_speed = -up
        elif lift.position < 0.05 * WAY:
            motor.motor_speed = up
    return True


def add_shaft(world: World, board: Body, number: int) -> JointHinge:
    """A large wheel behind and a small one before it as one body; the first has only the small, the last the pinion."""
    place, front = (APART * (number - 0.5 * STAGES), AXLE, 0.0), 0.18 * number
    wheels = [(SMALL, front)] if number == 0 else [(LARGE, front - 0.18), (SMALL, front)]
    parts = []
    for teeth, z in wheels:
        parts += [(shape, (x, y, z), *turned) for shape, (x, y, _), *turned in stand.gear(MODULE * teeth, teeth)]
    options = {"material": "steel" if number % 2 else "iron", "density": 1500.0, "group": 1, "can_sleep": False}
    body = world.add_body(shapes=parts, position=place, name=f"shaft {number + 1}", **options)
    hinge = JointHinge(board, body, anchor=place, axis=kit.Z, name=f"shaft {number + 1}")
    return world.add_joint(hinge)


@scene(
    category="Machines",
    name="Gear train with a rack",
    place="workshop",
    view=View(target=(0.4, 1.8, -0.1), distance=4.3, yaw_degrees=22.0, pitch_degrees=10.0),
    sliders={
        "speed": Slider("Motor speed", SPEED, 0.0, 20.0, unit="rad/s", live=stand.set_speeds("shaft 1", 3)),
        "torque": Slider(
            "Motor torque", TORQUE, 0.0, 2000.0, unit="N m", live=stand.set_joints("shaft 1", "motor_max_force")
        ),
        "load": Slider("Load", LOAD, 0.1, 5.0, unit="t", live=set_load),
    },
)
def build(world: World) -> None:
    """A board with four shafts in a row, and a rack with a load at the end."""
    kit.add_ground(world)
    x, z, radius = APART * 0.5 * STAGES, 0.18 * STAGES, MODULE * SMALL
    plate = [(ShapeBox((0.5 * STAGES * APART + 0.6, 1.6, 0.05)), (0.1, 1.6, -0.3))]
    board = world.add_body(kind=BodyKind.STATIC, shapes=plate, material="wood", group=1, name="board")
    hinges = [add_shaft(world, board, number) for number in range(STAGES + 1)]
    for before, after in zip(hinges[:-1], hinges[1:], strict=True):
        world.add_joint(JointGear(before, after, ratio=LARGE / SMALL, name="gear"))
    place = (x + radius, AXLE - 0.6, z)
    pitch = 2.0 * math.pi * radius / SMALL
    parts = [(ShapeBox((0.05, 1.2, 0.07)), (0.05 + 0.3 * pitch, 0.0, 0.0))]
    parts += [(ShapeBox((0.3 * pitch, 0.22 * pitch, 0.07)), (0.0, pitch * k, 0.0)) for k in range(-6, 7)]
    parts += [(ShapeBox((0.35, 0.2, 0.25)), (0.1, -1.0, 0.0))]
    rack = world.add_body(shapes=parts, position=place, mass=1000.0 * LOAD, material="iron", group=1, name="load")
    lift = world.add_joint(JointSlider(board, rack, anchor=place, axis=kit.Y, limits=(-0.05, WAY), name="lift"))
    world.add_joint(JointRack(hinges[-1], lift, radius=radius, name="rack"))
    motor = hinges[0]
    motor.motor_speed, motor.motor_max_force = UP * SPEED, TORQUE
    world.schedule(steer, after_steps=1)


def draw(world: World) -> list[Label]:
    """How fast each shaft is, and what the motor gives."""
    shafts = [joint for joint in world.joints if joint.name.startswith("shaft")]
    result = []
    for joint in shafts:
        place = joint.anchor_a + (0.0, 0.75, 0.6)
        result.append(Label(f"{joint.rate:+.2f} rad/s", place))
    if shafts:
        text = f"Motor\n{shafts[0].free_axis.motor_force:.0f} N m"
        result.append(Label(text, shafts[0].anchor_a + (0.0, -0.7, 0.3)))
    return result


def check(world: World) -> None:
    """Each shaft turns slower than the one before by the ratio of teeth, and the load was lifted."""
    shafts = [stand.joint_named(world, f"shaft {number + 1}") for number in range(STAGES + 1)]
    for before, after in zip(shafts[:-1], shafts[1:], strict=True):
        assert abs(before.angle + after.angle * LARGE / SMALL) < 0.02, "teeth slip"
    lift = stand.joint_named(world, "lift")
    assert lift.position > 0.3, f"the load is at {lift.position:.2f} m"
    assert abs(lift.position - MODULE * SMALL * shafts[-1].angle) < 0.01, "the rack slips"
