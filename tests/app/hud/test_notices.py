"""Messages: their boxes go with their words."""

import pytest
from imgui_bundle import imgui

from app import fonts
from app.hud import notices
from app.hud.corners import layout
from app.hud.paint import Brush
from app.messages import FADE


@pytest.fixture
def drawing():
    """A frame that is drawn into, and never shown."""
    context = imgui.create_context()
    io = imgui.get_io()
    io.backend_flags |= imgui.BackendFlags_.renderer_has_textures
    io.set_ini_filename("")
    io.display_size = imgui.ImVec2(1280.0, 800.0)
    fonts.load()
    imgui.new_frame()
    layout.begin(1280.0, 800.0, 0.0, 1.0)
    yield context
    imgui.end_frame()
    imgui.destroy_context(context)


class Opacities:
    """A list of shapes that notes how opaque boxes, edges and words are, 0 to 255."""

    def __init__(self):
        self.boxes, self.edges, self.words = [], [], []

    def add_rect_filled(self, _a, _b, color, _around):
        self.boxes.append(color >> 24)

    def add_rect(self, _a, _b, color, _around):
        self.edges.append(color >> 24)

    def add_text(self, _font, _size, _place, color, _text, _wrap):
        self.words.append(color >> 24)


@pytest.mark.parametrize("ground", [(0.1, 0.9), (0.9, 0.9), (0.0, 1.0), (1.0, 1.0)], ids=str)
@pytest.mark.parametrize("line", [False, True], ids=["column", "line"])
def test_a_box_fades_with_its_words_in_every_theme(drawing, shell, ground, line):
    shade, opaque = ground
    imgui.get_style().set_color_(imgui.Col_.window_bg, imgui.ImVec4(shade, shade, shade, opaque))
    shell.messages.say("A sentence that is long enough to be read for some time, and then goes.")
    message = shell.messages.visible()[-1]
    brush, shares = Brush(1.0), (1.0, 0.5, 0.2, 0.0)
    brush.list = seen = Opacities()
    for share in shares:
        message.age = message.duration - share * FADE
        notices.draw_line(shell, brush) if line else notices.draw_messages(shell, brush, minimal=False)
    assert seen.words == pytest.approx([255.0 * share for share in shares], abs=1.0)
    for kind in (seen.boxes, seen.edges):
        assert kind[0] > 20 and kind == sorted(kind, reverse=True) and kind[-1] == 0
        assert all(some <= kind[0] * share + 1.0 for some, share in zip(kind, shares, strict=True)), kind
