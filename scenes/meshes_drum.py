"""Tumbling drum.

Two hundred solids in a rotating drum: a triangle mesh with four smooth ridges, on a kinematic body that nothing can
stop. It lies on four rollers, and leans back so that nothing falls out.
Try: a faster drum. Above about sqrt(g / r) = 2 rad/s everything sticks to the wall; then stop it, or reverse it.
"""

import itertools
import math

import numpy as np

from physics import BodyKind, ShapeBox, ShapeCapsule, ShapeCone, ShapeCylinder, ShapeMesh, ShapeSphere, World
from physics.vector import rotate
from scenes import kit
from scenes.registry import Slider, View, scene

RADIUS, HALF_DEPTH, THICK = 2.5, 1.0, 0.15  # of the inside [m]
RIDGES, RIDGE = 4, 0.45  # number and height [m]
CENTER = np.array((0.0, 4.0, 0.0))
TILTED = kit.turn(kit.X, -32.0)
AXIS = rotate(TILTED, kit.Z)  # out of the mouth
ROLLER = 0.4
SPEED = 1.0
KINDS = (
    ("ball", ShapeSphere(0.17), "rubber"),
    ("box", ShapeBox((0.15, 0.13, 0.17)), "wood"),
    ("capsule", ShapeCapsule(0.11, 0.15), "plastic"),
    ("cylinder", ShapeCylinder(0.15, 0.14), "steel"),
    ("cone", ShapeCone(0.17, 0.18), "leather"),
    ("stone", None, "stone"),
)


def set_speed(world: World, speed: float) -> None:
    """Turn the drum by this many rad/s about its axis."""
    for name, rate in (("drum", speed), ("roller", -speed * (RADIUS + THICK) / ROLLER)):
        for body in kit.named(world, name):
            body.angular_velocity = rate * AXIS


def inner_radius(angle: np.ndarray) -> np.ndarray:
    """From the axis to the wall [m]."""
    return RADIUS - RIDGE * (0.5 + 0.5 * np.cos(RIDGES * angle)) ** 8


def drum() -> ShapeMesh:
    """Around the z axis: inside from the back plate to the lip of the mouth, outside back again."""
    angle = kit.angles_around(112)
    inside, lip, outside = inner_radius(angle), RADIUS - 0.5, RADIUS + THICK
    back, front = -HALF_DEPTH, HALF_DEPTH
    profile = [(0.0, back), (inside, back), (inside, front), (lip, front), (lip, front + THICK)]
    profile += [(outside, front + THICK), (outside, back - THICK), (0.0, back - THICK)]
    lines = [np.column_stack((r * np.sin(angle), r * np.cos(angle), np.full(len(angle), z))) for r, z in profile]
    return ShapeMesh(*kit.sheet(np.stack(lines, axis=1)))


@scene(
    category="Meshes",
    name="Tumbling drum",
    place="lab",
    view=View(target=(0.2, 3.3, 0.2), distance=7.3, yaw_degrees=-14.0, pitch_degrees=24.0),
    sliders={
        "count": Slider("Solids", 200, 6, 300, integer=True),
        "speed": Slider("Drum speed", SPEED, -4.0, 4.0, unit="rad/s", live=set_speed),
    },
)
def build(world: World, *, count: int = 200) -> None:
    """The drum on its rollers, and solids on a grid inside."""
    kit.add_ground(world)
    turning = {"kind": BodyKind.KINEMATIC, "restitution": 0.0}
    world.add_body(
        shape=drum(), position=CENTER, orientation=TILTED, material="steel", friction=0.6, name="drum", **turning
    )
    away = RADIUS + THICK + ROLLER
    for side, along in itertools.product((-1.0, 1.0), repeat=2):
        place = CENTER + rotate(TILTED, (0.5 * side * away, -math.sqrt(0.75) * away, along))
        shapes = [(ShapeCylinder(ROLLER, 0.15), (0.0, 0.0, 0.0), kit.turn(kit.X, 90.0))]
        world.add_body(shapes=shapes, position=place, orientation=TILTED, material="rubber", name="roller", **turning)
        kit.add_fixed(world, (0.2, 0.5 * place[1], 0.2), (place[0], 0.5 * place[1], place[2]), name="post")
    set_speed(world, SPEED)
    random = kit.random(8)
    stones = [kit.rock(random, 0.18) for _ in range(6)]
    line = 0.4 * np.arange(-4, 5)
    grid = [(x, y, z) for z in (-0.8, -0.4, 0.0, 0.4) for y in line for x in line if math.hypot(x, y) < 1.85]
    for number, place in enumerate(grid[:count]):
        name, shape, material = KINDS[number % len(KINDS)]
        world.add_body(
            shape=shape or stones[number // len(KINDS) % 6], position=CENTER + rotate(TILTED, place),
            orientation=random.normal(size=4), material=material, restitution=0.0, name=f"{name} {number}",
        )  # fmt: skip


def check(world: World) -> None:
    """The drum turned by its speed times the time; all are inside, and are taken up at its right side."""
    drum_body = kit.named(world, "drum")[0]
    axes = [kit.axis_of(world, [drum_body], k)[0] for k in range(3)]
    solids = [body for body in world.bodies if body.kind == BodyKind.DYNAMIC]
    offset = world.read(solids, "position") - CENTER
    x, y, z = (offset @ axis for axis in axes)
    turned = math.atan2(axes[0] @ rotate(TILTED, kit.Y), axes[0] @ np.array(kit.X))
    assert abs(math.remainder(turned - SPEED * world.time, 2.0 * math.pi)) < 0.01, "the drum has not its angle"
    assert abs(z).max() < HALF_DEPTH - 0.02, "a solid is in the back plate, or left the drum"
    assert (inner_radius(np.arctan2(x, y)) - np.hypot(x, y)).min() > 0.02, "a solid is in the wall of the drum"
    assert offset[:, 0].mean() > 0.5, "the drum does not lift them at its right side"
