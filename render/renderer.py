"""Renderer: frames in, pictures out. Owns everything on the GPU; runs the passes in order."""

import math
import pathlib

import moderngl
import numpy as np

from render.frame import Frame
from render.geometries import GeometryStore
from render.instances import InstanceBuilder
from render.light import place_tiles
from render.passes.compose import ComposePass
from render.passes.lines import LinesPass
from render.passes.opaque import OpaquePass
from render.passes.outline import OutlinePass
from render.passes.particles import ParticlesPass
from render.passes.shadow import ShadowPass
from render.passes.sheets import SheetsPass
from render.passes.sky import SkyPass
from render.passes.soft import SoftPass
from render.passes.water import WaterPass
from render.passes.wire import WirePass
from render.pictures import FOLDER, PictureStore
from render.targets import Targets
from render.transforms import frustum_planes, rotation_matrix, view_projection_matrix
from render.uniforms import FrameBlock, LampBlock

#: Words in the names of renderers that have no GPU behind them.
SOFTWARE = ("llvmpipe", "softpipe", "swrast", "Software")

#: Pixels that a processor draws in bearable time, and the coarsest picture that is made of them.
SOFTWARE_PIXELS = 430_000
SCALE_MIN = 0.5


def is_software(context: moderngl.Context) -> bool:
    """Whether there is no GPU behind a context."""
    return any(word in context.info.get("GL_RENDERER", "") for word in SOFTWARE)


def software_scale(width: int, height: int) -> float:
    """Part of the width and height of a picture [pixels] that is drawn without a GPU, SCALE_MIN to 1."""
    return min(max(math.sqrt(SOFTWARE_PIXELS / max(width * height, 1)), SCALE_MIN), 1.0)


class Renderer:
    """Draws frames.

    Args:
        context: GL 3.3 core or newer.
        samples: Samples per pixel against jagged edges, as many of them as the context has; 0 or 1 for none.
        fast: Whether to read less per pixel, for coarser shadows. None: yes without a GPU, else no.
        pictures: Folder of the pictures that geometries show.

    Raises:
        RuntimeError: The context is too old.
    """

    def __init__(
        self,
        context: moderngl.Context,
        *,
        samples: int = 4,
        fast: bool | None = None,
        pictures: pathlib.Path = FOLDER,
    ) -> None:
        if context.version_code < 330:
            raise RuntimeError(
                f"drawing needs OpenGL 3.3, this context has {context.version_code / 100:.1f}; update the graphics "
                "driver, or set LIBGL_ALWAYS_SOFTWARE=1 to draw with Mesa's software renderer"
            )
        software = is_software(context)
        fast = software if fast is None else fast
        self._context = context
        self._samples = 0 if samples <= 1 else min(samples, context.max_samples)
        self._builder = InstanceBuilder(nearest_first=software)
        self._block, self._lamps = FrameBlock(context), LampBlock(context)
        anisotropy = 1.0 if software else 8.0
        self._soft: SoftPass | None = None  # made for the first soft body
        self._soft_options = {"fast": fast, "anisotropy": anisotropy}
        self._pictures = PictureStore(context, anisotropy=anisotropy, folder=pictures)
        self._store = GeometryStore(context, self._pictures)
        self._shadow = ShadowPass(context, self._store, 1024 if fast else 2048)
        self._opaque = OpaquePass(context, self._store, fast=fast, anisotropy=anisotropy)
        self._wire = WirePass(context, self._store)
        self._sky = SkyPass(context)
        self._lines = LinesPass(context, thin=software)
        self._sheets, self._water = SheetsPass(context), WaterPass(context)
        self._particles = ParticlesPass(context)
        self._outline = OutlinePass(context, self._store)
        self._compose = ComposePass(context)
        self._targets: Targets | None = None
        self._software = software
        self._size: tuple[int, int] | None = None
        self._scale = 1.0
        self.draw_calls = 0  # of the last picture
        self.visible_count = 0  # shapes in the last picture

    def resize(self, width: int, height: int, *, scale: float = 1.0) -> None:
        """Set the size of the picture.

        Args:
            width: Width [pixels]. A minimized window has 0 x 0: then nothing is drawn.
            height: Height [pixels].
            scale: Part of both that the world is drawn at, to be stretched then; 0 for what suits the machine.
        """
        size = max(int(width), 0), max(int(height), 0)
        if scale <= 0.0:
            scale = software_scale(*size) if self._software else 1.0
        scale = min(max(scale, 0.25), 1.0)
        if size == self._size and scale == self._scale:
            return
        self._size, self._scale = size, scale
        if self._targets is not None:
            self._targets.release()
        drawn = max(round(scale * size[0]), 1), max(round(scale * size[1]), 1)
        self._targets = Targets(self._context, drawn, self._samples) if min(size) > 0 else None

    def draw(self, frame: Frame, target: moderngl.Framebuffer | None = None) -> None:
        """Draw one picture.

        Args:
            frame: What there is to see.
            target: Where to; None is the window. Without `resize` before, its size is taken.
        """
        target = self._context.screen if target is None else target
        if self._size is None:
            self.resize(*target.size)
        if self._targets is None:
            self.draw_calls = self.visible_count = 0
            return
        width, height = self._size
        matrix = view_projection_matrix(frame.camera, width / height)
        forward = -rotation_matrix(frame.camera.rotation)[:, 2]
        tiles = place_tiles(frame.camera.position, forward, self._shadow.tile_size, frame.sky.direction)
        self._store.update(frame.after)
        self._builder.update(frame)
        ground = self._builder.ground()
        self._block.write(frame, matrix, tiles, ground, self._targets.size, (self._shadow.tile_size, self._scale))
        planes, calls = frustum_planes(matrix), 0
        soft = self._soft_of(frame)
        if soft is not None:
            soft.update(frame, planes, tiles, self._targets.size[1])
        if frame.shadows and not frame.wireframe:
            calls += self._shadow.draw(self._builder.casters(tiles), soft and soft.draw_shadows)
        calls += self._draw_scene(frame, planes, soft)
        calls += self._draw_picture(frame, target, soft)
        self._context.blend_func = moderngl.DEFAULT_BLENDING  # as others expect it
        self.draw_calls = calls

    def _soft_of(self, frame: Frame) -> SoftPass | None:
        """What draws soft bodies; None for a frame without any, which is to cost nothing."""
        if not frame.after.softs:
            return None
        if self._soft is None:
            self._soft = SoftPass(self._context, **self._soft_options)
        return self._soft

    def _draw_scene(self, frame: Frame, planes: np.ndarray, soft: SoftPass | None) -> int:
        """Everything that is in the world, as light; returns the number of draw calls."""
        solid, glassy = self._builder.visible(planes)
        self.visible_count = solid.count + glassy.count + (soft.visible_count if soft is not None else 0)
        scene = self._targets.scene
        scene.use()
        scene.depth_mask = True
        scene.clear(0.0, 0.0, 0.0, 1.0)
        self._opaque.bind(frame.materials, self._shadow.texture)
        calls, lamps = 0, self._lamps.write(frame)
        if frame.wireframe:
            calls += self._wire.draw(solid, glassy)
            solid, glassy = solid.planes_only(), glassy.planes_only()
        calls += self._opaque.draw(solid, frame.backdrop, see_through=False, lamps=lamps)
        if soft is not None:
            calls += soft.draw(frame, self._shadow.texture, clear=False, lamps=lamps)
        calls += self._sky.draw()
        if soft is not None:
            calls += soft.draw(frame, self._shadow.texture, clear=True, lamps=lamps)
        scene.depth_mask = False  # from here on, nothing hides what comes after it
        if frame.sheets is not None:
            calls += self._sheets.draw(frame.sheets, frame.camera.position)
        if frame.waters and not frame.wireframe:
            calls += self._water.draw(frame, self._shadow.texture)
        calls += self._opaque.draw(glassy, frame.backdrop, see_through=True, lamps=lamps)
        if frame.particles is not None:
            calls += self._particles.draw(frame.particles, frame.camera.position)
        if frame.interior is not None:  # glass and smoke are outside
            calls += self._sheets.draw(frame.interior, frame.camera.position)
        return calls + self._lines.draw(frame.marks, frame.camera.position)

    def _draw_picture(self, frame: Frame, target: moderngl.Framebuffer, soft: SoftPass | None) -> int:
        """Resolve, outline, film curve; returns the number of draw calls."""
        self._targets.resolve(self._context)
        calls = 0
        outlined = frame.selected >= 0 or (soft is not None and frame.selected_soft >= 0)
        if outlined:
            self._targets.mask_buffer.use()
            self._targets.mask_buffer.clear()
            calls += self._outline.draw(self._builder.selected(frame)) if frame.selected >= 0 else 0
            calls += soft.draw_selected() if soft is not None else 0
        target.use()
        target.viewport = (0, 0, *self._size)
        calls += self._compose.draw(self._targets.light, self._targets.mask, outlined=outlined)
        return calls

    def release(self) -> None:
        """Give all memory on the GPU back."""
        scene = (self._shadow, self._opaque, self._wire, self._sky, self._lines, self._sheets, self._water)
        parts = (*scene, self._particles, self._outline, self._compose, self._block, self._lamps)
        parts += (self._soft,) if self._soft is not None else ()
        for part in (*parts, self._store, self._pictures):
            part.release()
        if self._targets is not None:
            self._targets.release()
            self._targets = None
