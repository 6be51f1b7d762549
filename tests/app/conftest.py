"""Tiny scenes, so that tests of the app depend on no real one; and the app in a real window, started once for all."""

import json
import shutil
import sys

import pytest

from app import sandbox as sandbox_module, scene_runner
from app.sandbox import Sandbox
from app.settings import Settings
from scenes import registry
from tests.app.window.window_player import Player, Screen

LIGHT = {"samples": 0, "shadows": False, "first_run": False, "vsync": False, "reduced_motion": True}
FRESH = """
sandbox.speed, sandbox.clock.paused, sandbox.playing_back, sandbox.hidden = 1.0, False, False, False
sandbox.prefix, sandbox.rebinding, sandbox.scene_error = "", "", ""
sandbox.overlays.clear()
sandbox.panels.update({name: name == "inspector" for name in sandbox.panels})
sandbox.messages._messages.clear()
sandbox.bindings.reset()
sandbox.hands.select(None)
sandbox.settings.fov_degrees, sandbox.settings.mute = 60.0, False
sandbox.open_scene("stacking_tower")
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
    monkeypatch.setattr(sandbox_module, "DEFAULT_SCENE", "demo_boxes")
    yield folder
    for path in folder.glob("*.py"):
        sys.modules.pop(f"scenes.{path.stem}", None)


@pytest.fixture
def make_sandbox(scene_folder):
    """Makes a sandbox over the tiny scenes; options are settings."""
    return lambda scene="", **options: Sandbox(Settings(reduced_motion=True, **options), scene)


@pytest.fixture
def sandbox(make_sandbox):
    """Sandbox with three boxes above the ground."""
    return make_sandbox("demo_boxes")


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
