"""Energy of soft bodies: what elements hold, and a guard against energy from nothing.

Sweeps that have not converged may leave a body with more energy than it had: from where the velocities alone take it,
whatever turns is stretched a little, and what one sweep does not take back pushes in the next substep. So each substep
begins with the account of the one before. What a soft body has gained beyond the work of the forces on it is taken from
the motion of its vertices against one another.
"""

import math

from physics.kernels.core.jit import leaf, routine
from physics.kernels.layout import soft as SOFT

#: What is straight, or a single point, has no inertia about itself: a trace of it keeps the equations regular [kg m^2].
LEAST_INERTIA = 1e-60


@leaf
def _spring_energy(p, soft):
    """Energy of the springs of a soft body [J]; notes their lengths, from which drag counts in this substep."""
    part, place, spring, ends = soft.part, soft.place, soft.spring, soft.spring_ends
    first = part[p, SOFT.PART_SPRING]
    total = 0.0
    for s in range(first, first + part[p, SOFT.PART_SPRINGS]):
        a, b = ends[s, 0], ends[s, 1]
        x, y, z = place[a, 0] - place[b, 0], place[a, 1] - place[b, 1], place[a, 2] - place[b, 2]
        length = math.sqrt(x * x + y * y + z * z)
        soft.spring_start[s] = length
        stretch = length - spring[s, SOFT.SPRING_REST]
        k = spring[s, SOFT.SPRING_STIFFNESS]
        if stretch < 0.0:
            k *= spring[s, SOFT.SPRING_PRESSED]
        total += 0.5 * k * stretch * stretch
    return total


@leaf
def _bending_energy(p, soft):
    """Energy of bending [J]."""
    part, place = soft.part, soft.place
    near, weight = soft.stencil_near, soft.stencil
    first = part[p, SOFT.PART_VERTEX]
    total = 0.0
    for v in range(first, first + part[p, SOFT.PART_VERTICES]):
        x = y = z = 0.0
        for e in range(soft.link[v, SOFT.LINK_STENCIL], soft.link[v + 1, SOFT.LINK_STENCIL]):
            o, q = near[e], weight[e]
            x += q * place[o, 0]
            y += q * place[o, 1]
            z += q * place[o, 2]
        total += 0.5 * (x * place[v, 0] + y * place[v, 1] + z * place[v, 2])
    first = part[p, SOFT.PART_HINGE]
    for h in range(first, first + part[p, SOFT.PART_HINGES]):
        rest = soft.hinge[h, SOFT.HINGE_REST]
        if rest == 0.0:
            continue
        x = y = z = 0.0
        for c in range(4):
            o, w = soft.hinge_corners[h, c], soft.hinge[h, c]
            x += w * place[o, 0]
            y += w * place[o, 1]
            z += w * place[o, 2]
        bent = math.sqrt(x * x + y * y + z * z) - rest
        total += 0.5 * soft.hinge[h, SOFT.HINGE_STIFFNESS] * bent * bent
    return total


@leaf
def _membrane_energy(p, soft):
    """Energy of skin [J], more or less by a constant."""
    part, place, data, corner = soft.part, soft.place, soft.membrane, soft.membrane_corners
    first = part[p, SOFT.PART_MEMBRANE]
    total = 0.0
    for m in range(first, first + part[p, SOFT.PART_MEMBRANES]):
        i, j, k = corner[m, 0], corner[m, 1], corner[m, 2]
        ax, ay, az = place[j, 0] - place[i, 0], place[j, 1] - place[i, 1], place[j, 2] - place[i, 2]
        bx, by, bz = place[k, 0] - place[i, 0], place[k, 1] - place[i, 1], place[k, 2] - place[i, 2]
        d0, d1, d2, d3 = data[m, 0], data[m, 1], data[m, 2], data[m, 3]
        ux, uy, uz = ax * d0 + bx * d2, ay * d0 + by * d2, az * d0 + bz * d2
        vx, vy, vz = ax * d1 + bx * d3, ay * d1 + by * d3, az * d1 + bz * d3
        uu, vv = ux * ux + uy * uy + uz * uz, vx * vx + vy * vy + vz * vz
        uv = ux * vx + uy * vy + uz * vz
        mu, lam = data[m, SOFT.MEMBRANE_MU], data[m, SOFT.MEMBRANE_LAMBDA]
        swell = math.sqrt(max(uu * vv - uv * uv, 0.0)) - 1.0 - mu / (lam + mu)
        total += 0.5 * mu * (uu + vv - 2.0) + 0.5 * (lam + mu) * swell * swell
    return total


@leaf
def _tet_energy(p, soft):
    """Energy of the tetrahedra of a soft body [J], more or less by a constant; notes their volumes."""
    part, place, m, corner = soft.part, soft.place, soft.tet, soft.tet_corners
    first = part[p, SOFT.PART_TET]
    total = 0.0
    for t in range(first, first + part[p, SOFT.PART_TETS]):
        o, i, j, k = corner[t, 0], corner[t, 1], corner[t, 2], corner[t, 3]
        ox, oy, oz = place[o, 0], place[o, 1], place[o, 2]
        ax, ay, az = place[i, 0] - ox, place[i, 1] - oy, place[i, 2] - oz
        bx, by, bz = place[j, 0] - ox, place[j, 1] - oy, place[j, 2] - oz
        cx, cy, cz = place[k, 0] - ox, place[k, 1] - oy, place[k, 2] - oz
        m0, m1, m2, m3, m4, m5, m6, m7, m8 = (
            m[t, 0], m[t, 1], m[t, 2], m[t, 3], m[t, 4], m[t, 5], m[t, 6], m[t, 7], m[t, 8],
        )  # fmt: skip
        ux, uy, uz = ax * m0 + bx * m3 + cx * m6, ay * m0 + by * m3 + cy * m6, az * m0 + bz * m3 + cz * m6
        vx, vy, vz = ax * m1 + bx * m4 + cx * m7, ay * m1 + by * m4 + cy * m7, az * m1 + bz * m4 + cz * m7
        wx, wy, wz = ax * m2 + bx * m5 + cx * m8, ay * m2 + by * m5 + cy * m8, az * m2 + bz * m5 + cz * m8
        volume = ux * (vy * wz - vz * wy) + uy * (vz * wx - vx * wz) + uz * (vx * wy - vy * wx)
        soft.tet_start[t] = volume
        square = ux * ux + uy * uy + uz * uz + vx * vx + vy * vy + vz * vz + wx * wx + wy * wy + wz * wz
        mu = m[t, SOFT.TET_MU]
        bulk = m[t, SOFT.TET_LAMBDA] + mu
        swell = volume - 1.0 - mu / bulk
        total += 0.5 * mu * (square - 3.0) + 0.5 * bulk * swell * swell
    return total


@leaf
def _inside_energy(p, flags, soft):
    """Energy of what is inside of a closed soft body [J]."""
    trait = soft.trait
    volume = max(trait[p, SOFT.TRAIT_VOLUME], 1e-9)
    if flags & SOFT.FLAG_LIQUID:
        rest = trait[p, SOFT.TRAIT_VOLUME_REST]
        return 0.5 * trait[p, SOFT.TRAIT_BULK] / rest * (volume - rest) * (volume - rest)
    return trait[p, SOFT.TRAIT_OUTSIDE] * volume - trait[p, SOFT.TRAIT_GAS] * math.log(volume)


@leaf
def held_energy(p, flags, soft):
    """Energy that the elements of a soft body hold [J], and notes of what drag counts from."""
    total = _spring_energy(p, soft) + _bending_energy(p, soft) + _membrane_energy(p, soft) + _tet_energy(p, soft)
    if flags & (SOFT.FLAG_GAS | SOFT.FLAG_LIQUID):
        total += _inside_energy(p, flags, soft)
    return total


@leaf
def motion_energy(first, last, soft):
    """Energy of motion of the vertices of a piece [J]."""
    place, speed, mate = soft.place, soft.speed, soft.mate
    total = 0.0
    for n in range(first, last):
        v = mate[n]
        if speed[v, 3] > 0.0:
            x, y, z = speed[v, 0], speed[v, 1], speed[v, 2]
            total += 0.5 * place[v, 3] * (x * x + y * y + z * z)
    return total


@routine
def restrain(p, flags, soft):
    """Open the account of a substep: what a soft body has gained from nothing is taken from the motion inside of it.

    Args:
        p: The soft body.
        flags: Of it, as they count now.
        soft: Arrays of soft bodies. Velocities are updated.
    """
    part, trait = soft.part, soft.trait
    held = held_energy(p, flags, soft)
    p0 = part[p, SOFT.PART_PIECE]
    moving = 0.0
    for piece in range(p0, p0 + part[p, SOFT.PART_PIECES]):
        first = soft.piece[piece, 0]
        moving += motion_energy(first, first + soft.piece[piece, 1], soft)
    excess = held + moving - trait[p, SOFT.TRAIT_ENERGY]
    if excess > 0.0 and flags & SOFT.FLAG_GOAL == 0:
        moving -= _calm(p, excess, soft)
    # What elements hold beyond the account stays a debt: it cannot become motion.
    trait[p, SOFT.TRAIT_ENERGY] = min(trait[p, SOFT.TRAIT_ENERGY], held + moving)


@leaf
def _mean_motion(first, last, soft):
    """Mass, center, velocity and angular velocity of a piece."""
    place, speed, mate = soft.place, soft.speed, soft.mate
    mass = cx = cy = cz = px = py = pz = 0.0
    for n in range(first, last):
        v = mate[n]
        m = place[v, 3]
        mass += m
        cx, cy, cz = cx + m * place[v, 0], cy + m * place[v, 1], cz + m * place[v, 2]
        px, py, pz = px + m * speed[v, 0], py + m * speed[v, 1], pz + m * speed[v, 2]
    k = 1.0 / mass
    cx, cy, cz, px, py, pz = k * cx, k * cy, k * cz, k * px, k * py, k * pz
    lx = ly = lz = 0.0
    xx = xy = xz = yy = yz = zz = 0.0
    for n in range(first, last):
        v = mate[n]
        m = place[v, 3]
        x, y, z = place[v, 0] - cx, place[v, 1] - cy, place[v, 2] - cz
        dx, dy, dz = speed[v, 0] - px, speed[v, 1] - py, speed[v, 2] - pz
        lx, ly, lz = lx + m * (y * dz - z * dy), ly + m * (z * dx - x * dz), lz + m * (x * dy - y * dx)
        xx, yy, zz = xx + m * (y * y + z * z), yy + m * (x * x + z * z), zz + m * (x * x + y * y)
        xy, xz, yz = xy - m * x * y, xz - m * x * z, yz - m * y * z
    least = 1e-9 * (xx + yy + zz) + LEAST_INERTIA
    xx, yy, zz = xx + least, yy + least, zz + least
    a, b, c = yy * zz - yz * yz, xz * yz - xy * zz, xy * yz - xz * yy
    k = 1.0 / (xx * a + xy * b + xz * c)
    tx = k * (a * lx + b * ly + c * lz)
    ty = k * (b * lx + (xx * zz - xz * xz) * ly + (xy * xz - xx * yz) * lz)
    tz = k * (c * lx + (xy * xz - xx * yz) * ly + (xx * yy - xy * xy) * lz)
    return (cx, cy, cz), (px, py, pz), (tx, ty, tz)


@leaf
def _calm(p, excess, soft):
    """Slow the vertices of a soft body against the rigid motion of their pieces; returns the energy it took [J]."""
    part, place, speed, mate = soft.part, soft.place, soft.speed, soft.mate
    p0 = part[p, SOFT.PART_PIECE]
    p1 = p0 + part[p, SOFT.PART_PIECES]
    inner = 0.0
    for slow in range(2):
        if slow and inner <= 0.0:
            return 0.0
        factor = math.sqrt(max(1.0 - excess / inner, 0.0)) if slow else 1.0
        for piece in range(p0, p1):
            first, last = soft.piece[piece, 0], soft.piece[piece, 0] + soft.piece[piece, 1]
            pinned = False
            for n in range(first, last):
                pinned = pinned or speed[mate[n], 3] == 0.0
            c, u, t = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
            if not pinned:
                c, u, t = _mean_motion(first, last, soft)
            for n in range(first, last):
                v = mate[n]
                if speed[v, 3] == 0.0:
                    continue
                x, y, z = place[v, 0] - c[0], place[v, 1] - c[1], place[v, 2] - c[2]
                rx, ry, rz = u[0] + t[1] * z - t[2] * y, u[1] + t[2] * x - t[0] * z, u[2] + t[0] * y - t[1] * x
                dx, dy, dz = speed[v, 0] - rx, speed[v, 1] - ry, speed[v, 2] - rz
                if slow:
                    speed[v, 0], speed[v, 1], speed[v, 2] = rx + factor * dx, ry + factor * dy, rz + factor * dz
                else:
                    inner += 0.5 * place[v, 3] * (dx * dx + dy * dy + dz * dz)
    return min(excess, inner)
