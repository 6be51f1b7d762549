"""How large a shape looks from somewhere, and which of its points is the nearest."""

import math

import numpy as np

from physics.kernels.core.jit import leaf
from physics.kernels.core.vec3 import axes, axis_y, clamp, clamp_to_box, dot, rotate, rotate_inverse
from physics.kernels.layout import kind as KIND, shape as SHAPE


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
