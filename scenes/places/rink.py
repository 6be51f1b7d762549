"""An ice rink: lines below the ice, boards with panes around it, rows of seats behind."""

from scenes.places import room
from scenes.places.hall import line, ring
from scenes.places.registry import place
from scenes.places.site import Site

#: Least half width of the ice [m].
LEAST = 10.0

SKY = room.indoors(
    direction=(-0.42, 0.82, 0.39), light=(2.3, 2.35, 2.4), ambient=(0.50, 0.58, 0.68), bounce=(0.44, 0.48, 0.52),
    zenith=(0.16, 0.20, 0.27), horizon=(0.22, 0.27, 0.34), exposure=0.52,
)  # fmt: skip
SEATS = ("blue paint", "red paint", "blue paint", "white paint", "red paint")


@place("rink", floor="rink", sky=SKY)
def build(site: Site) -> None:
    """Lines, boards, seats, a dark roof with lamps."""
    half = max(LEAST, site.radius + 1.0)
    away, height = (half, half), max(8.0, 0.7 * half)
    for z, color in ((0.0, "red paint"), (-0.42 * half, "blue paint"), (0.42 * half, "blue paint")):
        for k in range(-2, 3):  # a broad line is some narrow ones
            line(site, (-half, z + 0.06 * k), (half, z + 0.06 * k), color)
    ring(site, 0.0, 0.0, min(4.5, 0.4 * half), "blue paint")
    for x in (-0.5, 0.5):
        for z in (-0.7, 0.7):
            ring(site, x * half, z * half, 0.2 * half, "red paint")
    site.walls(away, 0.24, "yellow paint")
    site.walls((half + 0.01, half + 0.01), 0.90, "white paint", bottom=0.24)
    site.walls((half + 0.005, half + 0.005), 0.08, "blue paint", bottom=1.10)
    for yaw in (0.0, 90.0, 180.0, 270.0):
        for k in range(-4, 5):
            spot = site.around(away, yaw, (0.24 * half * k, 1.18, -0.02))
            site.box((0.02, 0.75, 0.02), spot, "steel", yaw=yaw)
        for row in range(6):
            back, up = 1.2 + 0.85 * row, 0.7 + 0.45 * row
            wide = half + back
            site.sheet(site.around(away, yaw, (0.0, up + 0.2, -back)), (wide, 0.26), SEATS[row % 5], yaw=yaw)
            site.sheet(site.around(away, yaw, (0.0, up + 0.46, -back - 0.4)), (wide, 0.42), "gray paint", yaw=yaw,
                       tilt=90.0)  # fmt: skip
    outer = half + 6.5
    site.walls((outer, outer), height, "gray paint")
    site.walls((outer - 0.1, outer - 0.1), 0.4, "daylight", bottom=0.72 * height)
    site.sheet((0.0, height, 0.0), (outer, outer), "black paint", tilt=-90.0)
    for x in (-0.6, -0.2, 0.2, 0.6):
        for z in (-0.6, -0.2, 0.2, 0.6):
            site.sheet((x * half, height - 0.3, z * half), (0.10 * half, 0.04 * half), "daylight", tilt=-90.0)
