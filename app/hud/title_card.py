"""Title card: what a scene is called, what it shows and what to try, for some seconds after it was opened."""

from collections.abc import Sequence

from app.hud.corners import Rect, layout, title_place
from app.hud.paint import LARGE, NORMAL, Brush, accent, dim, ink, measure
from app.panels.place import panel_rects
from app.shell import Shell
from app.title import Title

#: Sizes of the name, of the sentence and of what to try, at scale 1; a card that is too high is made of smaller ones.
SIZES = (1.35 * LARGE, 1.1 * NORMAL, 1.1 * NORMAL)
#: Most width of a card at scale 1, and least size of its letters, at any larger scale too [pixels].
WIDTH, LEAST = 620.0, 11.0
#: The stripe at the left begins and ends so far from the corners [pixels].
ROUNDING = 8.0


def draw(shell: Shell, brush: Brush) -> None:
    """Draw the card, as long as there is one and room for it."""
    title = shell.title
    game = shell.player.game
    if not title.shown or shell.panels.needs_pointer or (game is not None and game.vehicle is not None):
        return  # who drives has instruments to read
    words, places = wanted(shell, title), rooms(shell, min(WIDTH * brush.scale, layout.width))
    for paragraphs in (words, [words[0], *words[2:]], words[:1]):  # where there is little room, what matters most
        found = [fit(paragraphs, brush.scale, *room) for room in places]
        fits = [some for some in found if some is not None]
        if fits:
            break
    else:
        return
    lines, (left, top, width, height) = max(fits, key=lambda some: some[0][0][1])  # the largest letters
    layout.take("title", left, top, width, height)
    brush.panel(left, top, width, height, 0.72, title.alpha)
    brush.box(left, top + ROUNDING, 4.0 * brush.scale, height - 2.0 * ROUNDING, accent(title.alpha), 2.0)
    y = top + 1.2 * layout.margin
    for text, size, kind, high in lines:
        color = {"name": ink, "try": accent, "text": dim}[kind](title.alpha)
        font = "bold" if kind == "name" else "regular"
        brush.text(left + 2.2 * layout.margin, y, text, color, size / brush.scale, font)
        y += high


def rooms(shell: Shell, width: float) -> list[Rect]:
    """Where a card of a width may be: between what is above the crosshair at the left and the right, or below that.

    Panels keep their places, as the card goes by itself.
    """
    middle, top, high = title_place()
    if shell.player.game is None:  # without a compass
        high, top = high + top - layout.top - layout.margin, layout.top + layout.margin
    margin, rects = layout.margin, [*layout.rects.values(), *panel_rects()]
    taken = [rect for rect in rects if rect[1] < top + high]
    lefts = [x + wide + margin for x, _, wide, _ in taken if x + 0.5 * wide < middle - 1.0]
    left, right = max(lefts, default=margin), layout.width - margin
    rights = [x - margin for x, _, wide, _ in taken if x + 0.5 * wide > middle + 1.0]
    right = min(rights, default=right)
    low = max((y + tall + margin for x, y, wide, tall in taken), default=top)
    centered = [y + tall + margin for x, y, wide, tall in taken if x < right and x + wide > left]
    beside = max([top, *centered])
    found = [
        (left, beside, right - left, top + high - beside),
        (margin, low, layout.width - 2.0 * margin, top + high - low),
    ]
    placed = []
    for x, y, wide, tall in found:
        used = min(width, wide)
        start = min(max(middle - 0.5 * used, x), x + wide - used)
        placed.append((start, y, used, tall))
    return placed


def fit(
    paragraphs: Sequence[tuple[str, float, str]], scale: float, left: float, top: float, width: float, most: float
) -> tuple[list[tuple[str, float, str, float]], Rect] | None:
    """Lines of a card in as large letters as there is room for, and its rectangle; None if they were too small."""
    factor = 1.0
    while factor * min(scale, 1.0) * NORMAL >= LEAST:  # who wants large letters gets fewer words
        lines = set_lines(paragraphs, factor * scale, width - 4.0 * layout.margin)
        height = sum(line[3] for line in lines) + 2.4 * layout.margin
        if height <= most and width > 20.0 * factor * scale * NORMAL:
            return lines, (left, top, width, height)
        factor *= 0.92
    return None


def wanted(shell: Shell, title: Title) -> list[tuple[str, float, str]]:
    """Paragraphs of the card: text, size and kind of each."""
    scene, keys = shell.session.scene, shell.input.bindings.name_keys
    found = [(scene.name, SIZES[0], "name"), (keys(scene.summary), SIZES[1], "text")]
    if scene.tries:
        found.append((f"Try: {keys(scene.tries)}", SIZES[2], "try"))
    return [row for row in found if row[0]]


def set_lines(
    paragraphs: Sequence[tuple[str, float, str]], scale: float, width: float
) -> list[tuple[str, float, str, float]]:
    """Lines of paragraphs: text, size [pixels], kind and height of each; the last one of a paragraph has a gap."""
    lines = []
    for text, size, kind in paragraphs:
        pixels, font = float(round(size * scale)), "bold" if kind == "name" else "regular"
        rows = wrapped(text, pixels, font, width)
        for number, row in enumerate(rows):
            gap = 0.3 * pixels if number == len(rows) - 1 else 0.0
            lines.append((row, pixels, kind, 1.2 * pixels + gap))
    return lines


def wrapped(text: str, size: float, font: str, width: float) -> list[str]:
    """A paragraph in lines that are no wider than this [pixels]; a longer word has a line of its own."""
    rows, line = [], ""
    for word in text.split():
        longer = f"{line} {word}" if line else word
        if line and measure(longer, round(size), font)[0] > width:
            rows.append(line)
            line = word
        else:
            line = longer
    return [*rows, line]
