"""The shapes that a soft body is paired with: which push, slip between its vertices, or pass it in a hurry."""

import math

import numpy as np

from physics.kernels.core.jit import leaf, routine
from physics.kernels.layout import (
    body as BODY,
    config as CONFIG,
    contact as CONTACT,
    kind as KIND,
    shape as SHAPE,
    soft as SOFT,
    tier as TIER,
)

#: A round shape whose radius is so many times the size of a face bends too little to slip between vertices.
ROUND = 12.0
#: Widths below this count as this [m].
SMALLEST = 1e-3


@leaf
def is_solid(contact, again, info):
    """True for a contact that pushes; in the midst of a step, one that touched at its start."""
    flags = info[contact, CONTACT.FLAGS]
    if again and flags & CONTACT.FLAG_TOUCH == 0:
        return False
    return flags & (CONTACT.FLAG_SENSOR | CONTACT.FLAG_REFUSED | CONTACT.FLAG_OFF) == 0


@leaf
def slips_between(shape, size, shapes):
    """True for a convex shape that may slip between vertices so far apart."""
    kind = shapes.info[shape, SHAPE.KIND]
    if not KIND.is_convex(kind):
        return False
    if KIND.is_smooth(kind) or KIND.has_one_radius(kind):
        return np.float64(shapes.place[shape, SHAPE.PLACE_SIZE]) < ROUND * size
    return True


@leaf
def face_size(p, soft):
    """About how long the edges of the faces of a soft body are [m]; infinite for what has no faces."""
    faces = soft.part[p, SOFT.PART_FACES]
    return 1.2 * math.sqrt(soft.trait[p, SOFT.TRAIT_AREA] / faces) if faces > 0 else math.inf


@routine
def hurry_of(p, dt, soft, world):
    """How far a soft body and what it touches pass one another in a step, in widths of a face or of the shape.

    A row is a plane at one point of a shape. It holds while both stay about where they were found to meet; what moves
    on by half of a face, or half of the shape, may meet something else.
    """
    most = 0.0
    info, shapes, bodies, contacts = world.contacts.info, world.shapes, world.bodies, world.contacts
    size = face_size(p, soft)
    edge = bodies.links[soft.part[p, SOFT.PART_BODY], BODY.CONTACT]
    while edge >= 0:
        contact, side = edge >> 1, edge & 1
        edge = info[contact, CONTACT.NEXT_A + 2 * side]
        shape = info[contact, CONTACT.SHAPE_B - side]
        kind = shapes.info[shape, SHAPE.KIND]
        if not is_solid(contact, False, info) or kind == KIND.SOFT or kind == KIND.PLANE:
            continue
        if not contacts.apart[contact] < math.inf:
            continue
        body = shapes.info[shape, SHAPE.BODY]
        m = bodies.motion
        fast = math.sqrt(m[body, 0] * m[body, 0] + m[body, 1] * m[body, 1] + m[body, 2] * m[body, 2])
        spin = math.sqrt(m[body, 4] * m[body, 4] + m[body, 5] * m[body, 5] + m[body, 6] * m[body, 6])
        x = np.float64(shapes.place[shape, SHAPE.PLACE_SIZE])
        wide = x
        if KIND.is_boxed(kind):
            y = np.float64(shapes.place[shape, SHAPE.PLACE_SIZE + 1])
            z = np.float64(shapes.place[shape, SHAPE.PLACE_SIZE + 2])
            wide = max(min(x, y), min(max(x, y), z))  # the middle one: a plate is as wide as its face
        if KIND.is_surface(kind) or slips_between(shape, size, shapes):
            wide = min(wide, size)
        reach = np.float64(bodies.traits[body, BODY.TRAIT_EXTENT])
        way = dt * (fast + soft.trait[p, SOFT.TRAIT_SPEED]) + min(dt * spin, 2.0) * reach
        most = max(most, way / max(wide, SMALLEST))
    return most


@routine
def note_hurry(p, dt, soft, world):
    """Note whether contacts of a soft body are to be found anew in each substep, and how many of those it takes.

    In a substep nothing passes more than a face, as far as there are tiers: sweeps move a wave by about one in each.
    """
    part, ratio = soft.part, hurry_of(p, dt, soft, world)
    part[p, SOFT.PART_FLAGS] &= ~SOFT.FLAG_HURRIES
    if ratio > 0.5:
        part[p, SOFT.PART_FLAGS] |= SOFT.FLAG_HURRIES
    tier = part[p, SOFT.PART_TIER]
    while tier < TIER.COUNT - 1 and ratio > (int(world.config[CONFIG.SUBSTEPS]) << tier):
        tier += 1
    world.bodies.traits[part[p, SOFT.PART_BODY], BODY.TRAIT_TIER] = tier


@leaf
def is_near(b, shape, reach, low, high, soft, shapes):
    """True when the bounds of a block come within reach of a shape."""
    block = soft.block
    if shapes.info[shape, SHAPE.KIND] == KIND.PLANE:
        k = shapes.info[shape, SHAPE.NODE]
        total = -np.float64(shapes.plane_data[k, 3]) - reach - 1e-3
        for c in range(3):
            n = np.float64(shapes.plane_data[k, c])
            total += n * (block[b, c] if n > 0.0 else block[b, 3 + c])
        return total <= 1e-6 * (abs(block[b, 0]) + abs(block[b, 1]) + abs(block[b, 2]))
    for c in range(3):
        if block[b, c] - reach > high[c] or low[c] > block[b, 3 + c] + reach:
            return False
    return True
