"""The tree of bounding boxes that the broad phase searches."""

import numpy as np

from app.overlays.frame import OverlayFrame, OverlayView
from app.overlays.lines import boxes
from app.overlays.palette import PALETTE
from app.overlays.registry import overlay

BOXES_MAX = 400  # the deepest levels are nearly the bounds of the shapes


@overlay("tree", letter="T", label="Tree of bounds, by depth")
def build(view: OverlayView) -> OverlayFrame:
    """Inner nodes, a color for each depth, from the root as many whole levels as there is room for."""
    depth, lower, upper = view.world.tree_bounds()
    up_to = np.cumsum(np.bincount(depth))  # nodes of each level and of those above
    shown = depth <= max(int((up_to <= BOXES_MAX).sum()) - 1, 0)
    return OverlayFrame((boxes(lower[shown], upper[shown], PALETTE[depth[shown] % len(PALETTE)]),))
