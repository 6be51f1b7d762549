"""Pins and attachments of soft bodies."""

import numpy as np

from app.overlays.frame import OverlayFrame, OverlayView
from app.overlays.lines import dots
from app.overlays.palette import RED, YELLOW
from app.overlays.registry import overlay

DOT_SIZE = 9.0  # [pixels]


@overlay(
    "pins", letter="H", label="Pins of soft bodies", help="Pinned points are red, those that something holds yellow."
)
def build(view: OverlayView) -> OverlayFrame:
    """A dot at each pinned vertex, and at each point that is attached."""
    marks = []
    for soft in view.world.softs:
        place = soft.positions
        if soft.pins:
            marks.append(dots(place[list(soft.pins)], RED, DOT_SIZE))
        held = [np.array(tie.weights) @ place[list(tie.vertices)] for tie in soft.attachments if tie.alive]
        if held:
            marks.append(dots(np.array(held), YELLOW, DOT_SIZE))
    return OverlayFrame(tuple(marks))
