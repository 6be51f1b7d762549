import math

import numpy as np

from render.frame import CameraPose
from render.light import SUN_DIRECTION, TILE_COUNT, casters_in_tiles, place_tiles
from render.transforms import (
    frustum_planes,
    multiply,
    rotate,
    rotation_matrix,
    spheres_inside,
    view_projection_matrix,
)

QUARTER_TURN = np.array((0.0, math.sin(math.pi / 4), 0.0, math.cos(math.pi / 4)))


def test_quarter_turn_about_y_sends_x_to_minus_z():
    np.testing.assert_allclose(rotate(QUARTER_TURN, np.array((1.0, 0.0, 0.0))), (0.0, 0.0, -1.0), atol=1e-12)
    np.testing.assert_allclose(rotation_matrix(QUARTER_TURN) @ (1.0, 0.0, 0.0), (0.0, 0.0, -1.0), atol=1e-12)


def test_product_turns_by_the_second_first():
    random = np.random.default_rng(1)
    first, second = random.normal(size=(2, 20, 4))
    first /= np.linalg.norm(first, axis=1, keepdims=True)
    second /= np.linalg.norm(second, axis=1, keepdims=True)
    vector = random.normal(size=(20, 3))
    both = rotate(multiply(first, second), vector)
    np.testing.assert_allclose(both, rotate(first, rotate(second, vector)), atol=1e-12)


def test_rotation_without_length_turns_nothing():
    np.testing.assert_array_equal(rotation_matrix((0.0, 0.0, 0.0, 0.0)), np.eye(3))


def test_camera_looks_along_minus_z_and_y_is_up():
    matrix = view_projection_matrix(CameraPose(rotation=(0.0, 0.0, 0.0, 1.0)), 1.5)
    clip = matrix @ (1.0, 2.0, -10.0, 1.0)
    assert clip[3] > 0.0 and 0.0 < clip[0] / clip[3] < 1.0 and 0.0 < clip[1] / clip[3] < 1.0
    assert (matrix @ (0.0, 0.0, 10.0, 1.0))[3] < 0.0


def test_turned_camera_sees_what_is_before_it():
    matrix = view_projection_matrix(CameraPose(rotation=tuple(QUARTER_TURN)), 1.0)
    clip = matrix @ (-10.0, 0.0, 0.0, 1.0)  # its own -Z
    np.testing.assert_allclose(clip[:2] / clip[3], 0.0, atol=1e-9)


def test_culling_agrees_with_the_projection():
    camera = CameraPose(rotation=(0.1, 0.3, 0.05, 0.94), fov=1.1)
    matrix = view_projection_matrix(camera, 1.7)
    points = np.random.default_rng(2).uniform(-50.0, 50.0, (5000, 3))
    clip = np.c_[points, np.ones(5000)] @ matrix.T
    expected = (np.abs(clip[:, :3]) <= clip[:, 3:]).all(axis=1)
    seen = spheres_inside(frustum_planes(matrix), points.astype(np.float32), np.zeros(5000, np.float32))
    assert (seen == expected).mean() > 0.999 and 50 < expected.sum() < 2000


def test_sphere_that_reaches_into_the_picture_is_kept():
    planes = frustum_planes(view_projection_matrix(CameraPose(fov=1.0), 1.0))
    center = np.array([(-8.0, 0.0, -10.0)] * 2, np.float32)
    np.testing.assert_array_equal(spheres_inside(planes, center, np.array((0.5, 4.0), np.float32)), (False, True))


def test_place_that_is_not_finite_is_not_seen():
    planes = frustum_planes(view_projection_matrix(CameraPose(), 1.0))
    center = np.array([(np.nan, 0.0, -5.0), (np.inf, 0.0, -5.0)], np.float32)
    assert not spheres_inside(planes, center, np.ones(2, np.float32)).any()


def test_shadow_tiles_move_by_whole_texels():
    """A fixed place in the world falls on the same part of a texel wherever the camera is."""
    size, place = 1024, np.array((3.3, 0.7, -2.1))
    parts = []
    for eye in ((0.0, 2.0, 10.0), (0.0123, 2.3, 9.77), (-1.7, 1.1, 12.345)):
        tiles = place_tiles(eye, np.array((0.0, -0.6, -0.8)), size)
        clip = np.einsum("tij,j->ti", tiles.axes, place - eye) + tiles.shift
        parts.append(clip[:, :2] * 0.5 * size % 1.0)
    for part in parts[1:]:
        difference = np.abs(part - parts[0])
        np.testing.assert_array_less(np.minimum(difference, 1.0 - difference), 1e-6)


def test_shadow_tiles_cover_what_is_near_the_camera():
    forward = np.array((0.0, 0.0, -1.0))
    tiles = place_tiles((5.0, 3.0, 1.0), forward, 2048)
    for tile in range(TILE_COUNT):
        clip = tiles.matrices()[tile] @ (*(forward * tiles.radius[tile]), 1.0)
        assert np.abs(clip[:3]).max() < 1.0


def test_caster_high_above_a_tile_is_kept_and_one_beside_it_is_not():
    """The shadow of what is beside a tile falls beside it, too."""
    forward = np.array((0.0, 0.0, -1.0))
    tiles = place_tiles((0.0, 0.0, 0.0), forward, 1024)
    middle = 0.8 * tiles.radius[0] * forward
    center = np.array((middle + 500.0 * SUN_DIRECTION, middle + (25.0, 0.0, 0.0)), np.float32)
    near, wide, *_ = casters_in_tiles(tiles, center, np.ones(2, np.float32))
    np.testing.assert_array_equal(near, (True, False))
    np.testing.assert_array_equal(wide, (False, True))  # the first one lies well inside the nearer tile
