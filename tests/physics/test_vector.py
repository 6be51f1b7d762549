"""Vec3: a tuple that can count; rotations."""

import math

import numpy as np
import pytest

from physics import Vec3
from physics.vector import (
    NO_ROTATION,
    about,
    angles_of,
    direction_of,
    inverse,
    multiply,
    normalized,
    right_of,
    rotate,
    rotation_of,
    rotation_toward,
    rotation_vector,
    slerp,
)


def test_vec3_is_a_tuple_that_can_count():
    a, b = Vec3(1, 2, 3), Vec3(4, -5, 6)
    assert a == (1, 2, 3) and tuple(a) == (1, 2, 3) and (a.x, a.y, a.z) == (1, 2, 3)
    for other in (b, (4, -5, 6), [4, -5, 6], np.array((4, -5, 6))):
        assert a + other == (5, -3, 9) and a - other == (-3, 7, -3)
        assert a.dot(other) == 12 and a.cross(other) == (27, 6, -13)
    assert (4, -5, 6) + a == (5, -3, 9) and (4, -5, 6) - a == (3, -7, 3)
    assert isinstance((4, -5, 6) + a, Vec3)
    assert a * 2 == 2 * a == (2, 4, 6) and a / 2 == (0.5, 1, 1.5) and -a == (-1, -2, -3)
    assert Vec3(2, 3, 6).length == 7.0
    assert a.cross(b).dot(a) == 0 == a.cross(b).dot(b)
    assert all(isinstance(v, Vec3) for v in (a + b, a - b, a * 2, 2 * a, a / 2, -a, a.cross(b)))


def test_a_turn_and_its_opposite_do_nothing():
    turn = about((0.0, 0.6, 0.8), 1.2)
    assert multiply(turn, inverse(turn)) == pytest.approx((0.0, 0.0, 0.0, 1.0))


def test_quarter_turn_about_y_sends_x_to_minus_z():
    assert rotate(about((0.0, 1.0, 0.0), 0.5 * math.pi), (1.0, 0.0, 0.0)) == pytest.approx((0.0, 0.0, -1.0))


def random_rotations(count=50):
    rng = np.random.default_rng(5)
    return [normalized(q) for q in rng.normal(size=(count, 4)).tolist()]


@pytest.mark.parametrize(
    ("yaw", "pitch", "direction"),
    [(0, 0, (0, 0, -1)), (90, 0, (-1, 0, 0)), (0, 90, (0, 1, 0)), (180, -45, (0, -math.sqrt(0.5), math.sqrt(0.5)))],
)
def test_direction_of_view(yaw, pitch, direction):
    q = rotation_of(math.radians(yaw), math.radians(pitch))
    assert rotate(q, (0, 0, -1)) == pytest.approx(direction, abs=1e-12)


def test_roll_leaves_the_direction_of_view():
    q = rotation_of(0.3, 0.4, 0.5)
    assert rotate(q, (0, 0, -1)) == pytest.approx(rotate(rotation_of(0.3, 0.4), (0, 0, -1)))
    assert rotate(rotation_of(0, 0, math.pi / 2), (1, 0, 0)) == pytest.approx((0, 1, 0))


def test_rotation_vector_is_axis_times_angle_the_short_way():
    assert rotation_vector(about((0, 0, 1), 0.7)) == pytest.approx((0, 0, 0.7))
    assert rotation_vector(about((0, 0, 1), math.tau - 0.7)) == pytest.approx((0, 0, -0.7))
    assert rotation_vector(NO_ROTATION) == (0, 0, 0)
    assert rotation_vector(about((1, 0, 0), 1e-13)) == pytest.approx((1e-13, 0, 0), rel=1e-6)


def test_blend_ends_where_it_should_and_goes_evenly():
    for a, b in zip(random_rotations(), random_rotations()[1:], strict=False):
        assert abs(np.dot(slerp(a, b, 0.0), a)) == pytest.approx(1.0)
        assert abs(np.dot(slerp(a, b, 1.0), b)) == pytest.approx(1.0)
        whole = rotation_vector(multiply(b, inverse(a))).length
        part = rotation_vector(multiply(slerp(a, b, 0.25), inverse(a))).length
        assert part == pytest.approx(0.25 * whole, abs=1e-9) and whole <= math.pi + 1e-9


def test_nothing_is_normalized_to_no_rotation():
    assert normalized((0, 0, 0, 0)) == NO_ROTATION


@pytest.mark.parametrize(
    ("yaw", "pitch", "way"),
    [
        (0.0, 0.0, (0.0, 0.0, -1.0)), (0.5 * math.pi, 0.0, (-1.0, 0.0, 0.0)), (math.pi, 0.0, (0.0, 0.0, 1.0)),
        (0.0, 0.5 * math.pi, (0.0, 1.0, 0.0)), (0.0, -0.5 * math.pi, (0.0, -1.0, 0.0)),
    ],
)  # fmt: skip
def test_yaw_goes_to_the_left_and_pitch_up(yaw, pitch, way):
    assert tuple(direction_of(yaw, pitch)) == pytest.approx(way, abs=1e-12)


@pytest.mark.parametrize("yaw", [-3.0, -0.4, 0.0, 1.0, 2.9])
@pytest.mark.parametrize("pitch", [-1.4, 0.0, 0.7])
def test_angles_of_a_direction_of_any_length_are_those_it_was_made_of(yaw, pitch):
    assert angles_of(direction_of(yaw, pitch) * 7.0) == pytest.approx((yaw, pitch))


@pytest.mark.parametrize("yaw", [-2.0, 0.0, 0.9])
def test_right_is_level_and_across_the_view(yaw):
    right = right_of(yaw)
    assert right.dot(direction_of(yaw, 0.5)) == pytest.approx(0.0, abs=1e-12) and right.length == pytest.approx(1.0)
    assert direction_of(yaw).cross(Vec3(0.0, 1.0, 0.0)).dot(right) == pytest.approx(1.0)


@pytest.mark.parametrize("direction", [(0, 0, -1), (0, 0, 1), (1, 0, 0), (0, 1, 0), (0, -1, 0), (0.3, -0.5, 2.0)])
def test_toward_points_the_nose_along_a_direction(direction):
    nose = rotate(rotation_toward(direction), (0.0, 0.0, -1.0))
    assert nose == pytest.approx(np.array(direction) / np.linalg.norm(direction), abs=1e-12)


def test_toward_does_not_roll():
    assert rotate(rotation_toward((0.3, 0.4, -0.5)), (1.0, 0.0, 0.0)).y == pytest.approx(0.0, abs=1e-12)


@pytest.mark.parametrize(("yaw", "pitch"), [(0.0, 0.0), (1.1, 0.0), (-2.0, 0.6)])
def test_what_is_turned_looks_where_its_angles_say(yaw, pitch):
    assert rotate(rotation_of(yaw, pitch), (0.0, 0.0, -1.0)) == pytest.approx(direction_of(yaw, pitch))
