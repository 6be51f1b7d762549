"""Keys of the moment: what a key would do now, drawn at the thing that it is about."""

from typing import NamedTuple

from imgui_bundle import imgui

from app.hud.corners import SIGHT, layout, overlap
from app.hud.paint import NORMAL, Brush, code, ink
from app.shell import Shell
from app.view.framing import project
from physics import Vec3
from play.interaction import find_use

#: Frames between two looks at what can be used: nobody notices a twentieth of a second.
EVERY = 3


class Prompt(NamedTuple):
    """What a key would do now.

    Attributes:
        action: The action whose key does it; "" if it cannot be done.
        text: What it does, or why not.
        place: Of the thing in the world [m]; None for the middle of the picture.
    """

    action: str
    text: str
    place: Vec3 | None = None


class Memory:
    """The last prompt: it is looked up anew in some frames, or when somebody else is steered or something is taken."""

    def __init__(self) -> None:
        self._seen: tuple[object, ...] = ()
        self._prompt: Prompt | None = None

    def look(self, shell: Shell) -> Prompt | None:
        """What a key would do now."""
        game, frame = shell.player.game, imgui.get_frame_count() // EVERY
        now = frame, id(shell.session.world), shell.player.free, game.driven, id(game.hands.body)
        if now != self._seen:
            self._seen, self._prompt = now, prompt(shell)
        return self._prompt


_memory = Memory()


def draw(shell: Shell, brush: Brush, *, minimal: bool) -> None:
    """Draw the key of the moment; `minimal` leaves it out."""
    found = None if minimal else _memory.look(shell)
    if found is None:
        return
    key = shell.input.bindings.hint(found.action) if found.action else ""
    place = None
    if found.place is not None:
        place = project(shell.view.rig.pose(), found.place, layout.width, layout.height)
    draw_at(brush, key, found.text, None if place is None else (place[0], layout.height - place[1]))


def draw_at(brush: Brush, key: str, text: str, place: tuple[float, float] | None) -> None:
    """A key cap with words, beside a place of the window, or below the crosshair."""
    pad, gap, cap = 7.0 * brush.scale, 7.0 * brush.scale, brush.cap_width(key) if key else 0.0
    gap = gap if key else 0.0
    wide, high = cap + gap + brush.size(text, NORMAL)[0] + 2.0 * pad, brush.cap_height() + 1.4 * pad
    spots = [place] if place is not None else []
    rect = free_spot(spots, wide, high)
    layout.take("prompt", *rect)
    sight = SIGHT * layout.height
    if place is not None and abs(place[0] - 0.5 * layout.width) + abs(place[1] - 0.5 * layout.height) > sight:
        draw_dot(brush, place)
    brush.panel(*rect, 0.66)
    middle = rect[1] + 0.5 * high
    if key:
        brush.cap(rect[0] + pad, middle - 0.5 * brush.cap_height(), key)
    brush.text(rect[0] + pad + cap + gap, middle - 0.5 * brush.size(text, NORMAL)[1], text, ink())


def free_spot(places: list[tuple[float, float]], wide: float, high: float) -> tuple[float, float, float, float]:
    """Right of a place or below it, but never on the crosshair; without one, below the crosshair."""
    sight, edge = SIGHT * layout.height, layout.margin
    middle = 0.5 * layout.width, 0.5 * layout.height
    kept = (middle[0] - sight, middle[1] - sight, 2.0 * sight, 2.0 * sight)
    low = 0.62 * layout.height
    spots = []
    for x, y in places:
        for left, top in ((x + 2.0 * edge, y - 0.5 * high), (x - 0.5 * wide, y + 2.0 * edge)):
            spots.append((min(max(left, edge), layout.width - edge - wide), min(max(top, 0.3 * layout.height), low)))
    below = middle[1] + sight
    spots += [(middle[0] - 0.5 * wide, below), (middle[0] - sight, below), (middle[0] + sight, middle[1] - 0.5 * high)]
    spots += [(middle[0] - 0.5 * wide, middle[1] - sight - high), (layout.width - edge - wide, below)]
    spots = [(min(max(x, edge), layout.width - edge - wide), y) for x, y in spots]
    spots = [spot for spot in spots if overlap((*spot, wide, high), kept) == 0.0]
    return layout.find((wide, high), spots, ())


def draw_dot(brush: Brush, place: tuple[float, float]) -> None:
    """A small ring at the thing."""
    for color, thick in (((0.0, 0.0, 0.0, 0.5), 3.5), ((1.0, 1.0, 1.0, 0.9), 1.5)):
        brush.list.add_circle(imgui.ImVec2(*place), 5.0 * brush.scale, code(color), 0, thick)


def prompt(shell: Shell) -> Prompt | None:
    """What a key would do now; None for nothing."""
    play = shell.player
    game = play.game
    if play.free:
        number = play.looked_at
        if number is None:
            return None
        return Prompt("attach", f"Attach to {'the figure' if number < 0 else f'the {game.vehicles[number].name}'}")
    if game.vehicle is not None:
        if game.vehicle.upside_down:
            return Prompt("reset_vehicle", "Put it back on its wheels")
        lost = game.vehicle.telemetry.attached.count(False)
        return Prompt("repair", f"Put the lost {'wheel' if lost == 1 else 'wheels'} back on") if lost else None
    if game.advice is not None:
        return Prompt(*game.advice)
    if game.avatar is not None and game.avatar.fallen:
        return None
    use = find_use(shell.session.world, game)
    if use is None:
        return None
    return Prompt("enter" if use.act is not None else "", use.word, use.place)
