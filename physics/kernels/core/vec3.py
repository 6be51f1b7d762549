"""Leaf math on vectors (x, y, z) and quaternions (x, y, z, w) held as tuples of scalars.

Nothing here names a number: a literal is float64 and would widen float32 arithmetic. So these functions work in
whatever precision their arguments have, `x + x` stands for twice x, and quaternions are taken to have unit length.
"""

import numpy as np

from physics.kernels.core.jit import leaf


@leaf
def add(a, b):
    """Sum of two vectors."""
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


@leaf
def subtract(a, b):
    """Vector from b to a."""
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


@leaf
def scale(a, factor):
    """Vector times a number."""
    return a[0] * factor, a[1] * factor, a[2] * factor


@leaf
def add_scaled(a, b, factor):
    """Sum a + b * factor."""
    return a[0] + b[0] * factor, a[1] + b[1] * factor, a[2] + b[2] * factor


@leaf
def negate(a):
    """Vector of the same length, opposite direction."""
    return -a[0], -a[1], -a[2]


@leaf
def dot(a, b):
    """Scalar product."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


@leaf
def cross(a, b):
    """Vector product, right-handed."""
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


@leaf
def length(a):
    """Euclidean length."""
    return np.sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2])


@leaf
def clamp(value, low, high):
    """Value moved into the range low ... high."""
    return min(max(value, low), high)


@leaf
def clamp_to_box(a, half):
    """Point of a box around the origin closest to a; half extents in the unit of a."""
    return clamp(a[0], -half[0], half[0]), clamp(a[1], -half[1], half[1]), clamp(a[2], -half[2], half[2])


@leaf
def rotate(q, a):
    """Vector a turned by quaternion q: body axes to world axes."""
    x, y, z, w = q
    # a + 2 w (q x a) + 2 q x (q x a)
    tx = y * a[2] - z * a[1]
    ty = z * a[0] - x * a[2]
    tz = x * a[1] - y * a[0]
    tx, ty, tz = tx + tx, ty + ty, tz + tz
    return (
        a[0] + w * tx + y * tz - z * ty,
        a[1] + w * ty + z * tx - x * tz,
        a[2] + w * tz + x * ty - y * tx,
    )


@leaf
def rotate_inverse(q, a):
    """Vector a turned back by quaternion q: world axes to body axes."""
    return rotate((-q[0], -q[1], -q[2], q[3]), a)


@leaf
def axis_y(q):
    """World direction of the body's local +Y."""
    x, y, z, w = q
    return (x * y - w * z) + (x * y - w * z), w * w - x * x + y * y - z * z, (y * z + w * x) + (y * z + w * x)


@leaf
def axes(q):
    """World directions of local +X, +Y, +Z: the columns of the rotation matrix, as three vectors."""
    x, y, z, w = q
    xx, yy, zz, ww = x * x, y * y, z * z, w * w
    xy, xz, yz = x * y, x * z, y * z
    wx, wy, wz = w * x, w * y, w * z
    return (
        (ww + xx - yy - zz, (xy + wz) + (xy + wz), (xz - wy) + (xz - wy)),
        ((xy - wz) + (xy - wz), ww - xx + yy - zz, (yz + wx) + (yz + wx)),
        ((xz + wy) + (xz + wy), (yz - wx) + (yz - wx), ww - xx - yy + zz),
    )


@leaf
def combine(columns, a):
    """Matrix times vector: a in the frame of the columns, returned in the frame that the columns are given in."""
    x, y, z = columns
    return (
        x[0] * a[0] + y[0] * a[1] + z[0] * a[2],
        x[1] * a[0] + y[1] * a[1] + z[1] * a[2],
        x[2] * a[0] + y[2] * a[1] + z[2] * a[2],
    )


@leaf
def relative_rotation(p, q):
    """Quaternion conjugate(p) * q: the rotation of q as seen in the body axes of p."""
    px, py, pz, pw = p
    qx, qy, qz, qw = q
    return (
        pw * qx - px * qw - py * qz + pz * qy,
        pw * qy + px * qz - py * qw - pz * qx,
        pw * qz - px * qy + py * qx - pz * qw,
        pw * qw + px * qx + py * qy + pz * qz,
    )


@leaf
def perpendicular(a):
    """Some unit vector at a right angle to the unit vector a."""
    # Crossing with the world axis least along a keeps the length well away from zero.
    x, y, z = abs(a[0]), abs(a[1]), abs(a[2])
    zero = a[0] - a[0]
    if x <= y and x <= z:
        b = (zero, a[2], -a[1])
    elif y <= z:
        b = (-a[2], zero, a[0])
    else:
        b = (a[1], -a[0], zero)
    size = length(b)
    return b[0] / size, b[1] / size, b[2] / size
