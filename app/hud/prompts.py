"""Keys of the moment: what a key would do now."""

from app.hud.corners import SIGHT, layout
from app.hud.paint import NORMAL, Brush, ink
from app.shell import Shell


def draw(shell: Shell, brush: Brush, *, minimal: bool) -> None:
    """Draw the key of the moment, below the middle."""
    found = prompt(shell)
    if found is None:
        return
    action, text = found
    key = shell.input.bindings.hint(action) if action else ""
    draw_at(brush, key, text, 0.5 * layout.width, (0.5 + SIGHT) * layout.height)


def draw_at(brush: Brush, key: str, text: str, x: float, y: float) -> None:
    """A key cap with words, in a panel; x is the middle of its upper edge."""
    pad, gap, cap = 7.0 * brush.scale, 7.0 * brush.scale, brush.cap_width(key) if key else 0.0
    gap = gap if key else 0.0
    wide, high = cap + gap + brush.size(text, NORMAL)[0] + 2.0 * pad, brush.cap_height() + 1.4 * pad
    left = min(max(x - 0.5 * wide, layout.margin), layout.width - layout.margin - wide)
    rect = layout.take("prompt", left, y, wide, high)
    brush.panel(*rect, 0.66)
    middle = rect[1] + 0.5 * high
    if key:
        brush.cap(rect[0] + pad, middle - 0.5 * brush.cap_height(), key)
    brush.text(rect[0] + pad + cap + gap, middle - 0.5 * brush.size(text, NORMAL)[1], text, ink())


def prompt(shell: Shell) -> tuple[str, str] | None:
    """The action whose key would do something now, and what; an action "" has no key. None for nothing."""
    play = shell.player
    game = play.game
    if play.free:
        number = play.looked_at
        if number is None:
            return None
        return "attach", f"Attach to {'the figure' if number < 0 else f'the {game.vehicles[number].name}'}"
    if game.vehicle is not None:
        if game.vehicle.upside_down:
            return "reset_vehicle", "Put it back on its wheels"
        lost = game.vehicle.telemetry.attached.count(False)
        return ("repair", f"Put the lost {'wheel' if lost == 1 else 'wheels'} back on") if lost else None
    if game.advice is not None:
        return game.advice
    if game.avatar is None or not game.avatar.present or game.avatar.fallen:
        return None
    number = game.nearest_vehicle()
    if number < 0:
        return None
    vehicle = game.vehicles[number]
    if vehicle.upside_down:
        return "", f"The {vehicle.name} is on its roof"
    return "enter", f"Get into the {vehicle.name}"
