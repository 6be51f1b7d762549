"""What rooms have in common: the light of indoors, walls over panels, windows with bars."""

import dataclasses
from collections.abc import Sequence
from typing import Any

from assets.skies import DAY, Sky
from scenes.places.site import Point, Site

#: How far panes and their bars stand before the wall, over the depth of a window, so that none hides in another.
UPRIGHT, LEVEL = 2.0, 2.2
DARK = (0.0, 0.0, 0.0)


def indoors(**light: Any) -> Sky:
    """The sky of a room: neither sun, clouds nor haze; the rest as of `Sky`."""
    return dataclasses.replace(DAY, glow=DARK, halo=DARK, disk=DARK, cloud_cover=0.0, fog=0.0, **light)


def walls(site: Site, half: float, height: float, *, tile: float, high: float, rail: float, **panels: Any) -> None:
    """Four walls of plaster, panels below them, and a rail of wood on these.

    Args:
        site: Where.
        half: Half the width of the room [m].
        height: How high it is [m].
        tile: Width of a repeat of the plaster [m].
        high: How high the panels are [m].
        rail: How high the rail is [m].
        panels: Material of the panels, and the rest as of `Site.walls`.
    """
    site.walls((half, half), height, "plaster", picture="plaster", tile=tile)
    site.walls((half - 0.01, half - 0.01), high, **panels)
    site.walls((half - 0.02, half - 0.02), rail, "wood", bottom=high)


def window(
    site: Site, away: Sequence[float], yaw: float, place: Point, half: Sequence[float], *, bar: float,
    upright: Sequence[float] = (-1.0, 0.0, 1.0), level: Sequence[float] = (),
) -> None:  # fmt: skip
    """A pane that shines as the sky behind it, in a grid of bars.

    Args:
        site: Where.
        away: As of `Site.around`.
        yaw: As of `Site.around`.
        place: Middle of the pane, as of `Site.around`; its depth counts from the wall [m].
        half: Half its width and height [m].
        bar: Half the width of a bar [m].
        upright: Where upright bars are, in halves of the width from the middle.
        level: The same of level ones.
    """
    (x, y, deep), (wide, high) = place, half
    site.sheet(site.around(away, yaw, place), half, "daylight", yaw=yaw)
    for share in upright:
        spot = site.around(away, yaw, (x + share * wide, y, UPRIGHT * deep))
        site.sheet(spot, (bar, high), "white paint", yaw=yaw)
    for share in level:
        spot = site.around(away, yaw, (x, y + share * high, LEVEL * deep))
        site.sheet(spot, (wide + bar, bar), "white paint", yaw=yaw)
