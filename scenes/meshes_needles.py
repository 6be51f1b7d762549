"""Needles and slivers.

A floor triangulated as badly as possible: needles 14 m long and 3 cm wide, a fan that meets in one corner, and flat
caps 1 mm high. Six bodies rest on it and six slide, just as the same ones do on the single plane behind it.
Try: another friction, or slide things over the corner of the fan.
"""

import numpy as np

from physics import (
    BodyKind,
    ShapeBox,
    ShapeCapsule,
    ShapeCone,
    ShapeCylinder,
    ShapeHull,
    ShapeMesh,
    ShapePlane,
    ShapeSphere,
    World,
)
from scenes import kit
from scenes.registry import Slider, Strokes, View, scene

HALF_LENGTH, BAND, HEIGHT = 7.0, 1.5, 0.08  # of the floor; of each kind of triangles; above the plane [m]
NEEDLES, CAPS, LANES = 50, 14, {"mesh": (0.3, HEIGHT), "plane": (-4.9, 0.0)}  # where a lane begins, its height [m]
GEM = ShapeHull([(x, -0.22, z) for x in (-0.3, 0.3) for z in (-0.25, 0.25)] + [(-0.2, 0.15, 0.0), (0.15, 0.22, 0.05)])
KINDS = (  # name, shape, height of its middle when it stands or lies
    ("ball", ShapeSphere(0.28), 0.28, "rubber"),
    ("box", ShapeBox((0.28, 0.2, 0.25)), 0.2, "wood"),
    ("capsule", ShapeCapsule(0.2, 0.2), 0.2, "plastic"),
    ("cylinder", ShapeCylinder(0.25, 0.22), 0.22, "steel"),
    ("cone", ShapeCone(0.3, 0.25), 0.25, "leather"),
    ("gem", GEM, 0.22, "stone"),
)


def bad_floor() -> ShapeMesh:
    """Three bands side by side along x, joined without gaps."""
    points, triangles = [], []

    def corner(x: float, z: float) -> int:
        points.append((x, 0.0, z))
        return len(points) - 1

    end, z = HALF_LENGTH, BAND / NEEDLES * np.arange(NEEDLES + 1)
    for low, high in zip(z[:-1], z[1:], strict=True):  # needles
        a, b, c, d = corner(-end, low), corner(end, low), corner(-end, high), corner(end, high)
        triangles += [(a, c, b), (b, c, d)]
    far = [(end, 2.0 * BAND - BAND / NEEDLES * k) for k in range(NEEDLES, -1, -1)]
    far += [(end - 2.0 * end / CAPS * k, 2.0 * BAND) for k in range(1, CAPS + 1)]
    apex = corner(-end, BAND)
    for first, second in zip(far[:-1], far[1:], strict=True):  # fan
        triangles.append((apex, corner(*second), corner(*first)))
    for k in range(CAPS):
        low, high = end - 2.0 * end / CAPS * (k + 1), end - 2.0 * end / CAPS * k
        a, b, c, d = corner(low, 2 * BAND), corner(high, 2 * BAND), corner(high, 3 * BAND), corner(low, 3 * BAND)
        tip = corner(0.5 * (low + high), 2 * BAND + 0.001)
        triangles += [(tip, b, a), (tip, c, b), (tip, d, c), (tip, a, d)]
    return ShapeMesh(np.array(points), np.array(triangles))


@scene(
    category="Meshes",
    name="Needles and slivers",
    place="lab",
    view=View(target=(-0.9, 0.0, 0.6), distance=12.5, yaw_degrees=-22.0, pitch_degrees=38.0),
    sliders={"friction": Slider("Friction", 0.12, 0.0, 0.6), "speed": Slider("Speed", 3.5, 0.0, 6.0, unit="m/s")},
)
def build(world: World, *, friction: float = 0.12, speed: float = 3.5) -> None:
    """The floor on a board, and two rows of bodies on both lanes."""
    surface = {"friction": friction, "restitution": 0.0, "rolling_friction": 0.05}
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(), material="concrete", name="plane", **surface)
    start, height = LANES["mesh"]
    half = (HALF_LENGTH, 0.5 * HEIGHT - 0.015, 1.5 * BAND)  # what falls through the mesh is seen
    kit.add_fixed(world, half, (0.0, half[1], start + 1.5 * BAND), name="board")
    place = (0.0, height, start)
    world.add_body(
        kind=BodyKind.STATIC, shape=bad_floor(), position=place, material="plastic", name="mesh floor", **surface
    )
    for lane, (start, height) in LANES.items():
        for row, (name, shape, above, material) in enumerate(KINDS):
            turned = kit.turn(kit.Z, 90.0) if name == "capsule" else kit.turn(kit.Z, 0.0)
            z = start + 0.5 * BAND * (row + 0.5)
            for x, velocity, doing in ((-6.3, 0.0, "rests"), (-5.0, speed, "slides")):
                world.add_body(
                    shape=shape, position=(x, height + above, z), orientation=turned, velocity=(velocity, 0.0, 0.0),
                    material=material, name=f"{name} {doing} on {lane}", **surface,
                )  # fmt: skip


def draw(world: World) -> list[Strokes]:
    """Edges of the triangles, and the border of the lane beside them."""
    start, height = LANES["mesh"]
    floor = kit.named(world, "mesh floor")[0]
    first, second = kit.mesh_lines(floor.parts[0].shape, height + 0.004)
    shift = np.array((0.0, 0.0, start))
    z, end = LANES["plane"][0], HALF_LENGTH
    border = np.array(((-end, 0.01, z), (end, 0.01, z), (end, 0.01, z + 3 * BAND), (-end, 0.01, z + 3 * BAND)))
    return [
        Strokes(first + shift, second + shift, (0.05, 0.15, 0.3, 0.2)),
        Strokes(border, np.roll(border, -1, axis=0), (0.15, 0.2, 0.3, 0.8)),
    ]


def check(world: World) -> None:
    """Whoever rests or slides on the mesh is where his twin on the plane is, and friction stopped him: v^2 / 2 mu g."""
    bodies = {body.name: body for body in world.bodies}
    shift = np.array((0.0, HEIGHT, LANES["mesh"][0] - LANES["plane"][0]))
    for name in (name for name in bodies if name.endswith("on mesh")):
        body, twin = bodies[name], bodies[name.replace("on mesh", "on plane")]
        x, y, z = 1000.0 * (np.array(body.position) - np.array(twin.position) - shift)
        assert abs(y) < 0.2, f"the {name} is {y:.2f} mm higher than on the plane"
        assert abs(x) < 10.0 and abs(z) < 50.0, f"the {name} is {x:.1f} mm ahead and {z:.1f} mm beside"
        assert body.awake == twin.awake, f"the {name} and its twin do not rest together"
        if name != "ball slides on mesh":  # it rolls on
            start, expected = (-5.0, 0.5 * 3.5**2 / (0.12 * 9.81)) if "slides" in name else (-6.3, 0.0)
            gone = body.position.x - start
            assert not body.awake, f"the {name} does not come to rest"
            assert abs(gone - expected) < 0.03, f"the {name} slid {gone:.2f} m, not {expected:.2f} m"
