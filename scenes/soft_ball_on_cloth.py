"""Ball on a cloth.

A sheet of cotton hangs between four posts. A ball falls into it, rests in the dip that it makes, and is lifted and
dropped again. The cloth is held by its corners alone, so that folds run from each of them to the ball.
Try: A ball of 100 grams, which hardly dents it, and one of 100 kilograms, which the cloth still carries.
"""

import numpy as np

from physics import ShapeSphere, SoftCloth, World
from scenes import kit
from scenes.kit import shows, softly
from scenes.registry import Label, Slider, View, scene

SIDE, GAP = 31, 0.1  # vertices along a side, and their distance [m]
HEIGHT, RADIUS = 2.4, 0.42
TOP = HEIGHT + 1.6
MASS = 12.0
CORNERS = (0, SIDE - 1, SIDE * (SIDE - 1), SIDE * SIDE - 1)


def drop_again(world: World, count: int) -> None:
    """Put the ball up again."""
    for ball in kit.named(world, "ball"):
        ball.position, ball.velocity, ball.angular_velocity = (0.25, TOP, 0.1), (0.0,) * 3, (0.0,) * 3


def weigh(world: World, value: float) -> None:
    """Set the mass of the ball [kg]."""
    for ball in kit.named(world, "ball"):
        ball.mass = value


@scene(
    category="Soft",
    name="Ball on a cloth",
    place="meadow",
    view=View(target=(0.0, 2.2, 0.0), distance=5.2, yaw_degrees=28.0, pitch_degrees=24.0),
    sliders={"mass": Slider("Mass of the ball", MASS, 0.1, 100.0, unit="kg", live=weigh)},
)
def build(world: World) -> None:
    """Posts, a sheet, a ball."""
    kit.add_ground(world)
    half = 0.5 * GAP * (SIDE - 1)
    for x in (-half - 0.06, half + 0.06):
        for z in (-half - 0.06, half + 0.06):
            kit.add_fixed(world, (0.06, 0.5 * HEIGHT + 0.05, 0.06), (x, 0.5 * HEIGHT + 0.05, z), name="post")
    world.add_soft(
        SoftCloth.grid(columns=SIDE, rows=SIDE, spacing=GAP), position=(0.0, HEIGHT, 0.0), material="denim",
        stretch=3e4, bend=1e-3, break_strain=float("inf"), pins=CORNERS, color=(0.72, 0.20, 0.16), name="cloth",
    )  # fmt: skip
    world.add_body(shape=ShapeSphere(RADIUS), position=(0.25, TOP, 0.1), mass=MASS, material="rubber",
                   restitution=0.1, name="ball")  # fmt: skip
    shows.every(world, 480, drop_again, first=480)


def draw(world: World) -> list[Label]:
    """The mass of the ball."""
    return [Label(f"{ball.mass:.3g} kg", ball.position + (0.0, 0.75, 0.0)) for ball in kit.named(world, "ball")]


def check(world: World) -> None:
    """The ball lies in the dip, over the floor, and no vertex of the cloth is inside of it."""
    ball, cloth = kit.named(world, "ball")[0], softly.named(world, "cloth")[0]
    assert RADIUS < ball.position.y < HEIGHT + 0.2, f"the ball is at {ball.position.y:.2f} m"
    away = np.linalg.norm(cloth.positions - np.array(ball.position), axis=1)
    assert away.min() > 0.93 * RADIUS, "the cloth is inside of the ball"
    assert cloth.positions[:, 1].min() < HEIGHT - 0.2, "the cloth does not dip"
