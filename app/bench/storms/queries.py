"""Every query against brute force, on very many random cases.

Rays are compared with formulas (`ray_reference`), the others with distances between convex shapes (`closest`). A case
that a movement of a tenth of a millimeter decides either way is not counted as wrong: shapes are stored in float32.
"""

from collections.abc import Callable

import numpy as np

from app.bench.closest import core_distances
from app.bench.convex import Convexes, mold_of
from app.bench.judge import rotation_matrices
from app.bench.storms import kit
from app.bench.storms.kit import Verdict
from app.bench.storms.query_scene import HALF_WIDTH, QueryScene, build
from physics import Body

TOLERANCE = 1e-4  # of lengths [m]
CHUNK = 2_000  # cases at a time
MAX_DISTANCE = 12.0  # of rays [m]
ADVANCES = 60  # steps of a cast; each comes nearer by the distance left
ARRIVED = 1e-7  # gap at which a cast has hit [m]
FLAT = 0.05  # sine of the angle under which a way is so flat that rounding decides where it ends
SHIFTS = 8  # ways in which a ray in doubt is moved


def body_of(hit: object) -> Body:
    """The body of what a query returned: a body, or anything that has one."""
    return hit if isinstance(hit, Body) else hit.body


def run(*, count: int = 100_000) -> list[Verdict]:
    """All queries that this engine has; the others are named."""
    scene = build()
    results = [check_rays(scene, count)]
    checks: dict[str, Callable[[QueryScene, int], Verdict]] = {
        "overlap": check_overlaps,
        "shape_cast": check_casts,
        "closest_point": check_closest,
    }
    for name, check in checks.items():
        there = hasattr(scene.world, name)
        results.append(check(scene, count) if there else Verdict(name, None, ["not tried: there is no such query yet"]))
    return results


def summary(name: str, count: int, wrong: int, doubtful: int, remark: str, example: str = "") -> Verdict:
    """The verdict of a query."""
    lines = [f"{count:,} cases, {wrong} wrong, {doubtful} in doubt; {remark}"]
    return Verdict(f"{name} equals brute force", wrong == 0, lines + ([f"for example {example}"] if wrong else []))


# ---- Rays ------------------------------------------------------------------------------------------------------------


def check_rays(scene: QueryScene, count: int) -> Verdict:
    """Distances and bodies of `ray_cast_batch`."""
    random = np.random.default_rng(17)
    origins = random.uniform(-1.3 * HALF_WIDTH, 1.3 * HALF_WIDTH, (count, 3))
    directions = kit.random_unit(random, count)
    directions[::7] = np.round(directions[::7])  # along an axis, or several
    directions[(directions == 0.0).all(1)] = (0.0, -1.0, 0.0)
    directions /= np.linalg.norm(directions, axis=1, keepdims=True)
    hits = scene.world.ray_cast_batch(origins, directions, MAX_DISTANCE)
    best, body = nearest_hits(scene, origins, directions)
    numbers = np.array([0, *(body.id for body in scene.bodies)])[body + 1]
    same = np.isclose(hits.distance, best, rtol=0.0, atol=TOLERANCE) & (hits.body == numbers)
    doubtful, wrong = 0, []
    for i in np.flatnonzero(~same).tolist():
        if in_doubt(scene, origins[i], directions[i], float(hits.distance[i])):
            doubtful += 1
        else:
            wrong.append(i)
    example = ""
    if wrong:
        i = wrong[0]
        example = f"{origins[i].tolist()} {directions[i].tolist()}: {hits.distance[i]} instead of {best[i]}"
    return summary("ray_cast_batch", count, len(wrong), doubtful, f"{int(np.isfinite(best).sum()):,} hits", example)


def nearest_hits(scene: QueryScene, origins: np.ndarray, directions: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Distances [m], infinite for none, and rows of the bodies, -1 for none, by a loop over all shapes."""
    best, body = np.full(len(origins), np.inf), np.full(len(origins), -1)
    for piece in scene.pieces:
        distance = piece.enter(origins, directions)
        distance[distance > MAX_DISTANCE] = np.inf
        nearer = distance < best
        best, body = np.where(nearer, distance, best), np.where(nearer, piece.body, body)
    return best, body


def in_doubt(scene: QueryScene, origin: np.ndarray, direction: np.ndarray, answer: float) -> bool:
    """Whether the ray, moved a little, has this answer too: it grazes something, or starts on a surface."""
    random = np.random.default_rng(0)
    moved = origin + TOLERANCE * np.concatenate([np.zeros((1, 3)), kit.random_unit(random, SHIFTS)])
    turned = direction + 1e-5 * np.concatenate([np.zeros((1, 3)), kit.random_unit(random, SHIFTS)])
    turned /= np.linalg.norm(turned, axis=1, keepdims=True)
    found = nearest_hits(scene, moved, turned)[0]
    return bool(np.isclose(found, answer, rtol=0.0, atol=30 * TOLERANCE).any())


# ---- Shapes ----------------------------------------------------------------------------------------------------------


def random_shapes(count: int, random: np.random.Generator) -> tuple[list, Convexes]:
    """Shapes to ask with: (shape, position, orientation) each, and the same for brute force."""
    kinds, cases, molds = kit.kinds(), [], []
    for k in range(count):
        name = kinds[k % len(kinds)]
        size = kit.random_size(name, random, 0.05, 1.0)
        place = random.uniform(-1.1 * HALF_WIDTH, 1.1 * HALF_WIDTH, 3)
        cases.append((kit.shape_of(name, size), tuple(place.tolist()), kit.random_turn(random)))
        molds.append(mold_of(name, size))
    places, turns = np.array([case[1] for case in cases]), np.array([case[2] for case in cases])
    return cases, Convexes.of(molds, places, rotation_matrices(turns))


def close_pairs(shapes: Convexes, scene: QueryScene, way: np.ndarray | None = None) -> tuple[np.ndarray, np.ndarray]:
    """Rows of shapes and of the scene's convex pieces whose bounding spheres meet, on a straight way if given."""
    ways = np.zeros_like(shapes.position) if way is None else way
    middle, reach = shapes.position + ways / 2, shapes.bound + np.linalg.norm(ways, axis=1) / 2
    offset = middle[:, None, :] - scene.convexes.position[None]
    near = (offset**2).sum(2) < (reach[:, None] + scene.convexes.bound[None] + 2 * TOLERANCE) ** 2
    return np.nonzero(near)


def gaps(shapes: Convexes, scene: QueryScene, rows: np.ndarray, others: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Distances of pairs [m], at most 0 when they touch, and unit vectors from the scene's piece to the shape."""
    distance, vector = core_distances(shapes, scene.convexes, rows, others)
    unit = vector / np.maximum(distance, 1e-300)[:, None]
    return distance - shapes.radius[rows] - scene.convexes.radius[others], unit


def check_overlaps(scene: QueryScene, count: int) -> Verdict:
    """Which bodies `overlap` names. A half-space and the inside of closed bodies are solid, a mesh is its surface."""
    random, wrong, doubtful, found, example = np.random.default_rng(23), 0, 0, 0, ""
    for start in range(0, count, CHUNK):
        cases, shapes = random_shapes(min(CHUNK, count - start), random)
        rows, others = close_pairs(shapes, scene)
        distance, _ = gaps(shapes, scene, rows, others)
        sure, maybe = distance < -TOLERANCE, distance < TOLERANCE
        sure |= core_touch(shapes, scene, rows, others, distance)
        for i, case in enumerate(cases):
            here = rows == i
            answer = {scene.bodies.index(body_of(hit)) for hit in scene.world.overlap(*case)}
            must, may = set(scene.owner[others[here & sure]]), set(scene.owner[others[here & maybe]])
            found += len(must)
            if not must <= answer <= may:
                wrong += 1
                example = example or f"{case}: {sorted(answer)} instead of {sorted(must)} to {sorted(may)}"
            doubtful += must != may
    return summary("overlap", count, wrong, doubtful, f"{found:,} overlaps", example)


def core_touch(
    shapes: Convexes, scene: QueryScene, rows: np.ndarray, others: np.ndarray, distance: np.ndarray
) -> np.ndarray:
    """Which pairs without radii touch for sure: they still do when the shape is moved by TOLERANCE away from the piece.

    Distances of cores end at 0, so that they cannot say how deep two of them overlap.
    """
    sharp = np.flatnonzero((shapes.radius[rows] + scene.convexes.radius[others] < TOLERANCE) & (distance <= 0.0))
    result = np.zeros(len(rows), bool)
    away = shapes.position[rows[sharp]] - scene.convexes.position[others[sharp]]
    away *= 2 * TOLERANCE / np.maximum(np.linalg.norm(away, axis=1, keepdims=True), 1e-12)
    part = Convexes(
        [shapes.molds[row] for row in rows[sharp]],
        shapes.position[rows[sharp]] + away,
        shapes.rotation[rows[sharp]],
        shapes.points[rows[sharp]] + away[:, None, :],
        shapes.disks[rows[sharp]],
        shapes.radius[rows[sharp]],
    )
    result[sharp] = core_distances(part, scene.convexes, np.arange(len(sharp)), others[sharp])[0] == 0.0
    return result


def check_casts(scene: QueryScene, count: int) -> Verdict:
    """How far shapes get by `shape_cast`. Those that touch something at the start are left out."""
    random, wrong, doubtful, found, example = np.random.default_rng(29), 0, 0, 0, ""
    for start in range(0, count, CHUNK):
        cases, shapes = random_shapes(min(CHUNK, count - start), random)
        motion = kit.random_unit(random, len(cases)) * random.uniform(0.1, 6.0, (len(cases), 1))
        fraction, clear, grazing = cast(shapes, scene, motion)
        for i in np.flatnonzero(clear).tolist():
            hit = scene.world.shape_cast(*cases[i], tuple(motion[i].tolist()))
            length = float(np.linalg.norm(motion[i]))
            answer = np.inf if hit is None else getattr(hit, "distance", None)
            answer = hit.fraction * length if answer is None else answer
            found += hit is not None
            if not np.isclose(answer, fraction[i] * length, rtol=0.0, atol=10 * TOLERANCE):
                doubtful += bool(grazing[i])
                wrong += not grazing[i]
                example = example or f"{cases[i]} by {motion[i].tolist()}: {answer} instead of {fraction[i] * length}"
    return summary("shape_cast", count, wrong, doubtful, f"{found:,} hits", example)


def cast(shapes: Convexes, scene: QueryScene, motion: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Brute force of `shape_cast`: go on by the gap over the speed of approach, again and again, with every piece.

    Returns:
        Fractions of the motions, infinite for no hit; which shapes are clear at the start; and which pass something, or
        end at it, so closely or so flatly that rounding may decide.
    """
    rows, others = close_pairs(shapes, scene, motion)
    share, flat = np.zeros(len(rows)), np.zeros(len(rows), bool)
    gap, normal = gaps(shapes, scene, rows, others)
    clear = np.ones(len(motion), bool)
    clear[rows[gap < TOLERANCE]] = False
    least, left = gap.copy(), np.flatnonzero(clear[rows])
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
        flat[left] |= (gap[left] < 10 * TOLERANCE) & slow
        left = left[gap[left] > ARRIVED]
    share[left] = np.inf  # creeps along something
    fraction, grazing = np.full(len(motion), np.inf), np.zeros(len(motion), bool)
    np.minimum.at(fraction, rows, np.where(share <= 1.0, share, np.inf))
    np.logical_or.at(grazing, rows, flat | (np.isinf(share) & (least < TOLERANCE)))
    return fraction, clear, grazing


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


def check_closest(scene: QueryScene, count: int) -> Verdict:
    """Point and distance by `closest_point`, for points outside of the body: what is inside has its own rules."""
    random, wrong, inside, example = np.random.default_rng(31), 0, 0, ""
    for start in range(0, count, CHUNK):
        size = min(CHUNK, count - start)
        points = random.uniform(-1.5 * HALF_WIDTH, 1.5 * HALF_WIDTH, (size, 3))
        chosen = random.integers(len(scene.bodies), size=size)
        expected = point_distances(scene, points, chosen)
        answers = [scene.world.closest_point(scene.bodies[b], tuple(p)) for p, b in zip(points, chosen, strict=True)]
        found = np.array([tuple(point) for point, _ in answers])
        distance = np.array([way for _, way in answers])
        outside = expected > TOLERANCE
        inside += int((~outside).sum())
        off = np.abs(distance - expected) > TOLERANCE
        off |= np.abs(np.linalg.norm(found - points, axis=1) - expected) > TOLERANCE
        off |= point_distances(scene, found, chosen) > TOLERANCE
        wrong += int((off & outside).sum())
        for i in np.flatnonzero(off & outside)[:1].tolist():
            name = scene.bodies[chosen[i]]
            example = example or f"{name}, {points[i].tolist()}: {distance[i]} instead of {expected[i]}"
    return summary("closest_point", count, wrong, 0, f"{inside:,} points inside left out", example)


def point_distances(scene: QueryScene, points: np.ndarray, bodies: np.ndarray) -> np.ndarray:
    """Distances of points from bodies [m], at most 0 inside, by a loop over all convex pieces."""
    spot = Convexes.of([mold_of("sphere", (0.0,))] * len(points), points, np.tile(np.eye(3), (len(points), 1, 1)))
    rows, others = np.nonzero(bodies[:, None] == scene.owner[None])
    distance, _ = gaps(spot, scene, rows, others)
    best = np.full(len(points), np.inf)
    np.minimum.at(best, rows, distance)
    return best
