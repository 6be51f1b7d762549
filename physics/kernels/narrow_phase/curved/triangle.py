"""Contacts of spheres, capsules, cylinders and cones with a triangle of a mesh or height field."""

import math

import numpy as np

from physics.kernels.core.calls import MANIFOLD, by_address
from physics.kernels.core.jit import leaf, linked, routine
from physics.kernels.core.pointer import flat
from physics.kernels.core.vec3 import add_scaled, cross, dot, negate, rotate_inverse, scale, subtract
from physics.kernels.layout import kind as KIND
from physics.kernels.narrow_phase.convex.support import FIRST, SECOND, THIRD, corner
from physics.kernels.narrow_phase.convex.triangle import FEATURE_MET, MET_CORNER, MET_EDGE, MET_FACE, TRIANGLE
from physics.kernels.narrow_phase.curved.clip import curved_manifold
from physics.kernels.narrow_phase.curved.contact import none, to_world, widen, widen_rotation
from physics.kernels.narrow_phase.curved.normal import APART, DEEP, EXACT, Pair, first_normal, separation

IDENTITY = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
NO_SIZE = (0.0, 0.0, 0.0)
ORIGIN = (0.0, 0.0, 0.0)

#: A normal within this of that of the triangle (cosine; 0.8 degrees) means that its face was met.
FACE_COSINE = 0.9999

#: A point whose weight of a corner is less than this lies on the edge without that corner.
ON_EDGE = 1.0e-4

#: A one-sided triangle may push backward by this much (sine), which is rounding.
BACKWARD = 1.0e-3


@leaf
def put_triangle(a, b, c, scratch):
    """Write the corners of the triangle."""
    scratch[TRIANGLE], scratch[TRIANGLE + 1], scratch[TRIANGLE + 2] = a
    scratch[TRIANGLE + 3], scratch[TRIANGLE + 4], scratch[TRIANGLE + 5] = b
    scratch[TRIANGLE + 6], scratch[TRIANGLE + 7], scratch[TRIANGLE + 8] = c


@routine
def part_met(normal, up, q, flipped, triangle):
    """Part of a triangle that touches: 0 face, 1 to 3 edge, 4 to 6 corner.

    Args:
        normal: Contact normal.
        up: Normal of the triangle.
        q: Point of the triangle closest to the other shape [m].
        flipped: Whether its last two corners were exchanged.
        triangle: Its corners [m].
    """
    if dot(normal, up) < -FACE_COSINE:
        return MET_FACE
    a, b, c = corner(triangle, FIRST), corner(triangle, SECOND), corner(triangle, THIRD)
    area = dot(up, cross(subtract(b, a), subtract(c, a)))
    on_a = dot(up, cross(subtract(b, q), subtract(c, q)))
    on_b = dot(up, cross(subtract(c, q), subtract(a, q)))
    limit = ON_EDGE * area
    off_a, off_b, off_c = on_a < limit, on_b < limit, area - on_a - on_b < limit
    if off_b and off_c:
        return MET_CORNER
    if off_c and off_a:
        return MET_CORNER + (2 if flipped else 1)
    if off_a and off_b:
        return MET_CORNER + (1 if flipped else 2)
    if off_c:
        return MET_EDGE + (2 if flipped else 0)
    if off_a:
        return MET_EDGE + 1
    if off_b:
        return MET_EDGE + (0 if flipped else 2)
    return MET_FACE


@routine
def touch_triangle(pair, up, two_sided, flipped, rotation, margin, point, feature, scratch):
    """The work of `collide_curved_triangle`, with the triangle in the axes of a and a in front of it.

    Args:
        pair: The shape and the triangle.
        up: Normal of the triangle, axes of a; zero if it has no area.
        two_sided: Whether it pushes to both sides.
        flipped: Whether its last two corners were exchanged.
        rotation: Rotation of a.
        margin: As in `collide`.
        point: As in `collide`, written.
        feature: As in `collide_curved_triangle`, written.
        scratch: Scratch memory.

    Returns:
        As `collide`.
    """
    down = negate(up) if dot(up, up) > 0.0 else (0.0, 1.0, 0.0)
    state, along, normal, p, q = first_normal(pair, margin, down)
    if state == APART:
        return none(along, point)
    if state == DEEP:
        # A triangle is thin: the ways out beside it and behind it lead into its neighbors.
        state, normal = EXACT, down
        along, p, q = separation(pair, normal)
        q = add_scaled(p, normal, along)
    count, along, normal, world, q = curved_manifold(
        pair, state, along, normal, p, q, rotation, margin, point, feature, scratch
    )
    if count == 0 or (not two_sided and dot(normal, up) > BACKWARD):
        return none(max(along, margin), point)
    feature[FEATURE_MET] = part_met(normal, up, q, flipped, pair.triangle)
    return to_world(count, rotation, world, point)


@linked
def collide_curved_triangle(
    kind_a, size_a, rotation_a, data_a, two_sided, margin, numbers, indices, point, feature, scratch
):  # fmt: skip
    """Contact points of a round shape with a triangle; the normal points from the shape to the triangle.

    Args:
        kind_a: SHAPE_SPHERE to SHAPE_CONE.
        size_a: As in `collide_curved`.
        rotation_a: As in `collide_curved`.
        data_a: Unused.
        two_sided: False for a triangle that pushes toward its front only: what has its center behind is not touched.
        margin: As in `collide`.
        numbers: Coordinates of hulls, float32; unused.
        indices: Descriptions of hulls, int32; unused.
        point: As in `collide`. If there is no contact, the first separation is the gap, or less; behind a one-sided
            triangle, how far the center is from touching its front, plus the margin.
        feature: As in `collide`, int32 [8]; FEATURE_MET receives which part of the triangle was met: 0 the face,
            1 + k the edge from corner k to the next, 4 + k the corner.
        scratch: Memory to compute in, float32, shape [CURVED_SCRATCH]; the corners of the triangle are at TRIANGLE,
            relative to the center of a in world axes [m], counterclockwise seen from the front.

    Returns:
        As `collide`.
    """
    point, feature, scratch = flat(point), flat(feature), flat(scratch)
    numbers, indices = flat(numbers), flat(indices)
    size_a, margin = widen(size_a), np.float64(margin)
    rotation_a = widen_rotation(rotation_a)
    # Before the corners are rounded in the axes of a, or a center in the plane would be now in front, now behind.
    a, b, c = corner(scratch, FIRST), corner(scratch, SECOND), corner(scratch, THIRD)
    up = cross(subtract(b, a), subtract(c, a))
    size = math.sqrt(dot(up, up))
    if size > 0.0:
        up = scale(up, 1.0 / size)
    height = -dot(up, a)
    flipped = height < 0.0
    if flipped and not two_sided:
        return none(margin - height, point)
    second, third = (c, b) if flipped else (b, c)
    local_up = rotate_inverse(rotation_a, negate(up) if flipped else up)
    put_triangle(
        rotate_inverse(rotation_a, a), rotate_inverse(rotation_a, second), rotate_inverse(rotation_a, third), scratch
    )
    pair = Pair(
        np.int64(kind_a), size_a, np.int64(0), np.int64(KIND.TRIANGLE), NO_SIZE, np.int64(0), IDENTITY, ORIGIN,
        numbers, indices, scratch,
    )  # fmt: skip
    answer = touch_triangle(pair, local_up, two_sided, flipped, rotation_a, margin, point, feature, scratch)
    # The caller may want its triangle for another shape.
    put_triangle(a, b, c, scratch)
    return answer


call_collide_curved_triangle = by_address(collide_curved_triangle, MANIFOLD)
