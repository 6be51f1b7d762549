"""What two surfaces are to each other: friction, restitution, rolling friction, velocity."""

import math

import numpy as np

from physics.kernels.core.jit import leaf
from physics.kernels.core.vec3 import rotate
from physics.kernels.layout import (
    block as BLOCK,
    contact as CONTACT,
    manifold as MANIFOLD,
    shape as SHAPE,
)
from physics.kernels.narrow_phase.convex.extent import rolling_radius

ZERO = np.float32(0.0)
ONE = np.float32(1.0)


@leaf
def radius_of(shape, shapes):
    """Rolling radius of a shape [m]."""
    place = shapes.place
    k = SHAPE.PLACE_SIZE
    return rolling_radius(shapes.info[shape, SHAPE.KIND], (place[shape, k], place[shape, k + 1], place[shape, k + 2]))


@leaf
def mix_surfaces(contact, a, b, bodies, shapes, contacts, friction_table):
    """Friction, restitution, rolling friction and surface velocity of a pair; returns the flags of its block."""
    surface = shapes.surface
    manifold = contacts.manifold
    friction_a = surface[a, SHAPE.SURFACE_FRICTION]
    friction_b = surface[b, SHAPE.SURFACE_FRICTION]
    material_a = shapes.info[a, SHAPE.MATERIAL]
    material_b = shapes.info[b, SHAPE.MATERIAL]
    if friction_a < ZERO and friction_b < ZERO:
        friction = friction_table[material_a, material_b]
    else:
        if friction_a < ZERO:
            friction_a = friction_table[material_a, material_a]
        if friction_b < ZERO:
            friction_b = friction_table[material_b, material_b]
        friction = math.sqrt(friction_a * friction_b)
    manifold[contact, MANIFOLD.FRICTION] = friction
    restitution = max(surface[a, SHAPE.SURFACE_RESTITUTION], surface[b, SHAPE.SURFACE_RESTITUTION])
    manifold[contact, MANIFOLD.RESTITUTION] = restitution
    radius = max(radius_of(a, shapes), radius_of(b, shapes))
    rolling = radius * max(surface[a, SHAPE.SURFACE_ROLLING], surface[b, SHAPE.SURFACE_ROLLING])
    manifold[contact, MANIFOLD.ROLLING] = rolling
    cache = contacts.cache
    flags = 0
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
