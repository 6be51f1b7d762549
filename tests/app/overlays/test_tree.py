"""The tree of bounds."""

import numpy as np

from app.overlays.tree import BOXES_MAX
from tests.app.overlays.showing import make_world, run, show


def test_the_tree_shows_whole_levels_and_not_too_many(pile):
    (mark,) = show(pile, "tree").marks
    world = pile
    depth = world.tree_bounds().depth
    count = len(mark.line) // 24
    levels = np.cumsum(np.bincount(depth))
    assert len(depth) > BOXES_MAX >= count and count in levels and count > 100


def test_the_tree_has_a_color_for_each_depth():
    world = run(make_world(), 2)
    depth, lower, upper = world.tree_bounds()
    (mark,) = show(world, "tree").marks
    boxes = mark.line.reshape(-1, 24, 3)
    np.testing.assert_allclose(boxes.min(1), lower, atol=1e-5)
    np.testing.assert_allclose(boxes.max(1), upper, atol=1e-5)
    assert len({tuple(color) for color in mark.line_color[::24].tolist()}) == len(set(depth.tolist()))
