"""Walker: from place to place."""

import math

from physics import BodyKind, ShapePlane, Vec3, World
from play.figure.avatar import Avatar
from play.figure.walker import Walker, Waypoint


def stage() -> tuple[World, Avatar]:
    world = World()
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(), material="concrete")
    return world, Avatar(world, (0.0, 0.0, 0.0))


def walk(world: World, avatar: Avatar, walker: Walker, seconds: float) -> None:
    for _ in range(round(60 * seconds)):
        avatar.controls = walker.controls(world, avatar)
        world.step(1 / 60)


def test_it_goes_to_all_places_and_stops_at_the_last():
    world, avatar = stage()
    walker = Walker([Waypoint(Vec3(2.0, 0.0, 0.0)), Waypoint(Vec3(2.0, 0.0, -2.0))])
    walk(world, avatar, walker, 2.0)
    assert walker.done
    assert math.dist(avatar.feet, (2.0, 0.0, -2.0)) < 0.4
    assert avatar.velocity.length < 0.1


def test_it_waits_until_it_is_allowed():
    world, avatar = stage()
    walker = Walker([Waypoint(Vec3(0.0, 0.0, -2.0), when=lambda world: world.time > 1.0)])
    walk(world, avatar, walker, 0.9)
    assert walker.waiting and avatar.feet.length < 0.05
    walk(world, avatar, walker, 1.2)
    assert walker.done


def test_it_jumps_where_it_should():
    world, avatar = stage()
    walker = Walker([Waypoint(Vec3(0.0, 0.0, -3.0), jump=True), Waypoint(Vec3(0.0, 0.0, -6.0))])
    while walker.index == 0:
        walk(world, avatar, walker, 1 / 60)
    walk(world, avatar, walker, 3 / 60)
    assert avatar.velocity.y > 3.0
    assert any(cue.kind == "jump" for cue in avatar.cues)


def test_it_gives_up_after_the_limit():
    world, avatar = stage()
    walker = Walker([Waypoint(Vec3(0.0, 0.0, -100.0), limit=0.5)])
    walk(world, avatar, walker, 0.6)
    assert walker.done


def test_script_ends_with_the_way():
    world, avatar = stage()
    walker = Walker([Waypoint(Vec3(0.0, 0.0, -1.0))])
    for step, controls in enumerate(walker.script(world, avatar)):
        avatar.controls = controls
        world.step(1 / 60)
        assert step < 120
    assert walker.done
