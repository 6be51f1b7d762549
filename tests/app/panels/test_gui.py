"""ImGui at other pixel ratios, without a window."""

import numpy as np
import pyglet
import pytest

pyglet.options.shadow_window = False  # as app.application does, before pyglet.window is imported

from imgui_bundle import imgui  # noqa: E402

from app.gui import Gui  # noqa: E402
from app.output.offscreen import NoGraphicsError, make_context  # noqa: E402

WIDTH, HEIGHT = 200, 120


@pytest.fixture(scope="module")
def context():
    try:
        made = make_context()
    except NoGraphicsError as error:
        pytest.skip(str(error))
    yield made
    made.release()


@pytest.fixture
def gui(context):
    made = Gui(context)
    yield made
    made.release()


def picture(context, gui, ratio):
    """A panel with a word in it, as a screen with so many pixels per unit shows it."""
    target = context.simple_framebuffer((WIDTH * ratio, HEIGHT * ratio), 4)
    for _ in range(3):
        gui.begin(WIDTH, HEIGHT, float(ratio), 1 / 60)
        imgui.set_next_window_pos(imgui.ImVec2(40, 30))
        imgui.set_next_window_size(imgui.ImVec2(100, 60))
        imgui.begin("panel", None, imgui.WindowFlags_.no_decoration)
        imgui.text("Mass")
        imgui.end()
        target.clear(0.5, 0.5, 0.5, 1.0)
        gui.draw(target)
    pixels = np.frombuffer(target.read(components=3), np.uint8).reshape(HEIGHT * ratio, WIDTH * ratio, 3)[::-1]
    target.release()
    return pixels.astype(float)


def test_twice_the_pixels_show_the_same_panel_at_the_same_place_and_sharper(context, gui):
    plain, fine = picture(context, gui, 1), picture(context, gui, 2)
    halved = fine.reshape(HEIGHT, 2, WIDTH, 2, 3).mean(axis=(1, 3))
    dark = [np.argwhere(shot[..., 0] < 60) for shot in (plain, halved)]
    np.testing.assert_allclose(dark[0].min(axis=0), (30, 40), atol=2)
    np.testing.assert_allclose(dark[0].max(axis=0), (89, 139), atol=2)
    np.testing.assert_allclose(dark[1].min(axis=0), dark[0].min(axis=0), atol=1)
    np.testing.assert_allclose(dark[1].max(axis=0), dark[0].max(axis=0), atol=1)
    assert np.abs(halved - plain).mean() < 4.0
    word = fine[60:110, 80:180]
    assert (word > 200).mean() > 0.02, "the word is there"
    assert np.abs(np.diff(word[..., 0], axis=1)).max() > 120, "letters are made anew, not stretched"


def test_the_pointer_is_in_units_of_the_window_whatever_the_pixels_are(context, gui):
    picture(context, gui, 2)
    gui.pointer(60, 50)
    assert gui.wants_mouse
    gui.pointer(160, 100)
    assert not gui.wants_mouse, "120 x 100 pixels would be in the panel"


def test_a_pointer_before_the_first_frame_is_no_trouble(context, gui):
    gui.pointer(5, 5)
    assert not gui.wants_mouse
