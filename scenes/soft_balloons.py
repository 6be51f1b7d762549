"""Balloons.

Five balloons full of helium lift a plank by their strings. When it is high it gets ballast and sinks; at the ground it
throws that off, and rises again. The gas inside is pressed together by the skin: the more there is, the larger the
balloon, and the lower its pressure above that of the air.
Try: More filling, and the balloons swell. More lift takes the plank up faster.
"""

from physics import ShapeBox, World, build_balloons
from scenes import kit
from scenes.registry import Label, Slider, View, scene

COUNT, RADIUS, STRING, GAP = 5, 0.33, 1.1, 0.78
FILLING, LIFT = 12.0, 1.6
LOW, HIGH = 0.4, 1.6  # where the ballast goes off and on [m]
LIGHT, HEAVY = 1.5, 5.0  # mass of the plank [kg]


def ballast(world: World) -> bool:
    """Take ballast in when the plank is high, throw it off when it is low."""
    for plank in kit.named(world, "plank"):
        if plank.position.y > HIGH and plank.mass < HEAVY:
            plank.mass = HEAVY
        elif plank.position.y < LOW and plank.mass > LIGHT:
            plank.mass = LIGHT
    return True


@scene(
    category="Soft",
    name="Balloons",
    place="meadow",
    view=View(target=(0.0, 2.1, 0.0), distance=7.4, yaw_degrees=16.0, pitch_degrees=5.0),
    sliders={
        "filling": Slider("Filling", FILLING, 2.0, 40.0, unit="kPa"),
        "lift": Slider("Lift over weight", LIFT, 0.8, 3.0),
    },
)
def build(world: World, *, filling: float = FILLING, lift: float = LIFT) -> None:
    """A plank, and balloons on strings beside each other."""
    kit.add_ground(world)
    half = 0.5 * GAP * (COUNT - 1) + 0.1
    plank = world.add_body(shape=ShapeBox((half, 0.05, 0.16)), position=(0.0, 0.3, 0.0), mass=LIGHT, material="wood",
                           linear_damping=0.4, angular_damping=1.5, name="plank")  # fmt: skip
    for k in range(COUNT):
        build_balloons(
            world, (GAP * (k - 0.5 * (COUNT - 1)), 0.36, 0.0), count=1, radius=RADIUS, string=STRING,
            pressure=1e3 * filling, lift=lift, body=plank, linear_damping=0.8, break_strain=float("inf"),
            color=((0.85, 0.12, 0.10), (0.95, 0.70, 0.08), (0.12, 0.50, 0.85), (0.15, 0.62, 0.25), (0.6, 0.2, 0.7))[k],
            name=f"balloon {k}",
        )  # fmt: skip
    world.schedule(ballast, after_steps=10)


def draw(world: World) -> list[Label]:
    """Mass of the plank, pressure in the balloons."""
    shells = [soft for soft in world.softs if soft.kind == "shell"]
    inside = [Label(f"{soft.pressure:.0f} Pa", soft.position + (0.0, 0.0, RADIUS + 0.1)) for soft in shells]
    planks = kit.named(world, "plank")
    return inside + [Label(f"{plank.mass:.1f} kg", plank.position + (0.0, 0.0, 0.4)) for plank in planks]


def check(world: World) -> None:
    """The plank has been lifted level, the balloons are over it, and have kept their gas."""
    plank = kit.named(world, "plank")[0]
    assert plank.position.y > 0.5, f"the plank is at {plank.position.y:.2f} m"
    assert kit.axis_of(world, [plank], 1)[0, 1] > 0.9, "the plank is not level"
    for soft in world.softs:
        if soft.kind == "shell":
            assert soft.position.y > plank.position.y + 0.5, "a balloon is not over the plank"
            assert 0.9 < soft.volume / (4.0 * RADIUS**3) < 2.0 and soft.pressure > 0.0
