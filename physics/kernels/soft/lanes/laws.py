"""Laws of elements: the force on one vertex and the stiffness that it feels, from lengths and edges.

Every formula takes plain numbers, for one element, or fours, for four of them side by side (`core.four`); so nothing
here branches on what differs between elements.

A load is nine numbers: a force (x, y, z) [N] and a stiffness (xx, xy, xz, yy, yz, zz) [N/m]. No stiffness here has a
negative eigenvalue, so that a step along force over stiffness lowers the energy.

`rate` is the damping time over the substep: an element resists the change of its length, area or volume since the start
of the substep. That is measured as such, not as the way along its present direction: a spring that turns does not get
longer, and a drag that took it so would press it together and feed its swing.
"""

from physics.kernels.core.four import larger, pick, root
from physics.kernels.core.jit import leaf

#: Lengths below this count as nothing [m].
TINY = 1e-12


@leaf
def add_outer(load, fx, fy, fz, along, x, y, z, same):
    """Add a force, and the stiffness `along` times the outer product of (x, y, z), and `same` in all directions."""
    return (
        load[0] + fx,
        load[1] + fy,
        load[2] + fz,
        load[3] + along * x * x + same,
        load[4] + along * x * y,
        load[5] + along * x * z,
        load[6] + along * y * y + same,
        load[7] + along * y * z,
        load[8] + along * z * z + same,
    )


@leaf
def spring_stretch(length, k, rest, pressed):
    """How much longer than at rest a spring is [m], and its stiffness then [N/m]."""
    stretch = length - rest
    return stretch, pick(stretch < 0.0, k * pressed, k)


@leaf
def add_spring(load, x, y, z, k, rest, pressed, before, rate):
    """Add a spring.

    Args:
        load: Load of its end.
        x, y, z: From its other end to this one [m].
        k: Stiffness [N/m].
        rest: Length at rest [m].
        pressed: Factor on the stiffness while it is shorter.
        before: Length at the start of the substep [m].
        rate: Damping time over the substep.
    """
    length = larger(root(x * x + y * y + z * z), TINY)
    inverse = 1.0 / length
    x, y, z = x * inverse, y * inverse, z * inverse
    stretch, k = spring_stretch(length, k, rest, pressed)
    drag = rate * k
    f = -(k * stretch) - drag * (length - before)
    across = larger(-f * inverse, 0.0)
    return add_outer(load, f * x, f * y, f * z, k + drag - across, x, y, z, across)


@leaf
def bend(x, y, z, dx, dy, dz, k, rest, rate):
    """Force that a hinge that is not flat at rest has on a corner of weight 1, its stiffness, and its direction.

    Args:
        x, y, z: Weighted sum of its corners [m].
        dx, dy, dz: How it has changed since the start of the substep [m].
        k: Stiffness [N/m].
        rest: Length of the sum at rest [m], above 0.
        rate: Damping time over the substep.

    Returns:
        Force (x, y, z), stiffness along the direction less that across it, direction, stiffness across.
    """
    length = root(x * x + y * y + z * z)
    inverse = 1.0 / larger(length, TINY)
    ux, uy, uz = x * inverse, y * inverse, z * inverse
    across = k * larger(1.0 - rest * inverse, 0.0)
    bx, by, bz = x - dx, y - dy, z - dz
    drag = rate * k
    f = -k * (length - rest) - drag * (length - root(bx * bx + by * by + bz * bz))
    return f * ux, f * uy, f * uz, k + drag - across, ux, uy, uz, across


@leaf
def skin_columns(e1, e2, d):
    """Columns of the deformation gradient of a triangle, and the products of them (00, 01, 11)."""
    f0 = (e1[0] * d[0] + e2[0] * d[2], e1[1] * d[0] + e2[1] * d[2], e1[2] * d[0] + e2[2] * d[2])
    f1 = (e1[0] * d[1] + e2[0] * d[3], e1[1] * d[1] + e2[1] * d[3], e1[2] * d[1] + e2[2] * d[3])
    c00 = f0[0] * f0[0] + f0[1] * f0[1] + f0[2] * f0[2]
    c01 = f0[0] * f1[0] + f0[1] * f1[1] + f0[2] * f1[2]
    c11 = f1[0] * f1[0] + f1[1] * f1[1] + f1[2] * f1[2]
    return f0, f1, (c00, c01, c11)


@leaf
def add_skin(load, f0, f1, now, before, a0, a1, mu, lam, rate):
    """Add a triangle of stretchable skin (Neo-Hooke).

    Args:
        load: Load of a corner.
        f0, f1, now: What `skin_columns` returned.
        before: The products of the columns at the start of the substep.
        a0, a1: How the columns change with the place of the corner.
        mu, lam: Lame parameters times the area.
        rate: Damping time over the substep.
    """
    f0x, f0y, f0z = f0
    f1x, f1y, f1z = f1
    c00, c01, c11 = now
    bulk = lam + mu
    alpha = 1.0 + mu / bulk
    area = larger(root(larger(c00 * c11 - c01 * c01, 0.0)), 1e-6)
    inverse = 1.0 / area
    g0x, g0y, g0z = (
        (c11 * f0x - c01 * f1x) * inverse,
        (c11 * f0y - c01 * f1y) * inverse,
        (c11 * f0z - c01 * f1z) * inverse,
    )
    g1x, g1y, g1z = (
        (c00 * f1x - c01 * f0x) * inverse,
        (c00 * f1y - c01 * f0y) * inverse,
        (c00 * f1z - c01 * f0z) * inverse,
    )
    s = bulk * (area - alpha)
    # Change of F^T F / 2, which is none when it turns.
    drag = rate * bulk
    t00, t11, t01 = drag * (c00 - before[0]), drag * (c11 - before[2]), drag * (c01 - before[1])
    m00, m11 = mu + t00, mu + t11
    p0x, p0y, p0z = m00 * f0x + t01 * f1x + s * g0x, m00 * f0y + t01 * f1y + s * g0y, m00 * f0z + t01 * f1z + s * g0z
    p1x, p1y, p1z = m11 * f1x + t01 * f0x + s * g1x, m11 * f1y + t01 * f0y + s * g1y, m11 * f1z + t01 * f0z + s * g1z
    drag = 2.0 * drag * larger(c00, c11)
    r = larger(s, 0.0) * inverse
    wx, wy, wz = a0 * f1x - a1 * f0x, a0 * f1y - a1 * f0y, a0 * f1z - a1 * f0z
    jx, jy, jz = a0 * g0x + a1 * g1x, a0 * g0y + a1 * g1y, a0 * g0z + a1 * g1z
    same = (mu + drag) * (a0 * a0 + a1 * a1) + r * (wx * wx + wy * wy + wz * wz)
    fx, fy, fz = a0 * p0x + a1 * p1x, a0 * p0y + a1 * p1y, a0 * p0z + a1 * p1z
    load = add_outer(load, -fx, -fy, -fz, larger(bulk - r, 0.0), jx, jy, jz, same)
    return add_outer(load, 0.0, 0.0, 0.0, -r, wx, wy, wz, 0.0)


@leaf
def solid_columns(a, b, c, m):
    """Columns of the deformation gradient of a tetrahedron, from its edges and its nine numbers at rest."""
    return (
        (a[0] * m[0] + b[0] * m[3] + c[0] * m[6], a[1] * m[0] + b[1] * m[3] + c[1] * m[6],
         a[2] * m[0] + b[2] * m[3] + c[2] * m[6]),
        (a[0] * m[1] + b[0] * m[4] + c[0] * m[7], a[1] * m[1] + b[1] * m[4] + c[1] * m[7],
         a[2] * m[1] + b[2] * m[4] + c[2] * m[7]),
        (a[0] * m[2] + b[0] * m[5] + c[0] * m[8], a[1] * m[2] + b[1] * m[5] + c[1] * m[8],
         a[2] * m[2] + b[2] * m[5] + c[2] * m[8]),
    )  # fmt: skip


@leaf
def solid_products(u, v, w):
    """Products of the columns of a gradient (00, 01, 02, 11, 12, 22)."""
    return (
        u[0] * u[0] + u[1] * u[1] + u[2] * u[2],
        u[0] * v[0] + u[1] * v[1] + u[2] * v[2],
        u[0] * w[0] + u[1] * w[1] + u[2] * w[2],
        v[0] * v[0] + v[1] * v[1] + v[2] * v[2],
        v[0] * w[0] + v[1] * w[1] + v[2] * w[2],
        w[0] * w[0] + w[1] * w[1] + w[2] * w[2],
    )


@leaf
def cross(a, b):
    """Cross product."""
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


@leaf
def add_solid(load, u, v, w, before, volume_before, n, mu, lam, rate):
    """Add a tetrahedron (stable Neo-Hooke).

    Args:
        load: Load of a corner.
        u, v, w: Columns of the deformation gradient.
        before: What `solid_products` returned at the start of the substep.
        volume_before: Volume then, over that at rest.
        n: How the columns change with the place of the corner.
        mu, lam: Lame parameters times the volume.
        rate: Damping time over the substep.
    """
    p, q, r = cross(v, w), cross(w, u), cross(u, v)  # columns of the cofactors
    volume = u[0] * p[0] + u[1] * p[1] + u[2] * p[2]
    bulk = lam + mu
    gx = p[0] * n[0] + q[0] * n[1] + r[0] * n[2]
    gy = p[1] * n[0] + q[1] * n[1] + r[1] * n[2]
    gz = p[2] * n[0] + q[2] * n[1] + r[2] * n[2]
    now = solid_products(u, v, w)
    drag = rate * mu  # F^T F does not change when it turns
    s00, s01, s02 = drag * (now[0] - before[0]), drag * (now[1] - before[1]), drag * (now[2] - before[2])
    s11, s12, s22 = drag * (now[3] - before[3]), drag * (now[4] - before[4]), drag * (now[5] - before[5])
    t0 = mu * n[0] + (s00 * n[0] + s01 * n[1] + s02 * n[2])
    t1 = mu * n[1] + (s01 * n[0] + s11 * n[1] + s12 * n[2])
    t2 = mu * n[2] + (s02 * n[0] + s12 * n[1] + s22 * n[2])
    s = bulk * (volume - 1.0) - mu + rate * bulk * (volume - volume_before)
    fx = u[0] * t0 + v[0] * t1 + w[0] * t2 + s * gx
    fy = u[1] * t0 + v[1] * t1 + w[1] * t2 + s * gy
    fz = u[2] * t0 + v[2] * t1 + w[2] * t2 + s * gz
    # |F sym(F^T d n^T) n| is at most |F|^2 |n|^2 |d|.
    nn = n[0] * n[0] + n[1] * n[1] + n[2] * n[2]
    same = mu * nn + 2.0 * drag * nn * larger(now[0], larger(now[3], now[5]))
    return add_outer(load, -fx, -fy, -fz, (1.0 + rate) * bulk, gx, gy, gz, same)


@leaf
def solve_block(load):
    """Step of a vertex, force over stiffness, and the inverse of the stiffness (xx, xy, xz, yy, yz, zz)."""
    xx, xy, xz, yy, yz, zz = load[3], load[4], load[5], load[6], load[7], load[8]
    a = yy * zz - yz * yz
    b = xz * yz - xy * zz
    c = xy * yz - xz * yy
    inverse = 1.0 / (xx * a + xy * b + xz * c)
    ixx, ixy, ixz = a * inverse, b * inverse, c * inverse
    iyy, iyz, izz = (xx * zz - xz * xz) * inverse, (xy * xz - xx * yz) * inverse, (xx * yy - xy * xy) * inverse
    fx, fy, fz = load[0], load[1], load[2]
    step = (ixx * fx + ixy * fy + ixz * fz, ixy * fx + iyy * fy + iyz * fz, ixz * fx + iyz * fy + izz * fz)
    return step, (ixx, ixy, ixz, iyy, iyz, izz)


@leaf
def limit_step(step, most):
    """A step no longer than so much."""
    x, y, z = step
    square = x * x + y * y + z * z
    factor = pick(square > most * most, most / larger(root(square), TINY), 1.0)
    return x * factor, y * factor, z * factor
