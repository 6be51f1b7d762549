"""How far a point is from a shape, and which way is out of it."""

import math

import numpy as np

from physics.kernels.continuous.advance import float3, separation
from physics.kernels.continuous.sweep import NO_TURN, ORIGIN, box_for_query, write_corners
from physics.kernels.core.jit import leaf, routine
from physics.kernels.core.pointer import flat
from physics.kernels.core.vec3 import axis_y, clamp, clamp_to_box, dot, rotate, rotate_inverse, subtract
from physics.kernels.layout import kind as KIND, shape as SHAPE
from physics.kernels.mesh.data import MESH_TWO_SIDED
from physics.kernels.mesh.points import LISTED
from physics.kernels.mesh.query import QUERY_DONE, QUERY_START, list_triangles
from physics.kernels.queries.areas import outward, way_out, way_out_of_box, way_out_of_cone, way_out_of_cylinder

#: Nothing was found within the limit.
FAR = 1e30
#: Of two triangles that are equally far, up to this [m], the one that faces the point better counts.
SAME = 1e-7


@leaf
def _unit(x, y, z, length):
    """A vector divided by its length."""
    inverse = 1.0 / length
    return x * inverse, y * inverse, z * inverse


@leaf
def gap_of_box(size, p):
    """Distance from a point to a box, negative inside, and the way out; axes of the box."""
    q = clamp_to_box(p, size)
    x, y, z = p[0] - q[0], p[1] - q[1], p[2] - q[2]
    square = x * x + y * y + z * z
    if square > 0.0:
        gap = math.sqrt(square)
        return gap, _unit(x, y, z, gap)
    depth, normal = way_out_of_box(size, p)
    return -depth, normal


@leaf
def gap_of_capsule(size, p):
    """As `gap_of_box`; of a sphere, the half height is 0."""
    y = p[1] - clamp(p[1], -size[1], size[1])
    length = math.sqrt(p[0] * p[0] + y * y + p[2] * p[2])
    if length > 0.0:
        return length - size[0], _unit(p[0], y, p[2], length)
    return -size[0], (1.0, 0.0, 0.0)


@leaf
def gap_of_cylinder(size, p):
    """As `gap_of_box`."""
    across = math.sqrt(p[0] * p[0] + p[2] * p[2])
    side, end = across - size[0], abs(p[1]) - size[1]
    if side <= 0.0 and end <= 0.0:
        depth, normal = way_out_of_cylinder(size, p)
        return -depth, normal
    x, _, z = outward(p)
    side, end = max(side, 0.0), max(end, 0.0)
    gap = math.sqrt(side * side + end * end)
    return gap, (x * side / gap, math.copysign(end, p[1]) / gap, z * side / gap)


@leaf
def gap_of_cone(size, p):
    """As `gap_of_box`."""
    depth, normal = way_out_of_cone(size, p)
    if depth >= 0.0:
        return -depth, normal
    across = math.sqrt(p[0] * p[0] + p[2] * p[2])
    x, _, z = outward(p)
    # The side runs from (radius, -height) to (0, height), the base from the axis to the radius.
    t = clamp(
        ((across - size[0]) * -size[0] + (p[1] + size[1]) * 2.0 * size[1])
        / (size[0] * size[0] + 4.0 * size[1] * size[1]),
        0.0,
        1.0,
    )
    sx, sy = across - size[0] * (1.0 - t), p[1] + size[1] - 2.0 * size[1] * t
    bx, by = across - clamp(across, 0.0, size[0]), p[1] + size[1]
    if bx * bx + by * by < sx * sx + sy * sy:
        sx, sy = bx, by
    gap = math.sqrt(sx * sx + sy * sy)
    if gap == 0.0:
        return 0.0, normal
    return gap, (x * sx / gap, sy / gap, z * sx / gap)


@leaf
def closest_on_triangle(corners):
    """Point of a triangle that is closest to the origin, and three weights of its corners."""
    a = (np.float64(corners[0]), np.float64(corners[1]), np.float64(corners[2]))
    ab = (corners[3] - a[0], corners[4] - a[1], corners[5] - a[2])
    ac = (corners[6] - a[0], corners[7] - a[1], corners[8] - a[2])
    d1, d2 = -dot(ab, a), -dot(ac, a)
    b = (a[0] + ab[0], a[1] + ab[1], a[2] + ab[2])
    d3, d4 = -dot(ab, b), -dot(ac, b)
    c = (a[0] + ac[0], a[1] + ac[1], a[2] + ac[2])
    d5, d6 = -dot(ab, c), -dot(ac, c)
    vc, vb, va = d1 * d4 - d3 * d2, d5 * d2 - d1 * d6, d3 * d6 - d5 * d4
    v = w = 0.0
    if d1 <= 0.0 and d2 <= 0.0:
        pass
    elif d3 >= 0.0 and d4 <= d3:
        v = 1.0
    elif d6 >= 0.0 and d5 <= d6:
        w = 1.0
    elif vc <= 0.0 and d1 >= 0.0 and d3 <= 0.0:
        v = d1 / (d1 - d3)
    elif vb <= 0.0 and d2 >= 0.0 and d6 <= 0.0:
        w = d2 / (d2 - d6)
    elif va <= 0.0 and d4 - d3 >= 0.0 and d5 - d6 >= 0.0:
        w = (d4 - d3) / ((d4 - d3) + (d5 - d6))
        v = 1.0 - w
    else:
        total = 1.0 / (va + vb + vc)
        v, w = vb * total, vc * total
    return (a[0] + ab[0] * v + ac[0] * w, a[1] + ab[1] * v + ac[1] * w, a[2] + ab[2] * v + ac[2] * w), v, w


@routine
def gap_of_surface(kind, data, center, turn, p, limit, numbers, indices, work, names, corners):
    """As `gap_of_box` for a mesh or height field, in world axes, up to a limit.

    What is behind a triangle is inside, unless the mesh has two sides; then the way out is toward the point.
    """
    local = rotate_inverse(turn, subtract(p, center))
    two_sided = kind == KIND.MESH and indices[data + MESH_TWO_SIDED] != 0
    box = box_for_query(local, (limit, limit, limit))
    best, facing, normal = limit, -1.0, (0.0, 1.0, 0.0)
    inside, found = False, False
    state = QUERY_START
    while state != QUERY_DONE:
        count, state = list_triangles(kind, data, state, box, indices, numbers, work, names)
        for i in range(count):
            write_corners(kind, data, names[LISTED + i], (center, turn), p, numbers, indices, corners)
            q, _, _ = closest_on_triangle(corners)
            gap = math.sqrt(dot(q, q))
            if gap > best + SAME:
                continue
            ax, ay, az = np.float64(corners[0]), np.float64(corners[1]), np.float64(corners[2])
            bx, by, bz = corners[3] - ax, corners[4] - ay, corners[5] - az
            cx, cy, cz = corners[6] - ax, corners[7] - ay, corners[8] - az
            nx, ny, nz = by * cz - bz * cy, bz * cx - bx * cz, bx * cy - by * cx
            size = math.sqrt(nx * nx + ny * ny + nz * nz)
            if size == 0.0:
                continue
            nx, ny, nz = nx / size, ny / size, nz / size
            along = -(nx * ax + ny * ay + nz * az)  # of the point, in front of the plane
            share = abs(along) / gap if gap > SAME else 1.0
            if gap < best - SAME or share > facing:
                best, facing, found = min(gap, best), share, True
                inside = along < 0.0 and not two_sided
                normal = (nx, ny, nz)
                if gap > SAME:
                    sign = -1.0 if inside else 1.0
                    normal = _unit(-sign * q[0], -sign * q[1], -sign * q[2], gap)
    if not found:
        return FAR, normal
    return -best if inside else best, normal


@leaf
def pose_of(shape, shapes):
    """Center and rotation of a shape in the world, float64."""
    q = shapes.rotation
    turn = (np.float64(q[shape, 0]), np.float64(q[shape, 1]), np.float64(q[shape, 2]), np.float64(q[shape, 3]))
    return (shapes.center[shape, 0], shapes.center[shape, 1], shapes.center[shape, 2]), turn


@routine
def gap_of(shape, p, limit, shapes, search):
    """Distance from a point to a shape [m], negative inside, and the direction out of it, world axes.

    Args:
        shape: Row of the shape.
        p: The point [m].
        limit: Meshes and height fields are looked at up to this distance; beyond, the answer is FAR.
        shapes: Shape arrays.
        search: Scratch.
    """
    kind = np.int64(shapes.info[shape, SHAPE.KIND])
    center, turn = pose_of(shape, shapes)
    if kind == KIND.PLANE:
        normal = axis_y(turn)
        return dot(normal, subtract(p, center)), normal
    numbers, indices, corners = flat(shapes.numbers), flat(shapes.indices), flat(search.corners)
    data = np.int64(shapes.info[shape, SHAPE.DATA])
    if KIND.is_surface(kind):
        work, names = flat(search.work), flat(search.names)
        return gap_of_surface(kind, data, center, turn, p, limit, numbers, indices, work, names, corners)
    size = float3(shapes.place, shape, SHAPE.PLACE_SIZE)
    local = rotate_inverse(turn, subtract(p, center))
    if kind == KIND.SPHERE:
        gap, normal = gap_of_capsule((size[0], 0.0, 0.0), local)
    elif kind == KIND.CAPSULE:
        gap, normal = gap_of_capsule(size, local)
    elif kind == KIND.BOX:
        gap, normal = gap_of_box(size, local)
    elif kind == KIND.CYLINDER:
        gap, normal = gap_of_cylinder(size, local)
    elif kind == KIND.CONE:
        gap, normal = gap_of_cone(size, local)
    else:
        depth, normal = way_out(kind, size, data, local, numbers, indices)
        gap = -depth
        if depth < 0.0:
            toward = (-normal[0], -normal[1], -normal[2])
            gap, out, _, inside = separation(
                KIND.SPHERE, ORIGIN, 0, (local, NO_TURN), kind, size, data, (ORIGIN, NO_TURN), toward, numbers, indices,
                corners,
            )  # fmt: skip
            if inside:
                gap = -depth
            else:
                normal = (-out[0], -out[1], -out[2])
    return gap, rotate(turn, normal)
