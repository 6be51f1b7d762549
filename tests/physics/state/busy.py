"""A world in which everything happens, and something that a program does before each of its steps."""

import numpy as np

from physics import BodyKind, ShapeBox, ShapeCapsule, ShapePlane, ShapeSphere, World

DT = 1 / 60
SHAPES = (
    ShapeBox(half_extents=(0.5, 0.4, 0.3)),
    ShapeSphere(radius=0.4),
    ShapeCapsule(radius=0.25, half_height=0.4),
)


def busy_world(seed=0, count=24, **options):
    """A pile of everything: composites, a conveyor, a sensor, kinematics, bounces, rolling, a repeating callback."""
    world = World(**options)
    rng = np.random.default_rng(seed)
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(), surface_velocity=(0.2, 0, 0))
    world.add_body(kind=BodyKind.STATIC, shape=ShapeBox((2, 2, 2)), position=(0, 2, 0), sensor=True)
    world.add_body(kind=BodyKind.KINEMATIC, shape=SHAPES[0], position=(-4, 0.5, 0), velocity=(1, 0, 0))
    for i in range(count):
        body = world.add_body(
            shape=SHAPES[i % 3],
            position=rng.uniform((-1.5, 0.5, -1.5), (1.5, 8, 1.5)),
            orientation=rng.normal(size=4),
            velocity=rng.normal(size=3),
            restitution=0.4 * (i % 2),
            rolling_friction=0.1 * (i % 4 == 1),
            material=("wood", "steel", "rubber")[i % 3],
        )
        if i % 5 == 0:
            body.add_shape(SHAPES[(i + 1) % 3], offset=(0.3, 0.2, 0))
    return world


def act(world, rng):
    """Something that a program does between steps; the same for equal worlds and equal generators."""
    bodies = [body for body in world.bodies if body.kind == BodyKind.DYNAMIC]
    choice = int(rng.integers(9))
    body = bodies[int(rng.integers(len(bodies)))]
    if choice == 0 and len(bodies) > 8:
        world.remove_body(body)
    elif choice == 1 and len(bodies) < 40:
        world.add_body(shape=SHAPES[int(rng.integers(3))], position=rng.uniform((-1, 4, -1), (1, 8, 1)))
    elif choice == 2:
        body.apply_impulse(rng.normal(size=3) * body.mass, point=body.position + rng.normal(size=3) * 0.1)
    elif choice == 3:
        body.position = rng.uniform((-1, 2, -1), (1, 8, 1))
    elif choice == 4 and len(body.parts) < 3:
        body.add_shape(SHAPES[int(rng.integers(3))], offset=rng.uniform(-0.3, 0.3, 3))
    elif choice == 5 and len(body.parts) > 1:
        body.remove_shape(body.parts[0])
    elif choice == 6:
        body.apply_force(rng.normal(size=3) * 50 * body.mass)
    elif choice == 7:
        body.mass = float(rng.uniform(0.5, 2.0)) * body.mass
    else:
        world.set_friction("wood", "rubber", float(rng.uniform(0, 1)))


def play(world, steps, seed):
    """Hashes after every step, with something done before each."""
    hashes = []
    for number in range(steps):
        act(world, np.random.default_rng((seed, number)))
        world.step(DT)
        hashes.append(world.state_hash())
    return hashes
