"""Ropes that sag.

Five ropes span the same gap. From back to front they are longer and longer: the less a rope sags, the harder it pulls
at its ends, with w L^2 / (8 d) for a dip d. One after another they are plucked, and waves run along them.
Try: Heavier ropes. They sag no deeper, only pull harder: the shape is that of the length alone.
"""

import numpy as np

from physics import SoftRope, World
from scenes import kit
from scenes.kit import shows, softly
from scenes.registry import Label, Slider, View, scene

SPAN, HEIGHT, GAP, PIECES = 5.0, 3.0, 0.6, 40
SLACKS = (0.01, 0.03, 0.07, 0.14, 0.25)
DENSITY = 1.0


def dip_of(slack: float) -> float:
    """Dip of a parabola that is so much longer than its span, as a part of it [m]: s = 8/3 (d/L)^2."""
    return SPAN * float(np.sqrt(3.0 / 8.0 * slack))


def curve(slack: float) -> np.ndarray:
    """Points of a rope of a length, evenly along it, in a parabola [m]."""
    x = np.linspace(-0.5 * SPAN, 0.5 * SPAN, 2001)
    y = -dip_of(slack) * (1.0 - (2.0 * x / SPAN) ** 2)
    along = np.concatenate(([0.0], np.cumsum(np.hypot(np.diff(x), np.diff(y)))))
    at = np.linspace(0.0, along[-1], PIECES + 1)
    return np.column_stack((np.interp(at, along, x), np.interp(at, along, y), 0.0 * at))


def pluck(world: World, count: int) -> None:
    """Kick a rope."""
    for rope in softly.named(world, f"rope {count % len(SLACKS)}"):
        speeds = rope.velocities
        speeds[5:15, 1] += 5.0
        rope.velocities = speeds


@scene(
    category="Soft",
    name="Ropes that sag",
    place="workshop",
    view=View(target=(0.0, 2.1, 0.0), distance=6.6, yaw_degrees=24.0, pitch_degrees=10.0),
    sliders={"density": Slider("Weight of the ropes", DENSITY, 0.1, 10.0, unit="kg/m",
                               live=softly.set_number("rope", "density"))},
)  # fmt: skip
def build(world: World) -> None:
    """Two racks and the ropes between."""
    kit.add_ground(world)
    for x in (-0.5 * SPAN - 0.1, 0.5 * SPAN + 0.1):
        kit.add_fixed(world, (0.1, 0.1, 1.7), (x, HEIGHT, 0.0), material="steel", name="rack")
        for z in (-1.6, 1.6):
            kit.add_fixed(world, (0.08, 0.5 * HEIGHT, 0.08), (x, 0.5 * HEIGHT, z), material="steel", name="post")
    for k, slack in enumerate(SLACKS):
        world.add_soft(
            SoftRope(curve(slack), radius=0.03), position=(0.0, HEIGHT, GAP * (k - 2)), material="hemp", stretch=2e5,
            density=DENSITY, pins=(0, PIECES), break_strain=float("inf"), color=softly.color_of(k / 4.0),
            damping=0.02, name=f"rope {k}",
        )  # fmt: skip
    shows.every(world, 90, pluck, first=20)


def draw(world: World) -> list[Label]:
    """Dip of each rope, and its pull at the ends by the law."""
    labels = []
    for k, rope in enumerate(softly.named(world, "rope")):
        dip = HEIGHT - float(rope.positions[:, 1].min())
        pull = rope.density * 9.81 * SPAN**2 / (8.0 * max(dip, 0.01))
        labels.append(Label(f"dip {dip:.2f} m\npull {pull:.0f} N", (1.1 * (k - 2), HEIGHT - dip - 0.3, GAP * (k - 2))))
    return labels


def check(world: World) -> None:
    """Each rope has kept its length, and hangs as deep as a parabola of that length, to a tenth."""
    for k, rope in enumerate(softly.named(world, "rope")):
        places = rope.positions
        length = np.linalg.norm(np.diff(places, axis=0), axis=1).sum()
        assert abs(length / rope.form.length - 1.0) < 0.02, f"{rope.name} has stretched"
        assert places[:, 1].min() > 0.5
        if k == 4:
            dip = HEIGHT - places[:, 1].min()
            assert abs(dip / dip_of(SLACKS[k]) - 1.0) < 0.25, f"{rope.name} dips {dip:.2f} m"
    assert np.abs(softly.named(world, "rope 3")[0].velocities).max() > 0.05, "no rope has been plucked"
