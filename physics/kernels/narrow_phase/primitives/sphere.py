"""Contacts of a sphere with a sphere, a capsule and a box.

All routines of the narrow phase share one signature; `collide.py` explains it. A sphere always touches in one point.
"""

import math

import numpy as np

from physics.kernels.core.jit import leaf
from physics.kernels.core.vec3 import (
    add_scaled,
    axis_y,
    clamp,
    clamp_to_box,
    dot,
    length,
    negate,
    perpendicular,
    rotate,
    rotate_inverse,
    scale,
    subtract,
)

ZERO = np.float32(0.0)
ONE = np.float32(1.0)
HALF = np.float32(0.5)

#: Row of a single point, and its feature id. Numba compiles a leaf function once more for each literal that it is
#: given, but not for this.
FIRST = np.int64(0)

#: Below this distance [m] a direction between two float32 points says nothing: take another normal.
TINY = np.float32(1.0e-9)

#: A point this close to the axis of a capsule counts as on it: share of the capsule. Closer, the direction is noise.
SKIN_AXIS = np.float32(1.0e-4)

#: A center this close to the surface of a box counts as inside: share of the radius, and share of the box. The
#: direction to the closest point would be rounding noise there.
SKIN_RADIUS = np.float32(1.0e-4)
SKIN_BOX = np.float32(1.0e-6)


@leaf
def write_point(point, feature, index, position, separation, code):
    """Store one contact point: position [m] relative to the center of a, separation [m], feature id."""
    point[4 * index] = position[0]
    point[4 * index + 1] = position[1]
    point[4 * index + 2] = position[2]
    point[4 * index + 3] = separation
    feature[index] = code


@leaf
def apart(gap, point):
    """What a routine returns for shapes farther apart than the margin; `gap` [m] may be less than the truth."""
    point[3] = gap
    return 0, ZERO, ONE, ZERO


@leaf
def collide_sphere_sphere(size_a, rotation_a, size_b, rotation_b, offset, margin, point, feature, scratch):
    """Contact of two spheres; see `collide`."""
    distance = length(offset)
    separation = distance - size_a[0] - size_b[0]
    if separation > margin:
        return apart(separation, point)
    normal = (ZERO, ONE, ZERO)
    if distance > TINY:
        normal = scale(offset, ONE / distance)
    write_point(point, feature, FIRST, scale(normal, size_a[0] + HALF * separation), separation, FIRST)
    return 1, normal[0], normal[1], normal[2]


@leaf
def collide_sphere_capsule(size_a, rotation_a, size_b, rotation_b, offset, margin, point, feature, scratch):
    """Contact of a sphere with a capsule; see `collide`."""
    axis = axis_y(rotation_b)
    along = clamp(-dot(axis, offset), -size_b[1], size_b[1])
    to_core = add_scaled(offset, axis, along)
    if abs(along) < size_b[1]:
        # At a right angle to the axis: this removes the rounding of a long capsule from a short vector.
        to_core = add_scaled(to_core, axis, -dot(axis, to_core))
    distance = length(to_core)
    separation = distance - size_a[0] - size_b[0]
    if separation > margin:
        return apart(separation, point)
    # A center on the axis may leave sideways in any direction.
    normal = perpendicular(axis)
    if distance > SKIN_AXIS * (size_b[0] + size_b[1]):
        normal = scale(to_core, ONE / distance)
    write_point(point, feature, FIRST, scale(normal, size_a[0] + HALF * separation), separation, FIRST)
    return 1, normal[0], normal[1], normal[2]


@leaf
def nearest_face(center, half):
    """Face of a box through which a point inside leaves soonest.

    Args:
        center: Point in box axes [m].
        half: Half extents [m].

    Returns:
        Signed distance to that face [m], negative inside, and its outward normal in box axes.
    """
    x, y, z = abs(center[0]) - half[0], abs(center[1]) - half[1], abs(center[2]) - half[2]
    if x >= y and x >= z:
        return x, (ONE if center[0] >= ZERO else -ONE, ZERO, ZERO)
    if y >= z:
        return y, (ZERO, ONE if center[1] >= ZERO else -ONE, ZERO)
    return z, (ZERO, ZERO, ONE if center[2] >= ZERO else -ONE)


@leaf
def collide_sphere_box(size_a, rotation_a, size_b, rotation_b, offset, margin, point, feature, scratch):
    """Contact of a sphere with a box; see `collide`."""
    center = rotate_inverse(rotation_b, negate(offset))
    to_box = subtract(clamp_to_box(center, size_b), center)
    reach = size_a[0] + margin
    square = dot(to_box, to_box)
    if square > reach * reach:
        return apart(math.sqrt(square) - size_a[0], point)
    distance = np.sqrt(square)
    if distance > SKIN_RADIUS * size_a[0] + SKIN_BOX * max(size_b[0], max(size_b[1], size_b[2])):
        direction = scale(to_box, ONE / distance)
    else:
        distance, outward = nearest_face(center, size_b)
        direction = negate(outward)
    normal = rotate(rotation_b, direction)
    separation = distance - size_a[0]
    write_point(point, feature, FIRST, scale(normal, size_a[0] + HALF * separation), separation, FIRST)
    return 1, normal[0], normal[1], normal[2]
