"""Where the frames of a joint are: levers, positions and errors along its axes, and the rows that forces act by.

With n an axis of the frame of a, r_b the lever of the anchor on b, and r the lever from the center of a to that same
point, the rate of the way along n is

    n . (v_b - v_a) + (r_b x n) . w_b - (r x n) . w_a

since the axes turn with a. The angles (alpha, beta, gamma) are those of R_x(alpha) R_y(beta) R_z(gamma), the rotation
of the frame of b in that of a. It turns by w = alpha' x + beta' y' + gamma' z_b; the rate of an angle is the scalar
product of w with the vector of the dual basis, for instance alpha' = w . (y' x z_b) / (x . (y' x z_b)). Where two or
three angles are locked, their errors are those of an axis or of a whole rotation, which have no singular place.

Twist and swing of a ball: the swing is the angle from x of a to x of b about s, at right angles to both, and changes by
w . s; the twist is what is left of the rotation when the swing is taken away, and changes by

    w . (x_a + x_b) / (1 + x_a . x_b)
"""

import math

import numpy as np

from physics.kernels.core.jit import leaf
from physics.kernels.core.vec3 import (
    add,
    axes,
    combine,
    cross,
    dot,
    length,
    relative_rotation,
    rotate,
    scale,
    subtract,
)
from physics.kernels.layout import joint as JOINT, motion as MOTION

ZERO = np.float32(0.0)
ONE = np.float32(1.0)
TWO = np.float32(2.0)
PI = np.float32(math.pi)
TWO_PI = np.float32(2.0 * math.pi)
#: Anchors this close have no direction from one to the other [m].
CLOSE = np.float32(1e-6)
#: Least cosine of the middle angle: the other two would turn about the same axis. Of a ball: where twist ends to exist.
LEAST_COSINE = np.float32(0.05)


@leaf
def load3(array, i, c):
    """Three numbers of a row."""
    return array[i, c], array[i, c + 1], array[i, c + 2]


@leaf
def load4(array, i, c):
    """Four numbers of a row."""
    return array[i, c], array[i, c + 1], array[i, c + 2], array[i, c + 3]


@leaf
def load6(array, i, c):
    """Six numbers of a row."""
    return array[i, c], array[i, c + 1], array[i, c + 2], array[i, c + 3], array[i, c + 4], array[i, c + 5]


@leaf
def to_float64(v):
    """Vector in float64."""
    return np.float64(v[0]), np.float64(v[1]), np.float64(v[2])


@leaf
def load_inertia(bodies, body):
    """Inverse inertia of a body, float64."""
    xx, xy, xz, yy, yz, zz = load6(bodies.inv_inertia, body, 0)
    return np.float64(xx), np.float64(xy), np.float64(xz), np.float64(yy), np.float64(yz), np.float64(zz)


@leaf
def lever_of(joint, body, column, joints, bodies):
    """Way from the center of mass of a body to an anchor of it in world axes, float64."""
    anchor = subtract(load3(joints.frame, joint, column), load3(bodies.local, body, 0))
    return rotate(load4(bodies.rotation, body, 0), anchor)


@leaf
def anchors_of(i, joints, bodies):
    """Levers of both anchors of a joint at the start of a step, and the way from one to the other, float64."""
    a, b = joints.info[i, JOINT.BODY_A], joints.info[i, JOINT.BODY_B]
    lever_a = lever_of(i, a, JOINT.FRAME_ANCHOR_A, joints, bodies)
    lever_b = lever_of(i, b, JOINT.FRAME_ANCHOR_B, joints, bodies)
    way = subtract(load3(bodies.center, b, 0), load3(bodies.center, a, 0))
    return lever_a, lever_b, add(way, subtract(lever_b, lever_a))


@leaf
def store3(array, i, c, v):
    """Write three numbers of a row."""
    array[i, c] = v[0]
    array[i, c + 1] = v[1]
    array[i, c + 2] = v[2]


@leaf
def multiply(m, v):
    """Symmetric matrix xx xy xz yy yz zz times vector."""
    return (
        m[0] * v[0] + m[1] * v[1] + m[2] * v[2],
        m[1] * v[0] + m[3] * v[1] + m[4] * v[2],
        m[2] * v[0] + m[4] * v[1] + m[5] * v[2],
    )


@leaf
def turn(p, q):
    """Quaternion product: first q, then p."""
    return (
        p[3] * q[0] + p[0] * q[3] + p[1] * q[2] - p[2] * q[1],
        p[3] * q[1] - p[0] * q[2] + p[1] * q[3] + p[2] * q[0],
        p[3] * q[2] + p[0] * q[1] - p[1] * q[0] + p[2] * q[3],
        p[3] * q[3] - p[0] * q[0] - p[1] * q[1] - p[2] * q[2],
    )


# ---- Rows ------------------------------------------------------------------------------------------------------------


@leaf
def store_row(i, d, n, on_a, on_b, inertia_a, inertia_b, rows):
    """Write the row of axis d."""
    c = d * JOINT.ROW_STRIDE
    store3(rows, i, c + JOINT.ROW_N, n)
    store3(rows, i, c + JOINT.ROW_ON_A, on_a)
    store3(rows, i, c + JOINT.ROW_ON_B, on_b)
    store3(rows, i, c + JOINT.ROW_TURN_A, multiply(inertia_a, on_a))
    store3(rows, i, c + JOINT.ROW_TURN_B, multiply(inertia_b, on_b))


@leaf
def store_point_rows(i, lever, lever_b, inertia_a, inertia_b, rows):
    """Write the rows of the three linear axes, along x, y, z of the world."""
    x, y, z = lever
    p, q, r = lever_b
    store_row(i, 0, (1.0, 0.0, 0.0), (0.0, z, -y), (0.0, r, -q), inertia_a, inertia_b, rows)
    store_row(i, 1, (0.0, 1.0, 0.0), (-z, 0.0, x), (-r, 0.0, p), inertia_a, inertia_b, rows)
    store_row(i, 2, (0.0, 0.0, 1.0), (y, -x, 0.0), (q, -p, 0.0), inertia_a, inertia_b, rows)


@leaf
def store_way_row(i, d, n, lever, lever_b, inertia_a, inertia_b, rows):
    """Write the row of a linear axis along n."""
    n = to_float64(n)
    store_row(i, d, n, cross(lever, n), cross(lever_b, n), inertia_a, inertia_b, rows)


@leaf
def store_angle_row(i, d, n, direction, inertia_a, inertia_b, rows):
    """Write the row of an angle about a direction of the frame n."""
    about = to_float64(combine(n, direction))
    store_row(i, d, (0.0, 0.0, 0.0), about, about, inertia_a, inertia_b, rows)


@leaf
def row_rate(i, d, v_a, w_a, v_b, w_b, rows):
    """How fast the bodies move apart along row d."""
    c = d * JOINT.ROW_STRIDE
    rate = dot(load3(rows, i, c + JOINT.ROW_N), subtract(v_b, v_a))
    return rate + dot(load3(rows, i, c + JOINT.ROW_ON_B), w_b) - dot(load3(rows, i, c + JOINT.ROW_ON_A), w_a)


@leaf
def row_product(i, d, e, mass_a, mass_b, rows):
    """Rate along row d that a unit impulse along row e makes."""
    c, f = d * JOINT.ROW_STRIDE, e * JOINT.ROW_STRIDE
    linear = (mass_a + mass_b) * dot(load3(rows, i, c + JOINT.ROW_N), load3(rows, i, f + JOINT.ROW_N))
    on_a = dot(load3(rows, i, c + JOINT.ROW_ON_A), load3(rows, i, f + JOINT.ROW_TURN_A))
    return linear + on_a + dot(load3(rows, i, c + JOINT.ROW_ON_B), load3(rows, i, f + JOINT.ROW_TURN_B))


# ---- Geometry --------------------------------------------------------------------------------------------------------


@leaf
def store_angles(i, angles, work):
    """Write angles and count their whole turns."""
    for d in range(3):
        change = angles[d] - work[i, JOINT.WORK_ANGLE + d]
        if change > PI:
            work[i, JOINT.WORK_TURNS + d] -= ONE
        elif change < -PI:
            work[i, JOINT.WORK_TURNS + d] += ONE
        work[i, JOINT.WORK_ANGLE + d] = angles[d]
        work[i, JOINT.WORK_POSITION + JOINT.ANGULAR + d] = angles[d] + TWO_PI * work[i, JOINT.WORK_TURNS + d]


@leaf
def measure_locked(i, locks, x, q, work):
    """Errors of a rotation that is locked (7), or locked but for turning about x (6), and x, y, z of the frame."""
    double = TWO if q[3] >= ZERO else -TWO
    errors = (double * q[0], double * q[1], double * q[2])
    if locks == 6:
        errors = (ZERO, -x[2], x[1])
    store3(work, i, JOINT.WORK_ERROR + JOINT.ANGULAR, errors)
    return (ONE, ZERO, ZERO), (ZERO, ONE, ZERO), (ZERO, ZERO, ONE)


@leaf
def measure_angles(i, locks, read, q, work):
    """Angles, if they are to be read, errors of locked ones, and directions whose rates they are, in the frame of a."""
    x, y, z = axes(q)
    if not read and locks >= 6:
        return measure_locked(i, locks, x, q, work)
    cosine = max(np.float32(math.sqrt(z[1] * z[1] + z[2] * z[2])), LEAST_COSINE)
    alpha = np.float32(math.atan2(-z[1], z[2]))
    beta = np.float32(math.asin(min(max(z[0], -ONE), ONE)))
    gamma = np.float32(math.atan2(-y[0], x[0]))
    angles = (alpha, beta, gamma)
    store_angles(i, angles, work)
    if locks >= 6:
        return measure_locked(i, locks, x, q, work)
    middle = (ZERO, z[2] / cosine, -z[1] / cosine)
    first = scale(cross(middle, z), ONE / cosine)
    last = scale((ZERO, -middle[2], middle[1]), ONE / cosine)
    store3(work, i, JOINT.WORK_ERROR + JOINT.ANGULAR, angles)
    return first, middle, last


@leaf
def measure_cone(i, q, work):
    """Twist and swing of a ball, and the directions whose rates they are, in the frame of a."""
    x, _, _ = axes(q)
    sine = np.float32(math.sqrt(x[1] * x[1] + x[2] * x[2]))
    twist = TWO * np.float32(math.atan2(q[0], q[3]))
    if twist > PI:
        twist -= TWO_PI
    elif twist < -PI:
        twist += TWO_PI
    swing = np.float32(math.atan2(sine, x[0]))
    store_angles(i, (twist, swing, ZERO), work)
    side = (ZERO, ONE, ZERO)
    if sine > CLOSE:
        side = (ZERO, -x[2] / sine, x[1] / sine)
    along = scale((ONE + x[0], x[1], x[2]), ONE / max(ONE + x[0], LEAST_COSINE))
    across = cross(along, side)
    return along, side, scale(across, ONE / max(length(across), LEAST_COSINE))


@leaf
def measure_turning(i, used, flags, n, q_a, q_b, inertia_a, inertia_b, joints):
    """Angles, and the rows of those that are used."""
    work = joints.work
    q = relative_rotation(q_a, q_b)
    if flags & JOINT.FLAG_CONE:
        first, middle, last = measure_cone(i, q, work)
    elif flags & JOINT.FLAG_USER:
        first, middle, last = (ONE, ZERO, ZERO), (ZERO, ONE, ZERO), (ZERO, ZERO, ONE)
        for d in range(3):
            work[i, JOINT.WORK_POSITION + JOINT.ANGULAR + d] = work[i, JOINT.WORK_ANGLE + d]
    else:
        locks = joints.info[i, JOINT.LOCKS]
        first, middle, last = measure_angles(i, locks >> JOINT.ANGULAR, used & ~locks, q, work)
    if used & 8:
        store_angle_row(i, 3, n, first, inertia_a, inertia_b, joints.rows)
    if used & 16:
        store_angle_row(i, 4, n, middle, inertia_a, inertia_b, joints.rows)
    if used & 32:
        store_angle_row(i, 5, n, last, inertia_a, inertia_b, joints.rows)


@leaf
def distance_axes(i, n, gap, flags, joints):
    """Axes and positions of the linear axes of a joint that keeps a distance."""
    work = joints.work
    second_lower = JOINT.AXIS_STRIDE + JOINT.AXIS_LOWER
    along = dot(n[0], gap)
    way = gap
    if flags & JOINT.FLAG_PLANAR:
        way = subtract(gap, scale(n[0], along))
    distance = length(way)
    first = scale(way, ONE / distance) if distance > CLOSE else n[2]
    second = n[0] if flags & JOINT.FLAG_PLANAR else n[1]
    if not flags & JOINT.FLAG_PLANAR:
        along = dot(n[1], gap)
    store3(work, i, JOINT.WORK_POSITION, (distance, along, dot(n[2], gap)))
    store3(
        work,
        i,
        JOINT.WORK_ERROR,
        (distance - joints.axis[i, JOINT.AXIS_LOWER], along - joints.axis[i, second_lower], ZERO),
    )
    return first, second, n[2]


@leaf
def turn_along(i, n, gap, lever, lever_b, inertia_a, inertia_b, joints):
    """Let b turn about the axis of a circle as its anchor goes around it: error and row of angle - way / radius."""
    work = joints.work
    share = 1.0 / np.float64(max(work[i, JOINT.WORK_POSITION], CLOSE))
    about, outward = to_float64(n[0]), to_float64(load3(joints.rows, i, JOINT.ROW_N))
    along = scale(cross(about, outward), -share)
    place = np.float32(math.atan2(dot(n[2], gap), dot(n[1], gap)))
    work[i, JOINT.WORK_ERROR + JOINT.ANGULAR] -= TWO * np.float32(math.sin(np.float32(0.5) * place))
    on_a, on_b = add(about, cross(lever, along)), add(about, cross(lever_b, along))
    store_row(i, JOINT.ANGULAR, along, on_a, on_b, inertia_a, inertia_b, joints.rows)


@leaf
def measure_joint(i, used, point, joints, bodies):
    """Bring positions, errors and rows of joint i up to date with how far its bodies have moved in this step.

    Args:
        i: Joint.
        used: Axes that have a row.
        point: 1 if the rows of the three linear axes are x, y, z of the world.
        joints: Joint arrays. The working record is written.
        bodies: Body arrays.
    """
    work = joints.work
    motion = bodies.motion
    a, b = joints.info[i, JOINT.BODY_A], joints.info[i, JOINT.BODY_B]
    flags = joints.info[i, JOINT.FLAGS]
    turn_a, turn_b = load4(motion, a, MOTION.DELTA_ROTATION), load4(motion, b, MOTION.DELTA_ROTATION)
    start_a, start_b = load3(work, i, JOINT.WORK_START_A), load3(work, i, JOINT.WORK_START_B)
    lever_a, lever_b = rotate(turn_a, start_a), rotate(turn_b, start_b)
    gap = add(
        load3(work, i, JOINT.WORK_START_GAP), subtract(load3(motion, b, MOTION.DELTA), load3(motion, a, MOTION.DELTA))
    )
    gap = add(gap, subtract(subtract(lever_b, start_b), subtract(lever_a, start_a)))
    lever = add(lever_a, gap)
    store3(work, i, JOINT.WORK_LEVER_A, lever)
    store3(work, i, JOINT.WORK_LEVER_B, lever_b)
    store3(work, i, JOINT.WORK_GAP, gap)
    inertia_a, inertia_b = load_inertia(bodies, a), load_inertia(bodies, b)
    wide_lever, wide_lever_b = to_float64(lever), to_float64(lever_b)
    if point:
        store3(work, i, JOINT.WORK_ERROR, gap)
        store_point_rows(i, wide_lever, wide_lever_b, inertia_a, inertia_b, joints.rows)
        if used >> JOINT.ANGULAR == 0:
            return
    q_a = load4(work, i, JOINT.WORK_ROTATION_A)
    if flags & JOINT.FLAG_WORLD:
        wide_lever = to_float64(lever_a)
    else:
        q_a = turn(turn_a, q_a)
    n = axes(q_a)
    if not point:
        first, second, third = n
        if flags & JOINT.FLAG_DISTANCE:
            first, second, third = distance_axes(i, n, gap, flags, joints)
        else:
            position = (dot(n[0], gap), dot(n[1], gap), dot(n[2], gap))
            store3(work, i, JOINT.WORK_POSITION, position)
            store3(work, i, JOINT.WORK_ERROR, position)
        if used & 1:
            store_way_row(i, 0, first, wide_lever, wide_lever_b, inertia_a, inertia_b, joints.rows)
        if used & 2:
            store_way_row(i, 1, second, wide_lever, wide_lever_b, inertia_a, inertia_b, joints.rows)
        if used & 4:
            store_way_row(i, 2, third, wide_lever, wide_lever_b, inertia_a, inertia_b, joints.rows)
    if used >> JOINT.ANGULAR:
        q_b = turn(turn_b, load4(work, i, JOINT.WORK_ROTATION_B))
        measure_turning(i, used, flags, n, q_a, q_b, inertia_a, inertia_b, joints)
        if flags & JOINT.FLAG_PLANAR and joints.info[i, JOINT.LOCKS] & (1 << JOINT.ANGULAR):
            turn_along(i, n, gap, wide_lever, wide_lever_b, inertia_a, inertia_b, joints)
