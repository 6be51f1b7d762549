"""Compass: a strip with the four directions, and signs where vehicles, weapons and places are. North is -Z."""

import math
from typing import NamedTuple

from app.fonts import ICONS
from app.hud.corners import compass_height, compass_width, layout
from app.hud.paint import NORMAL, SMALL, Brush, accent, dim, ink
from app.shell import Shell
from physics import Vec3
from physics.vector import rotate
from play.game import Game

#: Directions that the strip shows to either side [degrees], and how close to the middle a sign tells its name: twice as
#: far, if it is of something that is still to be found.
SPAN, NAMED = 80.0, 7.0
DIRECTIONS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
WORDS = ("north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest")
#: Places that are closer than this are here [m].
HERE = 3.0


class Marker(NamedTuple):
    """A sign on the compass.

    Attributes:
        name: Of the thing.
        icon: One of `app.fonts.ICONS`.
        bearing: Where it is, clockwise from north [degrees].
        distance: How far, level [m].
        wanted: Whether it is one of those that the player still has to find.
    """

    name: str
    icon: str
    bearing: float
    distance: float
    wanted: bool = False


def bearing_of(way: Vec3) -> float:
    """Direction on the compass, clockwise from north [degrees], 0 to 360."""
    return math.degrees(math.atan2(way.x, -way.z)) % 360.0


def word_of(bearing: float) -> str:
    """A direction in a word."""
    return WORDS[round(bearing / 45.0) % 8]


def turn_to(bearing: float, heading: float) -> float:
    """From a heading to a bearing, to the right [degrees], -180 to 180."""
    return (bearing - heading + 180.0) % 360.0 - 180.0


def markers(game: Game, eye: Vec3) -> list[Marker]:
    """All signs: places, vehicles that nobody sits in, weapons that were not found; the farthest first."""
    arsenal = game.arsenal
    found = [(place.name, place.icon, place.position, False) for place in game.places]
    for number, vehicle in enumerate(game.vehicles):
        if number not in (game.driven, game.aboard) and vehicle.chassis.alive:
            icon = "machine" if vehicle.instruments else "car"
            found.append((vehicle.name.capitalize(), icon, vehicle.chassis.position, False))
    for item in arsenal.lying if arsenal is not None else ():
        if item.body.alive and item.number not in arsenal.carried:
            found.append((item.body.name.capitalize(), arsenal.weapons[item.number].icon, item.body.position, True))
    signs = []
    for name, icon, position, wanted in found:
        way = Vec3(*position) - eye
        signs.append(Marker(name, icon, bearing_of(way), math.hypot(way.x, way.z), wanted))
    return sorted(signs, key=lambda sign: -sign.distance)


def draw(shell: Shell, brush: Brush) -> None:
    """Draw the strip at the top."""
    pose = shell.view.rig.pose()
    heading = bearing_of(rotate(pose.rotation, (0.0, 0.0, -1.0)))
    wide, high = compass_width(), compass_height()
    rect = layout.take("compass", 0.5 * (layout.width - wide), layout.top + layout.margin, wide, high)
    brush.panel(*rect, 0.5)
    middle, per_degree = rect[0] + 0.5 * wide, 0.5 * (wide - 24.0 * brush.scale) / SPAN
    draw_scale(brush, middle, rect[1], heading, per_degree)
    draw_signs(brush, rect, heading, per_degree, markers(shell.player.game, Vec3(*pose.position)))


def draw_scale(brush: Brush, middle: float, top: float, heading: float, per_degree: float) -> None:
    """Letters and strokes of the directions, and the notch that tells where one looks."""
    for number in range(24):
        turn = turn_to(15.0 * number, heading)
        if abs(turn) > SPAN:
            continue
        x, fade = middle + turn * per_degree, 1.0 - 0.7 * (abs(turn) / SPAN) ** 2
        if number % 3 == 0:
            word, main = DIRECTIONS[number // 3], number % 6 == 0
            paint = accent(fade) if word == "N" else ink(fade) if main else dim(fade)
            brush.text(x, top + 2.0 * brush.scale, word, paint, SMALL, "bold" if main else "regular", align=0.5)
        else:
            y = top + 8.0 * brush.scale
            brush.line((x, y), (x, y + 5.0 * brush.scale), ink(0.35 * fade))
    brush.line((middle, top - 1.0), (middle, top + 3.0 * brush.scale), accent(), 2.0)


def draw_signs(
    brush: Brush, rect: tuple[float, float, float, float], heading: float, per_degree: float, signs: list[Marker]
) -> None:
    """Icons below the letters; those that are farther around stand at the ends, the nearest one only."""
    middle, y = rect[0] + 0.5 * rect[2], rect[1] + 18.0 * brush.scale
    turns = [(turn_to(sign.bearing, heading), sign) for sign in signs]
    shown = [(turn, sign) for turn, sign in turns if abs(turn) <= SPAN]
    ahead = [(not sign.wanted, abs(turn), sign) for turn, sign in shown if abs(turn) <= NAMED * (1.0 + sign.wanted)]
    named = min(ahead, default=None, key=lambda found: found[:2])  # what is still to be found comes first
    keep = draw_name(brush, middle, y, named[2], 0.8 * rect[2]) if named is not None else 0.0
    taken: list[float] = []
    for turn, sign in reversed(shown):  # the nearest first: others that would lie on it are left out
        x = middle + turn * per_degree
        if abs(x - middle) > 0.5 * keep and all(abs(x - other) > 16.0 * brush.scale for other in taken):
            draw_icon(brush, x, y, sign, 1.0 - 0.6 * (abs(turn) / SPAN) ** 2)
            taken.append(x)
    for side, x in ((-1.0, rect[0] + 8.0 * brush.scale), (1.0, rect[0] + rect[2] - 8.0 * brush.scale)):
        beyond = [sign for turn, sign in turns if abs(turn) > SPAN and turn * side > 0.0]
        if beyond and all(abs(x - other) > 14.0 * brush.scale for other in taken):
            draw_icon(brush, x, y, beyond[-1], 0.55)


def draw_icon(brush: Brush, x: float, y: float, sign: Marker, alpha: float) -> None:
    """One icon."""
    paint = accent(alpha) if sign.wanted else ink(alpha)
    brush.text(x, y, ICONS.get(sign.icon, ICONS["place"]), paint, SMALL, align=0.5)


def draw_name(brush: Brush, middle: float, y: float, sign: Marker, room: float) -> float:
    """What is straight ahead: icon, name and distance; returns its width [pixels]."""
    text = f"{ICONS.get(sign.icon, ICONS['place'])} {sign.name}, {sign.distance:.0f} m"
    wide = brush.size(text, SMALL, "bold")[0]
    if wide > room:
        text = f"{ICONS.get(sign.icon, ICONS['place'])} {sign.distance:.0f} m"
        wide = brush.size(text, SMALL, "bold")[0]
    brush.text(middle, y, text, accent() if sign.wanted else ink(), SMALL, "bold", align=0.5)
    return wide + 2.0 * brush.size(ICONS["place"], NORMAL)[0]
