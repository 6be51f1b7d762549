"""Twisted beams.

Two beams of rubber are held at both ends. One end turns three times, waits, and is let go: the beams unwind, overshoot,
and swing until their damping has taken the energy. The right one is stiffer and swings faster.
Try: More turns, or fewer. Stiffer rubber unwinds faster.
"""

import numpy as np

from physics import SoftSolid, World
from scenes import kit
from scenes.kit import softly
from scenes.registry import Label, Slider, View, scene

CELLS, SIZE = (14, 3, 3), 0.13
BEAMS = (("yellow", 6e4, (0.93, 0.70, 0.15), 0.65), ("violet", 4e5, (0.40, 0.18, 0.60), -0.65))
HEIGHT, TURNS = 1.5, 3.0
WIND, WAIT, PERIOD = 180, 210, 480  # steps: wound up, let go, and again


def ends(soft) -> tuple[np.ndarray, np.ndarray]:
    """Vertices of the first and of the last layer."""
    x = soft.form.points[:, 0]
    return np.flatnonzero(x < x.min() + 1e-6), np.flatnonzero(x > x.max() - 1e-6)


def wring(world: World) -> bool:
    """Turn one end of each beam, hold it, and let it go."""
    phase = world.step_count % PERIOD
    for beam in softly.named(world, "beam"):
        _, last = ends(beam)
        if phase == 0:
            beam.pin(last.tolist())
        elif phase == WAIT:
            beam.unpin(last.tolist())
        if phase < WIND:
            rest, places, speeds = beam.form.points[last], beam.positions, beam.velocities
            angle = 2.0 * np.pi * beam.user_data * phase / WIND
            s, c = np.sin(angle), np.cos(angle)
            turned = np.column_stack((rest[:, 0], c * rest[:, 1] - s * rest[:, 2], s * rest[:, 1] + c * rest[:, 2]))
            places[last] = turned + (0.0, HEIGHT, BEAMS[int(beam.name[-1])][3])
            speeds[last] = 0.0
            beam.positions, beam.velocities = places, speeds
    return True


@scene(
    category="Soft",
    name="Twisted beams",
    place="lab",
    view=View(target=(0.0, 1.4, 0.0), distance=4.2, yaw_degrees=40.0, pitch_degrees=18.0),
    sliders={"turns": Slider("Turns", TURNS, 0.5, 5.0)},
)
def build(world: World, *, turns: float = TURNS) -> None:
    """Two beams between two walls."""
    kit.add_ground(world)
    half = 0.5 * CELLS[0] * SIZE
    kit.add_fixed(world, (0.12, 1.0, 1.2), (-half - 0.13, 1.0, 0.0), material="steel", name="wall")
    for k, (_, young, color, z) in enumerate(BEAMS):
        beam = world.add_soft(
            SoftSolid.lattice(CELLS, SIZE), position=(0.0, HEIGHT, z), material="rubber", young=young, density=400.0,
            damping=0.004, color=color, break_strain=float("inf"), user_data=turns, gravity_scale=0.2,
            name=f"beam {k}",
        )  # fmt: skip
        first, last = ends(beam)
        beam.pin([*first.tolist(), *last.tolist()])
    world.schedule(wring, after_steps=1)


def draw(world: World) -> list[Label]:
    """How stiff they are."""
    return [
        Label(f"{beam.young / 1e3:.0f} kPa", beam.position + (0.0, 0.55, 0.0)) for beam in softly.named(world, "beam")
    ]


def check(world: World) -> None:
    """They have unwound again, with their volume, and one end still is where it is held."""
    for beam in softly.named(world, "beam"):
        first, last = ends(beam)
        assert len(beam.pins) == len(first), "the end is still held"
        assert 0.9 < beam.volume / np.prod(np.multiply(CELLS, SIZE)) < 1.1
        rest = beam.form.points[first] + (0.0, HEIGHT, BEAMS[int(beam.name[-1])][3])
        assert np.abs(beam.positions[first] - rest).max() < 1e-6
        assert np.isfinite(beam.positions).all() and beam.strain.max() < 4.0
