"""Settings of a world: gravity, substeps, sleep, materials."""

from physics import checks, constants
from physics.kernels.layout import config as CONFIG
from physics.queries.shapes import ShapeQueries
from physics.vector import Vec3


class Settings(ShapeQueries):
    """The adjustable half of `World`."""

    def __init__(self) -> None:
        super().__init__()
        config = self._state.config
        config[CONFIG.HERTZ] = constants.CONTACT_HERTZ
        config[CONFIG.DAMPING_RATIO] = constants.CONTACT_DAMPING_RATIO
        config[CONFIG.PUSH_SPEED] = constants.PUSH_SPEED
        config[CONFIG.BOUNCE_SPEED] = constants.RESTITUTION_THRESHOLD
        config[CONFIG.HIT_SPEED] = constants.HIT_SPEED
        config[CONFIG.SLEEP_SPEED] = constants.SLEEP_SPEED
        config[CONFIG.SLEEP_TIME] = constants.SLEEP_TIME
        config[CONFIG.SPECULATIVE] = constants.SPECULATIVE_DISTANCE
        config[CONFIG.MARGIN] = constants.AABB_MARGIN
        config[CONFIG.MARGIN_RATIO] = constants.AABB_MARGIN_RATIO
        config[CONFIG.SPEED_MAX] = constants.MAX_SPEED
        config[CONFIG.SAG] = constants.CONTACT_SAG
        config[CONFIG.LOAD_ONSET] = constants.LOAD_ONSET
        config[CONFIG.LOAD_HOLD] = constants.LOAD_HOLD
        config[CONFIG.LEVEL_SIZE] = constants.LEVEL_SIZE
        config[CONFIG.RATE_LIMIT] = constants.CONTACT_RATE_LIMIT
        config[CONFIG.STATIC_HERTZ] = constants.STATIC_HERTZ_FACTOR
        config[CONFIG.JOINT_RATIO] = constants.JOINT_DAMPING_RATIO

    @property
    def gravity(self) -> Vec3:
        """Acceleration of everything with mass [m/s^2]. Changing it wakes all bodies."""
        return Vec3(*self._state.config[CONFIG.GRAVITY : CONFIG.GRAVITY + 3].tolist())

    @gravity.setter
    def gravity(self, value: checks.VectorLike) -> None:
        value = checks.vector("gravity", value, limit=1e6, unit="m/s^2")
        if value != self.gravity:
            self._state.config[CONFIG.GRAVITY : CONFIG.GRAVITY + 3] = value
            self._wake_all()

    @property
    def substeps(self) -> int:
        """Substeps per step."""
        return int(self._state.config[CONFIG.SUBSTEPS])

    @substeps.setter
    def substeps(self, value: int) -> None:
        low, high = constants.SUBSTEPS_MIN, constants.SUBSTEPS_MAX
        self._state.config[CONFIG.SUBSTEPS] = checks.integer("substeps", value, low, high)

    @property
    def sleeping(self) -> bool:
        """Whether bodies at rest stop being simulated. Turning it off wakes all bodies."""
        return bool(self._state.config[CONFIG.SLEEPING])

    @sleeping.setter
    def sleeping(self, value: bool) -> None:
        value = checks.flag("sleeping", value)
        self._state.config[CONFIG.SLEEPING] = value
        if not value:
            self._wake_all()

    @property
    def warm_starting(self) -> bool:
        """Whether contacts start from the forces of the last step. Off is for experiments."""
        return bool(self._state.config[CONFIG.WARM])

    @warm_starting.setter
    def warm_starting(self, value: bool) -> None:
        self._state.config[CONFIG.WARM] = checks.flag("warm_starting", value)

    @property
    def recycling(self) -> bool:
        """Whether contacts that hardly moved keep their points. Off is for experiments."""
        return bool(self._state.config[CONFIG.RECYCLE])

    @recycling.setter
    def recycling(self, value: bool) -> None:
        self._state.config[CONFIG.RECYCLE] = constants.RECYCLE_DISTANCE * checks.flag("recycling", value)

    @property
    def materials(self) -> tuple[str, ...]:
        """Names of all materials."""
        return self._materials.names

    def add_material(
        self, name: str, *, density: float, friction: float, restitution: float, rolling_friction: float = 0.0
    ) -> None:
        """Add a material; see `MaterialTable.add`."""
        self._materials.add(name, density, friction, restitution, rolling_friction)

    def set_friction(self, material_a: str, material_b: str, value: float) -> None:
        """Set the coefficient of friction between two materials, 0 to 10. Wakes all bodies."""
        self._materials.set_friction(material_a, material_b, value)
        self._forget_manifolds()
        self._wake_all()

    def get_friction(self, material_a: str, material_b: str) -> float:
        """Coefficient of friction between two materials."""
        return self._materials.get_friction(material_a, material_b)
