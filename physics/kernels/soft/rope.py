"""The coarse correction of a rope: one Newton step for all of its nodes at once.

A rope is a row of springs, so its equations form three wide diagonals, and a pass there and back solves them whatever
its length, stiffness and load. What it touches and what it is tied to are stiff springs here, as heavy as the body
behind them; the sweep after it sees to them in detail.
"""

import math

from physics.kernels.core.jit import leaf, routine
from physics.kernels.layout import soft as SOFT
from physics.kernels.soft.contact import body_compliance, point_velocity, wanted_way
from physics.kernels.soft.elements import add_springs, add_stencil
from physics.kernels.soft.grip import grip_load
from physics.kernels.soft.lanes.laws import limit_step
from physics.kernels.soft.sweep import inertia_load
from physics.kernels.soft.ties import tie_target

#: Scratch per node: right side, inverse of the pivot (6); force and stiffness of holds (9).
STRIDE = 18
HOLD = 9
#: What holds a node to something immovable is so many times as stiff as the rope.
STIFFER = 1e3


@leaf
def link_stiffness(s, rate, soft):
    """Stiffness of a link of the rope (xx, xy, xz, yy, yz, zz) [N/m]."""
    place, spring = soft.place, soft.spring
    a, b = soft.spring_ends[s, 0], soft.spring_ends[s, 1]
    x, y, z = place[a, 0] - place[b, 0], place[a, 1] - place[b, 1], place[a, 2] - place[b, 2]
    length = max(math.sqrt(x * x + y * y + z * z), 1e-12)
    inverse = 1.0 / length
    x, y, z = x * inverse, y * inverse, z * inverse
    k = spring[s, SOFT.SPRING_STIFFNESS]
    stretch = length - spring[s, SOFT.SPRING_REST]
    if stretch < 0.0:
        k *= spring[s, SOFT.SPRING_PRESSED]
    tension = k * stretch + rate * k * (length - spring[s, SOFT.SPRING_BEFORE])
    across = max(tension * inverse, 0.0)
    along = k * (1.0 + rate) - across
    return (
        along * x * x + across,
        along * x * y,
        along * x * z,
        along * y * y + across,
        along * y * z,
        along * z * z + across,
    )


@leaf
def _multiply(a, b):
    """Product of two symmetric matrices, row by row."""
    return (
        a[0] * b[0] + a[1] * b[1] + a[2] * b[2],
        a[0] * b[1] + a[1] * b[3] + a[2] * b[4],
        a[0] * b[2] + a[1] * b[4] + a[2] * b[5],
        a[1] * b[0] + a[3] * b[1] + a[4] * b[2],
        a[1] * b[1] + a[3] * b[3] + a[4] * b[4],
        a[1] * b[2] + a[3] * b[4] + a[4] * b[5],
        a[2] * b[0] + a[4] * b[1] + a[5] * b[2],
        a[2] * b[1] + a[4] * b[3] + a[5] * b[4],
        a[2] * b[2] + a[4] * b[4] + a[5] * b[5],
    )


@leaf
def _invert(w):
    """Inverse of a symmetric matrix."""
    a = w[3] * w[5] - w[4] * w[4]
    b = w[2] * w[4] - w[1] * w[5]
    c = w[1] * w[4] - w[2] * w[3]
    inverse = 1.0 / (w[0] * a + w[1] * b + w[2] * c)
    return (
        a * inverse,
        b * inverse,
        c * inverse,
        (w[0] * w[5] - w[2] * w[2]) * inverse,
        (w[1] * w[2] - w[0] * w[4]) * inverse,
        (w[0] * w[3] - w[1] * w[1]) * inverse,
    )


@leaf
def add_hold(w, rate, x, y, z, sx, sy, sz, nx, ny, nz, normal_only, soft):
    """Add a stiff hold to the scratch of a node: it wants the way (x, y, z), the whole of it or along a normal only.

    Args:
        w: Place of the node in the scratch.
        rate: Stiffness along the three axes [N/m].
        x, y, z: Way that is wanted [m].
        sx, sy, sz: Force that acts whatever the way [N].
        nx, ny, nz: Normal.
        normal_only: Whether only the way along the normal counts.
        soft: Arrays of soft bodies. The scratch is updated.
    """
    work = soft.work
    if normal_only:
        along = rate * (x * nx + y * ny + z * nz)
        work[w + HOLD] += along * nx + sx
        work[w + HOLD + 1] += along * ny + sy
        work[w + HOLD + 2] += along * nz + sz
        work[w + HOLD + 3] += rate * nx * nx
        work[w + HOLD + 4] += rate * nx * ny
        work[w + HOLD + 5] += rate * nx * nz
        work[w + HOLD + 6] += rate * ny * ny
        work[w + HOLD + 7] += rate * ny * nz
        work[w + HOLD + 8] += rate * nz * nz
    else:
        work[w + HOLD] += rate * x
        work[w + HOLD + 1] += rate * y
        work[w + HOLD + 2] += rate * z
        work[w + HOLD + 3] += rate
        work[w + HOLD + 6] += rate
        work[w + HOLD + 8] += rate


@leaf
def hold_stiffness(give, nx, ny, nz, stiffest):
    """Stiffness of what stands behind a hold, along a direction [N/m]."""
    along = give[0] * nx * nx + give[3] * ny * ny + give[5] * nz * nz
    along += 2.0 * (give[1] * nx * ny + give[2] * nx * nz + give[4] * ny * nz)
    return 1.0 / max(along, 1.0 / stiffest)


@leaf
def list_holds(first, last, tie0, tie1, stiffest, h, soft, bodies):
    """Write what contacts and attachments want of each node; returns whether anything holds the rope.

    A body behind them counts with what it gives. As forces alone they would be taken up by the whole rope at once,
    which gives far more than one node does; the next force would be far too large.
    """
    work, row, cell, place, start = soft.work, soft.row, soft.cell, soft.place, soft.start
    h2 = h * h
    held = False
    for v in range(first, last):
        w = (v - first) * STRIDE
        held = held or soft.speed[v, 3] == 0.0
        for c in range(9):
            work[w + HOLD + c] = 0.0
        for k in range(SOFT.ROWS * v, SOFT.ROWS * v + SOFT.ROWS):
            if row[k, SOFT.ROW_SHAPE] < 0:
                break
            fx, fy, fz = cell[k, SOFT.CELL_FORCE], cell[k, SOFT.CELL_FORCE + 1], cell[k, SOFT.CELL_FORCE + 2]
            nx, ny, nz = cell[k, 0], cell[k, 1], cell[k, 2]
            along = fx * nx + fy * ny + fz * nz
            if along <= 0.0:
                continue
            held = True
            body = row[k, SOFT.ROW_BODY]
            rx, ry, rz = cell[k, SOFT.CELL_ARM], cell[k, SOFT.CELL_ARM + 1], cell[k, SOFT.CELL_ARM + 2]
            give = body_compliance(body, rx, ry, rz, bodies.motion, bodies.inv_inertia)
            stiff = hold_stiffness(give, nx, ny, nz, stiffest * h2) / h2
            ux, uy, uz = point_velocity(body, rx, ry, rz, bodies.motion)
            # Where the contact would be if this force did not act on the body.
            back = along / stiff
            c = wanted_way(cell[k, SOFT.CELL_GAP], h)
            qx = place[v, 0] - start[v, 0] - h * (ux + cell[k, SOFT.CELL_SURFACE])
            qy = place[v, 1] - start[v, 1] - h * (uy + cell[k, SOFT.CELL_SURFACE + 1])
            qz = place[v, 2] - start[v, 2] - h * (uz + cell[k, SOFT.CELL_SURFACE + 2])
            tx, ty, tz = fx - along * nx, fy - along * ny, fz - along * nz
            slip = tx * tx + ty * ty + tz * tz
            most = cell[k, SOFT.CELL_FRICTION] * along
            if slip < 0.98 * most * most:
                add_hold(w, stiff, c * nx - qx + fx / stiff, c * ny - qy + fy / stiff, c * nz - qz + fz / stiff,
                         0.0, 0.0, 0.0, nx, ny, nz, False, soft)  # fmt: skip
            else:
                want = c - (qx * nx + qy * ny + qz * nz) + back
                add_hold(w, stiff, want * nx, want * ny, want * nz, tx, ty, tz, nx, ny, nz, True, soft)
    for a in range(tie0, tie1):
        if soft.tie[a, SOFT.TIE_FLAGS] == 0:
            continue
        held = True
        body = soft.tie[a, SOFT.TIE_BODY]
        cord = soft.cord
        rx, ry, rz = cord[a, SOFT.CORD_ARM], cord[a, SOFT.CORD_ARM + 1], cord[a, SOFT.CORD_ARM + 2]
        fx, fy, fz = cord[a, SOFT.CORD_FORCE], cord[a, SOFT.CORD_FORCE + 1], cord[a, SOFT.CORD_FORCE + 2]
        give = body_compliance(body, rx, ry, rz, bodies.motion, bodies.inv_inertia)
        least = 1.0 / stiffest + cord[a, SOFT.CORD_COMPLIANCE]
        stiff = 1.0 / max(h2 * (give[0] + give[3] + give[5]) / 3.0 + cord[a, SOFT.CORD_COMPLIANCE], least)
        tx, ty, tz = tie_target(a, body, h, soft, bodies)
        for c in range(3):
            weight, v = cord[a, SOFT.CORD_WEIGHT + c], first + soft.tie[a, SOFT.TIE_VERTEX + c]
            if weight == 0.0:
                continue
            w = (v - first) * STRIDE
            k = weight * stiff
            add_hold(w, k, tx + fx / stiff - place[v, 0], ty + fy / stiff - place[v, 1], tz + fz / stiff - place[v, 2],
                     0.0, 0.0, 0.0, 0.0, 1.0, 0.0, False, soft)  # fmt: skip
            # The force is in the pull of the node as well.
            work[w + HOLD] -= weight * fx
            work[w + HOLD + 1] -= weight * fy
            work[w + HOLD + 2] -= weight * fz
    return held


@leaf
def add_grips(first, last, rate, h, soft):
    """Add what soft bodies that touch the rope want of its nodes; returns whether they press.

    Args:
        first: First node.
        last: The one after the last.
        rate: Stiffness for each kilogram of a node [1/s^2].
        h: Substep [s].
        soft: Arrays of soft bodies. The scratch is updated.
    """
    work, pressed = soft.work, False
    for v in range(first, last):
        load, w = grip_load(v, rate * soft.place[v, 3], h, soft), (v - first) * STRIDE + HOLD
        pressed = pressed or load[3] + load[6] + load[8] > 0.0
        for c in range(9):
            work[w + c] += load[c]
    return pressed


@leaf
def start_flying(first, last, soft):
    """Let a rope that nothing holds start from where gravity takes it.

    It has no rest to keep, and bending, which couples a node with more than the next one, would hold it up here.
    """
    place, aim = soft.place, soft.aim
    for v in range(first, last):
        place[v, 0], place[v, 1], place[v, 2] = aim[v, 0], aim[v, 1], aim[v, 2]


@routine
def move_rope(first, last, spring, tie0, tie1, touching, rate, h, soft, bodies):
    """Move all nodes of a rope by one Newton step.

    Args:
        first: First node.
        last: The one after the last.
        spring: Spring between the first two nodes; the others follow.
        tie0: First attachment.
        tie1: The one after the last.
        touching: Whether soft bodies touch it.
        rate: Damping time over the substep.
        h: Substep [s].
        soft: Arrays of soft bodies. Places are updated.
        bodies: Body arrays.
    """
    speed, place, rest, work = soft.speed, soft.place, soft.rest, soft.work
    inv_h2 = 1.0 / (h * h)
    stiffest = 0.0
    for v in range(first, last - 1):
        stiffest = max(stiffest, soft.spring[spring + v - first, SOFT.SPRING_STIFFNESS] + place[v, 3] * inv_h2)
    held = list_holds(first, last, tie0, tie1, STIFFER * stiffest, h, soft, bodies)
    if touching:
        held = add_grips(first, last, STIFFER * inv_h2, h, soft) or held
    if not held:
        start_flying(first, last, soft)
    px = py = pz = 0.0  # inverse of the last pivot times its right side
    pivot = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    link = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    for v in range(first, last):
        w = (v - first) * STRIDE
        following = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
        if v + 1 < last:
            following = link_stiffness(spring + v - first, rate, soft)
        if speed[v, 3] == 0.0:
            for c in range(HOLD):
                work[w + c] = 0.0
            px = py = pz = 0.0
            pivot = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
            link = following
            continue
        load = inertia_load(v, inv_h2, soft)
        load = add_springs(v, load, rate, soft)
        load = add_stencil(v, load, rate, soft)
        fx, fy, fz = work[w + HOLD], work[w + HOLD + 1], work[w + HOLD + 2]
        load = (
            load[0], load[1], load[2], load[3] + work[w + HOLD + 3], load[4] + work[w + HOLD + 4],
            load[5] + work[w + HOLD + 5], load[6] + work[w + HOLD + 6], load[7] + work[w + HOLD + 7],
            load[8] + work[w + HOLD + 8],
        )  # fmt: skip
        # Of the diagonal, the links are counted as they couple; eliminate the node before.
        g = _multiply(link, pivot)
        rx = load[0] + fx + link[0] * px + link[1] * py + link[2] * pz
        ry = load[1] + fy + link[1] * px + link[3] * py + link[4] * pz
        rz = load[2] + fz + link[2] * px + link[4] * py + link[5] * pz
        d = (
            load[3] - g[0] * link[0] - g[1] * link[1] - g[2] * link[2],
            load[4] - g[0] * link[1] - g[1] * link[3] - g[2] * link[4],
            load[5] - g[0] * link[2] - g[1] * link[4] - g[2] * link[5],
            load[6] - g[3] * link[1] - g[4] * link[3] - g[5] * link[4],
            load[7] - g[3] * link[2] - g[4] * link[4] - g[5] * link[5],
            load[8] - g[6] * link[2] - g[7] * link[4] - g[8] * link[5],
        )
        pivot = _invert(d)
        px = pivot[0] * rx + pivot[1] * ry + pivot[2] * rz
        py = pivot[1] * rx + pivot[3] * ry + pivot[4] * rz
        pz = pivot[2] * rx + pivot[4] * ry + pivot[5] * rz
        work[w], work[w + 1], work[w + 2] = px, py, pz
        for c in range(6):
            work[w + 3 + c] = pivot[c]
        link = following
    dx = dy = dz = 0.0
    for v in range(last - 1, first - 1, -1):
        w = (v - first) * STRIDE
        if speed[v, 3] == 0.0:
            dx = dy = dz = 0.0
            continue
        x, y, z = work[w], work[w + 1], work[w + 2]
        if v + 1 < last:
            k = link_stiffness(spring + v - first, rate, soft)
            kx = k[0] * dx + k[1] * dy + k[2] * dz
            ky = k[1] * dx + k[3] * dy + k[4] * dz
            kz = k[2] * dx + k[4] * dy + k[5] * dz
            x += work[w + 3] * kx + work[w + 4] * ky + work[w + 5] * kz
            y += work[w + 4] * kx + work[w + 6] * ky + work[w + 7] * kz
            z += work[w + 5] * kx + work[w + 7] * ky + work[w + 8] * kz
        dx, dy, dz = x, y, z
        work[w], work[w + 1], work[w + 2] = dx, dy, dz
    for v in range(first, last):
        if speed[v, 3] > 0.0:
            w = (v - first) * STRIDE
            step = limit_step((work[w], work[w + 1], work[w + 2]), rest[v, 3])
            place[v, 0] += step[0]
            place[v, 1] += step[1]
            place[v, 2] += step[2]
