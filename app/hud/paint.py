"""Drawing of the display: text, soft panels, key caps, bars, icons, at one scale and on one list of shapes."""

import functools
from collections.abc import Sequence

from imgui_bundle import imgui

from app import fonts

Point = tuple[float, float]
Color = Sequence[float]  # red, green, blue, and alpha if it is not 1
#: Sizes of text at scale 1 [pixels].
SMALL, NORMAL, LARGE, HUGE = 13.0, 15.0, 20.0, 34.0
ROUND = 8.0  # corners of panels at scale 1 [pixels]


def ink(alpha: float = 1.0) -> Color:
    """Color of words."""
    color = imgui.get_style().color_(imgui.Col_.text)
    return color.x, color.y, color.z, alpha


def dim(alpha: float = 1.0) -> Color:
    """Color of words that matter less."""
    if is_plain():
        return ink(alpha)
    return (0.30, 0.32, 0.35, alpha) if is_light() else (0.78, 0.81, 0.85, alpha)


def accent(alpha: float = 1.0) -> Color:
    """Color of what is chosen."""
    return (0.55, 0.30, 0.0, alpha) if is_light() else (1.0, 0.80, 0.32, alpha)


def is_light() -> bool:
    """Whether panels are light."""
    return imgui.get_style().color_(imgui.Col_.window_bg).x > 0.5


def is_plain() -> bool:
    """Whether panels are opaque, for high contrast."""
    return imgui.get_style().color_(imgui.Col_.window_bg).w >= 1.0


@functools.lru_cache(maxsize=4096)
def code(color: tuple[float, ...]) -> int:
    """A color as lists of shapes take it."""
    r, g, b = (round(255.0 * min(max(part, 0.0), 1.0)) for part in color[:3])
    a = round(255.0 * color[3]) if len(color) > 3 else 255
    return r | g << 8 | b << 16 | a << 24


@functools.lru_cache(maxsize=4096)
def measure(text: str, size: float, font: str = "regular") -> Point:
    """Width and height of words of a size [pixels]."""
    imgui.push_font(fonts.font(font), size)
    found = imgui.calc_text_size(text)
    imgui.pop_font()
    return found.x, found.y


class Brush:
    """Draws below all panels, in pixels of the window.

    Args:
        scale: Size of everything; 1 is normal.
    """

    def __init__(self, scale: float) -> None:
        self.scale = scale
        self.list = imgui.get_background_draw_list()

    def size(self, text: str, size: float = NORMAL, font: str = "regular") -> Point:
        """Width and height of words; their size as of scale 1."""
        return measure(text, round(size * self.scale), font)

    def text(
        self, x: float, y: float, text: str, color: Color, size: float = NORMAL, font: str = "regular",
        *, align: float = 0.0, wrap: float = 0.0,
    ) -> None:  # fmt: skip
        """Words; x is their left edge, or with `align` 1 their right one; `wrap` is the width of their lines."""
        pixels = round(size * self.scale)
        if align:
            x -= align * measure(text, pixels, font)[0]
        self.list.add_text(fonts.font(font), pixels, imgui.ImVec2(round(x), round(y)), code(color), text, wrap)

    def shaded(
        self, x: float, y: float, text: str, color: Color, size: float = NORMAL, font: str = "bold", *,
        align: float = 0.0,
    ) -> None:  # fmt: skip
        """Words that stand on the picture itself: with a shadow."""
        for dx, dy in ((1.0, 1.0), (0.0, 2.0)):
            self.text(x + dx, y + dy, text, (0.0, 0.0, 0.0, 0.6), size, font, align=align)
        self.text(x, y, text, color, size, font, align=align)

    def panel(self, x: float, y: float, width: float, height: float, alpha: float = 0.58, fade: float = 1.0) -> None:
        """A soft panel; opaque with high contrast.

        Args:
            x: Left edge [pixels].
            y: Upper edge [pixels].
            width: Width [pixels].
            height: Height [pixels].
            alpha: How much of the picture it hides; light panels hide more.
            fade: How visible the words on it still are, 0 to 1; it goes a little faster, as it is larger than they.
        """
        plain, light = is_plain(), is_light()
        ground = (0.97, 0.97, 0.98) if light else (0.05, 0.065, 0.085)
        ground = ((1.0,) * 3 if light else (0.0,) * 3) if plain else ground
        alpha = 1.0 if plain else min(1.0, alpha + 0.22) if light else alpha
        left = fade**1.5
        a, b, around = imgui.ImVec2(x, y), imgui.ImVec2(x + width, y + height), ROUND * self.scale
        self.list.add_rect_filled(a, b, code((*ground, alpha * left)), around)
        thin = 0.10 * left * min(1.0, alpha / 0.5)
        edge = ink(0.9 * left) if plain else (*((0.0,) * 3 if light else (1.0,) * 3), thin)
        self.list.add_rect(a, b, code(edge), around)

    def box(self, x: float, y: float, width: float, height: float, color: Color, around: float = 4.0) -> None:
        """A filled rectangle."""
        self.list.add_rect_filled(
            imgui.ImVec2(x, y), imgui.ImVec2(x + width, y + height), code(color), around * self.scale
        )

    def frame(
        self, x: float, y: float, width: float, height: float, color: Color, around: float = 4.0, thick: float = 1.5
    ) -> None:
        """The edge of a rectangle."""
        corners = imgui.ImVec2(x, y), imgui.ImVec2(x + width, y + height)
        self.list.add_rect(*corners, code(color), around * self.scale, thick * self.scale)

    def line(self, a: Point, b: Point, color: Color, thick: float = 1.0) -> None:
        """A line."""
        self.list.add_line(imgui.ImVec2(*a), imgui.ImVec2(*b), code(color), thick * self.scale)

    def bar(self, x: float, y: float, width: float, height: float, share: float, color: Color) -> None:
        """A bar that is filled by a share, 0 to 1."""
        self.box(x, y, width, height, ink(0.18), 3.0)
        if share > 0.0:
            self.box(x, y, max(width * min(share, 1.0), height), height, color, 3.0)

    def arc(self, middle: Point, radius: float, start: float, end: float, color: Color, thick: float) -> None:
        """A part of a circle, clockwise on the screen from an angle to another; 0 is to the right [rad]."""
        if end > start:
            self.list.path_arc_to(imgui.ImVec2(*middle), radius, start, end)
            self.list.path_stroke(code(color), thick * self.scale)

    # ---- Key caps -------------------------------------------------------------------------------------------------

    def cap_width(self, key: str, size: float = NORMAL) -> float:
        """Width of a key cap [pixels]."""
        wide, high = self.size(cap_text(key), size, "bold")
        return max(wide + 0.75 * high, 1.35 * high)

    def cap_height(self, size: float = NORMAL) -> float:
        """Height of a key cap [pixels]."""
        return 1.32 * self.size("X", size, "bold")[1]

    def cap(self, x: float, y: float, key: str, size: float = NORMAL, alpha: float = 1.0) -> float:
        """A key as it is on a keyboard; returns its width [pixels]."""
        wide, high, text = self.cap_width(key, size), self.cap_height(size), cap_text(key)
        self.box(x, y, wide, high, (0.55, 0.57, 0.60, alpha), 4.5)
        self.box(x, y, wide, high - 2.0 * self.scale, (0.95, 0.955, 0.965, alpha), 4.5)
        letter = self.size(text, size, "bold")
        down = y + 0.5 * (high - 2.0 * self.scale - letter[1])
        self.text(x + 0.5 * (wide - letter[0]), down, text, (0.08, 0.09, 0.11, alpha), size, "bold")
        return wide

    def caps(self, x: float, y: float, keys: Sequence[str], size: float = NORMAL, alpha: float = 1.0) -> float:
        """Some keys beside each other; returns the width of all [pixels]."""
        start, gap = x, 3.0 * self.scale
        for key in keys:
            x += self.cap(x, y, key, size, alpha) + gap
        return max(x - gap - start, 0.0)

    def caps_width(self, keys: Sequence[str], size: float = NORMAL) -> float:
        """Width of some keys beside each other [pixels]."""
        return sum(self.cap_width(key, size) for key in keys) + 3.0 * self.scale * max(len(keys) - 1, 0)


#: Keys that have a shorter word on a key cap.
SHORT = {
    "Backspace": "\u2190 Back", "Left mouse": f"{fonts.ICONS['mouse']} L", "Right mouse": f"{fonts.ICONS['mouse']} R",
    "Middle mouse": f"{fonts.ICONS['mouse']} M", "Mouse": fonts.ICONS["mouse"],
}  # fmt: skip


def cap_text(key: str) -> str:
    """What stands on the cap of a key."""
    first, plus, last = key.rpartition("+")
    return f"{first}{plus}{SHORT.get(last, last)}" if last else key
