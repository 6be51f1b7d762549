"""Where panels go: each opens where there is room, and none leaves the window."""

from imgui_bundle import imgui

from app.hud.corners import Rect, layout, overlap
from app.panels.registry import load_all

GAP = 10.0  # between panels, and to the edges [pixels]
#: What new panels keep clear of, by name; the title of a scene is not, as it goes by itself and leaves them room.
CORNERS = ("rates", "time", "keys", "instruments", "compass", "contests", "lesson")
#: Windows that are lower than so many lines of text have no line to spare.
LOW = 18.0
#: Size of text and of the window that centered panels have their size for, by title.
_rooms: dict[str, tuple[float, float, float]] = {}
#: Panels of a fixed size, by title: the size that they have where there is room, and the room that there was last.
_sizes: dict[str, tuple[tuple[float, float], Rect]] = {}


def begin(
    title: str, size: tuple[float, float], *, right: bool = False, fixed: bool = False, varying: bool = False
) -> tuple[bool, bool]:
    """Begin a panel that can be closed.

    Args:
        title: Its title with its name after `###`.
        size: Width and height at text size 1 when it opens for the first time.
        right: Whether it would rather be at the right side.
        fixed: Whether it has this size, and scrolls; otherwise it is as large as what it holds.
        varying: Whether the size tells more of what it will hold than the size that it had when it was open last.

    Returns:
        Whether its content is to be drawn, and whether it stays open.
    """
    area, scale = free_area(), imgui.get_style().font_size_base / 16.0
    known = imgui.internal.find_window_by_name(title)
    wanted = size[0] * scale, size[1] * scale
    if known is not None and not varying:
        wanted = known.size.x, known.size.y
    wanted, room = _sizes.get(title, (wanted, area))
    if known is None or not known.was_active:
        fitting = min(wanted[0], area[2]), min(wanted[1], area[3])
        x, y = free_spot(fitting, taken(title), area, right=right)
        imgui.set_next_window_pos(imgui.ImVec2(x, y))
        room = None
    if fixed and room != area:  # a panel that a tiny window made small has its size again when there is room
        imgui.set_next_window_size(imgui.ImVec2(min(wanted[0], area[2]), min(wanted[1], area[3])))
    limit_size(area)
    shown, stays = imgui.begin(title, True, 0 if fixed else imgui.WindowFlags_.always_auto_resize)
    if fixed:
        _sizes[title] = unlimited_size(wanted, area), area
    keep_inside(area)
    return shown, stays


def begin_centered(title: str, size: tuple[float, float], *, snug: bool = False) -> tuple[bool, bool]:
    """Begin a panel that opens in the middle of the window and can be closed, moved and resized.

    Args:
        title: Its title with its name after `###`.
        size: Width and height at text size 1.
        snug: Whether it is as large as what it holds instead, and stays in the middle.

    Returns:
        Whether its content is to be drawn, and whether it stays open.
    """
    scale, whole = imgui.get_style().font_size_base / 16.0, imgui.get_io().display_size
    left, top, wide, high = free_area()
    center = imgui.ImVec2(left + wide / 2.0, top + high / 2.0)
    fresh = _rooms.get(title) != (scale, whole.x, whole.y)  # the window or its text has another size than before
    _rooms[title] = scale, whole.x, whole.y
    when = imgui.Cond_.always if snug or fresh else imgui.Cond_.appearing
    imgui.set_next_window_pos(center, when, imgui.ImVec2(0.5, 0.5))
    room = imgui.ImVec2(min(size[0] * scale, 0.95 * whole.x), min(size[1] * scale, 0.85 * whole.y))
    if not snug:
        imgui.set_next_window_size(room, when)
    limit_size(free_area())
    shown, stays = imgui.begin(title, True, imgui.WindowFlags_.always_auto_resize if snug else 0)
    if not snug:
        keep_inside(free_area())
    return shown, stays


def unlimited_size(wanted: tuple[float, float], area: Rect) -> tuple[float, float]:
    """Size that the panel would have with more room: its own, or what was wanted where the area ends."""
    size = imgui.get_window_size()
    width = size.x if size.x < area[2] - 0.5 else max(wanted[0], size.x)
    height = size.y if size.y < area[3] - 0.5 else max(wanted[1], size.y)
    return width, height


def free_area() -> Rect:
    """The window without the menu, the line of hints and a margin."""
    display, top = imgui.get_io().display_size, imgui.get_frame_height()
    line = imgui.get_text_line_height() + 2.0 * imgui.get_style().window_padding.y + GAP
    line = line if display.y > LOW * imgui.get_font_size() else 0.0
    return GAP, top + GAP, max(display.x - 2.0 * GAP, 1.0), max(display.y - top - 2.0 * GAP - line, 1.0)


def limit_size(area: Rect) -> None:
    """Let the next panel be no larger than there is room for."""
    least, most = imgui.ImVec2(40.0, 40.0), imgui.ImVec2(max(area[2], 40.0), max(area[3], 40.0))
    imgui.set_next_window_size_constraints(least, most)


def keep_inside(area: Rect) -> None:
    """Move the panel back if the window became smaller, or if somebody moved it out."""
    if imgui.is_window_appearing():
        return  # it still has the size that it had when it was open last
    place, size = imgui.get_window_pos(), imgui.get_window_size()
    x = max(area[0], min(place.x, area[0] + area[2] - size.x))
    y = max(area[1], min(place.y, area[1] + area[3] - size.y))
    if (x, y) != (place.x, place.y) and not imgui.is_mouse_down(0):
        imgui.set_window_pos(imgui.ImVec2(x, y))


def taken(title: str) -> list[Rect]:
    """Where other panels and the corners of the display are."""
    corners = [layout.rects[name] for name in CORNERS if name in layout.rects]
    return corners + panel_rects(title)


def panel_rects(title: str = "") -> list[Rect]:
    """Where panels are, besides one with a title."""
    found = []
    for entry in load_all():
        window = imgui.internal.find_window_by_name(f"###{entry.key}")
        seen = window is not None and (window.was_active or window.active)  # in the last frame, or already in this one
        if seen and not title.endswith(f"###{entry.key}"):
            found.append((window.pos.x, window.pos.y, window.size.x, window.size.y))
    return found


def free_spot(size: tuple[float, float], others: list[Rect], area: Rect, *, right: bool) -> tuple[float, float]:
    """Left and top of the place with the least overlap; among equals the outermost, then the highest.

    Args:
        size: Width and height.
        others: What is already there.
        area: Where it must be.
        right: Whether it would rather be at the right side.
    """
    width, height = size
    most_x, most_y = area[0] + area[2] - width, area[1] + area[3] - height
    if right:
        columns = [most_x, *sorted((left - GAP - width for left, _, _, _ in others), reverse=True)]
    else:
        columns = [area[0], *sorted(left + wide + GAP for left, _, wide, _ in others)]
    rows = [area[1], *sorted(top + high + GAP for _, top, _, high in others)]
    best, least = (area[0], area[1]), float("inf")
    for x in (min(max(x, area[0]), most_x) for x in columns):
        for y in (min(y, most_y) for y in rows):
            cost = sum(overlap((x, y, width, height), other) for other in others)
            if cost < least - 1.0:
                best, least = (x, y), cost
    return best
