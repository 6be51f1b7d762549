"""Shapes that overlap others, or meet them on their way, against distances between convex shapes."""

import numpy as np

from bench.judge import rotation_matrices
from bench.reference.closest import core_distances
from bench.reference.convex import Convexes, mold_of
from bench.storms import kit
from bench.storms.query_scene import Filter, QueryScene
from bench.storms.query_tally import Tally

CHUNK = 500  # cases that share a filter
ADVANCES = 60  # steps of a cast; each comes nearer by the distance left
ARRIVED = 1e-7  # gap at which a cast has hit, over the scale [m]
FLAT = 0.05  # sine of the angle under which a way is so flat that rounding decides where it ends


def random_shapes(scene: QueryScene, count: int, random: np.random.Generator) -> tuple[list, Convexes]:
    """Shapes to ask with: (shape, position, orientation) each, and the same for brute force."""
    kinds, cases, molds = kit.kinds(), [], []
    places = scene.points(count, random, 1.1)
    for k in range(count):
        name = kinds[k % len(kinds)]
        size = kit.random_size(name, random, 0.05 * scene.scale, scene.scale)
        turn = kit.UPRIGHT if k % 11 == 10 else kit.random_turn(random)
        cases.append((kit.shape_of(name, size), tuple(places[k].tolist()), turn))
        molds.append(mold_of(name, size))
    turns = np.array([case[2] for case in cases])
    return cases, Convexes.of(molds, places, rotation_matrices(turns))


def close_pairs(
    shapes: Convexes, scene: QueryScene, chosen: Filter, way: np.ndarray | None = None
) -> tuple[np.ndarray, np.ndarray]:
    """Rows of shapes and of the scene's convex pieces whose bounding spheres meet, on a straight way if given."""
    ways = np.zeros_like(shapes.position) if way is None else way
    offset = scene.convexes.position[None] - shapes.position[:, None, :]
    square = np.maximum((ways**2).sum(1), 1e-30)[:, None]
    share = np.clip(np.einsum("nki,ni->nk", offset, ways) / square, 0.0, 1.0)
    offset -= share[:, :, None] * ways[:, None, :]
    reach = shapes.bound[:, None] + scene.convexes.bound[None] + 2 * scene.tolerance
    near = ((offset**2).sum(2) < reach**2) | scene.is_plane[None]
    return np.nonzero(near & chosen.pieces[scene.piece][None])


def gaps(shapes: Convexes, scene: QueryScene, rows: np.ndarray, others: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Distances of pairs [m], at most 0 when they touch, and unit vectors from the scene's piece to the shape."""
    gap, unit = np.empty(len(rows)), np.empty((len(rows), 3))
    flat = scene.is_plane[others]
    unit[flat] = scene.convexes.rotation[others[flat], :, 1]
    low = -shapes.reach(rows[flat], -unit[flat][:, None, :])[:, 0]
    gap[flat] = low - (scene.convexes.position[others[flat]] * unit[flat]).sum(1)
    distance, vector = core_distances(shapes, scene.convexes, rows[~flat], others[~flat])
    unit[~flat] = vector / np.maximum(distance, 1e-300)[:, None]
    gap[~flat] = distance - shapes.radius[rows[~flat]] - scene.convexes.radius[others[~flat]]
    return gap, unit


def moved_rows(shapes: Convexes, rows: np.ndarray, way: np.ndarray) -> Convexes:
    """Rows of shapes, moved."""
    return Convexes(
        [],
        shapes.position[rows] + way,
        shapes.rotation[rows],
        shapes.points[rows] + way[:, None, :],
        shapes.disks[rows],
        shapes.radius[rows],
    )


def sure_touch(
    shapes: Convexes, scene: QueryScene, rows: np.ndarray, others: np.ndarray, distance: np.ndarray
) -> np.ndarray:
    """Which pairs touch for sure: by more than the tolerance.

    Distances of cores end at 0, so that they cannot say how deep two of them overlap: pairs without radii must still
    touch when the shape is moved away from the piece.
    """
    result = distance < -scene.tolerance
    cores = (shapes.radius[rows] + scene.convexes.radius[others] < scene.tolerance) & ~scene.is_plane[others]
    sharp = np.flatnonzero(cores & (distance <= 0.0))
    away = shapes.position[rows[sharp]] - scene.convexes.position[others[sharp]]
    away *= 2 * scene.tolerance / np.maximum(np.linalg.norm(away, axis=1, keepdims=True), 1e-12)
    part = moved_rows(shapes, rows[sharp], away)
    result[sharp] = core_distances(part, scene.convexes, np.arange(len(sharp)), others[sharp])[0] == 0.0
    return result


def table(scene: QueryScene, count: int, rows: np.ndarray, others: np.ndarray, which: np.ndarray) -> np.ndarray:
    """Pairs as truth values, shape [count, pieces]."""
    result = np.zeros((count, len(scene.pieces)), bool)
    result[rows[which], scene.piece[others[which]]] = True
    return result


def check_overlaps(scene: QueryScene, count: int) -> list[Tally]:
    """Which shapes `overlap` names. A half-space and the inside of closed bodies are solid, a mesh is its surface."""
    random, tally = np.random.default_rng(23), Tally("overlap")
    for start in range(0, count, CHUNK):
        cases, shapes = random_shapes(scene, min(CHUNK, count - start), random)
        chosen = scene.random_filter(random)
        rows, others = close_pairs(shapes, scene, chosen)
        distance, _ = gaps(shapes, scene, rows, others)
        must = table(scene, len(cases), rows, others, sure_touch(shapes, scene, rows, others, distance))
        may = table(scene, len(cases), rows, others, distance < scene.tolerance)
        for i, case in enumerate(cases):
            answer = np.zeros(len(scene.pieces), bool)
            answer[scene.rows_of([hit.shape.id for hit in scene.world.overlap(*case, **chosen.options)])] = True
            tally.found += int(must[i].sum())
            tally.doubtful += bool((must[i] != may[i]).any())
            if (must[i] & ~answer).any() or (answer & ~may[i]).any():
                names = [np.flatnonzero(row).tolist() for row in (answer, must[i], may[i])]
                tally.judge(doubtful=False, case="{}: {} instead of {} to {}".format(case, *names))
        tally.cases += len(cases)
    return [tally]


def check_casts(scene: QueryScene, count: int) -> list[Tally]:
    """How far shapes get by `shape_cast`, and what else they meet; some ways are nothing, or very long."""
    random = np.random.default_rng(29)
    single, every, batch = Tally("shape_cast"), Tally("shape_cast_all"), Tally("shape_cast_batch")
    for start in range(0, count, CHUNK):
        cases, shapes = random_shapes(scene, min(CHUNK, count - start), random)
        chosen = scene.random_filter(random)
        motion = kit.random_unit(random, len(cases)) * random.uniform(0.1, 6.0, (len(cases), 1)) * scene.scale
        motion[7::31] *= 10.0
        motion[9::31] = 0.0
        motion[11::31] = np.round(motion[11::31] / scene.scale) * scene.scale
        fraction, doubt = cast(shapes, scene, motion, chosen)
        for i, case in enumerate(cases):
            way = tuple(motion[i].tolist())
            hits = scene.world.shape_cast_all(*case, way, **chosen.options)
            compare_all(scene, case, motion[i], fraction[i], doubt[i], hits, every)
            compare_single(scene, case, way, hits, scene.world.shape_cast(*case, way, **chosen.options), single)
        compare_batch(scene, cases[start % len(cases)], shapes.position, motion, chosen, batch)
    return [single, every, batch]


def cast(shapes: Convexes, scene: QueryScene, motion: np.ndarray, chosen: Filter) -> tuple[np.ndarray, np.ndarray]:
    """Brute force of casts: go on by the gap over the speed of approach, again and again, with every piece.

    Returns:
        Fractions of the motions at which pieces are met, shape [N, pieces], infinite for never, 0 for what is touched
        at the start; and which of these rounding may decide: pieces that are passed, or met, very closely or flatly.
    """
    rows, others = close_pairs(shapes, scene, chosen, motion)
    gap, normal = gaps(shapes, scene, rows, others)
    at_once = sure_touch(shapes, scene, rows, others, gap)
    share, flat = np.zeros(len(rows)), (gap < scene.tolerance) & ~at_once
    least, left = gap.copy(), np.flatnonzero(gap >= scene.tolerance)
    for _ in range(ADVANCES):
        speed = -(motion[rows[left]] * normal[left]).sum(1)
        share[left] += np.where(speed > 0.0, gap[left] / np.where(speed > 0.0, speed, 1.0), np.inf)
        left = left[share[left] <= 1.0]
        if not len(left):
            break
        at = moved_rows(shapes, rows[left], share[left, None] * motion[rows[left]])
        gap[left], normal[left] = gaps(at, scene, np.arange(len(left)), others[left])
        least[left] = np.minimum(least[left], gap[left])
        slow = -(motion[rows[left]] * normal[left]).sum(1) < FLAT * np.linalg.norm(motion[rows[left]], axis=1)
        flat[left] |= (gap[left] < 10 * scene.tolerance) & slow
        left = left[gap[left] > ARRIVED * scene.scale]
    share[left] = np.inf  # creeps along something
    ways = np.linalg.norm(motion[rows], axis=1)
    flat |= np.isinf(share) & (least < 3 * scene.tolerance)
    flat |= np.abs(np.minimum(share, 1e30) - 1.0) * ways < 10 * scene.tolerance
    fraction = np.full((len(motion), len(scene.pieces)), np.inf)
    doubt = np.zeros(fraction.shape, bool)
    np.minimum.at(fraction, (rows, scene.piece[others]), np.where(share <= 1.0, share, np.inf))
    np.logical_or.at(doubt, (rows, scene.piece[others]), flat)
    return fraction, doubt


def compare_all(
    scene: QueryScene,
    case: tuple,
    motion: np.ndarray,
    fraction: np.ndarray,
    doubt: np.ndarray,
    hits: list,
    tally: Tally,
) -> None:
    """All that a shape meets."""
    length = float(np.linalg.norm(motion))
    found = np.full(len(fraction), np.inf)
    found[scene.rows_of([hit.shape.id for hit in hits])] = [hit.fraction for hit in hits]
    tally.cases += 1
    tally.found += len(hits)
    both = np.isfinite(found) & np.isfinite(fraction)
    off = np.abs(found[both] - fraction[both]) * length
    wrong = np.isfinite(found) != np.isfinite(fraction)
    wrong[both] = off > 10 * scene.tolerance
    ordered = (np.diff([hit.fraction for hit in hits]) >= 0.0).all()
    tally.worst = max(tally.worst, float(off[~wrong[both] & ~doubt[both]].max(initial=0.0)) / scene.scale)
    if wrong.any() or not ordered:
        what = [(scene.pieces[k].kind, found[k], fraction[k]) for k in np.flatnonzero(wrong & ~doubt).tolist()]
        tally.judge(doubtful=bool(ordered and not (wrong & ~doubt).any()), case=f"{case} by {motion.tolist()}: {what}")


def compare_single(scene: QueryScene, case: tuple, way: tuple, hits: list, hit: object, tally: Tally) -> None:
    """The first that a shape meets is the first of all."""
    tally.cases += 1
    tally.found += hit is not None
    first = hits[0] if hits else None
    same = (hit is None) == (first is None)
    if hit is not None and first is not None:
        same = hit.shape is first.shape and hit.fraction == first.fraction and hit.triangle == first.triangle
        same &= abs(hit.distance - hit.fraction * np.linalg.norm(way)) <= 1e-9 * scene.scale
        same &= abs(np.linalg.norm(hit.normal) - 1.0) < 1e-6
    if not same:
        tally.judge(doubtful=False, case=f"{case} by {way}: {hit} instead of {first}")


def compare_batch(
    scene: QueryScene, case: tuple, places: np.ndarray, motion: np.ndarray, chosen: Filter, tally: Tally
) -> None:
    """Many ways at a time: to the bit what one at a time answers."""
    shape, _, turn = case
    hits = scene.world.shape_cast_batch(shape, places, motion, turn, **chosen.options)
    for i in range(len(places)):
        hit = scene.world.shape_cast(shape, places[i], turn, motion[i], **chosen.options)
        one = (-1, np.inf, -1) if hit is None else (hit.shape.id, hit.fraction, hit.triangle)
        many = (int(hits.shape[i]), float(hits.fraction[i]), int(hits.triangle[i]))
        tally.found += hit is not None
        if one != many:
            tally.judge(doubtful=False, case=f"{case} at {places[i].tolist()}: {many}, alone: {one}")
    tally.cases += len(places)
