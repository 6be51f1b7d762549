"""Scissor lift.

Crossed arms on hinges carry a platform; a motor pushes the feet of half of them together, and everything rises. Each
cross is a closed loop of hinges, and the load of the platform passes through all of them to the driven foot.
Try: another speed, or less force: near the bottom the motor must push many times the load.
"""

import math

import numpy as np

from physics import Body, JointHinge, JointSlider, ShapeBox, World
from scenes import kit
from scenes.kit import stand
from scenes.registry import Slider, View, scene

STAGES, HALF, HALF_DEPTH = 3, 1.1, 0.55  # crosses, half of an arm, where arms are before and behind the middle [m]
START = math.radians(22.0)  # of the arms above the level
LOW, HIGH = math.radians(14.0), math.radians(55.0)
BASE, SPEED, FORCE = 0.25, 0.1, 400.0  # height of the lowest hinges [m]; of the motor [m/s], [N]
WIDE = 2.0 * HALF * math.cos(START)
set_force = stand.set_joints("foot", "motor_max_force", factor=1e3)


def set_speed(world: World, speed: float) -> None:
    """Drive the foot at this speed [m/s], in the direction that it has."""
    slider = stand.joint_named(world, "foot")
    if slider is not None:
        slider.motor_speed = speed if slider.motor_speed > 0.0 else -speed


def steer(world: World) -> bool:
    """Turn around at the top and at the bottom."""
    slider = stand.joint_named(world, "foot")
    if slider is not None:
        width = WIDE + slider.axes[0].position
        if width < 2.0 * HALF * math.cos(HIGH) and slider.motor_speed < 0.0:
            slider.motor_speed = -slider.motor_speed
        elif width > 2.0 * HALF * math.cos(LOW) and slider.motor_speed > 0.0:
            slider.motor_speed = -slider.motor_speed
    return True


def add_arm(world: World, stage: int, lean: float) -> Body:
    """Two beams side by side as one body; lean 1 rises to the right."""
    shift = 0.06 * lean
    beams = [(ShapeBox((HALF + 0.05, 0.05, 0.03)), (0.0, 0.0, side * (HALF_DEPTH + shift))) for side in (-1.0, 1.0)]
    place = (0.0, BASE + (2 * stage + 1) * HALF * math.sin(START), 0.0)
    turned = kit.turn(kit.Z, lean * math.degrees(START))
    return world.add_body(
        shapes=beams,
        position=place,
        orientation=turned,
        density=800.0,
        material="steel",
        group=1,
        name=f"arm {stage + 1}",
    )


@scene(
    category="Machines",
    name="Scissor lift",
    place="workshop",
    view=View(target=(0.0, 3.1, 0.0), distance=9.5, yaw_degrees=24.0, pitch_degrees=8.0),
    sliders={
        "speed": Slider("Foot speed", SPEED, 0.02, 0.3, unit="m/s", live=set_speed),
        "force": Slider("Maximum force", FORCE, 5.0, 1000.0, unit="kN", live=set_force),
    },
)
def build(world: World) -> None:
    """A base, crosses one on another, a platform and crates on it."""
    kit.add_ground(world)
    x, rise = HALF * math.cos(START), 2.0 * HALF * math.sin(START)
    base = kit.add_fixed(world, (1.5, 0.08, 0.8), (0.0, 0.08, 0.0), material="concrete", group=1, name="base")
    shoe = {"shape": ShapeBox((0.12, 0.08, 0.75)), "material": "steel", "group": 1}
    foot = world.add_body(position=(x, BASE, 0.0), name="foot", **shoe)
    motor = {"motor_speed": -SPEED, "motor_max_force": 1e3 * FORCE}
    world.add_joint(JointSlider(base, foot, anchor=(x, BASE, 0.0), axis=kit.X, name="foot", **motor))
    below = base, foot
    for stage in range(STAGES):
        y = BASE + stage * rise
        arms = add_arm(world, stage, 1.0), add_arm(world, stage, -1.0)
        for body, arm, side in zip(below, arms, (-1.0, 1.0), strict=True):
            world.add_joint(JointHinge(body, arm, anchor=(side * x, y, 0.0), axis=kit.Z, name="pin"))
        world.add_joint(JointHinge(*arms, anchor=(0.0, y + 0.5 * rise, 0.0), axis=kit.Z, name="pin"))
        below = arms[1], arms[0]
    top = BASE + STAGES * rise
    platform = world.add_body(
        shape=ShapeBox((1.5, 0.05, 0.8)), position=(0.0, top + 0.2, 0.0), density=300.0, material="wood", group=1,
        name="platform",
    )  # fmt: skip
    upper = world.add_body(position=(x, top, 0.0), name="upper shoe", **shoe)
    world.add_joint(JointHinge(below[0], platform, anchor=(-x, top, 0.0), axis=kit.Z, name="pin"))
    world.add_joint(JointHinge(below[1], upper, anchor=(x, top, 0.0), axis=kit.Z, name="pin"))
    world.add_joint(JointSlider(platform, upper, anchor=(x, top, 0.0), axis=kit.X, name="upper guide"))
    places = [(0.6 * k - 0.9, top + 0.5, 0.0) for k in range(4)]
    crate = {"shape": ShapeBox((0.25, 0.25, 0.25)), "density": 200.0, "material": "wood", "name": "crate"}
    world.add_bodies(position=places, **crate)
    world.schedule(steer, after_steps=1)


def check(world: World) -> None:
    """The platform is level, as high as the foot says, and carries its crates; the motor pushes by virtual work."""
    platform = kit.named(world, "platform")[0]
    tilt = kit.axis_of(world, [platform])[0]
    assert tilt[1] > 0.999, f"the platform is tilted to {tilt}"
    foot = stand.joint_named(world, "foot")
    assert abs(foot.position + SPEED * world.time) < 0.01, f"the foot moved by {foot.position:.3f} m"
    width = WIDE + foot.position
    rise = math.sqrt(4.0 * HALF**2 - width**2)
    place, height = platform.position.y, BASE + STAGES * rise + 0.2
    assert abs(place - height) < 0.05, f"the platform is at {place:.2f} m, not {height:.2f} m"
    assert max(joint.error[0] for joint in world.joints) < 0.03, "a hinge is loose"
    crates = kit.named(world, "crate")
    assert np.abs(world.read(crates, "position")[:, 1] - place - 0.3).max() < 0.05, "a crate fell"
    above = sum(body.mass for body in (platform, *crates, *kit.named(world, "upper shoe")))
    arms = sum(body.mass for body in kit.named(world, "arm"))
    push, expected = -foot.axes[0].motor_force, 9.81 * STAGES * (above + 0.5 * arms) * width / rise
    assert abs(push / expected - 1.0) < 0.05, f"the motor pushes with {push:.0f} N, not with {expected:.0f} N"
