"""Points of a contact: taken over from step to step, found again by recycling, written after a full collision test."""

import math

import numpy as np

from physics.kernels.core.jit import leaf
from physics.kernels.core.vec3 import dot, relative_rotation, rotate, rotate_inverse
from physics.kernels.layout import contact as CONTACT, manifold as MANIFOLD

ZERO = np.float32(0.0)
HALF = np.float32(0.5)
ONE = np.float32(1.0)
TWO = np.float32(2.0)
# Square of the distance within which a point without known features takes over the impulse of an old one [m^2].
SAME_PLACE = np.float32(0.02 * 0.02)
# Small boxes recycle within this part of their size.
RECYCLE_RATIO = np.float32(0.05)


@leaf
def can_recycle(contact, cache, rotation, offset, size_a, size_b, is_plane, limit):
    """True when no point of the two boxes moved by more than `limit` against the other since the last full update."""
    reach = math.sqrt(dot(size_a, size_a))
    least = min(size_a[0], size_a[1], size_a[2])
    if not is_plane:
        reach = max(reach, math.sqrt(dot(size_b, size_b)))
        least = min(least, size_b[0], size_b[1], size_b[2])
    limit = min(limit, RECYCLE_RATIO * (reach + least))
    dx = offset[0] - cache[contact, CONTACT.CACHE_OFFSET]
    dy = offset[1] - cache[contact, CONTACT.CACHE_OFFSET + 1]
    dz = offset[2] - cache[contact, CONTACT.CACHE_OFFSET + 2]
    square = dx * dx + dy * dy + dz * dz
    if square >= limit * limit:
        return False
    turn = relative_rotation(
        (
            cache[contact, CONTACT.CACHE_ROTATION],
            cache[contact, CONTACT.CACHE_ROTATION + 1],
            cache[contact, CONTACT.CACHE_ROTATION + 2],
            cache[contact, CONTACT.CACHE_ROTATION + 3],
        ),
        rotation,
    )
    arc = TWO * reach * math.sqrt(turn[0] * turn[0] + turn[1] * turn[1] + turn[2] * turn[2])
    return arc + math.sqrt(square) < limit


@leaf
def write_place(manifold, row, column, x, y, z):
    """Position of a point relative to the center of body a."""
    manifold[row, column] = x
    manifold[row, column + 1] = y
    manifold[row, column + 2] = z


@leaf
def refresh_manifold(contact, contacts, rotation_a, rotation_b, offset, shift):
    """Measure the gaps of a recycled manifold anew."""
    cache = contacts.cache
    manifold = contacts.manifold
    nx, ny, nz = (
        cache[contact, CONTACT.CACHE_NORMAL],
        cache[contact, CONTACT.CACHE_NORMAL + 1],
        cache[contact, CONTACT.CACHE_NORMAL + 2],
    )
    normal = rotate(rotation_b if cache[contact, CONTACT.CACHE_OWNER] > ZERO else rotation_a, (nx, ny, nz))
    for c in range(3):
        manifold[contact, MANIFOLD.NORMAL + c] = normal[c]
    for p in range(contacts.info[contact, CONTACT.COUNT]):
        k = CONTACT.CACHE_POINT + 6 * p
        on_a = rotate(rotation_a, (cache[contact, k], cache[contact, k + 1], cache[contact, k + 2]))
        on_b = rotate(rotation_b, (cache[contact, k + 3], cache[contact, k + 4], cache[contact, k + 5]))
        on_b = (on_b[0] + offset[0], on_b[1] + offset[1], on_b[2] + offset[2])
        gap = (on_b[0] - on_a[0], on_b[1] - on_a[1], on_b[2] - on_a[2])
        middle = (on_a[0] + HALF * gap[0], on_a[1] + HALF * gap[1], on_a[2] + HALF * gap[2])
        column = MANIFOLD.POINT + p * MANIFOLD.POINT_STRIDE
        write_place(manifold, contact, column, shift[0] + middle[0], shift[1] + middle[1], shift[2] + middle[2])
        manifold[contact, column + MANIFOLD.POINT_SEPARATION] = dot(normal, gap)


@leaf
def largest_part(v):
    """Largest component of a unit vector: 1 if it lies along an axis."""
    return max(abs(v[0]), abs(v[1]), abs(v[2]))


@leaf
def fill_cache(
    contact, count, normal, rotation_a, rotation_b, rotation, offset, local_offset, is_plane, point, contacts
):
    """Remember a manifold for recycling."""
    cache = contacts.cache
    for c in range(4):
        cache[contact, CONTACT.CACHE_ROTATION + c] = rotation[c]
    # The normal turns with the body whose face it belongs to.
    local = rotate_inverse(rotation_a, normal)
    local_b = rotate_inverse(rotation_b, normal)
    cache[contact, CONTACT.CACHE_OWNER] = ZERO
    if is_plane or largest_part(local_b) > largest_part(local):
        local = local_b
        cache[contact, CONTACT.CACHE_OWNER] = ONE
    for c in range(3):
        cache[contact, CONTACT.CACHE_OFFSET + c] = local_offset[c]
        cache[contact, CONTACT.CACHE_NORMAL + c] = local[c]
    for p in range(count):
        half = HALF * point[p, 3]
        x, y, z = point[p, 0], point[p, 1], point[p, 2]
        on_a = rotate_inverse(rotation_a, (x - half * normal[0], y - half * normal[1], z - half * normal[2]))
        on_b = rotate_inverse(
            rotation_b,
            (
                x + half * normal[0] - offset[0],
                y + half * normal[1] - offset[1],
                z + half * normal[2] - offset[2],
            ),
        )
        k = CONTACT.CACHE_POINT + 6 * p
        for c in range(3):
            cache[contact, k + c] = on_a[c]
            cache[contact, k + 3 + c] = on_b[c]


@leaf
def remember_points(contact, contacts, old):
    """Copy place and impulse of the points of a manifold that is about to be overwritten, float32 [4, 4] flat."""
    manifold = contacts.manifold
    for p in range(contacts.info[contact, CONTACT.COUNT]):
        column = MANIFOLD.POINT + p * MANIFOLD.POINT_STRIDE
        for c in range(3):
            old[4 * p + c] = manifold[contact, column + c]
        old[4 * p + 3] = manifold[contact, column + MANIFOLD.POINT_FORCE]


@leaf
def inherited_impulse(x, y, z, feature, old_count, ids, old):
    """Impulse of the old point with the same features, else of the nearest old point close by.

    Where two edges coincide, the same corner of the overlap is now a corner of the one box, now of the other, and its
    features change although nothing happened.
    """
    nearest = SAME_PLACE
    impulse = ZERO
    for k in range(MANIFOLD.POINT_CAPACITY):
        if k < old_count:
            if ids[k] == feature:
                return old[4 * k + 3]
            dx, dy, dz = old[4 * k] - x, old[4 * k + 1] - y, old[4 * k + 2] - z
            square = dx * dx + dy * dy + dz * dz
            if square < nearest:
                nearest = square
                impulse = old[4 * k + 3]
    return impulse


@leaf
def write_manifold(contact, count, normal, shift, point, feature, old, contacts):
    """Store a new manifold; points that were there in the last step keep their impulses."""
    info = contacts.info
    manifold = contacts.manifold
    old_count = info[contact, CONTACT.COUNT]
    remember_points(contact, contacts, old)
    ids = (
        info[contact, CONTACT.FEATURE],
        info[contact, CONTACT.FEATURE + 1],
        info[contact, CONTACT.FEATURE + 2],
        info[contact, CONTACT.FEATURE + 3],
    )
    for p in range(MANIFOLD.POINT_CAPACITY):
        column = MANIFOLD.POINT + p * MANIFOLD.POINT_STRIDE
        if p < count:
            x, y, z = shift[0] + point[p, 0], shift[1] + point[p, 1], shift[2] + point[p, 2]
            impulse = inherited_impulse(x, y, z, feature[p], old_count, ids, old)
            write_place(manifold, contact, column, x, y, z)
            manifold[contact, column + MANIFOLD.POINT_SEPARATION] = point[p, 3]
            info[contact, CONTACT.FEATURE + p] = feature[p]
            manifold[contact, column + MANIFOLD.POINT_USED] = ONE
            manifold[contact, column + MANIFOLD.POINT_FORCE] = impulse
        elif p < old_count:
            manifold[contact, column + MANIFOLD.POINT_USED] = ZERO
            manifold[contact, column + MANIFOLD.POINT_FORCE] = ZERO
    for c in range(3):
        manifold[contact, MANIFOLD.NORMAL + c] = normal[c]
    if old_count == 0:
        # Nothing is left of an earlier touch.
        for c in range(4):
            manifold[contact, MANIFOLD.FRICTION_FORCE + c] = ZERO
        for c in range(3):
            manifold[contact, MANIFOLD.ROLLING_TORQUE + c] = ZERO
    info[contact, CONTACT.COUNT] = count
