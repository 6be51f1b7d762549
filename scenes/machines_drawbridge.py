"""Drawbridge.

A winch winds two chains onto its drums, and the bridge rises on its hinge; then the winch lowers it again. Nothing
holds the chains but the drums around which they are wound.
Try: stop the winch halfway, run it faster, or pull on the bridge.
"""

import math

import numpy as np

from physics import BodyKind, JointHinge, ShapeBox, ShapeCylinder, World, build_rope
from scenes import kit
from scenes.kit import stand
from scenes.registry import Slider, View, scene

LENGTH, HALF_WIDTH, DECK = 3.6, 1.1, 1.0  # of the bridge, and its height [m]
DRUM, AXLE = 0.6, np.array((-1.2, 4.2, 0.0))  # radius, and middle of the axle [m]
TURNS = 1.25  # that it winds up
SPEED = 0.6


def set_speed(world: World, speed: float) -> None:
    """Turn the winch at this many rad/s, in the direction that it has."""
    winch = stand.joint_named(world, "winch")
    if winch is not None:
        winch.motor_speed = -speed if winch.motor_speed < 0.0 else speed


def steer(world: World) -> bool:
    """Up, then down, and up again."""
    winch = stand.joint_named(world, "winch")
    if winch is not None:
        turned = winch.angle / (2.0 * math.pi)
        if turned > TURNS and winch.motor_speed > 0.0 or turned < 0.02 and winch.motor_speed < 0.0:
            winch.motor_speed = -winch.motor_speed
    return True


@scene(
    category="Machines",
    name="Drawbridge",
    place="meadow",
    view=View(target=(0.8, 2.6, -0.2), distance=8.4, yaw_degrees=38.0, pitch_degrees=12.0),
    sliders={
        "speed": Slider("Winch speed", SPEED, 0.0, 1.5, unit="rad/s", live=set_speed),
        "load": Slider("Load on the bridge", 100.0, 10.0, 1000.0, unit="kg"),
    },
)
def build(world: World, *, load: float = 100.0) -> None:
    """A gate house, the bridge before it, a winch above, chains from its drums to the end of the bridge."""
    kit.add_ground(world)
    walls = [(ShapeBox((1.0, 2.6, 0.25)), (-1.1, 2.6, side * (HALF_WIDTH + 0.5))) for side in (-1.0, 1.0)]
    walls += [(ShapeBox((1.0, 0.5 * DECK, HALF_WIDTH + 0.25)), (-1.1, 0.5 * DECK, 0.0))]
    gate = world.add_body(kind=BodyKind.STATIC, shapes=walls, material="stone", name="gate house")
    kit.add_fixed(
        world, (1.5, 0.5 * DECK - 0.1, 1.6), (LENGTH + 1.3, 0.5 * DECK - 0.1, 0.0), material="stone", name="bank"
    )
    hinge = np.array((0.0, DECK - 0.08, 0.0))
    bridge = world.add_body(
        shape=ShapeBox((0.5 * LENGTH, 0.08, HALF_WIDTH)), position=hinge + (0.5 * LENGTH, 0.0, 0.0), density=400.0,
        material="wood", name="bridge",
    )  # fmt: skip
    world.add_joint(JointHinge(gate, bridge, anchor=hinge, axis=kit.Z, limits=(-0.05, 1.5), name="bridge hinge"))
    around = kit.turn(kit.X, 90.0)
    drums = [(ShapeCylinder(DRUM, 0.16), (0.0, 0.0, side * 0.85), around) for side in (-1.0, 1.0)]
    drums += [
        (ShapeCylinder(DRUM + 0.25, 0.02), (0.0, 0.0, side * z), around) for side in (-1.0, 1.0) for z in (0.67, 1.03)
    ]
    drums += [(ShapeCylinder(0.1, 1.3), (0.0, 0.0, 0.0), around)]
    drum = world.add_body(shapes=drums, position=AXLE, density=300.0, material="wood", friction=0.8, name="drum")
    world.add_joint(
        JointHinge(gate, drum, anchor=AXLE, axis=kit.Z, motor_speed=SPEED, motor_max_force=40_000.0, name="winch")
    )
    top = AXLE + (0.1, DRUM + 0.05, 0.0)
    for side in (-1.0, 1.0):
        z = np.array((0.0, 0.0, side * 0.85))
        end = hinge + (LENGTH - 0.15, 0.12, 0.0) + z
        build_rope(
            world, top + z, end, link_length=0.2, radius=0.045, slack=0.01, mass=12.0, start_body=drum, end_body=bridge,
            material="steel", damping=2.0, name="chain",
        )  # fmt: skip
    options = {"mass": load, "material": "iron", "friction": 1.0, "name": "load"}
    world.add_body(shape=ShapeBox((0.2, 0.2, 0.2)), position=(0.6, DECK + 0.2, 0.0), **options)
    world.schedule(steer, after_steps=1)


def check(world: World) -> None:
    """After five seconds the winch has wound up half a turn, and the bridge has risen."""
    winch, hinge = stand.joint_named(world, "winch"), stand.joint_named(world, "bridge hinge")
    assert abs(winch.angle - SPEED * world.time) < 0.3, f"the winch turned by {winch.angle:.2f} rad"
    assert hinge.angle > 0.25, f"the bridge rose by {hinge.angle:.2f} rad"
    assert max(joint.error[0] for joint in world.joints) < 0.08, "a chain stretches"
    links = world.read(kit.named(world, "chain"), "position")
    assert np.abs(np.abs(links[:, 2]) - 0.85).max() < 0.35, "a chain left its drum"
