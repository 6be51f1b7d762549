"""Contact of a sphere with a triangle: closed form, much faster than for shapes in general."""

import math

import numpy as np

from physics.kernels.core.jit import leaf
from physics.kernels.core.vec3 import add_scaled, cross, dot, length, negate, scale, subtract
from physics.kernels.narrow_phase.convex.triangle import FEATURE_MET, MET_CORNER, MET_EDGE, MET_FACE, TRIANGLE
from physics.kernels.narrow_phase.primitives.sphere import FIRST, HALF, ONE, ZERO, apart, write_point

#: Closer than this part of its radius, the direction from the center of a ball to a triangle is noise.
SKIN = np.float32(1.0e-4)
TINY = np.float32(1.0e-20)


@leaf
def triangle_corner(k, scratch):
    """Corner k of the triangle in `scratch` [m]."""
    i = TRIANGLE + 3 * k
    return scratch[i], scratch[i + 1], scratch[i + 2]


@leaf
def closest_to_zero(a, b, c):
    """Point of a triangle closest to zero, and the part of the triangle where it is."""
    ab, ac, bc = subtract(b, a), subtract(c, a), subtract(c, b)
    # Parts of the way along each edge, times its length; all follow from scalar products.
    ab_a, ac_a = -dot(ab, a), -dot(ac, a)
    ab_b, ac_b = -dot(ab, b), -dot(ac, b)
    ab_c, ac_c = -dot(ab, c), -dot(ac, c)
    if ab_a <= ZERO and ac_a <= ZERO:
        return a, MET_CORNER
    if ab_b >= ZERO and ac_b <= ab_b:
        return b, MET_CORNER + 1
    if ac_c >= ZERO and ab_c <= ac_c:
        return c, MET_CORNER + 2
    n = cross(ab, ac)
    # Signed areas of the triangles that zero, seen along the normal, makes with the edges.
    w_c = dot(n, cross(a, b))
    w_a = dot(n, cross(b, c))
    w_b = dot(n, cross(c, a))
    if w_c <= ZERO and ab_a >= ZERO and ab_b <= ZERO:
        return add_scaled(a, ab, ab_a / (ab_a - ab_b)), MET_EDGE
    if w_b <= ZERO and ac_a >= ZERO and ac_c <= ZERO:
        return add_scaled(a, ac, ac_a / (ac_a - ac_c)), MET_EDGE + 2
    bc_b, bc_c = ac_b - ab_b, ac_c - ab_c
    if w_a <= ZERO and bc_b >= ZERO and bc_c <= ZERO:
        return add_scaled(b, bc, bc_b / (bc_b - bc_c)), MET_EDGE + 1
    return scale(n, dot(n, a) / max(dot(n, n), TINY)), MET_FACE


@leaf
def collide_sphere_triangle(size_a, margin, point, feature, scratch):
    """Contact of a sphere with the front of a triangle; as `collide_curved_triangle`."""
    a, b, c = triangle_corner(0, scratch), triangle_corner(1, scratch), triangle_corner(2, scratch)
    nearest, part = closest_to_zero(a, b, c)
    square = dot(nearest, nearest)
    reach = size_a[0] + margin
    if square > reach * reach:
        return apart(math.sqrt(square) - size_a[0], point)
    distance = math.sqrt(square)
    if part == MET_FACE or distance <= SKIN * size_a[0]:
        normal = negate(cross(subtract(b, a), subtract(c, a)))
        normal = scale(normal, ONE / max(length(normal), TINY))
        distance = dot(normal, a)
        part = MET_FACE
    else:
        normal = scale(nearest, ONE / distance)
    separation = distance - size_a[0]
    write_point(point, feature, FIRST, scale(normal, size_a[0] + HALF * separation), separation, FIRST)
    feature[FEATURE_MET] = part
    return 1, normal[0], normal[1], normal[2]
