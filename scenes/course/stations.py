"""What stands still on the obstacle course, and what is pushed."""

import math

from physics import Body, BodyKind, JointHinge, ShapeBox, ShapeCylinder, ShapeHull, World
from scenes import kit
from scenes.course import layout

WIDE = 1.5  # half width of a lane [m]


def slab(world: World, x: float, z: tuple[float, float], top: float, *, low: float = 0.0, name: str, half: float = WIDE,
         material: str = "wood", **options) -> Body:  # fmt: skip
    """A box between two z, and between two heights."""
    size = (half, 0.5 * (top - low), 0.5 * abs(z[1] - z[0]))
    place = (x, 0.5 * (top + low), 0.5 * (z[0] + z[1]))
    return kit.add_fixed(world, size, place, name=name, material=material, **options)


def wedge(world: World, x: float, foot: float, edge: float, top: float, *, half: float = WIDE, name: str) -> Body:
    """A slope from the ground at one z up to a height at another."""
    corners = [(side * half, y, z) for side in (-1.0, 1.0) for y, z in ((0.0, foot), (0.0, edge), (top, edge))]
    shape = ShapeHull([(x + dx, y, z) for dx, y, z in corners])
    return world.add_body(kind=BodyKind.STATIC, shape=shape, material="wood", name=name)


def add_lanes(world: World) -> None:
    """Red tracks that show the route."""
    for x, start, end in ((layout.LANE_1, 4.0, -28.0), (layout.LANE_1, -49.0, -53.0), (layout.LANE_2, -53.0, -27.0),
                          (layout.LOWER_X, -10.0, -5.0), (layout.LANE_3, -5.0, -44.0)):  # fmt: skip
        slab(world, x, (start, end), 0.015, low=-0.1, name="track", material="rubber")
    for left, right, z in (
        (layout.LANE_1 + WIDE, layout.LANE_2 - WIDE, -51.5),
        (layout.LOWER_X + WIDE, layout.LANE_3 - WIDE, -6.5),
    ):
        half = 0.5 * (right - left)
        slab(world, left + half, (z + WIDE, z - WIDE), 0.015, low=-0.1, half=half, name="track", material="rubber")


def add_stairs(world: World) -> None:
    """Flights up and down again, each with higher steps; then kerbs."""
    x, count, tread = layout.LANE_1, layout.FLIGHT, layout.TREAD
    for k, rise in enumerate(layout.RISES):
        start = layout.STAIRS - k * layout.STAIRS_WAY
        end = start - (2 * count - 1) * tread - 0.7
        for level in range(count):
            z = (start - level * tread, end + level * tread)
            slab(world, x, z, rise * (level + 1), low=rise * level, name="stairs", material="stone")
    for z, height in layout.KERBS:
        slab(world, x, (z, z - 0.4), height, name="kerb", material="stone")


def add_decks(world: World) -> None:
    """Decks with gaps to jump over."""
    x, top = layout.LANE_1, layout.DECK
    first, last = layout.DECKS[0][0], layout.DECKS[-1][1]
    wedge(world, x, first + top / math.tan(math.radians(20.0)), first, top, name="ramp")
    wedge(world, x, last - top / math.tan(math.radians(30.0)), last, top, name="ramp")
    for start, end in layout.DECKS:
        slab(world, x, (start, end), top, low=top - 0.25, name="deck")
        for z in (start - 0.3, end + 0.3):
            for side in (-1.0, 1.0):
                kit.add_fixed(world, (0.12, 0.5 * top - 0.12, 0.12), (x + side, 0.5 * top - 0.12, z), name="post")


def add_way_back(world: World) -> None:
    """Belts, and the decks that lift and diagonal platform lead to."""
    x = layout.LANE_2
    for start, end, velocity in layout.BELTS:
        slab(world, x, (start, end), 0.2, name="belt", material="rubber", surface_velocity=velocity)
    slab(world, x, layout.UPPER_DECK, layout.UPPER, low=layout.UPPER - 0.25, name="upper deck")
    for z in layout.UPPER_DECK:
        for side in (-1.3, 1.3):
            inside = z + math.copysign(0.2, sum(layout.UPPER_DECK) - 2.0 * z)
            half = 0.5 * (layout.UPPER - 0.25)
            kit.add_fixed(world, (0.12, half, 0.12), (x + side, half, inside), name="post", material="steel")
    slab(world, layout.LOWER_X, layout.LOWER_DECK, layout.LOWER, name="lower deck", material="stone")
    start = layout.LOWER_DECK[1]
    foot = start + layout.LOWER / math.tan(math.radians(25.0))
    wedge(world, layout.LOWER_X, foot, start, layout.LOWER, name="ramp")


def add_gate(world: World) -> None:
    """A low beam between walls, the frames of the pendulums, and a narrow door."""
    x = layout.LANE_3
    low = layout.CLEARANCE
    kit.add_fixed(world, (WIDE, 0.15, 0.3), (x, low + 0.15, layout.BEAM), name="beam")
    for side in (-1.0, 1.0):
        kit.add_fixed(
            world, (0.15, 0.75, 0.3), (x + side * (WIDE + 0.15), 0.75, layout.BEAM), name="post", material="stone"
        )
        for z in layout.PENDULUMS:
            half = 0.5 * layout.HINGE + 0.05
            place = (x + side * 3.6, half, z)
            kit.add_fixed(world, (0.12, half, 0.12), place, name="post", material="steel")
    for z in layout.PENDULUMS:
        kit.add_fixed(world, (3.72, 0.1, 0.1), (x, layout.HINGE + 0.2, z), name="bar", material="steel")
    half = 0.5 * layout.DOOR_WIDTH
    for side in (-1.0, 1.0):
        place = (x + side * (half + 1.2), 1.4, layout.DOOR)
        kit.add_fixed(world, (1.2, 1.4, 0.15), place, name="wall", material="stone")
    rest = 1.4 - 0.5 * layout.DOOR_HEIGHT
    kit.add_fixed(
        world, (half, rest, 0.15), (x, layout.DOOR_HEIGHT + rest, layout.DOOR), name="lintel", material="stone"
    )


def add_loads(world: World) -> None:
    """A crate that blocks a passage, and a seesaw."""
    x, side = layout.LANE_3, layout.CRATE
    for way in (-1.0, 1.0):
        wall = x + way * (0.5 * layout.PASSAGE_WIDTH + 0.15)
        slab(world, wall, layout.PASSAGE, 1.1, half=0.15, name="wall", material="stone")
    start = layout.PASSAGE[0]
    world.add_body(shape=ShapeBox((0.5 * side,) * 3), position=(x, 0.5 * side, start - 1.2), mass=layout.CRATE_MASS,
                   material="wood", name="crate of 50 kg")  # fmt: skip
    kit.add_fixed(world, (0.25, 0.5 * layout.PIVOT - 0.06, 0.2), (x, 0.5 * layout.PIVOT - 0.06, layout.SEESAW),
                  name="pivot", material="stone")  # fmt: skip
    plank = world.add_body(
        shape=ShapeBox((0.5, 0.05, layout.PLANK)), position=(x, layout.PIVOT, layout.SEESAW), mass=60.0,
        orientation=kit.turn(kit.X, -7.0), material="wood", angular_damping=1.0, name="seesaw",
    )  # fmt: skip
    world.add_joint(JointHinge(None, plank, anchor=plank.position, axis=(1.0, 0.0, 0.0)))


def add_slopes(world: World) -> None:
    """Slopes side by side, from easy to impossible, and the end."""
    x, way, top = layout.SLOPE_X, layout.SLOPE_WAY, layout.PLATEAU
    for k, degrees in enumerate(layout.SLOPES):
        foot = layout.PLATEAU_Z + top / math.tan(math.radians(degrees))
        wedge(world, x + k * way, foot, layout.PLATEAU_Z, top, half=0.5 * way, name=f"slope of {degrees:.0f} degrees")
    middle, half = x + 0.5 * way * (len(layout.SLOPES) - 1), 0.5 * way * len(layout.SLOPES)
    slab(world, middle, (layout.PLATEAU_Z, layout.PLATEAU_Z - 3.5), top, half=half, name="plateau", material="stone")
    for side in (-1.0, 1.0):
        place = (middle + side * 1.2, top + 1.1, layout.PLATEAU_Z - 2.5)
        world.add_body(
            kind=BodyKind.STATIC, shape=ShapeCylinder(0.06, 1.1), position=place, material="steel", name="post"
        )
    kit.add_fixed(
        world, (1.26, 0.25, 0.04), (middle, top + 1.95, layout.PLATEAU_Z - 2.5), name="banner", material="plastic"
    )
