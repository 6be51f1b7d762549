"""Names of bodies."""

from app.overlays.frame import OverlayFrame, OverlayView
from app.overlays.registry import overlay

LABELS_MAX = 60


@overlay("names", letter="L", label="Names")
def build(view: OverlayView) -> OverlayFrame:
    """Names of the first bodies, or their ids where they have none."""
    shot, labels = view.after, []
    for number, place in zip(shot.body[:LABELS_MAX].tolist(), shot.position[:LABELS_MAX].tolist(), strict=True):
        labels.append((view.world.body(number).name or f"#{number}", tuple(place)))
    return OverlayFrame(labels=tuple(labels))
