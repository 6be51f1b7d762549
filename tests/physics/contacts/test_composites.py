"""Composites that touch with hundreds of points come to rest: a few contacts of two bodies bear the load of all."""

import math

import numpy as np
import pytest

from physics import BodyKind, ShapeBox, ShapePlane, World

DT = 1 / 60
G = 9.81
NO_TURN = (0, 0, 0, 1)


def crate():
    """Thirty-two small boxes, 0.8 x 0.4 x 0.8 m as a whole."""
    cube = ShapeBox((0.1, 0.1, 0.1))
    places = [(0.2 * i - 0.3, 0.2 * j - 0.1, 0.2 * k - 0.3) for i in range(4) for j in range(2) for k in range(4)]
    return [(cube, place, NO_TURN) for place in places]


def wheel():
    """A hub and a rim of 36 boxes, 0.2 m high."""
    parts = [(ShapeBox((0.15, 0.1, 0.15)), (0, 0, 0), NO_TURN)]
    tread = ShapeBox((0.06, 0.1, math.pi / 72))
    for k in range(36):
        a = math.pi * k / 18
        place = (0.5 * math.cos(a), 0, -0.5 * math.sin(a))
        parts.append((tread, place, (0, math.sin(a / 2), 0, math.cos(a / 2))))
    return parts


def grounded_world(**options):
    world = World(**options)
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane())
    return world


def run(world, seconds):
    for _ in range(round(seconds / DT)):
        world.step(DT)


def add_crates(world, count):
    return [world.add_body(shapes=crate(), position=(0.03 * (k % 2), 0.2 + 0.41 * k, 0)) for k in range(count)]


def test_stacked_crates_fall_asleep():
    """Five crates with 1,300 points swayed at 0.15 m/s for ever; 216 points hold them."""
    world = grounded_world()
    crates = add_crates(world, 5)
    run(world, 2.0)
    assert not world.read(crates, "awake").any()
    places = world.read(crates, "position")
    np.testing.assert_allclose(places[:, 1], 0.2 + 0.4 * np.arange(5), atol=0.003)
    np.testing.assert_allclose(places[:, 0], 0.03 * (np.arange(5) % 2), atol=0.003)


@pytest.mark.parametrize("gap", [0.0, 0.05])
def test_stacked_wheels_fall_asleep(gap):
    """Six wheels of 37 parts, built in place or dropped, each turned by 0.2 rad against the one below."""
    world = grounded_world()
    wheels = []
    for k in range(6):
        turn = (0, math.sin(0.1 * k), 0, math.cos(0.1 * k))
        wheels.append(world.add_body(shapes=wheel(), position=(0, 0.1 + (0.2 + gap) * k, 0), orientation=turn))
    run(world, 3.0)
    assert not world.read(wheels, "awake").any()
    np.testing.assert_allclose(world.read(wheels, "position")[:, 1], 0.1 + 0.2 * np.arange(6), atol=0.005)


def test_spared_contacts_still_touch_and_the_others_bear_all():
    """Each of the sixteen lower boxes of a crate begins to touch, and the points bear its weight: sum F = m g."""
    world = grounded_world(sleeping=False)
    (box,) = add_crates(world, 1)
    begun = 0
    for _ in range(90):
        world.step(DT)
        begun += len(world.events.contact_begin)
    points = world.contacts()
    assert begun == 16
    assert len(points) == 64  # four of each
    assert points["normal_impulse"].sum() / DT == pytest.approx(box.mass * G, rel=0.01)
    assert np.count_nonzero(points["normal_impulse"]) <= 4 * 9


def test_a_crate_slides_as_one_body():
    """Friction of the few that bear the load is that of all: from 2 m/s a crate stops after v^2 / (2 mu g)."""
    world = grounded_world(sleeping=False)
    (box,) = add_crates(world, 1)
    run(world, 0.5)
    start = box.position.x
    box.velocity = (2.0, 0.0, 0.0)
    run(world, 2.0)
    assert box.position.x - start == pytest.approx(2.0**2 / (2 * 0.6 * G), rel=0.05)
    assert abs(box.angular_velocity.y) < 0.01


def test_the_choice_is_the_same_after_loading():
    world = grounded_world()
    add_crates(world, 3)
    run(world, 0.25)
    state = world.save_state()
    run(world, 0.25)
    after = world.state_hash()
    world.load_state(state)
    run(world, 0.25)
    assert world.state_hash() == after
