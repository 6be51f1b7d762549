"""What a world shows of its inside: bounds, trees, islands, energy, mass, for overlays and measurements.

All of it is computed on whole arrays, so that an overlay can ask for it in every frame. Nothing here changes the world.
"""

import dataclasses
from typing import NamedTuple

import numpy as np

from physics import checks
from physics.bodies.table import BodyTable
from physics.joints.gears import JointPulley
from physics.joints.path import JointPath
from physics.joints.table import JointTable
from physics.kernels.broad_phase.tree import HEAD_LEAVES, STACK_SIZE
from physics.kernels.layout import body as BODY, config as CONFIG, count as COUNT, joint as JOINT, shape as SHAPE
from physics.kernels.queries.diagnostics import read_tree, sum_energy
from physics.queries.joint_data import JointData, read_joints
from physics.queries.readouts import Readouts
from physics.vector import Vec3


@dataclasses.dataclass(frozen=True, slots=True)
class Energy:
    """Energy and momentum of all dynamic bodies together.

    Attributes:
        kinetic: Energy of translation and rotation [J].
        potential: Energy in the field of gravity, 0 at the origin [J].
        momentum: Momentum [kg m/s].
        angular_momentum: Angular momentum about the origin [kg m^2/s].
    """

    kinetic: float
    potential: float
    momentum: Vec3
    angular_momentum: Vec3

    @property
    def total(self) -> float:
        """Kinetic and potential energy [J]."""
        return self.kinetic + self.potential


class ShapeBounds(NamedTuple):
    """Bounds of shapes in the broad phase.

    Attributes:
        shape: Numbers of the shapes (`Part.id`), int32 [m].
        lower: Least corners [m], float64 [m, 3].
        upper: Greatest corners [m], float64 [m, 3].
    """

    shape: np.ndarray
    lower: np.ndarray
    upper: np.ndarray


class TreeBounds(NamedTuple):
    """Bounds of the inner nodes of a tree of the broad phase.

    Attributes:
        depth: Steps down from the root, int32 [k].
        lower: Least corners [m], float64 [k, 3].
        upper: Greatest corners [m], float64 [k, 3].
    """

    depth: np.ndarray
    lower: np.ndarray
    upper: np.ndarray


class MassData(NamedTuple):
    """Masses of all bodies, in the order of `Snapshot.body`; infinite unless a body is dynamic.

    Attributes:
        mass: Masses [kg], float64 [n].
        center: Centers of mass in the world [m], float64 [n, 3].
        inertia: Moments xx, xy, xz, yy, yz, zz about the center of mass in body axes [kg m^2], float64 [n, 6].
    """

    mass: np.ndarray
    center: np.ndarray
    inertia: np.ndarray


class Diagnostics:
    """Shows the inside of a world: broad phase, islands, energy, masses, joints."""

    def __init__(self, bodies: BodyTable, joints: JointTable, readouts: Readouts) -> None:
        self._bodies = bodies
        self._joints = joints
        self._readouts = readouts
        self._arrays = bodies.arrays

    def bounds(self) -> ShapeBounds:
        """See `World.bounds`."""
        arrays, shapes = self._arrays, self._readouts.layout[3]
        info = arrays.shapes.info[shapes]
        inside = (info[:, SHAPE.TREE] != SHAPE.TREE_NONE) & (info[:, SHAPE.NODE] >= 0)
        shapes, info = shapes[inside], info[inside]
        box = np.empty((len(shapes), 6))
        for number, tree in ((SHAPE.TREE_STATIC, arrays.static_tree), (SHAPE.TREE_MOVING, arrays.moving_tree)):
            chosen = info[:, SHAPE.TREE] == number
            box[chosen] = tree.box[info[chosen, SHAPE.NODE], :6]
        return ShapeBounds(self._bodies.part_ids.of_row[shapes], box[:, :3].copy(), -box[:, 3:])

    def tree_bounds(self, static: bool, max_depth: int) -> TreeBounds:
        """See `World.tree_bounds`."""
        tree = self._arrays.static_tree if checks.flag("static", static) else self._arrays.moving_tree
        max_depth = checks.integer("max_depth", max_depth, 0, STACK_SIZE)
        room = int(tree.head[HEAD_LEAVES])
        depth, lower, upper = np.empty(room, np.int32), np.empty((room, 3)), np.empty((room, 3))
        stacks = (np.empty(STACK_SIZE, np.int32), np.empty(STACK_SIZE, np.int32))
        count = read_tree(*tree, max_depth, *stacks, depth, lower, upper)
        return TreeBounds(depth[:count], lower[:count], upper[:count])

    def islands(self) -> np.ndarray:
        """See `World.islands`."""
        return self._bodies.ids.of_row[self._readouts.islands()[0]]

    def energy(self) -> Energy:
        """See `World.energy`."""
        b = self._arrays.bodies
        gravity = tuple(self._arrays.config[CONFIG.GRAVITY : CONFIG.GRAVITY + 3].tolist())
        kinetic, potential, momentum, angular = sum_energy(
            self._readouts.layout[0], b.links, b.motion, b.mass, b.traits, b.center, b.rotation, gravity
        )
        return Energy(kinetic, potential, Vec3(*momentum), Vec3(*angular))

    def mass_data(self) -> MassData:
        """See `World.mass_data`."""
        rows = self._readouts.layout[0]
        bodies = self._arrays.bodies
        record = bodies.mass[rows].astype(np.float64)
        fixed = bodies.links[rows, BODY.FLAGS] & BODY.KIND_BITS != BODY.DYNAMIC
        record[fixed] = np.inf
        return MassData(record[:, BODY.MASS_TOTAL].copy(), bodies.center[rows], record[:, :6].copy())

    def joint_data(self, distances_only: bool) -> JointData:
        """See `World.joint_data`."""
        arrays = self._arrays
        top = int(arrays.counts[COUNT.JOINT_TOP])
        info = arrays.joints.info[:top]
        flags, pulley = info[:, JOINT.FLAGS], JointPulley._type
        listed = flags & JOINT.FLAG_ALIVE != 0
        if checks.flag("distances_only", distances_only):
            kind = info[:, JOINT.TYPE]
            listed &= (flags & JOINT.FLAG_DISTANCE != 0) & (kind != JointPath._type) | (kind == pulley)
        ids = self._joints.ids
        rows = ids.sorted(np.flatnonzero(listed).astype(np.int32))
        return read_joints(rows, ids.of_row, self._bodies.ids.of_row, arrays.joints, arrays.bodies, pulley)
