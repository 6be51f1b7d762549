"""Forces of elements on one vertex, and the stiffness that the vertex feels while all others stand still.

What a load is, and what the elements do, is in `lanes.laws`; here is where their numbers stand.
"""

from physics.kernels.core.jit import leaf
from physics.kernels.layout import soft as SOFT
from physics.kernels.soft.lanes.laws import (
    add_outer,
    add_skin,
    add_solid,
    add_spring,
    bend,
    skin_columns,
    solid_columns,
)


@leaf
def spring_load(s, end, load, rate, soft):
    """Add what a spring does to one of its ends."""
    place, spring = soft.place, soft.spring
    v, o = soft.spring_ends[s, end], soft.spring_ends[s, 1 - end]
    x, y, z = place[v, 0] - place[o, 0], place[v, 1] - place[o, 1], place[v, 2] - place[o, 2]
    k, rest = spring[s, SOFT.SPRING_STIFFNESS], spring[s, SOFT.SPRING_REST]
    return add_spring(load, x, y, z, k, rest, spring[s, SOFT.SPRING_PRESSED], spring[s, SOFT.SPRING_BEFORE], rate)


@leaf
def add_springs(v, load, rate, soft):
    """Add the springs of a vertex."""
    for e in range(soft.link[v, SOFT.LINK_SPRING], soft.link[v + 1, SOFT.LINK_SPRING]):
        s = soft.spring_near[e, 1]
        load = spring_load(s, 0 if soft.spring_ends[s, 0] == v else 1, load, rate, soft)
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
    if rest == 0.0:
        drag = rate * k
        return -k * x - drag * dx, -k * y - drag * dy, -k * z - drag * dz, 0.0, 0.0, 0.0, 0.0, k + drag
    return bend(x, y, z, dx, dy, dz, k, rest, rate)


@leaf
def add_hinge(load, w, force):
    """Add what a hinge does to a corner of weight `w`; `force` is what `bend` or `hinge_force` returned."""
    fx, fy, fz, along, ux, uy, uz, same = force
    w2 = w * w
    return add_outer(load, w * fx, w * fy, w * fz, w2 * along, ux, uy, uz, w2 * same)


@leaf
def add_hinges(v, load, rate, soft):
    """Add bending about what was not flat."""
    near = soft.hinge_near
    for e in range(soft.link[v, SOFT.LINK_HINGE], soft.link[v + 1, SOFT.LINK_HINGE]):
        h = near[e] >> 2
        load = add_hinge(load, soft.hinge[h, near[e] & 3], hinge_force(h, rate, soft))
    return load


@leaf
def edge(place, a, b):
    """From one vertex to another [m]."""
    return place[b, 0] - place[a, 0], place[b, 1] - place[a, 1], place[b, 2] - place[a, 2]


@leaf
def membrane_load(m, c, load, rate, soft):
    """Add what a triangle of stretchable skin (Neo-Hooke) does to one of its corners."""
    place, data, corner, before = soft.place, soft.membrane, soft.membrane_corners, soft.membrane_start
    i, j, k = corner[m, 0], corner[m, 1], corner[m, 2]
    d = (data[m, 0], data[m, 1], data[m, 2], data[m, 3])
    f0, f1, now = skin_columns(edge(place, i, j), edge(place, i, k), d)
    if c == 1:
        a0, a1 = d[0], d[1]
    elif c == 2:
        a0, a1 = d[2], d[3]
    else:
        a0, a1 = -d[0] - d[2], -d[1] - d[3]
    mu, lam = data[m, SOFT.MEMBRANE_MU], data[m, SOFT.MEMBRANE_LAMBDA]
    return add_skin(load, f0, f1, now, (before[m, 0], before[m, 1], before[m, 2]), a0, a1, mu, lam, rate)


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
    place, data, corner, b = soft.place, soft.tet, soft.tet_corners, soft.tet_start
    o = corner[t, 0]
    m = (
        data[t, 0], data[t, 1], data[t, 2], data[t, 3], data[t, 4], data[t, 5], data[t, 6], data[t, 7], data[t, 8],
    )  # fmt: skip
    u, v, w = solid_columns(edge(place, o, corner[t, 1]), edge(place, o, corner[t, 2]), edge(place, o, corner[t, 3]), m)
    if c == 1:
        n = (m[0], m[1], m[2])
    elif c == 2:
        n = (m[3], m[4], m[5])
    elif c == 3:
        n = (m[6], m[7], m[8])
    else:
        n = (-m[0] - m[3] - m[6], -m[1] - m[4] - m[7], -m[2] - m[5] - m[8])
    before = (b[t, 0], b[t, 1], b[t, 2], b[t, 3], b[t, 4], b[t, 5])
    mu, lam = data[t, SOFT.TET_MU], data[t, SOFT.TET_LAMBDA]
    return add_solid(load, u, v, w, before, b[t, SOFT.START_VOLUME], n, mu, lam, rate)


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
