"""Contact points of a round shape: where its feature and that of the other shape face each other.

Features are compared along the contact normal: a point of one lies above a point of the other if their difference has
the direction of the normal, and its length is their separation. All is in the axes of a and in float64; only the points
themselves and the candidates that they are chosen from are float32.
"""

import math

import numpy as np

from physics.kernels.core.jit import leaf, routine
from physics.kernels.core.vec3 import add, dot, negate, rotate, rotate_inverse, scale, subtract
from physics.kernels.layout import kind as KIND
from physics.kernels.narrow_phase.curved.disks import disk_on_disk, disk_on_polygon
from physics.kernels.narrow_phase.curved.emit import ID_DEEPEST, ID_SINGLE, NONE, emit, fixed_tangent
from physics.kernels.narrow_phase.curved.features import DISK, POLYGON, SEGMENT, curved_feature, feature_of_b
from physics.kernels.narrow_phase.curved.normal import EXACT, NEAR, flat_normal, refined_normal
from physics.kernels.narrow_phase.curved.segments import (
    MERGE,
    segment_on_disk,
    segment_on_polygon,
    segment_on_segment,
)

#: Segments of two round shapes may diverge sideways by this share of the smaller radius, as in `primitives.capsule`. An
#: edge is sharp: it may by this share of the radius of the other shape.
SIDEWAYS = 0.1
SIDEWAYS_EDGE = 0.01

#: The deepest point is added if the others are less deep by more than this share of the radius.
DEEPER = 0.002


@routine
def curved_points(pair, normal, tangent, margin, point, feature, scratch):
    """Contact points of a round shape a with a convex shape b, where their features lie above each other.

    Args:
        pair: Both shapes.
        normal: Contact normal, axes of a.
        tangent: Some direction across the normal that is fixed in the world, axes of a.
        margin: Points farther apart than this are left out [m].
        point: Contact points in the axes of a, float32 [16], written.
        feature: Feature ids, int32 [4], written.
        scratch: Scratch memory, float32 [CURVED_SCRATCH].

    Returns:
        Number of points; 0 if the features do not lie above each other, so that the normal cannot be the best.
    """
    radius, radius_b = pair.size_a[0], pair.size_b[0]
    kind_a, p_a, q_a = curved_feature(pair.kind_a, pair.size_a, normal)
    kind_b, count_b, p_b, q_b = feature_of_b(pair, normal, scratch)
    if kind_a == DISK:
        if kind_b == DISK:
            # On the plane of the larger one: the smaller one, seen at an angle, is off a circle by less.
            if radius_b > radius:
                return disk_on_disk(
                    negate(normal), p_b, q_b, radius_b, p_a, q_a, radius, tangent, margin, point, feature
                )
            return disk_on_disk(normal, p_a, q_a, radius, p_b, q_b, radius_b, tangent, margin, point, feature)
        if kind_b == POLYGON:
            return disk_on_polygon(
                normal, p_a, q_a, radius, count_b, p_b, q_b, tangent, margin, point, feature, scratch
            )
        return segment_on_disk(normal, p_b, q_b, -1.0, p_a, q_a, radius, margin, point, feature)
    if kind_b == DISK:
        return segment_on_disk(normal, p_a, q_a, 1.0, p_b, q_b, radius_b, margin, point, feature)
    if kind_b == POLYGON:
        return segment_on_polygon(normal, p_a, q_a, radius, count_b, p_b, q_b, margin, point, feature, scratch)
    if kind_a == SEGMENT and kind_b == SEGMENT:
        sideways = SIDEWAYS_EDGE * radius
        if KIND.is_round(pair.kind_b):
            sideways = SIDEWAYS * min(radius, radius_b)
        return segment_on_segment(normal, p_a, q_a, p_b, q_b, sideways, MERGE * radius, margin, point, feature)
    return NONE


@leaf
def raise_points(count, along, point):
    """No point can be deeper than the shapes are: where a tilted polygon was widened a little, they may seem so."""
    for k in range(count):
        point[4 * k + 3] = max(np.float64(point[4 * k + 3]), along)


@leaf
def add_deepest(count, along, p, q, limit, margin, point, feature):
    """See that the deepest point is among the contact points: instead of the nearest one, if there are four.

    Args:
        count: Number of points so far.
        along: Separation of the deepest point [m], not above the margin.
        p: That point on a [m].
        q: That point on b [m].
        limit: It is left out if another is nearly as deep, by this [m].
        margin: Largest separation [m].
        point: Contact points, updated.
        feature: Feature ids, updated.

    Returns:
        Number of points, at least one.
    """
    for k in range(count):
        if point[4 * k + 3] <= along + limit:
            if count == 1:
                point[3] = along
            return count
    middle = scale(add(p, q), 0.5)
    if count < 4:
        return emit(count, middle, along, ID_DEEPEST if count else ID_SINGLE, margin, point, feature)
    nearest, best = 0, math.inf
    for k in range(4):
        x = (np.float64(point[4 * k]), np.float64(point[4 * k + 1]), np.float64(point[4 * k + 2]))
        way = subtract(x, middle)
        if dot(way, way) < best:
            nearest, best = k, dot(way, way)
    emit(nearest, middle, along, ID_DEEPEST, margin, point, feature)
    return 4


@routine
def curved_manifold(pair, state, along, normal, p, q, rotation, margin, point, feature, scratch):
    """Contact points of a round shape a with a convex shape b that is not apart.

    Args:
        pair: Both shapes.
        state: EXACT, NEAR or DEEP; as `first_normal` found it.
        along: Separation along the normal [m].
        normal: Unit direction from a to b, axes of a.
        p: Deepest point on a, if EXACT [m], axes of a.
        q: Deepest point on b, if EXACT [m].
        rotation: Rotation of a.
        margin: As in `collide`.
        point: Contact points in the axes of a, float32 [16], written.
        feature: Feature ids, int32 [4], written.
        scratch: Scratch memory, float32 [CURVED_SCRATCH].

    Returns:
        Number of points, 0 if they are apart; separation along the normal [m]; unit normal in the axes of a and in
        world axes; deepest point on b [m], axes of a.
    """
    limit = DEEPER * pair.size_a[0]
    if state == NEAR:
        kind, _, p_b, outward = feature_of_b(pair, normal, scratch)
        if kind != POLYGON:
            outward = negate(normal)
        best, flat = flat_normal(pair, along, normal, outward)
        if best > margin:
            return NONE, best, flat, flat, p_b
        if best > along:
            world = rotate(rotation, flat)
            tangent = rotate_inverse(rotation, fixed_tangent(world))
            count = curved_points(pair, flat, tangent, margin, point, feature, scratch)
            raise_points(count, best, point)
            for k in range(count):
                if point[4 * k + 3] <= best + limit:
                    return count, best, flat, world, p_b
    if state != EXACT:
        along, normal, p, q = refined_normal(pair, state, along, normal)
        if along > margin:
            return NONE, along, normal, normal, q
    world = rotate(rotation, normal)
    tangent = rotate_inverse(rotation, fixed_tangent(world))
    count = curved_points(pair, normal, tangent, margin, point, feature, scratch)
    raise_points(count, along, point)
    count = add_deepest(count, along, p, q, limit, margin, point, feature)
    return count, along, normal, world, q
