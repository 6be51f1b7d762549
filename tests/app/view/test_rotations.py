import math

import numpy as np
import pytest

from app.view.rotations import UNTURNED, blend, from_angles, normalized, rotation_vector
from physics.vector import about, inverse, multiply, rotate


def random_rotations(count=50):
    rng = np.random.default_rng(5)
    return [normalized(q) for q in rng.normal(size=(count, 4)).tolist()]


@pytest.mark.parametrize(
    ("yaw", "pitch", "direction"),
    [(0, 0, (0, 0, -1)), (90, 0, (-1, 0, 0)), (0, 90, (0, 1, 0)), (180, -45, (0, -math.sqrt(0.5), math.sqrt(0.5)))],
)
def test_direction_of_view(yaw, pitch, direction):
    q = from_angles(math.radians(yaw), math.radians(pitch))
    assert rotate(q, (0, 0, -1)) == pytest.approx(direction, abs=1e-12)


def test_roll_leaves_the_direction_of_view():
    q = from_angles(0.3, 0.4, 0.5)
    assert rotate(q, (0, 0, -1)) == pytest.approx(rotate(from_angles(0.3, 0.4), (0, 0, -1)))
    assert rotate(from_angles(0, 0, math.pi / 2), (1, 0, 0)) == pytest.approx((0, 1, 0))


def test_rotation_vector_is_axis_times_angle_the_short_way():
    assert rotation_vector(about((0, 0, 1), 0.7)) == pytest.approx((0, 0, 0.7))
    assert rotation_vector(about((0, 0, 1), math.tau - 0.7)) == pytest.approx((0, 0, -0.7))
    assert rotation_vector(UNTURNED) == (0, 0, 0)
    assert rotation_vector(about((1, 0, 0), 1e-13)) == pytest.approx((1e-13, 0, 0), rel=1e-6)


def test_blend_ends_where_it_should_and_goes_evenly():
    for a, b in zip(random_rotations(), random_rotations()[1:], strict=False):
        assert abs(np.dot(blend(a, b, 0.0), a)) == pytest.approx(1.0)
        assert abs(np.dot(blend(a, b, 1.0), b)) == pytest.approx(1.0)
        whole = rotation_vector(multiply(b, inverse(a))).length
        part = rotation_vector(multiply(blend(a, b, 0.25), inverse(a))).length
        assert part == pytest.approx(0.25 * whole, abs=1e-9) and whole <= math.pi + 1e-9


def test_nothing_is_normalized_to_no_rotation():
    assert normalized((0, 0, 0, 0)) == UNTURNED
