"""The app in a real window, started once for all tests that play it."""

import json
import shutil

import pytest

from tests.app.window_player import Player, Screen

LIGHT = {"samples": 0, "shadows": False, "first_run": False, "vsync": False, "reduced_motion": True}
FRESH = """
sandbox.speed, sandbox.clock.paused, sandbox.playing_back, sandbox.hidden = 1.0, False, False, False
sandbox.prefix, sandbox.rebinding, sandbox.scene_error = False, "", ""
sandbox.overlays.clear()
sandbox.panels.update({name: name == "inspector" for name in sandbox.panels})
sandbox.messages._messages.clear()
sandbox.bindings.reset()
sandbox.hands.select(None)
sandbox.settings.fov_degrees = 60.0
sandbox.open_scene("stacking_tower")
"""


@pytest.fixture(scope="session")
def screen():
    """A screen."""
    if not (shutil.which("Xvfb") and shutil.which("xdotool")):
        pytest.skip("needs Xvfb and xdotool to play")
    made = Screen()
    yield made
    made.close()


@pytest.fixture(scope="session")
def playing(screen, tmp_path_factory):
    """The app, started once."""
    made = Player(screen, tmp_path_factory.mktemp("home"), settings=json.dumps(LIGHT))
    yield made
    assert made.close() == 0, made.errors()


@pytest.fixture
def player(playing):
    """The app as after the start, with the tower; a test leaves no error of OpenGL behind."""
    playing.exec(FRESH)
    playing.move(320, 390)
    yield playing
    assert playing.eval("shown.context.error") == "GL_NO_ERROR"
