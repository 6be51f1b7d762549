"""Space: no ground, stars all around."""

from assets.skies import SPACE
from scenes.places.registry import place
from scenes.places.site import Site


@place("space", floor=None, sky=SPACE)
def build(site: Site) -> None:
    """Nothing: that is what space is made of."""
