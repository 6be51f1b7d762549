"""Fixed joint.

A fixed joint holds two bodies together as one. Three beams of six boxes stick out of a wall: one is stiff, one is as
soft as rubber, one breaks where it bends too much. Each carries a weight at its end.
Try: a softer beam, less strength, and more weight.
"""

import math

from physics import JointFixed, ShapeBox, World
from scenes import kit
from scenes.kit import stand
from scenes.registry import Label, Slider, View, scene

LABELS = ("STIFF", "SOFT", "BREAKS")
COUNT, HALF, PITCH, HEIGHT = 6, 0.2, 1.3, 2.4
WEIGHT, HERTZ, RATIO, STRENGTH = 40.0, 30.0, 20.0, 2600.0


def set_strength(world: World, torque: float) -> None:
    """What the third beam does not survive [N m]; it may sleep."""
    stand.set_joints("BREAKS", "break_torque")(world, torque)
    for box in kit.named(world, "box BREAKS"):
        box.wake()


def set_weight(world: World, mass: float) -> None:
    """Mass of all weights [kg]."""
    for weight in kit.named(world, "weight"):
        weight.mass = mass


@scene(
    category="Joints",
    name="Fixed joint",
    place="workshop",
    view=View(target=(-0.2, 1.9, 0.2), distance=4.1, yaw_degrees=34.0, pitch_degrees=22.0),
    sliders={
        "hertz": Slider(
            "Stiffness of the soft beam", HERTZ, 10.0, 60.0, unit="Hz", live=stand.set_joints("SOFT", "hertz")
        ),
        "ratio": Slider("Damping ratio", RATIO, 1.0, 50.0, live=stand.set_joints("SOFT", "damping_ratio")),
        "strength": Slider("Breaking torque", STRENGTH, 200.0, 6000.0, unit="N m", live=set_strength),
        "weight": Slider("Weight", WEIGHT, 1.0, 200.0, unit="kg", live=set_weight),
    },
)
def build(world: World) -> None:
    """A wall, and three beams out of it with a weight on each."""
    kit.add_ground(world)
    wall = kit.add_fixed(world, (0.2, 1.5, 2.2), (-1.2, 1.5, 0.0), material="stone", name="wall")
    for row, label in enumerate(LABELS):
        z, before = PITCH * (1 - row), wall
        for k in range(COUNT):
            x = -1.0 + HALF * (2 * k + 1)
            options = {"density": 250.0, "material": "plastic" if k % 2 else "wood", "name": f"box {label}"}
            box = world.add_body(shape=ShapeBox((HALF, 0.12, 0.2)), position=(x, HEIGHT, z), **options)
            joint = JointFixed(before, box, anchor=(x - HALF, HEIGHT, z), name=label)
            world.add_joint(joint)
            before = box
        place = (x, HEIGHT + 0.27, z)
        weight = world.add_body(
            shape=ShapeBox((0.15, 0.15, 0.15)),
            position=place,
            mass=WEIGHT,
            material="iron",
            friction=0.9,
            name="weight",
        )
        world.add_joint(JointFixed(before, weight, anchor=(x, HEIGHT + 0.12, z), name="weight"))


def draw(world: World) -> list[Label]:
    """How much each beam is bent at the wall."""
    result = []
    for row, label in enumerate(LABELS):
        joint, place = stand.joint_named(world, label), (-0.6, HEIGHT + 0.4, PITCH * (1 - row))
        bent = "broken" if joint is None or joint.body_a.name != "wall" else f"{joint.torque.length:.0f} N m"
        result.append(Label(f"{label.capitalize()}\n{bent}", place))
    return result


def check(world: World) -> None:
    """The stiff beam is straight, the soft one hangs, and the torque at the wall is that of the weights."""
    ends = {label: [box for box in world.bodies if box.name == f"box {label}"][-1] for label in LABELS}
    assert abs(ends["STIFF"].position.y - HEIGHT) < 0.1, f"the stiff beam hangs at {ends['STIFF'].position.y:.2f} m"
    assert 0.05 < HEIGHT - ends["SOFT"].position.y < 1.9, f"the soft beam hangs at {ends['SOFT'].position.y:.2f} m"
    joint = stand.joint_named(world, "STIFF")
    box = 250.0 * 8.0 * HALF * 0.12 * 0.2
    expected = 9.81 * (box * COUNT * COUNT * HALF + WEIGHT * (2 * COUNT - 1) * HALF)
    assert math.isclose(joint.torque.length, expected, rel_tol=0.1), (
        f"{joint.torque.length:.0f} N m, not {expected:.0f}"
    )
