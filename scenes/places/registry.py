"""All places by name. A place registers itself beside its code; every file of this folder is looked at."""

import dataclasses
import importlib
import pkgutil
from collections.abc import Callable, Mapping

import scenes.places
from assets.skies import Sky
from scenes.places.site import Site

_PLACES: dict[str, "Place"] = {}


@dataclasses.dataclass(frozen=True)
class Place:
    """What is around a scene. It is drawn and nothing else: the world of the scene does not know it.

    Attributes:
        name: What scenes call it.
        floor: Look of the half-spaces of the scene, as in `render.materials`; "" as the scene made them, None for none:
            the place draws a floor of its own.
        sky: Its own light, as of a room or of space; None where that of the hour is right.
        build: Puts things on a site.
    """

    name: str
    floor: str | None
    sky: Sky | None
    build: Callable[[Site], None]


def place(
    name: str, *, floor: str | None = "", sky: Sky | None = None
) -> Callable[[Callable[[Site], None]], Callable[[Site], None]]:
    """Register the function that builds a place; the arguments become its attributes.

    Raises:
        ValueError: There is a place of that name already.
    """

    def register(build: Callable[[Site], None]) -> Callable[[Site], None]:
        if name in _PLACES:
            raise ValueError(f"there is a place {name!r} already; choose another name")
        _PLACES[name] = Place(name, floor, sky, build)
        return build

    return register


def load_all() -> Mapping[str, Place]:
    """All places by name, in order."""
    for module in pkgutil.iter_modules(scenes.places.__path__):
        importlib.import_module(f"scenes.places.{module.name}")
    return dict(sorted(_PLACES.items()))


def named(name: str) -> Place:
    """A place.

    Raises:
        LookupError: There is no such place.
    """
    known = load_all()
    if name not in known:
        raise LookupError(f"unknown place {name!r}; choose one of: {', '.join(known)}")
    return known[name]
