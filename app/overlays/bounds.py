"""Bounding boxes of shapes."""

from app.overlays.frame import OverlayFrame, OverlayView
from app.overlays.lines import boxes
from app.overlays.palette import SKY
from app.overlays.registry import overlay


@overlay("bounds", letter="B", label="Bounds of shapes")
def build(view: OverlayView) -> OverlayFrame:
    """A box around each shape."""
    _, lower, upper = view.world.bounds()
    return OverlayFrame((boxes(lower, upper, SKY),))
