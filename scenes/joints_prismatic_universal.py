"""Sliding universal joint.

A universal joint that also slides: a weight that swings in two directions but does not twist, on a pivot that runs
along a rail. The first slides freely, the second is driven back and forth, the third is on a spring.
Try: narrow limits of the swing, a fast motor, and pull a weight to the side.
"""

import math

from physics import JointPrismaticUniversal, World
from scenes import kit
from scenes.kit import stand
from scenes.registry import Label, Slider, View, scene

LABELS = ("FREE", "MOTOR", "SPRING")
HALF, PITCH, HEIGHT = 1.9, 1.4, 1.6
WAY, SPEED, FORCE, HERTZ, RATIO, ANGLE = 1.4, 1.0, 500.0, 1.0, 0.05, 60.0


def set_way(world: World, value: float) -> None:
    """Stops of all rails [m]."""
    for joint in world.joints:
        joint.slide.limits = -value, value


def set_angle(world: World, degrees: float) -> None:
    """How far all weights may swing both ways."""
    most = math.radians(degrees)
    for joint in world.joints:
        joint.turn_a.limits = joint.turn_b.limits = -most, most


@scene(
    category="Joints",
    name="Sliding universal joint",
    place="workshop",
    view=View(target=(-0.1, 0.8, 0.2), distance=5.0, yaw_degrees=22.0, pitch_degrees=18.0),
    sliders={
        "angle": Slider("Swing limits", ANGLE, 5.0, 80.0, unit="degrees", live=set_angle),
        "limit": Slider("Rail limits", WAY, 0.2, 1.7, unit="m", live=set_way),
        "speed": Slider("Motor speed", SPEED, 0.0, 4.0, unit="m/s", live=stand.set_speeds("MOTOR", 0)),
        "force": Slider(
            "Motor force", FORCE, 0.0, 1000.0, unit="N", live=stand.set_joints("MOTOR", "motor_max_force", 0)
        ),
        "hertz": Slider("Spring frequency", HERTZ, 0.2, 5.0, unit="Hz", live=stand.set_springs("SPRING", "hertz", 0)),
        "ratio": Slider("Spring damping ratio", RATIO, 0.0, 2.0, live=stand.set_springs("SPRING", "damping_ratio", 0)),
    },
)
def build(world: World) -> None:
    """Three rails with a weight each."""
    kit.add_ground(world)
    for number, label in enumerate(LABELS):
        place = (0.0, HEIGHT + 0.25 * number, PITCH * (1 - number))
        rail = stand.add_rail(world, place[1], place[2], HALF, label)
        club = stand.add_club(world, place, name=f"club {label}", group=1)
        club.angular_velocity = (1.5, 0.0, 2.0)
        club.velocity = club.angular_velocity.cross(club.center_of_mass - place) * 0.5
        joint = JointPrismaticUniversal(
            rail, club, anchor=place, axis_slide=kit.X, axis_a=kit.X, axis_b=kit.Z, name=label
        )
        joint.slide.limits = -WAY, WAY
        if label == "MOTOR":
            joint.slide.motor_speed, joint.slide.motor_max_force = SPEED, FORCE
        elif label == "SPRING":
            joint.slide.set_spring(hertz=HERTZ, damping_ratio=RATIO)
        world.add_joint(joint)
    world.schedule(stand.reverse_at_limits("MOTOR"), after_steps=1)


def draw(world: World) -> list[Label]:
    """Way and angles of each."""
    result = []
    for joint in world.joints:
        angles = " ".join(f"{math.degrees(axis.position):+.0f}°" for axis in (joint.turn_a, joint.turn_b))
        text = f"{joint.name.capitalize()}\n{joint.slide.position:+.2f} m  {angles}"
        result.append(Label(text, joint.anchor_a + (0.0, 0.15, 0.0)))
    return result


def check(world: World) -> None:
    """Pivots stay on their rails, no weight twists or swings too far; the driven one is where it should be."""
    for joint in world.joints:
        assert max(joint.error) < 0.01, f"{joint.name}: {joint.error}"
        assert abs(joint.slide.position) < WAY + 0.03, f"{joint.name}: passed its stop"
        for axis in (joint.turn_a, joint.turn_b):
            assert abs(axis.position) < math.radians(ANGLE + 4.0), f"{joint.name}: swings too far"
    motor = stand.joint_named(world, "MOTOR")
    assert abs(abs(motor.slide.rate) - SPEED) < 0.2, f"the motor moves at {motor.slide.rate:.2f} m/s"
    place, expected = motor.slide.position, stand.expected_position(WAY, SPEED * world.time)
    assert abs(place - expected) < 0.2, f"the motor is at {place:.2f} m, not at {expected:.2f} m"
    club, pivot = motor.body_b, motor.anchor_b
    pull, expected = stand.swing_pull(club, pivot, drift=club.velocity_at(pivot))
    assert abs(pull / expected - 1.0) < 0.05, f"the driven pivot pulls with {pull:.0f} N, not with {expected:.0f} N"
