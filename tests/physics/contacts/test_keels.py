"""Wedges that stand on their keel: they rest from end to end of it, and fall to a side if nothing holds them."""

import math

import numpy as np
import pytest

from physics import BodyKind, ShapeBox, ShapeHeightField, ShapeHull, ShapeMesh, World
from tests.physics.reference import meshes

DT = 1 / 60
HEIGHT = 0.4

GROUNDS = {
    "box": (ShapeBox((5, 0.5, 5)), -0.5),
    "hull": (ShapeHull([(x, y, z) for x in (-5, 5) for y in (-0.5, 0.5) for z in (-5, 5)]), -0.5),
    "mesh": (ShapeMesh(*meshes.flat(10.0, 20)), 0.0),
    "height field": (ShapeHeightField(np.zeros((21, 21)), 0.5), 0.0),
}


def boat(overhang):
    """A keel of 1.2 m along z, two sides, a deck, and two ends that slant outward by `overhang` [m]."""
    deck = 0.6 + overhang
    keel = [(0, 0, -0.6), (0, 0, 0.6)]
    return ShapeHull([*keel, *((x, HEIGHT, z) for x in (-0.4, 0.4) for z in (-deck, deck))])


def afloat(ground, overhang, *, held, tilt=0.0):
    shape, y = GROUNDS[ground]
    world = World()
    world.add_body(kind=BodyKind.STATIC, shape=shape, position=(0, y, 0))
    turn = (0.0, 0.0, math.sin(0.5 * tilt), math.cos(0.5 * tilt))
    body = world.add_body(shape=boat(overhang), position=(0.1, 0.5 * HEIGHT + 0.02, 0.13), orientation=turn)
    for side in (-1, 1) if held else ():
        wall = ShapeBox((0.1, 0.5, 3.0))
        world.add_body(kind=BodyKind.STATIC, shape=wall, position=(0.1 + side * 0.502, 0.5, 0.13))
    return world, body


@pytest.mark.slow
@pytest.mark.parametrize("overhang", [0.15, 0.4, 0.9, 1.5])
@pytest.mark.parametrize("ground", GROUNDS)
def test_a_boat_held_between_walls_rests_on_its_keel_and_sleeps(ground, overhang):
    """Ends that look down more than the sides do are no feet: both ends of the keel carry, in every step."""
    world, body = afloat(ground, overhang, held=True)
    for _ in range(240):
        world.step(DT)
    assert not body.awake
    assert abs(body.position[2] - 0.13) < 0.01
    assert abs(body.orientation[0]) < 0.01 and abs(body.orientation[1]) < 0.01


@pytest.mark.parametrize("overhang", [0.15, 0.9])
@pytest.mark.parametrize("ground", GROUNDS)
def test_a_boat_that_nothing_holds_falls_to_a_side_about_its_keel(ground, overhang):
    """It turns about z alone, and lies down on the side to which it leaned: tan of the roll is height : half deck."""
    world, body = afloat(ground, overhang, held=False, tilt=0.02)
    pitch = 0.0
    for _ in range(300):
        world.step(DT)
        roll = 2.0 * math.atan2(body.orientation[2], body.orientation[3])
        if roll < 0.7:
            pitch = max(pitch, abs(body.angular_velocity[0]), abs(body.angular_velocity[1]))
    assert pitch < 0.1
    assert not body.awake
    assert roll == pytest.approx(math.atan2(HEIGHT, 0.4), abs=0.01)
