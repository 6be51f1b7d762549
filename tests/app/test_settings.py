import dataclasses
import json
import os
import pathlib
import sys

import pytest

from app import settings as module
from app.settings import RANGES, Settings, config_folder, load, settings_path


@pytest.fixture
def path(tmp_path):
    return tmp_path / "deep" / "settings.json"


def write(path, content):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")


def test_a_missing_file_means_defaults_without_a_word(path):
    assert load(path) == (Settings(), [])
    assert not path.parent.exists()


def test_everything_comes_back(path):
    changed = Settings(
        window_width=1920, full_screen=True, ui_scale=1.5, theme="light", layout="azerty", samples=8, first_run=False,
        bindings={"pause": ["P", "F7"]}, overlays={"contacts", "bounds"},
        favorite_scenes=["stacking_tower", "games_bowling"], recent_scenes=["world_village"],
        scene_values={"stacking_tower": {"levels": 12, "seed": 1.5, "wind": True, "kind": "wood"}},
    )  # fmt: skip
    assert changed.save(path) is None
    assert load(path) == (changed, [])


def test_defaults_are_within_their_own_rules(path):
    Settings().save(path)
    assert load(path) == (Settings(), [])
    assert set(RANGES) <= {field.name for field in dataclasses.fields(Settings)}


def test_the_file_is_readable_for_people(path):
    Settings(unknown={"note": "žluťoučký"}).save(path)
    text = path.read_text(encoding="utf-8")
    assert '\n  "note": "žluťoučký"\n' in text and text.endswith("}\n")


def test_unknown_keys_are_kept(path):
    write(path, {"ui_scale": 2, "from_the_future": {"a": [1, None]}})
    settings, notes = load(path)
    assert notes == [] and settings.ui_scale == 2.0
    settings.save(path)
    assert json.loads(path.read_text())["from_the_future"] == {"a": [1, None]}


def test_a_newer_version_is_told_and_kept(path):
    write(path, {"version": 9})
    settings, notes = load(path)
    assert "version 9" in notes[0]
    settings.save(path)
    assert json.loads(path.read_text())["version"] == 9


@pytest.mark.parametrize(
    ("key", "value", "used"),
    [
        ("ui_scale", 99, 3.0),
        ("ui_scale", 0, 0.5),
        ("fov_degrees", 10, 40.0),
        ("fov_degrees", 170.0, 110.0),
        ("samples", -3, 0),
        ("dead_zone", 2, 0.9),
        ("window_width", 1, 320),
        ("frame_cap", 59.94, 59),
    ],
)
def test_values_out_of_range_are_clamped_with_a_note(path, key, value, used):
    write(path, {key: value})
    settings, notes = load(path)
    assert getattr(settings, key) == used
    assert len(notes) == 1 and key in notes[0] and repr(used) in notes[0]


@pytest.mark.parametrize(
    ("key", "text"),
    [
        ("vsync", "1"),
        ("vsync", '"yes"'),
        ("theme", '"pink"'),
        ("layout", "3"),
        ("ui_scale", "true"),
        ("ui_scale", "NaN"),
        ("ui_scale", "Infinity"),
        ("ui_scale", "null"),
        ("samples", "1" + "0" * 400),
        ("bindings", "[]"),
        ("bindings", '{"pause": "P"}'),
        ("overlays", '"contacts"'),
        ("overlays", "[[]]"),
        ("favorite_scenes", "{}"),
        ("recent_scenes", "[3]"),
        ("scene_values", '{"tower": 3}'),
        ("scene_values", '{"tower": {"levels": NaN}}'),
    ],
)
def test_values_of_the_wrong_type_become_defaults_with_a_note(path, key, text):
    write(path, f'{{"{key}": {text}, "mouse_sensitivity": 2.5}}')
    settings, notes = load(path)
    assert getattr(settings, key) == getattr(Settings(), key)
    assert settings.mouse_sensitivity == 2.5
    assert len(notes) == 1 and key in notes[0] and len(notes[0]) < 200


def test_good_entries_of_a_table_survive_bad_ones(path):
    write(path, {"bindings": {"pause": ["P"], "step": 7}, "scene_values": {"a": {"x": 1}, "b": []}})
    settings, notes = load(path)
    assert settings.bindings == {"pause": ["P"]} and settings.scene_values == {"a": {"x": 1}}
    assert len(notes) == 2


@pytest.mark.parametrize("text", ["", "{", "[1, 2]", "null", '{"ui_scale": 1.0,}', "[" * 100000])
def test_a_damaged_file_is_kept_aside(path, text):
    write(path, text)
    settings, notes = load(path)
    assert settings == Settings()
    assert len(notes) == 1 and "settings.broken.json" in notes[0]
    assert not path.exists() and path.with_name("settings.broken.json").read_text() == text


def test_bytes_that_are_no_text_are_kept_aside(path):
    path.parent.mkdir()
    path.write_bytes(b"\xff\xfe\x00{")
    assert "damaged" in load(path)[1][0]
    assert path.with_name("settings.broken.json").read_bytes() == b"\xff\xfe\x00{"


def test_damaged_files_do_not_overwrite_one_another(path):
    for k in range(3):
        write(path, "{" * (k + 1))
        load(path)
    names = sorted(p.name for p in path.parent.iterdir())
    assert names == ["settings.broken.json", "settings.broken2.json", "settings.broken3.json"]


def test_a_byte_order_mark_does_no_harm(path):
    path.parent.mkdir()
    path.write_bytes(b'\xef\xbb\xbf{"ui_scale": 2}')
    assert load(path)[0].ui_scale == 2.0


def test_a_folder_in_the_way_gives_a_sentence(path):
    path.mkdir(parents=True)
    settings, notes = load(path)
    assert settings == Settings() and "Could not read" in notes[0]
    assert "Could not save" in Settings().save(path)


def test_a_folder_that_cannot_be_made_gives_a_sentence(tmp_path):
    (tmp_path / "file").write_text("")
    sentence = Settings().save(tmp_path / "file" / "settings.json")
    assert sentence.startswith("Could not save the settings to") and sentence.endswith(".")


def test_a_failed_write_leaves_the_old_file_and_no_rubbish(path, monkeypatch):
    Settings(ui_scale=2.0).save(path)

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(module.os, "fsync", full)
    assert "No space left on device" in Settings(ui_scale=3.0).save(path)
    assert load(path)[0].ui_scale == 2.0
    assert [p.name for p in path.parent.iterdir()] == ["settings.json"]


def test_values_that_json_cannot_hold_give_a_sentence(path):
    assert "Could not save" in Settings(unknown={"x": float("nan")}).save(path)
    assert "Could not save" in Settings(scene_values={"a": {"b": object()}}).save(path)
    assert not path.exists()


@pytest.mark.skipif(sys.platform == "win32", reason="needs links")
def test_a_link_stays_a_link(tmp_path):
    target, link = tmp_path / "dotfiles.json", tmp_path / "settings.json"
    target.write_text("{}")
    link.symlink_to(target)
    Settings(ui_scale=2.0).save(link)
    assert link.is_symlink() and load(target)[0].ui_scale == 2.0


@pytest.mark.parametrize(
    ("platform", "variables", "tail"),
    [
        ("linux", {"XDG_CONFIG_HOME": "/x/config"}, "/x/config/kyvadlo"),
        ("linux", {"XDG_CONFIG_HOME": ""}, ".config/kyvadlo"),
        ("linux", {"XDG_CONFIG_HOME": "relative"}, ".config/kyvadlo"),
        ("darwin", {}, "Library/Application Support/Kyvadlo"),
        ("win32", {"APPDATA": "/c/Roaming"}, "/c/Roaming/Kyvadlo"),
        ("win32", {"APPDATA": ""}, "AppData/Roaming/Kyvadlo"),
    ],
)
def test_folder_of_each_platform(monkeypatch, platform, variables, tail):
    monkeypatch.setattr(module.sys, "platform", platform)
    for key, value in variables.items():
        monkeypatch.setitem(os.environ, key, value)
    folder = config_folder()
    assert folder.as_posix().endswith(tail) and folder.is_absolute()
    assert settings_path() == folder / "settings.json"
    if not pathlib.PurePosixPath(tail).is_absolute():
        assert folder.is_relative_to(pathlib.Path.home())


def test_a_file_with_a_setting_that_is_gone_still_loads(tmp_path):
    path = tmp_path / "settings.json"
    path.write_text('{"no_such_thing": true, "ui_scale": 1.5}')
    settings, notes = load(path)
    assert notes == [] and settings.ui_scale == 1.5
