"""The pattern of shards fills the pane, is fine where it was hit, and is the same each time."""

import math

import pytest

from play.breakage.breakable import Blow
from play.breakage.glass import RASTER, area_of, clip, cut, shards
from tests.play.breakage.yard import Yard

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


def test_breaking_a_pane_cuts_nothing_wherever_it_is_hit():
    """All its shards were made with it: a step that breaks it has no time for that."""
    yard = Yard(gravity=False)
    pane = yard.things.things[yard.pane()]
    before = shards.cache_info().misses
    nearest = []
    for x, y in [*SPOTS, *((1.2 * a, 0.65 * b) for a in (-1.0, 1.0) for b in (-1.0, 1.0)), (0.4, -0.21)]:
        pieces = pane.shatter(pane, Blow(pane.middle + (x, y, 0.0)))
        shapes = [fragment.definition.parts[0].shape for fragment in pieces]
        assert all({"shape_data", "solid", "geometry"} <= shape.__dict__.keys() for shape in shapes)
        nearest.append(
            min(math.hypot(f.definition.position[0] - x, f.definition.position[1] - 1.5 - y) for f in pieces)
        )
    assert shards.cache_info().misses == before
    assert max(nearest) < 0.75 * RASTER, "the middle of the pattern is about where it was hit"


def test_clip_keeps_what_is_nearer():
    square = ((-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0))
    left = clip(square, (-0.5, 0.0), (0.5, 0.0))
    assert area_of(left) == (pytest.approx(2.0), (pytest.approx(-0.5), pytest.approx(0.0)))
    assert clip(square, (5.0, 0.0), (0.0, 0.0)) == ()
