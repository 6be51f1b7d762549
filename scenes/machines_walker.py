"""Walking machine.

Theo Jansen's linkage: eleven lengths turn the circle of a crank into the step of a foot, flat on the ground and high
in the air. Six legs on each side, a third of a turn apart, carry a body over the ground; the left ones are faster, so
it walks in a circle.
Try: other speeds of the two crankshafts: with equal speeds it walks straight ahead, with opposite ones it turns on the
spot.
"""

import math

import numpy as np

from physics import (
    Body,
    JointDistance,
    JointDoubleHinge,
    JointFixed,
    JointHinge,
    ShapeBox,
    ShapeCapsule,
    ShapeCylinder,
    ShapeSphere,
    World,
)
from scenes import kit
from scenes.kit import stand
from scenes.kit.jansen import CRANK, leg
from scenes.registry import Slider, View, scene

SCALE, FOOT = 0.017, 0.09  # meters of a unit, radius of a foot [m]
ROWS = ((0.3, 0.0), (0.55, 120.0), (0.8, 240.0))  # z on one side, and phase [degrees]
LEFT, RIGHT = 3.0, 0.9  # rates of the cranks [rad/s]
AROUND = kit.turn(kit.X, 90.0)
RIB = [(ShapeBox((0.68, 0.05, 0.06)), (0.0, -0.13, 0.0)), (ShapeBox((0.12, 0.14, 0.06)), (0.0, 0.0, 0.0))]
GROUP = {"group": 1, "material": "plastic", "restitution": 0.0}


def add_frame(world: World, points: list[np.ndarray], name: str, *, foot: bool = False) -> Body:
    """A bar, or three in a triangle, through points of the world."""
    middle = sum(points) / len(points)
    parts = []
    for k in range(len(points) if len(points) > 2 else 1):
        way = points[(k + 1) % len(points)] - points[k]
        turned = kit.turn(kit.Z, math.degrees(math.atan2(way[1], way[0])) - 90.0)
        place = 0.5 * (points[k] + points[(k + 1) % len(points)]) - middle
        parts.append((ShapeCapsule(0.03, 0.5 * float(np.linalg.norm(way))), place, turned))
    if foot:
        parts.append((ShapeSphere(FOOT), points[-1] - middle))
    return world.add_body(shapes=parts, position=middle, friction=1.0, density=600.0, name=name, **GROUP)


def add_leg(world: World, hub: np.ndarray, rib: Body, crank: Body, phase: float, mirror: float) -> None:
    """A leg on one side of the shaft; mirror -1 is the other side."""
    turned = phase if mirror > 0.0 else math.pi - phase
    at = {key: hub + SCALE * np.array((mirror * x, y, 0.0)) for key, (x, y) in leg(turned).items()}
    thigh = add_frame(world, [at["pivot"], at["knee"], at["hip"]], "thigh")
    shin = add_frame(world, [at["low"], at["heel"], at["foot"]], "shin", foot=True)
    world.add_joint(JointHinge(rib, thigh, anchor=at["pivot"], axis=kit.Z, name="hip"))
    ends = {"anchor_a": at["pivot"], "anchor_b": at["low"]}
    world.add_joint(JointDoubleHinge(rib, shin, axis=kit.Z, name="bar", **ends))
    for a, b, start, end in ((crank, thigh, "pin", "knee"), (crank, shin, "pin", "low"), (thigh, shin, "hip", "heel")):
        world.add_joint(JointDistance(a, b, anchor_a=at[start], anchor_b=at[end], name="rod"))


def add_half(world: World, hub: np.ndarray, side: float) -> Body:
    """Three ribs and cranks side by side, fixed to each other, two legs on each, and a motor; returns the inner rib."""
    ribs, cranks = [], []
    for z, degrees in ROWS:
        place, phase = hub + (0.0, 0.0, side * z), math.radians(degrees + 60.0 * (side > 0.0))
        ribs.append(world.add_body(shapes=RIB, position=place, mass=12.0, name="rib", **GROUP | {"material": "wood"}))
        pin = SCALE * CRANK * np.array((math.cos(phase), math.sin(phase), 0.0))
        parts = [(ShapeCylinder(0.05, 0.1), (0.0, 0.0, 0.0), AROUND), (ShapeCylinder(0.06, 0.06), pin, AROUND)]
        cranks.append(world.add_body(shapes=parts, position=place, mass=4.0, name="crank", **GROUP))
        for mirror in (1.0, -1.0):
            add_leg(world, place, ribs[-1], cranks[-1], phase, mirror)
    for row in (ribs, cranks):
        for a, b in zip(row[:-1], row[1:], strict=True):
            world.add_joint(JointFixed(a, b, name="frame"))
    options = {"motor_max_force": 3000.0, "name": "left" if side > 0.0 else "right"}
    world.add_joint(JointHinge(ribs[1], cranks[1], anchor=cranks[1].position, axis=kit.Z, **options))
    return ribs[0]


@scene(
    category="Machines",
    name="Walking machine",
    place="quarry",
    view=View(target=(3.0, 0.9, 0.0), distance=7.0, yaw_degrees=22.0, pitch_degrees=16.0, follow="rib"),
    sliders={
        "left": Slider("Left crank speed", LEFT, -5.0, 5.0, unit="rad/s", live=stand.set_joints("left", "motor_speed")),
        "right": Slider(
            "Right crank speed", RIGHT, -5.0, 5.0, unit="rad/s", live=stand.set_joints("right", "motor_speed")
        ),
    },
)
def build(world: World) -> None:
    """Two halves with six legs each, held together."""
    kit.add_ground(world)
    turns = np.radians(np.arange(0.0, 360.0, 60.0))
    feet = [leg(turn)["foot"][1] for turn in (*turns, *(math.pi - turns))]
    hub = np.array((3.0, FOOT - SCALE * min(feet), 0.0))
    inner = [add_half(world, hub, side) for side in (-1.0, 1.0)]
    world.add_joint(JointFixed(*inner, name="frame"))


def check(world: World) -> None:
    """It walked some meters, stands upright, and its linkage is whole."""
    chassis = kit.named(world, "rib")[0]
    assert abs(chassis.position.x - 3.0) > 1.0, f"it walked {chassis.position.x - 3.0:.2f} m only"
    assert kit.axis_of(world, [chassis])[0][1] > 0.95 and chassis.position.y > 0.8, "it fell"
    assert max(joint.error[0] for joint in world.joints) < 0.005, "a hinge or a rod is loose"
