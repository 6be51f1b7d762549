"""Vectors and symmetric matrices of wides: eight of each at once. A vector is a tuple of three wides."""

from physics.kernels.core.jit import leaf
from physics.kernels.core.wide import LANES, load, store


@leaf
def add(a, b):
    """Sum of two vectors."""
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


@leaf
def sub(a, b):
    """Difference of two vectors."""
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


@leaf
def scale(s, a):
    """Vector times a wide."""
    return s * a[0], s * a[1], s * a[2]


@leaf
def add_scaled(a, s, b):
    """a + s b."""
    return a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2]


@leaf
def sub_scaled(a, s, b):
    """a - s b."""
    return a[0] - s * b[0], a[1] - s * b[1], a[2] - s * b[2]


@leaf
def dot(a, b):
    """Scalar product."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


@leaf
def cross(a, b):
    """Vector product."""
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


@leaf
def rotate(q, v):
    """Vector turned by a unit quaternion (x, y, z, w)."""
    t = cross(q, v)
    t = (t[0] + t[0], t[1] + t[1], t[2] + t[2])
    u = cross(q, t)
    return v[0] + q[3] * t[0] + u[0], v[1] + q[3] * t[1] + u[1], v[2] + q[3] * t[2] + u[2]


@leaf
def rotate_inverse(q, v):
    """Vector turned back by a unit quaternion."""
    t = cross(v, q)
    t = (t[0] + t[0], t[1] + t[1], t[2] + t[2])
    u = cross(t, q)
    return v[0] + q[3] * t[0] + u[0], v[1] + q[3] * t[1] + u[1], v[2] + q[3] * t[2] + u[2]


@leaf
def rotate_inverse_change(q, v):
    """What turning back by q adds to v: no cancellation when the rotation is tiny."""
    t = cross(v, q)
    t = (t[0] + t[0], t[1] + t[1], t[2] + t[2])
    u = cross(t, q)
    return q[3] * t[0] + u[0], q[3] * t[1] + u[1], q[3] * t[2] + u[2]


@leaf
def multiply(m, v):
    """Symmetric matrix (xx, xy, xz, yy, yz, zz) times a vector."""
    return (
        m[0] * v[0] + m[1] * v[1] + m[2] * v[2],
        m[1] * v[0] + m[3] * v[1] + m[4] * v[2],
        m[2] * v[0] + m[4] * v[1] + m[5] * v[2],
    )


@leaf
def load3(array, i):
    """Vector from three consecutive rows of eight floats."""
    return load(array, i), load(array, i + LANES), load(array, i + 2 * LANES)


@leaf
def store3(array, i, v):
    """Vector to three consecutive rows of eight floats."""
    store(array, i, v[0])
    store(array, i + LANES, v[1])
    store(array, i + 2 * LANES, v[2])


@leaf
def load6(array, i):
    """Symmetric matrix from six consecutive rows of eight floats."""
    return (
        load(array, i),
        load(array, i + LANES),
        load(array, i + 2 * LANES),
        load(array, i + 3 * LANES),
        load(array, i + 4 * LANES),
        load(array, i + 5 * LANES),
    )


@leaf
def store6(array, i, m):
    """Symmetric matrix to six consecutive rows of eight floats."""
    store(array, i, m[0])
    store(array, i + LANES, m[1])
    store(array, i + 2 * LANES, m[2])
    store(array, i + 3 * LANES, m[3])
    store(array, i + 4 * LANES, m[4])
    store(array, i + 5 * LANES, m[5])
