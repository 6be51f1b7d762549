"""What floats.

Balls, boxes, logs and cones of cork, wood, ice and iron in one pool. Each displaces its own weight in water, or sinks:
ice shows a tenth of itself, a log of oak lies deeper than one of pine, and iron sinks at once.
Try: lower the level until all lie on the bottom, make the water as heavy as mercury and see iron float, or push a box
under with the mouse.
"""

from physics import BodyKind, FieldWater, ShapeBox, ShapeCapsule, ShapeCone, ShapeCylinder, ShapeSphere, World
from scenes import kit
from scenes.registry import Slider, View, scene

#: Half sizes of the pool inside, thickness of its walls, and how far they stand over the ground [m].
HALF_X, HALF_Z, WALL, RIM = 5.0, 3.2, 0.25, 1.75
LEVEL, DENSITY = 1.5, 1000.0
UPRIGHT, LYING = (0.0, 0.0, 0.0, 1.0), kit.turn((0, 0, 1), 90.0)
ROW = (
    ("cork", "wood", 240.0), ("pine", "wood", 500.0), ("oak", "wood", 750.0), ("ice", "ice", 917.0),
    ("iron", "iron", 7870.0),
)  # fmt: skip


def water_of(world: World) -> FieldWater:
    """The water of the pool."""
    return next(field for field in world.fields if isinstance(field, FieldWater))


def set_level(world: World, value: float) -> None:
    """Height of the surface."""
    water_of(world).level = value


def set_density(world: World, value: float) -> None:
    """Heavier water carries more."""
    water_of(world).density = value


@scene(
    category="Water",
    name="What floats",
    place="yard",
    view=View(target=(0.0, 1.1, 0.0), distance=11.5, yaw_degrees=18.0, pitch_degrees=24.0),
    sliders={
        "level": Slider("Level", LEVEL, 0.2, 1.6, unit="m", live=set_level),
        "density": Slider("Density of the water", DENSITY, 200.0, 13600.0, unit="kg/m³", live=set_density),
    },
)
def build(world: World) -> None:
    """A pool, five columns of materials, a row for each shape."""
    kit.add_ground(world)
    add_pool(world)
    world.add_field(FieldWater(LEVEL, bounds=((-HALF_X, -0.1, -HALF_Z), (HALF_X, RIM, HALF_Z))))
    shapes = (
        (ShapeBox((0.35, 0.35, 0.35)), UPRIGHT), (ShapeSphere(0.38), UPRIGHT),
        (ShapeCylinder(0.25, 0.55), kit.turn((1, 0, 0), 90.0)), (ShapeCone(0.4, 0.4), UPRIGHT),
    )  # fmt: skip
    for column, (name, material, density) in enumerate(ROW):
        for row, (shape, turn) in enumerate(shapes):
            place = (1.75 * (column - 2), 2.3 + 0.5 * row, 1.5 * (row - 1.5))
            world.add_body(
                shape=shape, position=place, orientation=turn, density=density, material=material,
                name=f"{name} {type(shape).__name__.removeprefix('Shape').lower()}",
            )  # fmt: skip
    world.add_body(
        shape=ShapeCapsule(0.22, 0.3), position=(4.3, 2.3, 0.0), orientation=LYING, density=60.0, material="rubber",
        name="float",
    )  # fmt: skip


def add_pool(world: World) -> None:
    """Walls around it."""
    long, wide = HALF_X + 2.0 * WALL, HALF_Z
    for side in (-1.0, 1.0):
        for half, place in (
            ((long, 0.5 * RIM, WALL), (0.0, 0.5 * RIM, side * (HALF_Z + WALL))),
            ((WALL, 0.5 * RIM, wide), (side * (HALF_X + WALL), 0.5 * RIM, 0.0)),
        ):
            world.add_body(
                kind=BodyKind.STATIC, shape=ShapeBox(half), position=place, material="concrete", name="wall of the pool"
            )


def check(world: World) -> None:
    """Everything that is lighter than water floats as deep as it should, iron lies on the bottom."""
    water = water_of(world)
    for name, _, density in ROW:
        for body in (found for found in world.bodies if found.name.startswith(f"{name} ")):
            share = water.displaced(body).share
            if density > water.density:
                assert share == 1.0 and body.position.y < 0.6, f"{body.name} floats"
            else:
                wanted = density / water.density
                assert abs(share - wanted) < 0.08, f"{share:.2f} of {body.name} is under water, not {wanted:.2f}"
