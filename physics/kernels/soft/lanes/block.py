"""Four vertices side by side: what their elements, their inertia and their goals do to them, and their steps.

The vertices of a block share no element, so none of them feels that the others move. Blocks keep the order in which
one vertex after another would be visited: a vertex comes after all that it shares an element with and that come before
it (`soft.blocks`). A lane that is not in use repeats the last one that is, and writes the same numbers to the same
place. An element that a lane lacks is a row of its kind that does nothing.
"""

from physics.kernels.core.four import (
    four_at,
    lanes_equal,
    pick,
    put_four,
    put_pairs,
    put_rows,
    rows_of,
    whole_at,
)
from physics.kernels.core.jit import leaf
from physics.kernels.layout import soft as SOFT
from physics.kernels.soft.lanes.laws import (
    add_outer,
    add_skin,
    add_solid,
    add_spring,
    bend,
    limit_step,
    skin_columns,
    solid_columns,
    solve_block,
)


@leaf
def gather(array, stride, column, rows, k):
    """Four neighboring columns of the rows that are numbers k ... k + 3 of flat memory."""
    return rows_of(
        array,
        stride * whole_at(rows, k) + column,
        stride * whole_at(rows, k + 1) + column,
        stride * whole_at(rows, k + 2) + column,
        stride * whole_at(rows, k + 3) + column,
    )


@leaf
def scatter(array, stride, rows, k, x, y, z, w):
    """Write the first four columns of such rows."""
    put_rows(
        array,
        stride * whole_at(rows, k),
        stride * whole_at(rows, k + 1),
        stride * whole_at(rows, k + 2),
        stride * whole_at(rows, k + 3),
        x,
        y,
        z,
        w,
    )


@leaf
def between(place, rows, a, b):
    """From vertices to others [m]."""
    ax, ay, az, _ = gather(place, 4, 0, rows, a)
    bx, by, bz, _ = gather(place, 4, 0, rows, b)
    return bx - ax, by - ay, bz - az


@leaf
def lane_springs(b, x, y, z, load, rate, soft):
    """Add springs, and flat bending between the ends of springs."""
    lane, near, weight, place, spring = soft.lane, soft.near_slot, soft.near_weight, soft.place, soft.spring
    bx = by = bz = own = 0.0 * x
    first = lane[b, SOFT.LANE_NEAR]
    for s in range(first, first + lane[b, SOFT.LANE_NEARS]):
        k = SOFT.NEAR_SLOT * s
        ox, oy, oz, _ = gather(place, 4, 0, near, k)
        stiffness, rest, pressed, before = gather(spring, SOFT.SPRING_STRIDE, 0, near, k + 4)
        ux, uy, uz = x - ox, y - oy, z - oz
        load = add_spring(load, ux, uy, uz, stiffness, rest, pressed, before, rate)
        q = four_at(weight, 4 * s)
        bx, by, bz, own = bx + q * ux, by + q * uy, bz + q * uz, own - q
    return load, (bx, by, bz, own)


@leaf
def lane_bending(b, x, y, z, load, bent, rate, soft):
    """Add flat bending, linear in the ways to the vertices around; those at the ends of springs are in `bent`."""
    lane, near, weight, place = soft.lane, soft.bend_slot, soft.bend_weight, soft.place
    bx, by, bz, own = bent
    first = lane[b, SOFT.LANE_BEND]
    for s in range(first, first + lane[b, SOFT.LANE_BENDS]):
        ox, oy, oz, _ = gather(place, 4, 0, near, 4 * s)
        q = four_at(weight, 4 * s)
        bx, by, bz, own = bx + q * (x - ox), by + q * (y - oy), bz + q * (z - oz), own - q
    cx, cy, cz, _ = gather(soft.curve, 4, 0, soft.lane_vertex, 4 * b)
    more = 1.0 + rate
    fx, fy, fz = more * bx + rate * cx, more * by + rate * cy, more * bz + rate * cz
    own = own * more
    return (
        load[0] + fx,
        load[1] + fy,
        load[2] + fz,
        load[3] + own,
        load[4],
        load[5],
        load[6] + own,
        load[7],
        load[8] + own,
    )


@leaf
def lane_membranes(b, load, rate, soft):
    """Add skin."""
    lane, slot, place, data = soft.lane, soft.membrane_slot, soft.place, soft.membrane
    first = lane[b, SOFT.LANE_MEMBRANE]
    for s in range(first, first + lane[b, SOFT.LANE_MEMBRANES]):
        k = SOFT.MEMBRANE_SLOT * s
        d = gather(data, SOFT.MEMBRANE_STRIDE, 0, slot, k)
        mu, lam, _, _ = gather(data, SOFT.MEMBRANE_STRIDE, 4, slot, k)
        f0, f1, now = skin_columns(between(place, slot, k + 8, k + 12), between(place, slot, k + 8, k + 16), d)
        b00, b01, b11, _ = gather(soft.membrane_start, 4, 0, slot, k)
        one, two = lanes_equal(slot, k + 4, 1), lanes_equal(slot, k + 4, 2)
        a0 = pick(one, d[0], pick(two, d[2], -d[0] - d[2]))
        a1 = pick(one, d[1], pick(two, d[3], -d[1] - d[3]))
        load = add_skin(load, f0, f1, now, (b00, b01, b11), a0, a1, mu, lam, rate)
    return load


@leaf
def lane_tets(b, load, rate, soft):
    """Add tetrahedra."""
    lane, slot, place, data, start = soft.lane, soft.tet_slot, soft.place, soft.tet, soft.tet_start
    first = lane[b, SOFT.LANE_TET]
    for s in range(first, first + lane[b, SOFT.LANE_TETS]):
        k = SOFT.TET_SLOT * s
        m0, m1, m2, m3 = gather(data, SOFT.TET_STRIDE, 0, slot, k)
        m4, m5, m6, m7 = gather(data, SOFT.TET_STRIDE, 4, slot, k)
        m8, mu, lam, _ = gather(data, SOFT.TET_STRIDE, 8, slot, k)
        ox, oy, oz, _ = gather(place, 4, 0, slot, k + 8)
        ax, ay, az, _ = gather(place, 4, 0, slot, k + 12)
        bx, by, bz, _ = gather(place, 4, 0, slot, k + 16)
        cx, cy, cz, _ = gather(place, 4, 0, slot, k + 20)
        u, v, w = solid_columns(
            (ax - ox, ay - oy, az - oz),
            (bx - ox, by - oy, bz - oz),
            (cx - ox, cy - oy, cz - oz),
            (m0, m1, m2, m3, m4, m5, m6, m7, m8),
        )
        s0, s1, s2, s3 = gather(start, SOFT.START_STRIDE, 0, slot, k)
        s4, s5, volume, _ = gather(start, SOFT.START_STRIDE, 4, slot, k)
        one, two, three = lanes_equal(slot, k + 4, 1), lanes_equal(slot, k + 4, 2), lanes_equal(slot, k + 4, 3)
        n = (
            pick(one, m0, pick(two, m3, pick(three, m6, -m0 - m3 - m6))),
            pick(one, m1, pick(two, m4, pick(three, m7, -m1 - m4 - m7))),
            pick(one, m2, pick(two, m5, pick(three, m8, -m2 - m5 - m8))),
        )
        load = add_solid(load, u, v, w, (s0, s1, s2, s3, s4, s5), volume, n, mu, lam, rate)
    return load


@leaf
def lane_hinges(b, load, rate, soft):
    """Add bending about what was not flat."""
    lane, slot, data, place, start = soft.lane, soft.hinge_slot, soft.hinge, soft.place, soft.start
    first = lane[b, SOFT.LANE_HINGE]
    for s in range(first, first + lane[b, SOFT.LANE_HINGES]):
        k = SOFT.HINGE_SLOT * s
        w0, w1, w2, w3 = gather(data, SOFT.HINGE_STRIDE, 0, slot, k)
        stiffness, rest, _, _ = gather(data, SOFT.HINGE_STRIDE, 4, slot, k)
        x = y = z = dx = dy = dz = 0.0 * stiffness
        for c in range(4):
            w = w0 if c == 0 else (w1 if c == 1 else (w2 if c == 2 else w3))
            px, py, pz, _ = gather(place, 4, 0, slot, k + 8 + 4 * c)
            qx, qy, qz, _ = gather(start, 4, 0, slot, k + 8 + 4 * c)
            x, y, z = x + w * px, y + w * py, z + w * pz
            dx, dy, dz = dx + w * (px - qx), dy + w * (py - qy), dz + w * (pz - qz)
        one, two, three = lanes_equal(slot, k + 4, 1), lanes_equal(slot, k + 4, 2), lanes_equal(slot, k + 4, 3)
        w = pick(one, w1, pick(two, w2, pick(three, w3, w0)))
        fx, fy, fz, along, ux, uy, uz, same = bend(x, y, z, dx, dy, dz, stiffness, rest, rate)
        square = w * w
        load = add_outer(load, w * fx, w * fy, w * fz, square * along, ux, uy, uz, square * same)
    return load


@leaf
def lane_goal(b, load, x, y, z, m, trait, soft):
    """Add the pull toward the places of vertices in the shape as made."""
    ax, ay, az, _ = gather(soft.rest, 4, 0, soft.lane_vertex, 4 * b)
    return goal_load(load, ax, ay, az, x, y, z, m, trait)


@leaf
def goal_load(load, ax, ay, az, px, py, pz, m, trait):
    """Add the pull toward a place of the shape as made; the goal's center and axes are in the traits."""
    x, y, z, w = (
        trait[SOFT.TRAIT_TURN],
        trait[SOFT.TRAIT_TURN + 1],
        trait[SOFT.TRAIT_TURN + 2],
        trait[SOFT.TRAIT_TURN + 3],
    )
    tx, ty, tz = 2.0 * (y * az - z * ay), 2.0 * (z * ax - x * az), 2.0 * (x * ay - y * ax)
    gx = trait[SOFT.TRAIT_CENTER] + ax + w * tx + y * tz - z * ty
    gy = trait[SOFT.TRAIT_CENTER + 1] + ay + w * ty + z * tx - x * tz
    gz = trait[SOFT.TRAIT_CENTER + 2] + az + w * tz + x * ty - y * tx
    k = trait[SOFT.TRAIT_GOAL] * m
    return (
        load[0] + k * (gx - px),
        load[1] + k * (gy - py),
        load[2] + k * (gz - pz),
        load[3] + k,
        load[4],
        load[5],
        load[6] + k,
        load[7],
        load[8] + k,
    )


@leaf
def load_block(b, flags, rate, inv_h2, trait, soft):
    """Loads of the vertices of a block, their places and masses, and their longest steps."""
    lane, vertex = soft.lane, soft.lane_vertex
    x, y, z, m = gather(soft.place, 4, 0, vertex, 4 * b)
    ax, ay, az, most = gather(soft.aim, 4, 0, vertex, 4 * b)
    px, py, pz, _ = gather(soft.pull, 4, 0, vertex, 4 * b)
    k = m * inv_h2
    none = 0.0 * m
    load = (k * (ax - x) + px, k * (ay - y) + py, k * (az - z) + pz, k, none, none, k, none, k)
    load, bent = lane_springs(b, x, y, z, load, rate, soft)
    load = lane_bending(b, x, y, z, load, bent, rate, soft)
    load = lane_membranes(b, load, rate, soft)
    load = lane_tets(b, load, rate, soft)
    if lane[b, SOFT.LANE_HINGES] > 0:
        load = lane_hinges(b, load, rate, soft)
    if flags & SOFT.FLAG_GOAL:
        load = lane_goal(b, load, x, y, z, m, trait, soft)
    return load, (x, y, z, m), most


@leaf
def step_block(b, load, at, most, soft):
    """Move the vertices of a block that nothing but their elements holds."""
    step, inverse = solve_block(load)
    vertex, k = soft.lane_vertex, 4 * b
    scatter(soft.inverse, 8, vertex, k, inverse[0], inverse[1], inverse[2], inverse[3])
    put_pairs(
        soft.inverse,
        8 * whole_at(vertex, k) + 4,
        8 * whole_at(vertex, k + 1) + 4,
        8 * whole_at(vertex, k + 2) + 4,
        8 * whole_at(vertex, k + 3) + 4,
        inverse[4],
        inverse[5],
    )
    dx, dy, dz = limit_step(step, most)
    scatter(soft.place, 4, vertex, k, at[0] + dx, at[1] + dy, at[2] + dz, at[3])


@leaf
def spill_block(load, work):
    """Write the loads of a block to scratch, one number of all lanes after the other."""
    for c in range(9):
        put_four(work, 4 * c, load[c])
