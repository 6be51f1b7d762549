"""Labels of scenes: with units, apart from each other, in pictures without a window too."""

import re

import numpy as np
import pytest

from app.hud.corners import overlap
from app.hud.labels import SIGNED_ZERO, free_above
from app.output.offscreen import NoGraphicsError, Studio
from app.settings import Settings
from app.shell import Shell
from scenes import registry
from scenes.registry import Label

SCENES = registry.load_all()
#: What a number of a label may be followed by; counts and places in a race have no unit.
UNITS = r"(°| m/s| m| N m| N| s| rad/s| %| teeth|\.| ×)"


@pytest.mark.parametrize("key", [key for key in SCENES if key.startswith(("joints_", "machines_", "pendulums_"))])
def test_numbers_of_labels_have_units_and_names_are_words(key):
    shell = Shell(Settings(reduced_motion=True), key)
    for _ in range(3):
        shell.session.step()
    for label in shell.session.scene.draw(shell.session.world):
        if isinstance(label, Label):
            assert np.isfinite(label.place).all()
            for line in label.text.split("\n"):
                assert not re.search(r"[A-Z]{3}", line), f"{line!r} shouts"
                for number in re.finditer(r"[-+]?\d+(\.\d+)?", line):
                    assert re.match(UNITS, line[number.end() :]), f"{line!r} has no unit"
                    assert len(number[0].lstrip("+-")) <= 6, f"{line!r} has more digits than can be read"


def test_plates_move_up_until_they_stand_alone():
    placed = []
    for x, y in ((100, 100), (110, 104), (90, 98), (300, 100), (105, 60)):
        rect = free_above((float(x), float(y), 60.0, 30.0), placed)
        assert not [other for other in placed if overlap(rect, other) > 0.0] and rect[1] <= y
        placed.append(rect)
    assert placed[0][:2] == (100.0, 100.0) and placed[3][:2] == (300.0, 100.0)


def test_zero_has_no_sign():
    for text, told in (("-0 N", "0 N"), ("+0.00 m\n-0 N m", "0.00 m\n0 N m"), ("-0.5°", "-0.5°"), ("+10 N", "+10 N")):
        assert SIGNED_ZERO.sub("", text) == told


def test_labels_are_the_nearest_first_and_none_is_behind_the_camera():
    shell = Shell(Settings(reduced_motion=True), "joints_slider")
    found = shell.scene_labels(640, 400)
    assert {text.split("\n")[0] for text, *_ in found} == {"Limits", "Motor", "Spring", "Lift"}
    assert [row[3] for row in found] == sorted(row[3] for row in found)
    assert all(0.0 <= x <= 640.0 and 0.0 <= y <= 400.0 and depth > 0.0 for _, x, y, depth in found)
    shell.view.rig.turn(np.pi, 0.0)
    shell.view.rig.update(0.0)
    shell._labels = (Label("Behind", shell.view.rig.pose().position),)
    assert shell.scene_labels(640, 400) == []


def test_pictures_without_a_window_have_the_labels():
    shell = Shell(Settings(reduced_motion=True), "joints_hinge")
    try:
        studio = Studio(480, 300)
    except NoGraphicsError as error:
        pytest.skip(str(error))
    try:
        shown = studio.draw(shell).astype(int)
        spots = shell.scene_labels(480, 300)
        shell._labels = ()
        without = studio.draw(shell).astype(int)
    finally:
        studio.release()
    changed = np.abs(shown - without).max(axis=2) > 20
    for _, x, y, _ in spots:
        assert changed[round(y) - 6 : round(y) + 6, round(x) - 12 : round(x) + 12].mean() > 0.5
    assert changed.mean() < 0.12
