"""Every query against brute force, on very many random cases.

Rays and points are compared with formulas (`reference.rays`, `reference.points`), shapes with distances between convex
shapes (`closest`); nothing of that knows the trees or the kernels. A case that a movement of a tenth of a millimeter
decides either way is not counted as wrong, in a scene some ten meters wide: shapes are stored in float32. The scenes
differ in size and in place, half of them far from the origin of the world; masks and ignored bodies change, too.
"""

from collections.abc import Callable, Iterator

from bench.storms import query_points, query_rays, query_shapes
from bench.storms.kit import Verdict
from bench.storms.query_scene import QueryScene, build
from bench.storms.query_tally import Tally

#: Seed, scale and center of the scenes; each gets an equal share of the cases.
SCENES = (
    (3, 1.0, (0.0, 0.0, 0.0)),
    (4, 1.0, (300.0, -50.0, 200.0)),
    (5, 0.1, (0.0, 0.0, 0.0)),
    (6, 20.0, (0.0, 1000.0, 0.0)),
)

CHECKS: dict[str, Callable[[QueryScene, int], list[Tally]]] = {
    "rays": query_rays.check_rays,
    "overlaps": query_shapes.check_overlaps,
    "casts": query_shapes.check_casts,
    "closest points": query_points.check_closest,
    "bodies at points": query_points.check_inside,
}


def run(*, count: int = 100_000) -> Iterator[Verdict]:
    """All queries, so many cases each."""
    scenes = [build(seed=seed, scale=scale, center=center) for seed, scale, center in SCENES]
    for check in CHECKS.values():
        totals: dict[str, Tally] = {}
        for scene in scenes:
            for tally in check(scene, count // len(scenes)):
                totals.setdefault(tally.name, Tally(tally.name)).add(tally)
        yield from (tally.verdict() for tally in totals.values())
