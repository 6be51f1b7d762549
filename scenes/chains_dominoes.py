"""Spiral of dominoes.

Two hundred dominoes form a spiral; a steel ball rolls into the first. The wave travels at about the square root of g
times the height, no matter what started it.
Try: another gap. As long as a domino is high, 0.6 m, it makes the chain reaction crawl; at 0.7 m nothing falls on.
"""

import math

import numpy as np

from physics import ShapeBox, ShapeSphere, World
from scenes import kit
from scenes.registry import Slider, View, scene

HALF = (0.04, 0.3, 0.15)
INNER_RADIUS, PITCH = 0.9, 0.75  # where the spiral ends, and between its windings [m]


@scene(
    category="Chains",
    name="Spiral of dominoes",
    place="lab",
    view=View(target=(0.4, -0.3, 0.4), distance=7.1, yaw_degrees=25.0, pitch_degrees=38.0),
    sliders={
        "count": Slider("Dominoes", 200, 20, 350, integer=True),
        "gap": Slider("Gap", 0.26, 0.16, 0.7, unit="m"),
    },
)
def build(world: World, *, count: int = 200, gap: float = 0.26) -> None:
    """A spiral of dominoes, and a ball before the first."""
    kit.add_ground(world)
    # A winding of radius r is 2 pi r long and PITCH wide, so the area of the spiral is its length times PITCH.
    outer = radius = math.sqrt(INNER_RADIUS**2 + count * gap * PITCH / math.pi)
    angle = 0.0
    for n in range(count):
        place = (radius * math.sin(angle), HALF[1], radius * math.cos(angle))
        # Turned about Y so that the thin side looks along the spiral.
        world.add_body(
            shape=ShapeBox(HALF), position=place, orientation=kit.turn(kit.Y, math.degrees(angle)),
            material="plastic", name=f"domino {n + 1}",
        )  # fmt: skip
        angle += gap / radius
        radius -= PITCH * gap / (2.0 * math.pi * radius)
    ball = {"shape": ShapeSphere(0.15), "material": "steel", "name": "starter"}
    world.add_body(position=(-1.0, 0.15, outer), velocity=(2.0, 0.0, 0.0), **ball)


def check(world: World) -> None:
    """The wave knocked down one domino after another, at a speed between 0.5 and 2 sqrt(g h), and none ahead of it."""
    upright = kit.axis_of(world, kit.named(world, "domino"))[:, 1]
    fallen = int((upright < 0.9).sum())
    speed = 0.26 * fallen / (world.time - 0.5)  # the ball arrives after 0.5 s
    natural = math.sqrt(9.81 * 2.0 * HALF[1])
    assert 0.4 < speed / natural < 2.0, f"the wave runs at {speed:.1f} m/s"
    assert (upright[:fallen] < 0.9).all(), "a domino was left out"
    assert np.all(upright[fallen + 5 :] > 0.999), "a domino fell ahead of the wave"
