"""The engines of the benchmark, one module each, every run in a process of its own.

Each module has a class `Engine(scene)` with `step()`, `contact_count()` and `state()`. `state()` returns positions,
orientations (x, y, z, w), velocities and angular velocities of the scene's bodies, in their order, in world axes.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class EngineSource:
    """Where an engine comes from.

    Attributes:
        module: Adapter, imported only in the process that runs it.
        package: Name in the package index; empty for this project's own engine.
        version: Pinned version of the package.
        imports: Module that must import for the package to be usable.
    """

    module: str
    package: str = ""
    version: str = ""
    imports: str = ""


OURS = "kyvadlo"
ENGINES = {
    OURS: EngineSource("app.bench.engines.kyvadlo"),
    "rapier": EngineSource("app.bench.engines.rapier", "rapier3d", "0.36.1", "rapier3d"),
    "pybullet": EngineSource("app.bench.engines.bullet", "pybullet", "3.2.7", "pybullet"),
    "mujoco": EngineSource("app.bench.engines.mujoco_engine", "mujoco", "4.0.0", "mujoco"),
    "panda3d": EngineSource("app.bench.engines.panda", "panda3d", "1.10.16", "panda3d.bullet"),
}
PEERS = [name for name in ENGINES if name != OURS]
