"""Hulls for fuzzing and measuring the narrow phase, and kernels that run it over many poses."""

import numpy as np

from physics.kernels.collide_hull import TRIANGLE, collide_polytope_triangle, collide_polytopes
from physics.kernels.jit import kernel
from physics.kernels.pointer import flat

ZERO = np.float32(0.0)


@kernel
def collide_polytopes_many(
    kind_a, kind_b, size_a, rotation_a, form_a, size_b, rotation_b, form_b, offset, margin, hint, numbers, indices,
    scratch, count, normal, point, feature
):  # fmt: skip
    """Contact points of many pairs; arguments as in `collide_polytopes`, with one row per pair."""
    for i in range(len(count)):
        count[i], normal[i, 0], normal[i, 1], normal[i, 2] = collide_polytopes(
            kind_a,
            kind_b,
            (size_a[i, 0], size_a[i, 1], size_a[i, 2]),
            (rotation_a[i, 0], rotation_a[i, 1], rotation_a[i, 2], rotation_a[i, 3]),
            form_a[i],
            (size_b[i, 0], size_b[i, 1], size_b[i, 2]),
            (rotation_b[i, 0], rotation_b[i, 1], rotation_b[i, 2], rotation_b[i, 3]),
            form_b[i],
            (offset[i, 0], offset[i, 1], offset[i, 2]),
            margin,
            (hint[i, 0], hint[i, 1], hint[i, 2]),
            flat(numbers),
            flat(indices),
            flat(point[i]),
            flat(feature[i]),
            flat(scratch),
        )


@kernel
def collide_triangles_many(
    kind_a, size_a, rotation_a, form_a, corners, margin, two_sided, numbers, indices, scratch, count, normal, point,
    feature, part
):  # fmt: skip
    """Contact points of many pairs; arguments as in `collide_polytope_triangle`, with one row per pair."""
    for i in range(len(count)):
        for c in range(9):
            scratch[TRIANGLE + c] = corners[i, c // 3, c % 3]
        count[i], normal[i, 0], normal[i, 1], normal[i, 2], part[i] = collide_polytope_triangle(
            kind_a,
            (size_a[i, 0], size_a[i, 1], size_a[i, 2]),
            (rotation_a[i, 0], rotation_a[i, 1], rotation_a[i, 2], rotation_a[i, 3]),
            form_a[i],
            margin,
            two_sided,
            (ZERO, ZERO, ZERO),
            flat(numbers),
            flat(indices),
            flat(point[i]),
            flat(feature[i]),
            flat(scratch),
        )
