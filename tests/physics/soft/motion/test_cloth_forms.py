"""Cloth against closed forms: hanging, bending, dropped by two corners."""

import math

import numpy as np
import pytest

from physics import SoftCloth
from physics.soft.structure import build
from tests.physics.reference.soft_worlds import DT, GRAVITY, SUBSTEPS, fastest, make_world, run

UPRIGHT = (math.sqrt(0.5), 0.0, 0.0, math.sqrt(0.5))


@pytest.mark.parametrize("substeps", SUBSTEPS)
@pytest.mark.parametrize("rows", [32, 100])
def test_hanging_cloth_is_strained_by_what_hangs_below(substeps, rows):
    """Strain at depth y = rho g (L - y) / (E t): 2 cm, 0.2 kg/m^2, 2,000 N/m; the pinned row cannot narrow."""
    world = make_world(substeps)
    cloth = world.add_soft(
        SoftCloth.grid(columns=9, rows=rows, spacing=0.02), orientation=UPRIGHT, stretch=2000.0, density=0.2,
        pins=range(9), linear_damping=4.0,
    )  # fmt: skip
    run(world, 3.0)
    height = cloth.positions[:, 1].reshape(rows, 9).mean(axis=1)
    strain = np.abs(np.diff(height)) / 0.02 - 1.0
    length = (rows - 1) * 0.02
    wanted = 0.2 * GRAVITY * (length - (np.arange(rows - 1) + 0.5) * 0.02) / 2000.0
    assert strain[3 : rows // 2] == pytest.approx(wanted[3 : rows // 2], rel=0.05)
    assert abs(strain.sum() - wanted.sum()) * 0.02 < 1e-3
    assert strain.sum() == pytest.approx(wanted.sum(), rel=0.02)
    assert fastest(cloth) < 1e-3


def strip(kind, cells):
    """A strip with two rows before the part that hangs over, and the distance of its rows."""
    spacing = 0.1 / cells
    grid = SoftCloth.grid(columns=7, rows=cells + 2, spacing=spacing)
    if kind == "grid":
        return grid, 7
    # Equilateral triangles: every second row moved by half of a cell.
    points, count = grid.points.copy(), 7
    points[:, 0] *= 2.0 / math.sqrt(3.0)
    number = np.arange(len(points)).reshape(-1, count)
    points[number[1::2], 0] += spacing / math.sqrt(3.0)
    triangles = []
    for row in range(len(number) - 1):
        for c in range(count - 1):
            a, b, d, e = number[row, c], number[row, c + 1], number[row + 1, c], number[row + 1, c + 1]
            triangles += [(a, d, e), (a, e, b)] if row % 2 else [(a, d, b), (b, d, e)]
    return SoftCloth(points, triangles), count


@pytest.mark.parametrize("substeps", SUBSTEPS)
@pytest.mark.parametrize(("kind", "cells", "tolerance"), [("grid", 10, 0.05), ("grid", 20, 0.05), ("mesh", 10, 0.12)])
def test_a_clamped_strip_bends_by_its_weight(substeps, kind, cells, tolerance):
    """d = q L^4 / (8 B): 0.2 kg/m^2, B 2e-2 N m; clamped by two rows, in the middle between them."""
    world = make_world(substeps)
    form, columns = strip(kind, cells)
    cloth = world.add_soft(form, stretch=2000.0, density=0.2, bend=2e-2, pins=range(2 * columns), linear_damping=5.0)
    run(world, 1.5)
    length = 0.1 + 0.5 * 0.1 / cells
    sunk = -cloth.positions[-columns:, 1].mean()
    assert sunk == pytest.approx(0.2 * GRAVITY * length**4 / (8.0 * 2e-2), rel=tolerance)
    assert fastest(cloth) < 1e-3


def explicit_fall(cloth, seconds, dt):
    """Heights of the middle of the same springs, by many small explicit steps; plain and slow."""
    made = cloth.form
    columns, rows, spacing = made.grid
    place = cloth.positions
    number = np.arange(columns * rows).reshape(rows, columns)
    structure = build(made, cloth.material)
    a, b = structure.spring_ends.T
    stiffness, rest, pressed = structure.spring[:, 0], structure.spring[:, 1], structure.spring[:, 2]
    mass = structure.mass[:, None]
    speed = np.zeros_like(place)
    held = [number[0, 0], number[0, -1]]
    count = len(place)
    for _ in range(round(seconds / dt)):
        away = place[a] - place[b]
        length = np.sqrt((away * away).sum(axis=1))
        stretch = length - rest
        pull = (stiffness * np.where(stretch < 0.0, pressed, 1.0) * stretch / length)[:, None] * away
        force = np.stack(
            [np.bincount(b, pull[:, k], count) - np.bincount(a, pull[:, k], count) for k in range(3)], axis=1
        )
        acceleration = force / mass
        acceleration[:, 1] -= GRAVITY
        speed += dt * acceleration
        speed[held] = 0.0
        place = place + dt * speed
    return place[number[rows // 2, columns // 2], 1]


@pytest.mark.xfail(strict=True, reason="falls to -0.262 m instead of -0.301 m: 13 % where 6 % are wanted")
def test_cloth_dropped_by_two_corners_falls_as_its_springs_do():
    """Height of the middle at 0.3 s against explicit steps of 0.05 ms of the same springs; never above its pins."""
    world = make_world(4)
    cloth = world.add_soft(
        SoftCloth.grid(columns=32, rows=32, spacing=0.02), stretch=2000.0, density=0.2, bend=0.0, damping=0.0,
        pins=[0, 31], mask=0,
    )  # fmt: skip
    wanted = explicit_fall(cloth, 0.3, 5e-5)
    highest = -math.inf
    for step in range(180):
        world.step(DT)
        highest = max(highest, float(cloth.positions[:, 1].max()))
        if step == 17:
            fallen = cloth.positions[16 * 32 + 16, 1]
    assert highest < 0.005
    assert fallen == pytest.approx(wanted, rel=0.06)
