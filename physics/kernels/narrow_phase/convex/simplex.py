"""The point of a simplex closest to the origin, and the weights of its corners that make it. For GJK, in float64.

The newest corner is the last. In exact arithmetic the closest point always has a part of it, since it is a step toward
the origin; what has not is never looked at, except where the simplex is flat within rounding.
"""

from physics.kernels.core.jit import leaf, routine
from physics.kernels.core.vec3 import add_scaled, cross, dot, scale, subtract

#: A triangle is flat if the squared sine of its angle is less than this; its height is rounding then.
FLAT_TRIANGLE = 1.0e-24

#: A tetrahedron is flat if its volume is less than this part of the product of its edges.
FLAT_TETRAHEDRON = 1.0e-13


@leaf
def blend(weights, a, b, c, d):
    """Sum of four corners times their weights."""
    return (
        weights[0] * a[0] + weights[1] * b[0] + weights[2] * c[0] + weights[3] * d[0],
        weights[0] * a[1] + weights[1] * b[1] + weights[2] * c[1] + weights[3] * d[1],
        weights[0] * a[2] + weights[1] * b[2] + weights[2] * c[2] + weights[3] * d[2],
    )


@leaf
def closest_on_segment(a, b):
    """Weights of both ends for the point closest to the origin, and that point [m]."""
    edge = subtract(b, a)
    square = dot(edge, edge)
    t = 0.0
    if square > 0.0:
        t = min(max(-dot(a, edge) / square, 0.0), 1.0)
    if t > 0.5:  # from the nearer end, since the other may be far away
        return 1.0 - t, t, add_scaled(b, edge, min(max(-dot(b, edge) / square, -1.0), 0.0))
    return 1.0 - t, t, add_scaled(a, edge, t)


@leaf
def nearest_corner(a, b, c):
    """Which of three corners is nearest to the origin: 0, 1 or 2.

    Planes and normals are found from there. Seen from a far corner, the edges to two that are close together are nearly
    parallel, and their difference is lost.
    """
    aa, bb, cc = dot(a, a), dot(b, b), dot(c, c)
    if aa < bb and aa < cc:
        return 0
    return 1 if bb < cc else 2


@leaf
def closest_from(a, b, c):
    """The work of `closest_on_triangle`, for a triangle whose last corner is the nearest."""
    u, v = subtract(a, c), subtract(b, c)
    normal = cross(u, v)
    square = dot(normal, normal)
    on_a, on_b, on_c = -1.0, -1.0, -1.0
    if square > FLAT_TRIANGLE * dot(u, u) * dot(v, v):
        on_a = dot(cross(v, c), normal) / square
        on_b = dot(cross(c, u), normal) / square
        on_c = 1.0 - on_a - on_b
        if on_a >= 0.0 and on_b >= 0.0 and on_c >= 0.0:
            return on_a, on_b, on_c, scale(normal, dot(c, normal) / square)
    best_a, best_b, best_c, best = 0.0, 0.0, 1.0, c
    if on_a < 0.0:
        s, t, p = closest_on_segment(b, c)
        if dot(p, p) < dot(best, best):
            best_a, best_b, best_c, best = 0.0, s, t, p
    if on_b < 0.0:
        s, t, p = closest_on_segment(a, c)
        if dot(p, p) < dot(best, best):
            best_a, best_b, best_c, best = s, 0.0, t, p
    if on_c < 0.0:
        s, t, p = closest_on_segment(a, b)
        if dot(p, p) < dot(best, best):
            best_a, best_b, best_c, best = s, t, 0.0, p
    return best_a, best_b, best_c, best


@routine
def closest_on_triangle(a, b, c):
    """Weights of the corners for the point closest to the origin, and that point [m].

    Where the projection of the origin is outside, the closest point lies on an edge that it is beyond of. Where it is
    inside, the point is taken along the normal: the weights of a sliver, 1 mm wide and 100 m long, would put it aside
    by more than a short distance allows.
    """
    which = nearest_corner(a, b, c)
    x, y, z = a, b, c
    if which == 0:
        x, y, z = b, c, a
    elif which == 1:
        x, y, z = c, a, b
    on_x, on_y, on_z, p = closest_from(x, y, z)
    if which == 0:
        return on_z, on_x, on_y, p
    if which == 1:
        return on_y, on_z, on_x, p
    return on_x, on_y, on_z, p


@leaf
def beyond(x, y, z, other):
    """True if the origin is on the other side of the plane through x, y and z than the corner `other`, or if flat."""
    which = nearest_corner(x, y, z)
    apex = x if which == 0 else (y if which == 1 else z)
    u = subtract(y if which == 0 else x, apex)
    v = subtract(y if which == 2 else z, apex)
    w = subtract(other, apex)
    normal = cross(u, v)
    side = dot(normal, w)
    limit = dot(normal, normal) * dot(w, w)
    if side * side <= FLAT_TETRAHEDRON * FLAT_TETRAHEDRON * limit:
        return True
    return (dot(normal, apex) > 0.0) == (side > 0.0)


@routine
def closest_on_tetrahedron(a, b, c, d, outside):
    """Whether the origin is inside; else the weights of the corners for the point closest to it, and that point [m].

    It is on the side of d of the triangle a, b, c. With `outside`, it is known to be outside, so that rounding need not
    decide.
    """
    inside, weights, best = True, (0.25, 0.25, 0.25, 0.25), d
    if outside or beyond(a, b, d, c):
        s, t, r, best = closest_on_triangle(a, b, d)
        inside, weights = False, (s, t, 0.0, r)
    if outside or beyond(a, c, d, b):
        s, t, r, p = closest_on_triangle(a, c, d)
        if inside or dot(p, p) < dot(best, best):
            inside, weights, best = False, (s, 0.0, t, r), p
    if outside or beyond(b, c, d, a):
        s, t, r, p = closest_on_triangle(b, c, d)
        if inside or dot(p, p) < dot(best, best):
            inside, weights, best = False, (0.0, s, t, r), p
    return inside, weights, best
