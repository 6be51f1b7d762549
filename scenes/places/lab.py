"""A lab: the scene stands on a table as large as a room, among things to write and measure with, in a bright room."""

from scenes.places import room
from scenes.places.registry import place
from scenes.places.site import Site

SKY = room.indoors(
    direction=(-0.50, 0.78, 0.37), light=(2.3, 2.2, 2.0), ambient=(0.64, 0.68, 0.74), bounce=(0.48, 0.46, 0.43),
    zenith=(0.74, 0.78, 0.84), horizon=(0.80, 0.82, 0.84), exposure=0.52,
)  # fmt: skip


@place("lab", floor=None, sky=SKY)
def build(site: Site) -> None:
    """Everything is so many times as large as it would be in a real room."""
    size = max(site.radius, 2.0) / 0.62
    away = 5.0 * size, 5.0 * size
    deep = 0.9 * size
    half = 0.92 * size
    site.box((half, 0.02 * size, half), (0.0, -0.04 * size, 0.0), "table")
    for x in (-0.88, 0.88):
        for z in (-0.88, 0.88):
            site.box((0.03 * size, 0.42 * size, 0.03 * size), (x * size, -deep, z * size), "steel")
    site.sheet((0.0, -deep, 0.0), (5.0 * size, 5.0 * size), "linoleum", picture="concrete", tile=1.2 * size, tilt=90.0)
    height = 3.0 * size
    site.walls(away, height, "plaster", picture="plaster", tile=2.0 * size, bottom=-deep)
    site.walls((away[0] - 0.02 * size, away[1] - 0.02 * size), 0.12 * size, "gray paint", bottom=-deep)
    site.sheet((0.0, height - deep, 0.0), away, "plaster", tilt=-90.0)
    for yaw in (0.0, 90.0, 180.0, 270.0):
        furniture(site, away, yaw, size, deep)
    on_the_table(site, size)


def furniture(site: Site, away: tuple[float, float], yaw: float, size: float, deep: float) -> None:
    """Along a wall: a long counter with drawers and flasks, windows or shelves over it."""

    def at(x: float, y: float, z: float) -> tuple[float, float, float]:
        return site.around(away, yaw, (x * size, y * size - deep, z * size))

    site.box((3.6 * size, 0.42 * size, 0.35 * size), at(0.0, 0.0, 0.36), "white paint", yaw=yaw)
    site.box((3.65 * size, 0.02 * size, 0.38 * size), at(0.0, 0.84, 0.38), "gray paint", yaw=yaw)
    for k in range(-5, 6):
        site.sheet(at(0.64 * k, 0.42, 0.715), (0.29 * size, 0.36 * size), "blue paint" if k % 3 else "gray paint",
                   yaw=yaw)  # fmt: skip
    for k, color in enumerate(("blue", "orange", "green", "red", "yellow", "blue", "green")):
        wide = 0.06 + 0.025 * (k % 3)
        site.post(wide * size, (0.16 + 0.07 * ((2 * k) % 3)) * size, at(-2.9 + 0.42 * k, 0.88, 0.3), f"{color} paint")
    if yaw in (90.0, 270.0):
        for x in (-2.4, 0.0, 2.4):
            middle, wide = (x * size, 1.95 * size - deep, 0.01 * size), (0.95 * size, 0.62 * size)
            room.window(site, away, yaw, middle, wide, bar=0.04 * size, level=(-1.0, 1.0))
        return
    site.sheet(at(-1.3, 1.75, 0.02), (1.15 * size, 0.55 * size), "slate", yaw=yaw)
    for part in (-1.0, 1.0):
        site.sheet(at(-1.3, 1.75 + 0.57 * part, 0.03), (1.19 * size, 0.03 * size), "wood", yaw=yaw)
        site.sheet(at(-1.3 + 1.17 * part, 1.75, 0.03), (0.03 * size, 0.57 * size), "wood", yaw=yaw)
    for level in range(2):
        site.box((1.3 * size, 0.015 * size, 0.14 * size), at(1.9, 1.35 + 0.5 * level, 0.15), "wood", yaw=yaw)
        for k in range(16):
            high = (0.13 + 0.025 * ((3 * k + level) % 4)) * size
            color = ("red", "blue", "white", "green", "yellow", "brown", "gray")[(5 * k + 2 * level) % 7]
            site.box((0.05 * size, high, 0.11 * size), at(0.75 + 0.14 * k, 1.38 + 0.5 * level, 0.15), f"{color} paint",
                     yaw=yaw)  # fmt: skip


def on_the_table(site: Site, size: float) -> None:
    """A ruler, pencils, books, a mug: beyond what the scene needs."""
    far = 0.80 * size
    site.box((0.30 * size, 0.003 * size, 0.022 * size), (-0.2 * size, 0.0, -far), "yellow paint", yaw=4.0)
    for k, (color, yaw) in enumerate((("blue paint", 0.0), ("red paint", 6.0), ("green paint", -8.0))):
        low = 0.05 * k * size
        site.box((0.13 * size, 0.025 * size, 0.095 * size), (0.58 * size, low, -0.76 * size), color, yaw=yaw)
        site.box((0.125 * size, 0.020 * size, 0.097 * size), (0.58 * size, low + 0.005 * size, -0.76 * size),
                 "white paint", yaw=yaw)  # fmt: skip
    for x, z, yaw in ((-0.80, -0.30, 70.0), (-0.76, -0.24, 82.0)):
        ends = [
            (x * size + s * 0.08 * size * (yaw - 76.0) / 6.0, 0.008 * size, z * size + s * 0.09 * size) for s in (-1, 1)
        ]
        site.pipe(0.008 * size, *ends, "orange paint")
    mug = (-0.68 * size, 0.0, -0.74 * size)
    site.post(0.045 * size, 0.10 * size, mug, "white paint")
    site.post(0.040 * size, 0.002 * size, (mug[0], 0.1 * size, mug[2]), "brown paint")
