"""Bodies slide 20 m over flat surfaces of many triangles: they must not feel the edges between these."""

import numpy as np

import physics
from bench.storms import kit
from bench.storms.kit import DT, Verdict
from physics import Body, BodyKind, Shape, World

SPEED = 5.0  # [m/s]
WAY = 20.0  # [m]
ANGLE = 0.3  # between the way and the rows of triangles [rad]: edges of all three directions are crossed
REST_STEPS = 60  # before the push
LIMIT = 1e-3  # of vertical speed [m/s] and of the deviation sideways [m]
START = (3.0, 10.0)  # x and z [m]: inside of a surface of 60 m that begins at the origin, and of one around it
SIZES = {"sphere": (0.3,), "box": (0.3, 0.2, 0.4), "capsule": (0.2, 0.3), "cylinder": (0.3, 0.2)}
BOTTOM = {"sphere": 0.3, "box": 0.2, "capsule": 0.2, "cylinder": 0.2}  # height of the origin over the ground [m]
TURNS = {"capsule": (0.0, 0.0, np.sqrt(0.5), np.sqrt(0.5))}  # lies; the others stand


def flat_mesh() -> Shape:
    """10,000 triangles, 60 m wide, around the origin."""
    row, column = np.indices((101, 51)).reshape(2, -1)
    vertices = np.stack([0.6 * row - 30.0, np.zeros(len(row)), 1.2 * column - 30.0], 1)
    i, j = np.indices((100, 50)).reshape(2, -1)
    a = i * 51 + j
    b, c, d = a + 1, a + 51, a + 52
    return physics.ShapeMesh(vertices, np.concatenate([np.stack([a, b, c], 1), np.stack([c, b, d], 1)]))


def flat_field() -> Shape:
    """A height field of 100 x 100 cells, 60 m wide."""
    return physics.ShapeHeightField(np.zeros((101, 101)), 0.6)


SURFACES = {"mesh of 10,000 triangles": ("ShapeMesh", flat_mesh), "height field": ("ShapeHeightField", flat_field)}


def push(world: World, body: Body) -> tuple[float, float, float]:
    """Slide a body; return the fastest move up or down [m/s], the largest deviation sideways and the way [m]."""
    for _ in range(REST_STEPS):
        world.step(DT)
    along = np.array([np.cos(ANGLE), 0.0, np.sin(ANGLE)])
    across = np.array([-np.sin(ANGLE), 0.0, np.cos(ANGLE)])
    start = np.array(body.position)
    body.velocity = tuple(SPEED * along)
    rise = aside = 0.0
    for _ in range(round(WAY / SPEED / DT)):
        world.step(DT)
        rise = max(rise, abs(body.velocity[1]))
        aside = max(aside, abs(float((np.array(body.position) - start) @ across)))
    return rise, aside, float((np.array(body.position) - start) @ along)


def slide(ground: Shape, kind: str) -> tuple[float, float, float]:
    """One body on one surface, without friction; as `push`."""
    world = World(sleeping=False)
    world.add_body(kind=BodyKind.STATIC, shape=ground, friction=0.0)
    place = (START[0], BOTTOM[kind], START[1])
    turn = TURNS.get(kind, kit.UPRIGHT)
    body = world.add_body(shape=kit.shape_of(kind, SIZES[kind]), position=place, orientation=turn, friction=0.0)
    return push(world, body)


def run() -> list[Verdict]:
    """All bodies on all surfaces; a plane first, to see what the bodies do where there are no edges."""
    results = []
    surfaces = {"plane": ("ShapePlane", physics.ShapePlane), **SURFACES}
    for name, (needed, make) in surfaces.items():
        result = Verdict(f"sliding {WAY:g} m over a {name}")
        results.append(result)
        if not hasattr(physics, needed):
            result.lines = [f"not tried: there is no {needed} yet"]
            continue
        ground, good = make(), True
        for kind in SIZES:
            if kind in kit.kinds():
                rise, aside, way = slide(ground, kind)
                good &= rise <= LIMIT and aside <= LIMIT and way > 0.99 * WAY
                figures = f"vertical speed up to {1e3 * rise:.3f} mm/s, aside up to {1e3 * aside:.3f} mm"
                result.lines.append(f"{kind:9s} {figures}, way {way:.3f} m")
        result.holds = good
    return results
