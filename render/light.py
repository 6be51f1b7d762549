"""The sun, and the square tiles of the shadow map around the camera.

All tiles lie in one depth texture, two by two. Three are cascades seen from the sun: each next one is wider and
coarser. The fourth looks straight down: what it does not see has something above it and gets less light from the sky.
"""

import dataclasses

import numpy as np

#: Direction to the sun: left, above and behind a camera that looks along -Z.
SUN_DIRECTION = np.array((-0.42, 0.74, 0.52)) / np.linalg.norm((-0.42, 0.74, 0.52))

#: Half widths of the tiles [m]: near, middle and far from the sun, then from above.
TILE_RADII = (7.0, 25.0, 110.0, 24.0)
TILE_COUNT = len(TILE_RADII)

#: How far ahead of the eye the center of a tile is, as a part of its half width: less is behind the camera.
TILE_LEAD = 0.8


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class Tiles:
    """Volumes of the shadow map. A place p relative to the eye has the coordinates `axes @ p + shift`.

    Attributes:
        axes: Right, up and toward the light, over the half width, float64 [4, 3, 3].
        shift: float64 [4, 3].
        radius: Half widths [m], float64 [4].
        texel: Widths of a texel [m], float64 [4].
    """

    axes: np.ndarray
    shift: np.ndarray
    radius: np.ndarray
    texel: np.ndarray

    def matrices(self) -> np.ndarray:
        """From places relative to the eye [m] to the clip space of each tile, float32 [4, 4, 4]; depth falls upward."""
        matrices = np.zeros((TILE_COUNT, 4, 4), np.float32)
        matrices[:, :3, :3] = self.axes
        matrices[:, :3, 3] = self.shift
        matrices[:, 2] *= -1.0
        matrices[:, 3, 3] = 1.0
        return matrices


def light_axes(direction: np.ndarray) -> np.ndarray:
    """Right, up and direction of a light as rows, float64 [3, 3]."""
    helper = np.array((0.0, 0.0, -1.0)) if abs(direction[1]) > 0.9 else np.array((0.0, 1.0, 0.0))
    right = np.cross(helper, direction)
    right /= np.linalg.norm(right)
    return np.array((right, np.cross(direction, right), direction))


def place_tiles(eye: tuple[float, float, float], forward: np.ndarray, tile_size: int) -> Tiles:
    """Volumes of the tiles for a camera.

    Their sizes and directions never change, and their centers move by whole texels: an edge of a shadow falls on the
    same texels wherever the camera goes, so it does not crawl.

    Args:
        eye: Place of the camera [m].
        forward: Direction that it looks in, length 1.
        tile_size: Texels along the side of a tile.
    """
    radius = np.array(TILE_RADII)
    texel = 2.0 * radius / tile_size
    axes = np.array([light_axes(SUN_DIRECTION)] * (TILE_COUNT - 1) + [light_axes(np.array((0.0, 1.0, 0.0)))])
    center = np.asarray(eye, np.float64) + TILE_LEAD * radius[:, None] * forward
    along = np.einsum("tij,tj->ti", axes, center)
    along = np.round(along / texel[:, None]) * texel[:, None]
    shift = np.einsum("tij,j->ti", axes, np.asarray(eye, np.float64)) - along
    return Tiles(axes / radius[:, None, None], shift / radius[:, None], radius, texel)


def casters_in_tile(tiles: Tiles, tile: int, center: np.ndarray, radius: np.ndarray) -> np.ndarray:
    """Which bounding spheres can throw a shadow into a tile, bool [n]; also from far outside toward the light.

    Args:
        tiles: Where the tiles are.
        tile: Which one.
        center: Centers relative to the eye [m], float32 [n, 3].
        radius: Radii [m], float32 [n].
    """
    place = center @ tiles.axes[tile].T.astype(np.float32)
    place += tiles.shift[tile].astype(np.float32)
    reach = radius * np.float32(1.0 / tiles.radius[tile]) + np.float32(1.0)
    inside = (np.abs(place[:, 0]) <= reach) & (np.abs(place[:, 1]) <= reach) & (place[:, 2] >= -reach)
    return inside & (radius >= 0.5 * tiles.texel[tile])
