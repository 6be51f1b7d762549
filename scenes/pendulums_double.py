"""Double pendulums.

Three double pendulums start side by side, a thousandth of a radian apart. For some seconds they swing as one; then
each goes its own way. Nobody can predict where a double pendulum will be after a minute: this is chaos.
Try: a smaller difference, which only buys a few seconds, or a small start angle, where there is no chaos.
"""

import math

import numpy as np

from physics import Body, JointHinge, ShapeCapsule, ShapeSphere, World
from scenes import kit
from scenes.kit import stand
from scenes.registry import Slider, Strokes, View, scene

TOP, UPPER, LOWER = 3.0, 1.1, 0.9  # height of the axle, lengths of the rods [m]
COLORS = ((1.0, 0.35, 0.2, 1.0), (0.3, 0.95, 0.4, 1.0), (0.35, 0.6, 1.0, 1.0))
PAST = [stand.Samples(360) for _ in COLORS]
DEGREES, APART = 130.0, 0.001


def add_rod(world: World, start: np.ndarray, angle: float, length: float, name: str) -> np.ndarray:
    """A rod with a ball at its lower end; returns that end."""
    end = start + length * np.array((math.sin(angle), -math.cos(angle), 0.0))
    rod = world.add_body(
        shape=ShapeCapsule(0.035, 0.5 * length), position=0.5 * (start + end), density=1000.0, material="steel",
        orientation=kit.turn(kit.Z, math.degrees(angle)), group=1, can_sleep=False, name=name,
    )  # fmt: skip
    rod.add_shape(ShapeSphere(0.11), (0.0, -0.5 * length, 0.0), material="iron", group=1)
    return end


@scene(
    category="Pendulums",
    name="Double pendulums",
    place="workshop",
    view=View(target=(0.0, 2.6, 0.0), distance=5.8, yaw_degrees=8.0, pitch_degrees=4.0),
    sliders={
        "degrees": Slider("Start angle", DEGREES, 5.0, 175.0, unit="degrees"),
        "apart": Slider("Difference of start angles", APART, 0.0, 0.1, unit="rad"),
    },
)
def build(world: World, *, degrees: float = DEGREES, apart: float = APART) -> None:
    """A post with an axle, and the pendulums behind each other on it."""
    kit.add_ground(world)
    kit.add_fixed(world, (0.1, 0.5 * TOP + 0.1, 0.1), (0.0, 0.5 * TOP + 0.1, -0.8), name="post")
    kit.add_fixed(world, (0.05, 0.05, 0.55), (0.0, TOP, -0.25), material="steel", group=1, name="axle")
    for number in range(len(COLORS)):
        z, angle = 0.3 * (number - 1), math.radians(degrees) + apart * number
        axle = np.array((0.0, TOP, z))
        elbow = add_rod(world, axle, angle, UPPER, f"upper rod {number + 1}")
        add_rod(world, elbow, angle, LOWER, f"lower rod {number + 1}")
        upper, lower = world.bodies[-2:]
        world.add_joint(JointHinge(None, upper, anchor=axle, axis=kit.Z, name=f"axle {number + 1}"))
        world.add_joint(JointHinge(upper, lower, anchor=elbow, axis=kit.Z, name=f"elbow {number + 1}"))


def draw(world: World) -> list[Strokes]:
    """Where the ends have been."""
    result = []
    for past, color, rod in zip(PAST, COLORS, kit.named(world, "lower rod"), strict=False):
        end = np.array([rod.position]) - 0.5 * LOWER * kit.axis_of(world, [rod])
        result += stand.trails(past, world, end, color)
    return result


def energy(world: World) -> float:
    """Energy of all pendulums [J]; 0 where they would rest at the height of the axle."""
    rods = kit.named(world, "upper") + kit.named(world, "lower")
    return sum(rod.kinetic_energy + 9.81 * rod.mass * (rod.center_of_mass.y - TOP) for rod in rods)


def lagrange(upper: Body, lower: Body, angle: float, time: float) -> np.ndarray:
    """Angles of two rods after they were let go at one angle [rad], by the equations of Lagrange (Runge-Kutta)."""
    lengths = (upper, UPPER), (lower, LOWER)
    a, b = (0.5 * length + (rod.center_of_mass - rod.position).length for rod, length in lengths)
    turn_a = upper.inertia[2, 2] + upper.mass * a**2 + lower.mass * UPPER**2
    turn_b, both = lower.inertia[2, 2] + lower.mass * b**2, lower.mass * UPPER * b
    weight = 9.81 * np.array((upper.mass * a + lower.mass * UPPER, lower.mass * b))

    def slope(state: np.ndarray) -> np.ndarray:
        angles, rates = state
        cosine, sine = both * math.cos(angles[0] - angles[1]), both * math.sin(angles[0] - angles[1])
        torque = sine * rates[::-1] ** 2 * (-1.0, 1.0) - weight * np.sin(angles)
        return np.array((rates, np.linalg.solve(((turn_a, cosine), (cosine, turn_b)), torque)))

    state, dt = np.array(((angle, angle), (0.0, 0.0))), 1.0 / 240.0
    for _ in range(round(time / dt)):
        one = slope(state)
        two = slope(state + 0.5 * dt * one)
        three = slope(state + 0.5 * dt * two)
        state = state + dt / 6.0 * (one + 2.0 * two + 2.0 * three + slope(state + dt * three))
    return state[0]


def check(world: World) -> None:
    """Joints are closed, rods in their planes, the energy is as at the start; all follow Lagrange, and go apart."""
    assert max(max(joint.error) for joint in world.joints) < 0.01, "a joint came apart"
    upper, lower, fresh = kit.named(world, "upper"), kit.named(world, "lower"), World()
    depth = world.read(upper + lower, "position")[:, 2]
    assert np.abs(depth - 0.3 * np.round(depth / 0.3)).max() < 0.01, "a rod left its plane"
    build(fresh)
    scale = 9.81 * sum(rod.mass for rod in upper + lower) * (UPPER + LOWER)
    assert abs(energy(world) - energy(fresh)) < 0.06 * scale, (
        f"energy changed from {energy(fresh):.0f} to {energy(world):.0f} J"
    )
    axes = kit.axis_of(world, upper + lower).reshape(2, -1, 3)
    angles = np.arctan2(-axes[:, :, 0], axes[:, :, 1]).T
    for number, found in enumerate(angles):
        expected = lagrange(upper[number], lower[number], math.radians(DEGREES) + APART * number, world.time)
        off = np.abs(np.remainder(found - expected + math.pi, 2.0 * math.pi) - math.pi).max()
        assert off < 0.2, f"pendulum {number + 1} is {off:.2f} rad off its time"
    growth = abs(math.remainder(angles[2, 1] - angles[0, 1], 2.0 * math.pi)) / (2.0 * APART)
    assert growth > 3.0, f"the pendulums are only {growth:.1f} times as far apart as at the start"
