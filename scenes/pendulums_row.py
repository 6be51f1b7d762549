"""Row of pendulums.

Pendulums of equal length swing from 10 to 170 degrees. The white line is the period after the elliptic integral, T = 4
K(sin(a / 2)) sqrt(I / (m g L)); the yellow one is measured. Wide swings take longer, which is why clocks swing little.
Try: other lengths and gravities. The period is proportional to the square root of length over gravity.
"""

import math

import numpy as np

from physics import JointHinge, ShapeSphere, World
from scenes import kit
from scenes.kit import stand
from scenes.registry import Label, Slider, Strokes, View, scene

DEGREES = (10.0, 45.0, 90.0, 135.0, 160.0)
PITCH, TOP, RADIUS = 1.9, 2.6, 0.13
LENGTH = 1.2
PAST = stand.Samples(900)


def mean(b: float) -> float:
    """Arithmetic-geometric mean of 1 and a number."""
    a = 1.0
    for _ in range(20):
        a, b = 0.5 * (a + b), math.sqrt(a * b)
    return a


def period(degrees: float, length: float, gravity: float) -> float:
    """Period of a ball on a light rod [s], by the arithmetic-geometric mean."""
    slow = 1.0 / mean(math.cos(0.5 * math.radians(degrees)))
    return 2.0 * math.pi * slow * math.sqrt((length**2 + 0.4 * RADIUS**2) / (gravity * length))


@scene(
    category="Pendulums",
    name="Row of pendulums",
    place="lab",
    view=View(target=(0.0, 2.5, 0.0), distance=7.6, yaw_degrees=0.0, pitch_degrees=6.0),
    sliders={
        "length": Slider("Length", LENGTH, 0.5, 1.4, unit="m"),
        "gravity": Slider("Gravity", 9.81, 1.0, 25.0, unit="m/s²"),
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


def draw(world: World) -> list[Strokes | Label]:
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
        measured = f"{found:.3f} s" if found else "..."
        text = f"{degrees:.0f}°\nformula {expected:.3f} s\nmeasured {measured}"
        result.append(Label(text, foot + (0.0, 1.55, 0.0)))
    return result


def angle_at(time: float, degrees: float) -> float:
    """Angle of a pendulum that was let go at another one [rad], by the Fourier series of the elliptic function."""
    half = 0.5 * math.radians(degrees)
    nome = math.exp(-math.pi * mean(math.cos(half)) / mean(math.sin(half)))
    pace = 2.0 * math.pi * time / period(degrees, LENGTH, 9.81)
    terms = ((-1.0) ** (n // 2) / n * nome ** (0.5 * n) / (1.0 + nome**n) * math.cos(n * pace) for n in range(1, 40, 2))
    return 8.0 * sum(terms)


def check(world: World) -> None:
    """Rods keep their length and pull as they must, no pendulum lost or won energy, and each is where it should be."""
    for number, (degrees, ball) in enumerate(zip(DEGREES, kit.named(world, "ball"), strict=True)):
        height = ball.position.y - TOP + LENGTH * math.cos(math.radians(degrees))
        energy = ball.kinetic_energy / ball.mass + 9.81 * height
        assert abs(energy) < 0.15, f"{ball.name}: energy changed by {energy:.2f} J/kg"
        axle = np.array((PITCH * (number - 2.0), TOP, 0.0))
        x, y, _ = ball.position - axle
        arm, angle, expected = math.hypot(x, y), math.atan2(x, -y), angle_at(world.time, degrees)
        assert abs(arm - LENGTH) < 0.005, f"{ball.name}: the rod is {arm:.3f} m long"
        assert abs(angle - expected) < 0.02, f"{ball.name} is at {angle:.3f} rad, not at {expected:.3f} rad"
        pull, expected = stand.swing_pull(ball, axle)
        assert abs(pull - expected) < 0.1 * 9.81 * ball.mass, (
            f"{ball.name} is pulled with {pull:.0f} N, not with {expected:.0f} N"
        )
