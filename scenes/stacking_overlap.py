"""Coming apart.

Boxes, balls and capsules that start inside one another, and a cube half in the ground. A careless solver would make
them explode; here contacts push apart at no more than 3 m/s, and clumps open like a flower. Every six seconds all of
them are put into one another again.
Try: more overlap. At 1 all bodies of a clump start in the same place.
"""

import numpy as np

from physics import ShapeBox, ShapeCapsule, ShapeSphere, World
from scenes import kit
from scenes.kit import shows
from scenes.registry import Slider, View, scene

CLUMPS = (
    ("box", ShapeBox((0.5, 0.5, 0.5)), "wood", 1.0),
    ("ball", ShapeSphere(0.5), "rubber", 1.0),
    ("capsule", ShapeCapsule(0.3, 0.4), "plastic", 0.6),
)


@scene(
    category="Stacking",
    name="Coming apart",
    place="lab",
    view=View(target=(0.0, 0.8, 0.0), distance=10.0, yaw_degrees=20.0, pitch_degrees=20.0),
    sliders={"overlap": Slider("Overlap", 0.6, 0.0, 1.0)},
)
def build(world: World, *, overlap: float = 0.6) -> None:
    """Three clumps of eight, and a cube in the ground."""
    kit.add_ground(world)
    bodies = []
    for clump, (name, shape, material, width) in enumerate(CLUMPS):
        pitch = (1.0 - overlap) * width
        middle = np.array((4.0 * clump - 5.5, 1.0 + 0.5 * pitch, 0.0))
        corners = [np.array((x, y, z)) - 0.5 for x in (0, 1) for y in (0, 1) for z in (0, 1)]
        bodies += world.add_bodies(
            position=[middle + pitch * corner for corner in corners],
            shape=shape, material=material, restitution=0.0, name=name,
        )  # fmt: skip
    cube = world.add_body(shape=CLUMPS[0][1], position=(6.0, 0.0, 0.0), material="stone", name="sunken cube")
    put_back = shows.putting_back((*bodies, cube))
    shows.every(world, 360, lambda world, _: put_back(world))


def check(world: World) -> None:
    """Everything is apart, on the ground, and near where it began."""
    contacts = world.contacts()
    assert contacts["separation"].min(initial=0.0) > -0.01, "something still overlaps"
    bodies = [body for body in world.bodies if body.name != "ground"]
    place = world.read(bodies, "position")
    assert place[:, 1].min() > 0.25, "a body is in the ground"
    assert place[:, 1].max() < 2.6, "a body flies"
    assert np.abs(place[:, [0, 2]]).max() < 12.0, "a clump exploded"
    assert abs(kit.named(world, "sunken")[0].position.y - 0.5) < 0.01, "the cube did not come out of the ground"
