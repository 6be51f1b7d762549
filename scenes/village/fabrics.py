"""Soft things of the village: flags, washing, curtains, awnings, a playground, balloons."""

import math

from physics import (
    SoftBuilt,
    Vec3,
    World,
    build_awning,
    build_balloons,
    build_castle,
    build_clothes_line,
    build_curtain,
    build_flag,
    build_hammock,
    build_tire_swing,
    build_trampoline,
)
from play import layers
from play.breakage.soft_things import SoftThings
from play.breeze import Breeze
from scenes.village import layout
from scenes.village.stuff import add_fixed, block

#: Of cloth that hangs in the open: the breeze moves it, and the air stops it.
AIRY = {"category": 1 | layers.AIRY, "linear_damping": 1.0}
#: Of what hangs where no wind is.
CALM = {"linear_damping": 2.0}
STRONG = {"break_strain": math.inf}


def build(world: World) -> None:
    """Add all of it."""
    breeze, things = Breeze(world), SoftThings(world)
    made: list[SoftBuilt] = [
        *(_flag(world, breeze, number) for number in range(len(layout.FLAGS))),
        _washing(world, breeze),
        *_curtains(world),
        *_awnings(world),
        *_garden(world),
        *_playground(world),
    ]
    bunches = [
        build_balloons(world, knot, count=3, string=1.1 + 0.3 * k, detail=1, lift=2.0, linear_damping=2.0,
                       name=f"balloons {k + 1}")
        for k, knot in enumerate(layout.BALLOONS)
    ]  # fmt: skip
    things.keep([*made, *bunches])
    things.add_thin(balloon for bunch in bunches for balloon in bunch.balloons)


def _flag(world: World, breeze: Breeze, number: int) -> SoftBuilt:
    foot, height, width, color = layout.FLAGS[number]
    flag = build_flag(
        world, foot, height=height, width=width, drop=0.65 * width, spacing=0.36, sweeps=1, color=color, radius=0.04,
        name=f"flag {number + 1}", **AIRY,
    )  # fmt: skip
    top = foot + (0.0, height, 0.0)
    breeze.add(world, top - (width, 2.0 * width, width), top + (1.2 * width, 0.5, width), share=1.2, near=60.0)
    return flag


def _washing(world: World, breeze: Breeze) -> SoftBuilt:
    start, end = layout.WASHING
    line = build_clothes_line(world, start, end, pieces=3, spacing=0.24, height=1.9, drop=1.0, name="washing", **AIRY)
    breeze.add(world, start - (0.5, 0.0, 1.5), end + (0.5, 2.2, 1.5), share=0.4, near=16.0)
    return line


def _curtains(world: World) -> list[SoftBuilt]:
    """Two beside a window, and one before the bed."""
    made: list[SoftBuilt] = []
    for number, (start, end, drop) in enumerate(layout.CURTAINS, 1):
        wide = (end - start).length > 2.0
        made.append(
            build_curtain(
                world, start, end, drop=drop, rings=9 if wide else 4, fullness=1.25 if wide else 1.8, spacing=0.28,
                radius=0.02, name=f"curtain {number}", color=(0.62, 0.24, 0.18) if wide else (0.78, 0.70, 0.50),
                **CALM,
            )
        )  # fmt: skip
    return made


def _awnings(world: World) -> list[SoftBuilt]:
    return [
        build_awning(world, start, end, depth=1.1, fall=0.35, spacing=0.3, color=(0.80, 0.30, 0.16),
                     name=f"awning {number}", **CALM)
        for number, (start, end) in enumerate(layout.AWNINGS, 1)
    ]  # fmt: skip


def _garden(world: World) -> list[SoftBuilt]:
    """A trampoline, and a hammock between two posts."""
    start, end = layout.HAMMOCK
    for k, place in enumerate((start, end), 1):
        out = 0.06 if k == 2 else -0.06
        for z in (-0.5, 0.5):
            post = block((place.x + out - 0.06, -0.5, place.z + z - 0.06),
                         (place.x + out + 0.06, place.y + 0.15, place.z + z + 0.06))  # fmt: skip
            add_fixed(world, f"hammock post {k}", [post], "wood")
    return [
        build_trampoline(world, layout.TRAMPOLINE, radius=1.8, height=0.75, rings=6, color=(0.10, 0.13, 0.20),
                         thickness=0.02, **CALM, **STRONG),
        build_hammock(world, start, end, width=1.2, spread=1.0, spacing=0.24, color=(0.30, 0.45, 0.35), **CALM,
                      **STRONG),
    ]  # fmt: skip


def _playground(world: World) -> list[SoftBuilt]:
    """A bouncy castle, and a tire that swings under a beam."""
    middle, height, half = layout.TIRE_SWING
    posts = [block((middle.x + k * half - 0.08, -0.5, middle.z - 0.08),
                   (middle.x + k * half + 0.08, height, middle.z + 0.08)) for k in (-1.0, 1.0)]  # fmt: skip
    beam = block(
        (middle.x - half - 0.3, height, middle.z - 0.08), (middle.x + half + 0.3, height + 0.16, middle.z + 0.08)
    )
    add_fixed(world, "tire swing frame", [*posts, beam], "wood")
    top = Vec3(middle.x, height, middle.z)
    return [
        build_castle(world, layout.CASTLE, width=4.0, heading=layout.CASTLE_WAY, **CALM),
        build_tire_swing(world, top, length=1.7, segments=12, heading=0.5 * math.pi, **CALM, **STRONG),
    ]
