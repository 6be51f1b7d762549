"""A sports hall: parquet with the lines of a court, high walls with windows, benches for spectators, baskets."""

import math

from scenes.places import room
from scenes.places.registry import place
from scenes.places.site import Site

#: Least half width of the hall, and its least height [m].
LEAST, HEIGHT = 11.0, 7.0
#: Half the width of a line, and how far it lies over the floor [m].
LINE, OVER = 0.05, 0.010

SKY = room.indoors(
    direction=(-0.42, 0.80, 0.43), light=(2.3, 2.2, 2.05), ambient=(0.62, 0.66, 0.70), bounce=(0.46, 0.38, 0.28),
    zenith=(0.60, 0.64, 0.68), horizon=(0.70, 0.70, 0.68), exposure=0.54,
)  # fmt: skip


@place("hall", floor="parquet", sky=SKY)
def build(site: Site) -> None:
    """Floor first, then walls, then what stands before them."""
    half = max(LEAST, site.radius + 1.5)
    height, away = max(HEIGHT, 0.55 * half), (half, half)
    court(site, half)
    room.walls(site, half, height, tile=6.0, high=2.2, rail=0.12, material="blue paint")
    for yaw in (0.0, 90.0, 180.0, 270.0):
        for share in (-0.66, -0.22, 0.22, 0.66):
            room.window(
                site, away, yaw, (share * half, 0.72 * height, 0.015), (0.17 * half, 0.14 * height), bar=0.05,
                upright=(-1.0, -0.33, 0.33, 1.0),
            )  # fmt: skip
        for share in (-0.98, -0.44, 0.0, 0.44, 0.98):
            site.sheet(
                site.around(away, yaw, (share * half, 0.5 * height, 0.04)), (0.18, 0.5 * height), "wood", yaw=yaw
            )
    roof(site, half, height)
    for yaw in (0.0, 180.0):
        basket(site, away, yaw)
    for yaw in (90.0, 270.0):
        stand(site, away, yaw, half)
        wall_bars(site, away, yaw, half)


def roof(site: Site, half: float, height: float) -> None:
    """A light ceiling, beams of wood, and lamps."""
    site.sheet((0.0, height, 0.0), (half, half), "plaster", picture="planks", tile=4.0, tilt=-90.0)
    for k in range(-3, 4):
        site.sheet((0.0, height - 0.45, k * half / 3.5), (half, 0.14), "white paint", tilt=-90.0)
        for x in (-0.6, -0.2, 0.2, 0.6):
            site.sheet((x * half, height - 0.5, k * half / 3.5), (0.07 * half, 0.10), "daylight", tilt=-90.0)


def line(site: Site, start: tuple[float, float], end: tuple[float, float], color: str, over: float = OVER) -> None:
    """A line on the floor, from x, z to x, z."""
    dx, dz = end[0] - start[0], end[1] - start[1]
    middle = 0.5 * (start[0] + end[0]), over, 0.5 * (start[1] + end[1])
    yaw = -math.degrees(math.atan2(dz, dx))
    site.sheet(middle, (0.5 * math.hypot(dx, dz) + LINE, LINE), color, yaw=yaw, tilt=90.0)


def ring(site: Site, x: float, z: float, radius: float, color: str, ends: tuple[float, float] = (0.0, 360.0)) -> None:
    """A circle on the floor, or a part of one, from angle to angle about +Y, 0 at +x [degrees]."""
    steps = max(8, round(40 * (ends[1] - ends[0]) / 360.0))
    angles = [math.radians(ends[0] + (ends[1] - ends[0]) * k / steps) for k in range(steps + 1)]
    points = [(x + radius * math.cos(angle), z - radius * math.sin(angle)) for angle in angles]
    for start, end in zip(points[:-1], points[1:], strict=True):
        line(site, start, end, color, OVER + 0.001)


def court(site: Site, half: float) -> None:
    """Lines of two games over one another."""
    x, z = 0.55 * half, 0.88 * half
    corners = ((-x, -z), (x, -z), (x, z), (-x, z))
    for k in range(4):
        line(site, corners[k], corners[(k + 1) % 4], "white paint")
    line(site, (-x, 0.0), (x, 0.0), "white paint")
    ring(site, 0.0, 0.0, 1.8, "white paint")
    for side in (-1.0, 1.0):
        turn = (0.0, 180.0) if side > 0.0 else (180.0, 360.0)
        ring(site, 0.0, side * z, min(6.2, 0.42 * half), "blue paint", turn)
        line(site, (-0.75 * half, side * 0.5 * z), (0.75 * half, side * 0.5 * z), "red paint", OVER - 0.001)
        line(site, (side * 0.75 * half, -0.94 * half), (side * 0.75 * half, 0.94 * half), "red paint", OVER - 0.001)


def basket(site: Site, away: tuple[float, float], yaw: float) -> None:
    """A board with a ring, on an arm out of the wall."""
    for x in (-0.35, 0.35):
        site.pipe(0.04, site.around(away, yaw, (x, 3.9, 0.0)), site.around(away, yaw, (x, 3.3, 0.9)), "steel")
    site.box((0.9, 0.52, 0.02), site.around(away, yaw, (0.0, 2.9, 0.92)), "white paint", yaw=yaw)
    site.sheet(site.around(away, yaw, (0.0, 3.3, 0.945)), (0.30, 0.22), "red paint", yaw=yaw)
    site.sheet(site.around(away, yaw, (0.0, 3.3, 0.95)), (0.26, 0.18), "white paint", yaw=yaw)
    points = [(0.23 * math.cos(0.5236 * k), 0.23 * math.sin(0.5236 * k)) for k in range(13)]
    for (x, z), (u, w) in zip(points[:-1], points[1:], strict=True):
        ends = (site.around(away, yaw, (a, 3.05, 1.22 + b)) for a, b in ((x, z), (u, w)))
        site.pipe(0.012, *ends, "orange paint")


def stand(site: Site, away: tuple[float, float], yaw: float, half: float) -> None:
    """Three rows of seats."""
    for row in range(3):
        spot = site.around(away, yaw, (0.0, 0.0, 1.35 - 0.45 * row))
        site.box((0.5 * half, 0.18 * (row + 1), 0.225), spot, "gray paint", yaw=yaw)
        top = 0.36 * (row + 1)
        site.box((0.5 * half, 0.02, 0.18), site.around(away, yaw, (0.0, top, 1.32 - 0.45 * row)), "red paint", yaw=yaw)


def wall_bars(site: Site, away: tuple[float, float], yaw: float, half: float) -> None:
    """Bars to climb on, beside the seats."""
    for side in (-1.0, 1.0):
        for x in (0.60, 0.68, 0.76):
            spot = site.around(away, yaw, (side * x * half, 0.0, 0.08))
            site.box((0.03, 1.3, 0.07), spot, "wood", yaw=yaw)
        for k in range(9):
            ends = (site.around(away, yaw, (side * x * half, 0.3 + 0.27 * k, 0.12)) for x in (0.60, 0.76))
            site.pipe(0.022, *ends, "wood")
