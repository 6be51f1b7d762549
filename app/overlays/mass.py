"""Centers of mass, and moments of inertia as boxes."""

import numpy as np

from app.overlays.frame import OverlayFrame, OverlayView
from app.overlays.lines import dots, rotated_boxes
from app.overlays.palette import BLUE, WHITE
from app.overlays.registry import overlay
from physics.vector_arrays import rotate

DOT_SIZE = 6.0  # [pixels]


@overlay("mass", letter="M", label="Centers of mass, boxes of inertia")
def build(view: OverlayView) -> OverlayFrame:
    """A dot at each center of mass, around it the box of even density that has the same moments of inertia."""
    mass, center, moments = view.masses
    real = np.isfinite(mass) & (mass > 0.0)
    half, rotation = inertia_boxes(mass[real], moments[real])
    orientation = view.after.orientation[real][:, None, :]
    axes = rotate(orientation, np.swapaxes(rotation, 1, 2))  # rows are the axes in the world
    return OverlayFrame((dots(center[real], WHITE, DOT_SIZE), rotated_boxes(center[real], half, axes, BLUE)))


def inertia_boxes(mass: np.ndarray, moments: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Half sizes [n, 3] and axes (columns) [n, 3, 3] of boxes with these moments: I_x = m (b^2 + c^2) / 3."""
    values, axes = moments[:, [0, 3, 5]], np.tile(np.eye(3), (len(mass), 1, 1))
    tilted = np.abs(moments[:, [1, 2, 4]]).max(1, initial=0.0) > 1e-6 * values.max(1, initial=0.0)  # others are simple
    tensor = moments[tilted][:, [0, 1, 2, 1, 3, 4, 2, 4, 5]].reshape(-1, 3, 3)
    values[tilted], axes[tilted] = np.linalg.eigh(tensor)
    total = values.sum(1, keepdims=True)
    squares = 1.5 * (total - 2.0 * values) / mass[:, None]
    return np.sqrt(np.maximum(squares, 0.0)), axes
