"""Small things that are drawn with a picture: crate and target."""

import numpy as np

from assets.making.objects import Paint, Surface

PAINTS = {"wood": Paint("crate", (0.6, 0.44, 0.26)), "target": Paint("target", (0.8, 0.3, 0.25))}
PAINTS["banner"] = Paint("checker", (0.5, 0.5, 0.5))

#: Half of the edge of the crate [m]; half sizes of the target.
CRATE = 0.4
TARGET = (0.4, 0.55, 0.03)
#: Half sizes of the banner over the start line [m].
BANNER = (0.17, 0.35, 7.5)


def _box(half: tuple[float, float, float]) -> Surface:
    """A box whose sides show the whole picture each."""
    points, normals, uv = [], [], []
    for axis in range(3):
        for sign in (-1.0, 1.0):
            # Right and up as seen from outside.
            up = np.eye(3)[1] if axis != 1 else np.array((0.0, 0.0, -sign))
            normal = sign * np.eye(3)[axis]
            right = np.cross(up, normal)
            for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
                points.append((normal + a * right + b * up) * half)
                normals.append(normal)
                uv.append((0.5 + 0.5 * a, 0.5 + 0.5 * b))
    start = 4 * np.arange(6)[:, None, None]
    return Surface(
        np.array(points), np.array(normals), np.array(uv), (start + np.array(((0, 1, 2), (0, 2, 3)))).reshape(-1, 3)
    )


def make_crate() -> dict[str, Surface]:
    """A wooden crate."""
    return {"wood": _box((CRATE, CRATE, CRATE))}


def make_target() -> dict[str, Surface]:
    """A target to shoot at, its middle at the origin."""
    return {"target": _box(TARGET)}


def make_banner() -> dict[str, Surface]:
    """Black and white squares over the start line, its middle at the origin; long along z."""
    plain = _box(BANNER)
    uv = plain.uv.copy()
    uv[np.abs(plain.normals[:, 0]) > 0.5, 0] *= BANNER[2] / BANNER[1]
    return {"banner": Surface(plain.positions, plain.normals, uv, plain.triangles)}
