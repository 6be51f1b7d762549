"""Looks of the cars."""

from physics import Body, World


def dress_chassis(world: World, chassis: Body, paint: str) -> None:
    """Add the parts of the body that are only seen."""


def dress_wheel(wheel: Body, outward: float) -> None:
    """Add the rim of a wheel."""
