"""Village.

A place to walk, drive and shoot: a house with doors and stairs, a yard with crates and a brick wall, a platform to the
roof, pendulums over a beam, a chain bridge, a shooting range, an obstacle course, and a track around a hill.
Try: push the red button next to the house, and ride the platform up to the roof.
"""

import math

import numpy as np

from physics import BodyKind, World
from play.autoplay import Script
from play.figure.avatar import Avatar
from play.game import Game, game_of
from play.places import Place
from play.vehicles.car_jointed import CarJointed
from play.vehicles.car_rays import CarRays
from play.weapons.arsenal import Arsenal
from scenes import kit
from scenes.registry import View, scene
from scenes.village import contests, layout, siege, tour, uses
from scenes.village.hints import HINTS
from scenes.village.place import build_place, lights_of


@scene(
    category="World",
    name="Village",
    view=View(target=(-20.0, 1.5, 40.0), distance=52.0, yaw_degrees=-20.0, pitch_degrees=18.0),
)
def build(world: World) -> None:
    """The game first, then the place, then figure, cars and weapons."""
    game = Game(world, lowest=layout.LOWEST)
    build_place(world)
    game.add_avatar(Avatar(world, layout.START, layout.START_YAW))
    kinds = ((CarJointed, "blue car", "coat"), (CarRays, "green car", "varnish"))
    for (make, name, paint), (place, yaw) in zip(kinds, layout.CARS, strict=True):
        game.add_vehicle(make(world, place, yaw, name=name, paint=paint))
    siege.add_machines(world, game)
    arsenal = Arsenal(world, game, lowest=layout.LOWEST)
    for number, place in enumerate(layout.WEAPONS.values(), 1):
        arsenal.lay(world, number, place + (0.0, 0.12, 0.0), 0.5 * math.pi)
    contests.build(world, game)
    uses.build(world, game)
    game.places = tuple(Place(*place) for place in layout.PLACES)
    game.hints, game.lights = HINTS, lights_of(world)


def autoplay(game: Game) -> Script:
    """Walks, picks up the weapons, shoots, rides the platform, drives a lap."""
    return tour.tour(game)


def check(world: World) -> None:
    """Nothing fell, the wall stands, weapons lie on their tables, and all but the figure has come to rest."""
    moving = [body for body in world.bodies if body.kind == BodyKind.DYNAMIC]
    height = world.read(moving, "position")[:, 1]
    lowest = moving[int(height.argmin())]
    assert height.min() > layout.LOWEST, f"{lowest.name} fell to {height.min():.2f} m"
    bricks = world.read(kit.named(world, "brick"), "position")
    assert bricks[:, 1].max() > 1.9, "the brick wall fell"
    assert np.abs(bricks[:, 2] - layout.BRICK_WALL.z).max() < 0.05, "the brick wall leans"
    for item in game_of(world).arsenal.lying:
        share = kit.carried(world, [item.body])
        assert abs(share - 1.0) < 0.05, f"{share:.2f} of the weight of the {item.body.name} is carried"
    loose = "figure", "washing peg", "curtain"  # the figure breathes, what hangs on cloth swings for ten seconds
    restless = [body.name for body in moving if body.awake and not body.name.startswith(loose)]
    assert not restless, f"these do not come to rest: {', '.join(restless)}"
