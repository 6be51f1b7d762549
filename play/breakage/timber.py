"""Timber, posts and bricks: what comes loose as it is, snaps in two, or breaks off over a stump."""

import dataclasses
from collections.abc import Callable, Sequence
from typing import Any

from physics import BodyDef, BodyKind, PartDef, ShapeBox, Vec3
from physics.vector import multiply, rotate
from play.breakage.breakable import Blow, Breakable, Fragment

#: Shapes that are only drawn.
DRAWN: dict[str, Any] = {"category": 0, "mask": 0, "density": 1.0}
#: Turns a cone upside down.
DOWN = (1.0, 0.0, 0.0, 0.0)
#: Thin things that are left, such as boards and shards, share this group, so that they do not touch one another: pushed
#: into each other they would find no rest, and there are many.
THIN = 7411
#: Boxes with a smaller half extent than this are so thin [m].
SLAT = 0.065
#: A board snaps where it is hit, but leaves at least this share of its length on each side.
SHORTEST = 0.2

Shatter = Callable[[Breakable, Blow], tuple[Fragment, ...]]


def loose(definition: BodyDef, **changes: object) -> BodyDef:
    """A body that stood like rock, as one that moves and is new; its origin is in its middle, if it has no look."""
    values: dict[str, Any] = {
        "kind": BodyKind.DYNAMIC, "parts": definition.parts, "id": None, "center_of_mass": None, "mass": None,
        "linear_damping": 0.05, "angular_damping": 0.5,
    }  # fmt: skip
    values |= changes
    values["parts"] = tuple(_new(part) for part in values["parts"])
    made = dataclasses.replace(definition, **values)
    if made.look is not None or len(made.parts) == 0:
        return made
    places = [Vec3(*part.offset) for part in made.parts]
    middle = sum(places, Vec3(0.0, 0.0, 0.0)) * (1.0 / len(places))
    moved = []
    for part, place in zip(made.parts, places, strict=True):
        x, y, z = place - middle
        moved.append(dataclasses.replace(part, offset=(x, y, z)))
    x, y, z = Vec3(*made.position) + rotate(made.orientation, middle)
    return dataclasses.replace(made, parts=tuple(moved), position=(x, y, z))


def _new(part: PartDef) -> PartDef:
    """A part without its number; slats do not touch one another."""
    shape = part.shape
    slat = isinstance(shape, ShapeBox) and min(shape.half_extents) < SLAT
    return dataclasses.replace(part, id=None, group=THIN if slat else part.group)


def come_off(thing: Breakable, blow: Blow) -> tuple[Fragment, ...]:
    """All bodies of a thing come off as they are."""
    return tuple(Fragment(loose(one)) for one in thing.whole)


def come_apart(*, load: float, parts: Sequence[PartDef] = ()) -> Shatter:
    """A function for `Breakables.add`: a thing of one body comes off, or in its single shapes after a hard blow.

    Args:
        load: How hard a blow takes it apart, as of `Blow.load`.
        parts: What it is once it came off, in its axes, such as without its ends in the ground; () for what it was.
    """

    def shatter(thing: Breakable, blow: Blow) -> tuple[Fragment, ...]:
        whole = loose(thing.whole[0], **({"parts": tuple(parts)} if parts else {}))
        return (Fragment(whole),) if blow.load < load else tuple(Fragment(one) for one in single_parts(whole))

    return shatter


def single_parts(definition: BodyDef) -> list[BodyDef]:
    """A body for each shape of a body, in the same place."""
    found = []
    for part in definition.parts:
        place = Vec3(*definition.position) + rotate(definition.orientation, part.offset)
        turn = multiply(definition.orientation, part.rotation)
        alone = dataclasses.replace(part, id=None, offset=(0.0, 0.0, 0.0), rotation=(0.0, 0.0, 0.0, 1.0))
        found.append(loose(definition, parts=(alone,), position=tuple(place), orientation=turn))
    return found


def snap(thing: Breakable, blow: Blow) -> tuple[Fragment, ...]:
    """A board, one box, breaks in two where it is hit; one that only lost its hold comes off whole."""
    if blow.load <= 0.0:
        return come_off(thing, blow)
    found = []
    for whole in thing.whole:
        board = single_parts(whole)[0]
        half = list(board.parts[0].shape.half_extents)  # type: ignore[attr-defined]
        axis = half.index(max(half))
        x, y, z, w = board.orientation
        hit = rotate((-x, -y, -z, w), blow.point - board.position)[axis]
        most = (1.0 - 2.0 * SHORTEST) * half[axis]
        hit = max(-most, min(most, hit))
        for low, high in ((-half[axis], hit), (hit, half[axis])):
            size, shift = list(half), [0.0, 0.0, 0.0]
            size[axis], shift[axis] = 0.5 * (high - low), 0.5 * (low + high)
            piece = dataclasses.replace(board.parts[0], shape=ShapeBox((size[0], size[1], size[2])))
            place = Vec3(*board.position) + rotate(board.orientation, shift)
            found.append(Fragment(dataclasses.replace(board, parts=(piece,), position=(place.x, place.y, place.z))))
    return tuple(found)


def break_off(*, stumps: Sequence[PartDef] = (), upper: Sequence[PartDef]) -> Shatter:
    """A function for `Breakables.add`: what stands in the ground breaks off just over it.

    Args:
        stumps: What stays, in the axes of the first body of the thing.
        upper: What falls, likewise.
    """

    def shatter(thing: Breakable, blow: Blow) -> tuple[Fragment, ...]:
        first = thing.whole[0]
        found = [Fragment(loose(first, parts=tuple(upper)))]
        if stumps:
            stump = loose(first, parts=tuple(stumps), kind=BodyKind.STATIC, name=f"{first.name} stump")
            found.append(Fragment(stump))
        return tuple(found)

    return shatter
