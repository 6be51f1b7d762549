"""What two surfaces are to each other: friction, restitution, rolling friction, velocity, softness."""

import math

import numpy as np

from physics.kernels.core.jit import leaf
from physics.kernels.core.vec3 import rotate
from physics.kernels.layout import (
    block as BLOCK,
    contact as CONTACT,
    manifold as MANIFOLD,
    material as MATERIAL,
    shape as SHAPE,
)
from physics.kernels.narrow_phase.convex.extent import rolling_radius

ZERO = np.float32(0.0)
HALF = np.float32(0.5)
ONE = np.float32(1.0)


@leaf
def radius_of(shape, shapes):
    """Rolling radius of a shape [m]."""
    place = shapes.place
    k = SHAPE.PLACE_SIZE
    return rolling_radius(shapes.info[shape, SHAPE.KIND], (place[shape, k], place[shape, k + 1], place[shape, k + 2]))


@leaf
def combine(a, b, rule):
    """One coefficient of two."""
    if rule == MATERIAL.RULE_GEOMETRIC_MEAN:
        return math.sqrt(a * b)
    if rule == MATERIAL.RULE_AVERAGE:
        return HALF * (a + b)
    if rule == MATERIAL.RULE_MINIMUM:
        return min(a, b)
    if rule == MATERIAL.RULE_MULTIPLY:
        return a * b
    return max(a, b)


@leaf
def mix_friction(a, b, shapes, materials):
    """Coefficient of friction of two shapes; a shape with one of its own does not have that of its material."""
    own_a = shapes.surface[a, SHAPE.SURFACE_FRICTION]
    own_b = shapes.surface[b, SHAPE.SURFACE_FRICTION]
    row_a, row_b = shapes.info[a, SHAPE.MATERIAL], shapes.info[b, SHAPE.MATERIAL]
    if own_a < ZERO and own_b < ZERO:
        return materials[row_a, row_b]
    if own_a < ZERO:
        own_a = materials[row_a, row_a]
    if own_b < ZERO:
        own_b = materials[row_b, row_b]
    column = len(materials) + MATERIAL.FRICTION_RULE
    rule = int(max(materials[row_a, column], materials[row_b, column]))
    return combine(own_a, own_b, rule if rule > 0 else MATERIAL.RULE_GEOMETRIC_MEAN)


@leaf
def write_softness(contact, row_a, row_b, contacts, materials):
    """Frequency and damping ratio of a contact, those of the softer material; returns the flag of its block."""
    column = len(materials) + MATERIAL.HERTZ
    row = row_a
    if materials[row, column] == ZERO or ZERO < materials[row_b, column] < materials[row, column]:
        row = row_b
    if materials[row, column] == ZERO:
        return 0
    contacts.manifold[contact, MANIFOLD.SOFTNESS] = materials[row, column]
    contacts.manifold[contact, MANIFOLD.SOFTNESS + 1] = materials[row, column + 1]
    return BLOCK.FLAG_SOFT


@leaf
def contrast(ratio):
    """How much a ratio differs from 1, from 1 upward; 0 for no ratio."""
    return max(ratio, ONE / ratio) if ratio > ZERO else ZERO


@leaf
def write_grain(contact, row_a, row_b, bodies, contacts, materials):
    """Grain of a contact, that of the material with the greater contrast; returns the flag of its block."""
    first = len(materials)
    ratio_a, ratio_b = materials[row_a, first + MATERIAL.ACROSS], materials[row_b, first + MATERIAL.ACROSS]
    row, ratio, body = row_a, ratio_a, contacts.info[contact, CONTACT.BODY_A]
    if contrast(ratio_b) > contrast(ratio_a):
        row, ratio, body = row_b, ratio_b, contacts.info[contact, CONTACT.BODY_B]
    if ratio == ZERO:
        return 0
    q = bodies.rotation
    column = first + MATERIAL.GRAIN
    grain = rotate(
        (np.float32(q[body, 0]), np.float32(q[body, 1]), np.float32(q[body, 2]), np.float32(q[body, 3])),
        (materials[row, column], materials[row, column + 1], materials[row, column + 2]),
    )
    contacts.manifold[contact, MANIFOLD.ACROSS] = ratio
    for c in range(3):
        contacts.manifold[contact, MANIFOLD.GRAIN + c] = grain[c]
    return BLOCK.FLAG_GRAIN


@leaf
def mix_surfaces(contact, a, b, bodies, shapes, contacts, materials):
    """Friction, restitution, rolling friction, velocity and softness of a pair; returns the flags of its block."""
    surface = shapes.surface
    manifold = contacts.manifold
    row_a, row_b = shapes.info[a, SHAPE.MATERIAL], shapes.info[b, SHAPE.MATERIAL]
    manifold[contact, MANIFOLD.FRICTION] = mix_friction(a, b, shapes, materials)
    column = len(materials) + MATERIAL.RESTITUTION_RULE
    restitution = combine(
        surface[a, SHAPE.SURFACE_RESTITUTION], surface[b, SHAPE.SURFACE_RESTITUTION],
        int(max(materials[row_a, column], materials[row_b, column])),
    )  # fmt: skip
    manifold[contact, MANIFOLD.RESTITUTION] = restitution
    radius = max(radius_of(a, shapes), radius_of(b, shapes))
    rolling = radius * max(surface[a, SHAPE.SURFACE_ROLLING], surface[b, SHAPE.SURFACE_ROLLING])
    manifold[contact, MANIFOLD.ROLLING] = rolling
    cache = contacts.cache
    if contacts.info[contact, CONTACT.FLAGS] & (BLOCK.FLAG_OWN << CONTACT.SPECIAL_SHIFT):
        for c in range(MANIFOLD.OWN, MANIFOLD.STRIDE):
            manifold[contact, c] = ZERO
    flags = write_softness(contact, row_a, row_b, contacts, materials)
    flags |= write_grain(contact, row_a, row_b, bodies, contacts, materials)
    if restitution > ZERO:
        flags |= BLOCK.FLAG_BOUNCES
    if rolling > ZERO:
        flags |= BLOCK.FLAG_ROLLS
    moving = False
    for c in range(3):
        cache[contact, CONTACT.CACHE_SURFACE + c] = ZERO
        if surface[a, SHAPE.SURFACE_VELOCITY + c] != ZERO or surface[b, SHAPE.SURFACE_VELOCITY + c] != ZERO:
            moving = True
    if moving:
        flags |= BLOCK.FLAG_SLIDES
        add_surface_velocity(contact, CONTACT.BODY_A, a, ONE, bodies, shapes, contacts)
        add_surface_velocity(contact, CONTACT.BODY_B, b, -ONE, bodies, shapes, contacts)
    return flags << CONTACT.SPECIAL_SHIFT


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
        surface[shape, SHAPE.SURFACE_VELOCITY],
        surface[shape, SHAPE.SURFACE_VELOCITY + 1],
        surface[shape, SHAPE.SURFACE_VELOCITY + 2],
    )
    world = rotate(q, u)
    for c in range(3):
        contacts.cache[contact, CONTACT.CACHE_SURFACE + c] += sign * world[c]
