"""How far from the eye things are dragged."""

#: Distances from the eye [m].
DISTANCE_RANGE = (0.3, 500.0)
WHEEL_NOTCH = 1.1


def clamp_distance(distance: float) -> float:
    """A distance from the eye at which things can be dragged [m]."""
    return min(max(distance, DISTANCE_RANGE[0]), DISTANCE_RANGE[1])
