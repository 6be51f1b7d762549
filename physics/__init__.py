"""Rigid-body physics as a library: no window, no clock, the same bits for the same input.

>>> from physics import BodyKind, ShapeBox, ShapePlane, World
>>> world = World()
>>> ground = world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(normal=(0, 1, 0), offset=0.0))
>>> crate = world.add_body(shape=ShapeBox(half_extents=(0.5, 0.5, 0.5)), position=(0, 3, 0), material="wood")
>>> for _ in range(120):
...     world.step(1 / 60)
"""

from physics.bodies.body import Body
from physics.bodies.definition import BodyDef, PartDef
from physics.bodies.kind import BodyKind
from physics.bodies.material import Material
from physics.bodies.part import Part
from physics.builders import (
    DOG,
    PERSON,
    Awning,
    Bag,
    Balloons,
    Bridge,
    Built,
    Castle,
    Chain,
    ClothesLine,
    Crane,
    Curtain,
    Flag,
    Hammock,
    HungWeight,
    Mattress,
    Net,
    Ragdoll,
    RagdollProportions,
    SoftBuilt,
    SoftFigure,
    Tent,
    Tire,
    TireSwing,
    Trampoline,
    Wheel,
    build_awning,
    build_bag,
    build_balloons,
    build_bridge,
    build_castle,
    build_chain,
    build_clothes_line,
    build_crane,
    build_curtain,
    build_flag,
    build_hammock,
    build_hung_weight,
    build_mattress,
    build_net,
    build_ragdoll,
    build_rope,
    build_soft_figure,
    build_tent,
    build_tire,
    build_tire_swing,
    build_trampoline,
    build_wheel,
    figure_form,
    skin_of_bones,
)
from physics.fields.field import Field, FieldDrag, FieldPoint, FieldUniform, FieldVortex
from physics.fields.water import Displaced, FieldWater
from physics.hooks.callbacks import PRE_SOLVE_DTYPE
from physics.hooks.controllers import Controller
from physics.hooks.events import BodyEvent, ContactEvent, JointEvent, SensorEvent, StepEvents
from physics.joints.axis import JointAxis
from physics.joints.compound import (
    JointDoubleBall,
    JointDoubleHinge,
    JointHinge2,
    JointPiston,
    JointPlane2D,
    JointPrismaticRotoide,
    JointPrismaticUniversal,
)
from physics.joints.definition import JointAxisDef, JointDef
from physics.joints.distance import JointDistance
from physics.joints.gears import JointGear, JointPulley, JointRack
from physics.joints.joint import Joint
from physics.joints.motors import JointMotorAngular, JointMotorLinear
from physics.joints.path import JointPath
from physics.joints.single import (
    JointBall,
    JointFixed,
    JointHinge,
    JointSixAxis,
    JointSlider,
    JointUniversal,
)
from physics.queries.diagnostics import Energy, MassData, ShapeBounds, TreeBounds
from physics.queries.joint_data import JointData
from physics.queries.rays import RayHit, RayHits
from physics.queries.readouts import CONTACT_DTYPE, Stats
from physics.queries.snapshot import Geometry, Snapshot
from physics.queries.softs import SoftHit
from physics.shapes.base import Shape
from physics.shapes.decomposition import decompose
from physics.shapes.height_field import ShapeHeightField
from physics.shapes.hull import ShapeHull
from physics.shapes.mesh import ShapeMesh
from physics.shapes.primitives import ShapeBox, ShapeCapsule, ShapeCone, ShapeCylinder, ShapePlane, ShapeSphere
from physics.soft.forms.cloth import SoftCloth
from physics.soft.forms.cluster import SoftCluster
from physics.soft.forms.rope import SoftRope
from physics.soft.forms.shell import SoftShell
from physics.soft.forms.solid import SoftSolid
from physics.soft.materials import SoftMaterial
from physics.soft.soft import Soft
from physics.state.world_state import WorldState
from physics.vector import Vec3
from physics.version import __version__
from physics.world import World

__all__ = [
    "CONTACT_DTYPE",
    "DOG",
    "PERSON",
    "PRE_SOLVE_DTYPE",
    "Awning",
    "Bag",
    "Balloons",
    "Body",
    "BodyDef",
    "BodyEvent",
    "BodyKind",
    "Bridge",
    "Built",
    "Castle",
    "Chain",
    "ClothesLine",
    "ContactEvent",
    "Controller",
    "Crane",
    "Curtain",
    "Displaced",
    "Energy",
    "Field",
    "FieldDrag",
    "FieldPoint",
    "FieldUniform",
    "FieldVortex",
    "FieldWater",
    "Flag",
    "Geometry",
    "Hammock",
    "HungWeight",
    "Joint",
    "JointAxis",
    "JointAxisDef",
    "JointBall",
    "JointData",
    "JointDef",
    "JointDistance",
    "JointDoubleBall",
    "JointDoubleHinge",
    "JointEvent",
    "JointFixed",
    "JointGear",
    "JointHinge",
    "JointHinge2",
    "JointMotorAngular",
    "JointMotorLinear",
    "JointPath",
    "JointPiston",
    "JointPlane2D",
    "JointPrismaticRotoide",
    "JointPrismaticUniversal",
    "JointPulley",
    "JointRack",
    "JointSixAxis",
    "JointSlider",
    "JointUniversal",
    "MassData",
    "Material",
    "Mattress",
    "Net",
    "Part",
    "PartDef",
    "Ragdoll",
    "RagdollProportions",
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
    "Soft",
    "SoftBuilt",
    "SoftCloth",
    "SoftCluster",
    "SoftFigure",
    "SoftHit",
    "SoftMaterial",
    "SoftRope",
    "SoftShell",
    "SoftSolid",
    "Stats",
    "StepEvents",
    "Tent",
    "Tire",
    "TireSwing",
    "Trampoline",
    "TreeBounds",
    "Vec3",
    "Wheel",
    "World",
    "WorldState",
    "__version__",
    "build_awning",
    "build_bag",
    "build_balloons",
    "build_bridge",
    "build_castle",
    "build_chain",
    "build_clothes_line",
    "build_crane",
    "build_curtain",
    "build_flag",
    "build_hammock",
    "build_hung_weight",
    "build_mattress",
    "build_net",
    "build_ragdoll",
    "build_rope",
    "build_soft_figure",
    "build_tent",
    "build_tire",
    "build_tire_swing",
    "build_trampoline",
    "build_wheel",
    "decompose",
    "figure_form",
    "skin_of_bones",
]
