"""Pair search, judged by a loop over all pairs of shapes."""

import numpy as np
import pytest

from physics.kernels.broad_phase.pair_filter import sort_keys
from physics.kernels.broad_phase.pair_table import pair_add
from physics.kernels.broad_phase.pairs import PAIR_SCRATCH, find_pairs
from physics.kernels.broad_phase.tree import HEAD_EMPTY, LINK_STRIDE, STACK_SIZE, tree_insert
from physics.kernels.broad_phase.tree_rebuild import tree_rebuild
from physics.kernels.layout import body as BODY, shape as SHAPE
from tests.physics.reference.outer import outer

pair_add = outer(pair_add)

ALL = 0xFFFFFFFF


class Scene:
    """Shapes, two trees and half-spaces, filled at random."""

    def __init__(self, seed, shapes=300, bodies=150, extent=4.5, plane_count=3, rebuild=True, simple=False):
        rng = np.random.default_rng(seed)
        self.info = np.zeros((shapes, SHAPE.STRIDE), np.int32)
        self.filter = np.full((shapes, 2), ALL, np.uint32)
        self.links = np.zeros((bodies, BODY.STRIDE), np.int32)
        low = rng.uniform(-extent, extent, (shapes, 3))
        self.bounds = np.concatenate([low, low + rng.uniform(0.1, 2.0, (shapes, 3))], axis=1).astype(np.float32)
        if simple:
            self.info[:, SHAPE.BODY] = np.arange(shapes)
            self.links[:, BODY.FLAGS] = BODY.DYNAMIC | BODY.FLAG_ALIVE
        else:
            self.info[:, SHAPE.BODY] = rng.integers(0, bodies, shapes)
            self.info[:, SHAPE.GROUP] = rng.choice([0, 0, 0, 1, 2, -1], shapes)
            self.info[:, SHAPE.SENSOR] = rng.uniform(size=shapes) < 0.2
            few = rng.uniform(size=shapes) < 0.5
            self.filter[few] = rng.integers(0, 8, (few.sum(), 2))
            kinds = rng.choice([BODY.STATIC, BODY.KINEMATIC, BODY.DYNAMIC, BODY.DYNAMIC | BODY.FLAG_FROZEN], bodies)
            kinds[rng.uniform(size=bodies) < 0.4] = BODY.DYNAMIC
            self.links[:, BODY.FLAGS] = kinds | BODY.FLAG_ALIVE
        self.planes = rng.choice(shapes, plane_count, replace=False).astype(np.int32)
        normals = rng.normal(size=(plane_count, 3))
        normals /= np.linalg.norm(normals, axis=1, keepdims=True)
        offsets = rng.uniform(-0.8 * extent, 0, plane_count)
        self.plane_data = np.concatenate([normals, offsets[:, None]], axis=1).astype(np.float32)
        static = self.links[self.info[:, SHAPE.BODY], BODY.FLAGS] & BODY.KIND_BITS == BODY.STATIC
        self.info[:, SHAPE.TREE] = np.where(static, SHAPE.TREE_STATIC, SHAPE.TREE_MOVING)
        self.info[self.planes, SHAPE.TREE] = SHAPE.TREE_NONE
        self.trees = [self.make_tree(rng, SHAPE.TREE_STATIC, rebuild), self.make_tree(rng, SHAPE.TREE_MOVING, rebuild)]
        self.keys, self.values = np.zeros(1 << 16, np.uint64), np.zeros(1 << 16, np.int32)

    def make_tree(self, rng, which, rebuild):
        rows = rng.permutation(np.flatnonzero(self.info[:, SHAPE.TREE] == which))
        head = np.array(HEAD_EMPTY, np.int32)
        link = np.zeros((2 * len(rows) + 1, LINK_STRIDE), np.int32)
        box = np.zeros((2 * len(rows) + 1, 8), np.float32)
        for row in rows:
            self.info[row, SHAPE.NODE] = tree_insert(head, link, box, row, *self.bounds[row])
        if rebuild:
            count = len(rows)
            tree_rebuild(
                head, link, box, np.zeros(2 * count + STACK_SIZE, np.int32), np.zeros(8 * count + 8, np.float32)
            )
        return head, link, box

    def move(self, rows):
        self.moved = np.array(rows, np.int32)
        self.info[:, SHAPE.MOVED] = 0
        self.info[self.moved, SHAPE.MOVED] = 1

    def add_pairs(self, pairs):
        for a, b in pairs:
            pair_add(self.keys, self.values, np.uint64((int(a) << 32) + int(b)), 1)

    def arguments(self, new_pairs, scratch=True):
        leaves = len(self.info) if scratch else 0
        return (
            self.moved,
            len(self.moved),
            self.info,
            self.filter,
            self.links,
            *self.trees[0],
            *self.trees[1],
            self.planes,
            len(self.planes),
            self.plane_data,
            self.keys,
            np.zeros(PAIR_SCRATCH + 8 * leaves, np.int32),
            np.zeros(48 * leaves, np.float32),
            new_pairs,
        )

    def find(self, scratch=True):
        new_pairs = np.zeros(100_000, np.uint64)
        count = find_pairs(*self.arguments(new_pairs, scratch))
        return [(int(key) >> 32, int(key) & ALL) for key in new_pairs[:count]]

    def overlap(self, a, b):
        """Whether two shapes have close bounds, by the book."""
        tree_a, tree_b = self.info[a, SHAPE.TREE], self.info[b, SHAPE.TREE]
        if SHAPE.TREE_NONE in (tree_a, tree_b):
            if tree_a == tree_b:
                return False
            plane, other = (a, b) if tree_a == SHAPE.TREE_NONE else (b, a)
            x, y, z, offset = self.plane_data[self.planes.tolist().index(plane)].astype(float)
            corners = self.bounds[other].astype(float).reshape(2, 3)
            heights = [x * i + y * j + z * k for i in corners[:, 0] for j in corners[:, 1] for k in corners[:, 2]]
            return min(heights) <= offset
        return bool(
            np.all(self.bounds[a, :3] <= self.bounds[b, 3:]) and np.all(self.bounds[b, :3] <= self.bounds[a, 3:])
        )

    def allowed(self, a, b):
        """Whether filters let two shapes form a pair, by the book."""
        flags = [int(self.links[self.info[row, SHAPE.BODY], BODY.FLAGS]) for row in (a, b)]
        category_a, mask_a = (int(bits) for bits in self.filter[a])
        category_b, mask_b = (int(bits) for bits in self.filter[b])
        sensor = self.info[a, SHAPE.SENSOR] or self.info[b, SHAPE.SENSOR]
        movers = (BODY.DYNAMIC, BODY.KINEMATIC) if sensor else (BODY.DYNAMIC,)
        return (
            self.info[a, SHAPE.BODY] != self.info[b, SHAPE.BODY]
            and any(f & BODY.KIND_BITS in movers and not f & BODY.FLAG_FROZEN for f in flags)
            and category_a & mask_b != 0
            and category_b & mask_a != 0
            and not (self.info[a, SHAPE.GROUP] != 0 and self.info[a, SHAPE.GROUP] == self.info[b, SHAPE.GROUP])
            and not (self.info[a, SHAPE.SENSOR] and self.info[b, SHAPE.SENSOR])
        )

    def expected(self):
        moved = set(self.moved.tolist())
        known = {(int(key) >> 32, int(key) & ALL) for key in self.keys[self.keys != 0]}
        return [
            (a, b)
            for a in range(len(self.info))
            for b in range(a + 1, len(self.info))
            if (a in moved or b in moved)
            and (a, b) not in known
            and self.allowed(a, b)
            and self.overlap(a, b)
            # A dynamic body never owns a half-space, so a pair has at least one leaf in the moving tree.
            and SHAPE.TREE_MOVING in (self.info[a, SHAPE.TREE], self.info[b, SHAPE.TREE])
        ]


@pytest.mark.parametrize("fraction", [0.02, 0.1, 0.5, 1.0])
@pytest.mark.parametrize("seed", range(3))
def test_new_pairs_are_those_of_the_double_loop(seed, fraction):
    """Few moved shapes ask one by one, many ask in groups."""
    scene = Scene(seed)
    rng = np.random.default_rng(seed + 100)
    scene.move(rng.choice(300, int(300 * fraction), replace=False))
    expected = scene.expected()
    assert len(expected) > 3
    assert scene.find() == expected
    scene.add_pairs(expected[::2])
    assert scene.find() == expected[1::2]
    scene.add_pairs(expected)
    assert scene.find() == []


@pytest.mark.parametrize("count", [0, 1, 2, 3, 9, 17])
def test_small_scenes_are_searched_whole(count):
    scene = Scene(5, shapes=count + 1, bodies=count + 1, extent=0.5, plane_count=1, simple=True)
    scene.move(np.arange(count + 1))
    expected = scene.expected()
    assert len(expected) >= count // 2
    assert scene.find() == expected


def test_every_filter_matters():
    """The random scenes contain pairs that one filter alone forbids; without it the count would differ."""
    for field in ("group", "sensor", "filter", "kind", "body"):
        scene = Scene(1, bodies=40)
        scene.move(np.arange(300))
        if field == "sensor":  # among kinematic bodies a sensor makes pairs instead of forbidding them
            scene.links[:, BODY.FLAGS] = BODY.DYNAMIC
        before = len(scene.find())
        if field == "group":
            scene.info[:, SHAPE.GROUP] = 0
        elif field == "sensor":
            scene.info[:, SHAPE.SENSOR] = 0
        elif field == "filter":
            scene.filter[:] = ALL
        elif field == "kind":
            scene.links[:, BODY.FLAGS] = BODY.DYNAMIC
        else:
            scene.links = scene.links[scene.info[:, SHAPE.BODY]]
            scene.info[:, SHAPE.BODY] = np.arange(300)
        assert len(scene.find()) > before


@pytest.mark.slow
@pytest.mark.parametrize("change", ["moved half-space", "unmoved half-space"])
def test_half_spaces_pair_with_what_reaches_below(change):
    scene = Scene(7, simple=True, bodies=300)
    scene.links[scene.planes, BODY.FLAGS] = BODY.STATIC
    scene.move(scene.planes if change == "moved half-space" else [row for row in range(300) if row not in scene.planes])
    pairs = [pair for pair in scene.find() if set(pair) & set(scene.planes.tolist())]
    expected = [pair for pair in scene.expected() if set(pair) & set(scene.planes.tolist())]
    assert len(expected) > 50
    assert pairs == expected


def test_static_shapes_never_pair_but_find_moving_ones():
    scene = Scene(8)
    static = np.flatnonzero(scene.info[:, SHAPE.TREE] == SHAPE.TREE_STATIC)
    scene.move(static)
    pairs = scene.find()
    assert len(pairs) > 10
    assert pairs == scene.expected()
    assert not any(a in static and b in static for a, b in pairs)


@pytest.mark.parametrize("fraction", [0.05, 1.0])
def test_a_short_list_is_never_overrun_and_the_true_count_returned(fraction):
    scene = Scene(9)
    scene.move(np.random.default_rng(0).choice(300, int(300 * fraction), replace=False))
    expected = scene.expected()
    assert len(expected) > 10
    room = np.full(len(expected) + 8, 77, np.uint64)
    assert find_pairs(*scene.arguments(room[:5])) == len(expected)
    assert np.all(room[5:] == 77)
    assert find_pairs(*scene.arguments(room[: len(expected)])) == len(expected)
    assert np.all(room[len(expected) :] == 77)
    assert [(int(key) >> 32, int(key) & ALL) for key in room[: len(expected)]] == expected


def test_nothing_but_the_list_and_the_scratch_changes():
    scene = Scene(10)
    scene.move(np.arange(300))
    arguments = scene.arguments(np.zeros(10_000, np.uint64))
    before = [np.copy(argument) for argument in arguments]
    find_pairs(*arguments)
    for old, new in zip(before[:-3], arguments[:-3], strict=True):
        np.testing.assert_array_equal(old, new)


def test_the_shape_of_the_trees_does_not_show():
    grown, built = Scene(11, rebuild=False), Scene(11, rebuild=True)
    assert not np.array_equal(grown.trees[1][1], built.trees[1][1])
    grown.move(np.arange(300))
    built.move(np.arange(299, -1, -1))
    assert grown.find() == built.find()


def test_short_scratch_costs_time_only():
    scene = Scene(12)
    scene.move(np.arange(300))
    assert scene.find(scratch=False) == scene.find()


@pytest.mark.parametrize("count", [0, 1, 2, 3, 10, 1000])
def test_keys_are_sorted_in_place(count):
    keys = np.random.default_rng(count).integers(0, 2**64 - 1, count + 2, dtype=np.uint64)
    expected = np.concatenate([np.sort(keys[:count]), keys[count:]])
    sort_keys(count, keys)
    np.testing.assert_array_equal(keys, expected)
