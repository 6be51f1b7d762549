"""The contact of one vertex, solved inside of its block: Coulomb's law for what the vertex and the other side give.

The inverse of the block is the true compliance of the vertex, since the rest of the soft body stands behind it; that of
the other side is that of its body at the point of contact. Both together make a small problem in three unknowns, the
force, that has an exact answer: nothing, or the force that keeps the points together (sticking), or one on the cone of
friction (sliding). What sticks does not creep, and what presses does not sink in.
"""

import math

import numpy as np

from physics.kernels.core.jit import leaf
from physics.kernels.layout import motion as MOTION, soft as SOFT

#: Overlaps end at most at this speed [m/s].
PUSH_SPEED = 3.0


@leaf
def apply_inverse(w, x, y, z):
    """A symmetric matrix (xx, xy, xz, yy, yz, zz) times a vector."""
    return w[0] * x + w[1] * y + w[2] * z, w[1] * x + w[3] * y + w[4] * z, w[2] * x + w[4] * y + w[5] * z


@leaf
def solve_symmetric(w, x, y, z):
    """Solution of a symmetric system of three equations."""
    a = w[3] * w[5] - w[4] * w[4]
    b = w[2] * w[4] - w[1] * w[5]
    c = w[1] * w[4] - w[2] * w[3]
    inverse = 1.0 / (w[0] * a + w[1] * b + w[2] * c)
    d, e, f = w[0] * w[5] - w[2] * w[2], w[1] * w[2] - w[0] * w[4], w[0] * w[3] - w[1] * w[1]
    return (
        (a * x + b * y + c * z) * inverse,
        (b * x + d * y + e * z) * inverse,
        (c * x + e * y + f * z) * inverse,
    )


@leaf
def body_compliance(body, rx, ry, rz, motion, inertia):
    """What a unit force at an arm from the center of mass adds to the velocity there, per second (xx, xy, ..., zz)."""
    m = np.float64(motion[body, MOTION.INV_MASS])
    if m == 0.0:
        return 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    xx, xy, xz = np.float64(inertia[body, 0]), np.float64(inertia[body, 1]), np.float64(inertia[body, 2])
    yy, yz, zz = np.float64(inertia[body, 3]), np.float64(inertia[body, 4]), np.float64(inertia[body, 5])
    # [r]^T I^-1 [r], with the columns of I^-1 [r] first: column j is I^-1 (r x e_j).
    ay, az = yy * rz - yz * ry, yz * rz - zz * ry
    bx, by, bz = -xx * rz + xz * rx, -xy * rz + yz * rx, -xz * rz + zz * rx
    cx, cy, cz = xx * ry - xy * rx, xy * ry - yy * rx, xz * ry - yz * rx
    return (
        m + rz * ay - ry * az,
        rz * by - ry * bz,
        rz * cy - ry * cz,
        m + rx * bz - rz * bx,
        rx * cz - rz * cx,
        m + ry * cx - rx * cy,
    )


@leaf
def point_velocity(body, rx, ry, rz, motion):
    """Velocity of a point of a body at an arm from its center of mass."""
    x, y, z = np.float64(motion[body, 4]), np.float64(motion[body, 5]), np.float64(motion[body, 6])
    return (
        np.float64(motion[body, 0]) + y * rz - z * ry,
        np.float64(motion[body, 1]) + z * rx - x * rz,
        np.float64(motion[body, 2]) + x * ry - y * rx,
    )


@leaf
def push_body(body, rx, ry, rz, fx, fy, fz, motion, inertia):
    """Change the velocities of a body by an impulse [N s] at an arm from its center of mass."""
    m = np.float64(motion[body, MOTION.INV_MASS])
    if m == 0.0 or not math.isfinite(fx + fy + fz):
        return
    motion[body, 0] += np.float32(m * fx)
    motion[body, 1] += np.float32(m * fy)
    motion[body, 2] += np.float32(m * fz)
    tx, ty, tz = ry * fz - rz * fy, rz * fx - rx * fz, rx * fy - ry * fx
    i = inertia
    motion[body, 4] += np.float32(i[body, 0] * tx + i[body, 1] * ty + i[body, 2] * tz)
    motion[body, 5] += np.float32(i[body, 1] * tx + i[body, 3] * ty + i[body, 4] * tz)
    motion[body, 6] += np.float32(i[body, 2] * tx + i[body, 4] * ty + i[body, 5] * tz)


@leaf
def coulomb(w, nx, ny, nz, qx, qy, qz, c, friction):
    """Force of a contact.

    Args:
        w: Compliance of both sides [m/N], symmetric.
        nx, ny, nz: Normal, toward what the force acts on.
        qx, qy, qz: Relative way in this substep without the force [m].
        c: Way along the normal that the contact wants at least [m].
        friction: Coefficient.
    """
    qn = nx * qx + ny * qy + nz * qz
    if qn >= c:
        return 0.0, 0.0, 0.0
    fx, fy, fz = solve_symmetric(w, c * nx - qx, c * ny - qy, c * nz - qz)
    fn = nx * fx + ny * fy + nz * fz
    tx, ty, tz = fx - fn * nx, fy - fn * ny, fz - fn * nz
    t = math.sqrt(tx * tx + ty * ty + tz * tz)
    if fn > 0.0 and t <= friction * fn:
        return fx, fy, fz
    # Sliding: on the cone, against the way that sticking would have to hold up.
    if t > 0.0:
        tx, ty, tz = tx / t, ty / t, tz / t
    dx, dy, dz = nx + friction * tx, ny + friction * ty, nz + friction * tz
    gx, gy, gz = apply_inverse(w, dx, dy, dz)
    along = nx * gx + ny * gy + nz * gz
    if along <= 0.0:
        gx, gy, gz = apply_inverse(w, nx, ny, nz)
        k = (c - qn) / (nx * gx + ny * gy + nz * gz)
        return k * nx, k * ny, k * nz
    k = (c - qn) / along
    return k * dx, k * dy, k * dz


@leaf
def wanted_way(gap, h):
    """Least way along the normal in this substep [m]: what is apart may come together, what overlaps is pushed out."""
    return min(-gap, PUSH_SPEED * h)


@leaf
def solve_rows(v, step, inverse, h, soft, bodies):
    """Solve the contacts of a vertex; returns its step with them.

    Args:
        v: The vertex.
        step: Its step without contacts [m].
        inverse: Its compliance [m/N].
        h: Substep [s].
        soft: Arrays of soft bodies. Forces are updated.
        bodies: Body arrays. Velocities are updated.
    """
    row, cell, place, start, motion = soft.row, soft.cell, soft.place, soft.start, bodies.motion
    first = SOFT.ROWS * v
    if row[first, SOFT.ROW_SHAPE] < 0:
        return step
    count = 1
    while count < SOFT.ROWS and row[first + count, SOFT.ROW_SHAPE] >= 0:
        count += 1
    sx, sy, sz = step
    fx = fy = fz = 0.0
    for k in range(first, first + count):
        fx += cell[k, SOFT.CELL_FORCE]
        fy += cell[k, SOFT.CELL_FORCE + 1]
        fz += cell[k, SOFT.CELL_FORCE + 2]
    bx, by, bz = place[v, 0] - start[v, 0] + sx, place[v, 1] - start[v, 1] + sy, place[v, 2] - start[v, 2] + sz
    h2 = h * h
    for _ in range(1 if count == 1 else 4):
        for k in range(first, first + count):
            body = row[k, SOFT.ROW_BODY]
            lx, ly, lz = cell[k, SOFT.CELL_FORCE], cell[k, SOFT.CELL_FORCE + 1], cell[k, SOFT.CELL_FORCE + 2]
            rx, ry, rz = cell[k, SOFT.CELL_ARM], cell[k, SOFT.CELL_ARM + 1], cell[k, SOFT.CELL_ARM + 2]
            nx, ny, nz = cell[k, 0], cell[k, 1], cell[k, 2]
            ux, uy, uz = point_velocity(body, rx, ry, rz, motion)
            ux += cell[k, SOFT.CELL_SURFACE]
            uy += cell[k, SOFT.CELL_SURFACE + 1]
            uz += cell[k, SOFT.CELL_SURFACE + 2]
            give = body_compliance(body, rx, ry, rz, motion, bodies.inv_inertia)
            give = (h2 * give[0], h2 * give[1], h2 * give[2], h2 * give[3], h2 * give[4], h2 * give[5])
            ox, oy, oz = apply_inverse(inverse, fx - lx, fy - ly, fz - lz)
            gx, gy, gz = apply_inverse(give, lx, ly, lz)
            qx, qy, qz = bx + ox - h * ux - gx, by + oy - h * uy - gy, bz + oz - h * uz - gz
            w = (
                inverse[0] + give[0],
                inverse[1] + give[1],
                inverse[2] + give[2],
                inverse[3] + give[3],
                inverse[4] + give[4],
                inverse[5] + give[5],
            )
            c = wanted_way(cell[k, SOFT.CELL_GAP], h)
            kx, ky, kz = coulomb(w, nx, ny, nz, qx, qy, qz, c, cell[k, SOFT.CELL_FRICTION])
            dx, dy, dz = kx - lx, ky - ly, kz - lz
            cell[k, SOFT.CELL_FORCE] = kx
            cell[k, SOFT.CELL_FORCE + 1] = ky
            cell[k, SOFT.CELL_FORCE + 2] = kz
            fx, fy, fz = fx + dx, fy + dy, fz + dz
            push_body(body, rx, ry, rz, -h * dx, -h * dy, -h * dz, motion, bodies.inv_inertia)
    ox, oy, oz = apply_inverse(inverse, fx, fy, fz)
    return sx + ox, sy + oy, sz + oz


@leaf
def aim_row(k, gap_place, thickness, h, cell, row, bodies):
    """Bring the gap and the arm of a contact up to date at the start of a substep, and let its force act on the body.

    Args:
        k: The row.
        gap_place: Place of the point of the soft body [m].
        thickness: Distance that it keeps [m].
        h: Substep [s].
        cell: Numbers of rows. Updated.
        row: Rows.
        bodies: Body arrays. Velocities are updated.
    """
    body = row[k, SOFT.ROW_BODY]
    motion = bodies.motion
    ax, ay, az = cell[k, SOFT.CELL_ANCHOR], cell[k, SOFT.CELL_ANCHOR + 1], cell[k, SOFT.CELL_ANCHOR + 2]
    x, y, z, w = (
        np.float64(motion[body, MOTION.DELTA_ROTATION]),
        np.float64(motion[body, MOTION.DELTA_ROTATION + 1]),
        np.float64(motion[body, MOTION.DELTA_ROTATION + 2]),
        np.float64(motion[body, MOTION.DELTA_ROTATION + 3]),
    )
    tx, ty, tz = 2.0 * (y * az - z * ay), 2.0 * (z * ax - x * az), 2.0 * (x * ay - y * ax)
    rx, ry, rz = ax + w * tx + y * tz - z * ty, ay + w * ty + z * tx - x * tz, az + w * tz + x * ty - y * tx
    cell[k, SOFT.CELL_ARM], cell[k, SOFT.CELL_ARM + 1], cell[k, SOFT.CELL_ARM + 2] = rx, ry, rz
    px = bodies.center[body, 0] + np.float64(motion[body, MOTION.DELTA]) + rx
    py = bodies.center[body, 1] + np.float64(motion[body, MOTION.DELTA + 1]) + ry
    pz = bodies.center[body, 2] + np.float64(motion[body, MOTION.DELTA + 2]) + rz
    gap = cell[k, 0] * (gap_place[0] - px) + cell[k, 1] * (gap_place[1] - py) + cell[k, 2] * (gap_place[2] - pz)
    cell[k, SOFT.CELL_GAP] = gap - thickness
    fx, fy, fz = cell[k, SOFT.CELL_FORCE], cell[k, SOFT.CELL_FORCE + 1], cell[k, SOFT.CELL_FORCE + 2]
    if fx != 0.0 or fy != 0.0 or fz != 0.0:
        push_body(body, rx, ry, rz, -h * fx, -h * fy, -h * fz, motion, bodies.inv_inertia)


@leaf
def finish_row(k, vx, vy, vz, inverse_mass, h, bounce_speed, cell, row, bodies):
    """Take back the speed of being pushed out, and let what came fast bounce; returns what the point's velocity gains.

    Args:
        k: The row.
        vx, vy, vz: Velocity of the point of the soft body [m/s].
        inverse_mass: Its inverse mass [1/kg].
        h: Substep [s].
        bounce_speed: Slowest approach that bounces [m/s].
        cell: Numbers of rows. The greatest force is updated.
        row: Rows.
        bodies: Body arrays. Velocities are updated.
    """
    nx, ny, nz = cell[k, 0], cell[k, 1], cell[k, 2]
    force = cell[k, SOFT.CELL_FORCE] * nx + cell[k, SOFT.CELL_FORCE + 1] * ny + cell[k, SOFT.CELL_FORCE + 2] * nz
    if force <= 0.0:
        return 0.0
    cell[k, SOFT.CELL_MOST] = max(cell[k, SOFT.CELL_MOST], force)
    depth = -cell[k, SOFT.CELL_GAP]
    restitution, approach = cell[k, SOFT.CELL_RESTITUTION], cell[k, SOFT.CELL_SPEED]
    bounces = restitution > 0.0 and approach < -bounce_speed
    if depth <= 0.0 and not bounces:
        return 0.0
    body = row[k, SOFT.ROW_BODY]
    rx, ry, rz = cell[k, SOFT.CELL_ARM], cell[k, SOFT.CELL_ARM + 1], cell[k, SOFT.CELL_ARM + 2]
    motion = bodies.motion
    ux, uy, uz = point_velocity(body, rx, ry, rz, motion)
    speed = nx * (vx - ux) + ny * (vy - uy) + nz * (vz - uz)
    wanted = -restitution * approach if bounces else max(speed - wanted_way(-depth, h) / h, 0.0)
    if (wanted > speed) != bounces:
        return 0.0
    give = body_compliance(body, rx, ry, rz, motion, bodies.inv_inertia)
    gx, gy, gz = apply_inverse(give, nx, ny, nz)
    impulse = (wanted - speed) / (inverse_mass + nx * gx + ny * gy + nz * gz)
    push_body(body, rx, ry, rz, -impulse * nx, -impulse * ny, -impulse * nz, motion, bodies.inv_inertia)
    return impulse * inverse_mass


@leaf
def hold_load(v, stiffest, h, soft, bodies):
    """Forces of the contacts of a vertex, and how stiffly they hold it where it is.

    The force that a vertex alone needs is found with its neighbors standing still, and so it is too large until all of
    them have moved. As a force on the whole piece it would throw it up. So whatever presses also resists: a piece at
    rest stays exactly where it is, and one that is pushed too hard hardly moves.

    Args:
        v: The vertex.
        stiffest: Stiffness of what is immovable [N/m].
        h: Substep [s].
        soft: Arrays of soft bodies.
        bodies: Body arrays.
    """
    row, cell, place, start = soft.row, soft.cell, soft.place, soft.start
    load = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    for k in range(SOFT.ROWS * v, SOFT.ROWS * v + SOFT.ROWS):
        if row[k, SOFT.ROW_SHAPE] < 0:
            break
        fx, fy, fz = cell[k, SOFT.CELL_FORCE], cell[k, SOFT.CELL_FORCE + 1], cell[k, SOFT.CELL_FORCE + 2]
        nx, ny, nz = cell[k, 0], cell[k, 1], cell[k, 2]
        along = fx * nx + fy * ny + fz * nz
        if along <= 0.0:
            continue
        body = row[k, SOFT.ROW_BODY]
        rx, ry, rz = cell[k, SOFT.CELL_ARM], cell[k, SOFT.CELL_ARM + 1], cell[k, SOFT.CELL_ARM + 2]
        give = body_compliance(body, rx, ry, rz, bodies.motion, bodies.inv_inertia)
        gx, gy, gz = apply_inverse(give, nx, ny, nz)
        stiff = 1.0 / max(h * h * (gx * nx + gy * ny + gz * nz), 1.0 / stiffest)
        ux, uy, uz = point_velocity(body, rx, ry, rz, bodies.motion)
        qx = place[v, 0] - start[v, 0] - h * (ux + cell[k, SOFT.CELL_SURFACE])
        qy = place[v, 1] - start[v, 1] - h * (uy + cell[k, SOFT.CELL_SURFACE + 1])
        qz = place[v, 2] - start[v, 2] - h * (uz + cell[k, SOFT.CELL_SURFACE + 2])
        short = wanted_way(cell[k, SOFT.CELL_GAP], h) - (qx * nx + qy * ny + qz * nz)
        tx, ty, tz = fx - along * nx, fy - along * ny, fz - along * nz
        most = cell[k, SOFT.CELL_FRICTION] * along
        same = stiff if tx * tx + ty * ty + tz * tz < 0.98 * most * most else 0.0
        short += (qx * nx + qy * ny + qz * nz) * (same / stiff)
        push = stiff * short
        load = (
            load[0] + fx + push * nx - same * qx,
            load[1] + fy + push * ny - same * qy,
            load[2] + fz + push * nz - same * qz,
            load[3] + (stiff - same) * nx * nx + same,
            load[4] + (stiff - same) * nx * ny,
            load[5] + (stiff - same) * nx * nz,
            load[6] + (stiff - same) * ny * ny + same,
            load[7] + (stiff - same) * ny * nz,
            load[8] + (stiff - same) * nz * nz + same,
        )
    return load
