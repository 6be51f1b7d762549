"""Labels of a scene: what its parts are called and what they do, at their places, on plates that stand on no other."""

from app.hud.corners import Rect, layout, overlap
from app.hud.paint import NORMAL, SMALL, Brush
from app.shell import Shell

#: Plates of labels, their words and the lines below the first one.
PLATE, TITLE, LINES = (0.06, 0.07, 0.09, 0.78), (1.0, 1.0, 1.0, 1.0), (1.0, 0.86, 0.45, 1.0)
#: Labels that are more than so many times as far away as the nearest one are too small a thing to be told.
FAR = 4.0


def draw(shell: Shell, brush: Brush) -> None:
    """Draw all of them, below everything else; the nearest ones keep their places, others move up."""
    spots = shell.scene_labels(layout.width, layout.height)
    placed: list[Rect] = []
    for text, x, y, depth in spots:
        if depth > FAR * spots[0][3]:
            break
        lines = text.split("\n")
        sizes = [brush.size(line, *style(number, lines)[:2]) for number, line in enumerate(lines)]
        wide, high = (
            max(size[0] for size in sizes) + 12.0 * brush.scale,
            sum(size[1] for size in sizes) + 5.0 * brush.scale,
        )
        rect = free_above((x - 0.5 * wide, y - 0.5 * high, wide, high), placed)
        placed.append(rect)
        brush.box(*rect, PLATE, 5.0)
        down = rect[1] + 2.5 * brush.scale
        for number, (line, size) in enumerate(zip(lines, sizes, strict=True)):
            pixels, font, color = style(number, lines)
            brush.text(rect[0] + 0.5 * (wide - size[0]), down, line, color, pixels, font)
            down += size[1]


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
