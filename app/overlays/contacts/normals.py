"""Contact normals."""

from app.overlays.contacts.arrows import normals
from app.overlays.frame import OverlayFrame, OverlayView
from app.overlays.lines import segments
from app.overlays.palette import YELLOW
from app.overlays.registry import overlay

LENGTH = 0.25  # [m]


@overlay("normals", letter="N", label="Contact normals")
def build(view: OverlayView) -> OverlayFrame:
    """An arrow along the normal of each point."""
    place = view.contacts["position"]
    return OverlayFrame((segments(place, place + LENGTH * view.once(normals), YELLOW, on_top=True),))
