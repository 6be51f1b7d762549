"""Plain points of nets, eight at once.

A net has too many loops to be factored, see `joint_groups`. Its joints are colored so that no two of one color share a
body that can move, and eight joints of a color are solved side by side, one color after the other. What they need of
the bodies is so little that measuring again costs less than keeping it.
"""

import numpy as np

from physics.kernels.contact_solve import gather_velocity, scatter_velocity
from physics.kernels.islands import movable
from physics.kernels.jit import leaf
from physics.kernels.joint_axes import PUSH
from physics.kernels.joint_layout import (
    JOINT_BODY_A,
    NET_COLORS,
    NET_GAP,
    NET_IMPULSE,
    NET_MASS,
    NET_ROWS,
    NET_START_A,
    NET_START_B,
    NET_SUM,
    PLACE_COLOR,
    PLACE_JOINT,
    SLOT_HOLD,
    SLOTS,
    SOFT_STEP,
    WORK_MASS,
    WORK_START_A,
    WORK_SUM,
)
from physics.kernels.layout import BODY_FLAGS, INERTIA_STRIDE, MOTION_DELTA, MOTION_DELTA_ROTATION, MOTION_STRIDE
from physics.kernels.wide import LANES, gather4, select, splat, wide_max, wide_min
from physics.kernels.wide_vec import add, add_scaled, cross, load3, rotate, scale, store3, sub, sub_scaled

ZERO = np.float32(0.0)
HALF = np.float32(0.5)
ONE = np.float32(1.0)
TINY = np.float32(1e-30)


# ---- Colors and lanes ------------------------------------------------------------------------------------------------


@leaf
def color_joint(joint, marks, links, joints):
    """Lowest color that no joint of either body has, or NET_COLORS for none; the bodies take note of it."""
    taken = 0
    for side in range(2):
        body = joints.info[joint, JOINT_BODY_A + side]
        if movable(links[body, BODY_FLAGS]):
            taken |= marks[body]
    color = 0
    while color < NET_COLORS and taken >> color & 1:
        color += 1
    if color < NET_COLORS:
        for side in range(2):
            body = joints.info[joint, JOINT_BODY_A + side]
            if movable(links[body, BODY_FLAGS]):
                marks[body] |= 1 << color
    return color


@leaf
def fill_lanes(first, last, block, joints):
    """Spread the joints of nets over blocks of eight, color by color; returns the next free block."""
    lanes = joints.net_lanes
    left = last - first
    for color in range(NET_COLORS):
        if left == 0:
            break
        count = 0
        for place in range(first, last):
            if joints.order[place, PLACE_COLOR] == color:
                k = block * LANES + count
                i = joints.order[place, PLACE_JOINT]
                joints.net_joints[k] = i
                lanes[0, k] = joints.info[i, JOINT_BODY_A]
                lanes[1, k] = joints.info[i, JOINT_BODY_A + 1]
                load_lane(i, k, joints)
                count += 1
                left -= 1
        while count % LANES:
            k = block * LANES + count
            joints.net_joints[k] = 0
            lanes[0, k], lanes[1, k] = 0, 0
            for row in range(NET_ROWS):
                joints.net[((k // LANES) * NET_ROWS + row) * LANES + k % LANES] = ZERO
            count += 1
        block += count // LANES
    return block


@leaf
def load_lane(i, k, joints):
    """Copy what a lane needs from the working record of its joint."""
    start = (k // LANES) * NET_ROWS * LANES + k % LANES
    for c in range(9):
        joints.net[start + (NET_START_A + c) * LANES] = joints.work[i, WORK_START_A + c]
    for c in range(3):
        joints.net[start + (NET_IMPULSE + c) * LANES] = joints.work[i, c * SLOTS + SLOT_HOLD]
        joints.net[start + (NET_SUM + c) * LANES] = ZERO


@leaf
def store_lanes(first, last, joints):
    """Copy impulses and masses back to the working records."""
    for k in range(first * LANES, last * LANES):
        i = joints.net_joints[k]
        if i:
            start = (k // LANES) * NET_ROWS * LANES + k % LANES
            for c in range(3):
                joints.work[i, c * SLOTS + SLOT_HOLD] = joints.net[start + (NET_IMPULSE + c) * LANES]
                joints.work[i, WORK_SUM + c] = joints.net[start + (NET_SUM + c) * LANES]
                joints.work[i, WORK_MASS + c] = joints.net[start + (NET_MASS + c) * LANES]


# ---- Passes ----------------------------------------------------------------------------------------------------------


@leaf
def gather_inertia(inv_inertia, rows, k):
    """Inverse inertia of eight bodies."""
    xx, xy, xz, yy = gather4(inv_inertia, rows, k, INERTIA_STRIDE, 0)
    yz, zz, _, _ = gather4(inv_inertia, rows, k, INERTIA_STRIDE, 4)
    return xx, xy, xz, yy, yz, zz


@leaf
def turns_of(inertia, r):
    """What unit impulses along x, y, z at lever r turn a body by: three vectors."""
    xx, xy, xz, yy, yz, zz = inertia
    x, y, z = r
    return (
        (xy * z - xz * y, yy * z - yz * y, yz * z - zz * y),
        (xz * x - xx * z, yz * x - xy * z, zz * x - xz * z),
        (xx * y - xy * x, xy * y - yy * x, xz * y - yz * x),
    )


@leaf
def turned(turns, x):
    """What an impulse turns a body by."""
    return add_scaled(add_scaled(scale(x[0], turns[0]), x[1], turns[1]), x[2], turns[2])


@leaf
def levers_of(start, k, motion, joints):
    """Levers of both bodies to the anchor of b, and the way between the anchors, as the bodies have moved."""
    lanes_a, lanes_b, net = joints.net_lanes[0], joints.net_lanes[1], joints.net
    start_a, start_b = load3(net, start + NET_START_A * LANES), load3(net, start + NET_START_B * LANES)
    lever_a = rotate(gather4(motion, lanes_a, k, MOTION_STRIDE, MOTION_DELTA_ROTATION), start_a)
    lever_b = rotate(gather4(motion, lanes_b, k, MOTION_STRIDE, MOTION_DELTA_ROTATION), start_b)
    ax, ay, az, _ = gather4(motion, lanes_a, k, MOTION_STRIDE, MOTION_DELTA)
    bx, by, bz, _ = gather4(motion, lanes_b, k, MOTION_STRIDE, MOTION_DELTA)
    gap = add(load3(net, start + NET_GAP * LANES), (bx - ax, by - ay, bz - az))
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
def warm_start_nets(first, last, bodies, joints):
    """Apply the impulses of the previous substep."""
    motion = bodies.motion
    lanes_a, lanes_b = joints.net_lanes[0], joints.net_lanes[1]
    for block in range(first, last):
        k, start = block * LANES, block * NET_ROWS * LANES
        lever_a, lever_b, _ = levers_of(start, k, motion, joints)
        impulse = load3(joints.net, start + NET_IMPULSE * LANES)
        turns_a = turns_of(gather_inertia(bodies.inv_inertia, lanes_a, k), lever_a)
        turns_b = turns_of(gather_inertia(bodies.inv_inertia, lanes_b, k), lever_b)
        v_a, w_a, mass_a, spare_a = gather_velocity(motion, lanes_a, k)
        v_b, w_b, mass_b, spare_b = gather_velocity(motion, lanes_b, k)
        v_a, w_a = sub_scaled(v_a, mass_a, impulse), sub(w_a, turned(turns_a, impulse))
        v_b, w_b = add_scaled(v_b, mass_b, impulse), add(w_b, turned(turns_b, impulse))
        scatter_velocity(motion, lanes_a, k, v_a, w_a, mass_a, spare_a)
        scatter_velocity(motion, lanes_b, k, v_b, w_b, mass_b, spare_b)


@leaf
def bias_of(gap, impulse, diagonal, give, push, w_a, around_a, w_b, around_b, half_h):
    """What the biased pass wants besides the rate: errors pushed out, softness, and that bodies turn meanwhile."""
    most = splat(PUSH)
    bias = scale(half_h, sub(cross(w_b, around_b), cross(w_a, around_a)))
    wanted = (
        bias[0] + give * diagonal[0] * impulse[0] + wide_min(wide_max(push * gap[0], -most), most),
        bias[1] + give * diagonal[1] * impulse[1] + wide_min(wide_max(push * gap[1], -most), most),
        bias[2] + give * diagonal[2] * impulse[2] + wide_min(wide_max(push * gap[2], -most), most),
    )
    return wanted


@leaf
def solve_nets(first, last, level, biased, bodies, joints):
    """One pass over the blocks of nets."""
    motion, net = bodies.motion, joints.net
    lanes_a, lanes_b = joints.net_lanes[0], joints.net_lanes[1]
    give = splat(joints.soft[level, 2] / joints.soft[level, 1])
    push = splat(joints.soft[level, 0] / joints.soft[level, 1])
    half_h = splat(HALF * joints.soft[level, SOFT_STEP])
    for number in range(last - first):
        block = first + number if biased else last - 1 - number
        k, start = block * LANES, block * NET_ROWS * LANES
        p, q, gap = levers_of(start, k, motion, joints)
        s = turns_of(gather_inertia(bodies.inv_inertia, lanes_a, k), p)
        t = turns_of(gather_inertia(bodies.inv_inertia, lanes_b, k), q)
        v_a, w_a, mass_a, spare_a = gather_velocity(motion, lanes_a, k)
        v_b, w_b, mass_b, spare_b = gather_velocity(motion, lanes_b, k)
        mass = mass_a + mass_b
        xx = mass + p[2] * s[0][1] - p[1] * s[0][2] + q[2] * t[0][1] - q[1] * t[0][2]
        yy = mass + p[0] * s[1][2] - p[2] * s[1][0] + q[0] * t[1][2] - q[2] * t[1][0]
        zz = mass + p[1] * s[2][0] - p[0] * s[2][1] + q[1] * t[2][0] - q[0] * t[2][1]
        xy = p[2] * s[1][1] - p[1] * s[1][2] + q[2] * t[1][1] - q[1] * t[1][2]
        xz = p[2] * s[2][1] - p[1] * s[2][2] + q[2] * t[2][1] - q[1] * t[2][2]
        yz = p[0] * s[2][2] - p[2] * s[2][0] + q[0] * t[2][2] - q[2] * t[2][0]
        around_a, around_b = cross(w_a, p), cross(w_b, q)
        wanted = sub(add(v_b, around_b), add(v_a, around_a))
        impulse = load3(net, start + NET_IMPULSE * LANES)
        if biased:
            bias = bias_of(gap, impulse, (xx, yy, zz), give, push, w_a, around_a, w_b, around_b, half_h)
            wanted = add(wanted, bias)
            store3(net, start + NET_MASS * LANES, (xx, yy, zz))
        more = splat(ONE) + give
        x = solve_block3(more * xx, xy, xz, more * yy, yz, more * zz, wanted)
        impulse = sub(impulse, x)
        store3(net, start + NET_IMPULSE * LANES, impulse)
        v_a, w_a = add_scaled(v_a, mass_a, x), add(w_a, turned(s, x))
        v_b, w_b = sub_scaled(v_b, mass_b, x), sub(w_b, turned(t, x))
        scatter_velocity(motion, lanes_a, k, v_a, w_a, mass_a, spare_a)
        scatter_velocity(motion, lanes_b, k, v_b, w_b, mass_b, spare_b)
        if not biased:
            store3(net, start + NET_SUM * LANES, add(load3(net, start + NET_SUM * LANES), impulse))
