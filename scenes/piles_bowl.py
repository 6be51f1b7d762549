"""Bowl of everything.

Balls, boxes, capsules, cylinders, cones and stones drop into a bowl, slide down its side and come to rest against one
another. The bowl is a closed triangle mesh with an inner and an outer shell.
Try: throw something heavy in ([shoot]), pull the lowest ball out, or pour more.
"""

import math

import numpy as np

from physics import BodyKind, ShapeBox, ShapeCapsule, ShapeCone, ShapeCylinder, ShapeMesh, ShapeSphere, World
from scenes import kit
from scenes.registry import Slider, View, scene

RADIUS, THICK, FOOT = 2.6, 0.14, 0.2  # of the inside; of the wall; height of the foot [m]
SEGMENTS = 64
KINDS = (
    ("ball", ShapeSphere(0.24), "rubber"),
    ("box", ShapeBox((0.24, 0.18, 0.2)), "wood"),
    ("capsule", ShapeCapsule(0.15, 0.22), "plastic"),
    ("cylinder", ShapeCylinder(0.2, 0.2), "steel"),
    ("cone", ShapeCone(0.24, 0.26), "leather"),
    ("stone", None, "stone"),
)


def bowl() -> ShapeMesh:
    """Surface of revolution: in from the middle up to the rim, out and down to the foot."""
    rise = np.linspace(-0.5 * math.pi, 0.0, 17)
    inside = [(RADIUS * math.cos(a), RADIUS * (1.0 + math.sin(a))) for a in rise[1:]]
    outer = RADIUS + THICK
    outside = [(outer * math.cos(a), RADIUS + outer * math.sin(a)) for a in rise[:4:-1]]
    foot = outside[-1][0]
    rim = [(RADIUS + 0.5 * THICK, RADIUS + 0.07)]
    profile = np.array([(0.0, 0.0), *inside, *rim, *outside, (foot, -THICK - FOOT), (0.0, -THICK - FOOT)])
    angle = kit.angles_around(SEGMENTS)[:, None]
    radius, height = profile.T
    points = np.stack(np.broadcast_arrays(radius * np.cos(angle), height, radius * np.sin(angle)), axis=-1)
    return ShapeMesh(*kit.sheet(points))


@scene(
    category="Piles",
    name="Bowl of everything",
    place="lab",
    view=View(target=(0.0, 1.7, 0.0), distance=8.0, yaw_degrees=-20.0, pitch_degrees=34.0),
    sliders={"count": Slider("Bodies", 120, 6, 220, integer=True)},
)
def build(world: World, *, count: int = 120) -> None:
    """The bowl, and bodies in rings above it."""
    kit.add_ground(world)
    place = (0.0, THICK + FOOT, 0.0)
    world.add_body(kind=BodyKind.STATIC, shape=bowl(), position=place, material="glass", friction=0.4, name="bowl")
    random = kit.random(5)
    stones = [kit.rock(random, 0.26) for _ in range(6)]
    for number in range(count):
        name, shape, material = KINDS[number % len(KINDS)]
        angle, away = 2.4 * number, 1.7 * math.sqrt((number % 20 + 0.5) / 20)
        place = (away * math.sin(angle), 2.2 + 0.75 * (number // 20), away * math.cos(angle))
        world.add_body(
            shape=shape or stones[number // len(KINDS) % 6], position=place + random.uniform(-0.05, 0.05, 3),
            orientation=random.normal(size=4), material=material, restitution=0.1, name=f"{name} {number}",
        )  # fmt: skip


def check(world: World) -> None:
    """All are in the bowl, none reaches through it, and they rest."""
    bodies = [body for body in world.bodies if body.kind == BodyKind.DYNAMIC]
    center = np.array((0.0, THICK + FOOT + RADIUS, 0.0))
    away = np.linalg.norm(world.read(bodies, "position") - center, axis=1)
    assert away.max() < RADIUS - 0.05, "a body is in the wall of the bowl, or fell out"
    assert world.contacts()["separation"].min() > -0.01, "bodies are inside one another"
    assert np.abs(world.read(bodies, "velocity")).max() < 0.05, "they do not come to rest"
