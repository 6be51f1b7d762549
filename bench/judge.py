"""How good a final state is, by one yardstick for all engines: recomputed from the poses, never from contact lists.

Depth of overlap means the shortest way apart, exact for every pair. A sphere is a capsule without length, so that there
are only three kinds of pairs: two round bodies, a round body and a box, two boxes. In a scene with other shapes, all
pairs are measured by `closest` instead, which is slower and means the same.
"""

from dataclasses import dataclass

import numpy as np

from bench.joint_judge import energy_scale, joint_gap, limit_excess
from bench.reference import closest
from bench.reference.convex import Convexes, mold_of
from bench.reference.terrain import lost, terrain_depth
from bench.run_engine import RunResult
from bench.scenes.bodies import GRAVITY, PeerBody, PeerScene

STANDS_WITHIN = 0.5  # a pyramid has fallen when a box is further from its place than this [m]
SIMPLE_KINDS = {"sphere", "box", "capsule"}
PARALLEL = 1e-6  # sine below which two edges have no common normal; face normals cover that case


@dataclass(frozen=True)
class Quality:
    """What is left to say about a final state; lengths in meters.

    Attributes:
        finite: Whether every number is; if not, all the others are NaN or 0.
        pair_depth_max: Deepest overlap of two bodies.
        pair_depth_mean: Mean over the overlapping pairs.
        ground_depth: Deepest overlap with plane, walls or terrain.
        drift: Longest horizontal way from the start.
        sink: Longest way down from the start.
        stands: Whether no body is further than STANDS_WITHIN from its start along any axis.
        top: Highest center.
        escaped_count: Bodies whose centers are behind the plane or a wall, or under or beyond the terrain.
        kinetic_energy: Sum over the bodies [J].
        joint_gap: Widest gap between the two anchors of a joint.
        limit_excess: How far the worst joint is beyond its limits [rad].
        energy_drift: Energy won since the start, as part of what the bodies would lose by hanging straight down from
            what they hang from; only for scenes in which nothing collides.
        hit_count: Rays of the first batch that hit something.
        hit_distance: Sum of the distances of these hits.
    """

    finite: bool
    pair_depth_max: float = np.nan
    pair_depth_mean: float = np.nan
    ground_depth: float = np.nan
    drift: float = np.nan
    sink: float = np.nan
    stands: bool = False
    top: float = np.nan
    escaped_count: int = 0
    kinetic_energy: float = np.nan
    joint_gap: float = np.nan
    limit_excess: float = np.nan
    energy_drift: float = np.nan
    hit_count: int = 0
    hit_distance: float = np.nan

    @property
    def depth(self) -> float:
        """Deepest overlap of anything with anything."""
        return max(self.pair_depth_max, self.ground_depth)


@dataclass(frozen=True)
class Solids:
    """Posed shapes as arrays, one row each.

    Attributes:
        is_box: Shape [N].
        half: Half extents of boxes [m], shape [N, 3]; 0 for round bodies.
        radius: Radius of round bodies [m], shape [N].
        half_length: Half of a round body's axis [m], shape [N].
        position: Centers [m], shape [N, 3].
        rotation: Matrices whose columns are the local axes, shape [N, 3, 3].
    """

    is_box: np.ndarray
    half: np.ndarray
    radius: np.ndarray
    half_length: np.ndarray
    position: np.ndarray
    rotation: np.ndarray

    @classmethod
    def of(cls, bodies: tuple[PeerBody, ...], position: np.ndarray, orientation: np.ndarray) -> "Solids":
        """The bodies' shapes at the given poses."""
        is_box = np.array([body.kind == "box" for body in bodies])
        half = np.array([body.size if body.kind == "box" else (0.0, 0.0, 0.0) for body in bodies])
        radius = np.array([0.0 if body.kind == "box" else body.size[0] for body in bodies])
        half_length = np.array([body.size[1] if body.kind == "capsule" else 0.0 for body in bodies])
        return cls(is_box, half, radius, half_length, position, rotation_matrices(orientation))

    @classmethod
    def at_start(cls, bodies: tuple[PeerBody, ...]) -> "Solids":
        """The bodies' shapes where the scene puts them."""
        return cls.of(bodies, np.array([b.position for b in bodies]), np.array([b.orientation for b in bodies]))

    def take(self, rows: np.ndarray) -> "Solids":
        """The given rows, in the given order."""
        return Solids(*(array[rows] for array in vars(self).values()))

    @property
    def axis(self) -> np.ndarray:
        """Half of each round body's axis as a vector [m], shape [N, 3]."""
        return self.rotation[:, :, 1] * self.half_length[:, None]

    @property
    def bound(self) -> np.ndarray:
        """Radius of a sphere around each shape [m], shape [N]."""
        return np.where(self.is_box, np.linalg.norm(self.half, axis=1), self.radius + self.half_length)

    @property
    def lowest(self) -> np.ndarray:
        """Height of each shape's lowest point [m], shape [N]."""
        box = (np.abs(self.rotation[:, 1, :]) * self.half).sum(1)
        return self.position[:, 1] - box - np.abs(self.axis[:, 1]) - self.radius


def judge(scene: PeerScene, result: RunResult) -> Quality:
    """Measure the final state of a run."""
    if scene.rays:
        return Quality(finite=True, hit_count=int(result.ray_hits[0]), hit_distance=float(result.ray_distance[0]))
    state = (result.position, result.orientation, result.velocity, result.angular_velocity)
    if not all(np.isfinite(array).all() for array in state):
        return Quality(finite=False)
    solids = shapes_of(scene, result)
    measure = overlap_depths if isinstance(solids, Solids) else closest.depths
    pair_depth = measure(solids, solids, *colliding_pairs(scene, solids))
    way = result.position - np.array([body.position for body in scene.bodies])
    if scene.terrain:
        escaped = lost(scene.terrain, result.position)
    else:
        outside = np.abs(result.position[:, [0, 2]]).max(1) > scene.inner_half_width
        escaped = outside | (result.position[:, 1] < 0.0)
    return Quality(
        finite=True,
        pair_depth_max=float(pair_depth.max(initial=0.0)),
        pair_depth_mean=float(pair_depth.sum() / max(1, np.count_nonzero(pair_depth))),
        ground_depth=ground_depth(scene, solids),
        drift=float(np.hypot(way[:, 0], way[:, 2]).max()),
        sink=float(max(0.0, -way[:, 1].min())),
        stands=bool(np.abs(way).max() < STANDS_WITHIN),
        top=float(result.position[:, 1].max()),
        escaped_count=int(escaped.sum()),
        kinetic_energy=kinetic_energy(scene, solids, result),
        joint_gap=joint_gap(scene, result.position, solids.rotation),
        limit_excess=limit_excess(scene, solids.rotation),
        energy_drift=energy_drift(scene, solids, result),
    )


def shapes_of(scene: PeerScene, result: RunResult) -> Solids | Convexes:
    """The shapes of a scene at the end of a run."""
    if not scene.terrain and all(body.kind in SIMPLE_KINDS for body in scene.bodies):
        return Solids.of(scene.bodies, result.position, result.orientation)
    molds = [mold_of(body.kind, body.size) for body in scene.bodies]
    return Convexes.of(molds, result.position, rotation_matrices(result.orientation))


def ground_depth(scene: PeerScene, solids: Solids | Convexes) -> float:
    """Deepest overlap with what stands still [m]."""
    if scene.terrain:
        return terrain_depth(scene.terrain, solids)
    depth = max(0.0, float(-solids.lowest.min())) if scene.plane else 0.0
    if scene.walls:
        a, b = np.indices((len(scene.bodies), len(scene.walls))).reshape(2, -1)
        depth = max(depth, float(overlap_depths(solids, Solids.at_start(scene.walls), a, b).max()))
    return depth


def kinetic_energy(scene: PeerScene, solids: Solids | Convexes, result: RunResult) -> float:
    """Energy of motion and of rotation [J]."""
    mass = np.array([body.mass for body in scene.bodies])
    inertia = np.array([body.inertia for body in scene.bodies])
    spin = np.einsum("nji,nj->ni", solids.rotation, result.angular_velocity)
    return float(0.5 * (mass * (result.velocity**2).sum(1)).sum() + 0.5 * (inertia * spin**2).sum())


def energy_drift(scene: PeerScene, solids: Solids | Convexes, result: RunResult) -> float:
    """Energy won since the start, by the scale of `energy_scale`; NaN if the scene collides, or nothing can sink."""
    scale = 0.0 if scene.collide else energy_scale(scene)
    if scale == 0.0:
        return np.nan
    rise = [end - body.position[1] for end, body in zip(result.position[:, 1], scene.bodies, strict=True)]
    weight = [-GRAVITY * body.mass for body in scene.bodies]
    won = kinetic_energy(scene, solids, result) + float(np.dot(weight, rise))
    return won / scale


def rotation_matrices(orientation: np.ndarray) -> np.ndarray:
    """Quaternions (x, y, z, w), shape [N, 4], as matrices, shape [N, 3, 3]."""
    x, y, z, w = (orientation / np.linalg.norm(orientation, axis=1, keepdims=True)).T
    rows = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
        [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
        [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
    ]
    return np.moveaxis(np.array(rows), 2, 0)


def close_pairs(solids: Solids | Convexes) -> tuple[np.ndarray, np.ndarray]:
    """Rows a < b of all shapes whose bounding spheres overlap; every pair is looked at."""
    first, second = [], []
    bound = solids.bound
    for i in range(len(bound) - 1):
        offset = solids.position[i + 1 :] - solids.position[i]
        near = np.flatnonzero(np.einsum("ni,ni->n", offset, offset) < (bound[i + 1 :] + bound[i]) ** 2)
        first.append(np.full(len(near), i))
        second.append(near + i + 1)
    return (np.concatenate(first), np.concatenate(second)) if first else (np.zeros(0, int), np.zeros(0, int))


def colliding_pairs(scene: PeerScene, solids: Solids | Convexes) -> tuple[np.ndarray, np.ndarray]:
    """Close pairs that must not overlap: none in a scene without collision, and not the two bodies of a joint."""
    if not scene.collide:
        return np.zeros(0, int), np.zeros(0, int)
    a, b = close_pairs(solids)
    joined = [(min(joint.body_a, joint.body_b), max(joint.body_a, joint.body_b)) for joint in scene.joints]
    count = len(scene.bodies)
    apart = ~np.isin(a * count + b, [low * count + high for low, high in joined])
    return a[apart], b[apart]


def overlap_depths(solids_a: Solids, solids_b: Solids, rows_a: np.ndarray, rows_b: np.ndarray) -> np.ndarray:
    """How far each pair of rows overlaps [m], 0 when apart."""
    a, b = solids_a.take(rows_a), solids_b.take(rows_b)
    depth = np.zeros(len(rows_a))
    for a_is_box, b_is_box, measure in (
        (False, False, depth_round_round),
        (False, True, depth_round_box),
        (True, False, lambda box, other: depth_round_box(other, box)),
        (True, True, depth_box_box),
    ):
        rows = np.flatnonzero((a.is_box == a_is_box) & (b.is_box == b_is_box))
        if len(rows):
            depth[rows] = measure(a.take(rows), b.take(rows))
    return np.maximum(depth, 0.0)


def depth_round_round(a: Solids, b: Solids) -> np.ndarray:
    """Overlap of two spheres or capsules: radii less the distance of the axes."""
    return a.radius + b.radius - segment_distance(a.position, a.axis, b.position, b.axis)


def segment_distance(center_a: np.ndarray, axis_a: np.ndarray, center_b: np.ndarray, axis_b: np.ndarray) -> np.ndarray:
    """Distance of the segments center +- axis [m].

    The least distance is reached where neither end is nearer, or at one of the four ends: all five are tried.
    """
    offset = center_a - center_b
    aa, bb, ab = (np.einsum("ni,ni->n", u, v) for u, v in ((axis_a, axis_a), (axis_b, axis_b), (axis_a, axis_b)))
    ao, bo = np.einsum("ni,ni->n", axis_a, offset), np.einsum("ni,ni->n", axis_b, offset)

    def along(numerator: np.ndarray, denominator: np.ndarray) -> np.ndarray:
        """The quotient within [-1, 1], 0 where the denominator vanishes."""
        safe = np.where(denominator > 1e-18, denominator, 1.0)
        return np.where(denominator > 1e-18, np.clip(numerator / safe, -1.0, 1.0), 0.0)

    candidates = [along(ab * bo - bb * ao, aa * bb - ab * ab), np.ones_like(aa), -np.ones_like(aa)]
    candidates += [along(end * ab - ao, aa) for end in (1.0, -1.0)]  # nearest to an end of b
    best = np.full(len(aa), np.inf)
    for s in candidates:
        t = along(s * ab + bo, bb)
        gap = offset + s[:, None] * axis_a - t[:, None] * axis_b
        best = np.minimum(best, np.linalg.norm(gap, axis=1))
    return best


def depth_round_box(a: Solids, b: Solids) -> np.ndarray:
    """Overlap of a sphere or capsule with a box.

    While the axis is outside of the box, the radius less the distance. The distance to a convex body is a convex
    function along a line, so that a search in thirds finds its minimum. An axis inside must be pushed out first.
    """
    center = np.einsum("nji,nj->ni", b.rotation, a.position - b.position)
    axis = np.einsum("nji,nj->ni", b.rotation, a.axis)

    def distance(t: np.ndarray) -> np.ndarray:
        return np.linalg.norm(np.maximum(np.abs(center + t[:, None] * axis) - b.half, 0.0), axis=1)

    low, high = np.full(len(center), -1.0), np.full(len(center), 1.0)
    for _ in range(60 if axis.any() else 0):
        third = (high - low) / 3
        left = distance(low + third) < distance(high - third)
        low, high = np.where(left, low, low + third), np.where(left, high - third, high)
    outside = distance((low + high) / 2)
    stick = axis[:, :, None] * [1.0, 0.0, 0.0]  # a box with one long and two empty sides
    faces = np.broadcast_to(np.eye(3), stick.shape)
    inside = least_overlap(center, stick, faces * b.half[:, None, :], [*np.moveaxis(faces, 2, 0)])
    return a.radius + np.where(outside > 0.0, -outside, np.maximum(inside, 0.0))


def depth_box_box(a: Solids, b: Solids) -> np.ndarray:
    """Overlap of two boxes."""
    sides_a, sides_b = a.rotation * a.half[:, None, :], b.rotation * b.half[:, None, :]
    normals = [*np.moveaxis(a.rotation, 2, 0), *np.moveaxis(b.rotation, 2, 0)]
    return least_overlap(b.position - a.position, sides_a, sides_b, normals)


def least_overlap(offset: np.ndarray, sides_a: np.ndarray, sides_b: np.ndarray, normals: list) -> np.ndarray:
    """Shortest way to part two boxes [m], negative when some axis already parts them.

    Args:
        offset: Center of one less center of the other [m], shape [N, 3].
        sides_a: Half sides of one box as columns [m], shape [N, 3, 3].
        sides_b: Half sides of the other.
        normals: Unit normals of faces to try, each of shape [N, 3]; the normals of all pairs of edges are added.
    """
    depth = np.full(len(offset), np.inf)
    directions = [(normal, np.ones(len(offset), bool)) for normal in normals]
    for i in range(3):
        for j in range(3):
            normal = np.cross(sides_a[:, :, i], sides_b[:, :, j])
            length = np.linalg.norm(normal, axis=1)
            scale = np.linalg.norm(sides_a[:, :, i], axis=1) * np.linalg.norm(sides_b[:, :, j], axis=1)
            usable = length > PARALLEL * np.maximum(scale, 1e-12)
            directions.append((normal / np.where(usable, length, 1.0)[:, None], usable))
    for normal, usable in directions:
        reach = sum(np.abs(np.einsum("nij,ni->nj", sides, normal)).sum(1) for sides in (sides_a, sides_b))
        overlap = reach - np.abs(np.einsum("ni,ni->n", offset, normal))
        depth = np.minimum(depth, np.where(usable, overlap, np.inf))
    return depth
