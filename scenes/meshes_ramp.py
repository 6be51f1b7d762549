"""Ramps.

Slabs slide up three closed wedges of 10, 20 and 30 degrees and fly off the upper edge. Past the edge a slab overlaps
the wall below it by up to a meter, and the ramp by a tenth of a millimeter: only the ramp may push, so each slab
leaves with the speed that it has, as a projectile. Every six seconds they start anew.
Try: more speed, or thicker slabs.
"""

import math

import numpy as np

from physics import BodyKind, ShapeBox, ShapeMesh, World
from scenes import kit
from scenes.kit import shows
from scenes.registry import Slider, View, scene

TILTS = (10.0, 20.0, 30.0)  # [degrees]
LENGTH, HALF_WIDTH = 2.5, 0.8  # of a ramp [m]
SPEED, START = 5.0, 1.2  # of the slabs, and how far below the edge they begin [m]
SMOOTH = {"friction": 0.0, "restitution": 0.0}


def wedge(tilt: float) -> ShapeMesh:
    """Closed wedge of eight triangles that rises along +x from the ground."""
    top = LENGTH * math.tan(math.radians(tilt))
    vertices = [(x, y, z) for x, y in ((-LENGTH, 0.0), (0.0, top), (0.0, 0.0)) for z in (-HALF_WIDTH, HALF_WIDTH)]
    triangles = [(0, 1, 3), (0, 3, 2), (2, 3, 5), (2, 5, 4), (0, 2, 4), (1, 5, 3), (0, 4, 5), (0, 5, 1)]
    return ShapeMesh(np.array(vertices), np.array(triangles))


@scene(
    category="Meshes",
    name="Ramps",
    place="lab",
    view=View(target=(0.4, -0.2, 0.3), distance=7.4, yaw_degrees=-25.0, pitch_degrees=22.0),
    sliders={
        "speed": Slider("Speed", SPEED, 1.0, 9.0, unit="m/s"),
        "thickness": Slider("Thickness", 0.1, 0.06, 0.6, unit="m"),
    },
)
def build(world: World, *, speed: float = SPEED, thickness: float = 0.1) -> None:
    """Three ramps side by side, with a slab on each."""
    kit.add_ground(world)
    for lane, tilt in enumerate(TILTS):
        z, angle = 2.2 * (lane - 1), math.radians(tilt)
        sine, cosine = math.sin(angle), math.cos(angle)
        world.add_body(
            kind=BodyKind.STATIC, shape=wedge(tilt), position=(0.0, 0.0, z), material="ice",
            name=f"ramp of {tilt:.0f} degrees", **SMOOTH,
        )  # fmt: skip
        above = 0.5 * thickness + 0.001
        place = (-START * cosine - above * sine, LENGTH * sine / cosine - START * sine + above * cosine, z)
        world.add_body(
            shape=ShapeBox((1.0, 0.5 * thickness, 0.5)), position=place, orientation=kit.turn(kit.Z, tilt),
            velocity=(speed * cosine, speed * sine, 0.0), material="wood", name=f"slab at {tilt:.0f} degrees",
            restitution=0.0,
        )  # fmt: skip
    again = shows.putting_back([body for body in world.bodies if body.kind == BodyKind.DYNAMIC])
    shows.every(world, 360, lambda world, _: again(world))


def check(world: World) -> None:
    """All flew off and lie on the ground; a second world shows that none rose faster or won energy on its way."""
    slabs = kit.named(world, "slab")
    for slab in slabs:
        assert slab.position.x > 1.0, f"the {slab.name} got as far as {slab.position.x:.2f} m only"
        assert slab.position.y < 0.6, f"the {slab.name} is {slab.position.y:.2f} m above the ground"
    again = World()
    build(again)
    slabs = kit.named(again, "slab")
    limit = SPEED * np.sin(np.radians(TILTS)) + 0.02
    energy = np.inf
    for _ in range(30):  # the first lands after half a second
        again.step(1.0 / 60.0)
        total = again.energy()
        won = total.kinetic + total.potential - energy
        assert won < 0.1 * slabs[0].mass, f"the slabs won {won:.1f} J after {again.time:.2f} s"
        energy = total.kinetic + total.potential
        rising = again.read(slabs, "velocity")[:, 1] - limit
        assert rising.max() < 0.0, f"a slab rises {100.0 * rising.max():.0f} cm/s too fast after {again.time:.2f} s"
