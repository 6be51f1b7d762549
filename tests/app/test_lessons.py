"""The first minute of a game: each lesson is told when it is due, and ticked off by doing it."""

import dataclasses

import pytest

from app.lessons import BACK, LESSONS, TICKED
from app.panels.settings import apply
from app.settings import Settings
from app.shell import Shell
from tests.app.conftest import scene_text
from tests.app.test_player import GAME, board, frames

ARMED = GAME.replace(
    "    game.add_vehicle", "    Arsenal(world, game).lay(world, 2, (0.0, 0.4, -6.0))\n    game.add_vehicle"
)
ARMED = "from play.weapons.arsenal import Arsenal\n" + ARMED


@pytest.fixture
def played(scene_folder):
    (scene_folder / "demo_game.py").write_text(scene_text("demo_game", ARMED))
    shell = Shell(Settings(reduced_motion=True), "demo_game")
    frames(shell, 2)
    return shell


def due(shell):
    lesson = shell.lessons.due(shell)
    return None if lesson is None else lesson.key


def test_the_first_minute_advances_by_doing(played):
    player, game = played.player, played.player.game
    assert due(played) == "look"
    frames(played, 5)
    assert due(played) == "look" and played.lessons.ticked is None, "nothing was done"
    player.turn(1.0, 0.0)
    frames(played, 2)
    assert due(played) == "move" and played.lessons.ticked.key == "look"
    frames(played, round(60 * TICKED) + 2)
    assert played.lessons.ticked is None, "a tick is shown for a moment"
    player.turn(-1.0 - 0.5, 0.0)
    player.hold(forward=1.0)
    frames(played, 120)
    player.hold(forward=0.0)
    assert due(played) == "take"
    game.arsenal.give(2)
    frames(played, 60)
    assert due(played) == "shoot"
    player.hold(fire=True)
    frames(played, 2)
    player.hold(fire=False)
    assert due(played) == "drive"
    board(played)
    player.hold(forward=1.0)
    frames(played, 200)
    assert due(played) == "rewind" and player.game.vehicle is not None
    for _ in range(BACK):
        played.session.step_back()
    frames(played, 1)
    assert due(played) == "rewind", "one has to go on, too"
    played.session.clock.paused = False
    frames(played, 1)
    assert due(played) is None and played.settings.learned == {lesson.key for lesson in LESSONS}


def test_what_was_done_before_it_was_due_is_not_told(played):
    played.player.game.arsenal.give(2)
    frames(played, 2)
    assert due(played) == "look" and "take" in played.settings.learned


def test_being_put_elsewhere_is_no_walk(played):
    played.player.turn(1.0, 0.0)
    for x in (10.0, 20.0, 30.0):
        played.player.game.avatar.put(played.session.world, (x, 0.0, 0.0), 0.0)
        frames(played, 2)
    assert due(played) == "move"


def test_lessons_are_skipped_kept_and_begin_again_from_the_settings(played):
    assert played.lessons.skip(played) and due(played) == "move"
    kept = Settings(**{**dataclasses.asdict(played.settings), "unknown": {}})
    assert "look" in kept.learned and '"learned": [\n    "look"\n  ]' in kept.to_json()
    for _ in LESSONS[1:]:
        assert played.lessons.skip(played)
    assert due(played) is None and not played.lessons.skip(played)
    apply(played, "lessons", True)
    assert due(played) == "look"
    apply(played, "lessons", False)
    assert due(played) is None


def test_a_scripted_player_and_a_free_camera_are_told_nothing(played):
    played.player.start_script()
    frames(played, 30)
    assert due(played) is None and played.settings.learned == set()
    played.player.take_over()
    assert due(played) == "look"
    played.player.detach()
    assert due(played) is None


def test_only_what_a_scene_has_is_told(scene_folder):
    (scene_folder / "demo_game.py").write_text(scene_text("demo_game", GAME))
    shell = Shell(Settings(reduced_motion=True), "demo_game")
    told = []
    while shell.lessons.due(shell) is not None:
        told.append(due(shell))
        shell.lessons.skip(shell)
    assert told == ["look", "move", "drive", "rewind"] and shell.lessons.progress(shell) == (4, 4)


def test_who_sits_in_a_car_is_not_told_to_look_for_one():
    drive = next(lesson for lesson in LESSONS if lesson.key == "drive")
    assert drive.told(driving=False) == (("enter", "move_forward"), drive.text)
    keys, text = drive.told(driving=True)
    assert keys == ("move_forward",) and "steer" in text and "get in" not in text


def test_the_sandbox_has_no_lessons(shell):
    frames(shell, 3)
    assert due(shell) is None
