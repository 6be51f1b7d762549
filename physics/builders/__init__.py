"""Builders: things of many bodies and joints in one call, all of them or nothing."""

from physics.builders.blobs import DOG, PERSON, SoftFigure, build_soft_figure, figure_form, skin_of_bones
from physics.builders.bridges import Bridge, build_bridge
from physics.builders.chains import Chain, build_chain, build_rope
from physics.builders.cords import (
    ClothesLine,
    HungWeight,
    TireSwing,
    build_clothes_line,
    build_hung_weight,
    build_tire_swing,
)
from physics.builders.cranes import Crane, build_crane
from physics.builders.fabrics import Curtain, Flag, Hammock, build_curtain, build_flag, build_hammock
from physics.builders.inflatables import (
    Balloons,
    Castle,
    Mattress,
    Tire,
    build_balloons,
    build_castle,
    build_mattress,
    build_tire,
)
from physics.builders.nets import Net, build_net
from physics.builders.ragdolls import Ragdoll, RagdollProportions, build_ragdoll
from physics.builders.sheets import Awning, Bag, Tent, Trampoline, build_awning, build_bag, build_tent, build_trampoline
from physics.builders.site import Built
from physics.builders.softness import SoftBuilt
from physics.builders.wheels import Wheel, build_wheel

__all__ = [
    "DOG",
    "PERSON",
    "Awning",
    "Bag",
    "Balloons",
    "Bridge",
    "Built",
    "Castle",
    "Chain",
    "ClothesLine",
    "Crane",
    "Curtain",
    "Flag",
    "Hammock",
    "HungWeight",
    "Mattress",
    "Net",
    "Ragdoll",
    "RagdollProportions",
    "SoftBuilt",
    "SoftFigure",
    "Tent",
    "Tire",
    "TireSwing",
    "Trampoline",
    "Wheel",
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
    "figure_form",
    "skin_of_bones",
]
