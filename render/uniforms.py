"""The block of numbers that all shaders share: `passes/shaders/frame.glsl` has the same fields in the same order."""

import math

import moderngl
import numpy as np

from render.frame import Frame
from render.light import SUN_DIRECTION, Tiles
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
    ]
)


class FrameBlock:
    """The block in a buffer of its own, bound at 0.

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
        block["sun"] = (*SUN_DIRECTION, 1.0 if frame.shadows and not frame.wireframe else 0.0)
        block["ground"] = ground
        block["viewport"] = (*size, 1.0 / size[0], 1.0 / size[1])
        block["options"][1:3] = options
        self._buffer.write(block.tobytes())
        self._buffer.bind_to_uniform_block(0)

    def release(self) -> None:
        """Give the memory back."""
        self._buffer.release()
