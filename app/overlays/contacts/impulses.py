"""Contact impulses along the normals."""

import numpy as np

from app.clock import STEP
from app.overlays.contacts.arrows import impulse_length, normals, pushing, pushing_places
from app.overlays.frame import OverlayFrame, OverlayView
from app.overlays.lines import segments
from app.overlays.palette import PURPLE
from app.overlays.registry import overlay


@overlay("impulses", letter="I", label="Contact impulses")
def build(view: OverlayView) -> OverlayFrame:
    """An arrow at each point that pushes."""
    place, chosen = view.once(pushing_places), view.once(pushing)
    way = impulse_length(view.contacts["normal_impulse"][chosen])[:, None] * view.once(normals)[chosen]
    marks = [segments(place, place + way, PURPLE, on_top=True)]
    soft = view.soft_contacts
    if len(soft):
        force = np.linalg.norm(soft["force"], axis=1)
        push = soft["force"] / np.maximum(force, 1e-12)[:, None] * impulse_length(force * STEP)[:, None]
        marks.append(segments(soft["position"], soft["position"] + push, PURPLE, on_top=True))
    return OverlayFrame(tuple(marks))
