"""What a world shows of its inside: bounds, trees, islands, energy, mass, for overlays and measurements.

All of it is computed on whole arrays, so that an overlay can ask for it in every frame. Nothing here changes the world.
"""

import dataclasses
from typing import NamedTuple

import numpy as np

from physics import checks
from physics.joints.gears import JointPulley
from physics.kernels.broad_phase.tree import HEAD_LEAVES, STACK_SIZE
from physics.kernels.layout import body as BODY, config as CONFIG, count as COUNT, joint as JOINT, shape as SHAPE
from physics.kernels.queries.diagnostics import read_islands, read_tree, sum_energy
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


class Diagnostics(Readouts):
    """The half of `World` that shows its inside."""

    def bounds(self) -> ShapeBounds:
        """Fat bounds of all shapes but half-spaces, as the broad phase uses them: they contain the shapes."""
        shapes = (self._layout or self._read_layout())[3]
        state = self._state
        info = state.shapes.info[shapes]
        inside = info[:, SHAPE.TREE] != SHAPE.TREE_NONE
        shapes, info = shapes[inside], info[inside]
        box = np.empty((len(shapes), 6))
        for number, tree in ((SHAPE.TREE_STATIC, state.static_tree), (SHAPE.TREE_MOVING, state.moving_tree)):
            chosen = info[:, SHAPE.TREE] == number
            box[chosen] = tree.box[info[chosen, SHAPE.NODE], :6]
        return ShapeBounds(shapes, box[:, :3].copy(), -box[:, 3:])

    def tree_bounds(self, *, static: bool = False, max_depth: int = 32) -> TreeBounds:
        """Bounds of the inner nodes of a tree of the broad phase, a node before those below it.

        Args:
            static: Whether of the tree of static shapes, instead of that of the others.
            max_depth: Nodes further down are left out, 0 to 256; the root has the depth 0.
        """
        tree = self._state.static_tree if checks.flag("static", static) else self._state.moving_tree
        max_depth = checks.integer("max_depth", max_depth, 0, STACK_SIZE)
        room = int(tree.head[HEAD_LEAVES])
        depth, lower, upper = np.empty(room, np.int32), np.empty((room, 3)), np.empty((room, 3))
        stacks = (np.empty(STACK_SIZE, np.int32), np.empty(STACK_SIZE, np.int32))
        count = read_tree(*tree, max_depth, *stacks, depth, lower, upper)
        return TreeBounds(depth[:count], lower[:count], upper[:count])

    def islands(self) -> np.ndarray:
        """Island of each body, in the order of `Snapshot.body`, int32 [n].

        An island is a group of dynamic bodies that touch, directly or through one another; they fall asleep and wake
        together. Its number is that of its lowest body; 0 for what is not dynamic, or frozen. A group that has come
        apart counts as one until it has come to rest, since that is when the solver looks again.
        """
        rows = self._rows()
        island = np.empty(len(rows), np.int32)
        read_islands(rows, self._state.bodies.links, np.zeros(self._state.body_top, np.int32), island)
        return island

    def energy(self) -> Energy:
        """Energy and momentum of all dynamic bodies together.

        The potential energy is that of gravity alone: fields (`add_field`) do not count, whether they have one or not.
        """
        b = self._state.bodies
        gravity = tuple(self._state.config[CONFIG.GRAVITY : CONFIG.GRAVITY + 3].tolist())
        kinetic, potential, momentum, angular = sum_energy(
            self._rows(), b.links, b.motion, b.mass, b.traits, b.center, b.rotation, gravity
        )
        return Energy(kinetic, potential, Vec3(*momentum), Vec3(*angular))

    def mass_data(self) -> MassData:
        """Masses, centers of mass and moments of inertia of all bodies."""
        rows = self._rows()
        bodies = self._state.bodies
        record = bodies.mass[rows].astype(np.float64)
        fixed = bodies.links[rows, BODY.FLAGS] & BODY.KIND_BITS != BODY.DYNAMIC
        record[fixed] = np.inf
        return MassData(record[:, BODY.MASS_TOTAL].copy(), bodies.center[rows], record[:, :6].copy())

    def joint_data(self, *, distances_only: bool = False) -> JointData:
        """All joints as read-only arrays: frames, axes, limits, loads.

        Args:
            distances_only: Whether only what keeps distances is wanted: rods, ropes, springs and pulleys.
        """
        state = self._state
        top = int(state.counts[COUNT.JOINT_TOP])
        info = state.joints.info[:top]
        flags, pulley = info[:, JOINT.FLAGS], JointPulley._type
        listed = flags & JOINT.FLAG_ALIVE != 0
        if checks.flag("distances_only", distances_only):
            listed &= (flags & JOINT.FLAG_DISTANCE != 0) | (info[:, JOINT.TYPE] == pulley)
        rows = np.flatnonzero(listed).astype(np.int32)
        ids, body_ids = np.arange(top, dtype=np.int32), np.arange(state.body_top, dtype=np.int32)
        return read_joints(rows, ids, body_ids, state.joints, state.bodies, pulley)

    def _rows(self) -> np.ndarray:
        """Rows of all bodies, upward, int32."""
        return (self._layout or self._read_layout())[0]
