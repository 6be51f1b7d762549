"""A figure in deep water: it floats with its eyes out, swims, dives, and climbs out at an edge."""

import pytest

from physics import BodyKind, FieldWater, ShapeBox, Vec3, World
from play.controls import Controls
from play.cues import Cue
from play.figure.avatar import Avatar
from play.game import Game
from play.splashes import Splashes
from play.vehicles.car_rays import CarRays

DT = 1.0 / 60.0
BOUNDS = ((-4.0, -3.0, -4.0), (4.0, 0.0, 4.0))


class Pool:
    """A pool of 8 m by 8 m, 3 m deep, with a rim 0.2 m over the water on the side of -Z."""

    def __init__(self, feet=(0.0, 0.5, 0.0)):
        self.world = World()
        self.game = Game(self.world)
        for half, place in (((4.0, 0.5, 4.0), (0.0, -3.5, 0.0)), ((4.0, 1.6, 2.0), (0.0, -1.4, -6.0))):
            self.world.add_body(kind=BodyKind.STATIC, shape=ShapeBox(half), position=place, material="concrete")
        self.water = self.world.add_field(FieldWater(0.0, bounds=BOUNDS))
        self.avatar = self.game.add_avatar(Avatar(self.world, Vec3(*feet)))
        self.splashes = Splashes(self.world, self.water)
        self.cues: list[Cue] = []

    def run(self, seconds, **controls):
        for _ in range(round(seconds / DT)):
            self.game.controls = Controls(**controls)
            self.world.step(DT)
            self.cues += self.game.cues


@pytest.fixture(scope="module")
def fallen():
    pool = Pool()
    pool.run(5.0)
    return pool


def test_it_floats_with_its_eyes_over_the_water(fallen):
    assert 0.03 < fallen.avatar.eye.y < 0.35 and abs(fallen.avatar.torso.velocity.y) < 0.05
    assert not fallen.avatar.standing


def test_falling_in_splashes(fallen):
    splashes = [cue for cue in fallen.cues if cue.kind == "splash"]
    assert 1 <= len(splashes) <= 6 and splashes[0].what == "figure"
    assert splashes[0].position.y == 0.0 and 0.2 < splashes[0].size <= 1.5


def test_it_swims_slower_than_it_walks_and_dives():
    pool = Pool((0.0, -1.5, 3.5))
    pool.run(3.0)
    start = pool.avatar.torso.position
    pool.run(1.0, forward=1.0)
    assert 0.8 < start.z - pool.avatar.torso.position.z < 2.2
    pool.run(1.5, crouch=True)
    assert pool.avatar.eye.y < -0.5
    pool.run(2.5)
    assert pool.avatar.eye.y > 0.03


def test_it_climbs_out_at_an_edge_with_jump_alone():
    pool = Pool((0.0, -1.5, -2.0))
    pool.run(3.0, forward=1.0)
    assert pool.avatar.torso.position.y < 0.0, "swimming against the edge is not enough"
    pool.run(1.0, forward=1.0, jump=True)
    pool.run(0.5)
    assert pool.avatar.standing and pool.avatar.feet.y == pytest.approx(0.2, abs=0.05)


def test_shallow_water_leaves_it_on_its_feet():
    pool = Pool()
    pool.water.level = -1.0
    pool.world.add_body(kind=BodyKind.STATIC, shape=ShapeBox((4.0, 0.5, 4.0)), position=(0.0, -2.3, 0.0))
    pool.run(3.0)
    assert pool.avatar.standing and pool.avatar.feet.y == pytest.approx(-1.8, abs=0.05)


def test_swimming_repeats_from_a_state(fallen):
    world = fallen.world
    state = world.save_state()
    ends = []
    for _ in range(2):
        world.load_state(state)
        fallen.run(0.5, forward=1.0, yaw=1.0)
        ends.append(world.state_hash())
    assert ends[0] == ends[1]


@pytest.mark.slow
def test_a_car_sinks():
    pool = Pool((0.0, 0.3, -6.0))
    car = pool.game.add_vehicle(CarRays(pool.world, Vec3(0.0, 0.3, 0.5), 0.0))
    pool.run(8.0)
    assert car.chassis.position.y < -1.8


def test_things_splash_by_their_speed_and_size_and_a_sea_or_no_game_is_silent():
    pool = Pool((0.0, 0.3, -6.0))
    for x, half, height in ((-2.0, 0.1, 0.6), (2.0, 0.4, 3.0)):
        pool.world.add_body(shape=ShapeBox((half, half, half)), position=(x, height, 0.0), density=3000.0)
    pool.run(1.5)
    small, large = sorted((cue for cue in pool.cues if cue.kind == "splash"), key=lambda cue: cue.position.x)[:2]
    assert small.size < 0.5 * large.size and large.direction.y < -3.0
