"""Machines to drive.

A crane with a grab, a trebuchet, and a walking machine on twelve legs. Climb into one with the key that gets you into a
car; its keys are shown below. Everything on them is driven by motors, ropes and weights.
Try: hook a stone to the sling of the trebuchet, and knock the tower down; then load a crate with the crane instead.
"""

import math

from physics import ShapeBox, ShapeSphere, Vec3, World
from play.autoplay import Script
from play.controls import Controls
from play.figure.avatar import Avatar
from play.game import Game, game_of
from play.machines.crane import Crane
from play.machines.trebuchet import Trebuchet
from play.machines.walker import Walker
from scenes import kit
from scenes.registry import View, scene

TOWER = -33.0  # z of its middle [m]
HINTS = (
    ("Crane", "[move_left] and [move_right] turn it, [move_forward] and [move_back] move the jib down and up, [jump] "
     "hoists, [crouch] lets down, [fire] grabs and lets go."),
    ("Trebuchet", "[fire_other] hooks the nearest stone to the sling, [fire] shoots, [jump] winds the beam down again, "
     "[move_forward] and [move_back] set where the sling opens."),
    ("Walker", "Walk it with the keys that walk you."),
)  # fmt: skip


@scene(
    category="Machines",
    name="Machines to drive",
    place="yard",
    view=View(target=(0.0, 2.5, -4.0), distance=24.0, yaw_degrees=30.0, pitch_degrees=16.0),
)
def build(world: World) -> None:
    """Three machines in a row, stones and crates, and a tower far ahead of the trebuchet."""
    game = Game(world)
    kit.add_ground(world)
    game.add_avatar(Avatar(world, Vec3(0.0, 0.0, 9.0), 0.0))
    game.add_vehicle(Trebuchet(world, Vec3(0.0, 0.0, 0.0), name="trebuchet"))
    game.add_vehicle(Crane(world, Vec3(9.0, 0.0, 0.0), 0.6, name="crane"))
    game.add_vehicle(Walker(world, Vec3(-8.0, 0.0, 0.0), name="walker"))
    for k in range(5):
        world.add_body(
            shape=ShapeSphere(0.2), position=(0.5 * k - 1.0, 0.2, 4.8), mass=45.0, material="stone",
            rolling_friction=0.1, bullet=True, name="stone",
        )  # fmt: skip
    crate = {"shape": ShapeBox((0.35, 0.35, 0.35)), "mass": 40.0, "material": "wood", "name": "crate"}
    world.add_bodies(position=[(5.5 + 0.9 * k, 0.35, -5.5 + 0.4 * k) for k in range(4)], **crate)
    block = {"shape": ShapeBox((0.45, 0.3, 0.4)), "density": 90.0, "material": "wood", "restitution": 0.0}
    places = [
        (0.91 * i, 0.3 + 0.6 * row, TOWER + 0.81 * j) for row in range(7) for i in (-0.5, 0.5) for j in (-0.5, 0.5)
    ]
    world.add_bodies(position=places, name="block", **block)
    game.hints = HINTS


def autoplay(game: Game) -> Script:
    """Climb to the trebuchet, load, shoot."""
    game.attach(0)
    for count in range(760):
        yield Controls(fire_other=count == 20, fire=count == 300, jump=count > 580)


def check(world: World) -> None:
    """All stands as it was built, and sleeps."""
    game = game_of(world)
    assert all(vehicle.whole for vehicle in game.vehicles), "a machine came apart"
    assert not any(body.awake for vehicle in game.vehicles for body in vehicle.bodies), (
        "a machine does not come to rest"
    )
    blocks = world.read(kit.named(world, "block"), "position")
    assert abs(blocks[:, 1].max() - 3.9) < 0.02, "the tower fell"
    assert game.vehicles[2].chassis.position.y > 1.5 and math.isclose(game.vehicles[0].tip.z, 3.08, abs_tol=0.1)
