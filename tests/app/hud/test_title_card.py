"""The card of a scene: it says what there is to see and to try, has room everywhere, and goes away."""

import dataclasses
import itertools
import re

import pytest
from imgui_bundle import imgui

from app import fonts
from app.hud import interface
from app.hud.corners import SIGHT, layout, overlap
from app.hud.title_card import set_lines, wanted
from app.input.bindings import Bindings
from app.panels.panel_set import PanelSet
from app.settings import Settings
from app.shell import Shell
from app.title import FADE, SHOWN, Title
from scenes import registry

SCENES = registry.load_all()
#: Those with the most words.
LONG = sorted(SCENES, key=lambda key: -len(SCENES[key].summary + SCENES[key].tries))[:3]


@pytest.fixture(scope="module")
def drawing():
    """A context that is drawn into, and never shown."""
    context = imgui.create_context()
    imgui.get_io().backend_flags |= imgui.BackendFlags_.renderer_has_textures
    imgui.get_io().set_ini_filename("")
    fonts.load()
    yield context
    imgui.destroy_context(context)


@pytest.fixture
def shell(drawing):
    return Shell(Settings(reduced_motion=True), "stacking_tower")


def rects(shell, width, height, scale):
    shell.settings.ui_scale = scale
    imgui.get_style().font_size_base = round(fonts.SIZE * scale)
    for _ in range(3):
        imgui.get_io().display_size = imgui.ImVec2(width, height)
        imgui.get_io().delta_time = 1.0 / 60.0
        imgui.new_frame()
        interface.draw(shell, width, height)
        imgui.end_frame()
    return dict(layout.rects)


def test_every_scene_says_what_it_shows_and_what_to_try():
    for key, scene in SCENES.items():
        assert 20 < len(scene.summary) <= 320 and scene.summary[-1] in ".!?", key
        assert 10 < len(scene.tries) <= 200 and scene.tries[0].isupper() and scene.tries[-1] in ".!?", key
        assert scene.text.startswith(scene.summary) and "Try:" not in scene.text
        named = Bindings().name_keys(f"{scene.text} {scene.tries}")
        assert not re.search(r"\[[a-z_]+\]|no key", named), f"{key} names no key: {named}"


@pytest.mark.parametrize("key", LONG)
@pytest.mark.parametrize(
    ("width", "height", "scale"), [(800, 500, 1.5), (640, 400, 1.0), (1280, 800, 1.0), (600, 900, 1.5)]
)
def test_a_card_fits_and_leaves_the_crosshair_free(shell, key, width, height, scale):
    own = shell.session.scene
    shell.session.runner.scenes = {own.key: dataclasses.replace(own, name=SCENES[key].name, help=SCENES[key].help)}
    found = rects(shell, width, height, scale)
    left, top, wide, high = found["title"]
    assert left >= 0.0 and left + wide <= width and top >= 0.0
    sight = SIGHT * height
    assert top + high <= 0.5 * height - sight + 1.0
    for one, other in itertools.combinations(found, 2):
        assert overlap(found[one], found[other]) < 1.0, (one, other)
    lines = set_lines(wanted(shell, shell.title), 1.0, wide)
    assert " ".join(text for text, *_ in lines) == " ".join(text for text, *_ in wanted(shell, shell.title))


def test_keys_of_the_card_are_those_that_are_bound(shell):
    own = shell.session.scene
    help_ = "Title.\n\nIt stands. Nothing else.\nTry: press [shoot]."
    shell.session.runner.scenes = {own.key: dataclasses.replace(own, help=help_)}
    assert [text for text, *_ in wanted(shell, shell.title)] == [own.name, "It stands.", "Try: Press B."]
    shell.input.bindings.rebind("shoot", ["K"])
    assert wanted(shell, shell.title)[2][0] == "Try: Press K."


def test_a_panel_opens_where_it_would_without_a_card_and_the_card_makes_room(shell):
    places = []
    for carded in (False, False, True):  # the first time it knows only about how large it will be
        shell.panels = PanelSet.of_all()
        rects(shell, 1024, 768, 1.0)
        shell.settings.title_cards = carded
        before = rects(shell, 1024, 768, 1.0).get("title")
        shell.panels["spawn"] = True
        after = rects(shell, 1024, 768, 1.0).get("title")
        window = imgui.internal.find_window_by_name("###spawn")
        places.append((window.pos.x, window.pos.y, window.size.x, window.size.y))
    assert places[1] == places[2] and overlap(before, places[2]) > 0.0
    assert overlap(after, places[2]) == 0.0 and after[2] > 200.0


def test_a_card_goes_by_itself_or_when_told_and_comes_with_a_scene(shell):
    assert "title" in rects(shell, 1280, 800, 1.0)
    shell.panels = PanelSet.of_all()
    shell.panels["help"] = True
    shell.advance(SHOWN + 60.0)
    assert "title" not in rects(shell, 1280, 800, 1.0) and shell.title.shown, "it waits behind the help"
    shell.panels["help"] = False
    shell.advance(SHOWN + 60.0)
    assert "title" not in rects(shell, 1280, 800, 1.0)
    shell.session.restart()
    assert not shell.title.shown, "the same scene again is no news"
    shell.session.open_scene("joints_hinge")
    assert shell.title.shown
    assert shell.title.close() and not shell.title.shown and not shell.title.close()


def test_a_card_fades_at_its_end_and_can_be_switched_off():
    title = Title(settings := Settings())
    title.open("short")
    title.advance(SHOWN - 0.5 * FADE)
    assert title.shown and title.alpha == pytest.approx(0.5)
    title.open("long " * 200)
    title.advance(SHOWN)
    assert title.alpha == 1.0, "there is time to read it"
    settings.title_cards = False
    assert not title.shown
    title.open("another")
    settings.title_cards = True
    assert not title.shown
