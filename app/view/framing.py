"""Between the world and the picture: rays through pixels, pixels of points, and the bounds of what to look at."""

import math
from collections.abc import Collection, Sequence

import numpy as np

from physics import BodyKind, ShapeCapsule, ShapePlane, ShapeSphere
from physics.queries.snapshot import Snapshot
from physics.vector import Vec3, inverse, rotate
from render.frame import CameraPose

#: Share of the view that a framed box leaves free around it.
FRAME_MARGIN = 0.1
#: Framed things are taken to be at least so large [m].
FRAME_SIZE_MIN = 0.1


def ray(pose: CameraPose, x: float, y: float, width: float, height: float) -> tuple[Vec3, Vec3]:
    """Ray from the eye through a pixel.

    Args:
        pose: The camera.
        x: From the left edge of the picture [pixels].
        y: From the lower edge [pixels], as pyglet counts.
        width: Width of the picture [pixels]; 0, as of a minimized window, counts as 1.
        height: Its height [pixels].

    Returns:
        Origin [m] and unit direction, in float64.
    """
    width, height = max(width, 1.0), max(height, 1.0)
    tangent = math.tan(0.5 * pose.fov)
    side = (2.0 * x / width - 1.0) * tangent * width / height
    rise = (2.0 * y / height - 1.0) * tangent
    direction = rotate(pose.rotation, (side, rise, -1.0))
    return Vec3(*pose.position), direction / direction.length


def project(pose: CameraPose, point: Sequence[float], width: float, height: float) -> tuple[float, float, float] | None:
    """Pixel of a point: x from the left, y from below [pixels], depth before the eye [m]; None if it is behind."""
    width, height = max(width, 1.0), max(height, 1.0)
    x, y, z = rotate(inverse(pose.rotation), Vec3(*point) - pose.position)
    if z >= -1e-9:
        return None
    scale = 0.5 * height / (math.tan(0.5 * pose.fov) * -z)
    return 0.5 * width + x * scale, 0.5 * height + y * scale, -z


def bounds_of(
    snapshot: Snapshot, bodies: Collection[int] | None = None, softs: Collection[int] = ()
) -> tuple[Vec3, Vec3] | None:
    """Corners of a box around bodies [m], a little larger than needed.

    Args:
        snapshot: The world.
        bodies: Ids of the bodies; None means all that can move, also soft bodies, or all if none can.
        softs: Ids of soft bodies besides.

    Returns:
        Lowest and highest corner, or None if there is nothing that has bounds: half-spaces have none.
    """
    owner = snapshot.shape_body
    sized = snapshot.shape_kind != ShapePlane.kind
    if bodies is not None:
        wanted = sized & np.isin(snapshot.body[owner], list(bodies))
    else:
        wanted = sized & (snapshot.kind[owner] != BodyKind.STATIC)
        wanted = wanted if wanted.any() or snapshot.softs else sized
    chosen = [view for view in snapshot.softs if bodies is None or view.number in softs]
    radius = _radii(snapshot)[wanted, None]
    center = _centers(snapshot)[wanted]
    places = [center - radius, center + radius, *(view.vertices + np.array(view.origin) for view in chosen)]
    corners = np.concatenate(places)
    if len(corners) == 0:
        return None
    return Vec3(*corners.min(axis=0).tolist()), Vec3(*corners.max(axis=0).tolist())


def _radii(snapshot: Snapshot) -> np.ndarray:
    """Radius of a ball around each shape [m]."""
    size = snapshot.shape_size.astype(np.float64)
    radii = np.linalg.norm(size, axis=1)
    radii = np.where(snapshot.shape_kind == ShapeSphere.kind, size[:, 0], radii)
    return np.where(snapshot.shape_kind == ShapeCapsule.kind, size[:, 0] + size[:, 1], radii)


def _centers(snapshot: Snapshot) -> np.ndarray:
    """Center of each shape in the world [m]."""
    turn = snapshot.orientation[snapshot.shape_body]
    offset = snapshot.shape_offset.astype(np.float64)
    twist = 2.0 * np.cross(turn[:, :3], offset)
    return snapshot.position[snapshot.shape_body] + offset + turn[:, 3:] * twist + np.cross(turn[:, :3], twist)


def fit_distance(
    rotation: Sequence[float], lower: Sequence[float], upper: Sequence[float], fov: float, aspect: float
) -> float:
    """Distance from the middle of a box [m] at which all of it is in view, with a margin.

    A corner at (x, y, z) in camera axes is in view if |y| <= (d - z) tan(fov / 2), and |x| likewise times the aspect.

    Args:
        rotation: Rotation of the camera.
        lower: Lowest corner [m].
        upper: Highest corner [m].
        fov: Vertical angle of view [rad].
        aspect: Width of the picture over its height.
    """
    half = [max(0.5 * (b - a), 0.5 * FRAME_SIZE_MIN) for a, b in zip(lower, upper, strict=True)]
    tangent = math.tan(0.5 * fov) * (1.0 - FRAME_MARGIN)
    back = (-rotation[0], -rotation[1], -rotation[2], rotation[3])
    distance = 0.0
    for k in range(8):
        signs = (1 if k & 1 else -1, 1 if k & 2 else -1, 1 if k & 4 else -1)
        x, y, z = rotate(back, [s * h for s, h in zip(signs, half, strict=True)])
        distance = max(distance, z + abs(y) / tangent, z + abs(x) / (tangent * max(aspect, 1e-3)))
    return distance
