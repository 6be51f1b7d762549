"""Gears.

A gear couples the angles of two hinges. Left: meshing teeth, the wheels turn in opposite directions, the large one
slower and with more torque. Middle: a chain drive, both turn in the same direction. Right: the same with play, so that
the second wheel lags behind.
Try: another number of teeth, a brake on the driven wheels, and a lot of play.
"""

import math

import numpy as np

from physics import JointGear, JointHinge, World
from scenes import kit
from scenes.kit import stand
from scenes.registry import Label, Slider, Strokes, View, scene

LABELS = ("TEETH", "CHAIN", "PLAY")
PITCH, HEIGHT, MODULE = 2.0, 1.9, 0.036  # module: radius by teeth [m]
SMALL, LARGE, LINKS = 10, 20, 40
SPEED, TORQUE, BRAKE, PLAY = 2.0, 500.0, 20.0, 25.0


def reverse(world: World) -> bool:
    """Motors turn the other way every three seconds."""
    for joint in world.joints:
        if joint.name.startswith("driver"):
            joint.motor_speed = -joint.motor_speed
    return True


def chain(gear: JointGear) -> Strokes:
    """The chain around two wheels: dashes that run with the small one, which is below."""
    small, large = MODULE * SMALL, MODULE * SMALL * abs(gear.ratio)
    low, high = gear.anchor_a, gear.anchor_b
    lean = math.asin((small - large) / math.dist(low, high))  # of the straight pieces
    arcs = (low, small, (math.pi - lean, 2.0 * math.pi + lean)), (high, large, (lean, math.pi - lean))
    corners = []
    for middle, radius, ends in arcs:
        turn = np.linspace(*ends, 25)
        corners.append(
            np.array(middle) + np.stack((radius * np.cos(turn), radius * np.sin(turn), 0.08 + 0.0 * turn), 1)
        )
    ring = np.concatenate((*corners, corners[0][:1]))
    along = np.append(0.0, np.cumsum(np.linalg.norm(np.diff(ring, axis=0), axis=1)))
    first = along[-1] * np.arange(LINKS) / LINKS + small * gear.first.position
    links = [(first + shift * along[-1] / LINKS) % along[-1] for shift in (0.0, 0.6)]
    return Strokes(*(np.stack([np.interp(way, along, ring[:, c]) for c in range(3)], 1) for way in links))


@scene(
    category="Joints",
    name="Gears",
    place="workshop",
    view=View(target=(0.2, 1.9, -0.1), distance=4.4, yaw_degrees=10.0, pitch_degrees=6.0),
    sliders={
        "teeth": Slider("Teeth of the large gears", LARGE, 8, 24, integer=True),
        "play": Slider("Play", PLAY, 0.0, 90.0, unit="degrees"),
        "speed": Slider("Motor speed", SPEED, 0.0, 10.0, unit="rad/s", live=stand.set_speeds("driver", 3)),
        "torque": Slider(
            "Motor torque", TORQUE, 0.0, 500.0, unit="N m", live=stand.set_joints("driver", "motor_max_force")
        ),
        "brake": Slider(
            "Brake on the large gears", BRAKE, 0.0, 200.0, unit="N m", live=stand.set_joints("driven", "friction")
        ),
    },
)
def build(world: World, *, teeth: int = LARGE, play: float = PLAY) -> None:
    """Three boards with two wheels each."""
    kit.add_ground(world)
    for number, label in enumerate(LABELS):
        x, chain = PITCH * (number - 1), label == "CHAIN"
        board = kit.add_fixed(world, (0.5, 1.5, 0.05), (x, 1.5, -0.3), name=f"board {label}", group=1)
        apart = MODULE * (SMALL + teeth) + (0.25 if chain else 0.0)
        low, high = (x, HEIGHT - 0.5 * apart - 0.2, 0.0), (x, HEIGHT + 0.5 * apart - 0.2, 0.0)
        small = stand.add_gear(world, low, MODULE * SMALL, SMALL, phase=0.5, name=f"small wheel {label}")
        large = stand.add_gear(world, high, MODULE * teeth, teeth, phase=0.25 * teeth, name=f"large wheel {label}")
        driver = JointHinge(board, small, anchor=low, axis=kit.Z, motor_max_force=TORQUE, name=f"driver {label}")
        driver.motor_speed = SPEED
        driven = JointHinge(board, large, anchor=high, axis=kit.Z, name=f"driven {label}")
        world.add_joint(driver)
        world.add_joint(driven)
        slack = math.radians(play) if label == "PLAY" else 0.0
        ratio = (-1.0 if chain else 1.0) * teeth / SMALL
        world.add_joint(JointGear(driver, driven, ratio=ratio, backlash=slack, name=f"gear {label}"))
    world.schedule(reverse, after_steps=180)


def draw(world: World) -> list[Strokes | Label]:
    """Rates of all wheels, and the chain."""
    result = []
    for joint in world.joints:
        if isinstance(joint, JointHinge):
            place = joint.anchor_a + (0.0, 0.0, 0.16)
            result.append(Label(f"{joint.rate:+.2f} rad/s", place))
    gear = stand.joint_named(world, "gear CHAIN")
    result += [chain(gear)] if gear is not None else []
    for board in kit.named(world, "board"):
        result.append(Label(board.name[6:].capitalize(), (board.position.x, 3.25, 0.0)))
    return result


def check(world: World) -> None:
    """Ratios hold, up to the play."""
    for label in LABELS:
        driver, driven, gear = (stand.joint_named(world, f"{kind} {label}") for kind in ("driver", "driven", "gear"))
        off = abs(driver.angle + gear.ratio * driven.angle)
        allowed = 0.55 * math.radians(PLAY) if label == "PLAY" else 0.02
        assert off < allowed, f"{label}: the wheels are off by {off:.3f} rad"
        assert abs(driven.angle) > 0.5, f"{label}: the large wheel does not turn"
