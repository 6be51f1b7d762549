"""All numbers of a world, as arrays that grow between steps, can be copied out and copied back.

Fresh rows are always zero: a row that is taken into use is written whole, so that a world restored from a state and a
world that never left it hold the same bits.
"""

import dataclasses
import hashlib

import numpy as np

from physics.kernels.broad_phase.pair_table import rebuild_table
from physics.kernels.broad_phase.tree import HEAD_USED
from physics.kernels.core.arrays import Bodies, Contacts, Events, Shapes, Tree, WorldArrays
from physics.kernels.core.wide import LANES
from physics.kernels.layout import (
    config as CONFIG,
    contact as CONTACT,
    count as COUNT,
    joint as JOINT,
    manifold as MANIFOLD,
    motion as MOTION,
    shape as SHAPE,
    stage as STAGE,
)
from physics.shapes.base import Shape
from physics.shapes.height_field import ShapeHeightField
from physics.shapes.library import ShapeLibrary
from physics.state.groups import (
    BODY_COLUMNS,
    CONTACT_COLUMNS,
    EVENT_COLUMNS,
    JOINT_COLUMNS,
    SHAPE_COLUMNS,
    SPARSE,
    TRANSIENT,
    TREE_COLUMNS,
    grown,
    new_joints,
    new_shared,
    new_tree,
    new_worker,
)
from physics.state.memory import ALIGNMENT, Block, Memory
from physics.state.packing import PackedArray


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


class State:
    """Arrays of one world."""

    def __init__(self) -> None:
        self.counts = np.zeros(COUNT.SIZE, np.int64)
        self.counts[COUNT.CONTACT_TOP] = 1
        self.counts[COUNT.CONTACT_FREE] = -1
        self.config = np.zeros(CONFIG.SIZE, np.float64)
        self.times = np.zeros(len(STAGE.NAMES), np.float64)
        self.soft = np.zeros(0, np.int64)  # addresses of the arrays of soft bodies, as their table keeps them
        self.body_top = 1
        self.shape_top = 0
        self.free_bodies: list[int] = []
        self.free_shapes: list[int] = []
        self.bodies = Bodies(**grown(BODY_COLUMNS, None, 64))
        self.bodies.motion[0, MOTION.DELTA_ROTATION + 3] = 1.0
        self.bodies.links[0, 1:6] = -1
        self.bodies.rotation[0, 3] = 1.0
        self.library = ShapeLibrary()
        self._memory = Memory()  # of what `save` returns
        self.shapes = Shapes(
            **grown(SHAPE_COLUMNS, None, 64), indices=self.library.indices, numbers=self.library.numbers
        )
        self.static_tree = new_tree(64)
        self.moving_tree = new_tree(64)
        self.free_joints: list[int] = []
        self.counts[COUNT.JOINT_TOP] = 1
        self.joints = new_joints(None, 16)
        self._set_contacts(None, 256)
        self._set_scratch(64)

    def _set_contacts(self, old: Contacts | None, rows: int) -> None:
        slots = 1 << (2 * (rows + LANES)).bit_length()
        arrays = grown(CONTACT_COLUMNS, old, rows)
        active = np.zeros((rows + LANES) // 64 + 1, np.uint64)
        if old is not None:
            active[: len(old.active)] = old.active
        keys, values = np.zeros(slots, np.uint64), np.zeros(slots, np.int32)
        self.contacts = Contacts(**arrays, active=active, keys=keys, values=values)
        rebuild_table(self.counts[COUNT.CONTACT_TOP], arrays["info"], self.contacts.keys, self.contacts.values)
        self._fit_events()

    def _fit_events(self) -> None:
        """Room for the events of a step: three per contact, two per body, one per joint.

        A fast body can besides pass through sensors that it has no contact with, for which there are eight per body.
        """
        rows = 3 * len(self.contacts.info) + 10 * len(self.bodies.links) + len(self.joints.info) + 64
        old = getattr(self, "events", None)
        if old is None or len(old.info) < rows:
            self.events = Events(**grown(EVENT_COLUMNS, old, rows))

    def _set_scratch(self, blocks: int) -> None:
        """Working memory for all rows that there are, and so many solver blocks."""
        bodies, shapes, contacts = len(self.bodies.links), len(self.shapes.info), len(self.contacts.info)
        self.shared = new_shared(blocks, bodies, contacts)
        self.workers = (new_worker(bodies, shapes, contacts),)

    def world(self, fields: np.ndarray, friction: np.ndarray) -> WorldArrays:
        """All arrays as a step takes them.

        Args:
            fields: Force fields, float64 [F, FORCE_FIELD.STRIDE].
            friction: Of pairs of materials and more, float32 [M, M + MATERIAL.COLUMNS].
        """
        return WorldArrays(
            self.bodies, self.shapes, self.contacts, self.joints, self.static_tree, self.moving_tree, fields, friction,
            self.counts, self.config, self.events, self.shared, self.workers, self.times,
            self.soft,
        )  # fmt: skip

    def reserve_body(self) -> int:
        """A row for a new body, all zeros."""
        if self.free_bodies:
            return self.free_bodies.pop()
        row = self.body_top
        if row + LANES >= len(self.bodies.links):
            self.bodies = Bodies(**grown(BODY_COLUMNS, self.bodies, 2 * row))
            self._fit_events()
            self._set_scratch(len(self.shared.block_points))
        self.body_top += 1
        return row

    def release_body(self, row: int) -> None:
        """Give a row back."""
        for name in BODY_COLUMNS:
            if name != "awake":
                getattr(self.bodies, name)[row] = 0
        self.free_bodies.append(row)

    def reserve_shape(self) -> int:
        """A row for a new shape, all zeros."""
        if self.free_shapes:
            return self.free_shapes.pop()
        row = self.shape_top
        if row + LANES >= len(self.shapes.info):
            arrays = grown(SHAPE_COLUMNS, self.shapes, 2 * row)
            self.shapes = Shapes(**arrays, indices=self.library.indices, numbers=self.library.numbers)
            for name in ("static_tree", "moving_tree"):
                tree = getattr(self, name)
                setattr(self, name, Tree(tree.head, **grown(TREE_COLUMNS, tree, 2 * len(self.shapes.info))))
            self._set_scratch(len(self.shared.block_points))
        self.shape_top += 1
        return row

    def shape_data_of(self, shape: Shape) -> int:
        """Where the shape data of a shape begin; they are entered if they are new."""
        start = self.library.enter(shape)
        self._follow_library()
        return start

    def edited_data_of(self, shape: ShapeHeightField) -> int:
        """Where the shape data of a height field begin that is edited, in a place of its own."""
        start = self.library.take_place(shape, self.shapes.info[: self.shape_top, SHAPE.DATA])
        self._follow_library()
        return start

    def _follow_library(self) -> None:
        """Use the arrays of the library, which may have grown."""
        if self.shapes.indices is not self.library.indices or self.shapes.numbers is not self.library.numbers:
            self.shapes = self.shapes._replace(indices=self.library.indices, numbers=self.library.numbers)

    def materials_of(self, contacts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Materials that the shapes a and b of contacts touch with, as indices of the table of materials.

        Args:
            contacts: Rows of contacts, int32 [n].
        """
        info, patch = self.contacts.info[contacts], self.contacts.manifold[contacts, MANIFOLD.PATCH]
        own_a, own_b = (
            self.shapes.info[info[:, column], SHAPE.MATERIAL] for column in (CONTACT.SHAPE_A, CONTACT.SHAPE_B)
        )
        return own_a, np.where(patch > 0.0, patch.astype(np.int32) - 1, own_b)

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
            self.joints = new_joints(self.joints, 2 * row)
            self._fit_events()
        self.counts[COUNT.JOINT_TOP] = row + 1
        return row

    def release_joint(self, row: int) -> None:
        """Give a row back."""
        for name in JOINT_COLUMNS:
            if name not in TRANSIENT:
                getattr(self.joints, name)[row] = 0
        self.free_joints.append(row)

    def fit_contacts(self) -> None:
        """Make room for the contacts that the last attempt at a step found too many."""
        wanted = int(self.counts[COUNT.CONTACTS] + self.counts[COUNT.NEW_PAIRS]) + 1
        self._set_contacts(self.contacts, max(2 * len(self.contacts.info), wanted + wanted // 2))
        self._set_scratch(len(self.shared.block_points))

    def fit_joints(self) -> None:
        """Make room for more blocks of joints."""
        near = np.zeros((2 * len(self.joints.neighbors), JOINT.NEIGHBOR_STRIDE), np.int32)
        self.joints = self.joints._replace(neighbors=near, blocks=np.zeros(2 * len(self.joints.blocks)))

    def fit_blocks(self) -> None:
        """Make room for more solver blocks."""
        self._set_scratch(2 * len(self.shared.block_points))

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
            ("bodies", BODY_COLUMNS),
            ("shapes", SHAPE_COLUMNS),
            ("contacts", CONTACT_COLUMNS),
            ("joints", JOINT_COLUMNS),
            ("static_tree", TREE_COLUMNS),
            ("moving_tree", TREE_COLUMNS),
            ("events", EVENT_COLUMNS),
        ):
            arrays = getattr(self, group)
            top = tops[group]
            groups[group] = {name: getattr(arrays, name)[:top] for name in columns if name not in TRANSIENT}
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
        size += sum(used["contacts"][name].nbytes // 128 for name in SPARSE)  # flags of what is packed
        block = self._memory.take(size)
        groups: dict[str, dict[str, np.ndarray | PackedArray]] = {
            group: {name: block.copy(array) for name, array in arrays.items() if name not in SPARSE}
            for group, arrays in used.items()
        }
        for name in SPARSE:  # last, since nobody knows how long they get
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
        # Where shape data lie depends on what else was ever entered, and decides nothing: their content counts.
        info = groups["shapes"]["info"].copy()
        described = self.library.digests_of(info[:, SHAPE.DATA])
        info[:, SHAPE.DATA] = 0
        groups["shapes"]["info"] = info
        for group, arrays in groups.items():
            if group != "events":
                for array in arrays.values():
                    digest.update(array.data if array.flags.c_contiguous else array.tobytes())
        return digest.hexdigest(), self.free_bodies, self.free_shapes, self.free_joints, described
