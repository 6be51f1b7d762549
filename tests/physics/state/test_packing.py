import numpy as np
import pytest

from physics.state.groups import CONTACT_COLUMNS, SPARSE
from physics.state.packing import GRANULE, PackedArray, pack_granules, unpack_granules


def sparse(rows, width, seed=0):
    """Rows of float32, of which most are zero, with odd values among them."""
    random = np.random.default_rng(seed)
    array = random.normal(size=(rows, width)).astype(np.float32)
    array *= np.repeat(random.random((rows, width // 8)) < 0.3, 8, axis=1)
    array.ravel()[:: max(rows, 1)] = np.resize((np.nan, -0.0, np.inf, 1e-45), len(array.ravel()[:: max(rows, 1)]))
    return array


@pytest.mark.parametrize("rows", [0, 1, 3, 100])
@pytest.mark.parametrize("width", [8, 40, 64])
def test_every_bit_comes_back(rows, width):
    array = sparse(rows, width)
    before = array.tobytes()
    packed = PackedArray.of(array)
    target = np.full((rows + 2, width), 7.0, np.float32)
    packed.write_to(target)
    assert len(packed) == rows and target[:rows].tobytes() == before == array.tobytes()
    assert (target[rows:] == 7.0).all(), "what follows is not touched"


def test_zeros_take_no_memory():
    assert PackedArray.of(np.zeros((1000, 64), np.float32)).nbytes == 1000
    assert PackedArray.of(np.ones((1000, 64), np.float32)).nbytes == 1000 + 256_000


@pytest.mark.parametrize("plain", [False, True])
def test_compiled_or_not_it_is_the_same(plain):
    pack, unpack = (getattr(some, "py_func", some) if plain else some for some in (pack_granules, unpack_granules))
    source = sparse(9, 40).reshape(-1).view(np.uint64)
    flags, packed, back = np.zeros(6, np.uint8), np.zeros_like(source), np.ones_like(source)
    kept = pack(45, source, flags, packed)
    wanted = source.reshape(-1, 4).any(axis=1)
    assert kept == wanted.sum() and np.unpackbits(flags, bitorder="little")[:45].tolist() == wanted.tolist()
    unpack(45, flags, packed, back)
    assert (back == source).all()


@pytest.mark.parametrize("name", SPARSE)
def test_rows_of_packed_arrays_are_whole_granules(name):
    """A granule that reached into a row that is not in use would bring back half of it only."""
    dtype, width = CONTACT_COLUMNS[name]
    assert np.dtype(dtype).itemsize * width % (8 * GRANULE) == 0
