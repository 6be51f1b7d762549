"""Path.

A path joint holds a body on a smooth curve through points, here a roller coaster without rails below its cars. Each
car keeps its orientation to the track, upside down in the loop. Without friction v^2 / 2 + g h stays the same for ever.
The bead on the wire in front is free to turn, and swings as a pendulum would: the wire is a circle.
Try: friction until the cars no longer pass the loop, then a motor; and pull the bead up and let it go.
"""

import math

import numpy as np

from physics import JointPath, ShapeBox, ShapeSphere, World
from scenes import kit
from scenes.kit import stand
from scenes.registry import Label, Slider, Strokes, View, scene

#: Points of the track [m]: down the hill, through the loop, around and back up.
LOOP = [(4.0 + 2.4 * math.sin(a), 3.0 - 2.4 * math.cos(a), 0.2 + 0.11 * a) for a in np.linspace(0.0, 2.0 * math.pi, 9)]
TRACK = [(-9.0, 7.6, 0.0), (-6.5, 6.6, 0.0), (-4.0, 3.4, 0.0), (-1.5, 1.2, 0.0), (1.2, 0.62, 0.05), *LOOP]
TRACK += [(6.8, 0.7, 0.5), (9.3, 1.6, -0.4), (10.3, 2.6, -2.4), (8.7, 3.4, -4.2), (5.5, 3.4, -4.6)]
TRACK += [(1.5, 2.6, -4.6), (-3.0, 3.6, -4.6), (-7.0, 6.0, -4.4), (-9.8, 7.4, -3.6), (-10.8, 7.8, -1.8)]
CARS, PITCH = 3, 1.1
START = 1.5  # speed of the train [m/s]
RADIUS, PLACE = 1.0, np.array((-3.0, 1.6, 3.0))  # of the wire [m]
WIRE = [tuple(PLACE + RADIUS * np.array((math.sin(a), -math.cos(a), 0.0))) for a in 2.0 * np.pi * np.arange(16) / 16]
AMPLITUDE = 2.0  # of the bead [rad]


def add_car(world: World, number: int) -> None:
    """A car on the track, with its long side along it."""
    car = world.add_body(
        shape=ShapeBox((0.42, 0.2, 0.26)), mass=120.0, material="steel", can_sleep=False, name="car", position=TRACK[0]
    )
    track = JointPath(None, car, points=TRACK, closed=True)
    place, ahead = track.at(PITCH * number), track.at(PITCH * number + 0.01)
    way = (ahead - place) / (ahead - place).length
    yaw, pitch = 0.5 * math.atan2(-way.z, way.x), 0.5 * math.asin(way.y)
    car.position = place
    car.orientation = (
        math.sin(yaw) * math.sin(pitch), math.sin(yaw) * math.cos(pitch), math.cos(yaw) * math.sin(pitch),
        math.cos(yaw) * math.cos(pitch),
    )  # fmt: skip
    car.velocity = way * START
    options = {"motor_speed": 6.0, "name": f"CAR {number}"}
    world.add_joint(JointPath(None, car, points=TRACK, closed=True, oriented=True, **options))


@scene(
    category="Joints",
    name="Path",
    place="meadow",
    view=View(target=(-0.2, 3.6, -1.0), distance=14.4, yaw_degrees=12.0, pitch_degrees=14.0),
    sliders={
        "friction": Slider("Friction of each car", 0.0, 0.0, 200.0, unit="N", live=stand.set_joints("CAR", "friction")),
        "speed": Slider("Motor speed", 6.0, -12.0, 12.0, unit="m/s", live=stand.set_joints("CAR", "motor_speed")),
        "force": Slider("Motor force", 0.0, 0.0, 2000.0, unit="N", live=stand.set_joints("CAR", "motor_max_force")),
    },
)
def build(world: World) -> None:
    """A train of three cars on top of the hill, and a bead on a round wire."""
    kit.add_ground(world)
    for number in range(CARS):
        add_car(world, number)
    place = PLACE + RADIUS * np.array((math.sin(AMPLITUDE), -math.cos(AMPLITUDE), 0.0))
    bead = world.add_body(
        shape=ShapeSphere(0.14), mass=5.0, position=place, material="iron", can_sleep=False, name="bead"
    )
    world.add_joint(JointPath(None, bead, points=WIRE, closed=True, name="BEAD"))


def draw(world: World) -> list[Strokes | Label]:
    """Track and wire, posts below the track, and how fast each body is."""
    result = []
    for name, count in (("CAR", 240), ("BEAD", 72)):
        joint = stand.joint_named(world, name)
        if joint is not None:
            points = np.array([joint.at(joint.length * k / count) for k in range(count + 1)])
            result.append(Strokes(points[:-1], points[1:], (0.75, 0.78, 0.82, 1.0)))
            if name == "CAR":
                posts = points[:-1:12]
                result.append(Strokes(posts, posts * (1.0, 0.0, 1.0), (0.45, 0.47, 0.5, 0.6)))
    for joint in world.joints:
        place = np.array(joint.body_b.position) + (0.0, 0.5, 0.0)
        result.append(Label(f"{abs(joint.rate):.1f} m/s", place))
    return result


def check(world: World) -> None:
    """Nothing has left its curve; the train has what it had, and the bead has swung through."""
    for joint in world.joints:
        assert joint.error[0] < 2e-3, f"{joint.name} is {1e3 * joint.error[0]:.2f} mm off its path"
    for joint in world.joints[:CARS]:
        body = joint.body_b
        energy = 0.5 * body.velocity.length**2 + 9.81 * body.position.y
        assert abs(energy - 9.81 * TRACK[0][1]) < 12.0, f"{joint.name} has {energy:.1f} J/kg"
        assert joint.position > 20.0, f"{joint.name} has only come {joint.position:.1f} m"
        assert joint.error[1] < 0.05, f"{joint.name} is turned by {joint.error[1]:.2f} rad against the track"
    assert abs(world.joints[CARS].rate) < 7.0, "the bead is too fast"
