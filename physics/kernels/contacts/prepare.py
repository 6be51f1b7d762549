"""Contact constraints, first stage: manifolds to solver blocks of eight lanes.

A block holds everything that the passes of the solver read, so that they stream through memory. Both anchors of a point
are known from one: r_b = r_a - d, where d leads from the center of a to the center of b.
"""

import numpy as np
from numba import types

from physics.kernels.contacts.friction import prepare_friction
from physics.kernels.contacts.normals import prepare_gives, store_gap
from physics.kernels.contacts.options import (
    INVERSE_TINY,
    inverse_or_zero,
    prepare_grain,
    prepare_softness,
    prepare_special,
    scale_masses,
)
from physics.kernels.contacts.spin import mark_spins
from physics.kernels.core.calls import by_address
from physics.kernels.core.jit import kernel, leaf, linked
from physics.kernels.core.wide import (
    LANES,
    any_of,
    gather4,
    load,
    select,
    splat,
    store,
    wide_abs,
    wide_max,
    wide_min,
    wide_sqrt,
)
from physics.kernels.core.wide_vec import add_scaled, cross, dot, load3, multiply, store3, store6, sub
from physics.kernels.layout import (
    block as BLOCK,
    body as BODY,
    manifold as MANIFOLD,
    motion as MOTION,
    tier as TIER,
)

ZERO = np.float32(0.0)
ONE = np.float32(1.0)
TWO = np.float32(2.0)
WEIGHT_MIN = np.float32(1e-10)
# A contact whose friction needs this part of its load is about to slip.
SLIPPING = np.float32(0.9)
# Pushes out of an overlap below this [m/s] are what resting piles have; the contacts of a body share faster ones.
PUSH_SHARED = np.float32(0.5)
# Rates at which overlaps are pushed out [1/s], of movable bodies and of one with something immovable: what is 1 cm deep
# parts at 6 cm/s. Lower: things made inside each other take visibly long to part. Higher: rows of bodies with small
# overlaps fly apart, and stacks made with small overlaps jump.
PUSH_RATE = np.float32(6.0)
PUSH_RATE_IMMOVABLE = np.float32(20.0)
# Pushes up to this [m/s], and up to so many times what held the load of the last step, are made with all stiffness that
# the contact has, whatever its rate says. Lower: towers rock softly, and lean; what rocks on the ground never rests.
# Higher: small overlaps of long rows add up, and what is left of a push counts as a load, and pushes again.
PUSH_STIFF = np.float32(0.03)
PUSH_STIFF_IMMOVABLE = np.float32(0.2)
PUSH_LOADS = np.float32(2.0)


@leaf
def make_tangent(n):
    """Unit vector perpendicular to the unit normal n, continuous except where |n.x| passes |n.z|."""
    zero = splat(ZERO)
    use_x = wide_abs(n[0]) > wide_abs(n[2])
    x = select(use_x, -n[1], zero)
    y = select(use_x, n[0], -n[2])
    z = select(use_x, zero, n[1])
    inverse = splat(ONE) / wide_sqrt(wide_max(x * x + y * y + z * z, splat(INVERSE_TINY)))
    return x * inverse, y * inverse, z * inverse


@leaf
def gather_inertia(inv_inertia, rows, k):
    """World inverse inertia of eight bodies as a symmetric matrix of wides."""
    xx, xy, xz, yy = gather4(inv_inertia, rows, k, BODY.INERTIA_STRIDE, 0)
    yz, zz, _, _ = gather4(inv_inertia, rows, k, BODY.INERTIA_STRIDE, 4)
    return xx, xy, xz, yy, yz, zz


@leaf
def prepare_points(
    point_count, manifold, rows, k, base, normal, centers, masses, inertia_a, inertia_b, slide, inv_tau, warm, hold
):
    """Write the rows of every point.

    Returns:
        Where friction acts; its greatest lever, or 0; the least gap; the largest load, as force by effective mass.

    Friction acts at the mean of the points, weighted by closeness. Where it was at its limit, and so the place counts,
    it acts at the center of the loads, unless some point that touches has none yet. `slide` is the relative velocity
    data (v_b - v_a, w_a, w_b) before the step, `hold` the load that the friction of the last step needed.
    """
    blocks = base[0]
    start = base[1]
    linear, w_a, w_b = slide
    cross_centers = cross(centers, normal)
    vn_linear = dot(normal, linear)
    zero = splat(ZERO)
    anchor = (zero, zero, zero)
    weights = zero
    loaded = (zero, zero, zero)
    loads = zero
    deepest = zero
    give = zero
    counts = zero
    unknown = zero > zero
    for p in range(point_count):
        column = MANIFOLD.POINT + p * MANIFOLD.POINT_STRIDE
        x, y, z, separation = gather4(manifold, rows, k, MANIFOLD.STRIDE, column)
        force, _, _, used = gather4(manifold, rows, k, MANIFOLD.STRIDE, column + MANIFOLD.POINT_FORCE)
        r = (x, y, z)
        rn_a = cross(r, normal)
        rn_b = sub(rn_a, cross_centers)
        k_normal = masses + dot(rn_a, multiply(inertia_a, rn_a)) + dot(rn_b, multiply(inertia_b, rn_b))
        # A lane with fewer points than its neighbors has used = 0 there: no mass, no impulse, no weight.
        mass = used * inverse_or_zero(k_normal)
        speed = vn_linear + dot(w_b, rn_b) - dot(w_a, rn_a)
        weight = wide_min(wide_max(splat(TWO) - separation * inv_tau, splat(WEIGHT_MIN)), splat(ONE))
        weight = used * weight
        anchor = add_scaled(anchor, weight, r)
        weights = weights + weight
        force = used * force
        loaded = add_scaled(loaded, force, r)
        loads = loads + force
        counts = counts + used
        unknown = unknown | ((force <= zero) & (used > zero) & (separation <= zero))
        deepest = wide_min(deepest, used * separation)
        give = wide_max(give, used * force * k_normal)
        row = start + (BLOCK.POINT + p * BLOCK.POINT_ROWS) * LANES
        store3(blocks, row, r)
        store(blocks, row + BLOCK.ROW_SEPARATION * LANES, separation)
        store(blocks, row + BLOCK.ROW_IMPULSE * LANES, warm * force)
        store(blocks, row + BLOCK.ROW_MASS * LANES, mass)
        store(blocks, row + BLOCK.ROW_TOTAL * LANES, zero)
        store(blocks, row + BLOCK.ROW_SPEED * LANES, speed)
    unknown = unknown | (loads <= zero) | (hold < splat(SLIPPING) * loads)
    inverse = inverse_or_zero(select(unknown, weights, loads))
    anchor = (
        inverse * select(unknown, anchor[0], loaded[0]),
        inverse * select(unknown, anchor[1], loaded[1]),
        inverse * select(unknown, anchor[2], loaded[2]),
    )
    reach = zero
    for p in range(point_count):
        row = start + (BLOCK.POINT + p * BLOCK.POINT_ROWS) * LANES
        arm = sub(load3(blocks, row), anchor)
        lever = wide_sqrt(dot(arm, arm))
        store(blocks, row + BLOCK.ROW_LEVER * LANES, lever)
        reach = wide_max(reach, select(load(blocks, row + BLOCK.ROW_MASS * LANES) > zero, lever, zero))
    return anchor, select(counts > splat(ONE), reach, zero), deepest, give


@leaf
def prepare_push(blocks, start, flags, immovable, bias_rate, deepest, give, numbers):
    """Write how fast overlaps may be pushed out; returns whether some are so deep that contacts share their pushes.

    That is the overlap times a rate that does not depend on how stiff the contact is: the pushes of a row of bodies add
    up, and one pass that relaxes them cannot take back what they came to. What bears a load stays stiff. It loses the
    part i of its impulse J in a substep, its impulse scale: a push of i J / M on the effective mass M holds the load. A
    softness that a program set is that of a spring, and pushes as one.
    """
    push = splat(numbers[TIER.PUSH])
    lost = load(blocks, start + BLOCK.IMPULSE_SCALE * LANES)
    rate = select(immovable, splat(PUSH_RATE_IMMOVABLE), splat(PUSH_RATE))
    limit = wide_max(splat(PUSH_LOADS * numbers[TIER.STEP]) * lost * give, -(rate * deepest))
    stiff = select(immovable, splat(PUSH_STIFF_IMMOVABLE), splat(PUSH_STIFF))
    limit = wide_min(wide_max(limit, stiff), push)
    if flags & BLOCK.FLAG_SOFT:
        limit = select(load(blocks, start + BLOCK.RELAX_SCALE * LANES) == splat(ZERO), push, limit)
    wanted = wide_min(-(bias_rate * deepest), limit)
    shared = any_of(wanted > splat(PUSH_SHARED))
    store(blocks, start + BLOCK.PUSH * LANES, limit)
    return shared


@linked
def prepare_contacts(
    first, last, lane_contact, lane_a, lane_b, block_points, block_flags, motion, inv_inertia, manifold, cache, numbers,
    blocks,
):  # fmt: skip
    """Fill the solver blocks from the manifolds.

    Args:
        first: First block.
        last: Block after the last.
        lane_contact: Contact of each lane, shape [blocks * 8]; 0 for an unused lane.
        lane_a: Body a of each lane.
        lane_b: Body b of each lane.
        block_points: Largest number of points of the lanes of a block, shape [blocks].
        block_flags: BLOCK_BOUNCES, BLOCK_SLIDES, BLOCK.FLAG_ROLLS, shape [blocks].
        motion: Body records.
        inv_inertia: Body records.
        manifold: Contact records.
        cache: Contact records.
        numbers: Softness of contacts and so on, of the tier of the blocks, shape [TIER.STRIDE].
        blocks: Solver blocks, flat. Written.

    Returns:
        1 when some overlap is so deep that `share_pushes` should look at it, else 0.
    """
    deep = 0
    inv_tau = splat(numbers[TIER.INV_TAU])
    warm = splat(numbers[TIER.WARM] * numbers[TIER.STEP])  # forces to impulses of a substep
    for block in range(first, last):
        k = block * LANES
        start = block * BLOCK.ROWS * LANES
        vax, vay, vaz, mass_a = gather4(motion, lane_a, k, MOTION.STRIDE, MOTION.VELOCITY)
        wax, way, waz, _ = gather4(motion, lane_a, k, MOTION.STRIDE, MOTION.ANGULAR)
        vbx, vby, vbz, mass_b = gather4(motion, lane_b, k, MOTION.STRIDE, MOTION.VELOCITY)
        wbx, wby, wbz, _ = gather4(motion, lane_b, k, MOTION.STRIDE, MOTION.ANGULAR)
        inertia_a = gather_inertia(inv_inertia, lane_a, k)
        inertia_b = gather_inertia(inv_inertia, lane_b, k)
        nx, ny, nz, friction = gather4(manifold, lane_contact, k, MANIFOLD.STRIDE, MANIFOLD.NORMAL)
        fx, fy, fz, twist = gather4(manifold, lane_contact, k, MANIFOLD.STRIDE, MANIFOLD.FRICTION_FORCE)
        dx, dy, dz, restitution = gather4(manifold, lane_contact, k, MANIFOLD.STRIDE, MANIFOLD.CENTERS)
        radius_a, radius_b, rolling, _ = gather4(manifold, lane_contact, k, MANIFOLD.STRIDE, MANIFOLD.RADII)
        store(blocks, start + BLOCK.RADII * LANES, radius_a)
        store(blocks, start + (BLOCK.RADII + 1) * LANES, radius_b)
        normal = (nx, ny, nz)
        centers = (dx, dy, dz)
        tangent = make_tangent(normal)
        flags = block_flags[block]
        if numbers[TIER.SOFT] > ZERO:
            flags |= BLOCK.FLAG_SOFT
            block_flags[block] = flags
        if flags & BLOCK.FLAG_GRAIN:
            tangent, friction = prepare_grain(blocks, start, manifold, lane_contact, k, normal, tangent, friction)
        if flags & BLOCK.FLAG_SCALED:
            mass_a, mass_b, inertia_a, inertia_b = scale_masses(
                blocks, start, manifold, lane_contact, k, mass_a, mass_b, inertia_a, inertia_b
            )
        masses = mass_a + mass_b
        store6(blocks, start + BLOCK.INERTIA_A * LANES, inertia_a)
        store6(blocks, start + BLOCK.INERTIA_B * LANES, inertia_b)
        store3(blocks, start + BLOCK.NORMAL * LANES, normal)
        store3(blocks, start + BLOCK.TANGENT * LANES, tangent)
        store3(blocks, start + BLOCK.CENTERS * LANES, centers)
        store(blocks, start + BLOCK.FRICTION * LANES, friction)
        immovable = (mass_a == splat(ZERO)) | (mass_b == splat(ZERO))
        bias_rate = prepare_softness(blocks, start, flags, manifold, lane_contact, k, immovable, numbers)
        slide = ((vbx - vax, vby - vay, vbz - vaz), (wax, way, waz), (wbx, wby, wbz))
        base = (blocks, start)
        hold = wide_sqrt(fx * fx + fy * fy + fz * fz) / (friction + splat(INVERSE_TINY))
        anchor, reach, deepest, give = prepare_points(
            block_points[block], manifold, lane_contact, k, base, normal, centers, masses, inertia_a, inertia_b, slide,
            inv_tau, warm, hold,
        )  # fmt: skip
        store3(blocks, start + BLOCK.ANCHOR * LANES, anchor)
        store_gap(blocks, start, (splat(ZERO), (splat(ZERO), splat(ZERO), splat(ZERO))))
        if block_points[block] > 1:
            prepare_gives(block_points[block], blocks, start, normal, centers, masses, inertia_a, inertia_b)
        if prepare_push(blocks, start, flags, immovable, bias_rate, deepest, give, numbers):
            block_flags[block] |= BLOCK.FLAG_DEEP
            deep = 1
        impulse = (fx * warm, fy * warm, fz * warm)
        if block_points[block] == 1:  # nothing would relax what is left of the twist of a manifold that had more
            twist = splat(ZERO)
        prepare_friction(
            block_points[block], blocks, start, normal, tangent, anchor, reach, centers, masses, inertia_a, inertia_b
        )
        row = start + BLOCK.TANGENT_IMPULSE * LANES
        store(blocks, row, dot(impulse, tangent))
        store(blocks, row + LANES, dot(impulse, cross(tangent, normal)))
        store(blocks, start + BLOCK.TWIST * LANES, twist * warm)
        store(blocks, start + BLOCK.TANGENT_TOTAL * LANES, splat(ZERO))
        store(blocks, start + (BLOCK.TANGENT_TOTAL + 1) * LANES, splat(ZERO))
        if block_points[block] == 1 and mark_spins(blocks, start, flags, slide, numbers[TIER.STEP]):
            block_flags[block] |= BLOCK.FLAG_SPINS
        if flags & (BLOCK.FLAG_BOUNCES | BLOCK.FLAG_SLIDES | BLOCK.FLAG_ROLLS):
            prepare_special(
                blocks, start, flags, restitution, rolling, manifold, cache, lane_contact, k, normal, tangent,
                inertia_a, inertia_b, warm,
            )  # fmt: skip
    return deep


@leaf
def larger_total(totals, motion, a, b):
    """The larger sum of pushes of two bodies, of those that can be pushed."""
    total = ZERO
    if motion[a, MOTION.INV_MASS] > ZERO:
        total = totals[a]
    if motion[b, MOTION.INV_MASS] > ZERO:
        total = max(total, totals[b])
    return total


@kernel
def share_pushes(first, last, lane_contact, lane_a, lane_b, block_flags, numbers, motion, totals, blocks):
    """Let the contacts of a body share the fastest push: many deep overlaps together push no faster than one.

    Args:
        first: First block.
        last: Block after the last.
        lane_contact: Contact of each lane.
        lane_a: Body a of each lane.
        lane_b: Body b of each lane.
        block_flags: BLOCK.FLAG_DEEP where a lane is deep.
        numbers: Fastest push and so on, of the tier of the blocks.
        motion: Body records.
        totals: Scratch, float32 [N]: sum of the pushes of each body [m/s].
        blocks: Solver blocks. Pushes are updated.
    """
    push = numbers[TIER.PUSH]
    for sweep in range(3):
        for block in range(first, last):
            if block_flags[block] & BLOCK.FLAG_DEEP == 0:
                continue
            for lane in range(LANES):
                k = block * LANES + lane
                place = (block * BLOCK.ROWS + BLOCK.PUSH) * LANES + lane
                a, b = lane_a[k], lane_b[k]
                if sweep == 0:
                    totals[a] = ZERO
                    totals[b] = ZERO
                elif lane_contact[k] > 0:
                    weight = max(blocks[place], PUSH_SHARED)
                    if sweep == 1:
                        totals[a] += weight
                        totals[b] += weight
                    else:
                        total = larger_total(totals, motion, a, b)
                        if total > push:
                            blocks[place] = min(blocks[place], push * weight / total)


call_prepare_contacts = by_address(prepare_contacts, types.int64)
