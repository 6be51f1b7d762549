"""Material: what a thing is made of, and how the coefficients of two make one."""

import dataclasses
import math

from physics.checks import VectorLike, in_range, shown, unit_vector
from physics.constants import (
    CONTACT_HERTZ_MAX,
    CONTACT_HERTZ_MIN,
    DAMPING_RATIO_MAX,
    DENSITY_MAX,
    DENSITY_MIN,
    FRICTION_MAX,
    GRAIN_RATIO_MAX,
)
from physics.kernels.layout import material as MATERIAL
from physics.shapes.base import Vector

#: How coefficients of two materials make one. Of two rules the later one in this order counts.
RULES = {
    "geometric_mean": MATERIAL.RULE_GEOMETRIC_MEAN,
    "average": MATERIAL.RULE_AVERAGE,
    "minimum": MATERIAL.RULE_MINIMUM,
    "multiply": MATERIAL.RULE_MULTIPLY,
    "maximum": MATERIAL.RULE_MAXIMUM,
}


@dataclasses.dataclass(frozen=True, slots=True)
class Material:
    """What a thing is made of.

    Attributes:
        name: Name, unique in a table.
        density: Density [kg/m^3].
        friction: Coefficient of friction against the same material, 0 to 10.
        restitution: Part of the speed that is left after a bounce, 0 to 1.
        rolling_friction: Coefficient of rolling friction, 0 to 10: resisting torque over normal force and radius. It
            acts on round shapes only. If it is 0, cylinders and cones have 0.004, unless a body says otherwise.
        friction_rule: How its friction and that of another make one, a key of RULES; None has no wish. Of the rules of
            two materials, that which comes later in RULES counts, and without any the geometric mean. What was set for
            the pair, and the friction of a material with itself, are not mixed.
        restitution_rule: The same for restitution; without any, the greater counts.
        contact_hertz: Frequency of its contacts [Hz] as springs below the weight that they carry alone; None for those
            of the world. Of two materials the softer counts.
        contact_damping_ratio: Damping ratio of these springs, 1 is critical; None for that of the world.
        friction_across: Coefficient of friction across `friction_axis`, against the same material; that along it is
            `friction`. With another material both are in the same proportion. None for the same in all directions.
        friction_axis: Direction with the coefficient `friction`, in body axes: the way of a skate, ski or sledge.
    """

    name: str
    density: float
    friction: float
    restitution: float
    rolling_friction: float = 0.0
    friction_rule: str | None = None
    restitution_rule: str | None = None
    contact_hertz: float | None = None
    contact_damping_ratio: float | None = None
    friction_across: float | None = None
    friction_axis: VectorLike = (1.0, 0.0, 0.0)

    def __post_init__(self) -> None:
        if not isinstance(self.name, str):
            raise TypeError(f"name of a material must be a string, got {shown(self.name)}")
        if not self.name.strip():
            raise ValueError(f"name of a material must not be empty, got {self.name!r}")
        checked = {
            "name": str(self.name),
            "density": in_range("density", self.density, DENSITY_MIN, DENSITY_MAX, "kg/m^3"),
            "friction": in_range("friction", self.friction, 0.0, FRICTION_MAX),
            "restitution": in_range("restitution", self.restitution, 0.0, 1.0, "", "1 keeps all speed, 0 none"),
            "rolling_friction": in_range("rolling_friction", self.rolling_friction, 0.0, FRICTION_MAX),
            "friction_rule": _check_rule("friction_rule", self.friction_rule),
            "restitution_rule": _check_rule("restitution_rule", self.restitution_rule),
            "contact_hertz": check_hertz(self.contact_hertz),
            "contact_damping_ratio": check_damping_ratio(self.contact_damping_ratio),
            "friction_across": self._check_across(),
            "friction_axis": unit_vector("friction_axis", self.friction_axis),
        }
        if self.contact_damping_ratio is not None and self.contact_hertz is None:
            ratio = shown(self.contact_damping_ratio)
            raise ValueError(f"contact_damping_ratio of a material needs a contact_hertz, got {ratio} alone; give both")
        for field, value in checked.items():
            object.__setattr__(self, field, value)

    def _check_across(self) -> float | None:
        if self.friction_across is None:
            return None
        across = in_range("friction_across", self.friction_across, 0.0, FRICTION_MAX)
        if not across <= GRAIN_RATIO_MAX * self.friction or not self.friction <= GRAIN_RATIO_MAX * across:
            raise ValueError(
                f"friction and friction_across must be > 0 and one at most {GRAIN_RATIO_MAX:g} times the other, got "
                f"{shown(self.friction)} and {shown(self.friction_across)}; 0.001 is smooth enough"
            )
        return across

    def row(self) -> tuple[float, ...]:
        """What the kernels need of it beside its friction, in the order of MATERIAL."""
        ratio = 0.0 if self.friction_across is None else self.friction_across / self.friction
        axis: Vector = unit_vector("friction_axis", self.friction_axis)
        return (
            RULES[self.friction_rule] if self.friction_rule else MATERIAL.RULE_NONE,
            RULES[self.restitution_rule] if self.restitution_rule else MATERIAL.RULE_NONE,
            self.contact_hertz or 0.0,
            -1.0 if self.contact_damping_ratio is None else self.contact_damping_ratio,
            ratio,
            *axis,
        )


def _check_rule(name: str, value: str | None) -> str | None:
    if value is None or (isinstance(value, str) and value in RULES):
        return value
    error = ValueError if isinstance(value, str) else TypeError
    raise error(f"{name} must be None or one of {', '.join(map(repr, RULES))}, got {shown(value)}")


def check_hertz(value: float | None) -> float | None:
    """Frequency of contacts [Hz], or None."""
    if value is None:
        return None
    return in_range("contact_hertz", value, CONTACT_HERTZ_MIN, CONTACT_HERTZ_MAX, "Hz", "or None for stiff contacts")


def check_damping_ratio(value: float | None) -> float | None:
    """Damping ratio of contacts, or None."""
    if value is None:
        return None
    return in_range("contact_damping_ratio", value, 0.0, DAMPING_RATIO_MAX, "", "1 is critical")


def mix(a: Material, b: Material) -> float:
    """Friction of two unlike materials that have no value of their own."""
    rules = [rule for rule in RULES if rule in (a.friction_rule, b.friction_rule)]
    own_a, own_b = a.friction, b.friction
    match rules[-1] if rules else "geometric_mean":
        case "average":
            return 0.5 * (own_a + own_b)
        case "minimum":
            return min(own_a, own_b)
        case "multiply":
            return own_a * own_b
        case "maximum":
            return max(own_a, own_b)
    return math.sqrt(own_a * own_b)
