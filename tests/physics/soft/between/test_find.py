"""Touches between soft bodies, and of a soft body with itself, against a search over all pairs of features."""

import numpy as np
import pytest

from physics import SoftCloth, SoftRope, SoftShell, SoftSolid
from physics.kernels.layout import soft as SOFT
from tests.physics.reference.soft_touches import Body, expected, rows_of
from tests.physics.reference.soft_worlds import DT, make_world

SHEET = SoftCloth.grid(columns=22, rows=9, spacing=0.02)
JELLY = SoftSolid.lattice((2, 3, 2), 0.1)
BALL = SoftShell.ball(0.1, detail=2)
ROPE = SoftRope([(0.03 * i, 0.0, 0.0) for i in range(24)], radius=0.006)


def zigzag(form, random, layer=0.0055, width=0.1):
    """Places of a sheet in layers, as a paper fan that lies flat, with some noise."""
    points = np.asarray(form.points)
    way = points[:, 0] - points[:, 0].min()
    number, along = np.divmod(way, width)
    x = np.where(number % 2 == 0, along, width - along)
    y = layer * (number + along / width)
    return np.column_stack((x, y, points[:, 2])) + random.uniform(-0.0008, 0.0008, points.shape)


def crumpled(form, random, size=0.06):
    """Places of any form, pressed together and bent by waves."""
    points = np.asarray(form.points)
    bent = points * (0.5, 0.3, 0.5)
    for _ in range(3):
        wave = random.uniform(-25.0, 25.0, 3)
        bent = bent + size * np.sin(points @ wave)[:, None] * random.uniform(-1.0, 1.0, 3)
    return bent


def found_after_a_step(world, softs):
    """What all pairs say of the world as it is, and the rows that one step finds in it."""
    bodies = [Body(soft, number) for number, soft in enumerate(softs)]
    world.step(DT)
    found = []
    for p, soft in enumerate(softs):
        touch, cell = rows_of(soft)
        corners = touch[:, SOFT.TOUCH_VERTEX : SOFT.TOUCH_VERTEX + 4].ravel()
        places = np.concatenate([body.place for body in bodies])[corners].reshape(-1, 4, 3)
        apart = np.einsum("rc,rca,ra->r", cell[:, 3:7], places, cell[:, :3])  # along the normal, between the points
        found.append((*expected(bodies, p), touch, cell, apart))
    return found


def check(found):
    """See that the rows are those that are expected; returns how many there are."""
    total = 0
    for faces, edges, touch, cell, apart in found:
        rows = [(v, row, f) for v, _, _, f, _, _, _, row in faces]
        count = len(rows)
        assert [tuple(row) for row in touch[:count, (2, 1, 3)].tolist()] == rows
        assert (touch[:count, SOFT.TOUCH_KIND] == SOFT.TOUCH_FACE).all()
        for k, (_, _, _, _, _, weight, normal, _) in enumerate(faces):
            assert cell[k, :3] == pytest.approx(normal, abs=1e-7)
            assert cell[k, 3:7] == pytest.approx([1.0, *-weight], abs=1e-7)
        assert [tuple(row) for row in touch[count:, (2, 1, 3)].tolist()] == [(e, row, g) for e, g, *_, row in edges]
        assert (touch[count:, SOFT.TOUCH_KIND] == SOFT.TOUCH_EDGE).all()
        for k, (_, _, gap, s, t, _) in enumerate(edges, count):
            assert cell[k, 3:7] == pytest.approx([1.0 - s, s, t - 1.0, -t], abs=1e-7)
            assert abs(apart[k]) == pytest.approx(gap, abs=1e-7)
        total += len(touch)
    return total


def still_world(*softs, exact=False):
    """A world without gravity in which soft bodies have the places that are given; exact: nothing is left out."""
    world = make_world(4, gravity=False)
    made = []
    for form, place in softs:
        made.append(world.add_soft(form, exact=exact, break_strain=1e3))  # tears would lose rows
        made[-1].positions = place
    return world, made


@pytest.mark.parametrize("seed", range(4))
def test_a_fan_of_cloth_touches_itself_where_all_pairs_say(seed):
    """No region that is left out as flat had a pair in it."""
    world, softs = still_world((SHEET, zigzag(SHEET, np.random.default_rng(seed))))
    assert check(found_after_a_step(world, softs)) > 100


@pytest.mark.parametrize("seed", range(4))
def test_crumpled_forms_touch_themselves_where_all_pairs_say(seed):
    random, total = np.random.default_rng(seed), 0
    for form in (SHEET, JELLY, BALL, ROPE):
        world, softs = still_world((form, crumpled(form, random)), exact=True)
        total += check(found_after_a_step(world, softs))
    assert total > 10


@pytest.mark.parametrize("seed", range(6))
def test_heaps_touch_where_all_pairs_say(seed):
    """Two of each kind, turned and moved into one another."""
    random = np.random.default_rng(seed)
    made = []
    for form in (SHEET, JELLY, BALL, ROPE, SHEET, JELLY, BALL, ROPE):
        turn = np.linalg.qr(random.normal(size=(3, 3)))[0]
        turn *= np.sign(np.linalg.det(turn))
        place = np.asarray(form.points) @ turn.T + random.uniform(-0.06, 0.06, 3)
        made.append((form, place + random.uniform(-1e-4, 1e-4, place.shape)))
    world, softs = still_world(*made)
    assert check(found_after_a_step(world, softs)) > 100
