"""This project's soft bodies, through the public API only."""

import numpy as np

from bench.engines import kyvadlo
from bench.scenes.bodies import DT, GRAVITY, PeerScene
from bench.scenes.softs import CLOTH, TURNED, PeerSoft
from physics import BodyKind, ShapeBox, SoftCloth, SoftRope, SoftShell, SoftSolid, World


def add(world: World, soft: PeerSoft) -> object:
    """Add a soft body of a scene."""
    points, cells = soft.array, np.array(soft.cells)
    options = {"density": soft.density, "pins": soft.pins, "friction": kyvadlo.SURFACE["friction"]}
    if soft.kind == "solid":
        return world.add_soft(SoftSolid(points, cells), young=soft.stretch, poisson=soft.poisson, **options)
    if soft.kind == "rope":
        return world.add_soft(SoftRope(points), stretch=soft.stretch, **options)
    if soft.kind == "shell":
        shell = SoftShell(points, cells, pressure=soft.pressure)
        return world.add_soft(shell, stretch=soft.stretch, poisson=soft.poisson, **options)
    columns, rows, spacing = soft.grid
    form = SoftCloth.grid(columns=columns, rows=rows, spacing=spacing)
    turn = TURNED if np.ptp(points[:, 1]) > 0.0 else (0.0, 0.0, 0.0, 1.0)
    place = tuple(points.mean(axis=0).tolist())
    shear = CLOTH["shear"]
    return world.add_soft(form, position=place, orientation=turn, stretch=soft.stretch, shear=shear, **options)


class Engine(kyvadlo.Engine):
    """Kyvadlo with its default substeps."""

    def __init__(self, scene: PeerScene) -> None:
        few = World(gravity=(0.0, GRAVITY, 0.0))
        few.add_body(kind=BodyKind.STATIC, shape=ShapeBox(half_extents=(1.0, 1.0, 1.0)))
        few.add_soft(SoftSolid.lattice((1, 1, 1), 0.1), position=(0.0, 1.1, 0.0))
        few.step(DT)  # loads machine code
        self._world, self._bodies = kyvadlo.build(scene)
        self._softs = [add(self._world, soft) for soft in scene.softs]

    def vertices(self) -> tuple[np.ndarray, np.ndarray]:
        return tuple(np.concatenate([getattr(s, name) for s in self._softs]) for name in ("positions", "velocities"))

    def state(self) -> tuple[np.ndarray, ...]:
        return super().state() if self._bodies else tuple(np.zeros((0, width)) for width in (3, 4, 3, 3))
