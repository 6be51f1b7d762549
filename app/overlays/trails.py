"""Trails: where the moving bodies were in the last two seconds."""

import collections

import numpy as np

from app.overlays.frame import OverlayFrame, OverlayView
from app.overlays.palette import YELLOW
from app.overlays.registry import overlay
from physics.queries.snapshot import Snapshot
from render.frame import Marks

STEPS = 120
STRIDE = 2  # steps from one bend of a trail to the next: half the lines, and nobody sees it
BODIES_MAX = 200


@overlay("trails", letter="Y", label="Trails")
class Trails:
    """Remembers the last snapshots."""

    def __init__(self) -> None:
        self._past: collections.deque[Snapshot] = collections.deque(maxlen=STEPS)

    def build(self, view: OverlayView) -> OverlayFrame:
        """The trails up to the present step."""
        self.add(view.after)
        return OverlayFrame((self.marks(),))

    def add(self, snapshot: Snapshot) -> None:
        """Remember a step; the last one again replaces it, an earlier one starts anew."""
        if self._past and snapshot.step < self._past[-1].step:
            self._past.clear()
        elif self._past and snapshot.step == self._past[-1].step:
            self._past.pop()
        self._past.append(snapshot)

    def marks(self) -> Marks:
        """The trails of the bodies that there are now, fading with age."""
        last = len(self._past) - 1
        past = [shot for k, shot in enumerate(self._past) if k == last or shot.step % STRIDE == 0]
        if len(past) < 2:
            return Marks()
        way, known = follow(past, past[-1].body[past[-1].kind != 0][:BODIES_MAX])
        lines = np.stack((way[:-1], way[1:]), axis=2)
        shades = np.empty((*lines.shape[:3], 4), np.float32)
        shades[..., :3] = YELLOW[:3]
        fade = np.linspace(0.0, 1.0, len(past), dtype=np.float32)
        shades[..., 0, 3], shades[..., 1, 3] = fade[:-1, None], fade[1:, None]
        drawn = known[:-1] & known[1:]  # a body that came or went in between has no way there
        if not drawn.all():
            lines, shades = lines[drawn], shades[drawn]
        return Marks(line=lines.reshape(-1, 3), line_color=shades.reshape(-1, 4))


def follow(past: list[Snapshot], ids: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Places of bodies in several snapshots.

    Args:
        past: The k snapshots.
        ids: `Body.id` of the n bodies, ascending.

    Returns:
        Places [m], float32 [k, n, 3], and whether each body was there, bool [k, n].
    """
    way, known = np.zeros((len(past), len(ids), 3), np.float32), np.empty((len(past), len(ids)), bool)
    for k, shot in enumerate(past):
        if k == 0 or shot.body is not past[k - 1].body:  # snapshots share it until a body comes or goes
            rows = np.searchsorted(shot.body, ids)
            here = np.append(shot.body, -1)[rows] == ids
            rows = rows[here]
        known[k] = here
        way[k, here] = shot.position[rows]
    return way, known
