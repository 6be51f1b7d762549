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
from numba import types

from physics.kernels.core.calls import by_address
from physics.kernels.core.jit import leaf, linked
from physics.kernels.core.pointer import flat
from physics.kernels.core.vec3 import cross, relative_rotation, rotate_inverse
from physics.kernels.layout import (
    body as BODY,
    config as CONFIG,
    contact as CONTACT,
    count as COUNT,
    kind as KIND,
    manifold as MANIFOLD,
    shape as SHAPE,
)
from physics.kernels.mesh.rows import call_collide_mesh_contact
from physics.kernels.narrow_phase.convex.extent import turning_radius
from physics.kernels.narrow_phase.curved.contact import call_collide_curved
from physics.kernels.narrow_phase.dispatch import collide
from physics.kernels.narrow_phase.hull.contact import call_collide_polytopes
from physics.kernels.narrow_phase.manifolds import can_recycle, fill_cache, refresh_manifold, write_manifold
from physics.kernels.narrow_phase.seams import NO_BIT, leave_out_seams, mark_suspects
from physics.kernels.narrow_phase.surfaces import mix_surfaces

ZERO = np.float32(0.0)
HALF = np.float32(0.5)


@leaf
def quaternion_of(rotation, i):
    """Row of a float32 quaternion array as a tuple."""
    return rotation[i, 0], rotation[i, 1], rotation[i, 2], rotation[i, 3]


@leaf
def bounds_overlap(a, b, shapes, static_box, moving_box):
    """True while the fat bounds of two shapes overlap; shape b may be a half-space."""
    node_a = shapes.info[a, SHAPE.NODE]
    box_a = static_box if shapes.info[a, SHAPE.TREE] == SHAPE.TREE_STATIC else moving_box
    if shapes.info[b, SHAPE.KIND] == KIND.PLANE:
        k = shapes.info[b, SHAPE.NODE]
        total = ZERO
        for c in range(3):
            n = shapes.plane_data[k, c]
            total += n * (box_a[node_a, c] if n > ZERO else -box_a[node_a, 3 + c])
        return total <= shapes.plane_data[k, 3]
    node_b = shapes.info[b, SHAPE.NODE]
    box_b = static_box if shapes.info[b, SHAPE.TREE] == SHAPE.TREE_STATIC else moving_box
    for c in range(3):
        if box_a[node_a, c] > -box_b[node_b, 3 + c] or box_b[node_b, c] > -box_a[node_a, 3 + c]:
            return False
    return True


@leaf
def size_of(place, shape):
    """Size of a shape as a tuple."""
    return place[shape, SHAPE.PLACE_SIZE], place[shape, SHAPE.PLACE_SIZE + 1], place[shape, SHAPE.PLACE_SIZE + 2]


@leaf
def look_ahead(body_a, body_b, is_plane, bodies, dt):
    """How far two bodies move against each other in this step [m].

    At most half the size of the smaller: farther away, the direction to the nearest point says little about whether
    they will meet. With a half-space they always will. Bodies that may pass through things do not look ahead.
    """
    blind = BODY.FLAG_CCD_NONE | BODY.FLAG_CCD_RAY
    if (bodies.links[body_a, BODY.FLAGS] | bodies.links[body_b, BODY.FLAGS]) & blind:
        return ZERO
    motion = bodies.motion
    x = motion[body_b, 0] - motion[body_a, 0]
    y = motion[body_b, 1] - motion[body_a, 1]
    z = motion[body_b, 2] - motion[body_a, 2]
    reach = dt * math.sqrt(x * x + y * y + z * z)
    if is_plane:
        return reach
    return min(reach, HALF * min(bodies.traits[body_a, BODY.TRAIT_EXTENT], bodies.traits[body_b, BODY.TRAIT_EXTENT]))


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
def load_pair(contact, bodies, shapes, contacts):
    """How the two shapes of a contact stand to one another.

    Returns:
        Kind, size, rotation and shape data of shape a, and of shape b; center of shape a relative to its body, of
        shape b relative to shape a, of body b relative to body a.
    """
    info = contacts.info
    a, b = info[contact, CONTACT.SHAPE_A], info[contact, CONTACT.SHAPE_B]
    body_a, body_b = info[contact, CONTACT.BODY_A], info[contact, CONTACT.BODY_B]
    shift = (
        np.float32(shapes.center[a, 0] - bodies.center[body_a, 0]),
        np.float32(shapes.center[a, 1] - bodies.center[body_a, 1]),
        np.float32(shapes.center[a, 2] - bodies.center[body_a, 2]),
    )
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
    first = (
        shapes.info[a, SHAPE.KIND], size_of(shapes.place, a), quaternion_of(shapes.rotation, a),
        shapes.info[a, SHAPE.DATA],
    )  # fmt: skip
    second = (
        shapes.info[b, SHAPE.KIND], size_of(shapes.place, b), quaternion_of(shapes.rotation, b),
        shapes.info[b, SHAPE.DATA],
    )  # fmt: skip
    return first, second, shift, offset, centers


@leaf
def find_points(contact, pair, margin, shapes, contacts, point, feature, scratch, calls):
    """Points at which two shapes touch, or will: their number and the normal; radii of round shapes are written."""
    (kind_a, size_a, rotation_a, data_a), (kind_b, size_b, rotation_b, data_b), _, offset, _ = pair
    manifold = contacts.manifold
    point[0, 3] = margin
    if KIND.is_simple(kind_a) and KIND.is_simple(kind_b):
        count, nx, ny, nz = collide(
            kind_a, kind_b, size_a, rotation_a, size_b, rotation_b, offset, margin, point, feature, scratch
        )
    elif KIND.is_faceted(kind_a):
        n = MANIFOLD.NORMAL
        hint = (manifold[contact, n], manifold[contact, n + 1], manifold[contact, n + 2])
        count, nx, ny, nz = call_collide_polytopes(calls, (
            kind_a, kind_b, size_a, rotation_a, data_a, size_b, rotation_b, data_b, offset, margin, hint,
            flat(shapes.numbers), flat(shapes.indices), flat(point), flat(feature), flat(scratch),
        ))  # fmt: skip
        # What parts the shapes now is the first guess of the next step.
        manifold[contact, n], manifold[contact, n + 1], manifold[contact, n + 2] = nx, ny, nz
    else:
        count, nx, ny, nz = call_collide_curved(calls, (
            kind_a, kind_b, size_a, rotation_a, data_a, size_b, rotation_b, data_b, offset, margin, shapes.numbers,
            shapes.indices, point, feature, scratch,
        ))  # fmt: skip
        normal = (nx, ny, nz)
        manifold[contact, MANIFOLD.RADII] = turning_radius(kind_a, size_a, rotation_a, normal)
        manifold[contact, MANIFOLD.RADII + 1] = turning_radius(kind_b, size_b, rotation_b, normal)
    return count, (nx, ny, nz)


@leaf
def finish_contact(contact, count, normal, flags, margin, shift, bodies, shapes, contacts, friction, buffers):
    """Write the points of a contact, mix its surfaces, and mark it if it begins or ends to touch."""
    point, feature, scratch = buffers
    info = contacts.info
    if count > 0 or info[contact, CONTACT.COUNT] > 0:
        write_manifold(contact, count, normal, shift, point, feature, scratch, contacts)
    if count > 0:
        a, b = info[contact, CONTACT.SHAPE_A], info[contact, CONTACT.SHAPE_B]
        flags = flags & ((1 << CONTACT.SPECIAL_SHIFT) - 1)
        flags |= mix_surfaces(contact, a, b, bodies, shapes, contacts, friction)
        if flags & CONTACT.FLAG_TOUCH == 0:
            flags |= CONTACT.FLAG_BEGAN | CONTACT.FLAG_TOUCH
    else:
        # A routine that finds shapes apart leaves the gap, or less, as the first separation.
        body_a, body_b = info[contact, CONTACT.BODY_A], info[contact, CONTACT.BODY_B]
        contacts.apart[contact] = bodies.travel[body_a] + bodies.travel[body_b] + (point[0, 3] - margin)
        if flags & CONTACT.FLAG_TOUCH:
            flags = (flags & ~CONTACT.FLAG_TOUCH) | CONTACT.FLAG_ENDED
    info[contact, CONTACT.FLAGS] = flags


@leaf
def update_contact(contact, bodies, shapes, contacts, friction, speculative, recycle, dt, buffers, calls):
    """Bring one contact up to date; returns 1 when it was recycled.

    Marks CONTACT.FLAG_BEGAN and CONTACT.FLAG_ENDED in its flags.
    """
    point, feature, scratch = buffers
    info = contacts.info
    flags = info[contact, CONTACT.FLAGS]
    body_a, body_b = info[contact, CONTACT.BODY_A], info[contact, CONTACT.BODY_B]
    pair = load_pair(contact, bodies, shapes, contacts)
    (kind_a, size_a, rotation_a, _), (kind_b, size_b, rotation_b, _), shift, offset, centers = pair
    for c in range(3):
        contacts.manifold[contact, MANIFOLD.CENTERS + c] = centers[c]
    is_plane = kind_b == KIND.PLANE
    recycles = KIND.is_faceted(kind_a) and recycle > ZERO
    rotation = rotation_a
    local_offset = offset
    if recycles:
        rotation = relative_rotation(rotation_a, rotation_b)
        local_offset = rotate_inverse(rotation_a, offset)
        if (
            flags & CONTACT.FLAG_TOUCH
            and flags & CONTACT.FLAG_CACHED
            and can_recycle(contact, contacts.cache, rotation, local_offset, size_a, size_b, is_plane, recycle)
        ):
            refresh_manifold(contact, contacts, rotation_a, rotation_b, offset, shift)
            return 1
    margin = ZERO
    if flags & CONTACT.FLAG_SENSOR == 0:
        margin = speculative + look_ahead(body_a, body_b, is_plane, bodies, dt)
    count, normal = find_points(contact, pair, margin, shapes, contacts, point, feature, scratch, calls)
    if count > 0 and margin > speculative:
        count = drop_missing(count, normal, shift, body_a, body_b, speculative, dt, bodies, centers, point, feature)
        if count == 0:
            point[0, 3] = margin
    if recycles:
        fill_cache(
            contact, count, normal, rotation_a, rotation_b, rotation, offset, local_offset, is_plane, point, contacts
        )
        flags |= CONTACT.FLAG_CACHED
    finish_contact(contact, count, normal, flags, margin, shift, bodies, shapes, contacts, friction, buffers)
    return 0


@leaf
def others_touch(contact, info):
    """True when a further row of the pair touches."""
    row = info[contact, CONTACT.SIBLING]
    while row != 0 and row != contact:
        if info[row, CONTACT.FLAGS] & CONTACT.FLAG_TOUCH:
            return True
        row = info[row, CONTACT.SIBLING]
    return False


@leaf
def note_changes(contact, info, changed_count, changed):
    """List the rows of a pair that begin or end; returns the number of all that are listed."""
    row = contact
    while True:
        if info[row, CONTACT.FLAGS] & (CONTACT.FLAG_BEGAN | CONTACT.FLAG_ENDED):
            changed[changed_count] = row
            changed_count += 1
        row = info[row, CONTACT.SIBLING]
        if row == 0 or row == contact:
            return changed_count


@linked
def collide_contacts(listed_count, world):
    """Bring all active contacts up to date.

    Args:
        listed_count: Active contacts; their rows are in `Shared.listed`.
        world: All arrays. Rows of active contacts are updated, the number of recycled manifolds is written, and the
            contacts with something to change are listed in `Worker.integers`.

    Returns:
        Number of changed contacts.
    """
    bodies, shapes, contacts, config = world.bodies, world.shapes, world.contacts, world.config
    worker, calls, listed = world.workers[0], world.shared.calls, world.shared.listed
    buffers = (worker.point, worker.feature, worker.floats)
    changed = worker.integers
    speculative, recycle = np.float32(config[CONFIG.SPECULATIVE]), np.float32(config[CONFIG.RECYCLE])
    dt = np.float32(config[CONFIG.DT])
    changed_count = 0
    recycled = 0
    suspects, suspect_count = world.shared.new_pairs, 0  # the pairs in it have become contacts
    words = (world.counts[COUNT.CONTACT_TOP] + 63) >> 6
    for word in range(words):
        suspects[word] = NO_BIT
    info = contacts.info
    for k in range(listed_count):
        contact = listed[k]
        flags = info[contact, CONTACT.FLAGS] & ~(CONTACT.FLAG_OFF | CONTACT.FLAG_HANDLED)
        info[contact, CONTACT.FLAGS] = flags
        if flags & (CONTACT.FLAG_SIBLING | CONTACT.FLAG_SOFT):
            continue  # its first row sees to it, or the stage of soft bodies
        if flags & CONTACT.FLAG_TOUCH == 0 and not (flags & CONTACT.FLAG_FACETED and others_touch(contact, info)):
            a = info[contact, CONTACT.BODY_A]
            b = info[contact, CONTACT.BODY_B]
            if bodies.travel[a] + bodies.travel[b] < contacts.apart[contact]:
                continue
            # Shapes that touch have overlapping bounds.
            if not bounds_overlap(
                info[contact, CONTACT.SHAPE_A], info[contact, CONTACT.SHAPE_B], shapes, world.static_tree.box,
                world.moving_tree.box,
            ):  # fmt: skip
                info[contact, CONTACT.FLAGS] = flags | CONTACT.FLAG_DISJOINT
                changed[changed_count] = contact
                changed_count += 1
                continue
        if flags & CONTACT.FLAG_REFUSED:
            continue
        if flags & CONTACT.FLAG_FACETED:
            recycled += call_collide_mesh_contact(calls, (
                contact, bodies, shapes, contacts, world.friction, speculative, recycle, dt, worker.point,
                worker.feature, worker.floats, calls,
            ))  # fmt: skip
        else:
            recycled += update_contact(
                contact, bodies, shapes, contacts, world.friction, speculative, recycle, dt, buffers, calls
            )
        changed_count = note_changes(contact, info, changed_count, changed)
        suspect_count += mark_suspects(contact, bodies, shapes, contacts, suspects)
    world.counts[COUNT.RECYCLED] = recycled
    if suspect_count > 0:
        changed_count = leave_out_seams(
            words, suspects, bodies, shapes, contacts, worker.floats, worker.feature, changed_count, changed
        )
    return changed_count


call_collide_contacts = by_address(collide_contacts, types.int64)
