"""Contacts of soft bodies with rigid shapes, found once per step: rows for vertices, and for faces.

A row is a plane on the shape that a point of the soft body must not pass: the nearest point of the surface, for what is
close by; for what comes fast, the point where the two will meet in this step, as they move now. So nothing passes
through anything, and what flies past something is not held up by it.

Vertices alone let what is small or sharp slip between them: a face has a row of its own where the shape reaches deeper
into it than into its corners.
"""

import math

import numpy as np
from numba import types

from physics.kernels.core.calls import by_address
from physics.kernels.core.jit import leaf, linked, routine
from physics.kernels.islands.islands import wake
from physics.kernels.layout import (
    body as BODY,
    contact as CONTACT,
    kind as KIND,
    shape as SHAPE,
    soft as SOFT,
)
from physics.kernels.soft.arrays import open_soft
from physics.kernels.soft.between.find import find_touches, part_of
from physics.kernels.soft.between.sense import senses_soft
from physics.kernels.soft.between.tree import refit, was_searched, way_bounds
from physics.kernels.soft.distance import gap_of
from physics.kernels.soft.lanes.busy import mark_busy
from physics.kernels.soft.probes.face import probe_face
from physics.kernels.soft.probes.midway import shape_box
from physics.kernels.soft.probes.pairs import face_size, is_near, is_solid, note_hurry, slips_between
from physics.kernels.soft.probes.vertex import MARGIN, probe_vertex, surface_of

#: Vertices, or faces, that are looked at together.
BLOCK_SIZE = 16
#: Rows that are remembered meanwhile.
OLD_ROWS = BLOCK_SIZE * max(SOFT.ROWS, SOFT.FACE_ROWS)


@leaf
def bound_block(first, last, dt, b, soft):
    """Bounds of some vertices and of where they are going in this step."""
    place, speed, block = soft.place, soft.speed, soft.block
    for c in range(3):
        low, high = math.inf, -math.inf
        for v in range(first, last):
            x = place[v, c]
            y = x + dt * speed[v, c]
            low, high = min(low, min(x, y)), max(high, max(x, y))
        block[b, c], block[b, 3 + c] = low, high


@leaf
def remember(first, slots, row, cell, soft):
    """Copy the rows of a block aside and clear them."""
    for k in range(slots):
        for c in range(SOFT.ROW_STRIDE):
            soft.names[SOFT.ROW_STRIDE * k + c] = row[first + k, c]
        if row[first + k, SOFT.ROW_SHAPE] >= 0:
            for c in range(SOFT.CELL_STRIDE):
                soft.work[SOFT.CELL_STRIDE * k + c] = cell[first + k, c]
                cell[first + k, c] = 0.0
            for c in range(1, SOFT.ROW_STRIDE):
                row[first + k, c] = 0
            row[first + k, SOFT.ROW_SHAPE] = -1


@routine
def mark_tied(p, soft):
    """Note which bodies each vertex is tied to, two at most: it does not touch what holds it."""
    part, inverse = soft.part, soft.inverse
    first = part[p, SOFT.PART_VERTEX]
    for v in range(first, first + part[p, SOFT.PART_VERTICES]):
        inverse[v, 6] = inverse[v, 7] = -1.0
    tie = part[p, SOFT.PART_TIE]
    for a in range(tie, tie + part[p, SOFT.PART_TIES]):
        if soft.tie[a, SOFT.TIE_FLAGS] == 0:
            continue
        for c in range(3):
            v = first + soft.tie[a, SOFT.TIE_VERTEX + c]
            if soft.cord[a, SOFT.CORD_WEIGHT + c] != 0.0 and inverse[v, 6] != soft.tie[a, SOFT.TIE_BODY]:
                inverse[v, 7] = inverse[v, 6]
                inverse[v, 6] = soft.tie[a, SOFT.TIE_BODY]


@routine
def collide_vertices(p, dt, again, soft, world):
    """Find the rows of the vertices of a soft body that is awake.

    Those inside of it as well: what is thrown so hard that it is pressed flat would go on through the surface.
    """
    part, trait, info, shapes = soft.part, soft.trait, world.contacts.info, world.shapes
    body, own = part[p, SOFT.PART_BODY], part[p, SOFT.PART_SHAPE]
    thickness = trait[p, SOFT.TRAIT_THICKNESS]
    start, end = part[p, SOFT.PART_VERTEX], part[p, SOFT.PART_VERTEX] + part[p, SOFT.PART_VERTICES]
    for number in range(part[p, SOFT.PART_BLOCKS]):
        first = start + BLOCK_SIZE * number
        last = min(first + BLOCK_SIZE, end)
        b = part[p, SOFT.PART_BLOCK] + number
        bound_block(first, last, dt, b, soft)
        remember(SOFT.ROWS * first, SOFT.ROWS * (last - first), soft.row, soft.cell, soft)
        edge = world.bodies.links[body, BODY.CONTACT]
        while edge >= 0:
            contact, side = edge >> 1, edge & 1
            edge = info[contact, CONTACT.NEXT_A + 2 * side]
            shape = info[contact, CONTACT.SHAPE_B - side]
            if not is_solid(contact, again, info) or shapes.info[shape, SHAPE.KIND] == KIND.SOFT:
                continue
            low, high = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
            if shapes.info[shape, SHAPE.KIND] != KIND.PLANE:
                low, high = shape_box(shape, dt, world)
            if not is_near(b, shape, thickness + MARGIN, low, high, soft, shapes):
                continue
            surface = surface_of(contact, shape, own, world)
            for v in range(first, last):
                if soft.speed[v, 3] > 0.0:
                    probe_vertex(v, SOFT.ROWS * (v - first), contact, shape, surface, thickness, dt, soft, world)


@routine
def collide_faces(p, dt, again, soft, world):
    """Find the rows of the faces of a soft body that is awake."""
    part, trait, info, shapes = soft.part, soft.trait, world.contacts.info, world.shapes
    body, own = part[p, SOFT.PART_BODY], part[p, SOFT.PART_SHAPE]
    thickness = trait[p, SOFT.TRAIT_THICKNESS]
    start, end = part[p, SOFT.PART_FACE], part[p, SOFT.PART_FACE] + part[p, SOFT.PART_FACES]
    if end == start or part[p, SOFT.PART_BLOCKS] == 0:
        return
    size = face_size(p, soft)
    b = len(soft.block) - 1  # scratch
    block, place, speed, face = soft.block, soft.place, soft.speed, soft.face
    for first in range(start, end, BLOCK_SIZE):
        last = min(first + BLOCK_SIZE, end)
        for c in range(3):
            block[b, c], block[b, 3 + c] = math.inf, -math.inf
        for f in range(first, last):
            for corner in range(3):
                v = face[f, corner]
                for c in range(3):
                    x = place[v, c]
                    y = x + dt * speed[v, c]
                    block[b, c], block[b, 3 + c] = min(block[b, c], min(x, y)), max(block[b, 3 + c], max(x, y))
        remember(SOFT.FACE_ROWS * first, SOFT.FACE_ROWS * (last - first), soft.face_row, soft.face_cell, soft)
        edge = world.bodies.links[body, BODY.CONTACT]
        while edge >= 0:
            contact, side = edge >> 1, edge & 1
            edge = info[contact, CONTACT.NEXT_A + 2 * side]
            shape = info[contact, CONTACT.SHAPE_B - side]
            if not is_solid(contact, again, info) or not slips_between(shape, size, shapes):
                continue
            low, high = shape_box(shape, dt, world)
            if not is_near(b, shape, thickness + MARGIN, low, high, soft, shapes):
                continue
            surface = surface_of(contact, shape, own, world)
            for f in range(first, last):
                probe_face(f, SOFT.FACE_ROWS * (f - first), contact, shape, surface, thickness, dt, soft, world)


@routine
def senses(p, contact, shape, soft, world):
    """True when a vertex of a soft body is inside of a shape, or, of a mesh or height field, at it."""
    part, shapes = soft.part, world.shapes
    start, end = part[p, SOFT.PART_VERTEX], part[p, SOFT.PART_VERTEX] + part[p, SOFT.PART_VERTICES]
    limit = soft.trait[p, SOFT.TRAIT_THICKNESS] + MARGIN
    plane = shapes.info[shape, SHAPE.KIND] == KIND.PLANE
    low, high = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
    if not plane:
        low, high = shape_box(shape, 0.0, world)
    for v in range(start, end):
        p3 = (soft.place[v, 0], soft.place[v, 1], soft.place[v, 2])
        if not plane and (
            p3[0] < low[0] or p3[0] > high[0] or p3[1] < low[1] or p3[1] > high[1] or p3[2] < low[2] or p3[2] > high[2]
        ):
            continue
        gap, _ = gap_of(shape, p3, limit, shapes, world.workers[0].search)
        if gap <= 0.0:
            return True
    return False


@leaf
def bounds_meet(shape, body, world):
    """True while the bounds of a shape overlap those of the shape of a soft body."""
    shapes = world.shapes
    own = world.bodies.links[body, BODY.SHAPE]
    box, node = world.moving_tree.box, shapes.info[own, SHAPE.NODE]
    if shapes.info[shape, SHAPE.KIND] == KIND.PLANE:
        k = shapes.info[shape, SHAPE.NODE]
        total = np.float32(0.0)
        for c in range(3):
            n = shapes.plane_data[k, c]
            total += n * (box[node, c] if n > 0.0 else -box[node, 3 + c])
        return total <= shapes.plane_data[k, 3]
    other = world.static_tree.box if shapes.info[shape, SHAPE.TREE] == SHAPE.TREE_STATIC else world.moving_tree.box
    leaf_node = shapes.info[shape, SHAPE.NODE]
    for c in range(3):
        if box[node, c] > -other[leaf_node, 3 + c] or other[leaf_node, c] > -box[node, 3 + c]:
            return False
    return True


@routine
def note_touch(contact, touches, body, shape, changed_count, changed, world):
    """Mark a contact that begins or ends to touch, or whose bounds part; returns the number of changed contacts."""
    info = world.contacts.info
    flags = info[contact, CONTACT.FLAGS]
    before = flags & CONTACT.FLAG_TOUCH != 0
    marks = 0
    if touches and not before:
        marks = CONTACT.FLAG_TOUCH | CONTACT.FLAG_BEGAN
    elif before and not touches:
        marks = CONTACT.FLAG_ENDED
        flags &= ~CONTACT.FLAG_TOUCH
    elif not touches and not bounds_meet(shape, body, world):
        marks = CONTACT.FLAG_DISJOINT
    if marks:
        info[contact, CONTACT.FLAGS] = flags | marks
        changed[changed_count] = contact
        changed_count += 1
    return changed_count


@leaf
def is_moved_by(contact, body, world):
    """True when a kinematic body that moves touches a soft body."""
    links, motion = world.bodies.links, world.bodies.motion
    other = world.contacts.info[contact, CONTACT.BODY_A]
    if links[other, BODY.FLAGS] & BODY.KIND_BITS != BODY.KINEMATIC:
        return False
    for c in range(3):
        if motion[other, c] != 0.0 or motion[other, 4 + c] != 0.0:
            return True
    return False


@routine
def is_approached(p, dt, soft, world):
    """True when something that moves comes near to a sleeping soft body that it does not touch yet."""
    contacts, info, shapes, part = world.contacts, world.contacts.info, world.shapes, soft.part
    reach = soft.trait[p, SOFT.TRAIT_THICKNESS] + MARGIN
    edge = world.bodies.links[part[p, SOFT.PART_BODY], BODY.CONTACT]
    while edge >= 0:
        contact, side = edge >> 1, edge & 1
        edge = info[contact, CONTACT.NEXT_A + 2 * side]
        shape = info[contact, CONTACT.SHAPE_B - side]
        active = contacts.active[contact >> 6] >> np.uint64(contact & 63) & np.uint64(1) != np.uint64(0)
        if not active or not is_solid(contact, False, info) or info[contact, CONTACT.FLAGS] & CONTACT.FLAG_TOUCH:
            continue
        low, high = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
        if shapes.info[shape, SHAPE.KIND] == KIND.SOFT:
            other = part_of(shapes.info[shape, SHAPE.BODY], soft)
            if not was_searched(other, soft):
                continue
            low, high = way_bounds(other, soft)
        elif shapes.info[shape, SHAPE.KIND] != KIND.PLANE:
            low, high = shape_box(shape, dt, world)
        for b in range(part[p, SOFT.PART_BLOCK], part[p, SOFT.PART_BLOCK] + part[p, SOFT.PART_BLOCKS]):
            if is_near(b, shape, reach, low, high, soft, shapes):
                return True
    return False


@routine
def update_touching(p, changed_count, soft, world):
    """Bring the contacts of a soft body up to date after its rows were found; returns the number of changed ones."""
    contacts, info, shapes = world.contacts, world.contacts.info, world.shapes
    body = soft.part[p, SOFT.PART_BODY]
    changed = world.workers[0].integers
    edge = world.bodies.links[body, BODY.CONTACT]
    while edge >= 0:
        contact, side = edge >> 1, edge & 1
        edge = info[contact, CONTACT.NEXT_A + 2 * side]
        shape = info[contact, CONTACT.SHAPE_B - side]
        flags = info[contact, CONTACT.FLAGS]
        other = p
        if shapes.info[shape, SHAPE.KIND] == KIND.SOFT:
            if side == 1:
                continue  # the other one sees to it
            other = part_of(shapes.info[shape, SHAPE.BODY], soft)
        active = contacts.active[contact >> 6] >> np.uint64(contact & 63) & np.uint64(1) != np.uint64(0)
        if not active:
            continue
        before = flags & CONTACT.FLAG_TOUCH != 0
        if flags & CONTACT.FLAG_SENSOR:
            inside = senses_soft(p, other, soft) if other != p else senses(p, contact, shape, soft, world)
            touches = inside and flags & CONTACT.FLAG_REFUSED == 0
        elif was_searched(p, soft) or was_searched(other, soft):
            touches = contacts.apart[contact] < math.inf
        else:
            touches = before
            if before and is_moved_by(contact, body, world):
                wake(body, world.bodies, contacts, world.counts, world.events)
        changed_count = note_touch(contact, touches, body, shape, changed_count, changed, world)
    return changed_count


@routine
def collide_part(p, dt, soft, world):
    """Find the contacts of a soft body with shapes, and prepare it for the search for touches."""
    contacts = world.contacts
    edge = world.bodies.links[soft.part[p, SOFT.PART_BODY], BODY.CONTACT]
    while edge >= 0:
        if contacts.info[edge >> 1, CONTACT.FLAGS] & CONTACT.FLAG_SOFT:
            contacts.apart[edge >> 1] = math.inf
        edge = contacts.info[edge >> 1, CONTACT.NEXT_A + 2 * (edge & 1)]
    mark_tied(p, soft)
    collide_vertices(p, dt, False, soft, world)
    collide_faces(p, dt, False, soft, world)
    note_hurry(p, dt, soft, world)
    refit(p, dt, soft)
    soft.tree[soft.part[p, SOFT.PART_TREE], SOFT.TREE_SEARCHED] = 1.0


@routine
def collide_again(tier, h, soft, world):
    """In the midst of a step, find the rows of those soft bodies of a tier anew that hurry."""
    for p in range(len(soft.part)):
        hurry = SOFT.FLAG_ALIVE | SOFT.FLAG_HURRIES
        links = world.bodies.links[soft.part[p, SOFT.PART_BODY]]
        if soft.part[p, SOFT.PART_FLAGS] & hurry == hurry and links[BODY.AWAKE] >= 0 and links[BODY.TIER] == tier:
            collide_vertices(p, h, True, soft, world)
            collide_faces(p, h, True, soft, world)
            mark_busy(p, soft)


@linked
def collide_soft(tier, changed_count, dt, world):
    """Find the contacts of all soft bodies.

    Args:
        tier: -1 at the start of a step; in its midst the tier whose soft bodies are looked at again, if they hurry.
        changed_count: Contacts that are listed already in `Worker.integers`.
        dt: How far to look ahead [s].
        world: All arrays. Rows are written; contacts that begin or end are listed.

    Returns:
        Number of listed contacts.
    """
    soft = open_soft(world.soft)
    if tier >= 0:
        collide_again(tier, dt, soft, world)
        return np.int64(changed_count)
    part, links = soft.part, world.bodies.links
    soft.note[SOFT.NOTE_SECONDS] = 0.0
    for p in range(len(part)):
        soft.tree[part[p, SOFT.PART_TREE], SOFT.TREE_SEARCHED] = 0.0
        if part[p, SOFT.PART_FLAGS] & SOFT.FLAG_ALIVE and links[part[p, SOFT.PART_BODY], BODY.AWAKE] >= 0:
            collide_part(p, dt, soft, world)
    for p in range(len(part)):
        asleep = part[p, SOFT.PART_FLAGS] & SOFT.FLAG_ALIVE and links[part[p, SOFT.PART_BODY], BODY.AWAKE] < 0
        if asleep and is_approached(p, dt, soft, world):
            collide_part(p, dt, soft, world)
    for p in range(len(part)):
        if was_searched(p, soft):
            find_touches(p, dt, soft, world)
    for p in range(len(part)):
        if part[p, SOFT.PART_FLAGS] & SOFT.FLAG_ALIVE:
            changed_count = update_touching(p, changed_count, soft, world)
    return np.int64(changed_count)


call_collide_soft = by_address(collide_soft, types.int64)
