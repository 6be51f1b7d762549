"""Checks of the points and triangles that forms are made of.

Each says the rule, the value and the way out. They are told what the form is called ("a shell") and run over whole
arrays, so that they may be asked of a million triangles.
"""

from collections.abc import Sequence

import numpy as np
from scipy.spatial import cKDTree

from physics import checks
from physics.constants import SIZE_MAX, SIZE_MIN
from physics.shapes import mesh_topology
from physics.soft.forms.crossings import find_crossings
from physics.soft.forms.form import enclosed_volume
from physics.soft.forms.inside import winding_numbers

#: Most points, and most tetrahedra, triangles or segments of a form.
ELEMENTS_MAX = 1_000_000
#: Points nearer than this part of the size of a form are one.
COINCIDENT = 1e-6
#: Triangles that are lower than this part of their longest edge are too thin to be simulated, or to be drawn.
THIN, THINNEST = 0.01, 1e-6
#: A surface that encloses less than this part of the cube of its size encloses nothing.
NOTHING = 1e-9

Rows = Sequence[Sequence[int]] | np.ndarray
Points = Sequence[checks.VectorLike] | np.ndarray


def check_points(name: str, values: Points, least: int, what: str) -> np.ndarray:
    """Places as float64 [n, 3].

    Args:
        name: What the message calls them.
        values: Rows of three numbers.
        least: Fewest.
        what: What is made of them, such as "a rope".

    Raises:
        TypeError: They are no numbers.
        ValueError: They are too few or too many, have another shape, or one is not finite or too far away.
    """
    array = _as_array(name, values, 3, "fiu", what).astype(np.float64)
    if len(array) < least:
        raise ValueError(
            f"{what} needs at least {least} {name}, got {len(array)}; add some, or take a body with a ShapeSphere"
        )
    check_count(name, len(array))
    bad = np.flatnonzero(~(np.abs(array) <= SIZE_MAX).all(axis=1))
    if len(bad):
        raise ValueError(
            f"{name}[{bad[0]}] must be finite and within {SIZE_MAX:g} m, got {checks.shown(array[bad[0]].tolist())}; "
            "farther away, move the body instead"
        )
    longest = float(np.ptp(array, axis=0).max())
    if longest < 2.0 * SIZE_MIN:
        raise ValueError(
            f"{what} must be at least {2.0 * SIZE_MIN:g} m long, got {longest:.3g} m; lengths are in meters"
        )
    return array


def check_rows(name: str, values: Rows, width: int, point_count: int, what: str) -> np.ndarray:
    """Rows of vertices as int64 [k, width].

    Args:
        name: What the message calls them.
        values: Rows of whole numbers.
        width: Vertices of each.
        point_count: How many points there are.
        what: What is made of them.

    Raises:
        TypeError: They are no whole numbers.
        ValueError: There are none or too many, they have another shape, or one names a point that is not there.
    """
    array = _as_array(name, values, width, "iu", what)
    if len(array) == 0:
        raise ValueError(f"{name} must not be empty; {what} needs at least one row of {width} points")
    check_count(name, len(array))
    bad = np.flatnonzero(((array < 0) | (array >= point_count)).any(axis=1))
    if len(bad):
        raise ValueError(
            f"{name}[{bad[0]}] must name points 0 to {point_count - 1}, got {array[bad[0]].tolist()}; count from 0"
        )
    rows = array.astype(np.int64)
    ordered = np.sort(rows, axis=1)
    bad = np.flatnonzero((ordered[:, 1:] == ordered[:, :-1]).any(axis=1))
    if len(bad):
        raise ValueError(
            f"{name}[{bad[0]}] must name {width} different points, got {rows[bad[0]].tolist()}; leave that row out"
        )
    order = np.lexsort(ordered.T)
    again = np.flatnonzero((ordered[order][1:] == ordered[order][:-1]).all(axis=1))
    if len(again):
        first, second = sorted(order[again[0] : again[0] + 2].tolist())
        raise ValueError(
            f"{name} must not repeat, but {name}[{second}] = {rows[second].tolist()} has the points of "
            f"{name}[{first}]; leave one of them out"
        )
    return rows


def check_count(name: str, count: int) -> None:
    """At most a million of anything."""
    if count > ELEMENTS_MAX:
        raise ValueError(f"{name} may be at most {ELEMENTS_MAX:,}, got {count:,}; take larger cells or a coarser mesh")


def check_used(point_count: int, rows: np.ndarray, rows_name: str, points_name: str = "vertices") -> None:
    """Every point belongs to something, or it would fall out of it."""
    used = np.zeros(point_count, bool)
    used[rows] = True
    if not used.all():
        raise ValueError(
            f"every one of the {points_name} must belong to one of the {rows_name}, got {int((~used).sum())} that do "
            f"not, the first is {points_name}[{int((~used).argmax())}]; leave them out"
        )


def check_coincident(name: str, points: np.ndarray) -> None:
    """No two points at the same place."""
    _, row_of = mesh_topology.weld(points)
    order = np.argsort(row_of, kind="stable")
    again = np.flatnonzero(np.diff(row_of[order]) == 0)
    if len(again):
        first, second = order[again], order[again + 1]
    else:
        limit = COINCIDENT * float(np.ptp(points, axis=0).max())
        apart, nearest = cKDTree(points).query(points, k=2, distance_upper_bound=limit)
        first = np.flatnonzero(np.isfinite(apart[:, 1]))
        second = nearest[first].max(axis=1)
        once = second > first
        first, second = first[once], second[once]
    if len(first):
        k = int(first.argmin())
        where = checks.shown([round(c, 6) for c in points[first[k]].tolist()])
        raise ValueError(
            f"{name} must be at different places, but {name}[{second[k]}] is where {name}[{first[k]}] is, at {where}; "
            f"{len(first) - 1} others are so too: make one point of each"
        )


def check_areas(points: np.ndarray, triangles: np.ndarray, thinnest: float = THIN) -> None:
    """Triangles are not degenerate: no point, no line, no needle."""
    _, area = mesh_topology.face_normals(points, triangles)
    corners = points[triangles]
    along = np.roll(corners, -1, axis=1) - corners
    longest = (along * along).sum(axis=2).max(axis=1)
    thin = np.flatnonzero(~(area > thinnest * longest))
    if len(thin):
        first = thin[0]
        edge = np.sqrt(longest[first])
        height = area[first] / edge if edge > 0.0 else 0.0
        raise ValueError(
            f"triangles must be higher than {thinnest:g} of their longest edge, got triangles[{first}] = "
            f"{triangles[first].tolist()} with {height:.3g} m and {edge:.3g} m, and {len(thin) - 1} others; remesh "
            "them or join their points"
        )


def check_manifold(triangles: np.ndarray, what: str) -> mesh_topology.Edges:
    """No edge of more than two triangles, and the same winding on both sides of each; returns the edges."""
    edges = mesh_topology.find_edges(triangles)
    if not len(edges.crowded):
        return edges
    tail = triangles.ravel()
    tip = np.roll(triangles, -1, axis=1).ravel()
    low, high = np.minimum(tail, tip), np.maximum(tail, tip)
    for edge in edges.crowded[:1000].tolist():
        uses = np.flatnonzero((low == low[edge]) & (high == high[edge]))
        owners = ", ".join(str(row // 3) for row in uses[:4].tolist())
        ends = f"from point {low[edge]} to {high[edge]}"
        if len(uses) > 2:
            raise ValueError(
                f"an edge of {what} must belong to at most two triangles, but that {ends} belongs to {len(uses)}, "
                f"numbers {owners}; cut the surface there, or leave out those inside"
            )
    raise ValueError(
        f"the triangles of {what} must be wound alike, but triangles {owners} both pass their common edge {ends} in "
        "the same direction; turn one of them around: triangle[::-1]"
    )


def check_closed(triangles: np.ndarray, edges: mesh_topology.Edges, points: np.ndarray, what: str) -> None:
    """Every edge belongs to two triangles."""
    if len(edges.lone):
        edge = edges.lone[0]
        where = checks.shown([round(c, 6) for c in points[triangles.ravel()[edge]].tolist()])
        raise ValueError(
            f"{what} must be closed, but {len(edges.lone)} edges belong to one triangle only, the first is edge "
            f"{edge % 3} of triangle {edge // 3}, at {where} m; fill the holes, or use a SoftCloth"
        )


def check_one_piece(point_count: int, rows: np.ndarray, what: str) -> None:
    """All points hang together."""
    count, label = pieces(point_count, rows)
    if count > 1:
        other = int((label != label[0]).argmax())
        raise ValueError(
            f"{what} must be in one piece, got {count}: no way leads from point 0 to point {other}; make one of each "
            "piece, or join them"
        )


def check_outward(points: np.ndarray, triangles: np.ndarray, edges: mesh_topology.Edges, what: str) -> None:
    """A closed surface that does not cross itself encloses something, and its triangles look away from it.

    Of several pieces, each may be a body of its own or a hollow in another, and must look accordingly.
    """
    volume = enclosed_volume(points, triangles)
    size = float(np.ptp(points[triangles.ravel()], axis=0).max())
    if abs(volume) <= NOTHING * size * size * size:
        raise ValueError(f"{what} must enclose something, got {volume:.3g} m^3 in {size:.3g} m; make it thicker")
    if volume < 0.0:
        raise ValueError(
            f"{what} must be counterclockwise seen from outside, got one inside out: its volume is {volume:.3g} m^3; "
            "use triangles[:, ::-1]"
        )
    own = np.flatnonzero(edges.partner >= 0)
    count, label = components(len(triangles), own // 3, edges.partner[own] // 3)
    if count == 1:
        return
    normals, area = mesh_topology.face_normals(points, triangles)
    order = np.lexsort((area, label))
    largest = order[np.append(np.flatnonzero(np.diff(label[order])), len(order) - 1)]
    behind = points[triangles[largest]].mean(axis=1) - 1e-6 * np.sqrt(area[largest])[:, None] * normals[largest]
    bad = np.flatnonzero(np.round(winding_numbers(behind, points[triangles])) != 1.0)
    if len(bad):
        raise ValueError(
            f"every piece of {what} must be a body or a hollow in one, counterclockwise seen from where no matter is, "
            f"but that of triangle {int((label == bad[0]).argmax())} is not; turn it around, or leave it out"
        )


def check_crossings(points: np.ndarray, triangles: np.ndarray, what: str) -> None:
    """The surface neither crosses nor touches itself."""
    pairs = find_crossings(points, triangles)
    if len(pairs):
        first, second = pairs[0].tolist()
        where = checks.shown([round(c, 6) for c in points[triangles[first]].mean(axis=0).tolist()])
        raise ValueError(
            f"{what} must not cross or touch itself, but triangles {first} and {second} do, near {where} m; part them "
            "in the modeler, such as by a boolean union"
        )


def pieces(point_count: int, rows: np.ndarray) -> tuple[int, np.ndarray]:
    """How many pieces points make that rows of them join, and the piece of each point."""
    first = np.repeat(rows[:, 0], rows.shape[1] - 1)
    return components(point_count, first, rows[:, 1:].ravel())


def components(count: int, a: np.ndarray, b: np.ndarray) -> tuple[int, np.ndarray]:
    """How many groups `count` things make, of which a[i] and b[i] are joined, and the group of each."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components  # here, because it takes 40 ms and few programs need it

    graph = coo_array((np.ones(len(a), bool), (a, b)), shape=(count, count))
    number, label = connected_components(graph, directed=False)
    return int(number), label


def _as_array(name: str, values: object, width: int, kinds: str, what: str) -> np.ndarray:
    if isinstance(values, str | bytes) or not isinstance(values, np.ndarray | Sequence):
        raise TypeError(f"{name} must be a list or array of rows of {width}, got {checks.shown(values)}")
    try:
        array = np.asarray(values)
    except ValueError:  # rows of different lengths
        raise ValueError(f"{name} must be rows of {width} numbers each, got {checks.shown(values)}") from None
    if array.size == 0:
        raise ValueError(f"{name} must not be empty; {what} needs at least one row of {width} numbers")
    if array.dtype.kind not in kinds:
        kind = "numbers" if "f" in kinds else "whole numbers"
        raise TypeError(f"{name} must be an array of {kind}, got {checks.shown(array.flat[0])} of type {array.dtype}")
    if array.ndim != 2 or array.shape[1] != width:
        raise ValueError(f"{name} must have the shape [n, {width}], got {array.shape}")
    return array
