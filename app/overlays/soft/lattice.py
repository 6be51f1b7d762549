"""Vertices of soft bodies, and what joins them."""

from app.overlays.frame import OverlayFrame, OverlayView
from app.overlays.lines import dots, segments
from app.overlays.palette import SKY, WHITE
from app.overlays.registry import overlay

DOT_SIZE = 3.0  # [pixels]


@overlay("lattice", letter="K", label="Lattices of soft bodies")
class Lattice:
    """Remembers which vertices are joined as long as nothing is torn."""

    def __init__(self) -> None:
        self._edges: dict[int, tuple[tuple[int, int], object]] = {}

    def build(self, view: OverlayView) -> OverlayFrame:
        """A dot at each vertex, and a line for each pair that an element joins."""
        marks = []
        for soft in view.world.softs:
            place, now = soft.positions, (soft.vertex_count, soft.part_count)
            known = self._edges.get(soft.id)
            if known is None or known[0] != now or soft.kind == "rope":
                known = self._edges[soft.id] = now, soft.edges
            edges = known[1]
            marks += [segments(place[edges[:, 0]], place[edges[:, 1]], SKY, on_top=True), dots(place, WHITE, DOT_SIZE)]
        return OverlayFrame(tuple(marks))
