"""Checks of what joints are given."""

import math

from physics import checks, constants
from physics.bodies.body import Body
from physics.bodies.kind import BodyKind
from physics.vector import Vec3


def check_bodies(body_a: Body | None, body_b: Body | None) -> None:
    """Refuse two bodies that cannot be joined."""
    for name, body in (("body_a", body_a), ("body_b", body_b)):
        if body is not None and not isinstance(body, Body):
            raise TypeError(f"{name} must be a Body, or None for the world, got {checks.shown(body)}")
    if body_a is body_b:
        what = "the world" if body_a is None else "a body"
        raise ValueError(f"a joint needs two different bodies, got {what} twice; one of them may be None, the world")
    if not any(body is not None and body.kind == BodyKind.DYNAMIC for body in (body_a, body_b)):
        raise ValueError("one body of a joint must be dynamic, got none; nothing would move them")


def check_strength(name: str, value: float) -> float:
    """A force that may be infinite."""
    checked = checks.number(name, value)
    if not checked > 0.0:
        raise ValueError(f"{name} must be > 0, got {checks.shown(value)}; math.inf never breaks")
    return min(checked, math.inf if checked == math.inf else constants.FORCE_MAX)


def check_anchor(name: str, value: checks.VectorLike) -> Vec3:
    """A place in the world."""
    return Vec3(*checks.vector(name, value, limit=constants.POSITION_MAX, unit="m"))
