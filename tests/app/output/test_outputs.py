import os
import pathlib
import sys

import pytest

from app.output.outputs import VIDEO_SUFFIXES, find_trouble


def test_a_file_in_a_folder_that_can_be_made_is_fine_and_nothing_is_left(tmp_path):
    path = tmp_path / "new" / "er" / "a.png"
    assert find_trouble(path) == ""
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_there_stays_as_it_is(tmp_path):
    path = tmp_path / "a.mp4"
    path.write_bytes(b"before")
    assert find_trouble(path, VIDEO_SUFFIXES) == "" and path.read_bytes() == b"before"


def test_a_relative_path_is_in_the_present_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert find_trouble(pathlib.Path("a.png")) == ""
    assert "is a folder" in find_trouble(pathlib.Path())


def test_a_file_in_the_way_is_told(tmp_path):
    (tmp_path / "plain").write_text("no folder")
    assert "plain" in find_trouble(tmp_path / "plain" / "a.png")
    assert "cannot be written" in find_trouble(tmp_path / "plain" / "deeper" / "a.png")


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="administrators may write anywhere")
def test_a_folder_without_the_right_to_write_is_told(tmp_path):
    tmp_path.chmod(0o500)
    assert "Permission denied; choose another place" in find_trouble(tmp_path / "a.png")


def test_the_suffix_of_a_video_is_told(tmp_path):
    assert find_trouble(tmp_path / "a.MP4", VIDEO_SUFFIXES) == ""
    assert "must end in .mp4, .mkv, .mov or .avi" in find_trouble(tmp_path / "a", VIDEO_SUFFIXES)
