"""Walking machine.

Theo Jansen's linkage: eleven lengths turn the circle of a crank into the step of a foot, flat on the ground and high in
the air. Twelve legs on one crankshaft, a third of a turn apart, carry a body over the ground and small steps.
Try: another speed of the crank, also backward, and things in its way.
"""

import math

import numpy as np

from physics import Body, JointDistance, JointHinge, ShapeBox, ShapeCapsule, ShapeCylinder, ShapeSphere, World
from scenes import kit, stand
from scenes.registry import Slider, Strokes, View, scene

#: Jansen's numbers: place of the fixed pivot, crank, and the bars by their letters.
PIVOT, CRANK = np.array((-38.0, -7.8)), 15.0
B, C, D, E, F, G, H, BAR, J, K = 41.5, 39.3, 40.1, 55.8, 39.4, 36.7, 65.7, 49.0, 50.0, 61.9
SCALE, FOOT = 0.017, 0.09  # meters of a unit, radius of a foot [m]
ROWS = ((-0.95, 0.0), (-0.75, 120.0), (-0.55, 240.0), (0.55, 60.0), (0.75, 180.0), (0.95, 300.0))  # z, phase
SPEED = 2.5
GROUP = {"group": 1, "material": "plastic", "restitution": 0.0}


def meet(a: np.ndarray, from_a: float, b: np.ndarray, from_b: float, side: float) -> np.ndarray:
    """Where two circles meet; side 1 is on the left of the way from a to b."""
    way = b - a
    size = np.linalg.norm(way)
    along = (from_a**2 - from_b**2 + size**2) / (2.0 * size)
    aside = math.sqrt(max(from_a**2 - along**2, 0.0))
    return a + (along * way + side * aside * np.array((-way[1], way[0]))) / size


def leg(phase: float) -> dict[str, np.ndarray]:
    """Joints of a leg for an angle of the crank [rad], in Jansen's units."""
    pin = CRANK * np.array((math.cos(phase), math.sin(phase)))
    knee = meet(PIVOT, B, pin, J, 1.0)
    hip = meet(PIVOT, D, knee, E, 1.0)
    low = meet(PIVOT, C, pin, K, -1.0)
    heel = meet(hip, F, low, G, -1.0)
    return {
        "pin": pin,
        "pivot": PIVOT,
        "knee": knee,
        "hip": hip,
        "low": low,
        "heel": heel,
        "foot": meet(heel, H, low, BAR, -1.0),
    }


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


def add_leg(world: World, hub: np.ndarray, chassis: Body, shaft: Body, phase: float, mirror: float) -> None:
    """A leg on one side of the shaft; mirror -1 is the other side."""
    turned = phase if mirror > 0.0 else math.pi - phase
    at = {key: hub + SCALE * np.array((mirror * x, y, 0.0)) for key, (x, y) in leg(turned).items()}
    thigh = add_frame(world, [at["pivot"], at["knee"], at["hip"]], "thigh")
    bar = add_frame(world, [at["pivot"], at["low"]], "bar")
    shin = add_frame(world, [at["low"], at["heel"], at["foot"]], "shin", foot=True)
    for a, b, key in ((chassis, thigh, "pivot"), (chassis, bar, "pivot"), (bar, shin, "low")):
        world.add_joint(JointHinge(a, b, anchor=at[key], axis=kit.Z, name="leg hinge"))
    for a, b, start, end in ((shaft, thigh, "pin", "knee"), (shaft, shin, "pin", "low"), (thigh, shin, "hip", "heel")):
        world.add_joint(JointDistance(a, b, anchor_a=at[start], anchor_b=at[end], name="rod"))


@scene(
    category="Machines",
    name="Walking machine",
    view=View(target=(-1.0, 1.0, 0.0), distance=8.5, yaw_degrees=22.0, pitch_degrees=12.0),
    sliders={"speed": Slider("Crank", SPEED, -5.0, 5.0, unit="rad/s", live=stand.sets("crank", "motor_speed"))},
)
def build(world: World) -> None:
    """The chassis, a shaft through it, and two legs on each of its six pins."""
    kit.add_ground(world)
    feet = [leg(math.radians(phase))["foot"][1] for _, phase in ROWS]
    feet += [leg(math.pi - math.radians(phase))["foot"][1] for _, phase in ROWS]
    hub = np.array((-3.0, FOOT - SCALE * min(feet), 0.0))
    box = [(ShapeBox((0.75, 0.08, 0.4)), (0.0, -0.13, 0.0)), (ShapeBox((0.2, 0.2, 0.35)), (0.0, 0.0, 0.0))]
    chassis = world.add_body(shapes=box, position=hub, mass=60.0, name="chassis", **GROUP | {"material": "wood"})
    around = kit.turn(kit.X, 90.0)
    shapes = [(ShapeCylinder(0.05, 1.0), (0.0, 0.0, 0.0), around)]
    for z, phase in ROWS:
        pin = SCALE * CRANK * np.array((math.cos(math.radians(phase)), math.sin(math.radians(phase)), 0.0))
        shapes.append((ShapeCylinder(0.06, 0.08), pin + (0.0, 0.0, z), around))
    shaft = world.add_body(shapes=shapes, position=hub, mass=20.0, name="shaft", **GROUP | {"material": "steel"})
    world.add_joint(JointHinge(chassis, shaft, anchor=hub, axis=kit.Z, motor_max_force=3000.0, name="crank"))
    for z, phase in ROWS:
        for mirror in (1.0, -1.0):
            add_leg(world, hub + (0.0, 0.0, z), chassis, shaft, math.radians(phase), mirror)


def draw(world: World) -> list[Strokes]:
    """The rods."""
    return stand.cords(world, color=(0.95, 0.9, 0.8, 1.0))


def check(world: World) -> None:
    """It walked some meters, stands upright, and its linkage is whole."""
    chassis = kit.named(world, "chassis")[0]
    assert abs(chassis.position.x + 3.0) > 1.0, f"it walked {chassis.position.x + 3.0:.2f} m only"
    assert kit.axis_of(world, [chassis])[0][1] > 0.95 and chassis.position.y > 0.8, "it fell"
    assert max(joint.error[0] for joint in world.joints) < 0.03, "a hinge or a rod is loose"
