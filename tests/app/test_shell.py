"""A shell without a window: camera, overlays, pictures."""

import numpy as np
import pytest

from app.panels.inspector import contacts_of
from app.timeline.commands.world import SetGravity
from app.view.framing import project
from render.frame import CameraPose, Frame
from tests.app.conftest import rewrite, scene_text


def test_a_restart_builds_anew_and_keeps_the_camera(shell):
    first = shell.session.world.state_hash()
    shell.view.rig.turn(0.4, 0.1)
    pose = shell.view.rig.pose()
    for _ in range(5):
        shell.session.step()
    assert shell.session.restart()
    assert shell.session.world.step_count == 0 and shell.session.world.state_hash() == first
    assert shell.view.rig.pose() == pose and shell.tools.select.selected == -1


def test_overlays_of_the_last_time_are_told_and_all_go_off_at_once(make_shell):
    shell = make_shell(overlays={"bounds", "wireframe"})
    assert shell.messages.visible()[-1].text.startswith("Overlays are on, as last time: ")
    shell.clear_overlays()
    assert shell.overlays == shell.settings.overlays == set() and shell.frame().marks == ()


def test_overlays_come_from_the_settings_and_go_back_there(make_shell):
    shell = make_shell(overlays={"bounds", "no_such_overlay", "wireframe"})
    assert shell.overlays == {"bounds", "wireframe"}
    frame = shell.frame()
    assert frame.wireframe and len(frame.marks) == 1 and len(frame.marks[0].line) == 3 * 24
    shell.toggle_overlay("bounds")
    assert shell.settings.overlays == {"wireframe"} and shell.frame().marks == ()


def test_a_frame_shows_the_selected_body(shell):
    shell.tools.select.select(shell.session.world.bodies[2])
    shell.advance(1.5 / 60)
    frame = shell.frame()
    assert isinstance(frame, Frame) and isinstance(frame.camera, CameraPose)
    assert frame.selected == shell.session.world.bodies[2].id and frame.blend == pytest.approx(0.5)
    assert (frame.before.step, frame.after.step) == (0, 1)
    assert frame.materials == shell.session.world.materials and frame.tint is None and not frame.wireframe


def test_a_command_shows_at_once_while_time_stands_still(shell):
    shell.session.clock.paused = True
    shell.do(SetGravity((0.0, 0.0, 0.0)))
    shell.session.world.body(2).position = (7.0, 1.0, 0.0)
    shell.session.refresh()
    frame = shell.frame()
    assert frame.before is frame.after and frame.after.position[1].tolist() == [7.0, 1.0, 0.0]


def test_trails_outlast_a_command_and_forget_when_they_are_switched_off(shell):
    shell.toggle_overlay("trails")
    for _ in range(5):
        shell.session.step()
    shell.do(SetGravity((0.0, -5.0, 0.0)))
    assert len(shell.frame().marks[0].line) == 3 * 3 * 2  # from step 0 to 2 and 4, and on to 5
    shell.toggle_overlay("trails")
    for _ in range(20):
        shell.session.step()
    shell.toggle_overlay("trails")
    shell.session.step()
    shell.session.step()
    lines = shell.frame().marks[0].line.reshape(-1, 2, 3)
    assert np.linalg.norm(lines[:, 0] - lines[:, 1], axis=1).max() < 0.3


def test_the_camera_follows_the_body_that_it_looks_at(shell):
    body = shell.session.world.bodies[3]
    shell.tools.select.select(body)
    shell.look_at(16 / 9)
    before = np.array(shell.view.rig.pose().position) - body.position
    for _ in range(20):
        shell.advance(1 / 60)
    after = np.array(shell.view.rig.pose().position) - shell.view.pivot()
    np.testing.assert_allclose(after, before, atol=1e-6)
    assert shell.view.followed == body.id
    shell.session.open_scene("demo_late")
    assert shell.view.followed == -1 and shell.view.pivot() is None


def test_contacts_of_a_resting_box_carry_its_weight(shell):
    for _ in range(60):
        shell.session.step()
    lowest = shell.session.world.bodies[1]
    count, impulse = contacts_of(shell.session.world, lowest.id)
    assert count >= 4 and impulse > lowest.mass * 9.81 / 60
    assert contacts_of(shell.session.world, 99) == (0, 0.0)


def test_labels_are_within_the_window(make_shell):
    shell = make_shell("demo_boxes", overlays={"names"})
    labels = shell.screen_labels(640, 360)
    assert {"box 0", "ground"} <= {text for text, _, _ in labels}
    assert all(0 <= x <= 640 and 0 <= y <= 360 for _, x, y in labels)
    height = {text: y for text, _, y in labels}
    assert height["box 2"] < height["box 0"] < height["ground"]


DRAW = """

def draw(world):
    return [Strokes([(0, 0, 0)], [(world.step_count, 1, 0)])]
"""


def test_a_scene_may_draw_lines_and_an_error_in_them_is_told(shell, scene_folder):
    path = scene_folder / "demo_boxes.py"
    before = len(shell.frame().marks)
    rewrite(path, path.read_text().replace("import Slider,", "import Slider, Strokes,") + DRAW)
    shell.session.watch_files(10.0)
    shell.session.step()
    marks = shell.frame().marks
    assert len(marks) == before + 1
    np.testing.assert_array_equal(marks[-1].line[-1], (1, 1, 0))
    rewrite(path, path.read_text().replace("world.step_count", "1 / 0"), seconds=10)
    shell.session.watch_files(10.0)
    shell.session.step()
    assert "ZeroDivisionError" in shell.session.scene_error and len(shell.frame().marks) == before


# ---- A camera that follows what the scene shows

RUNNER = """
@scene(category="Demo", name="Runner", view=View(target=(0.0, 1.0, 0.0), distance=8.0, follow="runner"))
def build(world):
    kit.add_ground(world)
    world.gravity = (0.0, 0.0, 0.0)
    world.add_body(shape=ShapeBox((0.3, 0.3, 0.3)), position=(0.0, 1.0, 0.0), velocity=(6.0, 0.0, 0.0), name="runner")
"""


@pytest.fixture
def chase(make_shell, scene_folder):
    """Shell with a box that flies away at 6 m/s."""
    (scene_folder / "demo_runner.py").write_text(scene_text("Runner", RUNNER))
    shell = make_shell()
    shell.session.runner.reload("demo_runner")
    assert shell.session.open_scene("demo_runner")
    return shell


def middle_of_picture(shell):
    """Where the runner is in a picture of 200 x 100 pixels, from its middle."""
    x, y, _ = project(shell.view.rig.pose(), shell.session.world.bodies[1].position, 200.0, 100.0)
    return abs(x - 100.0), abs(y - 50.0)


def test_the_camera_of_a_scene_follows_its_subject_for_15_seconds(chase):
    assert middle_of_picture(chase) == pytest.approx((0.0, 0.0), abs=1e-3)
    for _ in range(900):
        chase.advance(1 / 60)
        assert max(middle_of_picture(chase)) < 20.0
    assert chase.session.world.bodies[1].position.x > 80.0, "it would be far out of sight"
    assert chase.view.rig.name == "scene"


def test_the_player_takes_over_and_the_camera_still_follows(chase):
    chase.view.rig.turn(0.5, 0.1)
    for _ in range(120):
        chase.advance(1 / 60)
    assert chase.view.rig.name == "orbit" and max(middle_of_picture(chase)) < 20.0
    chase.view.rig.switch("fly")
    place = chase.view.rig.pose().position
    for _ in range(60):
        chase.advance(1 / 60)
    assert chase.view.rig.pose().position == place, "the free camera is nobody's"
    chase.view.rig.switch("orbit")
    pivot = chase.view.rig.orbit.pivot
    chase.advance(1 / 60)
    assert chase.view.rig.orbit.pivot == pivot


def test_a_restart_takes_the_camera_back_to_the_subject(chase):
    for _ in range(120):
        chase.advance(1 / 60)
    chase.session.restart()
    for _ in range(60):
        chase.advance(1 / 60)
    assert max(middle_of_picture(chase)) < 20.0
    chase.session.open_scene("demo_boxes")
    target = chase.view.rig.pose().position
    chase.advance(1 / 60)
    assert chase.view.rig.pose().position == target, "another scene has no subject"
