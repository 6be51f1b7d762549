"""Tests of app/command_line.py."""

import pytest

from app import bootstrap, command_line, warm_up


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
    (tmp_path / "stacking_tower.py").write_text('"""Tower of boxes.\n\nMore."""\n@scene()\ndef build(world): ...')
    assert command_line.find_scenes(tmp_path) == {"stacking_tower": "Tower of boxes."}


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
