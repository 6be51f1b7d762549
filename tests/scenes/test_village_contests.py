"""What one can be good at in the village, done by scripts: their times are what the medals are made of."""

import pytest

from physics import Vec3, World
from play.autoplay import Player
from play.contests.contest import Best
from play.figure.walker import Walker
from play.game import game_of
from scenes import world_village
from scenes.village import contests, layout

STEP = 1.0 / 60.0


@pytest.fixture(scope="module")
def village():
    """The village after half a second, and its state then."""
    world = World()
    world_village.build(world)
    for _ in range(30):
        world.step(STEP)
    return world, world.save_state()


def contest_of(world, key):
    return next(contest for contest in game_of(world).contests if contest.key == key)


def walk(world, start, waypoints, seconds, yaw=0.0):
    """Walk a way from a place; returns all cues."""
    game, cues = game_of(world), []
    game.avatar.put(world, start, yaw)
    player = Player(lambda game: Walker(waypoints).script(world, game.avatar))
    for _ in range(round(seconds / STEP)):
        game.controls = player(game)
        world.step(STEP)
        cues += game.cues
        if player.done:
            break
    return cues


@pytest.mark.slow
def test_the_script_wins_gold_on_the_course_and_passes_all_stations(village):
    world, state = village
    world.load_state(state)
    cues = walk(world, layout.COURSE + (2.0, 0.05, 3.0), contests.course_waypoints(), 40.0)
    course = contest_of(world, "course")
    assert course.medal == "gold" and len(course.best.splits) == 4 and course.best.value < contests.COURSE_MEDALS[0]
    assert [cue.kind for cue in cues if cue.kind == "fanfare"] and course.walk is None


@pytest.mark.slow
def test_who_falls_between_the_blocks_is_sent_back_and_the_clock_runs_on(village):
    world, state = village
    world.load_state(state)
    points = contests.course_waypoints()[:5]  # onto the first block
    walk(world, layout.COURSE + (2.0, 0.05, 3.0), points, 20.0)
    course, game = contest_of(world, "course"), game_of(world)
    start = course.walk.start
    game.avatar.put(world, layout.COURSE + (2.0, 0.05, -13.8), 0.0)  # down in the gap
    world.step(STEP)
    assert course.walk.falls == 1 and course.walk.start == start
    assert (game.avatar.feet - (layout.COURSE + (2.0, 0.0, -10.5))).length < 0.1


@pytest.mark.slow
def test_the_beam_gives_the_cup_and_golden_balls_and_rewinding_takes_them_back(village):
    world, state = village
    world.load_state(state)
    beam, game = contest_of(world, "beam"), game_of(world)
    before = world.state_hash()
    cues = walk(
        world, Vec3(layout.BEAM_X[0] - 3.0, layout.PAVED + 0.03, layout.BEAM_Z), contests.beam_waypoints(), 40.0
    )
    assert beam.best is not None and beam.cup.alive and game.arsenal.projectiles.golden
    assert "fanfare" in [cue.kind for cue in cues] and any("golden cup" in cue.text for cue in cues)
    for _ in range(60):
        world.step(STEP)
    assert (
        beam.cup.position - (contests.CUP + (0.0, contests.CUP_HIGH, 0.0))
    ).length < 0.3 and beam.cup.mass == pytest.approx(6.0)
    ball = game.arsenal.projectiles.fire_ball(world, Vec3(0.0, 3.0, 60.0), Vec3(0.0, 0.0, 0.0))
    assert ball.mass == pytest.approx(26.8, abs=0.1) and ball.material == "gold"
    world.load_state(state)
    assert world.state_hash() == before and beam.cup is None and not game.arsenal.projectiles.golden
    assert beam.best is None and not any(body.name == "golden cup" for body in world.bodies)


def test_a_prize_of_an_earlier_game_stands_there_from_the_start(village):
    world, state = village
    world.load_state(state)
    beam = contest_of(world, "beam")
    kept = Best(9.0)
    beam.recall(world, (kept,))
    assert beam.cup.alive and beam.best == kept
    cup = beam.cup
    beam.recall(world, (kept,))
    assert beam.cup is cup, "there is one cup"
    beam.forget(world)
    assert not cup.alive and beam.cup is None and not game_of(world).arsenal.projectiles.golden


def test_who_falls_off_the_beam_begins_again(village):
    world, state = village
    world.load_state(state)
    beam, game = contest_of(world, "beam"), game_of(world)
    walk(world, Vec3(layout.BEAM_X[0] - 1.0, layout.PAVED + 0.03, layout.BEAM_Z), contests.beam_waypoints()[:2], 8.0)
    assert beam.walk is not None and beam.board(world).large.startswith("0:0")
    game.avatar.put(world, Vec3(31.0, -1.5, layout.BEAM_Z + 2.0), 0.0)
    world.step(STEP)
    assert beam.walk is None and "fell off" in beam.notice.text and beam.best is None


@pytest.mark.slow
def test_the_script_wins_gold_on_the_shooting_range(village):
    world, state = village
    world.load_state(state)
    shooting, game = contest_of(world, "range"), game_of(world)
    game.arsenal.carried = (1,)
    game.avatar.put(world, layout.RANGE + (0.6, 0.05, 0.0), 1.57)
    player = Player(contests.shoot_round)
    while not player.done:
        game.controls = player(game)
        world.step(STEP)
    assert shooting.medal == "gold" and shooting.last.what == "10 hits with 10 shots"
