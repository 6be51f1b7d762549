"""Slider.

A slider lets a body move along one axis without rotating. On three rails: a carriage between stops, one driven back
and forth by a motor, one on a spring. The fourth rail is vertical, and a motor lifts its carriage against gravity.
Try: less force. The lift sinks when its motor is weaker than the weight, 250 N.
"""

import numpy as np

from physics import Body, BodyKind, JointSlider, ShapeBox, World
from scenes import kit
from scenes.kit import stand
from scenes.registry import Label, Slider, View, scene

LABELS = ("LIMITS", "MOTOR", "SPRING")
HALF, PITCH = 1.8, 0.9
MASS = 25.0
SPEED, FORCE, HERTZ, RATIO, LIMIT, BOUNCE = 1.2, 400.0, 0.8, 0.05, 1.4, 1.0


def set_speed(world: World, value: float) -> None:
    """Speed of both motors [m/s]."""
    for name in ("MOTOR", "LIFT"):
        stand.set_speeds(name, 0)(world, value)


def set_force(world: World, value: float) -> None:
    """Largest force of both motors [N]."""
    for name in ("MOTOR", "LIFT"):
        stand.set_joints(name, "motor_max_force")(world, value)


def set_limit(world: World, value: float) -> None:
    """Stops of all rails [m]."""
    for joint in world.joints:
        joint.limits = -value, value


def add_carriage(world: World, rail: Body, place: tuple, axis: tuple, label: str) -> JointSlider:
    """A box around a rail."""
    options = {"mass": MASS, "material": "plastic", "can_sleep": False, "name": f"carriage {label}"}
    box = world.add_body(shape=ShapeBox((0.2, 0.2, 0.2)), position=place, **options)
    return world.add_joint(JointSlider(rail, box, anchor=place, axis=axis, limits=(-LIMIT, LIMIT), name=label))


@scene(
    category="Joints",
    name="Slider",
    place="workshop",
    view=View(target=(0.4, 1.2, 0.0), distance=5.2, yaw_degrees=14.0, pitch_degrees=18.0),
    sliders={
        "limit": Slider("Limits", LIMIT, 0.2, 1.6, unit="m", live=set_limit),
        "bounce": Slider("Limit bounce", BOUNCE, 0.0, 1.0, live=stand.set_joints("LIMITS", "limit_bounce", 0)),
        "friction": Slider(
            "Friction of the first carriage", 0.0, 0.0, 200.0, unit="N", live=stand.set_joints("LIMITS", "friction")
        ),
        "speed": Slider("Motor speed", SPEED, 0.0, 4.0, unit="m/s", live=set_speed),
        "force": Slider("Motor force", FORCE, 0.0, 1000.0, unit="N", live=set_force),
        "hertz": Slider("Spring frequency", HERTZ, 0.1, 5.0, unit="Hz", live=stand.set_springs("SPRING", "hertz", 0)),
        "ratio": Slider("Spring damping ratio", RATIO, 0.0, 2.0, live=stand.set_springs("SPRING", "damping_ratio", 0)),
    },
)
def build(world: World) -> None:
    """Three level rails behind each other, and an upright one."""
    kit.add_ground(world)
    for number, label in enumerate(LABELS):
        z, y = PITCH * (1 - number), 0.6 + 0.35 * number
        parts = [(ShapeBox((HALF, 0.04, 0.04)), (0.0, y, 0.0))]
        parts += [(ShapeBox((0.06, 0.5 * y, 0.06)), (side * HALF, 0.5 * y, 0.0)) for side in (-1.0, 1.0)]
        rail = world.add_body(
            kind=BodyKind.STATIC, shapes=parts, position=(-0.4, 0.0, z), material="steel", name=f"rail {label}"
        )
        add_carriage(world, rail, (-0.4, y, z), kit.X, label)
    pole = kit.add_fixed(world, (0.05, 1.95, 0.05), (2.3, 1.95, 0.0), material="steel", name="rail LIFT")
    add_carriage(world, pole, (2.3, 1.95, 0.0), kit.Y, "LIFT")
    for name in ("MOTOR", "LIFT"):
        stand.joint_named(world, name).motor_speed = SPEED
    kit.named(world, "carriage LIMITS")[0].velocity = (2.5, 0.0, 0.0)
    kit.named(world, "carriage SPRING")[0].velocity = (4.0, 0.0, 0.0)
    world.schedule(stand.reverse_at_limits("MOTOR"), after_steps=1)
    world.schedule(stand.reverse_at_limits("LIFT"), after_steps=1)


def draw(world: World) -> list[Label]:
    """What each carriage is and does, over it."""
    result = []
    for joint in world.joints:
        way, place = joint.free_axis, np.array(joint.body_b.position)
        force = way.motor_force if way.motor_max_force else way.spring_force
        text = f"{joint.name.capitalize()}\n{way.position:+.2f} m\n{force:+.0f} N"
        beside = (0.65, 0.15, 0.0) if joint.name == "LIFT" else (0.0, 0.55, 0.0)  # not behind its pole
        result.append(Label(text, place + beside))
    return result


def check(world: World) -> None:
    """Nothing passes its stops or turns, motors have their speed, the spring swings."""
    for joint in world.joints:
        assert abs(joint.position) < LIMIT + 0.03 and max(joint.error) < 0.01, f"{joint.name}: off its rail"
    for name in ("MOTOR", "LIFT"):
        rate = abs(stand.joint_named(world, name).rate)
        assert abs(rate - SPEED) < 0.1, f"{name} moves at {rate:.2f} m/s"
    spring = stand.joint_named(world, "SPRING")
    assert abs(spring.position) > 0.01 or abs(spring.rate) > 0.01, "the spring stands still"
