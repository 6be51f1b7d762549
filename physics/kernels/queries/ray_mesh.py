"""Where a ray hits a mesh or height field, in float64 and in the axes of the surface.

A ray hits what a body would: the front of a one-sided mesh, either side of a two-sided one, a height field from above.
Neighboring triangles share the sign of a product at their common edge, to the last bit: no ray slips through between
them.
"""

import math

import numpy as np

from physics.kernels.core.jit import leaf, routine
from physics.kernels.core.lane_keys import code_of_key
from physics.kernels.core.pointer import flat
from physics.kernels.core.vec3 import add_scaled, cross, dot, negate, rotate, rotate_inverse, scale, subtract
from physics.kernels.layout import kind as KIND, shape as SHAPE
from physics.kernels.mesh.data import (
    FIELD_COLUMNS,
    FIELD_HEIGHTS,
    FIELD_NUMBERS,
    FIELD_ROWS,
    LEAF_BITS,
    LEAF_COUNT,
    MESH_GIVEN,
    MESH_LANE_BOUNDS,
    MESH_LANE_LINKS,
    MESH_TWO_SIDED,
    corner_vertices,
    is_hole,
    surface_vertex,
)
from physics.kernels.queries.ray_lanes import (
    LANE_BOUNDS,
    LANES,
    NO_KEY,
    enter_lanes,
    lane_limit,
    lane_ray,
    last_key,
    pop_key,
    push_lanes,
)
from physics.kernels.queries.ray_shapes import INFINITE, NOWHERE, shape_turn

#: A stack so high is enough for any mesh: each of at most nine levels leaves seven nodes for later.
MESH_STACK = 72
NO_TRIANGLE = np.int64(-1)
#: Stands for directions that are 0: 1 / SMALLEST is finite, so that no product with 0 is NaN.
SMALLEST = 1e-300


@leaf
def inverse_of(component):
    """Inverse of a component of a direction, always finite."""
    if abs(component) < SMALLEST:
        component = math.copysign(SMALLEST, component)
    return 1.0 / component


@leaf
def ray_triangle(origin, direction, a, b, c, two_sided):
    """Distance at which a line through a nearby origin hits a triangle, INFINITE for a miss; may be negative."""
    a, b, c = subtract(a, origin), subtract(b, origin), subtract(c, origin)
    # Volumes of the ray with each edge; exchanging the ends of an edge only changes the sign.
    u = dot(direction, cross(b, c))
    v = dot(direction, cross(c, a))
    w = dot(direction, cross(a, b))
    front = u <= 0.0 and v <= 0.0 and w <= 0.0
    back = two_sided and u >= 0.0 and v >= 0.0 and w >= 0.0
    total = u + v + w
    if not (front or back) or total == 0.0:
        return INFINITE
    return dot(a, cross(subtract(b, a), subtract(c, a))) / total


@leaf
def enter_bounds(origin, inverse, lower, upper):
    """Distance at which a ray enters bounds, 0 if it starts inside, INFINITE for a miss."""
    enter, leave = 0.0, INFINITE
    for k in range(3):
        a = (lower[k] - origin[k]) * inverse[k]
        b = (upper[k] - origin[k]) * inverse[k]
        enter = max(enter, min(a, b))
        leave = min(leave, max(a, b))
    # The quotients are rounded: a ray along a flat mesh must not miss it.
    return enter if enter <= leave * (1.0 + 1e-14) + 1e-300 else INFINITE


@leaf
def corners_of(kind, data, triangle, indices, numbers):
    """Corners of a triangle in float64 [m]."""
    i, j, k = corner_vertices(kind, data, triangle, indices)
    a = surface_vertex(kind, data, i, indices, numbers)
    b = surface_vertex(kind, data, j, indices, numbers)
    c = surface_vertex(kind, data, k, indices, numbers)
    return (
        (np.float64(a[0]), np.float64(a[1]), np.float64(a[2])),
        (np.float64(b[0]), np.float64(b[1]), np.float64(b[2])),
        (np.float64(c[0]), np.float64(c[1]), np.float64(c[2])),
    )


@leaf
def try_triangle(kind, data, triangle, near, shift, direction, two_sided, best, found, indices, numbers):
    """Compare a triangle with the best hit so far; returns the better of both: distance and triangle.

    `near` is a point of the ray close to the surface, `shift` its distance from the origin.
    """
    a, b, c = corners_of(kind, data, triangle, indices, numbers)
    distance = ray_triangle(near, direction, a, b, c, two_sided) + shift
    if 0.0 <= distance < best or (distance == best and 0 <= triangle < found):
        return distance, triangle
    return best, found


@routine
def ray_mesh(data, origin, direction, limit, indices, numbers, entry):
    """Where a ray first hits a mesh.

    Args:
        data: Where the mesh begins in `indices`.
        origin: Start of the ray in the axes of the mesh [m].
        direction: Unit vector.
        limit: Hits beyond this distance do not matter [m].
        indices, numbers: Flat buffer of the shape data.
        entry: Scratch, float64, at least MESH_STACK.

    Returns:
        Distance [m], INFINITE for a miss, and the row of the triangle.
    """
    two_sided = indices[data + MESH_TWO_SIDED] != 0
    links, bounds = np.int64(indices[data + MESH_LANE_LINKS]), np.int64(indices[data + MESH_LANE_BOUNDS])
    best, found = np.nextafter(limit, INFINITE), NO_TRIANGLE
    # Numbers are as small as the mesh at the point of the ray that is nearest to its middle.
    shift = max(-dot(origin, direction), 0.0)
    near = add_scaled(origin, direction, shift)
    ray, lane_best = lane_ray(origin, direction), lane_limit(best)
    keys, top, key = flat(entry.view(np.int64)), 0, np.int64(0)
    while key != NO_KEY:
        code = code_of_key(key)
        if code >= 0:
            bits, enter = enter_lanes(numbers, bounds + LANE_BOUNDS * code, ray, lane_best)
            if bits != 0:
                key, top = push_lanes(bits, enter, indices, links + LANES * code, keys, top)
                continue
        else:
            held = -1 - code
            first = held >> LEAF_BITS
            for triangle in range(first, first + (held & LEAF_COUNT)):
                best, found = try_triangle(
                    KIND.MESH, data, triangle, near, shift, direction, two_sided, best, found, indices, numbers
                )
            lane_best = lane_limit(best)
        key, top = pop_key(last_key(lane_best), keys, top)
    return (best, found) if found >= 0 else (INFINITE, NO_TRIANGLE)


@leaf
def cell_of(x, start, cell, cells):
    """Cell of a row that a coordinate is in, moved into the row."""
    return np.int64(min(max(math.floor((x - start) / cell), 0.0), cells - 1.0))


@leaf
def next_border(x, column, step, start, cell, inverse):
    """Distance at which a ray leaves a cell along one axis."""
    if step == 0:
        return INFINITE
    return (start + cell * (column + (1 if step > 0 else 0)) - x) * inverse


@leaf
def sign_of(component):
    """-1, 0 or 1."""
    if component > 0.0:
        return 1
    return -1 if component < 0.0 else 0


@routine
def ray_field(data, origin, direction, half, limit, indices, numbers):
    """Where a ray first hits a height field: walks from cell to cell; arguments and returns as of `ray_mesh`.

    `half` is half the height of its bounds [m].
    """
    inverse = (inverse_of(direction[0]), inverse_of(direction[1]), inverse_of(direction[2]))
    columns, rows = np.int64(indices[data + FIELD_COLUMNS]), np.int64(indices[data + FIELD_ROWS])
    k = np.int64(indices[data + FIELD_NUMBERS])
    cell_x, cell_z = np.float64(numbers[k]), np.float64(numbers[k + 1])
    start_x, start_z = np.float64(numbers[k + 2]), np.float64(numbers[k + 3])
    # A little larger, for the rounding of the half extents and of the heights.
    lower = (1.00001 * start_x, -1.00001 * half - 1e-9, 1.00001 * start_z)
    enter = enter_bounds(origin, inverse, lower, negate(lower))
    best, found = np.nextafter(limit, INFINITE), NO_TRIANGLE
    if not enter < best:
        return INFINITE, NO_TRIANGLE
    near = add_scaled(origin, direction, enter)
    column = cell_of(near[0], start_x, cell_x, columns - 1)
    row = cell_of(near[2], start_z, cell_z, rows - 1)
    step_x, step_z = sign_of(direction[0]), sign_of(direction[2])
    slack = 1e-6 * (cell_x + cell_z)
    entered = enter
    while True:
        leave_x = next_border(origin[0], column, step_x, start_x, cell_x, inverse[0])
        leave_z = next_border(origin[2], row, step_z, start_z, cell_z, inverse[2])
        leave = min(leave_x, leave_z)
        m = k + FIELD_HEIGHTS + row * columns + column
        a, b, c, d = numbers[m], numbers[m + 1], numbers[m + columns], numbers[m + columns + 1]
        lowest = origin[1] + min(direction[1] * min(leave + slack, best), direction[1] * (entered - slack))
        if lowest <= np.float64(max(a, b, c, d)) + slack:
            for half in range(2):
                triangle = 2 * (row * (columns - 1) + column) + half
                if is_hole(data, triangle, indices):
                    continue
                best, found = try_triangle(
                    KIND.HEIGHT_FIELD, data, triangle, near, enter, direction, False, best, found, indices, numbers
                )
        if found >= 0 or not leave < best:
            break
        if leave_x <= leave_z:
            column += step_x
        else:
            row += step_z
        entered = leave
        if column < 0 or row < 0 or column >= columns - 1 or row >= rows - 1:
            break
    return (best, found) if found >= 0 else (INFINITE, NO_TRIANGLE)


@routine
def ray_surface(shape, origin, direction, limit, shapes, body_rotation, entry):
    """Where a ray first hits a mesh or height field of the world.

    Args:
        shape: Row of the shape.
        origin: Start of the ray in the world [m].
        direction: Unit vector.
        limit: Hits beyond this distance do not matter [m].
        shapes: Shape arrays.
        body_rotation: Orientations of the bodies.
        entry: Scratch, float64, at least MESH_STACK.

    Returns:
        Distance [m], INFINITE for a miss; normal toward the side that the ray comes from, world axes; triangle as it
        was given, -1 for a miss.
    """
    indices, numbers = flat(shapes.indices), flat(shapes.numbers)
    q = shape_turn(shape, shapes, body_rotation)
    center = (shapes.center[shape, 0], shapes.center[shape, 1], shapes.center[shape, 2])
    o = rotate_inverse(q, subtract(origin, center))
    d = rotate_inverse(q, direction)
    kind = shapes.info[shape, SHAPE.KIND]
    data = np.int64(shapes.info[shape, SHAPE.DATA])
    if kind == KIND.MESH:
        distance, triangle = ray_mesh(data, o, d, limit, indices, numbers, entry)
    else:
        half = np.float64(shapes.place[shape, SHAPE.PLACE_SIZE + 1])
        distance, triangle = ray_field(data, o, d, half, limit, indices, numbers)
    if triangle < 0:
        return INFINITE, NOWHERE, NO_TRIANGLE
    a, b, c = corners_of(kind, data, triangle, indices, numbers)
    normal = cross(subtract(b, a), subtract(c, a))
    normal = scale(normal, 1.0 / math.sqrt(dot(normal, normal)))
    if dot(normal, d) > 0.0:
        normal = negate(normal)
    given = triangle
    if kind == KIND.MESH:
        given = np.int64(indices[indices[data + MESH_GIVEN] + triangle])
    return distance, rotate(q, normal), given
