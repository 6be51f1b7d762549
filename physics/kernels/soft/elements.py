"""Forces of elements on one vertex, and the stiffness that the vertex feels while all others stand still.

A load is nine numbers: a force (x, y, z) [N] and a stiffness (xx, xy, xz, yy, yz, zz) [N/m]. No stiffness here has a
negative eigenvalue, so that a step along force over stiffness lowers the energy.

`rate` is the damping time over the substep: an element resists the change of its length, area or volume since the start
of the substep. That is measured as such, not as the way along its present direction: a spring that turns does not get
longer, and a drag that took it so would press it together and feed its swing.
"""

import math

from physics.kernels.core.jit import leaf
from physics.kernels.layout import soft as SOFT

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
def add_springs(v, load, rate, soft):
    """Add the springs of a vertex."""
    place, spring, near = soft.place, soft.spring, soft.spring_near
    x, y, z = place[v, 0], place[v, 1], place[v, 2]
    for e in range(soft.link[v, SOFT.LINK_SPRING], soft.link[v + 1, SOFT.LINK_SPRING]):
        o, s = near[e, 0], near[e, 1]
        ux, uy, uz = x - place[o, 0], y - place[o, 1], z - place[o, 2]
        length = max(math.sqrt(ux * ux + uy * uy + uz * uz), TINY)
        inverse = 1.0 / length
        ux, uy, uz = ux * inverse, uy * inverse, uz * inverse
        stretch = length - spring[s, SOFT.SPRING_REST]
        k = spring[s, SOFT.SPRING_STIFFNESS]
        if stretch < 0.0:
            k *= spring[s, SOFT.SPRING_PRESSED]
        tension = k * stretch
        drag = rate * k
        f = -tension - drag * (length - soft.spring_start[s])
        across = max(-f * inverse, 0.0)
        load = add_outer(load, f * ux, f * uy, f * uz, k + drag - across, ux, uy, uz, across)
    return load


@leaf
def add_stencil(v, load, rate, soft):
    """Add flat bending: linear in the places of the vertices around."""
    place, start, near, weight = soft.place, soft.start, soft.stencil_near, soft.stencil
    first, last = soft.link[v, SOFT.LINK_STENCIL], soft.link[v + 1, SOFT.LINK_STENCIL]
    if first == last:
        return load
    more = 1.0 + rate
    fx = fy = fz = own = 0.0
    for e in range(first, last):
        o, q = near[e], weight[e]
        fx -= q * (more * place[o, 0] - rate * start[o, 0])
        fy -= q * (more * place[o, 1] - rate * start[o, 1])
        fz -= q * (more * place[o, 2] - rate * start[o, 2])
        if o == v:
            own = q * more
    return add_outer(load, fx, fy, fz, 0.0, 0.0, 0.0, 0.0, own)


@leaf
def hinge_state(h, soft):
    """Direction and length of the weighted sum of the four corners of a hinge, and how fast it changed."""
    place, start, hinge, corner = soft.place, soft.start, soft.hinge, soft.hinge_corners
    x = y = z = 0.0
    dx = dy = dz = 0.0
    for c in range(4):
        o, w = corner[h, c], hinge[h, c]
        x += w * place[o, 0]
        y += w * place[o, 1]
        z += w * place[o, 2]
        dx += w * (place[o, 0] - start[o, 0])
        dy += w * (place[o, 1] - start[o, 1])
        dz += w * (place[o, 2] - start[o, 2])
    return x, y, z, dx, dy, dz


@leaf
def hinge_force(h, rate, soft):
    """Force that a hinge has on a corner of weight 1, its stiffness along and across the bend, and its direction."""
    x, y, z, dx, dy, dz = hinge_state(h, soft)
    k, rest = soft.hinge[h, SOFT.HINGE_STIFFNESS], soft.hinge[h, SOFT.HINGE_REST]
    length = math.sqrt(x * x + y * y + z * z)
    inverse = 1.0 / max(length, TINY)
    ux, uy, uz = x * inverse, y * inverse, z * inverse
    if length > 0.0 or rest == 0.0:
        across = k * max(1.0 - rest * inverse, 0.0) if rest > 0.0 else k
    else:
        across = 0.0
    f = -k * (length - rest)
    drag = rate * k
    if rest == 0.0:
        return -k * x - drag * dx, -k * y - drag * dy, -k * z - drag * dz, 0.0, 0.0, 0.0, 0.0, k + drag
    bx, by, bz = x - dx, y - dy, z - dz
    f -= drag * (length - math.sqrt(bx * bx + by * by + bz * bz))
    return f * ux, f * uy, f * uz, k + drag - across, ux, uy, uz, across


@leaf
def add_hinges(v, load, rate, soft):
    """Add bending about what was not flat."""
    near = soft.hinge_near
    for e in range(soft.link[v, SOFT.LINK_HINGE], soft.link[v + 1, SOFT.LINK_HINGE]):
        h, c = near[e] >> 2, near[e] & 3
        w = soft.hinge[h, c]
        fx, fy, fz, along, ux, uy, uz, same = hinge_force(h, rate, soft)
        w2 = w * w
        load = add_outer(load, w * fx, w * fy, w * fz, w2 * along, ux, uy, uz, w2 * same)
    return load


@leaf
def membrane_load(m, c, load, rate, soft):
    """Add what a triangle of stretchable skin (Neo-Hooke) does to one of its corners."""
    place, start, data, corner = soft.place, soft.start, soft.membrane, soft.membrane_corners
    i, j, k = corner[m, 0], corner[m, 1], corner[m, 2]
    d00, d01, d10, d11 = data[m, 0], data[m, 1], data[m, 2], data[m, 3]
    e1x, e1y, e1z = place[j, 0] - place[i, 0], place[j, 1] - place[i, 1], place[j, 2] - place[i, 2]
    e2x, e2y, e2z = place[k, 0] - place[i, 0], place[k, 1] - place[i, 1], place[k, 2] - place[i, 2]
    f0x, f0y, f0z = e1x * d00 + e2x * d10, e1y * d00 + e2y * d10, e1z * d00 + e2z * d10
    f1x, f1y, f1z = e1x * d01 + e2x * d11, e1y * d01 + e2y * d11, e1z * d01 + e2z * d11
    if c == 1:
        a0, a1 = d00, d01
    elif c == 2:
        a0, a1 = d10, d11
    else:
        a0, a1 = -d00 - d10, -d01 - d11
    mu, lam = data[m, SOFT.MEMBRANE_MU], data[m, SOFT.MEMBRANE_LAMBDA]
    bulk = lam + mu
    alpha = 1.0 + mu / bulk
    c00 = f0x * f0x + f0y * f0y + f0z * f0z
    c01 = f0x * f1x + f0y * f1y + f0z * f1z
    c11 = f1x * f1x + f1y * f1y + f1z * f1z
    area = max(math.sqrt(max(c00 * c11 - c01 * c01, 0.0)), 1e-6)
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
    p0x, p0y, p0z = mu * f0x + s * g0x, mu * f0y + s * g0y, mu * f0z + s * g0z
    p1x, p1y, p1z = mu * f1x + s * g1x, mu * f1y + s * g1y, mu * f1z + s * g1z
    drag = 0.0
    if rate > 0.0:
        # Change of F^T F / 2, which is none when it turns.
        q1x, q1y, q1z = (
            e1x - start[j, 0] + start[i, 0],
            e1y - start[j, 1] + start[i, 1],
            e1z - start[j, 2] + start[i, 2],
        )
        q2x, q2y, q2z = (
            e2x - start[k, 0] + start[i, 0],
            e2y - start[k, 1] + start[i, 1],
            e2z - start[k, 2] + start[i, 2],
        )
        b0x, b0y, b0z = q1x * d00 + q2x * d10, q1y * d00 + q2y * d10, q1z * d00 + q2z * d10
        b1x, b1y, b1z = q1x * d01 + q2x * d11, q1y * d01 + q2y * d11, q1z * d01 + q2z * d11
        drag = 2.0 * rate * bulk
        o0x, o0y, o0z, o1x, o1y, o1z = f0x - b0x, f0y - b0y, f0z - b0z, f1x - b1x, f1y - b1y, f1z - b1z
        t00 = 0.5 * drag * (c00 - o0x * o0x - o0y * o0y - o0z * o0z)
        t11 = 0.5 * drag * (c11 - o1x * o1x - o1y * o1y - o1z * o1z)
        t01 = 0.5 * drag * (c01 - o0x * o1x - o0y * o1y - o0z * o1z)
        p0x, p0y, p0z = p0x + f0x * t00 + f1x * t01, p0y + f0y * t00 + f1y * t01, p0z + f0z * t00 + f1z * t01
        p1x, p1y, p1z = p1x + f0x * t01 + f1x * t11, p1y + f0y * t01 + f1y * t11, p1z + f0z * t01 + f1z * t11
        drag *= max(c00, c11)
    a = a0 * a0 + a1 * a1
    r = max(s, 0.0) * inverse
    wx, wy, wz = a0 * f1x - a1 * f0x, a0 * f1y - a1 * f0y, a0 * f1z - a1 * f0z
    jx, jy, jz = a0 * g0x + a1 * g1x, a0 * g0y + a1 * g1y, a0 * g0z + a1 * g1z
    same = (mu + drag) * a + r * (wx * wx + wy * wy + wz * wz)
    fx, fy, fz = a0 * p0x + a1 * p1x, a0 * p0y + a1 * p1y, a0 * p0z + a1 * p1z
    load = add_outer(load, -fx, -fy, -fz, max(bulk - r, 0.0), jx, jy, jz, same)
    return add_outer(load, 0.0, 0.0, 0.0, -r, wx, wy, wz, 0.0)


@leaf
def add_membranes(v, load, rate, soft):
    """Add the skin around a vertex."""
    near = soft.membrane_near
    for e in range(soft.link[v, SOFT.LINK_MEMBRANE], soft.link[v + 1, SOFT.LINK_MEMBRANE]):
        load = membrane_load(near[e] >> 2, near[e] & 3, load, rate, soft)
    return load


@leaf
def tet_load(t, c, load, rate, soft):
    """Add what a tetrahedron (stable Neo-Hooke) does to one of its corners."""
    place, start, data, corner = soft.place, soft.start, soft.tet, soft.tet_corners
    o, i, j, k = corner[t, 0], corner[t, 1], corner[t, 2], corner[t, 3]
    ox, oy, oz = place[o, 0], place[o, 1], place[o, 2]
    ax, ay, az = place[i, 0] - ox, place[i, 1] - oy, place[i, 2] - oz
    bx, by, bz = place[j, 0] - ox, place[j, 1] - oy, place[j, 2] - oz
    cx, cy, cz = place[k, 0] - ox, place[k, 1] - oy, place[k, 2] - oz
    m00, m01, m02 = data[t, 0], data[t, 1], data[t, 2]
    m10, m11, m12 = data[t, 3], data[t, 4], data[t, 5]
    m20, m21, m22 = data[t, 6], data[t, 7], data[t, 8]
    # Columns of the deformation gradient.
    ux, uy, uz = ax * m00 + bx * m10 + cx * m20, ay * m00 + by * m10 + cy * m20, az * m00 + bz * m10 + cz * m20
    vx, vy, vz = ax * m01 + bx * m11 + cx * m21, ay * m01 + by * m11 + cy * m21, az * m01 + bz * m11 + cz * m21
    wx, wy, wz = ax * m02 + bx * m12 + cx * m22, ay * m02 + by * m12 + cy * m22, az * m02 + bz * m12 + cz * m22
    # Columns of its cofactors.
    px, py, pz = vy * wz - vz * wy, vz * wx - vx * wz, vx * wy - vy * wx
    qx, qy, qz = wy * uz - wz * uy, wz * ux - wx * uz, wx * uy - wy * ux
    rx, ry, rz = uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx
    volume = ux * px + uy * py + uz * pz
    mu, lam = data[t, SOFT.TET_MU], data[t, SOFT.TET_LAMBDA]
    bulk = lam + mu
    if c == 1:
        n0, n1, n2 = m00, m01, m02
    elif c == 2:
        n0, n1, n2 = m10, m11, m12
    elif c == 3:
        n0, n1, n2 = m20, m21, m22
    else:
        n0, n1, n2 = -m00 - m10 - m20, -m01 - m11 - m21, -m02 - m12 - m22
    s = bulk * (volume - 1.0) - mu
    # Cofactors and gradient times the row of the corner.
    gx, gy, gz = px * n0 + qx * n1 + rx * n2, py * n0 + qy * n1 + ry * n2, pz * n0 + qz * n1 + rz * n2
    hx, hy, hz = ux * n0 + vx * n1 + wx * n2, uy * n0 + vy * n1 + wy * n2, uz * n0 + vz * n1 + wz * n2
    nn = n0 * n0 + n1 * n1 + n2 * n2
    fx, fy, fz = mu * hx + s * gx, mu * hy + s * gy, mu * hz + s * gz
    same = mu * nn
    if rate > 0.0:
        # Columns of the gradient at the start of the substep; F^T F does not change when it turns.
        dx, dy, dz = start[o, 0], start[o, 1], start[o, 2]
        ax, ay, az = start[i, 0] - dx, start[i, 1] - dy, start[i, 2] - dz
        bx, by, bz = start[j, 0] - dx, start[j, 1] - dy, start[j, 2] - dz
        cx, cy, cz = start[k, 0] - dx, start[k, 1] - dy, start[k, 2] - dz
        ex, ey, ez = ax * m00 + bx * m10 + cx * m20, ay * m00 + by * m10 + cy * m20, az * m00 + bz * m10 + cz * m20
        kx, ky, kz = ax * m01 + bx * m11 + cx * m21, ay * m01 + by * m11 + cy * m21, az * m01 + bz * m11 + cz * m21
        lx, ly, lz = ax * m02 + bx * m12 + cx * m22, ay * m02 + by * m12 + cy * m22, az * m02 + bz * m12 + cz * m22
        uu, vv, ww = ux * ux + uy * uy + uz * uz, vx * vx + vy * vy + vz * vz, wx * wx + wy * wy + wz * wz
        s00 = 0.5 * (uu - ex * ex - ey * ey - ez * ez)
        s11 = 0.5 * (vv - kx * kx - ky * ky - kz * kz)
        s22 = 0.5 * (ww - lx * lx - ly * ly - lz * lz)
        s01 = 0.5 * (ux * vx + uy * vy + uz * vz - ex * kx - ey * ky - ez * kz)
        s02 = 0.5 * (ux * wx + uy * wy + uz * wz - ex * lx - ey * ly - ez * lz)
        s12 = 0.5 * (vx * wx + vy * wy + vz * wz - kx * lx - ky * ly - kz * lz)
        drag = 2.0 * rate * mu
        t0 = drag * (s00 * n0 + s01 * n1 + s02 * n2)
        t1 = drag * (s01 * n0 + s11 * n1 + s12 * n2)
        t2 = drag * (s02 * n0 + s12 * n1 + s22 * n2)
        swell = rate * bulk * (volume - soft.tet_start[t])
        fx += ux * t0 + vx * t1 + wx * t2 + swell * gx
        fy += uy * t0 + vy * t1 + wy * t2 + swell * gy
        fz += uz * t0 + vz * t1 + wz * t2 + swell * gz
        bulk += rate * bulk
        # |F sym(F^T d n^T) n| is at most |F|^2 |n|^2 |d|.
        same += drag * nn * max(uu, max(vv, ww))
    return add_outer(load, -fx, -fy, -fz, bulk, gx, gy, gz, same)


@leaf
def add_tets(v, load, rate, soft):
    """Add the tetrahedra around a vertex."""
    near = soft.tet_near
    for e in range(soft.link[v, SOFT.LINK_TET], soft.link[v + 1, SOFT.LINK_TET]):
        load = tet_load(near[e] >> 2, near[e] & 3, load, rate, soft)
    return load


@leaf
def volume_gradient(v, soft):
    """How the volume inside of a closed surface grows as a vertex moves [m^2]."""
    place, face, near = soft.place, soft.face, soft.face_near
    gx = gy = gz = 0.0
    for e in range(soft.link[v, SOFT.LINK_FACE], soft.link[v + 1, SOFT.LINK_FACE]):
        f, c = near[e] >> 2, near[e] & 3
        b, d = face[f, (c + 1) % 3], face[f, (c + 2) % 3]
        bx, by, bz = place[b, 0], place[b, 1], place[b, 2]
        dx, dy, dz = place[d, 0], place[d, 1], place[d, 2]
        gx += by * dz - bz * dy
        gy += bz * dx - bx * dz
        gz += bx * dy - by * dx
    return gx / 6.0, gy / 6.0, gz / 6.0


@leaf
def add_inside(trait, load, g):
    """Add the pressure of what is inside, of a gas or a liquid; `g` is the gradient of the volume."""
    volume = max(trait[SOFT.TRAIT_VOLUME], 1e-9)
    gas, bulk = trait[SOFT.TRAIT_GAS], trait[SOFT.TRAIT_BULK]
    pressure = gas / volume - trait[SOFT.TRAIT_OUTSIDE]
    stiffness = gas / (volume * volume)
    if bulk > 0.0:
        rest = trait[SOFT.TRAIT_VOLUME_REST]
        pressure = -bulk * (volume - rest) / rest
        stiffness = bulk / rest
    return add_outer(load, pressure * g[0], pressure * g[1], pressure * g[2], stiffness, g[0], g[1], g[2], 0.0)


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
