"""Attachments, and contacts of faces: forces that several vertices share.

Both act at a point of the surface, a weighted sum of vertices. They are solved in turn after each sweep, with what each
vertex gave when it was last visited; the vertices remember the force, so that the next visit does not undo it.
"""

import math

import numpy as np

from physics.kernels.core.jit import leaf, routine
from physics.kernels.layout import motion as MOTION, soft as SOFT
from physics.kernels.soft.contact import (
    aim_row,
    apply_inverse,
    body_compliance,
    coulomb,
    finish_row,
    point_velocity,
    push_body,
    solve_symmetric,
    wanted_way,
)


@leaf
def add_give(v, weight, total, soft):
    """Add what a vertex of some weight gives."""
    inverse, w2 = soft.inverse, weight * weight
    return (
        total[0] + w2 * inverse[v, 0],
        total[1] + w2 * inverse[v, 1],
        total[2] + w2 * inverse[v, 2],
        total[3] + w2 * inverse[v, 3],
        total[4] + w2 * inverse[v, 4],
        total[5] + w2 * inverse[v, 5],
    )


@leaf
def pull_vertex(v, weight, fx, fy, fz, soft):
    """Move a vertex as a force does, and let it remember the force."""
    if soft.speed[v, 3] == 0.0:
        return
    inverse = soft.inverse
    fx, fy, fz = weight * fx, weight * fy, weight * fz
    w = (inverse[v, 0], inverse[v, 1], inverse[v, 2], inverse[v, 3], inverse[v, 4], inverse[v, 5])
    x, y, z = apply_inverse(w, fx, fy, fz)
    soft.place[v, 0] += x
    soft.place[v, 1] += y
    soft.place[v, 2] += z
    soft.pull[v, 0] += fx
    soft.pull[v, 1] += fy
    soft.pull[v, 2] += fz


@leaf
def body_give(body, rx, ry, rz, h, bodies):
    """Compliance of a body at an arm, for displacements in a substep."""
    give = body_compliance(body, rx, ry, rz, bodies.motion, bodies.inv_inertia)
    h2 = h * h
    return h2 * give[0], h2 * give[1], h2 * give[2], h2 * give[3], h2 * give[4], h2 * give[5]


@leaf
def add_six(a, b):
    """Sum of two symmetric matrices."""
    return a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3], a[4] + b[4], a[5] + b[5]


@leaf
def turned_arm(body, ax, ay, az, motion):
    """An arm as the body has turned since the start of the step."""
    k = MOTION.DELTA_ROTATION
    x, y, z, w = (
        np.float64(motion[body, k]),
        np.float64(motion[body, k + 1]),
        np.float64(motion[body, k + 2]),
        np.float64(motion[body, k + 3]),
    )
    tx, ty, tz = 2.0 * (y * az - z * ay), 2.0 * (z * ax - x * az), 2.0 * (x * ay - y * ax)
    return ax + w * tx + y * tz - z * ty, ay + w * ty + z * tx - x * tz, az + w * tz + x * ty - y * tx


@routine
def aim_ties(first, last, vertex, h, soft, bodies):
    """Bring attachments up to date at the start of a substep, and let their forces act; `vertex` is the first one."""
    tie, cord, pull, motion = soft.tie, soft.cord, soft.pull, bodies.motion
    for a in range(first, last):
        if tie[a, SOFT.TIE_FLAGS] == 0:
            continue
        body = tie[a, SOFT.TIE_BODY]
        # Place in body axes to world axes, at the start of the step, then on.
        q = bodies.rotation
        x, y, z, w = q[body, 0], q[body, 1], q[body, 2], q[body, 3]
        px, py, pz = cord[a, SOFT.CORD_PLACE], cord[a, SOFT.CORD_PLACE + 1], cord[a, SOFT.CORD_PLACE + 2]
        tx, ty, tz = 2.0 * (y * pz - z * py), 2.0 * (z * px - x * pz), 2.0 * (x * py - y * px)
        ax, ay, az = px + w * tx + y * tz - z * ty, py + w * ty + z * tx - x * tz, pz + w * tz + x * ty - y * tx
        rx, ry, rz = turned_arm(body, ax, ay, az, motion)
        cord[a, SOFT.CORD_ARM], cord[a, SOFT.CORD_ARM + 1], cord[a, SOFT.CORD_ARM + 2] = rx, ry, rz
        fx, fy, fz = cord[a, SOFT.CORD_FORCE], cord[a, SOFT.CORD_FORCE + 1], cord[a, SOFT.CORD_FORCE + 2]
        push_body(body, rx, ry, rz, -h * fx, -h * fy, -h * fz, motion, bodies.inv_inertia)
        for c in range(3):
            weight, v = cord[a, SOFT.CORD_WEIGHT + c], vertex + tie[a, SOFT.TIE_VERTEX + c]
            pull[v, 0] += weight * fx
            pull[v, 1] += weight * fy
            pull[v, 2] += weight * fz


@leaf
def tie_target(a, body, h, soft, bodies):
    """Where the point of a body that an attachment holds will be at the end of the substep."""
    cord, motion = soft.cord, bodies.motion
    rx, ry, rz = cord[a, SOFT.CORD_ARM], cord[a, SOFT.CORD_ARM + 1], cord[a, SOFT.CORD_ARM + 2]
    ux, uy, uz = point_velocity(body, rx, ry, rz, motion)
    return (
        bodies.center[body, 0] + np.float64(motion[body, MOTION.DELTA]) + rx + h * ux,
        bodies.center[body, 1] + np.float64(motion[body, MOTION.DELTA + 1]) + ry + h * uy,
        bodies.center[body, 2] + np.float64(motion[body, MOTION.DELTA + 2]) + rz + h * uz,
    )


@routine
def solve_ties(first, last, vertex, h, soft, bodies):
    """Pull attached points to where they belong: at the end of the substep, both sides are at one place.

    Args:
        first: First attachment.
        last: The one after the last.
        vertex: First vertex of the soft body.
        h: Substep [s].
        soft: Arrays of soft bodies. Updated.
        bodies: Body arrays. Velocities are updated.
    """
    tie, cord, motion = soft.tie, soft.cord, bodies.motion
    for a in range(first, last):
        if tie[a, SOFT.TIE_FLAGS] == 0:
            continue
        body = tie[a, SOFT.TIE_BODY]
        rx, ry, rz = cord[a, SOFT.CORD_ARM], cord[a, SOFT.CORD_ARM + 1], cord[a, SOFT.CORD_ARM + 2]
        tx, ty, tz = tie_target(a, body, h, soft, bodies)
        give = body_give(body, rx, ry, rz, h, bodies)
        compliance = cord[a, SOFT.CORD_COMPLIANCE]
        fx, fy, fz = cord[a, SOFT.CORD_FORCE], cord[a, SOFT.CORD_FORCE + 1], cord[a, SOFT.CORD_FORCE + 2]
        gx, gy, gz = tx - compliance * fx, ty - compliance * fy, tz - compliance * fz
        for c in range(3):
            weight, v = cord[a, SOFT.CORD_WEIGHT + c], vertex + tie[a, SOFT.TIE_VERTEX + c]
            if weight != 0.0:
                gx -= weight * soft.place[v, 0]
                gy -= weight * soft.place[v, 1]
                gz -= weight * soft.place[v, 2]
                if soft.speed[v, 3] > 0.0:
                    give = add_give(v, weight, give, soft)
        give = add_six(give, (compliance, 0.0, 0.0, compliance, 0.0, compliance))
        if give[0] + give[3] + give[5] <= 0.0:
            continue
        dx, dy, dz = solve_symmetric(give, gx, gy, gz)
        limit = cord[a, SOFT.CORD_LIMIT]
        kx, ky, kz = fx + dx, fy + dy, fz + dz
        size = math.sqrt(kx * kx + ky * ky + kz * kz)
        if size > limit:
            dx, dy, dz = kx * limit / size - fx, ky * limit / size - fy, kz * limit / size - fz
        cord[a, SOFT.CORD_FORCE] = fx + dx
        cord[a, SOFT.CORD_FORCE + 1] = fy + dy
        cord[a, SOFT.CORD_FORCE + 2] = fz + dz
        push_body(body, rx, ry, rz, -h * dx, -h * dy, -h * dz, motion, bodies.inv_inertia)
        for c in range(3):
            weight = cord[a, SOFT.CORD_WEIGHT + c]
            if weight != 0.0:
                pull_vertex(vertex + tie[a, SOFT.TIE_VERTEX + c], weight, dx, dy, dz, soft)


@leaf
def face_point(f, k, soft):
    """Place, and way in this substep, of the point of a face that a contact holds."""
    face, cell, place, start = soft.face, soft.face_cell, soft.place, soft.start
    x = y = z = 0.0
    dx = dy = dz = 0.0
    for c in range(3):
        v, w = face[f, c], cell[k, SOFT.CELL_WEIGHT + c]
        x += w * place[v, 0]
        y += w * place[v, 1]
        z += w * place[v, 2]
        dx += w * (place[v, 0] - start[v, 0])
        dy += w * (place[v, 1] - start[v, 1])
        dz += w * (place[v, 2] - start[v, 2])
    return (x, y, z), (dx, dy, dz)


@routine
def aim_faces(first, last, thickness, h, soft, bodies):
    """`aim_row` of the contacts of faces, before the vertices move."""
    face, row, cell = soft.face, soft.face_row, soft.face_cell
    for f in range(first, last):
        for k in range(SOFT.FACE_ROWS * f, SOFT.FACE_ROWS * f + SOFT.FACE_ROWS):
            if row[k, SOFT.ROW_SHAPE] < 0:
                break
            point, _ = face_point(f, k, soft)
            aim_row(k, point, thickness, h, cell, row, bodies)
            for c in range(3):
                v, w = face[f, c], cell[k, SOFT.CELL_WEIGHT + c]
                for axis in range(3):
                    soft.pull[v, axis] += w * cell[k, SOFT.CELL_FORCE + axis]


@routine
def solve_faces(first, last, h, soft, bodies):
    """Solve the contacts of faces."""
    face, row, cell, motion = soft.face, soft.face_row, soft.face_cell, bodies.motion
    for f in range(first, last):
        for k in range(SOFT.FACE_ROWS * f, SOFT.FACE_ROWS * f + SOFT.FACE_ROWS):
            if row[k, SOFT.ROW_SHAPE] < 0:
                break
            body = row[k, SOFT.ROW_BODY]
            rx, ry, rz = cell[k, SOFT.CELL_ARM], cell[k, SOFT.CELL_ARM + 1], cell[k, SOFT.CELL_ARM + 2]
            nx, ny, nz = cell[k, 0], cell[k, 1], cell[k, 2]
            fx, fy, fz = cell[k, SOFT.CELL_FORCE], cell[k, SOFT.CELL_FORCE + 1], cell[k, SOFT.CELL_FORCE + 2]
            give = body_give(body, rx, ry, rz, h, bodies)
            for c in range(3):
                v = face[f, c]
                if soft.speed[v, 3] > 0.0:
                    give = add_give(v, cell[k, SOFT.CELL_WEIGHT + c], give, soft)
            if give[0] + give[3] + give[5] <= 0.0:
                continue
            _, way = face_point(f, k, soft)
            ux, uy, uz = point_velocity(body, rx, ry, rz, motion)
            ox, oy, oz = apply_inverse(give, fx, fy, fz)
            qx = way[0] - h * (ux + cell[k, SOFT.CELL_SURFACE]) - ox
            qy = way[1] - h * (uy + cell[k, SOFT.CELL_SURFACE + 1]) - oy
            qz = way[2] - h * (uz + cell[k, SOFT.CELL_SURFACE + 2]) - oz
            c = wanted_way(cell[k, SOFT.CELL_GAP], h)
            kx, ky, kz = coulomb(give, nx, ny, nz, qx, qy, qz, c, cell[k, SOFT.CELL_FRICTION])
            cell[k, SOFT.CELL_FORCE] = kx
            cell[k, SOFT.CELL_FORCE + 1] = ky
            cell[k, SOFT.CELL_FORCE + 2] = kz
            dx, dy, dz = kx - fx, ky - fy, kz - fz
            push_body(body, rx, ry, rz, -h * dx, -h * dy, -h * dz, motion, bodies.inv_inertia)
            for corner in range(3):
                pull_vertex(face[f, corner], cell[k, SOFT.CELL_WEIGHT + corner], dx, dy, dz, soft)


@routine
def finish_faces(first, last, h, bounce_speed, soft, bodies):
    """`finish_row` of the contacts of faces."""
    face, row, cell, speed = soft.face, soft.face_row, soft.face_cell, soft.speed
    for f in range(first, last):
        for k in range(SOFT.FACE_ROWS * f, SOFT.FACE_ROWS * f + SOFT.FACE_ROWS):
            if row[k, SOFT.ROW_SHAPE] < 0:
                break
            vx = vy = vz = 0.0
            mass = 0.0
            for c in range(3):
                v, w = face[f, c], cell[k, SOFT.CELL_WEIGHT + c]
                vx += w * speed[v, 0]
                vy += w * speed[v, 1]
                vz += w * speed[v, 2]
                mass += w * w * speed[v, 3]
            if mass == 0.0:
                continue
            gain = finish_row(k, vx, vy, vz, mass, h, bounce_speed, cell, row, bodies) / mass
            for c in range(3):
                v = face[f, c]
                share = gain * cell[k, SOFT.CELL_WEIGHT + c] * speed[v, 3]
                for axis in range(3):
                    speed[v, axis] += share * cell[k, axis]
