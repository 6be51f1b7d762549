"""What strain does to elements for good, once per step: they flow, or they are too long to hold."""

import math

from physics.kernels.core.jit import leaf, routine
from physics.kernels.layout import soft as SOFT

#: Rounds of rotations that make a symmetric matrix diagonal.
ROUNDS = 6


@leaf
def _rotate_rows(m, v, p, q, r):
    """One rotation of Jacobi: makes the entry (p, q) of a symmetric matrix zero; `r` is the third row.

    Both matrices are in `m` and `v`, nine numbers each, of which `m` is kept symmetric.
    """
    off = m[3 * p + q]
    if off == 0.0:
        return
    t = (m[3 * q + q] - m[3 * p + p]) / (2.0 * off)
    t = math.copysign(1.0, t) / (abs(t) + math.sqrt(t * t + 1.0))
    c = 1.0 / math.sqrt(t * t + 1.0)
    s = t * c
    m[3 * p + p] -= t * off
    m[3 * q + q] += t * off
    m[3 * p + q] = m[3 * q + p] = 0.0
    a, b = m[3 * r + p], m[3 * r + q]
    m[3 * r + p] = m[3 * p + r] = c * a - s * b
    m[3 * r + q] = m[3 * q + r] = s * a + c * b
    for k in range(3):
        a, b = v[3 * k + p], v[3 * k + q]
        v[3 * k + p], v[3 * k + q] = c * a - s * b, s * a + c * b


@leaf
def tet_gradient(t, soft, f):
    """Write the deformation gradient of a tetrahedron, row by row."""
    place, m, corner = soft.place, soft.tet, soft.tet_corners
    o = corner[t, 0]
    for row in range(3):
        a = place[corner[t, 1], row] - place[o, row]
        b = place[corner[t, 2], row] - place[o, row]
        c = place[corner[t, 3], row] - place[o, row]
        for k in range(3):
            f[3 * row + k] = a * m[t, k] + b * m[t, 3 + k] + c * m[t, 6 + k]


@leaf
def _square(f, c):
    """Write F^T F."""
    for i in range(3):
        for j in range(3):
            c[3 * i + j] = f[i] * f[j] + f[3 + i] * f[3 + j] + f[6 + i] * f[6 + j]


@routine
def flow_tets(first, last, limit, share, soft):
    """Let the tetrahedra flow that are strained beyond a limit; their volume stays. Returns how many did.

    Args:
        first: First tetrahedron.
        last: The one after the last.
        limit: Strain from which on it flows.
        share: Creep rate times the step.
        soft: Arrays of soft bodies. Shapes at rest are updated.
    """
    f, c, v, back = soft.work[:9], soft.work[9:18], soft.work[18:27], soft.work[27:36]
    tet = soft.tet
    count = 0
    for t in range(first, last):
        tet_gradient(t, soft, f)
        _square(f, c)
        # Quick: what is far from flowing need not be made diagonal.
        most = max(abs(c[0] - 1.0), max(abs(c[4] - 1.0), abs(c[8] - 1.0)))
        most += max(abs(c[1]), max(abs(c[2]), abs(c[5]))) * 2.0
        if most < limit:
            continue
        for k in range(9):
            v[k] = 1.0 if k % 4 == 0 else 0.0
        for _ in range(ROUNDS):
            _rotate_rows(c, v, 0, 1, 2)
            _rotate_rows(c, v, 0, 2, 1)
            _rotate_rows(c, v, 1, 2, 0)
        x, y, z = max(c[0], 1e-6), max(c[4], 1e-6), max(c[8], 1e-6)
        mean = math.pow(x * y * z, 1.0 / 6.0)
        x, y, z = math.sqrt(x) / mean, math.sqrt(y) / mean, math.sqrt(z) / mean
        strain = max(abs(x - 1.0), max(abs(y - 1.0), abs(z - 1.0)))
        if strain <= limit:
            continue
        count += 1
        part = min(share * (strain - limit), strain - limit) / strain
        x, y, z = 1.0 / (1.0 + part * (x - 1.0)), 1.0 / (1.0 + part * (y - 1.0)), 1.0 / (1.0 + part * (z - 1.0))
        mean = math.pow(x * y * z, 1.0 / 3.0)
        x, y, z = x / mean, y / mean, z / mean
        for i in range(3):
            for j in range(3):
                back[3 * i + j] = (
                    v[3 * i] * x * v[3 * j] + v[3 * i + 1] * y * v[3 * j + 1] + v[3 * i + 2] * z * v[3 * j + 2]
                )
        for row in range(3):
            a, b, d = tet[t, 3 * row], tet[t, 3 * row + 1], tet[t, 3 * row + 2]
            for k in range(3):
                tet[t, 3 * row + k] = a * back[k] + b * back[3 + k] + d * back[6 + k]
    return count


@routine
def flow_springs(first, last, limit, share, soft):
    """As `flow_tets`, of springs: they get longer or shorter for good."""
    spring, place, ends = soft.spring, soft.place, soft.spring_ends
    count = 0
    for s in range(first, last):
        rest = spring[s, SOFT.SPRING_REST]
        x = place[ends[s, 0], 0] - place[ends[s, 1], 0]
        y = place[ends[s, 0], 1] - place[ends[s, 1], 1]
        z = place[ends[s, 0], 2] - place[ends[s, 1], 2]
        strain = math.sqrt(x * x + y * y + z * z) / rest - 1.0
        over = abs(strain) - limit
        if over > 0.0 and spring[s, SOFT.SPRING_STIFFNESS] > 0.0:
            spring[s, SOFT.SPRING_REST] = rest * (1.0 + math.copysign(min(share, 1.0) * over, strain))
            count += 1
    return count


@routine
def flow_hinges(first, last, limit, share, soft):
    """As `flow_tets`, of hinges that were not flat: their angle changes for good."""
    hinge, corner, place = soft.hinge, soft.hinge_corners, soft.place
    count = 0
    for h in range(first, last):
        rest = hinge[h, SOFT.HINGE_REST]
        if rest == 0.0:
            continue
        x = y = z = 0.0
        for c in range(4):
            o, w = corner[h, c], hinge[h, c]
            x, y, z = x + w * place[o, 0], y + w * place[o, 1], z + w * place[o, 2]
        length = math.sqrt(x * x + y * y + z * z)
        over = abs(length / rest - 1.0) - limit
        if over > 0.0:
            hinge[h, SOFT.HINGE_REST] = max(rest + min(share, 1.0) * over * math.copysign(rest, length - rest), 1e-9)
            count += 1
    return count


@routine
def breaks(p, soft):
    """True when an element of a soft body may be strained so far that it breaks; Python looks more closely."""
    part, place, limit = soft.part, soft.place, soft.trait[p, SOFT.TRAIT_BREAK]
    first = part[p, SOFT.PART_SPRING]
    for s in range(first, first + part[p, SOFT.PART_SPRINGS]):
        a, b = soft.spring_ends[s, 0], soft.spring_ends[s, 1]
        x, y, z = place[a, 0] - place[b, 0], place[a, 1] - place[b, 1], place[a, 2] - place[b, 2]
        most = soft.spring[s, SOFT.SPRING_REST] * (1.0 + limit)
        if x * x + y * y + z * z > most * most and soft.spring[s, SOFT.SPRING_STIFFNESS] > 0.0:
            return True
    square = (1.0 + limit) * (1.0 + limit)
    first = part[p, SOFT.PART_MEMBRANE]
    for m in range(first, first + part[p, SOFT.PART_MEMBRANES]):
        i, j, k = soft.membrane_corners[m, 0], soft.membrane_corners[m, 1], soft.membrane_corners[m, 2]
        d, total = soft.membrane, 0.0
        for c in range(3):
            a, b = place[j, c] - place[i, c], place[k, c] - place[i, c]
            u, v = a * d[m, 0] + b * d[m, 2], a * d[m, 1] + b * d[m, 3]
            total += u * u + v * v
        if total > square:  # the sum of both squares is no less than the greater
            return True
    f = soft.work[:9]
    first = part[p, SOFT.PART_TET]
    for t in range(first, first + part[p, SOFT.PART_TETS]):
        tet_gradient(t, soft, f)
        total = 0.0
        for k in range(9):
            total += f[k] * f[k]
        if total > square:
            return True
    return False


@routine
def flow(p, dt, soft):
    """Let a soft body flow, and note whether it may have to tear."""
    part, trait = soft.part, soft.trait
    flags = part[p, SOFT.PART_FLAGS] & ~(SOFT.FLAG_STRAINED | SOFT.FLAG_FLOWED | SOFT.FLAG_FLOWING)
    if part[p, SOFT.PART_FLAGS] & SOFT.FLAG_FLOWED:
        flags |= SOFT.FLAG_FLOWING
    limit, share = trait[p, SOFT.TRAIT_YIELD], trait[p, SOFT.TRAIT_CREEP] * dt
    if math.isfinite(limit):
        t, s, h = part[p, SOFT.PART_TET], part[p, SOFT.PART_SPRING], part[p, SOFT.PART_HINGE]
        count = flow_tets(t, t + part[p, SOFT.PART_TETS], limit, share, soft)
        count += flow_springs(s, s + part[p, SOFT.PART_SPRINGS], limit, share, soft)
        count += flow_hinges(h, h + part[p, SOFT.PART_HINGES], limit, share, soft)
        if count > 0:
            flags |= SOFT.FLAG_FLOWED
            soft.note[SOFT.NOTE_FLOWED] += 1.0
    if math.isfinite(trait[p, SOFT.TRAIT_BREAK]) and breaks(p, soft):
        flags |= SOFT.FLAG_STRAINED
        soft.note[SOFT.NOTE_STRAINED] += 1.0
    part[p, SOFT.PART_FLAGS] = flags
    # An attachment that pulls too hard breaks.
    tie = part[p, SOFT.PART_TIE]
    for a in range(tie, tie + part[p, SOFT.PART_TIES]):
        x, y, z = soft.cord[a, SOFT.CORD_FORCE], soft.cord[a, SOFT.CORD_FORCE + 1], soft.cord[a, SOFT.CORD_FORCE + 2]
        most = soft.cord[a, SOFT.CORD_BREAK]
        if soft.tie[a, SOFT.TIE_FLAGS] != 0 and x * x + y * y + z * z > most * most:
            soft.tie[a, SOFT.TIE_FLAGS] = 0
            soft.cord[a, SOFT.CORD_FORCE] = soft.cord[a, SOFT.CORD_FORCE + 1] = soft.cord[a, SOFT.CORD_FORCE + 2] = 0.0
            soft.note[SOFT.NOTE_PARTED] += 1.0
