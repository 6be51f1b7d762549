"""What is said: messages in a column where nothing else is, captions for sounds."""

from collections.abc import Sequence

from imgui_bundle import imgui

from app import fonts
from app.fonts import ICONS
from app.hud.corners import SIGHT, Rect, cost, layout
from app.hud.paint import NORMAL, SMALL, Brush, ink
from app.messages import Message
from app.panels import place
from app.panels.colors import color
from app.shell import Shell

#: Part of the height of the window that messages may take: more would cover what one aims at.
MESSAGES_HIGH = 0.3
#: Width of messages: a share of the window, and at scale 1 [pixels].
SHARE, WIDE = 0.42, 430.0
#: Other widths for where there is little room, as shares of that.
SHAPES = (1.0, 0.65, 1.6)
KIND_ICONS = {"good": "check", "error": "alert"}


class Block:
    """Some messages below each other.

    Args:
        brush: What they are drawn with.
        messages: Which.
        room: Most width [pixels].
        pad: Between words and edge [pixels].
        gap: Between messages [pixels].

    Attributes:
        messages: The same.
        sizes: Of the words of each [pixels].
        heights: Of each with what is around it [pixels].
        size: Of all of them [pixels].
    """

    def __init__(self, brush: Brush, messages: Sequence[Message], room: float, pad: float, gap: float) -> None:
        self.messages = messages
        self.sizes = [text_size(words(message), room - 2.0 * pad, NORMAL, brush) for message in messages]
        self.heights = [high + 1.5 * pad + gap for _, high in self.sizes]
        self.size = max(wide for wide, _ in self.sizes) + 2.0 * pad, sum(self.heights) - gap


def draw_captions(shell: Shell, brush: Brush) -> None:
    """What is to be heard, in words, if the player wants to read it."""
    texts = shell.sound.stage.captions.texts if shell.settings.captions and shell.sound is not None else []
    if not texts:
        return
    words = [f"{ICONS['ear']}  {text}" for text in texts]
    pad, step = 8.0 * brush.scale, 1.25 * brush.size("X", NORMAL)[1]
    size = max(brush.size(word, NORMAL)[0] for word in words) + 2.0 * pad, step * len(words) + 1.5 * pad
    right, middle = layout.width - layout.margin - size[0], 0.5 * layout.height
    rect = layout.take("captions", *layout.find(size, [(right, middle - size[1]), (layout.margin, middle)], ()))
    brush.panel(*rect, 0.75)
    for number, word in enumerate(words):
        brush.text(rect[0] + pad, rect[1] + 0.75 * pad + number * step, word, ink(), NORMAL)


def draw_line(shell: Shell, brush: Brush) -> None:
    """The last message alone, below a panel that is being used."""
    message = shell.messages.visible()[-1]
    pad, room = 7.0 * brush.scale, layout.width - 4.0 * layout.margin
    wide, high = text_size(message.text, room, SMALL, brush)
    size = wide + 2.0 * pad, high + 2.0 * pad
    rect = layout.take("messages", layout.margin, layout.height - layout.margin - size[1], *size)
    brush.panel(*rect, 0.85, message.alpha)
    brush.text(rect[0] + pad, rect[1] + pad, message.text, paint_of(message), SMALL, wrap=wide + 1.0)


def draw_messages(shell: Shell, brush: Brush, *, minimal: bool) -> None:
    """What the shell has to say, the newest last, where it covers neither panels nor instruments nor the crosshair."""
    messages = [message for message in shell.messages.visible() if not minimal or message.kind == "error"]
    if not messages:
        return
    pad, gap = 9.0 * brush.scale, 5.0 * brush.scale
    block, rect = best_block(shell, brush, messages, pad, gap)
    layout.take("messages", *rect)
    y = rect[1]
    for message, size, high in zip(block.messages, block.sizes, block.heights, strict=True):
        brush.panel(rect[0], y, size[0] + 2.0 * pad, high - gap, 0.72, message.alpha)
        brush.text(rect[0] + pad, y + 0.75 * pad, words(message), paint_of(message), NORMAL, wrap=size[0] + 1.0)
        y += high


def best_block(shell: Shell, brush: Brush, messages: Sequence[Message], pad: float, gap: float) -> tuple[Block, Rect]:
    """As many of the last messages as there is room for, and where: the older ones wait until there is more."""
    room = min(SHARE * layout.width, WIDE * brush.scale)
    for count in range(len(messages), 0, -1):
        for share in SHAPES:
            block = Block(brush, messages[-count:], share * room, pad, gap)
            if count == 1 or block.size[1] <= MESSAGES_HIGH * layout.height:
                rect, free = free_place(shell, block.size)
                if free:
                    return block, rect
    return block, rect


def words(message: Message) -> str:
    """A message with the sign of its kind."""
    icon = KIND_ICONS.get(message.kind)
    return f"{ICONS[icon]}  {message.text}" if icon else message.text


def paint_of(message: Message) -> tuple[float, float, float, float]:
    """Color of a message, as much of it as is left."""
    paint = color(message.kind, message.alpha)
    return paint.x, paint.y, paint.z, paint.w


def free_place(shell: Shell, size: tuple[float, float]) -> tuple[Rect, bool]:
    """Where messages lie on nothing: left above in a game, below in the sandbox, else anywhere; and if that is so."""
    edge, (wide, high) = layout.margin, size
    top, low = layout.top + edge, layout.height - edge - high
    above = min((y for name, (_, y, _, _) in layout.rects.items() if name == "keys"), default=layout.height)
    low = min(low, above - edge - high)
    middle, right = 0.5 * (layout.width - wide), layout.width - edge - wide
    rates = [y + tall + edge for name, (_, y, _, tall) in layout.rects.items() if name in ("rates", "compass", "time")]
    left_spots = [(edge, y) for y in (top, *rates)]
    spots = [*left_spots, (middle, low), (edge, low)]
    if shell.player.game is None:
        spots = [(middle, low), (edge, low), *left_spots]
    spots += [(right, y) for y in (top, *rates, low)]
    sight = SIGHT * layout.height
    kept = [(0.5 * layout.width - sight, 0.5 * layout.height - sight, 2.0 * sight, 2.0 * sight)]
    others = [*kept, *place.panel_rects()]
    rect = layout.find(size, spots, others)
    return rect, cost(rect, [*layout.rects.values(), *others]) == 0.0


def text_size(text: str, room: float, size: float, brush: Brush) -> tuple[float, float]:
    """Width and height of words that are broken into lines of a width [pixels]."""
    imgui.push_font(fonts.font("regular"), round(size * brush.scale))
    found = imgui.calc_text_size(text, wrap_width=room)
    imgui.pop_font()
    return found.x, found.y
