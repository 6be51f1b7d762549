"""Explosions: impulse by area and distance, direction, spin, shields."""

import math

import numpy as np
import pytest

from physics import BodyKind, ShapeBox, ShapeCapsule, ShapePlane, ShapeSphere, World

DT = 1 / 60
BALL = ShapeSphere(0.5)
CUBE = ShapeBox((0.5, 0.5, 0.5))


def empty():
    return World(gravity=(0, 0, 0))


@pytest.mark.parametrize("falloff", [0.0, 0.5, 1.0, 2.0, 3.0])
@pytest.mark.parametrize("gap", [0.0, 1.0, 4.0, 9.5])
def test_the_impulse_on_a_ball_falls_off_as_given(falloff, gap):
    """p = impulse pi r^2 (1 - d / R)^falloff, straight away from the center."""
    world = empty()
    ball = world.add_body(shape=BALL, position=(3 + gap + 0.5, 2, 1), mass=2.0)
    assert world.explode((3, 2, 1), impulse=5.0, radius=10.0, falloff=falloff) == [ball]
    expected = 5.0 * math.pi * 0.25 * (1 - gap / 10) ** falloff
    np.testing.assert_allclose(ball.velocity, (expected / 2.0, 0, 0), rtol=1e-6, atol=1e-6)
    assert ball.angular_velocity == (0, 0, 0)


def test_beyond_the_radius_nothing_happens():
    world = empty()
    ball = world.add_body(shape=BALL, position=(5.6, 0, 0))
    assert world.explode((0, 0, 0), impulse=5.0, radius=5.0) == [] and ball.velocity == (0, 0, 0)
    assert world.explode((0, 0, 0), impulse=5.0, radius=5.2) == [ball]


def test_boxes_show_the_area_that_faces_the_center():
    """A face of 1 m^2; on edge 2 * 0.5 * sqrt(2) m^2."""
    world = empty()
    flat = world.add_body(shape=CUBE, position=(3, 0, 0), mass=1.0)
    turn = (0, math.sin(math.pi / 8), 0, math.cos(math.pi / 8))
    edge = world.add_body(shape=CUBE, position=(-3, 0, 0), orientation=turn, mass=1.0)
    world.explode((0, 0, 0), impulse=1.0, radius=1e6, falloff=1.0)
    assert flat.velocity.x == pytest.approx(1.0, rel=1e-4)
    assert edge.velocity.x == pytest.approx(-math.sqrt(2), rel=1e-4)


def test_capsules_show_more_from_the_side():
    world = empty()
    shape = ShapeCapsule(radius=0.2, half_height=1.0)
    side = world.add_body(shape=shape, position=(3, 0, 0), mass=1.0)
    tip = world.add_body(shape=shape, position=(0, 3, 0), mass=1.0)
    world.explode((0, 0, 0), impulse=1.0, radius=1e6)
    assert side.velocity.x == pytest.approx(math.pi * 0.04 + 0.8, rel=1e-4)
    assert tip.velocity.y == pytest.approx(math.pi * 0.04, rel=1e-4)


def test_a_push_beside_the_center_of_mass_spins():
    """Momentum and angular momentum are those of the impulse at the nearest point: L = r x p."""
    world = empty()
    box = world.add_body(shape=ShapeBox((0.5, 1.0, 0.5)), position=(2, 0, 0), mass=3.0)
    world.explode((0, 0.8, 0), impulse=4.0, radius=1e6)
    p = 4.0 * 2.0
    assert box.velocity.x == pytest.approx(p / 3.0, rel=1e-4)
    inertia = 3.0 * (1.0 + 4.0) / 12.0
    assert box.angular_velocity.z == pytest.approx(-0.8 * p / inertia, rel=1e-4)


def test_the_nearest_point_of_a_composite_is_pushed():
    world = empty()
    body = world.add_body(shape=BALL, position=(4, 0, 0), mass=1.0)
    body.add_shape(BALL, offset=(0, 3, 0))
    assert world.explode((0, 0, 0), impulse=1.0, radius=3.6, falloff=0.0) == [body]
    assert body.velocity.x == pytest.approx(2 * math.pi * 0.25 / body.mass, rel=1e-4)


def test_from_inside_the_body_flies_off_its_center():
    world = empty()
    body = world.add_body(shape=CUBE, position=(0.1, 0, 0), mass=1.0)
    middle = world.add_body(shape=CUBE, position=(20, 0, 0), mass=1.0)
    world.explode((0, 0, 0), impulse=1.0, radius=1.0)
    assert body.velocity.x > 0 and body.velocity.y == pytest.approx(0, abs=1e-6)
    world.explode((20, 0, 0), impulse=1.0, radius=1.0)
    assert middle.velocity == pytest.approx((0, 1, 0))


def test_a_negative_impulse_pulls():
    world = empty()
    ball = world.add_body(shape=BALL, position=(3, 0, 0))
    world.explode((0, 0, 0), impulse=-1.0, radius=10.0)
    assert ball.velocity.x < 0


@pytest.mark.parametrize("kind", list(BodyKind))
def test_what_stands_in_between_shields(kind):
    world = empty()
    wall = world.add_body(kind=kind, shape=ShapeBox((0.1, 5, 5)), position=(2, 0, 0), density=1e5)
    ball = world.add_body(shape=BALL, position=(4, 0, 0))
    assert ball not in world.explode((0, 0, 0), impulse=5.0, radius=10.0)
    assert ball.velocity == (0, 0, 0)
    assert ball in world.explode((0, 0, 0), impulse=5.0, radius=10.0, line_of_sight=False)
    ball.velocity = (0, 0, 0)
    assert world.explode((0, 0, 0), impulse=5.0, radius=10.0, ignore=wall) == [ball]


def test_half_a_shield_lets_half_through():
    """Five rays: to the middle, and to four points of the rim; the wall hides those below."""
    world = empty()
    world.add_body(kind=BodyKind.STATIC, shape=ShapeBox((0.1, 5, 5)), position=(2, -5.05, 0))
    ball = world.add_body(shape=BALL, position=(4, 0, 0), mass=1.0)
    world.explode((0, 0, 0), impulse=1.0, radius=1e6)
    seen = ball.velocity.x / (math.pi * 0.25)
    assert seen in (pytest.approx(0.8, rel=1e-4), pytest.approx(0.6, rel=1e-4), pytest.approx(0.4, rel=1e-4))


def test_sensors_neither_shield_nor_fly():
    world = empty()
    world.add_body(shape=ShapeBox((0.1, 5, 5)), position=(2, 0, 0), sensor=True, mass=1.0)
    ball = world.add_body(shape=BALL, position=(4, 0, 0))
    assert world.explode((0, 0, 0), impulse=5.0, radius=10.0) == [ball]


def test_categories_choose_who_is_pushed_but_all_shield():
    world = empty()
    front = world.add_body(shape=BALL, position=(2, 0, 0), category=1)
    behind = world.add_body(shape=ShapeSphere(0.3), position=(4, 0, 0), category=2)
    other = world.add_body(shape=BALL, position=(-2, 0, 0), category=2)
    assert world.explode((0, 0, 0), impulse=1.0, radius=10.0, mask=2) == [other]
    assert world.explode((0, 0, 0), impulse=1.0, radius=10.0, mask=2, ignore=[front]) == [behind, other]


def test_sleepers_wake_and_fixed_things_stay():
    world = World()
    ground = world.add_body(kind=BodyKind.STATIC, shape=ShapePlane())
    lift = world.add_body(kind=BodyKind.KINEMATIC, shape=CUBE, position=(0, 0.5, 3))
    box = world.add_body(shape=CUBE, position=(2, 0.5, 0))
    for _ in range(120):
        world.step(DT)
    assert not box.awake
    assert world.explode((0, 0.2, 0), impulse=3000.0, radius=5.0) == [box]
    world.step(DT)
    assert box.awake and box.velocity.x > 0.5 and lift.velocity == (0, 0, 0) and ground.position == (0, 0, 0)
    assert [event.body for event in world.events.body_awake] == [box]


def test_locked_axes_stay_locked():
    world = empty()
    box = world.add_body(
        shape=CUBE, position=(2, 0.3, 0), lock_position=(False, True, True), lock_rotation=True, mass=1.0
    )
    world.explode((0, 0, 0), impulse=1.0, radius=10.0)
    assert box.velocity.x > 0 and box.velocity[1:] == (0, 0) and box.angular_velocity == (0, 0, 0)


def test_the_same_explosion_twice_gives_the_same_bits():
    def play():
        world = World()
        world.add_body(kind=BodyKind.STATIC, shape=ShapePlane())
        rng = np.random.default_rng(5)
        for number in range(40):
            shape = (BALL, CUBE, ShapeCapsule(0.3, 0.3))[number % 3]
            world.add_body(shape=shape, position=rng.uniform((-5, 1, -5), (5, 8, 5)), orientation=rng.normal(size=4))
        for number in range(60):
            if number % 20 == 10:
                world.explode((0, 0.5, 0), impulse=2000.0, radius=8.0)
            world.step(DT)
        return world.state_hash()

    assert play() == play()


@pytest.mark.parametrize(
    ("options", "error", "text"),
    [
        ({"center": (0, math.nan, 0)}, ValueError, "center"),
        ({"impulse": math.inf}, ValueError, "impulse must be between"),
        ({"impulse": "big"}, TypeError, "impulse must be a number"),
        ({"radius": 0.0}, ValueError, "radius must be finite and > 0 m"),
        ({"falloff": -1.0}, ValueError, "falloff must be between 0 and 100"),
        ({"line_of_sight": 1}, TypeError, "line_of_sight must be True or False"),
        ({"mask": -1}, ValueError, "mask"),
        ({"ignore": "all"}, TypeError, "ignore must be a body"),
    ],
)
def test_bad_input_is_refused_in_words(options, error, text):
    world = empty()
    world.add_body(shape=BALL, position=(1, 0, 0))
    before = world.state_hash()
    with pytest.raises(error, match=text):
        world.explode(**{"center": (0, 0, 0), "impulse": 1.0, "radius": 2.0, **options})
    assert world.state_hash() == before


def test_a_thousand_bodies_take_milliseconds():
    """Ten on an idle machine of 2020; the bound is for a busy one."""
    import time

    world = empty()
    rng = np.random.default_rng(1)
    world.add_bodies(position=rng.uniform(-10, 10, (1000, 3)), shape=ShapeBox((0.2, 0.2, 0.2)))
    world.explode((0, 0, 0), impulse=1.0, radius=30.0)
    times = []
    for _ in range(5):
        start = time.process_time()
        assert len(world.explode((0, 0, 0), impulse=1.0, radius=30.0)) > 500
        times.append(time.process_time() - start)
    assert min(times) < 0.03
