"""What soft bodies are made of: presets, and the numbers of a body that differ from them."""

import dataclasses
import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from physics import checks
from physics.constants import DENSITY_MAX, DENSITY_MIN, FRICTION_MAX, SIZE_MIN
from physics.soft.forms.form import KINDS


class Domain(NamedTuple):
    """Which values a number of a material can have.

    Attributes:
        low: Least.
        high: Largest.
        unit: Unit for messages.
        hint: The way out, for messages.
    """

    low: float
    high: float
    unit: str = ""
    hint: str = ""


#: Numbers of every kind.
_COMMON = {
    "damping": Domain(0.0, 10.0, "s", "it is a time, such as 0.002"),
    "friction": Domain(0.0, FRICTION_MAX),
    "restitution": Domain(0.0, 1.0, "", "1 keeps all speed, 0 none"),
    "yield_strain": Domain(1e-6, math.inf, "", "it is a part of the length; math.inf for never"),
    "creep": Domain(0.0, 1e6, "1/s", "5 flows in a fifth of a second"),
    "break_strain": Domain(1e-6, math.inf, "", "it is a part of the length; math.inf for never"),
}
_POISSON = Domain(math.nextafter(-1.0, 0.0), 0.49, "", "water has 0.5, rubber nearly; cork has 0")
#: Thickness counts for contacts: half of it is how far a surface keeps others away.
_THICKNESS = Domain(SIZE_MIN, 1.0, "m", "it is what contacts take for the thickness")
_BULK = {
    "young": Domain(1.0, 1e12, "Pa", "jelly has 2e4, rubber 1e6, steel 2e11"),
    "poisson": _POISSON,
    "density": Domain(DENSITY_MIN, DENSITY_MAX, "kg/m^3", "water has 1000"),
    "thickness": _THICKNESS,
    **_COMMON,
}
_MEMBRANE = {
    "stretch": Domain(1e-2, 1e10, "N/m", "it is Young's modulus times the thickness; cotton has 2000"),
    "shear": Domain(1e-3, 1e10, "N/m", "it is the shear modulus times the thickness; cotton has 400"),
    "bend": Domain(0.0, 1e6, "N m", "cotton has 2e-5"),
    "poisson": _POISSON,
    "density": Domain(1e-4, 1e4, "kg/m^2", "cotton has 0.2"),
    "thickness": _THICKNESS,
    **_COMMON,
}
_LINE = {
    "stretch": Domain(1e-2, 1e12, "N", "it is Young's modulus times the cross section; a rope has 5e4"),
    "bend": Domain(0.0, 1e9, "N m^2", "a rope has 0.01"),
    "density": Domain(1e-5, 1e4, "kg/m", "a rope of 10 mm has 0.06"),
    **_COMMON,
}
#: Which numbers the material of each kind has, and in which range.
DOMAINS: dict[str, dict[str, Domain]] = {
    "solid": _BULK,
    "cloth": _MEMBRANE,
    "rope": _LINE,
    "shell": _MEMBRANE,
    "cluster": _BULK,
}
#: What to say to somebody who asks a kind for a number that it does not have.
_INSTEAD = {
    ("young", "cloth"): "stretch is young times the thickness of the fabric",
    ("young", "shell"): "stretch is young times the thickness of the skin",
    ("young", "rope"): "stretch is young times the cross section",
    ("thickness", "rope"): "the radius is that of the SoftRope",
    ("stretch", "solid"): "young is what it resists with",
    ("stretch", "cluster"): "young is what it resists with",
}


def checked_kind(kind: str) -> str:
    """A kind of forms."""
    if not isinstance(kind, str):
        raise TypeError(f"kind of a form must be a string, got {checks.shown(kind)}")
    checks.choice("kind of a form", kind, dict.fromkeys(KINDS))
    return kind


def _checked(name: str, value: float, domain: Domain) -> float:
    low, high, unit, hint = domain
    if name == "poisson" and checks.number(name, value) <= -1.0:
        raise ValueError(f"poisson must be over -1 and at most 0.49, got {checks.shown(value)}; {hint}")
    return checks.in_range(name, value, low, high, unit, hint)


def _refuse(name: str, kind: str) -> None:
    """Say that a kind has no number of this name.

    Raises:
        TypeError: Always.
    """
    own: Mapping[str, Domain] = DOMAINS[kind]
    instead = _INSTEAD.get((name, kind))
    raise TypeError(
        f"a {kind} has no {checks.shown(name)[1:-1]}{f' ({instead})' if instead else ''}; it has: {', '.join(own)}"
    )


@dataclasses.dataclass(frozen=True, slots=True)
class SoftMaterial:
    """What a soft body is made of.

    Numbers that its kinds do not have are 0. Its density is per volume, area or length, so a material suits solids and
    clusters, or cloth and shells, or ropes.

    Attributes:
        name: Name, for people.
        kinds: Kinds of forms that it suits.
        density: Solid and cluster [kg/m^3], cloth and shell [kg/m^2], rope [kg/m].
        young: Young's modulus of a solid or cluster [Pa].
        poisson: Poisson's ratio, over -1 to 0.49: how much it narrows when it is stretched.
        stretch: Stiffness of cloth and shells, E t [N/m]; of a rope, E A [N].
        shear: Stiffness of cloth and shells against shear, G t [N/m], less than `stretch`.
        bend: Stiffness against bending of cloth and shells [N m], of a rope [N m^2].
        thickness: What contacts take for the thickness [m].
        damping: Time in which it loses a strain that nothing holds [s].
        friction: Coefficient of friction against the same material, 0 to 10.
        restitution: Part of the speed that the surface gives back, 0 to 1; what is inside is elastic by itself.
        yield_strain: Strain from which on it stays deformed; infinite for never.
        creep: How fast it flows beyond that [1/s].
        break_strain: Strain at which it tears; infinite for never.
    """

    name: str
    kinds: tuple[str, ...]
    density: float
    young: float = 0.0
    poisson: float = 0.0
    stretch: float = 0.0
    shear: float = 0.0
    bend: float = 0.0
    thickness: float = 0.0
    damping: float = 0.002
    friction: float = 0.5
    restitution: float = 0.0
    yield_strain: float = math.inf
    creep: float = 5.0
    break_strain: float = math.inf

    def __post_init__(self) -> None:
        if not isinstance(self.name, str):
            raise TypeError(f"name of a soft material must be a string, got {checks.shown(self.name)}")
        if not self.name.strip():
            raise ValueError(f"name of a soft material must not be empty, got {self.name!r}")
        domains = DOMAINS[self._check_kinds()[0]]
        for field in dataclasses.fields(self)[2:]:
            value = getattr(self, field.name)
            if field.name in domains:
                value = _checked(field.name, value, domains[field.name])
            elif checks.number(field.name, value) != 0.0:
                _refuse(field.name, self.kinds[0])
            object.__setattr__(self, field.name, float(value))
        if "shear" in domains and self.shear >= self.stretch:
            raise ValueError(
                f"shear must be less than stretch, {self.stretch:g} N/m, got {self.shear:g} N/m; the same in all "
                f"directions is stretch / (2 + 2 poisson) = {self.stretch / (2.0 + 2.0 * self.poisson):.3g} N/m"
            )

    def _check_kinds(self) -> tuple[str, ...]:
        given = self.kinds
        if isinstance(given, str) or not isinstance(given, Sequence):
            raise TypeError(f'kinds of a soft material must be a tuple such as ("solid",), got {checks.shown(given)}')
        if not given or any(kind not in KINDS for kind in given):
            raise ValueError(f"kinds of a soft material must be of {', '.join(KINDS)}, got {checks.shown(given)}")
        if any(DOMAINS[kind] is not DOMAINS[given[0]] for kind in given):
            raise ValueError(
                f"kinds of a soft material must have the same numbers, got {checks.shown(given)}; make one material "
                "for solid and cluster, one for cloth and shell, and one for ropes"
            )
        object.__setattr__(self, "kinds", tuple(given))
        return self.kinds

    def values(self, kind: str) -> dict[str, float]:
        """Its numbers that a kind has, by name."""
        return {name: getattr(self, name) for name in DOMAINS[checked_kind(kind)]}


def _bulk(name: str, young: float, poisson: float, density: float, **others: float) -> SoftMaterial:
    numbers: dict[str, Any] = {"thickness": 0.005, **others}
    return SoftMaterial(name, ("solid", "cluster"), density, young, poisson, **numbers)


def _membrane(name: str, stretch: float, bend: float, density: float, **others: float) -> SoftMaterial:
    numbers: dict[str, Any] = {"shear": 0.2 * stretch, "poisson": 0.3, **others}
    return SoftMaterial(name, ("cloth", "shell"), density, stretch=stretch, bend=bend, **numbers)


#: Materials that are known by name: estimates for things of some centimeters to some meters.
SOFT_MATERIALS: dict[str, SoftMaterial] = {
    material.name: material
    for material in (
        _bulk("jelly", 2e4, 0.45, 1000.0, damping=0.005, friction=0.4, break_strain=1.5),
        _bulk("flesh", 5e4, 0.45, 1000.0, damping=0.01, friction=0.6),
        _bulk("foam", 5e4, 0.1, 60.0, damping=0.01, friction=0.6),
        _bulk("clay", 2e5, 0.45, 1800.0, damping=0.01, friction=0.6, yield_strain=0.03, creep=5.0),
        _bulk("rubber", 1e6, 0.47, 1100.0, damping=0.002, friction=0.9),
        _bulk("hard rubber", 1e7, 0.47, 1100.0, damping=0.002, friction=0.9),
        _membrane("cotton", 2000.0, 2e-5, 0.2, thickness=0.004, friction=0.4, break_strain=0.3),
        _membrane("silk", 1000.0, 5e-6, 0.08, thickness=0.003, friction=0.2, break_strain=0.3),
        _membrane("denim", 6000.0, 2e-4, 0.4, thickness=0.005, friction=0.5, break_strain=0.3),
        # Latex of 0.3 mm, E 1 MPa, 920 kg/m^3: E t, G t = E t / (2 + 2 nu), B = E t^3 / (12 (1 - nu^2)).
        _membrane(
            "latex", 300.0, 3e-6, 0.276, shear=300.0 / 2.98, poisson=0.49,
            thickness=0.004, damping=0.003, friction=0.8, break_strain=5.0,
        ),
        # Ropes of 10 mm.
        SoftMaterial("hemp", ("rope",), 0.06, stretch=5e4, bend=1e-2, friction=0.5, break_strain=0.15),
        SoftMaterial("steel cable", ("rope",), 0.5, stretch=5e6, bend=1.0, friction=0.5, break_strain=0.02),
    )
}  # fmt: skip
#: What a form is made of if nothing is said.
DEFAULTS = {"solid": "jelly", "cloth": "cotton", "rope": "hemp", "shell": "latex", "cluster": "jelly"}


def soft_material(name: str, kind: str) -> SoftMaterial:
    """A preset.

    Args:
        name: Which.
        kind: Kind of the form that is to be made of it.

    Raises:
        TypeError: The name is no string.
        ValueError: There is none of that name, or it does not suit the kind; the message lists those that do.
    """
    checked_kind(kind)
    if not isinstance(name, str):
        raise TypeError(f"material must be a name or a SoftMaterial, got {checks.shown(name)}")
    fitting = ", ".join(key for key, material in SOFT_MATERIALS.items() if kind in material.kinds)
    if name not in SOFT_MATERIALS:
        raise ValueError(f"unknown soft material {checks.shown(name)}; for a {kind} choose one of: {fitting}")
    found = SOFT_MATERIALS[name]
    if kind not in found.kinds:
        raise ValueError(
            f"a {kind} cannot be made of {name}, which is for {' and '.join(found.kinds)}; choose one of: {fitting}"
        )
    return found


def resolved(kind: str, material: str | SoftMaterial | None = None, **given: float | None) -> SoftMaterial:
    """A material with some of its numbers replaced.

    If the stretch of a membrane is given and its shear is not, the shear changes in proportion.

    Args:
        kind: Kind of the form that is to be made of it.
        material: Name of a preset, or a material; None for the usual one of the kind.
        **given: Numbers by the names of `SoftMaterial`; None keeps that of the material.

    Raises:
        TypeError: A name or number is of the wrong type, or the kind has no number of that name.
        ValueError: A number is out of range, or the material is unknown or does not suit the kind.
    """
    domains = DOMAINS[checked_kind(kind)]
    if isinstance(material, SoftMaterial):
        if kind not in material.kinds:
            fits = " and ".join(material.kinds)
            raise ValueError(
                f"a {kind} cannot be made of {material.name}, which is for {fits}; make another SoftMaterial"
            )
        base = material
    else:
        base = soft_material(DEFAULTS[kind] if material is None else material, kind)
    changes: dict[str, Any] = {}
    for name, value in given.items():
        if name not in domains:
            _refuse(name, kind)
        if value is not None:
            changes[name] = _checked(name, value, domains[name])
    if "stretch" in changes and "shear" in domains and "shear" not in changes:
        changes["shear"] = base.shear / base.stretch * changes["stretch"]
    return dataclasses.replace(base, **changes) if changes else base
