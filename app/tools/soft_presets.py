"""Soft things that can be spawned."""

import dataclasses
from collections.abc import Callable, Mapping

import numpy as np

from physics import SoftCloth, SoftCluster, SoftRope, SoftShell, SoftSolid
from physics.soft.definition import SoftDef, make_definition
from physics.soft.forms.form import SoftForm

Vector = tuple[float, float, float]


@dataclasses.dataclass(frozen=True)
class SoftPreset:
    """One of them.

    Attributes:
        make: Its form, from its width [m].
        material: Name of its soft material.
        options: Further keywords of `World.add_soft`.
    """

    make: Callable[[float], SoftForm]
    material: str
    options: Mapping[str, float] = dataclasses.field(default_factory=dict)


def _cube(size: float) -> SoftForm:
    return SoftSolid.lattice(cells=(5, 5, 5), size=size / 5.0)


#: By name. Cloth is twice as wide as other things of the same size, and a rope three times as long.
PRESETS: Mapping[str, SoftPreset] = {
    "jelly cube": SoftPreset(_cube, "jelly"),
    "foam cube": SoftPreset(_cube, "foam"),
    "rubber cube": SoftPreset(_cube, "rubber"),
    "cloth": SoftPreset(lambda size: SoftCloth.grid(columns=25, rows=25, spacing=size / 12.0), "cotton"),
    "rope": SoftPreset(
        lambda size: SoftRope.line((-1.5 * size, 0.0, 0.0), (1.5 * size, 0.0, 0.0), segments=40, radius=0.01), "hemp"
    ),
    "balloon": SoftPreset(lambda size: SoftShell.ball(0.5 * size, detail=3, pressure=300.0), "latex"),
    "cluster": SoftPreset(lambda size: SoftCluster.cube(cells=(4, 4, 4), size=size / 4.0), "jelly"),
}


def soft_definition(name: str, size: float, velocity: Vector = (0.0, 0.0, 0.0)) -> SoftDef:
    """A soft thing, unturned, around the origin.

    Args:
        name: Key of PRESETS.
        size: Its width [m].
        velocity: Its velocity [m/s].
    """
    preset = PRESETS[name]
    options = {**preset.options, "name": name}
    if name == "cloth":  # neighbors of small cloth must not be thicker than far apart
        options["thickness"] = min(0.004, size / 24.0)
    return make_definition(
        preset.make(size),
        (0.0, 0.0, 0.0),
        (0.0, 0.0, 0.0, 1.0),
        velocity,
        (0.0, 0.0, 0.0),
        preset.material,
        (),
        options,
    )


def soft_mass(name: str, size: float) -> float:
    """Mass of a soft thing [kg], nearly."""
    density = soft_definition(name, 0.5).material.density
    if name == "rope":
        return density * 3.0 * size
    if name == "cloth":
        return density * 4.0 * size * size
    if name == "balloon":
        return float(density * np.pi * size * size)
    return density * size**3


def moved(definition: SoftDef, place: Vector) -> SoftDef:
    """The same somewhere else."""
    return dataclasses.replace(definition, places=definition.places + np.array(place))


def reach_of_soft(definition: SoftDef, normal: Vector) -> float:
    """How far from a surface the origin must be so that all of it is outside [m]; as `spawn.reach_of`."""
    thick = definition.form.radius if definition.form.kind == "rope" else 0.5 * definition.material.thickness
    return float((definition.places @ -np.array(normal)).max()) + thick
