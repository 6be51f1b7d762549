"""Rows of contacts: where a vertex or a face of a soft body meets a shape, or will in this step."""

import math

import numpy as np

from physics.kernels.core.jit import leaf, routine
from physics.kernels.core.vec3 import dot, rotate, subtract
from physics.kernels.layout import (
    contact as CONTACT,
    kind as KIND,
    manifold as MANIFOLD,
    material as MATERIAL,
    shape as SHAPE,
    soft as SOFT,
)
from physics.kernels.narrow_phase.surfaces import combine, mix_friction
from physics.kernels.soft.distance import FAR, closest_on_triangle
from physics.kernels.soft.midway import arm_at_start, gap_now, outermost, velocity_at

#: What is closer than this has a row [m].
MARGIN = 0.005
#: How close what comes fast is taken to be there [m].
TOLERANCE = 0.0005
#: Steps of a march along a way.
MARCH = 24
#: Two rows of a vertex with one shape have normals that differ: the cosine between them is less.
ALIKE = 0.9
#: A row takes on the force of the one before if the normals agree so well.
SAME_SIDE = 0.7
#: Least advantage of a row of a face over those of its corners [m].
ADVANTAGE = 0.0002
#: A face touches at a corner, if that has such a weight.
CORNER = 0.97
#: Rounds of the search for the point of a face that is deepest in a shape.
ROUNDS = 12


@leaf
def surface_of(contact, shape, own, world):
    """Friction, restitution, and the velocity of the surface of a shape, for a contact with a soft body."""
    shapes, materials = world.shapes, world.friction
    friction = np.float64(mix_friction(shape, own, shapes, materials))
    row_a, row_b = shapes.info[shape, SHAPE.MATERIAL], shapes.info[own, SHAPE.MATERIAL]
    column = len(materials) + MATERIAL.RESTITUTION_RULE
    restitution = combine(
        shapes.surface[shape, SHAPE.SURFACE_RESTITUTION],
        shapes.surface[own, SHAPE.SURFACE_RESTITUTION],
        int(max(materials[row_a, column], materials[row_b, column])),
    )
    k = SHAPE.SURFACE_VELOCITY
    u = (
        np.float64(shapes.surface[shape, k]),
        np.float64(shapes.surface[shape, k + 1]),
        np.float64(shapes.surface[shape, k + 2]),
    )
    body = shapes.info[shape, SHAPE.BODY]
    q = world.bodies.rotation
    return friction, np.float64(restitution), rotate((q[body, 0], q[body, 1], q[body, 2], q[body, 3]), u)


@leaf
def take_slot(first, slots, shape, n, gap, row, cell):
    """The slot for a row: a free one, or that of a row that is alike or farther away; -1 if this one is not needed."""
    farthest, slot = gap, -1
    for k in range(first, first + slots):
        if row[k, SOFT.ROW_SHAPE] < 0:
            return k
        alike = n[0] * cell[k, 0] + n[1] * cell[k, 1] + n[2] * cell[k, 2] > ALIKE
        if row[k, SOFT.ROW_SHAPE] == shape and alike:
            return k if gap < cell[k, SOFT.CELL_GAP] else -1
        if cell[k, SOFT.CELL_GAP] > farthest:
            farthest, slot = cell[k, SOFT.CELL_GAP], k
    return slot


@leaf
def write_row(k, old, slots, contact, shape, n, gap, anchor, surface, row, cell, soft, world):
    """Write a row, with the force that the one before it had; `old` is the first remembered slot of its owner."""
    body = world.shapes.info[shape, SHAPE.BODY]
    row[k, SOFT.ROW_SHAPE], row[k, SOFT.ROW_BODY], row[k, SOFT.ROW_CONTACT] = shape, body, contact
    for c in range(SOFT.CELL_STRIDE):
        cell[k, c] = 0.0
    friction, restitution, velocity = surface
    arm = arm_at_start(body, anchor, world.bodies)
    for c in range(3):
        cell[k, c] = n[c]
        cell[k, SOFT.CELL_ANCHOR + c] = arm[c]
        cell[k, SOFT.CELL_SURFACE + c] = velocity[c]
    cell[k, SOFT.CELL_FRICTION], cell[k, SOFT.CELL_RESTITUTION] = friction, restitution
    cell[k, SOFT.CELL_GAP] = gap
    best, found = SAME_SIDE, -1
    for s in range(old, old + slots):
        if soft.names[SOFT.ROW_STRIDE * s] == shape:
            w = SOFT.CELL_STRIDE * s
            agree = n[0] * soft.work[w] + n[1] * soft.work[w + 1] + n[2] * soft.work[w + 2]
            if agree > best:
                best, found = agree, w
    if found >= 0:
        cell[k, SOFT.CELL_MOST] = soft.work[found + SOFT.CELL_MOST]
        for c in range(3):
            cell[k, SOFT.CELL_FORCE + c] = soft.work[found + SOFT.CELL_FORCE + c]
    contacts = world.contacts
    if gap < contacts.apart[contact]:
        contacts.apart[contact] = gap
        a = contacts.info[contact, CONTACT.BODY_A]
        for c in range(3):
            contacts.manifold[contact, MANIFOLD.POINT + c] = np.float32(anchor[c] - world.bodies.center[a, c])
            contacts.manifold[contact, MANIFOLD.NORMAL + c] = np.float32(n[c])


@leaf
def old_normal(old, slots, shape, soft):
    """Normal of the row that something had with a shape in the step before, and whether there was one."""
    for s in range(old, old + slots):
        if soft.names[SOFT.ROW_STRIDE * s] == shape:
            w = SOFT.CELL_STRIDE * s
            return True, (soft.work[w], soft.work[w + 1], soft.work[w + 2])
    return False, (0.0, 1.0, 0.0)


@routine
def keep_side(p, gap, n, agree, old, slots, shape, soft, world):
    """Gap and normal of a point inside of a shape: if it came from another side, the way back there, not the shortest.

    Args:
        p: The point [m].
        gap: Its distance from the surface, negative [m].
        n: The shortest way out.
        agree: Least cosine between that and the side that it came from.
        old: First remembered slot of its owner.
        slots: Number of them.
        shape: Row of the shape.
        soft: Arrays of soft bodies.
        world: All arrays.
    """
    if not KIND.is_convex(world.shapes.info[shape, SHAPE.KIND]):
        return gap, n
    known, side = old_normal(old, slots, shape, soft)
    if not known or dot(n, side) >= agree:
        return gap, n
    q = outermost(shape, side, world.shapes, world.bodies)
    return dot(side, subtract(p, q)), side


@leaf
def is_tied(v, body, soft):
    """True for a vertex that is tied to a body."""
    return soft.inverse[v, 6] == body or soft.inverse[v, 7] == body


@routine
def probe_vertex(v, old, contact, shape, surface, thickness, dt, soft, world):
    """Give a vertex its rows with a shape."""
    place, speed, shapes, search = soft.place, soft.speed, world.shapes, world.workers[0].search
    p = (place[v, 0], place[v, 1], place[v, 2])
    body = shapes.info[shape, SHAPE.BODY]
    if is_tied(v, body, soft):
        return
    u = velocity_at(body, p, world.bodies)
    wx, wy, wz = dt * (speed[v, 0] - u[0]), dt * (speed[v, 1] - u[1]), dt * (speed[v, 2] - u[2])
    way = math.sqrt(wx * wx + wy * wy + wz * wz)
    gap, n = gap_now(shape, p, thickness + MARGIN + way, shapes, world.bodies, search)
    if gap >= FAR:
        return
    first = SOFT.ROWS * v
    if KIND.is_surface(shapes.info[shape, SHAPE.KIND]):
        # A sheet with two sides keeps what touched it on the side where it was.
        known, side = old_normal(old, SOFT.ROWS, shape, soft)
        if known and gap > 0.0 and gap < thickness + MARGIN and n[0] * side[0] + n[1] * side[1] + n[2] * side[2] < -0.5:
            gap, n = -gap, (-n[0], -n[1], -n[2])
    elif gap < 0.0:
        gap, n = keep_side(p, gap, n, 0.0, old, SOFT.ROWS, shape, soft, world)
    if gap - thickness <= MARGIN:
        k = take_slot(first, SOFT.ROWS, shape, n, gap - thickness, soft.row, soft.cell)
        if k >= 0:
            anchor = (p[0] - gap * n[0], p[1] - gap * n[1], p[2] - gap * n[2])
            write_row(
                k, old, SOFT.ROWS, contact, shape, n, gap - thickness, anchor, surface, soft.row, soft.cell, soft, world
            )
        if way < thickness + MARGIN:
            return
    at = max(gap - thickness, 0.0)
    for _ in range(MARCH):
        if at > way:
            return
        s = at / way
        q = (p[0] + s * wx, p[1] + s * wy, p[2] + s * wz)
        gap, n = gap_now(shape, q, thickness + MARGIN + way, shapes, world.bodies, search)
        if gap >= FAR:
            return
        if gap - thickness <= TOLERANCE:
            if n[0] * wx + n[1] * wy + n[2] * wz >= 0.0:
                return
            anchor = (q[0] - gap * n[0], q[1] - gap * n[1], q[2] - gap * n[2])
            apart = n[0] * (p[0] - anchor[0]) + n[1] * (p[1] - anchor[1]) + n[2] * (p[2] - anchor[2]) - thickness
            k = take_slot(first, SOFT.ROWS, shape, n, apart, soft.row, soft.cell)
            if k >= 0:
                write_row(
                    k, old, SOFT.ROWS, contact, shape, n, apart, anchor, surface, soft.row, soft.cell, soft, world
                )
            return
        at += gap - thickness


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
    at = 0.0
    for _ in range(MARCH):
        s = at / way if way > 0.0 else 0.0
        t = _moved(corners, s * wx, s * wy, s * wz)
        least = gap + n[0] * s * wx + n[1] * s * wy + n[2] * s * wz
        gap, n, v, w, p = deepest_in(shape, t, size, FAR, shapes, world.bodies, search)
        if gap - thickness <= (MARGIN if at == 0.0 else TOLERANCE):
            break
        at += gap - thickness
        if at > way:
            return
    else:
        return
    kept = False
    if at == 0.0 and gap < 0.0:
        depth, side = keep_side(p, gap, n, SAME_SIDE, old, SOFT.FACE_ROWS, shape, soft, world)
        kept = side != n
        gap, n = depth, side
    if not kept and max(1.0 - v - w, max(v, w)) > CORNER:
        return
    if at > 0.0 and n[0] * wx + n[1] * wy + n[2] * wz >= 0.0:
        return
    # Do the corners do? Each holds the plane through the point of the shape that is nearest to it.
    least = math.inf
    s = at / way if way > 0.0 else 0.0
    for corner in range(3):
        q = (
            corners[3 * corner] + s * wx,
            corners[3 * corner + 1] + s * wy,
            corners[3 * corner + 2] + s * wz,
        )
        near, _ = gap_now(shape, q, FAR, shapes, world.bodies, search)
        least = min(least, near)
    if not kept and gap > least - ADVANTAGE:
        return
    anchor = (p[0] - gap * n[0], p[1] - gap * n[1], p[2] - gap * n[2])
    here = _mix(corners, v, w)
    apart = n[0] * (here[0] - anchor[0]) + n[1] * (here[1] - anchor[1]) + n[2] * (here[2] - anchor[2]) - thickness
    first = SOFT.FACE_ROWS * f
    slot = take_slot(first, SOFT.FACE_ROWS, shape, n, apart, soft.face_row, soft.face_cell)
    if slot >= 0:
        write_row(
            slot, old, SOFT.FACE_ROWS, contact, shape, n, apart, anchor, surface, soft.face_row, soft.face_cell, soft,
            world,
        )  # fmt: skip
        soft.face_cell[slot, SOFT.CELL_WEIGHT] = 1.0 - v - w
        soft.face_cell[slot, SOFT.CELL_WEIGHT + 1] = v
        soft.face_cell[slot, SOFT.CELL_WEIGHT + 2] = w
