"""Forms and materials of soft bodies: what they look like at rest, and what they are made of."""

from physics.soft.forms.cloth import SoftCloth
from physics.soft.forms.cluster import SoftCluster
from physics.soft.forms.form import Grid, SoftForm, SoftSkin
from physics.soft.forms.rope import SoftRope
from physics.soft.forms.shell import SoftShell
from physics.soft.forms.solid import SoftSolid
from physics.soft.materials import SOFT_MATERIALS, SoftMaterial, resolved, soft_material

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
