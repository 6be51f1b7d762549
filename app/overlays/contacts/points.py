"""Contact points."""

import numpy as np

from app.overlays.frame import OverlayFrame, OverlayView
from app.overlays.lines import dots
from app.overlays.palette import RED, SKY
from app.overlays.registry import overlay

DOT_SIZE = 7.0  # [pixels]


@overlay("contacts", letter="C", label="Contact points", help="Contact points are red where bodies touch, else blue.")
def build(view: OverlayView) -> OverlayFrame:
    """A dot at each point, red where bodies touch, blue where they are only near."""
    points = view.contacts
    color = np.array((SKY, RED), np.float32)[(points["separation"] <= 0.0).astype(int)]
    marks = [dots(points["position"], color, DOT_SIZE)]
    soft = view.soft_contacts
    if len(soft):
        color = np.array((SKY, RED), np.float32)[(soft["force"] != 0.0).any(axis=1).astype(int)]
        marks.append(dots(soft["position"], color, DOT_SIZE))
    return OverlayFrame(tuple(marks))
