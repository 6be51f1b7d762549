"""Bounds that reach as far as fast things go, before the first step in which they do."""

from typing import TYPE_CHECKING

import numpy as np

from physics.kernels.layout import body as BODY, count as COUNT

if TYPE_CHECKING:
    from physics.soft.table import SoftTable


def look_ahead(softs: "SoftTable", dt: float) -> None:
    """Have what is fast meet soft bodies in this step.

    A step leaves bounds that reach as far as their body goes in the next one. What has just been made, or was given
    another velocity, has no such bounds yet. Among rigid bodies what is missed is caught at the end of the step.

    Args:
        softs: The soft bodies.
        dt: The step [s].
    """
    bodies = softs.bodies
    rows = bodies.arrays.bodies
    awake = rows.awake[: int(bodies.arrays.counts[COUNT.AWAKE])]
    way = dt * rows.motion[awake, :3].astype(np.float64)
    far = (way * way).sum(axis=1) > np.square(rows.traits[awake, BODY.TRAIT_EXTENT])
    for k in np.flatnonzero(far).tolist():
        bodies.look_ahead(int(awake[k]), way[k].tolist())
    for record in softs.set_in_motion():
        speed = record.dynamic["speed"][:, :3]
        fastest = np.abs(speed).argmax(axis=0)
        bodies.look_ahead(record.body, (dt * speed[fastest, (0, 1, 2)]).tolist())
