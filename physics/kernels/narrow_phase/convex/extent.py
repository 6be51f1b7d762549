"""How far a shape reaches, by its kind: outermost points, bounds, the ball inside, the radius on which it rolls.

What kernels ask of a shape and its size alone can answer is here, so that a new kind is told about in one file. The
functions work in the precision of their arguments unless they say which one they need.
"""

import math

import numpy as np

from physics.kernels.core.jit import leaf
from physics.kernels.core.vec3 import axes, axis_y, dot, length, scale
from physics.kernels.layout import hull as HULL, kind as KIND

#: Shapes are shrunk by this share of their smallest size, and at most by this length [m].
SHRINK = 0.2
SHRINK_LIMIT = 0.02

#: Sine of the largest tilt at which a straight side still touches along its length (15 degrees).
SEGMENT_SINE = 0.26

ZERO = np.float32(0.0)
ONE = np.float32(1.0)


# ---- Outermost points -----------------------------------------------------------------------------------------------


@leaf
def rounding(kind, size):
    """Rounding radius of a shape around its core [m]."""
    return size[0] if KIND.has_one_radius(kind) else 0.0


@leaf
def support_cylinder(radius, half_height, direction):
    """Point of a cylinder farthest along a direction: on the rim, or in the middle of an end for one along the axis."""
    x, y, z = direction
    across = math.sqrt(x * x + z * z)
    factor = radius / across if across > 0.0 else 0.0
    return x * factor, half_height if y >= 0.0 else -half_height, z * factor


@leaf
def support_cone(radius, half_height, direction):
    """Point of a cone farthest along a direction: its tip, or on the rim of its base."""
    x, y, z = direction
    across = math.sqrt(x * x + z * z)
    if 2.0 * half_height * y >= radius * across:
        return 0.0, half_height, 0.0
    factor = radius / across if across > 0.0 else 0.0
    return x * factor, -half_height, z * factor


@leaf
def support_round(kind, size, direction):
    """Point of the core of a round shape farthest along a direction, as `support`; float64."""
    if kind == KIND.CYLINDER:
        return support_cylinder(size[0], size[1], direction)
    if kind == KIND.CONE:
        return support_cone(size[0], size[1], direction)
    if kind == KIND.CAPSULE:
        return 0.0, size[1] if direction[1] >= 0.0 else -size[1], 0.0
    return 0.0, 0.0, 0.0


@leaf
def outermost(kind, size, direction):
    """Point of a smooth shape farthest along a unit vector, shape axes [m]."""
    return scale(direction, size[0])


# ---- Bounds ---------------------------------------------------------------------------------------------------------


@leaf
def half_box(kind, size):
    """Half the size of the box around a convex shape in its own axes [m]."""
    if not KIND.is_round(kind) or KIND.is_boxed(kind):
        return size
    if kind == KIND.SPHERE:
        return size[0], size[0], size[0]
    return size[0], size[1] + size[0] if kind == KIND.CAPSULE else size[1], size[0]


@leaf
def half_bounds(kind, size, rotation):
    """Half the size of the box around a shape in the axes that its rotation is given in [m]; float32."""
    x, y, z = size
    if kind == KIND.SPHERE:
        return x, x, x
    if KIND.is_boxed(kind):
        u, v, w = axes(rotation)
        return (
            abs(u[0]) * x + abs(v[0]) * y + abs(w[0]) * z,
            abs(u[1]) * x + abs(v[1]) * y + abs(w[1]) * z,
            abs(u[2]) * x + abs(v[2]) * y + abs(w[2]) * z,
        )
    axis = axis_y(rotation)
    rim_x, rim_y, rim_z = x, x, x
    if kind != KIND.CAPSULE:  # a disk reaches less far along its axis; a cone has the bounds of its cylinder
        rim_x *= math.sqrt(max(ONE - axis[0] * axis[0], ZERO))
        rim_y *= math.sqrt(max(ONE - axis[1] * axis[1], ZERO))
        rim_z *= math.sqrt(max(ONE - axis[2] * axis[2], ZERO))
    return rim_x + y * abs(axis[0]), rim_y + y * abs(axis[1]), rim_z + y * abs(axis[2])


@leaf
def half_along(kind, size, rotation, direction):
    """How far a convex shape reaches from its center along a unit vector, or a little more [m]; float32."""
    if kind == KIND.SPHERE:
        return size[0]
    if KIND.is_faceted(kind):
        x, y, z = axes(rotation)
        return size[0] * abs(dot(x, direction)) + size[1] * abs(dot(y, direction)) + size[2] * abs(dot(z, direction))
    slope = dot(axis_y(rotation), direction)
    across = size[0]
    if kind != KIND.CAPSULE:
        across *= math.sqrt(max(ONE - slope * slope, ZERO))
    return across + size[1] * abs(slope)


@leaf
def reach_of(kind, size):
    """Distance from the center of a shape to its farthest point, or a little more [m]."""
    if kind == KIND.SPHERE:
        return size[0]
    if kind == KIND.CAPSULE:
        return size[0] + size[1]
    if KIND.has_rim(kind):
        return math.sqrt(size[0] * size[0] + size[1] * size[1])
    return length(size)


# ---- The inside, in float64 -----------------------------------------------------------------------------------------


@leaf
def inner_ball(kind, size):
    """The largest ball in a round shape or box: height of its center along Y, and radius [m]."""
    if KIND.has_one_radius(kind):
        return 0.0, size[0]
    if kind == KIND.CYLINDER:
        return 0.0, min(size[0], size[1])
    if kind == KIND.CONE:
        # The circle inside of the triangle that a plane through the axis cuts out: area over half the circumference.
        height = size[1] + size[1]
        radius = size[0] * height / (size[0] + math.sqrt(size[0] * size[0] + height * height))
        return radius - size[1], radius
    return 0.0, min(size[0], size[1], size[2])


@leaf
def inner_of(kind, size, data, numbers, indices):
    """A ball inside of a convex shape: center in the axes of the shape, and radius [m]."""
    if kind != KIND.HULL:
        height, radius = inner_ball(kind, size)
        return (0.0, height, 0.0), radius
    k = indices[data + HULL.BODY]
    center = (
        np.float64(numbers[k + HULL.BODY_CENTER]),
        np.float64(numbers[k + HULL.BODY_CENTER + 1]),
        np.float64(numbers[k + HULL.BODY_CENTER + 2]),
    )
    return center, np.float64(numbers[k + HULL.BODY_INNER])


@leaf
def smallest_size(kind, size):
    """How thick a shape is at least [m]: half its least thickness, about; infinite for a triangle."""
    if kind == KIND.TRIANGLE:
        return math.inf
    if kind == KIND.HULL:
        return 0.5 * min(size[0], size[1], size[2])
    return inner_ball(kind, size)[1]


@leaf
def shrunk_core(kind, size):
    """Core of a shape that is a little smaller.

    Returns:
        Size of the core, its height above the center of the shape along Y, and how far the shape reaches beyond it at
        most [m]. What has a radius around it, hulls and triangles are not shrunk.
    """
    by = min(SHRINK * smallest_size(kind, size), SHRINK_LIMIT)
    if kind == KIND.BOX:
        return (size[0] - by, size[1] - by, size[2] - by), 0.0, 2.0 * by
    if kind == KIND.CYLINDER:
        return (size[0] - by, size[1] - by, 0.0), 0.0, 1.5 * by
    if kind == KIND.CONE:
        # The base rises by that much; the tip sinks by more, since the side moves inward by it.
        tip = by * math.sqrt(1.0 + 4.0 * size[1] * size[1] / (size[0] * size[0]))
        half = size[1] - 0.5 * (by + tip)
        radius = size[0] * half / size[1]
        return (radius, half, 0.0), 0.5 * (by - tip), max(tip, by + size[0] - radius)
    return size, 0.0, 0.0


# ---- Rolling, in float32 --------------------------------------------------------------------------------------------


@leaf
def rolling_radius(kind, size):
    """Radius that rolling friction is told as a part of [m]; 0 for what does not roll."""
    return size[0] if KIND.is_round(kind) else ZERO


@leaf
def turning_radius(kind, size, rotation, normal):
    """Radius that a contact normal keeps while the shape turns, for MANIFOLD_RADII: 0 if it turns with the shape.

    The point where a cylinder lies does not move with it while it rolls; where it stands, it does. So it is the radius
    as long as the normal is at a right angle to the axis, within the tilt at which it still touches along its side. A
    cone on its side would need another radius for each of its points, so it has none.

    Args:
        kind: Kind of the shape.
        size: Its size, float32 [m].
        rotation: Its rotation, float32.
        normal: Contact normal, world axes, float32.
    """
    if KIND.has_one_radius(kind):
        return size[0]
    if kind == KIND.CYLINDER and abs(dot(axis_y(rotation), normal)) < SEGMENT_SINE:
        return size[0]
    return ZERO
