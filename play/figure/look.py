"""What a figure is drawn as: round bodies with oval sections, put together once and shared."""

import dataclasses
import functools
from collections.abc import Sequence

import numpy as np

from physics.queries.snapshot import Geometry

#: Corners around a section.
AROUND = 20
#: Picture of what it wears: cells, four beside each other and two above each other, by number.
PICTURE = "clothes"
SKIN, HAIR, JACKET, SEAM, TROUSERS, SHOES, WHITE, EYES = range(8)

#: One section: height along the axis, half width, half depth, and where its middle is in depth [m].
Section = tuple[float, float, float, float]


def tube(sections: Sequence[Section], cell: int, middle: Sequence[float] = (0.0, 0.0, 0.0)) -> Geometry:
    """Skin around sections along +Y, closed where the first and last are points.

    Args:
        sections: From below to above.
        cell: What of the picture it shows.
        middle: Where the axis is [m].
    """
    angle = 2.0 * np.pi * np.arange(AROUND) / AROUND
    rows = np.array(sections)
    ring = np.stack((np.cos(angle), np.zeros(AROUND), np.sin(angle)), axis=1)
    points = ring[None] * np.stack((rows[:, 1], rows[:, 0] * 0.0, rows[:, 2]), axis=1)[:, None]
    points = points + np.stack((rows[:, 0] * 0.0, rows[:, 0], rows[:, 3]), axis=1)[:, None] + np.array(middle)
    normals = _normals(points)
    low = (np.arange(len(rows) - 1)[:, None] * AROUND + np.arange(AROUND)).ravel()
    beside = (np.arange(len(rows) - 1)[:, None] * AROUND + (np.arange(AROUND) + 1) % AROUND).ravel()
    pairs = ((low, low + AROUND, beside), (beside, low + AROUND, beside + AROUND))
    return Geometry(
        points.reshape(-1, 3).astype(np.float32),
        normals.reshape(-1, 3).astype(np.float32),
        np.concatenate([np.stack(corners, axis=1) for corners in pairs]).astype(np.int32),
        _places(cell, len(rows)),
        PICTURE,
    )


def _places(cell: int, rows: int) -> np.ndarray:
    """Places in a cell of the picture: there and back around, so that there is no seam; [rows * AROUND, 2]."""
    around = np.abs(np.linspace(-1.0, 1.0, AROUND, endpoint=False))
    across = (cell % 4 + 0.2 + 0.6 * around) / 4.0
    along = (1 - cell // 4 + 0.2 + 0.6 * np.linspace(0.0, 1.0, rows)) / 2.0
    return np.stack((np.tile(across, rows), np.repeat(along, AROUND)), axis=1).astype(np.float32)


def _normals(points: np.ndarray) -> np.ndarray:
    """Directions out of a skin, length 1, from its neighbors along and around."""
    around = np.roll(points, -1, axis=1) - np.roll(points, 1, axis=1)
    along = np.gradient(points, axis=0)
    normals = np.cross(along, around)
    length = np.linalg.norm(normals, axis=2, keepdims=True)
    up = np.zeros_like(normals)
    up[..., 1] = np.where(np.arange(len(points))[:, None] < len(points) // 2, -1.0, 1.0)
    return np.where(length > 1e-9, normals / np.maximum(length, 1e-9), up)


def joined(*parts: Geometry) -> Geometry:
    """Several geometries as one."""
    starts = np.cumsum([0, *(len(part.positions) for part in parts[:-1])])
    return Geometry(
        np.concatenate([part.positions for part in parts]),
        np.concatenate([part.normals for part in parts]),
        np.concatenate([part.triangles + start for part, start in zip(parts, starts, strict=True)]).astype(np.int32),
        np.concatenate([part.uv for part in parts]),
        PICTURE,
    )


def ball(
    radius: float, cell: int, middle: Sequence[float], *, tall: float = 1.0, deep: float = 1.0, low: float = -90.0
) -> Geometry:
    """Ellipsoid around a place [m]; height and depth as parts of its width, open below a latitude [degrees]."""
    angle = np.linspace(np.radians(low), 0.5 * np.pi, 11)
    height, width = tall * radius * np.sin(angle), radius * np.cos(angle)
    return tube([(h, w, deep * w, 0.0) for h, w in zip(height, width, strict=True)], cell, middle)


@functools.cache
def torso(*, short: bool) -> Geometry:
    """Head and trunk; shorter by the neck when it crouches."""
    drop = 0.13 if short else 0.0
    return joined(pelvis(), chest(), head(drop))


@functools.cache
def pelvis() -> Geometry:
    """Hips and belt."""
    hips = tube([
        (-0.33, 0.0, 0.0, 0.0), (-0.32, 0.07, 0.06, 0.0), (-0.28, 0.14, 0.10, 0.0), (-0.20, 0.165, 0.115, 0.0),
        (-0.14, 0.16, 0.11, 0.0), (-0.08, 0.12, 0.08, 0.0), (-0.04, 0.0, 0.0, 0.0),
    ], TROUSERS)  # fmt: skip
    belt = tube([(-0.17, 0.0, 0.0, 0.0), (-0.17, 0.172, 0.122, 0.0), (-0.13, 0.17, 0.12, 0.0), (-0.13, 0.0, 0.0, 0.0)],
                SHOES)  # fmt: skip
    return joined(hips, belt)


@functools.cache
def chest() -> Geometry:
    """Jacket with collar."""
    jacket = tube([
        (-0.16, 0.0, 0.0, 0.0), (-0.15, 0.155, 0.11, 0.0), (-0.145, 0.175, 0.125, 0.0), (-0.05, 0.162, 0.118, 0.0),
        (0.05, 0.168, 0.118, 0.0), (0.16, 0.20, 0.13, 0.0), (0.24, 0.235, 0.128, 0.0), (0.30, 0.245, 0.115, 0.0),
        (0.345, 0.225, 0.10, 0.0), (0.375, 0.15, 0.085, 0.0), (0.395, 0.085, 0.075, 0.0), (0.40, 0.0, 0.0, 0.0),
    ], JACKET)  # fmt: skip
    collar = tube([(0.365, 0.088, 0.082, 0.0), (0.415, 0.074, 0.076, 0.0), (0.405, 0.05, 0.05, 0.0)], SEAM)
    stripe = tube([(0.20, 0.2185, 0.132, 0.0), (0.205, 0.2235, 0.134, 0.0), (0.235, 0.2375, 0.133, 0.0),
                   (0.24, 0.2355, 0.1285, 0.0)], WHITE)  # fmt: skip
    return joined(jacket, collar, stripe)


@functools.cache
def head(drop: float = 0.0) -> Geometry:
    """Neck and head, lower by some meters."""
    neck = tube([(0.36 - drop, 0.055, 0.055, 0.0), (0.47 - drop, 0.052, 0.055, -0.01)], SKIN)
    return joined(neck, *_head(0.555 - drop))


def _head(height: float) -> list[Geometry]:
    """Head with face and hair, its middle at a height [m]."""
    parts = [
        ball(0.095, SKIN, (0.0, height, -0.01), tall=1.25, deep=1.12),
        ball(0.101, HAIR, (0.0, height + 0.012, 0.004), tall=1.25, deep=1.10, low=18.0),
        ball(0.094, HAIR, (0.0, height + 0.02, 0.022), tall=1.05, deep=1.05, low=-35.0),
        ball(0.017, SKIN, (0.0, height - 0.012, -0.118), tall=1.5, deep=1.2),
    ]
    for side in (-1.0, 1.0):
        parts.append(ball(0.017, WHITE, (side * 0.036, height + 0.016, -0.100), tall=0.75))
        parts.append(ball(0.009, EYES, (side * 0.036, height + 0.016, -0.113), tall=0.95))
        parts.append(ball(0.020, HAIR, (side * 0.037, height + 0.040, -0.101), tall=0.25, deep=0.8))
        parts.append(ball(0.022, SKIN, (side * 0.094, height - 0.005, 0.0), tall=1.4, deep=0.8))
    return parts


@functools.cache
def arm() -> Geometry:
    """Arm along -Z with a hand, around its middle."""
    sleeve = tube([*SLEEVE, (0.185, 0.030, 0.030, 0.0)], JACKET)
    return _turned(joined(sleeve, *_hand()))


#: Sleeve of an arm along +Y, from the shoulder to the wrist; the elbow is at the origin.
SLEEVE: tuple[Section, ...] = (
    (-0.37, 0.0, 0.0, 0.0), (-0.36, 0.045, 0.045, 0.0), (-0.325, 0.062, 0.06, 0.0), (-0.28, 0.066, 0.064, 0.0),
    (-0.2, 0.06, 0.062, 0.0), (-0.05, 0.049, 0.052, 0.0), (0.08, 0.046, 0.047, 0.0), (0.17, 0.042, 0.044, 0.0),
)  # fmt: skip


@functools.cache
def upper_arm() -> Geometry:
    """The part of `arm` above the elbow, along +Y."""
    return tube([*SLEEVE[:6], (0.0, 0.047, 0.049, 0.0), (0.035, 0.03, 0.03, 0.0), (0.045, 0.0, 0.0, 0.0)], JACKET)


@functools.cache
def lower_arm() -> Geometry:
    """The part of `arm` below the elbow, with the hand, along +Y."""
    start = ((-0.045, 0.0, 0.0, 0.0), (-0.035, 0.03, 0.03, 0.0), (0.0, 0.0465, 0.0485, 0.0))
    return joined(tube([*start, *SLEEVE[6:], (0.185, 0.030, 0.030, 0.0)], JACKET), *_hand())


def _hand() -> tuple[Geometry, Geometry]:
    """Cuff and hand of an arm along +Y."""
    cuff = tube([(0.155, 0.043, 0.045, 0.0), (0.16, 0.046, 0.048, 0.0), (0.185, 0.045, 0.047, 0.0),
                 (0.19, 0.03, 0.03, 0.0)], SEAM)  # fmt: skip
    hand = tube([
        (0.17, 0.027, 0.031, 0.0), (0.21, 0.026, 0.034, 0.0), (0.25, 0.027, 0.044, 0.0), (0.29, 0.026, 0.042, 0.0),
        (0.33, 0.020, 0.033, 0.0), (0.345, 0.0, 0.0, 0.0),
    ], SKIN)  # fmt: skip
    return cuff, hand


def _turned(part: Geometry) -> Geometry:
    """What was along +Y, along -Z."""
    return moved(part, np.array(((1, 0, 0), (0, 0, 1), (0, -1, 0))), (0.0, 0.0, 0.0))


@functools.cache
def thigh() -> Geometry:
    """Upper leg from the hip at the origin to the knee, along -Y."""
    return tube([
        (-0.505, 0.0, 0.0, 0.0), (-0.49, 0.052, 0.052, 0.0), (-0.44, 0.066, 0.068, 0.0), (-0.3, 0.076, 0.08, 0.0),
        (-0.1, 0.092, 0.098, 0.0), (0.0, 0.092, 0.098, 0.0), (0.06, 0.06, 0.06, 0.0), (0.08, 0.0, 0.0, 0.0),
    ], TROUSERS)  # fmt: skip


@functools.cache
def shin() -> Geometry:
    """Lower leg from the knee at the origin to the sole, along -Y, with a shoe toward -Z."""
    return joined(lower_leg(), foot())


@functools.cache
def lower_leg() -> Geometry:
    """`shin` without the shoe."""
    return tube([
        (-0.405, 0.03, 0.03, 0.0), (-0.40, 0.058, 0.064, 0.0), (-0.3, 0.056, 0.060, 0.0), (-0.15, 0.062, 0.066, 0.01),
        (-0.02, 0.064, 0.066, 0.0), (0.03, 0.042, 0.042, 0.0), (0.045, 0.0, 0.0, 0.0),
    ], TROUSERS)  # fmt: skip


@functools.cache
def foot() -> Geometry:
    """The shoe of `shin`."""
    shoe = tube([
        (-0.473, 0.05, 0.135, -0.055), (-0.445, 0.054, 0.138, -0.055), (-0.415, 0.049, 0.112, -0.04),
        (-0.38, 0.044, 0.055, 0.01), (-0.355, 0.042, 0.05, 0.012),
    ], SHOES)  # fmt: skip
    sole = tube([(-0.475, 0.0, 0.0, -0.055), (-0.475, 0.052, 0.14, -0.055), (-0.46, 0.054, 0.142, -0.055),
                 (-0.46, 0.0, 0.0, -0.055)], WHITE)  # fmt: skip
    return joined(shoe, sole)


@functools.cache
def unseen() -> Geometry:
    """Too small to be seen: what another body is drawn for."""
    return tube([(0.0, 0.0, 0.0, 0.0), (1e-5, 1e-5, 1e-5, 0.0), (2e-5, 0.0, 0.0, 0.0)], SKIN)


def moved(part: Geometry, turn: np.ndarray, place: Sequence[float]) -> Geometry:
    """A geometry that is turned by a matrix, and then moved [m]."""
    matrix = turn.T.astype(np.float32)
    positions = part.positions @ matrix + np.array(place, np.float32)
    return dataclasses.replace(part, positions=positions, normals=part.normals @ matrix)
