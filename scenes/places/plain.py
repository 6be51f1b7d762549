"""Nothing but the ground under the sky: for scenes that build all around them themselves."""

from scenes.places.registry import place
from scenes.places.site import Site


@place("plain")
def build(site: Site) -> None:
    """Nothing."""
