"""What a figure is drawn as: round bodies with oval sections, put together once and shared."""

import functools
from collections.abc import Sequence

import numpy as np

from physics.snapshot import Geometry

#: Corners around a section.
AROUND = 20

#: One section: height along the axis, half width, half depth, and where its middle is in depth [m].
Section = tuple[float, float, float, float]


def tube(sections: Sequence[Section], middle: Sequence[float] = (0.0, 0.0, 0.0)) -> Geometry:
    """Skin around sections along +Y, closed where the first and last are points.

    Args:
        sections: From below to above.
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
    triangles = np.concatenate(
        (np.stack((low, low + AROUND, beside), 1), np.stack((beside, low + AROUND, beside + AROUND), 1))
    )
    return Geometry(
        points.reshape(-1, 3).astype(np.float32), normals.reshape(-1, 3).astype(np.float32), triangles.astype(np.int32)
    )


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
    )


def ball(radius: float, middle: Sequence[float], *, tall: float = 1.0, deep: float = 1.0) -> Geometry:
    """Ellipsoid around a place [m]; height and depth as parts of its width."""
    angle = np.linspace(-0.5 * np.pi, 0.5 * np.pi, 11)
    height, width = tall * radius * np.sin(angle), radius * np.cos(angle)
    return tube([(h, w, deep * w, 0.0) for h, w in zip(height, width, strict=True)], middle)


@functools.cache
def torso(*, short: bool) -> Geometry:
    """Head and trunk; shorter by the neck when it crouches."""
    drop = 0.13 if short else 0.0
    trunk = tube([
        (-0.30, 0.0, 0.0, 0.0), (-0.29, 0.10, 0.08, 0.0), (-0.24, 0.155, 0.11, 0.0), (-0.16, 0.17, 0.12, 0.0),
        (-0.05, 0.15, 0.105, 0.0), (0.05, 0.155, 0.105, 0.0), (0.18, 0.195, 0.12, 0.0), (0.28, 0.215, 0.12, 0.0),
        (0.34, 0.19, 0.10, 0.0), (0.38, 0.11, 0.08, 0.0), (0.40, 0.065, 0.065, 0.0), (0.40, 0.0, 0.0, 0.0),
    ])  # fmt: skip
    neck = tube([(0.36 - drop, 0.055, 0.055, 0.0), (0.47 - drop, 0.052, 0.055, -0.01)])
    head = ball(0.095, (0.0, 0.555 - drop, -0.01), tall=1.25, deep=1.15)
    nose = ball(0.018, (0.0, 0.545 - drop, -0.122), tall=1.4, deep=1.3)
    return joined(trunk, neck, head, nose)


@functools.cache
def arm() -> Geometry:
    """Arm along -Z with a hand, around its middle."""
    sleeve = tube([
        (-0.34, 0.0, 0.0, 0.0), (-0.325, 0.05, 0.045, 0.0), (-0.28, 0.062, 0.06, 0.0), (-0.2, 0.055, 0.058, 0.0),
        (-0.05, 0.045, 0.048, 0.0), (0.0, 0.044, 0.046, 0.0), (0.08, 0.043, 0.043, 0.0), (0.2, 0.033, 0.036, 0.0),
        (0.23, 0.03, 0.038, 0.0), (0.28, 0.028, 0.045, 0.0), (0.325, 0.022, 0.036, 0.0), (0.34, 0.0, 0.0, 0.0),
    ])  # fmt: skip
    return _turned(sleeve)


def _turned(part: Geometry) -> Geometry:
    """What was along +Y, along -Z."""
    turn = np.array(((1, 0, 0), (0, 0, 1), (0, -1, 0)), np.float32).T
    return Geometry(part.positions @ turn, part.normals @ turn, part.triangles)


@functools.cache
def thigh() -> Geometry:
    """Upper leg from the hip at the origin to the knee, along -Y."""
    return tube([
        (-0.47, 0.0, 0.0, 0.0), (-0.45, 0.055, 0.055, 0.0), (-0.40, 0.062, 0.065, 0.0), (-0.2, 0.08, 0.085, 0.0),
        (-0.05, 0.092, 0.095, 0.0), (0.02, 0.085, 0.09, 0.0), (0.07, 0.05, 0.05, 0.0), (0.08, 0.0, 0.0, 0.0),
    ])  # fmt: skip


@functools.cache
def shin() -> Geometry:
    """Lower leg from the knee at the origin to the sole, along -Y, with a foot toward -Z."""
    leg = tube([
        (-0.43, 0.0, 0.0, 0.0), (-0.42, 0.042, 0.045, 0.0), (-0.3, 0.043, 0.046, 0.0), (-0.15, 0.056, 0.06, 0.01),
        (-0.02, 0.054, 0.056, 0.0), (0.03, 0.03, 0.03, 0.0), (0.04, 0.0, 0.0, 0.0),
    ])  # fmt: skip
    foot = tube([
        (-0.47, 0.0, 0.0, -0.05), (-0.47, 0.048, 0.125, -0.055), (-0.44, 0.052, 0.13, -0.055),
        (-0.41, 0.047, 0.105, -0.04), (-0.375, 0.04, 0.05, 0.01), (-0.37, 0.0, 0.0, 0.0),
    ])  # fmt: skip
    return joined(leg, foot)
