import os

import numpy as np
import pytest

from app.clock import SPEED_MAX, SPEED_MIN, STEP
from app.panels.tools import contacts_of
from app.sandbox import Sandbox
from app.settings import Settings
from app.timeline.world_commands import SetGravity
from render.frame import CameraPose, Frame
from tests.app.conftest import scene_text


def texts(sandbox):
    return [message.text for message in sandbox.messages.visible()]


def rewrite(path, text, *, seconds=5):
    """Edit a file, so that its time says so however coarse the clock of the disk is."""
    path.write_text(text)
    stamp = path.stat().st_mtime_ns + seconds * 10**9
    os.utime(path, ns=(stamp, stamp))


def test_a_scene_is_opened(sandbox):
    assert sandbox.runner.key == "demo_boxes"
    assert len(sandbox.world.bodies) == 4 and sandbox.values == {"count": 3, "gravity": 9.81}
    assert sandbox.scene_error == ""


def test_time_passes_at_sixty_steps_per_second(sandbox):
    for _ in range(30):
        sandbox.advance(1 / 30)
    assert sandbox.world.step_count == 60
    sandbox.set_speed(0.5)
    for _ in range(60):
        sandbox.advance(1 / 60)
    assert sandbox.world.step_count == 90
    assert sandbox.before.step == 89 and sandbox.after.step == 90


def test_a_pause_stops_the_steps_and_a_single_step_is_one(sandbox):
    sandbox.clock.paused = True
    for _ in range(10):
        sandbox.advance(1 / 60)
    assert sandbox.world.step_count == 0
    sandbox.clock.step_once()
    for _ in range(10):
        sandbox.advance(1 / 60)
    assert sandbox.world.step_count == 1


def test_steps_back_are_exact(sandbox):
    hashes = [sandbox.world.state_hash()]
    for _ in range(70):
        sandbox.step()
        hashes.append(sandbox.world.state_hash())
    for step in range(69, 39, -1):
        sandbox.step_back()
        assert sandbox.world.step_count == step and sandbox.world.state_hash() == hashes[step]
    assert sandbox.clock.paused and sandbox.after.step == sandbox.before.step == 40


def test_reverse_play_ends_at_the_start_and_says_so(sandbox):
    for _ in range(10):
        sandbox.step()
    start = sandbox.history.oldest
    sandbox.playing_back = True
    for _ in range(12):
        sandbox.advance(1 / 60)
    assert sandbox.world.step_count == start == 0 and not sandbox.playing_back
    assert "as far back" in texts(sandbox)[-1]


def test_reverse_play_is_as_fast_as_time_however_many_frames_there_are(sandbox):
    for _ in range(60):
        sandbox.step()
    sandbox.playing_back = True
    for _ in range(48):
        sandbox.advance(1 / 120)
    assert sandbox.world.step_count == pytest.approx(60 - 24, abs=1)
    sandbox.set_speed(0.5)
    for _ in range(48):
        sandbox.advance(1 / 120)
    assert sandbox.world.step_count == pytest.approx(60 - 24 - 12, abs=2)


def test_a_restart_ends_reverse_play(sandbox):
    sandbox.step()
    sandbox.playing_back = True
    sandbox.restart()
    assert not sandbox.playing_back


@pytest.mark.parametrize("start", [1.0, 0.37, 2.9, SPEED_MIN, SPEED_MAX])
def test_notches_of_speed_never_jump_over_one(sandbox, start):
    for direction in (1, -1):
        sandbox.set_speed(start)
        speeds = [sandbox.speed]
        for _ in range(30):
            sandbox.change_speed(direction)
            speeds.append(sandbox.speed)
        crosses = min(speeds) < 1.0 < max(speeds)
        assert not crosses or 1.0 in speeds
        assert speeds[-1] == (SPEED_MAX if direction > 0 else SPEED_MIN)


def test_a_restart_builds_anew_and_keeps_the_camera(sandbox):
    first = sandbox.world.state_hash()
    sandbox.rig.turn(0.4, 0.1)
    pose = sandbox.rig.pose()
    for _ in range(5):
        sandbox.step()
    assert sandbox.restart()
    assert sandbox.world.step_count == 0 and sandbox.world.state_hash() == first
    assert sandbox.rig.pose() == pose and sandbox.hands.selected == -1


def test_a_slider_starts_the_scene_anew_when_it_is_let_go(sandbox):
    sandbox.step()
    sandbox.set_slider("count", 5.2, final=False)
    assert len(sandbox.world.bodies) == 4 and sandbox.values["count"] == 5
    sandbox.set_slider("count", 5.2, final=True)
    assert len(sandbox.world.bodies) == 6 and sandbox.world.step_count == 0
    assert sandbox.settings.scene_values == {"demo_boxes": {"count": 5}}


def test_a_live_slider_acts_at_once_and_survives_a_restart(sandbox):
    sandbox.step()
    sandbox.set_slider("gravity", 3.0, final=False)
    assert tuple(sandbox.world.gravity) == (0.0, -3.0, 0.0) and sandbox.world.step_count == 1
    sandbox.restart()
    assert tuple(sandbox.world.gravity) == (0.0, -3.0, 0.0)
    assert sandbox.settings.scene_values["demo_boxes"]["gravity"] == 3.0


def test_slider_values_come_from_the_settings(make_sandbox):
    values = {"demo_boxes": {"count": 7, "no_such_slider": 1.0}}
    assert len(make_sandbox("demo_boxes", scene_values=values).world.bodies) == 8


@pytest.mark.parametrize("wrong", ["many", True, float("nan")])
def test_a_spoiled_slider_value_of_the_settings_is_left_out(make_sandbox, wrong):
    sandbox = make_sandbox("demo_boxes", scene_values={"demo_boxes": {"count": wrong, "gravity": 2.0}})
    assert sandbox.runner.key == "demo_boxes" and sandbox.values == {"count": 3, "gravity": 2.0}


def test_a_scene_that_raises_leaves_the_old_world_and_tells_file_and_line(sandbox):
    world = sandbox.world
    assert not sandbox.open_scene("demo_raises")
    assert sandbox.world is world and sandbox.runner.key == "demo_boxes"
    assert sandbox.scene_error == "scenes/demo_raises.py:11: ValueError: no such brick"
    sandbox.advance(STEP)
    assert sandbox.world.step_count == 1
    assert sandbox.open_scene("demo_boxes") and sandbox.scene_error == ""


def test_a_first_scene_that_raises_gives_way_to_the_default_and_is_told(make_sandbox):
    sandbox = make_sandbox("demo_raises")
    assert sandbox.runner.key == "demo_boxes" and sandbox.scene.name == "Boxes"
    assert "demo_raises.py:11" in sandbox.scene_error


def test_a_first_scene_that_cannot_be_imported_is_told(scene_folder, make_sandbox):
    (scene_folder / "demo_broken.py").write_text("import no_such_module\n")
    sandbox = make_sandbox("demo_broken")
    assert sandbox.runner.key == "demo_boxes" and "scenes/demo_broken.py:1" in sandbox.scene_error


def test_a_default_scene_that_raises_gives_way_to_any_other(scene_folder, make_sandbox):
    text = (scene_folder / "demo_raises.py").read_text()
    (scene_folder / "demo_boxes.py").write_text(text.replace("Raises", "Boxes"))
    assert make_sandbox().runner.key == "demo_late"


def test_a_callback_that_raises_pauses_and_is_shown(make_sandbox):
    sandbox = make_sandbox("demo_late")
    for _ in range(6):
        sandbox.advance(STEP)
    assert sandbox.clock.paused and sandbox.world.step_count == 3
    assert sandbox.scene_error == "scenes/demo_late.py:9: RuntimeError: the bell broke"
    sandbox.clock.paused = False
    sandbox.advance(STEP)
    assert sandbox.world.step_count > 3


def test_an_edited_file_starts_the_scene_anew(sandbox, scene_folder):
    sandbox.step()
    path = scene_folder / "demo_boxes.py"
    rewrite(path, path.read_text().replace("range(count)", "range(2 * count)"))
    sandbox.watch_files(0.1)
    assert len(sandbox.world.bodies) == 4
    sandbox.watch_files(1.0)
    assert len(sandbox.world.bodies) == 7 and sandbox.world.step_count == 0
    assert "Boxes was edited and starts anew." in texts(sandbox)
    sandbox.step()
    sandbox.watch_files(1.0)
    assert sandbox.world.step_count == 1


@pytest.mark.parametrize(
    ("line", "told"),
    [("def build(world:\n", "demo_boxes.py:1:"), ("raise SystemExit(3)\n", "demo_boxes.py:1: SystemExit")],
    ids=["syntax", "exit"],
)
def test_a_spoiled_edit_is_told_and_a_good_one_takes_it_back(sandbox, scene_folder, line, told):
    path, world = scene_folder / "demo_boxes.py", sandbox.world
    good = path.read_text()
    rewrite(path, line + good)
    sandbox.watch_files(1.0)
    assert told in sandbox.scene_error and sandbox.world is world
    rewrite(path, good, seconds=10)
    sandbox.watch_files(1.0)
    assert sandbox.scene_error == "" and sandbox.world is not world


def test_a_new_file_becomes_a_scene(sandbox, scene_folder):
    text = (scene_folder / "demo_boxes.py").read_text().replace('name="Boxes"', 'name="Crates"')
    (scene_folder / "demo_crates.py").write_text(text)
    sandbox.watch_files(1.0)
    assert sandbox.runner.key == "demo_boxes" and sandbox.open_scene("demo_crates")


@pytest.mark.parametrize("scene", ["", "no_such_scene"])
def test_without_a_scene_the_default_is_opened(make_sandbox, scene):
    assert make_sandbox(scene).runner.key == "demo_boxes"


def test_overlays_come_from_the_settings_and_go_back_there(make_sandbox):
    sandbox = make_sandbox(overlays={"bounds", "no_such_overlay", "wireframe"})
    assert sandbox.overlays == {"bounds", "wireframe"}
    frame = sandbox.frame(320, 180)
    assert frame.wireframe and len(frame.marks) == 1 and len(frame.marks[0].line) == 3 * 24
    sandbox.toggle_overlay("bounds")
    assert sandbox.settings.overlays == {"wireframe"} and sandbox.frame(320, 180).marks == ()


def test_a_frame_shows_the_selected_body(sandbox):
    sandbox.hands.select(sandbox.world.bodies[2])
    sandbox.advance(1.5 / 60)
    frame = sandbox.frame(320, 180)
    assert isinstance(frame, Frame) and isinstance(frame.camera, CameraPose)
    assert frame.selected == sandbox.world.bodies[2].id and frame.blend == pytest.approx(0.5)
    assert (frame.before.step, frame.after.step) == (0, 1)
    assert frame.materials == sandbox.world.materials and frame.tint is None and not frame.wireframe


def test_a_command_shows_at_once_while_time_stands_still(sandbox):
    sandbox.clock.paused = True
    sandbox.do(SetGravity((0.0, 0.0, 0.0)))
    sandbox.world.body(2).position = (7.0, 1.0, 0.0)
    sandbox.refresh()
    frame = sandbox.frame(320, 180)
    assert frame.before is frame.after and frame.after.position[1].tolist() == [7.0, 1.0, 0.0]


def test_trails_outlast_a_command_and_forget_when_they_are_switched_off(sandbox):
    sandbox.toggle_overlay("trails")
    for _ in range(5):
        sandbox.step()
    sandbox.do(SetGravity((0.0, -5.0, 0.0)))
    assert len(sandbox.frame(320, 180).marks[0].line) == 3 * 3 * 2  # from step 0 to 2 and 4, and on to 5
    sandbox.toggle_overlay("trails")
    for _ in range(20):
        sandbox.step()
    sandbox.toggle_overlay("trails")
    sandbox.step()
    sandbox.step()
    lines = sandbox.frame(320, 180).marks[0].line.reshape(-1, 2, 3)
    assert np.linalg.norm(lines[:, 0] - lines[:, 1], axis=1).max() < 0.3


def test_the_camera_follows_the_body_that_it_looks_at(sandbox):
    body = sandbox.world.bodies[3]
    sandbox.hands.select(body)
    sandbox.look_at(16 / 9)
    before = np.array(sandbox.rig.pose().position) - body.position
    for _ in range(20):
        sandbox.advance(1 / 60)
    after = np.array(sandbox.rig.pose().position) - sandbox._pivot()
    np.testing.assert_allclose(after, before, atol=1e-6)
    assert sandbox.followed == body.id
    sandbox.open_scene("demo_late")
    assert sandbox.followed == -1 and sandbox._pivot() is None


def test_contacts_of_a_resting_box_carry_its_weight(sandbox):
    for _ in range(60):
        sandbox.step()
    lowest = sandbox.world.bodies[1]
    count, impulse = contacts_of(sandbox.world, lowest.id)
    assert count >= 4 and impulse > lowest.mass * 9.81 / 60
    assert contacts_of(sandbox.world, 99) == (0, 0.0)


def test_labels_are_within_the_window(make_sandbox):
    sandbox = make_sandbox("demo_boxes", overlays={"names"})
    labels = sandbox.screen_labels(640, 360)
    assert {"box 0", "ground"} <= {text for text, _, _ in labels}
    assert all(0 <= x <= 640 and 0 <= y <= 360 for _, x, y in labels)
    height = {text: y for text, _, y in labels}
    assert height["box 2"] < height["box 0"] < height["ground"]


DRAW = """

def draw(world):
    return [Strokes([(0, 0, 0)], [(world.step_count, 1, 0)])]
"""


def test_a_scene_may_draw_lines_and_an_error_in_them_is_told(sandbox, scene_folder):
    path = scene_folder / "demo_boxes.py"
    before = len(sandbox.frame(64, 64).marks)
    rewrite(path, path.read_text().replace("import Slider,", "import Slider, Strokes,") + DRAW)
    sandbox.watch_files(10.0)
    sandbox.step()
    marks = sandbox.frame(64, 64).marks
    assert len(marks) == before + 1
    np.testing.assert_array_equal(marks[-1].line[-1], (1, 1, 0))
    rewrite(path, path.read_text().replace("world.step_count", "1 / 0"), seconds=10)
    sandbox.watch_files(10.0)
    sandbox.step()
    assert "ZeroDivisionError" in sandbox.scene_error and len(sandbox.frame(64, 64).marks) == before


CHANCE = """
@scene(category="Demo", name="Chance", view=View())
def build(world):
    kit.add_ground(world)
    world.add_body(shape=ShapeBox((0.5, 0.5, 0.5)), position=(0.0, 5.0, 0.0), velocity=kit.random(7).normal(size=3))
"""


def test_a_seed_holds_for_all_scenes_and_after_a_restart(scene_folder):
    (scene_folder / "demo_chance.py").write_text(scene_text("demo_chance", CHANCE))

    def velocities(seed):
        sandbox = Sandbox(Settings(reduced_motion=True), "demo_boxes", seed=seed)
        sandbox.open_scene("demo_chance")
        first = sandbox.after.velocity[1].tolist()
        sandbox.step()
        sandbox.restart()
        return first, sandbox.after.velocity[1].tolist()

    results = [velocities(seed) for seed in (None, 1, 1, 2)]
    assert all(first == again for first, again in results)
    assert results[1] == results[2]
    assert len({tuple(first) for first, _ in results}) == 3
