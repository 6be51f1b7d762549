"""A session without any window: scenes, time, history."""

import subprocess
import sys

import pytest

from app.clock import SPEED_MAX, SPEED_MIN, STEP
from app.session import SLOW_MOTION, Session
from app.timeline.commands.bodies import RemoveBody
from tests.app.conftest import rewrite, scene_text


def test_a_scene_is_opened(session):
    assert session.runner.key == "demo_boxes"
    assert len(session.world.bodies) == 4 and session.values == {"count": 3, "gravity": 9.81}
    assert session.scene_error == ""


def test_time_passes_at_sixty_steps_per_second(session):
    for _ in range(30):
        session.advance(1 / 30)
    assert session.world.step_count == 60
    session.set_speed(0.5)
    for _ in range(60):
        session.advance(1 / 60)
    assert session.world.step_count == 90
    assert session.before.step == 89 and session.after.step == 90


def test_slow_motion_eases_in_and_out_and_leaves_the_speed(session):
    session.slowed, paces = True, []
    for _ in range(60):
        session.advance(1 / 60)
        paces.append(session.pace)
    assert paces[0] > 0.8 and paces[-1] == SLOW_MOTION and paces == sorted(paces, reverse=True)
    before = session.world.step_count
    for _ in range(120):
        session.advance(1 / 60)
    assert session.world.step_count - before == pytest.approx(120 * SLOW_MOTION, abs=1)
    session.slowed = False
    for _ in range(120):
        session.advance(1 / 60)
    assert session.pace == session.speed == 1.0
    for _ in range(3):  # and nothing of it is in the world
        session.step_back()
    assert session.pace == 1.0


def test_a_pause_stops_the_steps_and_a_single_step_is_one(session):
    session.clock.paused = True
    for _ in range(10):
        session.advance(1 / 60)
    assert session.world.step_count == 0
    session.clock.step_once()
    for _ in range(10):
        session.advance(1 / 60)
    assert session.world.step_count == 1


def test_steps_back_are_exact(session):
    hashes = [session.world.state_hash()]
    for _ in range(70):
        session.step()
        hashes.append(session.world.state_hash())
    for step in range(69, 39, -1):
        session.step_back()
        assert session.world.step_count == step and session.world.state_hash() == hashes[step]
    assert session.clock.paused and session.after.step == session.before.step == 40


def test_reverse_play_ends_at_the_start_and_says_so(session):
    for _ in range(10):
        session.step()
    start = session.history.oldest
    session.playing_back = True
    for _ in range(12):
        session.advance(1 / 60)
    assert session.world.step_count == start == 0 and not session.playing_back
    assert "no further back" in session.listener.said[-1]


def test_reverse_play_is_as_fast_as_time_however_many_frames_there_are(session):
    for _ in range(60):
        session.step()
    session.playing_back = True
    for _ in range(48):
        session.advance(1 / 120)
    assert session.world.step_count == pytest.approx(60 - 24, abs=1)
    session.set_speed(0.5)
    for _ in range(48):
        session.advance(1 / 120)
    assert session.world.step_count == pytest.approx(60 - 24 - 12, abs=2)


def test_a_restart_ends_reverse_play(session):
    session.step()
    session.playing_back = True
    session.restart()
    assert not session.playing_back


def test_a_restart_is_undone_to_the_same_bits_with_its_past(session):
    """What was there goes on as if nothing had happened; edits since are taken back first."""
    for _ in range(20):
        session.step()
    state = session.world.state_hash()
    assert session.restart() and session.world.step_count == 0
    assert session.undo().message == "Undone: Restart."
    assert (session.world.step_count, session.world.state_hash()) == (20, state)
    session.step_back()
    assert session.world.step_count == 19
    assert not session.undo().ok, "only once"


def test_another_scene_forgets_what_a_restart_replaced(session):
    session.restart()
    session.open_scene("demo_late")
    assert not session.undo().ok


def test_simulated_time_keeps_up_at_four_frames_per_second(session):
    session.step()
    for _ in range(9):
        session.advance(0.25)
    assert session.world.step_count >= 1 + 6 + 8 * 15, "the first frame does not know yet what a step costs"


@pytest.mark.parametrize("start", [1.0, 0.37, 2.9, SPEED_MIN, SPEED_MAX])
def test_notches_of_speed_never_jump_over_one(session, start):
    for direction in (1, -1):
        session.set_speed(start)
        speeds = [session.speed]
        for _ in range(30):
            session.change_speed(direction)
            speeds.append(session.speed)
        crosses = min(speeds) < 1.0 < max(speeds)
        assert not crosses or 1.0 in speeds
        assert speeds[-1] == (SPEED_MAX if direction > 0 else SPEED_MIN)


def test_a_slider_starts_the_scene_anew_when_it_is_let_go(make_session):
    chosen = {}
    session = make_session("demo_boxes", chosen=chosen)
    session.step()
    session.set_slider("count", 5.2, final=False)
    assert len(session.world.bodies) == 4 and session.values["count"] == 5
    session.set_slider("count", 5.2, final=True)
    assert len(session.world.bodies) == 6 and session.world.step_count == 0
    assert chosen == {"demo_boxes": {"count": 5}}


def test_a_live_slider_acts_at_once_and_survives_a_restart(make_session):
    chosen = {}
    session = make_session("demo_boxes", chosen=chosen)
    session.step()
    session.set_slider("gravity", 3.0, final=False)
    assert tuple(session.world.gravity) == (0.0, -3.0, 0.0) and session.world.step_count == 1
    session.restart()
    assert tuple(session.world.gravity) == (0.0, -3.0, 0.0)
    assert chosen["demo_boxes"]["gravity"] == 3.0


def test_slider_values_are_those_that_were_chosen(make_session):
    values = {"demo_boxes": {"count": 7, "no_such_slider": 1.0}}
    assert len(make_session("demo_boxes", chosen=values).world.bodies) == 8


@pytest.mark.parametrize("wrong", ["many", True, float("nan")])
def test_a_spoiled_slider_value_is_left_out(make_session, wrong):
    session = make_session("demo_boxes", chosen={"demo_boxes": {"count": wrong, "gravity": 2.0}})
    assert session.runner.key == "demo_boxes" and session.values == {"count": 3, "gravity": 2.0}


def test_a_scene_that_raises_leaves_the_old_world_and_tells_file_and_line(session):
    world = session.world
    assert not session.open_scene("demo_raises")
    assert session.world is world and session.runner.key == "demo_boxes"
    assert session.scene_error == "scenes/demo_raises.py:11: ValueError: no such brick"
    session.advance(STEP)
    assert session.world.step_count == 1
    assert session.open_scene("demo_boxes") and session.scene_error == ""


def test_a_first_scene_that_raises_gives_way_to_the_default_and_is_told(make_session):
    session = make_session("demo_raises")
    assert session.runner.key == "demo_boxes" and session.scene.name == "Boxes"
    assert "demo_raises.py:11" in session.scene_error


def test_a_first_scene_that_cannot_be_imported_is_told(scene_folder, make_session):
    (scene_folder / "demo_broken.py").write_text("import no_such_module\n")
    session = make_session("demo_broken")
    assert session.runner.key == "demo_boxes" and "scenes/demo_broken.py:1" in session.scene_error


def test_a_default_scene_that_raises_gives_way_to_any_other(scene_folder, make_session):
    text = (scene_folder / "demo_raises.py").read_text()
    (scene_folder / "demo_boxes.py").write_text(text.replace("Raises", "Boxes"))
    assert make_session().runner.key == "demo_late"


def test_a_callback_that_raises_pauses_and_is_shown(make_session):
    session = make_session("demo_late")
    for _ in range(6):
        session.advance(STEP)
    assert session.clock.paused and session.world.step_count == 3
    assert session.scene_error == "scenes/demo_late.py:9: RuntimeError: the bell broke"
    session.clock.paused = False
    session.advance(STEP)
    assert session.world.step_count > 3


def test_an_edited_file_starts_the_scene_anew(session, scene_folder):
    session.step()
    path = scene_folder / "demo_boxes.py"
    rewrite(path, path.read_text().replace("range(count)", "range(2 * count)"))
    session.watch_files(0.1)
    assert len(session.world.bodies) == 4
    session.watch_files(1.0)
    assert len(session.world.bodies) == 7 and session.world.step_count == 0
    assert "Boxes was edited and restarted." in session.listener.said
    session.step()
    session.watch_files(1.0)
    assert session.world.step_count == 1


@pytest.mark.parametrize(
    ("line", "told"),
    [("def build(world:\n", "demo_boxes.py:1:"), ("raise SystemExit(3)\n", "demo_boxes.py:1: SystemExit")],
    ids=["syntax", "exit"],
)
def test_a_spoiled_edit_is_told_and_a_good_one_takes_it_back(session, scene_folder, line, told):
    path, world = scene_folder / "demo_boxes.py", session.world
    good = path.read_text()
    rewrite(path, line + good)
    session.watch_files(1.0)
    assert told in session.scene_error and session.world is world
    rewrite(path, good, seconds=10)
    session.watch_files(1.0)
    assert session.scene_error == "" and session.world is not world


def test_a_new_file_becomes_a_scene(session, scene_folder):
    text = (scene_folder / "demo_boxes.py").read_text().replace('name="Boxes"', 'name="Crates"')
    (scene_folder / "demo_crates.py").write_text(text)
    session.watch_files(1.0)
    assert session.runner.key == "demo_boxes" and session.open_scene("demo_crates")


@pytest.mark.parametrize("scene", ["", "no_such_scene"])
def test_without_a_scene_the_default_is_opened(make_session, scene):
    assert make_session(scene).runner.key == "demo_boxes"


CHANCE = """
@scene(category="Demo", name="Chance", view=View())
def build(world):
    kit.add_ground(world)
    world.add_body(shape=ShapeBox((0.5, 0.5, 0.5)), position=(0.0, 5.0, 0.0), velocity=kit.random(7).normal(size=3))
"""


def test_a_seed_holds_for_all_scenes_and_after_a_restart(scene_folder):
    (scene_folder / "demo_chance.py").write_text(scene_text("demo_chance", CHANCE))

    def velocities(seed):
        session = Session("demo_boxes", seed=seed)
        session.open_scene("demo_chance")
        first = session.after.velocity[1].tolist()
        session.step()
        session.restart()
        return first, session.after.velocity[1].tolist()

    results = [velocities(seed) for seed in (None, 1, 1, 2)]
    assert all(first == again for first, again in results)
    assert results[1] == results[2]
    assert len({tuple(first) for first, _ in results}) == 3


# ---- Without a window


def test_a_session_needs_no_window():
    code = "import sys, app.session; sys.exit(bool({'pyglet', 'imgui_bundle', 'moderngl'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_session_without_a_scene_has_an_empty_world(scene_folder):
    session = Session()
    assert session.scene is None and session.step() and session.world.bodies == [] and session.after.step == 1


def test_the_listener_hears_what_happens(session):
    session.step()
    session.step_back()
    session.open_scene("demo_late")
    session.restart()
    assert session.listener.events == ["first scene", "before step", "step", "step back", "scene"]


def test_edits_are_undone_and_redone_and_seen_at_once(session):
    session.clock.paused = True
    assert session.edit(RemoveBody(2), label="Gone").ok and len(session.before.body) == len(session.after.body) == 3
    assert session.edits.next_undo == "Gone"
    assert session.undo().ok and session.stats.body_count == 4
    assert session.redo().ok and session.stats.body_count == 3
    assert not session.redo().ok


def test_a_command_that_fails_says_why_and_changes_nothing(session):
    before = session.world.state_hash()
    result = session.do(RemoveBody(99))
    assert not result.ok and "99" in result.message and session.world.state_hash() == before
