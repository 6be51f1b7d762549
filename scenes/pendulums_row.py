"""Row of pendulums.

Pendulums of one length swing from 10 to 170 degrees. The white line says how long a period is by the elliptic integral,
T = 4 K(sin(a / 2)) sqrt(I / (m g L)); the yellow one is measured. Wide swings take longer: clocks must swing little.
Try: other lengths and gravities. The period goes with the root of length over gravity.
"""

import math

import numpy as np

from physics import JointHinge, ShapeSphere, World
from scenes import kit
from scenes.kit import letters, stand
from scenes.registry import Slider, Strokes, View, scene

DEGREES = (10.0, 45.0, 90.0, 135.0, 160.0)
PITCH, TOP, RADIUS = 1.9, 2.6, 0.13
LENGTH = 1.2
PAST = stand.History(900)


def period(degrees: float, length: float, gravity: float) -> float:
    """Period of a ball on a light rod [s], by the arithmetic-geometric mean."""
    a, b = 1.0, math.cos(0.5 * math.radians(degrees))
    for _ in range(20):
        a, b = 0.5 * (a + b), math.sqrt(a * b)
    return 2.0 * math.pi / a * math.sqrt((length**2 + 0.4 * RADIUS**2) / (gravity * length))


@scene(
    category="Pendulums",
    name="Row of pendulums",
    view=View(target=(0.0, 2.5, 0.0), distance=7.6, yaw_degrees=0.0, pitch_degrees=6.0),
    sliders={
        "length": Slider("Length", LENGTH, 0.5, 1.4, unit="m"),
        "gravity": Slider("Gravity", 9.81, 1.0, 25.0, unit="m/s2"),
    },
)
def build(world: World, *, length: float = LENGTH, gravity: float = 9.81) -> None:
    """A beam on posts; below it pendulums that start at rest from their angles."""
    kit.add_ground(world)
    kit.set_gravity(world, gravity)
    half = 0.5 * PITCH * len(DEGREES)
    kit.add_fixed(world, (half, 0.08, 0.08), (0.0, TOP, -0.5), name="beam")
    for side in (-1.0, 1.0):
        kit.add_fixed(world, (0.08, 0.5 * TOP, 0.08), (side * half, 0.5 * TOP, -0.5), name="post")
    for number, degrees in enumerate(DEGREES):
        x, angle = PITCH * (number - 0.5 * (len(DEGREES) - 1)), math.radians(degrees)
        kit.add_fixed(world, (0.04, 0.04, 0.25), (x, TOP, -0.25), material="steel", name="axle")
        place = (x + length * math.sin(angle), TOP - length * math.cos(angle), 0.0)
        ball = world.add_body(
            shape=ShapeSphere(RADIUS), position=place, material="steel", can_sleep=False, group=1,
            name=f"ball {number + 1}",
        )  # fmt: skip
        hinge = JointHinge(
            None, ball, anchor=(x, TOP, 0.0), axis=kit.Z, name=f"hinge {number + 1}", user_data=(degrees, length)
        )
        world.add_joint(hinge)


def draw(world: World) -> list[Strokes]:
    """Rods, and above each pendulum its two periods."""
    result, hinges = (
        [],
        sorted((joint for joint in world.joints if joint.name.startswith("hinge")), key=lambda j: j.name),
    )
    if not hinges:
        return []
    times, angles = PAST.add(world, [hinge.angle + math.radians(hinge.user_data[0]) for hinge in hinges])
    for column, hinge in enumerate(hinges):
        degrees, length = hinge.user_data
        foot = np.array(hinge.anchor_a)
        result.append(Strokes(foot[None], np.array([hinge.body_b.position]), stand.ROPE_COLOR))
        expected, found = period(degrees, length, -world.gravity.y), stand.last_period(times, angles[:, column])
        result.append(letters.write(f"{degrees:.0f} DEG\nT={expected:.3f} S", foot + (0.0, 1.8, 0.0), height=0.15))
        text = f"T={found:.3f} S" if found else "..."
        result.append(letters.write(text, foot + (0.0, 1.3, 0.0), height=0.15, color=(1.0, 0.85, 0.3, 1.0)))
    return result


def check(world: World) -> None:
    """Rods keep their length, and no pendulum has lost or won energy."""
    for degrees, ball in zip(DEGREES, kit.named(world, "ball"), strict=True):
        height = ball.position.y - TOP + LENGTH * math.cos(math.radians(degrees))
        energy = ball.kinetic_energy / ball.mass + 9.81 * height
        assert abs(energy) < 0.15, f"{ball.name}: energy changed by {energy:.2f} J/kg"
        arm = math.hypot(ball.position.x - PITCH * (DEGREES.index(degrees) - 2.0), ball.position.y - TOP)
        assert abs(arm - LENGTH) < 0.005, f"{ball.name}: the rod is {arm:.3f} m long"
