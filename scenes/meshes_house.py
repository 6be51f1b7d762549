"""Crooked house.

A single triangle mesh: walls with windows and doors, stairs, a roof with a hole, an open front. Balls roll down the
slanted roof, fall through the hole, roll along the upper floor and down the stairs; others come in through the door.
Try: throw things ([shoot]) through the windows, or roll a heavy ball down the stairs.
"""

import numpy as np

from physics import BodyKind, ShapeMesh, ShapeSphere, World
from physics.vector import rotate
from scenes import kit
from scenes.registry import Slider, View, scene

# Lower corner, upper corner [m], solid or hole, one after another; before the floors lean.
BLOCKS = [
    ((-4.0, 0.0, -2.4), (4.0, 6.0, 2.4), True),
    ((-3.8, 0.2, -2.2), (3.8, 2.8, 2.2), False),  # rooms below and above
    ((-3.8, 3.0, -2.2), (3.8, 5.4, 2.2), False),
    ((-3.8, 5.6, -2.2), (3.8, 6.0, 2.2), False),  # the roof has a low wall around it
    ((-3.8, 0.5, 2.2), (3.8, 2.8, 2.4), False),  # open front
    ((-3.8, 3.3, 2.2), (3.8, 5.4, 2.4), False),
    ((1.2, 5.4, -1.6), (2.2, 5.6, 1.6), False),  # hole in the roof
    ((-3.8, 2.8, -2.2), (-2.4, 3.0, 2.2), False),  # over the stairs
    ((1.0, 0.2, -2.2), (1.2, 2.8, 2.2), True),  # wall inside, with a door
    ((1.0, 0.2, 0.2), (1.2, 2.2, 2.2), False),
    ((3.8, 0.2, -0.2), (4.0, 2.2, 1.8), False),  # house door
    ((-2.6, 1.2, -2.4), (0.4, 2.2, -2.2), False),  # windows
    ((1.8, 1.2, -2.4), (3.2, 2.2, -2.2), False),
    ((-3.2, 3.8, -2.4), (-0.4, 4.9, -2.2), False),
    ((0.4, 3.8, -2.4), (3.2, 4.9, -2.2), False),
    ((-4.0, 3.9, -1.0), (-3.8, 4.8, 1.0), False),
    *(((-3.8 + 0.45 * k, 0.2, -2.2), (-3.35 + 0.45 * k, 1.9 - 0.34 * k, 2.2), True) for k in range(5)),  # stairs
]
LEAN = ((0.0, 0.2, 2.2, 2.8, 3.0, 5.4, 6.0), (0.0, -0.03, -0.05, 0.07, 0.07, -0.12, -0.12))  # slope along x by height
EVERY, RADIUS = 7, 0.2  # steps between two balls; of a ball [m]
TURNED, BACK = kit.turn(kit.Y, -48.0), kit.turn(kit.Y, 48.0)  # the front looks at the sun


def house() -> ShapeMesh:
    """The surface between what is solid and what is not, cell by cell, leaning."""
    lines = [np.unique([round(corner[k], 6) for low, high, _ in BLOCKS for corner in (low, high)]) for k in range(3)]
    solid = np.zeros([len(line) - 1 for line in lines], bool)
    for low, high, filled in BLOCKS:
        solid[
            tuple(
                slice(*np.searchsorted(line, np.round(ends, 6))) for line, *ends in zip(lines, low, high, strict=True)
            )
        ] = filled
    solid = np.pad(solid, 1)
    steps, triangles = np.eye(3, dtype=int), []
    for axis in range(3):
        u, v = steps[(axis + 1) % 3], steps[(axis + 2) % 3]
        for side in (0, 1):
            outer = np.argwhere(solid & ~np.roll(solid, 1 - 2 * side, axis=axis)) - 1 + side * steps[axis]
            around = (0 * u, u, u + v, v) if side else (0 * u, v, u + v, u)
            a, b, c, d = (np.ravel_multi_index((outer + step).T, [len(line) for line in lines]) for step in around)
            triangles += [np.column_stack((a, b, c)), np.column_stack((a, c, d))]
    vertices = np.stack(np.meshgrid(*lines, indexing="ij"), axis=-1).reshape(-1, 3)
    vertices[:, 1] += np.interp(vertices[:, 1], *LEAN) * vertices[:, 0]
    return ShapeMesh(vertices, np.concatenate(triangles))


def add_ball(world: World, number: int) -> None:
    """Another ball: three of four onto the roof, the fourth to the door."""
    sway = 0.2 * (number * 5 % 7 - 3)
    to_door = number % 4 == 0
    world.add_body(
        shape=ShapeSphere(RADIUS),
        position=rotate(TURNED, (6.0, 0.8, 0.8 + 0.5 * sway) if to_door else (-1.0 + sway, 6.5, sway)),
        velocity=rotate(TURNED, (-4.0, 2.0, 0.0) if to_door else (2.0, 0.0, 0.0)),
        material=("rubber", "glass", "leather", "steel", "plastic")[number % 5], restitution=0.3, name=f"ball {number}",
    )  # fmt: skip


@scene(
    category="Meshes",
    name="Crooked house",
    place="meadow",
    view=View(target=(0.3, 2.8, 0.0), distance=11.0, yaw_degrees=-36.0, pitch_degrees=14.0),
    sliders={"count": Slider("Balls", 60, 4, 200, integer=True)},
)
def build(world: World, *, count: int = 60) -> None:
    """The house, and balls one by one."""
    kit.add_ground(world)
    world.add_body(
        kind=BodyKind.STATIC, shape=house(), orientation=TURNED, material="concrete", restitution=0.2, name="house"
    )

    def visit(world: World) -> bool:
        """The next ball, until there are enough."""
        number = world.step_count // EVERY
        add_ball(world, number)
        return number < count

    world.schedule(visit, after_steps=EVERY)


def check(world: World) -> None:
    """Balls are on the roof, above and below, and none is in a wall or in the ground."""
    balls = kit.named(world, "ball")
    assert 0 < len(balls) == world.step_count // EVERY, f"{len(balls)} balls came in {world.step_count} steps"
    x, y, z = np.array([rotate(BACK, body.position) for body in balls]).T
    assert world.contacts()["separation"].min(initial=0.0) > -0.01, "a ball is in a wall"
    assert y.min() > RADIUS - 0.01, "a ball is in the ground"
    within = (abs(x) < 3.8) & (abs(z) < 2.2)
    rooms = {"roof": y > 5.0, "upper floor": (y > 2.6) & (y < 5.0), "ground floor": y < 2.5}
    for room, level in rooms.items():
        count = np.count_nonzero(within & level)
        assert count >= 3, f"only {count} balls are on the {room}"
    assert (within & (y < 5.0) & (x < -1.0)).any(), "nobody rolled along the upper floor"
