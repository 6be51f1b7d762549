"""Meshes of several materials in memory, and how they become OBJ and MTL files."""

import dataclasses
import pathlib
from collections.abc import Mapping, Sequence

import numpy as np


@dataclasses.dataclass(frozen=True, eq=False)
class Surface:
    """Triangles of one material.

    Attributes:
        positions: Corners [m], shape [n, 3].
        normals: Directions out of the surface, shape [n, 3].
        uv: Places in the picture, shape [n, 2].
        triangles: Rows of the above, shape [k, 3].
    """

    positions: np.ndarray
    normals: np.ndarray
    uv: np.ndarray
    triangles: np.ndarray


@dataclasses.dataclass(frozen=True)
class Paint:
    """What a material looks like.

    Attributes:
        picture: Name of its picture in `assets/textures`.
        color: Where pictures are not shown: red, green, blue, 0 to 1.
    """

    picture: str
    color: tuple[float, float, float]


def merge(surfaces: Sequence[Surface]) -> Surface:
    """Several surfaces of one material as one."""
    starts = np.cumsum([0, *(len(surface.positions) for surface in surfaces)])
    return Surface(
        np.concatenate([surface.positions for surface in surfaces]),
        np.concatenate([surface.normals for surface in surfaces]),
        np.concatenate([surface.uv for surface in surfaces]),
        np.concatenate([surface.triangles + start for surface, start in zip(surfaces, starts, strict=False)]),
    )


def strip(points: np.ndarray, uv: np.ndarray, normals: np.ndarray, *, closed: bool = False) -> Surface:
    """The surface through a grid of points, shape [rows, columns, 3]; closed joins the last row to the first.

    Rows along and columns to the left of it have the front up.
    """
    rows, columns = points.shape[:2]
    row = np.arange(rows if closed else rows - 1)[:, None]
    column = np.arange(columns - 1)
    a = row * columns + column
    b = (row + 1) % rows * columns + column
    corners = np.stack((a, b, b + 1, a, b + 1, a + 1), axis=-1).reshape(-1, 3)
    return Surface(points.reshape(-1, 3), normals.reshape(-1, 3), uv.reshape(-1, 2), corners)


def write_model(path: pathlib.Path, surfaces: Mapping[str, Surface], paints: Mapping[str, Paint]) -> None:
    """Write an OBJ file and its MTL file beside it.

    Args:
        path: Of the OBJ file.
        surfaces: By the names of their materials.
        paints: What the materials look like, by name.
    """
    lines = ["# Made by assets/making, do not edit", f"mtllib {path.stem}.mtl"]
    numbers = {"v": {}, "vt": {}, "vn": {}}
    faces = []
    for name, surface in surfaces.items():
        faces.append(f"usemtl {name}")
        rows = []
        for kind, values, form in (
            ("v", surface.positions, "%.3f"), ("vt", surface.uv, "%.4f"), ("vn", surface.normals, "%.2f")
        ):  # fmt: skip
            texts = [" ".join(form % (number + 0.0) for number in row) for row in np.round(values, 4).tolist()]
            known = numbers[kind]
            for text in texts:
                if text not in known:
                    known[text] = len(known) + 1
                    lines.append(f"{kind} {text}")
            rows.append([known[text] for text in texts])
        corners = [f"{place}/{in_picture}/{normal}" for place, in_picture, normal in zip(*rows, strict=True)]
        faces += [f"f {corners[a]} {corners[b]} {corners[c]}" for a, b, c in surface.triangles.tolist()]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(lines + faces) + "\n", encoding="utf-8", newline="\n")
    text = ["# Made by assets/making, do not edit"]
    for name in surfaces:
        red, green, blue = paints[name].color
        text += [f"newmtl {name}", f"Kd {red:g} {green:g} {blue:g}", "d 1"]
        text += [f"map_Kd ../textures/{paints[name].picture}.png"] if paints[name].picture else []
    path.with_suffix(".mtl").write_text("\n".join(text) + "\n", encoding="utf-8", newline="\n")
