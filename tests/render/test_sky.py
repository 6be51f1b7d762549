"""Clouds: some, not too many; they drift with the time of the world and repeat without a jump."""

import numpy as np
from handmade import make_rows, row
from pictures import look_from

from physics.queries.snapshot import KIND
from render.frame import Frame
from render.textures import SIZE, cloud_layers
from render.uniforms import CLOUD_PERIOD


def sky_at(studio, time, *, up=4.0):
    snapshot = make_rows((row(KIND.PLANE, (0, 0, 0), (0, 0, 0)),))
    object.__setattr__(snapshot, "time", time)
    camera = look_from((0.0, 2.0, 0.0), (0.0, 2.0 + up, -10.0))
    return studio.take(Frame(snapshot, snapshot, 1.0, camera, ("concrete",))).astype(int)[:150]


def test_there_is_blue_sky_and_white_clouds(studio):
    blueness = []
    for time in (0.0, 300.0, 900.0):
        picture = sky_at(studio, time, up=7.0)
        blueness.append((picture[..., 2] - picture[..., 0]).ravel())
    blueness = np.concatenate(blueness)
    assert 0.05 < (blueness < 30).mean() < 0.6 and (blueness > 60).mean() > 0.2


def test_clouds_drift_and_come_round(studio):
    first, later = sky_at(studio, 0.0), sky_at(studio, 60.0)
    assert (np.abs(first - later).max(axis=2) > 20).mean() > 0.01
    soon = sky_at(studio, 1.0 / 60.0)
    assert np.abs(first - soon).max() <= 6, "slowly"
    round_ = sky_at(studio, CLOUD_PERIOD)
    assert np.abs(first - round_).max() <= 1


def test_the_map_of_clouds_tiles_and_is_the_same_in_every_run():
    layers = cloud_layers().astype(int)
    assert layers.shape == (SIZE, SIZE, 2)
    for axis in (0, 1):
        inside = np.abs(np.diff(layers, axis=axis)).mean()
        seam = np.abs(np.take(layers, 0, axis) - np.take(layers, -1, axis)).mean()
        assert seam < 2.0 * inside + 1.0
    before = cloud_layers().copy()
    cloud_layers.cache_clear()
    np.testing.assert_array_equal(before, cloud_layers())
