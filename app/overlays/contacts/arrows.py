"""Which way arrows of contacts go, and how long they are."""

import numpy as np

from app.overlays.frame import OverlayView

IMPULSE_LENGTH = 0.2  # of the arrow of the weight of 10 kg for a step [m]
IMPULSE_UNIT = 10.0 * 9.81 / 60.0
IMPULSE_LONGEST = 1.5  # longer arrows, at the foot of heavy piles, would hide everything else [m]


def impulse_length(impulse: np.ndarray) -> np.ndarray:
    """Lengths of arrows [m] of impulses [N s]: by the root, so that small ones are seen beside large ones."""
    return np.minimum(IMPULSE_LENGTH * np.sqrt(impulse / IMPULSE_UNIT), IMPULSE_LONGEST)


def signs(view: OverlayView) -> np.ndarray:
    """-1 for contacts whose second body never moves, else 1, [n, 1].

    Arrows show what acts on the second body of a contact, or on the first if the second never moves: so the ground
    pushes boxes up, and friction is against their sliding.
    """
    still = np.isin(view.contacts["body_b"], view.after.body[view.after.kind == 0])
    return np.where(still, -1.0, 1.0)[:, None]


def normals(view: OverlayView) -> np.ndarray:
    """Normals toward the bodies that the arrows are about, [n, 3]."""
    return view.once(signs) * view.contacts["normal"]


def pushing(view: OverlayView) -> np.ndarray:
    """Which points push, bool [n]; pairs that are near but do not touch yet do not."""
    return view.contacts["normal_impulse"] > 0.0


def pushing_places(view: OverlayView) -> np.ndarray:
    """Where the points are that push [m], [k, 3]."""
    return view.contacts["position"][view.once(pushing)]
