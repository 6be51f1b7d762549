"""Compiles the kernels of the renderer, by running them on frames without bodies; no GL is needed."""

import numpy as np

from physics.queries.snapshot import Snapshot
from render.frame import CameraPose, Frame
from render.instances import InstanceBuilder
from render.interpolate import rows_before
from render.light import place_tiles
from render.soft.meshes import SoftMeshes
from render.transforms import frustum_planes, view_projection_matrix


def empty_snapshot() -> Snapshot:
    """A world without bodies; its arrays have the types of all others."""
    return Snapshot(
        step=0,
        time=0.0,
        body=np.zeros(0, np.int32),
        kind=np.zeros(0, np.int8),
        position=np.zeros((0, 3)),
        orientation=np.zeros((0, 4)),
        velocity=np.zeros((0, 3)),
        angular_velocity=np.zeros((0, 3)),
        awake=np.zeros(0, bool),
        shape=np.zeros(0, np.int32),
        shape_body=np.zeros(0, np.int32),
        shape_kind=np.zeros(0, np.int8),
        shape_size=np.zeros((0, 3), np.float32),
        shape_offset=np.zeros((0, 3), np.float32),
        shape_rotation=np.zeros((0, 4), np.float32),
        shape_material=np.zeros(0, np.int32),
        shape_sensor=np.zeros(0, bool),
        shape_geometry=np.zeros(0, np.int32),
        geometries=(),
    )


def compile_rows() -> None:
    """Compile everything that makes rows of instances, or find it in the cache."""
    snapshot, camera = empty_snapshot(), CameraPose()
    builder = InstanceBuilder()
    rows_before(empty_snapshot(), snapshot)
    builder.update(Frame(snapshot, snapshot, 1.0, camera, ("default",)))
    tiles = place_tiles(camera.position, np.array((0.0, 0.0, -1.0)), 1024)
    planes = frustum_planes(view_projection_matrix(camera, 1.0))
    builder.casters(tiles)
    builder.visible(planes)
    SoftMeshes().update(((), ()), 1.0, camera.position, planes, tiles)
