"""Batches, see `joints.batches`: measuring, factoring and the passes of a substep."""

import numpy as np

from physics.kernels.contacts.velocity import gather_velocity, scatter_velocity
from physics.kernels.core.jit import leaf
from physics.kernels.core.wide import LANES, select, splat
from physics.kernels.core.wide_vec import (
    add,
    add_scaled,
    cross,
    load3,
    load6,
    multiply,
    scale,
    store3,
    store6,
    sub,
    sub_scaled,
)
from physics.kernels.joints.batches import batch_of
from physics.kernels.joints.colored import bias_of, gather_inertia, levers_of
from physics.kernels.joints.levers import coupling_of, diagonal_of, turns_of
from physics.kernels.joints.points import GROUP_GIVE, GROUP_PUSH, GROUP_PUSH_MAX
from physics.kernels.layout import joint as JOINT

ZERO = np.float32(0.0)
HALF = np.float32(0.5)
ONE = np.float32(1.0)
GIVE = np.float32(GROUP_GIVE)
STIFF = np.float32(1.0 + GROUP_GIVE)
#: Part of the product of its diagonal below which the determinant of a pivot counts as zero.
SINGULAR = np.float32(1e-5)


# ---- Measuring and factoring ---------------------------------------------------------------------------------------


@leaf
def block_row(place, other, joints):
    """Row of a cell in which the block begins that couples it to one before it; places are those of the first group."""
    first = joints.order[place, JOINT.PLACE_NEIGHBORS]
    n = 0
    while joints.neighbors[first + n, JOINT.NEIGHBOR_PLACE] != other:
        n += 1
    return JOINT.BATCH_BLOCKS + 9 * n


@leaf
def load_block(array, start):
    """Block of nine rows, as three vectors: its rows."""
    return load3(array, start), load3(array, start + 3 * LANES), load3(array, start + 6 * LANES)


@leaf
def store_block(array, start, x, y, z):
    """Inverse of `load_block`."""
    store3(array, start, x)
    store3(array, start + 3 * LANES, y)
    store3(array, start + 6 * LANES, z)


@leaf
def sum_rows(a, b, c, rows):
    """a, b, c times the rows of a block."""
    return add_scaled(add_scaled(scale(a, rows[0]), b, rows[1]), c, rows[2])


@leaf
def measure_cell(cell, place, bodies, joints):
    """Levers, error, pivot and blocks of a cell."""
    batch, lanes, motion = joints.batch, joints.batch_lanes, bodies.motion
    k, start = cell * LANES, cell * JOINT.BATCH_ROWS * LANES
    p, q, gap = levers_of(start + JOINT.BATCH_START * LANES, k, motion, lanes, batch)
    store3(batch, start + JOINT.BATCH_LEVER_A * LANES, p)
    store3(batch, start + JOINT.BATCH_LEVER_B * LANES, q)
    store3(batch, start + JOINT.BATCH_ERROR * LANES, gap)
    inertia_a, inertia_b = (
        gather_inertia(bodies.inv_inertia, lanes[0], k),
        gather_inertia(bodies.inv_inertia, lanes[1], k),
    )
    _, _, mass_a, _ = gather_velocity(motion, lanes[0], k)
    _, _, mass_b, _ = gather_velocity(motion, lanes[1], k)
    diagonal = diagonal_of(mass_a + mass_b, p, turns_of(inertia_a, p), q, turns_of(inertia_b, q))
    xx, xy, xz, yy, yz, zz = diagonal
    give, stiff = splat(GIVE), splat(STIFF)
    store3(batch, start + JOINT.BATCH_GIVE * LANES, (give * xx, give * yy, give * zz))
    store6(batch, start + JOINT.BATCH_PIVOT * LANES, (stiff * xx, xy, xz, stiff * yy, yz, stiff * zz))
    nothing = splat(ZERO), splat(ZERO), splat(ZERO)
    for c in range(3 * joints.order[place, JOINT.PLACE_COUNT]):
        store3(batch, start + (JOINT.BATCH_BLOCKS + 3 * c) * LANES, nothing)
    for number in range(2):
        before = joints.order[place, JOINT.PLACE_BEFORE + number]
        while before >= 0:
            other, at_other = before >> 2, before & 3
            before = joints.order[other, JOINT.PLACE_BEFORE + at_other]
            lever = load3(
                batch, start - ((place - other) * JOINT.BATCH_ROWS - JOINT.BATCH_LEVER_A - 3 * at_other) * LANES
            )
            inertia, mass, own = (inertia_b, mass_b, q) if number else (inertia_a, mass_a, p)
            if number != at_other:
                mass, own = -mass, (-own[0], -own[1], -own[2])
            a, b, c, d, e, f, g, h, i = coupling_of(mass, own, turns_of(inertia, lever))
            row = start + block_row(place, other, joints) * LANES
            x, y, z = load_block(batch, row)
            store_block(batch, row, add(x, (a, b, c)), add(y, (d, e, f)), add(z, (g, h, i)))


@leaf
def invert_pivot(m):
    """Inverse of a symmetric matrix; zero where it is singular."""
    xx, xy, xz, yy, yz, zz = m
    a, b, c = yy * zz - yz * yz, xz * yz - xy * zz, xy * yz - xz * yy
    determinant = xx * a + xy * b + xz * c
    sound = determinant > splat(SINGULAR) * (xx * (yy * zz))
    inverse = select(sound, splat(ONE) / select(sound, determinant, splat(ONE)), splat(ZERO))
    return (
        inverse * a,
        inverse * b,
        inverse * c,
        inverse * (xx * zz - xz * xz),
        inverse * (xy * xz - xx * yz),
        inverse * (xx * yy - xy * xy),
    )


@leaf
def eliminate_cell(cell, place, joints):
    """Invert the pivot of a cell and take it out of the cells before it; as `joint_blocks.eliminate`."""
    batch, record, neighbors = joints.batch, joints.order, joints.neighbors
    start = cell * JOINT.BATCH_ROWS * LANES
    pivot = invert_pivot(load6(batch, start + JOINT.BATCH_PIVOT * LANES))
    store6(batch, start + JOINT.BATCH_PIVOT * LANES, pivot)
    first = record[place, JOINT.PLACE_NEIGHBORS]
    for n in range(record[place, JOINT.PLACE_COUNT]):
        other = neighbors[first + n, JOINT.NEIGHBOR_PLACE]
        row = start + (JOINT.BATCH_BLOCKS + 9 * n) * LANES
        x, y, z = load_block(batch, row)
        far = start - (place - other) * JOINT.BATCH_ROWS * LANES
        for m in range(n):
            rows = load_block(batch, start + (JOINT.BATCH_BLOCKS + 9 * m) * LANES)
            target = far + block_row(other, neighbors[first + m, JOINT.NEIGHBOR_PLACE], joints) * LANES
            p, q, r = load_block(batch, target)
            p, q = sub(p, sum_rows(x[0], y[0], z[0], rows)), sub(q, sum_rows(x[1], y[1], z[1], rows))
            store_block(batch, target, p, q, sub(r, sum_rows(x[2], y[2], z[2], rows)))
        # Columns of A, then of L = pivot A.
        u, v, w = (x[0], y[0], z[0]), (x[1], y[1], z[1]), (x[2], y[2], z[2])
        a, b, c = multiply(pivot, u), multiply(pivot, v), multiply(pivot, w)
        store_block(batch, row, (a[0], b[0], c[0]), (a[1], b[1], c[1]), (a[2], b[2], c[2]))
        xx, xy, xz, yy, yz, zz = load6(batch, far + JOINT.BATCH_PIVOT * LANES)
        left = (
            xx - (a[0] * u[0] + a[1] * u[1] + a[2] * u[2]),
            xy - (a[0] * v[0] + a[1] * v[1] + a[2] * v[2]),
            xz - (a[0] * w[0] + a[1] * w[1] + a[2] * w[2]),
            yy - (b[0] * v[0] + b[1] * v[1] + b[2] * v[2]),
            yz - (b[0] * w[0] + b[1] * w[1] + b[2] * w[2]),
            zz - (c[0] * w[0] + c[1] * w[1] + c[2] * w[2]),
        )
        store6(batch, far + JOINT.BATCH_PIVOT * LANES, left)


@leaf
def measure_batches(tier, bodies, joints):
    """Measure all batches of a tier, and factor them."""
    for batch in range(joints.batch_starts[tier], joints.batch_starts[tier + 1]):
        begin, size, cell = batch_of(batch, joints)
        for n in range(size):
            measure_cell(cell + n, begin + n, bodies, joints)
        for n in range(size - 1, -1, -1):
            eliminate_cell(cell + n, begin + n, joints)


# ---- Solving -------------------------------------------------------------------------------------------------------


@leaf
def push_cell(cell, x, bodies, joints):
    """Apply impulses at the points of a cell."""
    batch, lanes, motion = joints.batch, joints.batch_lanes, bodies.motion
    k, start = cell * LANES, cell * JOINT.BATCH_ROWS * LANES
    about_a = cross(load3(batch, start + JOINT.BATCH_LEVER_A * LANES), x)
    about_b = cross(load3(batch, start + JOINT.BATCH_LEVER_B * LANES), x)
    v_a, w_a, mass_a, spare_a = gather_velocity(motion, lanes[0], k)
    v_b, w_b, mass_b, spare_b = gather_velocity(motion, lanes[1], k)
    v_a, w_a = sub_scaled(v_a, mass_a, x), sub(w_a, multiply(gather_inertia(bodies.inv_inertia, lanes[0], k), about_a))
    v_b, w_b = add_scaled(v_b, mass_b, x), add(w_b, multiply(gather_inertia(bodies.inv_inertia, lanes[1], k), about_b))
    scatter_velocity(motion, lanes[0], k, v_a, w_a, mass_a, spare_a)
    scatter_velocity(motion, lanes[1], k, v_b, w_b, mass_b, spare_b)


@leaf
def wanted_of(cell, biased, isolated, tier, bodies, joints):
    """What the equations of a cell ask for, without its neighbors."""
    batch, lanes = joints.batch, joints.batch_lanes
    k, start = cell * LANES, cell * JOINT.BATCH_ROWS * LANES
    v_a, w_a, _, _ = gather_velocity(bodies.motion, lanes[0], k)
    v_b, w_b, _, _ = gather_velocity(bodies.motion, lanes[1], k)
    around_a = cross(w_a, load3(batch, start + JOINT.BATCH_LEVER_A * LANES))
    around_b = cross(w_b, load3(batch, start + JOINT.BATCH_LEVER_B * LANES))
    wanted = sub(add(v_b, around_b), add(v_a, around_a))
    if biased:
        half_h = splat(HALF * joints.soft[tier, JOINT.SOFT_STEP])
        push = splat(GROUP_PUSH * joints.soft[tier, JOINT.SOFT_INV_STEP])
        error = load3(batch, start + JOINT.BATCH_ERROR * LANES)
        bias = bias_of(error, push, splat(GROUP_PUSH_MAX), w_a, around_a, w_b, around_b, half_h)
        wanted = add(wanted, bias)
        if not isolated:
            give, impulse = (
                load3(batch, start + JOINT.BATCH_GIVE * LANES),
                load3(batch, start + JOINT.BATCH_IMPULSE * LANES),
            )
            wanted = add(wanted, (give[0] * impulse[0], give[1] * impulse[1], give[2] * impulse[2]))
    return wanted


@leaf
def solve_batch(begin, size, cell, biased, isolated, tier, bodies, joints):
    """Solve one batch: what `joints.points.solve_points` does."""
    batch, record, neighbors = joints.batch, joints.order, joints.neighbors
    nothing = splat(ZERO), splat(ZERO), splat(ZERO)
    for n in range(size):
        store3(batch, ((cell + n) * JOINT.BATCH_ROWS + JOINT.BATCH_ANSWER) * LANES, nothing)
    for n in range(size - 1, -1, -1):
        start = (cell + n) * JOINT.BATCH_ROWS * LANES
        answer = sub(
            load3(batch, start + JOINT.BATCH_ANSWER * LANES),
            wanted_of(cell + n, biased, isolated, tier, bodies, joints),
        )
        store3(batch, start + JOINT.BATCH_ANSWER * LANES, answer)
        first = record[begin + n, JOINT.PLACE_NEIGHBORS]
        for m in range(record[begin + n, JOINT.PLACE_COUNT]):
            rows = load_block(batch, start + (JOINT.BATCH_BLOCKS + 9 * m) * LANES)
            far = (
                start
                + ((neighbors[first + m, JOINT.NEIGHBOR_PLACE] - begin - n) * JOINT.BATCH_ROWS + JOINT.BATCH_ANSWER)
                * LANES
            )
            store3(batch, far, sub(load3(batch, far), sum_rows(answer[0], answer[1], answer[2], rows)))
    for n in range(size):
        start = (cell + n) * JOINT.BATCH_ROWS * LANES
        answer = multiply(
            load6(batch, start + JOINT.BATCH_PIVOT * LANES), load3(batch, start + JOINT.BATCH_ANSWER * LANES)
        )
        first = record[begin + n, JOINT.PLACE_NEIGHBORS]
        for m in range(record[begin + n, JOINT.PLACE_COUNT]):
            x, y, z = load_block(batch, start + (JOINT.BATCH_BLOCKS + 9 * m) * LANES)
            far = (
                start
                + ((neighbors[first + m, JOINT.NEIGHBOR_PLACE] - begin - n) * JOINT.BATCH_ROWS + JOINT.BATCH_ANSWER)
                * LANES
            )
            p, q, r = load3(batch, far)
            answer = (
                answer[0] - (x[0] * p + x[1] * q + x[2] * r),
                answer[1] - (y[0] * p + y[1] * q + y[2] * r),
                answer[2] - (z[0] * p + z[1] * q + z[2] * r),
            )
        store3(batch, start + JOINT.BATCH_ANSWER * LANES, answer)
        impulse = start + JOINT.BATCH_IMPULSE * LANES
        if not isolated:
            store3(batch, impulse, add(load3(batch, impulse), answer))
        else:
            if biased:
                store3(batch, impulse, answer)
            total = start + JOINT.BATCH_SUM * LANES
            store3(batch, total, add(load3(batch, total), answer))
        push_cell(cell + n, answer, bodies, joints)


@leaf
def solve_batches(tier, biased, bodies, joints):
    """One pass over the batches of a tier."""
    isolated = joints.isolated[tier] != 0
    for batch in range(joints.batch_starts[tier], joints.batch_starts[tier + 1]):
        begin, size, cell = batch_of(batch, joints)
        solve_batch(begin, size, cell, biased, isolated, tier, bodies, joints)


@leaf
def begin_batches(tier, joints):
    """Forget the impulses of the previous substep."""
    nothing = splat(ZERO), splat(ZERO), splat(ZERO)
    for batch in range(joints.batch_starts[tier], joints.batch_starts[tier + 1]):
        _, size, first = batch_of(batch, joints)
        for cell in range(first, first + size):
            store3(joints.batch, (cell * JOINT.BATCH_ROWS + JOINT.BATCH_IMPULSE) * LANES, nothing)


@leaf
def sum_batches(tier, joints):
    """Add the impulses of a substep to their sums."""
    if joints.isolated[tier]:
        return  # done already
    for batch in range(joints.batch_starts[tier], joints.batch_starts[tier + 1]):
        _, size, first = batch_of(batch, joints)
        for cell in range(first, first + size):
            total = (cell * JOINT.BATCH_ROWS + JOINT.BATCH_SUM) * LANES
            impulse = load3(joints.batch, (cell * JOINT.BATCH_ROWS + JOINT.BATCH_IMPULSE) * LANES)
            store3(joints.batch, total, add(load3(joints.batch, total), impulse))
