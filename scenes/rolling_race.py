"""Rolling race.

Five bodies on a slope of 6 degrees. A body that rolls must also spin up: it accelerates by g sin / (1 + I / m r²), so
mass near the middle wins, mass near the rim loses, and a sled without friction beats them all. Size and weight do not
matter. Every ten seconds they start again.
Try: another slope. From 45 degrees on friction no longer suffices, and the rollers slip one after another.
"""

import math

from physics import ShapeBox, ShapeCapsule, ShapeSphere, World
from scenes import kit
from scenes.kit import shows
from scenes.registry import Slider, View, scene

RADIUS = 0.4
LENGTH, START = 18.0, 8.0  # of the slope; of the start from its middle [m]
SMOOTH = {"friction": 0.0, "restitution": 0.0}
ROUND = {"rolling_friction": 0.0, "restitution": 0.0}


@scene(
    category="Rolling",
    name="Rolling race",
    place="hall",
    view=View(target=(-2.4, 0.6, 0.0), distance=19.0, yaw_degrees=-24.0, pitch_degrees=24.0),
    sliders={"slope": Slider("Slope", 6.0, 1.0, 60.0, unit="degrees")},
)
def build(world: World, *, slope: float = 6.0) -> None:
    """A slope with five lanes."""
    kit.add_ground(world)
    sine, cosine = math.sin(math.radians(slope)), math.cos(math.radians(slope))
    tilted = kit.turn(kit.Z, slope)
    middle = 0.5 * LENGTH * sine
    kit.add_fixed(
        world, (0.5 * LENGTH, 0.25, 4.0), (0.0, middle, 0.0), orientation=tilted, name="slope", rolling_friction=0.0
    )

    kit.add_fixed(
        world, (0.3, 0.6, 4.0), (-0.5 * LENGTH - 3.0, 0.6, 0.0), material="rubber", restitution=0.1, name="finish"
    )

    def start(lane: int, above: float) -> tuple[float, float, float]:
        """Place over the upper end of the slope."""
        above += 0.25
        return START * cosine - above * sine, middle + START * sine + above * cosine, 1.5 * (lane - 2)

    sled = ShapeBox((0.4, 0.15, 0.3))
    world.add_body(
        shape=sled, position=start(0, 0.15), orientation=tilted, material="ice", name="racing sled", **SMOOTH
    )
    shell = ShapeSphere(RADIUS)
    heart = world.add_body(
        shape=shell,
        position=start(1, RADIUS),
        density=10.0,
        material="rubber",
        name="racing ball, heavy heart",
        **ROUND,
    )
    heart.add_shape(ShapeSphere(0.15), material="iron", **ROUND)
    world.add_body(shape=shell, position=start(2, RADIUS), material="wood", name="racing ball, solid", **ROUND)
    across = {"shape": ShapeCapsule(RADIUS, 0.25), "orientation": kit.turn(kit.X, 90.0)}
    world.add_body(position=start(3, RADIUS), material="stone", name="racing capsule", **across, **ROUND)
    rim = world.add_body(
        shape=shell, position=start(4, RADIUS), density=10.0, material="plastic", name="racing ball, heavy rim", **ROUND
    )
    for knob in range(12):  # on both sides of the ball, never touching the slope
        angle, side = math.radians(60.0 * (knob // 2)), 0.28 * (-1) ** knob
        rim.add_shape(ShapeSphere(0.09), (0.3 * math.cos(angle), 0.3 * math.sin(angle), side), material="iron", **ROUND)
    put_back = shows.putting_back(kit.named(world, "racing"))
    shows.every(world, 600, lambda world, _: put_back(world))


def check(world: World) -> None:
    """Each went as far as s = g sin t^2 / 2 (1 + I / m r^2) says, or has left the slope."""
    slope = kit.named(world, "slope")[0]
    cosine, sine, _ = kit.axis_of(world, [slope], 0)[0]
    racers = kit.named(world, "racing")
    gone = []
    for body in racers:
        offset = body.position - slope.position
        gone.append(START - offset.x * cosine - offset.y * sine)
        about = 1 if "capsule" in body.name else 2  # the own axis that lies across the slope
        share = 0.0 if "sled" in body.name else body.inertia[about, about] / (body.mass * RADIUS**2)
        expected = 0.5 * 9.81 * sine * world.time**2 / (1.0 + share)
        if expected < START + 0.5 * LENGTH:
            assert abs(gone[-1] - expected) < 0.02 * expected, (
                f"the {body.name} went {gone[-1]:.2f} m, not {expected:.2f} m"
            )
    assert gone == sorted(gone, reverse=True), "the order at the finish is wrong"
