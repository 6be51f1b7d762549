"""Solids against closed forms: cantilever, tension, crushing, twist, vibration."""

import math

import numpy as np
import pytest
from scipy.optimize import brentq

from physics import BodyKind, ShapeBox, SoftSolid
from physics.soft.structure import build
from tests.physics.reference import soft_energy
from tests.physics.reference.soft_worlds import DT, GRAVITY, SUBSTEPS, crossings, fastest, make_world, masses, run


def droop(substeps, young, cells):
    """A beam of 1.2 x 0.4 x 0.4 m that is clamped at one end, after it has come to rest, and how far its tip sank."""
    form = SoftSolid.lattice((3 * cells, cells, cells), 0.4 / cells)
    x = form.points[:, 0]
    world = make_world(substeps)
    beam = world.add_soft(
        form, young=young, poisson=0.4, density=1000.0, linear_damping=6.0, pins=np.flatnonzero(x < -0.6 + 1e-9)
    )
    run(world, 3.0)
    end = x > 0.6 - 1e-9
    return beam, float((form.points[end, 1] - beam.positions[end, 1]).mean())


@pytest.mark.parametrize("young", [1e6, 1e7, 1e8])
def test_a_cantilever_sinks_alike_whatever_the_substeps_and_as_a_beam_does(young):
    """d = rho g A L^4 / (8 E I); linear tetrahedra are too stiff by 10 % at 4 cells."""
    sunk = [droop(substeps, young, 4)[1] for substeps in SUBSTEPS]
    assert max(sunk) / min(sunk) < 1.005
    assert sunk[0] == pytest.approx(1000.0 * GRAVITY * 0.16 * 1.2**4 / (8.0 * young * 0.4**4 / 12.0), rel=0.25)


def test_a_finer_beam_sinks_farther():
    """Refinement: 2 and 4 cells come from below, and half of the size takes away more than half of the error."""
    wanted = 1000.0 * GRAVITY * 0.16 * 1.2**4 / (8.0 * 1e6 * 0.4**4 / 12.0)
    coarse, fine = droop(4, 1e6, 2)[1] / wanted, droop(4, 1e6, 4)[1] / wanted
    assert coarse < fine < 1.0 and 1.0 - fine < 0.5 * (1.0 - coarse)


def test_what_has_come_to_rest_is_in_balance_by_plain_code():
    """Force of the elements, by the gradient of a plain energy, against the weight of each vertex."""
    form = SoftSolid.lattice((4, 1, 1), 0.1)
    world = make_world(4)
    pins = np.flatnonzero(form.points[:, 0] < -0.2 + 1e-9)
    beam = world.add_soft(form, young=2e5, poisson=0.4, density=1000.0, linear_damping=6.0, pins=pins)
    run(world, 4.0)
    made = build(form, beam.material)
    force = soft_energy.forces(lambda place: soft_energy.tets(made, place), beam.positions, 1e-5)
    weight = masses(beam) * GRAVITY
    force[:, 1] -= weight
    free = np.ones(len(weight), bool)
    free[pins] = False
    assert np.abs(force[free]).max() < 0.01 * weight.max()


def pulled_ratio(stress, young, poisson):
    """Stretch and narrowing of a bar of the same material under a stress over its area at rest."""
    mu, lam = young / (2 * (1 + poisson)), young * poisson / ((1 + poisson) * (1 - 2 * poisson))

    def narrow(along):
        rest = 1.0 + mu / (lam + mu)
        return brentq(lambda t: mu * t + (lam + mu) * (along * t * t - rest) * along * t, 0.5, 1.2)

    def force(along):
        t = narrow(along)
        return mu * along + (lam + mu) * (along * t * t - 1.0 - mu / (lam + mu)) * t * t - stress

    along = brentq(force, 0.8, 1.5)
    return along, narrow(along)


@pytest.mark.parametrize("substeps", SUBSTEPS)
@pytest.mark.parametrize("poisson", [0.3, 0.47])
def test_a_bar_gets_longer_and_thinner_as_its_material_does(substeps, poisson):
    """1 x 0.2 x 0.2 m, E 1 MPa, 1 kN: dL = F L / (E A) and -nu across, for this material at 2.5 % strain."""
    form = SoftSolid.lattice((10, 2, 2), 0.1)
    world = make_world(substeps, gravity=False)
    bar = world.add_soft(form, young=1e6, poisson=poisson, damping=0.005, linear_damping=5.0)
    x, y, z = form.points.T
    share = np.where(np.abs(y) < 0.05, 2.0, 1.0) * np.where(np.abs(z) < 0.05, 2.0, 1.0) / 16.0
    for _ in range(120):
        for v in np.flatnonzero(np.abs(x) > 0.5 - 1e-9).tolist():
            bar.apply_force((math.copysign(1000.0 * share[v], x[v]), 0, 0), v)
        world.step(DT)
    place = bar.positions
    middle = np.abs(x) < 0.3 + 1e-9
    along, across = pulled_ratio(1000.0 / 0.04, 1e6, poisson)
    inner = place[np.abs(x - 0.3) < 1e-9, 0].mean() - place[np.abs(x + 0.3) < 1e-9, 0].mean()
    assert inner / 0.6 - 1.0 == pytest.approx(along - 1.0, rel=0.02)
    side = middle & (np.abs(y) > 0.1 - 1e-9)
    assert np.abs(place[side, 1]).mean() / 0.1 - 1.0 == pytest.approx(across - 1.0, rel=0.06)
    assert bar.volume / 0.04 == pytest.approx(along * across * across, rel=0.005)


@pytest.mark.parametrize("substeps", SUBSTEPS)
def test_a_crushed_block_keeps_its_volume_and_stays_calm(substeps):
    """A cube of 0.5 m at nu 0.47, pressed to 60 % between plates without friction."""
    form = SoftSolid.lattice((4, 4, 4), 0.125)
    world = make_world(substeps, gravity=False)
    block = world.add_soft(form, young=1e6, poisson=0.47, density=1100.0, friction=0.0, thickness=0.002)
    plates = [
        world.add_body(kind=BodyKind.KINEMATIC, shape=ShapeBox((1, 0.1, 1)), position=(0, s * 0.3515, 0), friction=0.0,
                       velocity=(0, -s * 0.1, 0))
        for s in (-1, 1)
    ]  # fmt: skip
    speeds = []
    for _ in range(10):
        run(world, 0.1)
        speeds.append(fastest(block))
    assert max(speeds) < 0.3, "as fast as the plates, or little more"
    assert np.ptp(block.positions[:, 1]) == pytest.approx(
        plates[1].position[1] - plates[0].position[1] - 0.202, abs=0.002
    )
    assert block.volume / 0.125 == pytest.approx(0.96, abs=0.01), "1 - stress / 3 K"
    assert np.isfinite(block.positions).all() and block.strain.max() < 2.0


@pytest.mark.parametrize("substeps", SUBSTEPS)
def test_a_beam_that_is_twisted_turns_evenly_and_comes_back(substeps):
    """theta_i = i / (N - 1) theta after one turn; let go, it is as before to 1 mm."""
    form = SoftSolid.lattice((12, 3, 3), 0.1)
    x, y, z = form.points.T
    low, high = np.flatnonzero(x < -0.6 + 1e-9), np.flatnonzero(x > 0.6 - 1e-9)
    world = make_world(substeps, gravity=False)
    beam = world.add_soft(
        form, young=1e5, poisson=0.3, density=1000.0, damping=0.02, linear_damping=2.0, pins=[*low, *high]
    )
    for k in range(1, 121):
        angle = 2.0 * math.pi * k / 120
        place = beam.positions
        place[high, 1] = math.cos(angle) * y[high] - math.sin(angle) * z[high]
        place[high, 2] = math.sin(angle) * y[high] + math.cos(angle) * z[high]
        beam.positions = place
        world.step(DT)
    run(world, 1.5)
    place = beam.positions
    turned = []
    for k in range(13):
        ring = np.abs(x - (0.1 * k - 0.6)) < 1e-9
        was, now = y[ring] + 1j * z[ring], place[ring, 1] + 1j * place[ring, 2]
        turned.append(np.angle((now * was.conj()).sum()))
    turned = np.unwrap(turned)
    assert turned[-1] == pytest.approx(2.0 * math.pi)
    assert np.abs(turned - np.arange(13) / 12 * turned[-1]).max() < 0.02 * turned[-1]
    beam.unpin(high)
    run(world, 6.0)
    assert np.abs(beam.positions - form.points).max() < 1e-3


def pitch(substeps):
    """Frequency at which a cube of 1 m gets longer and shorter [Hz], and how much is left after 2 s."""
    form = SoftSolid.lattice((4, 4, 4), 0.25)
    world = make_world(substeps, gravity=False)
    cube = world.add_soft(form, young=1e5, poisson=0.3, damping=0.0)
    place = cube.positions
    place[:, 1] *= 1.02
    cube.positions = place
    top, bottom = form.points[:, 1] > 0.4, form.points[:, 1] < -0.4
    length = []
    for _ in range(120):
        world.step(DT)
        length.append(cube.positions[top, 1].mean() - cube.positions[bottom, 1].mean() - 1.0)
    values = np.array(length)
    times = crossings(np.arange(120) * DT, values)
    return 0.5 / np.diff(times[:9]).mean(), np.abs(values[-15:]).max() / np.abs(values[:15]).max()


def test_the_pitch_of_a_cube_does_not_depend_on_the_substeps():
    """The lowest mode of stretching, against 16 substeps; implicit steps take from it: little, and more the longer."""
    (low, _), (middle, left), (high, more) = (pitch(substeps) for substeps in SUBSTEPS)
    assert low == pytest.approx(high, rel=0.03) and middle == pytest.approx(high, rel=0.015)
    assert 0.05 < left < more < 1.0
