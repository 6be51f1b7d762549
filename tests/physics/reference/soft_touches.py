"""Touches between soft bodies by a search over all pairs, in plain float64; and what the kernels found."""

import numpy as np

from physics.kernels.layout import soft as SOFT
from physics.soft.trees import touch_count

#: As in the kernels: what is closer than the distance kept and this touches [m].
MARGIN = 0.005
#: ... and what has an outside is pushed only by what a face of it looks at.
FACING = 0.2
#: ... and folds of one surface push each other along what leads out of it.
FOLDED = 0.3


def on_segments(x, a, b):
    """Closest points of segments to points, and how far along they are; all broadcast."""
    u = b - a
    t = np.clip(((x - a) * u).sum(-1) / (u * u).sum(-1), 0.0, 1.0)
    return a + t[..., None] * u, t


def on_triangles(x, a, b, c):
    """Closest points of triangles to points, and their weights; all broadcast: the plane, or one of three sides."""
    u, v, w = b - a, c - a, x - a
    uu, uv, vv, uw, vw = (u * u).sum(-1), (u * v).sum(-1), (v * v).sum(-1), (u * w).sum(-1), (v * w).sum(-1)
    det = uu * vv - uv * uv
    s, t = (vv * uw - uv * vw) / det, (uu * vw - uv * uw) / det
    weight = np.stack([1.0 - s - t, s, t], axis=-1)
    best = a + s[..., None] * u + t[..., None] * v
    size = np.where((weight >= 0.0).all(-1), np.linalg.norm(x - best, axis=-1), np.inf)
    for k, (p, q) in enumerate(((a, b), (b, c), (c, a))):
        point, along = on_segments(x, p, q)
        away = np.linalg.norm(x - point, axis=-1)
        other = np.zeros_like(weight)
        other[..., k], other[..., (k + 1) % 3] = 1.0 - along, along
        nearer = away < size
        best, weight = np.where(nearer[..., None], point, best), np.where(nearer[..., None], other, weight)
        size = np.where(nearer, away, size)
    return best, weight


def between_segments(a, b, c, d):
    """How far along two segments their closest points are; all broadcast: inside of both, or at one of four ends."""
    u, v, w = b - a, d - c, a - c
    uu, uv, vv, uw, vw = (u * u).sum(-1), (u * v).sum(-1), (v * v).sum(-1), (u * w).sum(-1), (v * w).sum(-1)
    det = uu * vv - uv * uv
    with np.errstate(divide="ignore", invalid="ignore"):
        s, t = (uv * vw - vv * uw) / det, (uu * vw - uv * uw) / det
    inside = (det > 1e-12 * uu * vv) & (s >= 0.0) & (s <= 1.0) & (t >= 0.0) & (t <= 1.0)
    # Of parallel ones, any places side by side are: the middle of the first, if the second is there.
    beside = on_segments(0.5 * (a + b), c, d)[1]
    parallel = (det <= 1e-12 * uu * vv) & (beside > 0.0) & (beside < 1.0)
    inside |= parallel
    s, t = np.where(parallel, 0.5, s), np.where(parallel, beside, t)
    best_s, best_t = np.where(inside, s, 0.0), np.where(inside, t, 0.0)
    gap = np.linalg.norm(w + best_s[..., None] * u - best_t[..., None] * v, axis=-1)
    size = np.where(inside, gap, np.inf)
    ends = [(np.zeros_like(uu), on_segments(a, c, d)[1]), (np.ones_like(uu), on_segments(b, c, d)[1])]
    ends += [(on_segments(c, a, b)[1], np.zeros_like(uu)), (on_segments(d, a, b)[1], np.ones_like(uu))]
    for s, t in ends:
        gap = np.linalg.norm(w + s[..., None] * u - t[..., None] * v, axis=-1)
        nearer = gap < size
        best_s, best_t, size = np.where(nearer, s, best_s), np.where(nearer, t, best_t), np.where(nearer, gap, size)
    return best_s, best_t, size


class Body:
    """A soft body as the search over all pairs sees it."""

    def __init__(self, soft, number):
        record = soft._record
        made = record.structure
        self.number, self.row, self.kind = number, record.body, soft.kind
        self.place, self.rest, self.face = soft.positions.copy(), made.rest[:, :3], made.face
        self.thickness = record.dynamic["trait"][SOFT.TRAIT_THICKNESS]
        self.edge = record.lists.arrays["edge"]
        self.near = self.neighbors()
        self.surface = np.unique(made.face) if len(made.face) else np.arange(made.count)
        corners = self.place[self.face]
        normal = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
        self.normal = normal / np.linalg.norm(normal, axis=1, keepdims=True)
        self.out = np.zeros_like(self.place)
        for c in range(3):
            np.add.at(self.out, self.face[:, c], self.normal)
        if soft.kind == "rope":
            along = np.gradient(self.place, axis=0)
            along /= np.linalg.norm(along, axis=1, keepdims=True)
            self.out = np.array([0.0, 1.0, 0.0]) - along[:, 1:2] * along

    def neighbors(self):
        """Which vertices are the same one, or of a rope at most two links apart, bool [n, n]."""
        number = np.arange(len(self.place))
        return np.abs(number[:, None] - number) <= (2 if self.kind == "rope" else 0)

    @property
    def closed(self):
        return self.kind in ("solid", "shell", "cluster")

    def sharp(self, everything):
        """Edges that count."""
        if everything or self.kind == "rope":
            return np.arange(len(self.edge))
        a, b, f, g = self.edge.T
        length = np.linalg.norm(self.place[a] - self.place[b], axis=1)
        bend = np.linalg.norm(self.normal[f] - self.normal[g], axis=1)
        return np.flatnonzero((g < 0) | (bend * length / 8.0 > 2.0 * self.thickness / 4.0))


def face_touches(own, other):
    """Touches of vertices of a body with faces of another: (vertex, upper, rank, face, gap, weights, normal)."""
    found = []
    if len(other.face) == 0:
        return found
    same, distance = own is other, own.thickness + other.thickness
    a, b, c = (other.place[other.face[:, k]] for k in range(3))
    ra, rb, rc = (other.rest[other.face[:, k]] for k in range(3))
    for v in own.surface:
        x = own.place[v]
        point, weight = on_triangles(x[None], a, b, c)
        away = x - point
        gap = np.linalg.norm(away, axis=1)
        kept = np.full(len(a), distance)
        if same:
            rest = own.rest[v] - on_triangles(own.rest[v][None], ra, rb, rc)[0]
            kept = np.minimum(kept, 0.8 * np.linalg.norm(rest, axis=1))
        for f in np.flatnonzero(gap <= kept + MARGIN):
            if same and own.near[v, other.face[f]].any():
                continue
            height = (x - a[f]) @ other.normal[f]
            side = 1.0 if other.closed and not (same and other.kind == "shell") else np.copysign(1.0, height)
            if same and other.kind in ("solid", "cluster") and height < 0.0:
                continue
            normal = side * other.normal[f]
            if not (weight[f] > 0.0).all() and gap[f] > 1e-9:
                if away[f] @ normal <= 0.0:
                    continue
                normal = away[f] / gap[f]
            looks = own.normal[(own.face == v).any(axis=1)] @ normal
            if own.closed and not (same and own.kind == "shell"):
                if looks.min() >= -FACING:
                    continue
            elif same and np.abs(looks).max(initial=0.0) <= FOLDED:
                continue
            rank = gap[f] + 1e-6 * distance * (1.0 - abs(height) / gap[f])
            upper = int(normal @ own.out[v] < 0.0)
            found.append((int(v), upper, rank, int(f), gap[f], weight[f], normal))
    return found


def edge_touches(own, other):
    """Touches of the edges of two bodies: (own edge, other edge, gap, places along)."""
    found = []
    if len(own.edge) == 0 or len(other.edge) == 0:
        return found
    same, distance = own is other, own.thickness + other.thickness
    ropes = own.kind == "rope", other.kind == "rope"
    mine, others = own.sharp(ropes[1]), other.sharp(ropes[0])
    c, d = other.place[other.edge[others, 0]], other.place[other.edge[others, 1]]
    rc, rd = other.rest[other.edge[others, 0]], other.rest[other.edge[others, 1]]
    for e in mine:
        i, j = own.edge[e, :2]
        s, t, gap = between_segments(*np.broadcast_arrays(own.place[i], own.place[j], c, d))
        kept = np.full(len(others), distance)
        if same:
            rest = between_segments(*np.broadcast_arrays(own.rest[i], own.rest[j], rc, rd))[2]
            kept = np.minimum(kept, 0.8 * rest)
        inside = (np.minimum(s, t) > 0.02) & (np.maximum(s, t) < 0.98)
        for k in np.flatnonzero((gap <= kept + MARGIN) & (inside | all(ropes))):
            g = others[k]
            if same and (g <= e or own.near[np.ix_(own.edge[e, :2], own.edge[g, :2])].any()):
                continue
            if is_turned(own, other, e, g, s[k], t[k]):
                found.append((int(e), int(g), gap[k], s[k], t[k]))
    return found


def is_turned(own, other, e, g, s, t):
    """Whether faces at both edges look at the other one, of what has an outside."""
    same = own is other
    sides = [body.closed and not (same and body.kind == "shell") for body in (own, other)]
    if not any(sides) and not same:
        return True
    (a, b), (c, d) = own.place[own.edge[e, :2]], other.place[other.edge[g, :2]]
    normals = [body.normal[[f for f in body.edge[k, 2:] if f >= 0]] for body, k in ((own, e), (other, g))]
    over = np.cross(b - a, d - c)
    sine = np.linalg.norm(over) / np.linalg.norm(b - a) / np.linalg.norm(d - c)
    away = (1.0 - s) * a + s * b - (1.0 - t) * c - t * d
    if sine <= 0.1:
        return not any(sides) and is_off(normals, away / np.linalg.norm(away))
    over /= np.linalg.norm(over)
    toward = sides[1] * normals[1].sum(axis=0) @ over - sides[0] * normals[0].sum(axis=0) @ over
    out = over * np.sign(toward if abs(toward) > 0.1 else over @ away)
    if same and not is_off(normals, out):
        return False
    mine = not sides[0] or (normals[0] @ out).min(initial=0.0) < -FACING
    return mine and (not sides[1] or (normals[1] @ out).max(initial=0.0) > FACING)


def is_off(normals, out):
    """Whether a direction leads out of a surface at two edges of it, which have faces with these normals."""
    return all(len(normal) == 0 or np.abs(normal @ out).max() > FOLDED for normal in normals)


def expected(bodies, p):
    """Rows that body number p of a list owns: those of vertices as (vertex, body row, upper, ...), those of edges."""
    own = bodies[p]
    spots = [(*touch, other.row) for other in bodies for touch in face_touches(own, other)]
    rows = []
    for v in sorted({spot[0] for spot in spots}):
        best = {}
        for spot in spots:
            key = spot[7], spot[1]
            if spot[0] == v and (key not in best or (spot[2], spot[3]) < (best[key][2], best[key][3])):
                best[key] = spot
        kept = sorted(best.values(), key=lambda spot: spot[2])[: SOFT.TOUCHES]
        rows += sorted(kept, key=lambda spot: (spot[7], spot[1]))
    edges = [(*touch, other.row) for other in bodies[p:] for touch in edge_touches(own, other)]
    edge_rows = []
    for e in sorted({edge[0] for edge in edges}):
        kept = sorted((edge for edge in edges if edge[0] == e), key=lambda edge: (edge[2], edge[1]))
        edge_rows += sorted(kept[: SOFT.TOUCH_EDGES], key=lambda edge: (edge[5], edge[1]))
    return rows, edge_rows


def rows_of(soft):
    """Touches that a soft body owns: integers and numbers, copied."""
    dynamic = soft._record.dynamic
    count = touch_count(dynamic["touch"])
    return dynamic["touch"][:count].copy(), dynamic["touch_cell"][:count].copy()
