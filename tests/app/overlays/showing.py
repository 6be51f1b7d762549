"""A small world, what overlays show of it, and what the renderer wants of that."""

import numpy as np

from app.overlays.frame import OverlayView
from app.overlays.overlay_set import OverlaySet
from physics import BodyKind, ShapeBox, ShapeCapsule, ShapePlane, ShapeSphere, World
from scenes import kit

STEP = 1 / 60


def make_world(**options):
    """Ground, a box and a hammer that lie on it, and a ball in the air."""
    world = World(**options)
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(), name="ground")
    world.add_body(shape=ShapeBox((0.5, 0.5, 0.5)), position=(0, 0.5, 0), name="box")
    parts = ((ShapeCapsule(0.1, 0.5), (0, 0, 0), (0, 0, 0, 1)), (ShapeBox((0.4, 0.2, 0.2)), (0, 0.5, 0), (0, 0, 0, 1)))
    world.add_body(shapes=parts, position=(3, 0.2, 0), orientation=kit.turn(kit.X, 90.0))
    world.add_body(shape=ShapeSphere(0.5), position=(-3, 6, 0), velocity=(4, 0, 1), name="ball")
    return world


def run(world, steps):
    """Step a world."""
    for _ in range(steps):
        world.step(STEP)
    return world


def show(world, *keys, overlays=None):
    """What some overlays show right after a step."""
    shot, overlays = world.snapshot(), overlays or OverlaySet()
    view = OverlayView(world, shot, shot, shown=frozenset(keys))
    overlays.update(view)
    return overlays.frame(view)


def check_marks(marks):
    """Shapes and types that the renderer wants."""
    for mark in marks:
        assert mark.line.dtype == mark.line_color.dtype == mark.point.dtype == np.float32
        assert mark.point_color.dtype == mark.point_size.dtype == np.float32
        assert mark.line.shape == (len(mark.line), 3) and len(mark.line) % 2 == 0
        assert mark.line_color.shape == (len(mark.line), 4)
        assert mark.point.shape == (len(mark.point), 3) and mark.point_color.shape == (len(mark.point), 4)
        assert mark.point_size.shape == (len(mark.point),)
        assert all(np.isfinite(part).all() for part in (mark.line, mark.line_color, mark.point))
        assert mark.line_color.min(initial=0.0) >= 0.0 and mark.line_color.max(initial=1.0) <= 1.0


def edge_lengths(line):
    """Lengths of lines."""
    ends = line.reshape(-1, 2, 3)
    return np.linalg.norm(ends[:, 1] - ends[:, 0], axis=1)
