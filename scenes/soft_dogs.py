"""Soft dogs.

Dogs of rubber and a person of jelly fall on blocks, hang over them, and slide off. The skin that is seen is fine; what
bends is the coarse lattice around it.
Try: Softer flesh: they flow over the edges. Stiff ones bounce.
"""

import numpy as np

from physics import DOG, PERSON, World, figure_form
from scenes import kit
from scenes.kit import shows, softly
from scenes.registry import Slider, View, scene

STIFFNESS, DROP = 90.0, 3.0
LANES = ((-1.9, DOG, 1.25, 0.13, (0.55, 0.34, 0.16)), (0.0, PERSON, 1.6, 0.15, (0.85, 0.45, 0.35)),
         (1.9, DOG, 1.25, 0.13, (0.25, 0.24, 0.24)))  # fmt: skip


def start_again(world: World, count: int) -> None:
    """Lift them up again, each time a little differently turned."""
    for k, figure in enumerate(softly.named(world, "figure")):
        form = figure.form.points
        if len(figure.positions) == len(form):
            angle = 0.8 * (count + 1) + k
            s, c = np.sin(angle), np.cos(angle)
            turned = np.column_stack((c * form[:, 0] + s * form[:, 2], form[:, 1], c * form[:, 2] - s * form[:, 0]))
            figure.positions = turned + (LANES[k][0], DROP - 0.6, 0.0)
            figure.velocities = np.zeros(form.shape)


@scene(
    category="Soft",
    name="Soft dogs",
    place="hall",
    view=View(target=(0.0, 0.9, 0.0), distance=5.2, yaw_degrees=22.0, pitch_degrees=14.0),
    sliders={"stiffness": Slider("Stiffness", STIFFNESS, 20.0, 1000.0, unit="kPa",
                                 live=softly.set_number("figure", "young", 1e3))},
)  # fmt: skip
def build(world: World) -> None:
    """A block in each of three lanes, and a figure over it."""
    kit.add_ground(world)
    for k, (x, bones, height, cell, color) in enumerate(LANES):
        kit.add_fixed(world, (0.22, 0.45, 0.5), (x - 0.05, 0.45, 0.0), material="wood", name="block")
        world.add_soft(
            figure_form(bones, height, cell), position=(x, DROP - 1.0, 0.0), material="rubber", young=1e3 * STIFFNESS,
            poisson=0.4, density=300.0, damping=0.01, color=color, break_strain=float("inf"), friction=0.5,
            orientation=kit.turn(kit.Z, 20.0), name=f"figure {k}",
        )  # fmt: skip
    shows.every(world, 330, start_again)


def check(world: World) -> None:
    """They have fallen, lie on the blocks or on the floor, not in them, and have kept most of their volume."""
    for figure in softly.named(world, "figure"):
        assert figure.position.y < DROP - 0.9, "it has not fallen"
        assert figure.positions[:, 1].min() > -0.04, "it is in the floor"
        assert figure.velocity.length < 2.5
        assert figure.strain.max() < 2.5 and np.isfinite(figure.positions).all()
