"""Islands by color: an island keeps its color, and islands near one another differ, as far as there are colors."""

import numpy as np

from app.overlays.frame import OverlayFrame, OverlayView
from app.overlays.palette import SHADES
from app.overlays.registry import overlay

#: Islands that have no color yet and get one by a look at their neighbors, one by one, in a step; more go by a formula.
CHOSEN_MAX = 256
CELL = 0.25  # islands in the same cell of the grid of the formula count as in one row [m]


@overlay("islands", letter="G", label="Islands by color")
class IslandColors:
    """Chooses the colors, and remembers them.

    An island is named after its lowest body, so that it keeps its number and its color while others come and go.
    """

    def __init__(self) -> None:
        self._shade_of = np.zeros(0, np.int32)  # by number of the island; -1 before it has one

    def build(self, view: OverlayView) -> OverlayFrame:
        """Tints of all bodies."""
        return OverlayFrame(tint=self.tint(view.world.islands(), view.after.position))

    def tint(self, island: np.ndarray, position: np.ndarray) -> np.ndarray:
        """Color of each body, float32 [n, 4]; transparent for island 0, which is none.

        Args:
            island: Island of each body, int32 [n].
            position: Place of each body [m], float64 [n, 3].
        """
        numbers, first, member = np.unique(island, return_index=True, return_inverse=True)
        self._learn(numbers, position[first])
        colors = SHADES[self._shade_of[numbers]]
        colors[numbers <= 0] = 0.0
        return colors[member]

    def _learn(self, numbers: np.ndarray, place: np.ndarray) -> None:
        """Choose colors of islands that have none."""
        room = int(numbers.max(initial=0)) + 1
        if room > len(self._shade_of):
            self._shade_of = np.append(self._shade_of, np.full(room - len(self._shade_of), -1, np.int32))
        new = np.flatnonzero(self._shade_of[numbers] < 0)
        if len(new) > CHOSEN_MAX:
            self._shade_of[numbers[new]] = self._by_row(place[new])
            return
        for k in new.tolist():
            self._shade_of[numbers[k]] = self._least_near(place[k], numbers, place, int(numbers[k]))

    def _by_row(self, place: np.ndarray) -> np.ndarray:
        """By rank along each axis: with 1, 3 and 9 all 26 neighbors of a cell have another sum than its own."""
        ranks = [np.unique(np.round(column / CELL), return_inverse=True)[1] for column in place.T]
        return (ranks[0] + 3 * ranks[1] + 9 * ranks[2]) % len(SHADES)

    def _least_near(self, here: np.ndarray, numbers: np.ndarray, place: np.ndarray, start: int) -> int:
        """The shade that the nearest islands have least of; among equals the first from `start` on, around the end."""
        count, known = len(SHADES), self._shade_of[numbers] >= 0
        away = ((place[known] - here) ** 2).sum(axis=1)
        near = np.argpartition(away, count - 1)[: count - 1] if len(away) >= count else slice(None)
        used = np.bincount(self._shade_of[numbers[known][near]], minlength=count)
        return (int(np.argmin(np.roll(used, -start))) + start) % count
