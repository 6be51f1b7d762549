import gc

import numpy as np
import pytest

from physics import BodyKind, ShapeBox, ShapePlane, World
from physics.state.memory import KEPT, LARGE, Block, Memory


@pytest.mark.parametrize("size", [8192, LARGE + 1])
def test_arrays_of_a_block_do_not_overlap(size):
    random = np.random.default_rng(1)
    arrays = [
        random.integers(0, 99, (n, 8)).astype(kind) for n, kind in ((3, np.int32), (0, np.uint8), (5, np.float64))
    ]
    sparse = np.zeros((40, 8), np.float32)
    sparse[::7] = 1.0
    block = Block(size)
    start = block._memory.ctypes.data
    copies = [block.copy(array) for array in arrays]
    packed = block.pack(sparse)
    copies.append(block.copy(arrays[0]))
    for array, copy in zip((*arrays, arrays[0]), copies, strict=True):
        assert copy.dtype == array.dtype and (copy == array).all() and (copy.ctypes.data - start) % 64 == 0
    back = np.ones_like(sparse)
    packed.write_to(back)
    assert (back == sparse).all() and block.used <= block.touched <= block.size


def test_memory_of_a_state_that_is_gone_is_used_again():
    memory = Memory()
    first = memory.take(1000)
    first.copy(np.ones(100))
    memory.give_back(first)
    again = memory.take(900)
    assert again is first and again.used == 0 and again.touched >= 800
    assert memory.take(900) is not first, "it is in use"
    assert memory.take(10**6).size >= 10**6


def test_few_blocks_are_kept():
    memory = Memory()
    for block in [memory.take(1000) for _ in range(9)]:
        memory.give_back(block)
    assert len(memory._free) == KEPT


def test_next_block_is_made_ready_step_by_step():
    memory = Memory()
    memory.prepare(1.0)  # nothing is known yet
    block = memory.take(10**6)
    block.copy(np.ones(50_000))
    memory.note(block, 10**6)
    ready = []
    for _ in range(12):
        memory.prepare(0.1)
        ready.append(memory._free[0].touched)
    assert ready[0] < 150_000 and ready[-1] >= 400_000 and ready[-1] == ready[-2]
    assert memory.take(10**6).touched == ready[-1]


def test_states_share_no_memory():
    """Each state keeps its bits while others come and go."""
    world = World()
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane())
    world.add_bodies(shape=ShapeBox((0.5, 0.5, 0.5)), position=[(0.1 * i, 0.6 + 1.1 * i, 0) for i in range(6)])
    kept = []
    for number in range(60):
        world.step(1 / 60)
        world.prepare_save(1 / 30)
        state = world.save_state()
        if number % 7 == 0:
            kept.append((state, world.state_hash()))
        if number % 20 == 19:
            del kept[1]
            gc.collect()
    del state
    for state, expected in kept:
        world.load_state(state)
        assert world.state_hash() == expected


@pytest.mark.slow
def test_a_hundred_thousand_states_of_a_small_world_can_be_kept():
    memory = Memory()
    blocks = [memory.take(3000) for _ in range(100_000)]
    assert len(blocks) == 100_000
