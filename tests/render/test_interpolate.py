import math

import numpy as np
import pytest
from handmade import make_snapshot

from render import kernels
from render.frame import CameraPose, Frame
from render.instances import InstanceBuilder
from render.interpolate import rows_before
from render.transforms import rotation_matrix


def blend_poses(before, after, blend, eye):
    """Places relative to the eye, and rotations, of bodies of one shape each."""
    builder = InstanceBuilder()
    builder.update(Frame(before, after, blend, CameraPose(tuple(eye)), ("default",)))
    return builder._layout.rows[:, :3], builder._layout.rows[:, 4:8]


def test_halfway_is_between_the_two_places_and_relative_to_the_eye():
    before, after = make_snapshot([1], [(0, 0, 0)]), make_snapshot([1], [(2, 4, 0)])
    place, _ = blend_poses(before, after, 0.5, (1.0, 1.0, 1.0))
    np.testing.assert_allclose(place, [(0.0, 1.0, -1.0)])
    assert place.dtype == np.float32


@pytest.mark.parametrize(("blend", "x"), [(0.0, 1.0), (1.0, 3.0), (-5.0, 1.0), (7.0, 3.0), (math.nan, 3.0)])
def test_blend_stays_between_both(blend, x):
    before, after = make_snapshot([1], [(1, 0, 0)]), make_snapshot([1], [(3, 0, 0)])
    assert blend_poses(before, after, blend, (0.0, 0.0, 0.0))[0][0, 0] == x


def test_bodies_are_matched_by_number():
    before = make_snapshot([7, 2, 5], [(70, 0, 0), (20, 0, 0), (50, 0, 0)])
    after = make_snapshot([5, 9, 7], [(52, 0, 0), (90, 0, 0), (72, 0, 0)])
    place, _ = blend_poses(before, after, 0.5, (0.0, 0.0, 0.0))
    np.testing.assert_allclose(place[:, 0], (51.0, 90.0, 71.0))


@pytest.mark.parametrize(
    ("before", "after", "rows"),
    [
        ([1, 2], [1, 2], [0, 1]),
        ([1, 2, 5, 7], [2, 3, 7, 9], [1, -1, 3, -1]),
        ([4, 6], [1, 2], [-1, -1]),
        ([], [1], [-1]),
        ([1], [], []),
        ([7, 2, 5], [5, 9, 7], [2, -1, 0]),
        ([2, 7, 5], [5, 7], [2, 1]),
        ([1, 2, 3], [3, 2, 1], [2, 1, 0]),
    ],
)
def test_rows_of_bodies_are_found(run, before, after, rows):
    lists = [np.array(some, np.int32) for some in (before, after)]
    found = np.zeros(len(after), np.int32)
    rises = all((np.diff(some) > 0).all() for some in lists)
    if run(kernels.match_bodies, *lists, found) or rises:
        assert found.tolist() == rows
    snapshots = [make_snapshot(some, np.zeros((len(some), 3))) for some in (before, after)]
    assert rows_before(*snapshots).tolist() == rows


def test_empty_worlds_are_fine():
    nothing, something = make_snapshot([], []), make_snapshot([3], [(1, 2, 3)])
    assert blend_poses(something, nothing, 0.5, (0, 0, 0))[0].shape == (0, 3)
    np.testing.assert_allclose(blend_poses(nothing, something, 0.5, (0, 0, 0))[0], [(1, 2, 3)])


def test_rotation_goes_the_shorter_way():
    """q and -q are the same rotation: halfway between a turn of 0 and one of 60 degrees is 30, not 210."""
    half = math.radians(30.0)
    end = -np.array([(0.0, math.sin(half), 0.0, math.cos(half))])
    before, after = make_snapshot([1], [(0, 0, 0)]), make_snapshot([1], [(0, 0, 0)], end)
    middle = blend_poses(before, after, 0.5, (0.0, 0.0, 0.0))[1][0]
    turned = rotation_matrix(middle) @ (1.0, 0.0, 0.0)
    np.testing.assert_allclose(turned, (math.cos(half), 0.0, -math.sin(half)), atol=1e-6)
    np.testing.assert_allclose(np.linalg.norm(middle), 1.0, atol=1e-6)


def test_nothing_trembles_far_from_the_origin():
    far = 1e7
    before, after = make_snapshot([1], [(far, 0, 0)]), make_snapshot([1], [(far + 0.001, 0, 0)])
    place, _ = blend_poses(before, after, 0.5, (far - 1.0, 0.0, 0.0))
    np.testing.assert_allclose(place[0, 0], 1.0005, atol=1e-6)
