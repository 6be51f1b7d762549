"""Manifolds of a shape on a mesh or height field: groups of points to the rows of the pair, from step to step.

A pair touches while one of its rows does. It begins and ends once, whichever rows come and go.
"""

import math

import numpy as np
from numba import types

from physics.kernels.core.calls import by_address
from physics.kernels.core.jit import leaf, linked, routine
from physics.kernels.core.pointer import flat
from physics.kernels.core.vec3 import dot, relative_rotation, rotate, rotate_inverse
from physics.kernels.layout import contact as CONTACT, kind as KIND, manifold as MANIFOLD, shape as SHAPE
from physics.kernels.mesh.contact import CONVEX_SCRATCH, double, gather_points, single
from physics.kernels.mesh.data import MESH_TWO_SIDED, PATCH_NUMBERS, PATCH_ROWS, PATCH_STRIDE
from physics.kernels.mesh.pairs import gather_on_plane, gather_pairs
from physics.kernels.mesh.points import (
    GAP,
    GROUP_COUNT,
    GROUP_NAMES,
    GROUP_PATCH,
    GROUP_POINTS,
    OLD,
    ONLY_CARRYING,
    SLOT_GROUP,
    SLOT_ROW,
    gap_of,
    normal_of,
    point_of,
)
from physics.kernels.mesh.recycle import may_recycle, moved_since, refresh_rows, remember_rows
from physics.kernels.narrow_phase.convex.extent import turning_radius
from physics.kernels.narrow_phase.hull.support import middle
from physics.kernels.narrow_phase.manifolds import write_manifold
from physics.kernels.narrow_phase.surfaces import mix_surfaces
from physics.kernels.queries.ray_shapes import shape_turn

ZERO = np.float32(0.0)
ONE = np.float32(1.0)
#: Points nearer to one another than this part of the largest half extent are one.
SPREAD = np.float32(0.02)
#: A row goes on with a group whose normal turned by less than this (cosine, 60 degrees).
SAME_ROW = np.float32(0.5)
#: A pair that is farther apart than this [m] is looked at again only when its bodies have moved by what is more. Closer
#: ones are looked at in every step: a kick may send a small shape through the surface in the next.
WATCHED = 1.0
NO_GROUP = -1


@leaf
def list_rows(contact, contacts, names):
    """List the rows of a pair from SLOT_ROW on, without groups; returns their number."""
    row = np.int64(contact)
    count = 0
    while True:
        names[SLOT_ROW + count] = row
        names[SLOT_GROUP + count] = NO_GROUP
        count += 1
        row = np.int64(contacts.info[row, CONTACT.SIBLING])
        if row == 0 or row == contact:
            return count


@leaf
def old_cosine(row, group, contacts, work):
    """Cosine between the normal of a group and that of a row in the last step."""
    manifold = contacts.manifold
    n = normal_of(group, work)
    k = MANIFOLD.NORMAL
    return n[0] * manifold[row, k] + n[1] * manifold[row, k + 1] + n[2] * manifold[row, k + 2]


@routine
def match_groups(groups, rows, contacts, work, names):
    """Give each group a row: that of the most alike normal first, what is left to rows without points.

    Args:
        groups: Groups.
        rows: Rows of the pair.
        contacts: Contact arrays.
        work, names: Flat buffers; groups are written from SLOT_GROUP on.
    """
    taken = 0
    while True:
        best, slot, group = SAME_ROW, -1, -1
        for s in range(rows):
            row = names[SLOT_ROW + s]
            if names[SLOT_GROUP + s] != NO_GROUP or contacts.info[row, CONTACT.COUNT] == 0:
                continue
            for g in range(groups):
                if taken & (1 << g) == 0 and old_cosine(row, g, contacts, work) > best:
                    best, slot, group = old_cosine(row, g, contacts, work), s, g
        if slot < 0:
            break
        names[SLOT_GROUP + slot] = group
        taken |= 1 << group
    for sweep in range(2):
        for g in range(groups):
            if taken & (1 << g):
                continue
            for s in range(rows):
                used = contacts.info[names[SLOT_ROW + s], CONTACT.COUNT] > 0
                if names[SLOT_GROUP + s] == NO_GROUP and (sweep == 1 or not used):
                    names[SLOT_GROUP + s] = g
                    taken |= 1 << g
                    break


@leaf
def forget_points(row, contacts):
    """Take the points of a row away, so that those of another direction inherit nothing."""
    for p in range(MANIFOLD.POINT_CAPACITY):
        k = MANIFOLD.POINT + p * MANIFOLD.POINT_STRIDE
        contacts.manifold[row, k + MANIFOLD.POINT_USED] = ZERO
        contacts.manifold[row, k + MANIFOLD.POINT_FORCE] = ZERO
    contacts.info[row, CONTACT.COUNT] = 0


@leaf
def take_group(group, point, feature, work, names):
    """Copy the points of a group to where `write_manifold` reads them; returns their number."""
    count = names[GROUP_COUNT + group]
    for p in range(count):
        place = point_of(group, p, work)
        for c in range(3):
            point[p, c] = place[c]
        point[p, 3] = gap_of(group, p, work)
        feature[p] = names[GROUP_NAMES + group * GROUP_POINTS + p]
    return count


@routine
def mix_patch(row, a, b, patch, bodies, shapes, contacts, friction_table):
    """As `mix_surfaces`, where triangles of shape b have a material of their own, which stands for that of the part."""
    indices, numbers = shapes.indices, shapes.numbers
    data = np.int64(shapes.info[b, SHAPE.DATA])
    material = indices[indices[data + PATCH_ROWS] + patch]
    k = indices[data + PATCH_NUMBERS] + PATCH_STRIDE * patch
    surface = shapes.surface
    f, r, t = SHAPE.SURFACE_FRICTION, SHAPE.SURFACE_RESTITUTION, SHAPE.SURFACE_ROLLING
    own, own_f, own_r, own_t = shapes.info[b, SHAPE.MATERIAL], surface[b, f], surface[b, r], surface[b, t]
    shapes.info[b, SHAPE.MATERIAL] = material
    surface[b, f], surface[b, r], surface[b, t] = -ONE, numbers[k], numbers[k + 1]
    flags = mix_surfaces(row, a, b, bodies, shapes, contacts, friction_table)
    shapes.info[b, SHAPE.MATERIAL] = own
    surface[b, f], surface[b, r], surface[b, t] = own_f, own_r, own_t
    contacts.manifold[row, MANIFOLD.PATCH] = np.float32(material + 1)
    return flags


@routine
def write_rows(groups, rows, mover, shift, bodies, shapes, contacts, friction_table, point, feature, scratch):
    """Write all manifolds of a pair and mark what begins and ends; returns whether it touches.

    Args:
        groups: Groups of points.
        rows: Rows of the pair, listed.
        mover: Shape a.
        shift: From the center of body a to that of shape a [m].
        bodies, shapes, contacts, friction_table, point, feature, scratch: As of `collide_mesh_contact`.
    """
    info = contacts.info
    work, names = flat(scratch[CONVEX_SCRATCH:]), flat(feature[8:])
    old = scratch[CONVEX_SCRATCH + OLD :]
    match_groups(groups, rows, contacts, work, names)
    touched = False
    for s in range(rows):
        touched = touched or info[names[SLOT_ROW + s], CONTACT.FLAGS] & CONTACT.FLAG_TOUCH != 0
    # The first row that begins, or ends, tells it for the pair.
    told = groups > 0 and touched
    for s in range(rows):
        row, group = np.int64(names[SLOT_ROW + s]), np.int64(names[SLOT_GROUP + s])
        flags = info[row, CONTACT.FLAGS]
        normal = (ZERO, ZERO, ZERO)
        count = 0
        if group != NO_GROUP:
            normal = normal_of(group, work)
            if info[row, CONTACT.COUNT] > 0 and old_cosine(row, group, contacts, work) <= SAME_ROW:
                forget_points(row, contacts)
            count = take_group(group, point, feature, work, names)
        if count > 0 or info[row, CONTACT.COUNT] > 0:
            write_manifold(row, count, normal, shift, point, feature, old, contacts)
        changed = 0
        if count > 0:
            a, b = info[row, CONTACT.SHAPE_A], info[row, CONTACT.SHAPE_B]
            flags = flags & ((1 << CONTACT.SPECIAL_SHIFT) - 1)
            patch = np.int64(names[GROUP_PATCH + group])
            contacts.manifold[row, MANIFOLD.PATCH] = ZERO
            if patch >= 0:
                flags |= mix_patch(row, a, b, patch, bodies, shapes, contacts, friction_table)
            else:
                flags |= mix_surfaces(row, a, b, bodies, shapes, contacts, friction_table)
            contacts.manifold[row, MANIFOLD.RADII] = turning_radius(mover[0], mover[1], mover[2], normal)
            if flags & CONTACT.FLAG_TOUCH == 0:
                changed = CONTACT.FLAG_BEGAN
                flags |= CONTACT.FLAG_BEGAN | CONTACT.FLAG_TOUCH
        elif flags & CONTACT.FLAG_TOUCH:
            changed = CONTACT.FLAG_ENDED
            flags = (flags & ~CONTACT.FLAG_TOUCH) | CONTACT.FLAG_ENDED
        if changed:
            if told:
                flags |= CONTACT.FLAG_QUIET
            told = True
        info[row, CONTACT.FLAGS] = flags
    return groups > 0


@leaf
def rotation_row(rotation, i):
    """Quaternion of a row, float32."""
    return (
        np.float32(rotation[i, 0]),
        np.float32(rotation[i, 1]),
        np.float32(rotation[i, 2]),
        np.float32(rotation[i, 3]),
    )


@leaf
def flight_of(body_a, body_b, shift, centers, speculative, dt, bodies):
    """How two bodies move, as `will_meet` takes it, and how far against each other in this step [m]."""
    motion = bodies.motion
    linear = (
        motion[body_b, 0] - motion[body_a, 0],
        motion[body_b, 1] - motion[body_a, 1],
        motion[body_b, 2] - motion[body_a, 2],
    )
    w_a = (motion[body_a, 4], motion[body_a, 5], motion[body_a, 6])
    w_b = (motion[body_b, 4], motion[body_b, 5], motion[body_b, 6])
    if w_b[0] != ZERO or w_b[1] != ZERO or w_b[2] != ZERO:
        # A surface that turns comes near by its spin, too: what counts is its speed where a is.
        turning = (
            w_b[2] * centers[1] - w_b[1] * centers[2],
            w_b[0] * centers[2] - w_b[2] * centers[0],
            w_b[1] * centers[0] - w_b[0] * centers[1],
        )
        here = (linear[0] + turning[0], linear[1] + turning[1], linear[2] + turning[2])
        reach = dt * math.sqrt(dot(here, here))
    else:
        reach = dt * math.sqrt(dot(linear, linear))
    return (shift, centers, linear, w_a, w_b, speculative, dt), reach


@leaf
def spin_reach(body, size, dt, bodies):
    """How far the farthest point of a shape moves by the spin of its body in this step, or a little less [m]."""
    w = (bodies.motion[body, 4], bodies.motion[body, 5], bodies.motion[body, 6])
    return dt * math.sqrt(dot(w, w) * dot(size, size))


@routine
def collide_moving(mover, a, b, place, margin, spread, sensor, flight, bodies, shapes, scratch, work, names):
    """Find the points of a mesh on another, on a height field or on a half-space; as `gather_points`."""
    numbers, indices = flat(shapes.numbers), flat(shapes.indices)
    turn_a = shape_turn(a, shapes, bodies.rotation)
    rotation_b = rotation_row(shapes.rotation, b)
    if place[0] == KIND.PLANE:
        return gather_on_plane(
            mover, turn_a, rotation_b, place[4], margin, spread, flight, numbers, indices, work, names
        )
    size_b = (
        shapes.place[b, SHAPE.PLACE_SIZE],
        shapes.place[b, SHAPE.PLACE_SIZE + 1],
        shapes.place[b, SHAPE.PLACE_SIZE + 2],
    )
    sides = (indices[mover[3] + MESH_TWO_SIDED] != 0, turn_a)
    return gather_pairs(
        mover, sides, size_b, rotation_b, place, margin, spread, sensor, flight, numbers, indices, scratch, work, names
    )


@linked
def collide_mesh_contact(
    contact, bodies, shapes, contacts, friction_table, speculative, recycle, dt, point, feature, scratch, calls
):
    """Bring all rows of a pair with a mesh or height field up to date; returns 1 when it was recycled.

    Marks CONTACT.FLAG_BEGAN, CONTACT.FLAG_ENDED and CONTACT.FLAG_QUIET in their flags.

    Args:
        contact: First row of the pair.
        bodies, shapes, contacts, friction_table, speculative, recycle, dt: As of `collide_contacts`.
        point: Scratch, float32 [4, 4].
        feature: Scratch, int32, at least 8 + MESH_INTS.
        scratch: Scratch, float32, at least CONVEX_SCRATCH + MESH_FLOATS.
    """
    info = contacts.info
    a, b = info[contact, CONTACT.SHAPE_A], info[contact, CONTACT.SHAPE_B]
    body_a, body_b = info[contact, CONTACT.BODY_A], info[contact, CONTACT.BODY_B]
    flags = info[contact, CONTACT.FLAGS]
    work, names = flat(scratch[CONVEX_SCRATCH:]), flat(feature[8:])
    numbers, indices = flat(shapes.numbers), flat(shapes.indices)
    place_a, place_b = shapes.center[a], shapes.center[b]
    middle_a, middle_b = bodies.center[body_a], bodies.center[body_b]
    shift = single((place_a[0] - middle_a[0], place_a[1] - middle_a[1], place_a[2] - middle_a[2]))
    centers = single((middle_b[0] - middle_a[0], middle_b[1] - middle_a[1], middle_b[2] - middle_a[2]))
    offset = (place_b[0] - place_a[0], place_b[1] - place_a[1], place_b[2] - place_a[2])
    turn_b = shape_turn(b, shapes, bodies.rotation)
    rotation_a, rotation_b = rotation_row(shapes.rotation, a), rotation_row(shapes.rotation, b)
    size = (
        shapes.place[a, SHAPE.PLACE_SIZE],
        shapes.place[a, SHAPE.PLACE_SIZE + 1],
        shapes.place[a, SHAPE.PLACE_SIZE + 2],
    )
    rows = list_rows(contact, contacts, names)
    touches = False
    for s in range(rows):
        row = names[SLOT_ROW + s]
        touches = touches or info[row, CONTACT.FLAGS] & CONTACT.FLAG_TOUCH != 0
        for c in range(3):
            contacts.manifold[row, MANIFOLD.CENTERS + c] = centers[c]
    contacts.manifold[contact, MANIFOLD.HIT] = ZERO
    kind_a, kind_b = shapes.info[a, SHAPE.KIND], shapes.info[b, SHAPE.KIND]
    moving = kind_a == KIND.MESH  # then b may also be a half-space
    recycles = (moving or KIND.is_faceted(kind_a)) and recycle > ZERO and rows == CONTACT.MESH_SLOTS
    local = rotate_inverse(turn_b, (-offset[0], -offset[1], -offset[2]))
    rotation = relative_rotation(rotation_a, rotation_b)
    if recycles and touches and flags & CONTACT.FLAG_CACHED:
        moved = moved_since(contact, local, contacts)
        if may_recycle(contact, rotation, moved, size, recycle, contacts):
            refresh_rows(rows, moved, rotation_a, rotation_b, shift, contacts, names)
            return 1
    data_b = np.int64(shapes.info[b, SHAPE.DATA])
    sensor = flags & CONTACT.FLAG_SENSOR != 0
    two_sided = sensor or (kind_b == KIND.MESH and indices[data_b + MESH_TWO_SIDED] != 0)
    flight, reach = flight_of(body_a, body_b, shift, centers, speculative, dt, bodies)
    margin = ZERO if sensor else speculative + reach
    mover = (np.int64(kind_a), size, rotation_a, np.int64(shapes.info[a, SHAPE.DATA]), (ZERO, ZERO, ZERO))
    if kind_a == KIND.HULL:
        # The center of its bounds may be outside.
        mover = (mover[0], size, rotation_a, mover[3], rotate(rotation_a, middle((numbers, indices, mover[3]))[0]))
    place = (np.int64(kind_b), data_b, two_sided, turn_b, double(offset))
    spread = SPREAD * max(size[0], size[1], size[2])
    names[ONLY_CARRYING] = 1 if moving else 0
    if moving:
        margin += ZERO if sensor else spin_reach(body_a, size, dt, bodies)
        groups = collide_moving(
            mover, a, b, place, margin, spread, sensor, flight, bodies, shapes, flat(scratch), work, names
        )
    else:
        groups = gather_points(
            mover, place, margin, spread, sensor, flight, numbers, indices, flat(point), flat(feature), flat(scratch),
            work, names, calls,
        )  # fmt: skip
    touches = write_rows(groups, rows, mover, shift, bodies, shapes, contacts, friction_table, point, feature, scratch)
    if touches and recycles:
        remember_rows(contact, rows, rotation, local, rotation_a, rotation_b, shift, contacts, names)
        info[contact, CONTACT.FLAGS] |= CONTACT.FLAG_CACHED
    if not touches:
        slack = max(np.float64(work[GAP]) - WATCHED, 0.0)
        contacts.apart[contact] = bodies.travel[body_a] + bodies.travel[body_b] + slack
    return 0


call_collide_mesh_contact = by_address(collide_mesh_contact, types.int64)
