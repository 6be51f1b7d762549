"""Bodies of a figure."""

import pytest

from physics import BodyKind, ShapePlane, Vec3, World
from play import layers
from play.figure import figure


@pytest.fixture
def stage():
    world = World()
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane())
    return world, figure.add_figure(world, Vec3(0.0, 0.0, 0.0), 0.4)


def test_it_weighs_80_kg_standing_and_crouching(stage):
    _, parts = stage
    for short in (False, True, False):
        figure.set_short(parts.torso, short)
        assert sum(body.mass for body in (parts.torso, parts.right, parts.left)) == pytest.approx(80.0)


def test_rays_find_torso_and_arms_as_a_figure_and_never_the_legs(stage):
    world, parts = stage
    start, way = (0.0, 0.2, 3.0), (0.0, 0.0, -1.0)
    assert world.ray_cast(start, way, 6.0) is None
    hit = world.ray_cast((0.0, 1.2, 3.0), way, 6.0)
    assert hit.body is parts.torso
    assert world.ray_cast((0.0, 1.2, 3.0), way, 6.0, mask=layers.ALL & ~layers.FIGURE) is None


def test_hand_is_an_arm_length_before_the_shoulder(stage):
    _, parts = stage
    turn = parts.torso.orientation
    shoulder = parts.torso.position + figure.rotate(turn, figure.SHOULDER)
    way = figure.hand_of(parts.right) - shoulder
    assert way.length == pytest.approx(figure.ARM_LENGTH - 0.06, abs=1e-6)
    assert way.dot(figure.rotate(turn, (0.0, 0.0, -1.0))) == pytest.approx(way.length, abs=1e-6)


def test_nothing_is_left_after_it_is_removed(stage):
    world, parts = stage
    figure.remove_figure(world, parts)
    assert len(world.bodies) == 1 and world.joints == []
