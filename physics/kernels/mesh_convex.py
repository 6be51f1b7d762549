"""Contacts of a convex shape with one triangle, dispatched by its kind."""

import math

import numpy as np

from physics.kernels.collide import SCRATCH_SIZE
from physics.kernels.collide_curved_triangle import collide_curved_triangle
from physics.kernels.collide_sphere import FIRST, HALF, ONE, ZERO, apart, write_point
from physics.kernels.curved_features import CURVED_SCRATCH
from physics.kernels.jit import leaf, routine
from physics.kernels.layout import SHAPE_CONE, SHAPE_SPHERE
from physics.kernels.triangle import FEATURE_MET, MET_CORNER, MET_EDGE, MET_FACE, TRIANGLE
from physics.kernels.vec3 import add_scaled, cross, dot, length, negate, scale, subtract

#: Scratch memory of the routines, float32.
CONVEX_SCRATCH = max(SCRATCH_SIZE, CURVED_SCRATCH)
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
    """Contact of a sphere with the front of a triangle; as `collide_convex_triangle`."""
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


@routine
def collide_convex_triangle(mover, margin, numbers, indices, point, feature, scratch):
    """Contact points of a convex shape with the front of a triangle.

    Args:
        mover: Kind, size [m], rotation and form of the shape.
        margin: Points farther apart than this are left out [m].
        numbers: Flat buffer of the forms.
        indices: Flat buffer of the forms.
        point: Flat buffer: up to four points as in `collide`.
        feature: Flat buffer: their feature ids, and at FEATURE_MET the part of the triangle that the normal belongs to.
        scratch: Flat buffer with the corners of the triangle.

    Returns:
        Number of points and the unit normal from the shape to the triangle.
    """
    kind, size, rotation, form = mover
    if kind == SHAPE_SPHERE:
        return collide_sphere_triangle(size, margin, point, feature, scratch)
    if kind <= SHAPE_CONE:
        return collide_curved_triangle(
            kind, size, rotation, form, False, margin, numbers, indices, point, feature, scratch
        )
    # Until the other kinds are there: as if every edge were flat.
    feature[FEATURE_MET] = -1
    point[3] = ZERO
    return 1, ZERO, ONE, ZERO
