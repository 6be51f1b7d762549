import pytest

from app import scene_runner
from app.scene_runner import SceneError, SceneRunner, explain


def caught(deed):
    """The error that a function raises."""
    try:
        deed()
    except Exception as error:
        return error
    return pytest.fail("nothing was raised")


def test_an_error_outside_of_scenes_is_told_by_its_last_place():
    error = caught(lambda: [].index(3))
    line = error.__traceback__.tb_next.tb_lineno
    assert explain(error) == f"tests/app/test_scene_runner.py:{line}: ValueError: 3 is not in list"


def test_an_error_without_a_place_is_told_by_its_words():
    assert explain(ValueError("odd")) == "ValueError: odd"


def test_an_error_inside_of_the_engine_is_told_by_the_line_of_the_scene(scene_folder):
    path = scene_folder / "demo_boxes.py"
    path.write_text(path.read_text().replace("ShapeBox((0.5, 0.5, 0.5))", "ShapeBox((0.5, 0.5, -0.5))"))
    with pytest.raises(SceneError, match=r"^scenes/demo_boxes\.py:15: ValueError: half_extents"):
        SceneRunner().start("demo_boxes")


def test_a_syntax_error_is_told_by_its_own_line(scene_folder):
    (scene_folder / "demo_new.py").write_text("x = 1\ny = (\n")
    error = caught(
        lambda: compile((scene_folder / "demo_new.py").read_text(), str(scene_folder / "demo_new.py"), "exec")
    )
    assert explain(error).startswith("scenes/demo_new.py:2: ")


def test_a_file_elsewhere_is_told_by_its_name(tmp_path, monkeypatch):
    monkeypatch.setattr(scene_runner, "ROOT", tmp_path / "elsewhere")
    assert explain(caught(lambda: 1 // 0)).startswith("test_scene_runner.py:")


def test_neighbors_go_around_the_end(scene_folder):
    runner = SceneRunner()
    keys = [scene.key for scene in runner.ordered()]
    assert keys == ["demo_boxes", "demo_late", "demo_raises"]
    assert runner.neighbor(1) == keys[0]
    runner.start("demo_boxes")
    assert [runner.neighbor(offset) for offset in (1, -1, 2, 3, -4)] == [keys[1], keys[2], keys[2], keys[0], keys[2]]


def test_a_scene_that_fails_or_exits_leaves_the_key(scene_folder):
    runner = SceneRunner()
    runner.start("demo_boxes")
    with pytest.raises(SceneError, match="no such brick"):
        runner.start("demo_raises")
    path = scene_folder / "demo_raises.py"
    path.write_text(path.read_text().replace('ValueError("no such brick")', "SystemExit(2)"))
    runner.reload("demo_raises")
    with pytest.raises(SceneError, match="SystemExit"):
        runner.start("demo_raises")
    assert runner.key == "demo_boxes"


def test_a_file_that_cannot_be_imported_is_noted_and_the_others_are_there(scene_folder):
    (scene_folder / "demo_broken.py").write_text("import no_such_module\n")
    runner = SceneRunner()
    assert len(runner.scenes) == 3 and "demo_broken.py:1" in runner.failed["demo_broken"]


def test_edits_are_noticed_once(scene_folder):
    runner = SceneRunner()
    assert runner.edited() == []
    (scene_folder / "demo_new.py").write_text("")
    assert runner.edited() == ["demo_new"] and runner.edited() == []
    with pytest.raises(SceneError, match="registers no scene"):
        runner.reload("demo_new")
    assert "demo_new" in runner.failed
    (scene_folder / "demo_new.py").unlink()
    assert runner.edited() == []
