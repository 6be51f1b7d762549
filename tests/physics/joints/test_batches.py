"""Tests of physics/kernels/joints/batches.py: groups side by side move as each of them would alone."""

import numpy as np
import pytest

from physics import Body, BodyKind, JointBall, ShapeBox, ShapeCapsule, ShapePlane, ShapeSphere, World
from physics.kernels.layout import joint as JOINT

DT = 1 / 60


def add_chain(world: World, x: float, *, links: int = 6, branch: int = 0, density: float = 1000.0) -> list[Body]:
    """A chain along z from (x, 4, 0), let go horizontally; `branch` balls hang beside the second and fourth link."""
    bodies = []
    for k in range(links):
        place = (x, 4.0, 0.25 + 0.5 * k)
        lying = (0.5**0.5, 0.0, 0.0, 0.5**0.5)
        link = world.add_body(shape=ShapeCapsule(0.1, 0.2), position=place, orientation=lying, density=density)
        world.add_joint(JointBall(bodies[-1] if bodies else None, link, anchor=(x, 4.0, 0.5 * k)))
        bodies.append(link)
    for k in range(branch):
        place = (x + 0.5, 4.0, 0.75 + k)
        side = world.add_body(shape=ShapeSphere(0.12), position=place, density=density)
        world.add_joint(JointBall(bodies[1 + 2 * k], side, anchor=(x + 0.25, 4.0, 0.75 + k)))
        bodies.append(side)
    return bodies


def batch_lanes(world: World) -> int:
    """How many joints were solved in batches in the last step."""
    joints = world._arrays.joints
    batches = joints.batch_starts[-1]
    cells = sum(int(size) for size in joints.batch_list[:batches, JOINT.BATCH_SIZE])
    return int((joints.batch_joints[: 8 * cells] > 0).sum())


def run(chains: int, steps: int, *, ground: bool, **options) -> tuple[World, np.ndarray]:
    """A world with some chains, and where their bodies are after so many steps, shape [chains, bodies, 3]."""
    world = World(sleeping=False)
    if ground:
        world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(offset=2.0))
    made = [add_chain(world, 3.0 * k, **options) for k in range(chains)]
    for _ in range(steps):
        world.step(DT)
    places = np.array([[body.position for body in chain] for chain in made])
    return world, places - np.array([(3.0 * k, 0.0, 0.0) for k in range(chains)])[:, None]


@pytest.mark.parametrize("branch", [0, 1, 2], ids=["chain", "tree", "two branches"])
@pytest.mark.parametrize("ground", [False, True], ids=["free", "on the ground"])
def test_a_crew_moves_as_its_groups_alone(branch, ground):
    """Nine chains are a batch of eight and one alone; two are alone. Until chaos sets in, they go the same way."""
    steps = 40 if ground else 60
    crowd, together = run(9, steps, ground=ground, branch=branch)
    few, alone = run(2, steps, ground=ground, branch=branch)
    assert batch_lanes(crowd) == 8 * (6 + branch) and batch_lanes(few) == 0
    assert np.abs(alone[0] - alone[1]).max() < 1e-5
    assert np.abs(together - alone[:1]).max() < (0.02 if ground else 2e-3)
    assert max(joint.error[0] for joint in crowd.joints) < 1e-3


def test_forces_of_a_crew_are_the_weights_that_hang_on_it():
    """Five rods hang straight down at rest: each joint bears what is below it."""
    world = World(sleeping=False)
    columns = []
    for x in range(5):
        bodies: list[Body] = []
        for k in range(4):
            rod = world.add_body(shape=ShapeBox((0.05, 0.2, 0.05)), position=(x, 3.0 - 0.4 * k, 0.0), mass=2.0)
            joint = JointBall(bodies[-1] if bodies else None, rod, anchor=(x, 3.2 - 0.4 * k, 0.0))
            columns.append((world.add_joint(joint), 2.0 * 9.81 * (4 - k)))
            bodies.append(rod)
    for _ in range(30):
        world.step(DT)
    assert batch_lanes(world) == 20
    for joint, weight in columns:
        assert joint.force.y == pytest.approx(weight, rel=2e-3) and abs(joint.force.x) < 0.05
        assert joint.torque.length < 1e-3


def test_unlike_masses_and_long_levers_stay_exact():
    """A ball 100 times as heavy at the end: float32 is not good enough, so nothing of it is in a batch."""
    world = World(sleeping=False)
    for k in range(8):
        chain = add_chain(world, 3.0 * k)
        world.add_joint(JointBall(chain[-1], heavy_ball(world, 3.0 * k, chain), anchor=(3.0 * k, 4.0, 3.0)))
    world.step(DT)
    assert batch_lanes(world) == 0


def heavy_ball(world: World, x: float, chain: list[Body]) -> Body:
    """A ball at the end of a chain."""
    return world.add_body(shape=ShapeSphere(0.2), position=(x, 4.0, 3.2), mass=100.0 * chain[-1].mass)


def test_a_crew_repeats_after_load_and_breaks():
    """States hold what batches start from; a joint of a batch breaks as any other."""
    world = World(sleeping=False)
    chains = [add_chain(world, 3.0 * k) for k in range(8)]
    for _ in range(20):
        world.step(DT)
    state = world.save_state()
    hashes = []
    for _ in range(2):
        for _ in range(20):
            world.step(DT)
        hashes.append(world.state_hash())
        world.load_state(state)
    assert hashes[0] == hashes[1]
    for joint in world.joints:
        joint.break_force = 1.0
    world.step(DT)
    assert not world.joints and len(world.events.joint_broken) == 6 * len(chains)
