"""Walls that are higher than a step stop a figure, whatever its speed; steps and light things do not."""

import pytest

from physics import ShapeBox, Vec3, World
from physics.vector import rotate
from play.controls import Controls
from play.figure import balance
from play.figure.avatar import Avatar
from play.figure.shins import Wall
from scenes import kit
from tests.play.weapons.shooting import Range

DTS = [pytest.param(1 / 60, id="1/60"), pytest.param(1 / 30, id="1/30")]


def approach(height, dt, *, run=False, seconds=1.6, **box):
    """Walk north, where something of a height [m] stands 3 m away; returns the figure and how high its feet came."""
    world = World()
    kit.add_ground(world)
    half = (2.0, 0.5 * height, 0.15)
    if box:
        world.add_body(shape=ShapeBox(half), position=(0.0, 0.5 * height, -3.0), **box)
    else:
        kit.add_fixed(world, half, (0.0, 0.5 * height, -3.0), name="wall")
    avatar = Avatar(world, Vec3(0.0, 0.0, 0.0))
    avatar.controls = Controls(forward=1.0, run=run)
    top = 0.0
    for _ in range(round(seconds / dt)):
        world.step(dt)
        top = max(top, avatar.feet.y)
    return avatar, top


@pytest.mark.parametrize("dt", DTS)
@pytest.mark.parametrize("run", [False, True], ids=["walking", "running"])
@pytest.mark.parametrize("height", [0.5, 0.6, 0.7, 0.8, 0.9])
def test_a_wall_above_a_step_stops_it_on_its_feet(height, run, dt):
    """Before there were shins, who ran against 75 cm flew 2.9 m high."""
    avatar, top = approach(height, dt, run=run)
    assert avatar.feet.z == pytest.approx(-2.6, abs=0.06)
    assert top < 0.15 and not avatar.fallen


@pytest.mark.parametrize("dt", DTS)
@pytest.mark.parametrize("height", [0.2, 0.35, 0.42])
def test_a_step_is_walked_over(height, dt):
    avatar, _ = approach(height, dt)
    assert avatar.feet.z < -3.5


def test_a_light_thing_is_pushed_and_no_wall():
    avatar, _ = approach(0.8, 1 / 60, mass=30.0)
    assert avatar.feet.z < -2.9


def test_a_heavy_thing_is_a_wall():
    avatar, top = approach(0.7, 1 / 60, run=True, mass=2000.0)
    assert avatar.feet.z > -2.75 and top < 0.15


def test_one_still_jumps_over():
    world = World()
    kit.add_ground(world)
    kit.add_fixed(world, (2.0, 0.35, 0.15), (0.0, 0.35, -4.0), name="wall")
    avatar = Avatar(world, Vec3(0.0, 0.0, 0.0))
    for _ in range(150):
        charging = avatar.feet.z > -1.6
        avatar.controls = Controls(forward=1.0, jump=charging)
        world.step(1 / 60)
    assert avatar.feet.z < -4.5


def test_a_velocity_is_clipped_to_what_still_fits():
    wall = Wall(Vec3(0.0, 0.0, 1.0), 0.5)
    assert wall.clip(Vec3(2.0, 1.0, -3.0)) == (2.0, 1.0, -0.5)
    assert wall.clip(Vec3(2.0, 0.0, -0.4)) == (2.0, 0.0, -0.4)
    assert wall.clip(Vec3(0.0, 0.0, 3.0)) == (0.0, 0.0, 3.0)


@pytest.mark.parametrize("aside", [0.5, 0.6, 0.7, 0.75, 0.8])
def test_the_corner_of_a_plinth_neither_tips_it_nor_throws_its_weapon_up(aside):
    """Only its shoulder meets the corner. Casting at its middle alone tipped it by 37 degrees, the gun by 57."""
    range_ = Range(weapon=1)
    kit.add_fixed(range_.world, (0.65, 0.45, 0.32), (aside, 0.45, -6.0), name="plinth")
    for _ in range(100):
        range_.run(1, forward=1.0, run=True)
        barrel = rotate(range_.arsenal.weapon.held_body.orientation, (0.0, 0.0, -1.0))
        assert abs(barrel.y) < 0.3 and balance.upward(range_.avatar.torso).y > 0.95
