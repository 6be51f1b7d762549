"""One substep of the wide contact solver, judged manifold by manifold by the scalar twin in `reference/solver.py`."""

import math

import numba
import numpy as np
import pytest

from physics import BodyKind, ShapeBox, ShapePlane, World
from physics.kernels.contacts.solve import relax_contacts, solve_contacts, warm_start_contacts
from physics.kernels.contacts.store import store_contacts
from physics.kernels.core.wide import LANES
from physics.kernels.layout import (
    block as BLOCK,
    manifold as MANIFOLD,
)
from tests.physics.contacts.solver_scene import INV_H, SOFT, H, Scene, near
from tests.physics.reference import solver as reference
from tests.physics.reference.outer import outer

store_contacts = outer(store_contacts)

pytestmark = pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="wide code exists compiled only")

FULL = (4,) * LANES
MIXED = (4, 3, 2, 1, 4, 1, 2, 3)
ROLLS, SLIDES = BLOCK.FLAG_ROLLS, BLOCK.FLAG_SLIDES


@pytest.mark.parametrize("seed", range(4))
def test_prepared_blocks_hold_masses_levers_and_anchor(seed):
    scene = Scene(seed, [MIXED, FULL], special=ROLLS | SLIDES)
    scene.prepare()
    for lane, (m, a, b) in scene.twins.items():
        near(scene.rows(lane, BLOCK.NORMAL, 3), m.normal, "normal")
        near(scene.rows(lane, BLOCK.ANCHOR, 3), m.anchor, f"anchor of lane {lane}")
        near(scene.rows(lane, BLOCK.TANGENT, 3), reference.tangents(m.normal)[0], "tangent")
        near(scene.row(lane, BLOCK.BIAS_RATE), m.bias_rate, "bias rate")
        near(scene.row(lane, BLOCK.MASS_SCALE), m.mass_scale, "mass scale")
        near(scene.row(lane, BLOCK.IMPULSE_SCALE), m.impulse_scale, "impulse scale")
        if len(m.points) > 1:
            give = reference.friction_give(m, a, b, 3)
            inverse = [scene.row(lane, row) for row in (BLOCK.CROSS_MASS, BLOCK.CROSS_MASS + 1, BLOCK.TWIST_MASS)]
            near(np.linalg.inv(give)[2], inverse, "mass of twist")
        for p in range(scene.block_points[lane // LANES]):
            at = BLOCK.POINT + p * BLOCK.POINT_ROWS
            used = p < len(m.points)
            near(scene.row(lane, at + BLOCK.ROW_MASS), m.points[p].mass if used else 0.0, f"mass of point {p}")
            if used:
                near(scene.rows(lane, at, 3), m.points[p].arm, "arm")
                near(scene.row(lane, at + BLOCK.ROW_LEVER), m.points[p].lever, "lever")
                near(scene.row(lane, at + BLOCK.ROW_SPEED), m.points[p].speed, "speed of approach")
    stiff = [m.mass_scale for m, a, b in scene.twins.values() if 0.0 in (a.inv_mass, b.inv_mass)]
    assert stiff and min(stiff) > SOFT[1], "contacts with immovable bodies are stiffer"


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(
    ("blocks", "options"),
    [
        ([FULL], {}),
        ([MIXED], {}),
        ([(1,) * LANES], {}),
        ([(2, 0, 0, 0, 0, 0, 0, 0)], {}),
        ([(3, 4, 1, 2, 0, 0, 0, 0), MIXED], {}),
        ([FULL, MIXED], {"static": False}),
        ([FULL, (1,) * LANES], {"special": ROLLS}),
        ([MIXED, FULL], {"special": SLIDES}),
        ([MIXED, (1, 1, 1, 0, 0, 0, 0, 0)], {"special": ROLLS | SLIDES}),
        ([MIXED], {"warm": 0.0}),
        ([MIXED], {"friction": (0.0, 0.0)}),
        ([MIXED], {"friction": (10.0, 10.0), "special": ROLLS}),
    ],
    ids=[
        "four points", "mixed", "one point", "one lane", "unused lanes", "no static bodies", "rolling", "conveyor",
        "rolling conveyor", "cold", "no friction", "high friction",
    ],
)  # fmt: skip
def test_a_substep_agrees_with_the_twin(seed, blocks, options):
    scene = Scene(seed, blocks, **options)
    scene.prepare()
    for number in range(2):  # the second starts from impulses, movements and turns of the first
        scene.substep(1000 * seed, number)
    assert np.isfinite(scene.motion).all()


def test_the_twin_sees_every_ingredient():
    """Each quantity that the comparison is about must change the result, or the comparison says nothing."""
    base = Scene(3, [MIXED], special=ROLLS | SLIDES)
    base.prepare()
    base.substep(0, 0)
    changes = {
        "friction": lambda m: setattr(m, "friction", 0.5 * m.friction),
        "rolling": lambda m: setattr(m, "rolling", m.rolling + 0.2),
        "surface": lambda m: setattr(m, "surface", m.surface + 1.0),
        "radius": lambda m: setattr(m, "radius_a", m.radius_a + 0.3),
        "separation": lambda m: setattr(m.points[0], "separation", m.points[0].separation - 0.02),
        "impulse": lambda m: setattr(m.points[0], "impulse", m.points[0].impulse + 0.3),
    }
    for name, change in changes.items():
        scene = Scene(3, [MIXED], special=ROLLS | SLIDES)
        for m, _, _ in scene.twins.values():
            change(m)
        with pytest.raises(AssertionError):
            scene.prepare()
            for number in range(2):
                scene.substep(0, number)
            raise LookupError(f"{name} made no difference")


@pytest.mark.slow
def test_friction_stays_within_its_ellipsoid_and_uses_it():
    sliding = 0
    for seed in range(10):
        scene = Scene(seed, [FULL, MIXED], friction=(0.1, 0.3))
        scene.prepare()
        scene.substep(seed, 0)
        for lane in scene.twins:
            rows = [BLOCK.POINT + p * BLOCK.POINT_ROWS for p in range(scene.block_points[lane // LANES])]
            loads = [scene.row(lane, row + BLOCK.ROW_IMPULSE) for row in rows]
            levers = [scene.row(lane, row + BLOCK.ROW_LEVER) for row in rows]
            limit = scene.row(lane, BLOCK.FRICTION) * sum(loads)
            lever = np.dot(loads, levers) / (sum(loads) + 1e-20)
            size = math.hypot(*scene.rows(lane, BLOCK.TANGENT_IMPULSE, 2))
            if len(scene.twins[lane][0].points) > 1 and lever > 0.0:
                size = math.hypot(size, scene.row(lane, BLOCK.TWIST) / lever)
            assert size <= limit * (1 + 1e-4) + 1e-6
            sliding += size > 0.99 * limit > 0.0
    assert sliding > 20, "the ellipsoid must have been reached"


def test_immovable_bodies_and_unused_lanes_stay_as_they_are():
    scene = Scene(5, [(4, 4, 4, 4, 0, 0, 0, 0), (1, 1, 1, 1, 1, 0, 0, 0)], special=ROLLS)
    before = scene.motion.copy()
    scene.prepare()
    for number in range(2):
        scene.substep(0, number)
    np.testing.assert_array_equal(scene.motion[:2], before[:2])
    assert np.isfinite(scene.blocks[: BLOCK.RESTITUTION * LANES]).all()


def test_a_lane_does_not_depend_on_the_lanes_beside_it():
    """The same manifold alone and among seven others of as many points: the same bits."""
    together = Scene(8, [FULL], special=ROLLS)
    alone = Scene(8, [FULL], special=ROLLS)
    lane = 3
    for other in range(LANES):
        if other != lane:
            alone.lane_contact[other] = alone.lane_a[other] = alone.lane_b[other] = 0
            del alone.twins[other]
    for scene in (together, alone):
        scene.prepare()
        scene.substep(0, 0)
    for row in (together.lane_a[lane], together.lane_b[lane]):
        np.testing.assert_array_equal(together.motion[row], alone.motion[row])


def test_momentum_is_kept():
    scene = Scene(2, [FULL, MIXED], static=False, special=ROLLS | SLIDES)
    mass = np.where(scene.motion[:, 3] > 0, 1.0 / np.maximum(scene.motion[:, 3], 1e-9), 0.0)[:, None]
    before = (mass * scene.motion[:, 0:3]).astype(np.float64).sum(axis=0)
    scene.prepare()
    for number in range(2):
        scene.substep(0, number)
    after = (mass * scene.motion[:, 0:3]).astype(np.float64).sum(axis=0)
    np.testing.assert_allclose(after, before, atol=1e-4)


def test_a_leftover_twist_of_a_manifold_that_lost_its_points_has_no_effect():
    """A manifold of one point has no lever, so whatever twist it had must be gone after a substep."""
    for blocks in ([(1,) * LANES], [MIXED]):
        plain, left = Scene(4, blocks), Scene(4, blocks)
        singles = [lane for lane, (m, _, _) in left.twins.items() if len(m.points) == 1]
        for lane in singles:
            left.manifold[left.lane_contact[lane], MANIFOLD.TWIST] = 0.7
        for scene in (plain, left):
            scene.prepare()
            scene._pass(warm_start_contacts)
            scene._pass(solve_contacts, INV_H)
            scene._pass(relax_contacts, INV_H)
        for lane in singles:
            assert abs(left.row(lane, BLOCK.TWIST)) < 1e-6
            for row in (left.lane_a[lane], left.lane_b[lane]):
                np.testing.assert_allclose(left.motion[row], plain.motion[row], atol=2e-3)


def test_stored_forces_start_the_next_step():
    """What `store_contacts` writes, times the substep, is what the twin holds: normal, friction, twist, rolling."""
    world = World()  # for the arrays that it wants besides
    scene = Scene(6, [MIXED, FULL], special=ROLLS)
    scene.prepare()
    scene.substep(0, 0)
    contacts = world._arrays.contacts._replace(manifold=scene.manifold)
    store_contacts(
        0, scene.block_count, scene.lane_contact, scene.lane_a, scene.lane_b, scene.block_points, scene.block_flags,
        scene.blocks, scene.numbers, np.float32(1e9), np.float32(1e9), np.zeros(LANES, np.float32),
        world._arrays.bodies, contacts, world._arrays.counts, world._arrays.events,
    )  # fmt: skip
    for lane, (m, _, _) in scene.twins.items():
        record = scene.manifold[scene.lane_contact[lane]]
        at = MANIFOLD.FRICTION_FORCE
        near(H * record[at : at + 3], m.friction_impulse, "friction")
        near(H * record[MANIFOLD.TWIST], m.twist, "twist")
        at = MANIFOLD.ROLLING_TORQUE
        near(H * record[at : at + 3], m.rolling_impulse, "rolling")
        for p, point in enumerate(m.points):
            column = MANIFOLD.POINT + p * MANIFOLD.POINT_STRIDE
            near(H * record[column + MANIFOLD.POINT_FORCE], point.impulse, "impulse")
            near(record[column + MANIFOLD.POINT_TOTAL], point.total, "total")
            near(record[column + MANIFOLD.POINT_SPEED], point.speed, "speed")
            assert record[column + MANIFOLD.POINT_USED] == 1.0
        for p in range(len(m.points), MANIFOLD.POINT_CAPACITY):
            assert record[MANIFOLD.POINT + p * MANIFOLD.POINT_STRIDE + MANIFOLD.POINT_USED] == 0.0


def test_the_world_softens_contacts_as_the_twin_says():
    """World -> kernels: the constants of a real step are those of the formula."""
    world = World()
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane())
    world.add_body(shape=ShapeBox((0.5, 0.5, 0.5)), position=(0, 0.5, 0))
    world.step(1 / 60)
    for tier, numbers in enumerate(world._arrays.shared.numbers):
        stiffer = 2**tier
        soft = reference.soft_constants(30.0 * stiffer, 5.0, H / stiffer)
        np.testing.assert_allclose(numbers[0:3], soft, rtol=1e-5)
        static_soft = reference.soft_constants(60.0 * stiffer, 5.0, H / stiffer)
        np.testing.assert_allclose(numbers[3:6], static_soft, rtol=1e-5)
