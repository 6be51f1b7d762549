import math
import textwrap

import pytest

from app.contests import ghost as ghosts
from app.contests.results import Results
from app.settings import Settings
from app.shell import Shell
from app.timeline.commands.contests import ChooseLevel, RecallResults
from app.timeline.recording import Recording
from play.contests.contest import Best
from tests.play.contests.laps import GATES, RADIUS, ring

SCENE = '''
"""Ring of a test."""

from scenes.registry import View, scene
from tests.play.contests import laps


@scene(category="Demo", name="Ring", view=View())
def build(world):
    made = laps.Ring(world)
    made.sled.chassis.position = laps.ring(-0.1)
'''
LAP = math.tau * RADIUS / 30.0  # at 30 m/s [s]


@pytest.fixture
def open_ring(scene_folder, tmp_path):
    """Opens a shell on the ring, with the results of a folder."""
    (scene_folder / "demo_ring.py").write_text(textwrap.dedent(SCENE).lstrip())

    def open_it():
        results, notes = Results.load(tmp_path / "results.json")
        shell = Shell(Settings(reduced_motion=True), "demo_ring", results=results)
        assert notes == [] and shell.session.scene_error == ""
        return shell

    return open_it


def drive(shell, start, turn, speed):
    """Drive along the ring, as `laps.Ring.drive` does, with the steps of the session."""
    chassis = shell.player.game.vehicles[0].chassis
    for step in range(1, math.ceil(turn * RADIUS * 60.0 / speed) + 1):
        place = ring(start + step * speed / (60.0 * RADIUS))
        chassis.velocity, chassis.angular_velocity = (place - chassis.position) * 60.0, (0.0, 0.0, 0.0)
        shell.session.step()


def timer_of(shell):
    return shell.player.game.contests[0]


def told(shell):
    return [message.text for message in shell.messages.visible()]


def test_a_lap_is_kept_with_its_ghost_and_known_in_the_next_game(open_ring, tmp_path):
    shell = open_ring()
    drive(shell, -0.1, math.tau + 0.2, 30.0)
    best = timer_of(shell).best
    assert best.value == pytest.approx(LAP, abs=1e-3) and shell.contests.results.path.exists()
    again = open_ring()
    assert timer_of(again).best == Best(best.value, best.splits, "sled") and len(best.splits) == GATES - 1
    assert again.contests.ghost_pose(1.0) is None, "no lap is under way"
    drive(again, -0.1, 1.1, 20.0)
    place, _ = again.contests.ghost_pose(1.0)
    since = again.session.world.time - timer_of(again).run.start
    assert place == pytest.approx(ring(since * 30.0 / RADIUS), abs=0.1)
    earlier, _ = again.contests.ghost_pose(0.0)
    assert math.dist(place, earlier) == pytest.approx(30.0 / 60.0, rel=0.02)


def test_time_that_goes_back_takes_the_result_back_from_the_file_too(open_ring, tmp_path):
    shell = open_ring()
    drive(shell, -0.1, math.tau + 0.2, 30.0)
    path, ghost_path = tmp_path / "results.json", ghosts.file_of(tmp_path, "demo_ring", "lap")
    assert "lap" in path.read_text() and ghost_path.exists()
    for _ in range(12):
        assert shell.session.step_back()
    assert timer_of(shell).best is None and "lap" not in path.read_text() and not ghost_path.exists()
    shell.session.step()  # what happens again is won again
    for _ in range(12):
        shell.session.step()
    assert timer_of(shell).best is not None or timer_of(shell).run is not None


def test_an_earlier_best_lap_is_there_again_after_going_back(open_ring, tmp_path):
    first = open_ring()
    drive(first, -0.1, math.tau + 0.2, 20.0)
    shell = open_ring()
    slow = timer_of(shell).best
    drive(shell, -0.1, math.tau + 0.2, 30.0)
    assert timer_of(shell).best.value < slow.value
    for _ in range(12):
        shell.session.step_back()
    assert timer_of(shell).best == slow and Results.load(tmp_path / "results.json")[0].of("demo_ring", "lap") == (slow,)
    assert ghosts.load(ghosts.file_of(tmp_path, "demo_ring", "lap"), "demo_ring", "lap", slow.value) is not None


def test_what_a_script_wins_is_not_kept(open_ring, tmp_path):
    shell = open_ring()
    shell.player.script = lambda game: game.controls
    drive(shell, -0.1, math.tau + 0.2, 30.0)
    assert timer_of(shell).best is not None and not (tmp_path / "results.json").exists()


def test_a_damaged_ghost_is_told_and_the_lap_stays(open_ring, tmp_path):
    drive(open_ring(), -0.1, math.tau + 0.2, 30.0)
    ghosts.file_of(tmp_path, "demo_ring", "lap").write_text("{")
    shell = open_ring()
    drive(shell, -0.1, 1.0, 20.0)
    assert any("is damaged" in text for text in told(shell)) and shell.contests.ghost_pose(1.0) is None
    assert timer_of(shell).best.value == pytest.approx(LAP, abs=1e-3)


def test_a_restart_knows_the_results_and_undoing_it_gives_them_no_second_time(open_ring):
    shell = open_ring()
    drive(shell, -0.1, math.tau + 0.2, 30.0)
    best = timer_of(shell).best
    shell.session.restart()
    assert timer_of(shell).best.value == best.value and shell.session.world.step_count == 0
    shell.session.undo()
    assert timer_of(shell).best == best and shell.session.history.newest == shell.session.world.step_count


def test_reset_forgets_all_files_too(open_ring, tmp_path):
    shell = open_ring()
    drive(shell, -0.1, math.tau + 0.2, 30.0)
    shell.contests.reset()
    assert timer_of(shell).best is None and Results.load(tmp_path / "results.json")[0].scenes == {}
    assert not list(tmp_path.glob("ghost-*"))
    assert timer_of(open_ring()).best is None


def test_a_recording_holds_what_was_known_and_repeats_bit_for_bit(open_ring):
    drive(open_ring(), -0.1, math.tau + 0.2, 30.0)
    shell = open_ring()
    for _ in range(5):
        shell.session.step()
    recording = Recording.decode(shell.session.record().encode())
    (step, command), *_ = recording.commands
    assert step == 0 and isinstance(command, RecallResults)
    assert command.results[0][1][0].value == timer_of(shell).best.value


def test_levels_are_chosen_by_a_command_that_can_be_undone(open_ring):
    shell = open_ring()
    world = shell.session.world
    assert not ChooseLevel("lap", 3).apply(world).ok and not ChooseLevel("no_such", 0).apply(world).ok
    assert ChooseLevel("lap", 0).apply(world).ok and ChooseLevel("lap", 0).invert(world) == (ChooseLevel("lap", 0),)
