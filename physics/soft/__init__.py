"""Forms and materials of soft bodies: what they look like at rest, and what they are made of."""

from physics.soft.cloth import SoftCloth
from physics.soft.cluster import SoftCluster
from physics.soft.form import Grid, SoftForm, SoftSkin
from physics.soft.materials import SOFT_MATERIALS, SoftMaterial, resolved, soft_material
from physics.soft.rope import SoftRope
from physics.soft.shell import SoftShell
from physics.soft.solid import SoftSolid

__all__ = [
    "SOFT_MATERIALS",
    "Grid",
    "SoftCloth",
    "SoftCluster",
    "SoftForm",
    "SoftMaterial",
    "SoftRope",
    "SoftShell",
    "SoftSkin",
    "SoftSolid",
    "resolved",
    "soft_material",
]
