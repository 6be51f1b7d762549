"""Places: what the compass of the display points to, besides weapons and vehicles."""

from typing import NamedTuple

from physics import Vec3


class Place(NamedTuple):
    """A place worth going to.

    Attributes:
        name: Its name, such as "Range".
        position: Where it is [m].
        icon: What the display shows for it, one of `app.fonts.ICONS`.
    """

    name: str
    position: Vec3
    icon: str = "place"
