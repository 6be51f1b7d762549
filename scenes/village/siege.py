"""Machines to climb into; and what the trebuchet is for: stones to throw, and a tower to hit."""

from physics import BodyKind, ShapeBox, ShapeCylinder, ShapeSphere, World
from play.game import Game
from play.machines.crane import Crane
from play.machines.trebuchet import Trebuchet
from play.machines.walker import Walker
from scenes.village import layout
from scenes.village.stuff import add_fixed, block

#: Radius [m] and mass [kg] of a stone.
STONE, STONE_MASS = 0.2, 45.0
#: Half sizes of a block [m], and rows of the tower.
BLOCK, ROWS = (0.45, 0.3, 0.4), 7
#: Density of the boxes that the tower is made of [kg/m^3]: 39 kg each, so that a stone throws them down.
HOLLOW = 90.0

#: How far foundations rise out of the ground [m], and radius of that of the trebuchet.
RAISED, ROUND = 0.25, 3.4


def add_machines(world: World, game: Game) -> None:
    """Put up crane, trebuchet and walker, to be driven."""
    game.add_vehicle(Crane(world, *layout.CRANE, name="crane"))
    place, yaw = layout.TREBUCHET
    top = layout.ground_at(place.x, place.z) + RAISED
    world.add_body(
        kind=BodyKind.STATIC, shape=ShapeCylinder(ROUND, 0.5), position=place + (0.0, top - 0.5, 0.0),
        material="paving", name="foundation of the trebuchet",
    )  # fmt: skip
    game.add_vehicle(Trebuchet(world, place + (0.0, top, 0.0), yaw, name="trebuchet"))
    place, yaw = layout.WALKER
    game.add_vehicle(Walker(world, place + (0.0, layout.ground_at(place.x, place.z), 0.0), yaw, name="walker"))


def build(world: World) -> None:
    """Add all of it."""
    for number, place in enumerate(layout.STONES, 1):
        world.add_body(
            shape=ShapeSphere(STONE), position=place + (0.0, layout.ground_at(place.x, place.z) + STONE, 0.0),
            mass=STONE_MASS, material="stone", rolling_friction=0.1, bullet=True, name=f"stone {number}",
        )  # fmt: skip
    x, _, z = layout.TOWER
    ground = layout.ground_at(x, z) + RAISED
    add_fixed(
        world, "foundation of the tower", [block((x - 1.3, ground - 1.0, z - 1.2), (x + 1.3, ground, z + 1.2))], "stone"
    )
    half_x, half_y, half_z = BLOCK
    for row in range(ROWS):
        for k, (i, j) in enumerate(((-1, -1), (-1, 1), (1, -1), (1, 1)), 1):
            world.add_body(
                shape=ShapeBox((half_x - 0.002, half_y, half_z - 0.002)),
                position=(x + i * half_x, ground + half_y * (2 * row + 1), z + j * half_z), density=HOLLOW,
                material="wood", restitution=0.0, name=f"tower block {4 * row + k}",
            )  # fmt: skip
