"""Closest points of two convex bodies that lie apart (Gilbert, Johnson and Keerthi).

The differences b - a of all points of two bodies form a convex body of their own; its point nearest to the origin is
the shortest way from a to b. A simplex of up to four of its corners is led there: find the point of the simplex nearest
to the origin, forget the corners that it does not need, add the corner farthest in the direction back to the origin.
Corners are float32, what is computed from them is float64: the distance is small against the bodies.
"""

import math

import numpy as np

from physics.kernels.core.jit import leaf, routine
from physics.kernels.core.vec3 import combine, cross, dot, subtract
from physics.kernels.narrow_phase.hull.axes import transpose
from physics.kernels.narrow_phase.hull.solids import SCRATCH_SIMPLEX
from physics.kernels.narrow_phase.hull.support import lowest_vertex, vertex

#: Most corners that are tried; some five are needed.
STEPS = 32

#: The search ends when the next corner is closer by less than this part.
ACCURACY = 1.0e-6

#: Thinner than this, as squared sine or relative volume, a simplex counts as flat.
FLAT = 1.0e-12

# Corners of the simplex; a plain literal would have functions compiled anew.
CORNER_0 = np.int64(0)
CORNER_1 = np.int64(1)
CORNER_2 = np.int64(2)
CORNER_3 = np.int64(3)


@leaf
def difference(k, scratch):
    """Corner k of the simplex: point of b minus point of a [m], float64."""
    place = SCRATCH_SIMPLEX + 8 * k
    return (
        np.float64(scratch[place + 3]) - np.float64(scratch[place]),
        np.float64(scratch[place + 4]) - np.float64(scratch[place + 1]),
        np.float64(scratch[place + 5]) - np.float64(scratch[place + 2]),
    )


@leaf
def segment_weights(p, q):
    """Weights of two points whose mean is the point of their stretch nearest to the origin."""
    along = subtract(q, p)
    square = dot(along, along)
    at = -dot(p, along)
    if at <= 0.0 or square <= 0.0:
        return 1.0, 0.0
    return (0.0, 1.0) if at >= square else (1.0 - at / square, at / square)


@routine
def triangle_weights(p, q, r):
    """Weights of three points whose mean is the point of their triangle nearest to the origin."""
    along, aside = subtract(q, p), subtract(r, p)
    normal = cross(along, aside)
    square = dot(normal, normal)
    # Signed areas of the triangles that the foot of the origin makes with each side.
    a, b, c = dot(cross(q, r), normal), dot(cross(r, p), normal), dot(cross(p, q), normal)
    if a > 0.0 and b > 0.0 and c > 0.0 and square > FLAT * dot(along, along) * dot(aside, aside):
        total = a + b + c
        return a / total, b / total, c / total
    # On the rim: the nearest of the three sides.
    best, weights = math.inf, (1.0, 0.0, 0.0)
    for side in range(3):
        first, second = (p, q) if side == 0 else ((q, r) if side == 1 else (r, p))
        s, t = segment_weights(first, second)
        x, y, z = s * first[0] + t * second[0], s * first[1] + t * second[1], s * first[2] + t * second[2]
        square = x * x + y * y + z * z
        if square < best:
            best = square
            weights = (s, t, 0.0) if side == 0 else ((0.0, s, t) if side == 1 else (t, 0.0, s))
    return weights


@leaf
def weighted(weights, p, q, r):
    """Mean of three points."""
    s, t, u = weights
    return (
        s * p[0] + t * q[0] + u * r[0],
        s * p[1] + t * q[1] + u * r[1],
        s * p[2] + t * q[2] + u * r[2],
    )


@routine
def tetrahedron_weights(p, q, r, s):
    """Weights of four points whose mean is the point of their tetrahedron nearest to the origin.

    Returns:
        Four weights; all are positive if the origin is inside.
    """
    best, weights, inside = math.inf, (0.25, 0.25, 0.25, 0.25), True
    for face in range(4):
        a, b, c, d = (p, q, r, s)
        if face == 1:
            a, b, c, d = (p, q, s, r)
        elif face == 2:
            a, b, c, d = (p, r, s, q)
        elif face == 3:
            a, b, c, d = (q, r, s, p)
        normal = cross(subtract(b, a), subtract(c, a))
        other, origin = dot(normal, subtract(d, a)), -dot(normal, a)
        size = dot(normal, normal) * dot(subtract(d, a), subtract(d, a))
        if other * origin > 0.0 and other * other > FLAT * size:
            continue
        inside = False
        u, v, w = triangle_weights(a, b, c)
        x, y, z = weighted((u, v, w), a, b, c)
        square = x * x + y * y + z * z
        if square < best:
            best = square
            weights = (u, v, w, 0.0)
            if face == 1:
                weights = (u, v, 0.0, w)
            elif face == 2:
                weights = (u, 0.0, v, w)
            elif face == 3:
                weights = (0.0, u, v, w)
    return (0.25, 0.25, 0.25, 0.25) if inside else weights


@leaf
def simplex_weights(count, scratch):
    """Weights of the corners of the simplex for its point nearest to the origin."""
    p = difference(CORNER_0, scratch)
    if count == 1:
        return 1.0, 0.0, 0.0, 0.0
    q = difference(CORNER_1, scratch)
    if count == 2:
        s, t = segment_weights(p, q)
        return s, t, 0.0, 0.0
    r = difference(CORNER_2, scratch)
    if count == 3:
        s, t, u = triangle_weights(p, q, r)
        return s, t, u, 0.0
    return tetrahedron_weights(p, q, r, difference(CORNER_3, scratch))


@routine
def add_corner(count, solid_a, solid_b, columns, offset, direction, scratch):
    """Append the corner of the difference that lies lowest along a direction, in the axes of a.

    Returns:
        Whether it is a new one.
    """
    _, i = lowest_vertex(solid_a, (-direction[0], -direction[1], -direction[2]))
    _, j = lowest_vertex(solid_b, combine(transpose(columns), direction))
    for k in range(count):
        place = SCRATCH_SIMPLEX + 8 * k
        if scratch[place + 6] == np.float32(i) and scratch[place + 7] == np.float32(j):
            return False
    place = SCRATCH_SIMPLEX + 8 * count
    on_b = combine(columns, vertex(solid_b, j))
    scratch[place], scratch[place + 1], scratch[place + 2] = vertex(solid_a, i)
    scratch[place + 3], scratch[place + 4], scratch[place + 5] = (
        on_b[0] + offset[0],
        on_b[1] + offset[1],
        on_b[2] + offset[2],
    )
    scratch[place + 6], scratch[place + 7] = np.float32(i), np.float32(j)
    return True


@routine
def keep_needed(count, weights, scratch):
    """Forget the corners of the simplex that have no weight; returns how many are left, and their weights."""
    kept = CORNER_0
    left = (0.0, 0.0, 0.0, 0.0)
    for k in range(count):
        weight = weights[0] if k == 0 else (weights[1] if k == 1 else (weights[2] if k == 2 else weights[3]))
        if weight > 0.0:
            if kept != k:
                for c in range(8):
                    scratch[SCRATCH_SIMPLEX + 8 * kept + c] = scratch[SCRATCH_SIMPLEX + 8 * k + c]
            left = (
                weight if kept == 0 else left[0],
                weight if kept == 1 else left[1],
                weight if kept == 2 else left[2],
                weight if kept == 3 else left[3],
            )
            kept += 1
    return kept, left


@routine
def point_of_simplex(count, weights, column, scratch):
    """Mean of what stands in three columns of the simplex."""
    x, y, z = 0.0, 0.0, 0.0
    for k in range(count):
        weight = weights[0] if k == 0 else (weights[1] if k == 1 else (weights[2] if k == 2 else weights[3]))
        place = SCRATCH_SIMPLEX + 8 * k + column
        x += weight * scratch[place]
        y += weight * scratch[place + 1]
        z += weight * scratch[place + 2]
    return x, y, z


@routine
def closest_of_solids(solid_a, solid_b, columns, offset, direction, scratch):
    """Closest points of two solids.

    Args:
        solid_a: Solid a.
        solid_b: Solid b.
        columns: Directions of the axes of b in the axes of a.
        offset: Center of b in the axes of a [m].
        direction: Guess of the direction from a to b, in the axes of a.
        scratch: Scratch memory; the simplex is left there.

    Returns:
        Point of a and point of b in the axes of a [m], float64, and the number of corners of the simplex; 4 if the
        solids overlap.
    """
    add_corner(CORNER_0, solid_a, solid_b, columns, offset, direction, scratch)
    count, weights = CORNER_1, (1.0, 0.0, 0.0, 0.0)
    for _ in range(STEPS):
        x, y, z = 0.0, 0.0, 0.0
        for k in range(count):
            weight = weights[0] if k == 0 else (weights[1] if k == 1 else (weights[2] if k == 2 else weights[3]))
            w = difference(k, scratch)
            x, y, z = x + weight * w[0], y + weight * w[1], z + weight * w[2]
        square = x * x + y * y + z * z
        if count == 4 or square <= 0.0:
            break
        factor = 1.0 / math.sqrt(square)
        toward = (np.float32(x * factor), np.float32(y * factor), np.float32(z * factor))
        if not add_corner(count, solid_a, solid_b, columns, offset, toward, scratch):
            break
        w = difference(count, scratch)
        if square - (x * w[0] + y * w[1] + z * w[2]) <= ACCURACY * square:
            break
        count, weights = keep_needed(count + 1, simplex_weights(count + 1, scratch), scratch)
    on_a = point_of_simplex(count, weights, CORNER_0, scratch)
    return on_a, point_of_simplex(count, weights, CORNER_3, scratch), count
