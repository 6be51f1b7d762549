"""How deep convex bodies are in a terrain, and which are lost; by the same yardstick for all engines.

Three things are measured: corners of bodies under the triangle below them, along its normal; round bodies by the
distance of their axis from the triangles around; corners of the terrain in bodies with faces, by the nearest face. What
is not measured: an edge of a body across an edge of the terrain, with no corner of either in the other.
"""

import numpy as np

from bench.reference.convex import SIDES, Convexes, Mold
from bench.reference.hulls import prism
from bench.scenes.bodies import PeerTerrain

AXIS_SAMPLES = np.linspace(-1.0, 1.0, 9)  # where the axis of a capsule is looked at, as parts of its half length


def surface_below(terrain: PeerTerrain, points: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Height of the terrain at points, the upright part of the normal there, and which points are above any of it.

    Args:
        terrain: The terrain.
        points: Shape [N, 3].

    Returns:
        Heights [m], cosines of the slopes, and booleans, shape [N] each; heights beyond the border are those of it.
    """
    cell, cells, half = np.array(terrain.cell), np.array(terrain.cells), np.array(terrain.half_width)
    place = (points[:, [0, 2]] + half) / cell
    over = ((place >= 0.0) & (place <= cells)).all(1)
    place = np.clip(place, 0.0, cells)
    column, row = np.minimum(place.astype(int), cells - 1).T
    s, t = place[:, 0] - column, place[:, 1] - row
    heights = np.array(terrain.heights).reshape(terrain.cells[1] + 1, terrain.cells[0] + 1)
    a, b = heights[row, column], heights[row + 1, column]
    c, d = heights[row, column + 1], heights[row + 1, column + 1]
    # The diagonal goes from b to c: the triangle a b c is where s + t < 1, and c b d the rest.
    first = s + t <= 1.0
    rise_s, rise_t = np.where(first, c - a, d - b), np.where(first, b - a, d - c)
    height = np.where(first, a, b + c - d) + s * rise_s + t * rise_t
    slope = np.hypot(rise_s / cell[0], rise_t / cell[1])
    return height, 1.0 / np.sqrt(1.0 + slope * slope), over


def lost(terrain: PeerTerrain, position: np.ndarray) -> np.ndarray:
    """Which centers are under the terrain or beyond its border, shape [N]."""
    height, _, over = surface_below(terrain, position)
    return ~over | (position[:, 1] < height)


def terrain_depth(terrain: PeerTerrain, shapes: Convexes) -> float:
    """Deepest overlap of bodies with the terrain [m]; those that are lost do not count."""
    found = [0.0]
    vertices = terrain.vertices
    for i in np.flatnonzero(~lost(terrain, shapes.position)).tolist():
        mold, position, rotation = shapes.molds[i], shapes.position[i], shapes.rotation[i]
        near = nearby(vertices, position, float(shapes.bound[i]) if mold.radius == 0.0 else 0.0)
        if mold.radius > 0.0:
            axis = position + AXIS_SAMPLES[:, None] * (mold.points[-1] @ rotation.T)
            found.append(mold.radius - float(height_above(terrain, vertices, axis, mold.radius).min()))
        else:
            corners = corners_of(mold)
            found.append(corner_depth(terrain, position + corners @ rotation.T))
            inside = mold.normals @ ((vertices[near] - position) @ rotation).T
            offsets = (mold.normals @ corners.T).max(1)
            found.append(float((offsets[:, None] - inside).min(0).max(initial=0.0)))
    return max(found)


def corners_of(mold: Mold) -> np.ndarray:
    """Corners of a mold without radius [m], shape [K, 3]; a cylinder has those of a prism of 24 sides."""
    if not mold.disks.any():
        return mold.points
    rings = [point + prism(disk, 0.0, SIDES)[:SIDES] for point, disk in zip(mold.points, mold.disks, strict=True)]
    return np.concatenate(rings)


def nearby(vertices: np.ndarray, center: np.ndarray, radius: float) -> np.ndarray:
    """Rows of the points within a distance of a center."""
    return np.flatnonzero(((vertices - center) ** 2).sum(1) < radius * radius)


def corner_depth(terrain: PeerTerrain, corners: np.ndarray) -> float:
    """Deepest of the points under the terrain, along the normal of the triangle above [m]."""
    height, upright, over = surface_below(terrain, corners)
    return float(np.where(over, (height - corners[:, 1]) * upright, 0.0).max(initial=0.0))


def height_above(terrain: PeerTerrain, vertices: np.ndarray, points: np.ndarray, reach: float) -> np.ndarray:
    """Distances of points from the terrain [m], shape [N], negative under it; exact where they are below `reach`."""
    height, upright, _ = surface_below(terrain, points)
    (cell_x, cell_z), (half_x, half_z) = terrain.cell, terrain.half_width
    low = np.floor((points.min(0)[[0, 2]] - reach + (half_x, half_z)) / (cell_x, cell_z)).astype(int)
    high = np.floor((points.max(0)[[0, 2]] + reach + (half_x, half_z)) / (cell_x, cell_z)).astype(int)
    low, high = np.clip(low, 0, np.array(terrain.cells) - 1), np.clip(high, 0, np.array(terrain.cells) - 1)
    columns, rows = np.meshgrid(np.arange(low[0], high[0] + 1), np.arange(low[1], high[1] + 1))
    cells = (rows * terrain.cells[0] + columns).ravel()
    triangles = vertices[terrain.triangles.reshape(-1, 2, 3)[cells].reshape(-1, 3)]
    best = np.full(len(points), np.inf)
    for triangle in triangles:
        best = np.minimum(best, triangle_distance(points, triangle))
    under = points[:, 1] < height
    return np.where(under, (points[:, 1] - height) * upright, best)


def triangle_distance(points: np.ndarray, triangle: np.ndarray) -> np.ndarray:
    """Distances of points [N, 3] from a triangle [3, 3] [m]: to its plane above it, to the nearest edge elsewhere."""
    normal = np.cross(triangle[1] - triangle[0], triangle[2] - triangle[0])
    normal /= np.linalg.norm(normal)
    inside, edge_distance = np.ones(len(points), bool), np.full(len(points), np.inf)
    for k in range(3):
        start, along = triangle[k], triangle[(k + 1) % 3] - triangle[k]
        offset = points - start
        inside &= offset @ np.cross(normal, along) >= 0.0
        share = np.clip(offset @ along / (along @ along), 0.0, 1.0)
        edge_distance = np.minimum(edge_distance, np.linalg.norm(offset - share[:, None] * along, axis=1))
    return np.where(inside, np.abs((points - triangle[0]) @ normal), edge_distance)
