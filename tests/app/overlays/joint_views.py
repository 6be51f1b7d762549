"""Boxes on joints, and how the overlay of joints sees them."""

from app.overlays.frame import OverlayView
from app.overlays.joints.view import view_joints
from physics import (
    ShapeBox,
)

STEP = 1 / 60
BOX = ShapeBox((0.2, 0.3, 0.4))


def make_box(world, place=(0, 0, 0), **options):
    return world.add_body(shape=BOX, position=place, **options)


def look(world, before=None, after=None, blend=1.0, **options):
    """The joints in a picture, right after a step or between two."""
    shot = world.snapshot()
    return view_joints(OverlayView(world, before or shot, after or shot, blend), world.joint_data(**options))
