"""Belts that are slower than what counts as rest keep what they carry awake, and let sleep what they do not move."""

import pytest

from physics import BodyKind, ShapeBox, World
from physics.constants import SLEEP_SPEED

DT = 1.0 / 60.0


def belt(speed):
    world = World()
    world.add_body(
        kind=BodyKind.STATIC, shape=ShapeBox((20, 0.5, 2)), position=(0, -0.5, 0), surface_velocity=(speed, 0, 0)
    )
    return world, world.add_body(shape=ShapeBox((0.3, 0.3, 0.3)), position=(0, 0.3, 0))


@pytest.mark.parametrize("part", [0.02, 0.2, -0.8])
def test_a_slow_belt_carries_its_load_on_and_on(part):
    """It fell asleep after half a second, and stayed where it was."""
    speed = part * SLEEP_SPEED
    world, box = belt(speed)
    for _ in range(180):
        world.step(DT)
    assert box.awake and box.velocity.x == pytest.approx(speed, rel=0.05)
    assert box.position.x == pytest.approx(3.0 * speed, rel=0.1)


def test_a_stack_on_a_slow_belt_stays_awake_and_beside_it_sleeps():
    world, box = belt(0.2 * SLEEP_SPEED)
    upper = world.add_body(shape=ShapeBox((0.3, 0.3, 0.3)), position=(0, 0.9, 0))
    world.add_body(kind=BodyKind.STATIC, shape=ShapeBox((2, 0.5, 2)), position=(0, -0.5, 6))
    beside = world.add_body(shape=ShapeBox((0.3, 0.3, 0.3)), position=(0, 0.3, 6))
    for _ in range(90):
        world.step(DT)
    assert box.awake and upper.awake and not beside.awake


def test_what_a_belt_slips_under_may_sleep():
    world, box = belt(0.2 * SLEEP_SPEED)
    world.add_body(kind=BodyKind.STATIC, shape=ShapeBox((0.5, 1, 2)), position=(0.8, 1, 0))
    for _ in range(120):
        world.step(DT)
    assert not box.awake and box.position.x == pytest.approx(0.0, abs=1e-3)
