"""Rope bridge.

Two ropes span a gap, and planks lie across them, tied on at both ends. Crates drop on the bridge one after another;
where they land the ropes dip, and waves run to both banks and back.
Try: Heavier crates: the bridge hangs deeper, but holds. Or pull a plank down with the mouse, and let it go.
"""

import numpy as np

from physics import ShapeBox, SoftRope, World
from scenes import kit
from scenes.kit import shows, softly
from scenes.registry import Slider, View, scene

SPAN, HEIGHT, WIDTH = 8.0, 2.8, 1.3
PLANKS, PIECES = 19, 40
MASS = 40.0
CRATES = 5


def points() -> np.ndarray:
    """Places of the points of a rope at z = 0 [m]: a parabola that dips by a tenth of the span."""
    x = np.linspace(-0.5 * SPAN, 0.5 * SPAN, PIECES + 1)
    return np.column_stack((x, HEIGHT - 0.09 * SPAN * (1.0 - (2.0 * x / SPAN) ** 2), 0.0 * x))


def drop(world: World, count: int) -> None:
    """Drop the next crate; the oldest one is taken away."""
    crate = kit.named(world, f"crate {count % CRATES}")[0]
    crate.position = (1.1 * ((3 * count) % 5 - 2), HEIGHT + 0.6, 0.0)
    crate.velocity, crate.angular_velocity, crate.orientation = (0.0,) * 3, (0.0,) * 3, (0.0, 0.0, 0.0, 1.0)


@scene(
    category="Soft",
    name="Rope bridge",
    place="quarry",
    view=View(target=(0.5, 2.0, 0.0), distance=8.2, yaw_degrees=28.0, pitch_degrees=16.0),
    sliders={"mass": Slider("Mass of a crate", MASS, 5.0, 200.0, unit="kg")},
)
def build(world: World, *, mass: float = MASS) -> None:
    """Two banks, two ropes, planks between, crates that wait on the bank."""
    kit.add_ground(world)
    for side in (-1.0, 1.0):
        x = side * (0.5 * SPAN + 1.0)
        kit.add_fixed(world, (1.0, 0.5 * HEIGHT, 1.3), (x, 0.5 * HEIGHT, 0.0), material="stone", name="bank")
    form = points()
    ropes = [
        world.add_soft(
            SoftRope(form, radius=0.045), position=(0.0, 0.0, z), material="hemp", stretch=4e5, density=0.5,
            break_strain=float("inf"), pins=(0, PIECES), category=2, mask=0, name="rope",
        )
        for z in (-0.5 * WIDTH, 0.5 * WIDTH)
    ]  # fmt: skip
    for k in range(PLANKS):
        knot = 2 * (k + 1)
        x, y, _ = form[knot]
        plank = world.add_body(shape=ShapeBox((0.155, 0.03, 0.5 * WIDTH + 0.08)), position=(x, y + 0.06, 0.0),
                               material="wood", friction=0.8, name=f"plank {k}")  # fmt: skip
        for rope in ropes:
            for near in (knot - 1, knot + 1):
                end = rope.positions[near]
                rope.attach(near, plank, (x + np.sign(near - knot) * 0.13, end[1], end[2]), compliance=1e-5)
    for k in range(CRATES):
        place = (-4.6 - 0.25 * (k % 2), HEIGHT + 0.23, 0.5 * (k - 2))
        world.add_body(shape=ShapeBox((0.22, 0.22, 0.22)), position=place,
                       mass=mass, material="wood", friction=0.7, name=f"crate {k}")  # fmt: skip
    shows.every(world, 100, drop, first=40)


def check(world: World) -> None:
    """Crates lie on the planks, which still hang on the ropes, deeper than without them."""
    planks = world.read(kit.named(world, "plank"), "position")
    tilted = np.abs(planks[:, 1] - points()[2:-2:2, 1] - 0.06).max()
    assert 0.02 < tilted < 0.8, f"planks have moved by {tilted:.2f} m"
    assert planks[:, 1].min() > 1.0, f"the lowest plank is at {planks[:, 1].min():.2f} m"
    crates = world.read(kit.named(world, "crate"), "position")
    assert (crates[:, 1] > 1.0).sum() >= 3, "the crates fell through the bridge"
    for rope in softly.named(world, "rope"):
        gap = np.abs(rope.positions[2:-2:2, 1] - planks[:, 1]).max()
        assert gap < 0.35, "a plank has come off"
