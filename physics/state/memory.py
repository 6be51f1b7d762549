"""Memory of saved states, used again when a state is gone.

The first touch of a page of fresh memory takes far longer than the copy into it: 20 MB take 15 ms, or 2 ms in memory
that has been used before. So each state lies in one block, blocks come back, and the next one can be touched ahead, a
little at a time.
"""

import mmap

import numpy as np

from physics.state.packing import PackedArray

#: Arrays start at a cache line.
ALIGNMENT = 64
#: Blocks are larger than asked for by these factors, so that a world that grows can use them again; what is never
#: touched of a large one takes no memory.
HEADROOM, HEADROOM_SMALL = 2.0, 1.25
#: Size from which a block comes from the system [bytes].
LARGE = 2_000_000
#: Blocks that nobody uses and that are kept for the next states.
KEPT = 2


class Block:
    """Memory of one state.

    Args:
        size: Bytes.

    Attributes:
        size: Bytes.
        used: Bytes that hold something.
        touched: Bytes from the start that have been written to.
    """

    def __init__(self, size: int) -> None:
        self.size = size
        self.used = self.touched = 0
        # Large ones not from numpy, which asks for huge pages: where memory is short, the search for them takes ten
        # times as long. Small ones not from the system, which gives each program a limited number of blocks.
        self._memory = np.frombuffer(mmap.mmap(-1, size), np.uint8) if size > LARGE else np.empty(size, np.uint8)

    def copy(self, array: np.ndarray) -> np.ndarray:
        """A copy of an array, in this block."""
        made = self._memory[self.used : self.used + array.nbytes].view(array.dtype).reshape(array.shape)
        made[...] = array
        self._advance(array.nbytes)
        return made

    def pack(self, array: np.ndarray) -> PackedArray:
        """A copy of an array without its zeros, in this block."""
        flags, words = PackedArray.room(array)
        start = self.used + flags
        start += -start % ALIGNMENT
        memory = self._memory[start : start + 8 * words].view(np.uint64)
        made = PackedArray.of(array, self._memory[self.used : self.used + flags], memory)
        self._advance(start - self.used + made.granules.nbytes)
        return made

    def touch(self, size: int) -> None:
        """Have the first bytes ready, up to this many."""
        end = min(size, self.size)
        if end > self.touched:
            self._memory[self.touched : end : mmap.PAGESIZE] = 0
            self.touched = end

    def _advance(self, size: int) -> None:
        self.used += size
        self.used += -self.used % ALIGNMENT
        self.touched = max(self.touched, self.used)


class Memory:
    """Blocks of the states of one world."""

    def __init__(self) -> None:
        self._free: list[Block] = []
        self._size = self._used = self._expected = 0  # asked for and used by the last state; what the next one may use

    def take(self, size: int) -> Block:
        """A block of at least this size [bytes], with nothing in it: the one with most of it ready."""
        fitting = [block for block in self._free if block.size >= size]
        if not fitting:
            return _new_block(size)
        best = max(fitting, key=lambda block: block.touched)
        self._free.remove(best)
        best.used = 0
        return best

    def give_back(self, block: Block) -> None:
        """The state in this block is gone."""
        self._free.append(block)
        if len(self._free) > KEPT:
            self._free.remove(min(self._free, key=lambda some: some.size))

    def note(self, block: Block, size: int) -> None:
        """A block that was asked for with this size holds a state; the next one will have grown as this one has."""
        self._expected = block.used + max(block.used - self._used, block.used // 50)
        self._used, self._size = block.used, size

    def prepare(self, share: float) -> None:
        """Make a share of the next block ready, if it is not."""
        if not self._size:
            return
        fitting = [block for block in self._free if block.size >= self._size]
        if not fitting:
            fitting = [_new_block(self._size)]
            self.give_back(fitting[0])
        best = max(fitting, key=lambda block: block.touched)
        best.touch(min(best.touched + round(share * self._expected) + 1, self._expected))


def _new_block(size: int) -> Block:
    """A block of at least this size [bytes]."""
    return Block(round((HEADROOM if size > LARGE else HEADROOM_SMALL) * size))
