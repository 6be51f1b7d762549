"""Contact points of a round shape: where its feature and that of the other shape face each other.

Features are compared along the contact normal: a point of one lies above a point of the other if their difference has
the direction of the normal, and its length is their separation. All is in the axes of a and in float64; only the points
themselves and the candidates that they are chosen from are float32.

Points on a disk must not turn with a spinning body, or they would carry its load to other places in every step. So
their directions come from the manifold: from the tilt if there is one, else from fixed directions of the world.
"""

import math

import numpy as np

from physics.kernels.collide_box_clip import SCRATCH_CANDIDATE, choose_four
from physics.kernels.curved_features import (
    CANDIDATES,
    DISK,
    POLYGON,
    SCRATCH_POLYGON,
    SEGMENT,
    curved_feature,
    feature_of_b,
    get_corner,
)
from physics.kernels.curved_normal import EXACT, NEAR, flat_normal, refined_normal
from physics.kernels.jit import leaf, routine
from physics.kernels.layout import SHAPE_CONE
from physics.kernels.vec3 import (
    add,
    add_scaled,
    clamp,
    cross,
    dot,
    negate,
    rotate,
    rotate_inverse,
    scale,
    subtract,
)

#: A disk is tilted if the separation changes by more than this part of the way across it. Below, it faces squarely.
TILTED = 0.002

#: A lens, the common part of two disks, is narrow if its width is less than this many times the smaller radius.
NARROW = 1.5

#: Two points along a segment closer than this share of the radius are one.
MERGE = 0.05

#: Segments are parallel if they diverge sideways by less than this share of the smaller radius, as in
#: `collide_capsule`. An edge is sharp: it has this share of the radius of the other shape.
SIDEWAYS = 0.1
SIDEWAYS_EDGE = 0.01

#: ... and if the squared sine of their angle is less than this (3 degrees).
NEARLY_PARALLEL = 0.0025

#: Polygons are widened by this share of the radius when a segment is clipped: one along an edge must not flicker.
WIDEN = 0.002

#: The deepest point is added if the others are less deep by more than this share of the radius.
DEEPER = 0.002

#: A crossing of edges needs this much of an angle; its sine.
CROSSING = 1.0e-6

# Feature ids. Points of a disk that faces squarely, tilted, of a narrow lens; ends of a segment; a single point; the
# deepest point; corners of a polygon; crossings of its edges with a circle, two per edge.
ID_SQUARE = 0
ID_TILTED = 4
ID_LENS = 8
ID_END = 12
ID_SINGLE = 14
ID_DEEPEST = 15
ID_CORNER = 16
ID_CROSSING = 128


@leaf
def fixed_tangent(normal):
    """Direction across a normal that does not turn with any body; world axes, not of unit length."""
    if abs(normal[1]) > 0.5:
        return 1.0, 0.0, 0.0
    return 0.0, 1.0, 0.0


@leaf
def emit(count, position, separation, code, margin, point, feature):
    """Write a point [m] unless its separation exceeds the margin or there are four; returns the number of points."""
    if separation <= margin and count < 4:
        point[4 * count] = position[0]
        point[4 * count + 1] = position[1]
        point[4 * count + 2] = position[2]
        point[4 * count + 3] = separation
        feature[count] = code
        count += 1
    return count


@leaf
def above(x, normal, origin, outward):
    """How far along the normal from a point to the plane through `origin` [m]."""
    return dot(subtract(origin, x), outward) / dot(normal, outward)


@leaf
def disk_axes(outward, normal, other, tangent):
    """Directions in a disk for its points.

    Args:
        outward: Normal of the disk.
        normal: Contact normal.
        other: Outward normal of the plane that the disk faces.
        tangent: Direction to begin with if it is not tilted; not along the normal.

    Returns:
        Two unit vectors, of which the first leads to the lowest separation; and the first feature id.
    """
    slope = add_scaled(other, outward, -dot(other, outward))
    steep = dot(slope, slope)
    facing = dot(normal, other)
    if steep > TILTED * TILTED * facing * facing:
        first, code = scale(slope, -1.0 / math.sqrt(steep)), ID_TILTED
    else:
        first, code = add_scaled(tangent, outward, -dot(tangent, outward)), ID_SQUARE
        first = scale(first, 1.0 / math.sqrt(dot(first, first)))
    return first, cross(outward, first), code


@leaf
def leave_circle(origin, direction, center, radius):
    """How far from a point in a circle along a unit direction to its rim [m]."""
    w = subtract(origin, center)
    b = dot(w, direction)
    return math.sqrt(max(b * b - dot(w, w) + radius * radius, 0.0)) - b


@routine
def disk_on_disk(normal, center, outward, radius, center_b, outward_b, radius_b, tangent, margin, point, feature):
    """Four points at the rim of the common part of two disks; returns their number."""
    first, second, code = disk_axes(outward, normal, outward_b, tangent)
    # Center of b as seen along the normal on the plane of a; tilts are small, so its disk stays a circle.
    seen = add_scaled(center_b, normal, above(center_b, normal, center, outward))
    way = subtract(seen, center)
    distance = math.sqrt(dot(way, way))
    low, high = max(-radius, distance - radius_b), min(radius, distance + radius_b)
    if not low < high:
        return 0
    if distance > 0.0:
        way = scale(way, 1.0 / distance)
        if high - low < NARROW * min(radius, radius_b) and code == ID_SQUARE:
            first, second, code = way, cross(outward, way), ID_LENS
    middle = add_scaled(center, way, 0.5 * (low + high))
    count = 0
    for k in range(4):
        direction = first if k & 1 == 0 else second
        if k & 2:
            direction = (-direction[0], -direction[1], -direction[2])
        reach = min(leave_circle(middle, direction, center, radius), leave_circle(middle, direction, seen, radius_b))
        x = add_scaled(middle, direction, reach)
        separation = above(x, normal, center_b, outward_b)
        count = emit(count, add_scaled(x, normal, 0.5 * separation), separation, code + k, margin, point, feature)
    return count


@leaf
def keep(total, u, v, w, code, margin, scratch):
    """Append a candidate unless it is farther apart than the margin; returns their number."""
    if w > margin or total >= CANDIDATES:
        return total
    row = SCRATCH_CANDIDATE + 4 * total
    scratch[row] = u
    scratch[row + 1] = v
    scratch[row + 2] = w
    scratch[row + 3] = code
    return total + 1


@leaf
def clip_outline(count, radius, margin, scratch):
    """Candidates at the corners of the polygon inside of a circle, and where its edges cross the circle.

    Args:
        count: Number of corners.
        radius: Radius of the circle around the origin [m].
        margin: Largest separation [m].
        scratch: Scratch memory; the polygon is (u, v, separation), candidates are written.

    Returns:
        Number of candidates.
    """
    total = np.int64(0)
    square = radius * radius
    pu, pv, pw = get_corner(scratch, count - 1)
    for k in range(count):
        u, v, w = get_corner(scratch, k)
        if u * u + v * v <= square:
            total = keep(total, u, v, w, ID_CORNER + k, margin, scratch)
        eu, ev, ew = u - pu, v - pv, w - pw
        a, b, c = eu * eu + ev * ev, pu * eu + pv * ev, pu * pu + pv * pv - square
        root = b * b - a * c
        if a > 0.0 and root > 0.0:
            root = math.sqrt(root)
            enter, leave = (-b - root) / a, (root - b) / a
            if 0.0 < enter < 1.0:
                code = ID_CROSSING + 2 * k
                total = keep(total, pu + enter * eu, pv + enter * ev, pw + enter * ew, code, margin, scratch)
            if 0.0 < leave < 1.0:
                code = ID_CROSSING + 2 * k + 1
                total = keep(total, pu + leave * eu, pv + leave * ev, pw + leave * ew, code, margin, scratch)
        pu, pv, pw = u, v, w
    return total


@leaf
def in_polygon(u, v, count, scratch):
    """True if a point lies in the polygon, which is clockwise in (u, v)."""
    pu, pv, _ = get_corner(scratch, count - 1)
    for k in range(count):
        cu, cv, _ = get_corner(scratch, k)
        if (cu - pu) * (v - pv) - (cv - pv) * (u - pu) > 0.0:
            return False
        pu, pv = cu, cv
    return True


@routine
def disk_on_polygon(normal, center, outward, radius, count, corner, facing, tangent, margin, point, feature, scratch):
    """Up to four points of the common part of a disk of a and a polygon of b; returns their number."""
    first, second, code = disk_axes(outward, normal, facing, tangent)
    for k in range(count):
        x = get_corner(scratch, k)
        w = -above(x, normal, center, outward)
        arm = subtract(add_scaled(x, normal, -w), center)
        row = SCRATCH_POLYGON + 3 * k
        scratch[row], scratch[row + 1], scratch[row + 2] = dot(arm, first), dot(arm, second), w
    total = clip_outline(count, radius, margin, scratch)
    for k in range(4):
        u = radius if k == 0 else (-radius if k == 2 else 0.0)
        v = radius if k == 1 else (-radius if k == 3 else 0.0)
        if in_polygon(u, v, count, scratch):
            x = add(center, add_scaled(scale(first, u), second, v))
            total = keep(total, u, v, above(x, normal, corner, facing), code + k, margin, scratch)
    bias = np.float32(0.05 * min(radius, 0.1))
    places = (SCRATCH_CANDIDATE, SCRATCH_CANDIDATE + 4, SCRATCH_CANDIDATE + 8, SCRATCH_CANDIDATE + 12)
    kept = total
    if total > 4:
        places = choose_four(total, bias, scratch)
        kept = 4 if places[3] >= 0 else 3
    for k in range(kept):
        row = places[k]
        x = add(center, add_scaled(scale(first, np.float64(scratch[row])), second, np.float64(scratch[row + 1])))
        w = np.float64(scratch[row + 2])
        emit(k, add_scaled(x, normal, 0.5 * w), w, int(scratch[row + 3]), margin, point, feature)
    return kept


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
        return 0
    x, y = add_scaled(p, way, low), add_scaled(p, way, high)
    height_x, height_y = above(x, normal, origin, outward), above(y, normal, origin, outward)
    if (high - low) * (high - low) * dot(way, way) < merge * merge:
        if sign * height_y < sign * height_x:
            x, height_x = y, height_y
        position = add_scaled(x, normal, 0.5 * height_x)
        return emit(0, position, sign * height_x, ID_SINGLE, margin, point, feature)
    count = emit(0, add_scaled(x, normal, 0.5 * height_x), sign * height_x, ID_END, margin, point, feature)
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
        return 0
    low, high = 0.0, 1.0
    if a > 0.0:
        root = math.sqrt(root)
        low, high = max((-b - root) / a, 0.0), min((root - b) / a, 1.0)
    return emit_ends(p, way, low, high, normal, sign, center, outward, MERGE * radius, margin, point, feature)


@routine
def segment_on_polygon(normal, p, q, radius, count, corner, outward, margin, point, feature, scratch):
    """Up to two points of a segment of a above a polygon of b."""
    way = subtract(q, p)
    low, high = 0.0, 1.0
    before = get_corner(scratch, count - 1)
    for k in range(count):
        here = get_corner(scratch, k)
        # Seen along the normal, a point x is inside if (edge x (x - corner)) . normal <= 0.
        side = cross(normal, subtract(here, before))
        wide = WIDEN * radius * math.sqrt(dot(side, side))
        begin, rate = dot(side, subtract(p, before)), dot(side, way)
        if abs(rate) > 1.0e-9 * wide:
            t = (wide - begin) / rate
            if rate > 0.0:
                high = min(high, t)
            else:
                low = max(low, t)
        elif begin > wide:
            return 0
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
            count = 0
            for k in range(2):
                t = high if k == 1 else low
                x = add_scaled(p, way, t)
                y = add_scaled(r, other, clamp((t - begin) / (end - begin), 0.0, 1.0))
                separation = dot(subtract(y, x), normal)
                position = add_scaled(x, normal, 0.5 * separation)
                count = emit(count, position, separation, ID_END + k, margin, point, feature)
            return count
    turn = dot(normal, across)
    if turn * turn < CROSSING * CROSSING * square * other_square:
        return 0
    gap = subtract(r, p)
    t = dot(normal, cross(gap, other)) / turn
    u = dot(normal, cross(gap, way)) / turn
    if t < 0.0 or t > 1.0 or u < 0.0 or u > 1.0:
        return 0
    x, y = add_scaled(p, way, t), add_scaled(r, other, u)
    separation = dot(subtract(y, x), normal)
    return emit(0, add_scaled(x, normal, 0.5 * separation), separation, ID_SINGLE, margin, point, feature)


@routine
def curved_points(pair, along, normal, tangent, margin, point, feature, scratch):
    """Contact points of a round shape a with a convex shape b, where their features lie above each other.

    Args:
        pair: Both shapes.
        along: Separation along the normal [m].
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
        if pair.kind_b <= SHAPE_CONE:
            sideways = SIDEWAYS * min(radius, radius_b)
        return segment_on_segment(normal, p_a, q_a, p_b, q_b, sideways, MERGE * radius, margin, point, feature)
    return 0


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
            return 0, best, flat, flat, p_b
        if best > along:
            world = rotate(rotation, flat)
            tangent = rotate_inverse(rotation, fixed_tangent(world))
            count = curved_points(pair, best, flat, tangent, margin, point, feature, scratch)
            for k in range(count):
                if point[4 * k + 3] <= best + limit:
                    return count, best, flat, world, p_b
    if state != EXACT:
        along, normal, p, q = refined_normal(pair, state, along, normal)
        if along > margin:
            return 0, along, normal, normal, q
    world = rotate(rotation, normal)
    tangent = rotate_inverse(rotation, fixed_tangent(world))
    count = curved_points(pair, along, normal, tangent, margin, point, feature, scratch)
    count = add_deepest(count, along, p, q, limit, margin, point, feature)
    return count, along, normal, world, q
