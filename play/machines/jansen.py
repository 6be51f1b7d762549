"""Theo Jansen's leg: where its joints are for an angle of the crank."""

import math

import numpy as np

#: Jansen's numbers: place of the fixed pivot, crank, and the bars by their letters.
PIVOT, CRANK = np.array((-38.0, -7.8)), 15.0
B, C, D, E, F, G, H, BAR, J, K = 41.5, 39.3, 40.1, 55.8, 39.4, 36.7, 65.7, 49.0, 50.0, 61.9


def meet(a: np.ndarray, from_a: float, b: np.ndarray, from_b: float, side: float) -> np.ndarray:
    """Where two circles meet; side 1 is on the left of the way from a to b."""
    way = b - a
    size = np.linalg.norm(way)
    along = (from_a**2 - from_b**2 + size**2) / (2.0 * size)
    aside = math.sqrt(max(float(from_a**2 - along**2), 0.0))
    return a + (along * way + side * aside * np.array((-way[1], way[0]))) / size


def leg(phase: float) -> dict[str, np.ndarray]:
    """Joints of a leg for an angle of the crank [rad], in Jansen's units."""
    pin = CRANK * np.array((math.cos(phase), math.sin(phase)))
    knee = meet(PIVOT, B, pin, J, 1.0)
    hip = meet(PIVOT, D, knee, E, 1.0)
    low = meet(PIVOT, C, pin, K, -1.0)
    heel = meet(hip, F, low, G, -1.0)
    return {
        "pin": pin,
        "pivot": PIVOT,
        "knee": knee,
        "hip": hip,
        "low": low,
        "heel": heel,
        "foot": meet(heel, H, low, BAR, -1.0),
    }
