"""What is paved in the village: terrace, yard, paths, drive, and the pit below the pendulums."""

import numpy as np

from assets.making import plan
from assets.making.blocks import all_as, box, carve, hole, planar
from assets.making.objects import Paint, Surface, merge

PAINTS = {
    "paving": Paint("paving", (0.62, 0.60, 0.56)),
    "asphalt": Paint("asphalt", (0.25, 0.25, 0.26)),
    "concrete": Paint("concrete", (0.6, 0.6, 0.58)),
}
#: Height of what is paved over the level ground, and how deep it goes [m].
PAVED, DEEP = 0.06, -0.5

#: Terrace where one starts: low and high x, low and high z, height [m]; steps lead down to -z.
TERRACE = (-4.0, 4.0, 62.0, 70.0, 0.6)
TERRACE_STEP = 0.4
#: Paved ground: low x, high x, low z, high z.
YARD = (-6.0, 17.0, 23.0, 48.0)
PATHS = (
    (-1.5, 1.5, 48.0, 60.8),  # from the terrace to the yard
    (-15.5, -1.5, 50.0, 52.0),  # to the front door
    (-15.5, -13.4, 40.5, 50.0),
    (-31.6, -15.5, 50.0, 52.0),  # to the bridge
    (-8.0, -6.0, 33.5, 39.8),  # along the house, to the yard door and under the platform
)
#: Asphalt: place to park, and the drive to the track.
DRIVE = ((6.0, 24.0, 51.0, 59.0), (19.0, 24.0, 17.0, 51.0))
#: The ramp from the drive to the track: low and high x; how far from the middle of the road, and how high over it, its
#: bends are; z and height where it ends [m].
RAMP_X = (18.2, 24.8)
RAMP, RAMP_END = ((4.1, 0.005), (4.85, 0.075), (5.6, 0.06)), (17.8, PAVED - 0.015)

#: Depth of the pit, and how far its concrete reaches around it [m].
PIT_FLOOR, PIT_RIM = -2.3, 2.6


def paved() -> list:
    """Blocks of stone."""
    low_x, high_x, low_z, high_z, height = TERRACE
    blocks = [box((x, DEEP, z), (far, PAVED, end)) for x, far, z, end in (YARD, *PATHS)]
    blocks.append(box((low_x, DEEP, low_z), (high_x, height, high_z)))
    for k in range(2):
        top = height - 0.2 * (k + 1)
        blocks.append(box((-1.5, DEEP, low_z - TERRACE_STEP * (k + 1)), (1.5, top, low_z - TERRACE_STEP * k)))
    return blocks


def pit() -> list:
    """Concrete around the pit, with steps out of it at its western end."""
    low_x, high_x, low_z, high_z, _ = plan.PIT
    rim = PIT_RIM
    blocks = [
        box((low_x - rim, PIT_FLOOR - 0.5, low_z - rim), (high_x + rim, PAVED, high_z + rim)),
        hole((low_x, PIT_FLOOR, low_z), (high_x, PAVED, high_z)),
    ]
    count = 11
    rise = (PAVED - PIT_FLOOR) / (count + 1)
    for k in range(count):
        blocks.append(
            box((low_x, PIT_FLOOR, high_z - 1.6), (low_x + 0.32 * (count - k), PIT_FLOOR + rise * (k + 1), high_z))
        )
    return blocks


def ramp() -> Surface:
    """The ramp, with sides that go into the ground."""
    low, high = RAMP_X
    road = plan.track()
    columns = []
    for x, drop in ((low - 0.8, 0.35), (low, 0.0), (0.5 * (low + high), 0.0), (high, 0.0), (high + 0.8, 0.35)):
        row = int(np.hypot(road.middle[:, 0] - x, road.middle[:, 2] - plan.SOUTH).argmin())
        edge = [road.middle[row] - road.left[row] * side + (0.0, rise, 0.0) for side, rise in RAMP]
        line = [(x, place[1] - drop, place[2]) for place in edge]
        columns.append([*line, (x, RAMP_END[1] - drop, RAMP_END[0])])
    points = np.array(columns).transpose(1, 0, 2)
    parts = []
    for row in range(len(points) - 1):
        for column in range(points.shape[1] - 1):
            quad = points[[row, row + 1, row + 1, row], [column, column, column + 1, column + 1]]
            normal = np.cross(quad[1] - quad[0], quad[2] - quad[0])
            normals = np.tile(normal / np.linalg.norm(normal), (4, 1))
            parts.append(Surface(quad, normals, planar(quad, normals) / 4.0, np.array(((0, 1, 2), (0, 2, 3)))))
    return merge(parts)


def make() -> dict[str, Surface]:
    """Surfaces by material."""
    surfaces = carve(paved(), all_as("paving"), {"paving": 2.0})
    drive = carve(
        [box((x, DEEP, z), (far, PAVED - 0.01, end)) for x, far, z, end in DRIVE], all_as("asphalt"), {"asphalt": 4.0}
    )
    surfaces["asphalt"] = merge([drive["asphalt"], ramp()])
    return surfaces | carve(pit(), all_as("concrete"), {"concrete": 3.0})
