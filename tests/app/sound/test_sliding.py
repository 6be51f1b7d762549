import pytest

from app.sound.sliding import EVERY, LOOPS, Sliding, motion
from physics import BodyKind, ShapeBox, ShapePlane, ShapeSphere, World


def ground(material: str) -> World:
    world = World()
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane((0.0, 1.0, 0.0), 0.0), material=material)
    return world


def run(stage, world, steps=12, quiet=()):
    sliding = Sliding(stage)
    heard = {}
    for _ in range(steps):
        world.step(1.0 / 60.0)
        sliding.step(world, quiet)
        heard.update(stage.active_loops)
    return heard


def crate(world, material, speed=5.0):
    return world.add_body(
        shape=ShapeBox((0.3, 0.3, 0.3)), position=(0.0, 0.3, -3.0), velocity=(speed, 0.0, 0.0), material=material
    )


@pytest.mark.parametrize(
    ("material", "below", "loop"),
    [
        ("wood", "concrete", "scrape_hard"),
        ("steel", "concrete", "scrape_metal"),
        ("rubber", "concrete", "scrape_soft"),
        ("steel", "steel", "scrape_metal"),
    ],
)
def test_a_sliding_crate_scrapes_by_its_material(stage, material, below, loop):
    world = ground(below)
    crate(world, material)
    heard = run(stage, world)
    assert set(heard) == {loop}
    place, gain, _, _ = heard[loop]
    assert gain > 0.2 and place == pytest.approx((0.5, 0.0, -3.0), abs=1.0)


def test_a_ball_rolls_and_does_not_scrape(stage):
    world = ground("concrete")
    world.add_body(
        shape=ShapeSphere(0.4), position=(0.0, 0.4, -3.0), velocity=(4.0, 0.0, 0.0),
        angular_velocity=(0.0, 0.0, -10.0), material="stone",
    )  # fmt: skip
    heard = run(stage, world)
    assert set(heard) == {"roll"} and heard["roll"][1] > 0.1


def test_what_tips_over_its_edge_does_not_roll(stage):
    world = ground("concrete")
    world.add_body(
        shape=ShapeBox((0.05, 0.5, 0.25)), position=(0.0, 0.5, -3.0), angular_velocity=(0.0, 0.0, -1.5), material="wood"
    )
    assert "roll" not in run(stage, world, steps=50)


def test_slip_and_travel_of_a_rolling_ball():
    """Rolling: the point of contact rests, v = w r."""
    world = ground("concrete")
    world.add_body(
        shape=ShapeSphere(0.4), position=(0.0, 0.4, 0.0), velocity=(4.0, 0.0, 0.0), angular_velocity=(0.0, 0.0, -10.0)
    )
    for _ in range(4):
        world.step(1.0 / 60.0)
    slip, travel = motion(world.contacts(), world.snapshot())
    assert slip == pytest.approx([0.0], abs=0.1) and travel == pytest.approx([4.0], abs=0.1)


def test_what_rests_and_what_is_quiet_is_not_heard(stage):
    world = ground("concrete")
    body = crate(world, "wood", speed=0.0)
    assert run(stage, world) == {}
    body.velocity = (5.0, 0.0, 0.0)
    assert run(stage, world, quiet=(body,)) == {}
    world.remove_body(body)
    assert run(stage, world, quiet=(body,)) == {}


def test_contacts_of_a_world_at_rest_are_not_even_read(stage, monkeypatch):
    world = ground("concrete")
    crate(world, "wood", speed=0.0)
    monkeypatch.setattr(World, "contacts", lambda self: pytest.fail("contacts were read"))
    assert run(stage, world) == {}


def test_bodies_that_came_after_the_snapshot_do_no_harm(stage):
    world = ground("concrete")
    crate(world, "wood")
    world.step(1.0 / 60.0)
    old = world.snapshot()
    late = crate(world, "steel")
    late.position = (0.0, 0.3, 3.0)
    sliding = Sliding(stage)
    for _ in range(EVERY):
        world.step(1.0 / 60.0)
        sliding.step(world, (late,), old)
        sliding.step(world, (), old)
    assert set(stage.active_loops) == {"scrape_hard"}


def test_it_ends_when_it_rests(stage):
    world = ground("concrete")
    crate(world, "wood", speed=1.5)
    assert run(stage, world, steps=2 * EVERY)
    run(stage, world, steps=60)
    assert not set(stage.active_loops) & set(LOOPS)


def test_faster_and_heavier_is_louder_and_faster_is_higher(stage):
    gains = []
    for speed in (2.0, 8.0):
        stage.stop_loops(*LOOPS)
        world = ground("concrete")
        crate(world, "wood", speed)
        gains.append(run(stage, world, steps=EVERY)["scrape_hard"])
    assert gains[1][1] >= gains[0][1] and gains[1][2] > gains[0][2]
