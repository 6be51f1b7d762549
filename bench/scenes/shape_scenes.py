"""The benchmark scenes of any shape: terrain, hulls, cylinders, rays."""

import math

import numpy as np

from bench.reference.hulls import in_principal_axes
from bench.scenes.bodies import Jitter, PeerBody, PeerRays, PeerScene, PeerTerrain, grid

GOLDEN_ANGLE = math.pi * (3 - math.sqrt(5))
CORNERS = (8, 20)  # fewest and most corners of a hull
HILLS = 1.5  # highest and lowest point of a terrain [m]


def random_hull(jitter: Jitter, radius: float) -> tuple[float, ...]:
    """Corners of a hull [m], x, y, z by turns: points on an ellipsoid, spread as a spiral and then moved.

    Its semi-axes are 0.8 to 1.2 times `radius`. All points are corners, because an ellipsoid is convex everywhere.
    """
    count = CORNERS[0] + int(jitter.unit() * (CORNERS[1] - CORNERS[0] + 1))
    axes = jitter.around(radius, radius, radius, spread=0.2 * radius)
    points = []
    for k in range(count):
        height = 1 - 2 * (k + 0.2 + 0.6 * jitter.unit()) / count
        angle = GOLDEN_ANGLE * k + 0.5 * jitter.unit()
        across = math.sqrt(1 - height * height)
        points.append((axes[0] * across * math.cos(angle), axes[1] * height, axes[2] * across * math.sin(angle)))
    return in_principal_axes(np.array(points))


def hills(cells: tuple[int, int], cell: tuple[float, float], *, rim: float) -> PeerTerrain:
    """A terrain of three waves and a little noise, within +-HILLS.

    Args:
        cells: Number of cells along x and z.
        cell: Their lengths [m].
        rim: Width of a slope up to HILLS at the border [m], which keeps bodies on the terrain; 0 for none.
    """
    jitter = Jitter(2024)
    half_x, half_z = cells[0] * cell[0] / 2, cells[1] * cell[1] / 2
    heights = []
    for row in range(cells[1] + 1):
        for column in range(cells[0] + 1):
            x, z = column * cell[0] - half_x, row * cell[1] - half_z
            waves = math.sin(0.35 * x) * math.cos(0.3 * z) + 0.6 * math.sin(0.5 * z + 0.2 * x) + 0.3 * math.sin(0.9 * x)
            height = HILLS * (waves / 1.9 * 0.95 + 0.05 * (2 * jitter.unit() - 1))
            inside = min(half_x - abs(x), half_z - abs(z))
            share = max(0.0, 1 - inside / rim) if rim else 0.0
            heights.append(round(height + share * (HILLS - height), 6))
    return PeerTerrain(cells, cell, tuple(heights))


def terrain_body(i: int, jitter: Jitter) -> tuple[str, tuple[float, ...]]:
    """Kind and size of body i of the terrain: box, sphere, capsule, hull by turns, 0.5 to 1 m large."""
    half = 0.25 + 0.25 * jitter.unit()
    if i % 4 == 0:
        return "box", (half, 0.25 + 0.25 * jitter.unit(), 0.25 + 0.25 * jitter.unit())
    if i % 4 == 1:
        return "sphere", (half,)
    if i % 4 == 2:
        return "capsule", (0.2 + 0.1 * jitter.unit(), 0.1 + 0.1 * jitter.unit())
    return "hull", random_hull(jitter, 0.85 * half)


def bodies_on_terrain() -> PeerScene:
    """484 convex bodies, dropped on hills of 2,048 triangles whose rim rises."""
    jitter = Jitter(777)
    bodies = tuple(
        PeerBody(*terrain_body(i, jitter), jitter.around(*point, spread=0.1), jitter.rotation())
        for i, point in enumerate(grid(22, 1, 22, pitch=1.6, rise=0.0, bottom=3.0))
    )
    terrain = hills((32, 32), (1.4, 1.4), rim=4.0)
    return PeerScene("T", "484 bodies on 2,048 triangles", 300, bodies, plane=False, terrain=terrain)


def hull_pile() -> PeerScene:
    """1,000 hulls of 8 to 20 corners, dropped on a plane."""
    jitter = Jitter(31337)
    bodies = tuple(
        PeerBody("hull", random_hull(jitter, 0.5), jitter.around(*point, spread=0.05), jitter.rotation())
        for point in grid(10, 10, 10, pitch=1.35, rise=1.35, bottom=1.3)
    )
    return PeerScene("H", "pile of 1,000 hulls", 300, bodies)


def cylinder_pile() -> PeerScene:
    """1,000 cylinders, randomly turned, dropped on a plane."""
    jitter = Jitter(4242)
    bodies = tuple(
        PeerBody("cylinder", (0.4, 0.5), jitter.around(*point, spread=0.05), jitter.rotation())
        for point in grid(10, 10, 10, pitch=1.4, rise=1.4, bottom=1.4)
    )
    return PeerScene("Y", "pile of 1,000 cylinders", 300, bodies)


def rays_in_the_air() -> PeerScene:
    """20 batches of 10,000 rays against 5,000 static bodies in the air over a terrain of 50,000 triangles.

    Each body stays in the middle of a cell of 4 m, and rays start near the corners of cells: outside of every body,
    because engines disagree about rays that start inside.
    """
    jitter = Jitter(99)
    kinds = (("sphere", (0.9,)), ("box", (0.7, 0.5, 0.9)), ("capsule", (0.4, 0.6)))
    bodies = tuple(
        PeerBody(*kinds[i % 3], jitter.around(*point, spread=0.5), jitter.rotation())
        for i, point in enumerate(grid(25, 8, 25, pitch=4.0, rise=4.0, bottom=5.0))
    )
    return PeerScene(
        "R",
        "10,000 rays, 5,000 bodies, 50,000 triangles",
        20,
        (),
        plane=False,
        walls=bodies,
        terrain=hills((200, 125), (0.5, 0.8), rim=0.0),
        rays=PeerRays(10_000, 100.0, (25, 8, 25), 4.0, 7.0, 0.5),
    )
