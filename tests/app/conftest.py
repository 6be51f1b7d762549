"""Tiny scenes, so that tests of the app depend on no real one; and the app in a real window, started once for all."""

import json
import os
import shutil
import sys

import pytest

from app import scene_runner, session as session_module
from app.panels.panel_set import PanelSet
from app.session import Session, SessionListener
from app.settings import Settings
from app.shell import Shell
from scenes import registry
from tests.app.window.window_player import Player, Screen

LIGHT = {"samples": 0, "shadows": False, "first_run": False, "lessons": False, "vsync": False, "reduced_motion": True}
FRESH = """
session = shell.session
session.speed, session.clock.paused, session.playing_back, session.scene_error = 1.0, False, False, ""
shell.input.prefix, shell.hidden = "", False
shell.overlays.clear()
shell.panels.update({name: name == "inspector" for name in shell.panels})
shell.messages._messages.clear()
shell.input.bindings.reset()
shell.input.cancel_rebinding()
shell.settings.bindings = {}
shell.tools.select.select(None)
shell.settings.fov_degrees, shell.settings.mute = 60.0, False
session.open_scene("stacking_tower")
"""
HEAD = '"""{name} of a test."""\n\nfrom physics import ShapeBox\nfrom scenes import kit\n'
HEAD += "from scenes.registry import Slider, View, scene\n\n\n"
BOXES = """
@scene(category="Demo", name="Boxes", view=View(target=(0.0, 1.0, 0.0), distance=9.0), sliders={
    "count": Slider("Count", 3, 1, 9, integer=True),
    "gravity": Slider("Gravity", 9.81, 0.0, 20.0, live=kit.set_gravity),
})
def build(world, *, count=3):
    kit.add_ground(world)
    for level in range(count):
        world.add_body(shape=ShapeBox((0.5, 0.5, 0.5)), position=(0.0, 2.5 + 1.5 * level, 0.0), name=f"box {level}")
"""
LATE = """
def trouble(world):
    raise RuntimeError("the bell broke")


@scene(category="Demo", name="Late", view=View())
def build(world):
    kit.add_ground(world)
    world.schedule(trouble, 3)
"""
RAISES = """
@scene(category="Demo", name="Raises", view=View())
def build(world):
    kit.add_ground(world)
    raise ValueError("no such brick")
"""


def scene_text(name: str, body: str) -> str:
    """Content of a scene file."""
    return HEAD.format(name=name) + body.lstrip("\n")


def rewrite(path, text, *, seconds=5):
    """Edit a file, so that its time says so however coarse the clock of the disk is."""
    path.write_text(text)
    stamp = path.stat().st_mtime_ns + seconds * 10**9
    os.utime(path, ns=(stamp, stamp))


@pytest.fixture
def scene_folder(tmp_path, monkeypatch):
    """Folder with the scenes demo_boxes, demo_late and demo_raises, which is all that the app then knows."""
    folder = tmp_path / "scenes"
    folder.mkdir()
    for key, body in (("demo_boxes", BOXES), ("demo_late", LATE), ("demo_raises", RAISES)):
        (folder / f"{key}.py").write_text(scene_text(key, body))
    load_all = registry.load_all
    monkeypatch.setattr(registry, "SCENES", {})
    monkeypatch.setattr(registry, "FAILED", {})
    monkeypatch.setattr(registry, "FOLDER", folder)
    monkeypatch.setattr(registry, "load_all", lambda: load_all(folder))
    monkeypatch.setattr(scene_runner, "ROOT", tmp_path)
    monkeypatch.setattr(session_module, "DEFAULT_SCENE", "demo_boxes")
    yield folder
    for path in folder.glob("*.py"):
        sys.modules.pop(f"scenes.{path.stem}", None)


class Listener(SessionListener):
    """Notes what a session reports."""

    def __init__(self):
        self.said, self.events = [], []

    def say(self, text, kind="info"):
        self.said.append(text)

    def scene_opened(self, *, first):
        self.events.append("first scene" if first else "scene")

    def before_step(self):
        self.events.append("before step")

    def after_step(self):
        self.events.append("step")

    def after_step_back(self):
        self.events.append("step back")


@pytest.fixture
def make_session(scene_folder):
    """Makes a session over the tiny scenes; nothing of a window is needed."""
    return lambda scene="", **options: Session(scene, listener=Listener(), **options)


@pytest.fixture
def session(make_session):
    """Session with three boxes above the ground."""
    return make_session("demo_boxes")


@pytest.fixture
def make_shell(scene_folder):
    """Makes a shell over the tiny scenes; options are settings."""

    def make(scene="", **options):
        return Shell(Settings(reduced_motion=True, **options), scene, panels=PanelSet.of_all())

    return make


@pytest.fixture
def shell(make_shell):
    """Shell with three boxes above the ground."""
    return make_shell("demo_boxes")


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
    playing.focus()  # another window may have had it
    playing.exec(FRESH)
    playing.move(320, 390)
    yield playing
    assert playing.eval("shown.context.error") == "GL_NO_ERROR"
