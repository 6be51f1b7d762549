"""Forces of elements are minus the gradients of their energies, and steps along force over stiffness lower those."""

import numpy as np
import pytest

from physics import SoftCloth, SoftRope, SoftShell, SoftSolid
from physics.kernels.core.jit import kernel
from physics.kernels.layout import soft as SOFT
from physics.kernels.soft import elements
from physics.kernels.soft.energy import held_energy
from physics.soft.definition import make_definition
from physics.soft.packing import Packer
from physics.soft.record import Record, new_dynamic, plan
from tests.physics.reference import soft_energy

add_springs, add_stencil, add_hinges = elements.add_springs, elements.add_stencil, elements.add_hinges
add_membranes, add_tets = elements.add_membranes, elements.add_tets
add_inside, volume_gradient = elements.add_inside, elements.volume_gradient

GRID = SoftCloth.grid(columns=4, rows=3, spacing=0.1)
FORMS = {
    "rope": (SoftRope([(0, 0, 0), (0.1, 0, 0), (0.25, 0, 0.05), (0.3, 0.1, 0)]), {"bend": 0.5}),
    "grid": (GRID, {"bend": 0.1}),
    "mesh": (SoftCloth(GRID.points, GRID.triangles), {"bend": 0.1}),
    "shell": (SoftShell.ball(0.2, detail=1, pressure=5e3), {"bend": 0.05}),
    "drop": (SoftShell.ball(0.2, detail=1, pressure=5e3, liquid=True), {"bend": 0.05}),
    "solid": (SoftSolid.lattice((1, 2, 1), 0.1), {}),
}
#: Drag of flat bending is linear in the ways of vertices, so it brakes what is bent and turns.
FLAT = ("rope", "grid", "mesh")


@kernel
def load_of(v, rate, inside, soft):
    """Force and stiffness of all elements on a vertex."""
    load = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    load = add_springs(v, load, rate, soft)
    load = add_stencil(v, load, rate, soft)
    load = add_membranes(v, load, rate, soft)
    load = add_tets(v, load, rate, soft)
    load = add_hinges(v, load, rate, soft)
    if inside:
        load = add_inside(soft.trait[0], load, volume_gradient(v, soft))
    return load


@kernel
def energy_of(flags, soft):
    """Energy as the guard counts it; it notes lengths and volumes."""
    return held_energy(0, flags, soft)


class Sample:
    """A soft body out of shape, in the arrays of the kernels."""

    def __init__(self, name, shake=0.02, seed=3):
        form, numbers = FORMS[name]
        definition = make_definition(form, (0, 0, 0), (0, 0, 0, 1), (0, 0, 0), (0, 0, 0), None, (), dict(numbers))
        blueprint = plan(definition)
        packer = Packer()
        packer.add(Record(blueprint, new_dynamic(definition, blueprint, 1, 1), 1, 1))
        self.soft, self.made = packer.arrays(), blueprint.structure
        self.flags = int(self.soft.part[0, SOFT.PART_FLAGS])
        self.random = np.random.default_rng(seed)
        self.put(self.soft.place[:, :3] + self.random.normal(0.0, shake, (self.made.count, 3)))

    @property
    def inside(self):
        return self.flags & (SOFT.FLAG_GAS | SOFT.FLAG_LIQUID) != 0

    def put(self, place, start=None):
        """Move it, from `start` in this substep."""
        self.soft.place[:, :3] = place if start is None else start
        self.soft.start[:, :3] = self.soft.place[:, :3]
        energy_of(self.flags, self.soft)  # notes where drag counts from
        self.soft.place[:, :3] = self.place = np.array(place)
        self.soft.trait[0, SOFT.TRAIT_VOLUME] = soft_energy.enclosed(self.made, place) if self.inside else 0.0

    def loads(self, rate=0.0):
        """Force and stiffness of each vertex."""
        rows = np.array([load_of(v, rate, self.inside, self.soft) for v in range(self.made.count)])
        xx, xy, xz, yy, yz, zz = rows[:, 3:].T
        return rows[:, :3], np.stack([xx, xy, xz, xy, yy, yz, xz, yz, zz], axis=1).reshape(-1, 3, 3)

    def energy(self, place):
        """By plain code."""
        total = soft_energy.all_elements(self.made, place)
        return total + soft_energy.inside(self.made, place, self.soft.trait[0], self.flags)


@pytest.mark.parametrize("name", FORMS)
def test_a_force_is_minus_the_gradient_of_the_energy(name):
    """f = -dE/dx, by central differences of an energy that is written apart from the kernels."""
    sample = Sample(name)
    force, _ = sample.loads()
    wanted = soft_energy.forces(sample.energy, sample.place)
    assert np.abs(force - wanted).max() < 1e-4 * np.abs(wanted).max()


@pytest.mark.parametrize("name", FORMS)
@pytest.mark.parametrize("rate", [0.0, 3.0])
def test_forces_inside_of_a_body_have_no_sum_and_no_torque(name, rate):
    """Also those of drag: they act against a change of shape, not against what turns."""
    sample = Sample(name)
    sample.put(sample.place, start=sample.place + sample.random.normal(0.0, 0.003, sample.place.shape))
    force, _ = sample.loads(rate)
    largest = np.abs(force).max()
    assert np.abs(force.sum(axis=0)).max() < 1e-9 * largest
    if name not in FLAT or rate == 0.0:
        assert np.abs(np.cross(sample.place, force).sum(axis=0)).max() < 1e-9 * largest


@pytest.mark.parametrize("name", FORMS)
@pytest.mark.parametrize("rate", [0.0, 2.0])
@pytest.mark.parametrize("shake", [0.005, 0.03, 0.3])
def test_the_stiffness_of_a_vertex_has_no_negative_direction(name, rate, shake):
    """Symmetric 3x3 blocks, also of what is inside out: no step goes up."""
    sample = Sample(name, shake)
    _, blocks = sample.loads(rate)
    lowest = np.linalg.eigvalsh(blocks)
    assert (lowest[:, 0] > -1e-9 * lowest[:, 2]).all()


@pytest.mark.parametrize("name", FORMS)
def test_a_short_step_along_force_over_stiffness_lowers_the_energy(name):
    """What a sweep does to one vertex, with inertia in the block and a tenth of the way."""
    sample = Sample(name)
    force, blocks = sample.loads()
    before = sample.energy(sample.place)
    scale = np.abs(blocks).max()
    for v in range(sample.made.count):
        place = sample.place.copy()
        place[v] += 0.1 * np.linalg.solve(blocks[v] + 1e-3 * scale * np.eye(3), force[v])
        assert sample.energy(place) < before


@pytest.mark.parametrize("name", FORMS)
def test_the_guard_counts_the_same_energy(name):
    """Up to a constant: differences between shapes agree."""
    sample = Sample(name)
    other = sample.place + sample.random.normal(0.0, 0.01, sample.place.shape)
    plain = sample.energy(other) - sample.energy(sample.place)
    counted = []
    for place in (sample.place, other):
        sample.put(place)
        counted.append(energy_of(sample.flags, sample.soft))
    assert counted[1] - counted[0] == pytest.approx(plain, rel=1e-6)


@pytest.mark.parametrize("name", FORMS)
def test_drag_takes_energy_and_lets_turning_be(name):
    """Drag works against every change of shape; a rotation has none, but for what was flat."""
    sample = Sample(name)
    start = sample.place
    for _ in range(20):
        way = sample.random.normal(0.0, 0.002, start.shape)
        sample.put(start + way, start=start)
        drag = sample.loads(2.0)[0] - sample.loads(0.0)[0]
        assert (drag * way).sum() <= 0.0
    if name in FLAT:
        return
    angle, axis = 0.7, np.array([1.0, 2.0, -1.0]) / 6.0**0.5
    turned = start * np.cos(angle) + np.cross(axis, start) * np.sin(angle)
    turned += np.outer(start @ axis, axis) * (1.0 - np.cos(angle))
    sample.put(turned, start=start)
    still, moving = sample.loads(0.0)[0], sample.loads(2.0)[0]
    assert np.abs(moving - still).max() < 1e-8 * np.abs(still).max()
