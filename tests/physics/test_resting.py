"""Resting contacts: they carry the weight that is on them, and give way by very little.

Steps are 1/60 s of 4 substeps.
"""

import math

import numpy as np
import pytest

from physics import BodyKind, ShapeBox, ShapeCapsule, ShapePlane, ShapeSphere, World

DT = 1.0 / 60.0
G = 9.81
UPRIGHT = (0.0, 0.0, 0.0, 1.0)
SIDEWAYS = (0.0, 0.0, math.sqrt(0.5), math.sqrt(0.5))


def run(world, seconds):
    for _ in range(round(seconds / DT)):
        world.step(DT)


def add_ground(world, **options):
    return world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(), **options)


RESTING = {
    "sphere": {"shape": ShapeSphere(0.5), "position": (0, 0.5, 0)},
    "box": {"shape": ShapeBox((0.5, 0.3, 0.4)), "position": (0, 0.3, 0)},
    "capsule": {"shape": ShapeCapsule(0.2, 0.5), "position": (0, 0.2, 0), "orientation": SIDEWAYS},
    "composite": {
        "shapes": [
            (ShapeBox((0.1, 0.5, 0.1)), (-0.6, 0.5, 0), UPRIGHT),
            (ShapeSphere(0.3), (0.6, 0.3, 0.5), UPRIGHT),
            (ShapeSphere(0.3), (0.6, 0.3, -0.5), UPRIGHT),
        ]
    },
}


@pytest.mark.parametrize("ground", ["plane", "box"])
@pytest.mark.parametrize("what", RESTING)
def test_resting_contact_carries_the_weight(what, ground):
    """sum of the normal impulses of a step = m g dt, and their torque about the center of mass vanishes."""
    world = World(sleeping=False)
    if ground == "plane":
        add_ground(world)
    else:
        world.add_body(kind=BodyKind.STATIC, shape=ShapeBox((5, 1, 5)), position=(0, -1, 0))
    body = world.add_body(**RESTING[what], mass=7.0)
    run(world, 3.0)
    points = world.contacts()
    weight = 7.0 * G * DT
    assert points["normal_impulse"].sum() == pytest.approx(weight, rel=1e-3)
    arms = points["position"] - np.array(body.center_of_mass)
    towards = np.where(points["body_b"] == body.id, 1.0, -1.0) * points["normal_impulse"]
    torque = np.cross(arms, points["normal"] * towards[:, None]).sum(0)
    assert np.abs(torque).max() < 0.005 * weight
    assert np.abs(points["normal"][:, 1]).min() > 0.999
    assert max(map(abs, body.velocity)) < 1e-3


def test_stacked_weights_add_up():
    """The contact under box k of a stack of five carries all that is above it."""
    world = World(sleeping=False)
    ground = add_ground(world)
    masses = (5.0, 4.0, 3.0, 2.0, 1.0)
    boxes = [
        world.add_body(shape=ShapeBox((0.5, 0.5, 0.5)), position=(0, 0.5 + k, 0), mass=mass)
        for k, mass in enumerate(masses)
    ]
    run(world, 5.0)
    points = world.contacts()
    below = [ground, *boxes]
    for k, box in enumerate(boxes):
        pair = {below[k].id, box.id}
        rows = [{int(a), int(b)} == pair for a, b in zip(points["body_a"], points["body_b"], strict=True)]
        assert points["normal_impulse"][rows].sum() == pytest.approx(sum(masses[k:]) * G * DT, rel=0.01)


def test_resting_friction_impulse_balances_the_slope():
    """On a slope of 20 degrees N = m g cos a dt and F = m g sin a dt."""
    world = World(sleeping=False)
    slope = math.radians(20)
    normal = np.array((math.sin(slope), math.cos(slope), 0.0))
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(normal))
    box = world.add_body(
        shape=ShapeBox((0.5, 0.2, 0.5)), mass=3.0, position=0.2 * normal,
        orientation=(0, 0, -math.sin(slope / 2), math.cos(slope / 2)),
    )  # fmt: skip
    run(world, 3.0)
    points = world.contacts()
    assert points["normal_impulse"].sum() == pytest.approx(3.0 * G * math.cos(slope) * DT, rel=1e-2)
    assert points["friction_impulse"].sum() == pytest.approx(3.0 * G * math.sin(slope) * DT, rel=1e-2)
    assert math.hypot(*box.velocity) < 1e-3


@pytest.mark.parametrize("what", ["sphere", "box", "capsule"])
def test_resting_penetration_is_small(what):
    """What rests on the ground sinks in by less than 1 mm."""
    world = World(sleeping=False)
    add_ground(world)
    body = world.add_body(**RESTING[what])
    run(world, 5.0)
    assert RESTING[what]["position"][1] - body.position.y < 0.001
    assert world.contacts()["separation"].min() > -0.001


def test_fast_landing_does_not_sink_in():
    """A box that lands at 10 m/s stops within one substep of way of the surface, and does not bounce back."""
    world = World()
    add_ground(world)
    box = world.add_body(shape=ShapeBox((0.5, 0.5, 0.5)), position=(0, 0.5 + 5.1, 0))
    lowest, after = 1.0, 0.0
    for _ in range(120):
        world.step(DT)
        lowest = min(lowest, box.position.y - 0.5)
        if box.position.y < 0.51:
            after = max(after, box.velocity.y)
    assert lowest > -10.0 * DT / 4
    assert after < 0.3
