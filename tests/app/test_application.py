import os
import pathlib
import subprocess
import sys

import pytest

from app import application
from app.output import offscreen
from app.output.capture import CaptureError

CODE = """
import sys
from app.application import Launch, run
import pathlib
code = run(Launch(config=pathlib.Path(sys.argv[1])))
import pyglet
assert not pyglet.options.debug_gl and not pyglet.options.shadow_window
sys.exit(code)
"""


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems have no DISPLAY")
def test_a_screen_that_cannot_be_reached_is_a_sentence(tmp_path):
    environment = {**os.environ, "DISPLAY": ":98765"}
    environment.pop("WAYLAND_DISPLAY", None)
    command = [sys.executable, "-c", CODE, str(tmp_path / "settings.json")]
    root = pathlib.Path(application.__file__).parents[1]
    options = {"cwd": root, "env": environment, "capture_output": True, "text": True, "timeout": 60}
    result = subprocess.run(command, check=False, **options)
    assert result.returncode == 1, result.stderr
    assert result.stderr.startswith("could not open a window with OpenGL 3.3") and "--headless" in result.stderr
    assert "Traceback" not in result.stderr


def test_without_a_display_it_draws_into_files(monkeypatch, capsys):
    if not sys.platform.startswith("linux"):
        pytest.skip("other systems have no DISPLAY")
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    launches = []
    monkeypatch.setattr(application, "run_headless", lambda launch: launches.append(launch) or 0)
    launch = application.Launch("stacking_tower")
    assert application.run(launch) == 0 and launches == [launch]
    assert "No display" in capsys.readouterr().out
    assert application.run(application.Launch(headless=True)) == 0
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(("video", "screenshot"), [(None, None), (None, "a.png"), ("a.mp4", None)])
def test_headless_hands_everything_on(monkeypatch, tmp_path, capsys, video, screenshot):
    jobs = []
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(application.warm_up, "run", lambda: None)
    monkeypatch.setattr(offscreen, "render", lambda job: jobs.append(job) or ["Written."])
    wanted = {"video": video and pathlib.Path(video), "screenshot": screenshot and pathlib.Path(screenshot)}
    marks = frozenset({"bounds"})
    launch = application.Launch(
        "demo", True, 0.5, True, 7 if video else 0, size=(64, 36), overlays=marks, seed=8, **wanted
    )
    assert application.run(launch) == 0 and capsys.readouterr().out == "Written.\n"
    (job,) = jobs
    frames = 7 if video else application.VIDEO_FRAMES
    assert (job.scene, job.paused, job.speed, job.frames, job.overlays) == ("demo", True, 0.5, frames, marks)
    assert (job.width, job.height, job.seed) == (64, 36, 8)
    if video is None and screenshot is None:
        wanted = {"video": tmp_path / "kyvadlo.mp4", "screenshot": tmp_path / "kyvadlo.png"}
    assert {"video": job.video, "screenshot": job.screenshot} == wanted


def test_a_headless_failure_is_a_sentence_and_an_exit_code(monkeypatch, capsys):
    def fail(job):
        raise CaptureError("The disk is full.")

    monkeypatch.setattr(application.warm_up, "run", lambda: None)
    monkeypatch.setattr(offscreen, "render", fail)
    assert application.run(application.Launch(headless=True)) == 1
    assert capsys.readouterr().err == "The disk is full.\n"


def test_files_that_cannot_be_written_are_told_before_anything_is_compiled(monkeypatch, tmp_path, capsys):
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    (folder / "kyvadlo.png").mkdir()
    monkeypatch.setattr(application.warm_up, "run", lambda: pytest.fail("too late"))
    assert application.run(application.Launch(headless=True)) == 2
    told = capsys.readouterr().err
    assert "kyvadlo.png is a folder" in told and "--screenshot" in told and not (folder / "kyvadlo.mp4").exists()
