"""Soft bodies on one another: they carry, hold, come to rest, fall asleep, and do not pass."""

import numpy as np
import pytest

from physics import BodyKind, ShapePlane, ShapeSphere, SoftCloth, SoftRope, SoftShell, SoftSolid
from physics.kernels.layout import soft as SOFT
from tests.physics.reference.soft_crossings import crossings
from tests.physics.reference.soft_touches import rows_of
from tests.physics.reference.soft_worlds import DT, GRAVITY, fastest, make_world, masses, run

CUBE = SoftSolid.lattice((4, 4, 4), 0.1)


def with_floor(substeps=4, **options):
    world = make_world(substeps, **options)
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane())
    return world


def stack(world, count, young, aside=0.03):
    """Cubes of 40 cm on one another."""
    return [
        world.add_soft(CUBE, position=(aside * (k % 2), 0.205 + 0.41 * k, aside * (k % 3)), young=young)
        for k in range(count)
    ]


@pytest.mark.parametrize("young", [1e5, 1e6, 1e7])
@pytest.mark.parametrize("aside", [0.0, 0.03])
def test_a_cube_rests_on_a_cube(young, aside):
    """Forces between them are the weight of the upper one; at rest nothing trembles, whatever the stiffness."""
    world = with_floor()
    lower, upper = stack(world, 2, young, aside)
    run(world, 5.0)
    assert max(fastest(lower), fastest(upper)) < 2e-3
    total = np.zeros(3)
    for soft, sign in ((lower, -1.0), (upper, 1.0)):
        touch, cell = rows_of(soft)
        assert (touch[:, SOFT.TOUCH_BODY] != soft._record.body).all(), "a cube does not touch itself"
        total += sign * cell[:, SOFT.TOUCH_FORCE : SOFT.TOUCH_FORCE + 3].sum(axis=0)
        assert cell[:, SOFT.TOUCH_GAP].min() > -1e-4
    weight = masses(upper).sum() * GRAVITY
    assert total == pytest.approx([0.0, weight, 0.0], abs=0.01 * weight)
    assert crossings(lower, upper) == crossings(upper, lower) == 0


def test_a_tower_stands_as_long_as_it_does_not_buckle():
    """A column buckles under itself above (7.84 E I / (rho g A))^(1/3): 1.02 m for E 1e5, 2.2 m for E 1e6."""
    stands, falls = with_floor(), with_floor()
    stiff, soft = stack(stands, 4, 1e6), stack(falls, 4, 1e5)
    run(stands, 5.0)
    run(falls, 5.0)
    assert stiff[3].positions[:, 1].mean() > 1.35
    assert soft[3].positions[:, 1].mean() < 0.6


def test_a_heap_comes_to_rest_and_sleeps():
    world = with_floor(sleeping=True)
    place = np.random.default_rng(1)
    heap = [
        world.add_soft(CUBE, position=(*place.uniform(-0.2, 0.2, 1), 0.3 + 0.5 * k, *place.uniform(-0.2, 0.2, 1)),
                       material="jelly", young=1e6, break_strain=np.inf)
        for k in range(5)
    ]  # fmt: skip
    run(world, 8.0)
    assert not any(soft.awake for soft in heap)
    assert sum(crossings(a, b) for a in heap for b in heap if a is not b) == 0


def test_cloth_lies_on_jelly():
    """Draped over a cube: it stays above; a corner may pass coarse cloth for a step where it lands on it."""
    world = with_floor(sleeping=True)
    (cube,) = stack(world, 1, 1e5)
    cloth = world.add_soft(SoftCloth.grid(columns=20, rows=20, spacing=0.04), position=(0.01, 0.5, 0.01))
    passed = 0
    for _ in range(round(6.0 / DT)):
        world.step(DT)
        passed += crossings(cube, cloth) > 0
    assert passed <= 2
    assert crossings(cube, cloth) == crossings(cloth, cube) == 0
    assert fastest(cloth) < 0.7, "its corners swing, as there is no air"
    assert cloth.positions[:, 1].max() > 0.39


def test_sheets_lie_on_one_another():
    world = with_floor(sleeping=True)
    grid = SoftCloth.grid(columns=10, rows=10, spacing=0.04)
    sheets = [world.add_soft(grid, position=(0.01 * k, 0.02 + 0.03 * k, 0.0)) for k in range(5)]
    run(world, 4.0)
    heights = [sheet.positions[:, 1].mean() for sheet in sheets]
    assert (np.diff(heights) > 0.003).all(), "each keeps its thickness of 4 mm"
    assert max(fastest(sheet) for sheet in sheets) < 0.2


def test_a_cloth_that_is_dropped_on_its_edge_folds_and_sleeps():
    """It touches itself in many folds; none of them trembles for long."""
    world = with_floor(sleeping=True)
    cloth = world.add_soft(
        SoftCloth.grid(columns=25, rows=25, spacing=0.03), position=(0, 0.6, 0), orientation=(0.68, 0.1, 0.1, 0.72)
    )
    run(world, 6.0)
    touch, _ = rows_of(cloth)
    assert (touch[:, SOFT.TOUCH_BODY] == cloth._record.body).sum() > 20
    assert fastest(cloth) < 0.3
    assert cloth.positions[:, 1].max() < 0.25


def test_ropes_lie_across_one_another():
    world = with_floor(sleeping=True)
    ropes = []
    for k in range(6):
        along = np.linspace(-0.4, 0.4, 28)[:, None] * np.array((np.cos(0.7 * k), 0.0, np.sin(0.7 * k)))
        ropes.append(world.add_soft(SoftRope(along, radius=0.01), position=(0, 0.1 + 0.05 * k, 0), material="hemp"))
    run(world, 5.0)
    assert max(fastest(rope) for rope in ropes) < 0.3
    tops = [rope.positions[:, 1].max() for rope in ropes]
    assert min(tops) > 0.009 and max(tops) > 0.06, "they lie on one another, not in one another"


def test_balloons_push_each_other_aside():
    world = make_world(4, gravity=False)
    ball = SoftShell.ball(0.2, detail=2, pressure=2000.0)
    left = world.add_soft(ball, position=(-0.3, 0.0, 0.0), velocity=(1.0, 0.0, 0.0), material="latex")
    right = world.add_soft(ball, position=(0.3, 0.0, 0.0), material="latex")
    run(world, 2.0)
    assert right.velocities[:, 0].mean() > 0.3
    assert left.positions[:, 0].mean() < right.positions[:, 0].mean() - 0.35
    assert crossings(left, right) == crossings(right, left) == 0


def test_a_ball_is_carried_by_a_sheet_on_a_sheet():
    """Both hang from pins; the load of a rigid ball goes through one into the other."""
    world = make_world(8)
    grid = SoftCloth.grid(columns=14, rows=14, spacing=0.05)
    pins = [0, 13, 14 * 13, 14 * 14 - 1]
    sheets = [world.add_soft(grid, position=(0, 0.01 * k, 0), pins=pins) for k in range(2)]
    ball = world.add_body(shape=ShapeSphere(radius=0.1), position=(0, 0.2, 0), mass=1.0)
    run(world, 4.0)
    lowest = min(sheet.positions[:, 1].min() for sheet in sheets)
    assert ball.position[1] - 0.1 == pytest.approx(lowest + 0.006, abs=0.02), "it rolls in a hollow"
    assert all(sheet.strain.max() < 0.2 for sheet in sheets), "both carry it"
