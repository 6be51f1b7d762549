"""Beams of six materials.

Six beams of equal size stick out of a wall. How far a beam sags tells its stiffness: its own weight bends it by
w L^4 / (8 E I). From left to right the stiffness grows fourfold each; every few seconds all are plucked.
Try: Heavier beams, on which the softest hang straight down. Or pull at a tip with the mouse.
"""

import numpy as np

from physics import SoftSolid, World
from scenes import kit
from scenes.kit import shows, softly
from scenes.registry import Label, Slider, View, scene

COUNT, CELLS, SIZE, GAP, HEIGHT = 6, (3, 3, 14), 0.09, 0.6, 1.75
SOFTEST, RATIO, DENSITY = 3e4, 4.0, 300.0
LENGTH = SIZE * CELLS[2]


def pluck(world: World, count: int) -> None:
    """Push all tips down."""
    for beam in softly.named(world, "beam"):
        share = (beam.form.points[:, 2] / LENGTH + 0.5) ** 2
        speeds = beam.velocities
        if len(speeds) == len(share):
            speeds[:, 1] -= 2.0 * share
            beam.velocities = speeds


def sag(world: World) -> list[float]:
    """How far each tip is below its root [m]."""
    found = []
    for beam in softly.named(world, "beam"):
        z = beam.form.points[:, 2]
        found.append(HEIGHT - float(beam.positions[z > z.max() - 1e-6, 1].mean()))
    return found


@scene(
    category="Soft",
    name="Beams of six materials",
    place="lab",
    view=View(target=(0.0, 1.45, 0.3), distance=3.9, yaw_degrees=38.0, pitch_degrees=14.0),
    sliders={
        "density": Slider("Density", DENSITY, 50.0, 2000.0, unit="kg/m³", live=softly.set_number("beam", "density"))
    },
)
def build(world: World) -> None:
    """A wall, and beams that are pinned in it."""
    kit.add_ground(world)
    kit.add_fixed(world, (2.0, 1.05, 0.1), (0.0, 1.05, -0.5 * LENGTH - 0.13), material="steel", name="wall")
    form = SoftSolid.lattice(CELLS, SIZE)
    root = np.flatnonzero(form.points[:, 2] < -0.5 * LENGTH + 1e-6).tolist()
    for k in range(COUNT):
        world.add_soft(
            form, position=(GAP * (k - 0.5 * (COUNT - 1)), HEIGHT, 0.0), material="rubber", young=SOFTEST * RATIO**k,
            poisson=0.3, density=DENSITY, damping=0.004, color=softly.color_of(k / (COUNT - 1)), pins=root,
            break_strain=float("inf"), name=f"beam {k}",
        )  # fmt: skip
    shows.every(world, 300, pluck, first=310)


def draw(world: World) -> list[Label]:
    """Stiffness of each, at its root."""
    return [
        Label(
            f"{beam.young / 1e3:,.0f} kPa",
            (GAP * (k - 0.5 * (COUNT - 1)), HEIGHT + 0.3 + 0.16 * (k % 2), -0.5 * LENGTH),
        )
        for k, beam in enumerate(softly.named(world, "beam"))
    ]


def check(world: World) -> None:
    """Each stiffer beam sags less, the stiff ones by w L^4 / (8 E I); coarse cells are a little too stiff."""
    sags = sag(world)
    assert all(a > b for a, b in zip(sags, sags[1:], strict=False)), f"not in order: {np.round(sags, 3)}"
    assert sags[0] > 0.3, "the softest beam does not sag"
    side = SIZE * CELLS[0]
    for k in (3, 4):
        wanted = DENSITY * side**2 * 9.81 * LENGTH**4 / (8.0 * SOFTEST * RATIO**k * side**4 / 12.0)
        assert 0.75 < sags[k] / wanted < 1.1, f"beam {k} sags {sags[k]:.3f} m, not {wanted:.3f} m"
