"""Velocities as arrows."""

from app.overlays.frame import OverlayFrame, OverlayView
from app.overlays.lines import segments
from app.overlays.palette import GREEN
from app.overlays.registry import overlay

SECONDS = 0.25  # an arrow is as long as the way in this time


@overlay("velocities", letter="V", label="Velocities")
def build(view: OverlayView) -> OverlayFrame:
    """Arrows from the centers of mass, which move with these velocities; the origin of a hammer swings around its."""
    shot = view.after
    moving = shot.awake & (shot.kind != 0)
    start = view.masses.center[moving]
    return OverlayFrame((segments(start, start + SECONDS * shot.velocity[moving], GREEN, on_top=True),))
