"""Writes all models and pictures: `python -m assets.making [folder]`, by default into `assets`."""

import pathlib
import sys
from collections.abc import Callable, Mapping

from assets.making import cargo, house, plants, terrain, textures, track, yard
from assets.making.objects import Paint, Surface, write_model
from assets.png import write_png

#: Models by the names of their files: what makes them, and what their materials look like.
MODELS: dict[str, tuple[Callable[[], dict[str, Surface]], Mapping[str, Paint]]] = {
    "terrain": (terrain.make, terrain.PAINTS),
    "track": (track.make, track.PAINTS),
    "house": (house.make, house.PAINTS),
    "stairs": (house.make_stairs, house.PAINTS),
    "shutter": (house.make_shutter, house.PAINTS),
    "yard": (yard.make, yard.PAINTS),
    "oak": (plants.make_oak, plants.PAINTS),
    "birch": (plants.make_birch, plants.PAINTS),
    "spruce": (plants.make_spruce, plants.PAINTS),
    "crate": (cargo.make_crate, cargo.PAINTS),
    "banner": (cargo.make_banner, cargo.PAINTS),
    "target": (cargo.make_target, cargo.PAINTS),
}


def write_all(folder: pathlib.Path) -> None:
    """Write all files below a folder."""
    for name, (make, paints) in MODELS.items():
        write_model(folder / "models" / f"{name}.obj", make(), paints)
    for name in textures.PICTURES:
        write_png(folder / "textures" / f"{name}.png", textures.pixels_of(name), level=9)


if __name__ == "__main__":
    write_all(pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).parents[1])
