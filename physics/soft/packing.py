"""Packing: the arrays of all soft bodies, from what each of them has."""

import dataclasses
from typing import Protocol

import numpy as np

from physics.kernels.core.four import FOUR
from physics.kernels.layout import soft as SOFT
from physics.kernels.soft.arrays import FIELDS, Soft
from physics.kernels.soft.between.spots import HEADS
from physics.kernels.soft.collide import BLOCK_SIZE, OLD_ROWS
from physics.kernels.soft.grip import GRIP_STRIDE, TALLY_STRIDE
from physics.kernels.soft.rope import STRIDE as ROPE_SCRATCH
from physics.soft.blocks import lane_lists
from physics.soft.clusters import cluster_levels, cluster_lists
from physics.soft.lists import (
    corner_lists,
    crossings,
    curved_lists,
    pieces_of,
    spring_lists,
    stencil_lists,
)
from physics.soft.structure import Structure
from physics.soft.trees import put_touches, touch_count, tree_lists

#: Scratch of the search for contacts, which is more than that of the coarse correction.
LEAST_SCRATCH = OLD_ROWS * SOFT.CELL_STRIDE

#: Arrays that a step changes: they are copied when a state is saved. The others are replaced when something changes.
DYNAMIC = (
    "part", "trait", "place", "speed", "push", "spring", "hinge", "membrane", "tet", "row", "cell", "face_row",
    "face_cell", "tie", "cord", "touch", "touch_cell", "block",
)  # fmt: skip


@dataclasses.dataclass(eq=False)
class Lists:
    """What follows from the elements of a soft body and from which vertices are pinned."""

    arrays: dict[str, np.ndarray]
    pieces: int


def lists_of(made: Structure, kind: int, pinned: np.ndarray) -> Lists:
    """Lists by vertex, pieces and clusters, all with numbers of the body's own."""
    count = made.count
    spring, spring_near = spring_lists(count, made.spring_ends)
    stencil, stencil_near, stencil_value = stencil_lists(made)
    membrane, membrane_near = corner_lists(count, made.membrane_corners)
    tet, tet_near = corner_lists(count, made.tet_corners)
    hinge, hinge_near = curved_lists(made)
    face, face_near = corner_lists(count, made.face)
    piece = np.zeros(count, np.int32) if kind == SOFT.CLUSTER else pieces_of(made)
    link = np.zeros((count + 1, SOFT.LINK_STRIDE), np.int32)
    columns = (SOFT.LINK_SPRING, SOFT.LINK_STENCIL, SOFT.LINK_MEMBRANE, SOFT.LINK_TET, SOFT.LINK_HINGE, SOFT.LINK_FACE)
    for column, starts in zip(columns, (spring, stencil, membrane, tet, hinge, face), strict=True):
        link[:, column] = starts
    link[:count, SOFT.LINK_PIECE] = piece
    surface = np.zeros(count, bool)
    surface[made.face.ravel()] = True
    if len(made.face) == 0:
        surface[:] = True
    link[:count, SOFT.LINK_FLAGS] = np.where(surface, SOFT.VERTEX_SURFACE, 0)
    arrays = {
        "link": link, "spring_near": spring_near.reshape(-1, 2), "stencil_near": stencil_near, "stencil": stencil_value,
        "membrane_near": membrane_near, "tet_near": tet_near, "hinge_near": hinge_near, "face_near": face_near,
    }  # fmt: skip
    arrays.update(lane_lists(made, arrays, pinned))
    mates = np.argsort(piece, kind="stable").astype(np.int32)
    sizes = np.bincount(piece, minlength=1)
    arrays["mate"] = mates
    rows = np.zeros((len(sizes), 4), np.int32)
    rows[:, 1] = sizes
    rows[1:, 0] = np.cumsum(sizes)[:-1]
    levels = cluster_levels(made, piece, pinned) if kind == SOFT.CLOTH else []
    arrays.update(cluster_lists(made, arrays, levels))
    if kind != SOFT.CLOTH:
        names, crossing = crossings(made, np.where(pinned, -1, piece))
        arrays["crossing"] = crossing
        rows[:, 2] = np.searchsorted(names, np.arange(len(sizes)))
        rows[:, 3] = np.bincount(names, minlength=len(sizes))
    arrays["piece"] = rows
    arrays.update(tree_lists(made, kind))
    return Lists(arrays, len(sizes))


#: Arrays of elements: what counts them in a part, and which array their numbers of vertices are in.
ELEMENTS = {
    "spring": (SOFT.PART_SPRING, "spring_ends"),
    "hinge": (SOFT.PART_HINGE, "hinge_corners"),
    "membrane": (SOFT.PART_MEMBRANE, "membrane_corners"),
    "tet": (SOFT.PART_TET, "tet_corners"),
}


#: Lists of slots, and where a block says which of them are its own.
SLOTS = {
    "near_slot": SOFT.LANE_NEAR,
    "bend_slot": SOFT.LANE_BEND,
    "membrane_slot": SOFT.LANE_MEMBRANE,
    "tet_slot": SOFT.LANE_TET,
    "hinge_slot": SOFT.LANE_HINGE,
}


class Packer:
    """Puts soft bodies one behind the other."""

    def __init__(self) -> None:
        self._parts: dict[str, list[np.ndarray]] = {name: [] for name in FIELDS}
        self._tops = dict.fromkeys(FIELDS, 0)
        self._scratch = LEAST_SCRATCH
        self._touches: list[dict[str, np.ndarray]] = []
        self._spots = self._heads = 0

    def add(self, record: "Packable") -> None:
        """Add a soft body behind the others."""
        made, lists, tops = record.structure, record.lists, dict(self._tops)
        part = record.part.copy()
        vertex = tops["place"]
        part[SOFT.PART_VERTEX : SOFT.PART_VERTEX + 2] = vertex, made.count
        for name, (column, corners) in ELEMENTS.items():
            rows = getattr(made, corners)
            part[column : column + 2] = tops[name], len(rows)
            self._put(corners, rows + vertex)
            self._put(name, record.dynamic[name])
        part[SOFT.PART_FACE : SOFT.PART_FACE + 2] = tops["face"], len(made.face)
        face = np.zeros((len(made.face), 4), np.int32)
        face[:, :3] = made.face + vertex
        self._put("face", face)
        self._put_lists(lists.arrays, part, tops)
        for name in ("place", "speed", "push", "row", "cell", "face_row", "face_cell", "cord"):
            self._put(name, record.dynamic[name])
        for name, width in (
            ("start", 4), ("aim", 4), ("safe", 4), ("pull", 4), ("inverse", 8), ("curve", 4), ("grip", GRIP_STRIDE),
        ):  # fmt: skip
            self._put(name, np.zeros((made.count, width)))
        self._put("rest", made.rest)
        part[SOFT.PART_TIE : SOFT.PART_TIE + 2] = tops["tie"], len(record.dynamic["tie"])
        self._put("tie", record.dynamic["tie"])
        self._put("membrane_start", np.zeros((len(made.membrane_corners), 4)))
        self._put("tet_start", np.zeros((len(made.tet_corners), SOFT.START_STRIDE)))
        blocks = -(-made.count // BLOCK_SIZE)
        part[SOFT.PART_BLOCK : SOFT.PART_BLOCK + 2] = tops["block"], blocks
        self._put("block", record.dynamic["block"])
        self._put("tally", np.zeros((1, TALLY_STRIDE)))
        self._put_tree(record, part, tops)
        self._put("part", part[None])
        self._put("trait", record.dynamic["trait"][None])
        self._scratch = max(self._scratch, ROPE_SCRATCH * made.count)

    def _put_lists(self, arrays: dict[str, np.ndarray], part: np.ndarray, tops: dict[str, int]) -> None:
        """Add lists by vertex, with numbers moved to where the body's own begin."""
        vertex = tops["place"]
        link = arrays["link"][:-1].copy()
        for name, column in (
            ("spring_near", SOFT.LINK_SPRING),
            ("stencil_near", SOFT.LINK_STENCIL),
            ("membrane_near", SOFT.LINK_MEMBRANE),
            ("tet_near", SOFT.LINK_TET),
            ("hinge_near", SOFT.LINK_HINGE),
            ("face_near", SOFT.LINK_FACE),
        ):
            link[:, column] += tops[name]
        self._put("link", link)
        self._put("spring_near", arrays["spring_near"] + np.array((vertex, tops["spring"]), np.int32))
        self._put("stencil_near", arrays["stencil_near"] + vertex)
        self._put("stencil", arrays["stencil"])
        for name in ("membrane", "tet", "hinge", "face"):
            self._put(f"{name}_near", arrays[f"{name}_near"] + 4 * tops[name])
        self._put_lanes(arrays, part, tops)
        part[SOFT.PART_CLUSTER : SOFT.PART_CLUSTER + 2] = tops["cluster"], len(arrays["cluster"])
        cluster = arrays["cluster"].copy()
        cluster[:, SOFT.CLUSTER_MEMBER] += tops["member"]
        cluster[:, SOFT.CLUSTER_CROSSING] += tops["crossing"]
        cluster[:, SOFT.CLUSTER_RIM] += tops["rim_slot"]
        cluster[:, SOFT.CLUSTER_BEND] += tops["rim_near"]
        self._put("cluster", cluster)
        self._put("member", arrays["member"] + vertex)
        self._put("rim_slot", arrays["rim_slot"] + np.repeat((vertex, vertex, tops["spring"]), FOUR).astype(np.int32))
        self._put("rim_near", arrays["rim_near"] + vertex)
        for name in ("rim_weight", "stiff"):
            self._put(name, arrays[name])
        crossing = arrays["crossing"].copy()
        first = np.array([tops["spring"], tops["membrane"], tops["hinge"], tops["tet"]], np.int32)
        crossing[:, 1] += first[crossing[:, 0]]
        self._put("crossing", crossing)
        part[SOFT.PART_PIECE : SOFT.PART_PIECE + 2] = tops["piece"], len(arrays["piece"])
        piece = arrays["piece"].copy()
        piece[:, 0] += tops["mate"]
        piece[:, 2] += tops["crossing"]
        self._put("piece", piece)
        self._put("mate", arrays["mate"] + vertex)

    def _put_tree(self, record: "Packable", part: np.ndarray, tops: dict[str, int]) -> None:
        """Add edges, tree and touches; rows of touches are copied later, only those in use."""
        arrays, vertex = record.lists.arrays, tops["place"]
        edge = arrays["edge"].copy()
        edge[:, :2] += vertex
        edge[:, 2:] += np.where(edge[:, 2:] >= 0, tops["face"], 0)
        part[SOFT.PART_EDGE : SOFT.PART_EDGE + 2] = tops["edge"], len(edge)
        self._put("edge", edge)
        leaf = arrays["tree_leaf"].copy()
        part[SOFT.PART_TREE : SOFT.PART_TREE + 2] = tops["tree"], len(leaf)
        for column, name in ((SOFT.LEAF_ITEM, "item"), (SOFT.LEAF_VERTEX, "vertex"), (SOFT.LEAF_EDGE, "edge")):
            leaf[:, column] += tops[f"tree_{name}"]
        self._put("tree_leaf", leaf)
        tree = np.zeros((2 * len(leaf), SOFT.TREE_STRIDE))
        self._put("tree", tree)
        self._put("tree_near", arrays["tree_near"] + np.array((tops["tree_beside"], 0), np.int32))
        self._put("tree_beside", arrays["tree_beside"])
        rope = part[SOFT.PART_KIND] == SOFT.ROPE
        self._put("tree_item", arrays["tree_item"] + (tops["edge"] if rope else tops["face"]))
        self._put("tree_vertex", arrays["tree_vertex"] + vertex)
        self._put("tree_edge", arrays["tree_edge"] + tops["edge"])
        self._put("sharp", np.zeros(len(edge), np.int32))
        self._put("plate", np.zeros((len(record.structure.face), SOFT.PLATE_STRIDE)))
        rows = len(record.dynamic["touch"])
        part[SOFT.PART_TOUCH : SOFT.PART_TOUCH + 2] = self._tops["touch"], rows - 1
        self._tops["touch"] += rows
        self._touches.append(record.dynamic)
        self._spots = max(self._spots, rows)
        self._heads = max(self._heads, HEADS + part[SOFT.PART_VERTICES] + len(edge))

    def _all_touches(self) -> dict[str, np.ndarray]:
        """Touches of all soft bodies, each with its room; only what is in use takes memory."""
        total, top = self._tops["touch"], 0
        made: dict[str, np.ndarray] = {
            "touch": np.zeros((total, SOFT.TOUCH_STRIDE), np.int32),
            "touch_cell": np.zeros((total, SOFT.TOUCH_CELL_STRIDE)),
        }
        bodies = np.array([part[0, SOFT.PART_BODY] for part in self._parts["part"]])
        for p, dynamic in enumerate(self._touches):
            rows, count = len(dynamic["touch"]), touch_count(dynamic["touch"])
            own = {name: array[top : top + rows] for name, array in made.items()}
            touch = dynamic["touch"][:count].copy()
            kept = self._renumber(touch, p, bodies) if count else slice(0)
            put_touches(own, touch[kept], dynamic["touch_cell"][:count][kept])
            top += rows
        return made

    def _renumber(self, touch: np.ndarray, p: int, bodies: np.ndarray) -> np.ndarray:
        """Bring what touches say of places in the packed arrays up to date; returns those whose features are there."""
        order = np.argsort(bodies)
        place = np.searchsorted(bodies[order], touch[:, SOFT.TOUCH_BODY])
        other = order[np.minimum(place, len(order) - 1)]
        kept = bodies[other] == touch[:, SOFT.TOUCH_BODY]
        touch[:, SOFT.TOUCH_PART] = other
        faced = touch[:, SOFT.TOUCH_KIND] == SOFT.TOUCH_FACE
        own, name = touch[:, SOFT.TOUCH_OWN], touch[:, SOFT.TOUCH_OTHER]
        corner = touch[:, SOFT.TOUCH_VERTEX : SOFT.TOUCH_VERTEX + 4]
        first = [int(part[0, SOFT.PART_VERTEX]) for part in self._parts["part"]]
        edges, faces = self._parts["edge"], self._parts["face"]
        for q in np.unique(other).tolist():
            for kind, known in ((faced, faces[q]), (~faced, edges[q])):
                rows = np.flatnonzero(kept & kind & (other == q))
                kept[rows] = name[rows] < len(known)
                rows = rows[kept[rows]]
                if kind is faced:
                    corner[rows, 0], corner[rows, 1:] = first[p] + own[rows], known[name[rows], :3]
                else:
                    corner[rows, :2], corner[rows, 2:] = edges[p][own[rows], :2], known[name[rows], :2]
        return kept

    def _put_lanes(self, arrays: dict[str, np.ndarray], part: np.ndarray, tops: dict[str, int]) -> None:
        """Add blocks of vertices and their slots."""
        vertex = tops["place"]
        part[SOFT.PART_LANE : SOFT.PART_LANE + 2] = tops["lane"], len(arrays["lane"])
        lane = arrays["lane"].copy()
        for name, column in SLOTS.items():
            lane[:, column] += tops[name]
        self._put("lane", lane)
        self._put("lane_vertex", arrays["lane_vertex"] + vertex)
        self._put("bend_slot", arrays["bend_slot"] + vertex)
        self._put("near_slot", arrays["near_slot"] + np.repeat((vertex, tops["spring"]), FOUR).astype(np.int32))
        for name in ("near_weight", "bend_weight"):
            self._put(name, arrays[name])
        for name in ("membrane", "tet", "hinge"):
            slots = arrays[f"{name}_slot"].copy()
            slots[:, :FOUR] += tops[name]
            slots[:, 2 * FOUR :] += vertex
            self._put(f"{name}_slot", slots)

    def _put(self, name: str, array: np.ndarray) -> None:
        self._parts[name].append(array)
        self._tops[name] += len(array)

    def arrays(self) -> Soft:
        """All of them."""
        made: dict[str, np.ndarray] = {}
        for name, (kind, width) in FIELDS.items():
            empty = np.zeros((0, width) if width > 1 else 0, kind)
            made[name] = np.ascontiguousarray(np.concatenate([empty, *self._parts[name]]).astype(kind, copy=False))
        end = np.zeros((1, SOFT.LINK_STRIDE), np.int32)
        names = ("spring_near", "stencil_near", "membrane_near", "tet_near", "hinge_near", "face_near")
        end[0, : len(names)] = [self._tops[name] for name in names]
        made["link"] = np.concatenate([made["link"], end])
        _add_nothing(made)
        made["block"] = np.concatenate([made["block"], np.zeros((1, 8))])
        made["work"] = np.zeros(self._scratch)
        made["names"] = np.zeros(OLD_ROWS * SOFT.ROW_STRIDE, np.int32)
        made["note"] = np.zeros(SOFT.NOTES)
        made["spot"] = np.zeros((self._spots, SOFT.SPOT_STRIDE))
        made["spot_name"] = np.zeros((self._spots, SOFT.SPOT_NAMES), np.int32)
        bodies = made["part"][:, SOFT.PART_BODY]
        made["roster"] = np.ascontiguousarray(
            np.column_stack((bodies, np.arange(len(bodies))))[np.argsort(bodies)], np.int32
        )
        made["head"] = np.zeros(self._heads, np.int32)
        made.update(self._all_touches())
        return Soft(**made)


def _add_nothing(made: dict[str, np.ndarray]) -> None:
    """Add an element of each kind that does nothing, and let slots that hold none refer to it."""
    made["rim_slot"][made["rim_slot"] < 0] = len(made["spring"])
    for name, slots in (("spring", made["near_slot"][:, FOUR:]), ("membrane", made["membrane_slot"][:, :FOUR]),
                        ("tet", made["tet_slot"][:, :FOUR]), ("hinge", made["hinge_slot"][:, :FOUR])):  # fmt: skip
        slots[slots < 0] = len(made[name])
        made[name] = np.concatenate([made[name], np.zeros((1, made[name].shape[1]))])
    made["membrane"][-1, SOFT.MEMBRANE_LAMBDA] = 1.0  # only ratios of it are asked for
    made["hinge"][-1, SOFT.HINGE_REST] = 1.0
    for name in ("membrane_start", "tet_start"):
        made[name] = np.concatenate([made[name], np.zeros((1, made[name].shape[1]))])


class Packable(Protocol):
    """What a soft body hands to the packer; see `soft.record`."""

    dynamic: dict[str, np.ndarray]

    @property
    def structure(self) -> Structure:
        """Its elements."""

    @property
    def lists(self) -> Lists:
        """What follows from them."""

    @property
    def part(self) -> np.ndarray:
        """Its row of integers."""
