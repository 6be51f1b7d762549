"""A meadow: grass, a fence, trees around, hills behind."""

import math

import numpy as np

from scenes.places.registry import place
from scenes.places.site import Site

TREES = ("oak", "birch", "birch", "oak", "spruce")


@place("meadow", floor="grass")
def build(site: Site) -> None:
    """A round fence, trees in groups beyond it, hills at the horizon."""
    random = np.random.default_rng(3)
    fence = max(11.0, 1.25 * site.radius)
    count = round(2.0 * math.pi * fence / 2.2)
    for k in range(count):
        start, end = (2.0 * math.pi * n / count for n in (k, k + 1))
        (x, z), (u, w) = ((fence * math.cos(angle), fence * math.sin(angle)) for angle in (start, end))
        site.box((0.06, 0.55, 0.06), (x, 0.0, z), "wood", yaw=-math.degrees(start))
        middle, yaw = (0.5 * (x + u), 0.0, 0.5 * (z + w)), -math.degrees(math.atan2(w - z, u - x))
        for y in (0.45, 0.88):
            site.box((0.5 * math.hypot(u - x, w - z), 0.05, 0.02), np.add(middle, (0.0, y, 0.0)), "wood", yaw=yaw)
    for k in range(26):
        angle, away = 2.0 * math.pi * (k + random.uniform(-0.4, 0.4)) / 26, fence + random.uniform(4.0, 22.0)
        place = (away * math.cos(angle), -0.05, away * math.sin(angle))
        site.model(TREES[int(random.integers(5))], place, yaw=float(random.uniform(0.0, 360.0)))
    hills(site, fence, random)


def hills(site: Site, fence: float, random: np.random.Generator) -> None:
    """Two rows of soft hills, the farther ones higher."""
    around = 96
    angle = 2.0 * math.pi * np.arange(around) / around
    for near, high in ((fence + 60.0, 9.0), (fence + 170.0, 30.0)):
        wave = sum(random.uniform(0.4, 1.0) / n * np.cos(n * angle + random.uniform(0.0, 6.0)) for n in (2, 3, 5, 8))
        top = high * (1.0 + 0.45 * wave)
        profile = ((near, -1.0 + 0.0 * top), (near + 20.0, 0.45 * top), (near + 45.0, 0.9 * top), (near + 70.0, top))
        rows = [np.column_stack((away * np.cos(angle), up, away * np.sin(angle))) for away, up in profile]
        k, j = np.meshgrid(np.arange(3), np.arange(around), indexing="ij")
        a, b = k * around + j, k * around + (j + 1) % around
        c, d = a + around, b + around
        faces = np.concatenate((np.stack((a, b, c), -1).reshape(-1, 3), np.stack((b, d, c), -1).reshape(-1, 3)))
        site.mesh(np.concatenate(rows), faces, "grass")
