import pathlib

import numpy as np
import pytest

from app.output import offscreen
from app.output.capture import CaptureError
from app.output.offscreen import NoGraphicsError, RenderJob, Studio
from app.settings import Settings
from app.shell import Shell
from physics import ShapePlane

WIDTH, HEIGHT = 320, 180
KEYS = sorted(
    path.stem for path in (pathlib.Path(__file__).parents[3] / "scenes").glob("*_*.py") if path.stem[0] != "_"
)


@pytest.fixture(scope="module")
def studio():
    try:
        made = Studio(WIDTH, HEIGHT)
    except NoGraphicsError as error:
        pytest.skip(str(error))
    yield made
    made.release()


def differs(studio, shell, pixels, *, ground):
    """Share of the pixels that are different without the bodies, or without all of them but the ground."""
    for body in shell.session.world.bodies:
        if not (ground and any(isinstance(part.shape, ShapePlane) for part in body.parts)):
            shell.session.world.remove_body(body)
    for soft in shell.session.world.softs:
        shell.session.world.remove_soft(soft)
    shell.session.refresh()
    shell.session.before = shell.session.after
    return (np.abs(pixels.astype(int) - studio.draw(shell)).max(axis=2) > 8).mean()


@pytest.mark.slow
@pytest.mark.parametrize("key", KEYS)
def test_every_scene_is_drawn(studio, key):
    shell = Shell(Settings(reduced_motion=True), key)
    assert shell.session.scene_error == "" and shell.session.runner.key == key
    for _ in range(30):
        shell.session.step()
    pixels = studio.draw(shell)
    assert pixels.shape == (HEIGHT, WIDTH, 3) and pixels.dtype == np.uint8
    bright = pixels.astype(float) / 255.0
    space = shell.session.scene.place == "space"
    if not space:
        assert bright.mean() > 0.1 and bright[:3].mean() > 0.15, "sky, or the ceiling of a hall"
    assert bright.std() > 0.02
    assert differs(studio, shell, pixels, ground=True) > 0.01
    assert differs(studio, shell, pixels, ground=False) > (0.01 if space else 0.03), "in space there is no ground"


@pytest.mark.slow
def test_the_selected_body_and_overlays_change_the_picture(studio, shell):
    for _ in range(50):
        shell.session.step()
    plain = studio.draw(shell).astype(int)
    np.testing.assert_array_equal(studio.draw(shell), plain)
    for key in ("bounds", "contacts", "islands", "wireframe", "mass"):
        shell.toggle_overlay(key)
        assert (np.abs(studio.draw(shell).astype(int) - plain).max(axis=2) > 20).sum() > 20, key
        shell.toggle_overlay(key)
    shell.tools.select.select(shell.session.world.bodies[1])
    assert (np.abs(studio.draw(shell).astype(int) - plain).max(axis=2) > 20).sum() > 20


@pytest.mark.slow
def test_a_shoot_writes_a_video_and_a_picture(studio, scene_folder, tmp_path):
    av = pytest.importorskip("av")
    video, screenshot = tmp_path / "out" / "a.mp4", tmp_path / "out" / "a.png"
    job = RenderJob("demo_boxes", 5, 160, 90, video=video, screenshot=screenshot, overlays=frozenset({"bounds"}))
    said = offscreen.render(job)
    assert said == [f"Video of 5 frames: {video}", f"Picture: {screenshot}"]
    assert screenshot.read_bytes()[:4] == b"\x89PNG"
    with av.open(str(video)) as container:
        frames = list(container.decode(video=0))
    assert len(frames) == 5 and (frames[0].width, frames[0].height) == (160, 90)


@pytest.mark.parametrize(("rate", "speed", "steps"), [(60, 1.0, 12), (30, 1.0, 24), (60, 0.5, 6)])
def test_a_shoot_simulates_exactly_the_time_of_its_frames(studio, scene_folder, monkeypatch, rate, speed, steps):
    made = []
    monkeypatch.setattr(Studio, "draw", lambda self, shell: made.append(shell.session.world.step_count))
    monkeypatch.setattr(offscreen, "write_png", lambda path, pixels: None)
    offscreen.render(RenderJob("demo_boxes", 12, 64, 36, rate, pathlib.Path("a.png"), speed=speed))
    assert made == [steps]


def test_a_paused_shoot_shows_the_start(studio, scene_folder, monkeypatch):
    made = []
    monkeypatch.setattr(Studio, "draw", lambda self, shell: made.append(shell.session.world.step_count))
    offscreen.render(RenderJob("demo_boxes", 5, 64, 36, paused=True))
    assert made == [0]


def test_a_scene_that_raises_is_told_instead_of_another_being_drawn(scene_folder):
    with pytest.raises(CaptureError, match=r"demo_raises\.py:11: ValueError: no such brick"):
        offscreen.render(RenderJob("demo_raises", 1))


def test_a_scene_that_raises_while_it_runs_is_told_and_what_came_before_is_written(studio, scene_folder, tmp_path):
    av = pytest.importorskip("av")
    video, screenshot = tmp_path / "a.mp4", tmp_path / "a.png"
    told = r"Picture: .*\nThe scene stopped in step 3:\nscenes/demo_late\.py:9: RuntimeError: the bell broke"
    with pytest.raises(CaptureError, match=told):
        offscreen.render(RenderJob("demo_late", 30, 64, 36, video=video, screenshot=screenshot))
    with av.open(str(video)) as container:
        assert len(list(container.decode(video=0))) == 3
    assert screenshot.read_bytes()[:4] == b"\x89PNG"


def test_no_graphics_is_a_sentence_that_says_what_to_install(monkeypatch):
    def fail(**options):
        raise RuntimeError("no device")

    monkeypatch.setattr(offscreen.moderngl, "create_context", fail)
    with pytest.raises(NoGraphicsError, match="no device.*Install a graphics driver"):
        Studio(8, 8)
