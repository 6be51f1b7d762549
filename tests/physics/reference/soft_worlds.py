"""Worlds with soft bodies for tests, and what is measured of them."""

import numpy as np

from physics import World
from physics.soft.structure import build
from tests.physics.reference import soft_energy

DT = 1.0 / 60.0
GRAVITY = 9.81
#: Substeps that closed forms are tested at: what is at rest must not depend on them.
SUBSTEPS = (4, 8, 16)


def make_world(substeps=4, *, gravity=True, sleeping=False):
    """A world, with gravity or without."""
    return World(gravity=(0.0, -GRAVITY if gravity else 0.0, 0.0), substeps=substeps, sleeping=sleeping)


def run(world, seconds):
    """Step for a while."""
    for _ in range(round(seconds / DT)):
        world.step(DT)


def fastest(soft):
    """Speed of the fastest vertex [m/s]."""
    return float(np.linalg.norm(soft.velocities, axis=1).max())


def masses(soft):
    """Mass of each vertex of a soft body that is whole [kg]."""
    return build(soft.form, soft.material).mass


def momentum(soft):
    """Momentum [kg m/s] and angular momentum about the origin [kg m^2/s]."""
    push = masses(soft)[:, None] * soft.velocities
    return push.sum(axis=0), np.cross(soft.positions, push).sum(axis=0)


def energy(soft, gravity=GRAVITY):
    """Kinetic, elastic (of what it is made of, by plain code) and potential energy [J]."""
    made, mass, place = build(soft.form, soft.material), masses(soft), soft.positions
    moving = 0.5 * float(mass @ (soft.velocities**2).sum(axis=1))
    return moving + soft_energy.all_elements(made, place) + gravity * float(mass @ place[:, 1])


def crossings(times, values):
    """Times at which a series passes zero, between its samples."""
    i = np.flatnonzero((values[:-1] > 0.0) != (values[1:] > 0.0))
    return times[i] + (times[i + 1] - times[i]) * values[i] / (values[i] - values[i + 1])
