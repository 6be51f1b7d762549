"""Waters of a world, as they are drawn."""

from physics import FieldWater, World
from render.frame import Water

#: How far a sea without shores is drawn from the middle of the world [m].
SEA = 4000.0


def waters_of(world: World) -> tuple[Water, ...]:
    """All waters that act."""
    found = []
    for field in world.fields:
        if isinstance(field, FieldWater) and field.enabled:
            low, high = field.bounds or ((-SEA, 0.0, -SEA), (SEA, 0.0, SEA))
            current = field.current[0], field.current[2]
            found.append(Water(field.level, (low[0], low[2]), (high[0], high[2]), current))
    return tuple(found)
