"""Ground, track, paving, and what stands around: trees, rocks, fences, lamps, benches."""

import numpy as np

from assets.making import plan
from assets.making.cargo import BANNER
from physics import BodyKind, ShapeBox, World
from scenes import kit
from scenes.village import garden, layout
from scenes.village.stuff import add_fixed, add_model, block, look_of

#: Rocks that never move: x, z, size [m].
ROCKS = (
    (-31.0, 46.0, 0.7), (-36.5, 33.0, 0.9), (47.0, 45.0, 0.8), (-18.0, 68.0, 0.6), (64.0, 24.0, 1.1),
    (-56.0, 40.0, 0.8), (-28.0, -26.0, 1.2), (12.0, -13.0, 1.0), (-44.0, 28.5, 0.8),
    (74.0, 36.0, 1.3), (-74.0, 30.0, 1.2),
    (20.0, 72.0, 0.7),
)  # fmt: skip
#: Benches: x, z, way that they look [degrees].
BENCHES = ((-4.5, 51.2, 0.0), (-20.5, 53.0, 180.0), (4.0, -20.8, 180.0), (19.0, 63.0, 90.0))
#: Corner of the stand: least x and z.
STAND = (-27.0, 18.0)
#: Fences: ends on level ground.
FENCES = (
    ((-6.0, 70.8), (6.0, 70.8)), ((-24.0, 53.6), (-24.0, 62.0)), ((-31.5, 53.5), (-24.0, 53.5)),
    ((6.0, 60.6), (18.0, 60.6)),
    ((47.5, 30.0), (47.5, 50.0)), ((-50.0, 43.0), (-50.0, 49.0)), ((-50.0, 53.0), (-50.0, 60.0)),
)  # fmt: skip


def build(world: World) -> None:
    """Add all of it."""
    add_model(world, "terrain", name="ground", material="grass", without=("mountains",))
    add_model(world, "track", name="track", material="asphalt", without=("line",))
    add_model(world, "yard", name="yard", material="paving")
    for number, (name, places) in enumerate(layout.TREES.items()):
        for k, (x, z) in enumerate(places):
            garden.add_tree(world, name, x, z, 67.0 * k + 30.0 * number)
    random = np.random.default_rng(11)
    for x, z, size in ROCKS:
        rock = kit.rock(random, size)
        place = (x, layout.ground_at(x, z) + 0.15 * size, z)
        world.add_body(kind=BodyKind.STATIC, shape=rock, position=place, material="stone", name="rock")
    for place in layout.STREET_LAMPS:
        garden.add_lamp(world, place.x, place.z)
    for x, z, degrees in BENCHES:
        garden.add_bench(world, x, z, degrees)
    for start, end in FENCES:
        garden.add_fence(world, start, end)
    add_gantry(world)
    add_stand(world)


def add_gantry(world: World) -> None:
    """The frame over the start line."""
    x, y, z = layout.START_LINE
    side = plan.SHOULDER + 0.3
    posts = [block((x - 0.2, y - 1.0, z + k * side - 0.2), (x + 0.2, y + 5.6, z + k * side + 0.2)) for k in (-1.0, 1.0)]
    add_fixed(world, "gantry", posts, "red paint")
    banner = (x, y + 5.25, z)
    options = {"kind": BodyKind.STATIC, "shape": ShapeBox(BANNER), "look": look_of("banner")}
    world.add_body(**options, position=banner, material="wood", name="start banner")


def add_stand(world: World) -> None:
    """Rows of seats beside the start line."""
    x, z = STAND
    rows = [block((x, -0.6, z + 0.8 * k), (x + 11.0, 0.35 * (k + 1), z + 0.8 * (k + 1))) for k in range(4)]
    add_fixed(world, "grandstand", rows, "concrete")
    seats = [
        block((x + 0.3, 0.35 * (k + 1) + 0.25, z + 0.8 * k + 0.3), (x + 10.7, 0.35 * (k + 1) + 0.3, z + 0.8 * k + 0.65))
        for k in range(4)
    ]
    legs = [
        block((x + far, 0.35 * (k + 1), z + 0.8 * k + 0.4), (x + far + 0.1, 0.35 * (k + 1) + 0.25, z + 0.8 * k + 0.55))
        for k in range(4)
        for far in (0.6, 5.4, 10.2)
    ]
    add_fixed(world, "seats", [*seats, *legs], "wood")
