"""Soft bodies and soft sensors: is a vertex of one in the other, or at it."""

import math

from physics.kernels.core.jit import leaf, routine
from physics.kernels.core.vec3 import dot
from physics.kernels.layout import soft as SOFT
from physics.kernels.soft.between.closest import at, near_triangle
from physics.kernels.soft.queries import is_closed, winds_around


@leaf
def bounds_of(p, soft):
    """Bounds of the vertices of a soft body: least and greatest corner."""
    first, place = soft.part[p, SOFT.PART_VERTEX], soft.place
    lx = ly = lz = math.inf
    hx = hy = hz = -math.inf
    for v in range(first, first + soft.part[p, SOFT.PART_VERTICES]):
        lx, ly, lz = min(lx, place[v, 0]), min(ly, place[v, 1]), min(lz, place[v, 2])
        hx, hy, hz = max(hx, place[v, 0]), max(hy, place[v, 1]), max(hz, place[v, 2])
    return (lx, ly, lz), (hx, hy, hz)


@leaf
def is_at_face(x, f, limit, soft):
    """True for a point within a distance of a face."""
    face, place = soft.face, soft.place
    i, j, k = face[f, 0], face[f, 1], face[f, 2]
    for c in range(3):
        a, b, d = place[i, c], place[j, c], place[k, c]
        if x[c] < min(a, min(b, d)) - limit or x[c] > max(a, max(b, d)) + limit:
            return False
    away, _, _ = near_triangle(x, at(i, place), at(j, place), at(k, place))
    return dot(away, away) <= limit * limit


@routine
def has_vertex_in(p, q, soft):
    """True when a vertex of a soft body is in another one, or at its surface."""
    part = soft.part
    limit = soft.trait[p, SOFT.TRAIT_THICKNESS] + soft.trait[q, SOFT.TRAIT_THICKNESS]
    low, high = bounds_of(q, soft)
    first, face = part[p, SOFT.PART_VERTEX], part[q, SOFT.PART_FACE]
    outer = True  # the last vertex was out of reach of the bounds
    for v in range(first, first + part[p, SOFT.PART_VERTICES]):
        x = at(v, soft.place)
        away = False
        for c in range(3):
            away = away or x[c] < low[c] - limit or x[c] > high[c] + limit
        if away or soft.link[v, SOFT.LINK_FLAGS] & SOFT.VERTEX_SURFACE == 0:
            outer = outer or away
            continue
        for f in range(face, face + part[q, SOFT.PART_FACES]):
            if is_at_face(x, f, limit, soft):
                return True
        # What is in it as a whole touches no face; of what is half in it, some vertex does, or many are inside.
        if outer and is_closed(q, soft) and winds_around(q, x, soft):
            return True
        outer = False
    return False


@routine
def senses_soft(p, q, soft):
    """True when a vertex of one of two soft bodies is in the other, or at its surface."""
    return has_vertex_in(p, q, soft) or has_vertex_in(q, p, soft)
