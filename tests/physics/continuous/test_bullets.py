"""Bullets and what moves: none passes a plate that comes toward it, and none ends up inside of another."""

import numpy as np
import pytest

from physics import BodyKind, ShapeBox, ShapeCapsule, ShapeMesh, ShapePlane, ShapeSphere, World

DT = 1 / 60
PLATE = ShapeBox((0.01, 2.0, 2.0))
SHEET = ShapeMesh([(0, -2, -2), (0, 2, -2), (0, 2, 2), (0, -2, 2)], [(0, 1, 2), (0, 2, 3)], two_sided=True)
BULLETS = {"ball": ShapeSphere(0.05), "box": ShapeBox((0.05, 0.05, 0.05)), "capsule": ShapeCapsule(0.05, 0.05)}
STARTS = [2.0 + 0.13 * k for k in range(9)]


def shot_at(plate_options, *, start, speed, shape=BULLETS["ball"], **options):
    """A world with a plate that comes along -x, and a bullet that flies along +x."""
    world = World(gravity=(0, 0, 0))
    plate = world.add_body(position=(start, 0, 0), **plate_options)
    bullet = world.add_body(shape=shape, position=(0, 0.1, 0), velocity=(speed, 0, 0), mass=1.0, bullet=True, **options)
    return world, plate, bullet


def passes(world, plate, bullet, steps=30):
    """Whether the bullet is ever on the far side."""
    for _ in range(steps):
        world.step(DT)
        if bullet.position.x > plate.position.x:
            return True
    return False


@pytest.mark.parametrize("plate_speed", [3, 10, 30])
@pytest.mark.parametrize("plate", ["dynamic", "kinematic", "sheet", "bullet"])
def test_no_bullet_passes_a_plate_that_comes_toward_it(plate, plate_speed):
    """The plate runs on while the bullet waits at the meeting place, unless it takes the bullet along."""
    options = {
        "dynamic": {"shape": PLATE, "mass": 50.0},
        "bullet": {"shape": PLATE, "mass": 50.0, "bullet": True},
        "kinematic": {"kind": BodyKind.KINEMATIC, "shape": PLATE},
        "sheet": {"kind": BodyKind.KINEMATIC, "shape": SHEET},
    }[plate]
    for start in STARTS:
        scene = shot_at({**options, "velocity": (-plate_speed, 0, 0)}, start=start, speed=50)
        assert not passes(*scene), start


@pytest.mark.parametrize("name", BULLETS)
def test_no_shape_passes_a_foil(name):
    """2 mm thick, at 10 m/s it moves by 80 times its thickness in a step."""
    options = {"kind": BodyKind.KINEMATIC, "shape": ShapeBox((0.001, 2, 2)), "velocity": (-10, 0, 0)}
    for start in STARTS:
        scene = shot_at(options, start=start, speed=100, shape=BULLETS[name], angular_velocity=(3, 20, 30))
        assert not passes(*scene), start


def test_a_plate_does_not_run_over_a_slow_bullet():
    """The bullet itself moves less than its radius in a step; the plate moves half a meter."""
    options = {"kind": BodyKind.KINEMATIC, "shape": PLATE, "velocity": (-30, 0, 0)}
    for start in STARTS:
        assert not passes(*shot_at(options, start=start, speed=1)), start


def test_a_racket_meets_a_ball():
    """A racket that turns by a third of a right angle in a step sends the ball back."""
    for k in range(6):
        world = World(gravity=(0, 0, 0))
        racket = world.add_body(
            kind=BodyKind.KINEMATIC, shape=ShapeBox((0.02, 1.0, 0.5)), position=(0, -1, 0), angular_velocity=(0, 0, 30)
        )
        racket.orientation = (0, 0, -np.sin(0.35 + 0.01 * k), np.cos(0.35 + 0.01 * k))
        ball = world.add_body(shape=ShapeSphere(0.05), position=(-1.5, -0.3, 0), velocity=(60, 0, 0), bullet=True)
        for _ in range(8):
            world.step(DT)
        assert ball.velocity.x < 0.0, k


def test_momentum_is_kept_and_no_energy_made():
    """m v before and after; an elastic hit keeps m v^2 / 2 within the error of the step, none adds to it."""
    for restitution in (0.0, 1.0):
        plate = {"shape": PLATE, "mass": 50.0, "velocity": (-10, 0, 0), "restitution": restitution}
        for start in STARTS:
            world, plate_body, bullet = shot_at(plate, start=start, speed=50, restitution=restitution)
            bullet.position = (0, 0, 0)
            energy = world.energy().kinetic
            assert not passes(world, plate_body, bullet)
            momentum = 50.0 * plate_body.velocity.x + bullet.velocity.x
            assert momentum == pytest.approx(-450.0, rel=1e-5)
            after = world.energy().kinetic
            assert after <= 1.001 * energy
            assert bullet.velocity.x < 0.0
            if restitution == 1.0:
                assert after == pytest.approx(energy, rel=0.01)


@pytest.mark.parametrize(("first", "second"), [(50, 50), (100, 100), (100, 20), (5, 400), (400, 400)])
def test_bullets_head_on_do_not_end_up_inside_of_each_other(first, second):
    """Both are stopped where they meet: less than a centimeter of overlap, whoever is looked at first."""
    for start in STARTS:
        world = World(gravity=(0, 0, 0))
        a = world.add_body(shape=ShapeSphere(0.25), velocity=(first, 0, 0), mass=1.0, bullet=True)
        b = world.add_body(
            shape=ShapeSphere(0.25), position=(3 * start, 0, 0), velocity=(-second, 0, 0), mass=2.0, bullet=True
        )
        for _ in range(40):
            world.step(DT)
            assert b.position.x - a.position.x > 0.49, start
        assert a.velocity.x + 2.0 * b.velocity.x == pytest.approx(first - 2.0 * second, abs=1e-3)
        assert a.velocity.x <= b.velocity.x + 1e-3


def test_bullets_that_cross_meet():
    """Both move by 6.7 m in a step, more than the search around bounds reaches; each crosses the way of the other."""
    for k in range(6):
        world = World(gravity=(0, 0, 0))
        back = 8.0 + k
        a = world.add_body(shape=ShapeSphere(0.2), position=(-back, 0, 0), velocity=(400, 0, 0), bullet=True)
        world.add_body(shape=ShapeSphere(0.2), position=(0.1, 0, back), velocity=(0, 0, -400), bullet=True)
        for _ in range(6):
            world.step(DT)
        assert abs(a.velocity.z) > 10.0, k


def test_a_bullet_that_is_carried_stays_out_of_walls():
    """A plate comes down on a floor, with a bullet in between that it meets on the way up."""
    world = World(gravity=(0, 0, 0))
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane())
    floor = world.add_body(kind=BodyKind.STATIC, shape=ShapeBox((2, 0.01, 2)), position=(0, 0.2, 0))
    plate = world.add_body(
        kind=BodyKind.KINEMATIC, shape=ShapeBox((2, 0.01, 2)), position=(0, 1.0, 0), velocity=(0, -20, 0)
    )
    ball = world.add_body(shape=ShapeSphere(0.05), position=(0, 0.3, 0), velocity=(0, 5, 0), bullet=True)
    for _ in range(2):
        world.step(DT)
    plate.velocity = (0, 0, 0)
    for _ in range(30):
        world.step(DT)
        assert ball.position.y > floor.position.y


def test_a_burst_against_a_plate_stays_on_its_side():
    """Bullets that follow one another closely push one another as the plate takes the first along."""
    world = World(gravity=(0, 0, 0))
    plate = world.add_body(kind=BodyKind.KINEMATIC, shape=PLATE, position=(3, 0, 0), velocity=(-10, 0, 0))
    bullets = [
        world.add_body(
            shape=ShapeSphere(0.05), position=(-0.15 * k, 0.002 * k, 0.001 * k), velocity=(60, 0, 0), bullet=True
        )
        for k in range(12)
    ]
    for _ in range(40):
        world.step(DT)
        assert max(bullet.position.x for bullet in bullets) < plate.position.x


def test_bullets_repeat_bit_for_bit():
    def run(world, steps):
        for _ in range(steps):
            world.step(DT)
        return world.state_hash()

    world, _, _ = shot_at({"shape": PLATE, "mass": 50.0, "velocity": (-10, 0, 0)}, start=2.3, speed=50)
    world.add_body(shape=ShapeSphere(0.1), position=(9, 0, 0), velocity=(-300, 0, 0), bullet=True)
    run(world, 1)
    state = world.save_state()
    hashes = [run(world, 1) for _ in range(12)]
    world.load_state(state)
    assert [run(world, 1) for _ in range(12)] == hashes
