"""Groups of arrays as they are made: which arrays each has, and how they grow."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from physics.kernels.broad_phase.pairs import PAIR_SCRATCH
from physics.kernels.broad_phase.tree import BOX_STRIDE, HEAD_EMPTY, LINK_STRIDE, STACK_SIZE
from physics.kernels.contacts.blocks import BUCKETS
from physics.kernels.core.arrays import Joints, Search, Shared, Tree, Worker
from physics.kernels.core.calls import TABLE
from physics.kernels.core.wide import LANES
from physics.kernels.layout import (
    block as BLOCK,
    body as BODY,
    contact as CONTACT,
    event as EVENT,
    joint as JOINT,
    manifold as MANIFOLD,
    motion as MOTION,
    shape as SHAPE,
    tier as TIER,
)
from physics.kernels.mesh.contact import CONVEX_SCRATCH
from physics.kernels.mesh.points import MESH_FLOATS, MESH_INTS
from physics.kernels.narrow_phase.hull.contact import POLYTOPE_SCRATCH
from physics.kernels.queries.ray_mesh import MESH_STACK
from physics.kernels.step.energy import SCRATCH

#: Arrays of a group, by name: type of their numbers, and numbers in a row; 0 where rows are single numbers.
Columns = Mapping[str, tuple[type[np.generic], int]]

BODY_COLUMNS: Columns = {
    "motion": (np.float32, MOTION.STRIDE),
    "drive": (np.float32, BODY.DRIVE_STRIDE),
    "turned": (np.float32, BODY.TURNED_STRIDE),
    "force": (np.float32, 8),
    "inv_inertia": (np.float32, BODY.INERTIA_STRIDE),
    "mass": (np.float32, BODY.MASS_STRIDE),
    "traits": (np.float32, BODY.TRAIT_STRIDE),
    "links": (np.int32, BODY.STRIDE),
    "center": (np.float64, 3),
    "rotation": (np.float64, 4),
    "local": (np.float64, 3),
    "safe": (np.float64, 8),
    "target": (np.float64, BODY.TARGET_STRIDE),
    "travel": (np.float64, 0),
    "color": (np.uint64, 0),
    "joint": (np.int32, 0),
    "awake": (np.int32, 0),
}
SHAPE_COLUMNS: Columns = {
    "info": (np.int32, SHAPE.STRIDE),
    "filter": (np.uint32, 2),
    "place": (np.float32, SHAPE.PLACE_STRIDE),
    "surface": (np.float32, SHAPE.SURFACE_STRIDE),
    "center": (np.float64, 3),
    "rotation": (np.float32, 4),
    "moved": (np.int32, 0),
    "planes": (np.int32, 0),
    "plane_data": (np.float32, 4),
}
CONTACT_COLUMNS: Columns = {
    "info": (np.int32, CONTACT.STRIDE),
    "manifold": (np.float32, MANIFOLD.STRIDE),
    "cache": (np.float32, CONTACT.CACHE_STRIDE),
    "apart": (np.float64, 0),
}
JOINT_COLUMNS: Columns = {
    "info": (np.int32, JOINT.STRIDE),
    "frame": (np.float64, JOINT.FRAME_STRIDE),
    "axis": (np.float32, JOINT.AXES * JOINT.AXIS_STRIDE),
    "traits": (np.float32, JOINT.TRAIT_STRIDE),
    "result": (np.float32, JOINT.RESULT_STRIDE),
    "work": (np.float32, JOINT.WORK_STRIDE),
    "rows": (np.float64, JOINT.AXES * JOINT.ROW_STRIDE),
    "order": (np.int32, JOINT.ORDER_STRIDE),
    "pivot": (np.float64, 36),
    "stiff": (np.float64, 36),
    "answer": (np.float64, 6),
    "spare": (np.float64, 6),
    "seen": (np.int32, 0),
    "deferred": (np.int32, 0),
    "queue": (np.int32, 0),
}
TREE_COLUMNS: Columns = {"link": (np.int32, LINK_STRIDE), "box": (np.float32, BOX_STRIDE)}
EVENT_COLUMNS: Columns = {"info": (np.int32, EVENT.STRIDE), "value": (np.float64, 8)}

# Scratch of the narrow phase, float32.
NARROW_FLOATS = max(CONVEX_SCRATCH, POLYTOPE_SCRATCH) + MESH_FLOATS

# Arrays of contacts that are mostly zero.
SPARSE = ("manifold", "cache")

# Arrays that say nothing about the future: written in a step before they are read.
TRANSIENT = {
    "drive",
    "turned",
    "work",
    "rows",
    "order",
    "pivot",
    "stiff",
    "answer",
    "spare",
    "seen",
    "deferred",
    "queue",
}


def new_search() -> Search:
    """Working memory for a search through the trees."""
    return Search(
        stack=np.zeros(STACK_SIZE + MESH_STACK, np.int32),
        entry=np.zeros(STACK_SIZE + MESH_STACK, np.float64),
        corners=np.zeros(9, np.float32),
        work=np.zeros(MESH_FLOATS, np.float32),
        names=np.zeros(MESH_INTS, np.int32),
        ignored=np.zeros(1, np.int32),
        shape=np.zeros(1, np.int32),
        triangle=np.zeros(1, np.int32),
        distance=np.zeros(1, np.float64),
        normal=np.zeros((1, 3), np.float64),
        start=np.zeros((1, 3), np.float64),
        toward=np.zeros((1, 3), np.float64),
        body=np.zeros(1, np.int32),
        point=np.zeros((1, 3), np.float64),
        calls=TABLE,
    )


def zeros(rows: int, kind: type[np.generic], columns: int) -> np.ndarray:
    """Zeros that start at a cache line, so that rows of 64 bytes lie in one each."""
    size = np.dtype(kind).itemsize
    memory = np.zeros(rows * max(columns, 1) + 64 // size, kind)
    start = -memory.ctypes.data % 64 // size
    memory = memory[start : start + rows * max(columns, 1)]
    return memory.reshape(rows, columns) if columns else memory


def grown(columns: Columns, old: tuple[Any, ...] | None, rows: int) -> dict[str, np.ndarray]:
    """Arrays of more rows with the old content."""
    arrays = {}
    for name, (kind, width) in columns.items():
        array = zeros(rows + LANES, kind, width)
        if old is not None:
            before = getattr(old, name)
            array[: len(before)] = before
        arrays[name] = array
    return arrays


def new_tree(shapes: int) -> Tree:
    """An empty tree with room for so many shapes."""
    return Tree(np.array(HEAD_EMPTY, np.int32), **grown(TREE_COLUMNS, None, 2 * shapes))


def new_joints(old: Joints | None, rows: int) -> Joints:
    """Joint arrays with more rows and the old content."""
    lanes = rows + LANES * JOINT.COLORED_COLORS * TIER.COUNT
    cells = rows // JOINT.BATCH_LEAST + 1
    return Joints(
        **grown(JOINT_COLUMNS, old, rows),
        neighbors=np.zeros((max(64 * rows, 0 if old is None else len(old.neighbors)), JOINT.NEIGHBOR_STRIDE), np.int32),
        blocks=np.zeros(max(36 * rows, 0 if old is None else len(old.blocks))),
        isolated=np.zeros(TIER.COUNT, np.int32),
        colored_list=np.zeros(2 * rows, np.int32),
        colored_places=np.zeros(JOINT.COLORED_COLORS, np.int32),
        colored=np.zeros(lanes * JOINT.COLORED_ROWS, np.float32),
        colored_joints=np.zeros(lanes, np.int32),
        colored_lanes=np.zeros((2, lanes), np.int32),
        colored_starts=np.zeros(TIER.COUNT + 1, np.int32),
        batch=np.zeros(cells * LANES * JOINT.BATCH_ROWS, np.float32),
        batch_joints=np.zeros(cells * LANES, np.int32),
        batch_lanes=np.zeros((2, cells * LANES), np.int32),
        batch_list=np.zeros((cells, JOINT.BATCH_STRIDE), np.int32),
        batch_starts=np.zeros(TIER.COUNT + 1, np.int32),
        starts=np.zeros(TIER.COUNT + 1, np.int32),
        soft=np.zeros((TIER.COUNT, JOINT.SOFT_STRIDE), np.float32),
    )


def new_shared(blocks: int, bodies: int, contacts: int) -> Shared:
    """Working memory that all workers share, for so many solver blocks and rows."""
    lanes = blocks * LANES
    return Shared(
        blocks=np.zeros(blocks * BLOCK.ROWS * LANES, np.float32),
        lane_contact=np.zeros(lanes, np.int32),
        lane_a=np.zeros(lanes, np.int32),
        lane_b=np.zeros(lanes, np.int32),
        block_points=np.zeros(blocks, np.int32),
        block_flags=np.zeros(blocks, np.int32),
        listed=np.zeros(contacts, np.int32),
        new_pairs=np.zeros(contacts, np.uint64),
        numbers=np.zeros((TIER.COUNT, TIER.STRIDE), np.float32),
        rows=np.zeros(TIER.COUNT * (bodies + LANES), np.int32),
        starts=np.zeros((TIER.COUNT, 2), np.int32),
        tier_blocks=np.zeros(TIER.COUNT + 1, np.int32),
        calls=TABLE,
    )


def new_worker(bodies: int, shapes: int, contacts: int) -> Worker:
    """Working memory of one worker, for so many rows."""
    integers = max(STACK_SIZE + PAIR_SCRATCH + LANES * shapes, 2 * bodies, contacts, BUCKETS) + 2 * LANES
    return Worker(
        integers=np.zeros(integers, np.int32),
        floats=np.zeros(max(6 * LANES * shapes + 2 * LANES, SCRATCH * (bodies + LANES), NARROW_FLOATS), np.float32),
        point=np.zeros((4, 4), np.float32),
        feature=np.zeros(8 + MESH_INTS, np.int32),
        search=new_search(),
    )
