"""Worm.

A worm of rubber crawls by itself. A wave of pinching runs along its body: what is pinched gets thin and long and moves
on, what is thick holds on to the ground by friction. After some seconds the wave runs the other way, and the worm
crawls back.
Try: A faster wave, or a weaker pinch, and see how far the worm comes.
"""

import numpy as np

from physics import SoftSolid, World
from scenes import kit
from scenes.kit import softly
from scenes.registry import Label, Slider, View, scene

CELLS, SIZE, RATE, PULL = (18, 2, 2), 0.13, 1.0, 260.0
LENGTH = CELLS[0] * SIZE
BACK = 420  # steps until it turns back


def crawl(world: World) -> bool:
    """Pull neighboring slices together where the wave is, and lift what moves."""
    for worm in softly.named(world, "worm"):
        x = worm.form.points[:, 0]
        if len(worm.positions) != len(x):
            continue
        pull, rate = worm.user_data
        way = 1.0 if world.step_count // BACK % 2 == 0 else -1.0
        phase = 2.0 * np.pi * (way * x / LENGTH * 1.5 - rate * world.step_count / 60.0)
        speeds = worm.velocities
        # A wave of forces along the body, and up where it goes forward: what is lifted does not rub.
        along = np.sin(phase)
        kick = pull / 60.0 / max(len(x), 1)
        mass = worm.mass / len(x)
        speeds[:, 0] += way * kick / mass * along
        speeds[:, 1] += 1.3 * kick / mass * np.maximum(along, 0.0)
        worm.velocities = speeds
    return True


@scene(
    category="Soft",
    name="Worm",
    place="lab",
    view=View(target=(-0.9, 0.3, 0.0), distance=2.4, yaw_degrees=24.0, pitch_degrees=20.0),
    sliders={
        "pull": Slider("Strength", PULL, 50.0, 320.0, unit="N"),
        "rate": Slider("Waves per second", RATE, 0.3, 3.0),
    },
)
def build(world: World, *, pull: float = PULL, rate: float = RATE) -> None:
    """A worm on a table with a ruler."""
    kit.add_ground(world, material="rubber")
    for k in range(-8, 9):
        kit.add_fixed(
            world, (0.012, 0.004, 0.25 if k % 2 else 0.45), (0.5 * k, 0.0, 0.9), material="steel", name="mark"
        )
    world.add_soft(
        SoftSolid.lattice(CELLS, SIZE), position=(-1.5, SIZE + 0.01, 0.0), material="rubber", young=8e4, poisson=0.4,
        density=150.0, damping=0.02, friction=0.9, color=(0.83, 0.42, 0.42), break_strain=float("inf"),
        user_data=(pull, rate), name="worm",
    )  # fmt: skip
    world.schedule(crawl, after_steps=1)


def draw(world: World) -> list[Label]:
    """How far it came."""
    return [
        Label(f"{worm.position.x + 1.5:+.2f} m", worm.position + (0.0, 0.5, 0.0))
        for worm in softly.named(world, "worm")
    ]


def check(world: World) -> None:
    """It has crawled forward, is not in the ground, and has kept its volume."""
    worm = softly.named(world, "worm")[0]
    assert worm.position.x > -1.5 + 0.1, f"it crawled {worm.position.x + 1.5:.2f} m"
    assert worm.positions[:, 1].min() > -0.03 and 0.8 < worm.volume / (4.0 * SIZE**2 * LENGTH) < 1.2
    assert np.abs(worm.velocities).max() < 10.0
