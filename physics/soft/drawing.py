"""What there is to draw of the soft bodies of a world."""

import numpy as np

from physics.kernels.layout import body as BODY, soft as SOFT
from physics.soft.forms.rope import SoftRope
from physics.soft.measures import strain_of
from physics.soft.record import Record
from physics.soft.soft import Soft
from physics.soft.structure import Structure
from physics.soft.table import SoftTable
from physics.soft.view import SoftView
from physics.vector import Vec3

NO_SEGMENTS = np.zeros((0, 2), np.int32)


class SoftReader:
    """Makes views of soft bodies, and uses those of sleeping ones again.

    Attributes:
        strained: Whether views tell the strain of vertices; it costs time, and only an overlay wants it.
    """

    def __init__(self, table: SoftTable) -> None:
        self.strained = False
        self._table = table
        self._views: dict[Soft, tuple[Structure, bool, SoftView]] = {}
        self._still: dict[Structure, tuple[np.ndarray, np.ndarray, np.ndarray | None]] = {}

    def views(self) -> tuple[SoftView, ...]:
        """Views of all soft bodies, in the order of their rows."""
        if not self._table.count:
            self._views.clear()
            self._still.clear()
            return ()
        awake = self._table.bodies.arrays.bodies.links[:, BODY.AWAKE]
        views, kept = [], {}
        for soft, record in self._table.records():
            known = self._views.get(soft)
            moves = bool(awake[record.body] >= 0)
            made = record.structure
            if known is None or moves or known[2].awake or known[0] is not made or known[1] != self.strained:
                known = (made, self.strained, self._view(soft, record, moves))
            elif not record.dynamic["part"][SOFT.PART_FLAGS] & SOFT.FLAG_RESTING:
                known = (made, self.strained, self._view(soft, record, moves))  # not simulated yet
            kept[soft] = known
            views.append(known[2])
        self._views = kept
        if len(self._still) > 2 * len(kept):
            used = {known[0] for known in kept.values()}
            self._still = {made: still for made, still in self._still.items() if made in used}
        return tuple(views)

    def _view(self, soft: Soft, record: Record, awake: bool) -> SoftView:
        """A view of one soft body as it is now."""
        blueprint, place = record.blueprint, record.dynamic["place"][:, :3]
        form, skin = blueprint.form, blueprint.form.skin
        triangles, segments, uv = self._still_parts(record)
        strain = strain_of(record) if self.strained else np.zeros(len(place))
        if skin is not None:
            corners = record.structure.tet_corners[skin.tet]
            strain = np.einsum("fc,fc->f", skin.weights, strain[corners])
            place = np.einsum("fc,fck->fk", skin.weights, place[corners])
        origin = place[0]
        thickness = form.radius if isinstance(form, SoftRope) else blueprint.material.thickness
        return SoftView(
            soft._id, form.kind, blueprint.material.name, Vec3(*origin.tolist()), (place - origin).astype(np.float32),
            triangles, segments, thickness, strain.astype(np.float32), uv, blueprint.color, awake,
        )  # fmt: skip

    def _still_parts(self, record: Record) -> tuple[np.ndarray, np.ndarray, np.ndarray | None]:
        """Triangles, segments and texture places, which stay the same arrays until something is cut."""
        made, form = record.structure, record.blueprint.form
        known = self._still.get(made)
        if known is None:
            known = self._still[made] = _triangles(record), _segments(made, form.kind), _uv(record)
        return known


def _triangles(record: Record) -> np.ndarray:
    """Triangles that are drawn: those of a skin lie between vertices of one part only."""
    skin = record.blueprint.form.skin
    if skin is None:
        return record.structure.face
    if record.lists.pieces == 1:
        return skin.triangles
    piece = record.lists.arrays["link"][:, SOFT.LINK_PIECE][record.structure.tet_corners[skin.tet, 0]]
    own = piece[skin.triangles]
    return np.ascontiguousarray(skin.triangles[(own == own[:, :1]).all(axis=1)])


def _segments(made: Structure, kind: str) -> np.ndarray:
    """Links of a rope that are whole."""
    if kind != "rope":
        return NO_SEGMENTS
    return np.ascontiguousarray(made.spring_ends[made.spring[:, SOFT.SPRING_STIFFNESS] > 0.0])


def _uv(record: Record) -> np.ndarray | None:
    """Where each vertex of a cloth lies on its fabric [m], so that the weave does not swim when it is torn."""
    form = record.blueprint.form
    if form.skin is not None:
        return form.skin.uv
    if form.kind != "cloth" or form.grid is None:
        return None
    return np.ascontiguousarray(record.structure.rest[:, (0, 2)], np.float32)
