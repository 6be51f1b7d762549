import numpy as np
import pytest

from physics import ShapeBox, SoftCloth, Vec3
from play.weapons.explosion import FASTEST, RADIUS, STEPS
from tests.play.weapons.shooting import Range
from tests.play.weapons.test_arsenal import Cart

BOMB = Vec3(0.0, 0.3, -8.0)


def blown(range_, center=BOMB, steps=60):
    range_.arsenal.explosions.start(center)
    return range_.run(steps)


def test_it_grows_for_a_few_steps_and_is_over():
    range_ = Range()
    range_.arsenal.explosions.start(BOMB)
    ages = []
    while range_.arsenal.explosions.blasts:
        ages.append(range_.arsenal.explosions.blasts[0].age)
        range_.run(1)
    assert ages == list(range(STEPS))
    assert [cue.size for cue in range_.cues("explosion")] == [RADIUS]


def test_near_things_are_pushed_before_far_ones():
    range_ = Range()
    near, far = range_.crate((1.0, 0.25, -8.0)), range_.crate((0.0, 0.25, -12.0))
    range_.arsenal.explosions.start(BOMB)
    range_.run(3)
    assert near.velocity.length > 1.0 and far.velocity.length < 0.1
    range_.run(5)
    assert far.velocity.length > 0.2


def test_crates_fly_and_the_nearer_the_faster():
    range_ = Range()
    places = ((0.0, 0.25, -9.5), (2.5, 0.25, -8.0), (-4.0, 0.25, -8.0), (0.0, 0.25, -1.0))
    crates = [range_.crate(place) for place in places]
    blown(range_, steps=STEPS)
    speed = [crate.velocity.length for crate in crates]
    assert speed[0] > speed[1] > speed[2] > speed[3]
    assert 4.0 < speed[0] < 20.0 and speed[2] > 0.5 and speed[3] < 0.05


def test_what_stands_behind_a_wall_is_shielded():
    range_ = Range()
    range_.wall(z=-9.0)
    hidden, open_ = range_.crate((0.0, 0.25, -10.0)), range_.crate((0.0, 0.25, -6.0))
    range_.run(30)
    place = hidden.position
    blown(range_)
    assert (hidden.position - place).length < 0.01
    assert (open_.position - (0.0, 0.25, -6.0)).length > 1.0


def test_a_car_is_shoved_and_not_launched():
    range_ = Range()
    cart = range_.game.add_vehicle(Cart(range_.world))
    cart.chassis.position = (0.0, 0.5, -12.0)
    range_.run(10)
    highest = 0.5
    range_.arsenal.explosions.start(Vec3(0.0, 0.3, -9.0))
    range_.run(STEPS)
    speed = cart.chassis.velocity.length
    for _ in range(60):
        range_.run(1)
        highest = max(highest, cart.chassis.position.y)
    assert 0.5 < speed <= 0.4 * STEPS + 0.1
    assert highest < 1.5


@pytest.mark.parametrize(("distance", "low", "high"), [(1.5, 5.0, 9.5), (3.0, 2.5, 9.5), (5.5, 0.0, 1.5)])
def test_the_figure_is_thrown_when_it_is_near(distance, low, high):
    range_ = Range()
    range_.run(10)
    blown(range_, Vec3(0.0, 0.5, -distance), STEPS)
    assert low <= range_.avatar.velocity.length <= high


def test_a_wall_of_sixty_bricks_falls_from_rockets():
    range_ = Range(weapon=2)
    bricks = brick_wall(range_)
    range_.run(20)
    before = range_.world.read(bricks, "position")
    for _ in range(2):
        range_.run(1, fire=True, pitch=-0.08).run(70, pitch=-0.08)
    moved = np.linalg.norm(range_.world.read(bricks, "position") - before, axis=1)
    assert (moved > 0.5).sum() > 30


def brick_wall(range_, z=-8.0, rows=10, columns=6):
    """A wall of 60 bricks in running bond."""
    half = (0.2, 0.1, 0.1)
    places = [
        (
            2.02 * half[0] * (k - 0.5 * (columns - 1)) + (0.4 * half[0] if row % 2 else -0.4 * half[0]),
            0.1 + 0.2 * row,
            z,
        )
        for row in range(rows)
        for k in range(columns)
    ]
    return range_.world.add_bodies(position=places, shape=ShapeBox(half), density=1800.0, name="brick")


def test_nothing_is_thrown_faster_than_the_world_is_wide():
    """In a pile, pushes add up: crates of a pyramid flew 400 m far."""
    range_ = Range()
    crates = [
        range_.world.add_body(shape=ShapeBox((0.2, 0.2, 0.2)), position=(x, y, -8.0), density=60.0, material="wood")
        for x in (-0.4, 0.0, 0.4)
        for y in (0.2, 0.6, 1.0)
    ]
    range_.arsenal.explosions.start(Vec3(0.0, 0.1, -8.6))
    fastest = 0.0
    for _ in range(12):
        range_.run(1)
        fastest = max(fastest, *(crate.velocity.length for crate in crates))
    assert 10.0 < fastest <= 1.3 * FASTEST  # they still push one another


def test_soft_bodies_fly_too_and_light_cloth_is_not_torn_away():
    range_ = Range()
    cloth = range_.world.add_soft(SoftCloth.grid(columns=9, rows=9, spacing=0.15), position=(1.5, 0.6, -8.0))
    before = cloth.position
    blown(range_, steps=20)
    assert (cloth.position - before).length > 0.5 and np.isfinite(cloth.positions).all()
    assert np.linalg.norm(cloth.velocities, axis=1).max() < 1.5 * FASTEST
