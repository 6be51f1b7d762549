"""The yard: a brick wall to shoot at, crates, barrels; plinths for weapons."""

from assets.making.cargo import CRATE
from physics import ShapeBox, ShapeCylinder, ShapeSphere, World
from scenes.village import layout
from scenes.village.stuff import add_fixed, block, look_of

#: Half sizes of a brick [m]; bricks of a row, and rows.
BRICK, LENGTH, ROWS = (0.2, 0.1, 0.1), 12, 10


def build(world: World) -> None:
    """Add all of it."""
    add_wall(world)
    add_pyramid(world)
    add_crates(world)
    add_barrels(world)
    for name, place in layout.WEAPONS.items():
        x, y, z = place
        plinth = [block((x - 0.65, -0.2, z - 0.32), (x + 0.65, y, z + 0.32))]
        plinth += [
            block((x - 0.65, y, z + k - 0.02), (x + 0.65, y + 0.05, z + k + 0.02)) for k in (-0.3, 0.3)
        ]  # no rolling
        add_fixed(world, f"plinth for the {name}", plinth, "stone")


def add_wall(world: World) -> None:
    """Bricks in a running bond, nothing between them; rows that are shifted begin and end with a half one."""
    x, y, z = layout.BRICK_WALL
    half_x, half_y, half_z = BRICK
    number = 0
    for row in range(ROWS):
        level = y + half_y * (2 * row + 1)
        shift = row % 2
        spans = [(2 * k + shift, 2.0) for k in range(LENGTH - shift)]
        if shift:
            spans = [(0, 1.0), *spans, (2 * LENGTH - 1, 1.0)]
        for start, width in spans:
            number += 1
            # A hair of air between neighbors, so that rows do not push themselves apart.
            shape = ShapeBox((half_x * 0.5 * width - 0.0005, half_y, half_z))
            place = (x + half_x * (start + 0.5 * width), level, z)
            world.add_body(shape=shape, position=place, material="brick", name=f"brick {number}")


def add_crate(world: World, x: float, y: float, z: float, name: str) -> None:
    """A crate of 40 kg; y is the height that it stands on."""
    half = (CRATE, CRATE, CRATE)
    world.add_body(
        shape=ShapeBox(half), position=(x, y + CRATE, z), mass=40.0, material="wood", name=name, look=look_of("crate")
    )


def add_pyramid(world: World) -> None:
    """Four, three, two and one crates."""
    x, y, z = layout.PYRAMID
    for level in range(4):
        for k in range(4 - level):
            place = (x + (2.0 * CRATE + 0.04) * (k + 0.5 * level), y + 2.0 * CRATE * level, z)
            add_crate(world, *place, f"pyramid crate {level * 4 + k + 1}")


def add_crates(world: World) -> None:
    """Crates here and there, some on others."""
    x, y, z = layout.CRATES
    for number, (along, level, across) in enumerate(
        ((0.0, 0, 0.0), (0.9, 0, 0.1), (0.45, 1, 0.05), (2.2, 0, 1.2), (-1.6, 0, 1.5), (2.2, 1, 1.2))
    ):
        add_crate(world, x + along, y + 2.0 * CRATE * level, z + across, f"crate {number + 1}")


def add_barrels(world: World) -> None:
    """Iron barrels: three below, one on top, and two that lie; and a ball."""
    x, y, z = layout.BARRELS
    drum = ShapeCylinder(0.3, 0.45)
    places = [(0.0, 0, 0.0), (0.65, 0, 0.1), (0.3, 0, 0.62), (0.32, 1, 0.24)]
    options = {"shape": drum, "mass": 45.0, "material": "iron"}
    for number, (along, level, across) in enumerate(places):
        place = (x + along, y + 0.45 + 0.9 * level, z + across)
        world.add_body(**options, position=place, name=f"barrel {number + 1}")
    lying = (0.7071067811865476, 0.0, 0.0, 0.7071067811865476)
    for number in range(2):
        place = (x - 2.2 + 0.7 * number, y + 0.3, z + 1.0)
        world.add_body(**options, position=place, orientation=lying, name=f"lying barrel {number + 1}")
    ball = (x - 6.0, y + 0.5, z - 1.0)
    world.add_body(shape=ShapeSphere(0.5), position=ball, mass=8.0, material="rubber", name="big ball")
