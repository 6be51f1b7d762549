"""Bodies that slide over ridges of meshes and height fields: what is beyond a ridge does not push before it is met."""

import math

import numpy as np
import pytest

from physics import BodyKind, ShapeBox, ShapeCapsule, ShapeCylinder, ShapeHeightField, ShapeHull, ShapeMesh, World

DT = 1 / 60
GRAVITY = 9.81
ACROSS = (math.sqrt(0.5), 0.0, 0.0, math.sqrt(0.5))  # turns +Y to +Z


def hull(x, y, z):
    """A slab with a low roof."""
    return ShapeHull([(i * x, j * y, k * z) for i in (-1, 1) for j in (-1, 1) for k in (-1, 1)] + [(0, y + 0.1, 0)])


#: Shape, height of its center when it lies flat.
SLIDERS = {
    "slab": (ShapeBox((0.5, 0.1, 0.5)), 0.1),
    "plate": (ShapeBox((1.0, 0.2, 1.0)), 0.2),
    "board": (ShapeBox((1.0, 0.05, 0.5)), 0.05),
    "cube": (ShapeBox((0.25, 0.25, 0.25)), 0.25),
    "hull": (hull(0.5, 0.1, 0.5), 0.1),
    "long hull": (hull(1.0, 0.05, 0.5), 0.05),
    "cylinder": (ShapeCylinder(0.4, 0.1), 0.1),
}


def wedge(degrees, length=2.0, width=4.0):
    """A closed wedge of eight triangles: it rises along +x up to the origin, where a wall goes down."""
    low, half = -length * math.tan(math.radians(degrees)), 0.5 * width
    vertices = [(x, y, z) for x, y in ((-length, low), (0, 0), (0, low)) for z in (-half, half)]
    triangles = [(0, 1, 3), (0, 3, 2), (2, 3, 5), (2, 5, 4), (0, 2, 4), (1, 5, 3), (0, 4, 5), (0, 5, 1)]
    return ShapeMesh(np.array(vertices), np.array(triangles))


def plateau(degrees, columns, *, two_sided=False):
    """Level up to x = 0, then down; half of the triangles touch the ridge at a corner only."""
    drop = math.tan(math.radians(degrees))
    profile = [(-20.0, 0.0), (0.0, 0.0), (5.0, -5.0 * drop), (25.0, -5.0 * drop)]
    z = np.linspace(-4.0, 4.0, columns + 1)
    n = len(z)
    vertices = [(x, y, k) for x, y in profile for k in z]
    triangles = []
    for i in range(len(profile) - 1):
        for j in range(columns):
            a, b = i * n + j, (i + 1) * n + j
            triangles += [(a, a + 1, b + 1), (a, b + 1, b)]
    return ShapeMesh(np.array(vertices), np.array(triangles), two_sided=two_sided)


def slide(ground, shape, position, velocity, orientation=(0.0, 0.0, 0.0, 1.0), *, friction, steps):
    """Largest vertical speed [m/s], velocity at the end, and the most energy per mass won in a step [J/kg]."""
    world = World()
    world.add_body(kind=BodyKind.STATIC, shape=ground, friction=friction)
    body = world.add_body(
        shape=shape, position=position, orientation=orientation, velocity=velocity, friction=friction, can_sleep=False
    )
    highest, won, before = -math.inf, 0.0, math.inf
    for _ in range(steps):
        world.step(DT)
        energy = world.energy()
        total = (energy.kinetic + energy.potential) / body.mass
        won, before = max(won, total - before), total
        highest = max(highest, body.velocity[1])
    return highest, np.array(body.velocity), won


@pytest.mark.slow
@pytest.mark.parametrize("degrees", [10.0, 15.0, 20.0, 30.0])
@pytest.mark.parametrize("name", SLIDERS)
def test_a_body_leaves_the_upper_edge_of_a_ramp_as_a_projectile(name, degrees):
    """Frictionless, up a ramp and off: v_y <= v_0 sin a, energy stays, and the wall below the edge stops nothing."""
    shape, height = SLIDERS[name]
    angle, speed = math.radians(degrees), 5.0
    along, up = np.array((math.cos(angle), math.sin(angle), 0.0)), np.array((-math.sin(angle), math.cos(angle), 0.0))
    turn = (0.0, 0.0, math.sin(0.5 * angle), math.cos(0.5 * angle))
    start = -0.7 * along + (height + 0.001) * up + np.array((0.0, 0.0, 0.33))
    highest, velocity, won = slide(wedge(degrees), shape, start, speed * along, turn, friction=0.0, steps=40)
    assert highest < speed * math.sin(angle) + 0.01
    assert won < 0.05
    # What gravity takes along the ramp, over 0.7 m and half of the body at most, and the turning of the body.
    assert velocity[0] > 0.85 * math.sqrt(speed**2 - 2 * GRAVITY * 1.7 * math.sin(angle)) * math.cos(angle)
    assert abs(velocity[2]) < 0.05


@pytest.mark.parametrize("degrees", [10.0, 20.0, 30.0])
@pytest.mark.parametrize("kind", ["mesh", "two-sided mesh", "height field"])
@pytest.mark.parametrize("name", ["slab", "hull", "cylinder"])
def test_a_flat_body_slides_over_the_upper_edge_of_a_slope_without_a_jump(name, kind, degrees):
    """From level ground over a ridge at 5 m/s: it never rises, and wins no energy."""
    shape, height = SLIDERS[name]
    if kind == "height field":
        x = np.arange(-12.0, 13.0)
        ground = ShapeHeightField(np.tile(-math.tan(math.radians(degrees)) * np.maximum(x, 0.0), (9, 1)), 1.0)
    else:
        ground = plateau(degrees, 8, two_sided=kind == "two-sided mesh")
    start = (-1.0, height + 0.001, 0.0)
    highest, velocity, won = slide(ground, shape, start, (5.0, 0.0, 0.0), friction=0.1, steps=30)
    assert highest < 0.02
    assert won < 0.02
    assert velocity[0] > 4.4 and abs(velocity[2]) < 0.05


@pytest.mark.parametrize("shape", [ShapeBox((0.5, 0.1, 0.5)), hull(0.5, 0.1, 0.5), ShapeCapsule(0.3, 0.5)])
def test_a_body_slides_up_a_ramp_and_onto_the_level_ground_above(shape):
    """Up 10 degrees without friction: v = sqrt(v_0^2 - 2 g h) on top, less what landing on the level takes."""
    angle = math.radians(10.0)
    x = np.arange(-12.0, 13.0)
    ground = ShapeHeightField(np.tile(math.tan(angle) * np.minimum(x, 0.0), (9, 1)), 1.0)
    turn = (0.0, 0.0, math.sin(0.5 * angle), math.cos(0.5 * angle))
    height = 0.3 if shape.kind == ShapeCapsule(0.3, 0.5).kind else 0.1
    if height == 0.3:
        turn = ACROSS
    start = np.array((-3.0 - height * math.sin(angle), -3.0 * math.tan(angle) + height * math.cos(angle) + 0.001, 0.0))
    velocity = 5.0 * np.array((math.cos(angle), math.sin(angle), 0.0))
    _, velocity, won = slide(ground, shape, start, velocity, turn, friction=0.0, steps=100)
    rest = math.sqrt(25.0 - 2 * GRAVITY * 3.0 * math.tan(angle))
    assert rest * math.cos(angle) * 0.93 < velocity[0] <= rest + 0.01
    assert won < 0.02
