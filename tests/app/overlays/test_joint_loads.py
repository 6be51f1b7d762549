import numpy as np
import pytest

from app.overlays.joints.joints import load_colors
from app.overlays.palette import GREEN, RED, YELLOW
from physics import (
    BodyKind,
    JointBall,
    JointFixed,
    World,
)
from tests.app.overlays.joint_views import STEP, look, make_box


def load_of(world):
    return float(look(world).load[0])


def test_colors_go_from_green_over_yellow_to_red():
    colors = load_colors(np.array((0.0, 0.5, 1.0)))
    np.testing.assert_allclose(colors, (GREEN, YELLOW, RED), atol=1e-6)
    assert colors.dtype == np.float32


def hang(mass, **options):
    """A box of 2 kg that carries another of some mass; the joint to the world is the first."""
    world = World(sleeping=False)
    upper = make_box(world, (0, -1, 0), mass=2.0)
    world.add_joint(JointBall(None, upper, anchor=(0, 0, 0), **options))
    if mass:
        world.add_joint(JointBall(upper, make_box(world, (0, -3, 0), mass=mass), anchor=(0, -2, 0)))
    for _ in range(200):
        world.step(STEP)
    return world


@pytest.mark.parametrize(("weights", "load"), [(1, 0.25), (3, 0.5), (7, 0.75), (15, 1.0), (40, 1.0)])
def test_load_counts_weights_of_the_lighter_body(weights, load):
    """One weight is a quarter of the scale, three a half, seven three quarters, fifteen or more all of it."""
    world = hang(2.0 * (weights - 1))
    assert world.joints[0].force.length == pytest.approx(2.0 * 9.81 * weights, rel=0.01)
    assert load_of(world) == pytest.approx(load, abs=0.01)


def test_load_of_what_can_break_is_a_share_of_that():
    assert load_of(hang(2.0, break_force=4 * 2.0 * 9.81)) == pytest.approx(0.5, abs=0.01)
    world = World(sleeping=False)
    body = make_box(world, (1, 0, 0), mass=2.0)
    world.add_joint(JointFixed(None, body, anchor=(0, 0, 0), break_torque=100.0))
    for _ in range(200):
        world.step(STEP)
    assert load_of(world) == pytest.approx(2.0 * 9.81 / 100.0, rel=0.02)


def test_no_load_and_no_movable_body_are_green():
    world = hang(0.0)
    world.bodies[0].kind = BodyKind.STATIC
    assert load_of(world) == 0.0
    world = World(gravity=(0, 0, 0))
    world.add_joint(JointFixed(None, make_box(world), anchor=(0, 0, 0)))
    world.step(STEP)
    assert load_of(world) == 0.0
