"""Gait: drawn legs."""

import pytest

from physics import Vec3, World
from physics.vector import rotate
from play.figure import figure, gait


def soles(parts: figure.Figure) -> list[Vec3]:
    return [shin.position + rotate(shin.orientation, (0.0, -gait.SHIN, 0.0)) for shin in parts.legs[2:]]


@pytest.fixture
def parts():
    return figure.add_figure(World(), Vec3(0.0, 0.0, 0.0), 0.0)


@pytest.mark.parametrize("height", [1.125, 1.0, 0.8, 0.55])
def test_both_feet_are_on_the_ground_when_it_stands(parts, height):
    gait.place_legs(parts.legs, parts.torso, Vec3(0.0, 0.0, 0.0), 0.0, height, flying=False)
    for sole in soles(parts):
        assert sole.y == pytest.approx(parts.torso.position.y - height, abs=0.005)


def test_feet_take_turns_and_knees_bend_forward(parts):
    gait.place_legs(parts.legs, parts.torso, Vec3(0.0, 0.0, -4.0), 0.0, 1.0, flying=False)
    right, left = soles(parts)
    assert right.z < -0.2 < 0.2 < left.z
    gait.place_legs(parts.legs, parts.torso, Vec3(0.0, 0.0, -4.0), 1.0, 1.0, flying=False)
    right, left = soles(parts)
    assert left.z < -0.2 < 0.2 < right.z
    gait.place_legs(parts.legs, parts.torso, Vec3(0.0, 0.0, 0.0), 0.0, 0.7, flying=False)
    for thigh, shin in zip(parts.legs[:2], parts.legs[2:], strict=True):
        assert shin.position.z < thigh.position.z - 0.1


def test_shin_begins_where_the_thigh_ends(parts):
    gait.place_legs(parts.legs, parts.torso, Vec3(2.0, 0.0, -3.0), 0.3, 1.1, flying=False)
    for thigh, shin in zip(parts.legs[:2], parts.legs[2:], strict=True):
        knee = thigh.position + rotate(thigh.orientation, (0.0, -gait.THIGH, 0.0))
        assert (knee - shin.position).length < 1e-9
