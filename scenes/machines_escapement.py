"""Clock escapement.

A driven wheel advances by half a tooth at every swing: the anchor on the pendulum catches teeth with one pallet after
the other, and each tooth that slides off a slanted pallet pushes the pendulum a little, by contact alone.
Try: more torque makes it swing wider, without any the clock stops. A longer pendulum ticks slower.
"""

import math

import numpy as np

from physics import BodyKind, JointHinge, ShapeBox, ShapeCapsule, ShapeCylinder, ShapeHull, ShapeSphere, World
from scenes import kit
from scenes.kit import stand
from scenes.registry import Label, Slider, View, scene

TEETH, RADIUS = 12, 0.8  # of the wheel [m]
CENTER = np.array((0.0, 2.2, 0.0))
HALF_SPAN = math.radians(37.5)  # from the vertical to where a pallet catches: two and a half teeth between both
PIVOT = CENTER + (0.0, RADIUS / math.cos(HALF_SPAN), 0.0)
SLANT = math.radians(33.0)  # of the pallets
DEPTH = 0.03  # of the pallets in the wheel when the anchor is level [m]
HEIGHT, THICK = 0.16, 0.025  # of the faces of the pallets, and half their thickness [m]
LENGTH, TORQUE = 1.9, 1.0
BOB, FRONT = 0.18, 0.28  # radius of the weight, and how far before the wheel it hangs, to pass the teeth [m]
START, PHASE = 9.0, 12.5  # angles of the anchor and of the wheel [degrees]
PAST = stand.Samples(600)

set_torque = stand.set_joints("arbor", "motor_max_force")


def tooth(number: int) -> ShapeHull:
    """A tooth with a radial front, leaning back: the tip is at an angle clockwise from the top."""
    angle = math.radians(90.0 - 360.0 / TEETH * number)
    points = []
    for radius, turn in ((RADIUS, 0.0), (0.66 * RADIUS, 0.03), (0.66 * RADIUS, 0.15)):
        corner = radius * math.cos(angle + turn), radius * math.sin(angle + turn)
        points += [(*corner, z) for z in (-0.06, 0.06)]
    return ShapeHull(points)


def pallet(side: float) -> tuple:
    """Box whose face catches a tooth: shape, place from the pivot and rotation; side -1 is where teeth come in."""
    spot = math.radians(90.0) - side * HALF_SPAN
    outward = np.array((math.cos(spot), math.sin(spot), 0.0))
    along = np.array((outward[1], -outward[0], 0.0))  # where the teeth go
    push = math.cos(SLANT) * along + math.sin(SLANT) * outward  # what they push the pallet to
    face = math.cos(SLANT) * outward - math.sin(SLANT) * along
    corner = CENTER + (RADIUS - DEPTH) * outward
    middle = corner + 0.5 * HEIGHT * face + THICK * push - PIVOT
    return (
        ShapeBox((THICK, 0.5 * HEIGHT, 0.1)),
        tuple(middle),
        kit.turn(kit.Z, math.degrees(math.atan2(push[1], push[0]))),
    )


@scene(
    category="Machines",
    name="Clock escapement",
    place="workshop",
    view=View(target=(0.0, 2.2, 0.0), distance=4.3, yaw_degrees=14.0, pitch_degrees=6.0),
    sliders={
        "length": Slider("Pendulum length", LENGTH, 1.0, 2.6, unit="m"),
        "torque": Slider("Wheel torque", TORQUE, 0.0, 4.0, unit="N m", live=set_torque),
    },
)
def build(world: World, *, length: float = LENGTH) -> None:
    """A board, the wheel before it, and the anchor with its pendulum above."""
    kit.add_ground(world)
    shapes = [(ShapeBox((1.1, 1.9, 0.06)), (0.0, 1.9, -0.5))]
    shapes += [(ShapeCylinder(0.05, 0.25), (0.0, y, -0.25), kit.turn(kit.X, 90.0)) for y in (CENTER[1], PIVOT[1])]
    board = world.add_body(kind=BodyKind.STATIC, shapes=shapes, material="wood", name="board")
    parts = [(ShapeCylinder(0.7 * RADIUS, 0.05), (0.0, 0.0, 0.0), kit.turn(kit.X, 90.0))]
    parts += [(tooth(number), (0.0, 0.0, 0.0)) for number in range(TEETH)]
    options = {"friction": 0.05, "restitution": 0.0, "can_sleep": False}
    wheel = world.add_body(
        shapes=parts,
        position=CENTER,
        orientation=kit.turn(kit.Z, PHASE),
        mass=3.0,
        material="steel",
        name="wheel",
        **options,
    )
    world.add_joint(
        JointHinge(board, wheel, anchor=CENTER, axis=kit.Z, motor_speed=-4.0, motor_max_force=TORQUE, name="arbor")
    )
    arms = [pallet(side) for side in (-1.0, 1.0)]
    for _, middle, _ in arms[:2]:
        reach = math.hypot(middle[0], middle[1])
        turned = kit.turn(kit.Z, math.degrees(math.atan2(middle[1], middle[0])) - 90.0)
        arms.append((ShapeBox((0.06, 0.5 * reach, 0.03)), (0.5 * middle[0], 0.5 * middle[1], 0.14), turned))
    arms.append((ShapeCapsule(0.03, 0.5 * length), (0.0, -0.5 * length, FRONT)))
    anchor = world.add_body(
        shapes=arms, position=PIVOT, density=100.0, material="iron", orientation=kit.turn(kit.Z, START),
        angular_damping=0.1, name="anchor", **options,
    )  # fmt: skip
    anchor.add_shape(ShapeSphere(BOB), (0.0, -length, FRONT), density=400.0, material="iron", friction=0.05)
    world.add_joint(JointHinge(board, anchor, anchor=PIVOT, axis=kit.Z, name="pivot"))


def draw(world: World) -> list[Label]:
    """How many teeth have passed, and how long two beats take."""
    arbor, pivot = stand.joint_named(world, "arbor"), stand.joint_named(world, "pivot")
    if arbor is None or pivot is None:
        return []
    times, angles = PAST.add(world, np.array([pivot.angle + math.radians(START)]))
    teeth = -arbor.axes[3].position * TEETH / (2.0 * math.pi)
    beat = stand.last_period(times, angles[:, 0])
    return [Label(f"{round(teeth)} teeth" + (f"\nperiod {beat:.2f} s" if beat > 0.0 else ""), (0.0, 0.75, 0.3))]


def check(world: World) -> None:
    """The pendulum swings, and one tooth passes at each swing, neither more nor less."""
    arbor, pivot = stand.joint_named(world, "arbor"), stand.joint_named(world, "pivot")
    teeth = -arbor.angle * TEETH / (2.0 * math.pi)
    assert 0.3 < teeth < 2.3, f"{teeth:.2f} teeth have passed in two periods"
    swing = math.hypot(pivot.angle + math.radians(START), pivot.rate / 2.4)
    assert math.radians(5.0) < swing < math.radians(14.0), f"the pendulum swings by {math.degrees(swing):.1f} degrees"
