"""Fast bodies meet meshes that spin: what comes near by the spin of a surface is seen before it is inside."""

import math

import pytest

from physics import BodyKind, ShapeMesh, ShapeSphere, Vec3, World

DT = 1 / 60
#: Faces of a box whose corners are numbered by the signs of x, y and z, seen from outside.
FACES = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
#: Half of the length, width and thickness of a blade [m].
LENGTH, WIDTH, THICKNESS = 1.5, 0.5, 0.05
#: Distance of the ball from the axis, and its radius [m].
ARM, RADIUS = 1.2, 0.1
SPEED, SPIN = 20.0, 20.0


def blade(axis: int) -> ShapeMesh:
    """Thin mesh around one of the axes, long along the next one."""
    half = [0.0, 0.0, 0.0]
    half[axis], half[(axis + 1) % 3], half[(axis + 2) % 3] = WIDTH, LENGTH, THICKNESS
    x, y, z = half
    corners = [(i * x, j * y, k * z) for i in (-1, 1) for j in (-1, 1) for k in (-1, 1)]
    triangles = [t for a, b, c, d in FACES for t in ((a, b, c), (a, c, d))]
    return ShapeMesh(corners, triangles)


def unit(axis: int, size: float) -> Vec3:
    """Vector along one of the axes."""
    parts = [0.0, 0.0, 0.0]
    parts[axis % 3] = size
    return Vec3(*parts)


@pytest.mark.parametrize("late", [0.0, 0.3, 0.7], ids="a part of {} of a step later".format)
@pytest.mark.parametrize("side", [-1, 1])
@pytest.mark.parametrize("axis", [0, 1, 2])
def test_a_ball_that_flies_against_a_spinning_blade_is_thrown_back(axis, side, late):
    """Head on: 20 m/s against 24 m/s of the blade, so 0.73 m in a step, seven times the ball.

    Without friction and bounce it leaves with the speed of the blade where it was hit, w r = 24 m/s, or slides outward
    along the blade and leaves with up to that of its end, 30 m/s.
    """
    world = World(gravity=(0, 0, 0), sleeping=False)
    time = (6.0 + late) * DT  # until they meet
    angle = -side * SPIN * time
    world.add_body(
        kind=BodyKind.KINEMATIC,
        shape=blade(axis),
        orientation=(*unit(axis, math.sin(0.5 * angle)), math.cos(0.5 * angle)),
        angular_velocity=unit(axis, side * SPIN),
        restitution=0.0,
        friction=0.0,
    )
    ball = world.add_body(
        shape=ShapeSphere(RADIUS),
        position=unit(axis + 1, ARM) + unit(axis + 2, side * SPEED * time),
        velocity=unit(axis + 2, -side * SPEED),
        restitution=0.0,
        friction=0.0,
    )
    for _ in range(12):
        world.step(DT)
    assert 0.95 * SPIN * ARM < side * ball.velocity[(axis + 2) % 3] < SPIN * LENGTH
    assert abs(ball.velocity[axis]) < 0.01
