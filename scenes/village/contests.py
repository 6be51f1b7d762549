"""What one can be good at in the village: laps, the obstacle course, the beam; and the flags that show where."""

import math
from collections.abc import Callable

from assets.making import plan
from assets.making.cargo import TARGET
from physics import BodyKind, ShapeBox, ShapeCylinder, ShapeSphere, Vec3, World
from play.autoplay import Script, draw_weapon, fire, wait
from play.contests.course import Course, Station
from play.contests.gates import Circuit, gate_at
from play.contests.lap import LapTimer
from play.contests.prize import PrizeCourse
from play.contests.race import Race
from play.contests.range import SHOTS, Mark, Range
from play.contests.rival import ASIDE, Rival
from play.figure.walker import Waypoint
from play.game import Game
from play.vehicles.car_look import ensure
from play.vehicles.car_rays import CarRays
from scenes.village import layout
from scenes.village.course import Movers
from scenes.village.machines import Pendulums
from scenes.village.stuff import add_fixed, block, turned

#: Gates of the track, the start among them, and laps that are worth a medal [s]: a computer that plans for the bends
#: takes 23.1 s, at 17 m/s at most 24.5 s.
GATES, LAP_MEDALS = 8, (24.0, 27.5, 34.0)
#: How far behind the start line the rival waits [m].
GRID = 8.0
#: Times for the obstacle course that are worth a medal [s]: the script takes 11.7 s and waits 0.8 s for the lift, which
#: takes 10 s to come again.
COURSE_MEDALS = (14.0, 20.0, 32.0)
#: Rings of the boards as they are painted: shares of the width, and points; what is left of the board counts too.
RINGS = ((1 / 10.4, 10), (2 / 10.4, 8), (3 / 10.4, 6), (4 / 10.4, 4), (5 / 10.4, 2), (1.0, 1))
#: Their points count once for each so many meters of distance; a can counts so many; points for medals, of which the
#: script has 240.
WORTH_EACH, CAN_POINTS, RANGE_MEDALS = 6.0, 5, (200.0, 140.0, 80.0)
#: Where the cup stands: the plinth, and its height [m].
CUP, CUP_HIGH = Vec3(4.6, layout.START.y, 66.6), 0.9
#: Poles beside the road at a checkpoint: height, thickness, and how far beyond the verge [m].
POLE, POLE_HALF, POLE_OUT = 2.6, 0.07, 0.3
UPRIGHT = (0.0, 0.0, 0.0, 1.0)


def build(world: World, game: Game) -> None:
    """Add all of them."""
    circuit = Circuit(layout.TRACK, plan.SHOULDER, gates=GATES)
    race = Race(world, game, circuit, Rival(layout.TRACK, layout.TRACK_LEFT, layout.TRACK_HALF_WIDTH))
    place = layout.START_LINE + (-GRID, 0.02, -ASIDE)
    race.rival = game.add_vehicle(CarRays(world, place, layout.START_LINE_YAW, name="red car", paint="red paint"))
    LapTimer(world, game, circuit, rivals=(race.rival,), medals=LAP_MEDALS)
    add_poles(world, circuit)
    add_course(world, game)
    add_beam(world, game)
    add_range(world, game)


# ---- Track ----------------------------------------------------------------------------------------------------------


def add_poles(world: World, circuit: Circuit) -> None:
    """Two poles beside the road at each checkpoint; nothing collides with them."""
    shapes, tops = [], []
    for gate in circuit.gates[1:]:
        for side in (-1.0, 1.0):
            out = side * (gate.half_width + POLE_OUT)
            x, z = gate.middle.x - gate.ahead.z * out, gate.middle.z + gate.ahead.x * out
            y = max(layout.ground_at(x, z), gate.middle.y - 1.0)
            shapes.append((ShapeCylinder(POLE_HALF, 0.5 * POLE), (x, y + 0.5 * POLE - 0.2, z)))
            tops.append((ShapeSphere(0.16), (x, y + POLE - 0.1, z)))
    add_fixed(world, "checkpoint pole", shapes, "white paint", category=0, mask=0)
    add_fixed(world, "checkpoint", tops, ensure(world, "orange paint"), category=0, mask=0)


# ---- Obstacle course ------------------------------------------------------------------------------------------------


def add_course(world: World, game: Game) -> None:
    """Stairs, low beam, blocks, plate and lift, up to the tower."""
    x, _, z = layout.COURSE
    first, second = x + 2.0, x + 8.0
    low_start = Vec3(first, 0.0, z - 10.5), 0.0
    stations = (
        Station(gate_at((first, 0.0, z - 0.4), 0.0, 1.6, high=1.0)),
        Station(gate_at((first, 1.0, z - 2.4), 0.0, 1.1, low=0.3, high=2.0), "stairs"),
        Station(gate_at((first, 0.0, z - 9.0), 0.0, 1.5, high=0.6), "low beam"),
        Station(gate_at((first, 0.7, z - 12.0), 0.0, 1.1, low=0.2), floor=0.3, back=low_start),
        Station(gate_at((first, 0.7, z - 18.2), 0.0, 1.1, low=0.2), "gaps"),
        Station(gate_at((second, 0.6, z - 11.0), 0.0, 1.9, low=0.2), "plate", any_way=True),
        Station(gate_at((second, 2.35, z - 17.7), 0.0, 1.5, low=0.3)),
    )
    Course(world, game, stations, medals=COURSE_MEDALS, title="Obstacle course")
    add_flag(world, Vec3(first - 1.9, 0.0, z - 0.4), "green paint")
    add_flag(world, Vec3(second + 1.2, 2.35, z - 18.0))


def course_waypoints() -> list[Waypoint]:
    """The way of the script over the course."""
    x, _, z = layout.COURSE
    first, second = x + 2.0, x + 8.0
    lift = Vec3(second, 0.0, z - 16.0)
    return [
        Waypoint(Vec3(first, 0.0, z + 1.0), within=0.2),
        Waypoint(Vec3(first, 0.0, z - 7.6), run=True, within=0.5),
        Waypoint(Vec3(first, 0.0, z - 9.8), crouch=True),
        Waypoint(Vec3(first, 0.0, z - 12.6), within=0.3, limit=6.0),
        Waypoint(Vec3(first, 0.0, z - 12.85), jump=True, within=0.15),
        Waypoint(Vec3(first, 0.0, z - 15.2), limit=3.0),
        Waypoint(Vec3(first, 0.0, z - 15.75), jump=True, within=0.15),
        Waypoint(Vec3(first, 0.0, z - 18.6), limit=3.0),
        Waypoint(Vec3(first + 3.5, 0.0, z - 15.0), run=True),
        Waypoint(Vec3(second - 2.6, 0.0, z - 11.0), jump=True, within=0.3),
        Waypoint(Vec3(second, 0.0, z - 11.0), within=0.6, limit=4.0),
        Waypoint(Vec3(second, 0.0, z - 13.6), limit=4.0),
        Waypoint(lift, when=_lift_is(high=False), limit=6.0),
        Waypoint(Vec3(second, 0.0, z - 19.0), when=_lift_is(high=True), limit=6.0),
    ]


def _lift_is(*, high: bool) -> Callable[[World], bool]:
    """Whether the lift is up, or down."""

    def is_there(world: World) -> bool:
        lift = next(some for some in world.controllers if isinstance(some, Movers)).lift
        return lift.position.y > 2.1 if high else lift.position.y < 0.35

    return is_there


# ---- Beam -----------------------------------------------------------------------------------------------------------


def add_beam(world: World, game: Game) -> None:
    """Along the beam under the pendulums: who gets to its end wins the cup."""
    low, high = layout.BEAM_X
    gates = [
        gate_at((at, layout.PAVED, layout.BEAM_Z), -0.5 * math.pi, 0.6, low=0.25, high=2.2)
        for at in (low + 0.3, *(x for x, _, _ in layout.PENDULUMS), high - 0.3)
    ]
    floor = layout.PAVED - 0.5
    stations = [Station(gate, floor=floor) for gate in gates]
    plinth = [block((CUP.x - 0.25, CUP.y - 0.3, CUP.z - 0.25), (CUP.x + 0.25, CUP.y + CUP_HIGH, CUP.z + 0.25))]
    add_fixed(world, "plinth for the cup", plinth, "stone")
    PrizeCourse(world, game, stations, cup_place=CUP + (0.0, CUP_HIGH, 0.0), title="Beam")
    add_flag(world, Vec3(low - 0.6, layout.PAVED, layout.BEAM_Z - 1.0), "green paint")
    add_flag(world, Vec3(high + 0.6, layout.PAVED, layout.BEAM_Z - 1.0))


def beam_waypoints() -> list[Waypoint]:
    """The way of the script over the beam: past each pendulum when that has just swung aside."""
    low, high = layout.BEAM_X
    z = layout.BEAM_Z
    points = [Waypoint(Vec3(low - 1.0, 0.0, z), within=0.12), Waypoint(Vec3(low + 0.8, 0.0, z), within=0.12)]
    for number, (x, _, _) in enumerate(layout.PENDULUMS):
        points.append(Waypoint(Vec3(x - 1.0, 0.0, z), within=0.12))
        points.append(Waypoint(Vec3(x + 1.0, 0.0, z), within=0.12, when=_is_aside(number)))
    return [*points, Waypoint(Vec3(high + 0.8, 0.0, z), within=0.12)]


def _is_aside(number: int) -> Callable[[World], bool]:
    """Whether a pendulum is beside the beam, and still swings away from it."""

    def is_aside(world: World) -> bool:
        swinging = next(some for some in world.controllers if isinstance(some, Pendulums))
        joint = swinging.joints[number]
        return abs(joint.angle) > 0.25 and joint.angle * joint.motor_speed > 0.0

    return is_aside


# ---- Shooting range -------------------------------------------------------------------------------------------------


def add_range(world: World, game: Game) -> None:
    """Ten shots at the boards, which count by ring and distance, and at the cans."""
    x, y, z = layout.RANGE
    marks = []
    for body in world.bodies:
        kind, _, number = body.name.rpartition(" ")
        if kind == "target" and number.isdigit():
            worth = round((body.position - layout.RANGE).length / WORTH_EACH)
            marks.append(Mark(body, RINGS, worth=worth, size=(2.0 * TARGET[0], 2.0 * TARGET[1])))
        elif kind == "can":
            marks.append(Mark(body, points=CAN_POINTS))
    stand = Vec3(x - 0.45, y - 0.5, z - 5.0), Vec3(x + 4.0, y + 1.5, z + 5.0)
    Range(world, game, marks, stand, medals=RANGE_MEDALS)


def shoot_round(game: Game) -> Script:
    """Script: ten shots with the constructor, each at full power, board after board."""
    yield from draw_weapon(game, 1)
    boards = [mark.body for contest in game.contests if isinstance(contest, Range) for mark in contest.marks.values()
              if mark.rings]  # fmt: skip
    for number in range(SHOTS):
        place = boards[number % len(boards)].position
        fall = 0.5 * 9.81 * ((place - game.eye).length / 100.0) ** 2  # a ball leaves with 100 m/s
        yield from fire(game, place + (0.0, fall, 0.0), seconds=1.25)
    yield from wait(game, 4.0)


# ---- Flags ----------------------------------------------------------------------------------------------------------


def add_flag(world: World, place: Vec3, paint: str = "") -> None:
    """A flag on a pole, of one color, or checkered where something ends; nothing collides with it."""
    common = {"kind": BodyKind.STATIC, "position": place, "orientation": turned(0.0), "category": 0, "mask": 0}
    world.add_body(**common, shapes=[(ShapeCylinder(0.03, 1.1), (0.0, 1.1, 0.0), UPRIGHT)], material="white paint",
                   name="flag pole")  # fmt: skip
    cells = [(column, row) for column in range(6) for row in range(4)]
    for shade, name in enumerate((paint or "white paint", paint or "black paint")):
        shapes = [
            (ShapeBox((0.07, 0.07, 0.012)), (0.10 + 0.14 * column, 1.65 + 0.14 * row, 0.0), UPRIGHT)
            for column, row in cells
            if (column + row) % 2 == shade
        ]
        world.add_body(**common, shapes=shapes, material=ensure(world, name), name="flag")
