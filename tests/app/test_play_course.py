"""The whole obstacle course, walked by its script at several rates of frames."""

from app.sandbox import Sandbox
from app.settings import Settings
from play.autoplay import Player

STEPS = 4300  # the script is done before


def walk_course(rate):
    """Walk it with so many frames a second; returns the hash of the world, and whether all stations were passed."""
    sandbox = Sandbox(Settings(reduced_motion=True), "characters_course")
    sandbox.play.script = Player(sandbox.scene.autoplay)
    falls = 0
    while sandbox.world.step_count < STEPS - 6:
        sandbox.advance(1.0 / rate)
        falls += sandbox.play.game.avatar.fallen
    while sandbox.world.step_count < STEPS:
        sandbox.step()
    assert sandbox.scene_error == "" and falls == 0
    return sandbox.world.state_hash(), sandbox.play.script.done


def test_the_course_is_passed_alike_at_30_60_and_144_frames_a_second():
    results = {rate: walk_course(rate) for rate in (30, 60, 144)}
    assert all(done for _, done in results.values())
    assert len({state for state, _ in results.values()}) == 1
