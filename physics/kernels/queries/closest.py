"""The point of a body's surface closest to a given point, and how far away it is; negative inside of a solid."""

import math

import numpy as np

from physics.kernels.continuous.advance import float3, separation
from physics.kernels.continuous.sweep import NO_TURN, ORIGIN, box_for_query, write_corners
from physics.kernels.core.jit import kernel, routine
from physics.kernels.core.pointer import flat
from physics.kernels.core.vec3 import add_scaled, axis_y, dot, rotate, rotate_inverse, subtract
from physics.kernels.layout import body as BODY, kind as KIND, shape as SHAPE
from physics.kernels.mesh.points import LISTED
from physics.kernels.mesh.query import QUERY_DONE, QUERY_START, list_triangles
from physics.kernels.queries.areas import way_out
from physics.kernels.queries.ray_cast import is_listed
from physics.kernels.queries.ray_shapes import shape_turn

#: Half of the first box that a search for the nearest triangle looks into [m].
FIRST_HALF = 0.25
#: Farther away nothing is looked for [m].
FARTHEST = 1e8


@routine
def closest_of_solid(kind, size, data, pose, p, numbers, indices, corners):
    """Distance from a point to a convex shape [m], negative inside, and the point of its surface."""
    toward = subtract(pose[0], p)
    gap, normal, point, inside = separation(
        KIND.SPHERE, ORIGIN, 0, (p, NO_TURN), kind, size, data, pose, toward, numbers, indices, corners
    )
    if not inside:
        return gap, point
    depth, direction = way_out(kind, size, data, rotate_inverse(pose[1], subtract(p, pose[0])), numbers, indices)
    return -depth, add_scaled(p, rotate(pose[1], direction), depth)


@routine
def closest_of_surface(kind, data, pose, p, limit, numbers, indices, work, names, corners):
    """Distance from a point to a mesh or height field, up to a limit [m], and the point and triangle of it.

    The box of the search grows until it holds the nearest triangle for sure.
    """
    local = rotate_inverse(pose[1], subtract(p, pose[0]))
    best, point, triangle = limit, p, -1
    half = FIRST_HALF
    while True:
        reach = min(half, best)
        box = box_for_query(local, (reach, reach, reach))
        state = QUERY_START
        while state != QUERY_DONE:
            count, state = list_triangles(kind, data, state, box, indices, numbers, work, names)
            for i in range(count):
                number = names[LISTED + i]
                write_corners(kind, data, number, pose, p, numbers, indices, corners)
                gap, _, on_b, inside = separation(
                    KIND.SPHERE, ORIGIN, 0, (p, NO_TURN), KIND.TRIANGLE, ORIGIN, 0, (p, NO_TURN), (0.0, 1.0, 0.0),
                    numbers, indices, corners,
                )  # fmt: skip
                if inside:
                    gap, on_b = 0.0, p
                if gap < best or (gap == best and number < triangle):
                    best, point, triangle = gap, on_b, number
        if best <= half or half >= limit:
            return best, point, triangle
        half *= 4.0


@kernel
def closest_points(body, points, mask, ignored, bodies, shapes, search, shape, triangle, distance, point):
    """The point of a body closest to each of many points.

    Args:
        body: Row of the body.
        points: The points [m], float64 [n, 3].
        mask: Bits of which the category of a shape must have one.
        ignored: Rows of bodies that are left out, in order, int32.
        bodies: Body arrays.
        shapes: Shape arrays.
        search: Scratch.
        shape: Rows of the closest shapes, int32 [n]; -1 for a body without shapes. Written.
        triangle: Numbers of triangles in meshes and height fields, in the order of their trees, else -1, int32 [n].
            Written.
        distance: Distances [m], negative inside, float64 [n]; infinite without shapes. Written.
        point: Closest points of the surface [m], float64 [n, 3]; NaN without shapes. Written.
    """
    numbers, indices, corners = flat(shapes.numbers), flat(shapes.indices), flat(search.corners)
    for i in range(len(points)):
        p = (points[i, 0], points[i, 1], points[i, 2])
        shape[i], triangle[i], distance[i] = -1, -1, math.inf
        best = (math.nan, math.nan, math.nan)
        row = bodies.links[body, BODY.SHAPE]
        while row >= 0:
            if np.int64(shapes.filter[row, 0]) & mask == 0 or is_listed(body, ignored):
                row = shapes.info[row, SHAPE.NEXT]
                continue
            kind = shapes.info[row, SHAPE.KIND]
            data = shapes.info[row, SHAPE.DATA]
            center = (shapes.center[row, 0], shapes.center[row, 1], shapes.center[row, 2])
            pose = (center, shape_turn(row, shapes, bodies.rotation))
            number = -1
            if kind == KIND.PLANE:
                normal = axis_y(pose[1])
                gap = dot(normal, subtract(p, pose[0]))
                found = add_scaled(p, normal, -gap)
            elif KIND.is_surface(kind):
                limit = min(distance[i], FARTHEST)
                gap, found, number = closest_of_surface(
                    kind, data, pose, p, limit, numbers, indices, flat(search.work), flat(search.names), corners
                )
                if number < 0:
                    gap = math.inf
            else:
                size = float3(shapes.place, row, SHAPE.PLACE_SIZE)
                gap, found = closest_of_solid(kind, size, data, pose, p, numbers, indices, corners)
            if gap < distance[i] or (gap == distance[i] and row < shape[i]):
                shape[i], triangle[i], distance[i] = row, number, gap
                best = found
            row = shapes.info[row, SHAPE.NEXT]
        for c in range(3):
            point[i, c] = best[c]
