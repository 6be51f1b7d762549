"""Touches in states: saved, loaded, hashed, whatever else is packed beside them."""

import numpy as np

from physics import SoftCloth, SoftSolid
from physics.kernels.layout import soft as SOFT
from tests.physics.reference.soft_touches import rows_of
from tests.physics.reference.soft_worlds import DT, make_world

JELLY = SoftSolid.lattice((2, 2, 2), 0.15)
SHEET = SoftCloth.grid(columns=10, rows=10, spacing=0.05)


def stack():
    """A cloth between two jellies, with a third soft body in the way of packing."""
    world = make_world(4)
    first = world.add_soft(SHEET, position=(5.0, 3.0, 0.0))
    lower = world.add_soft(JELLY, position=(0.0, 1.0, 0.0))
    sheet = world.add_soft(SHEET, position=(0.0, 1.155, 0.0))
    upper = world.add_soft(JELLY, position=(0.02, 1.31, 0.03))
    return world, first, (lower, sheet, upper)


def names(soft):
    """What of touches does not depend on packing."""
    touch, cell = rows_of(soft)
    columns = (SOFT.TOUCH_KIND, SOFT.TOUCH_BODY, SOFT.TOUCH_OWN, SOFT.TOUCH_OTHER, SOFT.TOUCH_SIDE)
    return touch[:, columns].copy(), cell.copy()


def check_places(softs, soft):
    """See that touches lead to the vertices, and to the soft body, that their names stand for."""
    record = soft._record
    parts = {other._record.body: other._record for other in softs}
    for row in record.dynamic["touch"][: len(rows_of(soft)[0])]:
        other = parts[row[SOFT.TOUCH_BODY]]
        own, first = (r.part[SOFT.PART_VERTEX] for r in (record, other))
        if row[SOFT.TOUCH_KIND] == SOFT.TOUCH_FACE:
            corners = [own + row[SOFT.TOUCH_OWN], *(first + other.structure.face[row[SOFT.TOUCH_OTHER]])]
        else:
            edges = [
                r.lists.arrays["edge"][row[c], :2] for r, c in ((record, SOFT.TOUCH_OWN), (other, SOFT.TOUCH_OTHER))
            ]
            corners = [*(own + edges[0]), *(first + edges[1])]
        assert row[SOFT.TOUCH_VERTEX : SOFT.TOUCH_VERTEX + 4].tolist() == corners
        assert softs[row[SOFT.TOUCH_PART]]._record is other


def test_touches_come_back_with_a_state():
    """The same steps after loading give the same bits."""
    world, _, softs = stack()
    for _ in range(3):
        world.step(DT)
    assert all(len(rows_of(soft)[0]) for soft in softs)
    state, before = world.save_state(), world.state_hash()
    for _ in range(3):
        world.step(DT)
    after = world.state_hash()
    world.load_state(state)
    assert world.state_hash() == before
    for _ in range(3):
        world.step(DT)
    assert world.state_hash() == after


def test_a_neighbor_in_the_arrays_changes_nothing():
    """Another soft body, far away, is removed: touches have the same names, and what they name is where it is now."""
    world, first, softs = stack()
    for _ in range(3):
        world.step(DT)
    kept = [names(soft) for soft in softs]
    state = world.save_state()
    world.remove_soft(first)
    world._softs.pack()
    for soft, (touch, cell) in zip(softs, kept, strict=True):
        again, cells = names(soft)
        np.testing.assert_array_equal(again, touch)
        np.testing.assert_array_equal(cells, cell)
        check_places(softs, soft)
    world.load_state(state)
    for soft, (touch, cell) in zip(softs, kept, strict=True):
        again, cells = names(soft)
        np.testing.assert_array_equal(again, touch)
        np.testing.assert_array_equal(cells, cell)
