"""Models for bodies: an OBJ file in, shapes to collide and a look to draw out."""

import dataclasses
import pathlib
import warnings
from collections.abc import Sequence

import numpy as np

from assets.catalog import MeshData, load_materials, load_obj
from physics import Geometry, Shape, ShapeMesh, SoftCloth, SoftShell, SoftSolid
from physics.bodies.materials import HANDBOOK
from physics.checks import in_range, shown
from physics.shapes.base import Vector
from physics.vector import Quaternion

#: Where pictures are.
TEXTURES = pathlib.Path(__file__).parent / "textures"

#: Ways to collide that are soft bodies.
SOFT = ("soft", "shell")
#: Cells of a lattice around a model along its longest side, unless a size is given.
CELLS = 10

#: Vertices nearer than this part of the size of a model are one.
WELD = 1e-6

_ORIGIN, _UNTURNED = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 1.0)


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class Model:
    """A model, in the axes of its file, for `world.add_body(shapes=model.shapes, look=model.look)`.

    Or, of a soft one, for `world.add_soft(model.soft)`.

    Attributes:
        shapes: What it collides as: (shape, offset [m], rotation) each; none of a soft one.
        look: What it is drawn as.
        material: Name of a material of every world: that of the file if there is one of its name, else "default".
        diffuse: Color in the file, red green blue alpha 0 to 1.
        warnings: Sentences about what is wrong with the file.
        soft: What it is as a soft body, if that was asked for.
    """

    shapes: list[tuple[Shape, Vector, Quaternion]]
    look: Geometry
    material: str
    diffuse: tuple[float, float, float, float]
    warnings: tuple[str, ...] = ()
    soft: SoftSolid | SoftCloth | SoftShell | None = None


def load_model(path: str | pathlib.Path, *, scale: float = 1.0, as_: str = "mesh", cell: float | None = None) -> Model:
    """Read a model for a body or soft body. What is wrong with it is told by warnings.

    Args:
        path: OBJ file; its MTL file, if any, is looked for beside it.
        scale: Meters per unit of the file.
        as_: What it collides as: "mesh" for its triangles, which is for things that forces do not move; "hull" for its
            convex hull; "parts" for several hulls that fill it. "soft" for a soft body: a solid with the model as its
            skin if its surface is closed, else a cloth; "shell" for a hollow one, to be filled with gas or liquid.
        cell: Edge of the cells of a soft solid [m]; a tenth of its longest side, if left out.

    Raises:
        FileNotFoundError: There is no such file.
        ValueError: The file is not a complete model or no surface that a soft body can have, or an argument is out of
            range.
    """
    if as_ not in ("mesh", "hull", "parts", *SOFT):
        raise ValueError(f'as_ must be "mesh", "hull" or "parts", or "soft" or "shell", got {shown(as_)}')
    if cell is not None and as_ != "soft":
        raise ValueError(f'cell is for as_="soft", which makes a lattice; leave it out for as_="{as_}"')
    scale = in_range("scale", scale, 1e-6, 1e6, "m", "it is meters per unit of the file")
    mesh = load_obj(path)
    places = mesh.positions.astype(np.float64) * scale
    vertices, corners = weld(places)
    flat = (corners[:, 0] == corners[:, 1]) | (corners[:, 1] == corners[:, 2]) | (corners[:, 2] == corners[:, 0])
    if flat.all():
        raise ValueError(f"{path} has no triangle with an area at the scale {scale:g}; check the scale of the model")
    sentences, turned = examine(vertices, corners[~flat])
    opened = any("surface is open" in sentence for sentence in sentences)
    if as_ == "soft" and opened:
        sentences = []  # a cloth has no inside
    if turned:
        corners = corners[:, ::-1]
    sentences = tuple(f"{pathlib.Path(path).name}: {sentence}" for sentence in sentences)
    for sentence in sentences:
        warnings.warn(sentence, stacklevel=2)
    look = make_look(mesh, places, ~flat, turned=turned)
    if as_ in SOFT:
        form = make_soft(as_, vertices, corners[~flat], opened=opened, cell=cell, uv=uv_of(mesh, ~flat, turned=turned))
        return Model([], look, material_of(mesh.material), mesh.diffuse, sentences, form)
    shapes = [(shape, _ORIGIN, _UNTURNED) for shape in make_shapes(as_, vertices, corners[~flat])]
    return Model(shapes, look, material_of(mesh.material), mesh.diffuse, sentences)


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class Piece:
    """What is of one material in a model, in the axes of its file.

    Attributes:
        look: What it is drawn as, with its picture.
        material: Name of the material in the file, in small letters, without what modelers add after a point.
        diffuse: Color in the file, red green blue alpha 0 to 1.
    """

    look: Geometry
    material: str
    diffuse: tuple[float, float, float, float]


def load_pieces(path: str | pathlib.Path, *, scale: float = 1.0) -> tuple[Piece, ...]:
    """Read a model of several materials, such as a house: one piece for each, in the order of the file.

    Open surfaces are no trouble here: they are for ground and walls, see `mesh_of`.

    Args:
        path: OBJ file. Its MTL file, beside it, names the pictures (`map_Kd`); these are in `assets/textures`.
        scale: Meters per unit of the file.

    Raises:
        FileNotFoundError: There is no such file, or a picture that it names is not there.
        ValueError: The file is not a complete model, or a piece with a picture has no texture coordinates.
    """
    scale = in_range("scale", scale, 1e-6, 1e6, "m", "it is meters per unit of the file")
    pieces = []
    for mesh in load_materials(path):
        if mesh.picture and not (TEXTURES / f"{mesh.picture}.png").is_file():
            raise FileNotFoundError(
                f"{path}: material {mesh.material!r} wants the picture {mesh.picture!r}, which is not in {TEXTURES}; "
                "put the PNG file there"
            )
        if mesh.picture and not mesh.uv.any():
            raise ValueError(f"{path}: material {mesh.material!r} has a picture, but no texture coordinates; unwrap it")
        places = mesh.positions.astype(np.float64) * scale
        corner = places.reshape(-1, 3, 3)
        area = np.linalg.norm(np.cross(corner[:, 1] - corner[:, 0], corner[:, 2] - corner[:, 0]), axis=1)
        if not (area > 0.0).any():
            raise ValueError(f"{path}: material {mesh.material!r} has no triangle with an area; delete it")
        look = make_look(mesh, places, area > 0.0, turned=False)
        pieces.append(Piece(look, mesh.material.lower().split(".")[0].strip(), mesh.diffuse))
    return tuple(pieces)


def mesh_of(pieces: Sequence[Piece]) -> ShapeMesh:
    """One mesh of several pieces, to collide with: what is smooth across their borders is so for what slides there."""
    starts = np.cumsum([0, *(len(piece.look.positions) for piece in pieces)])
    corners = [piece.look.triangles + start for piece, start in zip(pieces, starts, strict=False)]
    return ShapeMesh(np.concatenate([piece.look.positions for piece in pieces]), np.concatenate(corners))


def weld(places: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Make one vertex of all corners at one place.

    Args:
        places: Corners of triangles, three rows each [m], [3 k, 3].

    Returns:
        Vertices [m], float64 [n, 3], and triangles, int32 [k, 3].
    """
    step = WELD * max(float(np.ptp(places, axis=0).max()), 1e-12)
    cells = np.round(places / step).astype(np.int64)
    _, first, inverse = np.unique(cells, axis=0, return_index=True, return_inverse=True)
    return places[first], inverse.reshape(-1, 3).astype(np.int32)


def examine(vertices: np.ndarray, triangles: np.ndarray) -> tuple[list[str], bool]:
    """What is wrong with a welded mesh, in sentences, and whether all of its triangles must be turned round."""
    edges = np.concatenate((triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [2, 0]])).astype(np.int64)
    count = len(vertices)
    forward, uses = np.unique(edges[:, 0] * count + edges[:, 1], return_counts=True)
    single = ~np.isin(forward, np.unique(edges[:, 1] * count + edges[:, 0]))
    sentences = []
    if (uses > 1).any():
        sentences.append(
            f"{int((uses > 1).sum())} edges have neighbors that face opposite ways or share them with a third; "
            "let the modeler make the normals consistent"
        )
    elif single.any():
        sentences.append(
            f"the surface is open at {int(single.sum())} edges, so it has no inside, and its mass is a guess; "
            "close it in the modeler"
        )
    corner = vertices[triangles] - vertices.mean(axis=0)
    volume = float(np.einsum("ij,ij->", corner[:, 0], np.cross(corner[:, 1], corner[:, 2]))) / 6.0
    inverted = not sentences and volume < 0.0
    if inverted:
        sentences.append("its faces point inward; they were turned round, let the modeler flip the normals")
    return sentences, inverted


def make_look(mesh: MeshData, places: np.ndarray, kept: np.ndarray, *, turned: bool) -> Geometry:
    """Triangles to draw: corners with the same place, normal and place in the picture are shared.

    Args:
        mesh: The file.
        places: Corners, three rows for each triangle [m].
        kept: Which triangles are drawn, bool [k].
        turned: Whether the order of their corners is turned round.
    """
    corner, normal, uv = (rows.reshape(len(kept), 3, -1)[kept] for rows in (places, mesh.normals, mesh.uv))
    if turned:
        corner, normal, uv = corner[:, ::-1], normal[:, ::-1], uv[:, ::-1]
    face = np.cross(corner[:, 1] - corner[:, 0], corner[:, 2] - corner[:, 0])
    # Some files have normals that contradict the order of the corners; the order decides.
    inward = np.einsum("ij,ikj->ik", face, normal) < 0.0
    normal = np.where(inward[..., None], -normal, normal)
    parts = (corner, normal, uv) if mesh.picture else (corner, normal)
    rows = np.concatenate(parts, axis=-1).reshape(3 * len(corner), -1).astype(np.float32) + np.float32(0.0)
    rows, inverse = np.unique(rows, axis=0, return_inverse=True)
    triangles = inverse.reshape(-1, 3).astype(np.int32)
    places, normals = np.ascontiguousarray(rows[:, :3]), np.ascontiguousarray(rows[:, 3:6])
    return Geometry(
        places, normals, triangles, np.ascontiguousarray(rows[:, 6:]) if mesh.picture else None, mesh.picture
    )


def make_shapes(as_: str, vertices: np.ndarray, triangles: np.ndarray) -> list[Shape]:
    """What a model collides as; see `load_model`."""
    if as_ == "mesh":
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # `examine` has told it already, with the name of the file
            return [ShapeMesh(vertices, triangles)]
    if as_ == "hull":
        from physics.shapes.hull import ShapeHull

        return [ShapeHull(vertices)]
    from physics.shapes.decomposition import decompose

    return list(decompose(vertices, triangles))


def uv_of(mesh: MeshData, kept: np.ndarray, *, turned: bool) -> np.ndarray | None:
    """Places of the corners of triangles in a picture, [3 k, 2], if the file has one; arguments as `make_look`."""
    if not mesh.picture:
        return None
    uv = mesh.uv.reshape(len(kept), 3, 2)[kept]
    return (uv[:, ::-1] if turned else uv).reshape(-1, 2)


def make_soft(
    as_: str, vertices: np.ndarray, triangles: np.ndarray, *, opened: bool, cell: float | None, uv: np.ndarray | None
) -> SoftSolid | SoftCloth | SoftShell:
    """The form of a soft body out of a welded mesh; see `load_model`."""
    used, rows = np.unique(triangles, return_inverse=True)
    places, corners = vertices[used], rows.reshape(-1, 3)
    if as_ == "shell":
        return SoftShell(places, corners)
    if opened:
        return SoftCloth(places, corners)
    size = float(np.ptp(places, axis=0).max()) / CELLS if cell is None else cell
    if uv is None:
        return SoftSolid.around(places, corners, cell=size)
    # Where the picture has a seam, a place is several vertices.
    seams, corners = np.unique(np.column_stack((corners.ravel(), uv)), axis=0, return_inverse=True)
    return SoftSolid.around(places[seams[:, 0].astype(int)], corners.reshape(-1, 3), cell=size, uv=seams[:, 1:])


def material_of(name: str) -> str:
    """The material of every world that is called so; modelers add a point and a number to names that are taken."""
    plain = name.lower().split(".")[0].strip()
    return plain if plain in {material.name for material in HANDBOOK} else "default"
