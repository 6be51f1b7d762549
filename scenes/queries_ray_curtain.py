"""Curtain of rays.

A curtain of four thousand rays sweeps over a valley, all of them cast in every step. A ray is drawn from the sky to
its first hit: blue to green on the ground, by height, and orange on a body.
Try: more rays. Throw things into the valley: the next sweep finds them.
"""

import math

import numpy as np

from physics import BodyKind, ShapeBox, ShapeCapsule, ShapeCone, ShapeCylinder, ShapeHeightField, ShapeSphere, World
from scenes import kit
from scenes.registry import Slider, Strokes, View, scene

HALF, CELL = 12.0, 0.4  # of the landscape, and between two of its heights [m]
SKY, PERIOD = 7.0, 360  # where the rays start [m]; steps of one sweep there and back
ROWS, BEHIND = 8, 0.12  # of the curtain, and how far one is behind the other [m]
SHAPES = (ShapeSphere(0.45), ShapeCylinder(0.4, 0.4), ShapeBox((0.4, 0.4, 0.4)), ShapeSphere(0.3), ShapeCone(0.5, 0.5))
GLIDERS = (ShapeBox((0.7, 0.08, 0.35)), ShapeCapsule(0.25, 0.5), ShapeCone(0.45, 0.4))


def height(x: np.ndarray, z: np.ndarray) -> np.ndarray:
    """Of the landscape [m]: a valley with hills, and around it a rim that falls to the ground."""
    hills = 0.5 * np.sin(0.9 * x + 0.4) * np.cos(0.8 * z) + 0.25 * np.sin(1.9 * x - 1.3 * z)
    edge = (1.0 - (x / HALF) ** 12) * (1.0 - (z / HALF) ** 12)
    return (1.0 + 0.018 * (x * x + z * z) + hills) * edge - 0.02


def path(number: int, step: int) -> tuple[tuple, tuple]:
    """Where a glider is after a step, and how it is turned."""
    angle = (0.35 + 0.05 * number) * step / 60.0 + 2.4 * number
    radius = 2.0 + 0.8 * number
    place = (radius * math.sin(angle), 4.3 + 0.5 * math.sin(3.0 * angle), radius * math.cos(angle))
    return place, kit.turn(kit.Y, math.degrees(angle))


def glide(world: World) -> bool:
    """Set where the gliders should be after the next step."""
    for glider in kit.named(world, "glider"):
        glider.set_target(*path(int(glider.name.split()[1]), world.step_count + 1))
    return True


@scene(
    category="Queries",
    name="Curtain of rays",
    place="yard",
    view=View(target=(0.0, 1.6, 0.5), distance=22.0, yaw_degrees=32.0, pitch_degrees=28.0),
    sliders={"rays": Slider("Rays", 4000, 1000, 10000, integer=True)},
)
def build(world: World, *, rays: int = 4000) -> None:
    """A landscape, things that roll in it, and things that glide over it."""
    kit.add_ground(world)
    world.add_material("lawn", density=1500.0, friction=0.6, restitution=0.2)
    line = np.arange(-HALF, HALF + 0.5 * CELL, CELL)
    field = ShapeHeightField(height(line[None, :], line[:, None]), CELL)
    world.add_body(kind=BodyKind.STATIC, shape=field, material="lawn", name="landscape", user_data=rays)
    random = kit.random(360)
    for number in range(40):
        x, z = random.uniform(-0.6 * HALF, 0.6 * HALF, 2)
        world.add_body(
            shape=SHAPES[number % 5], position=(x, height(x, z) + 1.0, z), orientation=kit.turn(kit.X, 90.0),
            velocity=random.uniform(-3.0, 3.0, 3), rolling_friction=0.0,
            material=("rubber", "wood", "plastic", "steel", "stone")[number % 5], name=f"thing {number}",
        )  # fmt: skip
    for number in range(10):
        place, turned = path(number, 0)
        world.add_body(
            kind=BodyKind.KINEMATIC, shape=GLIDERS[number % 3], position=place, orientation=turned, material="iron",
            name=f"glider {number}",
        )  # fmt: skip
    glide(world)
    world.schedule(glide, after_steps=1)


def curtain(world: World) -> tuple[np.ndarray, np.ndarray]:
    """Where the rays start [n, 3], and in which row of the curtain each is [n]."""
    land = kit.named(world, "landscape")
    count = land[0].user_data // ROWS if land else 500
    angle = 2.0 * math.pi * world.step_count / PERIOD
    x = 0.92 * HALF * math.sin(angle) - math.copysign(BEHIND, math.cos(angle)) * np.arange(ROWS)
    rows, z = np.repeat(np.arange(ROWS), count), np.tile(np.linspace(-0.95 * HALF, 0.95 * HALF, count), ROWS)
    return np.column_stack((x[rows], np.full(len(rows), SKY), z)), rows


def draw(world: World) -> list[Strokes]:
    """Every ray down to what it meets, paler from row to row, and a bright mark there."""
    start, rows = curtain(world)
    hits = world.ray_cast_batch(start, np.tile((0.0, -1.0, 0.0), (len(start), 1)), SKY + 1.0)
    static = np.isin(hits.body, [body.id for body in world.bodies if body.kind == BodyKind.STATIC])
    up = (hits.point[:, 1] / 4.5).clip(0.0, 1.0)[:, None]
    color = np.where(static[:, None], (1.0 - up) * (0.1, 0.45, 1.0) + up * (0.4, 1.0, 0.35), (1.0, 0.5, 0.1))
    age = 1.0 - rows / ROWS
    return [
        Strokes(start, hits.point, np.column_stack((color, np.where(static, 0.1, 0.3) * age))),
        Strokes(hits.point, hits.point + (0.0, 0.12, 0.0), np.column_stack((color, 0.95 * age))),
    ]


def check(world: World) -> None:
    """Gliders are at their places, things on the ground; rays meet ground and balls where a vertical line does."""
    for number, glider in enumerate(kit.named(world, "glider")):
        assert (glider.position - path(number, world.step_count)[0]).length < 0.001, f"{glider.name} left its path"
    share = kit.carried(world, kit.named(world, "thing"))
    assert abs(share - 1.0) < 0.2, f"the ground carries {share:.2f} of the weight of all things"
    line = np.linspace(-0.75 * HALF, 0.75 * HALF, 100)
    start = np.column_stack((np.repeat(line, 100), np.full(10000, SKY), np.tile(line, 100)))
    hits = world.ray_cast_batch(start, np.tile((0.0, -1.0, 0.0), (len(start), 1)), SKY + 1.0)
    land = hits.body == kit.named(world, "landscape")[0].id
    above = hits.point[:, 1] - height(start[:, 0], start[:, 2])
    assert np.abs(above[land]).max() < 0.06, "a ray met the ground beside its height"
    assert above[~land].min() > -0.06 and 0.02 < (~land).mean() < 0.2, "rays do not meet the bodies"
    for ball in kit.named(world, "thing"):
        shape = ball.parts[0].shape
        if isinstance(shape, ShapeSphere):
            away = (start - np.array(ball.position))[:, [0, 2]]
            top = ball.position.y + np.sqrt((shape.radius**2 - (away * away).sum(axis=1)).clip(0.0))
            mine = hits.body == ball.id
            assert np.allclose(hits.point[mine, 1], top[mine], atol=1e-4), f"rays met {ball.name} beside its surface"
