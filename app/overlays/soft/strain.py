"""Strain of soft bodies by color."""

from app.overlays.frame import OverlayFrame, OverlayView
from app.overlays.registry import overlay

#: Strain that is red.
RED_AT = 0.3


@overlay(
    "strain",
    letter="E",
    label="Strain of soft bodies",
    help="Unstrained soft bodies are blue, strained ones green to red.",
)
class Strain:
    """Asks snapshots for strain from the first picture on."""

    def build(self, view: OverlayView) -> OverlayFrame:
        """Red at RED_AT."""
        view.world.snapshot_strain = True
        return OverlayFrame(strain=RED_AT)
