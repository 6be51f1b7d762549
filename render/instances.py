"""Which shapes are drawn, and what the GPU gets for each: one row of 16 floats.

A row: place relative to the eye (x, y, z) [m], material; rotation (x, y, z, w); size (x, y, z) [m], shade; tint (red,
green, blue, how much). The shade is the brightness of a body, negative for a sensor. What does not change from frame to
frame is written once per layout; the world keeps the same arrays of shapes until bodies come or go.
"""

import dataclasses

import numpy as np

from physics.snapshot import Snapshot
from render.frame import Frame
from render.interpolate import blend_poses
from render.light import TILE_COUNT, Tiles, casters_in_tiles
from render.materials import see_through
from render.transforms import multiply, rotate, spheres_inside

#: Kinds of shapes as the snapshot numbers them. `physics.kernels.layout` has the originals, which drawing must not
#: import; a test compares them.
SHAPE_SPHERE, SHAPE_CAPSULE, SHAPE_CYLINDER, SHAPE_CONE, SHAPE_BOX, SHAPE_HULL = 0, 1, 2, 3, 4, 5
SHAPE_MESH, SHAPE_FIELD, SHAPE_PLANE = 6, 7, 8

ROW_FLOATS = 16

#: Distance over radius up to which round things are drawn from the fine and from the coarse mesh: the silhouette is
#: then off by less than half a pixel.
FINE_DISTANCE = 14.0
COARSE_DISTANCE = 60.0

#: Repeat of everything on a half-space [m]: a multiple of its checker, its lines and its textures.
PLANE_PERIOD = 240.0


@dataclasses.dataclass(frozen=True, slots=True)
class Batch:
    """Rows for one draw each.

    Attributes:
        box: Boxes, float32 [n, floats].
        fine: Round things near the camera.
        coarse: Round things farther away.
        tiny: Round things very far away.
        plane: Half-spaces.
    """

    box: np.ndarray
    fine: np.ndarray
    coarse: np.ndarray
    tiny: np.ndarray
    plane: np.ndarray

    @property
    def count(self) -> int:
        """Rows in all."""
        return sum(len(rows) for rows in (self.box, self.fine, self.coarse, self.tiny, self.plane))


class Layout:
    """Shapes of one arrangement of bodies, in the order boxes, round things, half-spaces.

    Args:
        snapshot: Any snapshot of it.
        materials: Names of the materials.
    """

    def __init__(self, snapshot: Snapshot, materials: tuple[str, ...]) -> None:
        self._key = (snapshot.body, snapshot.shape_body, snapshot.shape_kind, snapshot.shape_size)
        self._key += (snapshot.shape_offset, snapshot.shape_rotation, snapshot.shape_material, snapshot.shape_sensor)
        self._materials = materials
        kind = snapshot.shape_kind
        rank = np.where(kind == SHAPE_BOX, 0, np.where(kind == SHAPE_PLANE, 2, 1))
        order = np.argsort(rank, kind="stable")
        self.box_count, self.round_count = int((rank == 0).sum()), int((rank == 1).sum())
        self.body = snapshot.shape_body[order].astype(np.intp)
        self.offset = snapshot.shape_offset[order]
        self.rotation = snapshot.shape_rotation[order]
        placed = self.offset.any(axis=1) | (np.abs(self.rotation[:, 3]) < 1.0)
        self.placed = np.flatnonzero(placed)  # shapes that are not where their body is
        self.one_to_one = np.array_equal(self.body, np.arange(len(snapshot.body)))
        size = snapshot.shape_size[order].copy()
        size[kind[order] == SHAPE_SPHERE, 1:] = 0.0
        self.radius = np.linalg.norm(size, axis=1).astype(np.float32)
        bulge = slice(self.box_count, self.box_count + self.round_count)
        self.radius[bulge] = size[bulge, 0] + size[bulge, 1]
        sensor = snapshot.shape_sensor[order]
        material = np.clip(snapshot.shape_material[order], 0, max(len(materials) - 1, 0))
        self.glassy = sensor | see_through(materials)[material]
        self.caster = ~sensor
        self.rows = np.zeros((len(order), ROW_FLOATS), np.float32)
        self.rows[:, 3] = material
        self.rows[:, 8:11] = size
        body_id = snapshot.body[self.body].astype(np.int64) if len(order) else np.zeros(0, np.int64)
        shade = 0.86 + 0.28 * ((body_id * 0x9E3779B1 >> 12) % 1024) / 1024.0
        self.rows[:, 11] = np.where(sensor, -shade, shade)
        self.tinted = False

    def fits(self, snapshot: Snapshot, materials: tuple[str, ...]) -> bool:
        """Whether a snapshot has the very same arrays of shapes."""
        key = (snapshot.body, snapshot.shape_body, snapshot.shape_kind, snapshot.shape_size)
        key += (snapshot.shape_offset, snapshot.shape_rotation, snapshot.shape_material, snapshot.shape_sensor)
        return all(a is b for a, b in zip(self._key, key, strict=True)) and self._materials == materials


class InstanceBuilder:
    """Turns frames into rows. Keeps the layout of the last frame."""

    def __init__(self) -> None:
        self._layout: Layout | None = None
        self._place = np.zeros((0, 3), np.float32)  # centers of all shapes relative to the eye [m]
        self._stores: dict[str, np.ndarray] = {}

    def update(self, frame: Frame) -> None:
        """Write places, rotations and tints of all shapes of a frame."""
        layout = self._layout
        if layout is None or not layout.fits(frame.after, frame.materials):
            layout = self._layout = Layout(frame.after, frame.materials)
        place, rotation = blend_poses(frame.before, frame.after, frame.blend, frame.camera.position)
        if not layout.one_to_one:
            place, rotation = (np.take(some.T, layout.body, axis=1).T for some in (place, rotation))
        if len(layout.placed):
            some = layout.placed
            place[some] += rotate(rotation[some], layout.offset[some])
            rotation[some] = multiply(rotation[some], layout.rotation[some])
        layout.rows[:, 0:3] = place
        layout.rows[:, 4:8] = rotation
        self._place = place
        self._write_planes(frame, layout)
        self._write_tint(frame, layout)

    def _take(self, name: str, index: np.ndarray) -> np.ndarray:
        """Rows by number, in memory that is used again for the same name in the next frame."""
        store = self._stores.get(name)
        if store is None or len(store) < len(index):
            store = self._stores[name] = np.empty((max(64, 2 * len(index)), ROW_FLOATS), np.float32)
        return np.take(self._layout.rows, index, axis=0, out=store[: len(index)], mode="clip")

    def _write_planes(self, frame: Frame, layout: Layout) -> None:
        """Put each half-space under the eye; its size tells where on its pattern that is."""
        first = layout.box_count + layout.round_count
        if first == len(layout.rows):
            return
        snapshot, body = frame.after, layout.body[first:]
        rotation = multiply(snapshot.orientation[body], layout.rotation[first:].astype(np.float64))
        origin = snapshot.position[body] + rotate(snapshot.orientation[body], layout.offset[first:].astype(np.float64))
        inverse = rotation * (-1.0, -1.0, -1.0, 1.0)
        eye = rotate(inverse, np.asarray(frame.camera.position) - origin)
        layout.rows[first:, 0:3] = rotate(rotation, eye * (0.0, -1.0, 0.0))
        layout.rows[first:, 4:8] = rotation
        layout.rows[first:, 8:11] = np.remainder(eye * (1.0, 0.0, 1.0), PLANE_PERIOD)
        layout.rows[first:, 9] = eye[:, 1]

    @staticmethod
    def _write_tint(frame: Frame, layout: Layout) -> None:
        if frame.tint is not None and len(frame.tint) == len(frame.after.body):
            layout.rows[:, 12:16] = frame.tint[layout.body]
            layout.tinted = True
        elif layout.tinted:
            layout.rows[:, 12:16] = 0.0
            layout.tinted = False

    def visible(self, planes: np.ndarray) -> tuple[Batch, Batch]:
        """Rows of what a camera sees: solid things, and things that one sees through, the farthest first.

        Args:
            planes: Frustum as of `transforms.frustum_planes`, float32 [6, 4].
        """
        layout = self._layout
        bodies = layout.box_count + layout.round_count
        seen = np.zeros(len(layout.rows), bool)
        seen[:bodies] = spheres_inside(planes, self._place[:bodies], layout.radius[:bodies])
        seen[bodies:] = layout.rows[bodies:, 9] > 0.0  # the eye is on the outer side
        solid = np.flatnonzero(seen & ~layout.glassy)
        glassy = np.flatnonzero(seen & layout.glassy)
        distance = np.square(self._place[glassy]).sum(axis=1)
        return self._batch("solid", solid), self._batch("glassy", glassy[np.argsort(-distance, kind="stable")])

    def _batch(self, name: str, index: np.ndarray) -> Batch:
        layout = self._layout
        bodies = layout.box_count + layout.round_count
        box, plane = index < layout.box_count, index >= bodies
        rounds = index[~(box | plane)]
        x, y, z = np.take(self._place.T, rounds, axis=1)
        far = np.sqrt(x * x + y * y + z * z) / layout.radius[rounds]
        fine, tiny = far < FINE_DISTANCE, far >= COARSE_DISTANCE
        parts = {"box": index[box], "fine": rounds[fine], "coarse": rounds[~(fine | tiny)], "tiny": rounds[tiny]}
        parts["plane"] = index[plane]
        return Batch(**{part: self._take(f"{name} {part}", some) for part, some in parts.items()})

    def casters(self, tiles: Tiles) -> Batch:
        """Rows of what throws shadows, for each tile that it may touch; the tile stands in place of the material."""
        layout = self._layout
        bodies = layout.box_count + layout.round_count
        found = casters_in_tiles(tiles, self._place[:bodies], layout.radius[:bodies])
        index = [np.flatnonzero(inside & layout.caster[:bodies]) for inside in found]
        boxes = [int(np.searchsorted(some, layout.box_count)) for some in index]
        parts = []
        for name, some in (
            ("caster box", [rows[:count] for rows, count in zip(index, boxes, strict=True)]),
            ("caster round", [rows[count:] for rows, count in zip(index, boxes, strict=True)]),
        ):
            rows = self._take(name, np.concatenate(some))
            rows[:, 3] = np.repeat(np.arange(TILE_COUNT), [len(one) for one in some])
            parts.append(rows)
        return Batch(parts[0], parts[1][:0], parts[1], parts[1][:0], parts[1][:0])

    def selected(self, frame: Frame) -> Batch:
        """Rows of the shapes of the selected body, wherever they are; half-spaces have no outline."""
        layout = self._layout
        chosen = np.flatnonzero(frame.after.body == frame.selected)
        index = np.flatnonzero(np.isin(layout.body[: layout.box_count + layout.round_count], chosen))
        rows = layout.rows[index]
        box = index < layout.box_count
        return Batch(rows[box], rows[~box], rows[:0], rows[:0], rows[:0])

    def ground(self) -> np.ndarray:
        """Normal and distance [m] from the eye of the flattest half-space below it; zeros where there is none."""
        layout = self._layout
        first = layout.box_count + layout.round_count
        rows = layout.rows[first:]
        rows = rows[(rows[:, 9] > 0.0) & (rows[:, 11] > 0.0)]
        if not len(rows):
            return np.zeros(4, np.float32)
        normal = rotate(rows[:, 4:8], np.array((0.0, 1.0, 0.0), np.float32))
        best = int(np.argmax(normal[:, 1]))
        return np.array((*normal[best], rows[best, 9]), np.float32)
