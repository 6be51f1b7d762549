"""Contacts of convex bodies with flat faces: hull and hull, box and hull, hull and half-space, either and a triangle.

All flat buffers (`numbers`, `indices`, `point`, `feature`, `scratch`) are pointers of `pointer.flat`. A box and a
triangle are written into scratch memory as solids first.
"""

import numpy as np

from physics.kernels.core.calls import MANIFOLD, MANIFOLD_PART, by_address
from physics.kernels.core.jit import leaf, linked, routine
from physics.kernels.core.pointer import flat
from physics.kernels.core.vec3 import (
    axes,
    axis_y,
    combine,
    cross,
    dot,
    length,
    negate,
    perpendicular,
    relative_rotation,
    rotate_inverse,
    subtract,
)
from physics.kernels.layout import hull as HULL, kind as KIND
from physics.kernels.narrow_phase.hull.clip import face_corners, incident_face, keep
from physics.kernels.narrow_phase.hull.solid_contact import (
    NOWHERE,
    OWNER_CLOSEST,
    OWNER_EDGES,
    OWNER_FACE_B,
    collide_solids,
)
from physics.kernels.narrow_phase.hull.solids import (
    BOX_INDICES,
    POLYTOPE_SCRATCH,
    SCRATCH_CANDIDATE,
    SCRATCH_SIMPLEX,
    TRIANGLE,
    TRIANGLE_BOTH,
    TRIANGLE_FRONT,
    triangle_corner,
    write_box,
    write_triangle,
)
from physics.kernels.narrow_phase.hull.support import HUGE, header, lowest_vertex, middle, vertex
from physics.kernels.narrow_phase.primitives.box import EDGE_BIAS, EDGE_BIAS_LIMIT, FACE_BIAS
from physics.kernels.narrow_phase.primitives.box_clip import choose_four
from physics.kernels.narrow_phase.primitives.sphere import FIRST, HALF, ONE, ZERO, write_point

__all__ = ["POLYTOPE_SCRATCH", "TRIANGLE", "collide_polytope_triangle", "collide_polytopes"]

#: Closer than this share of the bodies, two points give no direction.
CLOSEST_SKIN = np.float32(2.0e-6)

#: Corners of a triangle at the same height over a face, as a share of the way between them, touch it together.
LEVEL = np.float32(0.02)

# What the normal of a contact with a triangle belongs to: its face, the edge from corner k to the next, corner k.
FEATURE_FACE = 0
FEATURE_EDGE = 1
FEATURE_CORNER = 4

UNTURNED = ((ONE, ZERO, ZERO), (ZERO, ONE, ZERO), (ZERO, ZERO, ONE))


@leaf
def solid_of(kind, size, data, numbers, indices, scratch):
    """A box, written into scratch memory, or a hull as a solid."""
    if kind == KIND.BOX:
        write_box(size, scratch)
        return scratch, flat(BOX_INDICES), FIRST
    return numbers, indices, np.int64(data)


@leaf
def sum_of(size):
    """Sum of three half extents."""
    return size[0] + size[1] + size[2]


@linked
def collide_polytopes(
    kind_a, kind_b, size_a, rotation_a, data_a, size_b, rotation_b, data_b, offset, margin, hint, numbers, indices,
    point, feature, scratch
):  # fmt: skip
    """Contact points of a box or hull with a hull, or of a hull with a half-space; the contract is that of `collide`.

    Args:
        kind_a: KIND.BOX or SHAPE_HULL.
        kind_b: SHAPE_HULL, or KIND.PLANE.
        size_a: Half extents [m]; of a hull those of its bounding box.
        rotation_a: Unit quaternion (x, y, z, w).
        data_a: Where a hull begins in `indices`.
        size_b: As size_a.
        rotation_b: As rotation_a.
        data_b: As data_a.
        offset: Center of b minus center of a, world axes [m].
        margin: Points farther apart than this are left out [m].
        hint: Unit vector in world axes that may separate the shapes, such as the last normal, tried first; or zero.
        numbers: Coordinates of all shape data, flat.
        indices: Whole numbers of all shape data, flat.
        point: Contact points, flat, written.
        feature: Feature ids, flat, written.
        scratch: Memory to compute in, at least POLYTOPE_SCRATCH numbers, flat.

    Returns:
        Number of points and the unit normal from a to b in world axes. If the shapes are apart, 0, an axis that
        separates them, which will do as the next hint, and in `point[3]` their separation along it.
    """
    solid_a = solid_of(kind_a, size_a, data_a, numbers, indices, scratch)
    if kind_b == KIND.PLANE:
        return collide_solid_plane(solid_a, rotation_a, rotation_b, offset, margin, point, feature, scratch)
    solid_b = (numbers, indices, np.int64(data_b))
    bias = min(EDGE_BIAS_LIMIT, EDGE_BIAS * min(middle(solid_a)[1], middle(solid_b)[1]))
    skin = CLOSEST_SKIN * (sum_of(size_a) + sum_of(size_b))
    columns = axes(relative_rotation(rotation_a, rotation_b))
    count, nx, ny, nz, _, _ = collide_solids(
        solid_a,
        solid_b,
        columns,
        rotate_inverse(rotation_a, offset),
        margin,
        rotate_inverse(rotation_a, hint),
        NOWHERE,
        FACE_BIAS * bias,
        bias,
        skin,
        axes(rotation_a),
        point,
        feature,
        scratch,
    )
    return count, nx, ny, nz


@linked
def collide_polytope_triangle(
    kind_a, size_a, rotation_a, data_a, margin, two_sided, hint, numbers, indices, point, feature, scratch
):
    """Contact points of a box or hull with the triangle whose corners stand in `scratch[TRIANGLE : TRIANGLE + 9]`.

    The corners are in world axes relative to the center of a [m], counterclockwise seen from the front. A one-sided
    triangle only pushes toward its front: normals of faces that look that way, and edges and corners seen from behind,
    are not taken; and a body whose center of mass lies behind the plane is not touched at all, as in Box3D. But where a
    body overlaps it and the shortest way out leads backward along a face of the body, that normal is told, with one
    point: it belongs to what lies beyond an edge, or the triangle is small and its neighbors will not let it pass.

    Args:
        kind_a: KIND.BOX or SHAPE_HULL.
        size_a: Half extents [m]; of a hull those of its bounding box.
        rotation_a: Unit quaternion (x, y, z, w).
        data_a: Where a hull begins in `indices`.
        margin: Points farther apart than this are left out [m].
        two_sided: Whether the triangle is solid from its back as well.
        hint: Unit vector in world axes that may separate the shapes, tried first; or zero.
        numbers: Coordinates of all shape data, flat.
        indices: Whole numbers of all shape data, flat.
        point: Contact points, flat, written.
        feature: Feature ids, flat, written; a corner of the triangle counts as vertex 0, 1, 2 of b, its edges as 0, 1,
            2 (seen from behind 3, 4, 5).
        scratch: Memory to compute in, at least POLYTOPE_SCRATCH numbers, flat.

    Returns:
        Number of points; the unit normal from a to the triangle in world axes; what of the triangle it belongs to: 0
        its face, 1 ... 3 the edge from corner k to the next, 4 ... 6 corner k. If they are apart, as
        `collide_polytopes`; for a body behind a one-sided triangle, the gap is what it lacks to its front and the
        margin: it cannot touch before it has moved by the gap less the margin.
    """
    normal, area = write_triangle(two_sided, scratch)
    solid_a = solid_of(kind_a, size_a, data_a, numbers, indices, scratch)
    center, inner = middle(solid_a)
    world = axes(rotation_a)
    first = triangle_corner(FIRST, scratch)
    height = dot(normal, subtract(combine(world, center), first))
    if area <= ZERO or (not two_sided and height < ZERO):
        point[3] = margin - height if area > ZERO else HUGE
        return 0, -normal[0], -normal[1], -normal[2], FEATURE_FACE
    front = NOWHERE if two_sided else rotate_inverse(rotation_a, normal)
    triangle = flat(TRIANGLE_BOTH) if two_sided else flat(TRIANGLE_FRONT)
    bias = min(EDGE_BIAS_LIMIT, EDGE_BIAS * inner)
    skin = CLOSEST_SKIN * (sum_of(size_a) + length(first))
    count, nx, ny, nz, owner, which = collide_solids(
        solid_a,
        (scratch, triangle, FIRST),
        axes((-rotation_a[0], -rotation_a[1], -rotation_a[2], rotation_a[3])),
        NOWHERE,
        margin,
        rotate_inverse(rotation_a, hint),
        front,
        -bias,
        bias,
        skin,
        world,
        point,
        feature,
        scratch,
    )
    return count, nx, ny, nz, touched_part(owner, which, (nx, ny, nz), scratch)


@routine
def touched_part(owner, which, normal, scratch):
    """What of the triangle a normal belongs to; see `collide_polytope_triangle`.

    Args:
        owner: What `collide_solids` told.
        which: Face, edge of the triangle, or number of corners of the simplex.
        normal: Normal from a to the triangle in world axes.
        scratch: Scratch memory with the triangle and the simplex.
    """
    if owner == OWNER_FACE_B:
        return FEATURE_FACE
    if owner == OWNER_EDGES:
        return FEATURE_EDGE + which % 3
    bits = 0
    if owner == OWNER_CLOSEST:
        for k in range(which):
            bits |= 1 << np.int64(scratch[SCRATCH_SIMPLEX + 8 * k + 7])
    else:
        low, lowest = HUGE, 0
        for k in range(3):
            value = dot(normal, triangle_corner(k, scratch))
            if value < low:
                low, lowest = value, k
        for k in range(3):
            way = subtract(triangle_corner(k, scratch), triangle_corner(lowest, scratch))
            if dot(normal, way) <= LEVEL * length(way):
                bits |= 1 << k
    if bits == 7:
        return FEATURE_FACE
    if bits == 3 or bits == 6:
        return FEATURE_EDGE + (bits == 6)
    if bits == 5:
        return FEATURE_EDGE + 2
    return FEATURE_CORNER + (bits >> 1)


@routine
def collide_solid_plane(solid, rotation_a, rotation_b, offset, margin, point, feature, scratch):
    """Contacts of the vertices of a solid with a half-space, the side local y < 0 of b; see `collide`.

    If more than four vertices are near, those of the face that looks at the plane, at the deepest vertex, are taken,
    and of these the four that carry best. A feature is a vertex.
    """
    normal = negate(axis_y(rotation_b))
    slope = rotate_inverse(rotation_a, normal)
    distance = dot(normal, offset)
    low, deepest = lowest_vertex(solid, negate(slope))
    if distance + low > margin:
        point[3] = distance + low
        return 0, normal[0], normal[1], normal[2]
    u = perpendicular(slope)
    v = cross(slope, u)
    total = FIRST
    for i in range(header(solid, HULL.VERTEX_COUNT)):
        p = vertex(solid, np.int64(i))
        separation = distance - dot(p, slope)
        if separation <= margin:
            if total == 4:
                total = np.int64(5)
                break
            total, _ = keep(total, HUGE, dot(p, u), dot(p, v), separation, i, margin, scratch)
    places = (SCRATCH_CANDIDATE, SCRATCH_CANDIDATE + 4, SCRATCH_CANDIDATE + 8, SCRATCH_CANDIDATE + 12)
    if total > 4:
        inner = middle(solid)[1]
        face = incident_face(solid, negate(slope), deepest)
        place, count = face_corners(solid, face)
        total = FIRST
        for k in range(count):
            i = np.int64(solid[1][place + 2 * k])
            p = vertex(solid, i)
            total, _ = keep(total, HUGE, dot(p, u), dot(p, v), distance - dot(p, slope), i, margin, scratch)
        if total > 4:
            places = choose_four(total, min(EDGE_BIAS_LIMIT, EDGE_BIAS * inner), scratch)
            total = np.int64(4 if places[3] >= 0 else 3)
    columns = axes(rotation_a)
    for k in range(total):
        place = places[k]
        separation = scratch[place + 2]
        i = np.int64(scratch[place + 3])
        arm = combine(columns, vertex(solid, i))
        half = HALF * separation
        position = (arm[0] + normal[0] * half, arm[1] + normal[1] * half, arm[2] + normal[2] * half)
        write_point(point, feature, k, position, separation, i)
    return total, normal[0], normal[1], normal[2]


call_collide_polytopes = by_address(collide_polytopes, MANIFOLD)
call_collide_polytope_triangle = by_address(collide_polytope_triangle, MANIFOLD_PART)
