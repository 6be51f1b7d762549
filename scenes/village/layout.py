"""Where everything is in the village [m], [rad]. x to the right (east), z toward the start (south), y up."""

import math

import numpy as np

from assets.making import house as house_plan, plan, yard as yard_plan
from physics import Vec3
from play.game import Light

#: Where the player starts: feet, and direction of view.
START, START_YAW = Vec3(0.0, yard_plan.TERRACE[4], 66.0), 0.0
#: Lowest ground: that below the pit.
LOWEST = -3.2

# ---- Track ----------------------------------------------------------------------------------------------------------

#: Middle of the road once around [m], shape [n, 3], driven in this order; unit vectors to its left, shape [n, 3].
TRACK, TRACK_LEFT = plan.track().middle, plan.track().left
#: Length of it, and half width of the asphalt [m].
TRACK_LENGTH, TRACK_HALF_WIDTH = plan.track().length, plan.ROAD_HALF
#: Start line on the ground, and yaw of the direction to drive.
START_LINE, START_LINE_YAW = Vec3(*TRACK[0]), -0.5 * math.pi

#: Where cars are parked: middle of the ground below them, and yaw. They stand side by side, noses to the track.
CARS = (
    (Vec3(20.3, 0.05, 54.5), 0.0),
    (Vec3(22.8, 0.05, 54.5), 0.0),
)

#: From there to the road: places to drive through, the last ones on the track.
WAY_TO_TRACK = (
    Vec3(20.6, 0.0, 49.0), Vec3(21.5, 0.0, 44.0), Vec3(21.5, 0.0, 36.0), Vec3(21.5, 0.0, 22.0), Vec3(24.5, 0.0, 12.5),
    Vec3(32.0, 0.0, 8.0),
)  # fmt: skip

#: Signs beside it: the word, the ground below it, degrees that it is turned by, and those that its arrow has.
SIGNS = (
    ("TRACK", Vec3(17.2, 0.0, 47.6), 0.0, 90.0),
    ("LAP", Vec3(27.2, 0.0, 18.6), 15.0, 0.0),
)

# ---- Weapons --------------------------------------------------------------------------------------------------------

#: Height of the plinths, and where on top of them weapons lie: constructor, launcher, flail, grab tool.
PLINTH = 0.7
WEAPONS = {
    "constructor": Vec3(-2.6, PLINTH, 58.0),
    "launcher": Vec3(2.6, PLINTH, 58.0),
    "flail": Vec3(-2.6, PLINTH, 54.5),
    "grab": Vec3(2.6, PLINTH, 54.5),
}

# ---- House ----------------------------------------------------------------------------------------------------------

HOUSE = Vec3(-14.0, 0.0, 36.0)
ROOF = house_plan.ROOF


def in_house(place: tuple[float, float, float]) -> Vec3:
    """A place of the plan of the house in the world."""
    return HOUSE + place


#: Middles of the shutters.
SHUTTERS = tuple(in_house(place) for place in house_plan.shutters())
#: Insides of the rooms: name, low corner, high corner.
ROOMS = tuple((name, in_house(low), in_house(high)) for name, low, high in house_plan.ROOMS)
#: Openings of doors and windows: name, low corner, high corner.
DOORS = tuple((name, in_house(low), in_house(high)) for name, low, high in house_plan.DOORS)
WINDOWS = tuple((name, in_house(low), in_house(high)) for name, low, high in house_plan.WINDOWS)

# ---- Shop -----------------------------------------------------------------------------------------------------------

#: The shop: low and high corner of its floor; its walls of bricks: where the front is, the middle of the back wall, the
#: middles of both side walls. The front looks to -x, over the asphalt; cars that pass behind the parked ones meet it.
SHOP_FLOOR = (Vec3(24.0, -0.3, 54.8), Vec3(31.2, yard_plan.PAVED - 0.008, 61.4))
SHOP_X, SHOP_Z = (26.6, 30.5), (55.5, 60.7)

# ---- Platform -------------------------------------------------------------------------------------------------------

#: Half sizes of the platform, its middle below, and how far it rises.
PLATFORM_HALF = (1.15, 0.1, 1.15)
PLATFORM = Vec3(-6.78, 0.18, 36.0)
PLATFORM_RISE = ROOF - PLATFORM.y - PLATFORM_HALF[1]
#: Buttons: name, middle of the face that is pressed, and direction to press.
BUTTONS = (
    ("button", Vec3(-4.6, 1.1, 38.16), Vec3(0.0, 0.0, -1.0)),
    ("roof button", Vec3(-8.86, ROOF + 1.0, 38.2), Vec3(1.0, 0.0, 0.0)),
)

# ---- Yard, machines, range, course ----------------------------------------------------------------------------------

PAVED = yard_plan.PAVED
BRICK_WALL = Vec3(1.5, PAVED, 27.0)
PYRAMID = Vec3(11.5, PAVED, 27.5)
CRATES = Vec3(12.5, PAVED, 34.0)
BARRELS = Vec3(13.0, PAVED, 42.0)

#: Machines to climb into: where they stand, and yaw; stones for the trebuchet, and the tower to hit.
CRANE = Vec3(15.0, PAVED, 38.0), 0.56
TREBUCHET = Vec3(-33.0, 0.0, 21.5), 0.5 * math.pi
WALKER = Vec3(33.0, 0.0, 20.5), -0.5 * math.pi
STONES = tuple(Vec3(x, 0.0, z) for x in (-28.6, -28.0) for z in (20.9, 21.5, 22.1))
TOWER = Vec3(-66.0, 0.0, 21.5)

#: The beam: its ends, half width, and what hangs over it: x, length of the swing [rad], speed in the middle [rad/s].
BEAM_Z, BEAM_X, BEAM_HALF = 0.5 * (plan.PIT[2] + plan.PIT[3]), (plan.PIT[0], plan.PIT[1]), 0.2
PENDULUMS = ((32.5, 0.85, 1.5), (36.0, 0.85, 1.8), (39.5, 0.85, 1.35))
PIVOT, PENDULUM = 4.3, 3.1
#: Height of the water in the pit, and in the ditch.
WATER, POND = -0.22, -1.0

#: The bridge: ends of its deck.
BRIDGE = (Vec3(-34.0, 0.06, 51.0), Vec3(-46.0, 0.06, 51.0))

#: The range: where one stands, places of the targets (on the ground), and of the shelf with cans.
RANGE = Vec3(-52.0, 0.0, 51.0)
TARGETS = tuple(Vec3(x, 0.0, z) for x, z in ((-62.0, 44.0), (-66.0, 48.5), (-64.0, 53.5), (-68.0, 58.0), (-71.0, 51.0)))
SHELF = Vec3(-58.0, 0.0, 58.5)

#: The obstacle course: its south-west corner; see `course`.
COURSE = Vec3(50.0, 0.0, 60.0)
SEESAW = Vec3(23.0, 0.0, 66.0)
SWING = Vec3(30.0, 0.0, 66.0)

# ---- Soft things ----------------------------------------------------------------------------------------------------

#: Flags: foot of the pole, its height, width of the flag [m], color.
FLAGS = (
    (Vec3(-4.2, 0.0, 48.9), 6.0, 1.8, (0.75, 0.13, 0.12)),
    (Vec3(5.2, 0.0, 48.9), 6.0, 1.8, (0.93, 0.72, 0.12)),
    (HOUSE + (-5.5, ROOF, 3.9), 4.0, 1.6, (0.12, 0.32, 0.62)),
)
#: Posts of the washing line, the trampoline, ends of the hammock, the bouncy castle and where one gets into it, the
#: beam of the tire swing: its middle on the ground, height, half its length.
WASHING = Vec3(-23.6, 0.0, 46.2), Vec3(-18.4, 0.0, 46.2)
TRAMPOLINE = Vec3(-9.6, 0.0, 61.8)
HAMMOCK = Vec3(-14.6, 1.45, 65.6), Vec3(-11.4, 1.45, 65.6)
CASTLE, CASTLE_WAY = Vec3(41.0, 0.0, 59.5), math.pi
TIRE_SWING = Vec3(35.0, 0.0, 65.6), 3.1, 1.1
#: Knots of the bunches of balloons on the range.
BALLOONS = (Vec3(-61.0, 0.05, 48.0), Vec3(-63.0, 0.05, 56.4))
#: Curtains: ends of their rails, and how far they hang down [m]; awnings: ends at the wall.
CURTAINS = (
    (in_house((-5.3, 2.62, 4.12)), in_house((-4.5, 2.62, 4.12)), 1.9),
    (in_house((-2.7, 2.62, 4.12)), in_house((-1.9, 2.62, 4.12)), 1.9),
    (in_house((1.85, house_plan.UPPER + 2.3, -1.85)), in_house((5.2, house_plan.UPPER + 2.3, -1.85)), 2.1),
)
AWNINGS = (
    (in_house((-5.0, 2.78, 4.53)), in_house((-2.2, 2.78, 4.53))),
    (in_house((2.3, 2.78, 4.53)), in_house((5.1, 2.78, 4.53))),
)

#: What the compass points to: name, where, icon.
PLACES = (
    ("House", Vec3(-14.45, 0.0, 41.0), "house"),
    ("Wall and crates", BRICK_WALL + (4.0, 0.0, 0.0), "target"),
    ("Pendulums", Vec3(BEAM_X[0], 0.0, BEAM_Z), "walk"),
    ("Shooting range", RANGE, "crosshair"),
    ("Obstacle course", COURSE, "person"),
    ("Start line", START_LINE, "flag"),
)

#: Where trees of each kind stand: x, z.
TREES = {
    "oak": (
        (-24.0, 28.0), (-26.0, 44.0), (-11.0, 25.0), (-17.0, 59.5), (11.5, 67.5), (27.5, 46.5), (-22.0, 64.0),
        (34.0, 70.0), (-52.0, 66.0), (-30.0, 70.0), (46.5, 70.0), (7.0, -15.5), (-24.0, -20.0),
    ),
    "birch": (
        (-27.0, 57.0), (-10.5, 68.0), (27.5, 21.5), (36.5, 47.5), (-48.0, 36.0), (-47.0, 66.5), (-2.0, 73.0),
        (-20.0, 24.0), (33.0, -20.0), (-36.0, -18.0), (69.0, 30.0),
    ),
    "spruce": (
        (-60.0, 34.0), (-66.0, 38.0), (-55.0, 31.0), (-76.0, 46.0), (-78.0, 60.0), (72.0, 44.0), (75.0, 56.0),
        (70.0, 66.0),
        (14.0, -24.0), (-8.0, -30.0), (-4.0, -21.0), (25.0, -32.0), (-46.0, -30.0), (50.0, -30.0), (44.0, -16.0),
        (-74.0, 14.0), (76.0, 16.0), (-18.0, 76.0), (16.0, 77.0), (58.0, 72.0), (-66.0, 68.0), (-40.0, 74.0),
        (0.0, -74.0),
        (-30.0, -72.0), (30.0, -74.0),
    ),
}  # fmt: skip

#: Lights besides the sun: street lamps, and those on the ceilings of the rooms.
STREET_LAMPS = tuple(
    Vec3(x, 3.45, z) for x, z in ((-4.8, 60.6), (2.2, 49.3), (-12.6, 52.8), (-29.0, 49.2), (5.2, 60.4), (17.8, 36.0))
)
ROOM_LAMPS = tuple(Vec3(0.5 * (low.x + high.x), high.y - 0.16, 0.5 * (low.z + high.z)) for _, low, high in ROOMS)

#: Their light.
LAMPS = tuple(Light(place - (0.0, 0.2, 0.0), (3.6, 3.1, 2.4), 9.0, by_day=True) for place in ROOM_LAMPS) + tuple(
    Light(place - (0.0, 0.25, 0.0), (7.0, 5.2, 3.0), 17.0) for place in STREET_LAMPS
)

#: Eye and point that it looks at, by name: views of the place for pictures.
VIEWS = {
    "start": ((0.0, 2.3, 67.5), (-1.5, 2.2, 50.0)),
    "from above": ((30.0, 42.0, 92.0), (-2.0, 0.0, 28.0)),
    "front door": ((-13.0, 1.9, 52.0), (-14.6, 2.2, 40.0)),
    "living room": ((-18.8, 1.9, 39.2), (-13.0, 1.5, 33.0)),
    "playground": ((37.0, 2.7, 70.5), (39.0, 0.8, 59.5)),
    "garden": ((-6.5, 2.2, 66.5), (-12.0, 0.8, 63.0)),
    "washing": ((-17.0, 1.9, 50.5), (-21.0, 1.3, 46.2)),
    "curtain": ((-10.2, 4.9, 38.6), (-10.6, 4.4, 34.2)),
    "bedroom": ((-8.8, 4.9, 39.6), (-12.0, 4.0, 33.0)),
    "yard": ((5.0, 2.2, 47.0), (6.0, 1.2, 28.0)),
    "platform": ((3.0, 2.2, 42.5), (-7.5, 3.2, 35.5)),
    "roof": ((-18.5, 8.4, 39.5), (0.0, 4.0, 20.0)),
    "pendulums": ((26.0, 2.4, 37.5), (36.0, 1.6, 34.5)),
    "bridge": ((-31.0, 2.2, 54.5), (-42.0, 0.3, 50.0)),
    "range": ((-51.0, 1.9, 51.0), (-66.0, 1.0, 51.0)),
    "course": ((47.0, 3.4, 63.0), (58.0, 1.0, 50.0)),
    "cars": ((15.5, 2.3, 61.5), (21.5, 0.9, 53.0)),
    "shop": ((16.5, 1.9, 61.5), (27.0, 1.2, 57.6)),
    "start line": ((-14.0, 2.4, 10.5), (10.0, 1.8, 7.5)),
    "banked bend": ((60.0, 2.6, -2.0), (76.0, 1.5, -30.0)),
    "jump": ((40.0, 4.6, -50.0), (10.0, 3.4, -57.0)),
    "hill top": ((4.0, 11.5, -21.5), (-8.0, 3.0, 40.0)),
}

#: Feet of somebody who walks through it all, by what is there [m].
ROUTE = (
    ("start", START),
    ("foot of the terrace", Vec3(0.0, PAVED, 60.0)),
    ("path", Vec3(0.0, PAVED, 51.0)),
    ("turn to the house", Vec3(-14.45, PAVED, 51.0)),
    ("front door", Vec3(-14.45, PAVED, 42.0)),
    ("living room", Vec3(-14.45, house_plan.FLOOR, 38.5)),
    ("before the stairs", Vec3(-13.1, house_plan.FLOOR, 34.4)),
    ("foot of the stairs", Vec3(-13.1, house_plan.FLOOR, 32.3)),
    ("head of the stairs", Vec3(-18.8, house_plan.UPPER, 32.3)),
    ("gallery", Vec3(-18.8, house_plan.UPPER, 37.0)),
)
ROUTE_OUT = (
    ("before the kitchen door", Vec3(-13.6, house_plan.FLOOR, 37.45)),
    ("kitchen door", Vec3(-12.0, house_plan.FLOOR, 37.45)),
    ("kitchen", Vec3(-10.5, house_plan.FLOOR, 38.8)),
    ("yard door", Vec3(-8.6, house_plan.FLOOR, 39.05)),
    ("yard", Vec3(-5.0, PAVED, 39.6)),
    ("button", Vec3(-4.6, PAVED, 39.2)),
)
ROUTE_PLATFORM = (
    ("beside the platform", Vec3(-4.2, PAVED, 36.0)),
    ("platform", Vec3(PLATFORM.x, 0.28, PLATFORM.z)),
)


def road_at(way: float) -> Vec3:
    """Place in the middle of the track so far after the start line [m]."""
    row = way / TRACK_LENGTH * len(TRACK) % len(TRACK)
    low, share = int(row), row % 1.0
    return Vec3(*(TRACK[low] * (1.0 - share) + TRACK[(low + 1) % len(TRACK)] * share).tolist())


def ground_at(x: float, z: float) -> float:
    """Height of the ground [m]."""
    return float(plan.ground(np.array([x]), np.array([z]))[0])


def barriers() -> list[tuple[str, Vec3, Vec3]]:
    """What nothing may pass through: name of the body, a point on its surface, and the normal there, out of it."""
    found = []
    for name, low, high in (*DOORS, *WINDOWS):
        middle = (low + high) * 0.5
        thin = (high - low).x < (high - low).z
        normal = Vec3(1.0, 0.0, 0.0) if thin else Vec3(0.0, 0.0, 1.0)
        found += [(name, middle, normal), (name, middle, -normal)]
    half_x, half_z = house_plan.HALF_X, house_plan.HALF_Z
    for y in (1.7, 4.8):
        for x, z, normal in (
            (-half_x, 2.6, Vec3(-1.0, 0.0, 0.0)), (half_x, -2.6, Vec3(1.0, 0.0, 0.0)),
            (-5.4, half_z, Vec3(0.0, 0.0, 1.0)), (-3.0, -half_z, Vec3(0.0, 0.0, -1.0)),
        ):  # fmt: skip
            found.append(("house", in_house((x, y, z)), normal))
    for x, normal in ((1.5, Vec3(-1.0, 0.0, 0.0)), (1.7, Vec3(1.0, 0.0, 0.0))):
        found += [("house", in_house((x, y, -1.0)), normal) for y in (1.7, 4.8)]
    return found
