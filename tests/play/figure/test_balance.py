"""Balance: upright, and turned after the view."""

import math

import pytest

from physics import World
from play.figure import balance, figure


@pytest.mark.parametrize("degrees", [5, 60, 120, 175])
def test_it_turns_upright_from_any_angle(degrees):
    world = World(gravity=(0.0, 0.0, 0.0))
    parts = figure.add_figure(world, (0.0, 0.0, 0.0) + balance.Vec3(0.0, 5.0, 0.0), 0.0)
    half = 0.5 * math.radians(degrees)
    for body in (parts.torso, parts.right, parts.left):
        body.place(body.position, (0.0, 0.0, math.sin(half), math.cos(half)))
    for _ in range(150):
        balance.hold(parts.torso, 0.0, 1 / 60, short=False)
        world.step(1 / 60)
    assert balance.upward(parts.torso).y > 0.995


def test_it_turns_to_the_yaw_at_a_bounded_speed():
    world = World(gravity=(0.0, 0.0, 0.0))
    parts = figure.add_figure(world, balance.Vec3(0.0, 5.0, 0.0), 0.0)
    fastest = 0.0
    for _ in range(90):
        balance.hold(parts.torso, 2.0, 1 / 60, short=False)
        world.step(1 / 60)
        fastest = max(fastest, abs(parts.torso.angular_velocity.y))
    x, y, z, w = parts.torso.orientation
    assert 2.0 * math.atan2(y, w) == pytest.approx(2.0, abs=0.02)
    assert 3.0 < fastest < 1.1 * balance.TURN_SPEED
