"""Contacts of a convex shape with a mesh or height field: one pair of shapes, up to four manifolds.

Triangles near the shape are found in the axes of the mesh. Each is moved, in float64, to the center of the shape before
it is rounded: a mesh of kilometers collides as exactly as a crate. Its points go to the group of their direction, the
groups to the rows of the pair, where each is an ordinary manifold.
"""

import math

import numpy as np

from physics.kernels.core.jit import leaf, routine
from physics.kernels.core.vec3 import (
    add,
    axes,
    cross,
    dot,
    negate,
    relative_rotation,
    rotate,
    rotate_inverse,
    subtract,
)
from physics.kernels.layout import kind as KIND
from physics.kernels.mesh.data import corner_vertices, patch_of, surface_vertex
from physics.kernels.mesh.face import WIDEN, cut_by_triangle, put_feature
from physics.kernels.mesh.ghosts import DROP, KEEP, TAKE_FACE, has_ridge, judge
from physics.kernels.mesh.points import CARRYING, GAP, LISTED, PATCH, POLYGON, POLYGON_CUT, add_point, merge_groups
from physics.kernels.mesh.query import QUERY_DONE, QUERY_START, list_triangles
from physics.kernels.narrow_phase.convex.extent import half_along, half_box
from physics.kernels.narrow_phase.convex.triangle import FEATURE_MET, MET_FACE, TRIANGLE
from physics.kernels.narrow_phase.curved.features import CURVED_SCRATCH
from physics.kernels.narrow_phase.curved.triangle import call_collide_curved_triangle
from physics.kernels.narrow_phase.dispatch import SCRATCH_SIZE
from physics.kernels.narrow_phase.hull.axes import BACKWARD
from physics.kernels.narrow_phase.hull.contact import (
    POLYTOPE_SCRATCH,
    TRIANGLE as TRIANGLE_OF_HULLS,
    call_collide_polytope_triangle,
)
from physics.kernels.narrow_phase.primitives.sphere_triangle import (
    closest_to_zero,
    collide_sphere_triangle,
    triangle_corner,
)

#: Scratch memory of the collision routines, float32.
CONVEX_SCRATCH = max(SCRATCH_SIZE, CURVED_SCRATCH, POLYTOPE_SCRATCH)

ZERO = np.float32(0.0)
HALF = np.float32(0.5)
ONE = np.float32(1.0)
#: Bounds for the query grow by this part of the coordinates, for their rounding.
ROUNDING = np.float32(1.0e-6)
#: A shape whose center is behind a one-sided triangle is let through, unless it is flat and hardly behind: deeper than
#: neither of these, as part of its extent and [m].
SLIPPED = np.float32(0.1)
SLIPPED_MOST = np.float32(0.03)
#: A shape is over a triangle if what is left of its outermost feature is as low as all of it, but for this part of its
#: reach; and it is hardly in it up to this part.
LEVEL = np.float32(1.0e-3)
SHALLOW = np.float32(0.05)
#: Two shapes that a triangle keeps apart along an edge overlap its plane at most by this [m].
APART_DEPTH = np.float32(-0.005)
#: Edges and corners farther away than this times the spread, which is half of the largest half extent, say little about
#: what will be met there.
AHEAD = np.float32(25.0)
NO_HINT = (ZERO, ZERO, ZERO)
#: Farther than anything [m].
FAR = np.float32(1.0e30)


@leaf
def query_box(mover, place, margin):
    """Bounds of a shape, `margin` wider, in the axes of the surface: least and greatest corner."""
    q = place[3]
    center = rotate_inverse(q, negate(place[4]))
    kind, size, rotation, _, _ = mover
    turn = (np.float32(q[0]), np.float32(q[1]), np.float32(q[2]), np.float32(q[3]))
    local = relative_rotation(turn, rotation)
    x, y, z = np.float32(center[0]), np.float32(center[1]), np.float32(center[2])
    hx = margin + half_along(kind, size, local, (ONE, ZERO, ZERO))
    hy = margin + half_along(kind, size, local, (ZERO, ONE, ZERO))
    hz = margin + half_along(kind, size, local, (ZERO, ZERO, ONE))
    hx += ROUNDING * (abs(x) + hx)
    hy += ROUNDING * (abs(y) + hy)
    hz += ROUNDING * (abs(z) + hz)
    return (x - hx, y - hy, z - hz), (x + hx, y + hy, z + hz)


@leaf
def single(a):
    """Vector rounded to float32."""
    return np.float32(a[0]), np.float32(a[1]), np.float32(a[2])


@leaf
def double(a):
    """Vector in float64."""
    return np.float64(a[0]), np.float64(a[1]), np.float64(a[2])


@leaf
def place_corner(k, p, scratch):
    """Write a corner of the triangle for the collision routines."""
    for start in (TRIANGLE, TRIANGLE_OF_HULLS):
        i = start + 3 * k
        scratch[i] = np.float32(p[0])
        scratch[i + 1] = np.float32(p[1])
        scratch[i + 2] = np.float32(p[2])


@leaf
def put_triangle(mover, place, triangle, indices, numbers, scratch):
    """Write a triangle relative to the center of the shape, its front toward the inside if it has two sides.

    Returns:
        Heights of the center and of the point inside over it [m], unit normal of its front in world axes and in those
        of the surface, whether it was turned around.
    """
    kind, data, two_sided, q, offset = place
    i, j, k = corner_vertices(kind, data, triangle, indices)
    a = double(surface_vertex(kind, data, i, indices, numbers))
    b = double(surface_vertex(kind, data, j, indices, numbers))
    c = double(surface_vertex(kind, data, k, indices, numbers))
    face = cross(subtract(b, a), subtract(c, a))
    inverse = 1.0 / max(math.sqrt(dot(face, face)), 1.0e-300)
    face = (face[0] * inverse, face[1] * inverse, face[2] * inverse)
    outward = rotate(q, face)
    a = add(rotate(q, a), offset)
    b = add(rotate(q, b), offset)
    c = add(rotate(q, c), offset)
    height = -dot(outward, a)
    inner = height + dot(outward, double(mover[4]))
    flipped = two_sided and inner < 0.0
    if flipped:
        b, c = c, b
        outward, face, height, inner = negate(outward), negate(face), -height, -inner
    place_corner(0, a, scratch)
    place_corner(1, b, scratch)
    place_corner(2, c, scratch)
    return np.float32(height), np.float32(inner), single(outward), single(face), flipped


@leaf
def will_meet(position, separation, normal, flight):
    """True for a point that is close, or whose bodies will meet there within this step."""
    shift, centers, linear, w_a, w_b, speculative, dt = flight
    if separation <= speculative:
        return True
    r_a = add(shift, position)
    r_b = subtract(r_a, centers)
    turning = subtract(cross(w_b, r_b), cross(w_a, r_a))
    return separation - speculative + dt * dot(normal, add(linear, turning)) <= ZERO


@leaf
def name_of(triangle, code):
    """Feature id of a point: different for points of one pair, the same from step to step, never 0."""
    mixed = (np.int64(triangle) * 2654435761 + np.int64(code) * 40503) & 0x3FFFFFFF
    return np.int32(mixed + 1)


@routine
def cut_face(mover, height, reach, outward, numbers, indices, scratch, work):
    """Cut what lies outermost of a shape toward a triangle by the sides of it.

    Args:
        mover: Shape a.
        height: Height of the center of a over the triangle [m].
        reach: How far the shape reaches toward it, or a little more [m].
        outward: Unit normal of its front, world axes.
        numbers, indices, scratch, work: Flat buffers; the result is at POLYGON_CUT, with heights over the triangle
            below it.

    Returns:
        Number of corners that are left, least height of them, and least height of all before the cut [m].
    """
    count = put_feature(mover, negate(outward), numbers, indices, work)
    lowest = FAR
    for p in range(count):
        i = POLYGON + 4 * p
        lowest = min(lowest, dot(outward, (work[i], work[i + 1], work[i + 2])))
    count = cut_by_triangle(count, outward, WIDEN * reach, scratch, work)
    left = FAR
    for p in range(count):
        i = POLYGON_CUT + 4 * p
        left = min(left, dot(outward, (work[i], work[i + 1], work[i + 2])))
    return count, height + left, height + lowest


@routine
def add_face(groups, count, triangle, height, outward, limits, flight, work, names):
    """Add the points of a shape on the plane of a triangle that `cut_face` left.

    Args:
        groups: Groups in use.
        count: Corners at POLYGON_CUT.
        triangle: Number of the triangle.
        height: Height of the center of a over it [m].
        outward: Unit normal of its front, world axes.
        limits: Least and greatest separation of points, and the spread of `reduce_group` [m].
        flight: How the bodies move.
        work, names: Flat buffers.

    Returns:
        Groups in use.
    """
    least, margin, spread = limits
    normal = negate(outward)
    for p in range(count):
        i = POLYGON_CUT + 4 * p
        corner = (work[i], work[i + 1], work[i + 2])
        separation = height + dot(outward, corner)
        if separation > margin or separation < least:
            continue
        half = HALF * separation
        position = (corner[0] + half * normal[0], corner[1] + half * normal[1], corner[2] + half * normal[2])
        if will_meet(position, separation, normal, flight):
            name = name_of(triangle, work[i + 3])
            groups = add_point(groups, normal, position, separation, name, spread, work, names)
    return groups


@leaf
def is_beside(mover, margin, scratch):
    """True when a triangle is farther than the margin from a ball, or from the box around another shape in its axes."""
    kind, size, rotation, _, _ = mover
    if kind == KIND.SPHERE:
        nearest, _ = closest_to_zero(
            triangle_corner(0, scratch), triangle_corner(1, scratch), triangle_corner(2, scratch)
        )
        return dot(nearest, nearest) > (size[0] + margin) * (size[0] + margin)
    half = half_box(kind, size)
    x, y, z = axes(rotation)
    return (
        is_beyond(x, half[0] + margin, scratch)
        or is_beyond(y, half[1] + margin, scratch)
        or is_beyond(z, half[2] + margin, scratch)
    )


@leaf
def is_beyond(axis, limit, scratch):
    """True when all corners of a triangle are beyond a limit on one side along an axis."""
    i = TRIANGLE
    a = axis[0] * scratch[i] + axis[1] * scratch[i + 1] + axis[2] * scratch[i + 2]
    b = axis[0] * scratch[i + 3] + axis[1] * scratch[i + 4] + axis[2] * scratch[i + 5]
    c = axis[0] * scratch[i + 6] + axis[1] * scratch[i + 7] + axis[2] * scratch[i + 8]
    return min(a, b, c) > limit or max(a, b, c) < -limit


@leaf
def add_kept(groups, count, triangle, part, normal, spread, flight, point, feature, work, names):
    """Add the points that a collision routine found on a triangle; returns the groups in use."""
    for p in range(count):
        position = (point[4 * p], point[4 * p + 1], point[4 * p + 2])
        separation = point[4 * p + 3]
        if part != MET_FACE and separation > flight[5] + AHEAD * spread:
            continue
        if will_meet(position, separation, normal, flight):
            name = name_of(triangle, 4096 + feature[p])
            groups = add_point(groups, normal, position, separation, name, spread, work, names)
    return groups


@leaf
def verdict_on(place, triangle, part, corners, sensor, flipped, normal, face, indices, numbers):
    """What to do with a contact: `judge`, with the normal from the shape to the surface in world axes.

    A face that was met keeps the points of the routine only if the cut left none. A normal out of the back of the
    triangle that is good for an edge or corner is for the faces beyond it to tell.
    """
    if part == MET_FACE:
        return TAKE_FACE if corners > 0 else KEEP
    if sensor:
        return KEEP
    q = place[3]
    turn = (np.float32(q[0]), np.float32(q[1]), np.float32(q[2]), np.float32(q[3]))
    local = rotate_inverse(turn, negate(normal))
    verdict = judge(place[0], place[1], triangle, part, flipped, local, face, indices, numbers)
    if dot(local, face) < -BACKWARD:
        if verdict != KEEP and place[2]:
            verdict = judge(place[0], place[1], triangle, part, flipped, local, negate(face), indices, numbers)
        return DROP if verdict == KEEP else TAKE_FACE
    return verdict


@leaf
def may_meet_edge(place, triangle, face, with_corners, indices, numbers):
    """True when a shape may touch a triangle elsewhere than on its face: `has_ridge`, on any side that it has."""
    kind, data, two_sided, _, _ = place
    return has_ridge(kind, data, triangle, face, with_corners, indices, numbers) or (
        two_sided and has_ridge(kind, data, triangle, negate(face), with_corners, indices, numbers)
    )


@routine
def gather_points(
    mover, place, margin, spread, sensor, flight, numbers, indices, point, feature, scratch, work, names, calls
):  # fmt: skip
    """Find the points of a shape on a mesh or height field, by direction.

    Args:
        mover: Kind, size [m], rotation and shape data of shape a, and a point inside relative to its center [m].
        place: Kind, data, whether it has two sides, rotation (float64) and center relative to that of a (float64) [m]
            of the surface.
        margin: Points farther apart than this are left out [m].
        spread: Points nearer to one another than this are one [m].
        sensor: Whether only the overlap matters: any point will do.
        flight: How the bodies move, as `will_meet` takes it.
        numbers, indices, point, feature, scratch, work, names: Flat buffers.
        calls: Addresses of kernels.

    Returns:
        Number of groups of points in `work`, at most MESH_SLOTS; if there are none, `work[GAP]` is how far the nearest
        triangle is beyond the margin, or less [m].
    """
    kind, size, rotation, data, _ = mover
    groups = np.int64(0)
    box = query_box(mover, place, margin)
    slipped = -min(SLIPPED * max(size[0], size[1], size[2]), SLIPPED_MOST)
    work[GAP] = FAR
    state = QUERY_START
    while state != QUERY_DONE:
        count, state = list_triangles(place[0], place[1], state, box, indices, numbers, work, names)
        if count > 0:
            work[GAP] = ZERO
        for k in range(count):
            triangle = np.int64(names[LISTED + k])
            names[PATCH] = patch_of(place[0], place[1], triangle, indices)
            height, inner, outward, face, flipped = put_triangle(mover, place, triangle, indices, numbers, scratch)
            reach = half_along(kind, size, rotation, outward)
            if height - reach > margin:
                continue
            if is_beside(mover, margin, scratch):
                continue
            corners, left, lowest = cut_face(mover, height, reach, outward, numbers, indices, scratch, work)
            least = -FAR
            if inner < ZERO:
                if lowest < slipped:
                    continue
                least = slipped
            elif not (
                # What is outermost lies over the triangle and hardly in it: no edge can be nearer.
                (corners > 0 and left <= lowest + LEVEL * reach and lowest > -min(CARRYING, SHALLOW * reach))
                or not may_meet_edge(place, triangle, face, corners > 0, indices, numbers)
            ):
                # The dispatch stands here, not in a function of its own: every level of calls costs seconds to compile.
                point[3] = margin
                if kind == KIND.SPHERE:
                    found, nx, ny, nz = collide_sphere_triangle(size, margin, point, feature, scratch)
                    part = np.int64(feature[FEATURE_MET])
                elif KIND.is_round(kind):
                    found, nx, ny, nz = call_collide_curved_triangle(calls, (
                        kind, size, rotation, data, False, margin, numbers, indices, point, feature, scratch
                    ))  # fmt: skip
                    part = np.int64(feature[FEATURE_MET])
                else:
                    found, nx, ny, nz, part = call_collide_polytope_triangle(calls, (
                        kind, size, rotation, data, margin, False, NO_HINT, numbers, indices, point, feature, scratch
                    ))  # fmt: skip
                if found == 0:
                    continue
                normal = (nx, ny, nz)
                verdict = verdict_on(place, triangle, part, corners, sensor, flipped, normal, face, indices, numbers)
                if verdict == KEEP:
                    groups = add_kept(
                        groups, found, triangle, part, normal, spread, flight, point, feature, work, names
                    )
                if verdict != TAKE_FACE:
                    continue
                if part != MET_FACE and point[3] > ZERO:
                    least = APART_DEPTH
            limits = (least, margin, spread)
            groups = add_face(groups, corners, triangle, height, outward, limits, flight, work, names)
        if sensor and groups > 0:
            break
    return merge_groups(groups, spread, work, names)
