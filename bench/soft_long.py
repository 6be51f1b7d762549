"""Proofs of soft bodies that take too long for the tests."""

import math
from collections.abc import Callable

import numpy as np

from physics import BodyKind, ShapeBox, ShapePlane, ShapeSphere, SoftCloth, SoftSolid, World

DT = 1.0 / 60.0
GRAVITY = 9.81


def _run(world: World, seconds: float) -> None:
    for _ in range(round(seconds / DT)):
        world.step(DT)


def cantilever() -> tuple[bool, str]:
    """Tip of a beam of 4, 8 and 16 cells, E 1 MPa, against beam theory: it comes nearer with each."""
    wanted = 1000.0 * GRAVITY * 0.16 * 1.2**4 / (8.0 * 1e6 * 0.4**4 / 12.0)
    ratios = []
    for cells in (2, 4, 8):
        form = SoftSolid.lattice((3 * cells, cells, cells), 0.4 / cells)
        x = form.points[:, 0]
        world = World(sleeping=False)
        pins = np.flatnonzero(x < -0.6 + 1e-9)
        beam = world.add_soft(form, young=1e6, poisson=0.4, density=1000.0, linear_damping=6.0, pins=pins)
        _run(world, 4.0)
        end = x > 0.6 - 1e-9
        ratios.append(float((form.points[end, 1] - beam.positions[end, 1]).mean()) / wanted)
    holds = ratios[0] < ratios[1] < ratios[2] and abs(ratios[2] - 1.0) < 0.08
    return holds, "tip / theory " + ", ".join(f"{ratio:.3f}" for ratio in ratios)


def hanging_sheet() -> tuple[bool, str]:
    """A sheet of 100 x 100 vertices hangs from one edge: length against rho g L^2 / (2 E t), and speed."""
    turn = (math.sqrt(0.5), 0.0, 0.0, math.sqrt(0.5))
    world = World(sleeping=False)
    form = SoftCloth.grid(columns=100, rows=100, spacing=0.02)
    cloth = world.add_soft(form, orientation=turn, stretch=2000.0, density=0.2, pins=range(100), linear_damping=3.0)
    _run(world, 4.0)
    height = cloth.positions[:, 1].reshape(100, 100).mean(axis=1)
    longer = float(np.ptp(height)) - 1.98
    wanted = 0.2 * GRAVITY * 1.98**2 / (2.0 * 2000.0)
    fastest = float(np.abs(cloth.velocities).max())
    return abs(
        longer - wanted
    ) < 1e-3 and fastest < 1e-3, f"{1e3 * longer:.3f} of {1e3 * wanted:.3f} mm, {fastest:.1e} m/s"


def slope() -> tuple[bool, str]:
    """A jelly 2 degrees below the angle of friction for 60 s."""
    angle = math.atan(0.5) - math.radians(2.0)
    turn = (0.0, 0.0, math.sin(0.5 * angle), math.cos(0.5 * angle))
    along, out = np.array((math.cos(angle), math.sin(angle), 0.0)), np.array((-math.sin(angle), math.cos(angle), 0.0))
    world = World(sleeping=False)
    place = tuple((-0.5 * out).tolist())
    world.add_body(kind=BodyKind.STATIC, shape=ShapeBox((200, 0.5, 5)), orientation=turn, position=place, friction=0.5)
    form, place = SoftSolid.lattice((3, 3, 3), 0.1), tuple((0.1535 * out).tolist())
    cube = world.add_soft(form, position=place, orientation=turn, young=1e5, friction=0.5, damping=0.01)
    _run(world, 2.0)
    start = np.array(cube.position)
    _run(world, 60.0)
    way = abs(float((np.array(cube.position) - start) @ along))
    return way < 1e-3, f"{1e3 * way:.3f} mm in 60 s"


def shots() -> tuple[bool | None, str]:
    """Balls of 1 to 30 cm at 10 to 300 m/s at cloth that is held along its border: how many pass."""
    form = SoftCloth.grid(columns=25, rows=25, spacing=0.05)
    border = np.flatnonzero(np.abs(form.points[:, [0, 2]]).max(axis=1) > 0.59)
    passed = total = 0
    for radius in (0.01, 0.02, 0.05, 0.1, 0.2, 0.3):
        for speed in (10.0, 30.0, 100.0, 300.0):
            for k in range(10):
                world = World(gravity=(0, 0, 0), sleeping=False)
                cloth = world.add_soft(form, pins=border, break_strain=math.inf, stretch=5e4)
                x, z = 0.31 * math.cos(1.1 * k) + 0.012, 0.29 * math.sin(1.7 * k) + 0.017
                ball = world.add_body(
                    shape=ShapeSphere(radius), mass=0.02 + 20.0 * radius**3, position=(x, radius + 0.5, z),
                    velocity=(0, -speed, 0), bullet=True,
                )  # fmt: skip
                _run(world, 0.5)
                place, spot = cloth.positions, ball.position
                near = np.argsort(np.hypot(place[:, 0] - spot[0], place[:, 2] - spot[2]))[:3]
                beside = max(abs(spot[0]), abs(spot[2])) > 0.6 + radius
                passed += not beside and spot[1] < place[near, 1].min() - radius
                total += 1
    return passed == 0, f"{passed} of {total} pass"


def mixture() -> tuple[bool, str]:
    """Jelly of all stiffnesses and a sheet, for ten minutes on a floor: still, finite, above it."""
    world = World()
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane())
    softs = [
        world.add_soft(SoftSolid.lattice((3, 3, 3), 0.1), position=(0.6 * k, 0.5, 0), young=10.0 ** (4 + k))
        for k in range(4)
    ]
    softs.append(world.add_soft(SoftCloth.grid(columns=20, rows=20), position=(0, 1.0, 2.0)))
    _run(world, 600.0)
    lowest = min(float(soft.positions[:, 1].min()) for soft in softs)
    fastest = max(float(np.abs(soft.velocities).max()) for soft in softs)
    return lowest > 0.0 and fastest < 0.05, f"lowest {1e3 * lowest:.2f} mm, fastest {fastest:.1e} m/s"


#: Proofs, as in `bench.long`.
PROOFS: dict[str, Callable[[], tuple[bool | None, str]]] = {
    "soft cantilever": cantilever,
    "soft hanging sheet": hanging_sheet,
    "soft on a slope, 60 s": slope,
    "soft shots at cloth": shots,
    "soft on a floor, 600 s": mixture,
}
