"""Three ways to look at a wall.

Shots at 120 m/s move two meters per step, the targets are 5 cm thick. Red lanes only look at where a shot is after
each step: it passes through everything. Amber lanes cast a ray from its last center to the present one: it stops at
the wall, but slips past the edge and between the bars. Green lanes sweep the whole shape: nothing gets through. Thick
air behind the targets slows the shots down. Red lines are shots that passed untouched.
Try: other speeds. Without a sweep it is a matter of chance whether a slow shot is caught.
"""

import numpy as np

from physics import BodyKind, FieldDrag, ShapeBox, ShapeCapsule, ShapeCylinder, ShapeSphere, World
from scenes import kit
from scenes.registry import Slider, Strokes, View, scene

MODES = {"none": "light red panel", "ray": "amber shell", "sweep": "light green panel"}
TARGETS = ("wall", "edge", "bars")
PITCH, LANE = 1.5, 5.2  # between targets, and between lanes [m]
MUZZLE, HEIGHT = -7.0, 1.5  # [m]
SIZE, SPEED = 0.15, 120.0
EVERY, LIFE = 20, 480  # steps between shots, and until they are removed
SHAPES = (ShapeSphere(SIZE), ShapeBox((SIZE, SIZE, SIZE)), ShapeCapsule(0.12, 0.1))


def place_of(lane: int, target: int) -> float:
    """Along z [m]."""
    return LANE * (lane - 1) + PITCH * (target - 1)


def add_target(world: World, lane: int, target: int, material: str) -> None:
    """A wall; one whose upper edge is 8 cm below the middle of the shots; or bars that the shots aim between."""
    z, options = place_of(lane, target), {"material": material, "restitution": 0.0}
    name = f"{TARGETS[target]}, ccd {list(MODES)[lane]}"
    if target == 0:
        kit.add_fixed(world, (0.025, 1.25, 0.6), (0.0, 1.25, z), name=name, **options)
    elif target == 1:
        half = 0.5 * (HEIGHT - 0.08)
        kit.add_fixed(world, (0.025, half, 0.6), (0.0, half, z), name=name, **options)
    else:
        bars = [(ShapeCylinder(0.025, 1.25), (0.0, 0.0, 0.2 * (k - 2.5))) for k in range(6)]
        bars += [(ShapeBox((0.03, 0.03, 0.56)), (0.0, side * 1.22, 0.0)) for side in (-1.0, 1.0)]
        world.add_body(kind=BodyKind.STATIC, shapes=bars, position=(0.0, 1.25, z), name=name, **options)


@scene(
    category="Tunneling",
    name="Three ways to look at a wall",
    place="lab",
    view=View(target=(-0.6, 0.7, 0.4), distance=14.5, yaw_degrees=-40.0, pitch_degrees=27.0),
    sliders={"speed": Slider("Shot speed", SPEED, 60.0, 600.0, unit="m/s")},
)
def build(world: World, *, speed: float = SPEED) -> None:
    """Nine barrels in a row, a target for each, and thick air behind them."""
    kit.add_ground(world)
    world.add_field(FieldDrag(density=250.0, bounds=((0.15, 0.5, -20.0), (20.0, 9.0, 20.0))))
    for lane, material in enumerate(MODES.values()):
        world.add_material(material, density=1500.0, friction=0.6, restitution=0.0)
        middle = place_of(lane, 1)
        kit.add_fixed(world, (0.5, 0.6, 2.2), (MUZZLE - 1.0, 0.6, middle), material="concrete", name="bench")
        for side in (-1.0, 1.0):
            curb = (0.5 * MUZZLE + 5.0, 0.12, middle + side * 2.4)
            kit.add_fixed(world, (8.0, 0.12, 0.06), curb, material=material, restitution=0.0, name="curb")
        for target in range(3):
            add_target(world, lane, target, material)
            place = (MUZZLE - 0.8, HEIGHT, place_of(lane, target))
            barrel = {"shape": ShapeCylinder(0.22, 0.5), "orientation": kit.turn(kit.Z, 90.0)}
            world.add_body(kind=BodyKind.STATIC, position=place, material="iron", name="barrel", **barrel)

    def fire(world: World) -> bool:
        """A shot out of each barrel; those that have been lying long enough go."""
        number = world.step_count // EVERY
        for old in kit.named(world, f"shot {number - LIFE // EVERY},"):
            world.remove_body(old)
        for lane, mode in enumerate(MODES):
            for target in range(3):
                world.add_body(
                    shape=SHAPES[number % 3], position=(MUZZLE, HEIGHT, place_of(lane, target)),
                    velocity=(speed, 0.0, 0.0), material=("steel", "wood", "rubber")[number % 3], density=700.0,
                    restitution=0.0, ccd=mode, name=f"shot {number}, {mode} {TARGETS[target]}",
                )  # fmt: skip
        return True

    world.schedule(fire, after_steps=EVERY)


def draw(world: World) -> list[Strokes]:
    """The way of all shots that are still in the air: red for those that passed untouched."""
    number = world.step_count // EVERY
    shots = kit.named(world, f"shot {number},") + kit.named(world, f"shot {number - 1},")
    if not shots:
        return []
    place = world.read(shots, "position")
    start = place.copy()
    start[:, 0], start[:, 1] = MUZZLE, HEIGHT
    passed = (place[:, 0] > 0.2) & (place[:, 1] < HEIGHT)
    shade = np.where(passed[:, None], (1.0, 0.25, 0.2, 0.9), (0.5, 1.0, 0.5, 0.6))
    place[passed, 1] = HEIGHT
    return [Strokes(start, place, shade)]


def check(world: World) -> None:
    """What lies behind the walls and bars, and what flies past the edges without having been turned at all."""
    number = world.step_count // EVERY
    fired = len(kit.named(world, "shot"))
    assert 18 < fired == 9 * number, f"{fired} shots were fired, in {number} rounds"
    for mode in MODES:
        share = {}
        for target in TARGETS:
            ages = [1] if target == "edge" else range(2, number)
            shots = [kit.named(world, f"shot {number - age}, {mode} {target}")[0] for age in ages]
            if target == "edge":
                passed = (world.read(shots, "angular_velocity") == 0.0).all(axis=1)
            else:
                place = world.read(shots, "position")
                aside = np.abs(place[:, 2] - place_of(list(MODES).index(mode), TARGETS.index(target))) > 1.0
                passed = place[~aside, 0] > 0.0  # what another shot knocked aside may have gone around
            share[target] = float(passed.mean())
        expected = {"none": (1.0, 1.0, 1.0), "ray": (0.0, 1.0, 1.0), "sweep": (0.0, 0.0, 0.0)}[mode]
        assert tuple(share.values()) == expected, f"with ccd {mode!r} these parts passed: {share}"
