"""Recycling of the manifolds of a pair with a mesh or height field: as in `manifolds`, for all rows at once.

A mesh may be kilometers wide, so places on it are kept relative to where the center of shape a was, and that as two
numbers whose sum is exact.
"""

import math

import numpy as np

from physics.kernels.core.jit import leaf, routine
from physics.kernels.core.vec3 import dot, relative_rotation, rotate, rotate_inverse, subtract
from physics.kernels.layout import contact as CONTACT, manifold as MANIFOLD
from physics.kernels.mesh.points import SLOT_ROW
from physics.kernels.narrow_phase.manifolds import RECYCLE_RATIO, write_place

HALF = np.float32(0.5)
TWO = np.float32(2.0)


@leaf
def split(value):
    """Number in float64 as the sum of two in float32."""
    high = np.float32(value)
    return high, np.float32(value - np.float64(high))


@leaf
def moved_since(contact, local, contacts):
    """How the center of a moved, in the axes of the surface, since the manifolds were found [m]."""
    cache = contacts.cache
    low = contacts.info[contact, CONTACT.SIBLING]
    k = CONTACT.CACHE_OFFSET
    return (
        np.float32(local[0] - np.float64(cache[contact, k]) - np.float64(cache[low, k])),
        np.float32(local[1] - np.float64(cache[contact, k + 1]) - np.float64(cache[low, k + 1])),
        np.float32(local[2] - np.float64(cache[contact, k + 2]) - np.float64(cache[low, k + 2])),
    )


@leaf
def may_recycle(contact, rotation, moved, size, limit, contacts):
    """True when no point of shape a moved by more than `limit` against the surface since the manifolds were found."""
    cache = contacts.cache
    reach = math.sqrt(dot(size, size))
    limit = min(limit, RECYCLE_RATIO * (reach + min(size[0], size[1], size[2])))
    k = CONTACT.CACHE_ROTATION
    before = (cache[contact, k], cache[contact, k + 1], cache[contact, k + 2], cache[contact, k + 3])
    turn = relative_rotation(before, rotation)
    arc = TWO * reach * math.sqrt(turn[0] * turn[0] + turn[1] * turn[1] + turn[2] * turn[2])
    return arc + math.sqrt(dot(moved, moved)) < limit


@routine
def remember_rows(contact, rows, rotation, local, rotation_a, rotation_b, shift, contacts, names):
    """Remember the manifolds of a pair for recycling: points on both surfaces, where the center of a was.

    Args:
        contact: First row; its sibling keeps what is left of the center of a after rounding.
        rows: Rows of the pair, listed.
        rotation: Rotation of b as seen from a.
        local: Center of a in the axes of b, float64 [m].
        rotation_a, rotation_b: Rotations of both shapes.
        shift: From the center of body a to that of shape a [m].
        contacts: Contact arrays. Caches are written.
        names: Flat buffer.
    """
    cache, manifold, info = contacts.cache, contacts.manifold, contacts.info
    low = info[contact, CONTACT.SIBLING]
    for c in range(4):
        cache[contact, CONTACT.CACHE_ROTATION + c] = rotation[c]
    cache[contact, CONTACT.CACHE_OFFSET], cache[low, CONTACT.CACHE_OFFSET] = split(local[0])
    cache[contact, CONTACT.CACHE_OFFSET + 1], cache[low, CONTACT.CACHE_OFFSET + 1] = split(local[1])
    cache[contact, CONTACT.CACHE_OFFSET + 2], cache[low, CONTACT.CACHE_OFFSET + 2] = split(local[2])
    for s in range(rows):
        row = np.int64(names[SLOT_ROW + s])
        k = MANIFOLD.NORMAL
        normal = (manifold[row, k], manifold[row, k + 1], manifold[row, k + 2])
        turned = rotate_inverse(rotation_b, normal)
        for c in range(3):
            cache[row, CONTACT.CACHE_NORMAL + c] = turned[c]
        for p in range(info[row, CONTACT.COUNT]):
            k = MANIFOLD.POINT + p * MANIFOLD.POINT_STRIDE
            half = HALF * manifold[row, k + MANIFOLD.POINT_SEPARATION]
            place = subtract((manifold[row, k], manifold[row, k + 1], manifold[row, k + 2]), shift)
            x, y, z = half * normal[0], half * normal[1], half * normal[2]
            on_a = rotate_inverse(rotation_a, (place[0] - x, place[1] - y, place[2] - z))
            on_b = rotate_inverse(rotation_b, (place[0] + x, place[1] + y, place[2] + z))
            for c in range(3):
                cache[row, CONTACT.CACHE_POINT + 6 * p + c] = on_a[c]
                cache[row, CONTACT.CACHE_POINT + 6 * p + 3 + c] = on_b[c]


@routine
def refresh_rows(rows, moved, rotation_a, rotation_b, shift, contacts, names):
    """Measure the gaps of recycled manifolds anew; arguments as in `remember_rows`, `moved` of `moved_since`."""
    cache, manifold = contacts.cache, contacts.manifold
    for s in range(rows):
        row = np.int64(names[SLOT_ROW + s])
        k = CONTACT.CACHE_NORMAL
        normal = rotate(rotation_b, (cache[row, k], cache[row, k + 1], cache[row, k + 2]))
        count = contacts.info[row, CONTACT.COUNT]
        for p in range(count):
            k = CONTACT.CACHE_POINT + 6 * p
            on_a = rotate(rotation_a, (cache[row, k], cache[row, k + 1], cache[row, k + 2]))
            on_b = subtract((cache[row, k + 3], cache[row, k + 4], cache[row, k + 5]), moved)
            gap = subtract(rotate(rotation_b, on_b), on_a)
            k = MANIFOLD.POINT + p * MANIFOLD.POINT_STRIDE
            x, y, z = on_a[0] + HALF * gap[0], on_a[1] + HALF * gap[1], on_a[2] + HALF * gap[2]
            write_place(manifold, row, k, shift[0] + x, shift[1] + y, shift[2] + z)
            manifold[row, k + MANIFOLD.POINT_SEPARATION] = dot(normal, gap)
        if count > 0:
            for c in range(3):
                manifold[row, MANIFOLD.NORMAL + c] = normal[c]
