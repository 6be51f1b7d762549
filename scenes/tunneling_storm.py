"""Storm in a glass box.

Three hundred bodies of seven kinds fly at up to 250 m/s, four meters per step, and lose next to nothing when they
bounce. The walls are 20 cm thick, and no body gets out: each shape is swept along its whole path, instead of testing
only where it ends. Lines show the path of the last step, red for the fastest.
Try: slow down time ([slower]), put in more bodies, or make gravity strong.
"""

import numpy as np

from physics import ShapeBox, ShapeCapsule, ShapeCone, ShapeCylinder, ShapeHull, ShapeSphere, World
from scenes import kit
from scenes.kit.case import add_case
from scenes.registry import Slider, Strokes, View, scene

HALF, WALL = 4.0, 0.2  # of the inside, and how thick the walls are [m]
CENTER = np.array((0.0, 5.2, 0.0))
FASTEST, STEP = 250.0, 1.0 / 60.0  # [m/s], [s]
MATERIALS = ("rubber", "wood", "steel", "plastic", "leather", "ice", "iron")


def random_shapes(random: np.random.Generator) -> list:
    """One shape of each kind, about half a meter long; the last is made of three pieces."""
    size = random.uniform(0.2, 0.3)
    ball, bar = ShapeSphere(0.5 * size), ShapeBox((size, 0.2 * size, 0.2 * size))
    stone = random.normal(size=(14, 3))
    stone *= 1.2 * size / np.linalg.norm(stone, axis=1, keepdims=True)
    return [
        ShapeSphere(size),
        ShapeBox(size * random.uniform(0.5, 1.1, 3)),
        ShapeCapsule(0.5 * size, 0.8 * size),
        ShapeCylinder(0.7 * size, 0.8 * size),
        ShapeCone(size, size),
        ShapeHull(stone),
        [(bar, (0.0, 0.0, 0.0)), (ball, (size, 0.0, 0.0)), (ball, (-size, 0.0, 0.0))],
    ]


@scene(
    category="Tunneling",
    name="Storm in a glass box",
    place="lab",
    view=View(target=(0.3, 4.6, 0.0), distance=15.5, yaw_degrees=28.0, pitch_degrees=12.0),
    sliders={
        "count": Slider("Bodies", 300, 50, 500, integer=True),
        "speed": Slider("Top speed", FASTEST, 20.0, FASTEST, unit="m/s"),
        "gravity": Slider("Gravity", 0.0, 0.0, 50.0, unit="m/s²", live=kit.set_gravity),
    },
)
def build(world: World, *, count: int = 300, speed: float = FASTEST) -> None:
    """A closed case, and bodies on a grid inside, each with a velocity and a spin of its own."""
    world.substeps = 8
    kit.add_ground(world)
    add_case(world, CENTER, HALF, wall=WALL)
    random = kit.random(250)
    grid = 0.85 * (np.indices((8, 8, 8)).reshape(3, -1).T - 3.5)
    for number, place in enumerate(random.permutation(grid)[:count]):
        shape = random_shapes(random)[number % 7]
        direction, turned = random.normal(size=3), random.normal(size=4)
        world.add_body(
            **{"shapes" if isinstance(shape, list) else "shape": shape}, position=CENTER + place,
            velocity=direction * speed * random.uniform(0.2, 1.0) / np.linalg.norm(direction),
            angular_velocity=random.uniform(-12.0, 12.0, 3), orientation=turned / np.linalg.norm(turned),
            material=MATERIALS[number % 7], restitution=random.uniform(0.9, 1.0), friction=0.0, can_sleep=False,
            name=f"bullet {number}",
        )  # fmt: skip
    kit.named(world, "wall")[0].user_data = world.energy().kinetic  # for the check


def draw(world: World) -> list[Strokes]:
    """The way of each body in the last step, as far as it was straight: not from behind a wall."""
    bullets = kit.named(world, "bullet")
    place, way = world.read(bullets, "position"), STEP * world.read(bullets, "velocity")
    with np.errstate(divide="ignore"):
        room = ((HALF + np.sign(way) * (place - CENTER)) / np.abs(way)).min(axis=1).clip(0.0, 1.0)
    share = (np.linalg.norm(way, axis=1) / (STEP * FASTEST)).clip(0.0, 1.0)[:, None]
    shade = share * (1.0, 0.25, 0.1, 0.9) + (1.0 - share) * (0.3, 0.6, 1.0, 0.5)
    return [Strokes(place - room[:, None] * way, place, shade)]


def check(world: World) -> None:
    """All are inside and most still fast; no energy came from nothing, and much of it became spin."""
    bullets = kit.named(world, "bullet")
    far = np.abs(np.array([bullet.center_of_mass for bullet in bullets]) - CENTER).max(axis=1)
    assert far.max() < HALF, f"{(far >= HALF).sum()} bodies are in a wall or got out"
    speed = np.linalg.norm(world.read(bullets, "velocity"), axis=1)
    assert np.median(speed) > 20.0, f"the storm is over: {np.median(speed):.0f} m/s"
    spin = 1.0 - 0.5 * np.array([bullet.mass for bullet in bullets]) @ speed**2 / world.energy().kinetic
    assert abs(spin - 15.0 / 36.0) < 0.12, f"spin has {spin:.2f} of the energy, but 15 of the 36 ways to move"
    gained = world.energy().kinetic / kit.named(world, "wall")[0].user_data
    assert gained < 1.05, f"energy came from nothing: {gained:.2f} times that of the start"
