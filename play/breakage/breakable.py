"""Breakable: one thing that can break, what it is made of, what it withstands, and what becomes of it."""

import dataclasses
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from physics import BodyDef, Vec3


class Blow(NamedTuple):
    """What broke a thing.

    Attributes:
        point: Where [m].
        way: Direction of the push on the thing, length 1; zeros if it only lost its hold.
        impulse: What it took of the push before it broke [N s].
        load: How hard the push was, over what the thing withstands: 1 or more; 0 if it only lost its hold.
    """

    point: Vec3
    way: Vec3 = Vec3(0.0, 0.0, 0.0)
    impulse: float = 0.0
    load: float = 0.0


@dataclasses.dataclass(frozen=True, slots=True)
class Fragment:
    """A body that is left when a thing breaks.

    Attributes:
        definition: What it is, and where.
        bound: Number of the fragment of the same thing, an earlier one, that it is held to; -1 for none.
        life: How long it lies about [s]; 0 for as long as nobody mends the thing.
        scrap: Whether there may be many of them, so that the oldest makes room for the newest.
    """

    definition: BodyDef
    bound: int = -1
    life: float = 0.0
    scrap: bool = False


class Kind(NamedTuple):
    """What things of a kind withstand.

    Attributes:
        name: What people call one: "pane".
        plural: What they call several.
        strength: Impulse of something hard that breaks it, in one step [N s].
        pressure: Impulse of an explosion over the area that breaks it [N s/m^2].
        cue: Kind of the cue when it breaks; "" for none.
        rooted: Share of what it takes of a blow that goes into what held it instead of its fragments.
        heavy: Whether explosions throw its fragments less than others.
        spread: How far from the blow others of its kind come off too, one for each `strength` in it [m].
    """

    name: str
    plural: str
    strength: float
    pressure: float
    cue: str
    rooted: float = 0.0
    heavy: bool = False
    spread: float = 0.0


@dataclasses.dataclass(frozen=True, eq=False)
class Breakable:
    """A thing that can break.

    Attributes:
        kind: What it withstands.
        whole: The bodies that it is, with their numbers: they go when it breaks and come back when it is mended.
        shatter: What becomes of it after a blow.
        supports: It comes off unless all things of one of these sets, by number, still stand; () for a firm stand.
        low: Low corner of the box around it [m], shape [3].
        high: High corner.
    """

    kind: Kind
    whole: tuple[BodyDef, ...]
    shatter: Callable[["Breakable", Blow], tuple[Fragment, ...]]
    supports: tuple[tuple[int, ...], ...]
    low: np.ndarray
    high: np.ndarray

    @property
    def middle(self) -> Vec3:
        """Middle of the box around it [m]."""
        return Vec3(*(0.5 * (self.low + self.high)).tolist())
