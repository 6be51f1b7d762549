"""What is held by immovable things: which pieces are, and how much of their momentum is known then.

The forces of contacts and attachments are those that the sweeps have come to, and between things that give no way they
are large and not equal to the last digit. A momentum that is the sum of such forces runs away: a block in a press would
be thrown from one plate to the other, faster each time.
"""

from physics.kernels.core.jit import leaf
from physics.kernels.layout import motion as MOTION, soft as SOFT


@leaf
def rows_hold(k, slots, row, cell, motion):
    """True when one of some rows presses on something immovable; `k` is the first of them."""
    for c in range(k, k + slots):
        if row[c, SOFT.ROW_SHAPE] < 0:
            return False
        if motion[row[c, SOFT.ROW_BODY], MOTION.INV_MASS] == 0.0:
            x, y, z = cell[c, SOFT.CELL_FORCE], cell[c, SOFT.CELL_FORCE + 1], cell[c, SOFT.CELL_FORCE + 2]
            if x != 0.0 or y != 0.0 or z != 0.0:
                return True
    return False


@leaf
def is_held(p, first, last, soft, bodies):
    """True for a piece of a soft body that touches or hangs on something immovable; its vertices are in `mate`."""
    part, motion = soft.part, bodies.motion
    tie = part[p, SOFT.PART_TIE]
    for a in range(tie, tie + part[p, SOFT.PART_TIES]):
        if soft.tie[a, SOFT.TIE_FLAGS] != 0 and motion[soft.tie[a, SOFT.TIE_BODY], MOTION.INV_MASS] == 0.0:
            return True
    for n in range(first, last):
        if rows_hold(SOFT.ROWS * soft.mate[n], SOFT.ROWS, soft.row, soft.cell, motion):
            return True
    face = part[p, SOFT.PART_FACE]
    for f in range(face, face + part[p, SOFT.PART_FACES]):
        if rows_hold(SOFT.FACE_ROWS * f, SOFT.FACE_ROWS, soft.face_row, soft.face_cell, motion):
            return True
    return False


@leaf
def agreed(full, free):
    """The part of a correction without forces of contacts, `free`, that the one with them, `full`, asks for as well."""
    square = free[0] * free[0] + free[1] * free[1] + free[2] * free[2]
    if square == 0.0:
        return 0.0, 0.0, 0.0
    share = (full[0] * free[0] + full[1] * free[1] + full[2] * free[2]) / square
    share = min(max(share, 0.0), 1.0)
    return share * free[0], share * free[1], share * free[2]
