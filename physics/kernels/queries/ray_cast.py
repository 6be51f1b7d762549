"""Rays through the world: the nearest shape, or all of them, out of the two trees and the list of half-spaces.

The bounds in the trees are fat, so a leaf only says where it is worth looking; `ray_shapes` decides. Nearer bounds are
looked into first, and those that begin beyond the nearest hit so far not at all. Of several shapes at the same distance
the one with the lowest row is the nearest, so the answer does not depend on how the trees have grown.
"""

import math

import numpy as np
from numba import types

from physics.kernels.broad_phase.tree import HEAD_ROOT, LINK_CHILD_A, LINK_CHILD_B, LINK_SHAPE, STACK_SIZE
from physics.kernels.core.calls import by_address
from physics.kernels.core.jit import kernel, leaf, routine
from physics.kernels.layout import kind as KIND, shape as SHAPE
from physics.kernels.queries.ray_mesh import MESH_STACK, NO_TRIANGLE, inverse_of, ray_surface
from physics.kernels.queries.ray_shapes import INFINITE, ray_shape

# Length of the scratch arrays: a walk through a tree of the world, and one through a mesh.
RAY_STACK = STACK_SIZE + MESH_STACK


@leaf
def ray_bounds(box, node, origin, inverse):
    """Distance at which a ray enters the bounds of a node, 0 if it starts inside, INFINITE for a miss."""
    enter = 0.0
    leave = INFINITE
    for c in range(3):
        a = (np.float64(box[node, c]) - origin[c]) * inverse[c]
        b = (-np.float64(box[node, 3 + c]) - origin[c]) * inverse[c]
        enter = max(enter, min(a, b))
        leave = min(leave, max(a, b))
    return enter if enter <= leave else INFINITE


@leaf
def is_listed(body, rows):
    """True when a body is in a list of rows that go upward."""
    low = 0
    high = len(rows)
    while low < high:
        middle = (low + high) >> 1
        if rows[middle] < body:
            low = middle + 1
        else:
            high = middle
    return low < len(rows) and rows[low] == body


@leaf
def can_hit(shape, mask, ignored, shapes):
    """True when the filter of a ray lets a shape through: solid, of a wanted category, of no ignored body.

    Soft bodies are looked at by `kernels.soft.queries`.
    """
    if shapes.info[shape, SHAPE.KIND] == KIND.SOFT:
        return False
    if shapes.info[shape, SHAPE.SENSOR] != 0 or np.int64(shapes.filter[shape, 0]) & mask == 0:
        return False
    return not is_listed(shapes.info[shape, SHAPE.BODY], ignored)


@leaf
def hit_shape(shape, origin, direction, limit, shapes, body_rotation, entry):
    """Where a ray hits a shape: distance, normal, and the triangle of a mesh or height field, else -1."""
    if KIND.is_surface(shapes.info[shape, SHAPE.KIND]):
        return ray_surface(shape, origin, direction, limit, shapes, body_rotation, entry[STACK_SIZE:])
    distance, normal = ray_shape(shape, origin, direction, shapes, body_rotation)
    return distance, normal, NO_TRIANGLE


@leaf
def write_hit(shape, hit, every, row, limit, found_shape, found_distance, found_normal, found_triangle):
    """Write a hit: into the next row, or, of the nearest only, into the same row if it is nearer.

    Returns:
        Row for the next hit, and the distance up to which hits count.
    """
    distance, normal, triangle = hit
    # A tie goes to the lower row; found_shape is -1 as long as nothing has been found.
    if distance > limit or (not every and distance == limit and 0 <= found_shape[row] < shape):
        return row, limit
    if row < len(found_shape):
        found_shape[row] = shape
        found_distance[row] = distance
        for c in range(3):
            found_normal[row, c] = normal[c]
        found_triangle[row] = triangle
    if every:
        return row + 1, limit
    return row, distance


@routine
def cast_into_tree(
    tree, origin, direction, mask, ignored, shapes, body_rotation, every, row, limit, stack, entry,
    found_shape, found_distance, found_normal, found_triangle,
):  # fmt: skip
    """Look for hits among the shapes of a tree; arguments as in `cast_rays`, returns as `write_hit`."""
    inverse = (inverse_of(direction[0]), inverse_of(direction[1]), inverse_of(direction[2]))
    link = tree.link
    box = tree.box
    top = 0
    if tree.head[HEAD_ROOT] >= 0:
        stack[0] = tree.head[HEAD_ROOT]
        entry[0] = ray_bounds(box, stack[0], origin, inverse)
        top = 1
    while top > 0:
        top -= 1
        if entry[top] > limit:
            continue
        node = stack[top]
        shape = link[node, LINK_SHAPE]
        if shape >= 0:
            if can_hit(shape, mask, ignored, shapes):
                hit = hit_shape(shape, origin, direction, limit, shapes, body_rotation, entry)
                row, limit = write_hit(
                    shape, hit, every, row, limit, found_shape, found_distance, found_normal, found_triangle
                )
            continue
        near = link[node, LINK_CHILD_A]
        far = link[node, LINK_CHILD_B]
        near_entry = ray_bounds(box, near, origin, inverse)
        far_entry = ray_bounds(box, far, origin, inverse)
        if far_entry < near_entry:
            near, far = far, near
            near_entry, far_entry = far_entry, near_entry
        if far_entry <= limit:
            stack[top] = far
            entry[top] = far_entry
            top += 1
        if near_entry <= limit:
            stack[top] = near
            entry[top] = near_entry
            top += 1
    return row, limit


@routine
def cast_ray(
    origin, direction, mask, ignored, shapes, plane_count, body_rotation, static_tree, moving_tree, every, row, limit,
    stack, entry, found_shape, found_distance, found_normal, found_triangle,
):  # fmt: skip
    """Look for hits in the whole world; arguments as in `cast_rays`, returns as `write_hit`."""
    for k in range(plane_count):
        shape = shapes.planes[k]
        if can_hit(shape, mask, ignored, shapes):
            hit = hit_shape(shape, origin, direction, limit, shapes, body_rotation, entry)
            row, limit = write_hit(
                shape, hit, every, row, limit, found_shape, found_distance, found_normal, found_triangle
            )
    row, limit = cast_into_tree(
        static_tree, origin, direction, mask, ignored, shapes, body_rotation, every, row, limit, stack, entry,
        found_shape, found_distance, found_normal, found_triangle,
    )  # fmt: skip
    return cast_into_tree(
        moving_tree, origin, direction, mask, ignored, shapes, body_rotation, every, row, limit, stack, entry,
        found_shape, found_distance, found_normal, found_triangle,
    )  # fmt: skip


@leaf
def finish_ray(row, origin, direction, shapes, shape, distance, normal, body, point):
    """Write what follows from the nearest hit of a ray, or that there is none."""
    if shape[row] < 0:
        body[row] = 0
        distance[row] = INFINITE
        for c in range(3):
            point[row, c] = math.nan
            normal[row, c] = math.nan
    else:
        body[row] = shapes.info[shape[row], SHAPE.BODY]
        for c in range(3):
            point[row, c] = origin[c] + direction[c] * distance[row]


@kernel
def cast_rays(
    origin, direction, limit, mask, ignored, shapes, plane_count, body_rotation, static_tree, moving_tree, stack, entry,
    shape, distance, normal, triangle, body, point,
):  # fmt: skip
    """Find the nearest hit of each ray.

    Args:
        origin: Starts of the rays [m], float64 [n, 3].
        direction: Unit vectors, float64 [n, 3].
        limit: Length of the rays [m].
        mask: Bits of which the category of a shape must have one.
        ignored: Rows of bodies that are not hit, upward, int32.
        shapes: Shape arrays.
        plane_count: Number of half-spaces.
        body_rotation: Orientations of the bodies.
        static_tree: Bounds of static shapes.
        moving_tree: Bounds of the other shapes.
        stack: Scratch, int32, at least RAY_STACK.
        entry: Scratch, float64, at least RAY_STACK.
        shape: Rows of the shapes that were hit, int32 [n]; -1 for none. Written.
        distance: Length of the way [m], float64 [n]; infinite for none. Written.
        normal: Outward unit normals, float64 [n, 3]; NaN for none. Written.
        triangle: Triangles of meshes and height fields that were hit, int32 [n]; -1 for others and for none. Written.
        body: Rows of the bodies that were hit, int32 [n]; 0 for none. Written.
        point: Places of the hits [m], float64 [n, 3]; NaN for none. Written.
    """
    for i in range(len(origin)):
        o = (origin[i, 0], origin[i, 1], origin[i, 2])
        d = (direction[i, 0], direction[i, 1], direction[i, 2])
        shape[i] = -1
        triangle[i] = -1
        cast_ray(
            o, d, mask, ignored, shapes, plane_count, body_rotation, static_tree, moving_tree, False, i, limit,
            stack, entry, shape, distance, normal, triangle,
        )  # fmt: skip
        finish_ray(i, o, d, shapes, shape, distance, normal, body, point)


call_cast_rays = by_address(cast_rays, types.none)


@kernel
def cast_through(
    origin, direction, limit, mask, ignored, shapes, plane_count, body_rotation, static_tree, moving_tree, stack, entry,
    shape, distance, normal, triangle,
):  # fmt: skip
    """Find all hits of one ray, in no particular order.

    Args:
        origin: Start of the ray (x, y, z) [m].
        direction: Unit vector (x, y, z).
        limit, mask, ignored, shapes, plane_count, body_rotation, static_tree, moving_tree, stack, entry: As in
            `cast_rays`.
        shape: Rows of the shapes that were hit, int32 [m]; hits beyond its length are counted only. Written.
        distance: Length of the way [m], float64 [m]. Written.
        normal: Outward unit normals, float64 [m, 3]. Written.
        triangle: As in `cast_rays`, int32 [m]. Written.

    Returns:
        Number of hits.
    """
    count, _ = cast_ray(
        origin, direction, mask, ignored, shapes, plane_count, body_rotation, static_tree, moving_tree, True, 0, limit,
        stack, entry, shape, distance, normal, triangle,
    )  # fmt: skip
    return count
