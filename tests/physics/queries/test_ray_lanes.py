"""A ray against eight boxes at once: nothing that it enters may be missed, whatever float32 does to the numbers."""

import numba
import numpy as np
import pytest

from physics.kernels.core.jit import OPTIONS
from physics.kernels.core.lane_keys import code_of_key
from physics.kernels.core.pointer import flat
from physics.kernels.core.wide import store
from physics.kernels.queries.ray_lanes import (
    LANE_BOUNDS,
    LANES,
    NO_KEY,
    enter_lanes,
    lane_limit,
    lane_ray,
    last_key,
    pop_key,
    push_lanes,
)
from tests.physics.reference.solver import enter_box

pytestmark = pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="wide code exists compiled only")


@numba.njit(**OPTIONS)
def enter_all(bounds, origin, direction, limit, entered):
    bits, enter = enter_lanes(flat(bounds), 0, lane_ray(origin, direction), lane_limit(limit))
    store(entered, 0, enter)
    return bits


@numba.njit(**OPTIONS)
def walk_all(bounds, codes, origin, direction, limit, end, keys, order):
    """Codes in the order in which a walk meets them, those beyond `end` left out after the first."""
    bits, enter = enter_lanes(flat(bounds), 0, lane_ray(origin, direction), lane_limit(limit))
    if bits == 0:
        return 0
    key, top = push_lanes(bits, enter, flat(codes), 0, flat(keys), 0)
    count = 0
    while key != NO_KEY:
        order[count] = code_of_key(key)
        count += 1
        key, top = pop_key(last_key(lane_limit(end)), flat(keys), top)
    return count


def entered_of(lower, upper, origin, direction, limit):
    """Which boxes are entered, and where."""
    bounds = np.ascontiguousarray(np.concatenate((lower.T, upper.T)), np.float32)
    assert bounds.size == LANE_BOUNDS
    entered = np.empty(LANES, np.float32)
    bits = enter_all(bounds, tuple(origin.tolist()), tuple(direction.tolist()), limit, entered)
    return np.array([bits >> k & 1 for k in range(LANES)], bool), entered.astype(float)


def random_case(rng):
    """Boxes near a ray, or that touch it, flat ones among them; scales and places of all sizes."""
    scale = 10.0 ** rng.uniform(-3, 4)
    center = rng.normal(size=3) * 10.0 ** rng.uniform(-3, 5)
    lower = (center + rng.uniform(-0.4, 0.4, (LANES, 3)) * scale).astype(np.float32)
    size = rng.uniform(0, 1, (LANES, 3)) * (rng.random((LANES, 3)) < 0.8) * scale
    upper = np.maximum((lower + size).astype(np.float32), lower)
    origin = center + rng.uniform(-3, 3, 3) * scale
    aim = lower[0] + (upper[0] - lower[0]) * rng.choice([0.0, 0.5, 1.0], 3)  # a corner, an edge, the middle
    direction = aim - origin if rng.random() < 0.5 else rng.normal(size=3)
    direction[rng.random(3) < 0.2] = 0.0
    direction = direction if direction.any() else np.array([0.0, -1.0, 0.0])
    return lower, upper, origin, direction / np.linalg.norm(direction), float(rng.uniform(0.5, 10.0) * scale)


@pytest.mark.slow
def test_no_box_is_missed_or_entered_too_late():
    rng = np.random.default_rng(1)
    found = extra = 0
    for _ in range(4_000):
        lower, upper, origin, direction, limit = random_case(rng)
        inside, entered = entered_of(lower, upper, origin, direction, limit)
        # A margin of 1e-6 of all lengths holds whatever a box may be entered wrongly by.
        margin = 1e-6 * (np.abs(origin).max() + np.abs(lower).max() + np.abs(upper).max() + limit)
        for k in range(LANES):
            true = enter_box(origin, direction, lower[k].astype(float), upper[k].astype(float))
            if true <= limit:
                assert inside[k], (origin, direction, lower[k], upper[k])
                assert entered[k] <= true
                found += 1
            elif inside[k]:
                fat = enter_box(origin, direction, lower[k] - margin, upper[k] + margin)
                assert fat <= limit + margin
                extra += limit > 1e-3 * np.abs(origin).max()  # farther away, float32 cannot tell small boxes apart
    assert found > 1_000
    assert extra < found / 5  # those whose corners and edges are aimed at


@pytest.mark.parametrize("coordinate", [0.0, -0.0, 1.0, 1000.1, 1e-30])
@pytest.mark.parametrize("component", [0.0, -0.0, 1e-320, -1e-200, 1e-40])
def test_a_ray_along_the_side_of_a_flat_box_enters_it(coordinate, component):
    flat_at = np.float32(coordinate)
    lower = np.tile(np.array([1.0, flat_at, -1.0], np.float32), (LANES, 1))
    upper = np.tile(np.array([2.0, flat_at, 1.0], np.float32), (LANES, 1))
    inside, entered = entered_of(lower, upper, np.array([0.0, float(flat_at), 0.0]), np.array([1.0, component, 0]), 5.0)
    assert inside.all()
    np.testing.assert_allclose(entered, 1.0, rtol=1e-6)


def test_lanes_without_a_box_are_not_entered():
    rng = np.random.default_rng(2)
    nothing = np.full((LANES, 3), np.inf, np.float32)
    for _ in range(200):
        _, _, origin, direction, limit = random_case(rng)
        assert not entered_of(nothing, -nothing, origin, direction, limit)[0].any()


@pytest.mark.slow
def test_the_nearest_comes_first_and_what_is_too_far_not_at_all():
    rng = np.random.default_rng(3)
    for _ in range(300):
        start = rng.uniform(0.5, 20.0, LANES).astype(np.float32)
        lower = np.stack([start, np.full(LANES, -1), np.full(LANES, -1)], 1).astype(np.float32)
        upper = lower + np.float32(2.0)
        upper[rng.random(LANES) < 0.3, 1] = -0.5  # beside the ray
        codes = rng.permutation(np.array([5, -1, 7, -9, 2**31 - 1, -(2**31), 0, 3], np.int32))
        keys, order = np.zeros(LANES, np.int64), np.zeros(LANES, np.int64)
        bounds = np.ascontiguousarray(np.concatenate((lower.T, upper.T)))
        ray = (0.0, 0.0, 0.0), (1.0, 0.0, 0.0)
        count = walk_all(bounds, codes, *ray, 18.0, 12.0, keys, order)
        hit = np.flatnonzero((upper[:, 1] > 0.0) & (start <= 18.0))
        sorted_hits = hit[np.argsort(start[hit])]
        expected = [int(codes[k]) for n, k in enumerate(sorted_hits) if n == 0 or start[k] <= 12.0]
        assert order[:count].tolist() == expected
