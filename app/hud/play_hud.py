"""Instruments of a game: speed, weapon and charge, engine and wheels, crosshair, hit marks, what can be done here."""

import math

from imgui_bundle import imgui

from app.hud.corners import MARGIN, corner, line_above_hints
from app.panels.colors import color, sign
from app.shell import Shell
from play.game import Game
from play.vehicles.vehicle import Telemetry, Vehicle
from play.weapons.arsenal import Arsenal

INK, DARK = (1.0, 1.0, 1.0, 0.95), (0.0, 0.0, 0.0, 0.6)
CHARGE = (1.0, 0.78, 0.25, 1.0)
CHARGE_SHOWN = 0.12
#: Windows that are lower than so many lines of text show less.
LOW = 25.0


def draw(shell: Shell, width: float, height: float) -> None:
    """Draw all instruments of the game, if one is played."""
    play = shell.player
    if play.game is None:
        return
    if play.active:
        draw_instruments(shell, width, height)
    draw_prompt(shell, width, height)
    if play.aims or play.hit:
        draw_hit(play.hit, width, height)
    if play.active:
        draw_charge(gathered(play.game), width, height)


def draw_instruments(shell: Shell, width: float, height: float) -> None:
    """Speed, and what belongs to who is steered."""
    game, scale = shell.player.game, shell.settings.ui_scale
    vehicle = game.vehicle
    corner("instruments", width - MARGIN, height - line_above_hints(), 1.0, 1.0, 0.6)
    if vehicle is not None:
        draw_vehicle(vehicle, scale, low=height < LOW * imgui.get_font_size())
    elif game.avatar is not None:
        speed = game.avatar.velocity
        imgui.text(speed_text(math.hypot(speed.x, speed.z)))
        draw_weapon(game, scale)
    imgui.end()


def speed_text(speed: float) -> str:
    """Speed [m/s] in both units."""
    return f"{abs(speed):5.1f} m/s   {3.6 * abs(speed):4.0f} km/h"


def engine_text(shown: Telemetry) -> str:
    """Gear and revolutions."""
    gear = "R" if shown.gear < 0 else "N" if shown.gear == 0 else str(shown.gear)
    return f"gear {gear}   {shown.rpm:5.0f} rpm"


def wheel_text(shown: Telemetry, wheel: int) -> str:
    """Damage of a wheel, or that it is gone."""
    return f"{min(shown.damage[wheel], 1.0):.0%}" if shown.attached[wheel] else "lost"


def weapon_rows(arsenal: Arsenal) -> list[tuple[str, bool]]:
    """Each weapon with its key, or dots as long as it is not found; and whether it is in the hand."""
    return [
        (f"{weapon.key}  {weapon.name if number in arsenal.carried else '...'}", number == arsenal.held)
        for number, weapon in arsenal.weapons.items()
    ]


def draw_weapon(game: Game, scale: float) -> None:
    """What is in the hand, what else is carried, and how far it is charged."""
    arsenal = game.arsenal
    if arsenal is None:
        return
    for text, held in weapon_rows(arsenal):
        imgui.text_colored(color("warning"), text) if held else imgui.text_disabled(text)
    bar(arsenal.charge, CHARGE, scale)


def bar(share: float, paint: tuple[float, float, float, float], scale: float, label: str = "") -> None:
    """A bar that is filled by a share, 0 to 1."""
    imgui.push_style_color(imgui.Col_.plot_histogram, imgui.ImVec4(*paint))
    imgui.progress_bar(min(max(share, 0.0), 1.0), imgui.ImVec2(170.0 * scale, 10.0 * scale), label)
    imgui.pop_style_color()


def draw_vehicle(vehicle: Vehicle, scale: float, *, low: bool = False) -> None:
    """Speed, engine, gear, tires; in a low window the tires in words only, or they would reach into what is above."""
    shown = vehicle.telemetry
    imgui.text(vehicle.name)
    imgui.text(speed_text(shown.speed))
    imgui.text(engine_text(shown))
    bar(shown.rpm / shown.rpm_limit, sign("fine" if shown.rpm < 0.9 * shown.rpm_limit else "bad"), scale)
    signs = ("handbrake" if shown.handbrake else "", "brake" if shown.brake > 0.05 else "",
             "headlights" if vehicle.lamps_on else "")  # fmt: skip
    imgui.text_disabled("  ".join(filter(None, signs)) or " ")
    if low:
        imgui.text("  ".join(wheel_text(shown, wheel) for wheel in range(4)))
    else:
        draw_wheels(shown, scale)


def draw_wheels(shown: Telemetry, scale: float) -> None:
    """The car from above: each wheel with its damage and its slip."""
    canvas, at = imgui.get_window_draw_list(), imgui.get_cursor_screen_pos()
    imgui.dummy(imgui.ImVec2(170.0 * scale, 84.0 * scale))
    for wheel in range(4):
        x = at.x + (20.0 + 110.0 * (wheel % 2)) * scale
        y = at.y + (4.0 + 42.0 * (wheel // 2)) * scale
        damage = min(shown.damage[wheel], 1.0)
        mixed = tuple(good + damage * (bad - good) for good, bad in zip(sign("fine"), sign("bad"), strict=True))
        paint = imgui.color_convert_float4_to_u32(imgui.ImVec4(*(mixed if shown.attached[wheel] else sign("gone"))))
        upper, lower = imgui.ImVec2(x, y), imgui.ImVec2(x + 16.0 * scale, y + 32.0 * scale)
        if shown.attached[wheel]:
            canvas.add_rect_filled(upper, lower, paint, 4.0 * scale)
        else:
            canvas.add_rect(upper, lower, paint, 4.0 * scale)
        ink = imgui.color_convert_float4_to_u32(imgui.get_style().color_(imgui.Col_.text))
        canvas.add_text(imgui.ImVec2(x + 20.0 * scale, y), ink, wheel_text(shown, wheel))
        if shown.attached[wheel] and shown.slip[wheel] > 0.3:
            canvas.add_text(imgui.ImVec2(x + 20.0 * scale, y + 15.0 * scale), paint, "slipping")


def draw_prompt(shell: Shell, width: float, height: float) -> None:
    """What a key would do here."""
    text = prompt(shell)
    if not text:
        return
    corner("prompt", width / 2.0, 0.58 * height, 0.5, 0.5, 0.7)
    imgui.text(text)
    imgui.end()


def prompt(shell: Shell) -> str:
    """A sentence about what a key would do now, or ""."""
    play, bindings = shell.player, shell.input.bindings
    game = play.game
    if play.free:
        number = play.looked_at
        if number is None:
            return ""
        name = "the figure" if number < 0 else f"the {game.vehicles[number].name}"
        return f"[{bindings.hint('attach')}] attach to {name}"
    if game.vehicle is not None:
        if game.vehicle.upside_down:
            return f"[{bindings.hint('reset_vehicle')}] put it back on its wheels"
        lost = game.vehicle.telemetry.attached.count(False)
        if lost:
            return f"[{bindings.hint('repair')}] put the lost {'wheel' if lost == 1 else 'wheels'} back on"
        return ""
    if game.avatar is None or not game.avatar.present:
        return ""
    number = game.nearest_vehicle()
    if number < 0:
        return ""
    vehicle = game.vehicles[number]
    if vehicle.upside_down:
        return f"the {vehicle.name} is on its roof"
    return f"[{bindings.hint('enter')}] get into the {vehicle.name}"


def draw_hit(strength: float, width: float, height: float) -> None:
    """Four strokes around the crosshair while a hit is fresh."""
    if strength <= 0.0:
        return
    canvas = imgui.get_background_draw_list()
    ink, dark = (imgui.color_convert_float4_to_u32(imgui.ImVec4(*paint)) for paint in (INK, DARK))
    x, y, near, far = width / 2.0, height / 2.0, 7.0, 11.0 + 7.0 * strength
    for dx, dy in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
        ends = imgui.ImVec2(x + near * dx, y + near * dy), imgui.ImVec2(x + far * dx, y + far * dy)
        canvas.add_line(*ends, dark, 4.5)
        canvas.add_line(*ends, ink, 2.0)


def gathered(game: Game) -> float:
    """What the player holds a button for, weapon or jump: 0 for nothing, up to 1."""
    if game.vehicle is not None or game.avatar is None:
        return 0.0
    weapon = game.arsenal.charge if game.arsenal is not None else 0.0
    firing = game.controls.fire or game.controls.fire_other
    return weapon if 0.0 < weapon < 1.0 or (weapon and firing) else game.avatar.jump_charge


def draw_charge(share: float, width: float, height: float) -> None:
    """A short bar below the crosshair, where the eyes are."""
    if share < CHARGE_SHOWN:  # a tap is none
        return
    canvas, full = imgui.get_background_draw_list(), share >= 1.0
    inks = (
        imgui.color_convert_float4_to_u32(imgui.ImVec4(*paint)) for paint in (DARK, sign("bad") if full else CHARGE)
    )
    x, y = width / 2.0 - 30.0, height / 2.0 + 24.0
    for part, edge, ink in zip((1.0, min(share, 1.0)), (1.5, 0.0), inks, strict=True):
        corners = imgui.ImVec2(x - edge, y - edge), imgui.ImVec2(x + 60.0 * part + edge, y + 4.0 + edge)
        canvas.add_rect_filled(*corners, ink, 2.0)
