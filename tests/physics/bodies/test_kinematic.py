"""Bodies that move as they are told: they arrive exactly, stop, and carry what stands on them."""

import math

import numpy as np
import pytest

from physics import BodyKind, ShapeBox, ShapeSphere, World
from physics.vector import rotate

DT = 1 / 60
CUBE = ShapeBox((0.5, 0.5, 0.5))
SMALL = ShapeBox((0.25, 0.25, 0.25))


def about_y(angle):
    return 0.0, math.sin(0.5 * angle), 0.0, math.cos(0.5 * angle)


def place_on(platform, body):
    """Place of a body in the axes of another."""
    x, y, z, w = platform.orientation
    return np.array(rotate((-x, -y, -z, w), body.position - platform.position))


def angle_between(p, q):
    """Angle of the rotation from one quaternion to another [rad]; well conditioned also near 0."""
    x, y, z, w = p
    a, b, c, d = q
    v = np.array((w * a - x * d - y * c + z * b, w * b + x * c - y * d - z * a, w * c - x * b + y * a - z * d))
    return 2.0 * math.asin(min(1.0, np.linalg.norm(v)))


# ---- Targets -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("substeps", [1, 4, 7])
@pytest.mark.parametrize("dt", [DT, 1 / 240, 0.1])
def test_a_body_arrives_exactly_and_stops(substeps, dt):
    rng = np.random.default_rng(substeps)
    for _ in range(20):
        world = World(substeps=substeps)
        start, turn = rng.uniform(-1000, 1000, 3), rng.normal(size=4)
        body = world.add_body(kind=BodyKind.KINEMATIC, shape=CUBE, position=start, orientation=turn)
        goal, goal_turn = start + rng.normal(size=3), rng.normal(size=4)
        body.set_target(goal, goal_turn, dt)
        np.testing.assert_allclose(np.array(body.velocity) * dt, goal - start, atol=1e-5)
        world.step(dt)
        for _ in range(2):
            np.testing.assert_allclose(body.position, goal, atol=1e-6)
            assert angle_between(body.orientation, goal_turn / np.linalg.norm(goal_turn)) < 1e-6
            assert body.velocity == (0, 0, 0) and body.angular_velocity == (0, 0, 0)
            world.step(dt)  # and it does not drift on


def test_half_a_turn_is_made_whole():
    world = World()
    body = world.add_body(kind=BodyKind.KINEMATIC, shape=CUBE)
    body.set_target((0, 0, 0), about_y(math.pi))
    assert abs(body.angular_velocity.y) == pytest.approx(math.pi / DT)
    world.step(DT)
    assert angle_between(body.orientation, about_y(math.pi)) < 1e-6


def test_the_shorter_way_round():
    world = World()
    body = world.add_body(kind=BodyKind.KINEMATIC, shape=CUBE)
    body.set_target((0, 0, 0), about_y(1.5 * math.pi))
    assert body.angular_velocity.y == pytest.approx(-0.5 * math.pi / DT)
    body.set_target((0, 0, 0), about_y(-0.25 * math.pi + 2 * math.pi))
    assert body.angular_velocity.y == pytest.approx(-0.25 * math.pi / DT)


def test_without_an_orientation_it_does_not_turn():
    world = World()
    body = world.add_body(kind=BodyKind.KINEMATIC, shape=CUBE, orientation=about_y(0.3), angular_velocity=(0, 5, 0))
    body.set_target((1, 0, 0))
    world.step(DT)
    np.testing.assert_allclose(body.orientation, about_y(0.3), atol=1e-12)


def test_a_step_of_another_length_arrives_all_the_same():
    world = World()
    body = world.add_body(kind=BodyKind.KINEMATIC, shape=CUBE)
    body.set_target((0.5, 0, 0), about_y(0.5), dt=1 / 60)
    world.step(1 / 120)
    assert body.position == (0.5, 0, 0) and angle_between(body.orientation, about_y(0.5)) < 1e-6


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda b: setattr(b, "velocity", (0, 6, 0)), (0, 0.1, 0)),
        (lambda b: setattr(b, "position", (0, 5, 0)), (0, 5, 0)),
        (lambda b: b.world.write([b], velocity=[(0, 6, 0)]), (0, 0.1, 0)),
        (lambda b: b.set_target((0, 7, 0)), (0, 7, 0)),
    ],
    ids=["velocity", "position", "write", "target"],
)
def test_what_is_told_last_counts(change, expected):
    world = World()
    body = world.add_body(kind=BodyKind.KINEMATIC, shape=CUBE)
    body.set_target((1, 0, 0))
    change(body)
    world.step(DT)
    if expected[1] == 5:
        assert body.position.y == 5 and body.position.x == pytest.approx(1, abs=0.01)  # it keeps the velocity
    else:
        np.testing.assert_allclose(body.position, expected, atol=1e-6)


@pytest.mark.parametrize(
    ("call", "error", "text"),
    [
        (lambda b, s: b.set_target((math.nan, 0, 0)), ValueError, "position"),
        (lambda b, s: b.set_target((0, 0)), ValueError, "position must be 3 numbers"),
        (lambda b, s: b.set_target((0, 0, 0), (0, 0, 0, 0)), ValueError, "orientation must not be zero"),
        (lambda b, s: b.set_target((0, 0, 0), dt=0.0), ValueError, "dt must be between"),
        (lambda b, s: b.set_target((0, 0, 0), dt="soon"), TypeError, "dt must be a number"),
        (lambda b, s: b.set_target((100, 0, 0)), ValueError, "within reach.*6e\\+03 m/s.*set body.position"),
        (lambda b, s: s.set_target((1, 0, 0)), ValueError, "only a kinematic body.*dynamic.*KINEMATIC"),
    ],
)
def test_bad_targets_are_refused_in_words(call, error, text):
    world = World()
    body = world.add_body(kind=BodyKind.KINEMATIC, shape=CUBE)
    stone = world.add_body(shape=CUBE, position=(9, 0, 0))
    before = world.state_hash()
    with pytest.raises(error, match=text):
        call(body, stone)
    assert world.state_hash() == before


def test_a_target_is_part_of_a_state():
    world = World()
    body = world.add_body(kind=BodyKind.KINEMATIC, shape=CUBE)
    plain = world.state_hash()
    body.set_target((0.1, 0, 0), about_y(0.1))
    state, told = world.save_state(), world.state_hash()
    assert told != plain
    world.step(DT)
    after = world.state_hash()
    world.load_state(state)
    assert world.state_hash() == told
    world.step(DT)
    assert world.state_hash() == after and body.position == (0.1, 0, 0)


def test_a_fast_target_does_not_pass_through_what_is_in_its_way():
    """The bounds reach ahead: at 30 m/s, half a meter a step, the ball is met and thrown forward."""
    world = World(gravity=(0, 0, 0))
    bat = world.add_body(kind=BodyKind.KINEMATIC, shape=ShapeBox((0.25, 0.5, 0.5)))
    ball = world.add_body(shape=ShapeSphere(0.2), position=(1.9, 0, 0))
    for number in range(1, 6):
        bat.set_target((0.5 * number, 0, 0))
        world.step(DT)
        assert ball.position.x > bat.position.x + 0.35
    assert ball.velocity.x == pytest.approx(30, abs=0.1)


# ---- Carrying ------------------------------------------------------------------------------------------------------


def ramp(t):
    """Way at the time t that begins at rest, with an acceleration of 0.5, and goes on with speed 1."""
    return 0.25 * t * t if t < 2.0 else t - 1.0


PATHS = {
    "platform": lambda t: ((1.5 * (1 - math.cos(1.2 * t)), 0, 1 - math.cos(t)), about_y(0)),
    "lift": lambda t: ((0, 2 * (1 - math.cos(1.5 * t)), 0), about_y(0)),
    "turntable": lambda t: ((0, 0, 0), about_y(ramp(t))),
    "fast turntable": lambda t: ((0, 0, 0), about_y(-1.5 * ramp(t))),
    "carousel": lambda t: ((0.5 * math.sin(t) ** 2, 0.3 * math.sin(t) ** 2, 0), about_y(0.7 * ramp(t))),
}


@pytest.mark.parametrize("name", PATHS)
def test_boxes_keep_their_place_on_what_carries_them(name):
    """Within 2 mm over 5 s; the arc of a turntable would throw them off by w^2 r t dt / 2 = 40 mm if unheeded."""
    world = World()
    platform = world.add_body(kind=BodyKind.KINEMATIC, shape=ShapeBox((3, 0.2, 3)))
    boxes = [
        world.add_body(shape=SMALL, position=(1, 0.45, 0)),
        world.add_body(shape=SMALL, position=(0, 0.45, 1), orientation=about_y(0.4)),
        world.add_body(shape=SMALL, position=(0.2, 0.45, -0.5)),
    ]
    for _ in range(30):
        world.step(DT)
    start = [place_on(platform, box) for box in boxes]
    for number in range(1, 301):
        platform.set_target(*PATHS[name](number * DT))
        world.step(DT)
    for box, place in zip(boxes, start, strict=True):
        np.testing.assert_allclose(place_on(platform, box), place, atol=0.002)


def test_a_turntable_driven_by_its_velocity_carries_too():
    world = World()
    table = world.add_body(kind=BodyKind.KINEMATIC, shape=ShapeBox((3, 0.2, 3)))
    box = world.add_body(shape=SMALL, position=(1.5, 0.45, 0))
    world.step(DT)
    start = place_on(table, box)
    for number in range(300):
        table.angular_velocity = (0, min(1.0, 0.01 * number), 0)
        world.step(DT)
    np.testing.assert_allclose(place_on(table, box), start, atol=0.003)
    assert np.linalg.norm(box.velocity) == pytest.approx(1.5, rel=0.01)


def test_nothing_sleeps_on_what_creeps():
    """1 cm/s is below the speed of rest; the box goes along all the same."""
    world = World()
    platform = world.add_body(kind=BodyKind.KINEMATIC, shape=ShapeBox((2, 0.2, 2)), velocity=(0.01, 0, 0))
    box = world.add_body(shape=SMALL, position=(0, 0.45, 0))
    for _ in range(300):
        world.step(DT)
    assert box.awake and box.position.x == pytest.approx(platform.position.x, abs=0.002)
    platform.velocity = (0, 0, 0)
    for _ in range(90):
        world.step(DT)
    assert not box.awake


def test_a_target_where_the_body_is_wakes_nobody():
    world = World()
    platform = world.add_body(kind=BodyKind.KINEMATIC, shape=ShapeBox((2, 0.2, 2)))
    box = world.add_body(shape=SMALL, position=(0, 0.45, 0))
    for _ in range(90):
        platform.set_target((0, 0, 0))
        world.step(DT)
    assert not box.awake
    platform.set_target((0, 0.01, 0))
    assert box.awake
