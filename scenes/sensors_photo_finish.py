"""Photo finish.

Five balls leave their barrels at the same time, at 30 to 400 m/s, and cross four light gates 1 cm thick. The fastest
crosses all of them within two steps. Gates are sensors: each tells who entered and left it, in which order, and at
which part of the step, so the speed is known to a fraction of a percent. Numbers over a gate say how many balls crossed
it, numbers behind the barrels what was measured between the first gate and the last, and who came in first.
Try: a larger speed factor. Put a box into a lane: what does not cross a gate is not counted there.
"""

from physics import BodyKind, ShapeBox, ShapeCylinder, ShapeSphere, World
from scenes import kit
from scenes.registry import Label, Slider, View, scene

SPEEDS = (30.0, 60.0, 120.0, 240.0, 400.0)  # [m/s]
GATES = (-4.0, -2.0, 0.5, 4.0)  # along x [m]
MUZZLE, WALL, HEIGHT, LANE = -6.5, 6.0, 1.6, 1.1  # [m]
RADIUS, EVERY, LIFE = 0.12, 55, 110  # [m]; steps between two rounds, and until the balls of one are removed
DT = 1 / 60  # [s]


def place_of(lane: int) -> float:
    """Along z [m]."""
    return LANE * (lane - 2)


def watch(world: World) -> bool:
    """Count who enters the gates, and measure how long it takes from the first to the last."""
    gates, barrels = kit.named(world, "gate"), kit.named(world, "barrel")
    for event in world.events.sensor_enter:
        if not event.body.name.startswith("ball") or event.sensor not in gates or len(barrels) < len(SPEEDS):
            continue
        gate, lane = gates.index(event.sensor), int(event.body.name.split()[-1])
        counts = list(event.sensor.user_data)
        counts[lane] += 1
        event.sensor.user_data = tuple(counts)
        since, measured, order = barrels[lane].user_data
        now = world.time - DT * (1.0 - event.fraction)
        if gate == 0:
            since = now
        elif gate == len(GATES) - 1 and now > since:
            measured = (GATES[-1] - GATES[0]) / (now - since)
            order = 1 + max(barrel.user_data[2] for barrel in barrels)
        barrels[lane].user_data = since, measured, order
    return True


@scene(
    category="Sensors",
    name="Photo finish",
    place="hall",
    view=View(target=(-0.4, 1.2, 0.0), distance=13.5, yaw_degrees=-22.0, pitch_degrees=24.0),
    sliders={"factor": Slider("Speed factor", 1.0, 0.25, 3.0)},
)
def build(world: World, *, factor: float = 1.0) -> None:
    """Five barrels, four gates across all lanes, and a wall that stops the balls."""
    kit.add_ground(world)
    half = 0.5 * LANE * len(SPEEDS)
    for number, x in enumerate(GATES):
        world.add_body(
            kind=BodyKind.STATIC, shape=ShapeBox((0.005, 1.25, half)), position=(x, 1.25, 0.0), sensor=True,
            material="glass", name=f"gate {number}", user_data=(0,) * len(SPEEDS),
        )  # fmt: skip
        for side in (-1.0, 1.0):
            kit.add_fixed(world, (0.06, 1.25, 0.06), (x, 1.25, side * (half + 0.06)), material="steel", name="post")
    kit.add_fixed(world, (0.25, 1.3, half), (WALL + 0.25, 1.3, 0.0), restitution=0.0, name="wall")
    kit.add_fixed(world, (0.4, 0.65, half), (MUZZLE - 0.9, 0.65, 0.0), material="concrete", name="bench")
    for lane in range(len(SPEEDS)):
        world.add_body(
            kind=BodyKind.STATIC, shape=ShapeCylinder(0.2, 0.45), position=(MUZZLE - 0.6, HEIGHT, place_of(lane)),
            orientation=kit.turn(kit.Z, 90.0), material="iron", name=f"barrel {lane}", user_data=(0.0, 0.0, 0),
        )  # fmt: skip

    def fire(world: World) -> bool:
        """A ball out of each barrel; those of an earlier round go."""
        number = world.step_count // EVERY
        for old in kit.named(world, f"ball {number - LIFE // EVERY},"):
            world.remove_body(old)
        for barrel in kit.named(world, "barrel"):
            barrel.user_data = (*barrel.user_data[:2], 0)
        for lane, speed in enumerate(SPEEDS):
            world.add_body(
                shape=ShapeSphere(RADIUS), position=(MUZZLE, HEIGHT, place_of(lane)), velocity=(factor * speed, 0, 0),
                material="rubber", restitution=0.0, rolling_friction=0.05, name=f"ball {number}, lane {lane}",
            )  # fmt: skip
        return True

    world.schedule(watch, after_steps=1)
    world.schedule(fire, after_steps=EVERY)


def draw(world: World) -> list[Label]:
    """How many balls crossed each gate, and the speed that was measured in each lane."""
    strokes = []
    for gate in kit.named(world, "gate"):
        text, place = str(sum(gate.user_data)), gate.position + (0.0, 1.4, 0.0)
        strokes.append(Label(text, place))
    for lane, barrel in enumerate(kit.named(world, "barrel")):
        _, measured, order = barrel.user_data
        text = f"{measured:.1f} m/s" + (f"  {order}." if order else "")
        place = (MUZZLE - 1.6, HEIGHT + 0.1, place_of(lane))
        strokes.append(Label(text, place))
    return strokes


def check(world: World) -> None:
    """No ball was missed by any gate, the measured speeds are right, and the fastest was the first."""
    rounds = world.step_count // EVERY
    balls, barrels = kit.named(world, f"ball {rounds}"), kit.named(world, "barrel")
    assert rounds > 3 and len(balls) == len(SPEEDS), f"{len(balls)} balls were fired in round {rounds}"
    for gate in kit.named(world, "gate"):
        for lane, count in enumerate(gate.user_data):
            crossed = balls[lane].position.x > gate.position.x + RADIUS
            assert count == rounds - 1 + crossed, f"{gate.name} saw {count} balls of {rounds} in lane {lane}"
    for lane, speed in enumerate(SPEEDS):
        _, measured, order = barrels[lane].user_data
        assert abs(measured / speed - 1.0) < 0.01, f"{measured:.2f} m/s instead of {speed} in lane {lane}"
        assert order == len(SPEEDS) - lane, f"lane {lane} came in as number {order}"
