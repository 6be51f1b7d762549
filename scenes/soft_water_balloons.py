"""Water balloons.

Balloons full of water fly at a wall, flatten on it, and drop. What is inside keeps its volume whatever happens, so they
bulge to the sides as far as they are pressed together.
Try: Slower throws, which they take with a wobble. A stiffer skin makes balls of them.
"""

import numpy as np

from physics import SoftShell, World
from scenes import kit
from scenes.kit import shows, softly
from scenes.registry import Label, Slider, View, scene

COUNT, RADIUS, SPEED = 4, 0.28, 9.0
AWAY, WALL = 4.2, -1.6  # where they start from, and the face of the wall, along X [m]
PERIOD = 75
SKIN = 1.5
COLORS = ((0.12, 0.45, 0.85), (0.85, 0.18, 0.30), (0.95, 0.72, 0.12), (0.20, 0.65, 0.35))


def throw(world: World, count: int) -> None:
    """Throw the next one."""
    for balloon in softly.named(world, f"balloon {count % COUNT}"):
        form = balloon.form.points
        if len(balloon.positions) == len(form):
            balloon.positions = form + (AWAY, 1.2, 0.75 * (count % COUNT - 1.5))
            balloon.velocities = np.tile((-balloon.user_data, 3.2, 0.0), (len(form), 1))


@scene(
    category="Soft",
    name="Water balloons",
    place="yard",
    view=View(target=(-0.4, 1.0, 0.0), distance=6.2, yaw_degrees=38.0, pitch_degrees=12.0),
    sliders={
        "speed": Slider("Speed", SPEED, 3.0, 16.0, unit="m/s"),
        "skin": Slider("Stiffness of the skin", SKIN, 0.3, 20.0, unit="kN/m",
                       live=softly.set_number("balloon", "stretch", 1e3)),
    },
)  # fmt: skip
def build(world: World, *, speed: float = SPEED) -> None:
    """A wall, and balloons that wait for their turn beside each other."""
    kit.add_ground(world)
    kit.add_fixed(world, (0.2, 1.4, 2.4), (WALL - 0.2, 1.4, 0.0), material="stone", name="wall")
    form = SoftShell.ball(RADIUS, detail=2, liquid=True)
    for k in range(COUNT):
        world.add_soft(
            form, position=(2.2, RADIUS + 0.01, 0.75 * (k - 1.5)), material="latex", density=18.0, stretch=1e3 * SKIN,
            friction=0.5, break_strain=float("inf"), color=COLORS[k], user_data=speed, name=f"balloon {k}",
        )  # fmt: skip
    shows.every(world, PERIOD, throw, first=20)


def draw(world: World) -> list[Label]:
    """The volume of the fastest one."""
    fastest = max(softly.named(world, "balloon"), key=lambda soft: soft.velocity.length, default=None)
    if fastest is None:
        return []
    return [Label(f"{1000.0 * fastest.volume:.1f} liters", fastest.position + (0.0, 0.55, 0.0))]


def check(world: World) -> None:
    """They were thrown, none is inside of the wall, and each has the volume that it was made with."""
    rest = SoftShell.ball(RADIUS, detail=2)
    a, b, c = (rest.points[rest.triangles[:, k]] for k in range(3))
    volume = float((a * np.cross(b, c)).sum() / 6.0)
    places = [balloon.position for balloon in softly.named(world, "balloon")]
    assert min(place.x for place in places) < 1.0, "none was thrown"
    for balloon in softly.named(world, "balloon"):
        assert abs(balloon.volume / volume - 1.0) < 0.06, (
            f"{balloon.name} has {balloon.volume / volume:.2f} of its volume"
        )
        assert balloon.positions[:, 0].min() > WALL - 0.05, "a balloon is inside of the wall"
        assert balloon.positions[:, 1].min() > -0.03, "a balloon is inside of the ground"
