"""Newton's cradle.

Five steel balls hang on pairs of rods, side by side, so that they touch and each can only swing in one plane. The ball
that was pulled aside falls, its blow runs through the row, and the ball at the other end swings out as high as the
first one came from.
Try: pull two or three balls aside, and just as many leave. With less restitution the whole row swings together after a
while.
"""

import itertools
import math

import numpy as np

from physics import BodyKind, JointDistance, ShapeBox, ShapeSphere, World
from scenes import kit
from scenes.kit import stand
from scenes.registry import Slider, View, scene

RADIUS, LENGTH, HEIGHT = 0.25, 1.6, 2.4  # of a ball, of its pendulum, of the bars [m]
COUNT, HALF_WIDTH = 5, 0.6
DEGREES = 35.0


def set_restitution(world: World, value: float) -> None:
    """How much of their speed balls keep in a click."""
    for ball in kit.named(world, "ball"):
        ball.restitution = value


@scene(
    category="Pendulums",
    name="Newton's cradle",
    place="workshop",
    view=View(target=(0.0, 1.5, 0.0), distance=4.6, yaw_degrees=18.0, pitch_degrees=10.0),
    sliders={
        "pulled": Slider("Balls pulled aside", 1, 0, 4, integer=True),
        "restitution": Slider("Restitution", 1.0, 0.0, 1.0, live=set_restitution),
    },
)
def build(world: World, *, pulled: int = 1) -> None:
    """A frame of two bars on four posts, and balls below."""
    kit.add_ground(world)
    frame = [(ShapeBox((1.7, 0.05, 0.05)), (0.0, HEIGHT, side * HALF_WIDTH)) for side in (-1.0, 1.0)]
    post, corners = ShapeBox((0.05, 0.5 * HEIGHT, 0.05)), itertools.product((-1.7, 1.7), (-HALF_WIDTH, HALF_WIDTH))
    frame += [(post, (x, 0.5 * HEIGHT, z)) for x, z in corners]
    world.add_body(kind=BodyKind.STATIC, shapes=frame, material="wood", name="frame")
    for number in range(COUNT):
        x = 2.0 * RADIUS * (number - 0.5 * (COUNT - 1))
        angle = math.radians(DEGREES) if number < pulled else 0.0
        place = (x - LENGTH * math.sin(angle), HEIGHT - LENGTH * math.cos(angle), 0.0)
        ball = world.add_body(
            shape=ShapeSphere(RADIUS), position=place, material="steel", friction=0.0, restitution=1.0,
            rolling_friction=0.0, can_sleep=False, name=f"ball {number + 1}",
        )  # fmt: skip
        for side in (-1.0, 1.0):
            hook = (x, HEIGHT, side * HALF_WIDTH)
            world.add_joint(JointDistance(None, ball, anchor_a=hook, anchor_b=place, name=f"rod {number + 1}"))


def check(world: World) -> None:
    """The balls keep their plane, rods and most energy; the outer ones take turns in time, the inner hardly move."""
    balls = kit.named(world, "ball")
    place = world.read(balls, "position")
    assert np.abs(place[:, 2]).max() < 0.01, "a ball left its plane"
    assert max(joint.error[0] for joint in world.joints) < 0.005, "a rod stretches"
    mass, wide = balls[0].mass, math.radians(DEGREES)
    start = 9.81 * LENGTH * (1.0 - math.cos(wide))
    speed = world.read(balls, "velocity")
    energy = 0.5 * (speed**2).sum() + 9.81 * (place[:, 1] - HEIGHT + LENGTH).sum()
    assert 0.97 < energy / start < 1.02, f"energy is {energy / start:.2f} of that at the start, for {mass:.0f} kg"
    assert np.abs(speed[1:-1, 0]).max() < 0.05, "the inner balls swing"
    hooks = 2.0 * RADIUS * (np.arange(COUNT) - 0.5 * (COUNT - 1))
    for ball, x in zip(balls, hooks, strict=True):
        pull, expected = stand.swing_pull(ball, (x, HEIGHT, 0.0))
        assert abs(pull / expected - 1.0) < 0.05, f"{ball.name} hangs with {pull:.0f} N, not with {expected:.0f} N"
    pace = math.sqrt(9.81 / LENGTH) / (1.0 + wide**2 / 16.0)
    turn, since = divmod(world.time - 0.5 * math.pi / pace, math.pi / pace)
    outer, side = (0, -1.0) if turn % 2.0 else (COUNT - 1, 1.0)
    angle = math.atan2(place[outer, 0] - hooks[outer], HEIGHT - place[outer, 1])
    expected = side * wide * math.sin(pace * since)
    assert abs(angle - expected) < 0.05, f"{balls[outer].name} is at {angle:.3f} rad, not at {expected:.3f} rad"
