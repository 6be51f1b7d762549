"""Breaking bridge.

A bridge of planks hangs over a ravine. Its hinges bear a limited force; weights drop on it, each heavier than the
last, until a hinge breaks. The rest then hangs down on both sides.
Try: stronger hinges, or less slack: the tauter a bridge hangs, the harder it is pulled, and the sooner it breaks.
"""

import numpy as np

from physics import ShapeBox, World, build_bridge
from scenes import kit
from scenes.registry import Slider, View, scene

HEIGHT, HALF_SPAN, PLANKS = 4.0, 4.5, 22
WEIGHTS, EVERY = 14, 60


def add_weight(world: World) -> bool:
    """A heavier weight onto the bridge, until there are enough."""
    number = world.step_count // EVERY
    mass = 100.0 * 1.35 ** (number - 1)
    half = 0.5 * (mass / 4000.0) ** (1.0 / 3.0)
    x, z = (0.0, -1.4, 1.4)[number % 3], (0.0, 0.45, -0.45)[number // 3 % 3]
    hit = world.ray_cast((x, HEIGHT + 3.0, z), (0.0, -1.0, 0.0), max_distance=10.0)
    place = hit.point + (0.0, half + 0.1, 0.0)
    options = {"mass": mass, "material": "iron", "friction": 0.9, "name": f"weight of {mass:.0f} kg"}
    world.add_body(shape=ShapeBox((half, half, half)), position=place, **options)
    return number < WEIGHTS


@scene(
    category="Bridges",
    name="Breaking bridge",
    place="quarry",
    view=View(target=(1.4, 2.5, -0.5), distance=9.8, yaw_degrees=22.0, pitch_degrees=14.0),
    sliders={
        "strength": Slider("Hinge strength", 50.0, 15.0, 200.0, unit="kN"),
        "slack": Slider("Slack", 0.03, 0.01, 0.2),
    },
)
def build(world: World, *, strength: float = 50.0, slack: float = 0.03) -> None:
    """Two cliffs, the bridge between them, and weights that come."""
    kit.add_ground(world)
    cliff = {"half": (1.5, 0.5 * HEIGHT, 1.6), "material": "stone", "name": "cliff"}
    middles = [(side * (HALF_SPAN + 1.5), 0.5 * HEIGHT, 0.0) for side in (-1.0, 1.0)]
    cliffs = [kit.add_fixed(world, position=place, **cliff) for place in middles]
    ends = (-HALF_SPAN, HEIGHT - 0.06, 0.0), (HALF_SPAN, HEIGHT - 0.06, 0.0)
    bridge = build_bridge(
        world, *ends, planks=PLANKS, width=1.8, thickness=0.1, slack=slack, start_body=cliffs[0], end_body=cliffs[1],
        friction=0.9,
    )  # fmt: skip
    for joint, luck in zip(bridge.joints, kit.random(5).uniform(0.9, 1.3, PLANKS + 1), strict=True):
        joint.break_force = 1000.0 * strength * luck
    world.schedule(add_weight, after_steps=EVERY)


def check(world: World) -> None:
    """Five weights have come; the bridge still carries them, or what is broken hangs and lies below."""
    assert len(kit.named(world, "weight")) == 300 // EVERY, "weights are missing"
    planks = world.read(kit.named(world, "plank"), "position")
    assert len(planks) == PLANKS and np.abs(planks[:, 0]).max() < HALF_SPAN + 1.0, "a plank flew away"
    assert planks[:, 1].min() > 0.0, "a plank is in the ground"
    hinges = [joint for joint in world.joints if joint.name == "plank hinge"]
    assert all(joint.error[0] < 0.05 for joint in hinges), "the bridge stretches"
