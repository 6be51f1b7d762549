"""Things that stand on each other: stacks, piles, houses of cards, dominoes, heavy on light, overlaps, crowds.

Steps are 1/60 s of 4 substeps, all settings are the defaults. Longer proofs are in `bench/long.py`.
"""

import math

import numpy as np
import pytest

from physics import BodyKind, ShapeBox, ShapeCapsule, ShapePlane, ShapeSphere, World

DT = 1.0 / 60.0
G = 9.81
CUBE = ShapeBox((0.5, 0.5, 0.5))


def run(world, seconds):
    for _ in range(round(seconds / DT)):
        world.step(DT)


def grounded_world(**options):
    world = World(**options)
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane())
    return world


def penetration(world):
    """Deepest overlap of all contacts [m]."""
    return max(0.0, -world.contacts()["separation"].min(initial=0.0))


def assert_stands(world, bodies, *, seconds=20.0, drift=0.01, asleep_after=5.0, sink=0.01):
    """Run; nothing moves sideways by `drift` nor down by `sink`, and all sleep after `asleep_after`."""
    start = world.read(bodies, "position")
    asleep = math.inf
    for _ in range(round(seconds / DT)):
        world.step(DT)
        if asleep == math.inf and not world.read(bodies, "awake").any():
            asleep = world.time
    moved = world.read(bodies, "position") - start
    sideways = np.hypot(moved[:, 0], moved[:, 2]).max()
    assert sideways < drift, f"drifted by {sideways:.4f} m"
    assert np.abs(moved[:, 1]).max() < sink, f"sank by {-moved[:, 1].min():.4f} m"
    assert asleep < asleep_after, f"asleep after {asleep:.2f} s"


# ---- Stacks --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [10, 20, 30])
def test_stack_of_boxes_stands(count):
    """Drift under 1 cm in 20 s, asleep within 5 s; boxes sink into each other by less than 2 % of a box."""
    world = grounded_world()
    boxes = [world.add_body(shape=CUBE, position=(0, 0.5 + k, 0)) for k in range(count)]
    assert_stands(world, boxes, sink=0.02 * count)


@pytest.mark.parametrize("count", [10, 20, 30])
def test_boxes_of_a_stack_hardly_overlap(count):
    """At rest no overlap over 6 mm, under a load of up to 29 boxes."""
    world = grounded_world()
    for k in range(count):
        world.add_body(shape=CUBE, position=(0, 0.5 + k, 0))
    run(world, 5.0)
    assert penetration(world) < 0.006


@pytest.mark.parametrize("count", [10, 20, 30])
def test_dropped_stack_of_boxes_stands(count):
    """With gaps of 1 cm between the boxes, which close with up to sqrt(2 g sum of gaps)."""
    world = grounded_world()
    boxes = [world.add_body(shape=CUBE, position=(0, 0.51 + 1.01 * k, 0)) for k in range(count)]
    assert_stands(world, boxes, sink=(0.01 + 0.02) * count)


@pytest.mark.parametrize("layers", [10, 20, 30])
def test_log_pile_stands(layers):
    """Capsules laid crosswise, two in each layer."""
    world = grounded_world()
    logs = []
    half = math.sqrt(0.5)
    for layer in range(layers):
        turn = (half, 0, 0, half) if layer % 2 else (0, 0, half, half)
        for side in (-0.7, 0.7):
            place = (side, 0.2 + 0.4 * layer, 0) if layer % 2 else (0, 0.2 + 0.4 * layer, side)
            logs.append(world.add_body(shape=ShapeCapsule(0.2, 1.0), position=place, orientation=turn))
    assert_stands(world, logs, sink=0.02 * layers)


def add_pyramid(world, base, *, gap=0.02):
    return [
        world.add_body(shape=CUBE, position=((i - (base - 1 - row) / 2) * (1.0 + gap), 0.5 + row, 0))
        for row in range(base)
        for i in range(base - row)
    ]


def test_pyramid_stands():
    """Base 10, 55 boxes."""
    world = grounded_world()
    boxes = add_pyramid(world, 10)
    assert_stands(world, boxes, seconds=10.0, sink=0.006 * 10)
    assert penetration(world) < 0.006


@pytest.mark.parametrize("what", ["stack of 10", "stack of 20", "stack of 30", "pyramid"])
def test_balance_does_not_depend_on_sleep(what):
    """The same without sleep for 10 s: sideways under 5 mm."""
    world = grounded_world(sleeping=False)
    if what == "pyramid":
        boxes = add_pyramid(world, 10)
    else:
        boxes = [world.add_body(shape=CUBE, position=(0, 0.5 + k, 0)) for k in range(int(what[-2:]))]
    start = world.read(boxes, "position")
    run(world, 10.0)
    moved = world.read(boxes, "position") - start
    assert np.hypot(moved[:, 0], moved[:, 2]).max() < 0.005


# ---- Cards and dominoes --------------------------------------------------------------------------------------------


def add_card_house(world, levels, *, height=0.2, thickness=0.005, lean_degrees=25.0):
    """Pairs of leaning cards under lying ones; sizes are halves [m]. Returns the cards."""
    lean = math.radians(lean_degrees)
    sine, cosine = math.sin(lean), math.cos(lean)
    reach = height * sine + thickness * cosine  # from the middle of a card to where it touches its partner
    rise = height * cosine + thickness * sine  # from the middle of a card to its foot and to its top
    pitch = 4 * height * sine + 0.02  # feet are 1 cm inside the ends of the card that they stand on
    standing = {"shape": ShapeBox((thickness, height, 0.15)), "friction": 0.7}
    lying = {"shape": ShapeBox((pitch / 2 - 0.001, thickness, 0.15)), "friction": 0.7}
    cards, bottom = [], 0.0
    for level in range(levels):
        pairs = levels - level
        for i in range(pairs):
            x = (i - (pairs - 1) / 2) * pitch
            for side in (-1, 1):  # the left one leans to the right
                turn = (0, 0, side * math.sin(lean / 2), math.cos(lean / 2))
                cards.append(
                    world.add_body(**standing, position=(x + side * reach, bottom + rise, 0), orientation=turn)
                )
            if i:
                place = (x - pitch / 2, bottom + 2 * rise + thickness, 0)
                cards.append(world.add_body(**lying, position=place))
        bottom += 2 * rise + 2 * thickness
    return cards


@pytest.mark.parametrize("levels", [1, 2, 3, 5])
def test_card_house_stands(levels):
    """No card comes down in 10 s: friction 0.7 holds a lean of 25 degrees, tan 25 = 0.47. A level has two contacts."""
    world = World()
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(), friction=0.7)
    cards = add_card_house(world, levels)
    start = world.read(cards, "position")
    run(world, 10.0)
    moved = world.read(cards, "position") - start
    assert np.hypot(moved[:, 0], moved[:, 2]).max() < 0.02
    assert np.abs(moved[:, 1]).max() < 0.006 * 2 * levels
    assert not world.read(cards, "awake").any()


def test_card_house_on_ice_falls():
    """With less friction than the lean needs, about tan 25 / 2 for a single pair, the cards slip: it is no glue."""
    world = World()
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(), friction=0.05)
    cards = add_card_house(world, 1)
    run(world, 3.0)
    assert max(card.position.y for card in cards) < 0.05


def test_all_dominoes_fall():
    """Thirty in a row; a push to the first brings down the last, and none lies before its neighbor hit it."""
    world = grounded_world()
    tiles = [
        world.add_body(shape=ShapeBox((0.05, 0.4, 0.2)), position=(0.4 * k, 0.4, 0), density=700.0) for k in range(30)
    ]
    run(world, 2.0)
    assert not any(tile.awake for tile in tiles)
    first = tiles[0]
    first.apply_impulse((0.5 * first.mass, 0, 0), (-0.05, 0.8, 0))
    fallen = {}
    for _ in range(900):
        world.step(DT)
        turns = world.read(tiles, "orientation")
        upright = 1.0 - 2.0 * (turns[:, 0] ** 2 + turns[:, 2] ** 2)
        for k in np.flatnonzero(upright < math.cos(math.radians(20))):
            fallen.setdefault(int(k), world.time)
    assert len(fallen) == len(tiles)
    times = [fallen[k] for k in range(30)]
    assert times == sorted(times)
    # The wave: between 0.5 and 5 m/s for dominoes of 0.8 m, as sqrt(g h) = 2.8 m/s says.
    assert 0.5 < 0.4 * 20 / (times[25] - times[5]) < 6.0
    assert world.read(tiles, "position")[:, 1].max() < 0.4


# ---- Heavy on light ------------------------------------------------------------------------------------------------


def add_heavy_stack(world, ratio, below):
    boxes = [world.add_body(shape=CUBE, position=(0, 0.5 + k, 0), mass=10.0) for k in range(below)]
    return [*boxes, world.add_body(shape=CUBE, position=(0, 0.5 + below, 0), mass=10.0 * ratio)]


@pytest.mark.parametrize("below", [1, 3])
@pytest.mark.parametrize("ratio", [100, 200, 300])
def test_heavy_box_rests_on_light_ones(ratio, below):
    """A top box 100 to 300 times heavier: nothing is squeezed out, and the stack keeps its order and its place."""
    world = grounded_world()
    boxes = add_heavy_stack(world, ratio, below)
    run(world, 10.0)
    places = world.read(boxes, "position")
    assert np.hypot(places[:, 0], places[:, 2]).max() < 0.01
    assert np.diff(places[:, 1]).min() > 0.8
    assert np.linalg.norm(world.read(boxes, "velocity"), axis=1).max() < 0.01


@pytest.mark.parametrize("below", [1, 3])
@pytest.mark.parametrize("ratio", [100, 200, 300])
def test_light_boxes_under_a_heavy_one_hardly_overlap(ratio, below):
    """No overlap over 5 % of a box."""
    world = grounded_world()
    add_heavy_stack(world, ratio, below)
    run(world, 2.0)
    assert penetration(world) < 0.05


@pytest.mark.parametrize("ratio", [100, 300])
def test_heavy_box_lands_on_light_ones(ratio):
    """Dropped from 10 cm: it may throw nothing and comes to rest on top."""
    world = grounded_world()
    boxes = [world.add_body(shape=CUBE, position=(0, 0.5 + k, 0), mass=10.0) for k in range(2)]
    boxes.append(world.add_body(shape=CUBE, position=(0, 2.6, 0), mass=10.0 * ratio))
    run(world, 10.0)
    places = world.read(boxes, "position")
    assert np.hypot(places[:, 0], places[:, 2]).max() < 0.02
    np.testing.assert_allclose(places[:, 1], (0.5, 1.5, 2.5), atol=0.1)
    assert np.linalg.norm(world.read(boxes, "velocity"), axis=1).max() < 0.05


# ---- Overlap -------------------------------------------------------------------------------------------------------

SOLIDS = {
    "box": (CUBE, 1.0),
    "sphere": (ShapeSphere(0.5), 1.0),
    "capsule": (ShapeCapsule(0.3, 0.4), 0.6),
}


@pytest.mark.parametrize("overlap", [0.25, 1.0])
@pytest.mark.parametrize("what", SOLIDS)
def test_overlapping_pair_comes_apart_gently(what, overlap):
    """In space: no point of either moves faster than 3 m/s, and within 2 s they are apart and at rest again."""
    world = World(gravity=(0, 0, 0), sleeping=False)
    shape, width = SOLIDS[what]
    a = world.add_body(shape=shape)
    b = world.add_body(shape=shape, position=((1.0 - overlap) * width, 0, 0))
    for _ in range(120):
        before = world.read((a, b), "position")
        world.step(DT)
        moved = np.linalg.norm(world.read((a, b), "position") - before, axis=1).max()
        assert moved / DT < 3.0
        assert np.linalg.norm(world.read((a, b), "velocity"), axis=1).max() < 3.0
    assert penetration(world) < 0.006
    assert len(world.contacts()) == 0 or world.contacts()["separation"].max() > -0.006
    gap = math.dist(a.position, b.position)
    assert gap > 0.95 * min(width, 1.0)


@pytest.mark.parametrize("overlap", [0.25, 1.0])
@pytest.mark.parametrize("what", SOLIDS)
def test_overlapping_crowd_comes_apart_gently(what, overlap):
    """Eight bodies, 25 % inside each other or all in one place: v < 3 m/s plus g t; at the end all are apart."""
    world = grounded_world()
    shape, width = SOLIDS[what]
    pitch = (1.0 - overlap) * width
    bodies = [
        world.add_body(shape=shape, position=(pitch * x, 0.8 + pitch * y, pitch * z))
        for x in (0, 1) for y in (0, 1) for z in (0, 1)
    ]  # fmt: skip
    for k in range(300):
        before = world.read(bodies, "position")
        world.step(DT)
        fall = G * min((k + 1) * DT, 1.0)  # nothing is higher than 5 m above the ground: it falls for 1 s at most
        speed = np.linalg.norm(world.read(bodies, "velocity"), axis=1).max()
        moved = np.linalg.norm(world.read(bodies, "position") - before, axis=1).max() / DT
        assert max(speed, moved) < 3.0 + fall, f"{speed:.2f} m/s, moved by {moved:.2f} m/s after {k + 1} steps"
    assert penetration(world) < 0.006
    places = world.read(bodies, "position")
    apart = min(math.dist(p, q) for i, p in enumerate(places) for q in places[:i])
    assert apart > 0.9 * width
    assert places[:, 1].min() > 0.4 * width


def test_box_inside_the_ground_comes_up_gently():
    """Half of a cube below the ground: it rises with at most 3 m/s and does not jump."""
    world = grounded_world()
    box = world.add_body(shape=CUBE, position=(0, 0, 0))
    top = 0.0
    for _ in range(180):
        before = box.position.y
        world.step(DT)
        assert abs(box.position.y - before) / DT < 3.0 + 0.2
        top = max(top, box.position.y)
    assert top < 0.5 + 0.05
    assert box.position.y == pytest.approx(0.5, abs=0.006)


# ---- Crowds --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [30, 80])
@pytest.mark.parametrize("load", ["boxes", "balls"])
def test_many_bodies_rest_on_one(count, load):
    """A moving slab carries more bodies than there are colors; each rests, and the ground carries them all."""
    world = grounded_world(sleeping=False)
    slab = world.add_body(shape=ShapeBox((6, 0.25, 6)), position=(0, 0.25, 0))
    side = math.ceil(math.sqrt(count))
    shape = ShapeBox((0.3, 0.3, 0.3)) if load == "boxes" else ShapeSphere(0.3)
    places = [((k % side - side / 2) * 1.2, 0.8, (k // side - side / 2) * 1.2) for k in range(count)]
    bodies = [world.add_body(shape=shape, position=place, friction=0.6) for place in places]
    run(world, 5.0)
    assert world.stats.contact_count == count + 1
    moved = world.read(bodies, "position") - np.array(places)
    assert np.linalg.norm(moved, axis=1).max() < 0.01
    assert penetration(world) < 0.006
    points = world.contacts()
    on_ground = [1 in pair for pair in zip(points["body_a"].tolist(), points["body_b"].tolist(), strict=True)]
    weight = (slab.mass + sum(body.mass for body in bodies)) * G * DT
    assert points["normal_impulse"][on_ground].sum() == pytest.approx(weight, rel=0.01)


@pytest.mark.parametrize("count", [30, 80])
def test_many_balls_around_one(count):
    """Balls fly at one big ball from all sides at once: momentum stays, none gets inside, nearly all energy is lost."""
    world = World(gravity=(0, 0, 0), sleeping=False)
    big = world.add_body(shape=ShapeSphere(2.0), mass=50.0)
    golden = math.pi * (3.0 - math.sqrt(5.0))
    balls = []
    for k in range(count):
        y = 1.0 - 2.0 * (k + 0.5) / count
        flat = math.sqrt(1.0 - y * y)
        out = np.array((flat * math.cos(golden * k), y, flat * math.sin(golden * k)))
        balls.append(world.add_body(shape=ShapeSphere(0.2), mass=1.0, position=2.25 * out, velocity=-2.0 * out))
    bodies = [big, *balls]
    start = sum(body.mass * np.array(body.velocity) for body in bodies)
    for _ in range(120):
        world.step(DT)
        now = sum(body.mass * np.array(body.velocity) for body in bodies)
        np.testing.assert_allclose(now, start, atol=1e-5 * 2.0 * count * 10)
        gaps = np.linalg.norm(world.read(balls, "position") - np.array(big.position), axis=1)
        assert gaps.min() > 2.2 - 0.02
    energy = sum(body.kinetic_energy for body in bodies)
    assert energy < 0.05 * count * 0.5 * 2.0**2


def test_pile_in_a_corner_stays_in():
    """100 boxes poured between four walls: all inside, at rest, no overlap over 1 cm."""
    world = grounded_world()
    for x, z in ((-2.5, 0), (2.5, 0), (0, -2.5), (0, 2.5)):
        world.add_body(
            kind=BodyKind.STATIC, shape=ShapeBox((0.5, 5, 3)) if x else ShapeBox((3, 5, 0.5)), position=(x, 5, z)
        )
    random = np.random.default_rng(3)
    bodies = [
        world.add_body(
            shape=ShapeBox((0.2, 0.25, 0.3)), orientation=random.normal(size=4),
            position=(random.uniform(-1, 1), 1.0 + 0.15 * k, random.uniform(-1, 1)),
        )
        for k in range(100)
    ]  # fmt: skip
    run(world, 10.0)
    places = world.read(bodies, "position")
    assert np.abs(places[:, [0, 2]]).max() < 2.0
    assert places[:, 1].min() > 0.15
    assert penetration(world) < 0.01
    assert np.linalg.norm(world.read(bodies, "velocity"), axis=1).max() < 0.1
