import os
import subprocess
import sys

import pytest

from app import application

CODE = """
import sys
from app.application import Launch, run
import pathlib
code = run(Launch(config=pathlib.Path(sys.argv[1])))
import pyglet
assert not pyglet.options.debug_gl and not pyglet.options.shadow_window
sys.exit(code)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems have no DISPLAY")
def test_a_screen_that_cannot_be_reached_is_a_sentence(tmp_path):
    environment = {**os.environ, "DISPLAY": ":98765"}
    environment.pop("WAYLAND_DISPLAY", None)
    command = [sys.executable, "-c", CODE, str(tmp_path / "settings.json")]
    root = os.path.dirname(os.path.dirname(application.__file__))
    result = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, timeout=60)
    assert result.returncode == 1, result.stderr
    assert result.stderr.startswith("no window with OpenGL 3.3 could be opened") and "--headless" in result.stderr
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
    assert "no display" in capsys.readouterr().out
    assert application.run(application.Launch(headless=True)) == 0
    assert capsys.readouterr().out == ""
