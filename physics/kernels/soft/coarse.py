"""Coarse corrections: whole pieces and clusters of vertices go where forces want them, before single vertices do.

A sweep of single vertices lets a stiff body hardly fall, since each vertex waits for its neighbors. So first of all one
Newton step moves each connected piece as a rigid body, and the clusters of a cloth, the largest first, along the sum of
the forces on them. Forces inside of a cluster cancel: only elements that cross its border count, and vertices that are
pinned. A body at rest has no such sum, so none of this moves it.
"""

import math

from physics.kernels.core.jit import leaf
from physics.kernels.layout import soft as SOFT
from physics.kernels.soft.contact import hold_load
from physics.kernels.soft.elements import hinge_force, membrane_load, spring_load, tet_load
from physics.kernels.soft.grip import grip_force, grip_load
from physics.kernels.soft.lanes.laws import limit_step

#: Unknowns of the step of a piece: translation, rotation.
MODES = 6
#: What is pressed against something immovable is held so many times as stiffly as it is heavy.
STIFFER = 10.0
#: Least pivot of that step, as a part of the largest number of its matrix.
LEAST_PIVOT = 1e-12


@leaf
def row_forces(v, soft):
    """Sum of the forces of the contacts of a vertex."""
    row, cell = soft.row, soft.cell
    x = y = z = 0.0
    for k in range(SOFT.ROWS * v, SOFT.ROWS * v + SOFT.ROWS):
        if row[k, SOFT.ROW_SHAPE] < 0:
            break
        x += cell[k, SOFT.CELL_FORCE]
        y += cell[k, SOFT.CELL_FORCE + 1]
        z += cell[k, SOFT.CELL_FORCE + 2]
    return x, y, z


@leaf
def add_loads(a, b):
    """Sum of two loads."""
    return (
        a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3], a[4] + b[4], a[5] + b[5], a[6] + b[6], a[7] + b[7],
        a[8] + b[8],
    )  # fmt: skip


@leaf
def add_modes(load, x, y, z, matrix, right):
    """Add a force and stiffness at an arm from the center to the equations of a piece."""
    fx, fy, fz = load[0], load[1], load[2]
    right[0] += fx
    right[1] += fy
    right[2] += fz
    right[3] += y * fz - z * fy
    right[4] += z * fx - x * fz
    right[5] += x * fy - y * fx
    xx, xy, xz, yy, yz, zz = load[3], load[4], load[5], load[6], load[7], load[8]
    # Columns of K [-r]x: what a turn about each axis asks for.
    ax, ay, az = xz * y - xy * z, yz * y - yy * z, zz * y - yz * z
    bx, by, bz = xx * z - xz * x, xy * z - yz * x, xz * z - zz * x
    cx, cy, cz = xy * x - xx * y, yy * x - xy * y, yz * x - xz * y
    m = matrix
    m[0] += xx
    m[1] += xy
    m[2] += xz
    m[7] += yy
    m[8] += yz
    m[14] += zz
    m[3] += ax
    m[9] += ay
    m[15] += az
    m[4] += bx
    m[10] += by
    m[16] += bz
    m[5] += cx
    m[11] += cy
    m[17] += cz
    m[21] += y * az - z * ay
    m[22] += y * bz - z * by
    m[23] += y * cz - z * cy
    m[28] += z * bx - x * bz
    m[29] += z * cx - x * cz
    m[35] += x * cy - y * cx


@leaf
def solve_modes(matrix, right):
    """Solve the six equations of a piece in place; only the upper half of the matrix is read.

    A direction that nothing resists, such as the turn of a straight line about itself, is left alone.
    """
    largest = 0.0
    for i in range(MODES):
        largest = max(largest, matrix[7 * i])
    for i in range(MODES):
        pivot = matrix[7 * i]
        if pivot <= LEAST_PIVOT * largest:
            right[i] = 0.0
            for j in range(i + 1, MODES):
                matrix[MODES * i + j] = 0.0
            matrix[7 * i] = 1.0
            continue
        for r in range(i + 1, MODES):
            factor = matrix[MODES * i + r] / pivot
            if factor != 0.0:
                for j in range(r, MODES):
                    matrix[MODES * r + j] -= factor * matrix[MODES * i + j]
                right[r] -= factor * right[i]
    for i in range(MODES - 1, -1, -1):
        total = right[i]
        for j in range(i + 1, MODES):
            total -= matrix[MODES * i + j] * right[j]
        right[i] = total / matrix[7 * i]


@leaf
def tet_modes(t, inside, cx, cy, cz, rate, matrix, right, soft):
    """Add a tetrahedron that holds on to pinned vertices: each free corner by itself."""
    zero = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    for c in range(4):
        if inside >> c & 1:
            v = soft.tet_corners[t, c]
            own = tet_load(t, c, zero, rate, soft)
            add_modes(own, soft.place[v, 0] - cx, soft.place[v, 1] - cy, soft.place[v, 2] - cz, matrix, right)


@leaf
def crossing_modes(x, cx, cy, cz, rate, matrix, right, soft):
    """Add an element that holds on to pinned vertices."""
    kind, e, inside = soft.crossing[x, 0], soft.crossing[x, 1], soft.crossing[x, 2]
    zero = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    place = soft.place
    if kind == SOFT.CROSSING_TET:
        tet_modes(e, inside, cx, cy, cz, rate, matrix, right, soft)
    elif kind == SOFT.CROSSING_SPRING:
        end = 0 if inside == 1 else 1
        v = soft.spring_ends[e, end]
        own = spring_load(e, end, zero, rate, soft)
        add_modes(own, place[v, 0] - cx, place[v, 1] - cy, place[v, 2] - cz, matrix, right)
    elif kind == SOFT.CROSSING_MEMBRANE:
        for c in range(3):
            if inside >> c & 1:
                v = soft.membrane_corners[e, c]
                own = membrane_load(e, c, zero, rate, soft)
                add_modes(own, place[v, 0] - cx, place[v, 1] - cy, place[v, 2] - cz, matrix, right)
    else:
        fx, fy, fz, along, ux, uy, uz, same = hinge_force(e, rate, soft)
        for c in range(4):
            if inside >> c & 1:
                v, w = soft.hinge_corners[e, c], soft.hinge[e, c]
                w2 = w * w
                a, s = w2 * along, w2 * same
                own = (
                    w * fx, w * fy, w * fz, a * ux * ux + s, a * ux * uy, a * ux * uz, a * uy * uy + s, a * uy * uz,
                    a * uz * uz + s,
                )  # fmt: skip
                add_modes(own, place[v, 0] - cx, place[v, 1] - cy, place[v, 2] - cz, matrix, right)


@leaf
def held_load(v, stiffest, touching, h, soft, bodies):
    """Forces of contacts and touches of a vertex, and, with a stiffness, how they hold it; see `hold_load`."""
    if stiffest > 0.0:
        load = hold_load(v, stiffest, h, soft, bodies)
    else:
        x, y, z = row_forces(v, soft)
        load = (x, y, z, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    if touching:
        load = add_loads(load, grip_load(v, stiffest, h, soft))
        x, y, z = grip_force(v, touching, soft)
        load = (load[0] + x, load[1] + y, load[2] + z, load[3], load[4], load[5], load[6], load[7], load[8])
    return load


@leaf
def move_piece(first, last, x0, x1, touching, rate, h, most, soft, bodies):
    """Move a connected piece as a rigid body.

    Args:
        first: First place of its vertices in `mate`.
        last: The one after the last.
        x0: First of the elements that hold on to pinned vertices.
        x1: The one after the last.
        touching: Whether soft bodies touch it.
        rate: Damping time over the substep.
        h: Substep [s].
        most: Longest way of its center [m]; the farthest vertex turns no more.
        soft: Arrays of soft bodies. Places are updated.
        bodies: Body arrays.
    """
    place, speed, mate, aim, pull = soft.place, soft.speed, soft.mate, soft.aim, soft.pull
    matrix, right = soft.work[:36], soft.work[36:42]
    for k in range(36):
        matrix[k] = 0.0
    for k in range(MODES):
        right[k] = 0.0
    mass = cx = cy = cz = 0.0
    for n in range(first, last):
        v = mate[n]
        if speed[v, 3] > 0.0:
            m = place[v, 3]
            mass += m
            cx += m * place[v, 0]
            cy += m * place[v, 1]
            cz += m * place[v, 2]
    if mass == 0.0:
        return
    cx, cy, cz = cx / mass, cy / mass, cz / mass
    inv_h2 = 1.0 / (h * h)
    reach = 0.0
    px = py = pz = 0.0
    xx = xy = xz = yy = yz = zz = 0.0
    for n in range(first, last):
        v = mate[n]
        if speed[v, 3] == 0.0:
            continue
        x, y, z = place[v, 0] - cx, place[v, 1] - cy, place[v, 2] - cz
        m = place[v, 3] * inv_h2
        gx, gy, gz = row_forces(v, soft)
        ux, uy, uz = grip_force(v, touching, soft)
        fx = m * (aim[v, 0] - place[v, 0]) + pull[v, 0] - ux
        fy = m * (aim[v, 1] - place[v, 1]) + pull[v, 1] - uy
        fz = m * (aim[v, 2] - place[v, 2]) + pull[v, 2] - uz
        gx, gy, gz = gx + ux, gy + uy, gz + uz
        px, py, pz = px + gx, py + gy, pz + gz
        right[0] += fx
        right[1] += fy
        right[2] += fz
        right[3] += y * fz - z * fy
        right[4] += z * fx - x * fz
        right[5] += x * fy - y * fx
        xx += m * (y * y + z * z)
        yy += m * (x * x + z * z)
        zz += m * (x * x + y * y)
        xy -= m * x * y
        xz -= m * x * z
        yz -= m * y * z
        reach = max(reach, x * x + y * y + z * z)
    # What is pulled off is not held: only a load against the contacts is.
    pressed = right[0] * px + right[1] * py + right[2] * pz < 0.0
    for n in range(first, last):
        v = mate[n]
        if speed[v, 3] > 0.0 and (touching or soft.row[SOFT.ROWS * v, SOFT.ROW_SHAPE] >= 0):
            x, y, z = place[v, 0] - cx, place[v, 1] - cy, place[v, 2] - cz
            stiffest = STIFFER * mass * inv_h2 if pressed else 0.0
            add_modes(held_load(v, stiffest, touching, h, soft, bodies), x, y, z, matrix, right)
    m = mass * inv_h2
    matrix[0] += m
    matrix[7] += m
    matrix[14] += m
    matrix[21] += xx
    matrix[22] += xy
    matrix[23] += xz
    matrix[28] += yy
    matrix[29] += yz
    matrix[35] += zz
    for x in range(x0, x1):
        crossing_modes(x, cx, cy, cz, rate, matrix, right, soft)
    solve_modes(matrix, right)
    dx, dy, dz = limit_step((right[0], right[1], right[2]), most)
    tx, ty, tz = limit_step((right[3], right[4], right[5]), most / max(math.sqrt(reach), 1e-9))
    for n in range(first, last):
        v = mate[n]
        if speed[v, 3] > 0.0:
            x, y, z = place[v, 0] - cx, place[v, 1] - cy, place[v, 2] - cz
            place[v, 0] += dx + ty * z - tz * y
            place[v, 1] += dy + tz * x - tx * z
            place[v, 2] += dz + tx * y - ty * x
