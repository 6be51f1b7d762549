"""Wind tunnel, shaft and vortex.

In the tunnel the wind carries off what is light for its area and leaves what is heavy; what is blown out returns at
the other end. In the shaft it blows upward: the light ball rises to the net, the heavy one stays down, and the middle
one weighs just what the wind lifts, m g = density A u^2 / 2, so that it hovers. Leaves whirl up in the vortex.
Try: a little more or less wind in the shaft. A gale in the tunnel moves even the block of pumice.
"""

import math
from collections.abc import Callable

import numpy as np

from physics import FieldDrag, FieldVortex, ShapeBox, ShapeCylinder, ShapeSphere, World
from scenes import kit
from scenes.registry import Slider, Strokes, View, scene

TUNNEL = np.array(((-5.0, 0.0, 0.2), (5.0, 2.2, 3.8)))  # corners of the inside [m]
SHAFT = np.array(((1.4, 0.0, -2.6), (4.4, 4.5, -1.4)))
WHIRL, CORE, REACH, TOP = np.array((-2.6, 0.0, -2.2)), 0.6, 2.2, 4.5
WIND, UPWARD, SWIRL, AIR, LEAVES = 14.0, 12.0, 8.0, 1.2, 60
BALL, HOVER = 0.35, 2.2  # radius of the balls in the shaft, and where they start [m]
MATCHED = 0.5 * AIR * math.pi * BALL**2 * UPWARD**2 / 9.81  # mass that the wind of the shaft holds up [kg]
GOLDEN = np.arange(1, 61)[:, None] * (0.7549, 0.5698, 0.6180) % 1.0  # evenly spread numbers, 0 to 1


def recirculate(world: World) -> bool:
    """Bring back what left the tunnel at its other end, and leaves that left the vortex at its foot."""
    for body in world.bodies:
        kind, _, number = body.name.partition(" ")
        if kind == "blown" and not TUNNEL[0, 0] - 0.5 < body.position.x < TUNNEL[1, 0] + 0.3:
            body.position = (TUNNEL[0, 0] + 0.4, 0.6, 2.0 + 0.5 * (int(number) % 3 - 1))
            body.velocity = body.angular_velocity = (0.0, 0.0, 0.0)
        elif kind == "leaf" and (body.position - WHIRL - (0.0, 0.5 * TOP, 0.0)).length > math.hypot(REACH, 0.5 * TOP):
            body.position = WHIRL + leaf_place(int(number))
            body.velocity = body.angular_velocity = (0.0, 0.0, 0.0)
    return True


def leaf_place(number: int) -> np.ndarray:
    """Where a leaf starts, from the foot of the vortex [m]."""
    angle, radius = 2.4 * number, 0.5 + 1.3 * GOLDEN[number % 60, 0]
    return np.array((radius * math.sin(angle), 0.2 + 0.6 * GOLDEN[number % 60, 1], radius * math.cos(angle)))


def blow(number: int, name: str, direction: tuple) -> Callable[[World, float], None]:
    """Function for a live slider that sets the speed of a field [m/s]."""
    return lambda world, value: setattr(world.fields[number], name, value * np.array(direction))


@scene(
    category="Forces",
    name="Wind tunnel, shaft and vortex",
    place="meadow",
    view=View(target=(0.2, 1.6, 0.0), distance=9.9, yaw_degrees=16.0, pitch_degrees=20.0),
    sliders={
        "wind": Slider("Wind in the tunnel", WIND, 0.0, 60.0, unit="m/s", live=blow(0, "wind", kit.X)),
        "upward": Slider("Wind in the shaft", UPWARD, 0.0, 30.0, unit="m/s", live=blow(1, "wind", kit.Y)),
    },
)
def build(world: World) -> None:
    """A tunnel in front, behind it a vortex on the left and a shaft on the right."""
    kit.add_ground(world)
    world.add_field(FieldDrag((WIND, 0.0, 0.0), AIR, bounds=TUNNEL + ((0.0, -1.0, 0.0), (0.0, 0.0, 0.0))))
    world.add_field(FieldDrag((0.0, UPWARD, 0.0), AIR, bounds=SHAFT + ((0.0, -1.0, 0.0), (0.0, 0.0, 0.0))))
    whirl = {"rise": 4.0, "inflow": 2.0, "radius": REACH, "bounds": (WHIRL - (9.0, 1.0, 9.0), WHIRL + (9.0, TOP, 9.0))}
    world.add_field(FieldVortex(WHIRL, SWIRL, CORE, **whirl))
    length, middle = 0.5 * (TUNNEL[1, 0] - TUNNEL[0, 0]), 0.5 * (TUNNEL[0, 2] + TUNNEL[1, 2])
    for z in (TUNNEL[0, 2] - 0.05, TUNNEL[1, 2] + 0.05):
        kit.add_fixed(world, (length, 0.25, 0.05), (0.0, 0.25, z), material="steel", friction=0.1, name="tunnel")
    for k in range(12):
        shape, material = ((ShapeSphere(0.25), "plastic"), (ShapeBox((0.2, 0.2, 0.2)), "wood"))[k % 2]
        place = (-4.0 + 0.6 * k, 0.26, middle + 0.5 * (k % 3 - 1))
        world.add_body(shape=shape, position=place, material=material, density=25.0, name=f"blown {k}")
    heavy = ((ShapeBox((0.3, 0.3, 0.3)), "stone", 0.3, 450.0), (ShapeCylinder(0.25, 0.4), "steel", 0.4, 7850.0))
    for (shape, of, up, density), x, z in zip(heavy, (-1.5, 2.5), (-1.4, 1.4), strict=True):  # pumice, and steel
        world.add_body(shape=shape, position=(x, up, middle + z), material=of, density=density, name="heavy")
    center = SHAFT.mean(axis=0)
    for k, (name, share) in enumerate((("light", 0.4), ("hovering", 1.0), ("weighty", 2.5))):
        place, material = (center[0] + 1.0 * (k - 1), HOVER, center[2]), ("leather", "rubber", "iron")[k]
        world.add_body(shape=ShapeSphere(BALL), position=place, mass=share * MATCHED, material=material, name=name)
    for k in range(11):
        place = (SHAFT[0, 0] + 0.3 * k, SHAFT[1, 1] + 0.03, center[2])
        kit.add_fixed(world, (0.02, 0.02, 0.6), place, material="steel", name="net")
    for x in (SHAFT[0, 0], SHAFT[1, 0]):
        kit.add_fixed(world, (0.05, center[1], 0.6), (x, center[1], center[2]), material="glass", name="shaft")
    for k in range(LEAVES):
        world.add_body(
            shape=ShapeBox((0.12, 0.012, 0.08)), position=WHIRL + leaf_place(k), density=20.0, name=f"leaf {k}",
            material=("leather", "wood", "rubber")[k % 3],
        )  # fmt: skip
    world.schedule(recirculate, after_steps=10)


def draw(world: World) -> list[Strokes]:
    """Dashes that drift with the wind."""
    result = []
    for field, (lower, upper), axis in ((world.fields[0], TUNNEL, 0), (world.fields[1], SHAFT, 1)):
        start = lower + GOLDEN * (upper - lower)
        start[:, axis] = lower[axis] + (start[:, axis] + field.wind[axis] * world.time) % (upper - lower)[axis]
        result.append(Strokes(start, start + 0.04 * np.array(field.wind), (0.9, 0.95, 1.0, 0.5)))
    radius, turned = 0.3 + 1.6 * GOLDEN[:, 0], 6.28 * GOLDEN[:, 1]
    rate = world.fields[2].swirl * CORE / radius**2
    angles = [turned + rate * (world.time + part) for part in (0.0, 0.04)]
    height = TOP * ((GOLDEN[:, 2] + world.time / 3.0) % 1.0)
    ends = [WHIRL + np.column_stack((radius * np.cos(a), height, -radius * np.sin(a))) for a in angles]
    return [*result, Strokes(*ends, (0.9, 0.95, 1.0, 0.5))]


def check(world: World) -> None:
    """The balls of the shaft are up, hardly sinking (by g h / 2), and down; light things fly; leaves turn."""
    light, hovering, weighty = (kit.named(world, name)[0].position.y for name in ("light", "hovering", "weighty"))
    assert abs(light - SHAFT[1, 1] + BALL) < 0.1 and abs(weighty - BALL) < 0.01, "the wind lifts the wrong ball"
    assert abs(hovering - HOVER) < 0.05, f"the wind does not balance the weight: {hovering - HOVER:+.3f} m"
    heavy, blown, leaves = (kit.named(world, name) for name in ("heavy", "blown", "leaf"))
    assert np.abs(world.read(heavy, "position")[:, 0] - (-1.5, 2.5)).max() < 0.01, "the wind moved what is heavy"
    speed = world.read(blown, "velocity")[:, 0]
    assert 0.3 * WIND < speed.max() < WIND, f"the fastest ball flies at {speed.max():.1f} m/s"
    offset, velocity = world.read(leaves, "position") - WHIRL, world.read(leaves, "velocity")
    assert offset[:, 1].max() > 2.0 and np.median(np.cross(offset, velocity)[:, 1]) > 0.5, "the leaves do not whirl"
