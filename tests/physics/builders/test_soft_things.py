"""Builders of soft things: what they promise, and bad input."""

import math

import numpy as np
import pytest

from physics import (
    DOG,
    BodyKind,
    FieldDrag,
    ShapeBox,
    ShapePlane,
    ShapeSphere,
    World,
    build_awning,
    build_bag,
    build_balloons,
    build_castle,
    build_clothes_line,
    build_curtain,
    build_flag,
    build_hammock,
    build_hung_weight,
    build_mattress,
    build_soft_figure,
    build_tent,
    build_tire,
    build_tire_swing,
    build_trampoline,
    skin_of_bones,
)
from physics.builders.softness import disc

DT = 1 / 60


@pytest.fixture
def world():
    world = World()
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(), name="ground")
    return world


def run(world, seconds):
    for _ in range(round(seconds / DT)):
        world.step(DT)
    assert not any(body.frozen for body in world.bodies)


def test_a_flag_hangs_without_wind_and_flies_in_it(world):
    flag = build_flag(world, (0, 0, 0), width=1.6, drop=1.0, spacing=0.2)
    run(world, 3.0)
    assert flag.cloth.position.x < 0.6 and flag.cloth.strain.max() < 0.3
    world.add_field(FieldDrag((12.0, 0.0, 0.0), 1.2))
    run(world, 3.0)
    assert flag.cloth.position.x > 0.65


def test_a_curtain_slides_with_its_rings(world):
    curtain = build_curtain(world, (0, 2.5, 0), (2, 2.5, 0), drop=1.2, rings=5, spacing=0.15, friction=0.5)
    run(world, 1.0)
    assert np.ptp(curtain.cloth.positions[:, 0]) == pytest.approx(2.0, abs=0.2), "friction holds the rings"
    for _ in range(180):
        curtain.rings[-1].apply_force((-60.0, 0.0, 0.0))
        world.step(DT)
    assert curtain.rings[-1].position.x < 1.5
    assert all(abs(ring.position.y - curtain.rings[0].position.y) < 0.01 for ring in curtain.rings)


def test_a_hammock_carries_a_ball(world):
    hammock = build_hammock(
        world, (-1.5, 1.8, 0), (1.5, 1.8, 0), width=1.4, spread=1.3, spacing=0.12, break_strain=math.inf
    )
    ball = world.add_body(shape=ShapeSphere(0.25), position=(0, 1.9, 0), mass=10.0)
    run(world, 4.0)
    assert 0.5 < ball.position.y < 1.6 and abs(ball.position.z) < 0.6
    assert min(rope.strain.max() for rope in hammock.ropes) < 0.05


def test_a_trampoline_throws_back(world):
    """What falls from 2 m over the sheet comes up over it again, and no higher."""
    trampoline = build_trampoline(world, (0, 0, 0), rings=8)
    ball = world.add_body(shape=ShapeSphere(0.25), position=(0, 3.25, 0), mass=30.0)
    heights = []
    for _ in range(240):
        world.step(DT)
        heights.append(ball.position.y - 1.25)
    lowest = int(np.argmin(heights[:90]))
    assert -0.9 < heights[lowest] < -0.05 and 0.3 < max(heights[lowest:]) < 2.0
    assert len(trampoline.rim) == 48


def test_a_tent_stands_and_stays_off_the_floor(world):
    tent = build_tent(world, (0, 0, 0), spacing=0.2)
    run(world, 3.0)
    places = tent.cloth.positions
    assert places[:, 1].max() > 1.4 and places[:, 1].min() > -0.01
    free = np.setdiff1d(np.arange(len(places)), tent.pegs)
    assert np.median(places[free, 1]) > 0.4


def test_an_awning_catches_what_falls_from_above_and_sleeps_by_itself(world):
    awning = build_awning(world, (0, 2.5, 0), (2, 2.5, 0), depth=1.0, fall=0.3, linear_damping=1.0)
    run(world, 6.0)
    places = awning.cloth.positions
    assert not awning.cloth.awake and 0.0 < places[:, 2].mean() < 1.0, "it is to the right of the way"
    assert places[list(awning.front), 1] == pytest.approx(2.2)
    ball = world.add_body(shape=ShapeSphere(0.2), position=(1, 3.2, 0.3), mass=2.0)
    run(world, 0.6)
    assert ball.position.y > 2.1, "it has not fallen through"


def test_a_castle_stands_and_lifts_what_falls_on_it(world):
    castle = build_castle(world, (0, 0, 0), width=3.0)
    run(world, 2.5)
    assert [soft.part_count for soft in castle.softs] == [1] * 8
    assert all(soft.positions[:, 1].max() == pytest.approx(1.85, abs=0.1) for soft in castle.towers)
    ball = world.add_body(shape=ShapeSphere(0.3), position=(0, 2.5, 0), mass=20.0, restitution=0.0)
    heights = []
    for _ in range(150):
        world.step(DT)
        heights.append(ball.position.y - 0.3)
    lowest = int(np.argmin(heights[:70]))
    assert 0.2 < heights[lowest] < 0.4 and max(heights[lowest:]) > heights[lowest] + 0.1


def test_a_tire_swings_on_its_rope(world):
    """It hangs at the length of its rope, and swings like a pendulum of that length and half a tire."""
    swing = build_tire_swing(world, (0, 3, 0), length=1.6, radius=0.4)
    run(world, 1.0)
    assert swing.tire.position.y == pytest.approx(1.0, abs=0.1) and swing.tire.pressure > 5e3
    swing.tire.apply_impulse((0.0, 0.0, 2.0 * swing.tire.mass))
    run(world, 0.25 * 2.0 * math.pi * math.sqrt(2.0 / 9.81))
    assert swing.tire.position.z > 0.5 and swing.rope.part_count == 1


def test_a_bag_holds_what_falls_into_it(world):
    build_bag(world, (0, 2, 0), rings=5, break_strain=math.inf)
    balls = [world.add_body(shape=ShapeSphere(0.12), position=(0, 2.2 + 0.3 * k, 0), mass=2.0) for k in range(4)]
    run(world, 4.0)
    assert all(0.9 < ball.position.y < 2.0 and math.hypot(ball.position.x, ball.position.z) < 0.6 for ball in balls)


def test_balloons_pull_their_strings_taut(world):
    bunch = build_balloons(world, (0, 0.1, 0), count=3, string=1.0)
    run(world, 4.0)
    for balloon, string in zip(bunch.balloons, bunch.strings, strict=True):
        assert balloon.position.y > 1.2 and balloon.pressure > 0.0
        assert string.positions[-1, 1] > 0.9


def test_a_balloon_of_no_lift_hovers_and_one_of_less_falls(world):
    lifted = build_balloons(world, (0, 3, 0), count=1, lift=-1.0)
    run(world, 3.0)
    assert lifted.balloons[0].position.y < 3.0


def test_an_air_mattress_carries_a_crate_over_the_floor(world):
    mattress = build_mattress(world, (0, 0.3, 0), spacing=0.2)
    run(world, 1.0)
    crate = world.add_body(shape=ShapeBox((0.2, 0.2, 0.2)), position=(0, 0.8, 0), mass=20.0)
    run(world, 3.0)
    assert crate.position.y > 0.25 and mattress.shell.pressure > 0.0
    assert mattress.shell.positions[:, 1].min() > -0.01


def test_tires_carry_a_cart_and_drive_it(world):
    chassis = world.add_body(shape=ShapeBox((0.9, 0.1, 0.4)), position=(0, 0.8, 0), mass=100.0, group=-77)
    tires = [
        build_tire(world, (x, 0.47, z), chassis=chassis, segments=20, sides=8, motor_speed=-4.0, motor_max_force=200.0)
        for x in (-0.8, 0.8) for z in (-0.65, 0.65)
    ]  # fmt: skip
    run(world, 3.0)
    assert chassis.position.x > 1.0 and chassis.position.y > 0.6
    assert all(tire.tire.pressure > 5e3 for tire in tires)


def test_a_weight_swings_like_a_pendulum(world):
    """A quarter of the period of a pendulum of 3.25 m is 0.9 s; the rope holds its length."""
    hung = build_hung_weight(world, (0, 5, 0), swing=0.3)
    run(world, 0.25 * 2.0 * math.pi * math.sqrt(3.25 / 9.81))
    assert abs(hung.weight.position.x) < 0.15 and hung.weight.velocity.x < -1.2
    assert abs((hung.weight.position - (0.0, 5.0, 0.0)).length - 3.25) < 0.1


def test_washing_hangs_under_its_line(world):
    line = build_clothes_line(world, (-2, 0, 0), (2, 0, 0), pieces=3, spacing=0.15)
    run(world, 3.0)
    for cloth in line.washing:
        assert 0.8 < cloth.position.y < 1.7 and cloth.strain.max() < 0.1
    assert line.line.positions[:, 1].min() < 1.98, "the line sags"


def test_a_soft_figure_is_a_closed_skin_in_a_lattice(world):
    figure = build_soft_figure(world, (0, 0.05, 0), bones=DOG, height=1.0)
    run(world, 2.0)
    assert figure.soft.positions[:, 1].min() > -0.02 and figure.soft.position.y > 0.1


def test_a_skin_of_one_ball_is_a_sphere():
    """Area 4 pi r^2 and volume 4/3 pi r^3, to what its cells leave."""
    vertices, triangles = skin_of_bones([((0, 0, 0), (0, 0, 0), 0.5, 0.5)], cell=0.05)
    a, b, c = (vertices[triangles[:, k]] for k in range(3))
    normal = np.cross(b - a, c - a)
    assert 0.5 * np.linalg.norm(normal, axis=1).sum() == pytest.approx(math.pi, rel=0.02)
    assert (a * normal).sum() / 6.0 == pytest.approx(math.pi / 6.0, rel=0.02)


def test_a_disc_is_even_and_looks_up():
    vertices, triangles, rim = disc(2.0, 5)
    a, b, c = (vertices[triangles[:, k]] for k in range(3))
    area = 0.5 * np.cross(b - a, c - a)[:, 1]
    assert area.min() > 0.0 and area.sum() == pytest.approx(math.pi * 4.0, rel=0.02)
    assert len(vertices) == 91 and np.allclose(np.linalg.norm(vertices[rim], axis=1), 2.0)


STRANGER = World().add_body(shape=ShapeSphere(1.0))


@pytest.mark.parametrize(
    ("build", "error", "message"),
    [
        (lambda w: build_flag(w, (0, 0, 0), height=1.0, drop=2.0), ValueError, "raise the pole"),
        (lambda w: build_flag(w, (0, 0, 0), spacing=1e-3), ValueError, "take a larger one"),
        (lambda w: build_flag(w, (0, 0, 0), heading=math.nan), ValueError, "heading must be"),
        (lambda w: build_flag(w, (0, 0, 0), material="steel"), ValueError, "unknown soft material"),
        (lambda w: build_curtain(w, (0, 2, 0), (2, 3, 0)), ValueError, "a rail must be level"),
        (lambda w: build_curtain(w, (0, 2, 0), (2, 2, 0), fullness=3.0), ValueError, "fullness must be"),
        (lambda w: build_hammock(w, (0, 0, 0), (0, 2, 0)), ValueError, "about level"),
        (lambda w: build_hammock(w, (0, 1, 0), (2, 1, 0), end_body=STRANGER), LookupError, "of this world"),
        (lambda w: build_trampoline(w, (0, 0, 0), tension=1.0), ValueError, "tension must be"),
        (lambda w: build_tent(w, (0, 0, 0), length=-1.0), ValueError, "length must be"),
        (lambda w: build_awning(w, (0, 2, 0), (2, 3, 0)), ValueError, "an awning must be level"),
        (lambda w: build_awning(w, (0, 2, 0), (2, 2, 0), slack=1.0), ValueError, "slack must be"),
        (lambda w: build_castle(w, (0, 0, 0), width=0.0), ValueError, "width must be"),
        (lambda w: build_castle(w, (0, 0, 0), pressure=-1e9), ValueError, "pressure must be"),
        (lambda w: build_tire_swing(w, (0, 3, 0), tube=0.3), ValueError, "tube must be less"),
        (lambda w: build_tire_swing(w, (0, 3, 0), body=STRANGER), LookupError, "of this world"),
        (lambda w: build_bag(w, (0, 2, 0), rings=1), ValueError, "rings must be"),
        (lambda w: build_balloons(w, (0, 0, 0), count=0), ValueError, "count must be"),
        (lambda w: build_mattress(w, (0, 0, 0), pressure=-1e9), ValueError, "pressure must be"),
        (lambda w: build_tire(w, (0, 1, 0), tube=0.4), ValueError, "tube must be less"),
        (lambda w: build_tire(w, (0, 1, 0), chassis=STRANGER), LookupError, "of this world"),
        (lambda w: build_hung_weight(w, (0, 5, 0), mass=-1.0), ValueError, "mass must be"),
        (lambda w: build_clothes_line(w, (0, 0, 0), (1, 1, 0)), ValueError, "must be as high"),
        (lambda w: build_soft_figure(w, (0, 0, 0), height=0.0), ValueError, "height must be"),
    ],
)  # fmt: skip
def test_bad_input_is_told_and_the_world_is_as_it_was(world, build, error, message):
    before = world.state_hash()
    with pytest.raises(error, match=message):
        build(world)
    assert world.state_hash() == before and len(world.bodies) == 1 and world.softs == []
