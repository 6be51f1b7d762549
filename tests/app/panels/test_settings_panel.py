import dataclasses

import pytest

from app.input.bindings import Bindings
from app.panels.settings import PAGES, Row, apply, nearest, reset
from app.settings import CHOICES, RANGES, Settings

ROWS = [row for rows in PAGES.values() for row in rows]
#: What the program remembers by itself, or other panels change.
ELSEWHERE = {"version", "window_width", "window_height", "full_screen", "bindings", "first_run", "overlays",
             "learned", "favorite_scenes", "recent_scenes", "scene_values", "unknown"}  # fmt: skip


def test_every_setting_is_in_the_panel_once():
    fields = {field.name for field in dataclasses.fields(Settings)}
    assert sorted(row.field for row in ROWS) == sorted(fields - ELSEWHERE)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.field)
def test_a_row_offers_what_the_settings_take(row: Row):
    default = getattr(Settings(), row.field)
    if row.choices is not None:
        assert default in row.choices
        low, high = RANGES.get(row.field, (None, None))
        assert (
            set(row.choices) == set(CHOICES[row.field]) if low is None else all(low <= c <= high for c in row.choices)
        )
    elif row.ends is not None:
        low, high = RANGES[row.field]
        assert low <= row.ends[0] <= default <= row.ends[1] <= high
    else:
        assert isinstance(default, bool)


def test_helps_name_keys_that_are_bound():
    named = [Bindings().name_keys(row.help) for row in ROWS]
    assert any("[" in row.help for row in ROWS) and not any("[" in text or "no key" in text for text in named)


def test_a_page_goes_back_to_the_defaults_and_tells_what_it_was(shell):
    shell.settings.volume, shell.settings.mute, shell.settings.invert_y = 0.1, True, True
    before = reset(shell, PAGES["Sound"])
    assert (shell.settings.volume, shell.settings.mute, shell.settings.invert_y) == (0.7, False, True)
    for field, value in before.items():
        apply(shell, field, value)
    assert (shell.settings.volume, shell.settings.mute) == (0.1, True)


def test_layout_and_speed_of_the_camera_act_at_once(shell):
    apply(shell, "layout", "azerty")
    apply(shell, "fly_speed", 20.0)
    assert shell.input.bindings.hint("move_forward") == "Z" and shell.view.rig.fly.speed == 20.0


def test_a_value_between_two_choices_is_shown_as_the_nearer():
    assert nearest([0.5, 1.0, 2.0], 1.4) == 1 and nearest(["dark", "light"], "light") == 1
