"""Trebuchet.

A heavy counterweight falls and swings a beam; its long end drags a stone in a sling along a trough, faster and faster,
until the sling opens. The stone flies farthest when it is released at slightly less than 45 degrees.
Try: another release angle: steeper or flatter, it hits the tower lower down. With more counterweight it flies over it.
"""

import math

import numpy as np

from physics import BodyKind, JointDistance, JointFixed, JointHinge, ShapeBox, ShapeSphere, World
from scenes import kit
from scenes.kit import stand
from scenes.registry import Slider, Strokes, View, scene

AXLE, SHORT, LONG, SLING = 2.6, 0.9, 3.6, 2.6  # height, arms and sling [m]
TILT = math.asin((AXLE - 0.35) / LONG)  # of the beam at the start
STONE = 0.16
FIRE = 45  # steps until the trigger is pulled
PAST = stand.Samples(500)
TOWER = 34.0  # distance [m]


def fire(world: World) -> None:
    """Let the beam go."""
    trigger = stand.joint_named(world, "trigger")
    if trigger is not None:
        world.remove_joint(trigger)


def release(world: World) -> bool:
    """Let the stone go as soon as it flies in the wanted direction."""
    sling, stones = stand.joint_named(world, "sling"), kit.named(world, "stone")
    if sling is not None and stones:
        speed = stones[0].velocity
        rising = math.atan2(speed.y, speed.x)
        if speed.x > 5.0 and speed.y > 0.0 and rising < sling.user_data:
            world.remove_joint(sling)
    return sling is not None


@scene(
    category="Machines",
    name="Trebuchet",
    place="quarry",
    view=View(target=(-0.8, 2.3, 0.0), distance=8.6, yaw_degrees=-58.0, pitch_degrees=9.0, follow="stone"),
    sliders={
        "weight": Slider("Counterweight", 0.62, 0.3, 3.0, unit="t"),
        "sling": Slider("Sling length", SLING, 1.5, 3.2, unit="m"),
        "angle": Slider("Release angle", 40.0, 10.0, 80.0, unit="degrees"),
    },
)
def build(world: World, *, weight: float = 0.62, sling: float = SLING, angle: float = 40.0) -> None:
    """A frame, the beam with its weight, a stone in the trough, and a tower to hit."""
    kit.add_ground(world)
    legs = [(ShapeBox((0.1, 0.5 * AXLE + 0.15, 0.1)), (0.0, 0.5 * AXLE + 0.15, side * 0.75)) for side in (-1.0, 1.0)]
    legs += [(ShapeBox((0.08, 1.5, 0.08)), (0.8 * slope, 1.25, side * 0.75), kit.turn(kit.Z, 33.0 * slope))
             for side in (-1.0, 1.0) for slope in (-1.0, 1.0)]  # fmt: skip
    frame = world.add_body(kind=BodyKind.STATIC, shapes=legs, material="wood", group=1, name="frame")
    along = np.array((-math.cos(TILT), -math.sin(TILT), 0.0))  # to the long end
    axle = np.array((0.0, AXLE, 0.0))
    middle, half = axle + 0.5 * (LONG - SHORT) * along, 0.5 * (LONG + SHORT)
    beam = world.add_body(
        shape=ShapeBox((half, 0.09, 0.09)), position=middle, orientation=kit.turn(kit.Z, math.degrees(TILT)),
        mass=120.0, material="wood", group=1, name="beam",
    )  # fmt: skip
    world.add_joint(JointHinge(frame, beam, anchor=axle, axis=kit.Z, name="axle"))
    pin = axle - SHORT * along
    box = world.add_body(
        shape=ShapeBox((0.45, 0.45, 0.5)), position=pin - (0.0, 0.75, 0.0), mass=1000.0 * weight, material="stone",
        group=1, name="counterweight", angular_damping=0.3,
    )  # fmt: skip
    world.add_joint(JointHinge(beam, box, anchor=pin, axis=kit.Z, name="hanger"))
    tip = axle + LONG * along
    place = (tip[0] + sling * math.cos(math.asin((tip[1] - STONE) / sling)), STONE, 0.0)
    stone = world.add_body(
        shape=ShapeSphere(STONE), position=place, mass=20.0, material="stone", friction=0.2, bullet=True, name="stone"
    )
    options = {"collide": True, "name": "sling", "user_data": math.radians(angle)}
    world.add_joint(JointDistance(beam, stone, anchor_a=tip, anchor_b=place, limits=(0.0, sling), **options))
    world.add_joint(JointFixed(None, beam, anchor=tip, name="trigger"))
    block = {"shape": ShapeBox((0.6, 0.3, 0.4)), "material": "stone", "restitution": 0.0, "name": "block"}
    places = [(TOWER + x, 0.3 + 0.6 * row, 0.82 * k) for row in range(8) for k in (-1, 0, 1) for x in (-0.61, 0.61)]
    world.add_bodies(position=places, **block)
    world.schedule(fire, after_steps=FIRE)
    world.schedule(release, after_steps=1)


def draw(world: World) -> list[Strokes]:
    """The way of the stone."""
    stones = kit.named(world, "stone")
    return stand.trails(PAST, world, world.read(stones, "position"), (1.0, 0.8, 0.2, 1.0)) if stones else []


def check(world: World) -> None:
    """The stone was thrown and is far away, and the machine is whole."""
    assert stand.joint_named(world, "sling") is None, "the stone was not let go"
    stone = kit.named(world, "stone")[0]
    assert stone.position.x > 15.0, f"the stone is at {stone.position.x:.1f} m only"
    assert max(joint.error[0] for joint in world.joints) < 0.05, "a hinge is loose"
    assert kit.named(world, "counterweight")[0].position.y < AXLE, "the counterweight did not fall"
