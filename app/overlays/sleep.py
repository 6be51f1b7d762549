"""Which bodies sleep, by color."""

import numpy as np

from app.overlays.frame import OverlayFrame, OverlayView
from app.overlays.palette import BLUE, ORANGE, TINT_ALPHA
from app.overlays.registry import overlay


@overlay("sleep", letter="S", label="Sleep by color", help="Awake bodies are orange, sleeping ones are blue.")
def build(view: OverlayView) -> OverlayFrame:
    """Awake bodies orange, sleeping ones blue, static ones as they are."""
    shot = view.after
    tint = np.where(shot.awake[:, None], np.asarray(ORANGE, np.float32), np.asarray(BLUE, np.float32))
    tint[:, 3] = np.where(shot.kind != 0, TINT_ALPHA, 0.0)
    dyes = {view.number: (ORANGE if view.awake else BLUE)[:3] for view in shot.softs}
    return OverlayFrame(tint=tint, dyes=dyes)
