"""Bodies as the edges of their triangles."""

from app.overlays.frame import OverlayFrame, OverlayView
from app.overlays.registry import overlay


@overlay("wireframe", letter="W", label="Wireframe")
def build(view: OverlayView) -> OverlayFrame:
    """The renderer draws it; nothing is added."""
    return OverlayFrame(wireframe=True)
