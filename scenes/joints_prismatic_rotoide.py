"""Sliding hinge.

A hinge that slides at a right angle to its axis (ODE calls it prismatic rotoide): a pendulum whose pivot runs along a
rail. On the first rail both are free, and pivot and pendulum swing against each other; on the second a motor drives
the pivot; on the third a spring holds it in the middle.
Try: a fast pivot, or a stiff spring on the third.
"""

import math

from physics import JointPrismaticRotoide, World
from scenes import kit
from scenes.kit import stand
from scenes.registry import Label, Slider, View, scene

LABELS = ("FREE", "MOTOR", "SPRING")
HALF, PITCH, HEIGHT = 1.9, 1.0, 1.6
LIMIT, ANGLE, SPEED, FORCE, HERTZ, RATIO = 1.4, 170.0, 1.2, 300.0, 1.0, 0.05


def set_limit(world: World, value: float) -> None:
    """Stops of all rails [m]."""
    for joint in world.joints:
        joint.slide.limits = -value, value


def set_angle(world: World, degrees: float) -> None:
    """How far all pendulums may swing both ways."""
    most = math.radians(degrees)
    for joint in world.joints:
        joint.turn.limits = -most, most


@scene(
    category="Joints",
    name="Sliding hinge",
    place="workshop",
    view=View(target=(0.1, 0.9, 0.1), distance=4.5, yaw_degrees=18.0, pitch_degrees=16.0),
    sliders={
        "limit": Slider("Rail limits", LIMIT, 0.2, 1.7, unit="m", live=set_limit),
        "angle": Slider("Swing limits", ANGLE, 5.0, 170.0, unit="degrees", live=set_angle),
        "speed": Slider("Motor speed", SPEED, 0.0, 4.0, unit="m/s", live=stand.set_speeds("MOTOR", 2)),
        "force": Slider(
            "Motor force", FORCE, 0.0, 1000.0, unit="N", live=stand.set_joints("MOTOR", "motor_max_force", 2)
        ),
        "hertz": Slider("Spring frequency", HERTZ, 0.2, 5.0, unit="Hz", live=stand.set_springs("SPRING", "hertz", 2)),
        "ratio": Slider("Spring damping ratio", RATIO, 0.0, 2.0, live=stand.set_springs("SPRING", "damping_ratio", 2)),
    },
)
def build(world: World) -> None:
    """Three rails with a pendulum each."""
    kit.add_ground(world)
    for number, label in enumerate(LABELS):
        place = (0.0, HEIGHT + 0.25 * number, PITCH * (1 - number))
        rail = stand.add_rail(world, place[1], place[2], HALF, label)
        club = stand.add_club(world, place, name=f"club {label}", group=1)
        club.angular_velocity = (0.0, 0.0, 3.0)
        club.velocity = club.angular_velocity.cross(club.center_of_mass - place) * 0.5
        joint = JointPrismaticRotoide(rail, club, anchor=place, axis_slide=kit.X, axis_turn=kit.Z, name=label)
        joint.slide.limits = -LIMIT, LIMIT
        joint.slide.motor_speed = SPEED if label == "MOTOR" else 0.0
        if label == "SPRING":
            joint.slide.set_spring(hertz=HERTZ, damping_ratio=RATIO)
        world.add_joint(joint)
    world.schedule(stand.reverse_at_limits("MOTOR"), after_steps=1)


def draw(world: World) -> list[Label]:
    """Way and angle of each."""
    return [
        Label(
            f"{joint.name.capitalize()}\n{joint.slide.position:+.2f} m  {math.degrees(joint.turn.position):+.0f}°",
            joint.anchor_a + (0.0, 0.15, 0.0),
        )
        for joint in world.joints
    ]


def check(world: World) -> None:
    """Pivots stay on their rails and between their stops; the driven one is where it should be and pulls as it must."""
    for joint in world.joints:
        assert max(joint.error) < 0.01, f"{joint.name}: off its rail by {joint.error}"
        assert abs(joint.slide.position) < LIMIT + 0.03, f"{joint.name}: passed its stop"
    motor = stand.joint_named(world, "MOTOR")
    assert abs(abs(motor.slide.rate) - SPEED) < 0.2, f"the motor moves at {motor.slide.rate:.2f} m/s"
    place, expected = motor.slide.position, stand.expected_position(LIMIT, SPEED * world.time)
    assert abs(place - expected) < 0.2, f"the motor is at {place:.2f} m, not at {expected:.2f} m"
    club, pivot = motor.body_b, motor.anchor_b
    pull, expected = stand.swing_pull(club, pivot, drift=club.velocity_at(pivot))
    assert abs(pull / expected - 1.0) < 0.05, f"the driven pivot pulls with {pull:.0f} N, not with {expected:.0f} N"
