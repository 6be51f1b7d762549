"""Bouncing balls.

Eleven balls with restitutions from 0 to 1 fall from the same height. Each bounce reaches the square of the restitution
times the previous height; the last ball loses nothing. After ten seconds all start again.
Try: lower the gravity to that of the Moon (1.6) while they are in the air.
"""

from physics import ShapeSphere, World
from scenes import kit
from scenes.kit import shows
from scenes.registry import Slider, View, scene

RADIUS = 0.4


@scene(
    category="Bounces",
    name="Bouncing balls",
    place="hall",
    view=View(target=(0.0, 2.1, 0.0), distance=10.5, yaw_degrees=10.0, pitch_degrees=7.0),
    sliders={
        "height": Slider("Height", 4.0, 1.0, 10.0, unit="m"),
        "gravity": Slider("Gravity", 9.81, 0.0, 25.0, unit="m/s²", live=kit.set_gravity),
    },
)
def build(world: World, *, height: float = 4.0) -> None:
    """A row of balls."""
    kit.add_ground(world)
    for n in range(11):
        place = (1.2 * (n - 5), height, 0.0)
        world.add_body(
            shape=ShapeSphere(RADIUS),
            position=place,
            material="rubber",
            restitution=0.1 * n,
            name=f"{10 * n} %",
        )
    put_back = shows.putting_back(body for body in world.bodies if body.name != "ground")
    shows.every(world, 600, lambda world, _: put_back(world))


def check(world: World) -> None:
    """A dull ball is at rest; the perfect one still has its energy: v^2 / 2 + g y."""
    balls = {body.name: body for body in world.bodies}
    assert balls["20 %"].position.y < RADIUS + 0.05, "a dull ball bounces"
    ball = balls["100 %"]
    energy = 0.5 * ball.velocity.y**2 + 9.81 * (ball.position.y - RADIUS)
    assert abs(energy / (9.81 * (4.0 - RADIUS)) - 1.0) < 0.02, "the perfect ball gained or lost energy"
