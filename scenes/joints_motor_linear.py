"""Linear motor.

A motor without rails drives the motion of a body along axes, with limited force. Two pucks are driven in a circle: the
strong one follows, the weak one lags behind. A third motor lifts a crate that can swing and rotate freely.
Try: other forces, and put things in the way: a motor that is too weak stops.
"""

import math

from physics import JointMotorLinear, ShapeBox, ShapeCylinder, World
from scenes import kit
from scenes.kit import stand
from scenes.registry import Label, Slider, Strokes, View, scene

SPEED, STRONG, WEAK, LIFT = 2.0, 400.0, 25.0, 500.0
MASS, RISE = 20.0, 0.8
TOP, LOW = 2.4, 0.9
PAST = stand.Samples(240)


def steer(world: World) -> bool:
    """Turn the direction of the pucks around, and the lift at both ends."""
    angle = 1.2 * (world.step_count + 1) / 60.0
    for joint in world.joints:
        if joint.name.startswith("puck"):
            speed = joint.user_data
            for motor, part in zip(joint.motors, (-math.sin(angle), math.cos(angle)), strict=True):
                motor.motor_speed = speed * part
        elif joint.name.startswith("lift"):
            height, motor = joint.body_b.position.y, joint.motors[1]
            if height > TOP and motor.motor_speed > 0.0 or height < LOW and motor.motor_speed < 0.0:
                motor.motor_speed = -motor.motor_speed
    return True


def set_force(name: str):
    """What a slider does: set the force of a motor [N]."""

    def apply(world: World, value: float) -> None:
        joint = stand.joint_named(world, name)
        for motor in joint.motors if joint is not None else ():
            motor.motor_max_force = value

    return apply


@scene(
    category="Joints",
    name="Linear motor",
    place="rink",
    view=View(target=(0.3, 1.1, -0.2), distance=6.2, yaw_degrees=16.0, pitch_degrees=28.0),
    sliders={
        "speed": Slider("Puck speed", SPEED, 0.0, 4.0, unit="m/s", live=stand.set_joints("puck", "user_data")),
        "strong": Slider("Force of the strong puck", STRONG, 0.0, 1000.0, unit="N", live=set_force("puck STRONG")),
        "weak": Slider("Force of the weak puck", WEAK, 0.0, 1000.0, unit="N", live=set_force("puck WEAK")),
        "rise": Slider("Lift speed", RISE, 0.0, 3.0, unit="m/s", live=stand.set_speeds("lift", 1)),
        "lift": Slider("Lift force", LIFT, 0.0, 1000.0, unit="N", live=set_force("lift")),
    },
)
def build(world: World) -> None:
    """Two pucks on ice, and a crate in the air."""
    kit.add_ground(world, material="ice")
    puck = {"shape": ShapeCylinder(0.35, 0.12), "mass": MASS, "material": "ice", "friction": 0.0, "can_sleep": False}
    for x, label, force, material in ((-2.0, "STRONG", STRONG, "plastic"), (2.0, "WEAK", WEAK, "rubber")):
        body = world.add_body(position=(x + 1.6, 0.12, 0.0), **puck | {"material": material, "name": f"puck {label}"})
        joint = JointMotorLinear(
            None, body, anchor=body.position, axes=(kit.X, kit.Z), name=f"puck {label}", user_data=SPEED
        )
        for motor in joint.motors:
            motor.motor_max_force = force
        world.add_joint(joint)
    crate = world.add_body(
        shape=ShapeBox((0.3, 0.3, 0.3)), position=(0.0, 1.2, -1.8), mass=MASS, material="wood", can_sleep=False,
        angular_velocity=(0.3, 1.0, 0.2), name="crate",
    )  # fmt: skip
    lift = JointMotorLinear(None, crate, anchor=crate.position, axes=(kit.X, kit.Y, kit.Z), name="lift")
    for motor, speed in zip(lift.motors, (0.0, RISE, 0.0), strict=True):
        motor.motor_speed, motor.motor_max_force = speed, LIFT
    world.add_joint(lift)
    world.schedule(steer, after_steps=1)


def draw(world: World) -> list[Strokes | Label]:
    """Names, speeds, and where the pucks have been."""
    result, pucks = [], kit.named(world, "puck")
    for joint in world.joints:
        body = joint.body_b
        text = f"{joint.name.removeprefix('puck ').capitalize()}\n{body.velocity.length:.1f} m/s"
        result.append(Label(text, body.position + (0.0, 0.65, 0.0)))
    return result + (stand.trails(PAST, world, world.read(pucks, "position"), (1.0, 0.8, 0.2, 1.0)) if pucks else [])


def check(world: World) -> None:
    """The strong puck has its speed, the weak one is slower, and the crate is in the air."""
    strong, weak = kit.named(world, "puck")
    assert abs(strong.velocity.length - SPEED) < 0.2, f"the strong puck moves at {strong.velocity.length:.2f} m/s"
    assert weak.velocity.length < 0.9 * SPEED, "the weak puck keeps up"
    assert LOW - 0.4 < kit.named(world, "crate")[0].position.y < TOP + 0.4, "the lift lost its crate"
