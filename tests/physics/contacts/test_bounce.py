"""Restitution: which hits bounce, what is left of their energy, and who gets it."""

import math

import numpy as np
import pytest

from physics import BodyKind, FieldUniform, JointDistance, ShapeBox, ShapeCylinder, ShapePlane, ShapeSphere, World
from tests.physics.reference.solver import rotation_matrix

DT = 1.0 / 60.0


# ---- The slowest approach that bounces -------------------------------------------------------------------------------


def rebound(speed, dt, *, gravity=0.0, **options):
    """Speed with which a perfectly elastic ball leaves a plane; gravity pulls along the plane."""
    world = World(gravity=(gravity, 0.0, 0.0), **options)
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane())
    ball = world.add_body(shape=ShapeSphere(0.1), position=(0, 0.1 + 2.5 * speed * dt, 0), restitution=1.0)
    ball.velocity = (0, -speed, 0)
    for _ in range(6):
        world.step(dt)
    return ball.velocity.y


@pytest.mark.parametrize(("dt", "threshold"), [(1 / 30, 2.0), (1 / 60, 1.0), (1 / 240, 0.25), (1e-3, 0.06)])
def test_the_slowest_approach_that_bounces_grows_with_the_step(dt, threshold):
    """60 m/s^2 times dt: 1 m/s at 60 steps per second. It was 1 m/s at any step: 3.7 % of the energy at 1 ms."""
    assert rebound(1.05 * threshold, dt, gravity=9.81) == pytest.approx(1.05 * threshold, rel=1e-3)
    assert abs(rebound(0.95 * threshold, dt, gravity=9.81)) < 1e-3


def test_the_slowest_approach_that_bounces_grows_with_gravity():
    """A sixth of it on the Moon, and without gravity nothing has to come to rest: a gas would lose its energy."""
    assert rebound(0.2, DT, gravity=1.62) == pytest.approx(0.2, rel=1e-3)
    assert abs(rebound(0.15, DT, gravity=1.62)) < 1e-3
    assert rebound(0.01, DT) == pytest.approx(0.01, rel=1e-3)


def test_force_fields_need_what_earthly_gravity_needs():
    world = World(gravity=(0.0, 0.0, 0.0))
    world.add_field(FieldUniform((0.0, -9.81, 0.0)))
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane())
    ball = world.add_body(shape=ShapeSphere(0.1), position=(0, 0.1, 0), velocity=(0, -0.5, 0), restitution=1.0)
    for _ in range(30):
        world.step(DT)
    assert ball.position.y < 0.11 and abs(ball.velocity.y) < 0.01


@pytest.mark.parametrize("dt", [1 / 60, 1e-3])
def test_a_threshold_that_is_set_holds_for_every_step(dt):
    assert rebound(0.55, dt, restitution_threshold=0.5) == pytest.approx(0.55, rel=1e-3)
    assert abs(rebound(0.45, dt, restitution_threshold=0.5)) < 1e-3
    assert rebound(0.01, dt, restitution_threshold=0.0) == pytest.approx(0.01, rel=1e-3)


def test_the_threshold_is_read_changed_saved_and_hashed():
    world = World()
    assert world.restitution_threshold is None
    state, before = world.save_state(), world.state_hash()
    world.restitution_threshold = 0.25
    assert world.restitution_threshold == 0.25 and world.state_hash() != before
    world.load_state(state)
    assert world.restitution_threshold is None and world.state_hash() == before
    world.restitution_threshold = 0.5
    world.restitution_threshold = None
    assert world.state_hash() == before
    assert World(restitution_threshold=3).restitution_threshold == 3.0


@pytest.mark.parametrize(("value", "error"), [(-0.1, ValueError), (float("nan"), ValueError), ("no", TypeError)])
def test_a_bad_threshold_is_refused(value, error):
    world = World(restitution_threshold=0.5)
    with pytest.raises(error, match="restitution_threshold must be .*got"):
        world.restitution_threshold = value
    assert world.restitution_threshold == 0.5
    with pytest.raises(error, match="restitution_threshold"):
        World(restitution_threshold=value)


# ---- Energy ----------------------------------------------------------------------------------------------------------

SMOOTH = {"friction": 0.0, "restitution": 1.0, "rolling_friction": 0.0, "can_sleep": False}


def gas(dt, seconds, *, speed=6.0, half=2.0, side=6):
    """Part of its energy that a gas of elastic balls in a box has after some time, without gravity."""
    world = World(gravity=(0.0, 0.0, 0.0))
    for axis in range(3):
        for sign in (-1.0, 1.0):
            extents, place = np.full(3, half + 0.5), np.zeros(3)
            extents[axis], place[axis] = 0.25, sign * (half + 0.25)
            world.add_body(kind=BodyKind.STATIC, shape=ShapeBox(extents), position=place, friction=0.0, restitution=1.0)
    random = np.random.default_rng(10)
    grid = (np.indices((side, side, side)).reshape(3, -1).T - 0.5 * (side - 1)) * 0.66
    balls = [
        world.add_body(shape=ShapeSphere(0.15), position=place, velocity=random.normal(size=3) * speed, **SMOOTH)
        for place in grid
    ]
    start = (world.read(balls, "velocity") ** 2).sum()
    for _ in range(round(seconds / dt)):
        world.step(dt)
    return (world.read(balls, "velocity") ** 2).sum() / start


@pytest.mark.slow
@pytest.mark.parametrize(("dt", "seconds", "share"), [(1 / 60, 10.0, 0.02), (1e-3, 0.5, 0.003)])
def test_an_elastic_gas_keeps_its_energy(dt, seconds, share):
    """Each hit takes all of its speeds from those just before it. It lost 14 % at 1/60 s when two fell together."""
    assert gas(dt, seconds) == pytest.approx(1.0, abs=share)


def row(incoming, resting, *, ground=False, restitution=1.0, dt=DT):
    """Speeds of a row of balls that touch after others, which touch too, have hit it with 2 m/s."""
    world = World(gravity=(0.0, -9.81 if ground else 0.0, 0.0))
    if ground:
        world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(), friction=0.0, restitution=0.0)
    ball = {**SMOOTH, "shape": ShapeSphere(0.25), "restitution": restitution}
    places = [0.5 * (k - incoming) - 0.5 for k in range(incoming)]
    balls = [world.add_body(position=(x, 0.25, 0.0), velocity=(2.0, 0.0, 0.0), **ball) for x in places]
    balls += [world.add_body(position=(0.5 * k, 0.25, 0.0), **ball) for k in range(resting)]
    for _ in range(round(0.5 / dt)):
        world.step(dt)
    return world.read(balls, "velocity")


@pytest.mark.parametrize("ground", [False, True])
@pytest.mark.parametrize("dt", [DT, DT / 4])
@pytest.mark.parametrize(("incoming", "resting"), [(1, 4), (2, 3), (3, 2), (2, 5), (1, 20)])
def test_a_row_of_balls_that_touch_passes_the_blow_on(incoming, resting, dt, ground):
    """As many leave as came, with the same speed; the others stay. The last one of five had 1.05 m/s of 2."""
    speeds = row(incoming, resting, ground=ground, dt=dt)
    expected = [0.0] * resting + [2.0] * incoming
    np.testing.assert_allclose(speeds[:, 0], expected, atol=0.01)
    assert np.abs(speeds[:, 1:]).max() < 0.01


def test_a_blow_through_a_row_loses_what_each_click_takes():
    """A ball that is hit by an equal one gets (1 + e) / 2 of its speed, from click to click."""
    assert row(1, 4, restitution=0.8)[-1, 0] == pytest.approx(2.0 * 0.9**4, rel=1e-3)


@pytest.mark.parametrize("pulled", [1, 2, 3])
def test_as_many_balls_of_a_cradle_swing_out_as_were_pulled(pulled):
    """Newton's cradle without gaps: after the blow only the last ones move, and as high as the first came from."""
    world, balls = World(), []
    length, wide = 1.6, math.radians(30.0)
    for number in range(5):
        x, angle = 0.5 * number, wide if number < pulled else 0.0
        place = (x - length * math.sin(angle), -length * math.cos(angle), 0.0)
        balls.append(world.add_body(shape=ShapeSphere(0.25), position=place, **SMOOTH))
        for side in (-0.6, 0.6):
            world.add_joint(JointDistance(None, balls[-1], anchor_a=(x, 0.0, side), anchor_b=place))
    period = 2.0 * math.pi * math.sqrt(length / 9.81) * (1.0 + wide**2 / 16.0)
    for _ in range(round(0.5 * period / DT)):
        world.step(DT)
    swung = world.read(balls, "position")[:, 0] - 0.5 * np.arange(5)
    expected = np.where(np.arange(5) >= 5 - pulled, length * math.sin(wide), 0.0)
    np.testing.assert_allclose(swung, expected, atol=0.02)


SOLIDS = {
    "brick": ShapeBox((0.5, 0.25, 0.125)),
    "plate": ShapeBox((0.5, 0.05, 0.4)),
    "rod": ShapeBox((0.05, 0.6, 0.05)),
    "disk": ShapeCylinder(0.3, 0.1),
}


def kinetic(body):
    """Energy of movement and rotation [J]."""
    x, y, z, w = body.orientation
    axes = rotation_matrix((x, y, z, w))
    spin = axes.T @ np.array(body.angular_velocity)
    inertia = np.array(body.inertia)
    return 0.5 * body.mass * np.dot(body.velocity, body.velocity) + 0.5 * spin @ (
        inertia @ spin if inertia.ndim == 2 else inertia * spin
    )


@pytest.mark.slow
@pytest.mark.parametrize("dt", [DT, DT / 4])
@pytest.mark.parametrize("friction", [0.0, 0.5])
@pytest.mark.parametrize("solid", SOLIDS)
def test_a_spinning_body_gains_nothing_in_a_bounce(solid, friction, dt):
    """Inertia and levers are those of the moment of the hit. They were those of the step's start: up to 21 %."""
    for seed in range(12):
        random = np.random.default_rng(seed)
        world = World(gravity=(0.0, 0.0, 0.0))
        surface = {**SMOOTH, "friction": friction}
        world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(), friction=friction, restitution=1.0)
        turned = random.normal(size=4)
        body = world.add_body(
            shape=SOLIDS[solid], position=(0.0, 1.2, 0.0), orientation=turned / np.linalg.norm(turned),
            velocity=(0.0, -4.0, 0.0), angular_velocity=6.0 * random.normal(size=3), **surface,
        )  # fmt: skip
        start = energy = kinetic(body)
        for _ in range(round(1.0 / dt)):
            world.step(dt)
            assert kinetic(body) < energy + 0.005 * start, f"seed {seed}"
            energy = kinetic(body)
        assert body.velocity.y > 0.0
        assert friction > 0.0 or energy > 0.98 * start, f"seed {seed} lost {1.0 - energy / start:.3f}"
