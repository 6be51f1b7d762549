"""Forces that joints of large meshes report: such joints are colored and solved eight at a time, those of others not.

A mesh of more than 256 ball joints, of which many close loops, takes the fast path; the same mesh of fewer joints does
not. Both must obey Newton's second law, body by body.
"""

import numpy as np
import pytest

from physics import Body, Joint, JointBall, ShapeBox, World

DT = 1 / 60
G = 9.81
MASS = 0.5
#: Rows and columns: 312 + 14 joints, and 71 + 7.
LARGE, SMALL = (12, 14), (6, 7)


def add_mesh(world: World, rows: int, columns: int) -> tuple[list[Body], list[Joint]]:
    """A curtain of boxes joined to their neighbors, its top row held by the world: bodies and joints, holds last."""
    shape, step = ShapeBox((0.08, 0.08, 0.08)), 0.2
    grid = [
        [world.add_body(shape=shape, position=(step * x, -step * y, 0.0), mass=MASS, group=-1) for x in range(columns)]
        for y in range(rows)
    ]
    pairs = [(grid[y][x], grid[y][x + 1]) for y in range(rows) for x in range(columns - 1)]
    pairs += [(grid[y][x], grid[y + 1][x]) for y in range(rows - 1) for x in range(columns)]
    joints = [world.add_joint(JointBall(a, b, anchor=0.5 * (a.position + b.position))) for a, b in pairs]
    joints += [world.add_joint(JointBall(None, body, anchor=body.position + (0.0, 0.1, 0.0))) for body in grid[0]]
    return [body for row in grid for body in row], joints


def forces_on(bodies: list[Body], joints: list[Joint]) -> np.ndarray:
    """Sum of what the joints of each body say that they applied to it [N], shape [N, 3]."""
    place = {body: k for k, body in enumerate(bodies)}
    total = np.zeros((len(bodies), 3))
    for joint in joints:
        force = np.array(joint.force)
        total[place[joint.body_b]] += force
        if joint.body_a is not None:
            total[place[joint.body_a]] -= force
    return total


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["small", "colored"])
def test_forces_of_a_mesh_are_those_that_accelerate_its_bodies(size):
    """m dv/dt = m g + sum of forces, for each body in every step, while the mesh swings in a gust."""
    world = World(gravity=(0, -G, 0), sleeping=False)
    bodies, joints = add_mesh(world, *size)
    assert (len(joints) > 256) == (size == LARGE)
    rng = np.random.default_rng(5)
    for body in bodies:
        body.velocity = rng.normal(0.0, 1.0, 3)
    strongest = 0.0
    for _ in range(40):
        before = world.read(bodies, "velocity")
        world.step(DT)
        change = MASS * (world.read(bodies, "velocity") - before) / DT
        forces = forces_on(bodies, joints)
        strongest = max(strongest, np.abs(forces).max())
        assert np.abs(change - MASS * np.array((0.0, -G, 0.0)) - forces).max() < 1e-3 * strongest
    assert strongest > 10.0 * MASS * G, "the test needs forces that matter"


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["small", "colored"])
def test_every_row_of_a_hanging_mesh_carries_what_hangs_below_it(size):
    """At rest the joints over a row bear its weight and that of all rows below, and none of them turns anything."""
    world = World(gravity=(0, -G, 0), sleeping=False)
    bodies, joints = add_mesh(world, *size)
    rows, columns = size
    for damping, steps in ((3.0, 240), (0.0, 60)):  # damping carries a part of the weight
        for body in bodies:
            body.linear_damping = body.angular_damping = damping
        for _ in range(steps):
            world.step(DT)
    for y in range(rows):
        row = set(bodies[y * columns : (y + 1) * columns])
        over = [j for j in joints if j.body_b in row and j.body_a not in row]
        assert len(over) == columns
        weight = MASS * G * columns * (rows - y)
        assert sum(joint.force.y for joint in over) == pytest.approx(weight, rel=2e-3)
    assert max(joint.torque.length for joint in joints) < 1e-3


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["small", "colored"])
def test_a_joint_of_a_mesh_breaks_at_the_force_that_it_reports(size):
    world = World(gravity=(0, -G, 0), sleeping=False)
    bodies, joints = add_mesh(world, *size)
    for _ in range(120):
        world.step(DT)
    weak, strong = sorted(joints, key=lambda joint: joint.force.length)[-2:]
    weak.break_force, strong.break_force = 0.7 * weak.force.length, 1.5 * strong.force.length
    for _ in range(3):
        world.step(DT)
    assert weak.broken and strong.alive
    assert len(world.joints) == len(joints) - 1
