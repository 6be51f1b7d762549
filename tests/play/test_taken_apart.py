"""A player can remove any body and cut any joint of what is played with; the game goes on."""

import pytest

from physics import Vec3, World
from play.controls import Controls
from play.figure.avatar import Avatar
from play.game import Game
from play.interaction import nearest_vehicle
from play.vehicles.car_jointed import CarJointed
from play.vehicles.car_rays import CarRays
from play.weapons.arsenal import Arsenal
from scenes import kit

DT = 1.0 / 60.0


def make_game(*, weapon=0, driven=-1):
    world = World()
    kit.add_ground(world)
    game = Game(world)
    game.add_avatar(Avatar(world, Vec3(0.0, 0.0, 0.0), 0.0))
    game.add_vehicle(CarJointed(world, Vec3(5.0, 0.0, 0.0), 0.0))
    game.add_vehicle(CarRays(world, Vec3(9.0, 0.0, 0.0), 0.0))
    arsenal = Arsenal(world, game)
    for number in arsenal.weapons:
        arsenal.give(number)
    game.controls = Controls(weapon=weapon)
    game.attach(driven)
    for _ in range(30):
        world.step(DT)
        game.controls = Controls(forward=1.0)
    return world, game


def steps(world, count=4):
    for _ in range(count):
        world.step(DT)


@pytest.mark.slow
@pytest.mark.parametrize(("weapon", "driven"), [(0, -1), (1, -1), (3, -1), (4, -1), (0, 0), (0, 1)])
def test_any_body_can_be_removed(weapon, driven):
    world, game = make_game(weapon=weapon, driven=driven)
    state = world.save_state()
    for number in [body.id for body in world.bodies]:
        world.load_state(state)
        world.remove_body(world.body(number))
        steps(world)
        assert game.avatar.whole and all(vehicle.chassis.alive for vehicle in game.vehicles)
        assert len(game.own_bodies) > 0 and game.eye.length < 1e3
        for vehicle in game.vehicles:
            assert vehicle.telemetry.speed < 100.0
            vehicle.repair(world)
        steps(world)


@pytest.mark.parametrize(("weapon", "driven"), [(3, -1), (0, 0)])
def test_any_joint_can_be_cut(weapon, driven):
    world, game = make_game(weapon=weapon, driven=driven)
    state = world.save_state()
    for number in range(len(world.joints)):
        world.load_state(state)
        world.remove_joint(world.joints[number])
        steps(world)
        assert game.avatar.whole


def test_a_car_that_is_gone_is_left_behind_and_its_driver_is_back():
    world, game = make_game()
    game.avatar.leave(world)
    game.driven = game.aboard = 1
    green = game.vehicles[1]
    state, before = world.save_state(), world.state_hash()
    world.remove_body(game.vehicles[1].chassis)
    steps(world, 2)
    assert game.vehicles == game.vehicles[:1] and green not in world.controllers
    assert game.driven == -1 and game.avatar.present
    world.remove_body(game.vehicles[0].chassis)
    steps(world, 2)
    assert game.vehicles == () and nearest_vehicle(game) == -1
    world.load_state(state)
    assert len(game.vehicles) == 2 and game.driven == 1 and world.state_hash() == before


def test_the_number_of_the_car_that_is_driven_follows():
    world, game = make_game(driven=1)
    world.remove_body(game.vehicles[0].chassis)
    steps(world, 2)
    assert game.driven == 0 and game.vehicle.controls.forward == 1.0
