"""Ghosts: contacts with edges and corners that the surface as a whole does not have.

A shape that slides over a floor of triangles meets their edges, but the floor has none. What a triangle alone says of
an edge is true only if the edge is outermost along the normal: if the surface goes on behind it, and rises above it or
stays level, the shape meets the neighbor, not the edge. So a normal n out of the surface is good for an edge if
n . m <= 0, where m leads from the edge into the neighbor, and for a corner if that holds for all edges that leave it.
That is the region of all points whose nearest point of the surface is there.

Otherwise the face takes over: the shape is cut by the sides of the triangle, and touches its plane. Not so beyond a
sharp ridge, where the neighbor looks elsewhere and speaks for itself.

Where a shape overlaps a ridge, it is in both of its faces, but the way out of one is shorter, and that one is touched:
a box that slides off the upper edge of a ramp lies on the ramp, not a meter deep in the wall below the edge.
"""

import numpy as np

from physics.kernels.core.jit import leaf, routine
from physics.kernels.core.vec3 import add_scaled, dot, length, scale, subtract
from physics.kernels.mesh.data import corner_vertices, ring_member, ring_size, surface_vertex, vertex_beyond
from physics.kernels.narrow_phase.convex.triangle import MET_CORNER, MET_EDGE

KEEP = 0
TAKE_FACE = 1
DROP = 2

ONE = np.float32(1.0)
TINY = np.float32(1.0e-20)
#: Sine of the bend from which an edge is convex: less is flat, but for rounding.
FLAT = np.float32(1.0e-3)
#: Sine by which a normal may lean over the neighbor.
LEAN = np.float32(2.0e-3)
#: Sine of the bend beyond which a ridge is sharp (25 degrees).
SHARP = np.float32(0.42)


@leaf
def corner_of(corners, k):
    """Corner k of three."""
    return corners[0] if k == 0 else (corners[1] if k == 1 else corners[2])


@leaf
def direction_of(a):
    """Vector of length 1, or 0 if it has no direction."""
    return scale(a, ONE / max(length(a), TINY))


@leaf
def bend_of(kind, data, beyond, corners, edge, face, indices, numbers):
    """Sine of how far the neighbor beyond an edge rises over a face, and the direction from the edge into it."""
    first = surface_vertex(kind, data, corner_of(corners, edge), indices, numbers)
    second = surface_vertex(kind, data, corner_of(corners, edge + 1 if edge < 2 else 0), indices, numbers)
    along = direction_of(subtract(second, first))
    into = subtract(surface_vertex(kind, data, beyond, indices, numbers), first)
    into = direction_of(add_scaled(into, along, -dot(into, along)))
    return dot(face, into), into


@routine
def has_ridge(kind, data, triangle, face, with_corners, indices, numbers):
    """True when an edge of a triangle is convex, or a border: else only its face can be touched; as `judge`.

    A corner may stick out without a convex edge of this triangle: it is looked at if `with_corners`, else a triangle
    that has such an edge speaks for it.
    """
    corners = corner_vertices(kind, data, triangle, indices)
    for edge in range(3):
        beyond = vertex_beyond(kind, data, triangle, edge, indices)
        if beyond < 0:
            return True
        bend, _ = bend_of(kind, data, beyond, corners, edge, face, indices, numbers)
        if bend < -FLAT:
            return True
    if with_corners:
        for k in range(3):
            vertex = corner_of(corners, k)
            place = surface_vertex(kind, data, vertex, indices, numbers)
            for i in range(ring_size(kind, data, vertex, indices)):
                other = ring_member(kind, data, vertex, i, indices)
                if other >= 0:
                    into = direction_of(subtract(surface_vertex(kind, data, other, indices, numbers), place))
                    if dot(face, into) < -FLAT:
                        return True
    return False


@routine
def judge(kind, data, triangle, part, flipped, normal, face, indices, numbers):
    """Say what to do with a contact at an edge or corner of a triangle.

    Args:
        kind: SHAPE_MESH or SHAPE_FIELD.
        data: Where the surface begins in `indices`.
        triangle: Number of the triangle.
        part: MET_EDGE + k or MET_CORNER + k, k counted as the shape sees the triangle.
        flipped: Whether it sees the back, with the last two corners exchanged.
        normal: Unit vector out of the surface, to the shape, in the axes of the surface.
        face: Unit normal of the triangle on the side of the shape, likewise.
        indices: Flat buffer of the shape data.
        numbers: Flat buffer of the shape data.

    Returns:
        KEEP, TAKE_FACE or DROP.
    """
    corners = corner_vertices(kind, data, triangle, indices)
    if part < MET_CORNER:
        edge = part - MET_EDGE
        if flipped:
            edge = 2 - edge
        beyond = vertex_beyond(kind, data, triangle, edge, indices)
        if beyond < 0:
            return KEEP
        bend, into = bend_of(kind, data, beyond, corners, edge, face, indices, numbers)
        if bend > -FLAT:
            return TAKE_FACE
        if dot(normal, into) <= LEAN:
            return KEEP
        return TAKE_FACE if bend > -SHARP else DROP
    k = part - MET_CORNER
    if flipped and k > 0:
        k = 3 - k
    vertex = corner_of(corners, k)
    place = surface_vertex(kind, data, vertex, indices, numbers)
    convex, leans = False, False
    for i in range(ring_size(kind, data, vertex, indices)):
        other = ring_member(kind, data, vertex, i, indices)
        if other < 0:
            continue
        into = direction_of(subtract(surface_vertex(kind, data, other, indices, numbers), place))
        bend = dot(face, into)
        convex = convex or bend < -FLAT
        if dot(normal, into) > LEAN:
            if bend < -SHARP:
                return DROP
            leans = True
    return KEEP if convex and not leans else TAKE_FACE
