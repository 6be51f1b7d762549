"""Eight lanes at once, judged lane by lane by numpy in float32."""

import operator
import os
import pathlib
import subprocess
import sys

import numba
import numpy as np
import pytest

from physics.kernels.core.jit import kernel
from physics.kernels.core.wide import (
    LANES,
    all_of,
    any_of,
    gather4,
    load,
    lowest_bit,
    mask_bits,
    rows_below,
    scatter4,
    select,
    splat,
    store,
    wide_abs,
    wide_max,
    wide_min,
    wide_of,
    wide_sqrt,
)

pytestmark = pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="wide code exists compiled only")

ROOT = pathlib.Path(__file__).resolve().parents[3]
SPECIAL = np.array([0.0, -0.0, 1.0, -1.0, np.inf, -np.inf, np.nan, 1e-45, 3e38, -3e38, 1e-20, 0.1], np.float32)


def operands(seed):
    """Two rows of eight numbers; odd seeds are full of zeros, infinities and things that are not numbers."""
    rng = np.random.default_rng(seed)
    if seed % 2:
        return rng.choice(SPECIAL, LANES), rng.choice(SPECIAL, LANES)
    numbers = (rng.normal(size=(2, LANES)) * 10.0 ** rng.uniform(-6, 6, (2, LANES))).astype(np.float32)
    numbers[1, :2] = numbers[0, :2]  # equal lanes for the comparisons
    return numbers[0], numbers[1]


def same_bits(actual, expected, message=""):
    """Equal to the last bit, except that one NaN is like another."""
    expected = np.asarray(expected)
    nan = np.isnan(expected)
    np.testing.assert_array_equal(np.isnan(actual), nan, err_msg=message)
    np.testing.assert_array_equal(actual[~nan].view(np.uint32), expected[~nan].view(np.uint32), err_msg=message)


@kernel
def compute_all(a, b, out):
    x = load(a, 0)
    y = load(b, 0)
    store(out, 0, x + y)
    store(out, 8, x - y)
    store(out, 16, x * y)
    store(out, 24, x / y)
    store(out, 32, -x)
    store(out, 40, wide_min(x, y))
    store(out, 48, wide_max(x, y))
    store(out, 56, wide_sqrt(x))
    store(out, 64, wide_abs(x))
    store(out, 72, x)
    store(out, 80, x * y + x)


@kernel
def compare_all(a, b, out):
    x = load(a, 0)
    y = load(b, 0)
    out[0] = mask_bits(x > y)
    out[1] = mask_bits(x >= y)
    out[2] = mask_bits(x < y)
    out[3] = mask_bits(x <= y)
    out[4] = mask_bits(x == y)
    out[5] = mask_bits((x > y) & (x > -y))
    out[6] = mask_bits((x > y) | (x > -y))
    out[7] = mask_bits(~(x > y))


@kernel
def reduce_all(a, b, out):
    greater = load(a, 0) > load(b, 0)
    out[0] = any_of(greater)
    out[1] = all_of(greater)
    out[2] = mask_bits(greater)


@kernel
def choose_lanes(a, b, c, d, out):
    store(out, 0, select(load(a, 0) > load(b, 0), load(c, 0), load(d, 0)))


@kernel
def spread(value, out):
    store(out, 0, splat(value))


@kernel
def make_of_six(a, out):
    store(out, 0, wide_of(a[0], a[1], a[2], a[3], a[4], a[5]))


@kernel
def copy_lanes(i, j, source, target):
    store(target, j, load(source, i))


@kernel
def gather_records(k, stride, column, rows, records, out):
    x, y, z, w = gather4(records, rows, k, stride, column)
    store(out, 0, x)
    store(out, 8, y)
    store(out, 16, z)
    store(out, 24, w)


@kernel
def scatter_records(k, stride, column, rows, values, records):
    scatter4(records, rows, k, stride, column, load(values, 0), load(values, 8), load(values, 16), load(values, 24))


@kernel
def compare_rows(k, row, rows):
    return mask_bits(rows_below(rows, k, row))


@kernel
def find_lowest(bits):
    return lowest_bit(bits)


ARITHMETIC = {
    "add": operator.add,
    "subtract": operator.sub,
    "multiply": operator.mul,
    "divide": operator.truediv,
    "negate": lambda a, b: -a,
    "minimum": lambda a, b: np.where(a < b, a, b),
    "maximum": lambda a, b: np.where(a > b, a, b),
    "square root": lambda a, b: np.sqrt(a),
    "absolute": lambda a, b: np.abs(a),
    "load and store": lambda a, b: a,
    "product and sum, each rounded": lambda a, b: (a * b).astype(np.float32) + a,
}


@pytest.mark.parametrize("seed", range(60))
def test_arithmetic_agrees_with_numpy_to_the_last_bit(seed):
    a, b = operands(seed)
    out = np.zeros(11 * LANES, np.float32)
    compute_all(a, b, out)
    with np.errstate(all="ignore"):
        for row, (name, function) in enumerate(ARITHMETIC.items()):
            expected = function(a, b)
            assert expected.dtype == np.float32
            same_bits(out[row * LANES : (row + 1) * LANES], expected, name)


@pytest.mark.parametrize("seed", range(60))
def test_comparisons_and_masks_agree_with_numpy(seed):
    """A comparison with something that is not a number is false, so its inverse is true."""
    a, b = operands(seed)
    out = np.zeros(8, np.int64)
    compare_all(a, b, out)
    masks = [a > b, a >= b, a < b, a <= b, a == b, (a > b) & (a > -b), (a > b) | (a > -b), ~(a > b)]
    assert out.tolist() == [sum(int(lane) << k for k, lane in enumerate(mask)) for mask in masks]


@pytest.mark.parametrize("bits", [0, 255, 1, 128, 0b10101010, 254, 127])
def test_any_and_all_of_a_mask(bits):
    a = np.array([1.0 if bits >> k & 1 else 0.0 for k in range(LANES)], np.float32)
    out = np.zeros(3, np.int64)
    reduce_all(a, np.full(LANES, 0.5, np.float32), out)
    assert out.tolist() == [bits != 0, bits == 255, bits]


@pytest.mark.parametrize("seed", range(20))
def test_select_takes_each_lane_from_its_side(seed):
    (a, b), (c, d) = operands(seed), operands(seed + 100)
    out = np.zeros(LANES, np.float32)
    choose_lanes(a, b, c, d, out)
    same_bits(out, np.where(a > b, c, d))


@pytest.mark.parametrize("value", SPECIAL.tolist())
def test_splat_fills_all_lanes(value):
    out = np.full(LANES, 7, np.float32)
    spread(np.float32(value), out)
    same_bits(out, np.full(LANES, value, np.float32))


def test_a_wide_of_six_numbers_ends_with_zeros():
    out = np.full(LANES, 9, np.float32)
    make_of_six(np.arange(1, 7, dtype=np.float32), out)
    assert out.tolist() == [1, 2, 3, 4, 5, 6, 0, 0]


@pytest.mark.parametrize("i", range(0, 17, 3))
@pytest.mark.parametrize("j", [0, 1, 13])
def test_load_and_store_need_no_alignment_and_touch_eight_floats_only(i, j):
    source = np.arange(24, dtype=np.float32).reshape(4, 6)
    target = np.full((3, 8), -1, np.float32)
    copy_lanes(i, j, source, target)
    expected = np.full(24, -1, np.float32)
    expected[j : j + 8] = source.ravel()[i : i + 8]
    np.testing.assert_array_equal(target.ravel(), expected)


@pytest.mark.parametrize("seed", range(20))
def test_gather_reads_four_floats_of_eight_records(seed):
    rng = np.random.default_rng(seed)
    stride = int(rng.choice([4, 8, 16, 64]))
    column = int(rng.integers(0, stride - 3))
    records = rng.normal(size=(50, stride)).astype(np.float32)
    rows = rng.integers(0, 50, 40).astype(np.int32)  # a row may come twice
    k = int(rng.integers(0, 33))
    out = np.zeros((4, LANES), np.float32)
    gather_records(k, stride, column, rows, records, out)
    np.testing.assert_array_equal(out, records[rows[k : k + 8], column : column + 4].T)


@pytest.mark.parametrize("seed", range(20))
def test_scatter_writes_four_floats_of_eight_records_and_nothing_else(seed):
    rng = np.random.default_rng(seed)
    stride = int(rng.choice([4, 8, 16, 64]))
    column = int(rng.integers(0, stride - 3))
    records = rng.normal(size=(50, stride)).astype(np.float32)
    rows = rng.choice(50, 40, replace=False).astype(np.int32)
    if seed % 4 == 0:
        rows[rng.integers(0, 40, 10)] = 7  # of several lanes with one row the last wins
    k = int(rng.integers(0, 33))
    values = rng.normal(size=(4, LANES)).astype(np.float32)
    expected = records.copy()
    for lane in range(LANES):
        expected[rows[k + lane], column : column + 4] = values[:, lane]
    scatter_records(k, stride, column, rows, values, records)
    np.testing.assert_array_equal(records, expected)


def test_scatter_is_the_inverse_of_gather():
    rng = np.random.default_rng(9)
    records = rng.normal(size=(30, 12)).astype(np.float32)
    before = records.copy()
    rows = rng.permutation(30).astype(np.int32)
    out = np.zeros((4, LANES), np.float32)
    gather_records(5, 12, 8, rows, records, out)
    records[rows[5:13], 8:12] = 0
    scatter_records(5, 12, 8, rows, out, records)
    np.testing.assert_array_equal(records, before)


@pytest.mark.parametrize("row", [0, 3, 10, 2**31 - 1])
def test_rows_below_compares_row_numbers(row):
    rows = np.array([9, 0, 3, 2, 7, 10, 11, 2**31 - 2, 5, -1, 4, 3], np.int32)
    for k in (0, 3):
        bits = compare_rows(k, np.int32(row), rows)
        assert bits == sum(int(rows[k + lane] < row) << lane for lane in range(LANES))


@pytest.mark.parametrize("bit", [0, 1, 31, 32, 62, 63])
def test_the_lowest_bit(bit):
    assert find_lowest(np.uint64(1 << bit).astype(np.int64)) == bit
    if bit < 62:
        assert find_lowest(np.int64(1 << bit | 1 << 62)) == bit


PROGRAM = """
import sys
import numpy as np
from physics.kernels.core.jit import kernel
from physics.kernels.core.wide import load, select, store, wide_sqrt

@kernel
def hypotenuse(a, b, out):
    x = load(a, 0)
    y = load(b, 0)
    store(out, 0, select(x > y, wide_sqrt(x * x + y * y), x))

out = np.zeros(8, np.float32)
hypotenuse(np.arange(8, dtype=np.float32), np.full(8, 3, np.float32), out)
print(*out.tolist())
print(sum(hypotenuse.stats.cache_hits.values()), sum(hypotenuse.stats.cache_misses.values()))
"""


@pytest.mark.slow
def test_a_second_process_loads_wide_code_from_the_cache(tmp_path):
    """Vector types in cached code must come back as they were: the second process compiles nothing."""
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    env = {**os.environ, "PYTHONPATH": str(ROOT), "KYVADLO_CACHE": str(tmp_path / "cache")}
    answers = []
    for _ in range(2):
        done = subprocess.run(
            [sys.executable, str(program)],
            env=env,
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        answers.append(done.stdout.split("\n"))
    x = np.arange(8, dtype=np.float32)
    expected = np.where(x > 3, np.sqrt(x * x + np.float32(9)), x)
    for numbers, _, *_ in answers:
        np.testing.assert_array_equal(np.array(numbers.split(), np.float32), expected)
    assert [counts for _, counts, *_ in answers] == ["0 1", "1 0"]
