"""The point of a simplex closest to the origin, as weights of its corners. For GJK, in float64.

The newest corner is the last. In exact arithmetic the closest point always has a part of it, since it is a step toward
the origin; what has not is never looked at, except where the simplex is flat within rounding.
"""

from physics.kernels.jit import leaf, routine
from physics.kernels.vec3 import cross, dot, subtract

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
    """Weights of both ends for the point closest to the origin, and its squared distance [m^2]."""
    edge = subtract(b, a)
    square = dot(edge, edge)
    t = 0.0
    if square > 0.0:
        t = min(max(-dot(a, edge) / square, 0.0), 1.0)
    p = (a[0] + t * edge[0], a[1] + t * edge[1], a[2] + t * edge[2])
    return 1.0 - t, t, dot(p, p)


@routine
def closest_on_triangle(a, b, c):
    """Weights of the corners for the point closest to the origin, and its squared distance [m^2].

    Where the projection of the origin is outside, the closest point lies on an edge that it is beyond of.
    """
    # Seen from the newest corner, which tends to be the closest to the origin: differences lose least there.
    u, v = subtract(a, c), subtract(b, c)
    normal = cross(u, v)
    square = dot(normal, normal)
    on_a, on_b, on_c = -1.0, -1.0, -1.0
    if square > FLAT_TRIANGLE * dot(u, u) * dot(v, v):
        on_a = dot(cross(v, c), normal) / square
        on_b = dot(cross(c, u), normal) / square
        on_c = 1.0 - on_a - on_b
        if on_a >= 0.0 and on_b >= 0.0 and on_c >= 0.0:
            height = dot(c, normal)
            return on_a, on_b, on_c, height * height / square
    best_a, best_b, best_c, best = 0.0, 0.0, 1.0, dot(c, c)
    if on_a < 0.0:
        s, t, square = closest_on_segment(b, c)
        if square < best:
            best_a, best_b, best_c, best = 0.0, s, t, square
    if on_b < 0.0:
        s, t, square = closest_on_segment(a, c)
        if square < best:
            best_a, best_b, best_c, best = s, 0.0, t, square
    if on_c < 0.0:
        s, t, square = closest_on_segment(a, b)
        if square < best:
            best_a, best_b, best_c, best = s, t, 0.0, square
    return best_a, best_b, best_c, best


@leaf
def beyond(x, y, apex, other):
    """True if the origin is on the other side of the plane through x, y and apex than the corner `other`."""
    u, v, w = subtract(x, apex), subtract(y, apex), subtract(other, apex)
    normal = cross(u, v)
    side = dot(normal, w)
    limit = dot(normal, normal) * dot(w, w)
    if side * side <= FLAT_TETRAHEDRON * FLAT_TETRAHEDRON * limit:
        return True
    return (dot(normal, apex) > 0.0) == (side > 0.0)


@routine
def closest_on_tetrahedron(a, b, c, d):
    """Weights of the corners for the point closest to the origin, and its squared distance [m^2].

    The distance is -1 if the origin is inside.
    """
    weights, best = (0.25, 0.25, 0.25, 0.25), -1.0
    if beyond(a, b, d, c):
        s, t, r, best = closest_on_triangle(a, b, d)
        weights = (s, t, 0.0, r)
    if beyond(a, c, d, b):
        s, t, r, square = closest_on_triangle(a, c, d)
        if best < 0.0 or square < best:
            weights, best = (s, 0.0, t, r), square
    if beyond(b, c, d, a):
        s, t, r, square = closest_on_triangle(b, c, d)
        if best < 0.0 or square < best:
            weights, best = (0.0, s, t, r), square
    return weights, best
