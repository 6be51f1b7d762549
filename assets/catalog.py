"""Models from OBJ files as plain arrays."""

import dataclasses
import logging
import math
import pathlib

import numpy as np
import pywavefront

#: How many numbers a vertex line needs.
_NUMBERS = {"v": 3, "vt": 2, "vn": 3}

#: Where in a vertex of PyWavefront a part stands, by its name in the format string, and how many floats it has.
_PART_FLOATS = {"T2F": 2, "C3F": 3, "N3F": 3, "V3F": 3}


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class MeshData:
    """Triangles of a model: three rows each, counterclockwise seen from outside.

    Attributes:
        positions: Corners [m], float32 [n, 3].
        normals: Directions out of the surface, length 1, float32 [n, 3].
        uv: Places in the texture, float32 [n, 2]; zeros where the file has none.
        material: Name of the material of most triangles.
        diffuse: Its color, red green blue alpha 0 to 1.
        picture: Name of its picture (`map_Kd`) without folder and suffix; "" where the file has none.
    """

    positions: np.ndarray
    normals: np.ndarray
    uv: np.ndarray
    material: str
    diffuse: tuple[float, float, float, float]
    picture: str = ""


def load_obj(path: str | pathlib.Path) -> MeshData:
    """Read a model.

    Faces with more than three corners are cut into triangles; missing normals become those of the flat faces.

    Args:
        path: OBJ file; its MTL file, if any, is looked for beside it.

    Raises:
        FileNotFoundError: There is no such file.
        ValueError: The file is not a complete model.
    """
    pieces = load_materials(path)
    positions, normals, uv = (
        np.concatenate([getattr(piece, name) for piece in pieces]) for name in ("positions", "normals", "uv")
    )
    main = max(pieces, key=lambda piece: len(piece.positions))
    return dataclasses.replace(main, positions=positions, normals=normals, uv=uv)


def load_materials(path: str | pathlib.Path) -> list[MeshData]:
    """Read a model, one mesh for each of its materials, in the order of the file; else as `load_obj`."""
    path = pathlib.Path(path)
    if not path.is_file():
        raise FileNotFoundError(f"no model at {path}; check the name, or put the OBJ file there")
    _check_lines(path)
    logging.getLogger("pywavefront").setLevel(logging.ERROR)  # a missing MTL file is no news
    try:
        model = pywavefront.Wavefront(str(path), create_materials=True)
    except (pywavefront.PywavefrontException, ValueError, IndexError, KeyError, AttributeError, OSError) as error:
        raise ValueError(f"{path} is not a readable OBJ file ({error}); export it again from the modeler") from error
    materials = [material for material in model.materials.values() if len(material.vertices)]
    if not materials:
        raise ValueError(f"{path} has no faces; export the model as triangles or polygons, not as points or lines")
    return [_piece_of(material) for material in materials]


def _piece_of(material) -> MeshData:
    red, green, blue = (float(value) for value in material.diffuse[:3])
    alpha = float(material.transparency)  # the fourth value of `diffuse` is 0 after a plain Kd line: it is padded
    picture = "" if material.texture is None else pathlib.PurePath(material.texture.path).stem
    return MeshData(*_read_material(material), material.name or "default", (red, green, blue, alpha), picture)


def _check_lines(path: pathlib.Path) -> None:
    """Raise ValueError, with the line, for what PyWavefront would take without a word or answer with a traceback."""
    counts = {"v": 0, "vt": 0, "vn": 0}
    faces = 0
    for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), start=1):
        word, *values = line.split("#")[0].split() or [""]
        if word in counts:
            counts[word] += 1
            if len(values) < _NUMBERS[word] or not all(_is_number(value) for value in values):
                raise ValueError(
                    f"{path}, line {number}: {word} needs {_NUMBERS[word]} finite numbers, got {line.strip()!r}; "
                    "the file may be cut off, export it again"
                )
        elif word == "f":
            faces += 1
            _check_face(f"{path}, line {number}", values, counts)
    if not faces:
        raise ValueError(f"{path} has no faces; export the model as triangles or polygons, not as points or lines")


def _check_face(where: str, corners: list[str], counts: dict[str, int]) -> None:
    if len(corners) < 3:
        raise ValueError(f"{where}: a face needs 3 corners, got {len(corners)}; the file may be cut off")
    for corner in corners:
        for kind, text in zip(("v", "vt", "vn"), corner.split("/"), strict=False):
            if not text and kind != "v":
                continue
            index = int(text) if text.removeprefix("-").isdigit() else 0
            if not 1 <= abs(index) <= counts[kind]:
                raise ValueError(
                    f"{where}: index of {kind} must be from 1 to {counts[kind]} (or negative, counted from the end), "
                    f"got {text!r}; the file may be cut off, export it again"
                )


def _is_number(text: str) -> bool:
    try:
        return math.isfinite(float(text))
    except ValueError:
        return False


def _read_material(material) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Positions, normals and uv of the triangles of one material."""
    names = material.vertex_format.split("_")
    rows = np.array(material.vertices, np.float32).reshape(-1, sum(_PART_FLOATS[name] for name in names))
    columns = np.split(rows, np.cumsum([_PART_FLOATS[name] for name in names])[:-1], axis=1)
    parts = {name: np.ascontiguousarray(column) for name, column in zip(names, columns, strict=True)}
    positions = parts["V3F"]
    corner = positions.reshape(-1, 3, 3)
    flat = np.repeat(np.cross(corner[:, 1] - corner[:, 0], corner[:, 2] - corner[:, 0]), 3, axis=0)
    normals = parts.get("N3F", flat)
    length = np.linalg.norm(normals, axis=1, keepdims=True)
    normals = np.where(length > 1e-12, normals / np.maximum(length, 1e-12), (0.0, 1.0, 0.0)).astype(np.float32)
    uv = parts.get("T2F", np.zeros((len(positions), 2), np.float32))
    return positions, normals, uv
