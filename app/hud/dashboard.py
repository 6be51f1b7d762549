"""Instruments of vehicles: dials of a car with its gear, lights and wheels; named values of other machines."""

import math

from app.fonts import ICONS
from app.hud.corners import layout
from app.hud.paint import HUGE, LARGE, NORMAL, SMALL, Brush, Color, accent, dim, ink
from app.panels.colors import sign
from app.settings import speed_number, speed_text
from play.vehicles.vehicle import Instrument, Telemetry, Vehicle

#: Angles at which the scale of a dial begins and ends, clockwise on the screen from the right [rad].
START, END = 0.75 * math.pi, 2.25 * math.pi
#: Radius of the dial of the speed at scale 1 [pixels], of that of the engine, and of the picture of the wheels.
DIAL, SMALL_DIAL, WHEELS = 52.0, 40.0, (58.0, 88.0)
#: Ends of the dial of the speed [m/s]: the lowest that is not yet passed.
ENDS = (40.0, 80.0)
#: Share of the width of the window that the dials of a car may take: more would cover the car.
MOST = 0.36


def draw(vehicle: Vehicle, brush: Brush, unit: str) -> None:
    """All instruments of a vehicle, at the lower right."""
    if vehicle.instruments:
        draw_values(vehicle, brush, unit)
    else:
        draw_car(vehicle, brush, unit)


def draw_car(vehicle: Vehicle, brush: Brush, unit: str) -> None:
    """Dials for speed and engine, gear, lights, wheels."""
    width = 2.0 * DIAL + 2.0 * SMALL_DIAL + WHEELS[0] + 40.0
    brush = Brush(min(brush.scale, MOST * layout.width / width))
    shown, scale, pad, wide = vehicle.telemetry, brush.scale, 10.0 * brush.scale, width * brush.scale
    high = 2.0 * DIAL * scale + 2.0 * pad
    rect = layout.take(
        "instruments", layout.width - layout.margin - wide, layout.height - layout.margin - high, wide, high
    )
    brush.panel(*rect, 0.55)
    x, y = rect[0] + pad, rect[1] + 0.5 * high
    draw_wheels(shown, brush, x, y - 0.5 * WHEELS[1] * scale)
    x += (WHEELS[0] + 10.0) * scale
    draw_engine(shown, brush, (x + SMALL_DIAL * scale, y - 8.0 * scale))
    draw_lights(vehicle, shown, brush, x, rect[1] + high - pad - 14.0 * scale)
    x += (2.0 * SMALL_DIAL + 10.0) * scale
    draw_speed(shown, brush, (x + DIAL * scale, y), unit)


def draw_dial(brush: Brush, middle: tuple[float, float], radius: float, share: float, paint: Color) -> None:
    """A round scale that is filled up to a share, with a needle."""
    share = min(max(share, 0.0), 1.0)
    angle = START + share * (END - START)
    brush.arc(middle, radius - 4.0 * brush.scale, START, END, ink(0.20), 5.0)
    brush.arc(middle, radius - 4.0 * brush.scale, START, angle, paint, 5.0)
    for k in range(11):
        at = START + 0.1 * k * (END - START)
        inner, outer = radius - 12.0 * brush.scale, radius - (8.0 if k % 2 else 7.0) * brush.scale
        ends = [(middle[0] + r * math.cos(at), middle[1] + r * math.sin(at)) for r in (inner, outer)]
        brush.line(*ends, ink(0.45), 1.0)
    tip, tail = radius - 2.0 * brush.scale, radius - 17.0 * brush.scale
    ends = [(middle[0] + r * math.cos(angle), middle[1] + r * math.sin(angle)) for r in (tail, tip)]
    brush.line(*ends, ink(), 2.5)


def draw_speed(shown: Telemetry, brush: Brush, middle: tuple[float, float], unit: str) -> None:
    """How fast, as a number in a dial."""
    end = next((end for end in ENDS if abs(shown.speed) <= end), ENDS[-1])
    draw_dial(brush, middle, DIAL * brush.scale, abs(shown.speed) / end, accent())
    number = speed_number(shown.speed, unit)
    high = brush.size(number, HUGE, "bold")[1]
    brush.text(middle[0], middle[1] - 0.62 * high, number, ink(), HUGE, "bold", align=0.5)
    brush.text(middle[0], middle[1] + 0.40 * high, unit, dim(), SMALL, align=0.5)


def draw_engine(shown: Telemetry, brush: Brush, middle: tuple[float, float]) -> None:
    """The gear in a dial of the revolutions, which ends a little above the red range."""
    share, red = shown.rpm / (1.1 * shown.rpm_limit), shown.rpm > 0.95 * shown.rpm_limit
    draw_dial(brush, middle, SMALL_DIAL * brush.scale, share, sign("bad" if red else "fine"))
    high = brush.size("N", LARGE, "bold")[1]
    brush.text(middle[0], middle[1] - 0.7 * high, gear_text(shown), ink(), LARGE, "bold", align=0.5)
    brush.text(middle[0], middle[1] + 0.35 * high, f"{0.001 * shown.rpm:.1f}k", dim(), SMALL, align=0.5)


def gear_text(shown: Telemetry) -> str:
    """The gear as it stands on a lever."""
    return "R" if shown.gear < 0 else "N" if shown.gear == 0 else str(shown.gear)


def draw_lights(vehicle: Vehicle, shown: Telemetry, brush: Brush, x: float, y: float) -> None:
    """Lamps, brake and handbrake: bright when they are on."""
    lights = (
        (ICONS["lamp"], vehicle.lamps_on, accent()),
        (ICONS["brake"], shown.brake > 0.05, sign("bad")),
        (ICONS["parking"], shown.handbrake, sign("bad")),
    )
    for number, (icon, on, paint) in enumerate(lights):
        middle = x + (SMALL_DIAL + 24.0 * (number - 1)) * brush.scale
        brush.text(middle, y, icon, paint if on else ink(0.25), NORMAL, align=0.5)


def wheel_text(shown: Telemetry, wheel: int) -> str:
    """Damage of a wheel, or that it is gone."""
    return f"{min(shown.damage[wheel], 1.0):.0%}" if shown.attached[wheel] else "lost"


def draw_wheels(shown: Telemetry, brush: Brush, x: float, y: float) -> None:
    """The car from above: each wheel is filled by what is left of it, framed while it slides, crossed if it is lost."""
    scale, (wide, high) = brush.scale, WHEELS
    brush.frame(x + 17.0 * scale, y + 4.0 * scale, (wide - 34.0) * scale, (high - 8.0) * scale, ink(0.5), 9.0, 1.5)
    brush.frame(x + 21.0 * scale, y + 28.0 * scale, (wide - 42.0) * scale, 28.0 * scale, ink(0.3), 5.0, 1.0)
    size = 11.0 * scale, 24.0 * scale
    for wheel in range(4):
        left = x + (2.0 if wheel % 2 == 0 else wide - 13.0) * scale
        top = y + (6.0 if wheel < 2 else high - 30.0) * scale
        damage = min(shown.damage[wheel], 1.0)
        if not shown.attached[wheel]:
            brush.frame(left, top, *size, sign("bad"), 3.0, 1.5)
            brush.line((left, top), (left + size[0], top + size[1]), sign("bad"), 1.5)
            brush.line((left + size[0], top), (left, top + size[1]), sign("bad"), 1.5)
            continue
        paint = tuple(a + damage * (b - a) for a, b in zip(sign("fine"), sign("bad"), strict=True))
        brush.box(left, top, *size, ink(0.2), 3.0)
        rest = max(1.0 - damage, 0.12) * size[1]
        brush.box(left, top + size[1] - rest, size[0], rest, paint, 3.0)
        if shown.slip[wheel] > 0.3:
            brush.frame(left - 1.5 * scale, top - 1.5 * scale, size[0] + 3.0 * scale, size[1] + 3.0 * scale,
                        accent(), 4.0, 1.5)  # fmt: skip
    worst = max((damage for damage in shown.damage), default=0.0)
    text = worst_text(shown)
    paint = sign("bad") if worst > 0.5 or not all(shown.attached) else dim()
    brush.text(x + 0.5 * wide * scale, y + 34.0 * scale, text, paint, SMALL, "bold", align=0.5)


def worst_text(shown: Telemetry) -> str:
    """The worst that happened to a wheel, in a word."""
    lost = shown.attached.count(False)
    if lost:
        return f"-{lost}"
    worst = min(max(shown.damage, default=0.0), 1.0)
    return f"{worst:.0%}" if worst >= 0.005 else ""


# ---- Other machines --------------------------------------------------------------------------------------------------


def in_unit(value: Instrument, unit: str) -> Instrument:
    """A value of a machine as it is shown: speeds in the unit of the player's choice."""
    return value if value.speed is None else value._replace(text=speed_text(value.speed, unit))


def draw_values(vehicle: Vehicle, brush: Brush, unit: str) -> None:
    """Name of the machine, and each of its values with a label, as a number and where it has ends as a bar."""
    pad, line = 10.0 * brush.scale, 1.35 * brush.size("X", NORMAL)[1]
    values, title = [in_unit(value, unit) for value in vehicle.instruments], vehicle.name.capitalize()
    labels = max(brush.size(value.label, NORMAL)[0] for value in values)
    numbers = max(brush.size(value.text, NORMAL, "bold")[0] for value in values)
    bar = 70.0 * brush.scale if any(value.share is not None for value in values) else 0.0
    wide = max(labels + numbers + bar + 3.0 * pad, brush.size(title, NORMAL, "bold")[0]) + 2.0 * pad
    high = (len(values) + 1) * line + 1.6 * pad
    rect = layout.take(
        "instruments", layout.width - layout.margin - wide, layout.height - layout.margin - high, wide, high
    )
    brush.panel(*rect, 0.58)
    left, right, y = rect[0] + pad, rect[0] + wide - pad, rect[1] + 0.8 * pad
    brush.text(left, y, f"{ICONS['machine']}  {title}", accent(), NORMAL, "bold")
    for value in values:
        y += line
        draw_value(value, brush, left, right, y, bar)


def draw_value(value: Instrument, brush: Brush, left: float, right: float, y: float, bar: float) -> None:
    """One value."""
    brush.text(left, y, value.label, dim())
    brush.text(right - (bar + 10.0 * brush.scale if bar else 0.0), y, value.text, ink(), NORMAL, "bold", align=1.0)
    if value.share is not None:
        high = brush.size("X", NORMAL)[1]
        brush.bar(right - bar, y + 0.3 * high, bar, 0.4 * high, value.share, accent())
