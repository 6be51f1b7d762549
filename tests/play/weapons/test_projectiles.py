import warnings

import numpy as np
import pytest

from physics import BodyKind, ShapeBox, ShapePlane, Vec3, World
from physics.vector import rotate
from play import layers
from play.cues import KINDS
from play.game import Game
from play.weapons import projectiles
from play.weapons.explosion import Explosions
from play.weapons.projectiles import FUEL, LIMIT, ROCKET_SPEED, Projectiles

STEP = 1.0 / 60.0


class Field:
    """A world with projectiles and nobody who fires them."""

    def __init__(self, gravity=(0.0, -9.81, 0.0), ground=True):
        self.world = World(gravity=gravity)
        if ground:
            self.world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(), name="ground")
        self.game, self.cues = Game(self.world), []
        self.explosions = Explosions(self.world, self.game, self.cues)
        self.shots = Projectiles(self.world, self.game, self.explosions, self.cues)

    def run(self, steps):
        for _ in range(steps):
            self.world.step(STEP)
        return self

    def kinds(self):
        return [cue.kind for cue in self.cues]


def test_balls_and_cubes_have_their_masses_and_are_kept_from_passing_walls():
    field = Field()
    ball = field.shots.fire_ball(field.world, Vec3(0.0, 1.0, 0.0), Vec3(0.0, 0.0, -5.0))
    cube = field.shots.fire_cube(field.world, Vec3(3.0, 1.0, 0.0), Vec3(0.0, 0.0, -5.0))
    assert ball.mass == pytest.approx(10.0) and cube.mass == pytest.approx(5.0)
    assert ball.parts[0].shape.radius == pytest.approx(0.0692, abs=1e-4)  # (3 m / 4 pi rho)^(1/3)
    assert cube.parts[0].shape.half_extents[0] == pytest.approx(0.0963, abs=1e-4)
    assert field.world.ray_cast((0, 1, 3), (0, 0, -1), 10.0, mask=layers.ALL & ~layers.PROJECTILE) is None


def test_a_rocket_gains_speed_along_its_way_as_thrust_and_drag_say():
    """dv/dt = T (1 - (v/V)^2): v(t) = V tanh(T t / V + atanh(v0 / V))."""
    field = Field(ground=False)
    way = Vec3(0.6, 0.0, -0.8)
    rocket = field.shots.fire_rocket(field.world, Vec3(0.0, 50.0, 0.0), way * 7.0)
    for seconds in (0.5, 1.0, 2.0):
        field.run(round(seconds * 60) - field.world.step_count)
        expected = ROCKET_SPEED * np.tanh(projectiles.THRUST * seconds / ROCKET_SPEED + np.arctanh(7.0 / ROCKET_SPEED))
        assert rocket.velocity.length == pytest.approx(expected, rel=0.02)
        assert rocket.velocity.dot(way) == pytest.approx(rocket.velocity.length, rel=1e-5)
        assert rocket.position.y == pytest.approx(50.0, abs=1e-3)  # it carries its own weight


def test_a_rocket_burns_for_ten_seconds_and_falls_then():
    field = Field(ground=False)
    rocket = field.shots.fire_rocket(field.world, Vec3(0.0, 50.0, 0.0), Vec3(0.0, 0.0, -7.0))
    field.run(round(FUEL * 60))
    assert field.kinds().count("burning") == 600
    level = rocket.position.y
    assert level == pytest.approx(50.0, abs=1e-3)
    field.run(60)
    assert field.kinds().count("burning") == 600
    assert rocket.velocity.y == pytest.approx(-9.81, rel=0.01)
    assert rocket.position.y - level == pytest.approx(-0.5 * 9.81, rel=0.03)


def test_a_rocket_that_is_knocked_turns_its_nose_to_where_it_flies():
    field = Field(ground=False)
    rocket = field.shots.fire_rocket(field.world, Vec3(0.0, 50.0, 0.0), Vec3(0.0, 0.0, -40.0))
    field.run(5)
    rocket.velocity = (30.0, 10.0, -30.0)
    field.run(60)
    nose = rotate(rocket.orientation, (0.0, 0.0, -1.0))
    assert nose.dot(rocket.velocity) > 0.999 * rocket.velocity.length


def test_a_rocket_explodes_one_step_after_it_touched_and_is_gone():
    field = Field()
    wall = field.world.add_body(kind=BodyKind.STATIC, shape=ShapeBox((3.0, 3.0, 0.05)), position=(0.0, 3.0, -10.0))
    rocket = field.shots.fire_rocket(field.world, Vec3(0.0, 2.0, 0.0), Vec3(0.0, 0.0, -7.0))
    while not field.shots.impacts:
        field.run(1)
    assert rocket.alive and "explosion" not in field.kinds()
    assert rocket.position.z > wall.position.z
    field.run(1)
    assert not rocket.alive and field.kinds().count("explosion") == 1
    assert field.shots.flights == ()
    center = next(cue for cue in field.cues if cue.kind == "explosion").position
    assert -9.95 < center.z < -9.4


def test_debris_flies_away_from_the_wall_and_goes_after_a_while():
    field = Field()
    field.world.add_body(kind=BodyKind.STATIC, shape=ShapeBox((3.0, 3.0, 0.05)), position=(0.0, 3.0, -10.0))
    field.shots.fire_rocket(field.world, Vec3(0.0, 2.0, -5.0), Vec3(0.0, 0.0, -7.0))
    while "explosion" not in field.kinds():
        field.run(1)
    assert [shot.what for shot in field.shots.shots] == ["debris"] * projectiles.DEBRIS
    field.run(30)
    assert all(shot.body.position.z > -9.95 for shot in field.shots.shots)
    field.run(240)
    assert field.shots.shots == () and len(field.world.bodies) == 2


def test_thousands_of_shots_stay_within_the_limit_and_the_oldest_go_first():
    field = Field(ground=False)
    fired = [
        field.shots.fire_ball(field.world, Vec3(float(k % 50), 5.0 + k // 50, 0.0), Vec3(0.0, 0.0, -5.0))
        for k in range(2 * LIMIT + 10)
    ]
    assert len(field.shots.shots) == LIMIT == len(field.world.bodies)
    assert [shot.body for shot in field.shots.shots] == fired[-LIMIT:]
    assert field.kinds().count("message") == 1  # told once
    assert field.kinds().count("puff") == LIMIT + 10
    for k in range(2000):
        field.shots.fire_cube(field.world, Vec3(float(k % 50), 90.0 + k % 7, 0.0), Vec3(0.0, 0.0, -5.0))
        if k % 200 == 0:
            field.run(1)
    assert len(field.world.bodies) == LIMIT and field.kinds().count("message") == 1


def test_what_leaves_the_world_is_retired():
    field = Field(ground=False)
    field.shots.fire_ball(field.world, Vec3(0.0, -90.0, 0.0), Vec3(0.0, -50.0, 0.0))
    field.shots.fire_ball(field.world, Vec3(2990.0, 0.0, 0.0), Vec3(100.0, 0.0, 0.0))
    stays = field.shots.fire_ball(field.world, Vec3(0.0, 50.0, 0.0), Vec3(0.0, 0.0, 0.0))
    field.run(31)
    assert [shot.body for shot in field.shots.shots] == [stays]


def test_what_is_no_longer_finite_is_retired():
    field = Field(ground=False)
    bad = field.shots.fire_ball(field.world, Vec3(0.0, 5.0, 0.0), Vec3(0.0, 0.0, 0.0))
    field.world._arrays.bodies.motion[bad._row, 0] = np.nan
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        field.run(1)
        assert bad.frozen
        field.run(20)
    assert field.shots.shots == () and not bad.alive


def test_what_somebody_else_removed_is_forgotten():
    field = Field()
    ball = field.shots.fire_ball(field.world, Vec3(0.0, 5.0, 0.0), Vec3(0.0, 0.0, 0.0))
    rocket = field.shots.fire_rocket(field.world, Vec3(0.0, 9.0, 0.0), Vec3(0.0, 0.0, -7.0))
    field.world.remove_body(ball)
    field.world.remove_body(rocket)
    field.run(20)
    assert field.shots.shots == () and field.shots.flights == ()


def test_hits_on_what_can_move_are_told_with_their_impulse():
    field = Field(gravity=(0.0, 0.0, 0.0), ground=False)
    crate = field.world.add_body(shape=ShapeBox((0.5, 0.5, 0.5)), position=(0.0, 0.0, -3.0), mass=90.0, name="crate")
    field.world.add_body(kind=BodyKind.STATIC, shape=ShapeBox((1.0, 1.0, 0.1)), position=(9.0, 0.0, -3.0))
    field.shots.fire_ball(field.world, Vec3(0.0, 0.0, 0.0), Vec3(0.0, 0.0, -20.0))
    field.shots.fire_ball(field.world, Vec3(9.0, 0.0, 0.0), Vec3(0.0, 0.0, -20.0))
    field.run(30)
    hits = [cue for cue in field.cues if cue.kind == "hit"]
    assert len(hits) == 1 and hits[0].what == "crate"
    momentum = crate.mass * crate.velocity.length
    assert hits[0].size == pytest.approx(momentum / 100.0, rel=0.05)


def test_all_cues_are_of_known_kinds():
    field = Field()
    field.shots.fire_rocket(field.world, Vec3(0.0, 1.0, 0.0), Vec3(0.0, -7.0, 0.0))
    field.run(60)
    assert set(field.kinds()) <= set(KINDS) and {"burning", "explosion"} <= set(field.kinds())


def fly_and_hash(field, steps):
    hashes = []
    for _ in range(steps):
        field.run(1)
        hashes.append(field.world.state_hash())
    return hashes


@pytest.mark.parametrize("moment", ["flight", "impact", "explosion"])
def test_the_future_repeats_from_a_state_in_mid_flight_and_in_mid_explosion(moment):
    field = Field()
    field.world.add_body(kind=BodyKind.STATIC, shape=ShapeBox((3.0, 3.0, 0.05)), position=(0.0, 3.0, -6.0))
    for k in range(6):
        field.world.add_body(shape=ShapeBox((0.3, 0.3, 0.3)), position=(k - 2.5, 0.3, -4.0), density=300.0)
    field.shots.fire_rocket(field.world, Vec3(0.0, 1.0, 0.0), Vec3(0.0, 0.0, -7.0))
    field.run(10)
    ready = {
        "flight": lambda: True,
        "impact": lambda: field.shots.impacts,
        "explosion": lambda: field.explosions.blasts and field.explosions.blasts[0].age == 4,
    }[moment]
    while not ready():
        field.run(1)
    state, now = field.world.save_state(), field.world.state_hash()
    first = fly_and_hash(field, 60)
    assert "explosion" in field.kinds()
    field.run(17)
    field.world.load_state(state)
    assert field.world.state_hash() == now
    assert fly_and_hash(field, 60) == first


def test_clear_takes_all_away():
    field = Field()
    for k in range(5):
        field.shots.fire_ball(field.world, Vec3(k, 1.0, 0.0), Vec3(0.0, 0.0, 0.0))
    field.shots.clear(field.world)
    assert field.shots.shots == () and len(field.world.bodies) == 1


def test_shots_are_taken_away_in_the_order_in_which_they_were_fired(monkeypatch):
    """Rows that are given back are taken again: any other order would be another future in each run."""
    field, removed = Field(), []
    bodies = [field.shots.fire_ball(field.world, Vec3(k, 5.0, 0.0), Vec3(0.0, 0.0, 0.0)) for k in range(40)]
    remove = field.world.remove_body
    monkeypatch.setattr(field.world, "remove_body", lambda body: (removed.append(body), remove(body)))
    field.shots.clear(field.world)
    assert removed == bodies
