"""Settings of a world: gravity, substeps, sleep, materials. Their values are in the arrays and in the materials."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from physics import checks, constants
from physics.bodies.material import check_damping_ratio, check_hertz
from physics.bodies.table import BodyTable
from physics.kernels.layout import config as CONFIG
from physics.vector import Vec3

#: Settings that no program changes.
FIXED = {
    CONFIG.PUSH_SPEED: constants.PUSH_SPEED,
    CONFIG.HIT_SPEED: constants.HIT_SPEED,
    CONFIG.SLEEP_SPEED: constants.SLEEP_SPEED,
    CONFIG.SLEEP_TIME: constants.SLEEP_TIME,
    CONFIG.SPECULATIVE: constants.SPECULATIVE_DISTANCE,
    CONFIG.MARGIN: constants.AABB_MARGIN,
    CONFIG.MARGIN_RATIO: constants.AABB_MARGIN_RATIO,
    CONFIG.SPEED_MAX: constants.MAX_SPEED,
    CONFIG.SAG: constants.CONTACT_SAG,
    CONFIG.LOAD_ONSET: constants.LOAD_ONSET,
    CONFIG.LOAD_HOLD: constants.LOAD_HOLD,
    CONFIG.TIER_SIZE: constants.LEVEL_SIZE,
    CONFIG.RATE_LIMIT: constants.CONTACT_RATE_LIMIT,
    CONFIG.JOINT_RATIO: constants.JOINT_DAMPING_RATIO,
}


class Settings:
    """What can be adjusted of a world."""

    def __init__(self, bodies: BodyTable) -> None:
        self._bodies = bodies
        for number, value in FIXED.items():
            self._config[number] = value

    @property
    def _config(self) -> np.ndarray:
        return self._bodies.arrays.config

    @property
    def gravity(self) -> Vec3:
        """See `World.gravity`."""
        return Vec3(*self._config[CONFIG.GRAVITY : CONFIG.GRAVITY + 3].tolist())

    @gravity.setter
    def gravity(self, value: checks.VectorLike) -> None:
        checked = checks.vector("gravity", value, limit=1e6, unit="m/s^2")
        if checked != self.gravity:
            self._config[CONFIG.GRAVITY : CONFIG.GRAVITY + 3] = checked
            self._bodies.wake_all()

    @property
    def substeps(self) -> int:
        """See `World.substeps`."""
        return int(self._config[CONFIG.SUBSTEPS])

    @substeps.setter
    def substeps(self, value: int) -> None:
        low, high = constants.SUBSTEPS_MIN, constants.SUBSTEPS_MAX
        self._config[CONFIG.SUBSTEPS] = checks.integer("substeps", value, low, high)

    @property
    def sleeping(self) -> bool:
        """See `World.sleeping`."""
        return bool(self._config[CONFIG.SLEEPING])

    @sleeping.setter
    def sleeping(self, value: bool) -> None:
        checked = checks.flag("sleeping", value)
        self._config[CONFIG.SLEEPING] = checked
        if not checked:
            self._bodies.wake_all()

    @property
    def warm_starting(self) -> bool:
        """See `World.warm_starting`."""
        return bool(self._config[CONFIG.WARM])

    @warm_starting.setter
    def warm_starting(self, value: bool) -> None:
        self._config[CONFIG.WARM] = checks.flag("warm_starting", value)

    @property
    def recycling(self) -> bool:
        """See `World.recycling`."""
        return bool(self._config[CONFIG.RECYCLE])

    @recycling.setter
    def recycling(self, value: bool) -> None:
        self._config[CONFIG.RECYCLE] = constants.RECYCLE_DISTANCE * checks.flag("recycling", value)

    @property
    def restitution_threshold(self) -> float | None:
        """See `World.restitution_threshold`."""
        value = float(self._config[CONFIG.BOUNCE_SPEED])
        return None if value < 0.0 else value

    @restitution_threshold.setter
    def restitution_threshold(self, value: float | None) -> None:
        if value is None:
            self._config[CONFIG.BOUNCE_SPEED] = -constants.RESTITUTION_THRESHOLD_RATE
        else:
            hint = "or None: 1 m/s at 60 steps per second, in proportion to the step"
            checked = checks.in_range("restitution_threshold", value, 0.0, constants.MAX_SPEED, "m/s", hint)
            self._config[CONFIG.BOUNCE_SPEED] = checked

    @property
    def contact_hertz(self) -> float | None:
        """See `World.contact_hertz`."""
        return float(self._config[CONFIG.HERTZ]) if self._config[CONFIG.SOFT] else None

    @contact_hertz.setter
    def contact_hertz(self, value: float | None) -> None:
        checked = check_hertz(value)
        config = self._config
        config[CONFIG.SOFT] = checked is not None
        config[CONFIG.HERTZ] = constants.CONTACT_HERTZ if checked is None else checked
        config[CONFIG.STATIC_HERTZ] = constants.STATIC_HERTZ_FACTOR if checked is None else 1.0
        self._bodies.wake_all()

    @property
    def contact_damping_ratio(self) -> float:
        """See `World.contact_damping_ratio`."""
        return float(self._config[CONFIG.DAMPING_RATIO])

    @contact_damping_ratio.setter
    def contact_damping_ratio(self, value: float | None) -> None:
        checked = check_damping_ratio(value)
        self._config[CONFIG.DAMPING_RATIO] = constants.CONTACT_DAMPING_RATIO if checked is None else checked
        self._bodies.wake_all()

    def set_material(self, name: str, changes: Mapping[str, Any]) -> None:
        """See `World.set_material`."""
        self._bodies.materials.change(name, changes)
        self._bodies.forget_manifolds()
        self._bodies.wake_all()

    def set_friction(self, material_a: str, material_b: str, value: float) -> None:
        """See `World.set_friction`."""
        self._bodies.materials.set_friction(material_a, material_b, value)
        self._bodies.forget_manifolds()
        self._bodies.wake_all()
