"""Tests of app/command_line.py."""

import pathlib

import pytest

from app import application, command_line, run_all
from app.setup import bootstrap, warm_up


@pytest.fixture
def unprepared(monkeypatch):
    """Makes any attempt to install something an error."""
    monkeypatch.setattr(bootstrap, "prepare", lambda files: pytest.fail("nothing should be installed"))


def test_help_and_list_and_unknown_scene_install_nothing(unprepared, capsys):
    with pytest.raises(SystemExit) as exit_:
        command_line.main(["--help"])
    assert exit_.value.code == 0
    assert "main.py test" in capsys.readouterr().out
    assert command_line.main(["--list"]) == 0
    with pytest.raises(SystemExit) as exit_:
        command_line.main(["no_such_scene"])
    assert exit_.value.code == 2
    assert "unknown scene 'no_such_scene'; choose one of" in capsys.readouterr().err


def test_scenes_are_files_with_a_decorated_build(tmp_path):
    (tmp_path / "kit.py").write_text("def add_ground(world): ...")
    (tmp_path / "registry.py").write_text("def build(key): ...")
    (tmp_path / "stacking_tower.py").write_text('"""Boxes.\n\nMore."""\n@scene(name="Tower")\ndef build(world): ...')
    assert command_line.find_scenes(tmp_path) == {"stacking_tower": "Tower"}, "as in the menus"


@pytest.mark.parametrize(
    ("error", "code", "words"),
    [(bootstrap.SetupError("The disk is full."), 1, "The disk is full.\n"), (KeyboardInterrupt(), 130, "Interrupted.")],
)
def test_failure_is_a_sentence_and_an_exit_code(error, code, words, monkeypatch, capsys):
    def fail(files):
        raise error

    monkeypatch.setattr(bootstrap, "prepare", fail)
    assert command_line.main(["bench"]) == code
    assert words in capsys.readouterr().err


def test_words_after_test_go_to_pytest(monkeypatch):
    commands = []
    monkeypatch.setattr(bootstrap, "prepare", lambda files: commands.append(files))
    monkeypatch.setattr(bootstrap, "run_instead", lambda command: commands.append(command[1:]))
    monkeypatch.setattr(warm_up, "run", lambda: None)
    monkeypatch.chdir(bootstrap.ROOT)
    command_line.main(["test", "-k", "tree"])
    assert commands == [["requirements.txt", "requirements-test.txt"], ["-m", "pytest", "-k", "tree"]]


def test_the_fast_set_leaves_out_what_is_slow_and_whole_sets_run_side_by_side():
    beside = ["-n", "2", "--no-loadscope-reorder"]
    fast = ["-m", "not slow"]
    assert command_line.pytest_command([], 2) == ["-m", "pytest", *beside]
    assert command_line.pytest_command(["--fast"], 2) == ["-m", "pytest", *beside, *fast]
    assert command_line.pytest_command(["--fast"], 1) == ["-m", "pytest", *fast]
    assert command_line.pytest_command(["tests/play", "--fast", "-x"], 8) == ["-m", "pytest", *fast, "tests/play", "-x"]
    assert command_line.pytest_command([], 64)[3] == str(command_line.TEST_PROCESSES)
    assert command_line.pytest_command(["--mutate", "3"], 2) == ["-m", "bench.mutation", "--mutate", "3"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--size", "1280"], "--size: must be WIDTHxHEIGHT"),
        (["--size", "0x720"], "--size: must be WIDTHxHEIGHT"),
        (["--size=-5x720"], "--size: must be WIDTHxHEIGHT"),
        (["--size", "99999x720"], "with 1 to 16384 each"),
        (["--size", "9" * 5000 + "x720"], "--size: "),
        (["--speed", "fast"], "--speed: must be a number from 0.01 to 4, got 'fast'"),
        (["--speed", "0"], "--speed: must be a number from 0.01 to 4"),
        (["--speed", "nan"], "--speed: must be a number"),
        (["--speed", "4.1"], "--speed: must be a number"),
        (["--frames=-1"], "--frames: must be a whole number, 0 or more"),
        (["--frames=1.5"], "--frames: must be a whole number, 0 or more, got '1.5'"),
        (["--frames", "99999999999"], "--frames: must be a whole number"),
        (["--seed", "lucky"], "--seed: must be a whole number, 0 or more, got 'lucky'"),
        (["--seed=-3"], "--seed: must be a whole number, 0 or more, got '-3'"),
        (["--seed", "1" * 5000], "--seed: must be a whole number of at most 9 digits"),
        (["--debug", "contacts,ghosts"], "--debug: unknown overlay 'ghosts'; choose from: bounds, mass, "),
        (["--screenshot", "/dev/null/a.png"], "--screenshot: /dev/null/a.png cannot be written: Not a directory"),
        (["--screenshot", "/"], "--screenshot: / is a folder; name a file in it"),
        (["--video", "a.xyz"], "--video: a.xyz must end in .mp4, .mkv, .mov or .avi"),
        (["--video", "/proc/kyvadlo/a.mp4"], "--video: /proc/kyvadlo/a.mp4 cannot be written: "),
        (["--video", "a" * 300 + ".mp4"], "cannot be written: File name too long"),
        (["--no-such-option"], "unrecognized arguments: --no-such-option"),
        (["one", "two"], "unrecognized arguments: two"),
    ],
)
def test_a_bad_option_is_told_and_nothing_is_installed(arguments, words, unprepared, capsys):
    with pytest.raises(SystemExit) as exit_:
        command_line.main(arguments)
    told = capsys.readouterr().err
    assert exit_.value.code == 2
    assert words in told


@pytest.fixture
def prepared(monkeypatch):
    """Everything is installed and compiled already."""
    monkeypatch.setattr(bootstrap, "prepare", lambda files: None)
    monkeypatch.setattr(warm_up, "run", lambda: None)


def test_options_reach_the_application(prepared, monkeypatch):
    launches = []
    monkeypatch.setattr(application, "run", lambda launch: launches.append(launch) or 7)
    more = "--fullscreen --config c.json --debug bounds,,contacts --seed 12"
    words = "stacking_tower --paused --speed 0.5 --headless --frames 9 --video a.mp4 --screenshot a.png --size 640X480"
    assert command_line.main([*words.split(), *more.split()]) == 7
    path = pathlib.Path
    assert launches == [
        application.Launch(
            "stacking_tower",
            True,
            0.5,
            True,
            9,
            path("a.mp4"),
            path("a.png"),
            (640, 480),
            True,
            path("c.json"),
            frozenset({"bounds", "contacts"}),
            12,
        )  # fmt: skip
    ]
    assert command_line.main([]) == 7 and launches[1] == application.Launch()


def test_a_scene_file_that_cannot_be_read_does_not_hide_the_others(tmp_path):
    (tmp_path / "demo_good.py").write_text('"""Good."""\n@scene(name="Good")\ndef build(world): ...')
    (tmp_path / "demo_broken.py").write_text("def build(world:\n")
    (tmp_path / "demo_null.py").write_bytes(b"\0\0")
    found = command_line.find_scenes(tmp_path)
    assert found["demo_good"] == "Good" and "line 1" in found["demo_broken"] and "cannot be read" in found["demo_null"]


def use_scenes(folder, *keys):
    """Leave only some of the tiny scenes in their folder."""
    for path in folder.glob("*.py"):
        if path.stem not in keys:
            path.unlink()


def test_all_scenes_run_and_compare(scene_folder, prepared, monkeypatch, capsys):
    monkeypatch.setattr(run_all, "STEPS", 6)
    monkeypatch.setattr(run_all, "CHECK_AFTER", 3)
    use_scenes(scene_folder, "demo_boxes", "demo_twin")
    path = scene_folder / "demo_boxes.py"
    (scene_folder / "demo_twin.py").write_text(path.read_text() + "\n\ndef check(world):\n    pass\n")
    assert command_line.main(["--run-all"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2 and all(line.endswith("good") for line in lines)


@pytest.mark.parametrize(
    ("check", "told"),
    [
        ("assert world.step_count == 2, 'too late'", "too late"),
        ("[].index(3)", "scenes/demo_twin.py"),
        ("world.body(2).position = (__import__('random').random(), 9.0, 0.0)", "two runs differ"),
    ],
    ids=["check", "error", "chance"],
)
def test_a_scene_that_fails_is_told_and_the_others_run(check, told, scene_folder, prepared, monkeypatch, capsys):
    monkeypatch.setattr(run_all, "STEPS", 6)
    monkeypatch.setattr(run_all, "CHECK_AFTER", 3)
    use_scenes(scene_folder, "demo_boxes")
    text = (scene_folder / "demo_boxes.py").read_text()
    (scene_folder / "demo_twin.py").write_text(f"{text}\n\ndef check(world):\n    {check}\n")
    (scene_folder / "demo_unread.py").write_text("import no_such_module\n")
    assert command_line.main(["--run-all"]) == 1
    out, err = capsys.readouterr()
    verdicts = {line.split()[0]: line for line in out.splitlines()}
    assert verdicts["demo_boxes"].endswith("good") and told in verdicts["demo_twin"]
    assert "no_such_module" in verdicts["demo_unread"]
    assert "2 of 3 scenes failed" in err and "demo_twin" in err


def test_a_callback_that_raises_fails_its_scene(scene_folder, prepared, monkeypatch, capsys):
    monkeypatch.setattr(run_all, "STEPS", 6)
    use_scenes(scene_folder, "demo_late")
    assert command_line.main(["--run-all"]) == 1
    assert "scenes/demo_late.py:9: RuntimeError: the bell broke" in capsys.readouterr().out
