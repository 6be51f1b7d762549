"""Instruments of a game: weapons, speed, crosshair, hit marks, charge; those of vehicles are in `dashboard`."""

import math

from imgui_bundle import imgui

from app.fonts import ICONS
from app.hud import compass, dashboard, lesson_card, prompts
from app.hud.corners import HAND, layout
from app.hud.paint import LARGE, NORMAL, SMALL, Brush, accent, code, dim, ink
from app.panels.colors import sign
from app.settings import speed_text
from app.shell import Shell
from play.game import Game
from play.weapons.arsenal import Arsenal

INK, DARK = (1.0, 1.0, 1.0, 0.95), (0.0, 0.0, 0.0, 0.6)
CHARGE = (1.0, 0.78, 0.25, 1.0)
CHARGE_SHOWN = 0.12
#: Width and height of the place of a weapon at scale 1 [pixels].
SLOT = (54.0, 46.0)


def draw(shell: Shell, brush: Brush, *, minimal: bool) -> None:
    """Draw all instruments of the game, if one is played; `minimal` leaves those at the crosshair."""
    play = shell.player
    if play.game is None:
        return
    if not minimal:
        compass.draw(shell, brush)
    if play.active and not minimal:
        draw_instruments(shell, brush)
    if not minimal:
        lesson_card.draw(shell, brush)
    prompts.draw(shell, brush, minimal=minimal)
    if play.aims or play.hit:
        draw_hit(play.hit, brush)
    if play.active:
        draw_charge(gathered(play.game), brush)


def draw_instruments(shell: Shell, brush: Brush) -> None:
    """What belongs to who is steered."""
    game = shell.player.game
    if game.vehicle is not None:
        dashboard.draw(game.vehicle, brush, shell.settings.speed_unit)
    elif game.avatar is not None:
        draw_figure(shell, game, brush)


def draw_figure(shell: Shell, game: Game, brush: Brush) -> None:
    """Weapons in a row, what the one in the hand is ready for, and how fast one walks: left of the hand with it."""
    pad, gap = 7.0 * brush.scale, 4.0 * brush.scale
    slot = SLOT[0] * brush.scale, SLOT[1] * brush.scale
    rows = weapon_rows(game.arsenal) if game.arsenal is not None else []
    line = brush.size("X", SMALL)[1] + gap
    wide = max(len(rows), 2) * (slot[0] + gap) - gap + 2.0 * pad
    high = (slot[1] if rows else 0.0) + line + 2.0 * pad
    right = min(0.5 * layout.width + HAND * layout.height, layout.width - layout.margin)
    rect = layout.take("instruments", right - wide, layout.height - layout.margin - high, wide, high)
    brush.panel(*rect, 0.5)
    x, y = rect[0] + pad, rect[1] + pad
    draw_readiness(game, brush, x, y, wide - 2.0 * pad, speed_of(shell, game))
    for row in rows:
        draw_slot(row, brush, x, y + line, slot)
        x += slot[0] + gap


def speed_of(shell: Shell, game: Game) -> str:
    """Speed of the figure over the ground, in the unit that was chosen."""
    speed = game.avatar.velocity
    return speed_text(math.hypot(speed.x, speed.z), shell.settings.speed_unit)


def draw_readiness(game: Game, brush: Brush, x: float, y: float, wide: float, speed: str) -> None:
    """Name of the weapon in the hand with how far it is charged or loaded, and the speed."""
    brush.text(x + wide, y, speed, dim(), SMALL, align=1.0)
    weapon = game.arsenal.weapon if game.arsenal is not None else None
    text, share = readiness(game)
    brush.text(x, y, text, ink() if weapon is not None else dim(), SMALL, "bold" if weapon is not None else "regular")
    if weapon is None or not weapon.charge_word:
        return
    left = x + brush.size(text, SMALL, "bold")[0] + 8.0 * brush.scale
    room = x + wide - brush.size(speed, SMALL)[0] - 10.0 * brush.scale - left
    if room > 24.0 * brush.scale:
        paint = sign("fine") if share >= 1.0 else CHARGE
        brush.bar(left, y + 0.32 * brush.size("X", SMALL)[1], room, 6.0 * brush.scale, share, paint)


def readiness(game: Game) -> tuple[str, float]:
    """Words about the weapon in the hand, and how far it is charged or loaded, 0 to 1."""
    arsenal = game.arsenal
    if arsenal is None or arsenal.weapon is None:
        return ("Empty hands" if arsenal is not None and arsenal.carried else ""), 0.0
    name = arsenal.weapon.name.capitalize()
    return (f"{name}: {arsenal.weapon.charge_word}" if arsenal.weapon.charge_word else name), arsenal.charge


def weapon_rows(arsenal: Arsenal) -> list[tuple[str, str, bool, bool]]:
    """Key and icon of each weapon, whether it was found, and whether it is in the hand."""
    return [
        (weapon.key, weapon.icon, number in arsenal.carried, number == arsenal.held)
        for number, weapon in arsenal.weapons.items()
    ]


def draw_slot(row: tuple[str, str, bool, bool], brush: Brush, x: float, y: float, size: tuple[float, float]) -> None:
    """The place of one weapon: bright in the hand, plain if it was found, an empty frame with a lock if not."""
    key, icon, found, held = row
    if held:
        brush.box(x, y, *size, (*accent()[:3], 0.28), 6.0)
        brush.frame(x, y, *size, accent(), 6.0, 2.0)
    elif found:
        brush.box(x, y, *size, ink(0.14), 6.0)
    else:
        brush.frame(x, y, *size, ink(0.30), 6.0, 1.0)
    glyph = ICONS.get(icon, ICONS["crosshair"]) if found else ICONS["lock"]
    paint, big = (accent() if held else ink()) if found else ink(0.42), LARGE + 2.0 if found else NORMAL
    wide, high = brush.size(glyph, big)
    brush.text(x + 0.5 * (size[0] - wide), y + 0.58 * size[1] - 0.5 * high, glyph, paint, big)
    brush.text(x + 4.0 * brush.scale, y + 1.0 * brush.scale, key, paint, SMALL, "bold")


def draw_hit(strength: float, brush: Brush) -> None:
    """Four strokes around the crosshair while a hit is fresh."""
    if strength <= 0.0:
        return
    x, y, near, far = layout.width / 2.0, layout.height / 2.0, 7.0, 11.0 + 7.0 * strength
    for dx, dy in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
        ends = (x + near * dx, y + near * dy), (x + far * dx, y + far * dy)
        brush.line(*ends, DARK, 4.5)
        brush.line(*ends, INK, 2.0)


def gathered(game: Game) -> float:
    """What the player holds a button for, weapon or jump: 0 for nothing, up to 1."""
    if game.vehicle is not None or game.avatar is None:
        return 0.0
    weapon = game.arsenal.charge if game.arsenal is not None else 0.0
    firing = game.controls.fire or game.controls.fire_other
    return weapon if 0.0 < weapon < 1.0 or (weapon and firing) else game.avatar.jump_charge


def draw_charge(share: float, brush: Brush) -> None:
    """A short bar below the crosshair, where the eyes are."""
    if share < CHARGE_SHOWN:  # a tap is none
        return
    full = share >= 1.0
    x, y = layout.width / 2.0 - 30.0, layout.height / 2.0 + 24.0
    for part, edge, paint in zip(
        (1.0, min(share, 1.0)), (1.5, 0.0), (DARK, sign("bad") if full else CHARGE), strict=True
    ):
        corners = imgui.ImVec2(x - edge, y - edge), imgui.ImVec2(x + 60.0 * part + edge, y + 4.0 + edge)
        brush.list.add_rect_filled(*corners, code(paint), 2.0)
