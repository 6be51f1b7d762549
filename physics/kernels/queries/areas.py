"""How large a shape looks from somewhere, which of its points is the nearest, and the shortest way out of it."""

import math

import numpy as np

from physics.kernels.core.jit import leaf
from physics.kernels.core.vec3 import axes, axis_y, clamp, clamp_to_box, dot, rotate, rotate_inverse
from physics.kernels.layout import hull as HULL, kind as KIND, shape as SHAPE


@leaf
def size_of_shape(shape, shapes):
    """Size of a shape, float64."""
    place = shapes.place
    k = SHAPE.PLACE_SIZE
    return np.float64(place[shape, k]), np.float64(place[shape, k + 1]), np.float64(place[shape, k + 2])


@leaf
def turn_of_shape(shape, shapes):
    """Rotation of a shape in the world, float64."""
    q = shapes.rotation
    return np.float64(q[shape, 0]), np.float64(q[shape, 1]), np.float64(q[shape, 2]), np.float64(q[shape, 3])


@leaf
def shown_area(shape, shapes, direction):
    """Area of the shadow of a shape in the light from a direction of length 1 [m^2].

    Exact for spheres, capsules, cylinders and boxes; a cone counts as its base and its profile, other shapes as their
    bounding boxes, a half-space as nothing.
    """
    kind = shapes.info[shape, SHAPE.KIND]
    x, y, z = size_of_shape(shape, shapes)
    if kind == KIND.SPHERE:
        return math.pi * x * x
    if kind == KIND.PLANE:
        return 0.0
    q = turn_of_shape(shape, shapes)
    if KIND.is_round(kind):
        cosine = abs(dot(axis_y(q), direction))
        sine = math.sqrt(max(1.0 - cosine * cosine, 0.0))
        if kind == KIND.CAPSULE:
            return math.pi * x * x + 4.0 * x * y * sine
        side = 2.0 * x * y if kind == KIND.CONE else 4.0 * x * y
        return math.pi * x * x * cosine + side * sine
    u, v, w = axes(q)
    a, b, c = abs(dot(u, direction)), abs(dot(v, direction)), abs(dot(w, direction))
    return 4.0 * (a * y * z + b * x * z + c * x * y)


@leaf
def nearest_on_shape(shape, shapes, point):
    """Point of a solid shape that is nearest to a point of the world, which is itself if it is inside.

    Exact for spheres, capsules, cylinders and boxes; a cone counts as its cylinder, other shapes as their bounding
    boxes.
    """
    kind = shapes.info[shape, SHAPE.KIND]
    x, y, z = size_of_shape(shape, shapes)
    q = turn_of_shape(shape, shapes)
    center = (shapes.center[shape, 0], shapes.center[shape, 1], shapes.center[shape, 2])
    local = rotate_inverse(q, (point[0] - center[0], point[1] - center[1], point[2] - center[2]))
    if KIND.is_round(kind):
        middle = 0.0
        height = local[1]
        if kind == KIND.CAPSULE:
            middle = clamp(local[1], -y, y)
            height = local[1] - middle
        elif kind != KIND.SPHERE:
            middle = clamp(local[1], -y, y)
            height = 0.0
        length = math.sqrt(local[0] * local[0] + height * height + local[2] * local[2])
        factor = x / length if length > x else 1.0
        local = (factor * local[0], middle + factor * height, factor * local[2])
    else:
        local = clamp_to_box(local, (x, y, z))
    found = rotate(q, local)
    return center[0] + found[0], center[1] + found[1], center[2] + found[2]


@leaf
def way_out_of_box(size, p):
    """Distance to the nearest side of a box from a point inside [m], and the direction to it."""
    x, y, z = size[0] - abs(p[0]), size[1] - abs(p[1]), size[2] - abs(p[2])
    if x <= y and x <= z:
        return x, (math.copysign(1.0, p[0]), 0.0, 0.0)
    if y <= z:
        return y, (0.0, math.copysign(1.0, p[1]), 0.0)
    return z, (0.0, 0.0, math.copysign(1.0, p[2]))


@leaf
def outward(p):
    """Direction from the Y axis to a point; +X on the axis."""
    across = math.sqrt(p[0] * p[0] + p[2] * p[2])
    if across > 0.0:
        return p[0] / across, 0.0, p[2] / across
    return 1.0, 0.0, 0.0


@leaf
def way_out_of_cylinder(size, p):
    """As `way_out_of_box`."""
    side = size[0] - math.sqrt(p[0] * p[0] + p[2] * p[2])
    end = size[1] - abs(p[1])
    if side <= end:
        return side, outward(p)
    return end, (0.0, math.copysign(1.0, p[1]), 0.0)


@leaf
def way_out_of_cone(size, p):
    """As `way_out_of_box`; the side leans by the slope of radius over height."""
    height = size[1] + size[1]
    slant = math.sqrt(size[0] * size[0] + height * height)
    across = math.sqrt(p[0] * p[0] + p[2] * p[2])
    side = (size[0] * (size[1] - p[1]) - height * across) / slant
    base = p[1] + size[1]
    if base <= side:
        return base, (0.0, -1.0, 0.0)
    x, _, z = outward(p)
    return side, (x * height / slant, size[0] / slant, z * height / slant)


@leaf
def way_out_of_hull(data, p, numbers, indices):
    """As `way_out_of_box`."""
    planes = indices[data + HULL.PLANES]
    count = indices[data + HULL.FACE_COUNT]
    stride = HULL.lanes(count)
    best, normal = math.inf, (0.0, 1.0, 0.0)
    for k in range(planes, planes + count):
        n = (np.float64(numbers[k]), np.float64(numbers[k + stride]), np.float64(numbers[k + 2 * stride]))
        depth = np.float64(numbers[k + 3 * stride]) - dot(n, p)
        if depth < best:
            best, normal = depth, n
    return best, normal


@leaf
def way_out(kind, size, data, p, numbers, indices):
    """Distance to the surface of a solid from a point inside [m], and the direction to it, in the axes of the shape."""
    if kind == KIND.BOX:
        return way_out_of_box(size, p)
    if kind == KIND.CYLINDER:
        return way_out_of_cylinder(size, p)
    if kind == KIND.CONE:
        return way_out_of_cone(size, p)
    if kind == KIND.HULL:
        return way_out_of_hull(data, p, numbers, indices)
    # On the axis of a sphere or capsule.
    return size[0], (1.0, 0.0, 0.0)
