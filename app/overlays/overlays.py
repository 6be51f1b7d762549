"""Debug overlays: arrays of the world to lines, points, tints and labels. Nothing here loops over bodies.

Colors are of the palette of Okabe and Ito, which people with any kind of color vision can tell apart.
"""

import collections
import dataclasses

import numpy as np

from app.overlays.island_colors import IslandColors
from physics import World
from physics.queries.snapshot import Snapshot
from physics.vector_arrays import rotate
from render.frame import Marks

ORANGE = (0.90, 0.60, 0.00, 1.0)
SKY = (0.34, 0.71, 0.91, 1.0)
GREEN = (0.00, 0.62, 0.45, 1.0)
YELLOW = (0.94, 0.89, 0.26, 1.0)
BLUE = (0.00, 0.45, 0.70, 1.0)
RED = (0.84, 0.37, 0.00, 1.0)
PURPLE = (0.80, 0.47, 0.65, 1.0)
WHITE = (1.0, 1.0, 1.0, 1.0)
PALETTE = np.array((ORANGE, SKY, GREEN, YELLOW, BLUE, RED, PURPLE), np.float32)
# For many groups: the palette, then darker, then lighter; neighbors in it differ in hue.
SHADES = np.concatenate((PALETTE, 0.45 * PALETTE, 0.5 + 0.5 * PALETTE))
SHADES[:, 3] = 0.75

IMPULSE_LENGTH = 0.2  # of the arrow of the weight of 10 kg for a step [m]
IMPULSE_UNIT = 10.0 * 9.81 / 60.0
IMPULSE_LONGEST = 1.5  # longer arrows, at the foot of heavy piles, would hide everything else [m]
NORMAL_LENGTH = 0.25  # [m]
VELOCITY_SECONDS = 0.25  # an arrow is as long as the way in this time
TRAIL_STEPS = 120
TRAIL_STRIDE = 2  # steps from one bend of a trail to the next: half the lines, and nobody sees it
TRAIL_BODIES = 200
TREE_BOXES = 400  # most boxes of the tree; the deepest levels are nearly the bounds of the shapes
LABELS_MAX = 60
# Corners of a box by the three bits of their number, and its twelve edges.
CORNERS = np.array([[(k >> axis & 1) for axis in range(3)] for k in range(8)], np.float64)
EDGES = np.array([(a, a | 1 << axis) for a in range(8) for axis in range(3) if not a >> axis & 1]).ravel()
# Where the coordinates of the ends of the edges are in (lower x, y, z, upper x, y, z).
BOX_ENDS = (np.arange(3) + 3 * CORNERS[EDGES].astype(int)).ravel()


@dataclasses.dataclass(frozen=True, eq=False)
class OverlayFrame:
    """What the overlays add to a picture.

    Attributes:
        marks: Lines and points.
        tint: Colors per body of the snapshot, float32 [n, 4], or None.
        labels: Text and place [m] of each label.
    """

    marks: tuple[Marks, ...] = ()
    tint: np.ndarray | None = None
    labels: tuple[tuple[str, tuple[float, float, float]], ...] = ()


def colors(color: tuple[float, ...] | np.ndarray, count: int) -> np.ndarray:
    """One color for many ends."""
    return np.broadcast_to(np.asarray(color, np.float32), (count, 4)).copy()


def segments(start: np.ndarray, end: np.ndarray, color: tuple[float, ...] | np.ndarray, **options: bool) -> Marks:
    """Lines from one place to another; one color, or one for each line."""
    ends = np.stack((start, end), axis=1).reshape(-1, 3).astype(np.float32)
    color = np.asarray(color, np.float32)
    per_end = np.repeat(color, 2, axis=0) if color.ndim == 2 else colors(color, len(ends))
    return Marks(line=ends, line_color=per_end, **options)


def boxes(lower: np.ndarray, upper: np.ndarray, color: tuple[float, ...] | np.ndarray) -> Marks:
    """Edges of upright boxes; one color, or one for each box."""
    ends = np.take(np.concatenate((lower, upper), axis=1).astype(np.float32), BOX_ENDS, axis=1).reshape(-1, 3)
    color = np.asarray(color, np.float32)
    per_end = np.repeat(color, len(EDGES), axis=0) if color.ndim == 2 else colors(color, len(ends))
    return Marks(line=ends, line_color=per_end)


def turned_boxes(center: np.ndarray, half: np.ndarray, axes: np.ndarray, color: tuple[float, ...]) -> Marks:
    """Edges of boxes with axes of their own, the rows of [n, 3, 3]."""
    arms = (half[:, :, None] * axes).astype(np.float32)
    corners = center.astype(np.float32)[:, None, :] + (2.0 * CORNERS - 1.0).astype(np.float32) @ arms
    ends = np.take(corners, EDGES, axis=1).reshape(-1, 3)
    return Marks(line=ends, line_color=colors(color, len(ends)), on_top=True)


class Trails:
    """The ways of the moving bodies in the last two seconds."""

    def __init__(self) -> None:
        self._past: collections.deque[Snapshot] = collections.deque(maxlen=TRAIL_STEPS)

    def add(self, snapshot: Snapshot) -> None:
        """Remember a step; the last one again takes its place, one from before starts anew."""
        if self._past and snapshot.step < self._past[-1].step:
            self._past.clear()
        elif self._past and snapshot.step == self._past[-1].step:
            self._past.pop()
        self._past.append(snapshot)

    def clear(self) -> None:
        """Forget everything."""
        self._past.clear()

    def marks(self) -> Marks:
        """The trails of what there is now, fading with age."""
        last = len(self._past) - 1
        past = [shot for k, shot in enumerate(self._past) if k == last or shot.step % TRAIL_STRIDE == 0]
        if len(past) < 2:
            return Marks()
        numbers = past[-1].body[past[-1].kind != 0][:TRAIL_BODIES]
        way, known = np.zeros((len(past), len(numbers), 3), np.float32), np.empty((len(past), len(numbers)), bool)
        for k, shot in enumerate(past):
            if k == 0 or shot.body is not past[k - 1].body:  # snapshots share it until a body comes or goes
                rows = np.searchsorted(shot.body, numbers)
                here = np.append(shot.body, -1)[rows] == numbers
                rows = rows[here]
            known[k] = here
            way[k, here] = shot.position[rows]
        lines = np.stack((way[:-1], way[1:]), axis=2)
        shades = np.empty((*lines.shape[:3], 4), np.float32)
        shades[..., :3] = YELLOW[:3]
        fade = np.linspace(0.0, 1.0, len(past), dtype=np.float32)
        shades[..., 0, 3], shades[..., 1, 3] = fade[:-1, None], fade[1:, None]
        drawn = known[:-1] & known[1:]  # a body that came or went in between has no way there
        if not drawn.all():
            lines, shades = lines[drawn], shades[drawn]
        return Marks(line=lines.reshape(-1, 3), line_color=shades.reshape(-1, 4))


def build(
    world: World,
    shot: Snapshot,
    enabled: frozenset[str],
    trails: Trails,
    island_colors: IslandColors | None = None,
) -> OverlayFrame:
    """Everything that the enabled overlays show of a world.

    Args:
        world: The world, right after the step of the snapshot.
        shot: Its snapshot.
        enabled: Keys of the overlays.
        trails: Past snapshots.
        island_colors: Which island has which color; None: all get one anew.
    """
    marks: list[Marks] = []
    if enabled & {"contacts", "normals", "impulses", "friction"}:
        marks += contact_marks(world, shot, enabled)
    if "bounds" in enabled:
        _, lower, upper = world.bounds()
        marks.append(boxes(lower, upper, SKY))
    if "tree" in enabled:
        marks.append(tree_marks(world))
    if "velocities" in enabled:
        moving = shot.awake & (shot.kind != 0)
        start = world.mass_data().center[moving]  # what moves with this velocity; the origin of a hammer swings
        marks.append(segments(start, start + VELOCITY_SECONDS * shot.velocity[moving], GREEN, on_top=True))
    if "mass" in enabled:
        marks += mass_marks(world, shot)
    if "trails" in enabled:
        marks.append(trails.marks())
    labels = name_labels(world, shot) if "names" in enabled else ()
    return OverlayFrame(tuple(marks), tint_of(world, shot, enabled, island_colors), labels)


def tree_marks(world: World) -> Marks:
    """Inner nodes of the tree, a color for each depth, from the root as many whole levels as there is room for."""
    depth, lower, upper = world.tree_bounds()
    up_to = np.cumsum(np.bincount(depth))  # nodes of each level and of those above
    shown = depth <= max(int((up_to <= TREE_BOXES).sum()) - 1, 0)
    return boxes(lower[shown], upper[shown], PALETTE[depth[shown] % len(PALETTE)])


def contact_marks(world: World, shot: Snapshot, enabled: frozenset[str]) -> list[Marks]:
    """Points, normals, impulses and friction of the contacts.

    Arrows show what acts on the second body of a contact, or on the first if the second never moves: so the ground
    pushes boxes up, and friction is against their sliding.
    """
    points = world.contacts()
    place = points["position"]
    marks = []
    if "contacts" in enabled:
        color = np.array((SKY, RED), np.float32)[(points["separation"] <= 0.0).astype(int)]
        size = np.full(len(points), 7.0, np.float32)
        marks.append(Marks(point=place.astype(np.float32), point_color=color, point_size=size, on_top=True))
    if enabled == {"contacts"}:
        return marks
    normal = _sign(points, shot) * points["normal"]
    if "normals" in enabled:
        marks.append(segments(place, place + NORMAL_LENGTH * normal, YELLOW, on_top=True))
    pushing = points["normal_impulse"] > 0.0  # others push nothing: near pairs that do not touch yet
    place = place[pushing]
    if "impulses" in enabled:
        length = impulse_length(points["normal_impulse"][pushing])
        marks.append(segments(place, place + length[:, None] * normal[pushing], PURPLE, on_top=True))
    if "friction" in enabled:
        push = (_sign(points, shot) * points["friction_vector"])[pushing]
        size = np.linalg.norm(push, axis=1)
        length = impulse_length(size) / np.maximum(size, 1e-12)
        marks.append(segments(place, place + length[:, None] * push, ORANGE, on_top=True))
    return marks


def impulse_length(impulse: np.ndarray) -> np.ndarray:
    """Lengths of arrows [m] of impulses [N s]: by the root, so that small ones are seen beside large ones."""
    return np.minimum(IMPULSE_LENGTH * np.sqrt(impulse / IMPULSE_UNIT), IMPULSE_LONGEST)


def _sign(points: np.ndarray, shot: Snapshot) -> np.ndarray:
    """-1 for contacts whose second body never moves, else 1, [n, 1]."""
    sign = np.ones((shot.body.max(initial=0) + 1, 1))
    sign[shot.body[shot.kind == 0]] = -1.0
    return sign[points["body_b"]]


def mass_marks(world: World, shot: Snapshot) -> list[Marks]:
    """Centers of mass, and the box of even density that has the same moments of inertia."""
    mass, center, moments = world.mass_data()
    real = np.isfinite(mass) & (mass > 0.0)
    half, rotation = inertia_boxes(mass[real], moments[real])
    count = int(real.sum())
    dots = Marks(
        point=center[real].astype(np.float32),
        point_color=colors(WHITE, count),
        point_size=np.full(count, 6.0, np.float32),
        on_top=True,
    )
    axes = rotate(shot.orientation[real][:, None, :], np.swapaxes(rotation, 1, 2))  # rows are the axes in the world
    return [dots, turned_boxes(center[real], half, axes, BLUE)]


def inertia_boxes(mass: np.ndarray, moments: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Half sizes [n, 3] and axes (columns) [n, 3, 3] of boxes with these moments: I_x = m (b^2 + c^2) / 3."""
    values, axes = moments[:, [0, 3, 5]], np.tile(np.eye(3), (len(mass), 1, 1))
    turned = np.abs(moments[:, [1, 2, 4]]).max(1, initial=0.0) > 1e-6 * values.max(1, initial=0.0)  # others are simple
    tensor = moments[turned][:, [0, 1, 2, 1, 3, 4, 2, 4, 5]].reshape(-1, 3, 3)
    values[turned], axes[turned] = np.linalg.eigh(tensor)
    total = values.sum(1, keepdims=True)
    squares = 1.5 * (total - 2.0 * values) / mass[:, None]
    return np.sqrt(np.maximum(squares, 0.0)), axes


def tint_of(
    world: World, shot: Snapshot, enabled: frozenset[str], island_colors: IslandColors | None
) -> np.ndarray | None:
    """Colors of the bodies by island or by sleep."""
    if "islands" in enabled:
        return (island_colors or IslandColors(SHADES)).tint(world.islands(), shot.position)
    if "sleep" in enabled:
        moving = shot.kind != 0
        tint = np.where(shot.awake[:, None], np.asarray(ORANGE, np.float32), np.asarray(BLUE, np.float32))
        tint[:, 3] = np.where(moving, 0.75, 0.0)
        return tint.astype(np.float32)
    return None


def name_labels(world: World, shot: Snapshot) -> tuple[tuple[str, tuple[float, float, float]], ...]:
    """Names of the first bodies that have one, or their numbers."""
    labels = []
    for number, place in zip(shot.body[:LABELS_MAX].tolist(), shot.position[:LABELS_MAX].tolist(), strict=True):
        labels.append((world.body(number).name or f"#{number}", tuple(place)))
    return tuple(labels)
