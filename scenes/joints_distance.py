"""Rods, ropes and springs.

A distance joint controls the distance of two points: it is fixed (rod), has a maximum (rope), acts as a spring, or
stays between two lengths. Four balls hang side by side and were pushed; the rod swings, the rope goes slack on the way
up, the spring bounces.
Try: longer ropes, softer springs, and lift a ball: only the rod and the spring push back.
"""

import math

from physics import JointDistance, ShapeSphere, World
from scenes import kit
from scenes.kit import stand
from scenes.registry import Label, Slider, View, scene

LABELS = ("ROD", "ROPE", "SPRING", "BETWEEN")
PITCH, DROP = 1.9, 1.2
LENGTH, HERTZ, RATIO, SHORT, LONG = 1.3, 1.2, 0.05, 0.6, 1.4
PUSH = 1.5  # to the side [m/s]


def set_rod(world: World, value: float) -> None:
    """Length of the rod, and of the spring at rest [m]."""
    for name in ("ROD", "SPRING"):
        joint = stand.joint_named(world, name)
        if joint is not None:
            joint.length = value


def set_limit(name: str, end: int):
    """What a slider does: set the least (0) or the greatest (1) length of a joint [m]."""

    def apply(world: World, value: float) -> None:
        joint = stand.joint_named(world, name)
        if joint is not None:
            way = joint.axes[0]
            way.limits = (value, way.limits[1]) if end == 0 else (way.limits[0], value)

    return apply


@scene(
    category="Joints",
    name="Rods, ropes and springs",
    place="workshop",
    view=View(target=(0.0, 1.35, 0.0), distance=5.2, yaw_degrees=8.0, pitch_degrees=8.0),
    sliders={
        "length": Slider("Rod and spring length", DROP, 0.4, 1.8, unit="m", live=set_rod),
        "rope": Slider("Rope length", LENGTH, 0.8, 1.9, unit="m", live=set_limit("ROPE", 1)),
        "least": Slider("Shortest length (between)", SHORT, 0.1, 0.75, unit="m", live=set_limit("BETWEEN", 0)),
        "most": Slider("Longest length (between)", LONG, 0.8, 1.9, unit="m", live=set_limit("BETWEEN", 1)),
        "hertz": Slider("Spring frequency", HERTZ, 0.3, 5.0, unit="Hz", live=stand.set_springs("SPRING", "hertz", 0)),
        "ratio": Slider("Spring damping ratio", RATIO, 0.0, 2.0, live=stand.set_springs("SPRING", "damping_ratio", 0)),
    },
)
def build(world: World) -> None:
    """Four gallows with a ball each."""
    kit.add_ground(world)
    kinds = {"ROD": {}, "ROPE": {"limits": (0.0, LENGTH)}, "SPRING": {"hertz": HERTZ, "damping_ratio": RATIO},
             "BETWEEN": {"limits": (SHORT, LONG)}}  # fmt: skip
    for number, label in enumerate(LABELS):
        x = PITCH * (number - 0.5 * (len(LABELS) - 1))
        gallows = stand.add_gallows(world, x, label)
        place, top = (x, stand.TOP - DROP, 0.0), (x, stand.TOP, 0.0)
        options = {"material": "steel", "can_sleep": False, "velocity": (PUSH, 2.2, 0.0), "name": f"ball {label}"}
        ball = world.add_body(shape=ShapeSphere(0.18), position=place, **options)
        world.add_joint(JointDistance(gallows, ball, anchor_a=top, anchor_b=place, name=label, **kinds[label]))


def draw(world: World) -> list[Label]:
    """Lengths, and what they pull."""
    texts = {joint.name: f"{joint.distance:.2f} m\n{joint.force.length:.0f} N" for joint in world.joints}
    return stand.captions(world, texts)


def check(world: World) -> None:
    """Each keeps the distance that it should and pulls as it must; the rod swings as a pendulum does."""
    length = {joint.name: joint.distance for joint in world.joints}
    assert abs(length["ROD"] - DROP) < 0.01, f"the rod is {length['ROD']:.3f} m long"
    assert length["ROPE"] < LENGTH + 0.02, f"the rope is {length['ROPE']:.3f} m long"
    assert SHORT - 0.02 < length["BETWEEN"] < LONG + 0.02, f"the one between is {length['BETWEEN']:.3f} m long"
    assert 0.9 < length["SPRING"] < 2.2, f"the spring is {length['SPRING']:.3f} m long"
    for joint in world.joints:
        pull, expected = stand.swing_pull(joint.body_b, joint.anchor_a)
        if joint.name == "SPRING":
            pace, mass = 2.0 * math.pi * HERTZ, joint.body_b.mass
            expected = mass * pace * (pace * (joint.distance - DROP) + 2.0 * RATIO * joint.axes[0].rate)
        assert abs(pull / expected - 1.0) < 0.05, f"{joint.name} pulls with {pull:.0f} N, not with {expected:.0f} N"
    rod = stand.joint_named(world, "ROD")
    way = rod.anchor_b - rod.anchor_a
    widest = math.acos(1.0 - 0.5 * PUSH**2 / (9.81 * DROP))
    period = 2.0 * math.pi * math.sqrt(DROP / 9.81) * (1.0 + widest**2 / 16.0)
    expected = widest * math.sin(2.0 * math.pi * world.time / period)
    angle = math.atan2(way.x, -way.y)
    assert abs(angle - expected) < 0.03, f"the rod is at {angle:.3f} rad, not at {expected:.3f} rad"
