"""What stays of a soft body from step to step: its triangles, its tubes, its color and its place on textures."""

import dataclasses

import numpy as np

from physics.queries.snapshot import SoftView
from render.soft.kernels import (
    RING_BETWEEN,
    RING_COLUMNS,
    RING_END,
    RING_ROWS,
    RING_START,
    SECTION_CLEAR,
    SECTION_CLOSED,
    SECTION_OPEN,
    SIDES,
    TIP,
)
from render.soft.looks import is_clear, look_number, paint_of, tile_of

#: Kinds with two sides; of the others one sees the outside only.
OPEN_KINDS = {"cloth", "shell"}

#: Floats of a row that does not change: place on the texture (x, y, z) [tiles], color (linear red, green, blue), look,
#: half of the thickness [m], width of the body [m].
FIXED_FLOATS = 9


def same_array(one: np.ndarray | None, other: np.ndarray | None) -> bool:
    """Whether two arrays have the same contents; that is cheap if they are the same object."""
    if one is other:
        return True
    return one is not None and other is not None and np.array_equal(one, other)


def same_triangles(one: SoftView, other: SoftView) -> bool:
    """Whether nothing was torn or cut between two views."""
    same = one.triangles is other.triangles or not (len(one.triangles) or len(other.triangles))
    return same and len(one.vertices) == len(other.vertices)


def same_body(one: SoftView, other: SoftView) -> bool:
    """Whether two views are surely of one body, not of bodies of two worlds with the same number."""
    return one.triangles is other.triangles and one.segments is other.segments


def same_build(one: SoftView, other: SoftView) -> bool:
    """Whether a block that was made for one view is right for another."""
    return (
        same_triangles(one, other)
        and one.number == other.number
        and one.color == other.color
        and one.material == other.material
        and one.thickness == other.thickness
        and one.kind == other.kind
        and same_array(one.segments, other.segments)
        and same_array(one.uv, other.uv)
    )


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class Block:
    """The part of one soft body in the buffers. Numbers in it count from its own first vertex, row and triangle.

    Attributes:
        view: What it was made for.
        fixed: Rows that do not change, float32 [r, FIXED_FLOATS]: of the mesh, then of the tubes.
        triangles: Rows of the corners, int32 [t, 3]: of the mesh, then of the tubes.
        mesh_count: How many triangles are of the mesh.
        section: Which list of triangles it belongs to.
        ring: As `kernels.write_tubes` has it, int32 [g, RING_COLUMNS].
        smooth: Whether its tubes have rings between their vertices.
        rest: Where its vertices were when it was first seen [m], float32 [n, 3].
        scale: Meters along u and v where there are such, else None.
    """

    view: SoftView
    fixed: np.ndarray
    triangles: np.ndarray
    mesh_count: int
    section: int
    ring: np.ndarray
    smooth: bool
    rest: np.ndarray
    scale: np.ndarray | None


def make_block(view: SoftView, known: Block | None, looks: list[str], *, smooth: bool = True) -> Block:
    """Block of a view.

    Args:
        view: The soft body.
        known: Its last block, if there was one: what is drawn on it stays where it was.
        looks: Names of the looks that are in use. A new one is added.
        smooth: Whether tubes get rings between their vertices.

    Raises:
        ValueError: A triangle or segment names a vertex that is not there.
    """
    check_numbers(view)
    rest = np.nan_to_num(view.vertices, nan=0.0, posinf=0.0, neginf=0.0)
    if known is not None and len(known.rest) == len(rest):
        rest = known.rest
    meshed = len(view.triangles) > 0
    vertex_count = len(view.vertices) if meshed else 0
    ring, tube = tubes(np.asarray(view.segments).reshape(-1, 2), smooth=smooth)
    ring[:, 5] += vertex_count
    scale = None
    if meshed and view.uv is not None and len(view.uv) == len(rest):
        scale = known.scale if known is not None and known.scale is not None else meters_of_uv(rest, view)
    tile = tile_of(view.material)
    fixed = np.zeros((vertex_count + RING_ROWS * len(ring), FIXED_FLOATS), np.float32)
    if meshed:
        fixed[:vertex_count, :3] = spots(rest, view, scale) / tile
    fixed[vertex_count:, :2] = tube_spots(rest, ring, max(float(view.thickness), 1e-4))
    fixed[:, 3:6] = paint_of(view.material, view.number, view.color)
    fixed[:, 6] = look_number(view.material, looks)
    fixed[:, 7] = 0.5 * view.thickness if view.kind in OPEN_KINDS else 0.0
    fixed[:, 8] = np.ptp(rest, axis=0).max() if len(rest) else 0.0
    triangles = np.concatenate((np.asarray(view.triangles, np.int32).reshape(-1, 3), tube + vertex_count))
    return Block(view, fixed, triangles, len(view.triangles), section_of(view), ring, smooth, rest, scale)


def check_numbers(view: SoftView) -> None:
    """Raise a ValueError where a triangle or segment names a vertex that is not there: a kernel would not notice."""
    last = len(view.vertices) - 1
    for name, numbers in (("triangles", view.triangles), ("segments", view.segments)):
        for worst in (np.min(numbers, initial=0), np.max(numbers, initial=0)):
            if numbers.size and not 0 <= worst <= last:
                raise ValueError(f"{name} of soft body {view.number} must be 0 to {last}, got {worst}")


def section_of(view: SoftView) -> int:
    """Which list of triangles a body belongs to."""
    if view.kind in OPEN_KINDS:
        return SECTION_OPEN
    return SECTION_CLEAR if is_clear(view.material) else SECTION_CLOSED


def meters_of_uv(rest: np.ndarray, view: SoftView) -> np.ndarray:
    """How many meters a whole u and a whole v are, in the mean over the triangles, float64 [2]."""
    corner, uv = rest[view.triangles].astype(np.float64), view.uv[view.triangles].astype(np.float64)
    edges, ways = corner[:, 1:] - corner[:, :1], uv[:, 1:] - uv[:, :1]  # edges = ways @ gradient
    area = ways[:, 0, 0] * ways[:, 1, 1] - ways[:, 0, 1] * ways[:, 1, 0]
    good = np.abs(area) > 1e-12
    if not good.any():
        return np.ones(2)
    along = np.linalg.norm(np.linalg.inv(ways[good]) @ edges[good], axis=2)
    return np.maximum(np.average(along, axis=0, weights=np.abs(area[good])), 1e-6)


def spots(rest: np.ndarray, view: SoftView, scale: np.ndarray | None) -> np.ndarray:
    """Where vertices are on textures [m], [n, 3]: by u and v; by the plane of a cloth; else in space."""
    if scale is not None:
        return np.column_stack((view.uv * scale, np.zeros(len(rest))))
    away = rest - rest.mean(axis=0)
    if view.kind != "cloth":
        return away
    axes = np.linalg.eigh(away.T.astype(np.float64) @ away)[1]  # the least extent comes first
    return away @ axes[:, ::-1] * (1.0, 1.0, 0.0)


def tubes(segments: np.ndarray, *, smooth: bool = True) -> tuple[np.ndarray, np.ndarray]:
    """Rings and triangles along chains: segments that go on where the one before them ends.

    Args:
        segments: Two vertices each, int32 [s, 2].
        smooth: Whether there are rings between the vertices, too.

    Returns:
        Rings as `kernels.write_tubes` has them, int32 [g, RING_COLUMNS], and rows of the corners of triangles, int32
        [t, 3].
    """
    if not len(segments):
        return np.zeros((0, RING_COLUMNS), np.int32), np.zeros((0, 3), np.int32)
    more = 2 if smooth else 1  # rings of a segment without those at ends
    begins = np.append(True, segments[1:, 0] != segments[:-1, 1])
    ends = np.append(begins[1:], True)
    count = more + begins + 2 * ends
    at = np.cumsum(count) - count + begins  # the ring at the first vertex of each segment
    first, last = segments[:, 0], segments[:, 1]
    before = np.where(begins, first, np.append(first[:1], first[:-1]))
    beyond = np.where(ends, last, np.append(last[1:], last[-1:]))
    ring = np.zeros((int(count.sum()), RING_COLUMNS), np.int32)
    ring[at, :4] = np.column_stack((before, first, last, beyond))
    if smooth:
        ring[at + 1, :4] = ring[at, :4]
        ring[at + 1, 4] = RING_BETWEEN
    start, end = at[begins] - 1, at[ends] + more + 1
    ring[start, :4], ring[start, 4] = ring[start + 1, :4], RING_START
    ring[end - 1, :4] = ring[end, :4] = np.column_stack((first, last, last, last))[ends]
    ring[end, 4] = RING_END
    ring[:, 5] = RING_ROWS * np.arange(len(ring))
    # Two triangles between each corner and the next, of each ring and the next of the same tube.
    low = np.flatnonzero(ring[:, 4] != RING_END)[:, None] * RING_ROWS + np.arange(SIDES)
    high = low + RING_ROWS
    sides = np.stack((low, high + 1, high, low, low + 1, high + 1), axis=-1)
    return ring, sides.reshape(-1, 3).astype(np.int32)


def tube_spots(rest: np.ndarray, ring: np.ndarray, radius: float) -> np.ndarray:
    """Where rows of tubes are on textures [tiles]: a tile is once around, and as far along; [RING_ROWS g, 2]."""
    if not len(ring):
        return np.zeros((0, 2))
    center = rest[ring[:, 1]].astype(np.float64)
    halved = ring[:, 4] == RING_BETWEEN
    center[halved] = 0.5 * (center[halved] + rest[ring[halved, 2]])
    tip = (ring[:, 4] == RING_START) | (ring[:, 4] == RING_END)
    step = np.linalg.norm(np.diff(center, axis=0, prepend=center[:1]), axis=1)
    step[tip] = TIP * radius
    step[1:][tip[:-1]] = TIP * radius
    along = np.cumsum(step) / (2.0 * np.pi * radius)
    around = np.tile(np.arange(RING_ROWS) / SIDES, len(ring))
    return np.column_stack((np.repeat(along, RING_ROWS), around))
