"""Bouncing balls.

Eleven balls with restitution from 0 to 1 fall from the same height; the last one never loses any.
"""

from physics import ShapeSphere, World
from scenes import kit
from scenes.registry import View, scene


@scene(category="Bounces", name="Balls", view=View(target=(0.0, 2.0, 0.0), distance=16.0))
def build(world: World) -> None:
    """A row of balls."""
    kit.add_ground(world)
    for n in range(11):
        place = (1.2 * (n - 5), 4.0, 0.0)
        world.add_body(shape=ShapeSphere(0.4), position=place, restitution=0.1 * n, name=f"{10 * n} %")


def check(world: World) -> None:
    """The ball without restitution is at rest; the perfect one still has its energy: v^2 / 2 + g y."""
    balls = {body.name: body for body in world.bodies}
    assert balls["10 %"].position.y < 0.45, "a dull ball bounces"
    ball = balls["100 %"]
    energy = 0.5 * ball.velocity.y**2 + 9.81 * (ball.position.y - 0.4)
    assert abs(energy / (9.81 * 3.6) - 1.0) < 0.02, "the perfect ball gained or lost energy"
