"""The beam of the grab tool: a curve of light from its muzzle to the grabbed body. Only drawn."""

import numpy as np

from physics import Vec3
from render.frame import Particles

#: Light spots per meter, and most of them; their diameters at its ends [m].
SPOTS, SPOTS_MAX = 14.0, 160
WIDE, NARROW = 0.11, 0.05
COLOR = (0.35, 0.78, 1.0)
#: Speed of the bright parts along it [m/s], and their spacing [m].
RUN, WAVE = 2.5, 0.8


def beam_of(start: Vec3, way: Vec3, end: Vec3, time: float) -> Particles | None:
    """Light spots along a curve that leaves the muzzle straight and ends where the tool pulls.

    Args:
        start: The muzzle [m].
        way: Direction of the muzzle, length 1.
        end: Where it pulls [m].
        time: Simulated time [s]: bright parts run along the curve.

    Returns:
        The spots, or None if it is too short or too long.
    """
    places = np.array([start, end], float)
    length = float(np.linalg.norm(places[1] - places[0]))
    if not 0.01 < length < 1e4:  # also false for NaN
        return None
    share = np.linspace(0.0, 1.0, min(SPOTS_MAX, 2 + round(SPOTS * length)))[:, None]
    bend = places[0] + np.array(way, float) * (0.5 * length)
    place = (1.0 - share) ** 2 * places[0] + 2.0 * share * (1.0 - share) * bend + share**2 * places[1]
    wave = 0.5 + 0.5 * np.cos(2.0 * np.pi * (share[:, 0] * length - RUN * time) / WAVE)
    color = np.empty((len(share), 4), np.float32)
    color[:, :3] = COLOR
    color[:, 3] = 0.35 + 0.4 * wave
    size = NARROW + (WIDE - NARROW) * share[:, 0]
    size[-1] = 2.5 * WIDE  # where it holds
    return Particles(place.astype(np.float32), size.astype(np.float32), color, np.ones(len(share), np.float32))
