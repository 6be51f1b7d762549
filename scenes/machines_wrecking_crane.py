"""Wrecking crane.

A tower crane turns back and forth and swings a two-ton ball on a rope through a brick wall. The jib turns on a hinge
with a motor, the trolley runs on a slider with another, and the rope is a chain of small bodies.
Try: other speeds, move the trolley in and out, and a rope that breaks when it is pulled too hard.
"""

import numpy as np

from physics import JointHinge, ShapeBox, World, build_crane
from scenes import kit
from scenes.kit import stand
from scenes.registry import Slider, View, scene

REACH, HEIGHT = 7.0, 8.5
SPEED = 0.5
WALL = 7.1  # distance of its middle; the ball swings outward as it is turned [m]
FROM, TO = 0.0, 2.6  # angles between which the jib turns [rad]
HALF = (0.4, 0.2, 0.25)  # of a brick [m]


def set_speed(world: World, speed: float) -> None:
    """Turn the jib at this many rad/s, in the direction that it has."""
    hinge = stand.joint_named(world, "crane turn")
    if hinge is not None:
        hinge.motor_speed = -speed if hinge.motor_speed < 0.0 else speed


def steer(world: World) -> bool:
    """Turn around at the ends of the way."""
    hinge = stand.joint_named(world, "crane turn")
    if isinstance(hinge, JointHinge):
        if hinge.angle > TO and hinge.motor_speed > 0.0 or hinge.angle < FROM and hinge.motor_speed < 0.0:
            hinge.motor_speed = -hinge.motor_speed
    return True


@scene(
    category="Machines",
    name="Wrecking crane",
    place="yard",
    view=View(target=(0.3, 3.3, -3.0), distance=14.0, yaw_degrees=48.0, pitch_degrees=16.0),
    sliders={
        "speed": Slider("Turning speed", SPEED, 0.1, 1.2, unit="rad/s", live=set_speed),
        "trolley": Slider(
            "Trolley speed", 0.0, -0.5, 0.5, unit="m/s", live=stand.set_joints("crane travel", "motor_speed")
        ),
        "strength": Slider("Rope strength", 200.0, 20.0, 500.0, unit="kN"),
    },
)
def build(world: World, *, strength: float = 200.0) -> None:
    """The crane, and a wall that stands across the way of the ball."""
    kit.add_ground(world)
    build_crane(
        world, height=HEIGHT, reach=REACH, rope_length=6.6, load_radius=0.55, load_mass=2000.0,
        turn_torque=80_000.0, travel_force=50_000.0, break_force=1000.0 * strength,
    )  # fmt: skip
    for piece in kit.named(world, "crane rope"):
        piece.angular_damping = 3.0  # strands rub on one another; without that the taut rope sings ever louder
    set_speed(world, SPEED)
    brick = {"shape": ShapeBox(HALF), "material": "stone", "density": 1200.0, "restitution": 0.0, "name": "brick"}
    for row in range(9):
        y, odd = HALF[1] * (2 * row + 1), row % 2
        line = -WALL + 2.02 * HALF[0] * (np.arange(7 - odd) - 0.5 * (6 - odd))
        across = [kit.turn(kit.Y, 90.0)] * len(line)
        world.add_bodies(position=[(0.0, y, z) for z in line], orientation=across, **brick)
    world.schedule(steer, after_steps=1)


def check(world: World) -> None:
    """The ball has knocked bricks down, the rope holds, and nothing flew away."""
    bricks = world.read(kit.named(world, "brick"), "position")
    fallen = np.abs(bricks[:, 0]) > 0.4
    assert fallen.sum() > 8, f"only {fallen.sum()} bricks were hit"
    assert np.abs(bricks).max() < 40.0 and bricks[:, 1].min() > 0.0, "a brick flew away, or is in the ground"
    ball = kit.named(world, "crane load")[0]
    assert ball.position.y < 4.0, "the ball flies"
    links = [joint for joint in world.joints if joint.name == "crane rope"]
    assert max(joint.error[0] for joint in links) < 0.1, "the rope stretches"
