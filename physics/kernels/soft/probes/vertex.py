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
from physics.kernels.soft.distance import FAR
from physics.kernels.soft.probes.midway import arm_at_start, center_now, gap_now, outermost, velocity_at

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
    least, found, row_found = math.inf, -1, -1
    there = subtract(anchor, center_now(body, world.bodies))
    for c in range(old, old + slots):
        if soft.names[SOFT.ROW_STRIDE * c] == shape:
            w = SOFT.CELL_STRIDE * c
            if n[0] * soft.work[w] + n[1] * soft.work[w + 1] + n[2] * soft.work[w + 2] <= SAME_SIDE:
                continue
            u = w + SOFT.CELL_ARM
            x, y, z = soft.work[u] - there[0], soft.work[u + 1] - there[1], soft.work[u + 2] - there[2]
            if x * x + y * y + z * z < least:
                least, found, row_found = x * x + y * y + z * z, w, c
    if found >= 0:
        soft.names[SOFT.ROW_STRIDE * row_found] = -1  # each force goes on in one row
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
