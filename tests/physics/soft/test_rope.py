"""Ropes: lines of points."""

import numpy as np
import pytest

from physics import SoftRope

NAN = float("nan")


def test_points_are_kept_and_each_is_held_by_the_next():
    points = [(0, 0, 0), (1, 0, 0), (1, 2, 0)]
    rope = SoftRope(points, radius=0.02)
    assert rope.kind == "rope" and rope.radius == 0.02 and rope.length == 3.0 and rope.volume == 0.0
    assert rope.points.tolist() == [[0, 0, 0], [1, 0, 0], [1, 2, 0]] and rope.segments.tolist() == [[0, 1], [1, 2]]
    assert len(rope.triangles) == len(rope.tets) == 0
    assert rope != SoftRope(points) and rope == SoftRope(np.array(points), 0.02)


def test_a_line_is_divided_evenly():
    rope = SoftRope.line((1, 2, 3), (1, 0, 3), segments=4, radius=0.01)
    np.testing.assert_allclose(rope.points, [(1, 2.0 - 0.5 * k, 3) for k in range(5)])
    assert len(rope.segments) == 4 and rope.length == pytest.approx(2.0)


@pytest.mark.parametrize(
    ("points", "radius", "error", "words"),
    [
        ([(0, 0, 0)], 0.01, ValueError, "a rope needs at least 2 points, got 1; add some"),
        ([], 0.01, ValueError, "points must not be empty"),
        ([(0, 0, 0), (0, 0, 0)], 0.01, ValueError, "a rope must be at least 0.0002 m long, got 0 m"),
        ([(0, 0, 0), (1, 0, 0), (1, 0, 0)], 0.01, ValueError, r"points\[2\] is where points\[1\] is, at \[1.0"),
        ([(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 0, 0)], 0.01, ValueError, r"points\[3\] is where points\[0\] is"),
        ([(0, 0, 0), (NAN, 0, 0)], 0.01, ValueError, r"points\[1\] must be finite"),
        ([(0, 0, 0), (1, 0)], 0.01, ValueError, "points must be rows of 3"),
        (3, 0.01, TypeError, "points must be a list or array of rows of 3, got 3"),
        ([(0, 0, 0), (1, 0, 0)], 0.0, ValueError, "radius must be between 0.0001"),
        ([(0, 0, 0), (1, 0, 0)], "thin", TypeError, "radius must be a number"),
        (np.zeros((1_000_001, 3)), 0.01, ValueError, "points may be at most 1,000,000, got 1,000,001"),
    ],
    ids=lambda value: None if isinstance(value, np.ndarray) else str(value)[:30],
)  # fmt: skip
def test_a_bad_rope_is_refused_with_a_sentence(points, radius, error, words):
    with pytest.raises(error, match=words):
        SoftRope(points, radius)


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        (dict(segments=0), ValueError, "segments must be a whole number between 1"),
        (dict(segments=2.5), TypeError, "segments must be a whole number"),
        (
            dict(end=(0, 0, 0)),
            ValueError,
            "segment of a rope must be at least 0.0002 m long, got 0 m for 20; take fewer",
        ),
        (dict(end=(0, NAN, 0)), ValueError, "end must be 3 numbers"),
        (dict(start="ab"), TypeError, "start must be 3 numbers"),
    ],
)
def test_a_bad_line_is_refused(options, error, words):
    with pytest.raises(error, match=words):
        SoftRope.line(**{"start": (0, 0, 0), "end": (1, 0, 0), **options})


def test_points_that_nearly_coincide_are_refused_also_if_there_are_many():
    line = np.column_stack((np.arange(5.0), np.zeros(5), np.zeros(5)))
    with pytest.raises(ValueError, match=r"points\[6\] is where points\[1\] is, .* 1 others are so too"):
        SoftRope(np.concatenate((line, line[2:3] + 1e-7, line[1:2] - 1e-7)))
    heap = np.zeros((200_000, 3))
    heap[0, 0] = 1.0
    with pytest.raises(ValueError, match=r"points\[2\] is where points\[1\] is, .* 199997 others are so too"):
        SoftRope(heap)
