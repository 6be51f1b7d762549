"""Doors and buttons of the village, used with a key."""

import pytest

from physics import BodyKind, ShapePlane, Vec3, World
from physics.vector import angles_of
from play.controls import Controls
from play.figure.avatar import Avatar
from play.game import Game
from play.interaction import find_use
from scenes.village import house, layout, machines, stuff, uses
from tests.scenes.village_parts import DT, controller, named


@pytest.fixture(scope="module")
def place():
    """Doors and platform with somebody to use them, on a floor as high as that of the house."""
    world = World()
    stuff.add_materials(world)
    game = Game(world)
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(), name="floor")
    for name, low, high in layout.DOORS:
        house.add_door(world, name, low, high)
    machines.Platform(world, machines.Keeper(world))
    game.add_avatar(Avatar(world, Vec3(0.0, 0.0, 70.0), 0.0))
    uses.build(world, game)
    return game, world, world.save_state()


def use(game, world, at, seconds):
    """Look at a place, press the key, wait; returns what the key said."""
    yaw, pitch = angles_of(Vec3(*at) - game.eye)
    word = ""
    for number in range(round(seconds / DT)):
        game.controls = Controls(yaw=yaw, pitch=pitch, enter=number == 1)
        if number == 1:
            found = find_use(world, game)
            word = "" if found is None else found.word
        world.step(DT)
    return word


@pytest.mark.parametrize("side", [1.0, -1.0])
@pytest.mark.parametrize(("name", "low", "high"), [door for door in layout.DOORS if door[1].y < 2.0])
def test_a_door_opens_away_from_who_pushes_it_and_closes_again(place, name, low, high, side):
    game, world, start = place
    world.load_state(start)
    door, hinge = named(world, name), next(joint for joint in world.joints if joint.name == f"{name} hinge")
    across = (high - low).x < (high - low).z
    way = Vec3(side, 0.0, 0.0) if across else Vec3(0.0, 0.0, side)
    middle = door.center_of_mass
    game.avatar.put(world, Vec3(middle.x, 0.0, middle.z) + way * 1.4, 0.0)
    assert use(game, world, middle, 2.0) == "Open the door"
    assert abs(hinge.angle) > 1.3 and (door.center_of_mass - middle).dot(way) < -0.2, "away from the figure"
    assert hinge.motor_max_force == 0.0, "nothing holds it any more"
    assert use(game, world, door.center_of_mass, 2.5) == "Close the door"
    assert abs(hinge.angle) < 0.1 and hinge.motor_max_force == 0.0


def test_the_button_is_pressed_by_hand(place):
    game, world, start = place
    world.load_state(start)
    platform = controller(world, machines.Platform)
    _, face, way = layout.BUTTONS[0]
    game.avatar.put(world, Vec3(face.x, 0.0, face.z) - way * 1.2, 0.0)
    assert use(game, world, face + way * 0.05, 0.5) == "Press the button" and platform.cycling


def test_a_push_goes_on_from_a_state_as_it_did(place):
    game, world, start = place
    world.load_state(start)
    door = named(world, "front door")
    middle = door.center_of_mass
    game.avatar.put(world, Vec3(middle.x, 0.0, middle.z + 1.4), 0.0)
    use(game, world, middle, 0.3)
    state, hashes = world.save_state(), []
    for _ in range(2):
        for _ in range(120):
            world.step(DT)
        hashes.append(world.state_hash())
        world.load_state(state)
    assert hashes[0] == hashes[1] and controller(world, uses.Doors).until != (0,) * len(layout.DOORS)
