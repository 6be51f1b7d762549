"""Mixed pile.

Spheres, boxes, capsules and jacks of different materials drop into a tray and settle. Then an arm stirs them, one way
and the other.
Try: turn gravity down while they fall, or up while they rest; dig for the iron.
"""

import numpy as np

from physics import BodyKind, ShapeBox, ShapeCapsule, ShapeSphere, World
from scenes import kit
from scenes.kit import shows
from scenes.registry import Slider, View, scene

ROD = ShapeCapsule(0.12, 0.38)
KINDS = (
    ("rubber ball", [(ShapeSphere(0.5),)]),
    ("wood box", [(ShapeBox((0.4, 0.4, 0.4)),)]),
    ("iron capsule", [(ShapeCapsule(0.3, 0.4),)]),
    ("stone plate", [(ShapeBox((0.5, 0.15, 0.35)),)]),
    ("steel jack", [(ROD,), (ROD, (0, 0, 0), kit.turn(kit.X, 90.0)), (ROD, (0, 0, 0), kit.turn(kit.Z, 90.0))]),
)
HALF_WIDTH = 4.5
FIRST, PERIOD, SPIN = 320, 480, 1.1  # steps until the arm turns, and from one turn to the next; how fast [rad/s]


def stir(world: World, number: int) -> None:
    """Turn the arm one way, rest, and turn it the other way."""
    for arm in kit.named(world, "arm"):
        arm.angular_velocity = (0.0, (SPIN, 0.0, -SPIN, 0.0)[number % 4], 0.0)


@scene(
    category="Piles",
    name="Mixed pile",
    place="yard",
    view=View(target=(0.0, 2.0, 0.0), distance=14.5, yaw_degrees=35.0, pitch_degrees=33.0),
    sliders={
        "count": Slider("Bodies", 300, 20, 800, integer=True),
        "gravity": Slider("Gravity", 9.81, 0.0, 20.0, unit="m/s²", live=kit.set_gravity),
    },
)
def build(world: World, *, count: int = 300) -> None:
    """Layers of six times six bodies above a tray."""
    kit.add_tray(world, half_width=HALF_WIDTH, height=5.0)
    bars = [
        (ShapeCapsule(0.22, 3.6), (0.0, 0.0, 0.0), kit.turn(kit.Z, 90.0)),
        (ShapeCapsule(0.2, 2.4), (0.0, 2.4, 0.0)),
    ]
    world.add_body(kind=BodyKind.KINEMATIC, shapes=bars, position=(0.0, 0.3, 0.0), material="steel", name="arm")
    shows.every(world, PERIOD // 2, stir, first=FIRST)
    random = kit.random(7)
    for n in range(count):
        i, j, k = n % 6, n // 6 % 6, n // 36
        name, shapes = KINDS[n % len(KINDS)]
        place = np.array((1.3 * (i - 2.5), 1.0 + 1.3 * k, 1.3 * (j - 2.5))) + random.uniform(-0.1, 0.1, 3)
        material = name.split()[0]
        world.add_body(shapes=shapes, material=material, position=place, orientation=random.normal(size=4), name=name)


def check(world: World) -> None:
    """Nothing left the tray, nothing overlaps much, and the pile settles."""
    bodies = [body for body in world.bodies if body.kind == BodyKind.DYNAMIC]
    position = world.read(bodies, "position")
    assert np.abs(position[:, [0, 2]]).max() < HALF_WIDTH, "a body left the tray"
    assert position[:, 1].min() > 0.1, "a body fell through the floor"
    assert np.median(np.linalg.norm(world.read(bodies, "velocity"), axis=1)) < 0.3, "the pile does not settle"
    share = kit.carried(world, bodies)
    assert abs(share - 1.0) < 0.2, f"the tray carries {share:.2f} of the weight of the pile"
    assert world.contacts()["separation"].min() > -0.1, "bodies are inside one another"
