"""The card of the lesson that is due: what to do, with the keys that do it, how many are left, how to skip it."""

from app.fonts import ICONS
from app.hud.corners import SIGHT, layout
from app.hud.paint import LARGE, NORMAL, SMALL, Brush, accent, dim, ink
from app.panels.colors import sign
from app.shell import Shell

WIDE = 360.0  # most, at scale 1 [pixels]


def draw(shell: Shell, brush: Brush) -> None:
    """Draw it above the line of hints, left of crosshair and hand."""
    ticked = shell.lessons.ticked
    lesson = ticked or shell.lessons.due(shell)
    if lesson is None or shell.panels.needs_pointer:
        return
    pad, gap = 11.0 * brush.scale, 6.0 * brush.scale
    room = min(WIDE * brush.scale, 0.5 * layout.width - SIGHT * layout.height - 2.0 * layout.margin) - 2.0 * pad
    game = shell.player.game
    keys, text = lesson.told(driving=game is not None and game.vehicle is not None)
    caps, title = key_names(shell, keys), lesson.title
    words = wrapped(brush, shell.input.bindings.name_keys(text), room)
    beside = brush.size(title, LARGE, "bold")[0] + 2.0 * gap + brush.caps_width(caps) <= room
    line, cap = brush.size(title, LARGE, "bold")[1], brush.cap_height()
    head = max(line, cap) if beside else line + gap + cap
    step = brush.size("X", NORMAL)[1]
    size = room + 2.0 * pad, head + len(words) * step + brush.cap_height(SMALL) + 2.0 * gap + 2.0 * pad
    rect = layout.take("lesson", *layout.find(size, spots(size), ()))
    brush.panel(*rect, 0.78)
    brush.box(rect[0], rect[1] + 0.5 * pad, 3.0 * brush.scale, rect[3] - pad, accent(), 2.0)
    x, y = rect[0] + pad, rect[1] + pad
    if lesson is ticked:
        title, paint = f"{ICONS['check']} {title}", sign("fine")
    else:
        paint = ink()
    brush.text(x, y + (0.5 * (head - line) if beside else 0.0), title, paint, LARGE, "bold")
    left = x + room - brush.caps_width(caps) if beside else x
    brush.caps(left, y + (0.5 * (head - cap) if beside else line + gap), caps, NORMAL, 0.4 if lesson is ticked else 1.0)
    y += head + gap
    for number, word in enumerate(words):
        brush.text(x, y + number * step, word, dim(), NORMAL)
    draw_foot(shell, brush, x, y + len(words) * step + gap, room)


def spots(size: tuple[float, float]) -> list[tuple[float, float]]:
    """Where the card may be, the best place first: at the left, above what is in the lowest line."""
    low = 0.7 * layout.height
    right = layout.margin + size[0]
    tops = [top for left, top, _, _ in layout.rects.values() if top > low and left < right]
    line = min([*tops, layout.height - layout.margin - 34.0 * layout.scale])
    return [(layout.margin, line - layout.margin - size[1]), (layout.margin, 0.5 * (layout.height - size[1]))]


def draw_foot(shell: Shell, brush: Brush, x: float, y: float, room: float) -> None:
    """A dot for each lesson, filled if it is done; and the key that skips one."""
    done, count = shell.lessons.progress(shell)
    high = brush.cap_height(SMALL)
    for number in range(count):
        left, size = x + 14.0 * brush.scale * number, 8.0 * brush.scale
        paint = accent() if number < done else ink(0.25)
        brush.box(left, y + 0.5 * (high - size), size, size, paint, 4.0)
    key = shell.input.bindings.hint("skip_lesson")
    if key:
        word = brush.size("Skip", SMALL)
        left = x + room - word[0]
        brush.text(left, y + 0.5 * (high - word[1]), "Skip", dim(), SMALL)
        brush.cap(left - brush.cap_width(key, SMALL) - 5.0 * brush.scale, y, key, SMALL, 0.85)


def key_names(shell: Shell, keys: tuple[str, ...]) -> list[str]:
    """What the keys of a lesson are called."""
    names = ["Mouse" if action == "mouse" else shell.input.bindings.hint(action) for action in keys]
    return [name for name in names if name]


def wrapped(brush: Brush, text: str, room: float) -> list[str]:
    """Lines of a text that fit into a width [pixels]."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and brush.size(longer, NORMAL)[0] <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines
