"""Rigid-body physics as a library: no window, no clock, the same bits for the same input.

>>> from physics import BodyKind, ShapeBox, ShapePlane, World
>>> world = World()
>>> ground = world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(normal=(0, 1, 0), offset=0.0))
>>> crate = world.add_body(shape=ShapeBox(half_extents=(0.5, 0.5, 0.5)), position=(0, 3, 0), material="wood")
>>> for _ in range(120):
...     world.step(1 / 60)
"""

from physics.bodies import Body, BodyKind, Part
from physics.builders import (
    Bridge,
    Built,
    Chain,
    Crane,
    Net,
    Ragdoll,
    Wheel,
    build_bridge,
    build_chain,
    build_crane,
    build_net,
    build_ragdoll,
    build_rope,
    build_wheel,
)
from physics.callbacks import PRE_SOLVE_DTYPE
from physics.controllers import Controller
from physics.decomposition import decompose
from physics.diagnostics import Energy, MassData, ShapeBounds, TreeBounds
from physics.events import BodyEvent, ContactEvent, JointEvent, SensorEvent, StepEvents
from physics.fields import Field, FieldDrag, FieldPoint, FieldUniform, FieldVortex
from physics.joint_axis import JointAxis
from physics.joint_base import Joint
from physics.joint_gears import JointGear, JointPulley, JointRack
from physics.joint_motors import JointMotorAngular, JointMotorLinear
from physics.joints import (
    JointBall,
    JointDistance,
    JointFixed,
    JointHinge,
    JointSixAxis,
    JointSlider,
    JointUniversal,
)
from physics.joints_compound import (
    JointDoubleBall,
    JointDoubleHinge,
    JointHinge2,
    JointPiston,
    JointPlane2D,
    JointPrismaticRotoide,
    JointPrismaticUniversal,
)
from physics.materials import Material
from physics.queries import RayHit, RayHits
from physics.readouts import CONTACT_DTYPE, Stats
from physics.save import WorldState
from physics.shape_field import ShapeHeightField
from physics.shape_hull import ShapeHull
from physics.shape_mesh import ShapeMesh
from physics.shapes import Shape, ShapeBox, ShapeCapsule, ShapeCone, ShapeCylinder, ShapePlane, ShapeSphere
from physics.snapshot import Geometry, Snapshot
from physics.vector import Vec3
from physics.world import World

__all__ = [
    "CONTACT_DTYPE",
    "PRE_SOLVE_DTYPE",
    "Body",
    "BodyEvent",
    "BodyKind",
    "Bridge",
    "Built",
    "Chain",
    "ContactEvent",
    "Controller",
    "Crane",
    "Energy",
    "Field",
    "FieldDrag",
    "FieldPoint",
    "FieldUniform",
    "FieldVortex",
    "Geometry",
    "Joint",
    "JointPrismaticUniversal",
    "JointPrismaticRotoide",
    "JointPlane2D",
    "JointPiston",
    "JointHinge2",
    "JointDoubleHinge",
    "JointDoubleBall",
    "JointMotorLinear",
    "JointMotorAngular",
    "JointRack",
    "JointPulley",
    "JointGear",
    "JointAxis",
    "JointBall",
    "JointDistance",
    "JointEvent",
    "JointFixed",
    "JointHinge",
    "JointSixAxis",
    "JointSlider",
    "JointUniversal",
    "MassData",
    "Material",
    "Net",
    "Part",
    "Ragdoll",
    "RayHit",
    "RayHits",
    "SensorEvent",
    "Shape",
    "ShapeBounds",
    "ShapeBox",
    "ShapeCapsule",
    "ShapeCone",
    "ShapeCylinder",
    "ShapeHeightField",
    "ShapeHull",
    "ShapeMesh",
    "ShapePlane",
    "ShapeSphere",
    "Snapshot",
    "Stats",
    "StepEvents",
    "TreeBounds",
    "Vec3",
    "Wheel",
    "World",
    "WorldState",
    "build_bridge",
    "build_chain",
    "build_crane",
    "build_net",
    "build_ragdoll",
    "build_rope",
    "build_wheel",
    "decompose",
]
