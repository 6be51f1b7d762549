"""Where the frames of a joint are: levers, axes, positions and errors along them, and the masses that they feel.

With n the axes of the frame of a, r_b the lever of the anchor on b, and r the lever from the center of a to that same
point, the rate of the way along n is

    n . (v_b - v_a) + (r_b x n) . w_b - (r x n) . w_a

since the axes turn with a. The angles (alpha, beta, gamma) are those of R_x(alpha) R_y(beta) R_z(gamma), the rotation
of the frame of b in that of a. It turns by w = alpha' x + beta' y' + gamma' z_b; the rate of an angle is the scalar
product of w with the vector of the dual basis, for instance alpha' = w . (y' x z_b) / (x . (y' x z_b)). Where two or
three angles are locked, their errors are those of an axis or of a whole rotation, which have no singular place.
"""

import math

import numpy as np

from physics.kernels.jit import leaf
from physics.kernels.joint_layout import (
    JOINT_BODY_A,
    JOINT_BODY_B,
    JOINT_DISTANCE,
    JOINT_FLAGS,
    JOINT_LIMITS,
    JOINT_LOCKS,
    JOINT_MOTORS,
    JOINT_SPRINGS,
    MOTION_EASE,
    TURNING,
    WORK_ANGLE,
    WORK_AXES,
    WORK_BLOCK,
    WORK_BLOCK_TURNING,
    WORK_ERROR,
    WORK_LEVER_A,
    WORK_LEVER_B,
    WORK_MASS,
    WORK_POSITION,
    WORK_ROTATION_A,
    WORK_ROTATION_B,
    WORK_START_A,
    WORK_START_B,
    WORK_START_GAP,
    WORK_TURNING,
    WORK_TURNS,
)
from physics.kernels.layout import MOTION_DELTA, MOTION_DELTA_ROTATION, MOTION_INV_MASS
from physics.kernels.vec3 import add, axes, combine, cross, dot, length, relative_rotation, rotate, scale, subtract

ZERO = np.float32(0.0)
ONE = np.float32(1.0)
PI = np.float32(math.pi)
TWO_PI = np.float32(2.0 * math.pi)
#: Anchors this close have no direction from one to the other [m].
CLOSE = np.float32(1e-6)
#: Least cosine of the middle angle: the other two would turn about the same axis.
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
def inertia_of(body, bodies):
    """Inverse inertia that joints move a body with."""
    xx, xy, xz, yy, yz, zz = load6(bodies.inv_inertia, body, 0)
    ease = bodies.motion[body, MOTION_EASE]
    return ease * xx, ease * xy, ease * xz, ease * yy, ease * yz, ease * zz


@leaf
def turn(p, q):
    """Quaternion product: first q, then p."""
    return (
        p[3] * q[0] + p[0] * q[3] + p[1] * q[2] - p[2] * q[1],
        p[3] * q[1] - p[0] * q[2] + p[1] * q[3] + p[2] * q[0],
        p[3] * q[2] + p[0] * q[1] - p[1] * q[0] + p[2] * q[3],
        p[3] * q[3] - p[0] * q[0] - p[1] * q[1] - p[2] * q[2],
    )


@leaf
def store_inverse(xx, xy, xz, yy, yz, zz, locks, work, i, column):
    """Inverse of the block of locked axes of a symmetric matrix; the others are left out.

    In float64, since determinants of tiny and of huge masses leave float32. A matrix that is singular, because locks of
    a body take its freedom away, is inverted along its diagonal only.
    """
    a, b, c = np.float64(xx), np.float64(xy), np.float64(xz)
    d, e, f = np.float64(yy), np.float64(yz), np.float64(zz)
    if locks & 1 == 0 or a <= 0.0:
        a, b, c = 1.0, 0.0, 0.0
    if locks & 2 == 0 or d <= 0.0:
        d, b, e = 1.0, 0.0, 0.0
    if locks & 4 == 0 or f <= 0.0:
        f, c, e = 1.0, 0.0, 0.0
    u, v, w = d * f - e * e, c * e - b * f, b * e - c * d
    determinant = a * u + b * v + c * w
    if determinant <= 1e-9 * a * d * f:
        u, v, w, b, c, e = d * f, 0.0, 0.0, 0.0, 0.0, 0.0
        determinant = a * d * f
    inverse = 1.0 / determinant
    work[i, column] = np.float32(u * inverse)
    work[i, column + 1] = np.float32(v * inverse)
    work[i, column + 2] = np.float32(w * inverse)
    work[i, column + 3] = np.float32((a * f - c * c) * inverse)
    work[i, column + 4] = np.float32((b * c - a * e) * inverse)
    work[i, column + 5] = np.float32((a * d - b * b) * inverse)


@leaf
def store_mass(inverse, work, i, axis):
    """Effective mass of one axis; 0 where nothing can move."""
    work[i, WORK_MASS + axis] = ONE / inverse if inverse > ZERO else ZERO


@leaf
def measure_angles(i, locks, n, q_a, q_b, work):
    """Angles, their turns, errors of the locked ones, and the directions whose rates they are."""
    q = relative_rotation(q_a, q_b)
    x, y, z = axes(q)
    cosine = max(np.float32(math.sqrt(z[1] * z[1] + z[2] * z[2])), LEAST_COSINE)
    alpha = np.float32(math.atan2(-z[1], z[2]))
    beta = np.float32(math.asin(min(max(z[0], -ONE), ONE)))
    gamma = np.float32(math.atan2(-y[0], x[0]))
    angles = (alpha, beta, gamma)
    for d in range(3):
        change = angles[d] - work[i, WORK_ANGLE + d]
        if change > PI:
            work[i, WORK_TURNS + d] -= ONE
        elif change < -PI:
            work[i, WORK_TURNS + d] += ONE
        work[i, WORK_ANGLE + d] = angles[d]
        work[i, WORK_POSITION + TURNING + d] = angles[d] + TWO_PI * work[i, WORK_TURNS + d]
    first, middle, last = (ONE, ZERO, ZERO), (ZERO, ONE, ZERO), (ZERO, ZERO, ONE)
    if locks == 7:
        double = np.float32(2.0) if q[3] >= ZERO else np.float32(-2.0)
        angles = (double * q[0], double * q[1], double * q[2])
    elif locks == 6:
        angles = (ZERO, -x[2], x[1])
    else:
        middle = (ZERO, z[2] / cosine, -z[1] / cosine)
        first = scale(cross(middle, z), ONE / cosine)
        last = scale((ZERO, -middle[2], middle[1]), ONE / cosine)
    store3(work, i, WORK_ERROR, angles)
    store3(work, i, WORK_TURNING, combine(n, first))
    store3(work, i, WORK_TURNING + 3, combine(n, middle))
    store3(work, i, WORK_TURNING + 6, combine(n, last))


@leaf
def measure_masses(i, locks, inv_mass, inertia_a, inertia_b, lever, lever_b, work):
    """Inverse of the block of the three ways, and the effective mass of each."""
    n0, n1, n2 = load3(work, i, WORK_AXES), load3(work, i, WORK_AXES + 3), load3(work, i, WORK_AXES + 6)
    a0, a1, a2 = cross(lever, n0), cross(lever, n1), cross(lever, n2)
    b0, b1, b2 = cross(lever_b, n0), cross(lever_b, n1), cross(lever_b, n2)
    p0, p1, p2 = multiply(inertia_a, a0), multiply(inertia_a, a1), multiply(inertia_a, a2)
    q0, q1, q2 = multiply(inertia_b, b0), multiply(inertia_b, b1), multiply(inertia_b, b2)
    xx = inv_mass + dot(a0, p0) + dot(b0, q0)
    yy = inv_mass + dot(a1, p1) + dot(b1, q1)
    zz = inv_mass + dot(a2, p2) + dot(b2, q2)
    xy, xz, yz = dot(a0, p1) + dot(b0, q1), dot(a0, p2) + dot(b0, q2), dot(a1, p2) + dot(b1, q2)
    store_mass(xx, work, i, 0)
    store_mass(yy, work, i, 1)
    store_mass(zz, work, i, 2)
    store_inverse(xx, xy, xz, yy, yz, zz, locks & 7, work, i, WORK_BLOCK)


@leaf
def measure_inertias(i, locks, inertia_a, inertia_b, work):
    """Inverse of the block of the three angles, and the effective inertia of each."""
    j0, j1, j2 = load3(work, i, WORK_TURNING), load3(work, i, WORK_TURNING + 3), load3(work, i, WORK_TURNING + 6)
    p0 = add(multiply(inertia_a, j0), multiply(inertia_b, j0))
    p1 = add(multiply(inertia_a, j1), multiply(inertia_b, j1))
    p2 = add(multiply(inertia_a, j2), multiply(inertia_b, j2))
    xx, yy, zz = dot(j0, p0), dot(j1, p1), dot(j2, p2)
    store_mass(xx, work, i, 3)
    store_mass(yy, work, i, 4)
    store_mass(zz, work, i, 5)
    store_inverse(xx, dot(j0, p1), dot(j0, p2), yy, dot(j1, p2), zz, locks >> 3, work, i, WORK_BLOCK_TURNING)


@leaf
def measure_joint(i, joints, bodies):
    """Bring the working record of joint i up to date with how far its bodies have moved in this step."""
    work = joints.work
    motion = bodies.motion
    a, b = joints.info[i, JOINT_BODY_A], joints.info[i, JOINT_BODY_B]
    locks = joints.info[i, JOINT_LOCKS]
    used = locks | joints.info[i, JOINT_LIMITS] | joints.info[i, JOINT_MOTORS] | joints.info[i, JOINT_SPRINGS]
    turn_a, turn_b = load4(motion, a, MOTION_DELTA_ROTATION), load4(motion, b, MOTION_DELTA_ROTATION)
    start_a, start_b = load3(work, i, WORK_START_A), load3(work, i, WORK_START_B)
    lever_a, lever_b = rotate(turn_a, start_a), rotate(turn_b, start_b)
    gap = add(load3(work, i, WORK_START_GAP), subtract(load3(motion, b, MOTION_DELTA), load3(motion, a, MOTION_DELTA)))
    gap = add(gap, subtract(subtract(lever_b, start_b), subtract(lever_a, start_a)))
    q_a = turn(turn_a, load4(work, i, WORK_ROTATION_A))
    n = axes(q_a)
    lever = add(lever_a, gap)
    store3(work, i, WORK_LEVER_A, lever)
    store3(work, i, WORK_LEVER_B, lever_b)
    position = (dot(n[0], gap), dot(n[1], gap), dot(n[2], gap))
    first = n[0]
    if joints.info[i, JOINT_FLAGS] & JOINT_DISTANCE:
        distance = length(gap)
        if distance > CLOSE:
            first = scale(gap, ONE / distance)
        position = (distance, ZERO, ZERO)
    store3(work, i, WORK_AXES, first)
    store3(work, i, WORK_AXES + 3, n[1])
    store3(work, i, WORK_AXES + 6, n[2])
    store3(work, i, WORK_POSITION, position)
    inertia_a, inertia_b = inertia_of(a, bodies), inertia_of(b, bodies)
    if used & 7:
        inv_mass = motion[a, MOTION_INV_MASS] + motion[b, MOTION_INV_MASS]
        measure_masses(i, locks, inv_mass, inertia_a, inertia_b, lever, lever_b, work)
    if used >> 3:
        measure_angles(i, locks >> 3, n, q_a, turn(turn_b, load4(work, i, WORK_ROTATION_B)), work)
        measure_inertias(i, locks, inertia_a, inertia_b, work)
