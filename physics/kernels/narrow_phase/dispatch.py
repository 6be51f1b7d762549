"""Narrow phase: contact points of two shapes, dispatched by their kinds.

All routines share one signature and one contract:

    count, nx, ny, nz = collide_<a>_<b>(size_a, rotation_a, size_b, rotation_b, offset, margin, point, feature, scratch)

Kinds are ordered, kind_a <= kind_b. Everything is float32; a routine allocates nothing, never fails, and gives the same
bits for the same input. The routines index `point`, `feature` and `scratch` as flat buffers; only `collide` takes
arrays of two dimensions.
"""

import numpy as np

from physics.kernels.core.jit import kernel, leaf
from physics.kernels.core.pointer import flat
from physics.kernels.layout import kind as KIND
from physics.kernels.narrow_phase.primitives.box import collide_box_box
from physics.kernels.narrow_phase.primitives.box_clip import SCRATCH_SIZE
from physics.kernels.narrow_phase.primitives.capsule import collide_capsule_capsule
from physics.kernels.narrow_phase.primitives.capsule_box import collide_capsule_box
from physics.kernels.narrow_phase.primitives.plane import (
    collide_box_plane,
    collide_capsule_plane,
    collide_sphere_plane,
)
from physics.kernels.narrow_phase.primitives.sphere import (
    collide_sphere_box,
    collide_sphere_capsule,
    collide_sphere_sphere,
)

__all__ = ["SCRATCH_SIZE", "collide", "collide_many"]

ZERO = np.float32(0.0)
ONE = np.float32(1.0)


@leaf
def collide(kind_a, kind_b, size_a, rotation_a, size_b, rotation_b, offset, margin, point, feature, scratch):
    """Contact points of two shapes.

    Args:
        kind_a: Kind of shape a, SHAPE_... of `layout.py`; not larger than kind_b.
        kind_b: Kind of shape b.
        size_a: Three float32 [m]: sphere (radius, -, -), capsule (radius, half height, -) along local Y, box half
            extents, half-space (-, -, -).
        rotation_a: Unit quaternion (x, y, z, w).
        size_b: As size_a.
        rotation_b: As rotation_a.
        offset: Center of b minus center of a, world axes [m].
        margin: Points farther apart than this are left out [m].
        point: Contact points, float32, shape [4, 4], written: position relative to the center of a in world axes [m],
            halfway between both surfaces; separation [m], negative if the shapes overlap.
        feature: Feature ids, int32, shape [4], written: different within a contact, and the same from step to step
            while the same corners, edges and ends touch.
        scratch: Memory to compute in, float32, shape [SCRATCH_SIZE].

    Returns:
        Number of points, 0 if the shapes are apart, and the unit normal from a to b in world axes.
    """
    point, feature, scratch = flat(point), flat(feature), flat(scratch)
    if kind_a == KIND.SPHERE:
        if kind_b == KIND.SPHERE:
            return collide_sphere_sphere(
                size_a, rotation_a, size_b, rotation_b, offset, margin, point, feature, scratch
            )
        if kind_b == KIND.CAPSULE:
            return collide_sphere_capsule(
                size_a, rotation_a, size_b, rotation_b, offset, margin, point, feature, scratch
            )
        if kind_b == KIND.BOX:
            return collide_sphere_box(size_a, rotation_a, size_b, rotation_b, offset, margin, point, feature, scratch)
        if kind_b == KIND.PLANE:
            return collide_sphere_plane(size_a, rotation_a, size_b, rotation_b, offset, margin, point, feature, scratch)
    elif kind_a == KIND.CAPSULE:
        if kind_b == KIND.CAPSULE:
            return collide_capsule_capsule(
                size_a, rotation_a, size_b, rotation_b, offset, margin, point, feature, scratch
            )
        if kind_b == KIND.BOX:
            return collide_capsule_box(size_a, rotation_a, size_b, rotation_b, offset, margin, point, feature, scratch)
        if kind_b == KIND.PLANE:
            return collide_capsule_plane(
                size_a, rotation_a, size_b, rotation_b, offset, margin, point, feature, scratch
            )
    elif kind_a == KIND.BOX:
        if kind_b == KIND.BOX:
            return collide_box_box(size_a, rotation_a, size_b, rotation_b, offset, margin, point, feature, scratch)
        if kind_b == KIND.PLANE:
            return collide_box_plane(size_a, rotation_a, size_b, rotation_b, offset, margin, point, feature, scratch)
    return 0, ZERO, ONE, ZERO


@kernel
def collide_many(
    pair_count,
    kind_a,
    kind_b,
    size_a,
    rotation_a,
    size_b,
    rotation_b,
    offset,
    margin,
    scratch,
    count,
    normal,
    point,
    feature,
):
    """Contact points of many pairs of the same two kinds, for tests and measurements; arguments as in `collide`.

    Args:
        pair_count: Number of pairs N.
        kind_a: Kind of all shapes a.
        kind_b: Kind of all shapes b.
        size_a: Sizes [m], shape [N, 3].
        rotation_a: Unit quaternions (x, y, z, w), shape [N, 4].
        size_b: As size_a.
        rotation_b: As rotation_a.
        offset: Centers of b minus centers of a [m], shape [N, 3].
        margin: Points farther apart than this are left out [m].
        scratch: Memory to compute in, shape [SCRATCH_SIZE].
        count: Numbers of points, int32, shape [N], written.
        normal: Normals, shape [N, 3], written.
        point: Contact points [m], shape [N, 4, 4], written.
        feature: Feature ids, int32, shape [N, 4], written.
    """
    for i in range(pair_count):
        count[i], normal[i, 0], normal[i, 1], normal[i, 2] = collide(
            kind_a,
            kind_b,
            (size_a[i, 0], size_a[i, 1], size_a[i, 2]),
            (rotation_a[i, 0], rotation_a[i, 1], rotation_a[i, 2], rotation_a[i, 3]),
            (size_b[i, 0], size_b[i, 1], size_b[i, 2]),
            (rotation_b[i, 0], rotation_b[i, 1], rotation_b[i, 2], rotation_b[i, 3]),
            (offset[i, 0], offset[i, 1], offset[i, 2]),
            margin,
            point[i],
            feature[i],
            scratch,
        )
