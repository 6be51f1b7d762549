"""The ground: grass, and rock where it is steep."""

import numpy as np

from assets.making import plan
from assets.making.blocks import planar
from assets.making.objects import Paint, Surface

#: Ground that leans more than this is rock: least y of its normal.
STEEP = 0.76
#: Width of one repeat of the pictures of grass and rock [m].
TILE, ROCK_TILE = 6.0, 13.0

PAINTS = {"grass": Paint("grass", (0.30, 0.45, 0.18)), "rock": Paint("rock", (0.45, 0.42, 0.38))}


def make() -> dict[str, Surface]:
    """Surfaces by material. Both are one mesh: they share the vertices of their border."""
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
    steep = (face[:, 1] / np.linalg.norm(face, axis=1)) < STEEP
    grass = np.column_stack((points[:, 0], -points[:, 2])) / TILE
    used, rows = np.unique(triangles[~steep], return_inverse=True)
    corner = triangles[steep].ravel()
    # From the side that each triangle looks to: seen from above, the picture would be drawn out on cliffs.
    rock = planar(points[corner], np.repeat(face[steep], 3, axis=0)) / ROCK_TILE
    return {
        "grass": Surface(points[used], normals[used], grass[used], rows.reshape(-1, 3)),
        "rock": Surface(points[corner], normals[corner], rock, np.arange(len(corner)).reshape(-1, 3)),
    }
