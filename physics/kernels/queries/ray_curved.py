"""Where a ray enters a cylinder or a cone: exact, in float64 and in the axes of the shape; conventions of `ray_shapes`.

Both are the common part of an endless round body and a slab between two planes at a right angle to its axis. A line is
in each of them for an interval of its length; it enters the shape at the later of the two beginnings, if that is before
the earlier of the two ends.
"""

import math

from physics.kernels.core.jit import leaf
from physics.kernels.core.vec3 import add_scaled, dot

INFINITE = math.inf
NOWHERE = (0.0, 0.0, 0.0)


@leaf
def slab_interval(y, dy, low, high):
    """Interval of a line in which low <= y + s dy <= high; begins at INFINITE if there is none."""
    if dy == 0.0:
        return (-INFINITE, INFINITE) if low <= y <= high else (INFINITE, -INFINITE)
    a, b = (low - y) / dy, (high - y) / dy
    return min(a, b), max(a, b)


@leaf
def ray_cylinder(origin, direction, radius, half_height):
    """Where a ray enters a cylinder along Y around zero."""
    square = origin[0] * origin[0] + origin[2] * origin[2]
    if not (square > radius * radius or abs(origin[1]) > half_height):
        return INFINITE, NOWHERE
    along = -dot(origin, direction)
    x, y, z = add_scaled(origin, direction, along)
    # (x + s dx)^2 + (z + s dz)^2 = r^2 has the discriminant r^2 (dx^2 + dz^2) - (x dz - z dx)^2.
    a = direction[0] * direction[0] + direction[2] * direction[2]
    side = x * direction[2] - z * direction[0]
    square = a * radius * radius - side * side
    if not square >= 0.0:
        return INFINITE, NOWHERE
    begin, end = -INFINITE, INFINITE
    if a > 0.0:
        b, root = x * direction[0] + z * direction[2], math.sqrt(square)
        begin, end = (-b - root) / a, (root - b) / a
    elif not x * x + z * z <= radius * radius:
        return INFINITE, NOWHERE
    low, high = slab_interval(y, direction[1], -half_height, half_height)
    s = max(begin, low)
    if not (s <= min(end, high) and along + s >= 0.0):
        return INFINITE, NOWHERE
    if low > begin:
        return along + s, (0.0, math.copysign(1.0, -direction[1]), 0.0)
    x, z = x + s * direction[0], z + s * direction[2]
    inverse = 1.0 / math.sqrt(x * x + z * z)
    return along + s, (x * inverse, 0.0, z * inverse)


@leaf
def nappe_interval(x, y, z, direction, slope):
    """Interval of a line in the endless cone below the origin, x^2 + z^2 <= (slope y)^2 and y <= 0.

    F(s) = a s^2 + 2 b s + c <= 0 describes the double cone. A line flatter than its side (a > 0) is in one half of it,
    between the roots; a steeper one is in both, before the first root and after the second.

    Args:
        x: Point of the line [m]; likewise y and z.
        y: See x.
        z: See x.
        direction: Unit vector along the line.
        slope: Radius per height.

    Returns:
        Interval along the line, from the point [m]; begins at INFINITE if there is none.
    """
    dx, dy, dz = direction
    k = slope * slope
    a = dx * dx + dz * dz - k * dy * dy
    b = x * dx + z * dz - k * y * dy
    c = x * x + z * z - k * y * y
    # b^2 - a c, written such that nothing large cancels.
    u, v, side = y * dx - dy * x, y * dz - dy * z, x * dz - z * dx
    square = k * (u * u + v * v) - side * side
    if a > 0.0 and not square >= 0.0:
        return INFINITE, -INFINITE
    root = math.sqrt(max(square, 0.0))
    q = -(b + math.copysign(root, b))
    one = q / a if a != 0.0 else math.copysign(INFINITE, -dy)
    two = c / q if q != 0.0 else 0.0
    begin, end = min(one, two), max(one, two)
    if a > 0.0:
        if y + 0.5 * (begin + end) * dy <= 0.0:
            return begin, end
        return INFINITE, -INFINITE
    # Upward it leaves the lower half at the first root, downward it enters at the second; 0 * inf is not a number.
    if dy > 0.0:
        return -INFINITE, begin if a != 0.0 else two
    return end if a != 0.0 else two, INFINITE


@leaf
def ray_cone(origin, direction, radius, half_height):
    """Where a ray enters a cone along Y: base at -half_height, tip at +half_height."""
    slope = 0.5 * radius / half_height
    below = half_height - origin[1]
    square = origin[0] * origin[0] + origin[2] * origin[2]
    if not (origin[1] < -half_height or below < 0.0 or square > slope * slope * below * below):
        return INFINITE, NOWHERE
    along = -dot(origin, direction)
    x, y, z = add_scaled(origin, direction, along)
    begin, end = nappe_interval(x, y - half_height, z, direction, slope)
    low, high = slab_interval(y, direction[1], -half_height, half_height)
    s = max(begin, low)
    if not (s <= min(end, high) and along + s >= 0.0):
        return INFINITE, NOWHERE
    if low > begin and direction[1] > 0.0:
        return along + s, (0.0, -1.0, 0.0)
    x, z = x + s * direction[0], z + s * direction[2]
    across = math.sqrt(x * x + z * z)
    if not across > 0.0:
        return along + s, (0.0, 1.0, 0.0)
    inverse = 1.0 / math.sqrt(1.0 + slope * slope)
    return along + s, (x / across * inverse, slope * inverse, z / across * inverse)
