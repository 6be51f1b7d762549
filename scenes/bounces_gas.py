"""Gas of balls.

Balls without friction fly about in a glass case, weightless and perfectly elastic. At first only one in four moves, all
of them equally fast; after some hits nobody could tell which ones those were. Speeds are spread as Maxwell found for
molecules, and the energy, written above the case, stays what it was.
Try: less restitution, and the gas cools down. Gravity makes it thinner at the top.
"""

import numpy as np

from physics import ShapeSphere, World
from scenes import kit
from scenes.kit.case import add_case
from scenes.registry import Label, Slider, View, scene

HALF, RADIUS = 2.0, 0.15  # of the inside of the case, of a ball [m]
CENTER = np.array((0.0, 2.9, 0.0))
YAW_DEGREES = 24.0  # of the camera, and of the read-out
SIDE, SPEED = 6, 8.0  # balls in a row; of those that move at first [m/s]


def set_restitution(world: World, value: float) -> None:
    """How much of their speed balls keep when they hit one another; the walls take nothing."""
    for ball in kit.named(world, "ball"):
        ball.restitution = value


@scene(
    category="Bounces",
    name="Gas of balls",
    place="lab",
    view=View(target=(0.0, 3.0, 0.0), distance=8.8, yaw_degrees=YAW_DEGREES, pitch_degrees=12.0),
    sliders={
        "speed": Slider("Speed", SPEED, 1.0, 20.0, unit="m/s"),
        "restitution": Slider("Restitution", 1.0, 0.0, 1.0, live=set_restitution),
        "gravity": Slider("Gravity", 0.0, 0.0, 20.0, unit="m/s²", live=kit.set_gravity),
    },
)
def build(world: World, *, speed: float = SPEED) -> None:
    """A case, and balls on a grid inside it, of which every fourth has a velocity."""
    world.gravity = (0.0, 0.0, 0.0)
    world.restitution_threshold = 0.0  # gently touching balls part again as well
    kit.add_ground(world)
    add_case(world, CENTER, HALF)
    random = kit.random(1860)
    grid = 0.6 * (np.indices((SIDE, SIDE, SIDE)).reshape(3, -1).T - 0.5 * (SIDE - 1))
    for number, place in enumerate(random.permutation(grid)):
        moves = number % 4 == 0
        direction = random.normal(size=3)
        world.add_body(
            shape=ShapeSphere(RADIUS), position=CENTER + place, material="rubber" if moves else "plastic",
            density=1000.0, velocity=direction * (moves * speed / np.linalg.norm(direction)), friction=0.0,
            restitution=1.0, rolling_friction=0.0, can_sleep=False, name=f"ball {number + 1}",
        )  # fmt: skip
    kit.named(world, "wall")[0].user_data = world.energy().kinetic  # for the read-out and the check


def kept(world: World) -> float:
    """Kinetic energy, as a part of that of the start."""
    walls = kit.named(world, "wall")[:1]
    return world.energy().kinetic / walls[0].user_data if walls else 0.0


def draw(world: World) -> list[Label]:
    """How much of the energy is left, above the case."""
    place = CENTER + (0.0, HALF + 0.8, 0.0)
    return [Label(f"Energy {100.0 * kept(world):.1f} %", place)]


def check(world: World) -> None:
    """The energy is the same, all balls are inside, and speeds are spread as Maxwell says: <v^4> / <v^2>^2 = 5 / 3."""
    assert abs(kept(world) - 1.0) < 0.02, f"{kept(world):.3f} of the energy is left"
    balls = kit.named(world, "ball")
    far = np.abs(world.read(balls, "position") - CENTER).max()
    assert far < HALF, "a ball is in a wall or got out"
    square = (world.read(balls, "velocity") ** 2).sum(axis=1)
    spread = (square**2).mean() / square.mean() ** 2
    assert abs(spread - 5.0 / 3.0) < 0.35, f"<v^4> / <v^2>^2 is {spread:.2f}"
