"""Contacts of the largest, smallest and heaviest bodies that a world takes: float32 must not end before they do."""

import math

import pytest

from physics import BodyKind, ShapeBox, ShapePlane, ShapeSphere, World


def roll(radius, density, mu=0.05):
    """Part of its speed that a rolling ball keeps over the time 4 sqrt(r / g): the same for balls of any size."""
    world = World(sleeping=False)
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(), rolling_friction=mu, friction=1.0)
    speed = math.sqrt(9.81 * radius)
    ball = world.add_body(
        shape=ShapeSphere(radius), position=(0, radius, 0), velocity=(speed, 0, 0),
        angular_velocity=(0, 0, -speed / radius), density=density, rolling_friction=mu, friction=1.0,
    )  # fmt: skip
    for _ in range(round(4 * math.sqrt(radius / 9.81) * 60)):
        world.step(1 / 60)
    return ball.velocity.x / speed


@pytest.mark.parametrize(("radius", "density"), [(5.0, 1000.0), (30.0, 7850.0), (100.0, 2600.0)])
def test_rolling_friction_acts_on_large_balls(radius, density):
    """Speeds scale with sqrt(g r) and times with sqrt(r / g), so a large ball loses the same part of its speed."""
    small = roll(0.5, 1000.0)
    assert small < 0.95
    assert roll(radius, density) == pytest.approx(small, abs=0.03)


@pytest.mark.parametrize(("radius", "density"), [(1e-4, 1e-3), (1e-4, 1.0), (4e-4, 1000.0)])
def test_rolling_friction_of_tiny_balls_stays_finite(radius, density):
    """The smallest balls that the world takes: products of three inverse moments leave float32."""
    world = World()
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(), rolling_friction=0.1)
    ball = world.add_body(
        shape=ShapeSphere(radius), position=(0, radius, 0), angular_velocity=(0, 0, -1), density=density,
        rolling_friction=0.1,
    )  # fmt: skip
    for _ in range(30):
        world.step(1 / 60)
    assert not ball.frozen


@pytest.mark.parametrize("mass", [1.0, 1e12, 1e16])
def test_friction_stops_boxes_of_any_mass(mass):
    world = World(sleeping=False)
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane())
    box = world.add_body(shape=ShapeBox((0.5, 0.5, 0.5)), position=(0, 0.5, 0), density=1e3)
    box.mass = mass
    box.velocity = (1, 0, 0)
    for _ in range(60):
        world.step(1 / 60)
    assert abs(box.velocity.x) < 1e-3
