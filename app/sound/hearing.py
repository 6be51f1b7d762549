"""Hearing: loudness of a sound at each ear, from its place and the pose of the camera."""

import math
from collections.abc import Sequence

from physics.vector import rotate

#: Distance below which sounds get no louder [m].
NEAR = 4.0
#: Distance beyond which nothing is heard [m]; sounds fade out toward it.
FAR = 150.0
#: Share of the loudness at the far ear.
SHADOW = 0.3


class Ears:
    """The ears of the listener.

    Attributes:
        position: Of the head [m].
    """

    def __init__(self) -> None:
        self.position = (0.0, 0.0, 0.0)
        self._right = (1.0, 0.0, 0.0)

    def place(self, position: Sequence[float], rotation: Sequence[float]) -> None:
        """Move them: position [m], rotation (x, y, z, w) of a head that looks along -Z."""
        self.position = tuple(position)
        self._right = rotate(rotation, (1.0, 0.0, 0.0))

    def hear(self, place: Sequence[float] | None, reach: float = 1.0) -> tuple[float, float]:
        """Loudness at the left and at the right ear, 0 to 1.

        Equal power on both sides for what is ahead; inverse to the distance, as sound in the open is.

        Args:
            place: Of the sound [m]; None for one inside the head.
            reach: Factor on all distances of fading: an explosion carries farther than a step.
        """
        if place is None:
            return math.sqrt(0.5), math.sqrt(0.5)
        dx, dy, dz = place[0] - self.position[0], place[1] - self.position[1], place[2] - self.position[2]
        distance = math.sqrt(dx * dx + dy * dy + dz * dz)
        far = FAR * reach
        if not distance < far:  # also false for NaN
            return 0.0, 0.0
        near = NEAR * reach
        gain = near / max(distance, near) * min(1.0, 4.0 * (1.0 - distance / far))
        # A sound at the head is in the middle: it must not jump from ear to ear.
        side = (dx * self._right[0] + dy * self._right[1] + dz * self._right[2]) / max(distance, 1.0)
        angle = 0.25 * math.pi * (1.0 + (1.0 - SHADOW) * max(-1.0, min(1.0, side)))
        return gain * math.cos(angle), gain * math.sin(angle)
