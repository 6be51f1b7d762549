"""The sun, and the square tiles of the shadow map around the camera.

All tiles lie in one depth texture, two by two. Three are cascades seen from the sun: each next one is wider and
coarser. The fourth looks straight down: what it does not see has something above it and gets less light from the sky.
"""

import dataclasses
import functools

import numpy as np

from assets.skies import DAY, Color

#: Direction to the sun by day: left, above and behind a camera that looks along -Z.
SUN_DIRECTION = np.array(DAY.direction)

#: Half widths of the tiles [m]: near, middle and far from the sun, then from above.
TILE_RADII = (7.0, 25.0, 110.0, 24.0)
TILE_COUNT = len(TILE_RADII)

#: How far ahead of the eye the center of a tile is, as a part of its half width: less is behind the camera.
TILE_LEAD = 0.8

#: Half of the depth of all tiles [m]: what is higher above the camera is drawn flat, still with its shadow.
TILE_DEPTH = 150.0

#: Part of a tile that the shaders read from no wider tile; `sun_light` in `shadow_map.glsl` begins to mix at 0.80.
INNER_PART = 0.77


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class Tiles:
    """Volumes of the shadow map. A place p relative to the eye has the coordinates `axes @ p + shift`.

    Attributes:
        axes: Right and up over the half width, and toward the light over the half depth, float64 [4, 3, 3].
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

    def reach(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """What `kernels.write_casters` must know: axes, shift, 1 over the half widths, least radii; all float32."""
        axes, shift = self.axes[:, :2].astype(np.float32), self.shift[:, :2].astype(np.float32)
        return axes, shift, (1.0 / self.radius).astype(np.float32), (0.5 * self.texel).astype(np.float32)


def light_axes(direction: np.ndarray) -> np.ndarray:
    """Right, up and direction of a light as rows, float64 [3, 3]."""
    helper = np.array((0.0, 0.0, -1.0)) if abs(direction[1]) > 0.9 else np.array((0.0, 1.0, 0.0))
    right = np.cross(helper, direction)
    right /= np.linalg.norm(right)
    return np.array((right, np.cross(direction, right), direction))


@functools.lru_cache(maxsize=4)
def tile_axes(direction: Color) -> np.ndarray:
    """Axes of all tiles for a direction to the sun, float64 [4, 3, 3]."""
    above = light_axes(np.array((0.0, 1.0, 0.0)))
    return np.array([light_axes(np.array(direction))] * (TILE_COUNT - 1) + [above])


def place_tiles(
    eye: tuple[float, float, float], forward: np.ndarray, tile_size: int, direction: Color = DAY.direction
) -> Tiles:
    """Volumes of the tiles for a camera.

    Their sizes never change, and their centers move by whole texels: as long as the sun stands still, an edge of a
    shadow falls on the same texels wherever the camera goes, so it does not crawl.

    Args:
        eye: Place of the camera [m].
        forward: Direction that it looks in, length 1.
        tile_size: Texels along the side of a tile.
        direction: To the sun, length 1.
    """
    axes, radius = tile_axes(direction), np.array(TILE_RADII)
    texel = 2.0 * radius / tile_size
    center = np.asarray(eye, np.float64) + TILE_LEAD * radius[:, None] * forward
    along = np.einsum("tij,tj->ti", axes, center)
    along = np.round(along / texel[:, None]) * texel[:, None]
    shift = axes @ np.asarray(eye, np.float64) - along
    scale = np.stack((radius, radius, np.full(TILE_COUNT, TILE_DEPTH)), axis=1)
    return Tiles(axes / scale[:, :, None], shift / scale, radius, texel)
