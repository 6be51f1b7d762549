"""Catapult.

An arm on a hinge is pulled back against a spring of twisted rope and held by a trigger. On release it flies up against
its stop, and the ball in its spoon flies on. A new ball is loaded, and the winch pulls the arm back again.
Try: a stiffer spring, and another angle of the stop: an early stop throws high, a late one low.
"""

import math

from physics import BodyKind, JointHinge, ShapeBox, ShapeSphere, World
from scenes import kit
from scenes.kit import stand
from scenes.registry import Slider, Strokes, View, scene

AXLE, ARM = 0.7, 2.0  # height of the hinge, length of the arm [m]
PERIOD, PULL = 240, 150  # steps of a shot, and of pulling back
BALL = 0.17
PAST = stand.Samples(240)
TABLE = 13.0  # distance [m]
STIFFNESS, STOP = 1600.0, 75.0


def set_stiffness(world: World, value: float) -> None:
    """Stiffness of the spring [N m/rad]; at rest it would be far beyond the stop."""
    hinge = stand.joint_named(world, "arm hinge")
    if hinge is not None:
        hinge.set_spring(stiffness=value, damping=2.0, target=-2.2)


def set_stop(world: World, degrees: float) -> None:
    """Where the arm stops, above the level."""
    hinge = stand.joint_named(world, "arm hinge")
    if hinge is not None:
        hinge.limits = -math.radians(degrees), 0.05


def act(world: World) -> bool:
    """Hold, shoot, pull back and load, each at its time."""
    hinge, phase = stand.joint_named(world, "arm hinge"), world.step_count % PERIOD
    if hinge is None:
        return False
    if phase == 30:  # the winch lets go
        hinge.motor_max_force = 0.0
    elif phase == PERIOD - PULL:
        hinge.motor_speed, hinge.motor_max_force = 1.0, 20_000.0
    elif phase == PERIOD - 2 and len(kit.named(world, "ball")) < 12:
        load(world)
    return True


def load(world: World) -> None:
    """A ball into the spoon."""
    number = len(kit.named(world, "ball")) + 1
    place = (-ARM + 0.12, AXLE + 0.12 + BALL, 0.0)
    world.add_body(
        shape=ShapeSphere(BALL), position=place, mass=8.0, material="stone", restitution=0.1, name=f"ball {number}"
    )


@scene(
    category="Machines",
    name="Catapult",
    place="meadow",
    view=View(target=(5.5, 1.6, 0.0), distance=13.0, yaw_degrees=-22.0, pitch_degrees=12.0),
    sliders={
        "stiffness": Slider("Spring stiffness", STIFFNESS, 200.0, 3000.0, unit="N m/rad", live=set_stiffness),
        "stop": Slider("Stop angle", STOP, 40.0, 110.0, unit="degrees", live=set_stop),
    },
)
def build(world: World) -> None:
    """A frame with a padded bar, the arm pulled back, a ball in its spoon, and cans on a table."""
    kit.add_ground(world)
    sides = [(ShapeBox((1.5, 0.12, 0.1)), (-0.4, 0.35, side * 0.6)) for side in (-1.0, 1.0)]
    sides += [(ShapeBox((0.12, 0.7, 0.1)), (0.0, 0.7, side * 0.6)) for side in (-1.0, 1.0)]
    sides += [(ShapeBox((0.1, 0.1, 0.7)), (x, 0.25, 0.0)) for x in (-1.7, 0.9)]
    frame = world.add_body(kind=BodyKind.STATIC, shapes=sides, material="wood", group=1, name="frame")
    spoon = [(ShapeBox((0.5 * ARM, 0.07, 0.09)), (-0.5 * ARM, 0.0, 0.0))]
    spoon += [(ShapeBox((0.24, 0.03, 0.24)), (-ARM + 0.12, 0.09, 0.0))]
    spoon += [(ShapeBox((0.24, 0.08, 0.03)), (-ARM + 0.12, 0.16, side * 0.24)) for side in (-1.0, 1.0)]
    spoon += [(ShapeBox((0.03, 0.08, 0.24)), (-ARM + 0.12 + side * 0.24, 0.16, 0.0)) for side in (-1.0, 1.0)]
    arm = world.add_body(shapes=spoon, position=(0.0, AXLE, 0.0), mass=25.0, material="wood", friction=0.8, name="arm")
    hinge = JointHinge(
        frame, arm, anchor=(0.0, AXLE, 0.0), axis=kit.Z, limits=(-math.radians(STOP), 0.05), motor_max_force=20_000.0,
        name="arm hinge",
    )  # fmt: skip
    world.add_joint(hinge)
    set_stiffness(world, STIFFNESS)
    load(world)
    kit.add_fixed(world, (0.8, 0.5, 1.6), (TABLE, 0.5, 0.0), material="stone", name="table")
    for level in range(5):
        for k in range(5 - level):
            place = (TABLE, 1.25 + 0.5 * level, 0.55 * (k - 0.5 * (4 - level)))
            world.add_body(
                shape=ShapeBox((0.25, 0.25, 0.25)), position=place, density=40.0, material="plastic", name="can"
            )
    world.schedule(act, after_steps=1)


def draw(world: World) -> list[Strokes]:
    """Where the last ball flew."""
    balls = kit.named(world, "ball")
    return stand.trails(PAST, world, world.read(balls, "position"), (1.0, 0.8, 0.2, 1.0)) if balls else []


def check(world: World) -> None:
    """The first ball flew far, a second one lies in the spoon, and the hinge is whole."""
    balls = kit.named(world, "ball")
    assert len(balls) == 2 and balls[0].position.x > 4.0, f"the ball is at {balls[0].position.x:.1f} m"
    hinge = stand.joint_named(world, "arm hinge")
    assert hinge.error[0] < 0.02 and hinge.angle > -math.radians(STOP + 8.0), "the hinge or its stop gave way"
