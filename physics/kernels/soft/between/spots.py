"""Spots: the touches that were found so far in a step, the best few of each vertex and edge, and the rows made of them.

A spot is better than another if its features will pass each other in this step, sooner, or else if they are closer.
What is kept does not depend on the order in which spots come.
"""

from typing import NamedTuple

import numpy as np

from physics.kernels.core.jit import leaf, routine
from physics.kernels.core.vec3 import add_scaled, scale
from physics.kernels.layout import contact as CONTACT, manifold as MANIFOLD, soft as SOFT
from physics.kernels.soft.between.closest import at

#: Columns of `head`: slots in use, rows of the last step; then the first slot of each vertex and edge, plus 1.
TOP, OLD, HEADS = 0, 1, 2


class Meeting(NamedTuple):
    """A soft body whose features own the touches, and another, or the same once more."""

    p: int
    q: int
    same: bool
    distance: float  # that is kept [m]
    reach: float  # ... and what is closer than this touches [m]
    contact: int
    friction: float
    restitution: float
    sided: bool  # the other has an outside
    solid: bool  # the own one has
    dt: float


@leaf
def clear_spots(p, soft):
    """Forget the spots of the soft body before, and count the rows that this one had in the last step."""
    for k in range(HEADS + soft.part[p, SOFT.PART_VERTICES] + soft.part[p, SOFT.PART_EDGES]):
        soft.head[k] = 0
    first, count = soft.part[p, SOFT.PART_TOUCH], 0
    while soft.touch[first + count, SOFT.TOUCH_KIND] >= 0:
        count += 1
    soft.head[OLD] = count


@leaf
def take_spot(owner, most, q, upper, other, rank, soft):
    """The slot for a spot, or -1 if it is not good enough.

    Args:
        owner: Number of the vertex, or that of the edge behind those of the vertices.
        most: Slots that it may have.
        q: The other soft body.
        upper: Side of the own surface, or of an edge the number of the other one: one spot for each, and soft body.
        other: Face or edge that is met.
        rank: How good it is; less is better.
        soft: Arrays of soft bodies.
    """
    head, spot, name = soft.head, soft.spot, soft.spot_name
    first = head[HEADS + owner] - 1
    if first < 0:
        first = head[TOP]
        head[TOP] = first + most
        head[HEADS + owner] = first + 1
        name[first, SOFT.SPOT_COUNT] = 0
    count = name[first, SOFT.SPOT_COUNT]
    worst = first
    for k in range(first, first + count):
        if name[k, SOFT.SPOT_PART] == q and name[k, SOFT.SPOT_UPPER] == upper:
            known = spot[k, SOFT.SPOT_RANK]
            return k if rank < known or (rank == known and other < name[k, SOFT.SPOT_OTHER]) else -1
        if spot[k, SOFT.SPOT_RANK] > spot[worst, SOFT.SPOT_RANK]:
            worst = k
    if count < most:
        name[first, SOFT.SPOT_COUNT] = count + 1
        return first + count
    return worst if rank < spot[worst, SOFT.SPOT_RANK] else -1


@leaf
def write_spot(k, meeting, upper, other, old, side, rank, n, weights, distance, gap, soft):
    """Write a spot into its slot."""
    spot, name = soft.spot, soft.spot_name
    name[k, SOFT.SPOT_PART], name[k, SOFT.SPOT_OTHER] = meeting.q, other
    name[k, SOFT.SPOT_SIDE], name[k, SOFT.SPOT_CONTACT] = side, meeting.contact
    name[k, SOFT.SPOT_UPPER], name[k, SOFT.SPOT_OLD] = upper, old
    spot[k, SOFT.SPOT_RANK], spot[k, SOFT.SPOT_DISTANCE], spot[k, SOFT.SPOT_GAP] = rank, distance, gap
    spot[k, SOFT.SPOT_FRICTION], spot[k, SOFT.SPOT_RESTITUTION] = meeting.friction, meeting.restitution
    for c in range(3):
        spot[k, SOFT.SPOT_NORMAL + c], spot[k, SOFT.SPOT_WEIGHT + c] = n[c], weights[c]


@leaf
def first_row(p, kind, own, soft):
    """First row of the last step of an own vertex or edge, or that behind it: rows are sorted by both."""
    touch = soft.touch
    low = soft.part[p, SOFT.PART_TOUCH]
    high = low + soft.head[OLD]
    while low < high:
        middle = (low + high) // 2
        there = touch[middle, SOFT.TOUCH_KIND]
        if there < kind or (there == kind and touch[middle, SOFT.TOUCH_OWN] < own):
            low = middle + 1
        else:
            high = middle
    return low


@leaf
def comes_first(a, b, soft):
    """True when slot a comes before slot b among those of one vertex or edge: by body, then by side or edge."""
    name, part = soft.spot_name, soft.part
    x, y = part[name[a, SOFT.SPOT_PART], SOFT.PART_BODY], part[name[b, SOFT.SPOT_PART], SOFT.PART_BODY]
    return x < y or (x == y and name[a, SOFT.SPOT_UPPER] < name[b, SOFT.SPOT_UPPER])


@leaf
def order_spots(first, count, soft):
    """Sort the slots of a vertex or edge."""
    spot, name = soft.spot, soft.spot_name
    for k in range(first + 1, first + count):
        j = k
        while j > first and comes_first(j, j - 1, soft):
            for c in range(SOFT.SPOT_STRIDE):
                spot[j, c], spot[j - 1, c] = spot[j - 1, c], spot[j, c]
            for c in range(SOFT.SPOT_COUNT):
                name[j, c], name[j - 1, c] = name[j - 1, c], name[j, c]
            j -= 1


@leaf
def tell_contact(k, p, point, soft, world):
    """Let the contact of two soft bodies know that it has a row; `point` is on the own surface."""
    spot, contact, contacts = soft.spot, soft.spot_name[k, SOFT.SPOT_CONTACT], world.contacts
    if contact < 0 or spot[k, SOFT.SPOT_GAP] >= contacts.apart[contact]:
        return
    contacts.apart[contact] = spot[k, SOFT.SPOT_GAP]
    a = contacts.info[contact, CONTACT.BODY_A]
    sign = -1.0 if a == soft.part[p, SOFT.PART_BODY] else 1.0
    for c in range(3):
        contacts.manifold[contact, MANIFOLD.POINT + c] = np.float32(point[c] - world.bodies.center[a, c])
        contacts.manifold[contact, MANIFOLD.NORMAL + c] = np.float32(sign * spot[k, SOFT.SPOT_NORMAL + c])


@leaf
def write_touch(row, k, kind, own, other, soft):
    """Write what a row of either kind has; `own` and `other` are numbers within the soft bodies."""
    touch, cell, spot, name = soft.touch, soft.touch_cell, soft.spot, soft.spot_name
    touch[row, SOFT.TOUCH_KIND], touch[row, SOFT.TOUCH_OWN], touch[row, SOFT.TOUCH_OTHER] = kind, own, other
    touch[row, SOFT.TOUCH_PART] = name[k, SOFT.SPOT_PART]
    touch[row, SOFT.TOUCH_BODY] = soft.part[name[k, SOFT.SPOT_PART], SOFT.PART_BODY]
    touch[row, SOFT.TOUCH_CONTACT], touch[row, SOFT.TOUCH_SIDE] = name[k, SOFT.SPOT_CONTACT], name[k, SOFT.SPOT_SIDE]
    for c in range(SOFT.TOUCH_CELL_STRIDE):
        cell[row, c] = 0.0
    for c in range(3):
        cell[row, SOFT.TOUCH_NORMAL + c] = spot[k, SOFT.SPOT_NORMAL + c]
        cell[row, SOFT.TOUCH_FORCE + c] = spot[k, SOFT.SPOT_FORCE + c]
    cell[row, SOFT.TOUCH_DISTANCE], cell[row, SOFT.TOUCH_GAP] = spot[k, SOFT.SPOT_DISTANCE], spot[k, SOFT.SPOT_GAP]
    cell[row, SOFT.TOUCH_FRICTION] = spot[k, SOFT.SPOT_FRICTION]
    cell[row, SOFT.TOUCH_RESTITUTION] = spot[k, SOFT.SPOT_RESTITUTION]


@leaf
def write_face_touch(row, k, p, v, soft, world):
    """Write the row of a vertex and a face."""
    touch, cell, spot, part, face = soft.touch, soft.touch_cell, soft.spot, soft.part, soft.face
    q, f = soft.spot_name[k, SOFT.SPOT_PART], soft.spot_name[k, SOFT.SPOT_OTHER]
    write_touch(row, k, SOFT.TOUCH_FACE, v - part[p, SOFT.PART_VERTEX], f - part[q, SOFT.PART_FACE], soft)
    touch[row, SOFT.TOUCH_VERTEX], cell[row, SOFT.TOUCH_WEIGHT] = v, 1.0
    for c in range(3):
        touch[row, SOFT.TOUCH_VERTEX + 1 + c] = face[f, c]
        cell[row, SOFT.TOUCH_WEIGHT + 1 + c] = -spot[k, SOFT.SPOT_WEIGHT + c]
    tell_contact(k, p, at(v, soft.place), soft, world)


@leaf
def write_edge_touch(row, k, p, e, soft, world):
    """Write the row of two edges."""
    touch, cell, spot, part, edge = soft.touch, soft.touch_cell, soft.spot, soft.part, soft.edge
    q, other = soft.spot_name[k, SOFT.SPOT_PART], soft.spot_name[k, SOFT.SPOT_OTHER]
    write_touch(row, k, SOFT.TOUCH_EDGE, e - part[p, SOFT.PART_EDGE], other - part[q, SOFT.PART_EDGE], soft)
    s, t = spot[k, SOFT.SPOT_WEIGHT], spot[k, SOFT.SPOT_WEIGHT + 1]
    w = SOFT.TOUCH_WEIGHT
    for c in range(2):
        touch[row, SOFT.TOUCH_VERTEX + c], touch[row, SOFT.TOUCH_VERTEX + 2 + c] = edge[e, c], edge[other, c]
    cell[row, w], cell[row, w + 1], cell[row, w + 2], cell[row, w + 3] = 1.0 - s, s, t - 1.0, -t
    a, b = at(edge[e, 0], soft.place), at(edge[e, 1], soft.place)
    tell_contact(k, p, add_scaled(scale(a, 1.0 - s), b, s), soft, world)


@routine
def write_touches(p, soft, world):
    """Write the rows of a soft body, by vertex, then by edge, with the forces of those of the last step."""
    part, head, spot, name, touch = soft.part, soft.head, soft.spot, soft.spot_name, soft.touch
    vertices, edges = part[p, SOFT.PART_VERTICES], part[p, SOFT.PART_EDGES]
    for owner in range(vertices + edges):
        first = head[HEADS + owner] - 1
        if first >= 0:
            for k in range(first, first + name[first, SOFT.SPOT_COUNT]):
                old = name[k, SOFT.SPOT_OLD]
                for c in range(3):
                    force = soft.touch_cell[old, SOFT.TOUCH_FORCE + c] if old >= 0 else 0.0
                    spot[k, SOFT.SPOT_FORCE + c] = force
    row = part[p, SOFT.PART_TOUCH]
    for owner in range(vertices + edges):
        first = head[HEADS + owner] - 1
        if first < 0:
            continue
        count = name[first, SOFT.SPOT_COUNT]
        order_spots(first, count, soft)
        for k in range(first, first + count):
            if owner < vertices:
                write_face_touch(row, k, p, part[p, SOFT.PART_VERTEX] + owner, soft, world)
            else:
                write_edge_touch(row, k, p, part[p, SOFT.PART_EDGE] + owner - vertices, soft, world)
            row += 1
    touch[row, SOFT.TOUCH_KIND] = -1
