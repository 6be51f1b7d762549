"""The whole obstacle course, walked by its script at several rates of frames."""

import pytest

from app.settings import Settings
from app.shell import Shell
from play.autoplay import Player

STEPS = 4300  # the script is done before


def walk_course(rate):
    """Walk it with so many frames a second; returns the hash of the world, and whether all stations were passed."""
    shell = Shell(Settings(reduced_motion=True), "characters_course")
    shell.player.script = Player(shell.session.scene.autoplay)
    falls = 0
    while shell.session.world.step_count < STEPS - 6:
        shell.advance(1.0 / rate)
        falls += shell.player.game.avatar.fallen
    while shell.session.world.step_count < STEPS:
        shell.session.step()
    assert shell.session.scene_error == "" and falls == 0
    (course,) = shell.player.game.contests
    assert course.medal == "gold" and len(course.best.splits) == 12 and course.last.what == ""
    return shell.session.world.state_hash(), shell.player.script.done


@pytest.mark.slow
def test_the_course_is_passed_alike_at_30_60_and_144_frames_a_second():
    results = {rate: walk_course(rate) for rate in (30, 60, 144)}
    assert all(done for _, done in results.values())
    assert len({state for state, _ in results.values()}) == 1
