"""Where things of the display are: each takes its rectangle, in order of importance, and none lies on another."""

from collections.abc import Iterable, Sequence

from imgui_bundle import imgui

Rect = tuple[float, float, float, float]  # left, top, width, height [pixels]

FLAGS = (
    imgui.WindowFlags_.no_decoration
    | imgui.WindowFlags_.always_auto_resize
    | imgui.WindowFlags_.no_focus_on_appearing
    | imgui.WindowFlags_.no_nav
    | imgui.WindowFlags_.no_inputs
    | imgui.WindowFlags_.no_move
    | imgui.WindowFlags_.no_bring_to_front_on_focus
)
MARGIN = 10.0
#: Smallest window that everything has room in at scale 1 [pixels]: in smaller ones the display is smaller, too.
ROOM = (560.0, 350.0)
#: In windows that are larger than this [pixels] the display grows with them.
LARGE = (1440.0, 900.0)
#: Size of the weapon in the hand: nothing may be drawn right of the middle by more than this share of the height, and
#: below the middle.
HAND = 0.15
#: Half size of what is kept free around the crosshair, as a share of the height.
SIGHT = 0.07


class Layout:
    """What is where in a frame.

    Attributes:
        width: Of the window [pixels].
        height: Of the window [pixels].
        top: Height of the menu [pixels].
        scale: Size of the display; 1 is normal.
        rects: What was taken in this frame, by name.
        last: The same in the frame before.
    """

    def __init__(self) -> None:
        self.width, self.height, self.top, self.scale = 1280.0, 800.0, 0.0, 1.0
        self.rects: dict[str, Rect] = {}
        self.last: dict[str, Rect] = {}

    def begin(self, width: float, height: float, top: float, ui_scale: float) -> None:
        """A new frame; `ui_scale` is the size of text that the player chose."""
        self.width, self.height, self.top = width, height, top
        grown = max(1.0, min(width / LARGE[0], height / LARGE[1]))
        self.scale = min(grown * ui_scale, width / ROOM[0], height / ROOM[1])
        self.last, self.rects = self.rects, {}

    @property
    def margin(self) -> float:
        """Between things, and to the edges [pixels]."""
        return MARGIN * max(min(self.scale, 1.5), 0.6)

    def take(self, name: str, left: float, top: float, width: float, height: float) -> Rect:
        """Take a place."""
        self.rects[name] = left, top, width, height
        return self.rects[name]

    def find(self, size: tuple[float, float], spots: Sequence[tuple[float, float]], others: Iterable[Rect]) -> Rect:
        """The first of some places, left and top, where a thing lies on nothing else; else any; else the least bad."""
        rects = [*self.rects.values(), *others]
        found = [(x, y, *size) for x, y in spots]
        best = min(found, key=lambda rect: cost(rect, rects))
        if cost(best, rects) == 0.0:
            return best
        found += [(x, y, *size) for x in self._across(size[0]) for y in self._down(size[1])]
        return min(found, key=lambda rect: cost(rect, rects))

    def _across(self, wide: float) -> list[float]:
        """Left edges from the left to the right [pixels]."""
        room = max(self.width - wide - 2.0 * self.margin, 0.0)
        return [self.margin + 0.25 * k * room for k in range(5)]

    def _down(self, high: float) -> list[float]:
        """Upper edges from the top to the bottom [pixels]."""
        top = self.top + self.margin
        room = max(self.height - top - high - self.margin, 0.0)
        return [top + room * k / 12.0 for k in range(13)]


#: The layout of the window.
layout = Layout()


def cost(rect: Rect, others: Iterable[Rect]) -> float:
    """Area of a rectangle that lies on others [pixels^2]."""
    return sum(overlap(rect, other) for other in others)


def overlap(one: Rect, other: Rect) -> float:
    """Area that two rectangles share [pixels^2]."""
    wide = min(one[0] + one[2], other[0] + other[2]) - max(one[0], other[0])
    high = min(one[1] + one[3], other[1] + other[3]) - max(one[1], other[1])
    return max(wide, 0.0) * max(high, 0.0)


def corner(name: str, x: float, y: float, pivot_x: float = 0.0, pivot_y: float = 0.0, alpha: float = 0.6) -> None:
    """Begin a small window that takes no input; nothing else will lie on it."""
    imgui.set_next_window_pos(imgui.ImVec2(x, y), imgui.Cond_.always, imgui.ImVec2(pivot_x, pivot_y))
    opaque = imgui.get_style().color_(imgui.Col_.window_bg).w >= 1.0  # high contrast
    imgui.set_next_window_bg_alpha(1.0 if opaque else alpha)
    imgui.begin(name, None, FLAGS)
    place, size = imgui.get_window_pos(), imgui.get_window_size()
    layout.take(name, place.x, place.y, size.x, size.y)


# ---- Places that are kept for others ---------------------------------------------------------------------------------


def contests_place() -> tuple[float, float, float]:
    """Where lap times and points are drawn: right edge, top, and most width [pixels], beside the compass."""
    side = 0.5 * (layout.width - compass_width()) - 2.0 * layout.margin
    return layout.width - layout.margin, layout.top + layout.margin, side


def title_place() -> tuple[float, float, float]:
    """Where the title of a scene is drawn: middle, top, and most height [pixels], below the compass."""
    top = layout.top + 2.0 * layout.margin + compass_height()
    return 0.5 * layout.width, top, 0.5 * layout.height * (1.0 - 2.0 * SIGHT) - top


def compass_width() -> float:
    """Width of the compass [pixels]."""
    return min(0.36 * layout.width, 440.0 * layout.scale)


def compass_height() -> float:
    """Height of the compass [pixels]."""
    return 36.0 * layout.scale
