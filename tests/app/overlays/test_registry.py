"""Overlays register themselves beside their code, and are listed without being imported."""

import dataclasses
import subprocess
import sys

import pytest

from app.overlays import registry
from app.overlays.registry import Overlay, all_overlays, by_letter, check, choices, list_choices, list_overlays

TEXT = """
from app.overlays.registry import overlay

@overlay({arguments})
def build(view):
    raise RuntimeError("this file is read, not run")
"""
LETTER_RULE = "letter of overlay 'new' must be one of A to Z"


def test_what_is_listed_is_what_registers_itself():
    assert list_overlays() == tuple(dataclasses.replace(known, builder=None) for known in all_overlays())
    assert list_choices() == tuple(choices()) and "ropes" not in choices()


def test_overlays_are_listed_without_any_package():
    """`-S` leaves out all installed packages."""
    code = "import sys\nfrom app.overlays.registry import list_choices\nprint(*list_choices(), 'numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-S", "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == [*list_choices(), "False"]


def test_every_overlay_has_a_label_a_letter_of_its_own_and_a_file():
    letters = [known.letter for known in choices().values()]
    assert len(set(letters)) == len(letters) and all(by_letter(k.letter) is k for k in choices().values())
    assert by_letter("?") is None and by_letter("") is None
    labels = [known.label for known in all_overlays()]
    assert labels == sorted(labels) and all(labels)
    assert len({known.builder.__module__ for known in all_overlays()}) == len(all_overlays())


def test_a_new_overlay_is_one_file(tmp_path):
    (tmp_path / "family").mkdir()
    text = TEXT.format(arguments='"energy", letter="E", label="Energy"')
    (tmp_path / "family" / "energy.py").write_text(text)
    (tmp_path / "shared.py").write_text("def overlay(key): ...")
    assert list_overlays(tmp_path) == (Overlay("energy", "E", "Energy"),)


def test_arguments_that_cannot_be_read_without_running_the_file_are_refused(tmp_path):
    (tmp_path / "energy.py").write_text(TEXT.format(arguments='"energy", letter=LETTER, label="Energy"'))
    with pytest.raises(ValueError, match=r"arguments of @overlay must be literals, see energy.py:4"):
        list_overlays(tmp_path)


@pytest.mark.parametrize(
    ("new", "words"),
    [
        (Overlay("new", "N"), "overlay 'new' has no label; write label='...' for the menu"),
        (Overlay("new", "", "New"), LETTER_RULE + ", got ''"),
        (Overlay("new", "n", "New"), LETTER_RULE + ", got 'n'"),
        (Overlay("new", "NO", "New"), LETTER_RULE + ", got 'NO'"),
        (Overlay("new", "N", "New", always=True), "overlay 'new' is always shown, so it needs no letter, got 'N'"),
        (Overlay("old", "N", "New"), "there is an overlay 'old' already; choose another key"),
        (Overlay("new", "O", "New"), "letter O of overlay 'new' belongs to 'old'; choose another"),
    ],
)
def test_an_overlay_that_cannot_be_told_apart_is_refused(new, words):
    with pytest.raises(ValueError) as error:
        check(new, [Overlay("old", "O", "Old")])
    assert str(error.value) == words


def test_a_refused_overlay_is_not_registered():
    before = dict(registry._registered)
    with pytest.raises(ValueError, match="there is an overlay 'bounds' already"):
        registry.overlay("bounds", letter="Z", label="Bounds again")(print)
    assert registry._registered == before
