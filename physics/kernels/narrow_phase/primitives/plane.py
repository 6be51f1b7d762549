"""Contacts of a sphere, a capsule and a box with a half-space: the side local y < 0 of its center.

The normal of a contact points from a to b, into the half-space, so it is minus the normal of the plane. A half-space is
infinitely deep: however far a body sank, it is pushed out along the normal.
"""

import numpy as np

from physics.kernels.core.jit import leaf
from physics.kernels.core.vec3 import axes, axis_y, combine, dot, negate, rotate_inverse, scale
from physics.kernels.narrow_phase.primitives.sphere import FIRST, HALF, ZERO, apart, write_point

#: A later face replaces an earlier one as the bottom of a box only if it faces the plane this much more.
FACE_BIAS = np.float32(1.02)


@leaf
def collide_sphere_plane(size_a, rotation_a, size_b, rotation_b, offset, margin, point, feature, scratch):
    """Contact of a sphere with a half-space; see `collide`."""
    normal = negate(axis_y(rotation_b))
    separation = dot(normal, offset) - size_a[0]
    if separation > margin:
        return apart(separation, point)
    write_point(point, feature, FIRST, scale(normal, size_a[0] + HALF * separation), separation, FIRST)
    return 1, normal[0], normal[1], normal[2]


@leaf
def collide_capsule_plane(size_a, rotation_a, size_b, rotation_b, offset, margin, point, feature, scratch):
    """Contacts of both ends of a capsule with a half-space; see `collide`. Feature 0 is the end at -Y, 1 at +Y."""
    normal = negate(axis_y(rotation_b))
    axis = axis_y(rotation_a)
    middle = dot(normal, offset) - size_a[0]
    slope = dot(normal, axis)
    gap = middle - abs(slope) * size_a[1]
    if gap > margin:
        return apart(gap, point)
    count = 0
    for end in range(2):
        along = size_a[1] if end == 1 else -size_a[1]
        separation = middle - slope * along
        if separation <= margin:
            reach = size_a[0] + HALF * separation
            position = (
                axis[0] * along + normal[0] * reach,
                axis[1] * along + normal[1] * reach,
                axis[2] * along + normal[2] * reach,
            )
            write_point(point, feature, count, position, separation, end)
            count += 1
    return count, normal[0], normal[1], normal[2]


@leaf
def facing_axis(direction):
    """Axis 0, 1 or 2 along which a vector is longest; the earlier one if it is close."""
    x, y, z = abs(direction[0]), abs(direction[1]), abs(direction[2])
    axis = 0
    if y > x * FACE_BIAS:
        axis, x = 1, y
    if z > x * FACE_BIAS:
        axis = 2
    return axis


@leaf
def collide_box_plane(size_a, rotation_a, size_b, rotation_b, offset, margin, point, feature, scratch):
    """Contacts of the corners of a box with a half-space; see `collide`.

    If more than four corners are near, the four of the face that looks at the plane are taken: the deepest corner is
    one of them and they lie as far apart as they can. A feature is a corner: bit k is set on the + side of axis k.
    """
    normal = negate(axis_y(rotation_b))
    distance = dot(normal, offset)
    slope = rotate_inverse(rotation_a, normal)
    x, y, z = slope[0] * size_a[0], slope[1] * size_a[1], slope[2] * size_a[2]
    if distance - abs(x) - abs(y) - abs(z) > margin:
        return apart(distance - abs(x) - abs(y) - abs(z), point)
    near = 0
    for corner in range(8):
        depth = (x if corner & 1 else -x) + (y if corner & 2 else -y) + (z if corner & 4 else -z)
        if distance - depth <= margin:
            near += 1
    # Bits that a corner must have: none of them if all near corners fit into the manifold.
    mask, wanted = 0, 0
    if near > 4:
        axis = facing_axis(slope)
        mask = 1 << axis
        toward = slope[0] if axis == 0 else (slope[1] if axis == 1 else slope[2])
        wanted = mask if toward > ZERO else 0
    columns = axes(rotation_a)
    count = 0
    for corner in range(8):
        if (corner & mask) != wanted:
            continue
        depth = (x if corner & 1 else -x) + (y if corner & 2 else -y) + (z if corner & 4 else -z)
        separation = distance - depth
        if separation <= margin and count < 4:
            local = (
                size_a[0] if corner & 1 else -size_a[0],
                size_a[1] if corner & 2 else -size_a[1],
                size_a[2] if corner & 4 else -size_a[2],
            )
            arm = combine(columns, local)
            half = HALF * separation
            position = (arm[0] + normal[0] * half, arm[1] + normal[1] * half, arm[2] + normal[2] * half)
            write_point(point, feature, count, position, separation, corner)
            count += 1
    return count, normal[0], normal[1], normal[2]
