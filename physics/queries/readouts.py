"""What there is to see of a world: contact points, snapshots, arrays, statistics. Nothing here changes it."""

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from physics import checks
from physics.bodies.body import Body
from physics.bodies.table import BodyTable
from physics.joints.table import JointTable
from physics.kernels.layout import (
    body as BODY,
    contact as CONTACT,
    count as COUNT,
    shape as SHAPE,
    stage as STAGE,
)
from physics.kernels.queries.diagnostics import read_islands
from physics.kernels.queries.report import count_points, read_bodies, read_points
from physics.queries.snapshot import Snapshot
from physics.shapes.looks import show_looks
from physics.soft.measures import contacts_of
from physics.soft.table import SoftTable
from physics.soft.view import SoftView

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
        ("material_a", np.int32),
        ("material_b", np.int32),
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
        island_count: Groups of awake bodies that touch or that joints connect.
        block_count: Solver blocks of eight contacts.
        substeps: Most substeps that an island took: those of the world, or up to 16 times as many under load.
        soft_count: Soft bodies.
        vertex_count: Their vertices.
        soft_contact_count: Their contacts with rigid bodies: points of vertices and of triangles.
        times: Seconds per stage of the last step, by name; "soft" is what soft bodies take in all stages, "total" the
            sum.
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
    soft_count: int
    vertex_count: int
    soft_contact_count: int
    times: Mapping[str, float]


#: Layout of a world: rows of its bodies, what a snapshot shows of bodies and of shapes, rows of all shapes.
Layout = tuple[np.ndarray, dict[str, Any], dict[str, Any], np.ndarray]


class Readouts:
    """Copies what there is to see of a world into arrays."""

    def __init__(self, bodies: BodyTable, joints: JointTable) -> None:
        self._bodies = bodies
        self._joints = joints
        self._arrays = bodies.arrays
        self._revision = -1  # of the table of bodies, that the layout belongs to
        self._layout: Layout | None = None

    @property
    def layout(self) -> Layout:
        """What a snapshot shows that changes only when bodies, shapes and looks come and go; last all shapes."""
        if self._layout is None or self._revision != self._bodies.revision:
            self._layout, self._revision = self._read_layout(), self._bodies.revision
        return self._layout

    def contacts(self) -> np.ndarray:
        """See `World.contacts`."""
        arrays = self._arrays
        top = arrays.counts[COUNT.CONTACT_TOP]
        found, info = arrays.contacts, arrays.contacts.info
        count = count_points(top, info)
        rows, values = np.empty((count, 4), np.int32), np.empty((count, 12))
        read_points(top, info, found.manifold, found.cache, arrays.bodies.center, rows, values)
        records = np.empty(count, CONTACT_DTYPE)
        self._bodies.name_rows(rows, records)
        records["position"] = values[:, 0:3]
        records["normal"] = values[:, 3:6]
        for column, key in ((6, "separation"), (7, "normal_impulse"), (11, "friction_impulse")):
            records[key] = values[:, column]
        records["friction_vector"] = values[:, 8:11]
        touching = CONTACT.FLAG_TOUCH | CONTACT.FLAG_SENSOR
        contacts = np.flatnonzero(info[:top, CONTACT.FLAGS] & touching == CONTACT.FLAG_TOUCH)
        contacts = np.repeat(contacts, info[contacts, CONTACT.COUNT])  # in the order of the points
        records["material_a"], records["material_b"] = arrays.materials_of(contacts)
        return records

    def snapshot(self, step: int, time: float, softs: tuple[SoftView, ...]) -> Snapshot:
        """See `World.snapshot`."""
        rows, body_data, shape_data, _ = self.layout
        poses: dict[str, Any] = self._read_rows(rows)
        return Snapshot(step, time, **body_data, **poses, **shape_data, softs=softs)

    def read(self, bodies: Sequence[Body], quantity: str) -> np.ndarray:
        """See `World.read`."""
        rows = np.array([self._bodies.row_of(body) for body in bodies], np.int32)
        return checks.choice("quantity", quantity, self._read_rows(rows))

    def islands(self) -> tuple[np.ndarray, int]:
        """Row of the lowest body of the island of each body, in the order of a snapshot; number of awake islands."""
        a, rows = self._arrays, self._bodies.rows()
        scratch = np.zeros((2, a.body_top), np.int32)
        island = np.empty(len(rows), np.int32)
        total = read_islands(rows, a.bodies, a.contacts, a.joints, a.counts, scratch[0], scratch[1], island)
        return island, int(total)

    def stats(self, step: int, softs: SoftTable) -> Stats:
        """See `World.stats`."""
        arrays, counts = self._arrays, self._arrays.counts
        times = dict(zip(STAGE.NAMES, arrays.times.tolist(), strict=True))
        return Stats(
            step_count=step,
            body_count=self._bodies.count,
            shape_count=arrays.shape_top - len(arrays.free_shapes),
            awake_count=int(counts[COUNT.AWAKE]),
            pair_count=int(counts[COUNT.CONTACTS] - counts[COUNT.SIBLINGS]),
            contact_count=int(counts[COUNT.TOUCHING]),
            point_count=int(counts[COUNT.POINTS]),
            recycled_count=int(counts[COUNT.RECYCLED]),
            joint_count=self._joints.count,
            island_count=self.islands()[1],
            block_count=int(counts[COUNT.BLOCKS]),
            substeps=int(counts[COUNT.SUBSTEPS]),
            soft_count=softs.count,
            vertex_count=softs.vertex_count,
            soft_contact_count=sum(contacts_of(record) for _, record in softs.records()),
            times={**times, "total": sum(times.values())},
        )

    def _read_layout(self) -> Layout:
        arrays = self._arrays
        enter = arrays.library.enter_look
        looks = [(index, first, enter(look)) for index, first, look in self._bodies.looks()]  # first: geometries grow
        rows = self._bodies.rows()
        index = np.zeros(arrays.body_top, np.int32)
        index[rows] = np.arange(len(rows))
        info = arrays.shapes.info
        part_ids = self._bodies.part_ids
        shapes = part_ids.sorted(np.flatnonzero(info[: arrays.shape_top, SHAPE.ALIVE]).astype(np.int32))
        places = arrays.shapes.place[shapes]
        owners = info[shapes, SHAPE.BODY]
        center = places[:, SHAPE.PLACE_CENTER : SHAPE.PLACE_CENTER + 3]
        shape_data = {
            "shape": part_ids.of_row[shapes],
            "shape_body": index[owners],
            "shape_kind": info[shapes, SHAPE.KIND].astype(np.int8),
            "shape_size": np.ascontiguousarray(places[:, :3]),
            "shape_offset": (center + arrays.bodies.local[owners]).astype(np.float32),
            "shape_rotation": np.ascontiguousarray(places[:, SHAPE.PLACE_ROTATION :]),
            "shape_material": info[shapes, SHAPE.MATERIAL].copy(),
            "shape_sensor": info[shapes, SHAPE.SENSOR] != 0,
            "shape_geometry": arrays.library.geometry_of(info[shapes, SHAPE.DATA]),
            "geometries": arrays.library.geometries,
        }
        kinds = (arrays.bodies.links[rows, BODY.FLAGS] & BODY.KIND_BITS).astype(np.int8)
        return rows, {"body": self._bodies.ids.of_row[rows], "kind": kinds}, show_looks(shape_data, looks), shapes

    def _read_rows(self, rows: np.ndarray) -> dict[str, np.ndarray]:
        """Poses and velocities of bodies, by quantity."""
        b = self._arrays.bodies
        count = len(rows)
        arrays = {
            "position": np.empty((count, 3)),
            "orientation": np.empty((count, 4)),
            "velocity": np.empty((count, 3)),
            "angular_velocity": np.empty((count, 3)),
            "awake": np.empty(count, np.bool_),
        }
        read_bodies(rows, b.center, b.rotation, b.local, b.motion, b.links, *arrays.values())
        return arrays
