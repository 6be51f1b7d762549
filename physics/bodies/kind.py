"""BodyKind: how a body moves."""

import enum

from physics import checks
from physics.kernels.layout import body as BODY


class BodyKind(enum.IntEnum):
    """How a body moves."""

    STATIC = BODY.STATIC  #: never
    KINEMATIC = BODY.KINEMATIC  #: as its velocity says; nothing can push it
    DYNAMIC = BODY.DYNAMIC  #: as forces and contacts say


def check_kind(kind: BodyKind) -> BodyKind:
    """A kind of body, or ValueError."""
    if type(kind) is BodyKind:
        return kind
    try:
        return BodyKind(kind)
    except ValueError:
        names = ", ".join(f"BodyKind.{k.name}" for k in BodyKind)
        raise ValueError(f"kind must be one of {names}, got {checks.shown(kind)}") from None
