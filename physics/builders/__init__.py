"""Builders: things of many bodies and joints in one call, all of them or nothing."""

from physics.builders.bridges import Bridge, build_bridge
from physics.builders.chains import Chain, build_chain, build_rope
from physics.builders.cranes import Crane, build_crane
from physics.builders.nets import Net, build_net
from physics.builders.ragdolls import Ragdoll, RagdollProportions, build_ragdoll
from physics.builders.site import Built
from physics.builders.wheels import Wheel, build_wheel

__all__ = [
    "Bridge",
    "Built",
    "Chain",
    "Crane",
    "Net",
    "Ragdoll",
    "RagdollProportions",
    "Wheel",
    "build_bridge",
    "build_chain",
    "build_crane",
    "build_net",
    "build_ragdoll",
    "build_rope",
    "build_wheel",
]
