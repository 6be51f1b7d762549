"""What cues show: bounded, finite, gone in the end; few flashes, and no shake where motion is reduced."""

import dataclasses
import math
import time
import types

import numpy as np
import pytest

from app.effects import flames, skid_marks, smoke
from app.effects.canvas import CALM, FLASHES_MAX, LIGHTS_MAX
from app.effects.cue_effects import EFFECTS
from app.effects.effects import Effects
from app.effects.play_effects import PlayEffects
from physics import Vec3
from play.cues import KINDS, Cue
from play.game import Light
from play.vehicles.vehicle import Vehicle
from play.weapons import registry
from render.warm_up import empty_snapshot

registry.load_all()  # each declares the cues that it makes
DT = 1.0 / 60.0
HERE = Vec3(1.0, 0.5, -2.0)
SEEN = sorted(set(EFFECTS) - {"skid"})  # marks are no particles


class Stage:
    """World effects and those of a game, side by side."""

    def __init__(self):
        self.effects = Effects()
        self.play = PlayEffects()
        self.calm = False
        self.game = types.SimpleNamespace(cues=[], eye=Vec3(0.0, 2.0, 5.0), vehicle=None, avatar="there", vehicles=())
        self.game.lights, self.game.grabbing = (), False

    def step(self, *cues):
        self.effects.advance(DT)
        self.game.cues = list(cues)
        self.play.step(self.game, self.effects, DT, calm=self.calm)

    def shown(self):
        return self.play.shown(self.game, self.effects, empty_snapshot(), empty_snapshot(), 1.0)

    def particles(self):
        return self.shown()["particles"]


@pytest.fixture
def stage():
    return Stage()


def cue(kind, **options):
    return Cue(kind, **{"position": HERE, "direction": Vec3(0.0, 0.0, -9.0), "what": "dirt", **options})


def peak(lamps):
    return max((lamp.color[0] for lamp in lamps), default=0.0)


def test_effects_are_of_cues_that_there_are():
    assert set(EFFECTS) <= set(KINDS)


@pytest.mark.parametrize("kind", SEEN)
def test_a_cue_is_seen_near_its_place_and_goes_away(stage, kind):
    for _ in range(5):
        stage.step(cue(kind))
    particles = stage.particles()
    assert particles is not None and np.isfinite(particles.place).all() and np.isfinite(particles.color).all()
    assert np.linalg.norm(particles.place - HERE, axis=1).min() < 1.5
    for _ in range(400):
        stage.step()
    assert stage.particles() is None and stage.play.lamps() == () and stage.play.shake == (0.0, 0.0, 0.0)


@pytest.mark.parametrize("kind", sorted(set(KINDS) - {*SEEN, "skid"}))
def test_other_cues_show_nothing(stage, kind):
    stage.step(cue(kind))
    assert stage.particles() is None and stage.play.sheets() is None


def test_steps_on_hard_clean_floors_raise_no_dust(stage):
    stage.step(cue("footstep", what="wood"))
    assert stage.particles() is None


def test_an_explosion_grows_to_its_size_and_fades(stage):
    stage.step(cue("explosion", size=4.0))
    widths, alphas = [], []
    for _ in range(25):
        shown = stage.particles()
        balls = shown.puff == 2.0
        widths.append(float(shown.size[balls].max()))
        alphas.append(float(shown.color[balls, 3].max()))
        stage.step()
    assert (np.diff(widths) > 0).all() and 0.4 * 8.0 < widths[-1] < 8.0
    assert alphas[-1] < 0.7 * alphas[0]


def test_an_explosion_lights_what_is_around_it_for_a_moment(stage):
    stage.step(cue("explosion", size=4.0))
    (lamp,) = stage.play.lamps()
    assert lamp.color[0] > 2.0 and lamp.reach >= 8.0 and math.dist(lamp.position, HERE) < 2.0
    for _ in range(9):
        stage.step()
    assert peak(stage.play.lamps()) < 0.5 * lamp.color[0]
    for _ in range(12):
        stage.step()
    assert stage.play.lamps() == ()


@pytest.mark.parametrize("reduced", [False, True])
def test_there_are_at_most_three_flashes_in_any_second(stage, reduced):
    stage.calm = reduced
    rises, before = [], 0.0
    for k in range(240):
        stage.step(*([cue("explosion", size=3.0)] if k % 4 == 0 else []))
        now = peak(stage.play.lamps())
        if now > before + 1e-9:
            rises.append(k)
        before = now
    assert len(rises) >= 2 * FLASHES_MAX
    for first, last in zip(rises, rises[FLASHES_MAX:], strict=False):
        assert (last - first) * DT >= 1.0 - 1e-9


def test_reduced_motion_dims_flashes_and_holds_the_camera_still(stage):
    calm = Stage()
    calm.calm = True
    for some in (stage, calm):
        some.step(cue("explosion", size=4.0))
        some.step()
    assert peak(calm.play.lamps()) == pytest.approx(CALM * peak(stage.play.lamps()))
    assert calm.play.shake == (0.0, 0.0, 0.0) != stage.play.shake


def test_near_explosions_shake_more():
    strengths = []
    for distance in (2.0, 10.0, 80.0):
        some = Stage()
        some.game.eye = HERE + (distance, 0.0, 0.0)
        some.step(cue("explosion", size=4.0))
        strengths.append(some.play.canvas.shake.strength)
    assert strengths[0] > 2 * strengths[1] > 4 * strengths[2] > 0.0


def test_a_thousand_cues_stay_within_bounds_and_within_time(stage):
    kinds = [*SEEN, "skid"]
    best = math.inf
    for k in range(60):
        cues = [cue(kinds[(k + j) % len(kinds)], position=HERE + (0.3 * k, 0.0, j), size=1.0) for j in range(40)]
        start = time.perf_counter()
        stage.step(*cues)
        best = min(best, time.perf_counter() - start)
    assert stage.play.canvas.flames.count <= flames.CAPACITY and stage.effects.smoke.count <= smoke.CAPACITY
    assert stage.play.canvas.marks.count <= skid_marks.CAPACITY and len(stage.play.lamps()) <= LIGHTS_MAX
    start = time.perf_counter()
    assert np.isfinite(stage.particles().place).all()
    stage.play.sheets()
    print(f"step of 40 cues {1e3 * best:.2f} ms, drawing {1e3 * (time.perf_counter() - start):.2f} ms")
    assert best < 0.05


@pytest.mark.parametrize("size", [math.nan, math.inf, -3.0, 1e9])
@pytest.mark.parametrize("kind", [*SEEN, "skid"])
def test_nonsense_is_survived(stage, kind, size):
    stage.step(cue(kind, size=size), cue(kind, position=Vec3(math.nan, 0.0, 0.0)))
    stage.step(cue(kind, direction=Vec3(0.0, 0.0, 0.0)))
    shown = stage.particles()
    if shown is not None:
        assert np.isfinite(shown.place).all() and np.isfinite(shown.size).all() and shown.size.max() < 100.0
    assert all(np.isfinite((*lamp.position, *lamp.color, lamp.reach)).all() for lamp in stage.play.lamps())


def test_skids_leave_marks(stage):
    for k in range(40):
        stage.step(cue("skid", position=Vec3(0.3 * k, 0.0, 0.0), direction=Vec3(0.0, 1.0, 0.0), what="2"))
    assert stage.play.sheets().place[:, 0].max() > 10.0


def test_everything_can_be_cleared(stage):
    stage.step(*(cue(kind) for kind in (*SEEN, "skid")))
    stage.play.clear()
    stage.effects.clear()
    assert stage.particles() is None and stage.play.sheets() is None and stage.play.lamps() == ()
    assert stage.play.shake == (0.0, 0.0, 0.0)


def test_without_a_game_only_the_world_is_shown(stage):
    stage.step(cue("pickup"))
    stage.play.clear()
    stage.play.step(None, stage.effects, DT)
    stage.effects.smoke.puff((0, 0, 0), (1, 0, 0), count=3)
    shown = stage.play.shown(None, stage.effects, empty_snapshot(), empty_snapshot(), 1.0)
    assert len(shown["particles"].place) == 3 and shown["sheets"] is None and shown["lamps"] == ()


def test_a_game_without_anybody_in_it_is_survived(stage):
    stage.game.avatar = None
    del stage.game.eye
    stage.step(cue("explosion"))
    assert stage.particles() is not None


def test_a_player_who_was_removed_from_the_world_is_survived(stage):
    class Gone(types.SimpleNamespace):
        @property
        def eye(self):
            raise LookupError("body was removed from its world")

    stage.game = Gone(cues=[], vehicle=None, avatar="gone", vehicles=(), lights=(), grabbing=False)
    stage.step(cue("explosion"))
    assert stage.particles() is not None


def test_lamps_of_vehicles_shine_where_the_picture_has_them(stage):
    car = Vehicle()
    car.lamps_on, car.chassis = True, types.SimpleNamespace(id=7, alive=True)
    stage.game.vehicles = (car, Vehicle())
    before, after = (make_car_snapshot(7, x) for x in (0.0, 2.0))
    shown = stage.play.shown(stage.game, stage.effects, before, after, 0.25)
    (lamp,) = shown["lamps"]
    assert lamp.position[0] == pytest.approx(0.5) and lamp.direction[2] < -0.9
    assert shown["particles"].place[:, 0].mean() == pytest.approx(0.5)
    car.chassis.alive = False
    assert stage.play.shown(stage.game, stage.effects, before, after, 0.25)["lamps"] == ()


def make_car_snapshot(number, x):
    """One body and no shapes."""
    return dataclasses.replace(
        empty_snapshot(),
        body=np.array((number,), np.int32),
        position=np.array(((x, 1.0, 0.0),)),
        orientation=np.array(((0.0, 0.0, 0.0, 1.0),)),
    )


def test_lights_of_the_place_shine_where_the_camera_is_near():
    stage = Stage()
    near, far = (Light(Vec3(x, 2.0, 0.0), (1.0, 0.9, 0.8), 6.0, by_day=True) for x in (0.0, 200.0))
    stage.game.lights = near, far
    shots = stage.game, stage.effects, empty_snapshot(), empty_snapshot(), 1.0
    assert [lamp.position for lamp in stage.play.shown(*shots, (3.0, 2.0, 0.0))["lamps"]] == [(0.0, 2.0, 0.0)]
    assert len(stage.play.shown(*shots)["lamps"]) == 2


def test_street_lamps_shine_and_glow_in_the_dark_alone():
    stage = Stage()
    stage.game.lights = (Light(Vec3(0.0, 3.0, 0.0), (8.0, 6.0, 4.0), 16.0),)
    shots = stage.game, stage.effects, empty_snapshot(), empty_snapshot(), 1.0, (40.0, 2.0, 0.0)
    by_day, at_dusk, at_night = (stage.play.shown(*shots, dark=dark) for dark in (0.0, 0.5, 1.0))
    assert by_day["lamps"] == () and by_day["particles"] is None
    assert 2.0 * peak(at_dusk["lamps"]) == pytest.approx(peak(at_night["lamps"])) == pytest.approx(8.0)
    assert at_night["particles"].glow.tolist() == [1.0]


def test_a_light_goes_out_with_the_body_that_shines_and_comes_back_with_it():
    stage = Stage()
    stage.game.lights = (Light(Vec3(0.0, 3.0, 0.0), (8.0, 6.0, 4.0), 16.0, body=5),)
    whole, broken = make_car_snapshot(5, 0.0), empty_snapshot()
    for before, after, count in ((whole, whole, 1), (whole, broken, 0), (broken, broken, 0), (broken, whole, 1)):
        shown = stage.play.shown(stage.game, stage.effects, before, after, 0.5, dark=1.0)
        assert len(shown["lamps"]) == count and (shown["particles"] is not None) == bool(count)


def test_the_trail_of_a_rocket_is_short_and_thin_near_the_eyes_and_sinks():
    """Of two trails, that before the eyes is gone in half of the time, and lies lower."""
    lasting, height = [], []
    for distance in (2.0, 40.0):
        stage = Stage()
        stage.game.eye = HERE + (0.0, 0.0, distance)
        for _ in range(3):
            stage.step(cue("burning"))
        stage.play.canvas.flames.clear()
        height.append(stage.effects.smoke.particles().place[:, 1].mean())
        steps = 0
        while stage.effects.smoke.count:
            stage.step()
            steps += 1
        lasting.append(steps)
    assert lasting[0] < 0.6 * lasting[1] and max(height) < HERE.y + 0.02


def test_the_grab_tool_is_seen_to_pull(stage):
    held = types.SimpleNamespace(body=types.SimpleNamespace(orientation=(0.0, 0.0, 0.0, 1.0)))
    start, end = Vec3(0.0, 1.5, 0.0), Vec3(0.0, 2.0, -6.0)
    stage.game.grabbing, stage.game.arsenal = True, types.SimpleNamespace(beam=(start, end), weapon=held)
    shown = stage.play.shown(stage.game, stage.effects, None, None, 0.0)
    assert shown["particles"].place[[0, -1]] == pytest.approx(np.array([start, end]))
    stage.game.grabbing = False
    assert stage.play.shown(stage.game, stage.effects, None, None, 0.0)["particles"] is None
