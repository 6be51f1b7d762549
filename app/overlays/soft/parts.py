"""Parts of soft bodies, after they were torn or cut, by color."""

import numpy as np

from app.overlays.frame import OverlayFrame, OverlayView
from app.overlays.lines import dots
from app.overlays.palette import PALETTE
from app.overlays.registry import overlay

DOT_SIZE = 6.0  # [pixels]


@overlay("parts", letter="A", label="Parts of soft bodies", help="Vertices of one connected part have one color.")
def build(view: OverlayView) -> OverlayFrame:
    """A dot at each vertex in the color of its part."""
    return OverlayFrame(
        tuple(
            dots(soft.positions, np.take(PALETTE, soft.parts % len(PALETTE), axis=0), DOT_SIZE)
            for soft in view.world.softs
        )
    )
