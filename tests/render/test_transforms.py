import math

import numpy as np

from render import kernels
from render.frame import CameraPose
from render.light import TILE_COUNT, place_tiles
from render.transforms import rotation_matrix, view_projection_matrix

turn, combine = (getattr(some, "py_func", some) for some in (kernels.turn, kernels.combine))
QUARTER_TURN = np.array((0.0, math.sin(math.pi / 4), 0.0, math.cos(math.pi / 4)))


def test_quarter_turn_about_y_sends_x_to_minus_z():
    np.testing.assert_allclose(turn(*QUARTER_TURN, 1.0, 0.0, 0.0), (0.0, 0.0, -1.0), atol=1e-12)
    np.testing.assert_allclose(rotation_matrix(QUARTER_TURN) @ (1.0, 0.0, 0.0), (0.0, 0.0, -1.0), atol=1e-12)


def test_product_turns_by_the_second_first():
    random = np.random.default_rng(1)
    for first, second in random.normal(size=(20, 2, 4)):
        first, second = first / np.linalg.norm(first), second / np.linalg.norm(second)
        vector = random.normal(size=3)
        both = turn(*combine(*first, *second), *vector)
        np.testing.assert_allclose(both, turn(*first, *turn(*second, *vector)), atol=1e-12)
        np.testing.assert_allclose(both, rotation_matrix(first) @ rotation_matrix(second) @ vector, atol=1e-12)


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
