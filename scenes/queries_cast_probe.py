"""Cast probe.

The gun on the rail casts a shape along a straight path: green up to the hit, with an outline of the shape where it
stops and the surface normal in red; gray is the rest of the path. The blue ball lists what it overlaps, with a line to
each body. The yellow line leads from its middle to the closest point of the turning stone.
Try: another shape for the probe. Push things into its path.
"""

import math

import numpy as np

from physics import BodyKind, ShapeBox, ShapeCapsule, ShapeCone, ShapeCylinder, ShapeHull, ShapeSphere, World
from scenes import kit
from scenes.registry import Slider, Strokes, View, scene

SPIRAL = [(math.sqrt(1.0 - y * y) * math.sin(7.0 * y), y, math.sqrt(1.0 - y * y) * math.cos(7.0 * y))
          for y in np.linspace(-0.95, 0.95, 12)]  # fmt: skip
STONE = ShapeHull(0.8 * np.array(SPIRAL))
SHAPES = (ShapeSphere(0.3), ShapeBox((0.45, 0.15, 0.3)), ShapeCapsule(0.15, 0.4), ShapeCylinder(0.3, 0.25),
          ShapeCone(0.35, 0.4), ShapeHull(0.4 * np.array(SPIRAL)))  # fmt: skip
HEIGHT, START, WAY = 1.3, -6.0, np.array((12.0, 0.0, 0.0))
BALL, REACH = ShapeSphere(1.2), 3.4  # what overlaps things; of the gun along the rail [m]


def gun_pose(step: int) -> tuple[tuple, tuple]:
    """Where the gun is after a step, and how it is turned about its way."""
    time = step / 60.0
    return (START, HEIGHT, REACH * math.sin(0.5 * time)), kit.turn(kit.X, 40.0 * time)


def ball_place(step: int) -> np.ndarray:
    """Where the ball that overlaps things is after a step [m]."""
    angle = 0.4 * step / 60.0
    return np.array((2.6 * math.cos(angle), 1.7, 2.6 * math.sin(angle)))


def move(world: World) -> bool:
    """Set where the gun should be after the next step."""
    for gun in kit.named(world, "gun"):
        gun.set_target(*gun_pose(world.step_count + 1))
    return True


@scene(
    category="Queries",
    name="Cast probe",
    place="lab",
    view=View(target=(-0.4, 0.9, 0.2), distance=11.5, yaw_degrees=-30.0, pitch_degrees=30.0),
    sliders={"shape": Slider("Probe shape", 1, 0, len(SHAPES) - 1, integer=True)},
)
def build(world: World, *, shape: int = 1) -> None:
    """A gun on a rail, and things of all shapes in its way."""
    kit.add_ground(world)
    place, turned = gun_pose(0)
    pieces = [(ShapeBox((0.4, 0.12, 0.12)), (-0.9, 0.0, 0.0)), (ShapeBox((0.15, 0.3, 0.3)), (-1.1, 0.0, 0.0))]
    gun = {"kind": BodyKind.KINEMATIC, "position": place, "orientation": turned, "material": "iron", "user_data": shape}
    world.add_body(shapes=pieces, name="gun", **gun)
    kit.add_fixed(world, (0.2, 0.45, REACH + 0.6), (START - 1.0, 0.45, 0.0), material="concrete", name="rail")
    kit.add_fixed(world, (0.1, 1.0, REACH + 0.8), (6.3, 1.0, 0.0), material="glass", name="back wall")
    standing = [
        (ShapeCylinder(0.45, 1.1), (-2.4, 1.1, 2.7), "stone"), (ShapeCone(0.8, 1.2), (3.6, 1.2, 1.4), "concrete"),
        (ShapeCylinder(0.35, 1.3), (3.2, 1.3, -1.8), "stone"), (ShapeBox((0.4, 1.0, 0.6)), (-1.6, 1.0, -2.6), "wood"),
        (ShapeSphere(0.9), (2.2, 0.9, 3.2), "steel"), (ShapeCylinder(0.15, 0.35), (0.0, 0.35, 0.0), "iron"),
    ]  # fmt: skip
    for solid, place, material in standing:
        world.add_body(kind=BodyKind.STATIC, shape=solid, position=place, material=material, name="obstacle")
    stone = {"position": (0.0, 1.5, 0.0), "angular_velocity": (0.0, 0.7, 0.0), "material": "leather"}
    world.add_body(kind=BodyKind.KINEMATIC, shape=STONE, name="turning stone", **stone)
    kit.add_tower(world, levels=4, half=0.35, x=-2.8, z=-0.9, name="crate")
    kit.add_tower(world, levels=3, half=0.4, x=1.6, z=-3.2, name="crate", material="plastic")
    posts = [(-3.4, 0.9, 1.2), (0.8, 0.9, 2.2), (2.6, 0.9, -0.3)]
    world.add_bodies(position=posts, shape=ShapeCylinder(0.3, 0.9), material="rubber", name="post")
    move(world)
    world.schedule(move, after_steps=1)


def lines(color: tuple, *pairs: tuple) -> Strokes:
    """Lines of one color from pairs of points, or of arrays of points."""
    start, end = (np.concatenate([np.atleast_2d(pair[side]) for pair in pairs]) for side in (0, 1))
    return Strokes(start, end, color)


def draw(world: World) -> list[Strokes]:
    """Way, outline and normal of the probe; what the ball overlaps; the closest point of the stone."""
    result, gun, stone = [], kit.named(world, "gun"), kit.named(world, "turning stone")
    if gun:
        shape, start, turned = SHAPES[gun[0].user_data], np.array(gun[0].position), gun[0].orientation
        hit = world.shape_cast(shape, start, turned, WAY, ignore=gun)
        end = start + WAY * (hit.fraction if hit else 1.0)
        result.append(lines((0.3, 1.0, 0.4, 1.0), (start, end), kit.outline(shape, end, turned)))
        result.append(lines((0.8, 0.8, 0.8, 0.5), (end, start + WAY), kit.outline(shape, start, turned)))
        if hit:
            point, normal = np.array(hit.point), np.array(hit.normal)
            result.append(lines((1.0, 0.15, 0.1, 1.0), (point, point + normal), kit.ring(point, 0.15, normal)))
    place = ball_place(world.step_count)
    pairs = [(place, hit.body.center_of_mass) for hit in world.overlap(BALL, place, ignore=gun)]
    result.append(lines((0.35, 0.65, 1.0, 1.0), kit.outline(BALL, place, (0.0, 0.0, 0.0, 1.0)), *pairs))
    if stone:
        nearest = world.closest_point(stone[0], place)
        result.append(lines((1.0, 0.9, 0.2, 1.0), (place, nearest.point), kit.ring(nearest.point, 0.08)))
    return result


def check(world: World) -> None:
    """All is at its place; the probe stops where it begins to overlap, the ball overlaps what is within its radius."""
    gun, turned = kit.named(world, "gun")[0], 0.7 * world.time
    assert (gun.position - gun_pose(world.step_count)[0]).length < 0.001, f"the gun is at {gun.position}"
    side = kit.axis_of(world, kit.named(world, "turning stone"), 0)[0]
    assert np.allclose(side, (math.cos(turned), 0.0, -math.sin(turned)), atol=0.01), f"the stone is turned to {side}"
    assert not world.read(kit.named(world, "crate") + kit.named(world, "post"), "awake").any(), "a crate does not rest"
    for z in np.linspace(-REACH, REACH, 50):
        start, probe = (START, HEIGHT, z), SHAPES[gun.user_data]
        hit = world.shape_cast(probe, start, gun.orientation, WAY, ignore=gun)
        for past, meets in ((-0.02, False), (0.02, True)):
            found = world.overlap(probe, start + WAY * hit.fraction + (past, 0.0, 0.0), gun.orientation)
            assert (hit.body in [other.body for other in found]) == meets, f"the probe at {z:.2f} m stops elsewhere"
    for place in map(ball_place, range(0, 1000, 40)):
        near = [body for body in world.bodies if world.closest_point(body, place).distance < BALL.radius]
        assert near == [hit.body for hit in world.overlap(BALL, place)], "the ball overlaps other things"
