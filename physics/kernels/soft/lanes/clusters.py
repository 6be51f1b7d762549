"""Clusters of vertices of a cloth go where the forces on them want them, the largest first; see `coarse`."""

from physics.kernels.core.four import four_at, four_of, lane_sum, put_four, whole_at
from physics.kernels.core.jit import leaf, routine
from physics.kernels.layout import soft as SOFT
from physics.kernels.soft.arrays import open_soft
from physics.kernels.soft.coarse import STIFFER, add_loads
from physics.kernels.soft.contact import hold_load
from physics.kernels.soft.elements import hinge_force, membrane_load
from physics.kernels.soft.grip import grip_load
from physics.kernels.soft.lanes.block import between, gather
from physics.kernels.soft.lanes.laws import add_outer, add_spring, limit_step, solve_block


@leaf
def hinge_part(h, inside, load, rate, soft):
    """Add what a hinge does to those of its corners that are inside of a cluster, together."""
    weight = 0.0
    for c in range(4):
        if inside >> c & 1:
            weight += soft.hinge[h, c]
    fx, fy, fz, along, x, y, z, same = hinge_force(h, rate, soft)
    w2 = weight * weight
    along, same = w2 * along, w2 * same
    return add_outer(load, weight * fx, weight * fy, weight * fz, along, x, y, z, same)


@leaf
def membrane_part(m, inside, load, rate, soft):
    """Add what a triangle of skin does to those of its corners that are inside of a cluster, together."""
    zero = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    if inside == 1 or inside == 2 or inside == 4:
        corner = 0 if inside == 1 else (1 if inside == 2 else 2)
        sign = 1.0
    else:  # two are inside: the opposite of what is done to the third
        corner = 0 if inside == 6 else (1 if inside == 5 else 2)
        sign = -1.0
    own = membrane_load(m, corner, zero, rate, soft)
    return (
        load[0] + sign * own[0],
        load[1] + sign * own[1],
        load[2] + sign * own[2],
        load[3] + own[3],
        load[4] + own[4],
        load[5] + own[5],
        load[6] + own[6],
        load[7] + own[7],
        load[8] + own[8],
    )


@leaf
def sum_lanes(load, other):
    """A load and the sum of the lanes of another."""
    return (
        load[0] + lane_sum(other[0]),
        load[1] + lane_sum(other[1]),
        load[2] + lane_sum(other[2]),
        load[3] + lane_sum(other[3]),
        load[4] + lane_sum(other[4]),
        load[5] + lane_sum(other[5]),
        load[6] + lane_sum(other[6]),
        load[7] + lane_sum(other[7]),
        load[8] + lane_sum(other[8]),
    )


@leaf
def rim_springs(c, load, rate, soft):
    """Add the springs that cross the border of a cluster, four side by side."""
    slot, spring, place = soft.rim_slot, soft.spring, soft.place
    none = four_of(0.0, 0.0, 0.0, 0.0)
    total = (none, none, none, none, none, none, none, none, none)
    first = soft.cluster[c, SOFT.CLUSTER_RIM]
    for s in range(first, first + soft.cluster[c, SOFT.CLUSTER_RIMS]):
        k = SOFT.RIM_SLOT * s
        x, y, z = between(place, slot, k + 4, k)
        stiffness, rest, pressed, before = gather(spring, SOFT.SPRING_STRIDE, 0, slot, k + 8)
        total = add_spring(total, x, y, z, stiffness, rest, pressed, before, rate)
    return sum_lanes(load, total)


@leaf
def rim_bending(c, load, rate, soft):
    """Add flat bending between a cluster and the vertices around: forces inside of it cancel."""
    near, weight, place, start = soft.rim_near, soft.rim_weight, soft.place, soft.start
    first = soft.cluster[c, SOFT.CLUSTER_BEND]
    last = first + soft.cluster[c, SOFT.CLUSTER_BENDS]
    if first == last:
        return load
    force = four_of(0.0, 0.0, 0.0, 0.0)
    more = 1.0 + rate
    for e in range(first, last):
        o = 4 * whole_at(near, e)
        force = force - weight[e] * (more * four_at(place, o) - rate * four_at(start, o))
    put_four(soft.work, 0, force)
    x, y, z = soft.work[0], soft.work[1], soft.work[2]
    return add_outer(load, x, y, z, 0.0, 0.0, 0.0, 0.0, more * soft.stiff[c])


@leaf
def member_load(m0, m1, inv_h2, soft):
    """Pull of the vertices of a cluster toward where they would be without elements, all together."""
    member, place, aim, pull = soft.member, soft.place, soft.aim, soft.pull
    force = four_of(0.0, 0.0, 0.0, 0.0)
    mass = 0.0
    for n in range(m0, m1):
        v = whole_at(member, n)
        m = place[v, 3]
        mass += m
        force = force + ((m * inv_h2) * (four_at(aim, 4 * v) - four_at(place, 4 * v)) + four_at(pull, 4 * v))
    put_four(soft.work, 0, force)
    m = mass * inv_h2
    return (soft.work[0], soft.work[1], soft.work[2], m, 0.0, 0.0, m, 0.0, m)


@routine
def move_clusters(first, last, touching, rate, h, most, table, bodies):
    """Move each cluster along the sum of the forces on it; the largest come first."""
    soft = open_soft(table)
    cluster, member, crossing, place = soft.cluster, soft.member, soft.crossing, soft.place
    inv_h2 = 1.0 / (h * h)
    for c in range(first, last):
        m0 = cluster[c, SOFT.CLUSTER_MEMBER]
        m1 = m0 + cluster[c, SOFT.CLUSTER_MEMBERS]
        load = member_load(m0, m1, inv_h2, soft)
        stiffest = STIFFER * load[3]
        if cluster[c, SOFT.CLUSTER_BUSY] != 0:
            for n in range(m0, m1):
                load = add_loads(load, hold_load(member[n], stiffest, h, soft, bodies))
        if touching:
            for n in range(m0, m1):
                load = add_loads(load, grip_load(member[n], stiffest, h, soft))
        load = rim_springs(c, load, rate, soft)
        load = rim_bending(c, load, rate, soft)
        x0 = cluster[c, SOFT.CLUSTER_CROSSING]
        for x in range(x0, x0 + cluster[c, SOFT.CLUSTER_CROSSINGS]):
            kind, e, inside = crossing[x, 0], crossing[x, 1], crossing[x, 2]
            if kind == SOFT.CROSSING_HINGE:
                load = hinge_part(e, inside, load, rate, soft)
            else:
                load = membrane_part(e, inside, load, rate, soft)
        step, _ = solve_block(load)
        step = limit_step(step, most)
        way = four_of(step[0], step[1], step[2], 0.0)
        for n in range(m0, m1):
            v = 4 * whole_at(member, n)
            put_four(place, v, four_at(place, v) + way)
