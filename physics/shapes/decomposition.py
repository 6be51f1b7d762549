"""Convex decomposition: a closed mesh as several convex hulls, for bodies that move.

It is done by CoACD (https://github.com/SarahWeiii/CoACD), which cuts the mesh where that reduces its concavity most. It
takes seconds, so scenes should keep the result. The same mesh gives the same hulls.
"""

import numpy as np

from physics import checks
from physics.shapes.hull import ShapeHull
from physics.shapes.mesh import ShapeMesh, check_triangles, check_vertices

#: Most parts: a body of more costs more than its looks are worth.
PARTS_MAX = 256
#: Bounds of the concavity that is left, in parts of the size of the mesh; those of CoACD.
CONCAVITY_MIN = 0.01
CONCAVITY_MAX = 1.0
#: Most vertices of a hull; it is collided with by its faces.
HULL_VERTICES = 64
#: Samples of the surface, and tries per cut: half of what CoACD takes by default, in half of the time.
RESOLUTION = 1000
TRIES = 75


def decompose(
    vertices: np.ndarray, triangles: np.ndarray, *, max_parts: int = 16, concavity: float = 0.05
) -> list[ShapeHull]:
    """Convex hulls that together fill a mesh, in its axes: `world.add_body(shapes=decompose(vertices, triangles))`.

    A mesh that is not closed is made so first, by a skin around it, which costs some exactness.

    Args:
        vertices: Places [m], shape [n, 3].
        triangles: Rows of three vertices each, counterclockwise seen from outside, shape [k, 3].
        max_parts: Most hulls, 1 to 256.
        concavity: How far the surface may be from that of the hulls, as a part of the size of the mesh, 0.01 to 1; less
            takes more hulls and more time.

    Returns:
        The hulls, the largest first.

    Raises:
        TypeError: An argument is of the wrong type.
        ValueError: An argument is out of range, or a part is too flat for a hull.
    """
    places = check_vertices(vertices)
    rows = check_triangles(triangles, len(places))
    count = checks.integer("max_parts", max_parts, 1, PARTS_MAX)
    hint = "0.05 is 5 % of the size of the mesh"
    limit = checks.in_range("concavity", concavity, CONCAVITY_MIN, CONCAVITY_MAX, "", hint)
    closed = ShapeMesh(places, rows, two_sided=True).is_closed
    import coacd  # here, because it is large and most programs never decompose anything

    coacd.set_log_level("error")
    parts = coacd.run_coacd(
        coacd.Mesh(places, rows),
        threshold=limit,
        max_convex_hull=count,
        preprocess_mode="off" if closed else "on",
        resolution=RESOLUTION,
        mcts_iterations=TRIES,
        decimate=True,
        max_ch_vertex=HULL_VERTICES,
        seed=1,
    )
    hulls = [ShapeHull(part[0]) for part in parts]
    return sorted(hulls, key=lambda hull: -hull.volume)
