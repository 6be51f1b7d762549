"""Skid marks: where tires slipped, broken where they did not, gone after a while."""

import math

import numpy as np
import pytest

from app.effects.skid_marks import ABOVE, CAPACITY, HALF_WIDTH, LASTING, PIECE, SkidMarks
from physics import Vec3

DT = 1.0 / 60.0
UP = Vec3(0.0, 1.0, 0.0)


def drive(marks, start, end, *, wheels=("0",), speed=15.0, strength=1.0):
    """Slip along the x axis, from one place to the other [m]."""
    for k in range(int((end - start) / (speed * DT))):
        marks.advance(DT)
        for number, wheel in enumerate(wheels):
            marks.add(wheel, Vec3(start + k * speed * DT, 0.0, 1.5 * number), UP, strength)


def test_a_strip_is_where_the_tire_slipped_and_as_wide():
    marks = SkidMarks()
    drive(marks, 0.0, 10.0)
    place = marks.sheets().place
    assert len(place) == 6 * marks.count and 9.0 < np.ptp(place[:, 0]) < 10.0
    np.testing.assert_allclose(np.abs(place[:, 2]), HALF_WIDTH, atol=1e-6)
    np.testing.assert_allclose(place[:, 1], ABOVE, atol=1e-6)


def test_pieces_hang_together_and_face_up():
    marks = SkidMarks()
    drive(marks, 0.0, 5.0)
    corners = marks.sheets().place.reshape(-1, 3, 3)
    normal = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    area = 0.5 * np.linalg.norm(normal, axis=1).sum()
    assert area == pytest.approx(np.ptp(corners[..., 0]) * 2 * HALF_WIDTH, rel=1e-4)
    assert len(set(np.sign(normal[:, 1]))) == 1


def test_slow_slip_makes_no_more_pieces_than_needed():
    marks = SkidMarks()
    drive(marks, 0.0, 2.0, speed=0.6)
    assert marks.count <= 2.0 / PIECE


def test_a_strip_breaks_where_the_wheel_grips_or_flies():
    marks = SkidMarks()
    drive(marks, 0.0, 3.0)
    for _ in range(10):
        marks.advance(DT)
    drive(marks, 3.5, 6.0)
    x = marks.sheets().place[:, 0]
    assert not ((x > 3.01) & (x < 3.49)).any()


def test_a_leap_is_no_strip():
    marks = SkidMarks()
    drive(marks, 0.0, 3.0)
    drive(marks, 50.0, 53.0)
    x = np.sort(marks.sheets().place.reshape(-1, 3, 3)[..., 0], axis=1)
    assert (x[:, 2] - x[:, 0]).max() < 1.0


def test_wheels_of_two_cars_with_the_same_name_keep_apart():
    marks = SkidMarks()
    drive(marks, 0.0, 6.0, wheels=("0", "0"))
    z = marks.sheets().place.reshape(-1, 3, 3)[..., 2]
    assert np.ptp(z, axis=1).max() < 3 * HALF_WIDTH and z.max() > 1.0


def test_marks_fade_and_go():
    marks = SkidMarks()
    drive(marks, 0.0, 5.0)
    fresh = marks.sheets().color[:, 3].max()
    marks.advance(LASTING - 4.0)
    assert 0.0 < marks.sheets().color[:, 3].max() < 0.6 * fresh
    marks.advance(5.0)
    assert marks.count == 0 and marks.sheets() is None


def test_weak_slip_is_faint():
    strong, weak = SkidMarks(), SkidMarks()
    drive(strong, 0.0, 3.0)
    drive(weak, 0.0, 3.0, strength=0.3)
    assert weak.sheets().color[:, 3].max() < 0.4 * strong.sheets().color[:, 3].max()


def test_the_oldest_pieces_give_way():
    marks = SkidMarks()
    drive(marks, 0.0, 0.5 * CAPACITY, wheels=("0", "1", "2"), speed=60.0)
    assert marks.count == CAPACITY and np.isfinite(marks.sheets().place).all()
    assert marks.sheets().place[:, 0].min() > 100.0


@pytest.mark.parametrize(("place", "normal"), [((math.nan, 0, 0), (0, 1, 0)), ((0, 0, 0), (0, math.inf, 0))])
def test_what_is_not_finite_leaves_no_mark(place, normal):
    marks = SkidMarks()
    for _ in range(4):
        marks.advance(DT)
        marks.add("0", Vec3(*place), Vec3(*normal), 1.0)
    assert marks.sheets() is None


def test_a_ground_without_a_normal_is_level():
    marks = SkidMarks()
    for k in range(4):
        marks.advance(DT)
        marks.add("0", Vec3(0.4 * k, 0.0, 0.0), Vec3(0.0, 0.0, 0.0), 2.0)
    np.testing.assert_allclose(marks.sheets().place[:, 1], ABOVE, atol=1e-6)
    assert marks.sheets().color[:, 3].max() <= 1.0
