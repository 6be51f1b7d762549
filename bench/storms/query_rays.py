"""Rays against a loop over all shapes, by formulas."""

import numpy as np

from bench.storms import kit
from bench.storms.query_scene import Filter, QueryScene
from bench.storms.query_tally import Tally

CHUNK = 500  # rays that share a filter and a length
LENGTHS = (12.0, 100.0, 2.0, 0.01)  # of rays, over the scale [m]
SHIFTS = 24  # ways in which a ray in doubt is moved
TURN = 1e-5  # ... and turned [rad]
FLAT = 30.0  # tolerances by which the end of a ray moves with it


def check_rays(scene: QueryScene, count: int) -> list[Tally]:
    """Distances, bodies, shapes, points and normals of all queries by rays."""
    random = np.random.default_rng(17)
    batch, single, every = Tally("ray_cast_batch"), Tally("ray_cast"), Tally("ray_cast_all")
    for start in range(0, count, CHUNK):
        size = min(CHUNK, count - start)
        length = LENGTHS[start // CHUNK % len(LENGTHS)] * scene.scale
        chosen = scene.random_filter(random)
        origins, directions = random_rays(scene, size, random)
        # Directions of any length must do; a power of two leaves every bit of the others as it is.
        given = directions * 2.0 ** random.integers(-8, 8, (size, 1))
        expected = entries(scene, origins, directions, length, chosen)
        hits = scene.world.ray_cast_batch(origins, given, length, **chosen.options)
        compare_nearest(scene, origins, directions, length, expected, hits, batch)
        compare_single(scene, origins, given, length, chosen, hits, single)
        for i in range(size):
            answer = scene.world.ray_cast_all(origins[i], given[i], length, **chosen.options)
            compare_all(scene, origins[i], directions[i], length, expected[:, i], answer, every)
    return [batch, single, every]


def random_rays(scene: QueryScene, count: int, random: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Origins [m] and unit vectors: anywhere, along axes, from middles of shapes, from surfaces, through middles."""
    origins = scene.points(count, random, 1.3)
    directions = kit.random_unit(random, count)
    directions[::7] = np.round(directions[::7])  # along an axis, or several
    directions[(directions == 0.0).all(1)] = (0.0, -1.0, 0.0)
    directions /= np.linalg.norm(directions, axis=1, keepdims=True)
    middles = np.array([piece.position for piece in scene.pieces if piece.kind not in ("plane", "mesh")])
    some = origins[5::13]
    origins[5::13] = middles[random.integers(len(middles), size=len(some))]  # inside
    aimed = middles[random.integers(len(middles), size=len(origins[3::13]))]
    origins[3::13] = aimed - directions[3::13] * random.uniform(1.0, 5.0, (len(aimed), 1)) * scene.scale
    hits = scene.world.ray_cast_batch(origins[8::19], kit.random_unit(random, len(origins[8::19])))
    landed = np.isfinite(hits.distance)
    origins[8::19][landed] = hits.point[landed]  # on a surface
    return origins, directions


def entries(
    scene: QueryScene, origins: np.ndarray, directions: np.ndarray, length: float, chosen: Filter
) -> np.ndarray:
    """Where rays enter each piece [m], shape [pieces, rays], infinite for none."""
    found = np.full((len(scene.pieces), len(origins)), np.inf)
    for row in np.flatnonzero(chosen.pieces).tolist():
        found[row] = scene.pieces[row].enter(origins, directions)
    found[found > length] = np.inf
    return found


def shifted(scene: QueryScene, origin: np.ndarray, direction: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The ray and others very near to it, by less and less: a flat way from a surface depends on the last digits."""
    random = np.random.default_rng(0)
    size = (scene.tolerance + 2e-7 * np.abs(scene.center).max()) * np.append(1.0, np.geomspace(1.0, 1e-5, SHIFTS))[
        :, None
    ]
    moved = origin + size * np.concatenate([np.zeros((1, 3)), kit.random_unit(random, SHIFTS)])
    turned = direction + TURN * np.concatenate([np.zeros((1, 3)), kit.random_unit(random, SHIFTS)])
    return moved, turned / np.linalg.norm(turned, axis=1, keepdims=True)


def in_doubt(found: np.ndarray, answer: float, length: float, tolerance: float) -> bool:
    """Whether a ray very near has this answer; one that ends at the very length of the rays may be on either side."""
    if np.isinf(answer) and (found > length - FLAT * tolerance).any():
        return True
    near = np.abs(np.where(np.isinf(found), 1e30, found) - (1e30 if np.isinf(answer) else answer)) <= FLAT * tolerance
    return bool(near.any())


def compare_nearest(
    scene: QueryScene,
    origins: np.ndarray,
    directions: np.ndarray,
    length: float,
    expected: np.ndarray,
    hits: object,
    tally: Tally,
) -> None:
    """Nearest hits as arrays."""
    pick = np.arange(len(origins))
    best = expected.min(0)
    row = scene.rows_of(hits.shape)
    landed = row >= 0
    body = np.array([0, *(body.id for body in scene.bodies)])[np.append(scene.body_of_piece, -1)[row] + 1]
    with np.errstate(invalid="ignore"):
        off = np.abs(hits.distance - best)
        own = np.abs(hits.distance - expected[row, pick])
    off = np.where(np.isinf(best) & np.isinf(hits.distance), 0.0, off)
    same = (off <= scene.tolerance) & (~landed | (own <= scene.tolerance)) & (body == hits.body)
    same &= ~landed | sound(scene, origins, directions, row, hits)
    tally.cases += len(origins)
    tally.found += int(np.isfinite(best).sum())
    tally.worst = max(tally.worst, float(off[same].max(initial=0.0)) / scene.scale)
    allowed = np.isfinite(expected).any(1)
    for i in np.flatnonzero(~same).tolist():
        moved = shifted(scene, origins[i], directions[i])
        near = [scene.pieces[k].enter(*moved) for k in np.flatnonzero(allowed | (np.arange(len(allowed)) == row[i]))]
        doubtful = in_doubt(np.min(near, axis=0), float(hits.distance[i]), length, scene.tolerance)
        case = f"{origins[i].tolist()} {directions[i].tolist()}: {hits.distance[i]} instead of {best[i]}"
        tally.judge(doubtful=doubtful, case=case)


def sound(scene: QueryScene, origins: np.ndarray, directions: np.ndarray, row: np.ndarray, hits: object) -> np.ndarray:
    """Whether points are on the rays, normals against them, and convex shapes on the inner side of the normals."""
    distance = np.where(np.isfinite(hits.distance), hits.distance, 0.0)
    off = np.linalg.norm(origins + directions * distance[:, None] - hits.point, axis=1)
    good = off <= 1e-12 * (np.abs(origins).max() + distance)
    good &= np.abs(np.linalg.norm(hits.normal, axis=1) - 1.0) < 1e-6
    good &= (hits.normal * directions).sum(1) <= 1e-6
    convex = np.array([piece.kind != "mesh" for piece in scene.pieces])
    first = np.searchsorted(scene.piece, np.arange(len(scene.pieces)))
    rows = np.flatnonzero((row >= 0) & convex[row])
    above = scene.convexes.reach(first[row[rows]], hits.normal[rows, None, :])[:, 0]
    good[rows] &= above - (hits.point[rows] * hits.normal[rows]).sum(1) <= 3.0 * scene.tolerance
    return good


def compare_single(
    scene: QueryScene, origins: np.ndarray, given: np.ndarray, length: float, chosen: Filter, hits: object, tally: Tally
) -> None:
    """One ray at a time: to the bit what many at a time answer, although they go other ways."""
    for i in range(len(origins)):
        hit = scene.world.ray_cast(origins[i], given[i], length, **chosen.options)
        answer = (0, -1, np.inf, -1)
        if hit is not None:
            answer = (hit.body.id, hit.shape.id, hit.distance, hit.triangle)
            tally.found += 1
        expected = (int(hits.body[i]), int(hits.shape[i]), float(hits.distance[i]), int(hits.triangle[i]))
        same = answer == expected
        if hit is not None and same:
            same = (hits.point[i] == hit.point).all() and (hits.normal[i] == hit.normal).all()
        if not same:
            tally.judge(doubtful=False, case=f"{origins[i].tolist()} {given[i].tolist()}: {answer}, many: {expected}")
    tally.cases += len(origins)


def compare_all(
    scene: QueryScene,
    origin: np.ndarray,
    direction: np.ndarray,
    length: float,
    expected: np.ndarray,
    answer: list,
    tally: Tally,
) -> None:
    """All hits of a ray."""
    found = np.full(len(expected), np.inf)
    rows = scene.rows_of([hit.shape.id for hit in answer])
    found[rows] = [hit.distance for hit in answer]
    ordered = (np.diff([hit.distance for hit in answer]) >= 0.0).all() and len(set(rows)) == len(rows)
    tally.cases += 1
    tally.found += len(answer)
    both = np.isfinite(found) & np.isfinite(expected)
    off = np.abs(found[both] - expected[both])
    wrong = np.flatnonzero(np.isfinite(found) != np.isfinite(expected)).tolist()
    wrong += np.flatnonzero(both)[off > scene.tolerance].tolist()
    tally.worst = max(tally.worst, float(off[off <= scene.tolerance].max(initial=0.0)) / scene.scale)
    if ordered and not wrong:
        return
    moved = shifted(scene, origin, direction)
    doubtful = bool(ordered)
    for row in wrong:
        near = scene.pieces[row].enter(*moved)
        doubtful &= in_doubt(near, float(found[row]), length, scene.tolerance)
    tally.judge(doubtful=doubtful, case=f"{origin.tolist()} {direction.tolist()}: {found} instead of {expected}")
