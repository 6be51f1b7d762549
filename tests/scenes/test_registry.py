"""The registry: sliders, views, files that fail, and files that are loaded again."""

import math
import sys

import pytest

from physics import World
from scenes import registry
from scenes.registry import Scene, Slider, View

GOOD = '''"""Box.

One box. Try: push it.
"""
from physics import ShapeBox
from scenes.registry import Slider, View, scene

def lighten(world, value):
    world.gravity = (0, -value, 0)

@scene(category="Test", name="Box", view=View(), sliders={SLIDERS})
def build(world, *, count: int = 2, size: float = 0.5):
    world.add_bodies(position=[(2.0 * k, 5, 0) for k in range(count)], shape=ShapeBox((size, size, size)))

def check(world):
    assert len(world.bodies) == 2
'''
SLIDERS = (
    '{"count": Slider("Count", 2, 1, 9, integer=True), "size": Slider("Size", 0.5, 0.1, 1.0, unit="m"),'
    ' "gravity": Slider("Gravity", 9.81, 0, 20, live=lighten)}'
)
SOURCE = GOOD.replace("{SLIDERS}", SLIDERS)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """An empty folder of scenes, and an empty registry."""
    monkeypatch.setattr(registry, "SCENES", {})
    monkeypatch.setattr(registry, "FAILED", {})
    monkeypatch.setattr(registry, "FOLDER", tmp_path)
    yield tmp_path
    for path in tmp_path.glob("*.py"):
        sys.modules.pop(f"scenes.{path.stem}", None)


def load(folder, source: str, key: str = "test_box") -> Scene:
    (folder / f"{key}.py").write_text(source)
    return registry.reload(key)


# ---- Views and sliders ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("yaw", "pitch", "eye"),
    [(0, 0, (1, 2, 13)), (90, 0, (11, 2, 3)), (180, 0, (1, 2, -7)), (0, 90, (1, 12, 3)), (0, 30, (1, 7, 11.660254))],
)
def test_view_says_where_the_eye_is(yaw, pitch, eye):
    """At 0 on the +Z side; positive yaw towards +X, positive pitch upwards."""
    assert View((1, 2, 3), 10.0, yaw, pitch).eye == pytest.approx(eye, abs=1e-6)


@pytest.mark.parametrize(("value", "settled"), [(2.6, 3), (-4, 1), (1e9, 9), (math.inf, 9), (4, 4)])
def test_integer_slider_rounds_and_clamps(value, settled):
    result = Slider("Count", 2, 1, 9, integer=True).settle(value)
    assert result == settled
    assert type(result) is int


def test_slider_clamps():
    slider = Slider("Size", 0.5, 0.1, 1.0)
    assert [slider.settle(value) for value in (0, 0.3, 7)] == [0.1, 0.3, 1.0]


@pytest.mark.parametrize(
    ("value", "error"), [("3", TypeError), (True, TypeError), (None, TypeError), (math.nan, ValueError)]
)
def test_slider_refuses_what_is_no_number(value, error):
    with pytest.raises(error, match="'Size'"):
        Slider("Size", 0.5, 0.1, 1.0).settle(value)


@pytest.mark.parametrize(
    "numbers", [(5, 1, 4), (0, 1, 4), (1, 1, 1), (math.nan, 0, 1), (2, 4, 1)], ids=lambda numbers: str(numbers)
)
def test_slider_must_be_in_order(numbers):
    with pytest.raises(ValueError, match="slider must have low < high"):
        Slider("Size", *numbers)


def test_integer_slider_must_have_whole_numbers():
    with pytest.raises(ValueError, match="whole numbers"):
        Slider("Size", 1.5, 1, 4, integer=True)


# ---- Starting a scene ----------------------------------------------------------------------------------------------


def test_scene_starts_with_defaults(folder):
    scene, world = load(folder, SOURCE), World()
    scene.start(world)
    assert len(world.bodies) == 2
    assert scene.settle() == {"count": 2, "size": 0.5, "gravity": 9.81}
    scene.check(world)


def test_scene_starts_with_values(folder):
    scene, world = load(folder, SOURCE), World()
    scene.start(world, {"count": 99.0, "gravity": 3.0})
    assert len(world.bodies) == 9
    assert world.gravity.y == -3.0
    with pytest.raises(AssertionError):
        scene.check(world)


def test_unknown_slider_is_told_with_the_known_ones(folder):
    scene, world = load(folder, SOURCE), World()
    with pytest.raises(LookupError, match="no slider 'levels'; choose one of: count, size, gravity"):
        scene.start(world, {"levels": 3})
    assert world.bodies == []


def test_scene_without_check_passes(folder):
    scene = load(folder, SOURCE.partition("def check")[0])
    scene.check(World())


# ---- Registration --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sliders", "message"),
    [
        ('{"levels": Slider("Levels", 3, 1, 9)}', r"test_box.py: slider 'levels' is no keyword of build"),
        ('{"count": Slider("Count", 3, 1, 9)}', r"test_box.py: slider 'count' starts at 3, but build has default 2"),
    ],
)
def test_sliders_must_match_build(folder, sliders, message):
    with pytest.raises(ValueError, match=message):
        load(folder, GOOD.replace("{SLIDERS}", sliders))
    assert registry.SCENES == {}


@pytest.mark.parametrize("sliders", ["{}", '{"count": Slider("Count", 2, 1, 9)}'])
def test_keyword_without_default_is_told(folder, sliders):
    with pytest.raises(ValueError, match=r"test_box.py: .*'(count|size)'.*default"):
        load(folder, GOOD.replace("{SLIDERS}", sliders).replace("int = 2", "int").replace("float = 0.5", "float"))


# ---- Files that fail -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("def build(:\n", "bad.py:1: SyntaxError: "),
        ("\n\nimport no_such_package\n", "bad.py:3: ModuleNotFoundError: No module named 'no_such_package'"),
        ("import sys\nsys.exit('bye')\n", "bad.py:2: SystemExit: bye"),
        ("def f():\n    return 1 / 0\nf()\n", "bad.py:2: ZeroDivisionError: division by zero"),
        ("x = 1\n", "LookupError: bad.py registers no scene"),
        (SOURCE + "\nboom\n", "bad.py:18: NameError: name 'boom' is not defined"),
        (SOURCE.replace("int = 2", "int = 3"), "bad.py:11: ValueError: bad.py: slider 'count'"),
    ],
)
def test_broken_file_is_told_and_the_others_are_loaded(folder, source, told):
    (folder / "a.py").write_text(SOURCE)
    (folder / "bad.py").write_text(source)
    (folder / "z.py").write_text(SOURCE)
    assert list(registry.load_all(folder)) == ["a", "z"]
    assert list(registry.FAILED) == ["bad"]
    assert told in registry.FAILED["bad"]
    assert registry.FAILED["bad"].startswith(f"{folder.name}/bad.py:")


def test_repaired_file_is_loaded(folder):
    (folder / "bad.py").write_text("boom\n")
    registry.load_all(folder)
    (folder / "bad.py").write_text(SOURCE)
    assert registry.reload("bad").name == "Box"
    assert registry.FAILED == {}


def test_every_file_is_a_scene_but_those_that_begin_with_an_underscore(folder):
    for name in ("a", "_draft", "__init__"):
        (folder / f"{name}.py").write_text(SOURCE)
    (folder / "village").mkdir()
    (folder / "village" / "house.py").write_text("boom")
    assert list(registry.load_all(folder)) == ["a"] and registry.FAILED == {}


def test_loading_again_keeps_what_is_there(folder):
    (folder / "a.py").write_text(SOURCE)
    first = registry.load_all(folder)["a"]
    (folder / "b.py").write_text(SOURCE)
    assert registry.load_all(folder)["a"] is first
    assert "b" in registry.SCENES


# ---- Loading again -------------------------------------------------------------------------------------------------


def test_reload_sees_an_edit_of_the_same_size_at_once(folder):
    load(folder, SOURCE)
    scene = load(folder, SOURCE.replace('name="Box"', 'name="Cat"').replace("One box", "One cat"))
    assert scene.name == "Cat"
    assert "One cat" in scene.help
    assert registry.SCENES["test_box"] is scene


@pytest.mark.parametrize("edit", ["boom\n", "def (\n", SOURCE.replace("One", "Two") + "boom\n"])
def test_scene_survives_a_reload_that_fails(folder, edit):
    old = load(folder, SOURCE)
    with pytest.raises((NameError, SyntaxError)):
        load(folder, edit)
    assert registry.SCENES["test_box"] is old
    world = World()
    old.start(world)
    old.check(world)
    assert "One" in old.help


@pytest.mark.parametrize("key", ["nothing", "registry", "kit", "village", "__init__", "_draft"])
def test_reload_of_what_is_no_scene_lists_the_scenes(folder, key):
    load(folder, SOURCE)
    with pytest.raises(LookupError, match=f"unknown scene '{key}'; choose one of: test_box"):
        registry.reload(key)
