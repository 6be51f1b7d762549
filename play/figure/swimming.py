"""Swimming: a figure in deep water floats with its head out, and strokes to where its player wants."""

from physics import Body, FieldWater, Vec3, World
from play import layers
from play.controls import Controls
from play.figure import figure

#: The torso is wider than a person, so it displaces too much: share that counts. The head is out of the water then.
BUOYANT = 0.45
#: From this share of the torso under water on it swims, and its legs no longer reach for the ground.
SWIMMING, AFLOAT = 0.45, 0.6
#: Middle of the torso over the water when it floats [m].
AFLOAT_MIDDLE = -0.45
#: Speeds [m/s]: of swimming, with run, and up or down with jump and crouch.
SWIM, CRAWL, DIVE = 1.5, 2.4, 1.3
#: Strongest stroke [m/s^2], and time in which it reaches its speed [s].
STROKE, REACTION = 7.0, 0.2
#: How far ahead an edge to climb is looked for, its highest place over the water, and the speed of climbing [m] [m/s].
AHEAD, EDGE, CLIMB = 0.55, 0.9, 5.4
MASK = layers.ALL & ~(layers.FIGURE | layers.WEAPON | layers.PROJECTILE)


def water_around(world: World, torso: Body) -> FieldWater | None:
    """The water that a figure stands or swims in, if any."""
    place = torso.position
    for field in world.fields:
        if not isinstance(field, FieldWater) or not field.enabled or place.y - figure.STAND > field.level:
            continue
        low, high = field.bounds or (place, place)
        if low[0] <= place.x <= high[0] and low[2] <= place.z <= high[2] and low[1] <= place.y:
            return field
    return None


def is_afloat(torso: Body, water: FieldWater) -> bool:
    """Whether the water carries a figure."""
    return water.displaced(torso).share > AFLOAT


def spot_afloat(world: World, body: Body) -> Vec3 | None:
    """Feet of a figure that floats where a body does; None if that is not in deep water."""
    water = water_around(world, body)
    if water is None:
        return None
    place = Vec3(body.position.x, water.level + AFLOAT_MIDDLE, body.position.z)
    below = world.ray_cast(place, (0.0, -1.0, 0.0), figure.STAND, mask=MASK)
    return None if below is not None else place - (0.0, figure.STAND, 0.0)


def swim(torso: Body, water: FieldWater, gravity: float, velocity: Vec3, wish: Vec3, controls: Controls) -> Vec3:
    """Acceleration by arms and legs, and what takes back the lift of the width of the torso [m/s^2].

    Args:
        torso: Of the figure.
        water: What it is in.
        gravity: Downward [m/s^2].
        velocity: Of the torso [m/s].
        wish: Direction in which the player wants to go: level, length 0 to 1.
        controls: What else it wants.
    """
    displaced = water.displaced(torso)
    heavy = Vec3(0.0, (BUOYANT - 1.0) * water.density * gravity * displaced.volume / figure.MASS, 0.0)
    if displaced.share < SWIMMING:
        return heavy
    through = velocity - Vec3(*water.current)
    goal = wish * (CRAWL if controls.run else SWIM)
    rise = DIVE * (float(controls.jump) - float(controls.crouch))
    stroke = (goal - Vec3(through.x, 0.0, through.z)) / REACTION
    stroke = stroke + Vec3(0.0, (rise - through.y) / REACTION if rise else 0.0, 0.0)
    size = stroke.length
    return heavy + (stroke if size <= STROKE else stroke * (STROKE / size))


def edge_ahead(world: World, torso: Body, water: FieldWater, way: Vec3) -> bool:
    """Whether there is an edge to climb out of the water onto, in a level direction of length 1."""
    top = water.level + EDGE
    place = torso.position + way * (figure.RADIUS + AHEAD)
    hit = world.ray_cast((place.x, top, place.z), (0.0, -1.0, 0.0), EDGE + 0.1, mask=MASK)
    return hit is not None and hit.normal.y > 0.7 and hit.point.y > water.level - 0.05
