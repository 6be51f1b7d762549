"""Contacts of boxes that hardly moved keep their points: this is taken wherever it may be, and changes no result."""

import itertools

import numpy as np
import pytest

from physics import Body, BodyKind, ShapeBox, ShapePlane, World

DT = 1 / 60
G = 9.81
#: One half turn or quarter turn per axis, so that every number of a relative rotation matters.
LYING = [(0, 0, 0, 1), (0.5**0.5, 0, 0, 0.5**0.5), (0, 0, 0.5**0.5, 0.5**0.5), (0.5, 0.5, 0.5, 0.5), (1, 0, 0, 0)]


def turned(number: int, yaw: float = 0.35) -> np.ndarray:
    """Orientation of a cube that lies on one of its faces, turned about the vertical by so much per number [rad]."""
    x, y, z, w = LYING[number % len(LYING)]
    s, c = np.sin(0.5 * yaw * number), np.cos(0.5 * yaw * number)
    return np.array((c * x + s * z, c * y + s * w, c * z - s * x, c * w - s * y))


def pile(yaw: float = 0.35, **options) -> tuple[World, list[Body]]:
    """A tower of ten turned cubes on a plane, and beside it three of them on a fixed one; upper cubes are smaller."""
    world = World(sleeping=False, **options)
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane())
    world.add_body(kind=BodyKind.STATIC, shape=ShapeBox((1, 1, 1)), position=(4, 0, 0), orientation=turned(1, yaw))
    made = []
    for x, ground, count in ((0.0, 0.0, 10), (4.0, 1.0, 3)):
        for level in range(count):
            half = 0.5 - 0.02 * level
            place, turn = (x, ground + half, 0.0), turned(len(made) + 2, yaw)
            made.append(world.add_body(shape=ShapeBox((half, half, half)), position=place, orientation=turn, mass=1.0))
            ground += 2.0 * half
    return world, made


def loads(world: World, bodies: list[Body]) -> np.ndarray:
    """What the contacts under each body carry [N]: the sum of the vertical parts of their normal forces."""
    points = world.contacts()
    vertical = points["normal_impulse"] * np.abs(points["normal"][:, 1]) / DT
    height = {body.id: body.position.y for body in world.bodies}
    return np.array([
        sum(
            force
            for force, a, b in zip(vertical, points["body_a"], points["body_b"], strict=True)
            if body.id in (a, b) and min(height[a], height[b]) < height[body.id]
        )
        for body in bodies
    ])  # fmt: skip


def test_a_resting_pile_of_turned_boxes_is_recycled_whole():
    world, _ = pile()
    for _ in range(120):
        world.step(DT)
    for _ in range(120):
        world.step(DT)
        stats = world.stats
        assert stats.recycled_count == stats.contact_count == 13
    assert all_off().stats.recycled_count == 0


def all_off() -> World:
    """The pile after a second without recycling."""
    world, _ = pile(recycling=False)
    for _ in range(60):
        world.step(DT)
    return world


def test_a_pile_stands_as_it_does_without_recycling():
    """Every cube bears what is above it, in both worlds, and is within a centimeter of where it was put.

    Means over a second: without recycling, the tower sways as its points change. The towers may lean to different
    sides: of the eight corners in which turned faces overlap, four are kept.
    """
    leans, carried = [], []
    for recycling in (True, False):
        world, bodies = pile(recycling=recycling)
        start = world.read(bodies, "position")
        for _ in range(240):
            world.step(DT)
        mean, place = np.zeros(len(bodies)), np.zeros((len(bodies), 3))
        for _ in range(60):
            world.step(DT)
            mean += loads(world, bodies) / 60
            place += world.read(bodies, "position") / 60
        leans.append(np.linalg.norm((place - start)[:, ::2], axis=1))
        carried.append(mean)
    weights = G * np.array([*range(10, 0, -1), *range(3, 0, -1)])
    for found in carried:
        np.testing.assert_allclose(found, weights, rtol=0.01)
    assert max(lean.max() for lean in leans) < 0.01


def gap_difference(quick: np.ndarray, full: np.ndarray) -> float:
    """Largest difference between the gap of a point and of the nearest point of the same pair in the other list [m]."""
    worst = 0.0
    for point in quick:
        same = full[(full["body_a"] == point["body_a"]) & (full["body_b"] == point["body_b"])]
        away = np.linalg.norm(same["position"] - point["position"], axis=1)
        nearest = np.argmin(away)
        assert away[nearest] < 0.02, "a point lags behind"
        worst = max(worst, abs(same["separation"][nearest] - point["separation"]))
    return worst


def test_a_recycled_point_is_where_a_full_test_finds_it():
    """Cubes rock and shift by less than what recycling allows; each step is done twice from one state."""
    world, bodies = pile(yaw=0.0)  # where only two edges cross, a point has but one place
    for _ in range(60):
        world.step(DT)
    rng = np.random.default_rng(3)
    recycled = 0
    for number in range(60):
        bodies[number % len(bodies)].apply_impulse(rng.normal(0.0, 0.05, 3))
        state = world.save_state()
        world.recycling = False
        world.step(DT)
        full = world.contacts()
        world.load_state(state)
        world.recycling = True
        world.step(DT)
        recycled += world.stats.recycled_count
        assert gap_difference(world.contacts(), full) < 2e-4
    assert recycled > 0.9 * 60 * 13, "the test needs recycled contacts"


@pytest.mark.parametrize("motion", ["slides", "spins"])
def test_a_box_that_moves_far_is_not_recycled(motion):
    """At 3 m/s or 6 rad/s it goes 5 cm in a step, more than points may lag behind."""
    world = World(sleeping=False)
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(), friction=0.0)
    for lying, side in itertools.product(range(len(LYING)), (-1, 1)):
        world.add_body(
            shape=ShapeBox((0.5, 0.5, 0.5)),
            position=(20.0 * lying, 0.5, 20.0 * side),
            orientation=turned(lying),
            velocity=(0.0, 0.0, 3.0 * side) if motion == "slides" else (0.0, 0.0, 0.0),
            angular_velocity=(0.0, 6.0 * side, 0.0) if motion == "spins" else (0.0, 0.0, 0.0),
            friction=0.0,
        )
    for number in range(30):
        world.step(DT)
        if number > 3:
            assert world.stats.contact_count == 10
            assert world.stats.recycled_count == 0
