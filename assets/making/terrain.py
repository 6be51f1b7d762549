"""The ground: grass, rock where it is steep, turf on stones between them; and mountains around, which are only seen."""

import numpy as np

from assets.making import plan
from assets.making.blocks import planar
from assets.making.objects import Paint, Surface, strip

#: Ground that leans more is rock, and ground that leans less is grass: y of its normal.
STEEP, GENTLE = 0.68, 0.80
#: Width of one repeat of the pictures of grass and rock [m].
TILE, ROCK_TILE = 6.0, 13.0
#: Mountains around: how far they reach [m], rings of them, and the height of the plain beyond [m].
AROUND, RINGS, PLAIN = 260.0, 9, -2.0

PAINTS = {
    "grass": Paint("grass", (0.30, 0.45, 0.18)),
    "turf": Paint("turf", (0.38, 0.43, 0.28)),
    "rock": Paint("rock", (0.45, 0.42, 0.38)),
    "mountains": Paint("rock", (0.45, 0.42, 0.38)),
}


def cut(corners: np.ndarray, level: float) -> tuple[np.ndarray, np.ndarray]:
    """Triangles above a level, and those below: those across are cut, so that the border is a smooth line.

    Args:
        corners: Of the triangles: place, normal, and what the level is of, shape [n, 3, 7].
        level: The level.
    """
    above = corners[:, :, 6] >= level
    count = above.sum(axis=1)
    sides = {True: [corners[count == 3]], False: [corners[count == 0]]}
    for alone in (True, False):  # one corner is above, or below, and the others are not
        chosen = count == (1 if alone else 2)
        first = np.argmax(above[chosen] == alone, axis=1)
        a, b, c = (corners[chosen][np.arange(len(first)), (first + k) % 3] for k in range(3))
        left, right = _between(a, b, level), _between(a, c, level)
        sides[alone].append(np.stack((a, left, right), axis=1))
        sides[not alone] += [np.stack((left, b, c), axis=1), np.stack((left, c, right), axis=1)]
    return np.concatenate(sides[True]), np.concatenate(sides[False])


def _between(a: np.ndarray, b: np.ndarray, level: float) -> np.ndarray:
    """Where edges cross a level; the same for both triangles of an edge."""
    swap = (a[:, 6] > b[:, 6])[:, None]
    low, high = np.where(swap, b, a), np.where(swap, a, b)
    share = (level - low[:, 6:]) / (high[:, 6:] - low[:, 6:])
    found = low + share * (high - low)
    found[:, 3:6] /= np.linalg.norm(found[:, 3:6], axis=1, keepdims=True)
    return found


def _draped(corners: np.ndarray) -> Surface:
    """Triangles with a picture that is seen from above."""
    rows = corners.reshape(-1, 7)
    uv = np.column_stack((rows[:, 0], -rows[:, 2])) / TILE
    return Surface(rows[:, :3], rows[:, 3:6], uv, np.arange(len(rows)).reshape(-1, 3))


def mountains() -> Surface:
    """What falls away behind the rim, down to the plain: rings that begin at the border of the ground."""
    line = np.arange(-plan.HALF, plan.HALF, 2.0 * plan.CELL)
    end = np.full(len(line), plan.HALF)
    sides = (line, end), (end, -line), (-line, -end), (-end, line)
    border = np.concatenate([np.column_stack(side) for side in sides])
    border = np.concatenate((border, border[:1]))
    height = plan.ground(border[:, 0], border[:, 1])
    rows = []
    for ring in range(RINGS + 1):
        share = ring / RINGS
        far = 1.0 + (AROUND / plan.HALF - 1.0) * share**1.4
        wave = 7.0 * np.sin(0.045 * border[:, 0] + 5.0 * share) * np.cos(0.04 * border[:, 1] - 7.0 * share)
        fall = (1.0 - plan.smooth(np.array(share))) * (height + 26.0 * np.sin(np.pi * share) ** 2)
        y = PLAIN - 0.4 * share + fall * (1.0 + 0.3 * share) + (wave + 5.0) * 4.0 * share * (1.0 - share)
        if ring == 0:  # a little inside and below, since the border has more corners
            far, y = 0.995, height - 0.5
        elif ring == RINGS:
            y = np.full(len(border), PLAIN - 1.0)
        rows.append(np.column_stack((far * border[:, 0], y, far * border[:, 1])))
    points = np.array(rows)
    along = np.gradient(points, axis=1)
    out = np.gradient(points, axis=0)
    normals = np.cross(along, out)
    normals *= np.sign(normals[..., 1:2]) / np.linalg.norm(normals, axis=2, keepdims=True)
    uv = np.stack((points[..., 0], -points[..., 2]), axis=-1) / ROCK_TILE
    return strip(points, uv, normals)


def make() -> dict[str, Surface]:
    """Surfaces by material. Those of the ground are one mesh: they share the vertices of their borders."""
    line = np.arange(-plan.HALF, plan.HALF + 0.5 * plan.CELL, plan.CELL)
    count = len(line)
    z, x = np.meshgrid(line, line, indexing="ij")
    points = np.stack((x, plan.ground(x, z), z), axis=-1).reshape(-1, 3)
    low = (np.arange(count - 1)[:, None] * count + np.arange(count - 1)).ravel()
    # Cut each cell along the diagonal that bends less, so that edges of banks and ditches stay straight.
    height = points[:, 1]
    fold = np.abs(height[low] - height[low + count + 1]) > np.abs(height[low + 1] - height[low + count])
    one = np.stack((low, low + count, low + count + 1, low, low + count + 1, low + 1), axis=1)
    other = np.stack((low, low + count, low + 1, low + 1, low + count, low + count + 1), axis=1)
    triangles = np.where(fold[:, None], other, one).reshape(-1, 3)
    corner = points[triangles]
    face = np.cross(corner[:, 1] - corner[:, 0], corner[:, 2] - corner[:, 0])
    normals = np.zeros_like(points)
    for k in range(3):
        np.add.at(normals, triangles[:, k], face)
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    # A little unrest, or the borders would be contour lines.
    unrest = 0.03 * np.sin(0.9 * points[:, 0] + 1.3 * points[:, 2]) * np.sin(1.1 * points[:, 2] - 0.7 * points[:, 0])
    corners = np.column_stack((points, normals, normals[:, 1] + unrest))[triangles]
    gentle, rest = cut(corners, GENTLE)
    middle, steep = cut(rest, STEEP)
    rows = steep.reshape(-1, 7)
    face = np.cross(steep[:, 1, :3] - steep[:, 0, :3], steep[:, 2, :3] - steep[:, 0, :3])
    # From the side that each triangle looks to: seen from above, the picture would be drawn out on cliffs.
    rock = planar(rows[:, :3], np.repeat(face, 3, axis=0)) / ROCK_TILE
    return {
        "grass": _draped(gentle),
        "turf": _draped(middle),
        "rock": Surface(rows[:, :3], rows[:, 3:6], rock, np.arange(len(rows)).reshape(-1, 3)),
        "mountains": mountains(),
    }
