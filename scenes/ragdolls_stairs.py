"""Ragdolls on stairs.

Limp people of thirteen parts tumble down a staircase, one after another without end. Elbows and knees are hinges with
limits; shoulders, hips, neck and waist are limited to cones: no knee ever bends the wrong way.
Try: throw them faster, or pull one up by its hand.
"""

import math

import numpy as np

from physics import World, build_ragdoll
from scenes import kit
from scenes.registry import Slider, View, scene

STEPS, RISE, RUN, HALF_WIDTH = 12, 0.3, 0.5, 2.2
COUNT, EVERY = 5, 75
CLOTHES = ("rubber", "plastic", "leather", "wood", "ice")


def throw(world: World) -> bool:
    """Another one over the edge; whoever has been here longest goes."""
    number, top = world.step_count // EVERY, STEPS * RISE
    count, speed = kit.named(world, "landing")[0].user_data
    for part in kit.named(world, f"person {number - count} "):
        world.remove_body(part)
    turned = kit.turn((0.0, 1.0, 0.0), 90.0 + 37.0 * number)
    build_ragdoll(
        world, (-0.5, top + 0.1, 1.3 * (number * 2 % 3 - 1)), orientation=turned, velocity=(speed, 1.0, 0.0),
        material=CLOTHES[number % len(CLOTHES)], friction=0.25, restitution=0.1, name=f"person {number}",
    )  # fmt: skip
    return True


@scene(
    category="Ragdolls",
    name="Ragdolls on stairs",
    place="hall",
    view=View(target=(3.4, 1.6, 0.0), distance=10.0, yaw_degrees=34.0, pitch_degrees=16.0),
    sliders={
        "count": Slider("People at a time", COUNT, 1, 20, integer=True),
        "speed": Slider("Speed", 3.0, 0.5, 6.0, unit="m/s"),
    },
)
def build(world: World, *, count: int = COUNT, speed: float = 3.0) -> None:
    """A landing, steps down from it, and walls beside them."""
    kit.add_ground(world)
    top = STEPS * RISE
    landing = {"material": "concrete", "name": "landing", "user_data": (count, speed)}
    kit.add_fixed(world, (1.0, 0.5 * top, HALF_WIDTH), (-1.0, 0.5 * top, 0.0), **landing)
    for step in range(STEPS - 1):
        height = top - RISE * (step + 1)
        place = (RUN * (step + 0.5), 0.5 * height, 0.0)
        kit.add_fixed(world, (0.5 * RUN, 0.5 * height, HALF_WIDTH), place, material="stone", friction=0.25, name="step")
    throw(world)
    world.schedule(throw, after_steps=EVERY)


def check(world: World) -> None:
    """Four were thrown after the first; the first is down, all are whole, and no knee or elbow bends the wrong way."""
    chests = kit.named(world, "person")
    assert len(chests) == 13 * 5, f"{len(chests)} parts instead of 65"
    heads = np.array([body.position for body in chests if body.name.endswith("head")])
    assert heads[0, 0] > 2.0 and heads[:, 1].min() > 0.0, "the first one is still up there"
    assert max(joint.error[0] for joint in world.joints) < 0.08, "a joint came apart"
    hinges = [joint for joint in world.joints if joint.name.endswith(("knee", "elbow"))]
    assert min(joint.angle for joint in hinges) > math.radians(-25.0), "a knee or an elbow bends the wrong way"
