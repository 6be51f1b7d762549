"""Points: what contains them, and how far bodies are."""

import numpy as np

from bench.reference.convex import Convexes, mold_of
from bench.reference.points import heights
from bench.storms import kit
from bench.storms.query_scene import Piece, QueryScene
from bench.storms.query_shapes import gaps
from bench.storms.query_tally import Tally

CHUNK = 500  # points at a time


def random_points(scene: QueryScene, count: int, random: np.random.Generator, bodies: np.ndarray) -> np.ndarray:
    """Places [m]: anywhere, far away, at middles of bodies and near them."""
    points = scene.points(count, random, 1.5)
    points[1::10] = scene.points(len(points[1::10]), random, 30.0)
    middle = np.array([next(p for p in scene.pieces if p.body == body).position for body in range(len(scene.bodies))])
    points[2::10] = middle[bodies[2::10]]
    for first in (3, 4, 5):
        offset = kit.random_unit(random, len(points[first::10])) * random.uniform(0.0, 0.8, (len(points[first::10]), 1))
        points[first::10] = middle[bodies[first::10]] + offset * scene.scale
    return points


def piece_heights(scene: QueryScene, row: int, points: np.ndarray) -> np.ndarray:
    """`heights` above a piece; nothing is inside of a mesh."""
    piece = scene.pieces[row]
    local = (points - piece.position) @ piece.rotation
    if piece.kind == "plane":
        return local[:, 1]
    if piece.kind == "mesh":
        return np.full(len(points), np.inf)
    return heights(piece.mold, piece.kind, local)


def signed_distances(scene: QueryScene, points: np.ndarray, rows: np.ndarray, pieces: np.ndarray) -> np.ndarray:
    """Distances [m] of points from pieces, pair by pair; negative inside.

    Args:
        points: Places [m], shape [N, 3].
        rows: Rows of `points`, shape [P].
        pieces: Rows of `QueryScene.pieces`, shape [P].
    """
    spot = Convexes.of([mold_of("sphere", (0.0,))] * len(points), points, np.tile(np.eye(3), (len(points), 1, 1)))
    pair, convex = np.nonzero(pieces[:, None] == scene.piece[None])
    gap, _ = gaps(spot, scene, rows[pair], convex)
    best = np.full(len(rows), np.inf)
    np.minimum.at(best, pair, gap)
    for row in np.unique(pieces).tolist():
        here = np.flatnonzero(pieces == row)
        height = piece_heights(scene, row, points[rows[here]])
        flat = scene.pieces[row].kind == "plane"
        best[here] = np.where((height < 0.0) | flat, height, best[here])
    return best


def check_closest(scene: QueryScene, count: int) -> list[Tally]:
    """Point, shape and distance by `closest_point` and `closest_point_batch`."""
    random = np.random.default_rng(31)
    single, batch = Tally("closest_point"), Tally("closest_point_batch")
    for start in range(0, count, CHUNK):
        size = min(CHUNK, count - start)
        chosen = random.integers(len(scene.bodies), size=size)
        points = random_points(scene, size, random, chosen)
        rows, pieces = np.nonzero(chosen[:, None] == scene.body_of_piece[None])
        apart = signed_distances(scene, points, rows, pieces)
        expected = np.full(size, np.inf)
        np.minimum.at(expected, rows, apart)
        answers = [scene.world.closest_point(scene.bodies[b], tuple(p)) for p, b in zip(points, chosen, strict=True)]
        found = np.array([tuple(answer.point) for answer in answers])
        distance = np.array([answer.distance for answer in answers])
        named = scene.rows_of([answer.shape.id for answer in answers])
        compare(scene, points, expected, named, found, distance, single)
        compare_batch(scene, points, chosen, found, distance, batch)
    return [single, batch]


def compare(
    scene: QueryScene,
    points: np.ndarray,
    expected: np.ndarray,
    named: np.ndarray,
    found: np.ndarray,
    distance: np.ndarray,
    tally: Tally,
) -> None:
    """Distances, and that points are so far away and on the surface of the shape that is named."""
    allowed = scene.tolerance + 1e-6 * np.abs(expected)  # triangles are told around the point, in float32
    on_it = np.abs(signed_distances(scene, found, np.arange(len(found)), named))
    off = np.max([np.abs(distance - expected), np.abs(np.linalg.norm(found - points, axis=1) - np.abs(expected))], 0)
    wrong = ~((off <= allowed) & (on_it <= allowed))
    tally.cases += len(points)
    tally.found += int((expected > 0.0).sum())
    tally.worst = max(tally.worst, float((off - 1e-6 * np.abs(expected))[~wrong].max(initial=0.0)) / scene.scale)
    for i in np.flatnonzero(wrong).tolist():
        what = f"{scene.pieces[named[i]].kind}, {points[i].tolist()}: {distance[i]} at {found[i].tolist()}"
        tally.judge(doubtful=False, case=f"{what} instead of {expected[i]}, off the surface by {on_it[i]}")


def compare_batch(
    scene: QueryScene, points: np.ndarray, chosen: np.ndarray, found: np.ndarray, distance: np.ndarray, tally: Tally
) -> None:
    """Many points of a body at a time: to the bit what one at a time answers."""
    for body in np.unique(chosen).tolist():
        rows = np.flatnonzero(chosen == body)
        place, way = scene.world.closest_point_batch(scene.bodies[body], points[rows])
        same = (place == found[rows]).all(1) & (way == distance[rows])
        tally.cases += len(rows)
        tally.found += int((way > 0.0).sum())
        for i in np.flatnonzero(~same).tolist():
            tally.judge(doubtful=False, case=f"{points[rows[i]].tolist()}: {way[i]}, alone: {distance[rows[i]]}")


def triangle_distances(piece: Piece, points: np.ndarray) -> np.ndarray:
    """Distances of points from the triangles of a mesh [m], or less: from the plane, and from the box around each."""
    local = (points - piece.position) @ piece.rotation
    a, b, c = piece.triangles.transpose(1, 0, 2)
    normal = np.cross(b - a, c - a)
    normal /= np.linalg.norm(normal, axis=1, keepdims=True)
    height = np.abs(local @ normal.T - (a * normal).sum(1))
    lower, upper = piece.triangles.min(1), piece.triangles.max(1)
    beside = np.maximum(lower[None] - local[:, None], local[:, None] - upper[None]).max(2)
    return np.maximum(height, beside).min(1)


def check_inside(scene: QueryScene, count: int) -> list[Tally]:
    """Which bodies `bodies_at` names."""
    random, tally = np.random.default_rng(37), Tally("bodies_at")
    for start in range(0, count, CHUNK):
        size = min(CHUNK, count - start)
        filtered = scene.random_filter(random)
        points = random_points(scene, size, random, random.integers(len(scene.bodies), size=size))
        above = np.full((len(scene.pieces), size), np.inf)
        for row in np.flatnonzero(filtered.pieces).tolist():
            above[row] = piece_heights(scene, row, points)
            if scene.pieces[row].kind == "mesh":  # only the triangles themselves are in it
                above[row] = triangle_distances(scene.pieces[row], points)
        body = scene.body_of_piece
        for i in range(size):
            answer = {scene.bodies.index(found) for found in scene.world.bodies_at(points[i], **filtered.options)}
            solid = np.array([piece.kind != "mesh" for piece in scene.pieces])
            must = set(body[(above[:, i] < -scene.tolerance) & solid].tolist())
            may = set(body[above[:, i] < scene.tolerance].tolist())
            tally.found += len(must)
            tally.doubtful += must != may
            if not must <= answer <= may:
                case = f"{points[i].tolist()}: {sorted(answer)} instead of {sorted(must)} to {sorted(may)}"
                tally.judge(doubtful=False, case=case)
        tally.cases += size
    return [tally]
