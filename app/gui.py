"""Dear ImGui in our window: pyglet events in, draw lists out through moderngl."""

import ctypes

import moderngl
import numpy as np
from imgui_bundle import imgui, implot
from pyglet.window import key as keys

from app import fonts

VERTEX_SHADER = """
#version 330 core
uniform vec2 size;
in vec2 in_place;
in vec2 in_uv;
in vec4 in_color;
out vec2 uv;
out vec4 color;
void main() {
    uv = in_uv;
    color = in_color;
    gl_Position = vec4(2.0 * in_place.x / size.x - 1.0, 1.0 - 2.0 * in_place.y / size.y, 0.0, 1.0);
}
"""
FRAGMENT_SHADER = """
#version 330 core
uniform sampler2D picture;
in vec2 uv;
in vec4 color;
out vec4 out_color;
void main() {
    out_color = color * texture(picture, uv);
}
"""
#: Colors of panels on the dark theme, where they are not those of ImGui: slate, with amber for what is chosen.
DARK = {
    imgui.Col_.title_bg: (0.08, 0.10, 0.13, 1.0),
    imgui.Col_.title_bg_active: (0.13, 0.17, 0.22, 1.0),
    imgui.Col_.menu_bar_bg: (0.08, 0.10, 0.13, 1.0),
    imgui.Col_.frame_bg: (0.17, 0.21, 0.26, 1.0),
    imgui.Col_.frame_bg_hovered: (0.23, 0.28, 0.35, 1.0),
    imgui.Col_.frame_bg_active: (0.27, 0.33, 0.41, 1.0),
    imgui.Col_.button: (0.22, 0.29, 0.37, 1.0),
    imgui.Col_.button_hovered: (0.30, 0.39, 0.49, 1.0),
    imgui.Col_.button_active: (0.36, 0.47, 0.59, 1.0),
    imgui.Col_.header: (0.22, 0.29, 0.37, 0.9),
    imgui.Col_.tab: (0.15, 0.19, 0.24, 1.0),
    imgui.Col_.tab_hovered: (0.30, 0.39, 0.49, 1.0),
    imgui.Col_.tab_selected: (0.25, 0.33, 0.42, 1.0),
    imgui.Col_.check_mark: (1.0, 0.80, 0.32, 1.0),
    imgui.Col_.slider_grab: (1.0, 0.80, 0.32, 0.85),
    imgui.Col_.slider_grab_active: (1.0, 0.80, 0.32, 1.0),
    imgui.Col_.resize_grip: (1.0, 1.0, 1.0, 0.12),
}
BUTTONS = {1: 0, 4: 1, 2: 2}  # pyglet's left, right, middle


def _key_table() -> dict[int, "imgui.Key"]:
    """ImGui's keys by pyglet's symbols."""
    names = {
        "RETURN": "enter", "LEFT": "left_arrow", "RIGHT": "right_arrow", "UP": "up_arrow", "DOWN": "down_arrow",
        "PAGEUP": "page_up", "PAGEDOWN": "page_down", "NUM_ENTER": "keypad_enter", "LCTRL": "left_ctrl",
        "RCTRL": "right_ctrl", "LSHIFT": "left_shift", "RSHIFT": "right_shift", "LALT": "left_alt",
        "RALT": "right_alt", "BRACKETLEFT": "left_bracket", "BRACKETRIGHT": "right_bracket",
        "GRAVE": "grave_accent", "NUM_ADD": "keypad_add", "NUM_SUBTRACT": "keypad_subtract",
    }  # fmt: skip
    same = "TAB BACKSPACE ESCAPE INSERT DELETE SPACE HOME END MINUS EQUAL BACKSLASH SEMICOLON APOSTROPHE COMMA PERIOD"
    names |= {name: name.lower() for name in [*same.split(), "SLASH", *map(chr, range(65, 91))]}
    names |= {f"F{n}": f"f{n}" for n in range(1, 13)}
    names |= {f"_{n}": f"_{n}" for n in range(10)}
    names |= {f"NUM_{n}": f"keypad{n}" for n in range(10)}
    return {getattr(keys, ours): getattr(imgui.Key, theirs) for ours, theirs in names.items()}


MODIFIERS = (
    (keys.MOD_CTRL, imgui.Key.mod_ctrl),
    (keys.MOD_SHIFT, imgui.Key.mod_shift),
    (keys.MOD_ALT, imgui.Key.mod_alt),
    (keys.MOD_COMMAND, imgui.Key.mod_super),
)


class Gui:
    """One ImGui context, fed with the events of a window.

    Args:
        context: GL context to draw with.
        scale: Size of text and widgets; 1 is normal.
    """

    def __init__(self, context: moderngl.Context, *, scale: float = 1.0) -> None:
        self._context = context
        self._imgui = imgui.create_context()
        self._implot = implot.create_context()
        self.io = imgui.get_io()
        self.io.set_ini_filename("")
        self.io.backend_flags |= imgui.BackendFlags_.renderer_has_textures
        fonts.load()
        self._keys = _key_table()
        self._program = context.program(vertex_shader=VERTEX_SHADER, fragment_shader=FRAGMENT_SHADER)
        self._vertices = context.buffer(reserve=1 << 16, dynamic=True)
        self._indices = context.buffer(reserve=1 << 16, dynamic=True)
        self._textures: dict[int, moderngl.Texture] = {}
        self._array = self._make_array()
        self.draw_calls = 0
        self._scale, self._theme = 0.0, ("", False)
        self.theme("dark")
        self.set_scale(scale)

    def _make_array(self) -> moderngl.VertexArray:
        content = [(self._vertices, "2f 2f 4f1", "in_place", "in_uv", "in_color")]
        return self._context.vertex_array(
            self._program, content, index_buffer=self._indices, index_element_size=imgui.INDEX_SIZE
        )

    # ---- Looks ----------------------------------------------------------------------------------------------------

    def theme(self, name: str, *, high_contrast: bool = False) -> None:
        """Colors: "dark" or "light"; with high contrast panels are opaque and words as bright as can be."""
        if (name, high_contrast) == self._theme:
            return
        self._theme = name, high_contrast
        if name == "light":
            imgui.style_colors_light()
        else:
            imgui.style_colors_dark()
        style = imgui.get_style()
        window = imgui.Col_.window_bg
        color = style.color_(window)
        if high_contrast:
            plain = 1.0 if name == "light" else 0.0
            style.set_color_(window, imgui.ImVec4(plain, plain, plain, 1.0))
            style.set_color_(imgui.Col_.text, imgui.ImVec4(1.0 - plain, 1.0 - plain, 1.0 - plain, 1.0))
        else:
            ground = (color.x, color.y, color.z) if name == "light" else (0.06, 0.075, 0.095)
            style.set_color_(window, imgui.ImVec4(*ground, 0.94))
        if name != "light":
            for part, tone in DARK.items():
                style.set_color_(part, imgui.ImVec4(*tone))
        gray = 0.38 if name == "light" else 0.62
        gray += (-0.2 if name == "light" else 0.25) if high_contrast else 0.0
        style.set_color_(imgui.Col_.text_disabled, imgui.ImVec4(gray, gray, gray, 1.0))
        for state, alpha in ((imgui.Col_.header_hovered, 0.45), (imgui.Col_.header_active, 0.6)):
            color = style.color_(state)  # rows under the pointer stay readable
            style.set_color_(state, imgui.ImVec4(color.x, color.y, color.z, alpha))

    def set_scale(self, scale: float) -> None:
        """Size of text and widgets; fonts are baked anew at whole pixels."""
        if scale == self._scale:
            return
        style, fresh = imgui.get_style(), imgui.Style()
        for name in dir(fresh):  # scaling rounds down: from the last sizes it would go astray
            if not name.startswith("_") and isinstance(getattr(fresh, name), float | imgui.ImVec2):
                setattr(style, name, getattr(fresh, name))
        style.window_rounding, style.frame_rounding, style.grab_rounding = 8.0, 5.0, 5.0
        style.popup_rounding = style.child_rounding = style.tab_rounding = style.scrollbar_rounding = 5.0
        style.window_border_size = 0.0
        style.window_padding = imgui.ImVec2(10.0, 8.0)
        style.scale_all_sizes(scale)
        style.font_size_base = round(fonts.SIZE * scale)
        self._scale = scale

    @property
    def scale(self) -> float:
        """Size of text and widgets."""
        return self._scale

    # ---- Events ---------------------------------------------------------------------------------------------------

    @property
    def wants_mouse(self) -> bool:
        """Whether the pointer is over a panel or held by one."""
        return self.io.want_capture_mouse

    @property
    def wants_text(self) -> bool:
        """Whether a text field is being edited: keys belong to it then."""
        return self.io.want_text_input

    def key(self, symbol: int, modifiers: int, *, down: bool) -> None:
        """A key went down or up."""
        self._modifiers(modifiers)
        if symbol in self._keys:
            self.io.add_key_event(self._keys[symbol], down)

    def _modifiers(self, modifiers: int) -> None:
        for bit, key in MODIFIERS:
            self.io.add_key_event(key, bool(modifiers & bit))

    def text(self, text: str) -> None:
        """Characters were typed."""
        for character in text:
            if character.isprintable():
                self.io.add_input_character(ord(character))

    def pointer(self, x: float, y: float) -> None:
        """The pointer moved to window coordinates, from the top left.

        A click may follow before the next frame: whether it is for a panel is asked now, of the panels as they are.
        """
        imgui.set_current_context(self._imgui)
        self.io.add_mouse_pos_event(x, y)
        imgui.internal.update_hovered_window_and_capture_flags(imgui.ImVec2(x, y))

    def button(self, button: int, *, down: bool) -> None:
        """A mouse button went down or up."""
        if button in BUTTONS:
            self.io.add_mouse_button_event(BUTTONS[button], down)

    def wheel(self, x: float, y: float) -> None:
        """The wheel turned."""
        self.io.add_mouse_wheel_event(x, y)

    def focus(self, *, has: bool) -> None:
        """The window got or lost the focus."""
        self.io.add_focus_event(has)

    # ---- Frames ---------------------------------------------------------------------------------------------------

    def begin(self, width: int, height: int, pixel_ratio: float, seconds: float) -> None:
        """Start a frame; panels are made between this and `draw`.

        Args:
            width: Of the window, in its own units.
            height: Of the window.
            pixel_ratio: Framebuffer pixels per unit.
            seconds: Since the last frame [s].
        """
        imgui.set_current_context(self._imgui)
        implot.set_current_context(self._implot)
        self.io.display_size = imgui.ImVec2(max(width, 1), max(height, 1))
        self.io.display_framebuffer_scale = imgui.ImVec2(pixel_ratio, pixel_ratio)
        self.io.delta_time = max(seconds, 1e-5)
        imgui.new_frame()

    def draw(self, target: moderngl.Framebuffer) -> None:
        """End the frame and draw it."""
        imgui.render()
        data = imgui.get_draw_data()
        for texture in imgui.get_platform_io().textures:
            if texture.status != imgui.ImTextureStatus.ok:
                self._update_texture(texture)
        self.draw_calls = 0
        size = self.io.display_size
        ratio = self.io.display_framebuffer_scale.x
        target.use()
        target.viewport = (0, 0, max(1, round(size.x * ratio)), max(1, round(size.y * ratio)))
        context = self._context
        context.enable_only(moderngl.BLEND)
        context.blend_func = moderngl.SRC_ALPHA, moderngl.ONE_MINUS_SRC_ALPHA
        self._program["size"] = (size.x, size.y)
        for commands in data.cmd_lists:
            self._draw_list(commands, target, ratio, round(size.y * ratio))
        target.scissor = None

    def _draw_list(self, commands: "imgui.ImDrawList", target: moderngl.Framebuffer, ratio: float, top: int) -> None:
        self._upload(self._vertices, commands.vtx_buffer, imgui.VERTEX_SIZE, "_vertices")
        self._upload(self._indices, commands.idx_buffer, imgui.INDEX_SIZE, "_indices")
        for command in commands.cmd_buffer:
            left, upper, right, lower = (round(ratio * edge) for edge in command.clip_rect)
            if right <= left or lower <= upper or command.elem_count == 0:
                continue
            target.scissor = max(left, 0), top - lower, right - max(left, 0), lower - upper
            self._textures[command.tex_ref.get_tex_id()].use(0)
            self._array.render(moderngl.TRIANGLES, vertices=command.elem_count, first=command.idx_offset)
            self.draw_calls += 1

    def _upload(self, buffer: moderngl.Buffer, source: object, item: int, name: str) -> None:
        size = source.size() * item
        if size == 0:
            return
        if buffer.size < size:
            setattr(self, name, self._context.buffer(reserve=2 * size, dynamic=True))
            buffer.release()
            self._array.release()
            self._array = self._make_array()
            buffer = getattr(self, name)
        buffer.orphan()
        buffer.write((ctypes.c_char * size).from_address(source.data_address()))

    def _update_texture(self, texture: "imgui.ImTextureData") -> None:
        if texture.status == imgui.ImTextureStatus.want_destroy:
            if texture.unused_frames > 0:
                self._textures.pop(texture.tex_id).release()
                texture.set_tex_id(0)
                texture.status = imgui.ImTextureStatus.destroyed
            return
        pixels = np.ascontiguousarray(texture.get_pixels_array())
        if texture.status == imgui.ImTextureStatus.want_create:
            made = self._context.texture((texture.width, texture.height), 4, pixels.tobytes())
            made.filter = moderngl.LINEAR, moderngl.LINEAR
            self._textures[made.glo] = made
            texture.set_tex_id(made.glo)
        else:
            self._textures[texture.tex_id].write(pixels.tobytes())
        texture.status = imgui.ImTextureStatus.ok

    def release(self) -> None:
        """Free everything."""
        implot.destroy_context(self._implot)
        imgui.destroy_context(self._imgui)
        for texture in self._textures.values():
            texture.release()
        for thing in (self._array, self._vertices, self._indices, self._program):
            thing.release()
