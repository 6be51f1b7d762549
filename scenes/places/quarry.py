"""A quarry: dirt, a rim of rock with ledges all around, boulders at its foot."""

import math

import numpy as np

from physics import ShapeHull
from scenes.places.registry import place
from scenes.places.site import Site

AROUND, LEDGES = 72, 7


@place("quarry", floor="dirt")
def build(site: Site) -> None:
    """The rim, then boulders and a few spruces on it."""
    random = np.random.default_rng(11)
    foot = max(12.0, 1.35 * site.radius)
    rim(site, foot, random)
    for k in range(26):
        angle, away = 2.0 * math.pi * (k + random.uniform(-0.3, 0.3)) / 26, foot * random.uniform(0.90, 0.98)
        size = random.uniform(0.3, 1.0) * (0.4 + 0.03 * foot)
        ways = random.normal(size=(14, 3))
        ways *= size * random.uniform(0.85, 1.1, (14, 1)) / np.linalg.norm(ways, axis=1, keepdims=True)
        place = (away * math.cos(angle), 0.3 * size, away * math.sin(angle))
        site.add(ShapeHull(ways), place, "rock", yaw=float(random.uniform(0.0, 360.0)))
    for k in range(14):
        angle, away = 2.0 * math.pi * (k + random.uniform(-0.4, 0.4)) / 14, foot * random.uniform(1.66, 1.85)
        place = (away * math.cos(angle), 0.36 * foot, away * math.sin(angle))
        site.model("spruce", place, yaw=float(random.uniform(0.0, 360.0)))


def rim(site: Site, foot: float, random: np.random.Generator) -> None:
    """Rock in ledges: each higher one is farther away; no two places are alike."""
    angle = 2.0 * math.pi * np.arange(AROUND) / AROUND
    wave = sum(
        random.uniform(0.3, 1.0) / n * np.cos(n * angle + random.uniform(0.0, 6.0)) for n in (2, 3, 5, 7, 11)
    )  # fmt: skip
    outs = np.array((1.0, 1.04, 1.14, 1.17, 1.34, 1.38, 1.62, 2.4))
    ups = np.array((-0.02, 0.09, 0.10, 0.20, 0.215, 0.33, 0.35, 0.37))
    rows = []
    for out, up in zip(outs, ups, strict=True):
        away = foot * (out + 0.025 * wave + random.uniform(-0.02, 0.02, AROUND))
        high = foot * up * (1.0 + 0.10 * wave + random.uniform(-0.08, 0.08, AROUND))
        rows.append(np.column_stack((away * np.cos(angle), high, away * np.sin(angle))))
    points = np.concatenate(rows)
    k, j = np.meshgrid(np.arange(LEDGES), np.arange(AROUND), indexing="ij")
    a, b = k * AROUND + j, k * AROUND + (j + 1) % AROUND
    c, d = a + AROUND, b + AROUND
    faces = np.concatenate((np.stack((a, b, c), -1).reshape(-1, 3), np.stack((b, d, c), -1).reshape(-1, 3)))
    corner = points[faces]  # flat faces, as rock breaks
    site.mesh(corner.reshape(-1, 3), np.arange(3 * len(faces)).reshape(-1, 3), "rock")
