"""Closest points of features of soft bodies, and the time at which moving ones meet."""

import math

from physics.kernels.core.jit import leaf, routine
from physics.kernels.core.vec3 import add_scaled, clamp, cross, dot, scale, subtract
from physics.kernels.soft.distance import closest_on_triangle

#: Rounds of the search for the time at which four points lie in a plane; it ends as soon as they do.
ROUNDS = 40
#: Time at which things meet that do not.
NEVER = 2.0


@leaf
def at(v, array):
    """Vector in a row of an array."""
    return array[v, 0], array[v, 1], array[v, 2]


@leaf
def mixed(a, b, c, second, third):
    """Point of a triangle with weights of its second and third corner."""
    first = 1.0 - second - third
    return (
        first * a[0] + second * b[0] + third * c[0],
        first * a[1] + second * b[1] + third * c[1],
        first * a[2] + second * b[2] + third * c[2],
    )


@leaf
def near_triangle(x, a, b, c):
    """Vector from the closest point of a triangle to a point, and the weights of its second and third corner there."""
    u, v, w = subtract(a, x), subtract(b, x), subtract(c, x)
    q, second, third = closest_on_triangle((u[0], u[1], u[2], v[0], v[1], v[2], w[0], w[1], w[2]))
    return (-q[0], -q[1], -q[2]), second, third


@leaf
def near_segments(a, b, c, d):
    """Closest points of two segments, a to b and c to d: how far along each, 0 to 1."""
    u, v, w = subtract(b, a), subtract(d, c), subtract(a, c)
    uu, vv, uv = dot(u, u), dot(v, v), dot(u, v)
    uw, vw = dot(u, w), dot(v, w)
    across = uu * vv - uv * uv
    s = clamp((uv * vw - uw * vv) / across, 0.0, 1.0) if across > 1e-12 * uu * vv else 0.5
    t = (uv * s + vw) / vv if vv > 0.0 else 0.0
    if t < 0.0:
        t = 0.0
        s = clamp(-uw / uu, 0.0, 1.0) if uu > 0.0 else 0.0
    elif t > 1.0:
        t = 1.0
        s = clamp((uv - uw) / uu, 0.0, 1.0) if uu > 0.0 else 0.0
    return s, t


@leaf
def volume(e, f, g):
    """Six times the volume of a tetrahedron between three edges from one corner."""
    return dot(e, cross(f, g))


@leaf
def flat_time(x, a, b, c, moved):
    """Time at which four points that move straight lie in one plane, 0 to 1; NEVER if they are not on both sides of it.

    The volume between them is a cubic function of time: halving and false position find where it changes its sign.

    Args:
        x, a, b, c: The points at the start.
        moved: Their ways, four vectors.
    """
    e, f, g = subtract(x, a), subtract(b, a), subtract(c, a)
    de, df, dg = subtract(moved[0], moved[1]), subtract(moved[2], moved[1]), subtract(moved[3], moved[1])
    low, high = volume(e, f, g), volume(add_scaled(e, de, 1.0), add_scaled(f, df, 1.0), add_scaled(g, dg, 1.0))
    if low == 0.0 or not low * high < 0.0:
        return NEVER
    start, end = 0.0, 1.0
    for n in range(ROUNDS):
        t = 0.5 * (start + end) if n & 1 else start + (end - start) * low / (low - high)
        value = volume(add_scaled(e, de, t), add_scaled(f, df, t), add_scaled(g, dg, t))
        if value * low > 0.0:
            start, low = t, value
        else:
            end, high = t, value
        if end - start < 1e-9 or value == 0.0:
            break
    return end


@routine
def cross_face(x, a, b, c, moved):
    """When a point passes a triangle, both moving straight: time 0 to 1 or NEVER, weights, unit normal there."""
    miss = (NEVER, 0.0, 0.0, (0.0, 0.0, 0.0))
    t = flat_time(x, a, b, c, moved)
    if t > 1.0:
        return miss
    p, q = add_scaled(x, moved[0], t), add_scaled(a, moved[1], t)
    r, s = add_scaled(b, moved[2], t), add_scaled(c, moved[3], t)
    away, second, third = near_triangle(p, q, r, s)
    n = cross(subtract(r, q), subtract(s, q))
    square = dot(n, n)
    # Within rounding, it is in the plane: what is off the triangle is beside it.
    if square == 0.0 or dot(away, away) > 1e-12 * math.sqrt(square):
        return miss
    return t, second, third, scale(n, 1.0 / math.sqrt(square))


@routine
def cross_edge(a, b, c, d, moved):
    """When two segments pass each other, both moving straight: time 0 to 1 or NEVER, places along, cross product."""
    miss = (NEVER, 0.0, 0.0, (0.0, 0.0, 0.0))
    t = flat_time(a, b, c, d, moved)
    if t > 1.0:
        return miss
    p, q = add_scaled(a, moved[0], t), add_scaled(b, moved[1], t)
    r, s = add_scaled(c, moved[2], t), add_scaled(d, moved[3], t)
    along, other = near_segments(p, q, r, s)
    u, v = subtract(q, p), subtract(s, r)
    gap = subtract(add_scaled(p, u, along), add_scaled(r, v, other))
    if dot(gap, gap) > 1e-12 * (dot(u, u) + dot(v, v)):
        return miss
    return t, along, other, cross(u, v)
