"""Bodies and half-spaces with materials, light and shadows; solid ones first, then those that one sees through."""

import moderngl
import numpy as np

from render.frame import LAMPS_MAX
from render.geometries import DEFINES, DrawnGeometries, GeometryStore
from render.gpu import ROW_FIELDS, DrawnMesh, load_program, set_uniform
from render.instances import MARKED, Batch
from render.materials import material_table
from render.meshes import box_mesh, drum_mesh, plane_mesh, round_mesh
from render.textures import SIZE, texture_layers

#: Texture units; geometries take two between.
SHADOW_UNIT, COLOR_UNIT, RELIEF_UNIT, MATERIAL_UNIT, PICTURE_UNIT = 0, 1, 2, 3, 6

#: Vertices around round things, near the camera, farther away, and very far away.
SEGMENTS = (40, 24, 12)


class Surfaces:
    """Shaders and meshes of all shapes.

    Args:
        context: Where they live.
        store: Geometries of the world.
        options: What the shaders are made with.
    """

    def __init__(self, context: moderngl.Context, store: GeometryStore, options: dict[str, int]) -> None:
        kinds = [(shape, 0, 0) for shape in range(6)] + [(4, 1, 0), (5, 1, 0)]
        kinds += [(shape, pictured, 1) for pictured in (0, 1) for shape in (4, 5)]
        self._programs = [
            load_program(context, "opaque", SHAPE=shape, PICTURED=pictured, BACKDROP=far, **options)
            for shape, pictured, far in kinds
        ]
        units = {"shadow_map": SHADOW_UNIT, "color_map": COLOR_UNIT, "relief_map": RELIEF_UNIT}
        units |= {"material_table": MATERIAL_UNIT, "picture_map": PICTURE_UNIT}
        for program in self._programs:
            for name, unit in units.items():
                set_uniform(program, name, unit)
        box, ball, plane, drum, own, clustered, *others = self._programs
        pictured, far, far_pictured = others[:2], others[2:4], others[4:]
        self._box = DrawnMesh(context, box, box_mesh(), ROW_FIELDS)
        self._rounds = [DrawnMesh(context, ball, round_mesh(around, around // 4), ROW_FIELDS) for around in SEGMENTS]
        self._drums = [DrawnMesh(context, drum, drum_mesh(around), ROW_FIELDS) for around in SEGMENTS]
        self._geometries = DrawnGeometries(context, store, (own, clustered), pictured=tuple(pictured))
        self._far = DrawnGeometries(context, store, tuple(far), pictured=tuple(far_pictured))
        self._plane = DrawnMesh(context, plane, plane_mesh(), ROW_FIELDS)

    def draw(self, batch: Batch, backdrop: int) -> int:
        """Draw a batch, without shadows on geometries of the backdrop; returns the number of draw calls."""
        far = batch.geometry[:, 3] % MARKED >= backdrop
        calls = self._box.draw(batch.box) + self._geometries.draw(batch.geometry[~far], batch.number[~far])
        rounds, drums = zip(self._rounds, batch.round, strict=True), zip(self._drums, batch.drum, strict=True)
        calls += sum(mesh.draw(rows) for mesh, rows in (*rounds, *drums))
        return calls + self._plane.draw(batch.plane) + self._far.draw(batch.geometry[far], batch.number[far])

    def release(self) -> None:
        """Give the memory back."""
        for part in (self._box, *self._rounds, *self._drums, self._geometries, self._far, self._plane, *self._programs):
            part.release()


class OpaquePass:
    """Draws shapes.

    Args:
        context: Where it lives.
        store: Geometries of the world.
        fast: Whether to read fewer texels of the shadow map.
        anisotropy: Texels along a slanted surface, 1 to 16. Without a GPU more than 1 costs ten times all the rest.
    """

    def __init__(self, context: moderngl.Context, store: GeometryStore, *, fast: bool, anisotropy: float) -> None:
        self._context = context
        options = {"SKY_PROBE_COUNT": 4 if fast else 8, "FAST": int(fast), "MARKED": MARKED, **DEFINES}
        # Without and with lamps: where there is no GPU, a loop over no lamps still costs a sixth of a picture.
        self._surfaces = [Surfaces(context, store, {**options, "LAMPS_MAX": count}) for count in (0, LAMPS_MAX)]
        self._pictures = store.pictures
        self._maps = [self._make_map(layers, anisotropy) for layers in texture_layers()]
        self._materials: tuple[str, ...] | None = None
        self._table: moderngl.Texture | None = None

    def _make_map(self, layers: np.ndarray, anisotropy: float) -> moderngl.TextureArray:
        texture = self._context.texture_array((SIZE, SIZE, len(layers)), 4, layers.tobytes())
        texture.build_mipmaps()
        texture.filter = (moderngl.LINEAR_MIPMAP_LINEAR, moderngl.LINEAR)
        texture.repeat_x = texture.repeat_y = True
        texture.anisotropy = max(1.0, min(anisotropy, self._context.max_anisotropy))
        return texture

    def bind(self, materials: tuple[str, ...], shadow_map: moderngl.Texture) -> None:
        """Make textures and materials ready for `draw`."""
        if materials != self._materials:
            rows = material_table(materials)
            if self._table is not None:
                self._table.release()
            self._table = self._context.texture((3, len(rows)), 4, rows.tobytes(), dtype="f4")
            self._table.filter = (moderngl.NEAREST, moderngl.NEAREST)
            self._materials = materials
        shadow_map.use(SHADOW_UNIT)
        self._maps[0].use(COLOR_UNIT)
        self._maps[1].use(RELIEF_UNIT)
        self._table.use(MATERIAL_UNIT)
        self._pictures.use(PICTURE_UNIT)

    def draw(self, batch: Batch, backdrop: int, *, see_through: bool, lamps: bool = False) -> int:
        """Draw a batch into the bound framebuffer, with or without lamps; returns the number of draw calls."""
        context = self._context
        context.enable_only(moderngl.DEPTH_TEST | moderngl.CULL_FACE)
        context.depth_func = "<="
        if see_through:
            context.enable(moderngl.BLEND)
            context.blend_func = moderngl.SRC_ALPHA, moderngl.ONE_MINUS_SRC_ALPHA
        return self._surfaces[int(lamps)].draw(batch, backdrop)

    def release(self) -> None:
        """Give the memory back."""
        table = [self._table] if self._table is not None else []
        for part in (*self._surfaces, *self._maps, *table):
            part.release()
