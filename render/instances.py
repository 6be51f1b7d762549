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


#: Added to the material of a surface that has marks every meter, as the ground has.
MARKED = 4096

#: Groups of shapes, in the order of the rows: each is drawn from meshes of its own.
BOX, ROUND, DRUM, GEOMETRY, PLANE = range(5)


@dataclasses.dataclass(frozen=True, slots=True)
class Batch:
    """Rows to draw, float32 [n, floats] each.

    Attributes:
        box: Boxes.
        round: Balls and capsules: near the camera, farther away, very far away.
        drum: Cylinders and cones, in the same way.
        geometry: What is drawn from geometries.
        number: Which geometry, for each of these, int32 [n].
        plane: Half-spaces.
    """

    box: np.ndarray
    round: tuple[np.ndarray, ...]
    drum: tuple[np.ndarray, ...]
    geometry: np.ndarray
    number: np.ndarray
    plane: np.ndarray

    @property
    def count(self) -> int:
        """Rows in all."""
        return sum(len(rows) for rows in (self.box, *self.round, *self.drum, self.geometry, self.plane))


def group_of(snapshot: Snapshot) -> np.ndarray:
    """Group of each shape, int8 [n]. What should have a geometry and has none is shown as its bounding box."""
    kind = snapshot.shape_kind
    group = np.full(len(kind), BOX, np.int8)
    group[(kind == SHAPE_SPHERE) | (kind == SHAPE_CAPSULE)] = ROUND
    group[(kind == SHAPE_CYLINDER) | (kind == SHAPE_CONE)] = DRUM
    group[snapshot.shape_geometry >= 0] = GEOMETRY
    group[kind == SHAPE_PLANE] = PLANE
    return group


class Layout:
    """Shapes of one arrangement of bodies, group after group.

    Args:
        snapshot: Any snapshot of it.
        materials: Names of the materials.
    """

    def __init__(self, snapshot: Snapshot, materials: tuple[str, ...]) -> None:
        self._key = _key(snapshot)
        self._materials = materials
        group = group_of(snapshot)
        order = np.argsort(group, kind="stable")
        #: First row of each group, and the number of rows.
        self.starts = [0, *np.cumsum(np.bincount(group, minlength=PLANE + 1)).tolist()]
        self.body = snapshot.shape_body[order].astype(np.intp)
        self.offset = snapshot.shape_offset[order]
        self.rotation = snapshot.shape_rotation[order]
        self.number = snapshot.shape_geometry[order].astype(np.int32)
        placed = self.offset.any(axis=1) | (np.abs(self.rotation[:, 3]) < 1.0)
        self.placed = np.flatnonzero(placed)  # shapes that are not where their body is
        self.one_to_one = np.array_equal(self.body, np.arange(len(snapshot.body)))
        kind, size = snapshot.shape_kind[order], snapshot.shape_size[order].copy()
        size[kind == SHAPE_SPHERE, 1:] = 0.0
        self.radius = np.linalg.norm(size, axis=1).astype(np.float32)
        bulge = self.rows_of(ROUND)
        self.radius[bulge] = size[bulge, 0] + size[bulge, 1]
        drum = self.rows_of(DRUM)
        size[drum, 2] = kind[drum] == SHAPE_CONE
        sensor = snapshot.shape_sensor[order]
        material = np.clip(snapshot.shape_material[order], 0, max(len(materials) - 1, 0))
        self.glassy = sensor | see_through(materials)[material]
        self.caster = ~sensor
        self.rows = np.zeros((len(order), ROW_FLOATS), np.float32)
        self.rows[:, 3] = material + MARKED * ((kind == SHAPE_FIELD) & (self.number >= 0))
        self.rows[:, 8:11] = size
        body_id = snapshot.body[self.body].astype(np.int64) if len(order) else np.zeros(0, np.int64)
        shade = 0.86 + 0.28 * ((body_id * 0x9E3779B1 >> 12) % 1024) / 1024.0
        self.rows[:, 11] = np.where(sensor, -shade, shade)
        self.tinted = False

    def rows_of(self, group: int) -> slice:
        """Rows of a group."""
        return slice(self.starts[group], self.starts[group + 1])

    @property
    def body_count(self) -> int:
        """Rows of all groups but half-spaces, which come last."""
        return self.starts[PLANE]

    def split(self, index: np.ndarray) -> list[np.ndarray]:
        """Row numbers that are ordered by group, as one array for each group."""
        ends = [int(np.count_nonzero(index < start)) for start in self.starts]
        return [index[first:end] for first, end in zip(ends[:-1], ends[1:], strict=True)]

    def fits(self, snapshot: Snapshot, materials: tuple[str, ...]) -> bool:
        """Whether a snapshot has the very same arrays of shapes."""
        same = all(a is b for a, b in zip(self._key, _key(snapshot), strict=True))
        return same and self._materials == materials


def _key(snapshot: Snapshot) -> tuple[np.ndarray, ...]:
    """Everything that a layout depends on."""
    s = snapshot
    key = (s.body, s.shape_body, s.shape_kind, s.shape_size, s.shape_offset, s.shape_rotation)
    return (*key, s.shape_material, s.shape_sensor, s.shape_geometry)


class InstanceBuilder:
    """Turns frames into rows. Keeps the layout of the last frame.

    Args:
        nearest_first: Whether solid things are ordered by distance, so that those behind are soon found to be hidden:
            worth it where pixels cost more than the order.
    """

    def __init__(self, *, nearest_first: bool = False) -> None:
        self._nearest_first = nearest_first
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
        first = layout.body_count
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
        bodies = layout.body_count
        seen = np.zeros(len(layout.rows), bool)
        seen[:bodies] = spheres_inside(planes, self._place[:bodies], layout.radius[:bodies])
        seen[bodies:] = layout.rows[bodies:, 9] > 0.0  # the eye is on the outer side
        solid = np.flatnonzero(seen & ~layout.glassy)
        glassy = np.flatnonzero(seen & layout.glassy)
        groups = layout.split(solid)
        if self._nearest_first:
            groups = [some[np.argsort(self._distance(some))] for some in groups]
        behind = [some[np.argsort(-self._distance(some), kind="stable")] for some in layout.split(glassy)]
        return self._batch("solid", groups), self._batch("glassy", behind)

    def _distance(self, index: np.ndarray) -> np.ndarray:
        """Squared distances from the eye [m^2]."""
        x, y, z = np.take(self._place.T, index, axis=1)
        return x * x + y * y + z * z

    def _batch(self, name: str, groups: list[np.ndarray]) -> Batch:
        return Batch(
            box=self._take(f"{name} box", groups[BOX]),
            round=self._by_distance(f"{name} round", groups[ROUND]),
            drum=self._by_distance(f"{name} drum", groups[DRUM]),
            geometry=self._take(f"{name} geometry", groups[GEOMETRY]),
            number=self._layout.number[groups[GEOMETRY]],
            plane=self._take(f"{name} plane", groups[PLANE]),
        )

    def _by_distance(self, name: str, index: np.ndarray) -> tuple[np.ndarray, ...]:
        """Rows of round things for the fine, the coarse and the coarsest mesh."""
        far = np.sqrt(self._distance(index)) / self._layout.radius[index]
        fine, tiny = far < FINE_DISTANCE, far >= COARSE_DISTANCE
        parts = index[fine], index[~(fine | tiny)], index[tiny]
        return tuple(self._take(f"{name} {level}", some) for level, some in enumerate(parts))

    def casters(self, tiles: Tiles) -> Batch:
        """Rows of what throws shadows, for each tile that it may touch; the tile stands in place of the material."""
        layout = self._layout
        bodies = layout.body_count
        found = casters_in_tiles(tiles, self._place[:bodies], layout.radius[:bodies])
        index = [layout.split(np.flatnonzero(inside & layout.caster[:bodies])) for inside in found]
        groups = []
        for group in (BOX, ROUND, DRUM, GEOMETRY):
            chosen = [one[group] for one in index]
            rows = self._take(f"caster {group}", np.concatenate(chosen))
            rows[:, 3] = np.repeat(np.arange(TILE_COUNT), [len(one) for one in chosen])
            groups.append(rows)
        number = layout.number[np.concatenate([one[GEOMETRY] for one in index])]
        return Batch(groups[BOX], (groups[ROUND],), (groups[DRUM],), groups[GEOMETRY], number, groups[BOX][:0])

    def selected(self, frame: Frame) -> Batch:
        """Rows of the shapes of the selected body, wherever they are; half-spaces have no outline."""
        layout = self._layout
        chosen = np.flatnonzero(frame.after.body == frame.selected)
        index = layout.split(np.flatnonzero(np.isin(layout.body[: layout.body_count], chosen)))
        box, ball, drum, geometry, plane = (layout.rows[some] for some in index)
        return Batch(box, (ball,), (drum,), geometry, layout.number[index[GEOMETRY]], plane)

    def ground(self) -> np.ndarray:
        """Normal and distance [m] from the eye of the flattest half-space below it; zeros where there is none."""
        layout = self._layout
        rows = layout.rows[layout.body_count :]
        rows = rows[(rows[:, 9] > 0.0) & (rows[:, 11] > 0.0)]
        if not len(rows):
            return np.zeros(4, np.float32)
        normal = rotate(rows[:, 4:8], np.array((0.0, 1.0, 0.0), np.float32))
        best = int(np.argmax(normal[:, 1]))
        return np.array((*normal[best], rows[best, 9]), np.float32)
