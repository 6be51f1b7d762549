"""The engines of the benchmark, one module each, every run in a process of its own.

Each module has a class `Engine(scene)` with `step()`, `contact_count()` and `state()`. `state()` returns positions,
orientations (x, y, z, w), velocities and angular velocities of the scene's bodies, in their order, in world axes.

For scenes of rays it also has `load_rays(origins, directions, max_distance)`, which brings rays into the engine's own
format, `cast()`, the only call that is timed, and `distances()`, which returns the ways to the nearest hits [m], and
infinity for none.
"""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class EngineSource:
    """Where an engine comes from.

    Attributes:
        module: Adapter, imported only in the process that runs it.
        package: Name in the package index; empty for this project's own engine.
        version: Pinned version of the package.
        imports: Module that must import for the package to be usable.
        scenes: Letters of the scenes that the adapter can build; empty for all.
        notes: By letter of a scene, what the engine does otherwise there than the scene says.
    """

    module: str
    package: str = ""
    version: str = ""
    imports: str = ""
    scenes: str = ""
    notes: dict[str, str] = field(default_factory=dict)

    def builds(self, key: str) -> bool:
        """Whether the adapter can build a scene."""
        return not self.scenes or key[0] in self.scenes


OURS = "kyvadlo"
ENGINES = {
    OURS: EngineSource("bench.engines.kyvadlo"),
    "rapier": EngineSource("bench.engines.rapier", "rapier3d", "0.36.1", "rapier3d"),
    "pybullet": EngineSource(
        "bench.engines.bullet",
        "pybullet",
        "3.2.7",
        "pybullet",
        "ABCDETHYRJ",
        notes={
            "G": "a single step takes more than a minute",
            "J": "constraints have no limits there, and a hinge is two points of its axis",
        },
    ),
    "mujoco": EngineSource(
        "bench.engines.mujoco_engine",
        "mujoco",
        "4.0.0",
        "mujoco",
        "ABCDEGJ",
        notes={
            "D": "a tree, integrated by RK4: with Euler, its default, it diverges",
            "G": "joints are constraints between free bodies",
            "J": "trees; balls are limited in the whole angle of their turn, not in twist",
        },
    ),
    "panda3d": EngineSource("bench.engines.panda", "panda3d", "1.10.16", "panda3d.bullet", "ABCE"),
}
PEERS = [name for name in ENGINES if name != OURS]
