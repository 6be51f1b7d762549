"""The race track: asphalt with painted lines, kerbs, gravel shoulders, and the start line."""

import numpy as np

from assets.making import plan
from assets.making.objects import Paint, Surface, merge, strip

PAINTS = {
    "asphalt": Paint("road", (0.22, 0.22, 0.23)),
    "kerb": Paint("kerb", (0.75, 0.35, 0.3)),
    "gravel": Paint("gravel", (0.5, 0.47, 0.42)),
    "line": Paint("checker", (0.9, 0.9, 0.9)),
}
#: Height of the outer edge of the kerbs over the road, and depth of that of the shoulders below it [m].
KERB_HEIGHT, SHOULDER_DEPTH = 0.05, 0.55
#: Width of the start line, and how high it is over the road, so that both can be seen [m].
LINE, OVER = 1.6, 0.012


def make() -> dict[str, Surface]:
    """Surfaces by material."""
    road = plan.track()
    up = np.cross(_along(road), road.left)
    up /= np.linalg.norm(up, axis=1, keepdims=True)
    half, kerb, edge = plan.ROAD_HALF, plan.KERB, plan.SHOULDER
    repeats = round(road.length / (2.0 * half))
    columns = {
        "asphalt": [((half, 0.0, 0.0), (0.0, 0.0, 0.5), (-half, 0.0, 1.0))],
        "kerb": [
            ((kerb, KERB_HEIGHT, 0.0), (half, 0.0, 1.0)),
            ((-half, 0.0, 1.0), (-kerb, KERB_HEIGHT, 0.0)),
        ],
        "gravel": [
            ((edge, -SHOULDER_DEPTH, 0.0), (kerb, KERB_HEIGHT, 0.8)),
            ((-kerb, KERB_HEIGHT, 0.8), (-edge, -SHOULDER_DEPTH, 0.0)),
        ],
    }
    waves = {"asphalt": repeats, "kerb": repeats * 4, "gravel": repeats * 3}
    surfaces = {}
    for name, sides in columns.items():
        parts = [_ribbon(road, up, side[::-1], waves[name]) for side in sides]
        surfaces[name] = merge(parts)
    surfaces["line"] = _start_line(road, up)
    return surfaces


def _along(road: plan.Track) -> np.ndarray:
    return np.roll(road.middle, -1, axis=0) - np.roll(road.middle, 1, axis=0)


def _ribbon(road: plan.Track, up: np.ndarray, columns: tuple, repeats: int) -> Surface:
    """A closed ribbon along the track; columns are (to the left [m], up [m], u), from the right to the left.

    The first section is there twice: it is at the beginning and at the end of the picture.
    """
    rows = np.arange(len(road.way) + 1) % len(road.way)
    points = np.stack([road.middle + road.left * side + up * rise for side, rise, _ in columns], axis=1)[rows]
    v = np.append(road.way, road.length) / road.length * repeats
    uv = np.stack([np.column_stack((np.full(len(v), u), v)) for _, _, u in columns], axis=1)
    across = points[:, -1] - points[:, 0]
    normals = np.cross(_along(road)[rows], across)
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    return strip(points, uv, np.repeat(normals[:, None], len(columns), axis=1))


def _start_line(road: plan.Track, up: np.ndarray) -> Surface:
    """Chequered band over the road at the start."""
    half = plan.ROAD_HALF - 0.35
    corners = []
    for ahead in (0.0, LINE):
        middle = road.middle[0] + np.array((ahead, OVER, 0.0))
        corners.append([middle - road.left[0] * half, middle + road.left[0] * half])
    points = np.array(corners)
    uv = np.array([[(0.0, 0.0), (half / LINE * 2.0, 0.0)], [(0.0, 1.0), (half / LINE * 2.0, 1.0)]])
    return strip(points, uv, np.broadcast_to(up[0], points.shape))
