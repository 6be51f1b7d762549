"""What a world tells about itself: contact points, snapshots, arrays, statistics. Nothing here changes it."""

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from physics import checks
from physics.bodies.body import Body
from physics.bodies.handling import Handling
from physics.kernels.islands.islands import count_islands
from physics.kernels.layout import body as BODY, config as CONFIG, count as COUNT, shape as SHAPE, stage as STAGE
from physics.kernels.queries.report import count_points, read_bodies, read_points
from physics.queries.snapshot import Snapshot
from physics.shapes.looks import Look, show_looks

#: One record of `World.contacts()`.
CONTACT_DTYPE = np.dtype(
    [
        ("body_a", np.int32),
        ("body_b", np.int32),
        ("shape_a", np.int32),
        ("shape_b", np.int32),
        ("position", np.float64, 3),
        ("normal", np.float64, 3),
        ("separation", np.float64),
        ("normal_impulse", np.float64),
        ("friction_impulse", np.float64),
        ("friction_vector", np.float64, 3),
    ]
)


@dataclasses.dataclass(frozen=True, slots=True)
class Stats:
    """Counts after the last step, and what its stages took.

    Attributes:
        step_count: Steps done.
        body_count: Bodies.
        shape_count: Shapes.
        awake_count: Bodies that are simulated.
        pair_count: Pairs of shapes whose bounds overlap.
        contact_count: Contacts of awake bodies: pairs that touch; with a mesh, one for every direction of its pushes.
        point_count: Their points.
        recycled_count: Manifolds that were reused.
        joint_count: Joints, with those that pulleys are made of.
        island_count: Groups of awake bodies that touch.
        block_count: Solver blocks of eight contacts.
        substeps: Most substeps that an island took: those of the world, or two or four times as many under load.
        times: Seconds per stage of the last step, by name; "total" is their sum.
    """

    step_count: int
    body_count: int
    shape_count: int
    awake_count: int
    pair_count: int
    contact_count: int
    point_count: int
    recycled_count: int
    joint_count: int
    island_count: int
    block_count: int
    substeps: int
    times: Mapping[str, float]


class Readouts(Handling):
    """The reading half of `World`."""

    def __init__(self) -> None:
        super().__init__()
        self._step_count = 0
        self._time = 0.0

    def contacts(self) -> np.ndarray:
        """Points of all touching contacts, one record of CONTACT_DTYPE each.

        body_a, body_b: `Body.id`; shape_a, shape_b: `Part.id`; position [m]; normal: unit vector from a to b;
        separation: gap [m], negative for an overlap; normal_impulse, friction_impulse: over the last step [N s];
        friction_vector: friction impulse on body b.
        """
        state = self._state
        top = state.counts[COUNT.CONTACT_TOP]
        count = count_points(top, state.contacts.info)
        ids, values = np.empty((count, 4), np.int32), np.empty((count, 12))
        read_points(
            top,
            state.contacts.info,
            state.contacts.manifold,
            state.bodies.center,
            state.config[CONFIG.DT],
            ids,
            values,
        )
        records = np.empty(count, CONTACT_DTYPE)
        for column, key in enumerate(("body_a", "body_b", "shape_a", "shape_b")):
            records[key] = ids[:, column]
        records["position"] = values[:, 0:3]
        records["normal"] = values[:, 3:6]
        for column, key in ((6, "separation"), (7, "normal_impulse"), (11, "friction_impulse")):
            records[key] = values[:, column]
        records["friction_vector"] = values[:, 8:11]
        return records

    def snapshot(self) -> Snapshot:
        """Poses, velocities and shapes of all bodies as read-only arrays."""
        rows, body_data, shape_data, _ = self._layout or self._read_layout()
        return Snapshot(self._step_count, self._time, **body_data, **self._read_rows(rows), **shape_data)

    def read(self, bodies: Sequence[Body], quantity: str) -> np.ndarray:
        """One quantity of many bodies.

        Args:
            bodies: Which.
            quantity: "position", "orientation", "velocity", "angular_velocity" or "awake".

        Returns:
            Array with one row per body.
        """
        rows = np.array([self._row_of(body) for body in bodies], np.int32)
        return choose(self._read_rows(rows), quantity, "quantity")

    @property
    def stats(self) -> Stats:
        """Counts, and the times of the last step."""
        counts = self._state.counts
        times = dict(zip(STAGE.NAMES, self._state.times.tolist(), strict=True))
        return Stats(
            step_count=self._step_count,
            body_count=len(self._handles) - self._handles.count(None),
            shape_count=self._state.shape_top - len(self._state.free_shapes),
            awake_count=int(counts[COUNT.AWAKE]),
            pair_count=int(counts[COUNT.CONTACTS] - counts[COUNT.SIBLINGS]),
            contact_count=int(counts[COUNT.TOUCHING]),
            point_count=int(counts[COUNT.POINTS]),
            recycled_count=int(counts[COUNT.RECYCLED]),
            joint_count=len(self._joint_handles) - self._joint_handles.count(None),
            island_count=int(count_islands(self._state.bodies, counts)),
            block_count=int(counts[COUNT.BLOCKS]),
            substeps=int(counts[COUNT.SUBSTEPS]),
            times={**times, "total": sum(times.values())},
        )

    def _read_layout(self) -> tuple[np.ndarray, dict[str, np.ndarray], dict[str, np.ndarray], np.ndarray]:
        """What a snapshot shows that changes only when bodies, shapes and looks come and go; last all shapes."""
        state, looks = self._state, self._read_looks()  # first, for they may enter geometries
        alive = state.bodies.links[: state.body_top, BODY.FLAGS] & BODY.FLAG_ALIVE
        rows = np.flatnonzero(alive).astype(np.int32)  # thousands of handles would take far longer
        index = np.zeros(state.body_top, np.int32)
        index[rows] = np.arange(len(rows))
        info = state.shapes.info
        shapes = np.flatnonzero(info[: state.shape_top, SHAPE.ALIVE]).astype(np.int32)
        places = state.shapes.place[shapes]
        owners = info[shapes, SHAPE.BODY]
        center = places[:, SHAPE.PLACE_CENTER : SHAPE.PLACE_CENTER + 3]
        shape_data = {
            "shape": shapes,
            "shape_body": index[owners],
            "shape_kind": info[shapes, SHAPE.KIND].astype(np.int8),
            "shape_size": np.ascontiguousarray(places[:, :3]),
            "shape_offset": (center + state.bodies.local[owners]).astype(np.float32),
            "shape_rotation": np.ascontiguousarray(places[:, SHAPE.PLACE_ROTATION :]),
            "shape_material": info[shapes, SHAPE.MATERIAL].copy(),
            "shape_sensor": info[shapes, SHAPE.SENSOR] != 0,
            "shape_geometry": state.forms.geometry_of(info[shapes, SHAPE.FORM]),
            "geometries": state.forms.geometries,
        }
        kinds = (state.bodies.links[rows, BODY.FLAGS] & BODY.KIND_BITS).astype(np.int8)
        self._layout = rows, {"body": rows.copy(), "kind": kinds}, show_looks(shape_data, looks), shapes
        return self._layout

    def _read_looks(self) -> list[tuple[int, int, Look]]:
        """Looks of bodies as `show_looks` takes them."""
        with_look = [body for body in self._handles if body is not None and body._look is not None]
        if not with_look:
            return []
        place = {body._row: index for index, body in enumerate(filter(None, self._handles))}
        return [
            (place[body._row], body._parts[0]._row if body._parts else -1, self._state.forms.enter_look(body._look))
            for body in with_look
        ]

    def _read_rows(self, rows: np.ndarray) -> dict[str, np.ndarray]:
        """Poses and velocities of bodies, by quantity."""
        state = self._state.bodies
        count = len(rows)
        arrays = {
            "position": np.empty((count, 3)),
            "orientation": np.empty((count, 4)),
            "velocity": np.empty((count, 3)),
            "angular_velocity": np.empty((count, 3)),
            "awake": np.empty(count, np.bool_),
        }
        read_bodies(rows, state.center, state.rotation, state.local, state.motion, state.links, *arrays.values())
        return arrays


def choose(table: Mapping[str, Any], key: str, what: str) -> Any:
    """Entry of a table, or an error that lists the keys."""
    if key not in table:
        raise ValueError(f"unknown {what} {checks.shown(key)}; choose one of: {', '.join(table)}")
    return table[key]
