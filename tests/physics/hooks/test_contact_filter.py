"""Contact filter: programs that decide who may touch."""

import pytest

from physics import BodyKind, ShapeBox, ShapePlane, ShapeSphere, World

DT = 1 / 60
CUBE = ShapeBox((0.5, 0.5, 0.5))
BALL = ShapeSphere(0.5)


def with_ground(**options):
    world = World(**options)
    return world, world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(), name="ground")


def run(world, steps):
    for _ in range(steps):
        world.step(DT)


def test_a_refused_pair_never_touches():
    world, _ = with_ground()
    ghost = world.add_body(shape=CUBE, position=(0, 1, 0), name="ghost")
    solid = world.add_body(shape=CUBE, position=(3, 1, 0), name="solid")
    asked = []

    def only_solids(a, b):
        asked.append((a.name, b.name))
        return "ghost" not in (a.name, b.name)

    world.contact_filter = only_solids
    run(world, 60)
    assert ghost.position.y < -2 and solid.position.y == pytest.approx(0.5, abs=0.01)
    assert sorted(asked) == [("ghost", "ground"), ("solid", "ground")], "once for each pair"
    assert len(world.contacts()) == 4


def test_after_having_been_apart_they_are_asked_again():
    world = World(gravity=(0, 0, 0))
    wall = world.add_body(kind=BodyKind.STATIC, shape=ShapeBox((0.1, 2, 2)), name="wall")
    ball = world.add_body(shape=BALL, position=(-3, 0, 0), velocity=(6, 0, 0))
    answers = []
    world.contact_filter = lambda a, b: answers.append({a, b}) or len(answers) > 1
    run(world, 60)
    assert answers == [{wall, ball}] and ball.position.x > 2
    ball.velocity = (-6, 0, 0)
    run(world, 60)
    assert len(answers) == 2 and ball.position.x == pytest.approx(0.6, abs=0.02)


def test_sensors_are_filtered_too_and_masks_come_first():
    world = World(gravity=(0, 0, 0))
    world.add_body(kind=BodyKind.STATIC, shape=BALL, sensor=True, name="sensor")
    world.add_body(shape=BALL, name="unmasked", mask=0)
    world.add_body(shape=BALL, name="seen")
    asked = []
    world.contact_filter = lambda a, b: asked.append({a.name, b.name}) or False
    run(world, 2)
    assert asked == [{"sensor", "seen"}] and len(world.events) == 0


def test_nothing_is_asked_without_a_filter():
    world, _ = with_ground()
    world.contact_filter = lambda a, b: pytest.fail("asked")
    world.contact_filter = None
    world.add_body(shape=CUBE, position=(0, 0.5, 0))
    run(world, 2)
    assert world.contact_filter is None and len(world.contacts()) == 4


def test_a_filter_must_answer_true_or_false():
    world, _ = with_ground()
    box = world.add_body(shape=CUBE, position=(0, 0.5, 0))
    world.contact_filter = lambda a, b: None
    with pytest.raises(TypeError, match="what contact_filter returns must be True or False, got None"):
        world.step(DT)
    run(world, 60)
    assert box.position.y == pytest.approx(0.5, abs=0.01), "a pair without an answer touches"


def test_a_refused_pair_stays_refused_after_loading():
    world, _ = with_ground()
    box = world.add_body(shape=CUBE, position=(0, 0.5, 0))
    world.contact_filter = lambda a, b: False
    world.step(DT)
    world.contact_filter = None
    state = world.save_state()
    run(world, 10)
    after, height = world.state_hash(), box.position.y
    assert height < 0.4
    world.load_state(state)
    run(world, 10)
    assert world.state_hash() == after and box.position.y == height
