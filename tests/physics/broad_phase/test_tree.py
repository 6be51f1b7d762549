"""Bounding box tree, judged by a dictionary of boxes and loops over all of them."""

import numpy as np
import pytest

from physics.kernels.broad_phase.tree import (
    HEAD_EMPTY,
    HEAD_FREE,
    HEAD_INSERTS,
    HEAD_LEAVES,
    HEAD_ROOT,
    HEAD_USED,
    LINK_CHILD_A,
    LINK_CHILD_B,
    LINK_ENLARGED,
    LINK_HEIGHT,
    LINK_LEAVES,
    LINK_PARENT,
    LINK_SHAPE,
    LINK_STRIDE,
    SLACK,
    STACK_SIZE,
    tree_enlarge,
    tree_insert,
    tree_query,
    tree_remove,
)
from physics.kernels.broad_phase.tree_rebuild import tree_rebuild


class ReferenceTree:
    """A tree together with what it must contain."""

    def __init__(self, capacity):
        self.head = np.array(HEAD_EMPTY, np.int32)
        self.link = np.zeros((2 * capacity, LINK_STRIDE), np.int32)
        self.box = np.zeros((2 * capacity, 8), np.float32)
        self.scratch_int = np.zeros(2 * capacity + STACK_SIZE, np.int32)
        self.scratch_float = np.zeros(8 * capacity + 8, np.float32)
        self.bounds = {}
        self.node = {}

    def insert(self, shape, bounds):
        self.bounds[shape] = np.float32(bounds)
        self.node[shape] = tree_insert(self.head, self.link, self.box, shape, *self.bounds[shape])

    def remove(self, shape):
        del self.bounds[shape]
        tree_remove(self.head, self.link, self.box, self.node.pop(shape))

    def enlarge(self, shape, bounds):
        self.bounds[shape] = np.float32(bounds)
        tree_enlarge(self.head, self.link, self.box, self.node[shape], *self.bounds[shape])

    def rebuild(self):
        return tree_rebuild(self.head, self.link, self.box, self.scratch_int, self.scratch_float)

    def query(self, bounds):
        out = np.full(len(self.bounds) + 1, -1, np.int32)
        count = tree_query(self.head, self.link, self.box, *np.float32(bounds), np.zeros(STACK_SIZE, np.int32), out)
        found = out[:count].tolist()
        assert len(set(found)) == count
        return set(found)

    def expected(self, bounds):
        if not self.bounds:
            return set()
        rows = np.array(list(self.bounds))
        boxes = np.array(list(self.bounds.values()))
        bounds = np.float32(bounds)
        hit = np.all(boxes[:, :3] <= bounds[3:], axis=1) & np.all(boxes[:, 3:] >= bounds[:3], axis=1)
        return set(rows[hit].tolist())

    def height(self):
        return int(self.link[self.head[HEAD_ROOT], LINK_HEIGHT])

    def check(self):
        """Every link, bound, height and count; no node is lost."""
        link = self.link.tolist()
        seen = set()
        shapes = {}
        inner = []
        waiting = [(int(self.head[HEAD_ROOT]), -1, 0)] if self.bounds else []
        while waiting:
            node, parent, depth = waiting.pop()
            assert node not in seen
            assert depth < 200
            seen.add(node)
            row = link[node]
            assert row[LINK_PARENT] == parent
            if row[LINK_SHAPE] >= 0:
                shapes[row[LINK_SHAPE]] = node
                assert row[LINK_HEIGHT] == 0 and row[LINK_LEAVES] == 1
                continue
            a, b = link[row[LINK_CHILD_A]], link[row[LINK_CHILD_B]]
            assert row[LINK_HEIGHT] == 1 + max(a[LINK_HEIGHT], b[LINK_HEIGHT])
            assert abs(a[LINK_HEIGHT] - b[LINK_HEIGHT]) <= SLACK
            assert row[LINK_LEAVES] == a[LINK_LEAVES] + b[LINK_LEAVES]
            assert row[LINK_ENLARGED] >= max(a[LINK_ENLARGED], b[LINK_ENLARGED])
            inner.append((node, row[LINK_CHILD_A], row[LINK_CHILD_B]))
            waiting += [(row[LINK_CHILD_A], node, depth + 1), (row[LINK_CHILD_B], node, depth + 1)]
        assert shapes == self.node
        assert self.head[HEAD_LEAVES] == len(self.node)
        node, a, b = np.array(inner, int).reshape(-1, 3).T
        assert np.all(self.box[node] <= np.minimum(self.box[a], self.box[b]))
        assert np.all(self.box[: self.head[HEAD_USED], 6:] == 0.0)
        if self.node:
            leaves = self.box[[self.node[shape] for shape in self.bounds], :6]
            np.testing.assert_array_equal(leaves * np.float32([1, 1, 1, -1, -1, -1]), list(self.bounds.values()))
        free = int(self.head[HEAD_FREE])
        while free >= 0:
            assert free not in seen
            assert link[free][LINK_HEIGHT] == -1
            seen.add(free)
            free = link[free][LINK_PARENT]
        assert seen == set(range(self.head[HEAD_USED]))


def random_box(rng, extent=10.0, size=1.0):
    low = rng.uniform(-extent, extent, 3)
    return np.concatenate([low, low + rng.uniform(0.0, size, 3)])


def fill(boxes):
    tree = ReferenceTree(len(boxes))
    for shape, bounds in enumerate(boxes):
        tree.insert(shape, bounds)
    return tree


@pytest.mark.parametrize("seed", range(6))
def test_random_changes_keep_the_tree_whole_and_queries_right(seed):
    rng = np.random.default_rng(seed)
    tree = ReferenceTree(300)
    size = (0.0, 1.0, 8.0)[seed % 3]
    for turn in range(1500):
        choice = rng.uniform()
        if len(tree.bounds) < 300 and (choice < 0.35 or not tree.bounds):
            shape = int(rng.choice([row for row in range(400) if row not in tree.bounds]))
            tree.insert(shape, random_box(rng, size=size))
        elif choice < 0.6 and turn % 500 < 400:
            tree.enlarge(int(rng.choice(list(tree.bounds))), random_box(rng, size=size))
        elif choice < 0.97:
            # Near the end of each round removals win, down to the empty tree.
            for _ in range(1 if turn % 500 < 400 else 5):
                if tree.bounds:
                    tree.remove(int(rng.choice(list(tree.bounds))))
        else:
            tree.rebuild()
        if turn % 10 == 0:
            bounds = random_box(rng, size=6.0)
            assert tree.query(bounds) == tree.expected(bounds)
        if turn % 50 == 0:
            tree.check()


def test_an_empty_tree_answers_nothing_and_rebuilds_to_nothing():
    tree = ReferenceTree(2)
    assert tree.query((-1, -1, -1, 1, 1, 1)) == set()
    assert tree.rebuild() == 0
    tree.insert(5, (0, 0, 0, 1, 1, 1))
    assert tree.rebuild() == 0
    assert tree.query((0, 0, 0, 1, 1, 1)) == {5}
    tree.remove(5)
    tree.check()
    assert tree.query((-1, -1, -1, 1, 1, 1)) == set()


def test_boxes_that_touch_overlap():
    tree = fill([(0, 0, 0, 1, 1, 1), (1, 1, 1, 2, 2, 2), (3, 3, 3, 4, 4, 4)])
    assert tree.query((1, 1, 1, 1, 1, 1)) == {0, 1}
    assert tree.query((2, 2, 2, 3, 3, 3)) == {1, 2}
    assert tree.query((2.1, 2.1, 2.1, 2.9, 2.9, 2.9)) == set()


@pytest.mark.parametrize("axis", range(3))
def test_each_axis_alone_can_separate(axis):
    tree = fill([(0, 0, 0, 1, 1, 1), (0, 0, 0, 1, 1, 1)])
    for offset, expected in ((-2.0, set()), (0.5, {0, 1}), (2.0, set())):
        bounds = np.array([0.0, 0, 0, 1, 1, 1])
        bounds[[axis, axis + 3]] += offset
        assert tree.query(bounds) == expected


def test_query_returns_the_true_count_and_stays_inside_a_short_array():
    tree = fill([(0, 0, 0, 1, 1, 1)] * 20)
    out = np.full(8, -7, np.int32)
    stack = np.zeros(STACK_SIZE, np.int32)
    assert tree_query(tree.head, tree.link, tree.box, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, stack, out[:5]) == 20
    assert np.all(out[:5] >= 0) and np.all(out[5:] == -7)


DEGENERATE = {
    "identical": np.tile(np.float32([0, 0, 0, 1, 1, 1]), (10_000, 1)),
    "points": np.zeros((10_000, 6), np.float32),
    "line": np.repeat(np.arange(10_000), 6).reshape(-1, 6) + np.float32([0, 0, 0, 0.9, 1, 1]),
    "line_backward": np.repeat(np.arange(10_000, 0, -1), 6).reshape(-1, 6) + np.float32([0, 0, 0, 0.9, 1, 1]),
    "nested": np.arange(1, 5001)[:, None] * np.float32([-1, -1, -1, 1, 1, 1]),
    "nested_inward": np.arange(5000, 0, -1)[:, None] * np.float32([-1, -1, -1, 1, 1, 1]),
    "from_one_corner": np.arange(1, 5001)[:, None] * np.float32([0, 0, 0, 1, 1, 1]),
    "powers": np.repeat(np.exp2(np.linspace(-120, 60, 1500)), 6).reshape(-1, 6)
    * np.float32([1, 1, 1, 1.01, 1.01, 1.01]),
    "powers_backward": np.repeat(np.exp2(np.linspace(60, -120, 1500)), 6).reshape(-1, 6)
    * np.float32([1, 1, 1, 1.01, 1.01, 1.01]),
}


@pytest.mark.parametrize("name", DEGENERATE)
def test_degenerate_input_makes_no_deep_tree(name):
    """`check` demands depth < 200 and the rule of SLACK, at each stage."""
    boxes = DEGENERATE[name]
    tree = fill(boxes)
    tree.check()
    bounds = np.concatenate([boxes[7, :3], boxes[11, 3:]]) if name != "nested_inward" else boxes[-3]
    bounds = np.concatenate([np.minimum(bounds[:3], bounds[3:]), np.maximum(bounds[:3], bounds[3:])])
    assert tree.query(bounds) == tree.expected(bounds)
    assert tree.rebuild() == len(boxes)
    tree.check()
    assert tree.query(bounds) == tree.expected(bounds)
    for shape in range(0, len(boxes), 2):
        tree.remove(shape)
    tree.check()
    for shape in range(1, len(boxes), 10):
        tree.enlarge(shape, boxes[shape - 1])
    tree.rebuild()
    tree.check()
    assert tree.query(bounds) == tree.expected(bounds)


def test_identical_boxes_spread_evenly():
    """2^10 leaves need a height of 10; growing one by one costs some more."""
    tree = fill([(0, 0, 0, 1, 1, 1)] * 1024)
    assert tree.height() <= 2 * SLACK
    tree.rebuild()
    assert tree.height() == 10


def test_slack_bounds_the_depth_of_every_tree_that_fits_in_memory():
    """N(h) = N(h - 1) + N(h - 1 - SLACK) leaves at least; N(199) must exceed what int32 can number."""
    leaves = [1]
    for height in range(1, 200):
        leaves.append(leaves[height - 1] + leaves[max(height - 1 - SLACK, 0)])
    assert leaves[199] > 2**32


def test_rebuild_touches_the_enlarged_part_only():
    rng = np.random.default_rng(3)
    tree = fill([random_box(rng, extent=50.0) for _ in range(1000)])
    assert tree.head[HEAD_INSERTS] == 1000
    assert tree.rebuild() == 1000
    assert tree.head[HEAD_INSERTS] == 0
    assert tree.rebuild() == 0
    nodes = dict(tree.node)
    tree.enlarge(17, tree.bounds[17] + np.float32(0.01))
    assert 2 <= tree.rebuild() <= tree.height() + 2
    assert tree.node == nodes
    tree.check()
    assert not tree.link[: tree.head[HEAD_USED], LINK_ENLARGED].any()


def test_rebuild_makes_bounds_tight_again():
    rng = np.random.default_rng(4)
    tree = fill([random_box(rng) for _ in range(100)])
    tree.rebuild()
    tree.enlarge(3, (1000, 1000, 1000, 1001, 1001, 1001))
    tree.enlarge(3, (0, 0, 0, 1, 1, 1))
    root = tree.box[tree.head[HEAD_ROOT]]
    assert root[3] == -1001.0
    tree.rebuild()
    boxes = np.array(list(tree.bounds.values()))
    root = tree.box[tree.head[HEAD_ROOT]]
    np.testing.assert_array_equal(root[:3], boxes[:, :3].min(axis=0))
    np.testing.assert_array_equal(-root[3:6], boxes[:, 3:].max(axis=0))


def test_rebuild_improves_a_tree_grown_in_order():
    """The sum of all surfaces is what queries pay for."""
    grid = np.stack(np.meshgrid(*[np.arange(12.0)] * 3, indexing="ij"), -1).reshape(-1, 3)
    tree = fill(np.concatenate([grid, grid + 0.9], axis=1))

    def cost():
        x, y, z = (tree.box[: tree.head[HEAD_USED], k] + tree.box[: tree.head[HEAD_USED], k + 3] for k in range(3))
        return float((x * y + y * z + z * x).sum())

    before = cost()
    tree.rebuild()
    assert cost() < 0.8 * before


def test_the_same_changes_give_the_same_tree():
    def build():
        rng = np.random.default_rng(9)
        tree = fill([random_box(rng) for _ in range(400)])
        tree.rebuild()
        for shape in range(0, 400, 3):
            tree.enlarge(shape, random_box(rng))
        tree.rebuild()
        return tree

    first, second = build(), build()
    np.testing.assert_array_equal(first.link, second.link)
    np.testing.assert_array_equal(first.box, second.box)
