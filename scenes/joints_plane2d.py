"""Bodies in a plane.

Every piece is confined to one plane: it slides along it and rotates about its normal, but never leaves it. There is no
glass in front and behind: this is a two-dimensional world inside a three-dimensional one.
Try: pull a piece toward you: it cannot come. Turn on the motors about the normal of the plane.
"""

import numpy as np

from physics import BodyKind, JointPlane2D, ShapeBox, ShapeCylinder, World
from scenes import kit
from scenes.registry import Slider, View, scene

COUNT, HALF, HEIGHT = 40, 2.0, 6.0
EVERY, TORQUE = 6, 20.0


def add_piece(world: World) -> bool:
    """Another piece from above, until there are enough."""
    number = world.step_count // EVERY
    x = 3.0 * (0.618 * number % 1.0) - 1.5  # golden section: far from the last three, which are still near
    options = {"position": (x, HEIGHT - 0.4, 0.0), "density": 500.0, "name": f"piece {number}"}
    if number % 2:
        shape, turned = ShapeCylinder(0.16, 0.12), kit.turn(kit.X, 90.0)
    else:
        shape, turned = ShapeBox((0.2, 0.12, 0.12)), kit.turn(kit.Z, 31.0 * number)
    piece = world.add_body(
        shape=shape, orientation=turned, material=("rubber", "wood", "plastic")[number % 3], **options
    )
    world.add_joint(JointPlane2D(piece, normal=kit.Z, name="plane"))
    set_spin(world, kit.named(world, "frame")[0].user_data[1])
    return number < kit.named(world, "frame")[0].user_data[0]


def set_spin(world: World, rate: float) -> None:
    """Turn all pieces at this rate [rad/s]; at 0 their motors are off."""
    for frame in kit.named(world, "frame"):
        frame.user_data = frame.user_data[0], rate
    for joint in world.joints:
        if joint.name == "plane" and (joint.turn.motor_speed, joint.turn.motor_max_force > 0.0) != (rate, rate != 0.0):
            joint.turn.motor_speed, joint.turn.motor_max_force = rate, TORQUE if rate else 0.0


@scene(
    category="Joints",
    name="Bodies in a plane",
    place="workshop",
    view=View(target=(0.0, 2.6, 0.0), distance=7.6, yaw_degrees=24.0, pitch_degrees=8.0),
    sliders={
        "count": Slider("Pieces", COUNT, 1, 120, integer=True),
        "spin": Slider("Motor speed", 0.0, -12.0, 12.0, unit="rad/s", live=set_spin),
    },
)
def build(world: World, *, count: int = COUNT) -> None:
    """A thin frame with pegs in it, and pieces from above."""
    kit.add_ground(world)
    parts = [(ShapeBox((0.08, 0.5 * HEIGHT, 0.14)), (side * HALF, 0.5 * HEIGHT, 0.0)) for side in (-1.0, 1.0)]
    parts += [(ShapeBox((HALF, 0.08, 0.14)), (0.0, 0.08, 0.0))]
    across = kit.turn(kit.X, 90.0)
    for row in range(4):
        most = 1.2 - 0.4 * (row % 2)  # no peg where a piece would jam at the wall
        xs = np.arange(-most, most + 0.1, 0.8)
        parts += [(ShapeCylinder(0.07, 0.16), (float(x), 2.6 + 0.65 * row, 0.0), across) for x in xs]
    world.add_body(kind=BodyKind.STATIC, shapes=parts, material="steel", name="frame", user_data=(count, 0.0))
    world.schedule(add_piece, after_steps=EVERY)


def check(world: World) -> None:
    """All pieces are in their plane and in the frame."""
    place = world.read(kit.named(world, "piece"), "position")
    assert len(place) > 35, "pieces are missing"
    assert np.abs(place[:, 2]).max() < 0.01, f"a piece left the plane by {np.abs(place[:, 2]).max():.3f} m"
    assert np.abs(place[:, 0]).max() < HALF and place[:, 1].min() > 0.1, "a piece left the frame"
