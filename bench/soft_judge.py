"""How good the final state of soft bodies is: recomputed from the places of vertices, alike for all engines."""

from dataclasses import dataclass

import numpy as np

from bench.run_engine import RunResult
from bench.scenes.bodies import PeerScene
from bench.scenes.softs import ROPE_LENGTH, ROPE_SPAN, PeerSoft, catenary


@dataclass(frozen=True)
class SoftQuality:
    """What is left to say about soft bodies; NaN where a scene has nothing to say it of.

    Attributes:
        finite: Whether every place and velocity is.
        stretch: Length of the longest edge over that at rest, less 1.
        volume_least: Least volume of a solid or shell over that at the start.
        volume_most: Greatest one.
        penetration: Deepest vertex in the plane, a wall or a static sphere [m].
        overlap: How many vertices are inside of another solid.
        sag_error: Sag of a rope over that of an unstretched one, less 1.
        through: Bodies that fell through a cloth.
        creep: Root of the mean square of the speed of the vertices [m/s]; nothing moves at the end, ideally.
    """

    finite: bool
    stretch: float = np.nan
    volume_least: float = np.nan
    volume_most: float = np.nan
    penetration: float = np.nan
    overlap: int = 0
    sag_error: float = np.nan
    through: int = 0
    creep: float = np.nan


def judge_softs(scene: PeerScene, result: RunResult) -> SoftQuality:
    """Measure the final state of a run."""
    place, speed = result.vertex, result.vertex_velocity
    if not (np.isfinite(place).all() and np.isfinite(speed).all()):
        return SoftQuality(finite=False)
    counts = np.cumsum([0, *(len(soft.points) for soft in scene.softs)])
    places = [place[a:b] for a, b in zip(counts[:-1], counts[1:], strict=True)]
    pairs = list(zip(scene.softs, places, strict=True))
    ratios = [volume(soft, x) / volume(soft, soft.array) for soft, x in pairs if soft.kind in ("solid", "shell")]
    ropes = [x for soft, x in pairs if soft.kind == "rope"]
    sag = catenary(ROPE_LENGTH, ROPE_SPAN, 1000)[1]
    return SoftQuality(
        finite=True,
        stretch=max(stretch(soft, x) for soft, x in pairs),
        volume_least=min(ratios, default=np.nan),
        volume_most=max(ratios, default=np.nan),
        penetration=penetration(scene, place),
        overlap=overlap([(soft, x) for soft, x in pairs if soft.kind == "solid"]),
        sag_error=float(-ropes[0][500, 1] / sag - 1.0) if ropes else np.nan,
        through=int((~(result.position[:, 1] > -3.0)).sum()) if len(result.position) else 0,
        creep=float(np.sqrt((speed**2).sum(axis=1).mean())),
    )


def stretch(soft: PeerSoft, place: np.ndarray) -> float:
    """How much longer the longest edge is than at rest, as a part of that."""
    rest, edges = soft.array, soft.edges
    now, before = (np.linalg.norm(x[edges[:, 1]] - x[edges[:, 0]], axis=1) for x in (place, rest))
    return float((now / before).max() - 1.0)


def volume(soft: PeerSoft, place: np.ndarray) -> float:
    """Volume of a solid, or inside of a shell [m^3]."""
    corner = place[np.array(soft.cells)] - place[0]
    if soft.kind == "solid":
        return float(np.linalg.det(corner[:, 1:] - corner[:, :1]).sum() / 6.0)
    return float(np.linalg.det(corner).sum() / 6.0)


def penetration(scene: PeerScene, place: np.ndarray) -> float:
    """Deepest vertex in what stands still [m]; NaN if nothing does."""
    if not scene.plane and not scene.walls:
        return np.nan
    deepest = max(0.0, -float(place[:, 1].min())) if scene.plane else 0.0
    for wall in scene.walls:
        if wall.kind == "sphere":
            depth = wall.size[0] - np.linalg.norm(place - wall.position, axis=1)
        else:
            depth = (np.array(wall.size) - np.abs(place - wall.position)).min(axis=1)
        deepest = max(deepest, float(depth.max()))
    return deepest


def overlap(solids: list[tuple[PeerSoft, np.ndarray]]) -> int:
    """How many vertices are inside of a tetrahedron of another solid."""
    found = 0
    for a, (_, points) in enumerate(solids):
        for b, (soft, place) in enumerate(solids):
            near = ((points > place.min(axis=0)) & (points < place.max(axis=0))).all(axis=1)
            if a == b or not near.any():
                continue
            corner = place[np.array(soft.cells)]
            shape = (corner[:, 1:] - corner[:, :1]).transpose(0, 2, 1)
            whole = np.abs(np.linalg.det(shape)) > 1e-12
            inverse = np.linalg.inv(shape[whole])
            for point in points[near]:
                weight = np.einsum("eij,ej->ei", inverse, point - corner[whole, 0])
                found += bool(((weight > 1e-4).all(axis=1) & (weight.sum(axis=1) < 1.0 - 1e-4)).any())
    return found
