"""What is symmetric stays so: bodies that land flat neither turn nor drift to one side."""

import math

import numpy as np
import pytest

from physics import BodyKind, ShapeBox, ShapeCylinder, ShapeHull, ShapeMesh, ShapePlane, World

DT = 1.0 / 60.0
#: Largest angular speed [rad/s] and way sidewards [m] of a landing that is symmetric.
SPIN, DRIFT = 0.005, 1e-4

CORNERS = [(x, y, z) for x in (-0.5, 0.5) for y in (-0.4, 0.4) for z in (-0.6, 0.6)]
FRUSTUM = [(w * x, y, w * z) for y, w in ((-0.4, 0.3), (0.4, 0.5)) for x in (-1.0, 1.0) for z in (-1.0, 1.0)]
#: Shapes with half their height.
SHAPES = {
    "cube": (ShapeBox((0.5, 0.5, 0.5)), 0.5),
    "plate": (ShapeBox((0.5, 0.1, 0.8)), 0.1),
    "tall box": (ShapeBox((0.3, 1.0, 0.3)), 1.0),
    "cylinder": (ShapeCylinder(0.4, 0.5), 0.5),
    "hull": (ShapeHull(CORNERS), 0.4),
    "frustum": (ShapeHull(FRUSTUM), 0.4),
}


def grid(cells):
    """A flat mesh of squares, each of two triangles."""
    line = np.linspace(-4.0, 4.0, cells + 1)
    places = [(x, 0.0, z) for x in line for z in line]
    triangles = []
    for i in range(cells):
        for j in range(cells):
            a = i * (cells + 1) + j
            b, c, d = a + 1, a + cells + 1, a + cells + 2
            triangles += [(a, b, d), (a, d, c)]
    return ShapeMesh(np.array(places), np.array(triangles))


GROUNDS = {
    "plane": (ShapePlane(), 0.0),
    "box": (ShapeBox((5.0, 0.5, 5.0)), -0.5),
    "mesh": (grid(2), 0.0),
    "fine mesh": (grid(8), 0.0),
}


def land(shape, ground, *, height=5.0, count=1, steps=120, **surface):
    """Drop a body flat, on the ground or on another one like it; largest angular speed and way sidewards."""
    world = World()
    solid, y = GROUNDS[ground]
    world.add_body(kind=BodyKind.STATIC, shape=solid, position=(0, y, 0), **surface)
    solid, half = SHAPES[shape]
    bodies = [
        world.add_body(shape=solid, position=(0, (2 * k + 1) * half + (height if k == count - 1 else 0), 0), **surface)
        for k in range(count)
    ]
    spin = drift = 0.0
    for _ in range(steps):
        world.step(DT)
        for body in bodies:
            spin = max(spin, np.abs(body.angular_velocity).max())
            drift = max(drift, math.hypot(body.position.x, body.position.z))
    return spin, drift


@pytest.mark.parametrize("friction", [0.0, 0.6])
@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("shape", SHAPES)
def test_a_flat_landing_neither_turns_nor_drifts(shape, ground, friction):
    """All points have the same residual, so they get the same impulse. It was up to 0.9 rad/s and 14 mm."""
    spin, drift = land(shape, ground, friction=friction, restitution=0.0)
    assert spin < SPIN and drift < DRIFT


@pytest.mark.parametrize("friction", [0.0, 0.6])
@pytest.mark.parametrize("shape", SHAPES)
def test_a_flat_landing_on_a_body_of_the_same_size_stays_flat(shape, friction):
    spin, drift = land(shape, "plane", height=1.0, count=2, friction=friction, restitution=0.0)
    assert spin < SPIN and drift < DRIFT


@pytest.mark.parametrize("restitution", [0.5, 0.9])
@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("shape", SHAPES)
def test_what_bounces_flat_leaves_flat(shape, ground, restitution):
    """A rubber cube from 5 m drifted by 38 cm, always to the same side."""
    spin, drift = land(shape, ground, friction=0.6, restitution=restitution)
    assert spin < SPIN and drift < DRIFT
