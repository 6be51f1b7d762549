"""Gravity scale.

Nine balloons and balls with gravity scales from -0.4 to 1.2: some rise to the ceiling, one floats, the others fall.
Every five seconds gravity turns over: what fell now rises, and what rose falls.
Try: push them; all have the same inertia, whatever their weight. Then turn gravity down to nearly nothing.
"""

from physics import ShapeSphere, World
from scenes import kit
from scenes.kit import shows
from scenes.registry import Slider, View, scene

RADIUS, START, CEILING = 0.35, 3.0, 6.0


def turn_over(world: World, number: int) -> None:
    """Let gravity act the other way."""
    world.gravity = -world.gravity


@scene(
    category="Forces",
    name="Gravity scale",
    place="hall",
    view=View(target=(0.0, 3.0, 0.0), distance=10.0, yaw_degrees=15.0, pitch_degrees=4.0),
    sliders={"gravity": Slider("Gravity", 9.81, -15.0, 15.0, unit="m/s²", live=kit.set_gravity)},
)
def build(world: World) -> None:
    """A row of balls between the ground and a ceiling."""
    kit.add_ground(world)
    kit.add_fixed(world, (5.5, 0.2, 1.0), (0.0, CEILING + 0.2, 0.0), material="glass", restitution=0.0, name="ceiling")
    for side in (-5.3, 5.3):
        kit.add_fixed(world, (0.2, 0.5 * CEILING, 1.0), (side, 0.5 * CEILING, 0.0), material="stone", name="post")
    for number in range(-2, 7):
        world.add_body(
            shape=ShapeSphere(RADIUS), position=(1.1 * (number - 2), START, 0.0), mass=2.0,
            material="plastic" if number < 0 else "ice" if number == 0 else "rubber",
            gravity_scale=0.2 * number, restitution=0.0, can_sleep=False, name=f"ball {0.2 * number:.1f} g",
        )  # fmt: skip
    shows.every(world, 300, turn_over, first=310)


def check(world: World) -> None:
    """Each is at the ceiling, at its place or on the ground."""
    for ball in kit.named(world, "ball"):
        scale = ball.gravity_scale
        height = START if scale == 0.0 else RADIUS if scale > 0.0 else CEILING - RADIUS
        assert abs(ball.position.y - height) < 0.02, f"{ball.name} is at {ball.position.y:.2f} m, not {height:.2f} m"
