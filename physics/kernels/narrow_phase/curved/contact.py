"""Contacts of cylinders and cones with everything convex, and of spheres and capsules with hulls.

`collide_curved` keeps the contract of `collide`. Inside, everything is float64 and in the axes of a. Points and solids
of revolution have closed formulas, and so has everything with a half-space; for the rest, `curved.normal` finds the
direction and `curved.clip` the points.
"""

import math

import numpy as np

from physics.kernels.core.calls import MANIFOLD, by_address
from physics.kernels.core.jit import leaf, linked, routine
from physics.kernels.core.pointer import flat
from physics.kernels.core.vec3 import (
    add_scaled,
    axes,
    axis_y,
    dot,
    negate,
    relative_rotation,
    rotate,
    rotate_inverse,
    scale,
)
from physics.kernels.layout import kind as KIND
from physics.kernels.narrow_phase.curved.clip import curved_manifold
from physics.kernels.narrow_phase.curved.disks import disk_axes, rim_place
from physics.kernels.narrow_phase.curved.emit import ID_END, ID_SINGLE, NONE, emit, fixed_tangent
from physics.kernels.narrow_phase.curved.features import DISK, SEGMENT, curved_feature
from physics.kernels.narrow_phase.curved.normal import APART, Pair, first_normal

#: A sphere whose center is closer to a surface than this share of its radius leaves it at a right angle: the direction
#: to the closest point would be rounding noise.
SKIN = 1.0e-5

ZERO = np.float32(0.0)
ONE = np.float32(1.0)


@leaf
def widen(a):
    """Vector of float32 as float64."""
    return np.float64(a[0]), np.float64(a[1]), np.float64(a[2])


@leaf
def widen_rotation(q):
    """Unit quaternion of float32 as float64, of length 1 again."""
    x, y, z, w = np.float64(q[0]), np.float64(q[1]), np.float64(q[2]), np.float64(q[3])
    inverse = 1.0 / math.sqrt(x * x + y * y + z * z + w * w)
    return x * inverse, y * inverse, z * inverse, w * inverse


@leaf
def to_world(count, rotation, normal, point):
    """Turn contact points from the axes of a to world axes; returns what `collide` returns."""
    for k in range(count):
        local = (np.float64(point[4 * k]), np.float64(point[4 * k + 1]), np.float64(point[4 * k + 2]))
        world = rotate(rotation, local)
        point[4 * k], point[4 * k + 1], point[4 * k + 2] = world
    return count, np.float32(normal[0]), np.float32(normal[1]), np.float32(normal[2])


@leaf
def none(gap, point):
    """What is returned for shapes that are apart by the gap [m], or more."""
    point[3] = gap
    return NONE, ZERO, ONE, ZERO


@leaf
def near_cylinder(across, y, radius, half):
    """Signed distance from a cylinder [m], and the outward direction (across, along) of the shortest way.

    Args:
        across: Distance from the axis [m].
        y: Height [m].
        radius: Radius [m].
        half: Half height [m].
    """
    u, v = across - radius, abs(y) - half
    sign = math.copysign(1.0, y)
    if u > 0.0 and v > 0.0:
        distance = math.sqrt(u * u + v * v)
        return distance, u / distance, sign * v / distance
    if u > v:
        return u, 1.0, 0.0
    return v, 0.0, sign


@leaf
def near_cone(across, y, radius, half):
    """Signed distance from a cone [m], and the outward direction, as `near_cylinder`."""
    side = math.sqrt(radius * radius + 4.0 * half * half)
    normal_x, normal_y = 2.0 * half / side, radius / side
    u, v = across - radius, y + half
    height, along = u * normal_x + v * normal_y, v * normal_x - u * normal_y
    inside = height <= 0.0 and v >= 0.0
    if u <= 0.0 and -v >= (height if inside else 0.0):
        return -v, 0.0, -1.0
    if inside or 0.0 <= along <= side:
        return height, normal_x, normal_y
    if along > side:  # nearest to the tip
        u, v = across, y - half
    distance = math.sqrt(u * u + v * v)
    if distance <= 0.0:
        return 0.0, normal_x, normal_y
    return distance, u / distance, v / distance


@routine
def collide_sphere_round(kind_b, radius, size_b, rotation_a, rotation_b, offset, margin, point, feature):
    """Contact of a sphere with a cylinder or cone; see `collide`."""
    center = rotate_inverse(rotation_b, negate(offset))
    across = math.sqrt(center[0] * center[0] + center[2] * center[2])
    if kind_b == KIND.CYLINDER:
        distance, u, v = near_cylinder(across, center[1], size_b[0], size_b[1])
    else:
        distance, u, v = near_cone(across, center[1], size_b[0], size_b[1])
    separation = distance - radius
    if separation > margin:
        return none(separation, point)
    x, z = 1.0, 0.0  # a center on the axis may leave sideways in any direction
    if across > SKIN * radius:
        x, z = center[0] / across, center[2] / across
    size = 1.0 / math.sqrt((x * x + z * z) * u * u + v * v)
    normal = rotate(rotation_b, (-x * u * size, -v * size, -z * u * size))
    emit(NONE, scale(normal, radius + 0.5 * separation), separation, ID_SINGLE, margin, point, feature)
    return 1, np.float32(normal[0]), np.float32(normal[1]), np.float32(normal[2])


@routine
def collide_round_plane(kind_a, size_a, rotation_a, rotation_b, offset, margin, point, feature):
    """Contacts of a cylinder or cone with a half-space: four of a disk, two of a side, or one; see `collide`."""
    world = negate(axis_y(rotation_b))
    normal = rotate_inverse(rotation_a, world)
    distance = dot(world, offset)
    kind, p, q = curved_feature(kind_a, size_a, normal)
    count = NONE
    if kind == DISK:
        tangent = rotate_inverse(rotation_a, fixed_tangent(world))
        radius = np.float64(size_a[0])
        first, second, height, code = disk_axes(radius, q, normal, negate(normal), tangent)
        for k in range(4):
            u, v = rim_place(k, radius, height)
            x = add_scaled(add_scaled(p, first, u), second, v)
            separation = distance - dot(normal, x)
            position = add_scaled(x, normal, 0.5 * separation)
            count = emit(count, position, separation, code + k, margin, point, feature)
        slope = add_scaled(normal, q, -dot(normal, q))
        gap = distance - dot(normal, p) - size_a[0] * math.sqrt(dot(slope, slope))
    else:
        gap = min(distance - dot(normal, p), distance - dot(normal, q))
        for k in range(2 if kind == SEGMENT else 1):
            x = q if k == 1 else p
            along = distance - dot(normal, x)
            code = ID_END + k if kind == SEGMENT else ID_SINGLE
            count = emit(count, add_scaled(x, normal, 0.5 * along), along, code, margin, point, feature)
    if count == 0:
        return none(gap, point)
    return to_world(count, rotation_a, world, point)


@linked
def collide_curved(
    kind_a, kind_b, size_a, rotation_a, data_a, size_b, rotation_b, data_b, offset, margin, numbers, indices, point,
    feature, scratch
):  # fmt: skip
    """Contact points of a round shape with a convex one.

    Args:
        kind_a: Any round kind.
        kind_b: A round or faceted kind or KIND.PLANE, its rank not lower than that of kind_a. Pairs of simple kinds
            are left to `collide`.
        size_a: As in `collide`; cylinder and cone (radius, half height, -).
        rotation_a: As in `collide`.
        data_a: Unused; round shapes have no shape data.
        size_b: As size_a.
        rotation_b: As rotation_a.
        data_b: Where the shape data of a hull begin in `indices`.
        offset: As in `collide`.
        margin: As in `collide`.
        numbers: Coordinates of hulls, float32.
        indices: Descriptions of hulls, int32.
        point: As in `collide`. If the shapes are apart, the first separation is their gap, or less.
        feature: As in `collide`.
        scratch: Memory to compute in, float32, shape [CURVED_SCRATCH].

    Returns:
        As `collide`.
    """
    point, feature, scratch = flat(point), flat(feature), flat(scratch)
    numbers, indices = flat(numbers), flat(indices)
    size_a, size_b, offset, margin = widen(size_a), widen(size_b), widen(offset), np.float64(margin)
    rotation_a, rotation_b = widen_rotation(rotation_a), widen_rotation(rotation_b)
    if kind_b == KIND.PLANE:
        return collide_round_plane(kind_a, size_a, rotation_a, rotation_b, offset, margin, point, feature)
    if kind_a == KIND.SPHERE and KIND.has_rim(kind_b):
        return collide_sphere_round(kind_b, size_a[0], size_b, rotation_a, rotation_b, offset, margin, point, feature)
    columns = axes(relative_rotation(rotation_a, rotation_b))
    local = rotate_inverse(rotation_a, offset)
    pair = Pair(
        np.int64(kind_a), size_a, np.int64(data_a), np.int64(kind_b), size_b, np.int64(data_b), columns, local,
        numbers, indices, scratch,
    )  # fmt: skip
    guess = local if dot(local, local) > 0.0 else (0.0, 1.0, 0.0)
    state, along, normal, p, q = first_normal(pair, margin, guess)
    if state == APART:
        return none(along, point)
    count, along, normal, world, q = curved_manifold(
        pair, state, along, normal, p, q, rotation_a, margin, point, feature, scratch
    )
    if count == 0:
        return none(along, point)
    return to_world(count, rotation_a, world, point)


call_collide_curved = by_address(collide_curved, MANIFOLD)
