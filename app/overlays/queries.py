"""A probe at the crosshair: what a ray from the eye meets, and how far away that is."""

import numpy as np

from app.overlays.frame import OverlayFrame, OverlayView
from app.overlays.lines import segments
from app.overlays.palette import GREEN
from app.overlays.registry import overlay
from physics.vector import rotate

REACH = 1000.0  # [m]
NORMAL_LENGTH = 0.4  # [m]


@overlay("queries", letter="Q", label="Probe at the crosshair", per_frame=True)
def build(view: OverlayView) -> OverlayFrame:
    """The normal where the ray hits, with the name of the body and the distance."""
    camera = view.camera
    hit = view.world.ray_cast(camera.position, rotate(camera.rotation, (0.0, 0.0, -1.0)), REACH)
    if hit is None:
        return OverlayFrame(crosshair=True)
    start, out = np.array([hit.point]), NORMAL_LENGTH * np.array([hit.normal])
    label = f"{hit.body.name or f'#{hit.body.id}'}  {hit.distance:.2f} m", tuple(hit.point)
    return OverlayFrame((segments(start, start + out, GREEN, on_top=True),), labels=(label,), crosshair=True)
