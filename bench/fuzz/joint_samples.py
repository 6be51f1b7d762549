"""A joint of every class, made from the names of its arguments: fuzz and tests know a new class by themselves."""

import dataclasses
import inspect
from collections.abc import Sequence
from typing import Any

import numpy as np

import physics
from physics import Body, Joint

#: What numbers get that have no default, such as the radius of a pinion.
NUMBER = 0.5
#: How far above its bodies the wheels of a pulley are [m].
HEIGHT = 2.0


def kinds() -> list[type[Joint]]:
    """All classes of joints that `physics` exports."""
    found = [getattr(physics, name) for name in physics.__all__ if name.startswith("Joint")]
    return [kind for kind in found if inspect.isclass(kind) and issubclass(kind, Joint) and kind is not Joint]


@dataclasses.dataclass(frozen=True)
class Site:
    """Where a joint is to be.

    Attributes:
        place: The place of joints that have one [m].
        place_a: Where those with two hold body a [m].
        place_b: Where they hold body b [m].
        axes: Three directions at right angles, rows; the second must not be along the way from a to b.
    """

    place: np.ndarray
    place_a: np.ndarray
    place_b: np.ndarray
    axes: np.ndarray

    @classmethod
    def between(cls, place_a: Sequence[float], place_b: Sequence[float]) -> "Site":
        """Between two places that are apart along x, with the axes of the world."""
        ends = np.array(place_a, float), np.array(place_b, float)
        return cls(0.5 * (ends[0] + ends[1]), *ends, np.eye(3))

    def arguments(self) -> dict[str, Any]:
        """What arguments of joints get, by their names."""
        x, y, z = self.axes
        return {
            "anchor": self.place,
            "anchor_a": self.place_a,
            "anchor_b": self.place_b,
            "ground_a": self.place_a + (0.0, HEIGHT, 0.0),
            "ground_b": self.place_b + (0.0, HEIGHT, 0.0),
            "axis": y,
            "axis_a": y,
            "axis_b": z,
            "axis_slide": x,
            "axis_turn": z,
            "axes": [x, y],
            "points": [self.place - x, self.place + 0.2 * y, self.place + x],
        }


def holds_bodies(kind: type[Joint]) -> bool:
    """Whether a class takes two bodies, not one, nor joints to couple."""
    return list(_bodies(kind)) == ["body_a", "body_b"]


def takes_the_world(kind: type[Joint]) -> bool:
    """Whether a class takes None, the world, for a body."""
    return any(parameter.annotation == Body | None for parameter in _bodies(kind).values())


def couples_joints(kind: type[Joint]) -> bool:
    """Whether a class takes a hinge and a slider."""
    return not any(name.startswith("body") for name in _bodies(kind))


def make(
    kind: type[Joint],
    a: Body | None,
    b: Body | None,
    site: Site,
    *,
    coupled: Sequence[Joint] = (),
    **options: Any,
) -> Joint:
    """A joint of a class, in no world yet: with what it needs, and the options.

    Args:
        kind: The class.
        a: One body.
        b: The other; the only one of joints with the world.
        site: Where.
        coupled: Hinge and slider for what couples joints.
        **options: More arguments of the class, or others than it would get.
    """
    bodies = coupled if couples_joints(kind) else (a, b) if holds_bodies(kind) else (b,)
    known = site.arguments()
    needed = {name: known.get(name, NUMBER) for name in required(kind)}
    return kind(*bodies, **needed | options)


def required(kind: type[Joint]) -> list[str]:
    """Keyword arguments of a class that have no default."""
    parameters = _parameters(kind)
    return [name for name, one in parameters.items() if one.kind == one.KEYWORD_ONLY and one.default is one.empty]


def _bodies(kind: type[Joint]) -> dict[str, inspect.Parameter]:
    parameters = _parameters(kind)
    return {name: one for name, one in parameters.items() if one.kind == one.POSITIONAL_OR_KEYWORD}


def _parameters(kind: type[Joint]) -> dict[str, inspect.Parameter]:
    return dict(inspect.signature(kind).parameters)
