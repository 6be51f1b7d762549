"""Manifolds of all active contacts: recycled where little moved, found anew elsewhere.

Recycling: as long as two boxes moved little against each other since their manifold was found, its points stay: each
is remembered as a place on either surface, and only the gap between the two places is measured. That is cheaper, and
points that do not jump let a pile come to rest.

Speculation: things that will meet within this step have their points before they touch, so that they are stopped at the
surface and need not be pushed out of each other.

This stage changes nothing but the contacts' own rows; what begins and ends is only marked.
"""

import math

import numpy as np

from physics.kernels.collide import collide
from physics.kernels.jit import kernel, leaf
from physics.kernels.layout import (
    BEGAN,
    BLOCK_BOUNCES,
    BLOCK_ROLLS,
    BLOCK_SLIDES,
    CACHE_NORMAL,
    CACHE_OFFSET,
    CACHE_OWNER,
    CACHE_POINT,
    CACHE_ROTATION,
    CACHE_SURFACE,
    CACHED,
    CONTACT_BODY_A,
    CONTACT_BODY_B,
    CONTACT_COUNT,
    CONTACT_FEATURE,
    CONTACT_FLAGS,
    CONTACT_SHAPE_A,
    CONTACT_SHAPE_B,
    COUNT_RECYCLED,
    DISJOINT,
    ENDED,
    MANIFOLD_CENTERS,
    MANIFOLD_FRICTION,
    MANIFOLD_FRICTION_FORCE,
    MANIFOLD_NORMAL,
    MANIFOLD_POINT,
    MANIFOLD_RESTITUTION,
    MANIFOLD_ROLLING,
    MANIFOLD_ROLLING_TORQUE,
    PLACE_SIZE,
    POINT_CAPACITY,
    POINT_FORCE,
    POINT_SEPARATION,
    POINT_STRIDE,
    POINT_USED,
    SENSOR,
    SHAPE_BOX,
    SHAPE_CAPSULE,
    SHAPE_KIND,
    SHAPE_MATERIAL,
    SHAPE_NODE,
    SHAPE_PLANE,
    SHAPE_TREE,
    SPECIAL_SHIFT,
    SURFACE_FRICTION,
    SURFACE_RESTITUTION,
    SURFACE_ROLLING,
    SURFACE_VELOCITY,
    TOUCH,
    TRAIT_EXTENT,
    TREE_STATIC,
)
from physics.kernels.vec3 import cross, dot, relative_rotation, rotate, rotate_inverse

ZERO = np.float32(0.0)
HALF = np.float32(0.5)
ONE = np.float32(1.0)
TWO = np.float32(2.0)
# Square of the distance within which a point without known features takes over the impulse of an old one [m^2].
SAME_PLACE = np.float32(0.02 * 0.02)
# Small boxes recycle within this part of their size.
RECYCLE_RATIO = np.float32(0.05)


@leaf
def quaternion_of(rotation, i):
    """Row of a float32 quaternion array as a tuple."""
    return rotation[i, 0], rotation[i, 1], rotation[i, 2], rotation[i, 3]


@leaf
def bounds_overlap(a, b, shapes, static_box, moving_box):
    """True while the fat bounds of two shapes overlap; shape b may be a half-space."""
    node_a = shapes.info[a, SHAPE_NODE]
    box_a = static_box if shapes.info[a, SHAPE_TREE] == TREE_STATIC else moving_box
    if shapes.info[b, SHAPE_KIND] == SHAPE_PLANE:
        k = shapes.info[b, SHAPE_NODE]
        total = ZERO
        for c in range(3):
            n = shapes.plane_data[k, c]
            total += n * (box_a[node_a, c] if n > ZERO else -box_a[node_a, 3 + c])
        return total <= shapes.plane_data[k, 3]
    node_b = shapes.info[b, SHAPE_NODE]
    box_b = static_box if shapes.info[b, SHAPE_TREE] == TREE_STATIC else moving_box
    for c in range(3):
        if box_a[node_a, c] > -box_b[node_b, 3 + c] or box_b[node_b, c] > -box_a[node_a, 3 + c]:
            return False
    return True


@leaf
def can_recycle(contact, cache, rotation, offset, size_a, size_b, is_plane, limit):
    """True when no point of the two boxes moved by more than `limit` against the other since the last full update."""
    reach = math.sqrt(dot(size_a, size_a))
    least = min(size_a[0], size_a[1], size_a[2])
    if not is_plane:
        reach = max(reach, math.sqrt(dot(size_b, size_b)))
        least = min(least, size_b[0], size_b[1], size_b[2])
    limit = min(limit, RECYCLE_RATIO * (reach + least))
    dx = offset[0] - cache[contact, CACHE_OFFSET]
    dy = offset[1] - cache[contact, CACHE_OFFSET + 1]
    dz = offset[2] - cache[contact, CACHE_OFFSET + 2]
    square = dx * dx + dy * dy + dz * dz
    if square >= limit * limit:
        return False
    turn = relative_rotation(
        (
            cache[contact, CACHE_ROTATION],
            cache[contact, CACHE_ROTATION + 1],
            cache[contact, CACHE_ROTATION + 2],
            cache[contact, CACHE_ROTATION + 3],
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
    nx, ny, nz = cache[contact, CACHE_NORMAL], cache[contact, CACHE_NORMAL + 1], cache[contact, CACHE_NORMAL + 2]
    normal = rotate(rotation_b if cache[contact, CACHE_OWNER] > ZERO else rotation_a, (nx, ny, nz))
    for c in range(3):
        manifold[contact, MANIFOLD_NORMAL + c] = normal[c]
    for p in range(contacts.info[contact, CONTACT_COUNT]):
        k = CACHE_POINT + 6 * p
        on_a = rotate(rotation_a, (cache[contact, k], cache[contact, k + 1], cache[contact, k + 2]))
        on_b = rotate(rotation_b, (cache[contact, k + 3], cache[contact, k + 4], cache[contact, k + 5]))
        on_b = (on_b[0] + offset[0], on_b[1] + offset[1], on_b[2] + offset[2])
        gap = (on_b[0] - on_a[0], on_b[1] - on_a[1], on_b[2] - on_a[2])
        middle = (on_a[0] + HALF * gap[0], on_a[1] + HALF * gap[1], on_a[2] + HALF * gap[2])
        column = MANIFOLD_POINT + p * POINT_STRIDE
        write_place(manifold, contact, column, shift[0] + middle[0], shift[1] + middle[1], shift[2] + middle[2])
        manifold[contact, column + POINT_SEPARATION] = dot(normal, gap)


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
        cache[contact, CACHE_ROTATION + c] = rotation[c]
    # The normal turns with the body whose face it belongs to.
    local = rotate_inverse(rotation_a, normal)
    local_b = rotate_inverse(rotation_b, normal)
    cache[contact, CACHE_OWNER] = ZERO
    if is_plane or largest_part(local_b) > largest_part(local):
        local = local_b
        cache[contact, CACHE_OWNER] = ONE
    for c in range(3):
        cache[contact, CACHE_OFFSET + c] = local_offset[c]
        cache[contact, CACHE_NORMAL + c] = local[c]
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
        k = CACHE_POINT + 6 * p
        for c in range(3):
            cache[contact, k + c] = on_a[c]
            cache[contact, k + 3 + c] = on_b[c]


@leaf
def remember_points(contact, contacts, old):
    """Copy place and impulse of the points of a manifold that is about to be overwritten, float32 [4, 4] flat."""
    manifold = contacts.manifold
    for p in range(contacts.info[contact, CONTACT_COUNT]):
        column = MANIFOLD_POINT + p * POINT_STRIDE
        for c in range(3):
            old[4 * p + c] = manifold[contact, column + c]
        old[4 * p + 3] = manifold[contact, column + POINT_FORCE]


@leaf
def inherited_impulse(x, y, z, feature, old_count, ids, old):
    """Impulse of the old point with the same features, else of the nearest old point close by.

    Where two edges coincide, the same corner of the overlap is now a corner of the one box, now of the other, and its
    features change although nothing happened.
    """
    nearest = SAME_PLACE
    impulse = ZERO
    for k in range(POINT_CAPACITY):
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
    old_count = info[contact, CONTACT_COUNT]
    remember_points(contact, contacts, old)
    ids = (
        info[contact, CONTACT_FEATURE],
        info[contact, CONTACT_FEATURE + 1],
        info[contact, CONTACT_FEATURE + 2],
        info[contact, CONTACT_FEATURE + 3],
    )
    for p in range(POINT_CAPACITY):
        column = MANIFOLD_POINT + p * POINT_STRIDE
        if p < count:
            x, y, z = shift[0] + point[p, 0], shift[1] + point[p, 1], shift[2] + point[p, 2]
            impulse = inherited_impulse(x, y, z, feature[p], old_count, ids, old)
            write_place(manifold, contact, column, x, y, z)
            manifold[contact, column + POINT_SEPARATION] = point[p, 3]
            info[contact, CONTACT_FEATURE + p] = feature[p]
            manifold[contact, column + POINT_USED] = ONE
            manifold[contact, column + POINT_FORCE] = impulse
        elif p < old_count:
            manifold[contact, column + POINT_USED] = ZERO
            manifold[contact, column + POINT_FORCE] = ZERO
    for c in range(3):
        manifold[contact, MANIFOLD_NORMAL + c] = normal[c]
    if old_count == 0:
        # Nothing is left of an earlier touch.
        for c in range(4):
            manifold[contact, MANIFOLD_FRICTION_FORCE + c] = ZERO
        for c in range(3):
            manifold[contact, MANIFOLD_ROLLING_TORQUE + c] = ZERO
    info[contact, CONTACT_COUNT] = count


@leaf
def mix_surfaces(contact, a, b, bodies, shapes, contacts, friction_table):
    """Friction, restitution, rolling friction and surface velocity of a pair; returns the flags of its block."""
    surface = shapes.surface
    manifold = contacts.manifold
    friction_a = surface[a, SURFACE_FRICTION]
    friction_b = surface[b, SURFACE_FRICTION]
    material_a = shapes.info[a, SHAPE_MATERIAL]
    material_b = shapes.info[b, SHAPE_MATERIAL]
    if friction_a < ZERO and friction_b < ZERO:
        friction = friction_table[material_a, material_b]
    else:
        if friction_a < ZERO:
            friction_a = friction_table[material_a, material_a]
        if friction_b < ZERO:
            friction_b = friction_table[material_b, material_b]
        friction = math.sqrt(friction_a * friction_b)
    manifold[contact, MANIFOLD_FRICTION] = friction
    restitution = max(surface[a, SURFACE_RESTITUTION], surface[b, SURFACE_RESTITUTION])
    manifold[contact, MANIFOLD_RESTITUTION] = restitution
    radius = ZERO
    if shapes.info[a, SHAPE_KIND] <= SHAPE_CAPSULE:
        radius = shapes.place[a, PLACE_SIZE]
    if shapes.info[b, SHAPE_KIND] <= SHAPE_CAPSULE:
        radius = max(radius, shapes.place[b, PLACE_SIZE])
    rolling = radius * max(surface[a, SURFACE_ROLLING], surface[b, SURFACE_ROLLING])
    manifold[contact, MANIFOLD_ROLLING] = rolling
    cache = contacts.cache
    flags = 0
    if restitution > ZERO:
        flags |= BLOCK_BOUNCES
    if rolling > ZERO:
        flags |= BLOCK_ROLLS
    moving = False
    for c in range(3):
        cache[contact, CACHE_SURFACE + c] = ZERO
        if surface[a, SURFACE_VELOCITY + c] != ZERO or surface[b, SURFACE_VELOCITY + c] != ZERO:
            moving = True
    if moving:
        flags |= BLOCK_SLIDES
        add_surface_velocity(contact, CONTACT_BODY_A, a, ONE, bodies, shapes, contacts)
        add_surface_velocity(contact, CONTACT_BODY_B, b, -ONE, bodies, shapes, contacts)
    return flags << SPECIAL_SHIFT


@leaf
def add_surface_velocity(contact, column, shape, sign, bodies, shapes, contacts):
    """Add the surface velocity of one shape, turned from body to world axes.

    Friction drives the relative velocity v_b - v_a towards the sum: a belt that runs with +u under b carries b with +u.
    """
    body = contacts.info[contact, column]
    q = (
        np.float32(bodies.rotation[body, 0]),
        np.float32(bodies.rotation[body, 1]),
        np.float32(bodies.rotation[body, 2]),
        np.float32(bodies.rotation[body, 3]),
    )
    surface = shapes.surface
    u = (
        surface[shape, SURFACE_VELOCITY],
        surface[shape, SURFACE_VELOCITY + 1],
        surface[shape, SURFACE_VELOCITY + 2],
    )
    world = rotate(q, u)
    for c in range(3):
        contacts.cache[contact, CACHE_SURFACE + c] += sign * world[c]


@leaf
def size_of(place, shape):
    """Size of a shape as a tuple."""
    return place[shape, PLACE_SIZE], place[shape, PLACE_SIZE + 1], place[shape, PLACE_SIZE + 2]


@leaf
def look_ahead(body_a, body_b, is_plane, bodies, dt):
    """How far two bodies move against each other in this step [m].

    At most half the size of the smaller: farther away, the direction to the nearest point says little about whether
    they will meet. With a half-space they always will.
    """
    motion = bodies.motion
    x = motion[body_b, 0] - motion[body_a, 0]
    y = motion[body_b, 1] - motion[body_a, 1]
    z = motion[body_b, 2] - motion[body_a, 2]
    reach = dt * math.sqrt(x * x + y * y + z * z)
    if is_plane:
        return reach
    return min(reach, HALF * min(bodies.traits[body_a, TRAIT_EXTENT], bodies.traits[body_b, TRAIT_EXTENT]))


@leaf
def drop_missing(count, normal, shift, body_a, body_b, speculative, dt, bodies, centers, point, feature):
    """Keep distant points only where the bodies will meet within this step; returns how many are left."""
    motion = bodies.motion
    kept = 0
    for p in range(count):
        x, y, z, s = point[p, 0], point[p, 1], point[p, 2], point[p, 3]
        if s > speculative:
            r_a = (shift[0] + x, shift[1] + y, shift[2] + z)
            r_b = (r_a[0] - centers[0], r_a[1] - centers[1], r_a[2] - centers[2])
            v_a = cross((motion[body_a, 4], motion[body_a, 5], motion[body_a, 6]), r_a)
            v_b = cross((motion[body_b, 4], motion[body_b, 5], motion[body_b, 6]), r_b)
            speed = ZERO
            for c in range(3):
                speed += normal[c] * (motion[body_b, c] + v_b[c] - motion[body_a, c] - v_a[c])
            if s - speculative + dt * speed > ZERO:
                continue
        point[kept, 0], point[kept, 1], point[kept, 2], point[kept, 3] = x, y, z, s
        feature[kept] = feature[p]
        kept += 1
    return kept


@leaf
def update_contact(
    contact, bodies, shapes, contacts, friction_table, speculative, recycle, dt, point, feature, scratch
):
    """Bring one contact up to date; returns 1 when it was recycled.

    Marks BEGAN and ENDED in its flags.
    """
    info = contacts.info
    a = info[contact, CONTACT_SHAPE_A]
    b = info[contact, CONTACT_SHAPE_B]
    body_a = info[contact, CONTACT_BODY_A]
    body_b = info[contact, CONTACT_BODY_B]
    flags = info[contact, CONTACT_FLAGS]
    shift_x = np.float32(shapes.center[a, 0] - bodies.center[body_a, 0])
    shift_y = np.float32(shapes.center[a, 1] - bodies.center[body_a, 1])
    shift_z = np.float32(shapes.center[a, 2] - bodies.center[body_a, 2])
    shift = (shift_x, shift_y, shift_z)
    offset = (
        np.float32(shapes.center[b, 0] - shapes.center[a, 0]),
        np.float32(shapes.center[b, 1] - shapes.center[a, 1]),
        np.float32(shapes.center[b, 2] - shapes.center[a, 2]),
    )
    centers = (
        np.float32(bodies.center[body_b, 0] - bodies.center[body_a, 0]),
        np.float32(bodies.center[body_b, 1] - bodies.center[body_a, 1]),
        np.float32(bodies.center[body_b, 2] - bodies.center[body_a, 2]),
    )
    for c in range(3):
        contacts.manifold[contact, MANIFOLD_CENTERS + c] = centers[c]
    rotation_a = quaternion_of(shapes.rotation, a)
    rotation_b = quaternion_of(shapes.rotation, b)
    size_a = size_of(shapes.place, a)
    size_b = size_of(shapes.place, b)
    kind_a = shapes.info[a, SHAPE_KIND]
    kind_b = shapes.info[b, SHAPE_KIND]
    recycles = kind_a == SHAPE_BOX and recycle > ZERO
    rotation = rotation_a
    local_offset = offset
    if recycles:
        rotation = relative_rotation(rotation_a, rotation_b)
        local_offset = rotate_inverse(rotation_a, offset)
        if (
            flags & TOUCH
            and flags & CACHED
            and can_recycle(
                contact, contacts.cache, rotation, local_offset, size_a, size_b, kind_b == SHAPE_PLANE, recycle
            )
        ):
            refresh_manifold(contact, contacts, rotation_a, rotation_b, offset, shift)
            return 1
    margin = ZERO
    if flags & SENSOR == 0:
        margin = speculative + look_ahead(body_a, body_b, kind_b == SHAPE_PLANE, bodies, dt)
    point[0, 3] = margin
    count, nx, ny, nz = collide(
        kind_a, kind_b, size_a, rotation_a, size_b, rotation_b, offset, margin, point, feature, scratch
    )
    normal = (nx, ny, nz)
    if count > 0 and margin > speculative:
        count = drop_missing(count, normal, shift, body_a, body_b, speculative, dt, bodies, centers, point, feature)
        if count == 0:
            point[0, 3] = margin
    if recycles:
        fill_cache(
            contact, count, normal, rotation_a, rotation_b, rotation, offset, local_offset, kind_b == SHAPE_PLANE,
            point, contacts,
        )  # fmt: skip
        flags |= CACHED
    if count > 0 or info[contact, CONTACT_COUNT] > 0:
        write_manifold(contact, count, normal, shift, point, feature, scratch, contacts)
    if count > 0:
        flags = flags & ((1 << SPECIAL_SHIFT) - 1)
        flags |= mix_surfaces(contact, a, b, bodies, shapes, contacts, friction_table)
        if flags & TOUCH == 0:
            flags |= BEGAN | TOUCH
    else:
        # A routine that finds shapes apart leaves the gap, or less, as the first separation.
        contacts.apart[contact] = bodies.travel[body_a] + bodies.travel[body_b] + (point[0, 3] - margin)
        if flags & TOUCH:
            flags = (flags & ~TOUCH) | ENDED
    info[contact, CONTACT_FLAGS] = flags
    return 0


@kernel
def collide_contacts(
    listed_count, listed, bodies, shapes, contacts, counts, static_box, moving_box, friction_table, speculative,
    recycle, dt, point, feature, scratch, changed
):  # fmt: skip
    """Bring all active contacts up to date.

    Args:
        listed_count: Active contacts.
        listed: Their rows.
        bodies: Body arrays.
        shapes: Shape arrays.
        contacts: Contact arrays. Rows of active contacts are updated.
        counts: Counts; the number of recycled manifolds is written.
        static_box: Bounds of the static tree.
        moving_box: Bounds of the moving tree.
        friction_table: Friction of pairs of materials, float32 [M, M].
        speculative: Gap at which a contact has points [m].
        recycle: Largest relative movement for recycling [m]; 0 turns it off.
        dt: Step [s].
        point: Scratch, float32 [4, 4].
        feature: Scratch, int32 [4].
        scratch: Scratch of the collision routines.
        changed: Receives the contacts with something to change.

    Returns:
        Number of changed contacts.
    """
    changed_count = 0
    recycled = 0
    info = contacts.info
    for k in range(listed_count):
        contact = listed[k]
        flags = info[contact, CONTACT_FLAGS]
        if flags & TOUCH == 0:
            a = info[contact, CONTACT_BODY_A]
            b = info[contact, CONTACT_BODY_B]
            if bodies.travel[a] + bodies.travel[b] < contacts.apart[contact]:
                continue
        # Shapes that touch have overlapping bounds.
        if flags & TOUCH == 0 and not bounds_overlap(
            info[contact, CONTACT_SHAPE_A], info[contact, CONTACT_SHAPE_B], shapes, static_box, moving_box
        ):
            info[contact, CONTACT_FLAGS] = flags | DISJOINT
        else:
            recycled += update_contact(
                contact, bodies, shapes, contacts, friction_table, speculative, recycle, dt, point, feature, scratch
            )
        if info[contact, CONTACT_FLAGS] & (BEGAN | ENDED | DISJOINT):
            changed[changed_count] = contact
            changed_count += 1
    counts[COUNT_RECYCLED] = recycled
    return changed_count
