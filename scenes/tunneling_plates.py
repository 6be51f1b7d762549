"""Plates that come to meet you.

Shots against what moves: a plate of 2 cm that rushes back and forth, a paddle wheel, and other shots head on. In a step
of 1/60 s a shot moves a meter, and the plate up to half a meter toward it. Whoever meets something that moves is taken
along for the rest of the step, so that the collision finds it on its own side: none of them passes.
Try: a faster plate and wheel, and slow down time ([slower]) to see each shot meet what it hits.
"""

import math

from physics import BodyKind, ShapeBox, ShapeCylinder, ShapeSphere, World
from scenes import kit
from scenes.registry import Slider, View, scene

PLATE_Z, WHEEL_Z, DUEL_Z = -3.0, 0.0, 2.6  # lanes [m]
MUZZLE, HEIGHT, SWING = -6.0, 1.6, 1.2  # where shots start, how high, and half the way of the plate [m]
SHOT, RADIUS, EVERY, LIFE = 60.0, 0.1, 8, 240  # [m/s], [m]; steps between shots, and until they are removed
DUEL = 4  # rounds between two head-on shots
SPEED, TALL, REACH = (
    15.0,
    1.45,
    2.0,
)  # of plate and wheel [m/s]; middle of the plate, and of a blade half the length [m]


def set_speed(world: World, speed: float) -> None:
    """For the live slider: the plate goes on from where it is in its swing."""
    for plate in kit.named(world, "plate"):
        phase = plate.user_data[1] + plate.user_data[0] / SWING * (world.step_count - plate.user_data[2]) / 60.0
        plate.user_data = speed, phase, world.step_count


def move(world: World) -> bool:
    """Set where plate and wheel should be after the next step."""
    for plate in kit.named(world, "plate"):
        speed, phase, since = plate.user_data
        angle = phase + speed / SWING * (world.step_count + 1 - since) / 60.0
        plate.set_target((SWING * math.sin(angle), TALL, PLATE_Z))
        for wheel in kit.named(world, "wheel"):
            wheel.angular_velocity = (0.0, 0.0, speed / HEIGHT)
    return True


@scene(
    category="Tunneling",
    name="Plates that come to meet you",
    place="lab",
    view=View(target=(-0.6, 0.9, 0.2), distance=11.0, yaw_degrees=-28.0, pitch_degrees=26.0),
    sliders={"speed": Slider("Speed of plate and wheel", SPEED, 2.0, 30.0, unit="m/s", live=set_speed)},
)
def build(world: World, *, speed: float = SPEED) -> None:
    """A plate and a wheel with a barrel before each, and two barrels that aim at each other."""
    kit.add_ground(world)
    world.add_body(
        kind=BodyKind.KINEMATIC, shape=ShapeBox((0.01, 1.4, 1.2)), position=(0.0, TALL, PLATE_Z), material="steel",
        restitution=0.2, name="plate", user_data=(speed, 0.0, 0),
    )  # fmt: skip
    blades = [(ShapeBox((0.02, REACH, 1.0)), (0.0, 0.0, 0.0), kit.turn(kit.Z, 60.0 * k)) for k in range(3)]
    world.add_body(
        kind=BodyKind.KINEMATIC, shapes=blades, position=(0.0, 0.0, WHEEL_Z), material="plastic", restitution=0.2,
        angular_velocity=(0.0, 0.0, speed / HEIGHT), name="wheel",
    )  # fmt: skip
    for z in (PLATE_Z - 1.26, PLATE_Z + 1.26, WHEEL_Z - 1.06, WHEEL_Z + 1.06):
        kit.add_fixed(world, (2.8, 0.6, 0.04), (-0.8, 0.6, z), material="glass", name="side")
    for x, z in ((MUZZLE, PLATE_Z), (MUZZLE, WHEEL_Z), (MUZZLE, DUEL_Z), (-MUZZLE, DUEL_Z)):
        place = (x + math.copysign(0.5, x), HEIGHT, z)
        barrel = {"shape": ShapeCylinder(0.18, 0.4), "orientation": kit.turn(kit.Z, 90.0)}
        world.add_body(kind=BodyKind.STATIC, position=place, material="iron", name="barrel", **barrel)
        kit.add_fixed(world, (0.3, 0.7, 0.4), (place[0], 0.7, z), material="concrete", name="bench")
    scatter = kit.random(15).uniform(-1.0, 1.0, (64, 3))

    def fire(world: World) -> bool:
        """A shot out of each barrel; those that have been lying long enough go."""
        number = world.step_count // EVERY
        for old in kit.named(world, f"shot {number - LIFE // EVERY},"):
            world.remove_body(old)
        early, up, aside = scatter[number % len(scatter)]
        options = {"shape": ShapeSphere(RADIUS), "bullet": True, "restitution": 0.2, "rolling_friction": 0.05}
        lanes = [("plate", MUZZLE, PLATE_Z + 0.4 * aside, "rubber"), ("wheel", MUZZLE, WHEEL_Z + 0.4 * aside, "wood")]
        if number % DUEL == 0:
            lanes += [("left", MUZZLE, DUEL_Z, "glass"), ("right", -MUZZLE, DUEL_Z, "plastic")]
        for group, (lane, x, z, material) in enumerate(lanes, start=1):
            # Shots that come back would meet those that follow and send them anywhere: a group does not see itself.
            world.add_body(
                position=(x + 0.4 * early, HEIGHT + 0.1 * up, z), velocity=(math.copysign(SHOT, -x), 0.0, 0.0),
                mass=1.0, material=material, group=group, name=f"shot {number}, {lane}", **options,
            )  # fmt: skip
        return True

    move(world)
    world.schedule(move, after_steps=1)
    world.schedule(fire, after_steps=EVERY)


def check(world: World) -> None:
    """No shot is behind the plate, the wheel turned all of them away, and two that met are each on its side."""
    number = world.step_count // EVERY
    shots = kit.named(world, "shot")
    assert len(shots) > 20, f"{len(shots)} shots were fired"
    behind = kit.named(world, "plate")[0].position.x
    passed = [shot.name for shot in shots if shot.name.endswith("plate") and shot.position.x > behind]
    assert not passed, f"behind the plate: {passed}"
    flying = kit.named(world, f"shot {number},") + kit.named(world, f"shot {number - 1},")
    met = [shot for shot in shots if shot.name.endswith("wheel") and shot not in flying]
    passed = [shot.name for shot in met if shot.velocity.x > 0.5 * SHOT]
    assert not passed, f"through the wheel: {passed}"
    duel = number - number % DUEL
    (left,), (right,) = (kit.named(world, f"shot {duel}, {side}") for side in ("left", "right"))
    assert left.position.x < right.position.x, f"the shots of duel {duel} went through each other"
