"""Gyroscope on gimbals.

A fast rotor is mounted in three rings, each on a hinge across the next one, on a turntable. The turntable carries the
outer ring around, but the axis of the rotor, drawn in yellow, keeps its direction in space. This is how Foucault
showed that the Earth rotates.
Try: stop the rotor, and its axis keeps its direction no longer. Or throw a ball ([shoot]) at a ring: the axis
precesses.
"""

import math

import numpy as np

from physics import BodyKind, JointHinge, ShapeBox, ShapeCylinder, World
from physics.vector import multiply, rotate
from scenes import kit
from scenes.kit import stand
from scenes.registry import Slider, Strokes, View, scene

CENTER = (0.0, 1.7, 0.0)
RADII = (1.15, 0.95, 0.75)  # of the rings [m]
SPIN, TABLE = 40.0, 0.6
#: Rotations of the rings, each about an axis of the one around it, and the axis of the rotor, y of the inner ring.
TURNS = [kit.turn(kit.X, 20.0)]
TURNS.append(multiply(TURNS[0], kit.turn(kit.Y, 35.0)))
TURNS.append(multiply(TURNS[1], kit.turn(kit.X, 40.0)))
AXIS = rotate(TURNS[2], kit.Y)
PAST = stand.Samples(600)
set_friction = stand.set_joints("gimbal", "friction")


def set_table(world: World, speed: float) -> None:
    """Turn the table by this many rad/s."""
    for table in kit.named(world, "table"):
        table.angular_velocity = (0.0, speed, 0.0)


def ring(radius: float, *, half: float = 0.035) -> list[tuple]:
    """Boxes around the own z axis."""
    count = 24
    piece = ShapeBox((half, 1.05 * radius * math.tan(math.pi / count), half))
    turns = [kit.turn(kit.Z, 360.0 * k / count) for k in range(count)]
    return [(piece, rotate(turned, (radius, 0.0, 0.0)), turned) for turned in turns]


@scene(
    category="Gyros",
    name="Gyroscope on gimbals",
    place="workshop",
    view=View(target=(0.0, 1.6, 0.0), distance=3.7, yaw_degrees=30.0, pitch_degrees=16.0),
    sliders={
        "spin": Slider("Rotor spin", SPIN, 0.0, 80.0, unit="rad/s"),
        "table": Slider("Turntable speed", TABLE, -2.0, 2.0, unit="rad/s", live=set_table),
        "friction": Slider("Hinge friction", 0.0, 0.0, 2.0, unit="N m", live=set_friction),
    },
)
def build(world: World, *, spin: float = SPIN) -> None:
    """A table with a fork, an outer ring on the vertical, a middle one across it, and the rotor in the inner one."""
    kit.add_ground(world)
    fork = [
        (ShapeCylinder(0.8, 0.06), (0.0, 0.06, 0.0)), (ShapeBox((0.07, 0.1, 0.07)), (0.0, 0.2, 0.0)),
        (ShapeBox((1.35, 0.05, 0.06)), (0.0, 0.3, 0.0)),
    ] + [(ShapeBox((0.05, 0.75, 0.06)), (side * 1.32, 1.0, 0.0)) for side in (-1.0, 1.0)]  # fmt: skip
    table = world.add_body(kind=BodyKind.KINEMATIC, shapes=fork, material="wood", group=1, name="table")
    table.angular_velocity = (0.0, TABLE, 0.0)
    options = {"position": CENTER, "density": 3000.0, "material": "steel", "group": 1, "can_sleep": False}
    rings = [
        world.add_body(shapes=ring(radius), orientation=turned, name=f"ring {number + 1}", **options)
        for number, (radius, turned) in enumerate(zip(RADII, TURNS, strict=True))
    ]
    wheel = [(ShapeCylinder(0.55, 0.08), (0.0, 0.0, 0.0)), (ShapeCylinder(0.04, 0.72), (0.0, 0.0, 0.0))]
    options |= {"material": "iron", "density": 7200.0}
    spinning = [spin * component for component in AXIS]
    rotor = world.add_body(shapes=wheel, orientation=TURNS[2], angular_velocity=spinning, name="rotor", **options)
    axes = kit.X, rotate(TURNS[0], kit.Y), rotate(TURNS[1], kit.X)
    for number, (a, b, axis) in enumerate(zip((table, *rings), rings, axes, strict=False)):
        world.add_joint(JointHinge(a, b, anchor=CENTER, axis=axis, name=f"gimbal {number + 1}"))
    world.add_joint(JointHinge(rings[2], rotor, anchor=CENTER, axis=AXIS, name="bearing"))


def draw(world: World) -> list[Strokes]:
    """Axis of the rotor, and where its ends have been."""
    rotor = kit.named(world, "rotor")
    if not rotor:
        return []
    ends = np.array(rotor[0].position) + np.array((-1.35, 1.35))[:, None] * kit.axis_of(world, rotor)
    line = Strokes(ends[:1], ends[1:], (1.0, 0.9, 0.2, 1.0))
    return [line, *stand.trails(PAST, world, ends, (1.0, 0.6, 0.1, 1.0))]


def check(world: World) -> None:
    """The table has turned by nearly three radians, the axis of the rotor by a few degrees, and joints are closed."""
    rotor = kit.named(world, "rotor")
    angle = math.degrees(math.acos(min(1.0, float(kit.axis_of(world, rotor)[0] @ np.array(AXIS)))))
    assert angle < 10.0, f"the axis of the rotor turned by {angle:.1f} degrees"
    assert rotor[0].angular_velocity.length > 0.9 * SPIN, "the rotor lost its spin"
    assert max(max(joint.error) for joint in world.joints) < 0.02, "a joint came apart"
    assert kit.axis_of(world, kit.named(world, "table"), 0)[0][0] < -0.9, "the table did not turn"
