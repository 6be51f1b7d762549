"""Walking machine.

Theo Jansen's linkage: eleven lengths turn the circle of a crank into the step of a foot, flat on the ground and high
in the air. Six legs on each side, a third of a turn apart, carry a body over the ground; the left ones are faster, so
it walks in a circle.
Try: other speeds of the two crankshafts: with equal speeds it walks straight ahead, with opposite ones it turns on the
spot.
"""

from physics import Vec3, World
from play.machines.walker import Legs, hub_height
from scenes import kit
from scenes.kit import stand
from scenes.registry import Slider, View, scene

LEFT, RIGHT = 3.0, 0.9  # rates of the cranks [rad/s]


@scene(
    category="Machines",
    name="Walking machine",
    place="quarry",
    view=View(target=(3.0, 0.9, 0.0), distance=7.0, yaw_degrees=22.0, pitch_degrees=16.0, follow="rib"),
    sliders={
        "left": Slider("Left crank speed", LEFT, -5.0, 5.0, unit="rad/s", live=stand.set_joints("left", "motor_speed")),
        "right": Slider(
            "Right crank speed", RIGHT, -5.0, 5.0, unit="rad/s", live=stand.set_joints("right", "motor_speed")
        ),
    },
)
def build(world: World) -> None:
    """Two halves with six legs each, held together."""
    kit.add_ground(world)
    legs = Legs(world, Vec3(3.0, hub_height(), 0.0))
    for motor in legs.motors:
        motor.motor_speed = LEFT if motor.name == "left" else RIGHT


def check(world: World) -> None:
    """It walked some meters, stands upright, and its linkage is whole."""
    chassis = kit.named(world, "rib")[0]
    assert abs(chassis.position.x - 3.0) > 1.0, f"it walked {chassis.position.x - 3.0:.2f} m only"
    assert kit.axis_of(world, [chassis])[0][1] > 0.95 and chassis.position.y > 0.8, "it fell"
    assert max(joint.error[0] for joint in world.joints) < 0.005, "a hinge or a rod is loose"
