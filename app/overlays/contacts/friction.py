"""Friction of contacts."""

import numpy as np

from app.overlays.contacts.arrows import impulse_length, pushing, pushing_places, signs
from app.overlays.frame import OverlayFrame, OverlayView
from app.overlays.lines import segments
from app.overlays.palette import ORANGE
from app.overlays.registry import overlay


@overlay("friction", letter="R", label="Friction")
def build(view: OverlayView) -> OverlayFrame:
    """An arrow at each point that pushes, along the impulse of friction."""
    place = view.once(pushing_places)
    push = (view.once(signs) * view.contacts["friction_vector"])[view.once(pushing)]
    size = np.linalg.norm(push, axis=1)
    length = impulse_length(size) / np.maximum(size, 1e-12)
    return OverlayFrame((segments(place, place + length[:, None] * push, ORANGE, on_top=True),))
