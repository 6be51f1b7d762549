"""The clock of the obstacle course: where it starts, what must be passed, where it ends."""

import math

from physics import Vec3, World
from play.contests.course import Course, Station
from play.contests.gates import gate_at
from play.game import Game
from scenes.course import layout

#: Times that are worth a medal [s]: the script takes 64 s.
MEDALS = (68.0, 90.0, 130.0)
NORTH, SOUTH, WEST = 0.0, math.pi, 0.5 * math.pi  # yaws: along -z, +z, -x


def add_contest(world: World, game: Game) -> Course:
    """Time the way from the first stairs to the banner."""
    return Course(world, game, [*_lane_1(), *_lane_2(), *_lane_3(), _end()], medals=MEDALS, title="Obstacle course")


def _lane_1() -> list[Station]:
    x, (a, b, c), deck = layout.LANE_1, layout.DECKS, layout.DECK
    back = Vec3(x, 0.02, a[0] + 5.0), NORTH
    flights = [layout.STAIRS - k * layout.STAIRS_WAY - 1.4 for k in range(len(layout.RISES))]
    tops = [rise * layout.FLIGHT for rise in layout.RISES]
    stairs = [
        Station(gate_at((x, top, z), NORTH, 1.6, low=0.15, high=2.0), "stairs" if k == len(tops) - 1 else "")
        for k, (z, top) in enumerate(zip(flights, tops, strict=True))
    ]
    return [
        Station(gate_at((x, 0.0, 0.5), NORTH, 1.6, high=2.0)),
        *stairs,
        Station(gate_at((x, deck, a[0] - 0.5), NORTH, 1.6, low=0.2), floor=deck - 0.6, back=back),
        Station(gate_at((x, deck, b[0] - 0.4), NORTH, 1.6, low=0.2), "first gap", floor=deck - 0.6, back=back),
        Station(gate_at((x, deck, c[0] - 0.4), NORTH, 1.6, low=0.2), "second gap"),
    ]


def _lane_2() -> list[Station]:
    x, (start, end) = layout.LANE_2, layout.UPPER_DECK
    px, _, pz = layout.PLATE
    ground = Vec3(x, 0.02, layout.LIFT_Z - 3.2), SOUTH
    return [
        Station(gate_at((x, 0.2, -40.0), SOUTH, 1.6, low=0.15), "belts"),
        Station(gate_at((px, 0.3, pz), SOUTH, layout.PLATE_RADIUS, low=0.2), "plate"),
        Station(gate_at((x, layout.UPPER, start + 0.5), SOUTH, 1.6, low=0.3), "lift", floor=0.8, back=ground),
        Station(gate_at((x, layout.UPPER, end - 1.0), SOUTH, 1.6, low=0.3), floor=0.7, back=ground),
        Station(gate_at((layout.LOWER_X, layout.LOWER, -13.0), SOUTH, 1.6, low=0.3), "platform"),
    ]


def _lane_3() -> list[Station]:
    x = layout.LANE_3
    return [
        Station(gate_at((x, 0.0, layout.BEAM), NORTH, 1.5, high=0.8), "beam"),
        Station(gate_at((x, 0.0, layout.PENDULUMS[-1] - 1.0), NORTH, 3.0), "pendulums"),
        Station(gate_at((x, 0.0, layout.DOOR), NORTH, 0.5), "door"),
        Station(gate_at((x, 0.0, layout.PASSAGE[1] - 0.5), NORTH, 2.5), "crate"),
        Station(gate_at((x, layout.PIVOT, layout.SEESAW), NORTH, 0.7, low=0.25), "seesaw"),
    ]


def _end() -> Station:
    """On the plateau, from either side along it, in front of the banner."""
    middle = layout.SLOPE_X + 0.5 * layout.SLOPE_WAY * (len(layout.SLOPES) - 1)
    return Station(gate_at((middle, layout.PLATEAU, layout.PLATEAU_Z - 1.75), WEST, 1.9, low=0.3), any_way=True)
