"""How the coefficients of two materials make one."""

import math

import pytest

from physics import BodyKind, ShapeBox, ShapePlane, ShapeSphere, World

DT = 1.0 / 60.0
G = 9.81
VALUES = {"geometric_mean": math.sqrt(0.2 * 0.8), "average": 0.5, "minimum": 0.2, "multiply": 0.16, "maximum": 0.8}


def two(rule_a, rule_b, **options):
    """A world with the materials "a" and "b": friction and restitution 0.2 and 0.8."""
    world = World(sleeping=False, **options)
    for name, value, rule in (("a", 0.2, rule_a), ("b", 0.8, rule_b)):
        rules = {"friction_rule": rule, "restitution_rule": rule}
        world.add_material(name, density=1000, friction=value, restitution=value, **rules)
    return world


def friction_of(world, **options):
    """Coefficient of friction from the speed that a box of material b loses on a plane of material a."""
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(), material="a")
    options = {"material": "b", "restitution": 0.0, **options}
    box = world.add_body(shape=ShapeBox((0.5, 0.05, 0.5)), position=(0, 0.05, 0), velocity=(9, 0, 0), **options)
    for _ in range(10):
        world.step(DT)
    speed = box.velocity.x
    for _ in range(20):
        world.step(DT)
    return (speed - box.velocity.x) / (20 * DT * G)


@pytest.mark.parametrize("rule", list(VALUES))
@pytest.mark.parametrize("own", [False, True])
def test_friction_of_each_rule(rule, own):
    """Also where a body has a coefficient of its own."""
    world = two(rule, None)
    assert world.get_friction("a", "b") == world.get_friction("b", "a") == pytest.approx(VALUES[rule])
    assert friction_of(world, **({"friction": 0.8} if own else {})) == pytest.approx(VALUES[rule], rel=0.02)


@pytest.mark.parametrize("rule", [*VALUES, None])
def test_restitution_of_each_rule(rule):
    world = two(None, rule, gravity=(0, 0, 0), restitution_threshold=0.0)
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(), material="a")
    ball = world.add_body(shape=ShapeSphere(0.1), position=(0, 0.2, 0), velocity=(0, -2, 0), material="b")
    for _ in range(8):
        world.step(DT)
    assert ball.velocity.y == pytest.approx(2.0 * VALUES[rule or "maximum"], rel=0.01)


def test_the_later_of_two_rules_counts():
    """geometric_mean, average, minimum, multiply, maximum: the order of PhysX and rapier."""
    names = list(VALUES)
    for i, first in enumerate(names):
        for k, second in enumerate(names):
            assert two(first, second).get_friction("a", "b") == pytest.approx(VALUES[names[max(i, k)]])


def test_what_is_set_for_a_pair_or_within_a_material_is_not_mixed():
    world = two("maximum", "multiply")
    world.set_friction("a", "b", 0.33)
    assert world.get_friction("a", "b") == 0.33
    assert world.get_friction("b", "b") == 0.8
    world.set_material("a", friction_rule="minimum")
    assert world.get_friction("a", "b") == 0.33


def test_a_rule_that_changes_acts_on_contacts_that_exist():
    world = two(None, None)
    mean = friction_of(world)
    box = world.bodies[-1]
    world.set_material("a", friction_rule="maximum")
    speed = box.velocity.x
    for _ in range(20):
        world.step(DT)
    assert mean == pytest.approx(0.4, rel=0.02) and (speed - box.velocity.x) / (20 * DT * G) == pytest.approx(
        0.8, rel=0.02
    )


def test_rules_are_read_saved_and_hashed():
    world = World()
    assert world.material("wood").friction_rule is None
    state, before = world.save_state(), world.state_hash()
    world.set_material("wood", friction_rule="average", restitution_rule="multiply")
    assert world.material("wood").friction_rule == "average" and world.material("wood").restitution_rule == "multiply"
    assert world.state_hash() != before
    world.load_state(state)
    assert world.material("wood").restitution_rule is None and world.state_hash() == before


@pytest.mark.parametrize(("value", "error"), [("mean", ValueError), (3, TypeError), ("", ValueError)])
@pytest.mark.parametrize("key", ["friction_rule", "restitution_rule"])
def test_a_bad_rule_is_refused(key, value, error):
    world = World()
    before = world.state_hash()
    with pytest.raises(error, match=f"{key} must be None or one of 'geometric_mean'.*got"):
        world.set_material("wood", **{key: value})
    with pytest.raises(ValueError, match="unknown material"):
        world.set_material("wod", friction_rule=None)
    with pytest.raises(ValueError, match="unknown material"):
        world.material("wod")
    assert world.state_hash() == before
