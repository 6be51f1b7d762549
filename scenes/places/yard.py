"""A yard: asphalt, walls of brick, crates and barrels along them, trees and roofs behind."""

import math

import numpy as np

from scenes.places.registry import place
from scenes.places.site import Site

#: Least half width, and height of the walls [m].
LEAST, WALL = 10.0, 2.6
TREES = ("oak", "birch", "spruce")


@place("yard", floor="asphalt")
def build(site: Site) -> None:
    """Walls with a coping, things before them, trees behind."""
    half = max(LEAST, site.radius + 2.0)
    away, random = (half, half), np.random.default_rng(4)
    wall = min(max(WALL, 0.16 * half), 3.8)
    site.walls(away, wall, "brick", picture="brick", tile=2.0)
    site.walls((half - 0.01, half - 0.01), 0.35, "concrete", picture="concrete", tile=2.0)
    for yaw in (0.0, 90.0, 180.0, 270.0):
        site.box((half, 0.06, 0.16), site.around(away, yaw, (0.0, wall, -0.10)), "concrete", yaw=yaw)
        for share in (-1.0, -0.5, 0.0, 0.5, 1.0):
            spot = site.around(away, yaw, (share * half, 0.0, 0.0))
            site.box((0.26, 0.5 * wall + 0.08, 0.26), spot, "brick", yaw=yaw)
        stuff(site, away, yaw, half)
        for k in range(5):
            far = random.uniform(3.0, 8.0) + 0.2 * half
            spot = site.around(away, yaw, ((0.45 * k - 0.9 + random.uniform(-0.1, 0.1)) * (half + far), -0.1, -far))
            site.model(TREES[int(random.integers(3))], spot, yaw=float(random.uniform(0.0, 360.0)))
    gate(site, away, half, wall)


def stuff(site: Site, away: tuple[float, float], yaw: float, half: float) -> None:
    """Crates, barrels, a heap of planks."""

    def at(x: float, y: float, z: float) -> tuple[float, float, float]:
        return site.around(away, yaw, (x, y, z))

    for k, (dx, y, size) in enumerate(((0.0, 0.0, 0.5), (1.1, 0.0, 0.5), (0.55, 1.0, 0.45), (-1.0, 0.0, 0.35))):
        site.box((size, size, size), at(-0.62 * half + dx, y, 0.9), "wood", yaw=yaw + 7.0 * (k - 1))
    for k in range(4):
        color = ("blue paint", "red paint", "gray paint", "blue paint")[k]
        site.post(0.29, 0.88, at(0.28 * half + 0.65 * k, 0.0, 0.62 + 0.1 * (k % 2)), color)
    for level in range(3):
        for k in range(3 - level):
            spot = at(0.72 * half, 0.10 * level, 0.55 + 0.26 * k + 0.13 * level)
            site.box((1.4, 0.045, 0.11), spot, "wood", yaw=yaw)


def gate(site: Site, away: tuple[float, float], half: float, wall: float) -> None:
    """Two wings of boards, in the wall that most cameras look at."""
    wide = min(1.7, 0.12 * half)
    for side in (-1.0, 1.0):
        spot = site.around(away, 0.0, (-0.25 * half + side * wide, 0.5 * wall, 0.04))
        site.sheet(spot, (wide - 0.03, 0.46 * wall), "wood", picture="planks", tile=1.6)
        for y in (0.22, 0.78):
            spot = site.around(away, 0.0, (-0.25 * half + side * wide, y * wall, 0.05))
            site.sheet(spot, (wide - 0.1, 0.04), "iron")
    ring = math.radians(20.0)
    site.box((0.05, 0.05, 0.03), site.around(away, 0.0, (-0.25 * half + 0.2 * ring, 0.45 * wall, 0.06)), "iron")
