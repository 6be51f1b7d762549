"""Plain points of colored groups, eight at once.

A group with very many loops, such as a net, is not factored, see `joints.groups`. Its joints are colored so that no two
of one color share a body that can move, and eight joints of a color are solved side by side, one color after the other.
What they need of the bodies is so little that measuring again costs less than keeping it.
"""

import numpy as np

from physics.kernels.contacts.velocity import gather_velocity, scatter_velocity
from physics.kernels.core.jit import leaf
from physics.kernels.core.wide import LANES, gather4, select, splat, wide_max, wide_min
from physics.kernels.core.wide_vec import add, add_scaled, cross, dot, load3, rotate, scale, store3, sub, sub_scaled
from physics.kernels.islands.islands import movable
from physics.kernels.joints.axes import PUSH
from physics.kernels.joints.levers import diagonal_of, turns_of
from physics.kernels.joints.measure import anchors_of
from physics.kernels.joints.points import LOOP_PUSH
from physics.kernels.layout import body as BODY, joint as JOINT, motion as MOTION

ZERO = np.float32(0.0)
HALF = np.float32(0.5)
ONE = np.float32(1.0)
TINY = np.float32(1e-30)


# ---- Colors and lanes ------------------------------------------------------------------------------------------------


@leaf
def color_joint(joint, marks, links, joints):
    """Lowest color that no joint of either body has, or JOINT.COLORED_COLORS for none; the bodies take note of it."""
    taken = 0
    for side in range(2):
        body = joints.info[joint, JOINT.BODY_A + side]
        if movable(links[body, BODY.FLAGS]):
            taken |= marks[body]
    color = 0
    while color < JOINT.COLORED_COLORS and taken >> color & 1:
        color += 1
    if color < JOINT.COLORED_COLORS:
        for side in range(2):
            body = joints.info[joint, JOINT.BODY_A + side]
            if movable(links[body, BODY.FLAGS]):
                marks[body] |= 1 << color
    return color


@leaf
def lay_lanes(colored_count, block, joints):
    """Spread the colored joints over blocks of eight, color by color; returns the next free block."""
    places = joints.colored_places
    for color in range(JOINT.COLORED_COLORS):
        places[color] = 0
    for n in range(colored_count):
        places[joints.colored_list[2 * n + 1]] += 1
    lane = block * LANES
    for color in range(JOINT.COLORED_COLORS):
        end = lane + places[color]
        places[color] = lane
        lane = (end + LANES - 1) // LANES * LANES
        for k in range(end, lane):
            joints.colored_joints[k], joints.colored_lanes[0, k], joints.colored_lanes[1, k] = 0, 0, 0
    for n in range(colored_count):
        i, color = joints.colored_list[2 * n], joints.colored_list[2 * n + 1]
        k = places[color]
        places[color] = k + 1
        joints.colored_joints[k] = i
        joints.colored_lanes[0, k] = joints.info[i, JOINT.BODY_A]
        joints.colored_lanes[1, k] = joints.info[i, JOINT.BODY_B]
    return lane // LANES


@leaf
def load_colored(first, last, warm, bodies, joints):
    """Fill blocks: anchors, the way between them, impulses of a substep of `warm` seconds."""
    colored = joints.colored
    for k in range(first * LANES, last * LANES):
        i = joints.colored_joints[k]
        start = (k // LANES) * JOINT.COLORED_ROWS * LANES + k % LANES
        if i == 0:
            for row in range(JOINT.COLORED_ROWS):
                colored[start + row * LANES] = ZERO
            continue
        lever_a, lever_b, gap = anchors_of(i, joints, bodies)
        for c in range(3):
            colored[start + (JOINT.COLORED_START_A + c) * LANES] = np.float32(lever_a[c])
            colored[start + (JOINT.COLORED_START_B + c) * LANES] = np.float32(lever_b[c])
            colored[start + (JOINT.COLORED_GAP + c) * LANES] = np.float32(gap[c])
            colored[start + (JOINT.COLORED_IMPULSE + c) * LANES] = (
                warm * joints.result[i, c * JOINT.SLOTS + JOINT.SLOT_HOLD]
            )
            colored[start + (JOINT.COLORED_SUM + c) * LANES] = ZERO


@leaf
def store_colored(k, inv_h, inv_dt, joints):
    """Write the forces of a lane back; returns how fast its load would have it give way [m/s^2]."""
    i, colored = joints.colored_joints[k], joints.colored
    start = (k // LANES) * JOINT.COLORED_ROWS * LANES + k % LANES
    fastest = ZERO
    for c in range(3):
        force = inv_h * colored[start + (JOINT.COLORED_IMPULSE + c) * LANES]
        mass = colored[start + (JOINT.COLORED_MASS + c) * LANES]
        joints.result[i, c * JOINT.SLOTS + JOINT.SLOT_HOLD] = force
        joints.result[i, JOINT.RESULT_FORCE + c] = inv_dt * colored[start + (JOINT.COLORED_SUM + c) * LANES]
        joints.result[i, JOINT.RESULT_TORQUE + c] = ZERO
        if mass > ZERO:
            fastest = max(fastest, abs(force) / mass)
    return fastest


# ---- Passes ----------------------------------------------------------------------------------------------------------


@leaf
def gather_inertia(inv_inertia, rows, k):
    """Inverse inertia of eight bodies."""
    xx, xy, xz, yy = gather4(inv_inertia, rows, k, BODY.INERTIA_STRIDE, 0)
    yz, zz, _, _ = gather4(inv_inertia, rows, k, BODY.INERTIA_STRIDE, 4)
    return xx, xy, xz, yy, yz, zz


@leaf
def turned(turns, x):
    """What an impulse turns a body by."""
    return add_scaled(add_scaled(scale(x[0], turns[0]), x[1], turns[1]), x[2], turns[2])


@leaf
def levers_of(start, k, motion, lanes, array):
    """Levers of both bodies to the anchor of b, and the way between the anchors, as the bodies have moved.

    Args:
        start: Where the anchors and the way at the start of the step stand in the array, nine rows of eight.
        k: First lane.
        motion: Of the bodies.
        lanes: Bodies a and b of each lane, int32 [2, lanes].
        array: Solver blocks, float32.
    """
    start_a, start_b = load3(array, start), load3(array, start + 3 * LANES)
    lever_a = rotate(gather4(motion, lanes[0], k, MOTION.STRIDE, MOTION.DELTA_ROTATION), start_a)
    lever_b = rotate(gather4(motion, lanes[1], k, MOTION.STRIDE, MOTION.DELTA_ROTATION), start_b)
    ax, ay, az, _ = gather4(motion, lanes[0], k, MOTION.STRIDE, MOTION.DELTA)
    bx, by, bz, _ = gather4(motion, lanes[1], k, MOTION.STRIDE, MOTION.DELTA)
    gap = add(load3(array, start + 6 * LANES), (bx - ax, by - ay, bz - az))
    gap = add(gap, sub(sub(lever_b, start_b), sub(lever_a, start_a)))
    return add(lever_a, gap), lever_b, gap


@leaf
def solve_block3(xx, xy, xz, yy, yz, zz, v):
    """Solution of a symmetric 3 x 3 system; zero where it is singular."""
    a, b, c = yy * zz - yz * yz, xz * yz - xy * zz, xy * yz - xz * yy
    determinant = xx * a + xy * b + xz * c
    sound = determinant > splat(TINY)
    inverse = select(sound, splat(ONE) / select(sound, determinant, splat(ONE)), splat(ZERO))
    d, e, f = xx * zz - xz * xz, xy * xz - xx * yz, xx * yy - xy * xy
    return (
        inverse * (a * v[0] + b * v[1] + c * v[2]),
        inverse * (b * v[0] + d * v[1] + e * v[2]),
        inverse * (c * v[0] + e * v[1] + f * v[2]),
    )


@leaf
def warm_start_colored(first, last, bodies, joints):
    """Apply the impulses of the previous substep."""
    motion = bodies.motion
    lanes_a, lanes_b = joints.colored_lanes[0], joints.colored_lanes[1]
    for block in range(first, last):
        k, start = block * LANES, block * JOINT.COLORED_ROWS * LANES
        lever_a, lever_b, _ = levers_of(start, k, motion, joints.colored_lanes, joints.colored)
        impulse = load3(joints.colored, start + JOINT.COLORED_IMPULSE * LANES)
        turns_a = turns_of(gather_inertia(bodies.inv_inertia, lanes_a, k), lever_a)
        turns_b = turns_of(gather_inertia(bodies.inv_inertia, lanes_b, k), lever_b)
        v_a, w_a, mass_a, spare_a = gather_velocity(motion, lanes_a, k)
        v_b, w_b, mass_b, spare_b = gather_velocity(motion, lanes_b, k)
        v_a, w_a = sub_scaled(v_a, mass_a, impulse), sub(w_a, turned(turns_a, impulse))
        v_b, w_b = add_scaled(v_b, mass_b, impulse), add(w_b, turned(turns_b, impulse))
        scatter_velocity(motion, lanes_a, k, v_a, w_a, mass_a, spare_a)
        scatter_velocity(motion, lanes_b, k, v_b, w_b, mass_b, spare_b)


@leaf
def bend_factor(w, half_h):
    """As of `joints.motion`."""
    return half_h / (splat(ONE) + half_h * half_h * dot(w, w))


@leaf
def bias_of(gap, push, most, w_a, around_a, w_b, around_b, half_h):
    """What the biased pass wants besides the rate: errors pushed out, and that bodies turn meanwhile."""
    bias = scale(bend_factor(w_b, half_h), cross(w_b, around_b))
    bias = sub_scaled(bias, bend_factor(w_a, half_h), cross(w_a, around_a))
    return (
        bias[0] + wide_min(wide_max(push * gap[0], -most), most),
        bias[1] + wide_min(wide_max(push * gap[1], -most), most),
        bias[2] + wide_min(wide_max(push * gap[2], -most), most),
    )


@leaf
def solve_colored(first, last, tier, biased, bodies, joints):
    """One pass over the blocks of colored joints."""
    motion, colored = bodies.motion, joints.colored
    lanes_a, lanes_b = joints.colored_lanes[0], joints.colored_lanes[1]
    push = splat(LOOP_PUSH * joints.soft[tier, 0] / joints.soft[tier, 1])
    scaled = splat(joints.soft[tier, 1] if biased else ONE)
    left = splat(ONE - joints.soft[tier, 2] if biased else ONE)
    half_h = splat(HALF * joints.soft[tier, JOINT.SOFT_STEP])
    for number in range(last - first):
        block = first + number if biased else last - 1 - number
        k, start = block * LANES, block * JOINT.COLORED_ROWS * LANES
        p, q, gap = levers_of(start, k, motion, joints.colored_lanes, joints.colored)
        s = turns_of(gather_inertia(bodies.inv_inertia, lanes_a, k), p)
        t = turns_of(gather_inertia(bodies.inv_inertia, lanes_b, k), q)
        v_a, w_a, mass_a, spare_a = gather_velocity(motion, lanes_a, k)
        v_b, w_b, mass_b, spare_b = gather_velocity(motion, lanes_b, k)
        xx, xy, xz, yy, yz, zz = diagonal_of(mass_a + mass_b, p, s, q, t)
        around_a, around_b = cross(w_a, p), cross(w_b, q)
        wanted = sub(add(v_b, around_b), add(v_a, around_a))
        impulse = load3(colored, start + JOINT.COLORED_IMPULSE * LANES)
        if biased:
            wanted = add(wanted, bias_of(gap, push, splat(PUSH), w_a, around_a, w_b, around_b, half_h))
            one, least = splat(ONE), splat(TINY)
            masses = one / wide_max(xx, least), one / wide_max(yy, least), one / wide_max(zz, least)
            store3(colored, start + JOINT.COLORED_MASS * LANES, masses)
        before = impulse
        impulse = sub_scaled(scale(left, before), scaled, solve_block3(xx, xy, xz, yy, yz, zz, wanted))
        x = sub(before, impulse)
        store3(colored, start + JOINT.COLORED_IMPULSE * LANES, impulse)
        v_a, w_a = add_scaled(v_a, mass_a, x), add(w_a, turned(s, x))
        v_b, w_b = sub_scaled(v_b, mass_b, x), sub(w_b, turned(t, x))
        scatter_velocity(motion, lanes_a, k, v_a, w_a, mass_a, spare_a)
        scatter_velocity(motion, lanes_b, k, v_b, w_b, mass_b, spare_b)
        if not biased:
            store3(
                colored,
                start + JOINT.COLORED_SUM * LANES,
                add(load3(colored, start + JOINT.COLORED_SUM * LANES), impulse),
            )
