"""Arrays of which much is zero, in less memory: the zeros are left out. Exact to the last bit.

Most of a state are manifolds of contacts, made for four points; balls have one, and recycle nothing. Fresh memory costs
more time than the copy itself, so a state that is half as large is saved twice as fast. The compiled loops are here and
not among the kernels, since no kernel calls them.
"""

import dataclasses

import numpy as np

from physics.kernels.core.jit import kernel

#: Numbers of 64 bits that are kept or left out together: 32 bytes, half a cache line.
GRANULE = 4


@kernel
def pack_granules(count: int, source: np.ndarray, flags: np.ndarray, packed: np.ndarray) -> int:
    """Copy what is not zero.

    Args:
        count: Granules.
        source: uint64 [4 count].
        flags: One bit for each granule, the lowest first: whether it was kept, uint8 [(count + 7) // 8]. Written.
        packed: Granules that were kept, one after another, uint64. Written.

    Returns:
        How many were kept.
    """
    kept = 0
    for byte in range((count + 7) // 8):
        bits = 0
        for i in range(8 * byte, min(8 * byte + 8, count)):
            a, b, c, d = source[4 * i], source[4 * i + 1], source[4 * i + 2], source[4 * i + 3]
            if a | b | c | d != 0:
                bits |= 1 << (i - 8 * byte)
                packed[4 * kept], packed[4 * kept + 1], packed[4 * kept + 2], packed[4 * kept + 3] = a, b, c, d
                kept += 1
        flags[byte] = bits
    return kept


@kernel
def unpack_granules(count: int, flags: np.ndarray, packed: np.ndarray, target: np.ndarray) -> None:
    """Write everything back, zeros too; the arguments are those of `pack_granules`."""
    kept = 0
    for i in range(count):
        if flags[i // 8] >> (i % 8) & 1:
            for k in range(4):
                target[4 * i + k] = packed[4 * kept + k]
            kept += 1
        else:
            for k in range(4):
                target[4 * i + k] = 0


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class PackedArray:
    """Rows of an array, each a multiple of 32 bytes.

    Attributes:
        rows: How many.
        flags: Which granules are there.
        granules: What they hold.
    """

    rows: int
    flags: np.ndarray
    granules: np.ndarray

    @staticmethod
    def room(array: np.ndarray) -> tuple[int, int]:
        """How long flags [bytes] and granules [numbers of 64 bits] can get."""
        words = array.nbytes // 8
        return -(-words // (8 * GRANULE)), words

    @classmethod
    def of(
        cls, array: np.ndarray, flags: np.ndarray | None = None, granules: np.ndarray | None = None
    ) -> "PackedArray":
        """Pack the rows of a contiguous array, into memory as long as `room` says."""
        source = array.reshape(-1).view(np.uint64)
        if flags is None or granules is None:
            flags, granules = np.empty(cls.room(array)[0], np.uint8), np.empty(len(source), np.uint64)
        kept = pack_granules(len(source) // GRANULE, source, flags, granules)
        return cls(len(array), flags, granules[: GRANULE * kept])

    @property
    def nbytes(self) -> int:
        """Memory [bytes]."""
        return self.flags.nbytes + self.granules.nbytes

    def __len__(self) -> int:
        return self.rows

    def write_to(self, target: np.ndarray) -> None:
        """Unpack into the first rows of a contiguous array."""
        flat = target[: self.rows].reshape(-1).view(np.uint64)
        unpack_granules(len(flat) // GRANULE, self.flags, self.granules, flat)
