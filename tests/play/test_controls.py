import math

import numpy as np
import pytest

from physics import Vec3
from physics.vector import rotate
from play.controls import Controls, angles_of, direction_of, right_of, toward, turn_of


@pytest.mark.parametrize(
    ("yaw", "pitch", "way"),
    [
        (0.0, 0.0, (0.0, 0.0, -1.0)), (0.5 * math.pi, 0.0, (-1.0, 0.0, 0.0)), (math.pi, 0.0, (0.0, 0.0, 1.0)),
        (0.0, 0.5 * math.pi, (0.0, 1.0, 0.0)), (0.0, -0.5 * math.pi, (0.0, -1.0, 0.0)),
    ],
)  # fmt: skip
def test_yaw_goes_to_the_left_and_pitch_up(yaw, pitch, way):
    assert tuple(direction_of(yaw, pitch)) == pytest.approx(way, abs=1e-12)
    assert Controls(yaw=yaw, pitch=pitch).direction == direction_of(yaw, pitch)


@pytest.mark.parametrize("yaw", [-3.0, -0.4, 0.0, 1.0, 2.9])
@pytest.mark.parametrize("pitch", [-1.4, 0.0, 0.7])
def test_angles_of_a_direction_of_any_length_are_those_it_was_made_of(yaw, pitch):
    assert angles_of(direction_of(yaw, pitch) * 7.0) == pytest.approx((yaw, pitch))


@pytest.mark.parametrize("yaw", [-2.0, 0.0, 0.9])
def test_right_is_level_and_across_the_view(yaw):
    right = right_of(yaw)
    assert right.dot(direction_of(yaw, 0.5)) == pytest.approx(0.0, abs=1e-12) and right.length == pytest.approx(1.0)
    assert direction_of(yaw).cross(Vec3(0.0, 1.0, 0.0)).dot(right) == pytest.approx(1.0)


def test_a_press_is_an_edge_and_another_number_is_another_press():
    up, down = Controls(), Controls(enter=True)
    assert down.pressed_since(up, "enter")
    assert not down.pressed_since(down, "enter") and not up.pressed_since(down, "enter")
    assert Controls(weapon=2).pressed_since(Controls(weapon=1), "weapon")
    assert not Controls(weapon=2).pressed_since(Controls(weapon=2), "weapon")


def test_idle_hands_keep_the_view_and_what_is_summed_up():
    busy = Controls(
        forward=1.0, right=-1.0, yaw=0.3, pitch=0.2, distance=3.0, jump=True, fire=True, weapon=2, reach=4.0,
        spin=(0.1, 0.2), enter=True,
    )  # fmt: skip
    assert busy.idle() == Controls(yaw=0.3, pitch=0.2, distance=3.0, reach=4.0, spin=(0.1, 0.2))


@pytest.mark.parametrize("direction", [(0, 0, -1), (0, 0, 1), (1, 0, 0), (0, 1, 0), (0, -1, 0), (0.3, -0.5, 2.0)])
def test_toward_points_the_nose_along_a_direction(direction):
    nose = rotate(toward(direction), (0.0, 0.0, -1.0))
    assert nose == pytest.approx(np.array(direction) / np.linalg.norm(direction), abs=1e-12)


def test_toward_does_not_roll():
    assert rotate(toward((0.3, 0.4, -0.5)), (1.0, 0.0, 0.0)).y == pytest.approx(0.0, abs=1e-12)


@pytest.mark.parametrize(("yaw", "pitch"), [(0.0, 0.0), (1.1, 0.0), (-2.0, 0.6)])
def test_what_is_turned_looks_where_its_angles_say(yaw, pitch):
    assert rotate(turn_of(yaw, pitch), (0.0, 0.0, -1.0)) == pytest.approx(direction_of(yaw, pitch))
