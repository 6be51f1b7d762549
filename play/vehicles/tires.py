"""Tires: their grip as a function of slip, and the ground that they roll on."""

import math
from typing import NamedTuple

import numpy as np

from physics import Body, RayHits, Vec3, World
from physics.queries.hits import ShapeHits

#: Slip of best grip, and share of that grip that is left when the tire slides.
PEAK, SLIDING = 0.12, 0.85
#: Materials on which a tire throws dust instead of squealing.
SOFT_GROUND = frozenset(("grass", "soil", "earth", "dirt", "gravel", "sand", "mud", "meadow", "leather"))
#: Material of tires.
MATERIAL = "rubber"


class Ground(NamedTuple):
    """What is below a wheel.

    Attributes:
        distance: From the start of the ray or cast to the hit [m].
        point: Where they touch [m].
        normal: Out of the ground, length 1.
        friction: Coefficient of friction of a tire at its best grip.
        own: Coefficient of the ground alone, which the solver uses where a tire has its own.
        soft: Whether it throws dust.
        body: The body.
    """

    distance: float
    point: Vec3
    normal: Vec3
    friction: float
    own: float
    soft: bool
    body: Body


def grip_at(slip: float) -> float:
    """Share of the best grip that a tire has at a slip, 0 to 1.

    It rises from 0 at no slip to 1 at `PEAK`, smoothly, and falls toward `SLIDING` beyond: 2 s / (1 + s^2) with
    s = slip / PEAK, down to that.

    Args:
        slip: Speed at which the tire slips over the ground, over the speed at which it rolls; >= 0.
    """
    s = slip / PEAK
    if s <= 1.0:
        return 2.0 * s / (1.0 + s * s)
    return SLIDING + (1.0 - SLIDING) * 2.0 * s / (1.0 + s * s)


def stiffness_at(slip: float) -> float:
    """Slope of `grip_at`, where it rises; 0 where it falls."""
    s = slip / PEAK
    if s >= 1.0:
        return 0.0
    square = s * s
    return 2.0 * (1.0 - square) / ((1.0 + square) * (1.0 + square) * PEAK)


def grip_of_contact(slip: float) -> float:
    """Share of the best grip that a tire with a real contact has at a slip.

    Contacts stick by themselves at small slip, where the curve of a tire rises; so theirs begins at 1.
    """
    return 1.0 if slip <= PEAK else grip_at(slip)


def slip_of(rolling: float, along: float, across: float, least: float = 3.0) -> tuple[float, float]:
    """Slip of a wheel along and across it.

    Args:
        rolling: Speed of its rim [m/s].
        along: Speed of the wheel in the direction in which it points [m/s].
        across: Speed of the wheel to the side [m/s].
        least: Slower speeds count as this one [m/s], or a car at rest would slip wildly.
    """
    pace = max(abs(rolling), abs(along), least)
    return (rolling - along) / pace, -across / max(abs(along), least)


def friction_with(world: World, body: Body, shape: int) -> tuple[float, float, str]:
    """Coefficients of friction between a tire and a shape of a body, and of that alone; and the material of that."""
    part = body.part(shape)
    own, name = part.friction, part.material
    if own is None:
        return world.get_friction(MATERIAL, name), world.get_friction(name, name), name
    return math.sqrt(own * world.get_friction(MATERIAL, MATERIAL)), own, name


def grounds_of(world: World, found: RayHits | ShapeHits, distances: list[float]) -> list[Ground | None]:
    """The ground that each ray or cast found, or None.

    Args:
        world: Where.
        found: The hits.
        distances: Distance of each [m].
    """
    grounds: list[Ground | None] = []
    rows = zip(found.body.tolist(), found.shape.tolist(), found.point.tolist(), found.normal.tolist(), strict=True)
    for (number, shape, point, normal), distance in zip(rows, distances, strict=True):
        if shape < 0:
            grounds.append(None)
            continue
        body = world.body(number)
        friction, own, material = friction_with(world, body, shape)
        grounds.append(Ground(distance, Vec3(*point), Vec3(*normal), friction, own, material in SOFT_GROUND, body))
    return grounds


def look_down(
    world: World, places: list[Vec3], down: Vec3, reach: float, ignore: tuple[Body, ...]
) -> list[Ground | None]:
    """The ground below each of some places, along one direction, within a distance [m]."""
    found = world.ray_cast_batch(np.array(places), np.tile(np.array(down), (len(places), 1)), reach, ignore=ignore)
    return grounds_of(world, found, found.distance.tolist())
