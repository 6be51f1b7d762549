"""Footing: what is below a figure."""

import math

import pytest

from physics import BodyKind, ShapeBox, ShapeCylinder, ShapePlane, ShapeSphere, Vec3, World
from play import layers
from play.figure.footing import STEP, find_footing

STAND = 1.125


def level() -> World:
    world = World()
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(), material="concrete")
    return world


def test_height_is_that_above_the_ground():
    ground = find_footing(level(), Vec3(0.0, 1.0, 0.0), STAND, STEP)
    assert ground.height == pytest.approx(1.0, abs=1e-3)
    assert ground.shape.material == "concrete" and not ground.steep


def test_nothing_within_reach_is_none():
    assert find_footing(level(), Vec3(0.0, STAND + STEP + 0.1, 0.0), STAND, STEP) is None


def test_step_ahead_is_found_and_a_wall_is_not():
    for height, found in ((0.3, True), (0.6, False)):
        world = level()
        world.add_body(
            kind=BodyKind.STATIC, shape=ShapeBox((1.0, 0.5 * height, 1.0)), position=(0.0, 0.5 * height, -1.1)
        )
        ground = find_footing(world, Vec3(0.0, STAND, 0.0), STAND, STEP)
        assert (ground.height < STAND - 0.15) == found
        assert not ground.steep and ground.face == (0.0, 1.0, 0.0)


@pytest.mark.parametrize("degrees", [30, 49, 52, 65])
def test_slopes_above_fifty_degrees_are_steep(degrees):
    world = World()
    angle = math.radians(degrees)
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(normal=(0.0, math.cos(angle), math.sin(angle))))
    ground = find_footing(world, Vec3(0.0, STAND, 0.0), STAND, STEP)
    assert ground.steep == (degrees > 50)


def test_light_things_figures_and_weapons_carry_nobody():
    world = level()
    for category, mass in ((layers.ALL, 1.0), (layers.FIGURE, 50.0), (layers.WEAPON, 50.0)):
        world.add_body(shape=ShapeSphere(0.15), position=(0.0, 0.15, 0.0), mass=mass, category=category)
    assert find_footing(world, Vec3(0.0, STAND, 0.0), STAND, STEP).height == pytest.approx(STAND, abs=1e-3)
    world.add_body(shape=ShapeSphere(0.15), position=(0.0, 0.15, 0.0), mass=50.0)
    assert find_footing(world, Vec3(0.0, STAND, 0.0), STAND, STEP).height == pytest.approx(STAND - 0.3, abs=1e-3)


def test_velocity_on_what_turns_is_along_the_chord():
    world = World()
    turn = 2.0
    world.add_body(
        kind=BodyKind.KINEMATIC,
        shape=ShapeCylinder(3.0, 0.1),
        position=(0.0, -0.1, 0.0),
        angular_velocity=(0.0, turn, 0.0),
    )
    ground = find_footing(world, Vec3(2.0, STAND, 0.0), STAND, STEP)
    end = ground.point + ground.velocity(0.1) * 0.1
    assert (end.x, end.z) == pytest.approx((2.0 * math.cos(0.2), -2.0 * math.sin(0.2)), abs=1e-3)


def test_velocity_of_a_belt_turns_with_its_body():
    world = World()
    world.add_body(
        kind=BodyKind.STATIC, shape=ShapeBox((2.0, 0.1, 2.0)), position=(0.0, -0.1, 0.0),
        orientation=(0.0, math.sqrt(0.5), 0.0, math.sqrt(0.5)), surface_velocity=(1.0, 0.0, 0.0),
    )  # fmt: skip
    ground = find_footing(world, Vec3(0.0, STAND, 0.0), STAND, STEP)
    assert ground.velocity(1 / 60) == pytest.approx((0.0, 0.0, -1.0), abs=1e-6)
