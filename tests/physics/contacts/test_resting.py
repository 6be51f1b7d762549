"""Resting contacts: they carry the weight that is on them, and give way by very little.

Steps are 1/60 s of 4 substeps.
"""

import math

import numpy as np
import pytest

from physics import (
    BodyKind,
    ShapeBox,
    ShapeCapsule,
    ShapeCone,
    ShapeCylinder,
    ShapeHull,
    ShapePlane,
    ShapeSphere,
    World,
)

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


# ---- All shapes ----------------------------------------------------------------------------------------------------


def random_hull(random):
    return ShapeHull(0.2 * random.normal(size=(int(random.integers(8, 21)), 3)))


def random_bones(random):
    """A bar with a drum at one end and a stone at the other: it rocks on the rim of the drum."""
    stone = ShapeHull(0.12 * random.normal(size=(10, 3)))
    pieces = ((ShapeBox((0.3, 0.05, 0.05)), 0.0), (ShapeCylinder(0.1, 0.1), 0.3), (stone, -0.3))
    return [(shape, (x, 0.0, 0.0), (0.0, 0.0, 0.0, 1.0)) for shape, x in pieces]


DROPPED = {
    "hull": lambda random: {"shape": random_hull(random)},
    "cylinder": lambda random: {"shape": ShapeCylinder(random.uniform(0.1, 0.3), random.uniform(0.05, 0.3))},
    "cone": lambda random: {"shape": ShapeCone(random.uniform(0.1, 0.3), random.uniform(0.1, 0.3))},
    "composite": lambda random: {"shapes": random_bones(random)},
}


@pytest.mark.parametrize("what", DROPPED)
def test_whatever_is_dropped_falls_asleep(what):
    """On a box in even runs and on a half-space in odd ones; cylinders and cones may roll for a while.

    One hull rocks on between two faces that are almost in one plane: points that are recycled are those of the one face
    until the other is 4 mm deep. Without recycling it sleeps.
    """
    random = np.random.default_rng(11)
    restless = 0
    for run in range(30):
        world = World()
        ground = {"shape": ShapePlane()} if run % 2 else {"shape": ShapeBox((50, 1, 50)), "position": (0, -1, 0)}
        world.add_body(kind=BodyKind.STATIC, **ground)
        turn = tuple(random.normal(size=4))
        spin = tuple(2.0 * random.normal(size=3))
        body = world.add_body(**DROPPED[what](random), position=(0, 1, 0), orientation=turn, angular_velocity=spin)
        for _ in range(60 * 60):
            world.step(DT)
            if not body.awake:
                break
        restless += body.awake
        assert body.awake or world.contacts()["separation"].min() > -0.003
    assert restless <= (what == "hull")


@pytest.mark.parametrize("ground", [ShapePlane(), ShapeBox((5, 1, 5))], ids=["plane", "box"])
@pytest.mark.parametrize("spin", [3.0, 8.0, 15.0])
def test_a_coin_spun_on_its_rim_settles_flat(spin, ground):
    world = World()
    world.add_body(kind=BodyKind.STATIC, shape=ground, position=(0, -1.0 if isinstance(ground, ShapeBox) else 0.0, 0))
    half = 0.25 * math.pi + 0.1
    turn = (math.sin(half), 0.0, 0.0, math.cos(half))
    options = {"position": (0, 0.121, 0), "orientation": turn, "angular_velocity": (0, spin, 0)}
    coin = world.add_body(shape=ShapeCylinder(0.12, 0.006), **options)
    for _ in range(60 * 20):
        world.step(DT)
        if not coin.awake:
            break
    assert not coin.awake and coin.position.y == pytest.approx(0.006, abs=0.001)


@pytest.mark.parametrize("seed", range(3))
def test_a_stack_of_ten_hulls_stands(seed):
    """Random barrels with flat ends, one on the other."""
    random = np.random.default_rng(seed)
    world = World()
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane())
    bodies, height = [], 0.0
    for _ in range(10):
        angles = np.linspace(0, 2 * math.pi, int(random.integers(5, 10)), endpoint=False)
        angles += random.uniform(-0.3, 0.3, len(angles))
        half = random.uniform(0.1, 0.2)
        rings = ((0.5, -half, 0.0), (0.55, 0.0, 0.1), (0.45, half, 0.2))
        rows = [(r * np.cos(angles + t), np.full(len(angles), y), r * np.sin(angles + t)) for r, y, t in rings]
        points = np.concatenate([np.stack(row, 1) for row in rows])
        bodies.append(world.add_body(shape=ShapeHull(points), position=(0, height + half, 0)))
        height += 2 * half
    before = np.array([body.position for body in bodies])
    for _ in range(60 * 10):
        world.step(DT)
    assert np.abs(np.array([body.position for body in bodies]) - before).max() < 0.005
    assert not any(body.awake for body in bodies)


def on_slope(excess_degrees, friction=0.6):
    """A box on a slope that much steeper than its angle of friction, and the acceleration along it."""
    angle = math.atan(friction) + math.radians(excess_degrees)
    turned = (0.0, 0.0, math.sin(0.5 * angle), math.cos(0.5 * angle))
    options = {"orientation": turned, "friction": friction}
    world = World()
    world.add_body(kind=BodyKind.STATIC, shape=ShapeBox((10.0, 0.5, 5.0)), **options)
    box = world.add_body(shape=ShapeBox((0.5, 0.5, 0.5)), position=(-math.sin(angle), math.cos(angle), 0.0), **options)
    return world, box, 9.81 * (math.sin(angle) - friction * math.cos(angle))


@pytest.mark.parametrize("excess_degrees", [0.05, 0.2])
def test_what_begins_to_slide_does_not_fall_asleep(excess_degrees):
    """s = a t^2 / 2, however slow at first."""
    world, box, acceleration = on_slope(excess_degrees)
    start, steps = box.position, 120
    for _ in range(steps):
        world.step(DT)
        assert box.awake
    way = 0.5 * acceleration * (steps * DT) ** 2
    assert (box.position - start).length == pytest.approx(way, rel=0.05, abs=0.01)


def test_what_a_slope_holds_falls_asleep():
    world, box, _ = on_slope(-0.05)
    for _ in range(45):
        world.step(DT)
    assert not box.awake
