"""Coupling rods.

A rod with a hinge at each end keeps two axes parallel and at a fixed distance, as the wheels of a locomotive are
coupled. One wheel is driven; rods on both sides, a quarter turn apart, drive the other two, even through the dead
centers.
Try: another speed, a weak motor, and a brake on the last wheel: the rods transmit its torque.
"""

import math

import numpy as np

from physics import BodyKind, JointDoubleHinge, JointHinge, ShapeBox, ShapeCylinder, World
from scenes import kit
from scenes.kit import stand
from scenes.registry import Label, Slider, Strokes, View, scene

RADIUS, PIN, PITCH, HEIGHT = 0.55, 0.35, 1.4, 1.0
SPEED, TORQUE = 3.0, 300.0
SIDES = ((0.3, 0.0), (-0.3, 0.5 * math.pi))  # z of the pins before and behind the frame, and their angles


@scene(
    category="Joints",
    name="Coupling rods",
    place="workshop",
    view=View(target=(0.2, 0.8, -0.1), distance=3.4, yaw_degrees=16.0, pitch_degrees=12.0),
    sliders={
        "speed": Slider(
            "Motor speed", SPEED, -10.0, 10.0, unit="rad/s", live=stand.set_joints("axle 2", "motor_speed")
        ),
        "torque": Slider(
            "Motor torque", TORQUE, 0.0, 600.0, unit="N m", live=stand.set_joints("axle 2", "motor_max_force")
        ),
        "brake": Slider(
            "Brake on the last wheel", 0.0, 0.0, 600.0, unit="N m", live=stand.set_joints("axle 3", "friction")
        ),
    },
)
def build(world: World) -> None:
    """A frame with three wheels, and rods between their pins."""
    kit.add_ground(world)
    parts = [(ShapeBox((PITCH + 0.3, 0.08, 0.06)), (0.0, HEIGHT, 0.0))]
    parts += [(ShapeBox((0.08, 0.5 * HEIGHT, 0.06)), (side * (PITCH + 0.2), 0.5 * HEIGHT, 0.0)) for side in (-1.0, 1.0)]
    frame = world.add_body(kind=BodyKind.STATIC, shapes=parts, material="steel", group=1, name="frame")
    around, wheels = kit.turn(kit.X, 90.0), []
    for number in range(3):
        center = np.array((PITCH * (number - 1), HEIGHT, 0.0))
        disc = [(ShapeCylinder(RADIUS, 0.06), (0.0, 0.0, z), around) for z in (0.16, -0.16)]
        for z, angle in SIDES:
            place = (PIN * math.cos(angle), PIN * math.sin(angle), z)
            disc.append((ShapeCylinder(0.06, 0.1), place, around))
        options = {"density": 800.0, "material": "iron", "group": 1, "can_sleep": False, "name": f"wheel {number + 1}"}
        wheel = world.add_body(shapes=disc, position=center, **options)
        world.add_joint(JointHinge(frame, wheel, anchor=center, axis=kit.Z, name=f"axle {number + 1}"))
        wheels.append(wheel)
    for z, angle in SIDES:
        pins = [wheel.position + (PIN * math.cos(angle), PIN * math.sin(angle), z) for wheel in wheels]
        for k in range(2):
            ends = {"anchor_a": pins[k], "anchor_b": pins[k + 1]}
            world.add_joint(JointDoubleHinge(wheels[k], wheels[k + 1], axis=kit.Z, name="rod", **ends))


def draw(world: World) -> list[Strokes | Label]:
    """The rods, as double lines, and the speeds of the wheels."""
    result = []
    for joint in world.joints:
        if isinstance(joint, JointDoubleHinge):
            start, end = np.array([joint.anchor_a]), np.array([joint.anchor_b])
            for shift in (-0.03, 0.0, 0.03):
                lift = np.array((0.0, shift, 0.06 if start[0, 2] > 0.0 else -0.06))
                result.append(Strokes(start + lift, end + lift, (1.0, 0.75, 0.2, 1.0)))
        else:
            place = joint.anchor_a + (0.0, RADIUS + 0.15, 0.0)
            result.append(Label(f"{joint.rate:.2f} rad/s", place))
    return result


def check(world: World) -> None:
    """All wheels turn as one."""
    axles = [joint for joint in world.joints if joint.name.startswith("axle")]
    angles = [joint.angle for joint in axles]
    assert max(angles) - min(angles) < 0.03, f"the wheels are apart: {angles}"
    assert abs(axles[1].rate - SPEED) < 0.1, f"the driven wheel turns at {axles[1].rate:.2f} rad/s"
    assert max(joint.error[0] for joint in world.joints) < 0.01, "a rod or an axle is loose"
