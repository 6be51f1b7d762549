"""Wheels.

Each wheel is mounted on a hinge-2 joint: it rolls about its axle, moves up and down on a spring, and the front wheels
steer. A small car drives in a circle over boards that lie across its path; the yellow bars show the travel of each
spring.
Try: a soft suspension without damping, more steering, other speeds, and put a crate on the roof.
"""

import math

import numpy as np

from physics import JointHinge2, ShapeBox, World, build_wheel
from scenes import kit
from scenes.kit import stand
from scenes.registry import Label, Slider, Strokes, View, scene

RADIUS, MASS = 0.38, 600.0
SPEED, STEER, HERTZ, RATIO, TORQUE = 10.0, 18.0, 1.8, 0.4, 250.0
CIRCLE = 6.4  # radius of the way, about [m]
set_speed = stand.set_joints("wheel", "motor_speed", 5, -1.0)
set_torque = stand.set_joints("wheel", "motor_max_force", 5)


def set_steer(world: World, degrees: float) -> None:
    """Turn the front wheels."""
    for joint in world.joints:
        if joint.name.startswith("wheel front"):
            joint.steering.motor_target = math.radians(degrees)


def set_spring(world: World, hertz: float | None = None, ratio: float | None = None) -> None:
    """Frequency and damping ratio of all springs; what is None stays."""
    load = 0.25 * MASS
    for joint in world.joints:
        if isinstance(joint, JointHinge2):
            before = joint.user_data
            joint.user_data = now = (before[0] if hertz is None else hertz, before[1] if ratio is None else ratio)
            rate = 2.0 * math.pi * now[0]
            spring = {"stiffness": load * rate**2, "damping": 2.0 * now[1] * load * rate, "target": -9.81 / rate**2}
            joint.suspension.set_spring(**spring)


@scene(
    category="Joints",
    name="Wheels",
    place="yard",
    view=View(target=(0.0, 0.5, 0.0), distance=15.0, yaw_degrees=24.0, pitch_degrees=30.0),
    sliders={
        "speed": Slider("Wheel speed", SPEED, -25.0, 25.0, unit="rad/s", live=set_speed),
        "torque": Slider("Wheel torque", TORQUE, 0.0, 800.0, unit="N m", live=set_torque),
        "steer": Slider("Steering", STEER, -30.0, 30.0, unit="degrees", live=set_steer),
        "travel": Slider("Suspension travel", 0.2, 0.03, 0.25, unit="m", live=stand.set_joints("wheel", "limits", 0)),
        "hertz": Slider("Suspension frequency", HERTZ, 0.8, 5.0, unit="Hz", live=lambda w, v: set_spring(w, hertz=v)),
        "ratio": Slider("Suspension damping ratio", RATIO, 0.0, 1.5, live=lambda w, v: set_spring(w, ratio=v)),
    },
)
def build(world: World) -> None:
    """A car on a circle of boards."""
    kit.add_ground(world)
    place = np.array((0.0, 0.75, CIRCLE))
    body = [(ShapeBox((1.5, 0.16, 0.55)), (0.0, 0.0, 0.0)), (ShapeBox((0.6, 0.22, 0.5)), (-0.2, 0.36, 0.0))]
    car = world.add_body(shapes=body, position=place, mass=MASS, material="plastic", can_sleep=False, name="car")
    for x, end in ((1.05, "front"), (-1.05, "back")):
        for z in (-0.75, 0.75):
            wheel = build_wheel(
                world, car, place + (x, RADIUS - place[1], z), radius=RADIUS, hertz=HERTZ, damping_ratio=RATIO,
                travel=0.2, steering=math.radians(35.0) if end == "front" else 0.0, name=f"wheel {end}", friction=1.0,
            )  # fmt: skip
            wheel.joint.user_data = HERTZ, RATIO
    for degrees in range(40, 360, 40):
        angle = math.radians(degrees)
        spot = (CIRCLE * math.sin(angle), 0.03, CIRCLE * math.cos(angle))
        board = (0.12, 0.04 + 0.01 * (degrees % 3), 1.6)
        kit.add_fixed(world, board, spot, orientation=kit.turn(kit.Y, degrees), name="board")


def draw(world: World) -> list[Strokes | Label]:
    """A bar over each wheel: how far its spring is pressed; and the speed of the car."""
    joints = [joint for joint in world.joints if isinstance(joint, JointHinge2)]
    cars = kit.named(world, "car")
    if not joints or not cars:
        return []
    start = np.array([joint.body_b.position + (0.0, 0.6, 0.0) for joint in joints])
    ways = np.array([(0.0, 3.0 * joint.suspension.position, 0.0) for joint in joints])
    text = Label(f"{cars[0].velocity.length:.1f} m/s", cars[0].position + (0.0, 1.2, 0.0))
    return [Strokes(start, start + ways), text]


def check(world: World) -> None:
    """The car drives on its wheels, upright, in a curve, and its springs are between their stops."""
    car = kit.named(world, "car")[0]
    assert kit.axis_of(world, [car])[0][1] > 0.95, "the car fell over"
    assert 1.5 < car.velocity.length < 5.0, f"the car drives at {car.velocity.length:.1f} m/s"
    assert 0.1 < abs(car.angular_velocity.y) < 2.0, "the car does not turn"
    for joint in world.joints:
        assert abs(joint.suspension.position) < 0.22 and max(joint.error) < 0.02, f"a wheel is loose: {joint.error}"
