"""What every form of a soft body is: points, what hangs them together, and a surface.

A form is a value, as shapes are: it never changes, equals any other of the same content, and may be shared by many
bodies. It knows geometry only; what it is made of is a `SoftMaterial`.
"""

import dataclasses
import hashlib
from typing import Any, ClassVar, NamedTuple, Self

import numpy as np

#: What forms can be.
KINDS = ("solid", "cloth", "rope", "shell", "cluster")


#: Attributes of a form that its rows are in, and what goes with them.
_ARRAYS = ("points", "tets", "triangles", "segments", "grid", "skin")


class Grid(NamedTuple):
    """Rows and columns of a cloth; its vertices are numbered row * columns + column.

    Attributes:
        columns: Vertices along X.
        rows: Vertices along Z.
        spacing: Distance of neighbors [m].
    """

    columns: int
    rows: int
    spacing: float


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class SoftSkin:
    """Fine surface that is carried by tetrahedra, to be drawn.

    Attributes:
        triangles: Rows of three fine vertices, int32 [k, 3].
        tet: Row of the tetrahedron that carries each fine vertex, int32 [f].
        weights: How much each of its corners counts, 0 to 1, with the sum 1, float64 [f, 4].
        uv: Places of the fine vertices in a picture, float32 [f, 2]; None without one.
    """

    triangles: np.ndarray
    tet: np.ndarray
    weights: np.ndarray
    uv: np.ndarray | None = None

    def __post_init__(self) -> None:
        for name, kind in (("triangles", np.int32), ("tet", np.int32), ("weights", np.float64), ("uv", np.float32)):
            array = getattr(self, name)
            object.__setattr__(self, name, None if array is None else locked(array, kind))

    def __reduce__(self) -> tuple[Any, ...]:
        """For copies and pickles, so that the arrays stay read-only."""
        return SoftSkin, (self.triangles, self.tet, self.weights, self.uv)

    def places(self, points: np.ndarray, tets: np.ndarray) -> np.ndarray:
        """Where the fine vertices are.

        Args:
            points: Places of the points [m], [n, 3].
            tets: Tetrahedra of the form, [m, 4].

        Returns:
            Places [m], [f, 3].
        """
        places: np.ndarray = np.einsum("fc,fck->fk", self.weights, points[tets[self.tet]])
        return places


class SoftForm:
    """Base of all forms; make a SoftSolid, SoftCloth, SoftRope, SoftShell or SoftCluster.

    All arrays are read-only.

    Attributes:
        kind: "solid", "cloth", "rope", "shell" or "cluster".
        points: Places at rest in local axes [m], float64 [n, 3].
        tets: Tetrahedra of positive volume, det [x1 - x0, x2 - x0, x3 - x0] > 0, int32 [m, 4]; [0, 4] without.
        triangles: Surface that collides, int32 [t, 3]; counterclockwise seen from outside if it is closed.
        segments: Pairs of neighbors on a rope, int32 [s, 2]; [0, 2] without.
        grid: Columns, rows and spacing of `SoftCloth.grid`, else None.
        skin: Fine surface that is drawn instead of `triangles`, or None.
    """

    kind: ClassVar[str]
    points: np.ndarray
    tets: np.ndarray
    triangles: np.ndarray
    segments: np.ndarray
    grid: Grid | None
    skin: SoftSkin | None
    _digest: bytes

    def __init__(self) -> None:
        ways = ", ".join(f"{type(self).__name__}.{way}" for way in _class_methods(type(self)))
        raise TypeError(f"{type(self).__name__} is made otherwise: by {ways or 'a class of one kind, as SoftSolid'}")

    def digest(self) -> bytes:
        """16 bytes that are equal for equal forms, and different for others."""
        return self._digest

    @property
    def volume(self) -> float:
        """Volume of the tetrahedra, or what a closed surface encloses [m^3]; 0 for cloth and ropes."""
        if len(self.tets):
            return float(tet_volumes(self.points, self.tets).sum())
        return enclosed_volume(self.points, self.triangles) if self.kind in ("shell", "cluster") else 0.0

    @property
    def extent(self) -> float:
        """Distance from the origin to the farthest point [m]."""
        return float(np.sqrt((self.points * self.points).sum(axis=1).max()))

    def __eq__(self, other: object) -> bool:
        return self._digest == other._digest if isinstance(other, SoftForm) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._digest)

    def __repr__(self) -> str:
        things = (("tetrahedra", self.tets), ("triangles", self.triangles), ("segments", self.segments))
        counts = [f"{len(rows)} {name}" for name, rows in things if len(rows)]
        return f"<{type(self).__name__} of {len(self.points)} points, {', '.join(counts)}>"

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a form does not change, so {name} cannot be set; make another {type(self).__name__}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a form does not change, so {name} cannot be deleted")

    def __setstate__(self, state: dict[str, Any]) -> None:
        for value in state.values():
            if isinstance(value, np.ndarray):
                value.flags.writeable = False
        self.__dict__.update(state)

    def parameters(self) -> dict[str, Any]:
        """Everything that it is made of, for `of_parameters`."""
        numbers = {name: value for name, value in self.__dict__.items() if name not in (*_ARRAYS, "_digest")}
        return {**{name: getattr(self, name) for name in _ARRAYS}, **numbers}

    @classmethod
    def of_parameters(cls, **parameters: Any) -> Self:
        """A form of what `parameters` returned, also after a way through a file.

        Raises:
            TypeError: Something is missing, or of another type.
            ValueError: Rows name points that there are none of.
        """
        if set(_ARRAYS) - set(parameters):
            raise TypeError(f"a form needs {', '.join(_ARRAYS)}, got {', '.join(sorted(parameters)) or 'nothing'}")
        points = parameters["points"]
        good = isinstance(points, np.ndarray) and points.ndim == 2 and points.shape[1] == 3
        if not good or not np.isfinite(points).all():
            raise ValueError("points of a form must be finite, in rows of three")
        for name, width in (("tets", 4), ("triangles", 3), ("segments", 2)):
            _check_rows(name, parameters[name], width, len(points))
        skin = parameters["skin"]
        if skin is not None:
            _check_rows("triangles of a skin", skin.triangles, 3, len(skin.tet))
            _check_rows("tet of a skin", skin.tet[:, None], 1, len(parameters["tets"]))
        grid = parameters["grid"]
        if grid is not None and grid.columns * grid.rows != len(points):
            raise ValueError(f"a grid must have as many vertices as there are points, {len(points)}")
        if len(points) == 0:
            raise ValueError("a form must have points")
        return cls.__new__(cls)._fill(**parameters)

    def _fill(
        self,
        points: np.ndarray,
        *,
        tets: np.ndarray | None = None,
        triangles: np.ndarray | None = None,
        segments: np.ndarray | None = None,
        grid: Grid | None = None,
        skin: SoftSkin | None = None,
        **numbers: float,
    ) -> Self:
        """Give a new form its content, which has been checked; numbers are further attributes of the kind."""
        arrays = {"points": locked(points + 0.0, np.float64)}  # -0 is 0
        for name, rows, width in (("tets", tets, 4), ("triangles", triangles, 3), ("segments", segments, 2)):
            arrays[name] = locked(np.empty((0, width)) if rows is None else rows, np.int32)
        text = hashlib.blake2b(repr((self.kind, grid, sorted(numbers.items()))).encode(), digest_size=16)
        fine = {} if skin is None else {name: getattr(skin, name) for name in ("triangles", "tet", "weights", "uv")}
        for array in (*arrays.values(), *fine.values()):
            text.update(b"none" if array is None else f"{array.shape}".encode() + array.tobytes())
        self.__dict__.update(arrays, grid=grid, skin=skin, **numbers, _digest=text.digest())
        return self


def _class_methods(owner: type) -> list[str]:
    return [name for name, value in vars(owner).items() if isinstance(value, classmethod) and name != "of_parameters"]


def _check_rows(name: str, rows: Any, width: int, count: int) -> None:
    """See that rows name points that there are.

    Raises:
        ValueError: They do not.
    """
    if not isinstance(rows, np.ndarray) or rows.ndim != 2 or rows.shape[1] != width or rows.dtype.kind != "i":
        raise ValueError(f"{name} must be rows of {width} integers")
    if len(rows) and not 0 <= rows.min() <= rows.max() < count:
        raise ValueError(f"{name} must name 0 to {count - 1}, got {rows.min()} to {rows.max()}")


def locked(array: np.ndarray, kind: type[np.generic]) -> np.ndarray:
    """A read-only, C-contiguous copy of an array."""
    copy = np.array(array, dtype=kind, order="C")
    copy.flags.writeable = False
    return copy


def tet_volumes(points: np.ndarray, tets: np.ndarray) -> np.ndarray:
    """Signed volume of each tetrahedron, det [x1 - x0, x2 - x0, x3 - x0] / 6 [m^3], [m]."""
    first = points[tets[:, 0]]
    a, b, c = (points[tets[:, k]] - first for k in (1, 2, 3))
    volumes: np.ndarray = (a * np.cross(b, c)).sum(axis=1) / 6.0
    return volumes


def enclosed_volume(points: np.ndarray, triangles: np.ndarray) -> float:
    """Volume inside of a closed surface [m^3]; negative if its triangles are clockwise seen from outside."""
    middle = points[triangles[:, 0]].mean(axis=0)  # far from the origin, much would cancel
    a, b, c = (points[triangles[:, k]] - middle for k in range(3))
    return float((a * np.cross(b, c)).sum()) / 6.0
