"""Four vertices side by side move as one after the other do, and clusters feel what their vertices feel together."""

import numpy as np
import pytest

from physics import SoftCloth, SoftRope, SoftShell, SoftSolid
from physics.kernels.core.jit import kernel
from physics.kernels.layout import soft as SOFT
from physics.kernels.soft import elements
from physics.kernels.soft.energy import held_energy
from physics.kernels.soft.lanes.block import load_block, step_block
from physics.kernels.soft.lanes.clusters import rim_bending, rim_springs
from physics.kernels.soft.lanes.laws import limit_step, solve_block
from physics.kernels.soft.sweep import inertia_load
from physics.soft.definition import make_definition
from physics.soft.packing import Packer
from physics.soft.record import Record, new_dynamic, plan

GRID = SoftCloth.grid(columns=21, rows=13, spacing=0.02)
FORMS = {
    "rope": (SoftRope([(0.1 * k, 0.01 * (k % 3), 0) for k in range(9)]), {"bend": 0.5}),
    "grid": (GRID, {"bend": 1e-3}),
    "mesh": (SoftCloth(GRID.points, GRID.triangles), {"bend": 1e-3}),
    "shell": (SoftShell.ball(0.2, detail=2, pressure=5e3), {"bend": 0.05}),
    "solid": (SoftSolid.lattice((4, 3, 2), 0.1), {}),
}
RATE, H = 0.4, 1.0 / 480.0

add_springs, add_stencil, add_hinges = elements.add_springs, elements.add_stencil, elements.add_hinges
add_membranes, add_tets = elements.add_membranes, elements.add_tets
NONE = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)


@kernel
def note_start(soft):
    """Energy of the first soft body; notes where drag counts from."""
    return held_energy(0, 0, soft)


@kernel
def visit_each(backward, rate, h, soft):
    """A sweep over single vertices, in the order of their numbers."""
    count = len(soft.place)
    for n in range(count):
        v = count - 1 - n if backward else n
        if soft.speed[v, 3] == 0.0:
            continue
        load = inertia_load(v, 1.0 / (h * h), soft)
        load = add_springs(v, load, rate, soft)
        load = add_stencil(v, load, rate, soft)
        load = add_membranes(v, load, rate, soft)
        load = add_tets(v, load, rate, soft)
        load = add_hinges(v, load, rate, soft)
        step, inverse = solve_block(load)
        for c in range(6):
            soft.inverse[v, c] = inverse[c]
        step = limit_step(step, soft.aim[v, 3])
        for c in range(3):
            soft.place[v, c] += step[c]


@kernel
def visit_blocks(backward, rate, h, soft):
    """A sweep over blocks."""
    count = len(soft.lane)
    for n in range(count):
        b = count - 1 - n if backward else n
        load, at, most = load_block(b, 0, rate, 1.0 / (h * h), soft.trait[0], soft)
        step_block(b, load, at, most, soft)


@kernel
def force_on(v, rate, soft):
    """Force and stiffness of springs and flat bending on a vertex."""
    return add_stencil(v, add_springs(v, NONE, rate, soft), rate, soft)


@kernel
def force_on_cluster(c, rate, soft):
    """Force and stiffness of springs and flat bending on a cluster."""
    return rim_bending(c, rim_springs(c, NONE, rate, soft), rate, soft)


def packed(name, pins=(), copies=1):
    """The arrays of a form, out of shape and moving; several copies lie one behind the other."""
    form, numbers = FORMS[name]
    definition = make_definition(form, (0, 0, 0), (0, 0, 0, 1), (0, 0, 0), (0, 0, 0), None, pins, dict(numbers))
    packer = Packer()
    blueprint = plan(definition)
    for body in range(copies):
        packer.add(Record(blueprint, new_dynamic(definition, blueprint, body + 1, body + 1), body + 1, body + 1))
    soft, random = packer.arrays(), np.random.default_rng(4)
    count = len(soft.place)
    soft.place[:, :3] += random.normal(0.0, 0.002, (count, 3))
    note_start(soft)
    soft.start[:] = soft.place
    soft.aim[:, :3] = soft.place[:, :3] + random.normal(0.0, 0.001, (count, 3))
    soft.aim[:, 3] = soft.rest[:, 3]
    soft.place[:, :3] += random.normal(0.0, 0.0005, (count, 3))
    soft.pull[:, :3] = random.normal(0.0, 0.01, (count, 3))
    return soft


@pytest.mark.parametrize("pins", [(), (0, 5, 6)])
@pytest.mark.parametrize("name", FORMS)
def test_blocks_move_as_vertices_do_one_after_the_other(name, pins):
    """Forward, then backward: the same places and the same compliances, but for the order of sums of bending."""
    one, four = packed(name, pins), packed(name, pins)
    for backward in (False, True):
        before = one.place.copy()
        visit_each(backward, RATE, H, one)
        visit_blocks(backward, RATE, H, four)
        way = np.abs(one.place - before).max()
        assert way > 1e-5
        np.testing.assert_allclose(four.place, one.place, rtol=0.0, atol=1e-10 * way)
        np.testing.assert_allclose(four.inverse[:, :6], one.inverse[:, :6], atol=1e-9 * np.abs(one.inverse).max())
        assert not (four.place[list(pins)] != before[list(pins)]).any()


@pytest.mark.parametrize("name", FORMS)
def test_every_vertex_is_in_one_block_and_shares_no_element_with_the_others_in_it(name):
    """Elements by the definition of the structure, not by the lists that the blocks are made of."""
    soft, pins = packed(name, (0, 5)), {0, 5}
    form, numbers = FORMS[name]
    made = plan(make_definition(form, (0, 0, 0), (0, 0, 0, 1), (0, 0, 0), (0, 0, 0), None, (), dict(numbers))).structure
    beside = {v: set() for v in range(made.count)}
    for _, corners in made.elements():
        for row in corners.tolist():
            for v in row:
                beside[v] |= set(row) - {v}
    seen, turn = [], {}
    for b, lanes in enumerate(soft.lane_vertex.reshape(-1, 4).tolist()):
        own = lanes[: soft.lane[b, SOFT.LANE_COUNT]]
        assert set(lanes) == set(own) and lanes[len(own) :] == [own[-1]] * (4 - len(own))
        assert not any(beside[v] & set(own) for v in own)
        seen += own
        turn.update(dict.fromkeys(own, b))
    assert sorted(seen) == sorted(set(range(made.count)) - pins)
    for v, others in beside.items():
        assert all(turn[o] < turn[v] for o in others if o < v and not {o, v} & pins), "out of order"


def test_copies_of_a_body_move_alike():
    """Numbers of vertices and elements are moved to where each body begins."""
    one, three = packed("grid", (0, 3)), packed("grid", (0, 3), copies=3)
    count = len(one.place)
    for name in ("place", "start", "aim", "pull"):
        for k in range(3):
            getattr(three, name)[count * k : count * (k + 1)] = getattr(one, name)
    springs = len(one.spring) - 1
    for k in range(3):
        three.spring[springs * k : springs * (k + 1)] = one.spring[:-1]
        three.curve[count * k : count * (k + 1)] = one.curve
    visit_blocks(False, RATE, H, one)
    visit_blocks(False, RATE, H, three)
    for k in range(3):
        assert (three.place[count * k : count * (k + 1)] == one.place).all()


@pytest.mark.parametrize("pins", [(), (0, 20, 130)])
def test_a_cluster_feels_the_sum_of_the_forces_on_its_vertices(pins):
    """What is inside of it cancels. Its stiffness is that of a move of all its vertices."""
    soft = packed("grid", pins)
    assert len(soft.cluster) > 10
    for c in range(len(soft.cluster)):
        first = soft.cluster[c, SOFT.CLUSTER_MEMBER]
        members = soft.member[first : first + soft.cluster[c, SOFT.CLUSTER_MEMBERS]]
        single = np.array([force_on(v, RATE, soft) for v in members.tolist()])
        whole = np.array(force_on_cluster(c, RATE, soft))
        np.testing.assert_allclose(whole[:3], single[:, :3].sum(axis=0), atol=1e-9 * np.abs(single[:, :3]).max())
        blocks = [whole[[3, 4, 5, 4, 6, 7, 5, 7, 8]].reshape(3, 3)]
        assert np.linalg.eigvalsh(blocks[0])[0] >= -1e-9 * np.abs(single[:, 3:]).max()
