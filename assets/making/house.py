"""The house: two floors, four rooms, stairs, a flat roof with a low wall around it. Its own axes: floor plan around 0.

The front looks to +z. All lengths in meters.
"""

import numpy as np

from assets.making.blocks import Block, all_as, box, carve, hole
from assets.making.objects import Paint, Surface, merge

#: Half sizes of the plan, thickness of outer walls, heights of both floors, of the roof and of the wall around it.
HALF_X, HALF_Z, WALL = 6.0, 4.5, 0.2
FLOOR, UPPER, ROOF, PARAPET = 0.2, 3.2, 6.2, 6.75
CEILINGS = (3.0, 6.0)

#: Doors: name, low corner, high corner of the opening.
DOORS = (
    ("front door", (-1.0, FLOOR, 4.3), (0.1, 2.3, 4.5)),
    ("kitchen door", (1.5, FLOOR, 0.9), (1.7, 2.3, 2.0)),
    ("yard door", (5.8, FLOOR, 2.5), (6.0, 2.3, 3.6)),
    ("bedroom door", (1.5, UPPER, 0.9), (1.7, 5.3, 2.0)),
)
#: Windows: name, low corner, high corner of the opening.
WINDOWS = (
    ("living room window", (-4.8, 1.1, 4.3), (-2.4, 2.4, 4.5)),
    ("kitchen window", (2.6, 1.1, 4.3), (4.8, 2.4, 4.5)),
    ("gallery window left", (-4.8, 4.1, 4.3), (-2.4, 5.4, 4.5)),
    ("gallery window right", (-1.0, 4.1, 4.3), (0.9, 5.4, 4.5)),
    ("bedroom window", (2.6, 4.1, 4.3), (4.8, 5.4, 4.5)),
    ("west window", (-6.0, 1.1, -1.0), (-5.8, 2.4, 1.4)),
    ("west window above", (-6.0, 4.1, -1.0), (-5.8, 5.4, 1.4)),
    ("kitchen north window", (2.6, 1.1, -4.5), (4.8, 2.4, -4.3)),
    ("bedroom north window", (2.6, 4.1, -4.5), (4.8, 5.4, -4.3)),
)
#: Insides of the rooms: name, low corner, high corner.
ROOMS = (
    ("living room", (-5.8, FLOOR, -4.3), (1.5, 3.0, 4.3)),
    ("kitchen", (1.7, FLOOR, -4.3), (5.8, 3.0, 4.3)),
    ("gallery", (-5.8, UPPER, -4.3), (1.5, 6.0, 4.3)),
    ("bedroom", (1.7, UPPER, -4.3), (5.8, 6.0, 4.3)),
)
#: Where the platform comes to the roof: low and high z of the gap in the wall on the east side.
GAP = (-1.3, 1.3)

#: Stairs along the north wall: number of steps, depth of one, x where they begin, low and high z.
STEPS, TREAD, FOOT = 16, 0.28, 0.5
STAIRS_Z = (-4.3, -3.1)
RISE = (UPPER - FLOOR) / STEPS
HEAD = FOOT - STEPS * TREAD
#: Opening above the stairs: low and high x.
WELL = (HEAD, 0.0)

PAINTS = {
    "facade": Paint("facade", (0.86, 0.78, 0.62)),
    "plaster": Paint("plaster", (0.88, 0.86, 0.82)),
    "wood": Paint("planks", (0.55, 0.38, 0.22)),
    "stone": Paint("paving", (0.55, 0.53, 0.5)),
    "roof": Paint("roof", (0.5, 0.3, 0.25)),
    "brick": Paint("brick", (0.6, 0.32, 0.24)),
    "trim": Paint("paint", (0.25, 0.38, 0.34)),
}
#: Half sizes of a shutter, and how far beside its window it hangs [m].
SHUTTER, BESIDE = (0.24, 0.7, 0.025), 0.09
#: How far the boards of frames stand out into their openings [m].
LAP = 0.006
TILES = {"facade": 3.0, "plaster": 3.0, "wood": 2.0, "stone": 2.0, "roof": 2.0, "brick": 1.6}


def walls() -> list[Block]:
    """Blocks of the house without its stairs."""
    in_x, in_z = HALF_X - WALL, HALF_Z - WALL
    return [
        box((-HALF_X, -0.4, -HALF_Z), (HALF_X, PARAPET, HALF_Z)),
        *(hole(low, high) for _, low, high in ROOMS),
        hole((-in_x, ROOF, -in_z), (in_x, PARAPET, in_z)),
        hole((in_x, ROOF, GAP[0]), (HALF_X, PARAPET, GAP[1])),
        *(hole(low, high) for _, low, high in (*DOORS, *WINDOWS)),
        hole((WELL[0], CEILINGS[0], STAIRS_Z[0]), (WELL[1], UPPER, STAIRS_Z[1])),
        box((-5.2, ROOF, -4.2), (-4.4, 7.9, -3.4)),
    ]


def stairs() -> list[Block]:
    """Steps, and the railing around the opening above them."""
    low, high = STAIRS_Z
    steps = [box((HEAD, FLOOR, low), (FOOT - k * TREAD, FLOOR + (k + 1) * RISE, high)) for k in range(STEPS - 1)]
    rail = 0.9
    return [
        *steps,
        box((WELL[0], UPPER, high), (WELL[1] + 0.1, UPPER + rail, high + 0.1)),
        box((WELL[1], UPPER, low), (WELL[1] + 0.1, UPPER + rail, high + 0.1)),
    ]


def material_at(middle: np.ndarray, normal: np.ndarray) -> np.ndarray:
    """Names of the materials of the faces of the walls."""
    x, y, z = middle.T
    up = normal[:, 1] > 0.5
    outside = (np.abs(x) > HALF_X - 1e-6) | (np.abs(z) > HALF_Z - 1e-6) | (y > ROOF - 1e-6)
    names = np.where(outside, "facade", "plaster")
    names = np.where(up & ((np.abs(y - FLOOR) < 1e-6) | (np.abs(y - UPPER) < 1e-6)), "wood", names)
    names = np.where(up & (np.abs(y - ROOF) < 1e-6), "roof", names)
    names = np.where(outside & (y < FLOOR) & ~up, "stone", names)
    chimney = (x > -5.21) & (x < -4.39) & (z > -4.21) & (z < -3.39) & (y > ROOF + 1e-6)
    return np.where(chimney, "brick", names)


def trim() -> Surface:
    """Frames of windows and doors, and cornices, for the eye only."""
    edges = [edge for _, low, high in WINDOWS for edge in _frame(low, high, sill=True)]
    edges += [edge for _, low, high in DOORS for edge in _frame(low, high, sill=False)]
    for low, high, out in ((3.0, 3.14, 0.05), (6.1, 6.28, 0.1)):
        edges += _band(low, high, out)
    parts = [carve([box(low, high)], all_as("trim"), {"trim": 1.0}, skip_bottom=False)["trim"] for low, high in edges]
    return merge(parts)


def shutters() -> list[tuple[float, float, float]]:
    """Middles of the shutters: the windows of the front have one on each side."""
    found = []
    for _, low, high in WINDOWS:
        if low[2] > 4.0:
            y, z = 0.5 * (low[1] + high[1]), HALF_Z + SHUTTER[2]
            found += [(low[0] - BESIDE - SHUTTER[0], y, z), (high[0] + BESIDE + SHUTTER[0], y, z)]
    return found


def make_shutter() -> dict[str, Surface]:
    """A shutter, its middle at the origin, its front to +z: a frame with slats."""
    half_x, half_y, half_z = SHUTTER
    frame, back, pitch = 0.055, -0.4 * half_z, 0.07
    blocks = [
        box((-half_x, -half_y, -half_z), (half_x, half_y, half_z)),
        hole((-half_x + frame, -half_y + frame, back), (half_x - frame, -0.5 * frame, half_z)),
        hole((-half_x + frame, 0.5 * frame, back), (half_x - frame, half_y - frame, half_z)),
    ]
    for side in (-1.0, 1.0):
        for k in range(8):
            y = side * (0.5 * frame + pitch * (k + 0.5))
            blocks.append(box((-half_x + frame, y, back), (half_x - frame, y + 0.045, 0.6 * half_z)))
    return carve(blocks, all_as("trim"), {"trim": 1.0}, skip_bottom=False)


def _frame(low: tuple, high: tuple, *, sill: bool) -> list[tuple]:
    """Boards around an opening: corners of each. They cover its edges, or both would flicker in the same place."""
    thin = 0 if high[0] - low[0] < high[2] - low[2] else 2
    wide, board = 2 - thin, 0.07
    out = np.zeros(3)
    out[thin] = 0.03
    base, top = np.array(low) - out, np.array(high) + out
    left, right, bottom, head = low[wide] + LAP, high[wide] - LAP, low[1] + LAP if sill else low[1], high[1] - LAP
    spans = [
        (low[wide] - board, left, bottom, high[1] + board),
        (right, high[wide] + board, bottom, high[1] + board),
        (left, right, head, high[1] + board),
    ]
    if sill:
        spans.append((low[wide] - board, high[wide] + board, low[1] - board, bottom))
    edges = []
    for start, end, foot, crown in spans:
        a, b = base.copy(), top.copy()
        a[wide], b[wide], a[1], b[1] = start, end, foot, crown
        edges.append((tuple(a), tuple(b)))
    return edges


def _band(low: float, high: float, out: float) -> list[tuple]:
    """A cornice around the house, without the place where the platform passes."""
    x, z = HALF_X, HALF_Z
    return [
        ((-x - out, low, z), (x + out, high, z + out)),
        ((-x - out, low, -z - out), (x + out, high, -z)),
        ((-x - out, low, -z), (-x, high, z)),
        ((x, low, -z), (x + out, high, GAP[0] - 0.15)),
        ((x, low, GAP[1] + 0.15), (x + out, high, z)),
    ]


def make() -> dict[str, Surface]:
    """Surfaces by material, without the stairs."""
    return carve(walls(), material_at, TILES) | {"trim": trim()}


def make_stairs() -> dict[str, Surface]:
    """Steps and railing."""
    return carve(stairs(), all_as("wood"), {"wood": 2.0}, skip_bottom=False)
