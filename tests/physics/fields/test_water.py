"""Water against closed forms: floating depth, bobbing, sinking, energy, which way up things float; sleep and states."""

import math

import numpy as np
import pytest

from physics import BodyKind, FieldWater, ShapeBox, ShapeCylinder, ShapePlane, ShapeSphere, World
from tests.physics.fields.pool import DT, SHAPES, TURNS, G, pool, run

STILL = {"coefficient": 0.0, "damping": 0.0}


# ---- Floating ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
def test_a_box_floats_as_deep_as_its_share_of_the_density(share):
    """Archimedes: depth = height * density / 1000; it comes to rest and sleeps."""
    world, water = pool()
    box = world.add_body(shape=ShapeBox((0.6, 0.2, 0.6)), position=(0, 0.1, 0), density=1000.0 * share)
    run(world, 12.0)
    assert 0.2 - box.position.y == pytest.approx(0.4 * share, abs=0.002)
    assert not box.awake and water.displaced(box).share == pytest.approx(share, abs=0.005)


def cap_depth(density):
    """Depth of a floating ball of radius 1: h^2 (3 - h) = 4 density / 1000."""
    roots = np.roots((-1.0, 3.0, 0.0, -4.0 * density / 1000.0))
    return float(next(root.real for root in roots if abs(root.imag) < 1e-9 and 0.0 < root.real < 2.0))


def segment_depth(density):
    """Depth of a floating lying cylinder of radius 1, by bisection: the share of its cross section under water."""
    low, high = 0.0, 2.0
    for _ in range(50):
        h = 0.5 * (low + high)
        area = math.acos(1.0 - h) - (1.0 - h) * math.sqrt(2.0 * h - h * h)
        low, high = (h, high) if area < math.pi * density / 1000.0 else (low, h)
    return h


@pytest.mark.parametrize("density", [300.0, 600.0, 850.0])
def test_a_ball_and_a_log_of_wood_float_as_deep_as_the_formulas_say(density):
    world, _ = pool()
    ball = world.add_body(shape=ShapeSphere(0.3), density=density)
    lying = (0.0, 0.0, math.sqrt(0.5), math.sqrt(0.5))
    log = world.add_body(shape=ShapeCylinder(0.2, 0.8), position=(4, 0, 0), orientation=lying, density=density)
    run(world, 12.0)
    assert 0.3 - ball.position.y == pytest.approx(0.3 * cap_depth(density), abs=0.003)
    assert 0.2 - log.position.y == pytest.approx(0.2 * segment_depth(density), abs=0.003)
    assert not ball.awake and not log.awake


def test_a_raft_of_parts_floats_level_and_carries_what_its_reserve_allows():
    """Four logs under a deck: it sinks in until it displaces its mass, with 150 kg by 150 / (density area) more."""
    world, water = pool()
    logs = [(ShapeBox((0.2, 0.15, 1.0)), (x, 0.0, 0.0), (0, 0, 0, 1)) for x in (-0.9, -0.3, 0.3, 0.9)]
    deck = [(ShapeBox((1.15, 0.02, 1.0)), (0.0, 0.17, 0.0), (0, 0, 0, 1))]
    raft = world.add_body(shapes=[*logs, *deck], density=450.0)
    run(world, 12.0)
    alone = raft.position.y
    assert raft.mass == pytest.approx(1000.0 * water.displaced(raft).volume, rel=0.01)
    world.add_body(shape=ShapeBox((0.3, 0.05, 0.3)), position=(0, alone + 0.25, 0), mass=150.0)
    run(world, 8.0)
    assert alone - raft.position.y == pytest.approx(150.0 / (1000.0 * 4 * 0.4 * 2.0), rel=0.03)
    assert not raft.awake


def test_the_period_of_bobbing_is_that_of_the_formula():
    """T = 2 pi sqrt(m / (density g area)) = 2 pi sqrt(depth / g), without drag; and within 5 % with the usual drag."""
    for options in (STILL, {}):
        world, _ = pool(**options)
        box = world.add_body(shape=ShapeBox((0.5, 0.3, 0.5)), position=(0, 0.25, 0), density=500.0)
        box.lock_rotation = True
        crossings, before = [], box.velocity.y
        for step in range(400):
            world.step(DT)
            if before < 0.0 <= box.velocity.y:
                crossings.append(step - box.velocity.y / (box.velocity.y - before))
            before = box.velocity.y
        period = (crossings[2] - crossings[0]) / 2 * DT
        assert period == pytest.approx(2.0 * math.pi * math.sqrt(0.3 / G), rel=0.01 if options else 0.03)


def test_bobbing_without_drag_goes_on_and_waves_damp_it_by_their_share():
    """Amplitudes of a damped oscillator fall by exp(-2 pi d / sqrt(1 - d^2)) in each period."""
    for damping in (0.0, 0.1):
        world, _ = pool(coefficient=0.0, damping=damping)
        box = world.add_body(shape=ShapeBox((0.5, 0.3, 0.5)), position=(0, 0.1, 0), density=500.0)
        box.lock_rotation = True
        heights = []
        for _ in range(200):
            world.step(DT)
            heights.append(box.position.y)
        low = [k for k in range(1, 199) if heights[k - 1] > heights[k] <= heights[k + 1]]
        ratio = heights[low[1]] / heights[low[0]]
        expected = math.exp(-2.0 * math.pi * damping / math.sqrt(1.0 - damping * damping))
        assert ratio == pytest.approx(expected, rel=0.05)


def potential(water, bodies):
    """Of weight and buoyancy [J]: m g y + density g V (level - y of the center of the displaced volume)."""
    total = 0.0
    for body in bodies:
        found = water.displaced(body)
        total += body.mass * G * body.center_of_mass.y
        total += water.density * G * found.volume * (water.level - found.center.y)
    return total


@pytest.mark.parametrize("options", [STILL, {}], ids=["still", "drag"])
def test_energy_never_grows(options):
    """All shapes fall in turned: what drag does not take stays within 1 %, and it only takes."""
    world, water = pool(**options)
    bodies = [
        world.add_body(
            shape=shape, position=(3.0 * k, 0.5, 0.0), orientation=TURNS[-1] / np.linalg.norm(TURNS[-1]), density=400.0
        )
        for k, (shape, _) in enumerate(SHAPES.values())
    ]
    lowest = start = world.energy().kinetic + potential(water, bodies)
    swing = sum(body.mass for body in bodies) * G * 0.5
    for _ in range(240):
        world.step(DT)
        energy = world.energy().kinetic + potential(water, bodies)
        assert energy < lowest + 0.01 * swing
        lowest = min(lowest, energy) if options is not STILL else lowest
    assert (energy < start - 0.5 * swing) == (options is not STILL)


# ---- Which way up --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("width", "height", "stays"), [(0.8, 0.3, True), (0.3, 0.8, False), (0.5, 0.5, False)])
def test_a_beam_floats_the_way_up_that_its_metacenter_allows(width, height, stays):
    """Half under water it stands if width^2 / (12 depth) > (height - depth) / 2: the metacenter over the center."""
    world, _ = pool()
    assert (width**2 / (12 * 0.5 * height) > 0.25 * height) == stays
    lean = 0.06
    beam = world.add_body(
        shape=ShapeBox((0.5 * width, 0.5 * height, 1.5)), density=500.0,
        orientation=(0, 0, math.sin(0.5 * lean), math.cos(0.5 * lean)),
    )  # fmt: skip
    run(world, 15.0)
    x, y, z, w = beam.orientation
    upright = abs(1.0 - 2.0 * (x * x + z * z))
    assert (upright > 0.99) == stays and not beam.awake


def test_a_cylinder_floats_upright_when_it_is_flat_and_lies_down_when_it_is_long():
    world, _ = pool()
    lean = (math.sin(0.05), 0.0, 0.0, math.cos(0.05))
    flat = world.add_body(shape=ShapeCylinder(0.5, 0.1), density=600.0, orientation=lean)
    long = world.add_body(shape=ShapeCylinder(0.15, 0.6), density=600.0, orientation=lean, position=(4, 0, 0))
    run(world, 15.0)
    (x, _, z, _), (a, _, c, _) = flat.orientation, long.orientation
    assert 1.0 - 2.0 * (x * x + z * z) > 0.99 and abs(1.0 - 2.0 * (a * a + c * c)) < 0.05


def test_a_keel_turns_a_boat_upright():
    world, _ = pool()
    hull, keel = ShapeBox((0.4, 0.2, 0.9)), ShapeBox((0.03, 0.15, 0.5))
    boat = world.add_body(
        shapes=[(hull, (0, 0, 0), (0, 0, 0, 1)), (keel, (0, -0.45, 0), (0, 0, 0, 1))], density=300.0,
        orientation=(0, 0, 0.95, math.sqrt(1.0 - 0.95**2)), local_center_of_mass=(0, -0.35, 0),
    )  # fmt: skip
    run(world, 20.0)
    x, _, z, _ = boat.orientation
    assert 1.0 - 2.0 * (x * x + z * z) > 0.98


# ---- Moving --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("density", "radius"), [(7800.0, 0.1), (1100.0, 0.2), (400.0, 0.15)])
def test_a_ball_sinks_or_rises_with_its_terminal_speed(density, radius):
    """v = sqrt(2 |m - density V| g / (density coefficient A))."""
    world, _ = pool(level=500.0)
    ball = world.add_body(shape=ShapeSphere(radius), density=density, position=(0, 200, 0))
    run(world, 6.0)
    speed = math.sqrt(8.0 / 3.0 * radius * G * abs(density / 1000.0 - 1.0) / 0.5)
    assert abs(ball.velocity.y) == pytest.approx(speed, rel=0.01)
    assert (ball.velocity.y < 0.0) == (density > 1000.0)


def test_a_current_takes_along_what_floats():
    world, _ = pool(current=(1.5, 0, 0))
    box = world.add_body(shape=ShapeBox((0.3, 0.2, 0.3)), density=500.0)
    run(world, 10.0)
    assert box.velocity.x == pytest.approx(1.5, rel=0.02)


def test_no_density_and_no_coefficient_make_it_jump():
    """The lightest and thinnest things come to rest on the surface, whatever the drag, also with two substeps."""
    for substeps in (2, 4):
        world = World(gravity=(0, -G, 0), substeps=substeps)
        world.add_field(FieldWater(coefficient=5.0, damping=2.0))
        foil = world.add_body(shape=ShapeBox((0.5, 0.002, 0.5)), density=2.0, position=(0, 0.1, 0))
        foam = world.add_body(shape=ShapeSphere(0.2), density=1.0, position=(3, -3, 0))
        highest = 0.0
        for _ in range(600):
            world.step(DT)
            highest = max(highest, foil.position.y, foam.position.y)
        assert highest < 0.45 and foil.velocity.length < 0.05 and foam.velocity.length < 0.05


def test_things_rest_on_the_bottom_by_what_is_left_of_their_weight():
    """A sunken box presses with (m - density V) g."""
    world, _ = pool(level=3.0)
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane())
    box = world.add_body(shape=ShapeBox((0.3, 0.3, 0.3)), density=2000.0, position=(0, 1, 0))
    run(world, 5.0)
    assert not box.awake and box.position.y == pytest.approx(0.3, abs=0.005)
    impulse = world.contacts()["normal_impulse"].sum()
    assert impulse / DT == pytest.approx(0.216 * (2000.0 - 1000.0) * G, rel=0.02)


# ---- Rooms, sleep, states ------------------------------------------------------------------------------------------


def test_shores_and_bottom_end_the_water():
    world, water = pool(level=0.0, bounds=((-1, -2, -1), (1, 0, 1)))
    places = {"in": (0, -0.5, 0), "beside": (1.5, -0.5, 0), "below": (0, -2.5, 0)}
    bodies = {
        name: world.add_body(shape=ShapeSphere(0.1), density=500.0, position=place) for name, place in places.items()
    }
    assert {name: water.displaced(body).volume > 0.0 for name, body in bodies.items()} == {
        "in": True, "beside": False, "below": False,
    }  # fmt: skip
    run(world, 0.2)
    assert bodies["in"].velocity.y > 0.0 > bodies["beside"].velocity.y == pytest.approx(bodies["below"].velocity.y)


def test_what_floats_wakes_when_the_level_changes_and_follows_it():
    world, water = pool(bounds=((-5, -5, -5), (5, 0, 5)))
    box = world.add_body(shape=ShapeBox((0.4, 0.2, 0.4)), density=500.0)
    far = world.add_body(shape=ShapeSphere(0.2), position=(20, 0.2, 0))
    world.add_body(kind=BodyKind.STATIC, shape=ShapeBox((1, 1, 1)), position=(20, -1, 0))
    run(world, 8.0)
    assert not box.awake and not far.awake
    water.level = -0.6
    assert box.awake and not far.awake
    run(world, 8.0)
    assert box.position.y == pytest.approx(-0.6, abs=0.005) and not box.awake


def test_what_breaks_the_surface_is_told_while_it_is_awake():
    world, water = pool(bounds=((-5, -5, -5), (5, 0, 5)))
    places = {"through": (0, 0, 0), "under": (2, -2, 0), "over": (-2, 2, 0), "beside": (8, 0, 0)}
    bodies = {name: world.add_body(shape=ShapeSphere(0.3), density=500.0, position=at) for name, at in places.items()}
    assert water.breaking() == [bodies["through"]]
    run(world, 10.0)
    assert not bodies["through"].awake and bodies["through"] not in water.breaking()
    with pytest.raises(ValueError, match="not in a world"):
        FieldWater().breaking()


def test_without_gravity_nothing_is_pushed_up():
    world = World(gravity=(0, 0, 0))
    world.add_field(FieldWater())
    ball = world.add_body(shape=ShapeSphere(0.2), position=(0, -1, 0), density=100.0)
    run(world, 1.0)
    assert ball.velocity.length == 0.0


def test_the_same_water_twice_gives_the_same_bits_also_from_a_state():
    def fill():
        world, water = pool(current=(0.2, 0, 0))
        for k, (shape, _) in enumerate(SHAPES.values()):
            world.add_body(shape=shape, position=(1.2 * k, 0.6, 0), orientation=(0.1, 0.2, 0.3, 0.9), density=600.0)
        return world, water

    (one, water), (two, _) = fill(), fill()
    run(one, 1.0)
    run(two, 1.0)
    state = one.save_state()
    assert one.state_hash() == two.state_hash()
    run(one, 1.0)
    end = one.state_hash()
    water.level = 3.0
    run(one, 0.5)
    one.load_state(state)
    assert water.level == 0.0
    run(one, 1.0)
    assert one.state_hash() == end


@pytest.mark.parametrize(
    ("make", "error", "text"),
    [
        (lambda: FieldWater(math.nan), ValueError, "level must be"),
        (lambda: FieldWater(density=-1.0), ValueError, "density must be between 0 and 1e.06 kg/m"),
        (lambda: FieldWater(damping=11.0), ValueError, "damping must be between 0 and 10"),
        (lambda: FieldWater(current=(1.0, 2.0)), ValueError, "current"),
        (lambda: FieldWater(bounds=((0, 0, 0), (1, -1, 1))), ValueError, "lower corner and the upper"),
        (lambda: FieldWater().displaced(World().add_body(shape=ShapeSphere(1.0))), ValueError, "not in a world"),
        (lambda: pool()[1].displaced(World().add_body(shape=ShapeSphere(1.0))), LookupError, "of another world"),
    ],
)
def test_bad_water_is_refused_in_words(make, error, text):
    with pytest.raises(error, match=text):
        make()
