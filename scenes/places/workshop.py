"""A workshop: a floor of boards, white walls over planks, high windows, benches with vises and tools, shelves."""

import math

from physics import ShapeBox, ShapeCylinder
from scenes.places import room
from scenes.places.registry import place
from scenes.places.site import Site

#: Least half width of the room, and its height [m].
LEAST, HEIGHT = 5.5, 3.6

SKY = room.indoors(
    direction=(-0.52, 0.74, 0.43), light=(2.9, 2.55, 2.0), ambient=(0.50, 0.52, 0.56), bounce=(0.40, 0.33, 0.25),
    zenith=(0.62, 0.62, 0.60), horizon=(0.66, 0.64, 0.60), exposure=0.54,
)  # fmt: skip


@place("workshop", floor="boards", sky=SKY)
def build(site: Site) -> None:
    """Four walls, each with something before it."""
    half = max(LEAST, site.radius)
    away = half, half
    height = max(HEIGHT, 0.75 * half)
    room.walls(site, half, height, tile=4.0, high=1.05, rail=0.05, material="wood", picture="planks")
    ceiling(site, half, height)
    for yaw in (0.0, 90.0, 180.0, 270.0):
        beams(site, away, yaw, half, height)
        for share in (-0.72, -0.28, 0.28, 0.72):
            middle, size = (share * half, 0.80 * height, 0.015), (0.16 * half, 0.13 * height)
            room.window(site, away, yaw, middle, size, bar=0.03, level=(-1.0, 0.3, 1.0))
    bench(site, away, 0.0, -0.45 * half)
    pegboard(site, away, 0.0, -0.45 * half)
    shelves(site, away, 0.0, 0.5 * half)
    bench(site, away, 90.0, 0.35 * half)
    pegboard(site, away, 90.0, 0.35 * half)
    cabinet(site, away, 90.0, -0.5 * half)
    shelves(site, away, 270.0, -0.35 * half)
    bench(site, away, 270.0, 0.45 * half)
    cabinet(site, away, 180.0, 0.3 * half)


def ceiling(site: Site, half: float, height: float) -> None:
    """A white ceiling with beams of wood and long lamps."""
    site.sheet((0.0, height, 0.0), (half, half), "plaster", picture="plaster", tile=4.0, tilt=-90.0)
    for share in (-0.75, -0.25, 0.25, 0.75):
        site.sheet((share * half, height - 0.30, 0.0), (0.12, half), "wood", tilt=-90.0)
    for x in (-0.5, 0.0, 0.5):
        for z in (-0.45, 0.45):
            site.sheet((x * half, height - 0.02, z * half), (0.14, 0.22 * half), "daylight", tilt=-90.0)


def beams(site: Site, away: tuple[float, float], yaw: float, half: float, height: float) -> None:
    """Posts of steel in the walls. Flat as they are, they throw no shadows."""
    for share in (-0.96, -0.02, 0.96):
        site.sheet(site.around(away, yaw, (share * half, 0.5 * height, 0.025)), (0.11, 0.5 * height), "steel", yaw=yaw)


def bench(site: Site, away: tuple[float, float], yaw: float, x: float) -> None:
    """A bench with a thick top, a shelf below, a vise, and what lies on it."""

    def at(dx: float, y: float, z: float) -> tuple[float, float, float]:
        return site.around(away, yaw, (x + dx, y, z))

    site.box((1.3, 0.045, 0.38), at(0.0, 0.82, 0.42), "wood", yaw=yaw)
    site.box((1.2, 0.02, 0.32), at(0.0, 0.25, 0.42), "wood", yaw=yaw)
    for dx in (-1.18, 1.18):
        for z in (0.12, 0.72):
            site.box((0.05, 0.41, 0.05), at(dx, 0.0, z), "wood", yaw=yaw)
    site.box((0.13, 0.05, 0.09), at(0.85, 0.91, 0.62), "iron", yaw=yaw)
    for z in (0.60, 0.74):
        site.box((0.10, 0.08, 0.025), at(0.85, 1.01, z), "iron", yaw=yaw)
    site.pipe(0.015, at(0.85, 1.04, 0.74), at(0.85, 1.04, 0.92), "steel")
    site.pipe(0.010, at(0.73, 1.04, 0.92), at(0.97, 1.04, 0.92), "steel")
    site.box((0.24, 0.11, 0.12), at(-0.75, 0.91, 0.35), "red paint", yaw=yaw)
    site.pipe(0.012, at(-0.93, 1.19, 0.35), at(-0.57, 1.19, 0.35), "steel")
    for k, (dx, color) in enumerate(((-0.2, "yellow paint"), (-0.02, "white paint"), (0.12, "blue paint"))):
        site.post(0.06, 0.12 + 0.03 * (k % 2), at(dx, 0.91, 0.30), color)
    site.box((0.35, 0.14, 0.22), at(-0.55, 0.29, 0.42), "wood", yaw=yaw)
    site.box((0.28, 0.10, 0.22), at(0.35, 0.29, 0.42), "gray paint", yaw=yaw)


def pegboard(site: Site, away: tuple[float, float], yaw: float, x: float) -> None:
    """A board with tools that hang on it."""

    def at(dx: float, y: float, z: float = 0.07) -> tuple[float, float, float]:
        return site.around(away, yaw, (x + dx, y, z))

    site.box((1.2, 0.45, 0.02), at(0.0, 1.20, 0.04), "wood", yaw=yaw)
    for k in range(5):  # hammers and mallets
        dx, long = -1.0 + 0.2 * k, 0.34 - 0.03 * k
        site.box((0.014, 0.5 * long, 0.014), at(dx, 1.88 - long), "wood", yaw=yaw)
        site.box((0.055 - 0.004 * k, 0.022, 0.022), at(dx, 1.87), ("iron", "rubber")[k % 2], yaw=yaw)
    for k in range(6):  # wrenches, the long ones first
        dx, long = 0.05 + 0.11 * k, 0.42 - 0.045 * k
        site.box((0.014, 0.5 * long, 0.006), at(dx, 1.94 - long), "steel", yaw=yaw)
        for y in (1.94, 1.94 - long):
            site.box((0.026, 0.026, 0.008), at(dx, y - 0.02), "steel", yaw=yaw)
    site.box((0.20, 0.06, 0.004), at(0.95, 1.66), "steel", yaw=yaw)  # a saw
    site.box((0.05, 0.07, 0.015), at(0.74, 1.65), "orange paint", yaw=yaw)
    for k in range(7):  # screwdrivers
        dx = -1.0 + 0.13 * k
        site.box((0.015, 0.05, 0.015), at(dx, 1.40), ("red paint", "blue paint", "yellow paint")[k % 3], yaw=yaw)
        site.box((0.005, 0.05, 0.005), at(dx, 1.30), "steel", yaw=yaw)


def shelves(site: Site, away: tuple[float, float], yaw: float, x: float) -> None:
    """A rack with boxes and cans."""
    colors = ("wood", "red paint", "gray paint", "blue paint", "wood", "green paint", "yellow paint")

    def at(dx: float, y: float, z: float = 0.28) -> tuple[float, float, float]:
        return site.around(away, yaw, (x + dx, y, z))

    for dx in (-0.95, 0.95):
        for z in (0.06, 0.50):
            site.box((0.025, 1.05, 0.025), at(dx, 0.0, z), "steel", yaw=yaw)
    for level in range(4):
        y = 0.15 + 0.55 * level
        site.box((0.98, 0.015, 0.25), at(0.0, y), "steel", yaw=yaw)
        for k in range(3 + level % 2):
            wide, high = 0.13 + 0.03 * ((k + 2 * level) % 3), 0.10 + 0.04 * ((2 * k + level) % 3)
            site.box((wide, high, 0.18), at(-0.68 + 0.48 * k, y + 0.03), colors[(3 * level + k) % 7], yaw=yaw)


def cabinet(site: Site, away: tuple[float, float], yaw: float, x: float) -> None:
    """A steel cabinet with drawers, a barrel beside it, and planks that lean on the wall."""

    def at(dx: float, y: float, z: float) -> tuple[float, float, float]:
        return site.around(away, yaw, (x + dx, y, z))

    site.box((0.55, 0.50, 0.28), at(0.0, 0.0, 0.32), "red paint", yaw=yaw)
    for level in range(4):
        site.box((0.51, 0.095, 0.01), at(0.0, 0.06 + 0.23 * level, 0.61), "gray paint", yaw=yaw)
        site.box((0.14, 0.012, 0.012), at(0.0, 0.17 + 0.23 * level, 0.63), "chrome", yaw=yaw)
    site.post(0.29, 0.88, at(1.05, 0.0, 0.42), "blue paint")
    lean = math.radians(9.0)
    for k in range(4):
        half = 1.15 - 0.09 * (k % 3)
        spot = at(-1.0 - 0.17 * k, half * math.cos(lean), 0.10 + half * math.sin(lean))
        turn = (-math.sin(0.5 * lean), 0.0, 0.0, math.cos(0.5 * lean))
        site.add(ShapeBox((0.07, half, 0.018)), spot, "wood", yaw=yaw, rotation=turn)
    site.add(ShapeCylinder(0.30, 0.02), at(1.05, 0.90, 0.42), "gray paint")
