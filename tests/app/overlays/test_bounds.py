"""Bounds of shapes, and boxes of lines."""

import numpy as np

from app.overlays.lines import CORNERS, EDGES, boxes
from app.overlays.palette import SKY
from physics import ShapeBox, World
from physics.vector_arrays import rotate
from scenes import kit
from tests.app.overlays.showing import edge_lengths, run, show


def test_bounds_contain_the_shapes():
    world = World(gravity=(0, 0, 0))
    half, turned = np.array((0.5, 0.2, 0.9)), kit.turn((0.6, 0.0, 0.8), 50.0)
    world.add_body(shape=ShapeBox(tuple(half)), position=(1, 2, 3), orientation=turned, velocity=(5, 0, 0))
    run(world, 10)
    (mark,) = show(world, "bounds").marks
    assert len(mark.line) == 24
    shot = world.snapshot()
    corners = rotate(shot.orientation, (2.0 * CORNERS - 1.0) * half) + shot.position[0]
    assert (mark.line.min(0) <= corners.min(0) + 1e-6).all() and (mark.line.max(0) >= corners.max(0) - 1e-6).all()
    assert (mark.line.max(0) - mark.line.min(0) < np.ptp(corners, axis=0) + 1.0).all()


def test_a_box_has_twelve_edges_along_its_axes():
    mark = boxes(np.array([[0.0, 0.0, 0.0]]), np.array([[1.0, 2.0, 3.0]]), SKY)
    assert len(EDGES) == 24 and sorted(edge_lengths(mark.line).tolist()) == [1.0] * 4 + [2.0] * 4 + [3.0] * 4
