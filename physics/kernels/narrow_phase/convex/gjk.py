"""Distance of two convex cores (Gilbert, Johnson and Keerthi), in float64 and in the axes of shape a.

The differences p - q of all points p of a and q of b form a convex set; its point v closest to the origin is the
shortest way between the cores. A simplex of at most four points of the set walks toward it: the support mapping gives
the point farthest toward the origin, the simplex takes it in, and drops the corners that its own closest point does not
need. Each support point also bounds the distance from below, so the search stops when both bounds meet, when they
can no longer be brought closer in float64, or when a bound that the caller gave is exceeded.

Use it for everything that asks how far two shapes are apart. Rounding radii (of spheres and capsules) are the caller's:
subtract them from the distance, and move the closest points along the direction by them.
"""

import math

from physics.kernels.core.jit import leaf, routine
from physics.kernels.core.vec3 import add, combine, dot, negate, scale, subtract
from physics.kernels.narrow_phase.convex.simplex import (
    blend,
    closest_on_segment,
    closest_on_tetrahedron,
    closest_on_triangle,
)
from physics.kernels.narrow_phase.convex.support import support

#: Iterations after which the search gives what it has. Boxes and hulls need some 5, round shapes some 20.
ITERATIONS = 96

#: Stop when the distance is known to this part of itself; the direction is then known to its square root ...
EXACT = 1.0e-10

#: ... or to this part of the size of the set, which is the rounding of float64.
ROUNDING = 1.0e-15

#: Cores closer than this part of the size of the set overlap: the direction between them would be noise.
TOUCHING = 1.0e-13


@leaf
def combine_inverse(columns, a):
    """Transposed matrix times vector: from the frame that the columns are given in to their own."""
    return dot(columns[0], a), dot(columns[1], a), dot(columns[2], a)


@leaf
def reduce_simplex(weights, w0, w1, w2, w3, p0, p1, p2, p3):
    """Drop the corners without weight.

    Args:
        weights: Weights of the corners.
        w0: Corner; likewise w1, w2, w3.
        w1: See w0.
        w2: See w0.
        w3: See w0.
        p0: Its point of a; likewise p1, p2, p3.
        p1: See p0.
        p2: See p0.
        p3: See p0.

    Returns:
        Number of corners left, the first three corners and their points of a.
    """
    # From the last to the first, so that what moves up is what is left.
    if weights[2] <= 0.0:
        w2, p2 = w3, p3
    if weights[1] <= 0.0:
        w1, p1, w2, p2 = w2, p2, w3, p3
    if weights[0] <= 0.0:
        w0, p0, w1, p1, w2, p2 = w1, p1, w2, p2, w3, p3
    count = 0
    for k in range(4):
        if weights[k] > 0.0:
            count += 1
    return count, w0, w1, w2, p0, p1, p2


@routine
def gjk_search(
    kind_a, size_a, data_a, kind_b, size_b, data_b, columns, offset, limit, tolerance, guess, numbers, indices, triangle
):  # fmt: skip
    """The work of `gjk_distance`, which stops when the distance is known within a tolerance [m]."""
    p0 = support(kind_a, size_a, data_a, guess, numbers, indices, triangle)
    q = support(kind_b, size_b, data_b, combine_inverse(columns, negate(guess)), numbers, indices, triangle)
    v = subtract(p0, add(offset, combine(columns, q)))
    count, w0, w1, w2, p1, p2, on_a = 1, v, v, v, p0, p0, p0
    square = dot(v, v)
    reach = square
    iterations = 0
    while iterations < ITERATIONS:
        if square <= TOUCHING * TOUCHING * reach:
            return 0.0, guess, on_a, on_a, True, iterations
        iterations += 1
        p3 = support(kind_a, size_a, data_a, negate(v), numbers, indices, triangle)
        q = support(kind_b, size_b, data_b, combine_inverse(columns, v), numbers, indices, triangle)
        w3 = subtract(p3, add(offset, combine(columns, q)))
        bound = dot(v, w3)
        distance = math.sqrt(square)
        if bound > limit * distance:
            return bound / distance, scale(v, -1.0 / distance), on_a, subtract(on_a, v), False, iterations
        reach = max(reach, dot(w3, w3))
        if square - bound <= EXACT * square + distance * (ROUNDING * math.sqrt(reach) + tolerance):
            break
        if count == 1:
            s, t, nearer = closest_on_segment(w0, w3)
            weights = (s, 0.0, 0.0, t)
        elif count == 2:
            s, t, r, nearer = closest_on_triangle(w0, w1, w3)
            weights = (s, t, 0.0, r)
        else:
            inside, weights, nearer = closest_on_tetrahedron(w0, w1, w2, w3, False)
            if inside and bound > 0.0:
                # All of the set is beyond a plane in front of the origin: the tetrahedron is too flat to know.
                inside, weights, nearer = closest_on_tetrahedron(w0, w1, w2, w3, True)
            if inside:
                return 0.0, guess, on_a, on_a, True, iterations
        best = dot(nearer, nearer)
        if not best < square:
            break
        v, square = nearer, best
        on_a = blend(weights, p0, p1, p2, p3)
        count, w0, w1, w2, p0, p1, p2 = reduce_simplex(weights, w0, w1, w2, w3, p0, p1, p2, p3)
    distance = math.sqrt(square)
    return distance, scale(v, -1.0 / distance), on_a, subtract(on_a, v), False, iterations


@leaf
def gjk_distance(
    kind_a, size_a, data_a, kind_b, size_b, data_b, columns, offset, limit, guess, numbers, indices, triangle
):  # fmt: skip
    """Shortest way between the cores of two shapes.

    Args:
        kind_a: Kind of shape a: SHAPE_SPHERE to SHAPE_HULL, or SHAPE_TRIANGLE (of one of the two shapes only).
        size_a: Its size as in `layout`, three float64 [m].
        data_a: Where its shape data begin in `indices`; for hulls only.
        kind_b: As kind_a.
        size_b: As size_a.
        data_b: As data_a.
        columns: Directions of the axes of b in the axes of a, three vectors of float64: `axes` of the rotation of b
            relative to a.
        offset: Center of b in the axes of a, float64 [m].
        limit: The search may stop as soon as the distance is sure to exceed this [m]; `math.inf` for never.
        guess: Direction from a to b to begin with, of any length but 0, axes of a; the offset, or the direction of the
            last time.
        numbers: Coordinates of hulls, float32, bare pointer or array.
        indices: Descriptions of hulls, int32, likewise.
        triangle: Corners of a SHAPE_TRIANGLE, 9 float32 [m], likewise, in the axes of that shape: give identity columns
            and no offset for a triangle that is in the axes of a already. Any array if there is none.

    Returns:
        Distance of the cores [m]: exact within 1e-10 of itself and 1e-15 of the sizes, a lower bound if above the
        limit, 0 if they overlap. Unit direction from a to b, axes of a; if they overlap, not to be used. Closest
        points of the cores of a and of b, both relative to the center of a in its axes [m]; approximate if above the
        limit. Whether the cores overlap. Number of iterations.
    """
    return gjk_search(
        kind_a, size_a, data_a, kind_b, size_b, data_b, columns, offset, limit, 0.0, guess, numbers, indices, triangle
    )  # fmt: skip
