"""Slow, obvious collision of convex hulls in float64, and the checks that judge the fast one.

Overlap: the largest separation over all normals of faces and all cross products of edges. Apart: the smallest distance
between any two edges, and between any vertex and any face that it stands over.
"""

import copy

import numpy as np

from bench.fuzz.narrow_phase import MARGIN
from bench.reference.collide import Manifolds, rotation_matrices
from bench.reference.polytopes import HullCases, centered, edges_of, normals_of


class Body:
    """World places of the vertices [n, V, 3] of many poses of one hull, with normals [n, F, 3] and edges."""

    def __init__(self, shape, rotation, offset):
        turn = rotation_matrices(rotation.astype(float))
        points = centered(shape)
        self.points = np.einsum("nij,vj->nvi", turn, points) + offset[:, None, :].astype(float)
        local = normals_of(shape)
        self.normals = np.einsum("nij,fj->nfi", turn, local)
        first = [face[0] for face in shape.faces]
        self.distances = (self.normals * self.points[:, first]).sum(axis=2)
        self.edges = edges_of(shape)
        along = points[self.edges[:, 1]] - points[self.edges[:, 0]]
        along /= np.linalg.norm(along, axis=1, keepdims=True)
        # Parallel edges need to be tried once only.
        unique = [along[0]]
        for direction in along[1:]:
            if max(abs(other @ direction) for other in unique) < 1.0 - 1e-12:
                unique.append(direction)
        self.directions = np.einsum("nij,ej->nei", turn, np.array(unique))
        self.faces = shape.faces
        self.extent = np.linalg.norm(points, axis=1).max()
        center = np.array(shape.solid.center) - np.array(shape.local_pose()[0])
        self.center = np.einsum("nij,j->ni", turn, center) + offset
        self.inner = (self.distances - (self.normals * self.center[:, None]).sum(axis=2)).min()

    def rows(self, rows):
        """Some of the poses."""
        some = copy.copy(self)
        for name in ("points", "normals", "distances", "directions", "center"):
            setattr(some, name, getattr(self, name)[rows])
        return some

    def ends(self):
        return self.points[:, self.edges[:, 0]], self.points[:, self.edges[:, 1]]


def shadow_gap(a, b, axis):
    """Separations [n, k] along unit axes [n, k, 3] from a to b."""
    return (axis @ b.points.transpose(0, 2, 1)).min(axis=2) - (axis @ a.points.transpose(0, 2, 1)).max(axis=2)


def sat_depth(a, b):
    """Largest separation along any axis, [n]."""
    across = np.cross(a.directions[:, :, None], b.directions[:, None, :]).reshape(len(a.points), -1, 3)
    size = np.linalg.norm(across, axis=2, keepdims=True)
    across = np.where(size > 1e-7, across / np.maximum(size, 1e-30), a.normals[:, :1])
    heights_a, heights_b = across @ a.points.transpose(0, 2, 1), across @ b.points.transpose(0, 2, 1)
    edges = np.maximum(heights_b.min(axis=2) - heights_a.max(axis=2), heights_a.min(axis=2) - heights_b.max(axis=2))
    faces = shadow_gap(a, b, np.concatenate((a.normals, -b.normals), axis=1))
    return np.maximum(edges.max(axis=1), faces.max(axis=1))


def vertex_face(points, body):
    """Smallest distance of vertices [n, v, 3] from the faces of a body that they stand over, [n]."""
    best = np.full(len(points), np.inf)
    for f, face in enumerate(body.faces):
        normal = body.normals[:, f]
        height = np.einsum("nvi,ni->nv", points, normal) - body.distances[:, f, None]
        inside = np.ones(height.shape, bool)
        for i, j in zip(face, (*face[1:], face[0]), strict=True):
            side = np.cross(body.points[:, j] - body.points[:, i], normal)
            inside &= np.einsum("nvi,ni->nv", points - body.points[:, i, None], side) <= 0.0
        # Faces that touch may be a little inside of each other after rounding.
        over = inside & (height >= -1e-6 * body.extent)
        best = np.minimum(best, np.where(over, height, np.inf).min(axis=1))
    return best


def edge_edge(a, b):
    """Smallest distance between edges, ends included, [n]."""
    p, q = (end[:, :, None] for end in a.ends())
    r, s = (end[:, None, :] for end in b.ends())
    d, e, gap = q - p, s - r, r - p
    aa, ab, bb = (d * d).sum(-1), (d * e).sum(-1), (e * e).sum(-1)
    f, g = (d * gap).sum(-1), (e * gap).sum(-1)
    determinant = aa * bb - ab * ab
    # All nine cases: both inside, and either at one of its ends.
    best = np.full(determinant.shape, np.inf)

    def consider(x, y):
        nonlocal best
        way = gap + y[..., None] * e - x[..., None] * d
        best = np.minimum(best, np.sqrt((way * way).sum(-1)))

    free = determinant > 1e-12 * aa * bb
    divisor = np.where(free, determinant, 1.0)
    x, y = (f * bb - g * ab) / divisor, (f * ab - g * aa) / divisor
    within = free & (x >= 0) & (x <= 1) & (y >= 0) & (y <= 1)
    consider(np.where(within, x, 0.0), np.where(within, y, 0.0))
    for end in (0.0, 1.0):
        still = np.full(determinant.shape, end)
        consider(still, np.clip((end * ab - g) / bb, 0.0, 1.0))
        consider(np.clip((f + end * ab) / aa, 0.0, 1.0), still)
    return best.min(axis=(1, 2))


def true_distance(a, b, far=np.inf):
    """Distances [n]; if they overlap, minus the shortest way that takes them apart; if beyond `far`, less than true."""
    distance = sat_depth(a, b)
    rows = np.flatnonzero((distance > 0.0) & (distance < far))
    if len(rows):
        a, b = a.rows(rows), b.rows(rows)
        apart = np.minimum(edge_edge(a, b), np.minimum(vertex_face(a.points, b), vertex_face(b.points, a)))
        distance[rows] = np.maximum(distance[rows], apart)
    return distance


def surface_distance(points, body):
    """How far points [n, k, 3] are from the surface of a body, at least; negative inside, [n, k]."""
    return (np.einsum("nki,nfi->nkf", points, body.normals) - body.distances[:, None]).max(axis=2)


class Triangles(Body):
    """Many triangles, corners [n, 3, 3], as flat bodies with two faces."""

    def __init__(self, corners):
        self.points = corners.astype(float)
        across = np.cross(self.points[:, 1] - self.points[:, 0], self.points[:, 2] - self.points[:, 0])
        front = across / np.linalg.norm(across, axis=1, keepdims=True)
        self.normals = np.stack((front, -front), axis=1)
        self.distances = (self.normals * self.points[:, :1]).sum(axis=2)
        self.edges = np.array([(0, 1), (1, 2), (2, 0)])
        along = self.points[:, [1, 2, 0]] - self.points
        self.directions = along / np.linalg.norm(along, axis=2, keepdims=True)
        self.faces = ((0, 1, 2), (0, 2, 1))
        self.extent = np.linalg.norm(self.points, axis=2).max()
        self.center = self.points.mean(axis=1)
        self.inner = np.inf


def bodies_of(cases: HullCases):
    return Body(cases.a, cases.rotation_a, np.zeros_like(cases.offset)), Body(cases.b, cases.rotation_b, cases.offset)


def check_hulls(cases: HullCases, manifolds: Manifolds, margin: float = MARGIN, bodies=None, preference=1.1):
    """Judge manifolds: for each rule, a boolean array [n] that is true where it is broken.

    The narrow phase gives away `preference` times 5 % of the inner radius, at most 5 mm, to keep a face where an edge
    is hardly better; with triangles twice, since it prefers their faces as well.
    """
    a, b = bodies or bodies_of(cases)
    distance = true_distance(a, b, 2.0 * margin)
    rounding = 4e-6 * (a.extent + b.extent + np.linalg.norm(cases.offset.astype(float), axis=1))
    # Vertices may be off their faces by 2e-5 of the size.
    slack = rounding + 2e-5 * (a.extent + b.extent) + preference * min(0.005, 0.05 * min(a.inner, b.inner))
    count, normal = manifolds.count, manifolds.normal.astype(float)
    touching = count > 0
    present = np.arange(4)[None, :] < count[:, None]
    separation = np.where(present, manifolds.point[:, :, 3].astype(float), np.inf)
    lowest = separation.min(axis=1)
    along = shadow_gap(a, b, normal[:, None])[:, 0]
    shift = np.where(present, separation, 0.0)[:, :, None] * 0.5 * normal[:, None, :]
    position = np.where(present[:, :, None], manifolds.point[:, :, :3].astype(float), 0.0)
    off = np.maximum(np.abs(surface_distance(position - shift, a)), np.abs(surface_distance(position + shift, b)))
    off = np.where(present, off, 0.0).max(axis=1)
    ids = np.where(present, manifolds.feature, -1 - np.arange(4)[None, :])
    ids.sort(axis=1)
    written = np.where(present[:, :, None], manifolds.point, 0.0)
    finite = np.isfinite(normal).all(axis=1) & np.isfinite(written).all(axis=(1, 2))
    gap = manifolds.point[:, 0, 3]
    return {
        "finite": ~finite,
        "at most four points": (count < 0) | (count > 4),
        "touching when near": ~touching & (distance < margin - rounding),
        "apart when far": touching & (distance > margin + rounding),
        "within the margin": touching & (np.where(present, separation, -np.inf).max(axis=1) > margin),
        "unit normal": ~(np.abs(np.linalg.norm(normal, axis=1) - 1.0) < 1e-5),
        "depth": touching & ~(np.abs(lowest - distance) <= slack),
        "normal": touching & ~(np.abs(along - distance) <= slack),
        "points on surfaces": touching & ~(off <= slack),
        "feature ids differ": touching & (ids[:, 1:] == ids[:, :-1]).any(axis=1),
        "gap": ~touching & ~((gap <= distance + rounding) & (np.abs(along - gap) <= rounding)),
    }
