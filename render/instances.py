"""Which shapes are drawn, and what the GPU gets for each: one row of 16 floats.

A row: place relative to the eye (x, y, z) [m], material; rotation (x, y, z, w); size (x, y, z) [m], shade; tint (red,
green, blue, how much). The shade is the brightness of a body, negative for a sensor. What does not change from frame to
frame is written once per layout; the world keeps the same arrays of shapes until bodies come or go.
"""

import dataclasses

import numpy as np

from physics.queries.snapshot import KIND, Snapshot
from render import kernels
from render.frame import Frame
from render.interpolate import clamp_blend, rows_before
from render.kernels import BOX, DRUM, GEOMETRY, LEVELS, PLANE, ROUND, STREAM_COUNT
from render.light import INNER_PART, TILE_COUNT, Tiles
from render.materials import lets_light_through, see_through

ROW_FLOATS = 16

#: Distance over radius up to which round things are drawn from the fine and from the coarse mesh: the silhouette is
#: then off by less than half a pixel.
FINE_DISTANCE = 14.0
COARSE_DISTANCE = 60.0

#: Repeat of everything on a half-space [m]: a multiple of its checker, its lines and its textures.
PLANE_PERIOD = 240.0


#: Added to the material of a surface that has marks every meter, as the ground has.
MARKED = 4096


#: Group of each kind of shape; what has a geometry is drawn from that.
GROUP_OF_KIND = np.full(max(KIND.TRAITS) + 1, BOX)
GROUP_OF_KIND[[KIND.SPHERE, KIND.CAPSULE]] = ROUND
GROUP_OF_KIND[[KIND.CYLINDER, KIND.CONE]] = DRUM
GROUP_OF_KIND[KIND.PLANE] = PLANE


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

    def planes_only(self) -> "Batch":
        """The half-spaces of it."""
        none = self.plane[:0]
        return Batch(none, (none,) * LEVELS, (none,) * LEVELS, none, self.number[:0], self.plane)


class Layout:
    """Shapes of one arrangement of bodies, group after group.

    Args:
        snapshot: Any snapshot of it.
        materials: Names of the materials.
    """

    def __init__(self, snapshot: Snapshot, materials: tuple[str, ...]) -> None:
        self._key = _key(snapshot)
        self._materials = materials
        count, bounds = len(snapshot.shape), np.zeros(PLANE + 2, np.int64)
        self.bounds = bounds  # first row of each group, and the number of rows
        self.rows = np.zeros((count, ROW_FLOATS), np.float32)
        self.body, self.number = np.empty(count, np.int32), np.empty(count, np.int32)
        self.offset, self.rotation = np.empty((count, 3), np.float32), np.empty((count, 4), np.float32)
        self.placed = np.empty(count, np.bool_)  # not where their body is
        self.radius = np.empty(count, np.float32)  # of the bounding sphere [m]
        self.glassy, self.caster = np.empty(count, np.bool_), np.empty(count, np.bool_)
        shapes = (self.body, self.offset, self.rotation, self.number, self.placed, self.radius, self.glassy)
        kernels.lay_out(
            count, snapshot.shape_kind, snapshot.shape_geometry, snapshot.shape_sensor, snapshot.shape_material,
            snapshot.shape_size, snapshot.shape_body, snapshot.shape_offset, snapshot.shape_rotation, snapshot.body,
            see_through(materials), GROUP_OF_KIND, MARKED, bounds, (*shapes, self.caster), self.rows,
        )  # fmt: skip
        self.caster &= ~lets_light_through(materials)[self.rows[:, 3].astype(np.int64) % MARKED]
        self.starts = bounds.tolist()
        self.tinted = False

    def rows_of(self, group: int) -> slice:
        """Rows of a group."""
        return slice(self.starts[group], self.starts[group + 1])

    @property
    def body_count(self) -> int:
        """Rows of all groups but half-spaces, which come last."""
        return self.starts[PLANE]

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
    """Turns frames into rows. Keeps the layout of the last frame, and the memory of the rows.

    Args:
        nearest_first: Whether solid things are ordered by distance, so that those behind are soon found to be hidden:
            worth it where pixels cost more than the order.
    """

    def __init__(self, *, nearest_first: bool = False) -> None:
        self._nearest_first = nearest_first
        self._layout: Layout | None = None
        self._bodies: tuple[np.ndarray, np.ndarray] | None = None
        self._old_row = np.zeros(0, np.int32)  # of each body in the earlier snapshot
        self._ground = np.zeros(4, np.float32)
        self._hidden: tuple[Layout | None, frozenset[int]] = (None, frozenset())
        self._seen_radius = np.zeros(0, np.float32)
        self._counts, self._ends = np.zeros(2 * STREAM_COUNT, np.int64), np.zeros(2 * STREAM_COUNT, np.int64)
        self._caster_counts = np.zeros(PLANE, np.int64)
        self._reserve(64)

    def _reserve(self, count: int) -> None:
        """Make room for so many shapes."""
        self._room = count
        self._seen, self._stream = np.zeros(count, np.int32), np.zeros(count, np.uint8)
        self._key, self._order = np.zeros(count, np.float32), np.zeros(count, np.int64)
        self._drawn, self._number = np.zeros((count, ROW_FLOATS), np.float32), np.zeros(count, np.int32)
        shadows = TILE_COUNT * count
        self._shadow = np.zeros((shadows, kernels.SHADOW_FLOATS), np.float32)
        self._shadow_number = np.zeros(shadows, np.int32)

    def update(self, frame: Frame) -> None:
        """Write places, rotations and tints of all shapes of a frame."""
        before, after, layout = frame.before, frame.after, self._layout
        if layout is None or not layout.fits(after, frame.materials):
            layout = self._layout = Layout(after, frame.materials)
            if len(layout.rows) > self._room:
                self._reserve(2 * len(layout.rows))
        if self._bodies is None or self._bodies[0] is not before.body or self._bodies[1] is not after.body:
            self._bodies, self._old_row = (before.body, after.body), rows_before(before, after)
        eye = tuple(map(float, frame.camera.position))
        shapes = layout.body, layout.offset, layout.rotation
        kernels.place_shapes(
            layout.body_count, *shapes, layout.placed, self._old_row, before.position, before.orientation,
            after.position, after.orientation, clamp_blend(frame.blend), eye, layout.rows,
        )  # fmt: skip
        kernels.place_planes(
            layout.body_count, len(layout.rows), *shapes, after.position, after.orientation, eye, PLANE_PERIOD,
            layout.rows, self._ground,
        )  # fmt: skip
        self._write_tint(frame, layout)
        self._hide(frame, layout)

    def _hide(self, frame: Frame, layout: Layout) -> None:
        """Give rows of hidden bodies a radius that no camera sees; those of shadows keep theirs."""
        if self._hidden[0] is layout and self._hidden[1] == frame.hidden:
            return
        self._hidden, self._seen_radius = (layout, frame.hidden), layout.radius
        if frame.hidden:
            away = np.isin(frame.after.body, np.fromiter(frame.hidden, np.int64, len(frame.hidden)))
            self._seen_radius = np.where(away[layout.body], np.float32(-np.inf), layout.radius)

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

        The rows are valid until the next call.

        Args:
            planes: Frustum as of `transforms.frustum_planes`, float32 [6, 4].
        """
        layout = self._layout
        chosen = self._seen, self._stream
        found = kernels.find_visible(
            layout.bounds, planes, self._seen_radius, layout.glassy, FINE_DISTANCE**2, COARSE_DISTANCE**2, layout.rows,
            *chosen, self._key, self._counts,
        )  # fmt: skip
        ordered = self._nearest_first or bool(self._counts[STREAM_COUNT:].any())
        order = np.argsort(self._key[:found]) if ordered else self._order
        kernels.write_visible(
            found, ordered, order, *chosen, self._counts, layout.number, layout.rows, self._ends, self._drawn,
            self._number,
        )  # fmt: skip
        ends = self._ends.tolist()
        streams = [slice(end - count, end) for end, count in zip(ends, self._counts.tolist(), strict=True)]
        return self._batch(streams[:STREAM_COUNT]), self._batch(streams[STREAM_COUNT:])

    def _batch(self, streams: list[slice]) -> Batch:
        box, *levels, geometry, plane = (self._drawn[stream] for stream in streams)
        number = self._number[streams[kernels.STREAM_GEOMETRY]]
        return Batch(box, tuple(levels[:LEVELS]), tuple(levels[LEVELS:]), geometry, number, plane)

    def casters(self, tiles: Tiles) -> Batch:
        """Rows of what throws shadows, for each tile that it may touch; the tile stands in place of the material.

        The rows are valid until the next call.
        """
        layout = self._layout
        kernels.write_casters(
            layout.bounds, TILE_COUNT, *tiles.reach(), INNER_PART, layout.radius, layout.caster, layout.number,
            layout.rows, self._caster_counts, self._shadow, self._shadow_number,
        )  # fmt: skip
        firsts = (TILE_COUNT * start for start in layout.starts)
        groups = [
            slice(first, first + count) for first, count in zip(firsts, self._caster_counts.tolist(), strict=False)
        ]
        box, ball, drum, geometry = (self._shadow[group] for group in groups)
        return Batch(box, (ball,), (drum,), geometry, self._shadow_number[groups[GEOMETRY]], box[:0])

    def selected(self, frame: Frame) -> Batch:
        """Rows of the shapes of the selected body, wherever they are; half-spaces have no outline."""
        layout = self._layout
        chosen = np.flatnonzero(frame.after.body == frame.selected)
        mine = np.isin(layout.body[: layout.body_count], chosen)
        parts = [layout.rows_of(group) for group in range(PLANE)]
        box, ball, drum, geometry = (layout.rows[part][mine[part]] for part in parts)
        number = layout.number[parts[GEOMETRY]][mine[parts[GEOMETRY]]]
        return Batch(box, (ball,), (drum,), geometry, number, layout.rows[:0])

    def ground(self) -> np.ndarray:
        """Normal and distance [m] from the eye of the flattest half-space below it; zeros where there is none."""
        return self._ground
