"""Soft bodies: meshes whose vertices are others in every picture. They are lit as all else, and throw shadows."""

import math

import moderngl
import numpy as np

from render.frame import LAMPS_MAX, Frame
from render.geometries import DEFINES
from render.gpu import ROW_FIELDS, Fields, GrowingBuffer, attributes, load_program, set_uniform
from render.light import Tiles
from render.passes.opaque import SHADOW_UNIT
from render.soft.kernels import (
    SECTION_CLEAR,
    SECTION_CLOSED,
    SECTION_OPEN,
    SECTION_SELECTED,
    SECTION_TILES,
    TILES,
)
from render.soft.looks import LOOK_TEXELS, look_table
from render.soft.meshes import Layout, SoftMeshes
from render.soft.textures import soft_layers
from render.textures import SIZE

#: Texture units; other passes have those before.
LOOK_UNIT, COLOR_UNIT, RELIEF_UNIT = 8, 9, 10

MOVING_FIELDS: Fields = (("in_position", 3), ("in_normal", 3), ("in_strain", 1))
FIXED_FIELDS: Fields = (("in_spot", 3), ("in_paint", 3), ("in_look", 1), ("in_half", 1), ("in_width", 1))
CORNER_FIELDS: Fields = (("corners", 3),)


class SoftPass:
    """Draws soft bodies.

    Args:
        context: Where they live.
        fast: Whether to read fewer texels of the shadow map.
        anisotropy: Texels along a slanted surface, 1 to 16.
    """

    def __init__(self, context: moderngl.Context, *, fast: bool, anisotropy: float) -> None:
        self._context = context
        self._meshes = SoftMeshes()
        self._layout: Layout | None = None
        self._version = self._look_count = 0
        self._table: moderngl.Texture | None = None
        self._maps = [self._make_map(layers, anisotropy) for layers in soft_layers()]
        self._moving = GrowingBuffer(context, MOVING_FIELDS)
        self._fixed = GrowingBuffer(context, FIXED_FIELDS)
        self._corners = GrowingBuffer(context, CORNER_FIELDS, np.int32)
        self._row = GrowingBuffer(context, ROW_FIELDS)
        options = {"SKY_PROBE_COUNT": 4 if fast else 8, "FAST": int(fast)}
        # Without and with lamps, and as wires.
        surfaces = [(0, 0), (LAMPS_MAX, 0), (0, 1)]
        programs = [load_program(context, "soft", LAMPS_MAX=lamps, WIRE=wire, **options) for lamps, wire in surfaces]
        plain = [load_program(context, name, SHAPE=4, **DEFINES) for name in ("shadow", "outline")]
        self._programs = [*programs, *plain]
        units = {"shadow_map": SHADOW_UNIT, "look_table": LOOK_UNIT, "color_map": COLOR_UNIT, "relief_map": RELIEF_UNIT}
        for program in programs:
            for name, unit in units.items():
                set_uniform(program, name, unit)
        *self._surfaces, self._wire = [self._array(program, self._fixed, per_instance=False) for program in programs]
        self._shadow, self._outline = [self._array(program, self._row, per_instance=True) for program in plain]

    def _make_map(self, layers: np.ndarray, anisotropy: float) -> moderngl.TextureArray:
        texture = self._context.texture_array((SIZE, SIZE, len(layers)), layers.shape[-1], layers.tobytes())
        texture.build_mipmaps()
        texture.filter = (moderngl.LINEAR_MIPMAP_LINEAR, moderngl.LINEAR)
        texture.repeat_x = texture.repeat_y = True
        texture.anisotropy = max(1.0, min(anisotropy, self._context.max_anisotropy))
        return texture

    def _array(self, program: moderngl.Program, more: GrowingBuffer, *, per_instance: bool) -> moderngl.VertexArray:
        content = [
            attributes(program, self._moving.buffer, self._moving.fields),
            attributes(program, more.buffer, more.fields, per_instance=per_instance),
        ]
        return self._context.vertex_array(program, content, index_buffer=self._corners.buffer)

    @property
    def visible_count(self) -> int:
        """Soft bodies in the picture."""
        return self._meshes.visible_count

    def update(self, frame: Frame, planes: np.ndarray, tiles: Tiles, height: int) -> None:
        """Bring the soft bodies of a frame to the GPU.

        Args:
            frame: What is drawn.
            planes: Frustum as of `transforms.frustum_planes`.
            tiles: Of the shadow map.
            height: Of the picture [pixels].
        """
        meshes = self._meshes
        shadows = tiles if frame.shadows and not frame.wireframe else None
        pixel = 2.0 * math.tan(0.5 * min(max(frame.camera.fov, 0.02), 2.9)) / max(height, 1)
        pair = frame.before.softs, frame.after.softs
        camera = frame.camera.position
        meshes.update(pair, frame.blend, camera, planes, shadows, selected=frame.selected_soft, pixel=pixel)
        first, end = meshes.used
        if end > first:
            self._moving.write(meshes.rows[first:end], first=first)
        if meshes.layout is not self._layout:
            self._fixed.write(meshes.layout.fixed)
            self._layout = meshes.layout
        if meshes.version != self._version:
            self._corners.write(meshes.listed[: meshes.ends[-1]])
            self._version = meshes.version
        if len(meshes.looks) != self._look_count:
            self._write_looks()

    def _write_looks(self) -> None:
        if self._table is not None:
            self._table.release()
        rows = look_table(self._meshes.looks)
        self._table = self._context.texture((LOOK_TEXELS, len(rows)), 4, rows.tobytes(), dtype="f4")
        self._table.filter = (moderngl.NEAREST, moderngl.NEAREST)
        self._look_count = len(self._meshes.looks)

    def _render(self, array: moderngl.VertexArray, section: int) -> int:
        """Draw a list of triangles; returns the number of draw calls."""
        ends = self._meshes.ends
        start, end = int(ends[section - 1]) if section else 0, int(ends[section])
        if end > start:
            array.render(moderngl.TRIANGLES, vertices=3 * (end - start), first=3 * start, instances=1)
        return int(end > start)

    def draw(self, frame: Frame, shadow_map: moderngl.Texture, *, clear: bool, lamps: bool) -> int:
        """Draw what is seen into the bound framebuffer.

        Args:
            frame: What is drawn.
            shadow_map: Made ready by `draw_shadows` and others.
            clear: Whether to draw those that one sees into, after all that is solid, or the others.
            lamps: Whether there are lamps.

        Returns:
            Number of draw calls.
        """
        context, array = self._context, self._wire if frame.wireframe else self._surfaces[int(lamps)]
        if not self.visible_count:
            return 0
        for texture, unit in zip(self._maps, (COLOR_UNIT, RELIEF_UNIT), strict=True):
            texture.use(unit)
        self._table.use(LOOK_UNIT)
        shadow_map.use(SHADOW_UNIT)
        set_uniform(array.program, "strain_scale", 1.0 / frame.strain if frame.strain > 0.0 else 0.0)
        context.depth_func = "<="
        context.enable_only(moderngl.DEPTH_TEST | (moderngl.BLEND if clear else 0))
        context.blend_func = moderngl.SRC_ALPHA, moderngl.ONE_MINUS_SRC_ALPHA
        context.wireframe = frame.wireframe
        calls = 0 if clear else self._render(array, SECTION_OPEN)
        if not frame.wireframe:
            context.enable(moderngl.CULL_FACE)
        calls += self._render(array, SECTION_CLEAR if clear else SECTION_CLOSED)
        context.wireframe = False
        return calls

    def draw_shadows(self) -> int:
        """Draw depths into the bound shadow map, whose clip planes are on; returns the number of draw calls."""
        self._context.disable(moderngl.CULL_FACE)
        return sum(self._draw_plain(self._shadow, SECTION_TILES + tile, tile) for tile in range(TILES))

    def draw_selected(self) -> int:
        """Draw the mask of the selected body into the bound framebuffer; returns the number of draw calls."""
        self._context.enable_only(moderngl.NOTHING)
        return self._draw_plain(self._outline, SECTION_SELECTED)

    def _draw_plain(self, array: moderngl.VertexArray, section: int, tile: int = 0) -> int:
        """Draw without color, by the shaders of geometries: their one row moves and turns nothing."""
        self._row.write(np.array((0, 0, 0, tile, 0, 0, 0, 1, 1, 1, 1, 1, 0, 0, 0, 0), np.float32))
        return self._render(array, section)

    def release(self) -> None:
        """Give the memory back."""
        arrays = (*self._surfaces, self._wire, self._shadow, self._outline)
        buffers = (self._moving, self._fixed, self._corners, self._row)
        table = [self._table] if self._table is not None else []
        for part in (*arrays, *self._programs, *buffers, *self._maps, *table):
            part.release()
