"""Rack and pinion.

A pinion on a hinge moves a rack on a slider: rotation becomes translation. Left: a motor drives the pinion back and
forth. Right: an upright rack sinks under its weight and turns its pinion against a brake; at the end a motor winds it
up again.
Try: another radius of the pinions, and a brake that holds the weight.
"""

import math

from physics import Body, JointHinge, JointRack, JointSlider, ShapeBox, World
from scenes import kit
from scenes.kit import stand
from scenes.registry import Label, Slider, View, scene

TEETH, RADIUS, HEIGHT = 14, 0.4, 1.4
SPEED, TORQUE, BRAKE, WIND = 2.0, 500.0, 150.0, 2000.0

set_torque = stand.set_joints("pinion MOTOR", "motor_max_force")


def rack(length: float, radius: float) -> list[tuple]:
    """Shapes of a toothed bar along x with its teeth up at y = 0."""
    pitch = 2.0 * math.pi * radius / TEETH
    parts = [(ShapeBox((0.5 * length, 0.06, 0.07)), (0.0, -0.06 - 0.25 * pitch, 0.0))]
    count = int(length / pitch)
    return parts + [
        (ShapeBox((0.2 * pitch, 0.28 * pitch, 0.07)), (pitch * (k - 0.5 * (count - 1)), 0.0, 0.0)) for k in range(count)
    ]


def add_pair(
    world: World, board: Body, center: tuple, axis: tuple, turned: tuple, radius: float, label: str, way: float
) -> None:
    """A pinion, and a rack below it, or right of it if that is turned."""
    pinion = stand.add_gear(world, center, radius, TEETH, phase=0.25, name=f"pinion {label}")
    place = tuple(c - radius * d for c, d in zip(center, (-axis[1], axis[0], 0.0), strict=True))
    options = {"material": "steel", "density": 1500.0, "group": 1, "can_sleep": False, "name": f"rack {label}"}
    bar = world.add_body(shapes=rack(2.0 * way + 0.6, radius), position=place, orientation=turned, **options)
    hinge = JointHinge(board, pinion, anchor=center, axis=kit.Z, name=f"pinion {label}")
    slider = JointSlider(board, bar, anchor=place, axis=axis, limits=(-way, way), name=f"rack {label}")
    world.add_joint(hinge)
    world.add_joint(slider)
    world.add_joint(JointRack(hinge, slider, radius=radius, name=f"mesh {label}"))


def steer(world: World) -> bool:
    """The first motor turns around near the ends of its rack; the second works from the lower end to the upper one."""
    for label in ("MOTOR", "WEIGHT"):
        hinge, slider = stand.joint_named(world, f"pinion {label}"), stand.joint_named(world, f"rack {label}")
        if hinge is not None and slider is not None:
            share = slider.position / slider.limits[1]
            if label == "WEIGHT" and abs(share) > 0.85:
                hinge.motor_max_force = 0.0 if share > 0.0 else WIND
            elif label == "MOTOR" and share * hinge.motor_speed > 0.85 * abs(hinge.motor_speed):
                hinge.motor_speed = -hinge.motor_speed
    return True


@scene(
    category="Joints",
    name="Rack and pinion",
    place="workshop",
    view=View(target=(0.3, 1.8, 0.0), distance=4.0, yaw_degrees=14.0, pitch_degrees=8.0),
    sliders={
        "radius": Slider("Pinion radius", RADIUS, 0.2, 0.5, unit="m"),
        "speed": Slider("Motor speed", SPEED, 0.0, 6.0, unit="rad/s", live=stand.set_speeds("pinion MOTOR", 3)),
        "torque": Slider("Motor torque", TORQUE, 0.0, 500.0, unit="N m", live=set_torque),
        "brake": Slider("Brake", BRAKE, 0.0, 600.0, unit="N m", live=stand.set_joints("pinion WEIGHT", "friction")),
    },
)
def build(world: World, *, radius: float = RADIUS) -> None:
    """A board with a level rack and an upright one."""
    kit.add_ground(world)
    board = kit.add_fixed(world, (2.3, 1.5, 0.05), (0.3, 1.5, -0.3), name="board", group=1)
    add_pair(world, board, (-0.5, HEIGHT, 0.0), kit.X, kit.turn(kit.Z, 0.0), radius, "MOTOR", 1.0)
    add_pair(world, board, (1.4, HEIGHT + 0.4, 0.0), (0.0, 1.0, 0.0), kit.turn(kit.Z, 90.0), radius, "WEIGHT", 0.7)
    for label in ("MOTOR", "WEIGHT"):
        stand.joint_named(world, f"pinion {label}").motor_speed = SPEED
    world.schedule(steer, after_steps=1)


def draw(world: World) -> list[Label]:
    """What each pinion and each rack does."""
    result = []
    for label in ("MOTOR", "WEIGHT"):
        hinge, slider = stand.joint_named(world, f"pinion {label}"), stand.joint_named(world, f"rack {label}")
        if hinge is not None and slider is not None:
            text = f"{label.capitalize()}\n{hinge.rate:+.2f} rad/s\n{slider.rate:+.2f} m/s"
            result.append(Label(text, hinge.anchor_a + (-0.25, 0.95, 0.1)))
    return result


def check(world: World) -> None:
    """The racks move by radius times angle."""
    for label in ("MOTOR", "WEIGHT"):
        hinge, slider = stand.joint_named(world, f"pinion {label}"), stand.joint_named(world, f"rack {label}")
        assert abs(slider.position - RADIUS * hinge.angle) < 0.01, f"{label}: teeth slip"
        assert max(hinge.error + slider.error) < 0.01, f"{label}: a joint is loose"
    assert stand.joint_named(world, "rack WEIGHT").position < 0.65, "the weight is not let go"
    assert abs(stand.joint_named(world, "pinion MOTOR").rate) > 0.8 * SPEED, "the motor stands"
