"""Pictures for tests, and to look at: `render_picture(world, look_from((8, 5, 8), (0, 1, 0)), (1280, 720))`."""

import moderngl
import numpy as np

from render.frame import CameraPose, Frame
from render.renderer import Renderer


def look_from(eye, target, *, fov: float = 0.9) -> CameraPose:
    """Camera at `eye` [m] that looks at `target` [m]."""
    eye, target = np.asarray(eye, float), np.asarray(target, float)
    back = (eye - target) / np.linalg.norm(eye - target)
    yaw, pitch = np.arctan2(back[0], back[2]), -np.arcsin(np.clip(back[1], -1.0, 1.0))
    sy, cy, sx, cx = np.sin(yaw / 2), np.cos(yaw / 2), np.sin(pitch / 2), np.cos(pitch / 2)
    rotation = (cy * sx, sy * cx, -sy * sx, cy * cx)
    return CameraPose(tuple(eye.tolist()), tuple(float(value) for value in rotation), fov=fov)


def frame_of(world, camera: CameraPose, **options) -> Frame:
    """Frame of a world as it is now; options are fields of Frame."""
    snapshot = world.snapshot()
    return Frame(snapshot, snapshot, 1.0, camera, world.materials, **options)


class Studio:
    """A renderer with a picture of its own to draw into."""

    def __init__(self, context: moderngl.Context, size: tuple[int, int] = (480, 270), **options) -> None:
        self.context = context
        self.renderer = Renderer(context, **options)
        self.size = (0, 0)
        self.resize(*size)

    def resize(self, width: int, height: int) -> None:
        self.size = width, height
        self.target = self.context.framebuffer([self.context.texture((max(width, 1), max(height, 1)), 3)])
        self.renderer.resize(width, height)

    def take(self, frame: Frame) -> np.ndarray:
        """Draw; uint8 [height, width, 3], the first row is the top."""
        self.renderer.draw(frame, self.target)
        width, height = self.target.size
        pixels = np.frombuffer(self.target.read(components=3, alignment=1), np.uint8)
        return pixels.reshape(height, width, 3)[::-1]


def render_picture(world, camera: CameraPose, size: tuple[int, int] = (1280, 720), **options) -> np.ndarray:
    """One picture of a world, off-screen: uint8 [height, width, 3]. Options are fields of Frame."""
    context = moderngl.create_standalone_context(require=330, backend="egl")
    studio = Studio(context, size, fast=False)
    picture = studio.take(frame_of(world, camera, **options))
    studio.renderer.release()
    context.release()
    return picture
