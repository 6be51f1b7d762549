"""One-way platforms.

A fountain throws balls up through three platforms, and they come to rest on top: a platform only holds what is above
it and not rising. Lift and turntable are kinematic: nothing can stop them, and they carry their boxes along.
Try: throw something ([shoot]) up from below. A faster fountain fills the highest platform.
"""

import math

import numpy as np

from physics import BodyKind, ShapeBox, ShapeCylinder, ShapeSphere, World
from scenes import kit
from scenes.registry import Slider, View, scene

LEVELS, THICK = (1.5, 3.0, 4.5), 0.08  # tops of the platforms, and half their thickness [m]
RADIUS, SPEED, EVERY, BALLS = 0.16, 10.5, 8, 80  # of balls [m] [m/s]; steps between two of them, and how many stay
LIFT_X, TABLE_X, TABLE_TURN = -4.2, 4.4, 0.8  # places [m], and how fast the table turns [rad/s]
MATERIALS = ("rubber", "plastic", "glass", "wood", "steel")


def lift_height(step: int) -> float:
    """Of the lift's floor [m]: up in four seconds, down in four."""
    return 2.4 - 2.0 * math.cos(2.0 * math.pi * step / 480.0)


def move(world: World) -> bool:
    """Set where lift and turntable should be after the next step."""
    step = world.step_count + 1
    for lift in kit.named(world, "lift"):
        lift.set_target((LIFT_X, lift_height(step) - 0.1, 0.0))
    for table in kit.named(world, "turntable"):
        table.set_target((TABLE_X, 0.5, 0.0), kit.turn(kit.Y, math.degrees(TABLE_TURN) * step / 60.0))
    return True


def add_platforms(world: World) -> None:
    """Three platforms with rims, one above another, and a nozzle below them."""
    for number, top in enumerate(LEVELS):
        half = (1.7 - 0.3 * number, THICK, 1.2)
        kit.add_fixed(world, half, (0.0, top - THICK, 0.0), restitution=0.0, name=f"platform {number}")
        rims = [(ShapeBox((0.03, 0.1, 1.26)), (side * (half[0] + 0.03), top, 0.0)) for side in (-1.0, 1.0)]
        rims += [(ShapeBox((half[0], 0.1, 0.03)), (0.0, top, side * 1.23)) for side in (-1.0, 1.0)]
        world.add_body(kind=BodyKind.STATIC, shapes=rims, material="steel", restitution=0.0, name="rim")
        for side in (-1.0, 1.0):  # what holds it, behind
            middle = (side * (half[0] - 0.15), 0.5 * top, -1.3)
            kit.add_fixed(world, (0.06, middle[1], 0.06), middle, material="steel", name="post")
    world.pre_solve = kit.hold_from_above(kit.named(world, "platform"))
    for solid, x, name in ((ShapeCylinder(0.3, 0.1), 0.0, "nozzle"), (ShapeCylinder(0.3, 0.2), TABLE_X, "foot")):
        options = {"position": (x, solid.half_height, 0.0), "material": "iron", "name": name}
        world.add_body(kind=BodyKind.STATIC, shape=solid, **options)


def add_machines(world: World) -> None:
    """A lift between two rails, a turntable, and boxes on both."""
    options = {"kind": BodyKind.KINEMATIC, "material": "plastic", "name": "lift"}
    world.add_body(shape=ShapeBox((0.9, 0.1, 0.9)), position=(LIFT_X, lift_height(0) - 0.1, 0.0), **options)
    for side in (-1.0, 1.0):
        kit.add_fixed(world, (0.06, 2.6, 0.06), (LIFT_X + side * 1.0, 2.6, 0.0), material="iron", name="rail")
    kit.add_tower(world, levels=3, half=0.25, x=LIFT_X - 0.3, name="box on the lift")
    options |= {"material": "concrete", "name": "turntable"}
    world.add_body(shape=ShapeCylinder(1.5, 0.1), position=(TABLE_X, 0.5, 0.0), **options)
    for body in kit.named(world, "box on the lift"):
        body.position = body.position + (0.0, kit.named(world, "lift")[0].position.y + 0.1, 0.0)
    for k in range(5):
        angle = 0.4 * math.pi * k
        world.add_body(
            shape=ShapeBox((0.2, 0.25, 0.2)), position=(TABLE_X + 1.0 * math.sin(angle), 0.85, math.cos(angle)),
            velocity=(TABLE_TURN * math.cos(angle), 0.0, -TABLE_TURN * math.sin(angle)), material=MATERIALS[k],
            angular_velocity=(0.0, TABLE_TURN, 0.0), name=f"box on the table {k}",
        )  # fmt: skip


@scene(
    category="Platforms",
    name="One-way platforms",
    place="hall",
    view=View(target=(0.5, 2.7, -0.2), distance=8.9, yaw_degrees=14.0, pitch_degrees=14.0),
    sliders={"speed": Slider("Fountain speed", SPEED, 4.0, 14.0, unit="m/s")},
)
def build(world: World, *, speed: float = SPEED) -> None:
    """Three platforms over a fountain, a lift on the left, a turntable on the right."""
    kit.add_ground(world)
    add_platforms(world)
    add_machines(world)
    spread = kit.random(80).uniform(-1.0, 1.0, (BALLS, 2))

    def spout(world: World) -> bool:
        """A ball out of the nozzle; the oldest goes."""
        number = world.step_count // EVERY - 1
        for old in kit.named(world, f"ball {number - BALLS},"):
            world.remove_body(old)
        (x, z), up = spread[number % BALLS], speed * (0.6, 1.0, 0.8, 1.0)[number % 4]
        world.add_body(
            shape=ShapeSphere(RADIUS), position=(0.0, 0.4, 0.0), velocity=(x, up, z), restitution=0.0,
            rolling_friction=0.05, material=MATERIALS[number % 5], name=f"ball {number}, fountain",
        )  # fmt: skip
        return True

    move(world)
    world.schedule(move, after_steps=1)
    world.schedule(spout, after_steps=EVERY)


def check(world: World) -> None:
    """Balls rest on each platform, none inside one; lift and turntable have their poses and carry their boxes."""
    balls = kit.named(world, "ball")
    height, speed = world.read(balls, "position")[:, 1], np.linalg.norm(world.read(balls, "velocity"), axis=1)
    for top in LEVELS:
        resting = (np.abs(height - top - RADIUS) < 0.02) & (speed < 1.0)
        assert resting.sum() >= 2, f"{resting.sum()} balls rest on the platform at {top} m"
        assert ((np.abs(height - top + THICK) > THICK) | (speed > 0.1)).all(), f"a ball is stuck at {top} m"
    lift = kit.named(world, "lift")[0]
    assert abs(lift.position.y + 0.1 - lift_height(world.step_count)) < 1e-6, "the lift is not where it should be"
    offset = world.read(kit.named(world, "box on the lift"), "position") - np.array(lift.position)
    assert np.abs(offset - [(-0.3, 0.35 + 0.5 * k, 0.0) for k in range(3)]).max() < 0.01, "a box slid on the lift"
    for k, box in enumerate(kit.named(world, "box on the table")):
        angle = 0.4 * math.pi * k + TABLE_TURN * world.time
        slip = box.position - (TABLE_X + math.sin(angle), 0.85, math.cos(angle))
        assert slip.length < 0.01, f"{box.name} slid by {slip.length:.3f} m"
