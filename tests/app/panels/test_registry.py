"""Tests of the registry of panels, and of a set of them: which are open, and what they take in."""

from types import SimpleNamespace

import pytest

from app.panels import registry
from app.panels.browser import ALL, FAVORITES, RECENT, Browser, toggle_favorite
from app.panels.energy import short
from app.panels.panel_set import PanelSet
from app.panels.registry import Panel, PanelEntry, load_all, panel
from scenes.registry import load_all as load_scenes
from tests.app.actions.fakes import make_context

NEW = """
from app.panels.registry import panel


@panel("notes", title="Notes", size=(100.0, 50.0), menu="Notes", place=55)
def draw_notes(shell):
    pass
"""


class Count(Panel):
    """Counts what it is told."""

    def __init__(self):
        self.reads = 0

    def read(self, shell):
        self.reads += 1

    def forget(self):
        self.reads = 0


def test_panels_are_in_the_order_of_the_menu():
    entries = load_all()
    assert [entry.place for entry in entries] == sorted(entry.place for entry in entries)
    menu = [entry.menu for entry in entries if entry.menu]
    assert menu[:3] == ["Scenes", "This scene", "World"] and menu[-4:] == ["Keys", "Hints", "Results", "Messages"]


def test_keys_of_panels_are_those_of_actions(shell):
    known = {action.key for action in shell.input.bindings.actions}
    assert {entry.action for entry in load_all() if entry.action} <= known


def test_a_new_file_is_all_that_a_new_panel_takes(monkeypatch, tmp_path):
    (tmp_path / "notes.py").write_text(NEW)
    import app.panels

    monkeypatch.setattr(registry, "_PANELS", dict(registry._PANELS))
    monkeypatch.setattr(app.panels, "__path__", [str(tmp_path), *app.panels.__path__])
    registry._walk.cache_clear()
    keys = [entry.key for entry in load_all()]
    assert keys.index("joints") < keys.index("notes") < keys.index("profiler")
    assert "notes" in PanelSet.of_all()


def test_a_key_that_is_taken_is_refused():
    with pytest.raises(ValueError, match="already"):
        panel("help", title="Help", size=(1.0, 1.0))(lambda shell: None)


def test_panels_take_in_steps_only_while_they_are_open_and_forget_with_the_world(make_shell):
    shell = make_shell("demo_boxes")
    entry = PanelEntry("count", "Count", Count, (1.0, 1.0))
    shell.panels = PanelSet([entry])
    counting = shell.panels.panel("count")
    shell.session.step()
    assert counting.reads == 0
    shell.panels["count"] = True
    shell.session.step()
    shell.session.step()
    assert counting.reads == 2
    shell.session.restart()
    assert counting.reads == 1, "the new world is read at once"


def test_energy_is_remembered_while_its_panel_is_open(shell):
    energy = shell.panels.panel("energy")
    shell.session.step()
    assert not energy.past
    shell.panels["energy"] = True
    for _ in range(5):
        shell.session.step()
    kinetic, potential, momentum = energy.past[-1]
    assert len(energy.past) == 5 and kinetic > 0.0 and potential > 0.0 and momentum[1] < 0.0
    told = [short(value, "J") for value in (0.0, -1e-9, 0.25, -999.4, 233_100.0, -4.09e6, 2.5e9)]
    assert told == ["0 J", "0 J", "0.25 J", "-999.4 J", "233.1 kJ", "-4.09 MJ", "2.5 GJ"]


def test_escape_closes_some_panels_and_a_few_need_the_pointer(shell):
    panels = shell.panels
    assert not panels.escape(shell) and not panels.needs_pointer
    panels["help"] = panels["world"] = panels["browser"] = True
    assert panels.needs_pointer and panels.escape(shell) and panels["help"] and not panels["browser"]
    assert panels.escape(shell) and not panels["help"] and panels["world"] and not panels.needs_pointer
    assert not panels.escape(shell)


def test_closing_the_inspector_deselects_and_leaves_it_open(shell):
    inspector = shell.panels.panel("inspector")
    assert shell.panels["inspector"] and not inspector.is_visible(shell)
    shell.tools.select.select(shell.session.world.bodies[1])
    assert inspector.is_visible(shell) and not inspector.close(shell)
    assert shell.tools.select.selected == -1


def test_an_unknown_panel_is_refused_in_words(shell):
    with pytest.raises(LookupError, match="unknown panel 'fly'"):
        shell.panels["fly"] = True
    with pytest.raises(TypeError, match="closed"):
        del shell.panels["help"]


def test_the_prefix_of_letters_opens_the_panel_that_lists_them(shell):
    actions = make_context(shell, ((0.0, 3.0, 10.0), (0.0, 0.0, -1.0)))
    actions.perform("overlay")
    assert shell.panels["overlays"] and shell.input.letters.heading == "Overlays"
    actions.perform("overlay")
    assert not shell.panels["overlays"] and shell.input.letters is None


def test_search_takes_the_best_scene_not_the_first():
    scenes = load_scenes()
    browser = Browser()
    runner = SimpleNamespace(ordered=lambda: sorted(scenes.values(), key=lambda scene: (scene.category, scene.name)))
    shell = SimpleNamespace(session=SimpleNamespace(runner=runner))
    for search, best in (("ball joint", "Ball joint"), ("hinge", "Hinge"), ("village", "Village"), ("wreck", "wreck")):
        browser.search = search
        assert best.lower() in browser.matching(shell)[0].name.lower(), search
    browser.search = "no such thing at all"
    assert browser.matching(shell) == []
    browser.search = " "
    assert len(browser.matching(shell)) == len(scenes)


def make_browser(shell):
    browser = shell.panels.panel("browser")
    return browser, lambda: [scene.key for scene in browser.matching(shell)]


def test_favorites_and_recent_scenes_are_groups_in_their_order(make_shell):
    shell = make_shell("demo_boxes", favorite_scenes=["demo_late", "gone", "demo_boxes"])
    browser, keys = make_browser(shell)
    assert browser.groups(shell) == [ALL, FAVORITES, RECENT, "Demo"]
    assert set(keys()) == set(shell.session.runner.scenes)
    browser.choose_group(FAVORITES)
    assert keys() == ["demo_late", "demo_boxes"], "what is not there any more is left out"
    toggle_favorite(shell, "demo_late")
    assert keys() == ["demo_boxes"]
    toggle_favorite(shell, "demo_late")
    assert keys() == ["demo_boxes", "demo_late"], "the new one is the last"
    browser.choose_group(RECENT)
    assert keys() == ["demo_boxes"]
    for key in ("demo_late", "demo_boxes", "demo_late"):
        shell.session.open_scene(key)
    assert keys() == ["demo_late", "demo_boxes"], "the last one first, each once"
    browser.search = "boxes"
    assert keys() == ["demo_boxes"], "a search looks everywhere"


def test_arrows_choose_the_nearest_card():
    browser = Browser()
    scenes = [SimpleNamespace(key=key) for key in "abcde"]
    browser.cards = {key: (100.0 * (k % 3), 80.0 * (k // 3), 0.0, 0.0) for k, key in enumerate("abcde")}
    for right, down, expected in ((1, 0, "a"), (1, 0, "b"), (0, 1, "e"), (0, 1, "e"), (-1, 0, "d"), (0, -1, "a"),
                                  (0, -1, "a"), (1, 0, "b"), (1, 0, "c"), (0, 1, "e"), (1, 0, "e")):  # fmt: skip
        browser.move(scenes, right, down)
        assert browser.chosen == expected
