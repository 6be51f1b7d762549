"""Six axes.

Every joint consists of six axes, three linear and three angular, each of them free, locked, limited, sprung or driven.
Here six boxes have one free axis each, and a motor drives it back and forth between its limits.
Try: limits, speeds, springs and forces. Gravity stops a weak motor on the second one, which goes up and down.
"""

import math
from collections.abc import Callable

from physics import JointSixAxis, ShapeBox, World
from scenes import kit
from scenes.kit import stand
from scenes.registry import Label, Slider, View, scene

LABELS = ("X", "Y", "Z", "ABOUT X", "ABOUT Y", "ABOUT Z")
PITCH, DROP = 1.35, 0.75
LINEAR, ANGULAR, DEGREE = range(3), range(3, 6), math.pi / 180.0
WAY, ANGLE, SPEED, RATE, FORCE = 0.35, 60.0, 0.8, 1.5, 400.0


def each(axes: range, trait: str, factor: float = 1.0) -> Callable[[World, float], None]:
    """What a live slider does to the free axes of several joints; "speed" keeps the direction of a motor."""

    def apply(world: World, value: float) -> None:
        for axis in axes:
            name = f"axis {axis}"
            live = stand.set_speeds(name, axis) if trait == "speed" else stand.set_joints(name, trait, axis, factor)
            live(world, value)

    return apply


def set_springs(world: World, hertz: float) -> None:
    """Pull all boxes to the middle of their way; 0 takes the springs away."""
    for axis in range(6):
        stand.set_springs(f"axis {axis}", "hertz", axis)(world, hertz)


@scene(
    category="Joints",
    name="Six axes",
    place="workshop",
    view=View(target=(0.0, 1.4, 0.0), distance=5.6, yaw_degrees=14.0, pitch_degrees=12.0),
    sliders={
        "way": Slider("Linear limits", WAY, 0.05, 0.6, unit="m", live=each(LINEAR, "limits")),
        "angle": Slider("Angular limits", ANGLE, 5.0, 80.0, unit="degrees", live=each(ANGULAR, "limits", DEGREE)),
        "speed": Slider("Linear speed", SPEED, 0.0, 3.0, unit="m/s", live=each(LINEAR, "speed")),
        "rate": Slider("Angular speed", RATE, 0.0, 6.0, unit="rad/s", live=each(ANGULAR, "speed")),
        "hertz": Slider("Spring frequency", 0.0, 0.0, 4.0, unit="Hz", live=set_springs),
        "force": Slider(
            "Motor force, torque", FORCE, 0.0, 1000.0, unit="N, N m", live=each(range(6), "motor_max_force")
        ),
    },
)
def build(world: World) -> None:
    """Six gallows with a box each, held by a joint with one free axis."""
    kit.add_ground(world)
    for number, label in enumerate(LABELS):
        x = PITCH * (number - 0.5 * (len(LABELS) - 1))
        gallows = stand.add_gallows(world, x, label)
        place = (x, stand.TOP - DROP, 0.0)
        options = {"mass": 20.0, "material": "plastic" if number < 3 else "wood", "group": 1, "can_sleep": False}
        box = world.add_body(shape=ShapeBox((0.28, 0.18, 0.22)), position=place, name=f"box {label}", **options)
        locked = [k for k in range(6) if k != number]
        joint = JointSixAxis(gallows, box, anchor=place, axis_z=kit.Z, locked=locked, name=f"axis {number}")
        axis = joint.axes[number]
        most = WAY if number < 3 else math.radians(ANGLE)
        axis.limits, axis.motor_speed, axis.motor_max_force = (-most, most), SPEED if number < 3 else RATE, FORCE
        world.add_joint(joint)
        world.schedule(stand.reverse_at_limits(f"axis {number}"), after_steps=1)


def draw(world: World) -> list[Label]:
    """Position and motor of each free axis."""
    texts = {}
    for joint in world.joints:
        number = int(joint.name[5:])
        axis = joint.axes[number]
        shown = f"{axis.position:+.2f} m" if number < 3 else f"{math.degrees(axis.position):+.0f}°"
        texts[LABELS[number]] = f"{shown}\n{axis.motor_force:+.0f} {'N' if number < 3 else 'N m'}"
    return stand.captions(world, texts)


def check(world: World) -> None:
    """What is locked does not move, what is free moves within its limits."""
    for joint in world.joints:
        axis = joint.axes[int(joint.name[5:])]
        assert max(joint.error) < 0.01, f"{joint.name}: {joint.error}"
        assert axis.limits[0] - 0.02 < axis.position < axis.limits[1] + 0.02, f"{joint.name} passed its limit"
        assert abs(axis.rate) > 0.4, f"{joint.name} stands still"
