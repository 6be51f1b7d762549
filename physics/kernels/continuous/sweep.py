"""Continuous collision: a body that moved far in a step is stopped where it first meets something.

The contacts that the solver saw are those of the start of the step. What was not near then may have been passed, so the
whole way of a fast body is looked at again, by its shapes, with their rotation. A body that meets something is put back
to where it meets it, and keeps its velocity: the next step finds the contact and solves it. A part of one step is lost.

A body that touches nothing at the start is stopped by whatever it would overlap by more than a graze. Resting and
sliding bodies overlap what they touch by a little, and flat ground may be made of many pieces, whose sides nothing must
be stopped by. So shapes of a body that touches something are shrunk by a little more than that overlap, and only if the
shrunk shape meets something, the time is looked for when the whole shape did. What is deeper inside already is shrunk
until it is clear, and then by a little more: it may sink no farther than that in a step, while contacts push it out.
Half of the ball in its middle never enters anything.
"""

import math

import numpy as np

from physics.kernels.continuous.advance import (
    NEVER,
    call_advance,
    float3,
    place_along,
    shrunk,
    straight_path,
)
from physics.kernels.core.jit import leaf, routine
from physics.kernels.core.vec3 import add, cross, dot, length, rotate, rotate_inverse, subtract
from physics.kernels.layout import kind as KIND, shape as SHAPE
from physics.kernels.mesh.data import MESH_TWO_SIDED, corner_vertices, surface_vertex
from physics.kernels.mesh.points import LISTED
from physics.kernels.mesh.query import QUERY_DONE, QUERY_START, list_triangles
from physics.kernels.narrow_phase.convex.extent import inner_of, reach_of

#: Overlap that stops no body that touches something [m]: twice what contacts leave alone; of small shapes, a part of
#: their inner radius.
ALLOWED = 0.01
ALLOWED_PART = 0.25
#: ... and no body that touches nothing [m].
GRAZE = 0.001
#: A body touches what is nearer than this at the start [m]: what contacts may act on.
NEAR = 0.02
#: Of a body that joints hold, as a part of its inner radius: they may press it into the ground for a moment, and what
#: is stopped meanwhile would be torn from the rest. Its middle stays out.
JOINED_PART = 0.8
#: How a body starts: it touches something, nothing, or joints hold it; or it is in flight, where the way of the other
#: one bends, and may well have come near by now.
STANCE_TOUCHING = 0
STANCE_FREE = 1
STANCE_JOINED = 2
STANCE_FLIGHT = 3
#: Returned instead of a time, and less than any: the body touches something at the start.
TOUCHES = -1.0
#: Gap at which a body is stopped [m], within reach of the contacts of the next step; of small shapes, a part.
GAP = 0.004
GAP_PART = 0.1
#: Radius of the ball in the middle, as a part of the inner radius.
MIDDLE_PART = 0.5
#: Halvings in the search for the size at which a shape is clear of what it overlaps.
HALVINGS = 5
#: Part of a coordinate that covers its rounding to float32.
ROUNDING = 2.5e-7

NO_TURN = (0.0, 0.0, 0.0, 1.0)
ORIGIN = (0.0, 0.0, 0.0)


@leaf
def place_of(shape, place):
    """Center [m] and rotation of a shape in body axes, around the center of mass."""
    c = SHAPE.PLACE_ROTATION
    rotation = (
        np.float64(place[shape, c]),
        np.float64(place[shape, c + 1]),
        np.float64(place[shape, c + 2]),
        np.float64(place[shape, c + 3]),
    )
    return float3(place, shape, SHAPE.PLACE_CENTER), rotation


@leaf
def standing_path(shape, shapes):
    """Path of a shape that stays where it is, its place on which is none."""
    rotation = shapes.rotation
    q = (
        np.float64(rotation[shape, 0]),
        np.float64(rotation[shape, 1]),
        np.float64(rotation[shape, 2]),
        np.float64(rotation[shape, 3]),
    )
    return straight_path((shapes.center[shape, 0], shapes.center[shape, 1], shapes.center[shape, 2]), ORIGIN, q)


@leaf
def meet_scaled(factor, inner_center, a, b, end, tolerance, numbers, indices, triangle, calls):
    """Time at which a shape, made smaller around the center of its inner ball, meets another.

    The gap at the start [m] and the normal from the shape to the other one are returned with it.

    Args:
        factor: How much smaller.
        inner_center: Center of the inner ball, shape axes [m].
        a: Kind, size, data, place, path and reach of the shape, as in `advance`.
        b: The same of the other one.
    """
    kind, size, data, place, path, reach = a
    rest = 1.0 - factor
    shift = rotate(place[1], (rest * inner_center[0], rest * inner_center[1], rest * inner_center[2]))
    small_kind, small_size = shrunk(kind, size, factor)
    time, gap, normal, _ = call_advance(calls, (
        small_kind, small_size, data, (add(place[0], shift), place[1]), path, reach, *b, 0.0, tolerance, end, numbers,
        indices, triangle,
    ))  # fmt: skip
    return time, gap, normal


@leaf
def meet_middle(inner_center, inner, a, b, end, tolerance, numbers, indices, triangle, calls):
    """Time at which the ball in the middle of a shape is stopped by another shape, and by which normal, as `impact`."""
    _, _, _, place, path, reach = a
    ball = (MIDDLE_PART * inner, 0.0, 0.0)
    middle = (add(place[0], rotate(place[1], inner_center)), NO_TURN)
    time, gap, normal, _ = call_advance(calls, (
        np.int64(KIND.SPHERE), ball, np.int64(0), middle, path, reach, *b, 0.0, tolerance, end, numbers, indices,
        triangle,
    ))  # fmt: skip
    if gap <= tolerance:
        # The ball touches already: it may leave, but not go on. Inside of b nothing is known.
        start, _ = place_along(path, middle, 0.0)
        stop, _ = place_along(path, middle, 1.0)
        into = dot(subtract(subtract(stop, start), b[4][1]), normal)
        if gap > -ball[0] and into > (tolerance if gap > 0.0 else 0.0):
            return 0.0, normal
        return NEVER, ORIGIN
    return time, ORIGIN


@routine
def impact(stance, a, b, end, numbers, indices, triangle, calls):
    """Time at which shape a is stopped by shape b.

    Args:
        stance: How the body of a is taken to start, STANCE_...
        a: Kind, size, data, place, path and reach of shape a, as in `advance`.
        b: The same of shape b.
        end: Later times do not matter, at most 1.
        numbers: Coordinates of hulls.
        indices: Descriptions of hulls.
        triangle: Corners of a triangle in its own axes, 9 float32.
        calls: Addresses of kernels.

    Returns:
        Time from 0 to `end`, NEVER, or TOUCHES if a was taken to touch nothing and touches b. The normal from a to b if
        a is inside of b already and would sink deeper, else zeros.
    """
    center, inner = inner_of(a[0], a[1], a[2], numbers, indices)
    free = stance == STANCE_FREE or stance == STANCE_FLIGHT
    allowed = min(GRAZE if free else ALLOWED, ALLOWED_PART * inner)
    if stance == STANCE_JOINED:
        allowed = JOINED_PART * inner
    tolerance = 0.1 * allowed
    part = allowed / inner
    time, gap, _ = meet_scaled(1.0 - part, center, a, b, end, tolerance, numbers, indices, triangle, calls)
    if stance == STANCE_FREE and gap <= NEAR:
        return TOUCHES, ORIGIN
    if gap <= tolerance:
        clear, overlapping = 0.0, 1.0 - part
        for _ in range(HALVINGS):
            factor = 0.5 * (clear + overlapping)
            _, gap, _ = meet_scaled(factor, center, a, b, 0.0, tolerance, numbers, indices, triangle, calls)
            if gap > tolerance:
                clear = factor
            else:
                overlapping = factor
        time, normal = meet_middle(center, inner, a, b, end, tolerance, numbers, indices, triangle, calls)
        if clear > part:
            first, _, across = meet_scaled(
                clear - part, center, a, b, end, tolerance, numbers, indices, triangle, calls
            )
            if first < time:
                return first, across
        return time, normal
    if time == NEVER or stance == STANCE_JOINED:
        return time, ORIGIN
    gap_wanted = min(GAP, GAP_PART * inner)
    early, gap, _, _ = call_advance(calls, (*a, *b, gap_wanted, 0.25 * gap_wanted, time, numbers, indices, triangle))
    if gap > 1.25 * gap_wanted:
        return min(time, early), ORIGIN
    return 0.0 if stance == STANCE_FLIGHT else time, ORIGIN


@leaf
def write_corners(kind, data, triangle, pose, reference, numbers, indices, corners):
    """Write the corners of a triangle of a mesh or height field, world axes relative to a reference [m]."""
    vertices = corner_vertices(kind, data, triangle, indices)
    shift = subtract(pose[0], reference)
    for k in range(3):
        x, y, z = surface_vertex(kind, data, vertices[k], indices, numbers)
        p = add(shift, rotate(pose[1], (np.float64(x), np.float64(y), np.float64(z))))
        for c in range(3):
            corners[3 * k + c] = p[c]


@leaf
def is_in_front(corners, point):
    """True when a point, relative to the same reference, is on the front side of a triangle."""
    a = (np.float64(corners[0]), np.float64(corners[1]), np.float64(corners[2]))
    b = (np.float64(corners[3]), np.float64(corners[4]), np.float64(corners[5]))
    c = (np.float64(corners[6]), np.float64(corners[7]), np.float64(corners[8]))
    return dot(cross(subtract(b, a), subtract(c, a)), subtract(point, a)) > 0.0


@routine
def impact_triangle(number, stance, a, kind_b, data_b, pose_b, end, numbers, indices, corners, calls):
    """Time at which a shape is stopped by a triangle of a standing mesh or height field, as `impact`."""
    kind_a, size_a, data_a, place_a, path_a, _ = a
    reference = path_a[0]
    write_corners(kind_b, data_b, number, pose_b, reference, numbers, indices, corners)
    center, inner = inner_of(kind_a, size_a, data_a, numbers, indices)
    pose = place_along(path_a, place_a, 0.0)
    middle = subtract(add(pose[0], rotate(pose[1], center)), reference)
    two_sided = kind_b == KIND.MESH and indices[data_b + MESH_TWO_SIDED] != 0
    if not two_sided and not is_in_front(corners, middle):
        return NEVER, ORIGIN
    path_b = straight_path(reference, ORIGIN, NO_TURN)
    b = (np.int64(KIND.TRIANGLE), ORIGIN, np.int64(0), (ORIGIN, NO_TURN), path_b, 0.0)
    return impact(stance, a, b, end, numbers, indices, corners, calls)


@leaf
def swept_box(pose_b, kind, size, place, path):
    """Bounds of the way of a shape in the axes of another thing: center and half extents [m]."""
    start = rotate_inverse(pose_b[1], subtract(place_along(path, place, 0.0)[0], pose_b[0]))
    stop = rotate_inverse(pose_b[1], subtract(place_along(path, place, 1.0)[0], pose_b[0]))
    # Between both ends the center runs along an arc, farther out than the straight line by the height of the arc.
    wide = reach_of(kind, size) + length(place[0]) * (1.0 - math.cos(0.5 * path[4]))
    middle = (0.5 * (start[0] + stop[0]), 0.5 * (start[1] + stop[1]), 0.5 * (start[2] + stop[2]))
    half = (
        0.5 * abs(stop[0] - start[0]) + wide,
        0.5 * abs(stop[1] - start[1]) + wide,
        0.5 * abs(stop[2] - start[2]) + wide,
    )
    return middle, half


@leaf
def box_for_query(middle, half):
    """Least and greatest corner of a box, float32, a little wider than the rounding."""
    low_x, low_y, low_z = middle[0] - half[0], middle[1] - half[1], middle[2] - half[2]
    high_x, high_y, high_z = middle[0] + half[0], middle[1] + half[1], middle[2] + half[2]
    pad = ROUNDING * (length(middle) + length(half))
    return (
        (np.float32(low_x - pad), np.float32(low_y - pad), np.float32(low_z - pad)),
        (np.float32(high_x + pad), np.float32(high_y + pad), np.float32(high_z + pad)),
    )


@routine
def impact_surface(stance, a, kind_b, data_b, pose_b, end, numbers, indices, work, names, corners, calls):
    """Time at which a shape is stopped by a standing mesh or height field, as `impact`, or `end`."""
    middle, half = swept_box(pose_b, a[0], a[1], a[3], a[4])
    box = box_for_query(middle, half)
    state = QUERY_START
    normal = ORIGIN
    while state != QUERY_DONE:
        count, state = list_triangles(kind_b, data_b, state, box, indices, numbers, work, names)
        for i in range(count):
            time, across = impact_triangle(
                names[LISTED + i], stance, a, kind_b, data_b, pose_b, end, numbers, indices, corners, calls
            )
            if time < end:
                end, normal = time, across
            if time == TOUCHES:
                return time, ORIGIN
    return end, normal
