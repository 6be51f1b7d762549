"""Vec3: a tuple that can count; rotations."""

import math

import numpy as np
import pytest

from physics import Vec3
from physics.vector import about, inverse, multiply, rotate


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
