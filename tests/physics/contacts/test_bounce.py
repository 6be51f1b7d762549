"""Restitution: which hits bounce, what is left of their energy, and who gets it."""

import pytest

from physics import BodyKind, ShapePlane, ShapeSphere, World

DT = 1.0 / 60.0


# ---- The slowest approach that bounces -------------------------------------------------------------------------------


def rebound(speed, dt, **options):
    """Speed with which a perfectly elastic ball leaves a plane, without gravity."""
    world = World(gravity=(0.0, 0.0, 0.0), **options)
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane())
    ball = world.add_body(shape=ShapeSphere(0.1), position=(0, 0.1 + 2.5 * speed * dt, 0), restitution=1.0)
    ball.velocity = (0, -speed, 0)
    for _ in range(6):
        world.step(dt)
    return ball.velocity.y


@pytest.mark.parametrize(("dt", "threshold"), [(1 / 30, 2.0), (1 / 60, 1.0), (1 / 240, 0.25), (1e-3, 0.06)])
def test_the_slowest_approach_that_bounces_grows_with_the_step(dt, threshold):
    """60 m/s^2 times dt: 1 m/s at 60 steps per second. It was 1 m/s at any step: 3.7 % of the energy at 1 ms."""
    assert rebound(1.05 * threshold, dt) == pytest.approx(1.05 * threshold, rel=1e-3)
    assert abs(rebound(0.95 * threshold, dt)) < 1e-3


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
