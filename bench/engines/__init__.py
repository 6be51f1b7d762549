"""The engines of the benchmark, one module each, every run in a process of its own.

Each module has a class `Engine(scene)` with `step()`, `contact_count()` and `state()`. `state()` returns positions,
orientations (x, y, z, w), velocities and angular velocities of the scene's bodies, in their order, in world axes.

For scenes of rays it also has `load_rays(origins, directions, max_distance)`, which brings rays into the engine's own
format, `cast()`, the only call that is timed, and `distances()`, which returns the ways to the nearest hits [m], and
infinity for none.

For scenes of soft bodies it has `vertices()` besides, which returns places and velocities of all their vertices, in the
order of the scene.
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
        scenes: Letters of the scenes that the adapter can build; empty for all without soft bodies.
        soft_module: Adapter for scenes with soft bodies, in the same way.
        soft_scenes: Letters of those that it can build.
        notes: By letter of a scene, what the engine does otherwise there than the scene says.
    """

    module: str
    package: str = ""
    version: str = ""
    imports: str = ""
    scenes: str = ""
    soft_module: str = ""
    soft_scenes: str = ""
    notes: dict[str, str] = field(default_factory=dict)

    def builds(self, key: str) -> bool:
        """Whether the adapter can build a scene."""
        if key in SOFT_LETTERS:
            return key in self.soft_scenes
        return bool(self.module) and (not self.scenes or key[0] in self.scenes)

    def module_for(self, key: str) -> str:
        """The adapter for a scene."""
        return self.soft_module if key in SOFT_LETTERS else self.module


SOFT_LETTERS = "KLMNOP"
OURS = "kyvadlo"
ENGINES = {
    OURS: EngineSource("bench.engines.kyvadlo", soft_module="bench.engines.soft_kyvadlo", soft_scenes=SOFT_LETTERS),
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
        "bench.engines.soft_mujoco",
        "KLMNP",
        notes={
            "D": "a tree, integrated by RK4: with Euler, its default, it diverges",
            "G": "joints are constraints between free bodies",
            "J": "trees; balls are limited in the whole angle of their turn, not in twist",
            "M": "soft bodies do not touch one another",
        },
    ),
    "newton": EngineSource(
        "", "newton", "1.8.0", "newton", soft_module="bench.engines.soft_newton", soft_scenes="KLMP"
    ),
    "panda3d": EngineSource("bench.engines.panda", "panda3d", "1.10.16", "panda3d.bullet", "ABCE"),
}
PEERS = [name for name in ENGINES if name != OURS]
