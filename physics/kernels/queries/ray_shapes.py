"""Where a ray enters a shape: exact, in float64 and in the axes of the shape.

Every function takes a ray (origin, unit direction) and returns the distance to where it enters, INFINITE for a miss,
and the outward unit normal there. Shapes are closed solids: one that contains the origin, on its surface or inside, is
not hit. Whatever comes from afar is first moved along the ray to its nearest approach, where the numbers are as small
as the shape: the textbook formulas would lose the size of a ball in the square of its distance. Comparisons are written
such that a NaN, which takes origins beyond 1e150 m, is a miss.
"""

import math

import numpy as np

from physics.kernels.broad_phase.proxies import multiply_quaternions
from physics.kernels.core.jit import leaf
from physics.kernels.core.vec3 import add_scaled, axis_y, dot, rotate, rotate_inverse, scale, subtract
from physics.kernels.layout import kind as KIND, shape as SHAPE
from physics.kernels.queries.ray_curved import ray_cone, ray_cylinder
from physics.kernels.queries.ray_hull import ray_hull

INFINITE = math.inf
NOWHERE = (0.0, 0.0, 0.0)


@leaf
def normalized(a):
    """Vector of length 1."""
    return scale(a, 1.0 / math.sqrt(dot(a, a)))


@leaf
def ray_ball(origin, direction, radius):
    """Where a line that starts outside enters a ball around zero, even behind its start."""
    along = -dot(origin, direction)
    near = add_scaled(origin, direction, along)
    square = radius * radius - dot(near, near)
    if not square >= 0.0:
        return INFINITE, NOWHERE
    half = math.sqrt(square)
    return along - half, normalized(add_scaled(near, direction, -half))


@leaf
def ray_sphere(origin, direction, radius):
    """Where a ray enters a ball around zero."""
    distance, normal = ray_ball(origin, direction, radius)
    if dot(origin, origin) > radius * radius and dot(origin, direction) < 0.0:
        return max(distance, 0.0), normal
    return INFINITE, NOWHERE


@leaf
def ray_capsule(origin, direction, radius, half_height):
    """Where a ray enters a capsule along Y around zero.

    The ray enters the endless cylinder around the capsule first. If that is beside the middle part, it is the answer.
    If it is beyond an end, only the ball at that end can be hit: the way to anything else leads through it.
    """
    beyond = origin[1] - min(max(origin[1], -half_height), half_height)
    if not origin[0] * origin[0] + beyond * beyond + origin[2] * origin[2] > radius * radius:
        return INFINITE, NOWHERE
    along = -dot(origin, direction)
    x, y, z = add_scaled(origin, direction, along)
    # (x + s dx)^2 + (z + s dz)^2 = r^2 has the discriminant r^2 (dx^2 + dz^2) - (x dz - z dx)^2.
    a = direction[0] * direction[0] + direction[2] * direction[2]
    side = x * direction[2] - z * direction[0]
    square = a * radius * radius - side * side
    if not square >= 0.0:
        return INFINITE, NOWHERE
    if a > 0.0:
        s = -(x * direction[0] + z * direction[2] + math.sqrt(square)) / a
        height = y + s * direction[1]
        if abs(height) <= half_height:
            if not along + s >= 0.0:
                return INFINITE, NOWHERE
            return along + s, normalized((x + s * direction[0], 0.0, z + s * direction[2]))
    else:
        height = -direction[1]  # along the axis: it comes from that side
    end = math.copysign(half_height, height)
    distance, normal = ray_ball((origin[0], origin[1] - end, origin[2]), direction, radius)
    if distance >= 0.0:
        return distance, normal
    return INFINITE, NOWHERE


@leaf
def ray_slab(origin, direction, half):
    """Distances at which a ray enters and leaves the slab -half ... half of one coordinate; infinite if never."""
    if direction == 0.0:
        return (-INFINITE, INFINITE) if abs(origin) <= half else (INFINITE, -INFINITE)
    a = (-half - origin) / direction
    b = (half - origin) / direction
    return min(a, b), max(a, b)


@leaf
def ray_box(origin, direction, half):
    """Where a ray enters a box around zero; at an edge, the normal is that of one of its faces."""
    x0, x1 = ray_slab(origin[0], direction[0], half[0])
    y0, y1 = ray_slab(origin[1], direction[1], half[1])
    z0, z1 = ray_slab(origin[2], direction[2], half[2])
    enter = max(x0, y0, z0)
    outside = abs(origin[0]) > half[0] or abs(origin[1]) > half[1] or abs(origin[2]) > half[2]
    if not (outside and enter >= 0.0 and enter <= min(x1, y1, z1)):
        return INFINITE, NOWHERE
    if x0 == enter:
        return enter, (math.copysign(1.0, -direction[0]), 0.0, 0.0)
    if y0 == enter:
        return enter, (0.0, math.copysign(1.0, -direction[1]), 0.0)
    return enter, (0.0, 0.0, math.copysign(1.0, -direction[2]))


@leaf
def ray_half_space(origin, direction, normal):
    """Where a ray enters the half-space below a plane through zero."""
    height = dot(origin, normal)
    approach = -dot(direction, normal)
    if height > 0.0 and approach > 0.0:
        return height / approach, normal
    return INFINITE, NOWHERE


@leaf
def shape_turn(shape, shapes, body_rotation):
    """World rotation of a shape in float64; `shapes.rotation` is rounded, and no longer of length 1."""
    body = shapes.info[shape, SHAPE.BODY]
    p = (body_rotation[body, 0], body_rotation[body, 1], body_rotation[body, 2], body_rotation[body, 3])
    c = SHAPE.PLACE_ROTATION
    place = shapes.place
    q = (
        np.float64(place[shape, c]),
        np.float64(place[shape, c + 1]),
        np.float64(place[shape, c + 2]),
        np.float64(place[shape, c + 3]),
    )
    x, y, z, w = multiply_quaternions(p, q)
    inverse = 1.0 / math.sqrt(x * x + y * y + z * z + w * w)
    return x * inverse, y * inverse, z * inverse, w * inverse


@leaf
def ray_local(kind, size, data, o, d, shapes):
    """Where a ray enters a shape of any kind that needs its axes; ray and normal in these axes, returns as the others.

    Args:
        kind: Kind of the shape: neither sphere nor half-space, mesh or height field.
        size: Its size as in `layout`, three float64 [m].
        data: Where the shape data of a hull begin.
        o: Start of the ray [m].
        d: Unit vector.
        shapes: Shape arrays.
    """
    if kind == KIND.CAPSULE:
        return ray_capsule(o, d, size[0], size[1])
    if kind == KIND.BOX:
        return ray_box(o, d, size)
    if kind == KIND.HULL:
        return ray_hull(o, d, data, shapes.numbers, shapes.indices)
    if kind == KIND.CYLINDER:
        return ray_cylinder(o, d, size[0], size[1])
    return ray_cone(o, d, size[0], size[1])


@leaf
def ray_shape(shape, origin, direction, shapes, body_rotation):
    """Where a ray enters a shape of the world.

    Args:
        shape: Row of the shape.
        origin: Start of the ray in the world [m].
        direction: Unit vector.
        shapes: Shape arrays.
        body_rotation: Orientations of the bodies.

    Returns:
        Distance [m], INFINITE for a miss, and the normal in world axes.
    """
    o = subtract(origin, (shapes.center[shape, 0], shapes.center[shape, 1], shapes.center[shape, 2]))
    kind = shapes.info[shape, SHAPE.KIND]
    size_x = np.float64(shapes.place[shape, SHAPE.PLACE_SIZE])
    if kind == KIND.SPHERE:
        return ray_sphere(o, direction, size_x)
    q = shape_turn(shape, shapes, body_rotation)
    if kind == KIND.PLANE:
        return ray_half_space(o, direction, axis_y(q))
    size = (
        size_x,
        np.float64(shapes.place[shape, SHAPE.PLACE_SIZE + 1]),
        np.float64(shapes.place[shape, SHAPE.PLACE_SIZE + 2]),
    )
    data = shapes.info[shape, SHAPE.DATA]
    distance, normal = ray_local(kind, size, data, rotate_inverse(q, o), rotate_inverse(q, direction), shapes)
    return distance, rotate(q, normal)
