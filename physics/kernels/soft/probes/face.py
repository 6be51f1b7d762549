"""Rows of faces: where a face of a soft body meets a shape that would slip between its vertices."""

import math

from physics.kernels.core.jit import leaf, routine
from physics.kernels.core.vec3 import cross, dot, length, scale, subtract
from physics.kernels.layout import shape as SHAPE, soft as SOFT
from physics.kernels.soft.distance import FAR, closest_on_triangle
from physics.kernels.soft.probes.midway import arm_at_start, center_now, gap_now, outermost, velocity_at
from physics.kernels.soft.probes.vertex import MARCH, MARGIN, TOLERANCE, is_tied, take_slot, write_row

#: Least advantage of a row of a face over those of its corners [m].
ADVANTAGE = 0.0002
#: A face touches at a corner, if that has such a weight.
CORNER = 0.97
#: A point is inside of a face if each corner has at least such a weight.
INNER = 0.02
#: Rounds of the search for the point of a face that is deepest in a shape.
ROUNDS = 12


@leaf
def _mix(corners, v, w):
    """Point of a triangle with weights v and w of its second and third corner."""
    u = 1.0 - v - w
    return (
        u * corners[0] + v * corners[3] + w * corners[6],
        u * corners[1] + v * corners[4] + w * corners[7],
        u * corners[2] + v * corners[5] + w * corners[8],
    )


@leaf
def _moved(corners, x, y, z):
    """Corners of a triangle moved by a vector."""
    return (
        corners[0] + x, corners[1] + y, corners[2] + z, corners[3] + x, corners[4] + y, corners[5] + z,
        corners[6] + x, corners[7] + y, corners[8] + z,
    )  # fmt: skip


@leaf
def deepest_in(shape, corners, size, limit, shapes, bodies, search):
    """Point of a triangle that is deepest in a shape, or nearest to it: gap, normal, weights of two corners.

    The distance from a convex shape is a convex function: going down along it, and back to the triangle, finds it.
    """
    third = 1.0 / 3.0
    v, w = third, third
    p = _mix(corners, v, w)
    gap, n = gap_now(shape, p, limit, shapes, bodies, search)
    step = size
    for _ in range(ROUNDS):
        t = _moved(corners, step * n[0] - p[0], step * n[1] - p[1], step * n[2] - p[2])
        _, a, b = closest_on_triangle(t)
        q = _mix(corners, a, b)
        other, m = gap_now(shape, q, limit, shapes, bodies, search)
        if other < gap - 1e-9:
            if gap - other < 1e-6:
                gap, n, v, w, p = other, m, a, b, q
                break
            gap, n, v, w, p = other, m, a, b, q
        else:
            step *= 0.35
            if step < 1e-3 * size:
                break
    return gap, n, v, w, p


@routine
def probe_face(f, old, contact, shape, surface, thickness, dt, soft, world):
    """Give a face its row with a convex shape, if its corners do not do."""
    place, speed, face, shapes = soft.place, soft.speed, soft.face, world.shapes
    search = world.workers[0].search
    i, j, k = face[f, 0], face[f, 1], face[f, 2]
    if speed[i, 3] == 0.0 and speed[j, 3] == 0.0 and speed[k, 3] == 0.0:
        return
    body = shapes.info[shape, SHAPE.BODY]
    if is_tied(i, body, soft) or is_tied(j, body, soft) or is_tied(k, body, soft):
        return
    corners = (
        place[i, 0], place[i, 1], place[i, 2], place[j, 0], place[j, 1], place[j, 2], place[k, 0], place[k, 1],
        place[k, 2],
    )  # fmt: skip
    third = 1.0 / 3.0
    c = _mix(corners, third, third)
    size = 0.0
    for corner in range(3):
        x, y, z = corners[3 * corner] - c[0], corners[3 * corner + 1] - c[1], corners[3 * corner + 2] - c[2]
        size = max(size, x * x + y * y + z * z)
    size = math.sqrt(size)
    u = velocity_at(body, c, world.bodies)
    wx = dt * (third * (speed[i, 0] + speed[j, 0] + speed[k, 0]) - u[0])
    wy = dt * (third * (speed[i, 1] + speed[j, 1] + speed[k, 1]) - u[1])
    wz = dt * (third * (speed[i, 2] + speed[j, 2] + speed[k, 2]) - u[2])
    way = math.sqrt(wx * wx + wy * wy + wz * wz)
    gap, n = gap_now(shape, c, FAR, shapes, world.bodies, search)
    apart = gap - size - thickness
    if apart > MARGIN + way:
        return
    at, kept = 0.0, False
    for _ in range(MARCH):
        s = at / way if way > 0.0 else 0.0
        t = _moved(corners, s * wx, s * wy, s * wz)
        gap, n, v, w, p = deepest_in(shape, t, size, FAR, shapes, world.bodies, search)
        if at == 0.0:
            gap, n, kept = keep_face_side(p, gap, n, min(1.0 - v - w, min(v, w)), corners, old, shape, soft, world)
        if kept or gap - thickness <= (MARGIN if at == 0.0 else TOLERANCE):
            break
        at += gap - thickness
        if at > way:
            return
    else:
        return
    if not kept:
        if max(1.0 - v - w, max(v, w)) > CORNER or (at > 0.0 and n[0] * wx + n[1] * wy + n[2] * wz >= 0.0):
            return
        # Do the corners do? Each holds the plane through the point of the shape that is nearest to it.
        least = math.inf
        s = at / way if way > 0.0 else 0.0
        t = _moved(corners, s * wx, s * wy, s * wz)
        for corner in range(3):
            q = (t[3 * corner], t[3 * corner + 1], t[3 * corner + 2])
            near, _ = gap_now(shape, q, FAR, shapes, world.bodies, search)
            least = min(least, near)
        if gap > least - ADVANTAGE:
            return
    anchor = (p[0] - gap * n[0], p[1] - gap * n[1], p[2] - gap * n[2])
    first = SOFT.FACE_ROWS * f
    apart = dot(n, subtract(_mix(corners, v, w), anchor)) - thickness
    slot = take_slot(first, SOFT.FACE_ROWS, shape, n, apart, soft.face_row, soft.face_cell)
    if slot >= 0:
        write_face_row(slot, old, contact, shape, n, apart, anchor, surface, corners, (v, w), soft, world)
        if at == 0.0:
            keep_points(f, old, contact, shape, surface, corners, thickness, soft, world)


@leaf
def _normal_of(corners):
    """Normal of a triangle, of no certain length."""
    a = (corners[0], corners[1], corners[2])
    u = (corners[3] - a[0], corners[4] - a[1], corners[5] - a[2])
    return cross(u, (corners[6] - a[0], corners[7] - a[1], corners[8] - a[2]))


@routine
def write_face_row(k, old, contact, shape, n, gap, anchor, surface, corners, weights, soft, world):
    """Write a row of a face; `weights` are those of its second and third corner."""
    row, cell = soft.face_row, soft.face_cell
    write_row(k, old, SOFT.FACE_ROWS, contact, shape, n, gap, anchor, surface, row, cell, soft, world)
    v, w = weights
    soft.face_cell[k, SOFT.CELL_WEIGHT] = 1.0 - v - w
    soft.face_cell[k, SOFT.CELL_WEIGHT + 1], soft.face_cell[k, SOFT.CELL_WEIGHT + 2] = v, w
    soft.face_row[k, SOFT.ROW_KEY] = 1 if dot(n, _normal_of(corners)) >= 0.0 else -1


@routine
def keep_face_side(p, gap, n, inner, corners, old, shape, soft, world):
    """Gap and normal of a face and a shape: what came from one side of the face is held on that side.

    Args:
        p: Point of the face that is deepest in the shape, or nearest to it [m].
        gap: Its distance from the shape [m].
        n: Normal out of the shape.
        inner: Least of its weights: 0 on the border of the face.
        corners: Of the face [m].
        old: First remembered slot of the face.
        shape: Row of the shape.
        soft: Arrays of soft bodies.
        world: All arrays.

    Returns:
        Gap, normal, and whether they are those of the side instead of those given.
    """
    side = _normal_of(corners)
    size = length(side)
    key = 0
    for s in range(old, old + SOFT.FACE_ROWS):
        if soft.names[SOFT.ROW_STRIDE * s] == shape and key == 0:
            key = soft.names[SOFT.ROW_STRIDE * s + SOFT.ROW_KEY]
    if key == 0 or size == 0.0:
        return gap, n, False
    side = scale(side, key / size)
    # Around the border a shape may go to the other side; through the middle of the face it may not.
    if dot(n, side) >= (0.5 if gap < 0.0 else 0.0) or (inner < INNER and (gap >= 0.0 or dot(n, side) >= 0.0)):
        return gap, n, False
    return dot(side, subtract(p, outermost(shape, side, world.shapes, world.bodies))), side, True


@routine
def keep_points(f, old, contact, shape, surface, corners, thickness, soft, world):
    """Keep rows of the step before at other points of a shape: what lies flat needs more than its deepest point."""
    center = center_now(world.shapes.info[shape, SHAPE.BODY], world.bodies)
    end = SOFT.FACE_ROWS * (f + 1)
    for s in range(old, old + SOFT.FACE_ROWS):
        if soft.names[SOFT.ROW_STRIDE * s] != shape:
            continue
        k = SOFT.FACE_ROWS * f
        while k < end and soft.face_row[k, SOFT.ROW_SHAPE] >= 0:
            k += 1
        if k == end:
            return
        w = SOFT.CELL_STRIDE * s + SOFT.CELL_ARM
        q = (soft.work[w] + center[0], soft.work[w + 1] + center[1], soft.work[w + 2] + center[2])
        at, b, c = closest_on_triangle(_moved(corners, -q[0], -q[1], -q[2]))
        p = _mix(corners, b, c)
        gap, n = gap_now(shape, p, FAR, world.shapes, world.bodies, world.workers[0].search)
        if gap < 0.0 or gap - thickness > MARGIN or max(1.0 - b - c, max(b, c)) > CORNER:
            continue
        where = (p[0] - gap * n[0], p[1] - gap * n[1], p[2] - gap * n[2])
        other = True
        for r in range(SOFT.FACE_ROWS * f, k):
            u, a = SOFT.CELL_ANCHOR, arm_at_start(world.shapes.info[shape, SHAPE.BODY], where, world.bodies)
            x, y, z = soft.face_cell[r, u] - a[0], soft.face_cell[r, u + 1] - a[1], soft.face_cell[r, u + 2] - a[2]
            if soft.face_row[r, SOFT.ROW_SHAPE] == shape and x * x + y * y + z * z < thickness * thickness:
                other = False
        if other:
            write_face_row(k, old, contact, shape, n, gap - thickness, where, surface, corners, (b, c), soft, world)
