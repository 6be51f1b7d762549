"""Hash table of pairs, judged by a dictionary."""

import numpy as np
import pytest

from physics.kernels.broad_phase.pair_table import (
    _home,
    pair_add,
    pair_exists,
    pair_find,
    pair_key,
    pair_remove,
    pair_shapes,
)
from tests.physics.reference.outer import outer

_home = outer(_home)
pair_add = outer(pair_add)
pair_exists = outer(pair_exists)
pair_find = outer(pair_find)
pair_key = outer(pair_key)
pair_remove = outer(pair_remove)
pair_shapes = outer(pair_shapes)

CAPACITY = 4096


def random_keys(rng, count):
    """Rows without any pattern."""
    rows = rng.integers(0, 2**31 - 1, (count, 2))
    return [pair_key(a, b + 1 if a == b else b) for a, b in rows]


def neighbor_keys(rng, count):
    """A pile: each shape with the few rows after it."""
    return [pair_key(k // 8, k // 8 + 1 + k % 8) for k in range(count)]


def ground_keys(rng, count):
    """One shape with everything."""
    return [pair_key(3, 4 + k) for k in range(count)]


def stride_keys(rng, count):
    """Rows that differ in high bits only."""
    return [pair_key(64 * k, 64 * k + 4096) for k in range(count)]


def colliding_keys(rng, count):
    """Keys whose search starts in the last slots, so that every run wraps around."""
    keys = []
    for a in range(count * 4000):
        key = pair_key(a, a + 1)
        if _home(key, np.uint64(CAPACITY - 1)) >= CAPACITY - 8:
            keys.append(key)
        if len(keys) == count:
            break
    return keys


@pytest.mark.slow
@pytest.mark.parametrize("kind", [random_keys, neighbor_keys, ground_keys, stride_keys])
def test_a_hundred_thousand_changes_match_a_dictionary(kind):
    """A quarter of them for each kind of keys."""
    rng = np.random.default_rng(1)
    pool = np.array(kind(rng, 3000), np.uint64)
    keys, values = np.zeros(CAPACITY, np.uint64), np.zeros(CAPACITY, np.int32)
    reference = {}
    choices, picks = rng.uniform(size=25_000).tolist(), rng.integers(0, len(pool), 25_000)
    for value, (choice, key) in enumerate(zip(choices, pool[picks], strict=True)):
        # More is added than removed until the table is half full.
        if choice < 0.4 and len(reference) < CAPACITY // 2:
            pair_add(keys, values, key, value)
            reference[key] = value
        elif choice < 0.7:
            assert pair_remove(keys, values, key) == reference.pop(key, -1)
        else:
            assert pair_find(keys, values, key) == reference.get(key, -1)
            assert pair_exists(keys, key) == (key in reference)
        if value % 5000 == 0:
            assert set(keys[keys != 0].tolist()) == {int(k) for k in reference}
    assert len(reference) > 500
    for key in pool:
        assert pair_find(keys, values, key) == reference.get(key, -1)


@pytest.mark.slow
def test_runs_that_wrap_around_survive_removal_in_any_order():
    rng = np.random.default_rng(2)
    pool = np.array(colliding_keys(rng, 60), np.uint64)
    assert len(pool) == 60
    for _ in range(20):
        keys, values = np.zeros(CAPACITY, np.uint64), np.zeros(CAPACITY, np.int32)
        for value, key in enumerate(pool):
            pair_add(keys, values, key, value)
        order = rng.permutation(len(pool))
        for k, gone in enumerate(order):
            assert pair_remove(keys, values, pool[gone]) == gone
            for kept in order[k + 1 :]:
                assert pair_find(keys, values, pool[kept]) == kept
        assert not keys.any()


@pytest.mark.parametrize("kind", [random_keys, neighbor_keys, ground_keys, stride_keys])
def test_searches_are_short_at_half_load(kind):
    """Linear probing at load 1/2 with a perfect hash: 1/2 (1 + 1 / (1 - 1/2)) = 1.5 slots per hit."""
    rng = np.random.default_rng(3)
    keys, values = np.zeros(CAPACITY, np.uint64), np.zeros(CAPACITY, np.int32)
    for key in kind(rng, CAPACITY // 2):
        pair_add(keys, values, np.uint64(key), 0)
    slots = np.flatnonzero(keys)
    homes = np.array([_home(key, np.uint64(CAPACITY - 1)) for key in keys[slots]], np.int64)
    assert 1.0 + ((slots - homes) % CAPACITY).mean() < 2.0


def test_the_order_of_shapes_does_not_matter_and_the_key_gives_them_back():
    rng = np.random.default_rng(4)
    for a, b in [(0, 1), (1, 0), (0, 2**31 - 1), *rng.integers(0, 2**31 - 1, (50, 2)).tolist()]:
        key = np.uint64(pair_key(a, b))
        assert key != 0
        assert key == pair_key(b, a)
        assert key == (min(a, b) << 32) + max(a, b)
        assert pair_shapes(key) == (min(a, b), max(a, b))


def test_large_neighboring_keys_are_not_rounded_together():
    """float64 holds 53 bits; a detour through it would merge these."""
    keys, values = np.zeros(64, np.uint64), np.zeros(64, np.int32)
    top = 2**31 - 20
    for k in range(10):
        pair_add(keys, values, np.uint64(pair_key(top, top + 1 + k)), k)
    assert [pair_find(keys, values, np.uint64(pair_key(top, top + 1 + k))) for k in range(10)] == list(range(10))


def test_adding_again_changes_the_value():
    keys, values = np.zeros(16, np.uint64), np.zeros(16, np.int32)
    key = np.uint64(pair_key(3, 4))
    pair_add(keys, values, key, 7)
    pair_add(keys, values, key, 9)
    assert pair_find(keys, values, key) == 9
    assert np.count_nonzero(keys) == 1
