"""Labels of a scene: what its parts are called and what they do, at their places, on plates that stand on no other."""

import re

from app.hud.corners import Rect, layout, overlap
from app.hud.paint import NORMAL, SMALL, Brush
from app.shell import Shell

#: Plates of labels, their words and the lines below the first one.
PLATE, TITLE, LINES = (0.06, 0.07, 0.09, 0.78), (1.0, 1.0, 1.0, 1.0), (1.0, 0.86, 0.45, 1.0)
#: Labels that are more than so many times as far away as the nearest one are too small a thing to be told.
FAR = 4.0
#: Where a plate is, its lines, and their widths and heights [pixels].
Plate = tuple[Rect, list[str], list[tuple[float, float]]]
#: Zero with a sign, which rounding leaves of a small number.
SIGNED_ZERO = re.compile(r"(?<![\d.])[-+](?=0(\.0+)?(?![\d.]))")


def draw(shell: Shell, brush: Brush) -> None:
    """Draw all of them, below everything else."""
    card = layout.last.get("title")
    for rect, lines, sizes in laid_out(shell.scene_labels(layout.width, layout.height), brush):
        if card is not None and overlap(rect, card) > 0.0:
            continue  # the card goes by itself; words that shine through it are read by nobody
        brush.box(*rect, PLATE, 5.0)
        down = rect[1] + 2.5 * brush.scale
        for number, (line, size) in enumerate(zip(lines, sizes, strict=True)):
            pixels, font, color = style(number, lines)
            brush.text(rect[0] + 0.5 * (rect[2] - size[0]), down, line, color, pixels, font)
            down += size[1]


def laid_out(spots: list[tuple[str, float, float, float]], brush: Brush) -> list[Plate]:
    """Plates of labels with their lines and the sizes of those; the nearest keep their places, others move up."""
    placed: list[Plate] = []
    for text, x, y, depth in spots:
        if depth > FAR * spots[0][3]:
            break
        lines = SIGNED_ZERO.sub("", text).split("\n")
        sizes = [brush.size(line, *style(number, lines)[:2]) for number, line in enumerate(lines)]
        wide = max(size[0] for size in sizes) + 12.0 * brush.scale
        high = sum(size[1] for size in sizes) + 5.0 * brush.scale
        rect = free_above((x - 0.5 * wide, y - 0.5 * high, wide, high), [plate[0] for plate in placed])
        placed.append((rect, lines, sizes))
    return placed


def style(number: int, lines: list[str]) -> tuple[float, str, tuple[float, float, float, float]]:
    """Size, font and color of a line: the first of several is a name."""
    if number == 0 and len(lines) > 1:
        return NORMAL, "bold", TITLE
    return (NORMAL if len(lines) == 1 else SMALL + 1.0), "regular", LINES


def free_above(rect: Rect, placed: list[Rect]) -> Rect:
    """A rectangle, moved up until it lies on no other."""
    left, top, wide, high = rect
    for _ in range(len(placed) + 1):
        below = [other for other in placed if overlap((left, top, wide, high), other) > 0.0]
        if not below:
            break
        top = min(other[1] for other in below) - high - 2.0
    return left, top, wide, high
