"""Blocks of numbers that shaders share: `frame.glsl` and `lamps.glsl` have the same fields in the same order."""

import math

import moderngl
import numpy as np

from assets.skies import Sky
from render.frame import LAMPS_MAX, WATERS_MAX, Frame, Lamp
from render.gpu import BLOCKS
from render.light import Tiles
from render.transforms import rotation_matrix

BLOCK = np.dtype(
    [
        ("view_projection", np.float32, (4, 4)),
        ("tile_matrix", np.float32, (4, 4, 4)),
        ("tile_texel", np.float32, 4),
        ("ray_right", np.float32, 4),
        ("ray_up", np.float32, 4),
        ("ray_forward", np.float32, 4),
        ("sun", np.float32, 4),
        ("ground", np.float32, 4),
        ("viewport", np.float32, 4),
        ("options", np.float32, 4),
        ("eye", np.float32, 4),
        ("sky", np.float32, (12, 4)),
        ("water_shores", np.float32, (WATERS_MAX, 4)),
        ("water_level", np.float32, (WATERS_MAX, 4)),
    ]
)

#: Time after which the clouds begin anew [s]: both waves of `sky.glsl` are whole then, and float32 is fine enough.
CLOUD_PERIOD = 20000.0


def sky_rows(sky: Sky) -> list[tuple[float, ...]]:
    """The sky as `frame.glsl` has it, [12, 4]."""
    far = float(sky.land is not None)
    return [
        (*sky.light, math.cos(math.radians(sky.disk_degrees))),
        (*sky.ambient, sky.cloud_cover),
        (*sky.bounce, sky.exposure),
        (*sky.zenith, sky.stars),
        (*sky.horizon, sky.fog),
        (*sky.glow, far),
        *((*row, 0.0) for row in (sky.glow_direction, sky.halo, sky.disk, sky.cloud, sky.cloud_shade)),
        (*(sky.land or (0.0, 0.0, 0.0)), 0.0),
    ]


LAMP_BLOCK = np.dtype([(name, np.float32, (LAMPS_MAX, 4)) for name in ("place", "way", "color")])


#: Of too many lamps, those fade that are so little nearer than the first that is left out [m].
LAMP_FADING = 5.0


def nearest_lamps(lamps: tuple[Lamp, ...], eye: tuple[float, float, float]) -> list[tuple[Lamp, float]]:
    """Those that are drawn: of those that shine, the nearest to the eye; and the share of their light, 0 to 1."""
    shining = [lamp for lamp in lamps if lamp.reach > 0.0 and max(lamp.color) > 0.0]
    if len(shining) <= LAMPS_MAX:
        return [(lamp, 1.0) for lamp in shining]
    near = sorted((math.dist(lamp.position, eye) - lamp.reach, number) for number, lamp in enumerate(shining))
    edge = near[LAMPS_MAX][0]
    return [(shining[number], min(1.0, (edge - away) / LAMP_FADING)) for away, number in near[:LAMPS_MAX]]


def lamp_rows(lamps: tuple[Lamp, ...], eye: tuple[float, float, float]) -> np.ndarray:
    """The block of lamps, LAMP_BLOCK []; what is not finite is left out."""
    block = np.zeros((), LAMP_BLOCK)
    chosen = nearest_lamps(lamps, eye)
    count = 0
    for lamp, share in chosen:
        row = np.array((*np.subtract(lamp.position, eye), 1.0 / lamp.reach, *lamp.direction, *lamp.color), np.float64)
        if not np.isfinite(row).all():
            continue
        length = np.linalg.norm(row[4:7])
        # A cosine below -1, so that a lamp that shines everywhere has no dark side.
        edge = math.cos(lamp.angle) if lamp.angle < math.pi and length > 0.0 else -2.0
        block["place"][count] = row[:4]
        block["way"][count] = (*(row[4:7] / max(length, 1e-12)), edge)
        block["color"][count, :3] = share * row[7:]
        count += 1
    block["color"][0, 3] = count
    return block


class LampBlock:
    """The lamps in a buffer of their own.

    Args:
        context: Where it lives.
    """

    def __init__(self, context: moderngl.Context) -> None:
        self._buffer = context.buffer(reserve=LAMP_BLOCK.itemsize, dynamic=True)

    def write(self, frame: Frame) -> bool:
        """Fill and bind it; returns whether there is a lamp that shines."""
        lamps = () if frame.wireframe else frame.lamps
        block = lamp_rows(lamps, frame.camera.position)
        self._buffer.write(block.tobytes())
        self._buffer.bind_to_uniform_block(BLOCKS.index("Lamps"))
        return bool(block["color"][0, 3] > 0.0)

    def release(self) -> None:
        """Give the memory back."""
        self._buffer.release()


class FrameBlock:
    """The block that all shaders share, in a buffer of its own.

    Args:
        context: Where it lives.
    """

    def __init__(self, context: moderngl.Context) -> None:
        self._buffer = context.buffer(reserve=BLOCK.itemsize, dynamic=True)

    def write(
        self,
        frame: Frame,
        matrix: np.ndarray,
        tiles: Tiles,
        ground: np.ndarray,
        size: tuple[int, int],
        options: tuple[int, float],
    ) -> None:
        """Fill and bind it.

        Args:
            frame: What is drawn.
            matrix: View and projection, [4, 4].
            tiles: Volumes of the shadow map.
            ground: Normal and distance [m] of the ground, [4].
            size: Width and height of the picture [pixels].
            options: Texels along the side of a tile, and pixels of this picture per pixel of the screen.
        """
        block = np.zeros((), BLOCK)
        axes = rotation_matrix(frame.camera.rotation)
        slope = math.tan(0.5 * min(max(frame.camera.fov, math.radians(1.0)), math.radians(170.0)))
        block["view_projection"] = matrix.T  # the shaders read columns
        block["tile_matrix"] = tiles.matrices().transpose(0, 2, 1)
        block["tile_texel"] = tiles.texel
        block["ray_right"][:3] = axes[:, 0] * slope * size[0] / size[1]
        block["ray_up"][:3] = axes[:, 1] * slope
        block["ray_forward"][:3] = -axes[:, 2]
        block["sun"] = (*frame.sky.direction, 1.0 if frame.shadows and not frame.wireframe else 0.0)
        block["ground"] = ground
        block["viewport"] = (*size, 1.0 / size[0], 1.0 / size[1])
        block["options"][:3] = frame.after.time % CLOUD_PERIOD, *options
        block["eye"][:3] = frame.camera.position
        block["sky"] = sky_rows(frame.sky)
        waters = () if frame.wireframe else frame.waters[:WATERS_MAX]
        block["eye"][3] = len(waters)
        x, y, z = frame.camera.position
        for k, water in enumerate(waters):
            block["water_shores"][k] = water.low[0] - x, water.low[1] - z, water.high[0] - x, water.high[1] - z
            block["water_level"][k] = water.level - y, *water.current, 0.0
        self._buffer.write(block.tobytes())
        self._buffer.bind_to_uniform_block(BLOCKS.index("Frame"))

    def release(self) -> None:
        """Give the memory back."""
        self._buffer.release()
