"""Ghost collisions.

A ball, a box, a capsule and a cylinder slide without friction over a level strip of thousands of small triangles.
Where two triangles meet there is nothing to bump into, but each of them has an edge there, and a careless engine
stumbles over these ghosts. The strip behind is a single box; both groups should stay side by side to the end. Then
they start anew.
Try: finer triangles, or more speed.
"""

import numpy as np

from physics import BodyKind, ShapeBox, ShapeCapsule, ShapeCylinder, ShapeMesh, ShapeSphere, World
from scenes import kit
from scenes.kit import shows
from scenes.registry import Slider, Strokes, View, scene

HALF_LENGTH, WIDTH, HEIGHT = 7.5, 3.6, 0.2  # of a strip [m]
LANES = {"mesh": 0.1, "box": -3.7}  # where a strip begins [m]
SMOOTH = {"friction": 0.0, "restitution": 0.0, "rolling_friction": 0.0}
SPEED = 1.5
KINDS = (  # name, shape, height of its middle
    ("ball", ShapeSphere(0.3), 0.3, "rubber"),
    ("box", ShapeBox((0.35, 0.2, 0.25)), 0.2, "wood"),
    ("capsule", ShapeCapsule(0.22, 0.2), 0.22, "plastic"),
    ("cylinder", ShapeCylinder(0.28, 0.25), 0.25, "steel"),
)


def strip(cell: float) -> ShapeMesh:
    """Level grid whose points are shifted at random, but for the border."""
    columns, rows = round(2.0 * HALF_LENGTH / cell), round(WIDTH / cell)
    x, z = np.meshgrid(np.linspace(-HALF_LENGTH, HALF_LENGTH, columns + 1), np.linspace(0.0, WIDTH, rows + 1))
    shift = kit.random(3).uniform(-0.3 * cell, 0.3 * cell, (2, *x.shape))
    shift[:, [0, -1]] = shift[:, :, [0, -1]] = 0.0
    return ShapeMesh(*kit.sheet(np.stack((x + shift[0], np.zeros_like(x), z + shift[1]), axis=-1)))


@scene(
    category="Meshes",
    name="Ghost collisions",
    place="lab",
    view=View(target=(-0.3, 0.2, 0.3), distance=11.0, yaw_degrees=-18.0, pitch_degrees=34.0),
    sliders={
        "cell": Slider("Triangle size", 0.15, 0.05, 1.0, unit="m"),
        "speed": Slider("Speed", SPEED, 0.2, 8.0, unit="m/s"),
    },
)
def build(world: World, *, cell: float = 0.15, speed: float = SPEED) -> None:
    """Two strips with a wall at each end, and four bodies on each."""
    kit.add_ground(world)
    half = (HALF_LENGTH, 0.5 * HEIGHT, 0.5 * WIDTH)
    low = (half[0], half[1] - 0.02, half[2])  # what falls through the mesh is seen
    kit.add_fixed(world, low, (0.0, low[1], LANES["mesh"] + half[2]), name="board")
    kit.add_fixed(world, half, (0.0, half[1], LANES["box"] + half[2]), material="ice", name="box strip", **SMOOTH)
    world.add_body(
        kind=BodyKind.STATIC, shape=strip(cell), position=(0.0, HEIGHT, LANES["mesh"]), material="ice",
        name="mesh strip", **SMOOTH,
    )  # fmt: skip
    for side in (-1.0, 1.0):
        place = (side * (HALF_LENGTH + 0.15), 0.35, 0.0)
        kit.add_fixed(world, (0.15, 0.35, 3.8), place, name="wall", **SMOOTH)
    for lane, start in LANES.items():
        for row, (name, shape, above, material) in enumerate(KINDS):
            turned = kit.turn(kit.Z, 90.0) if name == "capsule" else kit.turn(kit.Z, 0.0)
            world.add_body(
                shape=shape, position=(-6.5, HEIGHT + above, start + 0.45 + 0.9 * row), orientation=turned,
                velocity=(speed, 0.0, 0.0), material=material, can_sleep=False, name=f"{name} on {lane}", **SMOOTH,
            )  # fmt: skip
    again = shows.putting_back([body for body in world.bodies if body.kind == BodyKind.DYNAMIC])
    shows.every(world, 720, lambda world, _: again(world))


def draw(world: World) -> list[Strokes]:
    """Edges of the triangles."""
    shift = np.array((0.0, 0.0, LANES["mesh"]))
    first, second = kit.mesh_lines(kit.named(world, "mesh strip")[0].parts[0].shape, HEIGHT + 0.004)
    return [Strokes(first + shift, second + shift, (0.1, 0.25, 0.45, 0.3))]


def check(world: World) -> None:
    """All have gone as far as they should and lie on their strip; a second world shows that nobody ever hops."""
    again = World()
    build(again)
    start, bodies = ([body for body in one.bodies if body.kind == BodyKind.DYNAMIC] for one in (again, world))
    away = world.read(bodies, "position") - again.read(start, "position")
    assert abs(away[:, 1:]).max() < 0.0005, f"somebody is {1000.0 * abs(away[:, 1:]).max():.2f} mm beside his line"
    assert abs(away[:, 0] - SPEED * world.time).max() < 0.001, "somebody lost speed"
    turned = kit.axis_of(again, start) * kit.axis_of(world, bodies)
    assert turned.sum(axis=1).min() > 0.99999, "somebody tipped"
    for body in bodies:
        share = kit.carried(world, [body])
        assert abs(share - 1.0) < 0.01, f"the strip carries {share:.3f} of the weight of the {body.name}"
    for _ in range(world.step_count):
        again.step(1.0 / 60.0)
        hop = abs(again.read(start, "velocity")[:, 1]).max()
        assert hop < 0.001, f"somebody hops at {1000.0 * hop:.1f} mm/s after {again.time:.2f} s"
