"""Flush tiles.

A ball, a box, a crate of eight boxes and a disk slide without friction over a floor of tiles that lie edge to edge.
Each tile alone has a side that a body could run into; the floor as a whole has none. The strip behind is a single box;
both groups should stay side by side to the end. Then they start anew.
Try: lay the tiles a little unevenly. Up to 5 mm nothing is thrown; 1 cm is a step that can be felt.
"""

import numpy as np

from physics import BodyKind, ShapeBox, ShapeCylinder, ShapeSphere, World
from scenes import kit
from scenes.kit import shows
from scenes.registry import Slider, View, scene

HALF_LENGTH, WIDTH, HEIGHT = 7.5, 3.6, 0.2  # of a strip [m]
LANES = {"tiles": 0.1, "one box": -3.7}  # where a strip begins [m]
SMOOTH = {"friction": 0.0, "restitution": 0.0, "rolling_friction": 0.0}
SPEED = 2.5
SIDES = (-0.15, 0.15)
CRATE = [(ShapeBox((0.15, 0.15, 0.15)), (x, y, z), kit.turn(kit.Y, 0.0)) for x in SIDES for y in SIDES for z in SIDES]
KINDS = (  # name, what it is made of, height of its middle, material
    ("ball", {"shape": ShapeSphere(0.3)}, 0.3, "rubber"),
    ("box", {"shape": ShapeBox((0.35, 0.2, 0.25))}, 0.2, "wood"),
    ("crate", {"shapes": CRATE}, 0.3, "plastic"),
    ("disk", {"shape": ShapeCylinder(0.3, 0.15)}, 0.15, "steel"),
)


def lay_tiles(world: World, size: float, uneven: float) -> None:
    """A strip of square tiles, each a body of its own, at heights that differ by up to `uneven` [m]."""
    columns, rows = max(round(2.0 * HALF_LENGTH / size), 1), max(round(WIDTH / size), 1)
    half = (HALF_LENGTH / columns, 0.5 * HEIGHT, 0.5 * WIDTH / rows)
    for column, row in np.ndindex(columns, rows):
        place = (
            (2 * column + 1) * half[0] - HALF_LENGTH,
            half[1] + 0.25 * uneven * ((7 * column + 3 * row) % 5 - 2),
            LANES["tiles"] + (2 * row + 1) * half[2],
        )
        kit.add_fixed(world, half, place, material="ice" if (column + row) % 2 else "stone", name="tile", **SMOOTH)


@scene(
    category="Friction",
    name="Flush tiles",
    place="lab",
    view=View(target=(-0.3, 0.2, 0.3), distance=11.0, yaw_degrees=-18.0, pitch_degrees=34.0),
    sliders={
        "size": Slider("Tile size", 0.6, 0.3, 3.6, unit="m"),
        "uneven": Slider("Unevenness", 0.0, 0.0, 0.02, unit="m"),
        "speed": Slider("Speed", SPEED, 0.5, 10.0, unit="m/s"),
    },
)
def build(world: World, *, size: float = 0.6, uneven: float = 0.0, speed: float = SPEED) -> None:
    """A strip of tiles and one of a single box, with a wall at each end, and four bodies on each."""
    kit.add_ground(world, height=-0.05)
    lay_tiles(world, size, uneven)
    half = (HALF_LENGTH, 0.5 * HEIGHT, 0.5 * WIDTH)
    kit.add_fixed(world, half, (0.0, half[1], LANES["one box"] + half[2]), material="ice", name="box strip", **SMOOTH)
    for side in (-1.0, 1.0):
        place = (side * (HALF_LENGTH + 0.15), 0.35, 0.0)
        kit.add_fixed(world, (0.15, 0.35, 3.8), place, name="wall", **SMOOTH)
    for lane, start in LANES.items():
        for row, (name, parts, above, material) in enumerate(KINDS):
            world.add_body(
                position=(-6.5, HEIGHT + above, start + 0.45 + 0.9 * row), velocity=(speed, 0.0, 0.0),
                material=material, can_sleep=False, name=f"{name} on {lane}", **parts, **SMOOTH,
            )  # fmt: skip
    again = shows.putting_back([body for body in world.bodies if body.kind == BodyKind.DYNAMIC])
    shows.every(world, 480, lambda world, _: again(world))


def check(world: World) -> None:
    """All have gone as far as they should and lie on their strip; a second world shows that nobody ever hops."""
    again = World()
    build(again)
    start, bodies = ([body for body in one.bodies if body.kind == BodyKind.DYNAMIC] for one in (again, world))
    away = world.read(bodies, "position") - again.read(start, "position")
    assert abs(away[:, 1:]).max() < 0.005, f"somebody is {1000.0 * abs(away[:, 1:]).max():.2f} mm beside his line"
    assert abs(away[:, 0] - SPEED * world.time).max() < 0.005, "somebody lost speed"
    assert away[:, 0].min() > 1.0, "nobody has moved yet"
    for _ in range(world.step_count):
        again.step(1.0 / 60.0)
        hop = abs(again.read(start, "velocity")[:, 1]).max()
        assert hop < 0.02, f"somebody hops at {1000.0 * hop:.1f} mm/s after {again.time:.2f} s"
