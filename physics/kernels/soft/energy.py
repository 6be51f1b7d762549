"""Energy of soft bodies: what elements hold, and a guard against energy from nothing.

Sweeps that have not converged may leave a body with more energy than it had: from where the velocities alone take it,
whatever turns is stretched a little, and what one sweep does not take back pushes in the next substep. So each substep
begins with the account of the one before. What a soft body has gained beyond the work of the forces on it is taken from
the motion of its vertices against one another.
"""

import math

from physics.kernels.core.four import (
    four_at,
    four_of,
    lane_sum,
    larger,
    put_four,
    put_rows,
    root,
    rows_of,
    whole_at,
)
from physics.kernels.core.jit import leaf, routine
from physics.kernels.layout import soft as SOFT
from physics.kernels.soft.arrays import open_soft
from physics.kernels.soft.lanes.laws import cross, skin_columns, solid_columns, solid_products, spring_stretch

#: What is straight, or a single point, has no inertia about itself: a trace of it keeps the equations regular [kg m^2].
LEAST_INERTIA = 1e-60


@leaf
def _lanes_given(e, last):
    """1 for each of the elements e ... e + 3 that there is, else 0."""
    return four_of(1.0, 1.0 if e + 1 < last else 0.0, 1.0 if e + 2 < last else 0.0, 1.0 if e + 3 < last else 0.0)


@leaf
def _corner(place, corners, width, c, e, last):
    """Places of a corner of the elements e ... e + 3."""
    return rows_of(
        place,
        4 * whole_at(corners, width * e + c),
        4 * whole_at(corners, width * min(e + 1, last) + c),
        4 * whole_at(corners, width * min(e + 2, last) + c),
        4 * whole_at(corners, width * min(e + 3, last) + c),
    )


@leaf
def _data(data, stride, column, e, last):
    """Four columns of the elements e ... e + 3."""
    return rows_of(
        data,
        stride * e + column,
        stride * min(e + 1, last) + column,
        stride * min(e + 2, last) + column,
        stride * min(e + 3, last) + column,
    )


@leaf
def _note(data, stride, column, e, last, x, y, z, w):
    """Write four columns of the elements e ... e + 3."""
    put_rows(
        data,
        stride * e + column,
        stride * min(e + 1, last) + column,
        stride * min(e + 2, last) + column,
        stride * min(e + 3, last) + column,
        x,
        y,
        z,
        w,
    )


@leaf
def _edge(place, corners, width, c, o, e, last):
    """From one vertex of each element, `o`, to its corner `c`."""
    x, y, z, _ = _corner(place, corners, width, c, e, last)
    return x - o[0], y - o[1], z - o[2]


@leaf
def _spring_energy(p, soft):
    """Energy of the springs of a soft body [J]; notes their lengths, from which drag counts in this substep."""
    part, place, spring, ends = soft.part, soft.place, soft.spring, soft.spring_ends
    first = part[p, SOFT.PART_SPRING]
    end = first + part[p, SOFT.PART_SPRINGS]
    total, last, stride = four_of(0.0, 0.0, 0.0, 0.0), end - 1, SOFT.SPRING_STRIDE
    for e in range(first, end, 4):
        o = _corner(place, ends, 2, 0, e, last)
        x, y, z = _edge(place, ends, 2, 1, o, e, last)
        length = root(x * x + y * y + z * z)
        k, rest, pressed, _ = _data(spring, stride, 0, e, last)
        _note(spring, stride, 0, e, last, k, rest, pressed, length)
        stretch, k = spring_stretch(length, k, rest, pressed)
        total = total + _lanes_given(e, end) * (k * stretch * stretch)
    return 0.5 * lane_sum(total)


@leaf
def _bending_energy(p, soft):
    """Energy of bending [J]; notes the forces of what is flat, from which drag counts in this substep."""
    part, place, curve, link = soft.part, soft.place, soft.curve, soft.link
    near, weight = soft.stencil_near, soft.stencil
    first = part[p, SOFT.PART_VERTEX]
    last = first + part[p, SOFT.PART_VERTICES]
    none = four_of(0.0, 0.0, 0.0, 0.0)
    flat, total = none, 0.0
    if link[last, SOFT.LINK_STENCIL] > link[first, SOFT.LINK_STENCIL]:
        for v in range(first, last):
            force = none
            for e in range(link[v, SOFT.LINK_STENCIL], link[v + 1, SOFT.LINK_STENCIL]):
                force = force + weight[e] * four_at(place, 4 * whole_at(near, e))
            put_four(curve, 4 * v, force)
            flat = flat + force * four_at(place, 4 * v)
        total = lane_sum(flat * four_of(0.5, 0.5, 0.5, 0.0))
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
    """Energy of skin [J], more or less by a constant; notes from where drag counts in this substep."""
    part, place, data, corner = soft.part, soft.place, soft.membrane, soft.membrane_corners
    first = part[p, SOFT.PART_MEMBRANE]
    end = first + part[p, SOFT.PART_MEMBRANES]
    total, last, stride = four_of(0.0, 0.0, 0.0, 0.0), end - 1, SOFT.MEMBRANE_STRIDE
    for e in range(first, end, 4):
        o = _corner(place, corner, 3, 0, e, last)
        one, two = _edge(place, corner, 3, 1, o, e, last), _edge(place, corner, 3, 2, o, e, last)
        _, _, (uu, uv, vv) = skin_columns(one, two, _data(data, stride, 0, e, last))
        _note(soft.membrane_start, 4, 0, e, last, uu, uv, vv, uu)
        mu, lam, _, _ = _data(data, stride, 4, e, last)
        swell = root(larger(uu * vv - uv * uv, 0.0)) - 1.0 - mu / (lam + mu)
        total = total + _lanes_given(e, end) * (mu * (uu + vv - 2.0) + (lam + mu) * swell * swell)
    return 0.5 * lane_sum(total)


@leaf
def _tet_energy(p, soft):
    """Energy of the tetrahedra of a soft body [J], more or less by a constant; notes from where drag counts."""
    part, place, data, corner, start = soft.part, soft.place, soft.tet, soft.tet_corners, soft.tet_start
    first = part[p, SOFT.PART_TET]
    end = first + part[p, SOFT.PART_TETS]
    total, last, stride = four_of(0.0, 0.0, 0.0, 0.0), end - 1, SOFT.TET_STRIDE
    for e in range(first, end, 4):
        o = _corner(place, corner, 4, 0, e, last)
        m0, m1, m2, m3 = _data(data, stride, 0, e, last)
        m4, m5, m6, m7 = _data(data, stride, 4, e, last)
        m8, mu, lam, _ = _data(data, stride, 8, e, last)
        u, v, w = solid_columns(
            _edge(place, corner, 4, 1, o, e, last),
            _edge(place, corner, 4, 2, o, e, last),
            _edge(place, corner, 4, 3, o, e, last),
            (m0, m1, m2, m3, m4, m5, m6, m7, m8),
        )
        s = solid_products(u, v, w)
        cof = cross(v, w)
        volume = u[0] * cof[0] + u[1] * cof[1] + u[2] * cof[2]
        _note(start, SOFT.START_STRIDE, 0, e, last, s[0], s[1], s[2], s[3])
        _note(start, SOFT.START_STRIDE, 4, e, last, s[4], s[5], volume, volume)
        bulk = lam + mu
        swell = volume - 1.0 - mu / bulk
        total = total + _lanes_given(e, end) * (mu * (s[0] + s[3] + s[5] - 3.0) + bulk * swell * swell)
    return 0.5 * lane_sum(total)


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
def motion_energy(p, soft):
    """Energy of motion of the vertices of a soft body [J]."""
    place, speed = soft.place, soft.speed
    first = soft.part[p, SOFT.PART_VERTEX]
    total = four_of(0.0, 0.0, 0.0, 0.0)
    for v in range(first, first + soft.part[p, SOFT.PART_VERTICES]):
        if speed[v, 3] > 0.0:
            u = four_at(speed, 4 * v)
            total = total + place[v, 3] * (u * u)
    return lane_sum(total * four_of(0.5, 0.5, 0.5, 0.0))


@routine
def restrain(p, flags, table):
    """Open the account of a substep: what a soft body has gained from nothing is taken from the motion inside of it.

    Args:
        p: The soft body.
        flags: Of it, as they count now.
        table: Addresses of the arrays of soft bodies. Velocities are updated.
    """
    soft = open_soft(table)
    trait = soft.trait
    held = held_energy(p, flags, soft)
    moving = motion_energy(p, soft)
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
