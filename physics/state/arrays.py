"""All numbers of a world, as arrays that grow between steps, can be copied out and copied back.

Fresh rows are always zero: a row that is taken into use is written whole, so that a world restored from a state and a
world that never left it hold the same bits.
"""

import dataclasses
import hashlib

import numpy as np

from physics.kernels.broad_phase.pair_table import rebuild_table
from physics.kernels.broad_phase.pairs import PAIR_SCRATCH
from physics.kernels.broad_phase.tree import BOX_STRIDE, HEAD_EMPTY, HEAD_USED, LINK_STRIDE, STACK_SIZE
from physics.kernels.contacts.blocks import BUCKETS
from physics.kernels.core.arrays import Bodies, Contacts, Events, Joints, Scratch, Search, Shapes, Tree
from physics.kernels.core.calls import TABLE
from physics.kernels.core.wide import LANES
from physics.kernels.layout import (
    block as BLOCK,
    body as BODY,
    config as CONFIG,
    contact as CONTACT,
    count as COUNT,
    event as EVENT,
    joint as JOINT,
    manifold as MANIFOLD,
    motion as MOTION,
    shape as SHAPE,
    stage as STAGE,
    tier as TIER,
)
from physics.kernels.mesh.contact import CONVEX_SCRATCH
from physics.kernels.mesh.points import MESH_FLOATS, MESH_INTS
from physics.kernels.narrow_phase.hull.contact import POLYTOPE_SCRATCH
from physics.kernels.queries.ray_mesh import MESH_STACK
from physics.shapes.library import Forms
from physics.shapes.primitives import Shape
from physics.state.memory import ALIGNMENT, Block, Memory
from physics.state.packing import PackedArray

_BODY_COLUMNS = {
    "motion": (np.float32, MOTION.STRIDE),
    "drive": (np.float32, BODY.DRIVE_STRIDE),
    "turned": (np.float32, 4),
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
_SHAPE_COLUMNS = {
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
_CONTACT_COLUMNS = {
    "info": (np.int32, CONTACT.STRIDE),
    "manifold": (np.float32, MANIFOLD.STRIDE),
    "cache": (np.float32, CONTACT.CACHE_STRIDE),
    "apart": (np.float64, 0),
}
_JOINT_COLUMNS = {
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
    "aside": (np.int32, 0),
    "queue": (np.int32, 0),
}
_TREE_COLUMNS = {"link": (np.int32, LINK_STRIDE), "box": (np.float32, BOX_STRIDE)}
_EVENT_COLUMNS = {"info": (np.int32, EVENT.STRIDE), "value": (np.float64, 8)}

# Scratch of the narrow phase, float32.
NARROW_FLOATS = max(CONVEX_SCRATCH, POLYTOPE_SCRATCH) + MESH_FLOATS

# Arrays of contacts that are mostly zero.
_SPARSE = ("manifold", "cache")

# Arrays that say nothing about the future: written in a step before they are read.
_TRANSIENT = {"drive", "turned", "work", "rows", "order", "pivot", "stiff", "answer", "spare", "seen", "aside", "queue"}


@dataclasses.dataclass(frozen=True, eq=False)
class SavedArrays:
    """Copies of the used part of every array, in a block that goes back when nobody needs them any more."""

    groups: dict[str, dict[str, np.ndarray | PackedArray]]
    tops: dict[str, int]
    free_bodies: tuple[int, ...]
    free_shapes: tuple[int, ...]
    free_joints: tuple[int, ...]
    block: Block
    memory: Memory

    @property
    def nbytes(self) -> int:
        """Memory of all arrays [bytes]."""
        return sum(array.nbytes for group in self.groups.values() for array in group.values())

    def __del__(self) -> None:
        self.memory.give_back(self.block)


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


def _zeros(rows: int, kind: type, columns: int) -> np.ndarray:
    """Zeros that start at a cache line, so that rows of 64 bytes lie in one each."""
    size = np.dtype(kind).itemsize
    memory = np.zeros(rows * max(columns, 1) + 64 // size, kind)
    start = -memory.ctypes.data % 64 // size
    memory = memory[start : start + rows * max(columns, 1)]
    return memory.reshape(rows, columns) if columns else memory


def _grown(columns: dict[str, tuple[type, int]], old: tuple | None, rows: int) -> dict[str, np.ndarray]:
    """Arrays of more rows with the old content."""
    arrays = {}
    for name, (kind, width) in columns.items():
        array = _zeros(rows + LANES, kind, width)
        if old is not None:
            before = getattr(old, name)
            array[: len(before)] = before
        arrays[name] = array
    return arrays


class State:
    """Arrays of one world."""

    def __init__(self) -> None:
        self.counts = np.zeros(COUNT.SIZE, np.int64)
        self.counts[COUNT.CONTACT_TOP] = 1
        self.counts[COUNT.CONTACT_FREE] = -1
        self.config = np.zeros(CONFIG.SIZE, np.float64)
        self.times = np.zeros(len(STAGE.NAMES), np.float64)
        self.body_top = 1
        self.shape_top = 0
        self.free_bodies: list[int] = []
        self.free_shapes: list[int] = []
        self.bodies = Bodies(**_grown(_BODY_COLUMNS, None, 64))
        self.bodies.motion[0, MOTION.DELTA_ROTATION + 3] = 1.0
        self.bodies.links[0, 1:6] = -1
        self.bodies.rotation[0, 3] = 1.0
        self.forms = Forms()
        self._memory = Memory()  # of what `save` returns
        self.shapes = Shapes(**_grown(_SHAPE_COLUMNS, None, 64), indices=self.forms.indices, numbers=self.forms.numbers)
        self.static_tree = self._new_tree(64)
        self.moving_tree = self._new_tree(64)
        self.free_joints: list[int] = []
        self.counts[COUNT.JOINT_TOP] = 1
        self.joints = self._new_joints(None, 16)
        self._set_contacts(None, 256)
        self.scratch = self._new_scratch(64)

    @staticmethod
    def _new_tree(shapes: int) -> Tree:
        return Tree(np.array(HEAD_EMPTY, np.int32), **_grown(_TREE_COLUMNS, None, 2 * shapes))

    @staticmethod
    def _new_joints(old: Joints | None, rows: int) -> Joints:
        lanes = rows + LANES * JOINT.NET_COLORS * TIER.COUNT
        cells = rows // JOINT.CREW_LEAST + 1
        return Joints(
            **_grown(_JOINT_COLUMNS, old, rows),
            near=np.zeros((max(64 * rows, 0 if old is None else len(old.near)), JOINT.NEAR_STRIDE), np.int32),
            blocks=np.zeros(max(36 * rows, 0 if old is None else len(old.blocks))),
            lone=np.zeros(TIER.COUNT, np.int32),
            netted=np.zeros(2 * rows, np.int32),
            net_places=np.zeros(JOINT.NET_COLORS, np.int32),
            net=np.zeros(lanes * JOINT.NET_ROWS, np.float32),
            net_joints=np.zeros(lanes, np.int32),
            net_lanes=np.zeros((2, lanes), np.int32),
            net_starts=np.zeros(TIER.COUNT + 1, np.int32),
            crew=np.zeros(cells * LANES * JOINT.CREW_ROWS, np.float32),
            crew_joints=np.zeros(cells * LANES, np.int32),
            crew_lanes=np.zeros((2, cells * LANES), np.int32),
            crew_list=np.zeros((cells, JOINT.CREW_STRIDE), np.int32),
            crew_starts=np.zeros(TIER.COUNT + 1, np.int32),
            starts=np.zeros(TIER.COUNT + 1, np.int32),
            soft=np.zeros((TIER.COUNT, JOINT.SOFT_STRIDE), np.float32),
        )

    def _set_contacts(self, old: Contacts | None, rows: int) -> None:
        slots = 1 << (2 * (rows + LANES)).bit_length()
        arrays = _grown(_CONTACT_COLUMNS, old, rows)
        active = np.zeros((rows + LANES) // 64 + 1, np.uint64)
        if old is not None:
            active[: len(old.active)] = old.active
        keys, values = np.zeros(slots, np.uint64), np.zeros(slots, np.int32)
        self.contacts = Contacts(**arrays, active=active, keys=keys, values=values, joints=self.joints)
        rebuild_table(self.counts[COUNT.CONTACT_TOP], arrays["info"], self.contacts.keys, self.contacts.values)
        self._fit_events()

    def _fit_events(self) -> None:
        """Room for the most events that a step can bring: three per contact, two per body, one per joint."""
        rows = 3 * len(self.contacts.info) + 2 * len(self.bodies.links) + len(self.joints.info) + 64
        old = getattr(self, "events", None)
        if old is None or len(old.info) < rows:
            self.events = Events(**_grown(_EVENT_COLUMNS, old, rows))

    def _new_scratch(self, blocks: int) -> Scratch:
        bodies, shapes, contacts = len(self.bodies.links), len(self.shapes.info), len(self.contacts.info)
        integers = max(STACK_SIZE + PAIR_SCRATCH + LANES * shapes, 2 * bodies, contacts, BUCKETS) + 2 * LANES
        lanes = blocks * LANES
        return Scratch(
            blocks=np.zeros(blocks * BLOCK.ROWS * LANES, np.float32),
            lane_contact=np.zeros(lanes, np.int32),
            lane_a=np.zeros(lanes, np.int32),
            lane_b=np.zeros(lanes, np.int32),
            block_points=np.zeros(blocks, np.int32),
            block_flags=np.zeros(blocks, np.int32),
            listed=np.zeros(contacts, np.int32),
            new_pairs=np.zeros(contacts, np.uint64),
            integers=np.zeros(integers, np.int32),
            floats=np.zeros(max(6 * LANES * shapes + 2 * LANES, bodies, NARROW_FLOATS), np.float32),
            point=np.zeros((4, 4), np.float32),
            feature=np.zeros(8 + MESH_INTS, np.int32),
            numbers=np.zeros((TIER.COUNT, 16), np.float32),
            rows=np.zeros(TIER.COUNT * (bodies + LANES), np.int32),
            starts=np.zeros((TIER.COUNT, 2), np.int32),
            level_blocks=np.zeros(TIER.COUNT + 1, np.int32),
            search=new_search(),
            calls=TABLE,
        )

    def reserve_body(self) -> int:
        """A row for a new body, all zeros."""
        if self.free_bodies:
            return self.free_bodies.pop()
        row = self.body_top
        if row + LANES >= len(self.bodies.links):
            self.bodies = Bodies(**_grown(_BODY_COLUMNS, self.bodies, 2 * row))
            self._fit_events()
            self.scratch = self._new_scratch(len(self.scratch.block_points))
        self.body_top += 1
        return row

    def release_body(self, row: int) -> None:
        """Give a row back."""
        for name in _BODY_COLUMNS:
            if name != "awake":
                getattr(self.bodies, name)[row] = 0
        self.free_bodies.append(row)

    def reserve_shape(self) -> int:
        """A row for a new shape, all zeros."""
        if self.free_shapes:
            return self.free_shapes.pop()
        row = self.shape_top
        if row + LANES >= len(self.shapes.info):
            grown = _grown(_SHAPE_COLUMNS, self.shapes, 2 * row)
            self.shapes = Shapes(**grown, indices=self.forms.indices, numbers=self.forms.numbers)
            for name in ("static_tree", "moving_tree"):
                tree = getattr(self, name)
                setattr(self, name, Tree(tree.head, **_grown(_TREE_COLUMNS, tree, 2 * len(self.shapes.info))))
            self.scratch = self._new_scratch(len(self.scratch.block_points))
        self.shape_top += 1
        return row

    def form_of(self, shape: Shape) -> int:
        """Where the description of a shape begins; it is entered if it is new."""
        start = self.forms.enter(shape)
        if self.shapes.indices is not self.forms.indices or self.shapes.numbers is not self.forms.numbers:
            self.shapes = self.shapes._replace(indices=self.forms.indices, numbers=self.forms.numbers)
        return start

    def release_shape(self, row: int) -> None:
        """Give a row back."""
        for name in ("info", "filter", "place", "surface", "center", "rotation"):
            getattr(self.shapes, name)[row] = 0
        self.free_shapes.append(row)

    def reserve_joint(self) -> int:
        """A row for a new joint, all zeros."""
        if self.free_joints:
            return self.free_joints.pop()
        row = int(self.counts[COUNT.JOINT_TOP])
        if row >= len(self.joints.info):
            self.joints = self._new_joints(self.joints, 2 * row)
            self.contacts = self.contacts._replace(joints=self.joints)
            self._fit_events()
        self.counts[COUNT.JOINT_TOP] = row + 1
        return row

    def release_joint(self, row: int) -> None:
        """Give a row back."""
        for name in _JOINT_COLUMNS:
            if name not in _TRANSIENT:
                getattr(self.joints, name)[row] = 0
        self.free_joints.append(row)

    def fit_contacts(self) -> None:
        """Make room for the contacts that the last attempt at a step found too many."""
        wanted = int(self.counts[COUNT.CONTACTS] + self.counts[COUNT.NEW_PAIRS]) + 1
        self._set_contacts(self.contacts, max(2 * len(self.contacts.info), wanted + wanted // 2))
        self.scratch = self._new_scratch(len(self.scratch.block_points))

    def fit_joints(self) -> None:
        """Make room for more blocks of joints."""
        near = np.zeros((2 * len(self.joints.near), JOINT.NEAR_STRIDE), np.int32)
        self.joints = self.joints._replace(near=near, blocks=np.zeros(2 * len(self.joints.blocks)))
        self.contacts = self.contacts._replace(joints=self.joints)

    def fit_blocks(self) -> None:
        """Make room for more solver blocks."""
        self.scratch = self._new_scratch(2 * len(self.scratch.block_points))

    def _tops(self) -> dict[str, int]:
        return {
            "bodies": self.body_top,
            "shapes": self.shape_top,
            "contacts": int(self.counts[COUNT.CONTACT_TOP]),
            "joints": int(self.counts[COUNT.JOINT_TOP]),
            "static_tree": int(self.static_tree.head[HEAD_USED]),
            "moving_tree": int(self.moving_tree.head[HEAD_USED]),
            "events": int(self.counts[COUNT.EVENTS]),
        }

    def used_arrays(self) -> dict[str, dict[str, np.ndarray]]:
        """Views of the used rows of all arrays that matter for the future, by group and name."""
        tops = self._tops()
        groups = {}
        for group, columns in (
            ("bodies", _BODY_COLUMNS),
            ("shapes", _SHAPE_COLUMNS),
            ("contacts", _CONTACT_COLUMNS),
            ("joints", _JOINT_COLUMNS),
            ("static_tree", _TREE_COLUMNS),
            ("moving_tree", _TREE_COLUMNS),
            ("events", _EVENT_COLUMNS),
        ):
            arrays = getattr(self, group)
            top = tops[group]
            groups[group] = {name: getattr(arrays, name)[:top] for name in columns if name not in _TRANSIENT}
        lengths = {
            ("bodies", "awake"): COUNT.AWAKE,
            ("shapes", "moved"): COUNT.MOVED,
            ("shapes", "planes"): COUNT.PLANES,
            ("shapes", "plane_data"): COUNT.PLANES,
        }
        for (group, name), count in lengths.items():
            groups[group][name] = getattr(getattr(self, group), name)[: self.counts[count]]
        groups["contacts"]["active"] = self.contacts.active[: tops["contacts"] // 64 + 1]
        groups["numbers"] = {
            "counts": self.counts,
            "config": self.config,
            "static_head": self.static_tree.head,
            "moving_head": self.moving_tree.head,
        }
        return groups

    def save(self) -> SavedArrays:
        """Copy everything out."""
        used = self.used_arrays()
        size = sum(array.nbytes + ALIGNMENT for arrays in used.values() for array in arrays.values())
        size += sum(used["contacts"][name].nbytes // 128 for name in _SPARSE)  # flags of what is packed
        block = self._memory.take(size)
        groups = {
            group: {name: block.copy(array) for name, array in arrays.items() if name not in _SPARSE}
            for group, arrays in used.items()
        }
        for name in _SPARSE:  # last, since nobody knows how long they get
            groups["contacts"][name] = block.pack(used["contacts"][name])
        self._memory.note(block, size)
        tops = self._tops()
        free = (tuple(self.free_bodies), tuple(self.free_shapes), tuple(self.free_joints))
        return SavedArrays(groups, tops, *free, block, self._memory)

    def prepare_save(self, share: float) -> None:
        """Make a share of the memory of the next copy ready."""
        self._memory.prepare(share)

    def load(self, saved: SavedArrays) -> None:
        """Copy everything back; arrays keep their length, which never shrinks."""
        for group, arrays in self.used_arrays().items():
            for name, before in arrays.items():
                array = saved.groups[group][name]
                target = before if group == "numbers" else getattr(getattr(self, group), name)
                if isinstance(array, PackedArray):
                    array.write_to(target)
                else:
                    target[: len(array)] = array
                target[len(array) : len(before)] = 0
        self.body_top = saved.tops["bodies"]
        self.shape_top = saved.tops["shapes"]
        self.free_bodies = list(saved.free_bodies)
        self.free_shapes = list(saved.free_shapes)
        self.free_joints = list(saved.free_joints)
        contacts = self.contacts
        contacts.keys[:] = 0
        rebuild_table(self.counts[COUNT.CONTACT_TOP], contacts.info, contacts.keys, contacts.values)

    def outline(self) -> object:
        """Digest of all arrays that decide the future, and the lists of free rows."""
        digest = hashlib.blake2b(digest_size=16)
        groups = self.used_arrays()
        # Where a description lies depends on what else was ever described, and decides nothing: its content counts.
        info = groups["shapes"]["info"].copy()
        described = self.forms.digests_of(info[:, SHAPE.FORM])
        info[:, SHAPE.FORM] = 0
        groups["shapes"]["info"] = info
        for group, arrays in groups.items():
            if group != "events":
                for array in arrays.values():
                    digest.update(array.data if array.flags.c_contiguous else array.tobytes())
        return digest.hexdigest(), self.free_bodies, self.free_shapes, self.free_joints, described
