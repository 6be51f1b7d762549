"""The pattern of shards fills the pane, is fine where it was hit, and is the same each time."""

import math

import pytest

from play.breakage.glass import RASTER, area_of, clip, cut, shards

SPOTS = [(0.0, 0.0), (0.6, -0.4), (1.2, 0.65), (-1.0, 0.2)]


@pytest.mark.parametrize("spot", SPOTS)
def test_shards_fill_the_pane(spot):
    cells = cut(1.2, 0.65, spot)
    assert sum(area_of(cell)[0] for cell in cells) == pytest.approx(4.0 * 1.2 * 0.65, rel=1e-3)
    assert all(abs(x) <= 1.2 + 1e-9 and abs(y) <= 0.65 + 1e-9 for cell in cells for x, y in cell)
    assert 5 <= len(cells) <= 21


def test_shards_are_small_where_the_pane_was_hit():
    rows = [(math.dist(area_of(cell)[1], (0.4, 0.2)), area_of(cell)[0]) for cell in cut(1.2, 0.65, (0.4, 0.2))]
    near = [area for away, area in rows if away < 0.2]
    far = [area for away, area in rows if away > 0.8]
    assert near and far and max(near) < 0.5 * min(far)


def test_shards_are_as_thick_as_the_pane_and_lie_around_their_middles():
    for (_, area, shape), thin in zip(shards(1.0, 1.0, 0.008, (0.2, 0.0), 0), [0] * 20, strict=False):
        assert shape.size[thin] == pytest.approx(0.008)
        assert shape.volume == pytest.approx(0.016 * area, rel=1e-3)


def test_panes_that_are_hit_alike_share_their_shards():
    assert shards(1.2, 0.65, 0.008, (RASTER, 0.0), 2) is shards(1.2, 0.65, 0.008, (RASTER, 0.0), 2)


def test_clip_keeps_what_is_nearer():
    square = ((-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0))
    left = clip(square, (-0.5, 0.0), (0.5, 0.0))
    assert area_of(left) == (pytest.approx(2.0), (pytest.approx(-0.5), pytest.approx(0.0)))
    assert clip(square, (5.0, 0.0), (0.0, 0.0)) == ()
