"""From the soft bodies of a frame to vertices and triangles for the GPU.

All bodies share one list of vertices and one of triangles. What stays from step to step is put together once; after a
step the vertices are laid one after another; in every picture they are blended between the two last steps, and get
their normals. Only what is seen or throws a shadow is computed.
"""

import dataclasses

import numpy as np

from physics.queries.snapshot import SoftView
from render.interpolate import clamp_blend
from render.light import INNER_PART, Tiles
from render.soft import kernels
from render.soft.blocks import FIXED_FLOATS, Block, make_block, same_body, same_build, same_triangles
from render.soft.kernels import RING_COLUMNS, RING_ROWS, ROW_FLOATS, SECTION_COUNT, SIDES

Softs = tuple[SoftView, ...]

#: Cosine and sine of the corners of a ring; the last is the first again, to the last bit.
TURNS = 2.0 * np.pi / SIDES * (np.arange(RING_ROWS) % SIDES)
CIRCLE = np.stack((np.cos(TURNS), np.sin(TURNS)), axis=1).astype(np.float32)

#: With so many segments in all or fewer, each rope gets a ring more on each of them, and is round where it bends.
SMOOTH_SEGMENTS = 8000


def firsts(counts: list[int]) -> np.ndarray:
    """Where each of some parts begins if they are laid one after another, and the end, int64 [n + 1]."""
    return np.concatenate(([0], np.cumsum(counts))).astype(np.int64)


def joined(parts: list[np.ndarray], columns: int, number: type) -> np.ndarray:
    """Rows of all parts, one after another, contiguous and writable."""
    return np.concatenate([np.zeros((0, columns), number), *parts], dtype=number)


class Layout:
    """Blocks of some soft bodies, one after another.

    Args:
        softs: The bodies.
        blocks: Their blocks, in the same order.

    Attributes:
        softs: The bodies.
        first: First vertex of each, and the end, int64 [n + 1].
        row_first: First row of each, and the end, int64 [n + 1].
        triangle_first: First triangle of each, and the end, int64 [n + 1].
        mesh_end: End of the triangles of the mesh of each, int64 [n].
        ring_first: First ring of each, and the end, int64 [n + 1].
        fixed: Rows that do not change, float32 [r, FIXED_FLOATS].
        triangles: Rows of corners, int32 [t, 3].
        ring: As `kernels.write_tubes` has it, int32 [g, RING_COLUMNS].
        radius: Radii of tubes [m], float32 [n].
        margin: How far each reaches beyond its vertices [m], float32 [n].
        section_of: Which list of triangles each belongs to, int8 [n].
    """

    def __init__(self, softs: Softs, blocks: list[Block]) -> None:
        self.softs, self.blocks = softs, blocks
        self.first = firsts([len(view.vertices) for view in softs])
        self.row_first = firsts([len(block.fixed) for block in blocks])
        self.triangle_first = firsts([len(block.triangles) for block in blocks])
        self.ring_first = firsts([len(block.ring) for block in blocks])
        self.mesh_end = self.triangle_first[:-1] + np.array([block.mesh_count for block in blocks], np.int64)
        self.fixed = joined([block.fixed for block in blocks], FIXED_FLOATS, np.float32)
        self.triangles = joined([block.triangles for block in blocks], 3, np.int32)
        self.triangles += np.repeat(self.row_first[:-1], np.diff(self.triangle_first))[:, None].astype(np.int32)
        self.ring = joined([block.ring for block in blocks], RING_COLUMNS, np.int32)
        rings = np.diff(self.ring_first)
        self.ring[:, :4] += np.repeat(self.first[:-1], rings)[:, None].astype(np.int32)
        self.ring[:, 5] += np.repeat(self.row_first[:-1], rings).astype(np.int32)
        thickness = np.array([view.thickness for view in softs], np.float32)
        self.section_of = np.array([block.section for block in blocks], np.int8)
        self.radius = np.where(rings > 0, np.maximum(thickness, 1e-4), 0.0).astype(np.float32)
        self.margin = np.where(rings > 0, (1.0 + kernels.TIP) * self.radius, 0.5 * thickness).astype(np.float32)

    def fits(self, softs: Softs) -> bool:
        """Whether other views of the same bodies are drawn with it."""
        return len(softs) == len(self.softs) and all(map(same_build, softs, self.softs))


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class Moment:
    """Soft bodies after one step, one after another.

    Attributes:
        softs: The bodies.
        layout: What stays.
        vertices: Relative to the origins [m], float32 [v, 3].
        strain: float32 [v].
        origin: Origins [m], float64 [n, 3].
        lower: Least coordinates of the vertices of each [m], float32 [n, 3].
        upper: Greatest coordinates [m], float32 [n, 3].
    """

    softs: Softs
    layout: Layout
    vertices: np.ndarray
    strain: np.ndarray
    origin: np.ndarray
    lower: np.ndarray
    upper: np.ndarray


def take_moment(softs: Softs, layout: Layout) -> Moment:
    """Lay the vertices of all bodies one after another."""
    vertices = joined([view.vertices for view in softs], 3, np.float32)
    strain = np.concatenate([np.zeros(0, np.float32), *(view.strain for view in softs)], dtype=np.float32)
    origin = np.array([view.origin for view in softs], np.float64).reshape(-1, 3)
    lower, upper = (np.empty((len(softs), 3), np.float32) for _ in range(2))
    kernels.find_boxes(len(softs), layout.first, vertices, lower, upper)
    return Moment(softs, layout, vertices, strain, origin, lower, upper)


def rows_before(before: Moment, after: Moment) -> np.ndarray:
    """Row of each body of `after` in `before`, -1 where it was not there or built otherwise, int32 [n]."""
    if before.layout is after.layout:
        return np.arange(len(after.softs), dtype=np.int32)
    known = {view.number: row for row, view in enumerate(before.softs)}
    rows = np.full(len(after.softs), -1, np.int32)
    for k, view in enumerate(after.softs):
        row = known.get(view.number, -1)
        if row >= 0:
            rows[k] = row if same_triangles(before.softs[row], view) else -1
    return rows


class SoftMeshes:
    """Turns soft bodies into rows and triangles. Keeps what stays, and the memory.

    Attributes:
        layout: What stays from step to step, None before the first soft body.
        looks: Names of the looks in use.
        rows: Vertices as `kernels` describes them, float32 [r, 7]; those of what is not drawn are of no use.
        used: First and end of the rows that are of use.
        listed: Triangles to draw, int32 [at least t, 3].
        ends: End of each list of triangles, int64 [SECTION_COUNT].
        version: Grows whenever the triangles to draw are others.
        visible_count: How many bodies the camera sees.
    """

    def __init__(self) -> None:
        self.layout: Layout | None = None
        self.looks: list[str] = []
        self.rows = np.zeros((0, ROW_FLOATS), np.float32)
        self.used = 0, 0
        self.listed = np.zeros((0, 3), np.int32)
        self.ends = np.zeros(SECTION_COUNT, np.int64)
        self.version = self.visible_count = 0
        self._blocks: dict[int, Block] = {}
        self._before: Moment | None = None
        self._after: Moment | None = None
        self._old_row = np.zeros(0, np.int32)
        self._chosen = np.zeros((SECTION_COUNT, 0), np.bool_)
        self._needed, self._distance = np.zeros(0, np.bool_), np.zeros(0, np.float32)
        self._place, self._reference = np.zeros((0, 3), np.float32), np.zeros((0, 3), np.float32)
        self._listed_for: tuple[Layout | None, np.ndarray, np.ndarray] = (None, self._chosen, self._needed)

    def update(
        self,
        pair: tuple[Softs, Softs],
        blend: float,
        eye: tuple[float, float, float],
        planes: np.ndarray,
        tiles: Tiles | None,
        *,
        selected: int = -1,
        pixel: float = 0.0,
    ) -> None:
        """Compute what is drawn in one picture.

        Args:
            pair: Soft bodies at the last step but one, and at the last step.
            blend: How far the picture is between the two, 0 to 1.
            eye: Place of the camera [m].
            planes: Frustum as of `transforms.frustum_planes`, float32 [6, 4].
            tiles: Of the shadow map; None without shadows.
            selected: Number of the body with an outline, or -1.
            pixel: Width of a pixel per distance from the eye.
        """
        self._take(*pair)
        layout, count = self.layout, len(pair[1])
        before, after = self._before, self._after
        blend, eye = clamp_blend(blend), tuple(map(float, eye))
        row = next((k for k, view in enumerate(pair[1]) if view.number == selected), -1) if selected >= 0 else -1
        reach = tiles.reach() if tiles is not None else _no_tiles()
        self.visible_count = kernels.choose(
            count, self._old_row, before.lower, before.upper, before.origin, after.lower, after.upper, after.origin,
            layout.margin, layout.section_of, blend, eye, planes, reach, INNER_PART, tiles is not None, row,
            self._chosen, self._needed, self._distance,
        )  # fmt: skip
        kernels.place_vertices(
            count, self._needed, layout.first, self._old_row, before.layout.first, before.vertices, before.origin,
            after.vertices, after.origin, blend, self._place,
        )  # fmt: skip
        kernels.write_meshes(
            count, self._needed, layout.first, layout.row_first, layout.triangle_first, layout.mesh_end,
            layout.triangles, self._place, after.strain, after.origin, eye, self.rows,
        )  # fmt: skip
        kernels.write_tubes(
            count, self._needed, layout.ring_first, layout.ring, CIRCLE, layout.radius, 0.5 * pixel, self._place,
            after.strain, after.origin, eye, self._reference, self.rows,
        )  # fmt: skip
        used = np.flatnonzero(self._needed)
        self.used = (int(layout.row_first[used[0]]), int(layout.row_first[used[-1] + 1])) if len(used) else (0, 0)
        self._list()

    def _take(self, before: Softs, after: Softs) -> None:
        """Bring both moments up to date."""
        if self._before is not None and self._before.softs is before and self._after.softs is after:
            return
        old = self._known(before)
        if old is None:  # a jump: maybe to another world, whose bodies have the numbers of these
            views = {view.number: view for view in before}
            kept = ((number, block) for number, block in self._blocks.items() if number in views)
            self._blocks = {number: block for number, block in kept if same_body(views[number], block.view)}
            old = take_moment(before, self._lay_out(before))
        new = old if before is after else self._known(after)
        if new is None:
            new = take_moment(after, old.layout if old.layout.fits(after) else self._lay_out(after))
        self._before, self._after = old, new
        self._old_row = rows_before(old, new)
        if new.layout is not self.layout:
            self._adopt(new.layout)

    def _known(self, softs: Softs) -> Moment | None:
        """One of the last two moments."""
        return next((some for some in (self._after, self._before) if some is not None and some.softs is softs), None)

    def _lay_out(self, softs: Softs) -> Layout:
        """The last layout, or blocks that still are right, and new ones for other bodies."""
        blocks, smooth = [], sum(len(view.segments) for view in softs) <= SMOOTH_SEGMENTS
        for view in softs:
            block = self._blocks.get(view.number)
            if block is None or not same_build(view, block.view) or (block.smooth != smooth and len(view.segments)):
                block = make_block(view, block, self.looks, smooth=smooth)
            blocks.append(block)
        if self.layout is not None and blocks == self.layout.blocks:
            return self.layout
        self._blocks = {block.view.number: block for block in blocks}
        return Layout(softs, blocks)

    def _adopt(self, layout: Layout) -> None:
        """Make room for a layout; tubes begin where they began in the last one."""
        references = {}
        if self.layout is not None:
            spans = zip(self.layout.softs, self.layout.ring_first, self.layout.ring_first[1:], strict=False)
            references = {view.number: self._reference[start:end] for view, start, end in spans if end > start}
        self._reference = np.zeros((len(layout.ring), 3), np.float32)
        for view, start, end in zip(layout.softs, layout.ring_first, layout.ring_first[1:], strict=False):
            known = references.get(view.number)
            if known is not None and len(known) == end - start:
                self._reference[start:end] = known
        self.layout = layout
        self._place = np.zeros((layout.first[-1], 3), np.float32)
        self.rows = np.zeros((layout.row_first[-1], ROW_FLOATS), np.float32)
        self._chosen = np.zeros((SECTION_COUNT, len(layout.softs)), np.bool_)
        self._needed = np.zeros(len(layout.softs), np.bool_)
        self._distance = np.zeros(len(layout.softs), np.float32)

    def _list(self) -> None:
        """Write the triangles to draw, if they are others than the last time."""
        clear = np.flatnonzero(self._chosen[kernels.SECTION_CLEAR])
        clear = clear[np.argsort(-self._distance[clear], kind="stable")]
        layout, chosen, order = self._listed_for
        if layout is self.layout and np.array_equal(self._chosen, chosen) and np.array_equal(clear, order):
            return
        layout = self.layout
        arguments = len(layout.softs), self._chosen, clear, layout.triangle_first, layout.triangles, self.ends
        kernels.write_lists(*arguments, self.listed)
        if self.ends[-1] > len(self.listed):
            self.listed = np.zeros((2 * int(self.ends[-1]), 3), np.int32)
            kernels.write_lists(*arguments, self.listed)
        self._listed_for = layout, self._chosen.copy(), clear
        self.version += 1


def _no_tiles() -> tuple[np.ndarray, ...]:
    """What stands for tiles without shadows."""
    return np.zeros((4, 2, 3), np.float32), np.zeros((4, 2), np.float32), *(np.zeros(4, np.float32) for _ in range(2))
