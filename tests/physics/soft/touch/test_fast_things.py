"""Nothing passes through: balls through cloth, soft bodies through a wall."""

import numpy as np
import pytest

from physics import BodyKind, ShapeBox, ShapeMesh, ShapePlane, ShapeSphere, SoftCloth, SoftRope, SoftShell, SoftSolid
from tests.physics.reference.soft_worlds import DT, make_world

CLOTH = SoftCloth.grid(columns=25, rows=25, spacing=0.05)
BORDER = np.flatnonzero(np.abs(CLOTH.points[:, [0, 2]]).max(axis=1) > 0.59)


def is_through(cloth, ball, radius):
    """Whether a ball, seen along -Y, is below the cloth where it is, and not beside of it."""
    x, y, z = ball.position
    place = cloth.positions
    near = np.argsort(np.hypot(place[:, 0] - x, place[:, 2] - z))[:3]
    beside = max(abs(x), abs(z)) > 0.6 + radius
    return not beside and y < place[near, 1].min() - radius


SHOTS = [(radius, speed) for radius in (0.01, 0.03, 0.1, 0.3) for speed in (10.0, 50.0, 150.0, 300.0)]


@pytest.mark.parametrize(("radius", "speed"), SHOTS)
def test_no_ball_passes_through_cloth(radius, speed):
    """Cloth held along its border, that does not tear; six balls, off the vertices: none is behind it later."""
    passed = []
    for k in range(6):
        world = make_world(4, gravity=False)
        cloth = world.add_soft(CLOTH, pins=BORDER, break_strain=float("inf"), stretch=5e4)
        x, z = 0.31 * np.cos(1.1 * k) + 0.012, 0.29 * np.sin(1.7 * k) + 0.017
        ball = world.add_body(
            shape=ShapeSphere(radius), mass=0.02 + 20.0 * radius**3, position=(x, radius + 0.5 + 0.013 * k, z),
            velocity=(0, -speed, 0), bullet=True,
        )  # fmt: skip
        for _ in range(40):
            world.step(DT)
            assert np.isfinite(cloth.positions).all()
        if is_through(cloth, ball, radius):
            passed.append((k, ball.position))
    assert not passed, f"{len(passed)} of 6: {passed}"


SOFTS = {
    "jelly": SoftSolid.lattice((2, 2, 2), 0.1),
    "cloth": SoftCloth.grid(columns=7, rows=7, spacing=0.05),
    "rope": SoftRope.line((-0.3, 0, 0), (0.3, 0, 0), segments=12),
    "balloon": SoftShell.ball(0.15, detail=1, pressure=2000.0),
}
SQUARE = [(-3, -3, 0), (3, -3, 0), (3, 3, 0), (-3, 3, 0)]
WALLS = {
    "box": ShapeBox((3, 3, 0.01)),
    "mesh": ShapeMesh(SQUARE, [(0, 1, 2), (0, 2, 3)]),
}


HITS = [(name, wall, speed) for name in SOFTS for wall in WALLS for speed in (10.0, 50.0)]


@pytest.mark.parametrize(("name", "wall", "speed"), HITS)
def test_no_soft_body_gets_through_a_thin_wall(name, wall, speed):
    """A wall of 2 cm, or a sheet without thickness: no vertex is behind it, but for a corner that its neighbors throw.

    Such a corner may dip into a sheet for a step, by less than the thickness of the body (5 mm).
    """
    world = make_world(4, gravity=False)
    world.add_body(kind=BodyKind.STATIC, shape=WALLS[wall])
    soft = world.add_soft(
        SOFTS[name], position=(0.1, 0.2, 1.3), orientation=(0.3, 0.5, 0.1, 0.8), velocity=(2, 1, -speed),
        angular_velocity=(3, 2, 1), break_strain=float("inf"),
    )  # fmt: skip
    behind = 0
    for _ in range(60):
        world.step(DT)
        assert soft.positions[:, 2].min() > (0.0 if wall == "box" else -5e-3)
        behind += int((soft.positions[:, 2] < -1e-3).any())
    assert behind <= 1
    assert np.isfinite(soft.positions).all()


def test_a_vertex_that_is_dragged_through_the_floor_does_not_take_the_rest_along():
    """50 m/s down, held by a limited force: what is not held stays above."""
    world = make_world(4)
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane())
    jelly = world.add_soft(SOFTS["jelly"], position=(0, 0.5, 0))
    tie = jelly.attach(0, None, max_force=20.0 * jelly.mass * 9.81)
    x, y, z = jelly.positions[0]
    for k in range(30):
        tie.move_to((x, y - 50.0 * DT * k, z))
        world.step(DT)
    assert jelly.positions[:, 1].min() > -0.01
    tie.remove()
    for _ in range(120):
        world.step(DT)
    assert jelly.positions[:, 1].min() > -5e-4 and np.abs(jelly.velocities).max() < 1.0
