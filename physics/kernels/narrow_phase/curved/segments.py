"""Contact points along a segment: the side of a capsule, cylinder or cone against a disk, polygon or segment."""

import math

from physics.kernels.core.jit import leaf, routine
from physics.kernels.core.vec3 import add_scaled, clamp, cross, dot, subtract
from physics.kernels.narrow_phase.curved.emit import ID_END, ID_SINGLE, NONE, above, emit
from physics.kernels.narrow_phase.curved.features import get_corner

#: Two points along a segment closer than this share of the radius are one.
MERGE = 0.05

#: Segments are parallel if the squared sine of their angle is less than this (3 degrees), and if they diverge sideways
#: by less than the caller allows.
NEARLY_PARALLEL = 0.0025

#: Polygons are widened by this share of the radius when a segment is clipped: one along an edge must not flicker.
WIDEN = 0.002

#: Smallest rate at which a segment crosses an edge [m^2] that is divided by.
TINY = 1.0e-18

#: A crossing of edges needs this much of an angle; its sine.
CROSSING = 1.0e-6


@leaf
def emit_ends(p, way, low, high, normal, sign, origin, outward, merge, margin, point, feature):
    """Points at both ends of a part of a segment, above the plane of the other shape.

    Args:
        p: First end of the segment [m].
        way: From there to the other end [m].
        low: The part begins at this share of the way ...
        high: ... and ends at this.
        normal: Contact normal from a to b.
        sign: 1 if the segment belongs to a, -1 if to b.
        origin: Point of the plane [m].
        outward: Its normal.
        merge: Two points closer than this [m] are one.
        margin: Largest separation [m].
        point: Contact points, written.
        feature: Feature ids, written.

    Returns:
        Number of points.
    """
    if not low <= high:
        return NONE
    x, y = add_scaled(p, way, low), add_scaled(p, way, high)
    height_x, height_y = above(x, normal, origin, outward), above(y, normal, origin, outward)
    if (high - low) * (high - low) * dot(way, way) < merge * merge:
        if sign * height_y < sign * height_x:
            x, height_x = y, height_y
        position = add_scaled(x, normal, 0.5 * height_x)
        return emit(NONE, position, sign * height_x, ID_SINGLE, margin, point, feature)
    count = emit(NONE, add_scaled(x, normal, 0.5 * height_x), sign * height_x, ID_END, margin, point, feature)
    return emit(count, add_scaled(y, normal, 0.5 * height_y), sign * height_y, ID_END + 1, margin, point, feature)


@routine
def segment_on_disk(normal, p, q, sign, center, outward, radius, margin, point, feature):
    """Up to two points of a segment above a disk of the other shape; `sign` as in `emit_ends`."""
    way = subtract(q, p)
    # Ends as seen along the normal on the disk, from its center.
    begin = subtract(add_scaled(p, normal, above(p, normal, center, outward)), center)
    end = subtract(add_scaled(q, normal, above(q, normal, center, outward)), center)
    seen = subtract(end, begin)
    a, b, c = dot(seen, seen), dot(begin, seen), dot(begin, begin) - radius * radius
    root = b * b - a * c
    if not root >= 0.0 or (a <= 0.0 and c > 0.0):
        return NONE
    low, high = 0.0, 1.0
    if a > 0.0:
        root = math.sqrt(root)
        low, high = max((-b - root) / a, 0.0), min((root - b) / a, 1.0)
    return emit_ends(p, way, low, high, normal, sign, center, outward, MERGE * radius, margin, point, feature)


@routine
def segment_on_polygon(normal, p, q, radius, count, corner, outward, margin, point, feature, scratch):
    """Up to two points of a segment of a above a polygon of b."""
    way = subtract(q, p)
    widen = WIDEN * radius if dot(way, way) > 0.0 else 0.0
    low, high = 0.0, 1.0
    before = get_corner(scratch, count - 1)
    for k in range(count):
        here = get_corner(scratch, k)
        # Seen along the normal, a point x is inside if (edge x (x - corner)) . normal <= 0.
        side = cross(normal, subtract(here, before))
        wide = widen * math.sqrt(dot(side, side))
        begin, rate = dot(side, subtract(p, before)), dot(side, way)
        if abs(rate) > TINY:
            t = (wide - begin) / rate
            if rate > 0.0:
                high = min(high, t)
            else:
                low = max(low, t)
        elif begin > wide:
            return NONE
        before = here
    return emit_ends(p, way, low, high, normal, 1.0, corner, outward, MERGE * radius, margin, point, feature)


@routine
def segment_on_segment(normal, p, q, r, s, sideways, merge, margin, point, feature):
    """Points of two segments: two if they are parallel, one if they cross, none if neither helps."""
    way, other = subtract(q, p), subtract(s, r)
    square, other_square = dot(way, way), dot(other, other)
    across = cross(way, other)
    sine = dot(across, across) / (square * other_square)
    if sine < NEARLY_PARALLEL:
        begin, end = dot(subtract(r, p), way) / square, dot(subtract(s, p), way) / square
        low, high = max(min(begin, end), 0.0), min(max(begin, end), 1.0)
        common = (high - low) * (high - low) * square
        if low < high and common * sine < sideways * sideways and common > merge * merge:
            count = NONE
            for k in range(2):
                t = high if k == 1 else low
                x = add_scaled(p, way, t)
                y = add_scaled(r, other, clamp((t - begin) / (end - begin), 0.0, 1.0))
                gap = subtract(y, x)
                separation = dot(gap, normal)
                if dot(gap, gap) - separation * separation > sideways * sideways:
                    return NONE  # side by side, but not above each other
                position = add_scaled(x, normal, 0.5 * separation)
                count = emit(count, position, separation, ID_END + k, margin, point, feature)
            return count
    turn = dot(normal, across)
    if turn * turn < CROSSING * CROSSING * square * other_square:
        return NONE
    gap = subtract(r, p)
    t = dot(normal, cross(gap, other)) / turn
    u = dot(normal, cross(gap, way)) / turn
    if t < 0.0 or t > 1.0 or u < 0.0 or u > 1.0:
        return NONE
    x, y = add_scaled(p, way, t), add_scaled(r, other, u)
    separation = dot(subtract(y, x), normal)
    return emit(NONE, add_scaled(x, normal, 0.5 * separation), separation, ID_SINGLE, margin, point, feature)
