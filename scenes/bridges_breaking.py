"""Breaking bridge.

A bridge of planks hangs over a ravine. Its hinges bear so many kilonewtons and no more; weights fall on it, each
heavier than the one before, until one hinge gives way. Then the rest hangs down on both sides.
Try: stronger hinges, or more slack: a bridge that hangs deeper is pulled less.
"""

import numpy as np

from physics import ShapeBox, World, build_bridge
from scenes import kit
from scenes.registry import Slider, View, scene

HEIGHT, HALF_SPAN, PLANKS = 4.0, 4.5, 22
WEIGHTS, EVERY = 9, 75


def add_weight(world: World) -> bool:
    """A heavier weight over the bridge, until there are enough."""
    number = world.step_count // EVERY
    mass = 60.0 * 1.6 ** (number - 1)
    half = 0.5 * (mass / 4000.0) ** (1.0 / 3.0)
    place = ((-1.5, 1.4, 0.0)[number % 3], HEIGHT + 2.0, 0.3 * (number % 2) - 0.15)
    options = {"mass": mass, "material": "iron", "friction": 0.9, "name": f"weight of {mass:.0f} kg"}
    world.add_body(shape=ShapeBox((half, half, half)), position=place, **options)
    return number < WEIGHTS


@scene(
    category="Bridges",
    name="Breaking bridge",
    view=View(target=(0.0, 3.0, 0.0), distance=11.0, yaw_degrees=22.0, pitch_degrees=14.0),
    sliders={
        "strength": Slider("Strength of a hinge", 25.0, 5.0, 200.0, unit="kN"),
        "slack": Slider("Slack", 0.03, 0.005, 0.2),
    },
)
def build(world: World, *, strength: float = 25.0, slack: float = 0.03) -> None:
    """Two cliffs, the bridge between them, and weights that come."""
    kit.add_ground(world)
    cliff = {"half": (1.5, 0.5 * HEIGHT, 1.6), "material": "stone", "name": "cliff"}
    middles = [(side * (HALF_SPAN + 1.5), 0.5 * HEIGHT, 0.0) for side in (-1.0, 1.0)]
    cliffs = [kit.add_fixed(world, position=place, **cliff) for place in middles]
    ends = (-HALF_SPAN, HEIGHT - 0.06, 0.0), (HALF_SPAN, HEIGHT - 0.06, 0.0)
    build_bridge(
        world, *ends, planks=PLANKS, width=1.8, thickness=0.1, slack=slack, start_body=cliffs[0], end_body=cliffs[1],
        break_force=1000.0 * strength, friction=0.9,
    )  # fmt: skip
    world.schedule(add_weight, after_steps=EVERY)


def check(world: World) -> None:
    """Four weights have come; the bridge still carries them, or what is broken hangs and lies below."""
    assert len(kit.named(world, "weight")) == 300 // EVERY, "weights are missing"
    planks = world.read(kit.named(world, "plank"), "position")
    assert len(planks) == PLANKS and np.abs(planks[:, 0]).max() < HALF_SPAN + 1.0, "a plank flew away"
    assert planks[:, 1].min() > 0.0, "a plank is in the ground"
    hinges = [joint for joint in world.joints if joint.name == "plank hinge"]
    assert max(joint.error[0] for joint in hinges) < 0.1, "the bridge stretches"
