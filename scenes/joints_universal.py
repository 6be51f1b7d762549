"""Universal joint.

A universal joint has two perpendicular axes: it takes a rotating shaft around a bend. The shaft behind it rotates
unevenly, fast and slow twice per turn: tan b = tan a cos(bend). A weight hangs on another one: it swings but cannot
twist.
Try: more bend, which makes it worse, another speed, and a brake that is too strong for the motor.
"""

import math

import numpy as np

from physics import BodyKind, JointHinge, JointUniversal, ShapeBox, ShapeCylinder, ShapeSphere, World
from scenes import kit
from scenes.kit import stand
from scenes.registry import Label, Slider, View, scene

CENTER = np.array((0.0, 1.5, 0.0))
LENGTH, BEND, SPEED = 1.3, 35.0, 2.0
LIMIT, TORQUE = 40.0, 2000.0
set_speed = stand.set_joints("first bearing", "motor_speed")
set_torque = stand.set_joints("first bearing", "motor_max_force")
set_brake = stand.set_joints("second bearing", "friction")


def set_limit(world: World, degrees: float) -> None:
    """How far the weight may swing both ways."""
    joint = stand.joint_named(world, "SWING")
    if joint is not None:
        for axis in (joint.axis_a, joint.axis_b):
            axis.limits = -math.radians(degrees), math.radians(degrees)


def add_shaft(world: World, way: np.ndarray, name: str) -> None:
    """A shaft from the middle along a direction, in a bearing; a fin shows how it turns."""
    turned = kit.turn(kit.Y, -math.degrees(math.atan2(way[2], way[0])))
    along = kit.turn(kit.Z, -90.0)
    parts = [(ShapeCylinder(0.07, 0.5 * LENGTH), (0.5 * LENGTH, 0.0, 0.0), along)]
    parts += [
        (ShapeBox((0.04, 0.35, 0.05)), (0.75 * LENGTH, 0.35, 0.0)),
        (ShapeCylinder(0.28, 0.05), (0.75 * LENGTH, 0.0, 0.0), along),
    ]
    shaft = world.add_body(
        shapes=parts, position=CENTER, orientation=turned, material="steel", can_sleep=False, group=1, name=name
    )
    end = CENTER + LENGTH * way
    foot = [(ShapeBox((0.12, 0.5 * end[1], 0.12)), (0.0, -0.5 * end[1] - 0.08, 0.0))]
    bearing = world.add_body(
        kind=BodyKind.STATIC,
        shapes=foot,
        position=end,
        material="wood",
        orientation=turned,
        group=1,
        name=f"bearing {name}",
    )
    world.add_joint(JointHinge(bearing, shaft, anchor=end, axis=way, name=f"{name} bearing"))


@scene(
    category="Joints",
    name="Universal joint",
    place="workshop",
    view=View(target=(0.6, 1.4, 0.3), distance=4.6, yaw_degrees=28.0, pitch_degrees=24.0),
    sliders={
        "bend": Slider("Bend", BEND, 0.0, 60.0, unit="degrees"),
        "speed": Slider("Shaft speed", SPEED, -8.0, 8.0, unit="rad/s", live=set_speed),
        "torque": Slider("Motor torque", TORQUE, 0.0, 2000.0, unit="N m", live=set_torque),
        "brake": Slider("Brake on the second shaft", 0.0, 0.0, 2000.0, unit="N m", live=set_brake),
        "limit": Slider("Swing limits of the weight", LIMIT, 5.0, 80.0, unit="degrees", live=set_limit),
    },
)
def build(world: World, *, bend: float = BEND) -> None:
    """Two shafts in bearings with the joint between them, and a weight on a gallows."""
    kit.add_ground(world)
    angle = math.radians(bend)
    add_shaft(world, np.array((-1.0, 0.0, 0.0)), "first")
    add_shaft(world, np.array((math.cos(angle), 0.0, math.sin(angle))), "second")
    first, second = kit.named(world, "first")[0], kit.named(world, "second")[0]
    across = np.array((-math.sin(angle), 0.0, math.cos(angle)))
    world.add_joint(JointUniversal(first, second, anchor=CENTER, axis_a=kit.Y, axis_b=across, name="cardan"))
    bearing = stand.joint_named(world, "first bearing")
    bearing.motor_max_force, bearing.motor_speed = TORQUE, SPEED
    gallows = stand.add_gallows(world, 2.6, "SWING", z=-0.6)
    top = (2.6, stand.TOP, -0.6)
    options = {"density": 300.0, "material": "wood", "can_sleep": False, "velocity": (1.5, 0.0, 1.0), "name": "bob"}
    bob = world.add_body(shape=ShapeBox((0.04, 0.6, 0.04)), position=(2.6, stand.TOP - 0.6, -0.6), **options)
    bob.add_shape(ShapeSphere(0.2), (0.0, -0.6, 0.0), material="iron")
    world.add_joint(JointUniversal(gallows, bob, anchor=top, axis_a=kit.X, axis_b=kit.Z, name="SWING"))


def draw(world: World) -> list[Label]:
    """How fast both shafts are."""
    result = stand.captions(world, {})
    for name in ("first", "second"):
        joint = stand.joint_named(world, f"{name} bearing")
        if joint is not None:
            place = np.array(joint.anchor_a) + (0.0, 0.75, 0.0)
            result.append(Label(f"{abs(joint.rate):.2f} rad/s", place))
    return result


def check(world: World) -> None:
    """The angles of both shafts follow the law of the universal joint."""
    first, second = (stand.joint_named(world, f"{name} bearing") for name in ("first", "second"))
    a, b, bend = -first.angle, second.angle, math.radians(BEND)
    expected = math.atan2(math.sin(a) * math.cos(bend), math.cos(a))
    other = math.atan2(math.sin(a) / math.cos(bend), math.cos(a))
    gap = min(abs(math.remainder(b - angle, 2.0 * math.pi)) for angle in (expected, other))
    assert gap < 0.05, f"the second shaft is off by {gap:.3f} rad"
    assert abs(abs(first.rate) - SPEED) < 0.2, "the first shaft has not its speed"
    assert max(max(joint.error) for joint in world.joints) < 0.02, "a joint is loose"
