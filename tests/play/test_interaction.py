"""What the key E does: what is looked at counts, then what is near."""

import pytest

from physics import JointHinge, ShapeBox, ShapeSphere, Vec3
from physics.vector import angles_of
from play.controls import Controls
from play.interaction import Thing, distance_to, find_use, is_portable, size_of
from play.weapons.arsenal import Arsenal
from tests.play.vehicles.carting import STEP, Yard


def look(yard, place, **pressed):
    """Look at a place for a step."""
    yaw, pitch = angles_of(Vec3(*place) - yard.game.eye)
    yard.game.controls = Controls(yaw=yaw, pitch=pitch, **pressed)
    yard.world.step(STEP)
    yard.told += yard.game.cues
    return find_use(yard.world, yard.game)


def hold(yard, steps, **pressed):
    """Step with the view as it is."""
    for _ in range(steps):
        now = yard.game.controls
        yard.game.controls = Controls(yaw=now.yaw, pitch=now.pitch, **pressed)
        yard.world.step(STEP)
        yard.told += yard.game.cues


def ball(yard, place=(0.0, 0.2, -1.2), mass=2.0, radius=0.2):
    return yard.world.add_body(shape=ShapeSphere(radius), position=place, mass=mass, name="ball 3")


def test_the_vehicle_that_is_looked_at_counts_and_else_the_nearest():
    yard = Yard((-1.9, 0.0, 0.0), (2.0, 0.0, 0.0))
    assert look(yard, (2.0, 0.8, 0.0)).word == "Get into the cart 1"
    assert look(yard, (-1.9, 0.8, 0.0)).word == "Get into the cart 0"
    assert look(yard, (0.0, 9.0, -9.0)).word == "Get into the cart 0", "it is nearer"
    look(yard, (2.0, 0.8, 0.0), enter=True)
    assert yard.game.driven == 1


@pytest.mark.parametrize("place", [(0.0, 0.0, -2.6), (0.0, 0.0, 2.6), (1.8, 0.0, 1.5)])
def test_one_gets_in_from_any_side_also_at_the_rear(place):
    yard = Yard(place)
    assert distance_to(yard.game.vehicles[0], Vec3(0.0, 0.9, 0.0)) < 1.3
    look(yard, (0.0, 9.0, 0.1), enter=True)
    assert yard.game.driven == 0


def test_a_registered_thing_does_what_it_says_within_its_reach_only():
    yard, done = Yard(), []
    box = yard.wall((0.2, 0.2, 0.2), (0.0, 1.6, -2.0))
    yard.game.add_thing(Thing(box, lambda: "Ring", lambda world, game: done.append(world), name="bell", reach=2.5))
    use = look(yard, (0.0, 1.6, -2.0))
    assert use.word == "Ring the bell" and use.body is box and use.place.z == pytest.approx(-1.8, abs=0.01)
    look(yard, (0.0, 1.6, -2.0), enter=True)
    hold(yard, 5, enter=True)
    assert done == [yard.world], "once, however long the key is held"
    yard.game.avatar.put(yard.world, Vec3(0.0, 0.0, 1.0), 0.0)
    assert look(yard, (0.0, 1.6, -2.0)) is None, "too far"
    look(yard, (0.0, 1.6, -2.0), enter=True)
    assert yard.cues("trouble")[-1].text == "There is nothing within reach to use. Go closer, and look at it."


def test_a_thing_behind_another_is_not_used():
    yard = Yard()
    box = yard.wall((0.2, 0.2, 0.2), (0.0, 1.6, -2.0))
    yard.game.add_thing(Thing(box, lambda: "Ring", lambda world, game: None))
    yard.wall((2.0, 2.0, 0.05), (0.0, 1.5, -1.0))
    assert look(yard, (0.0, 1.6, -2.0)) is None


def test_a_small_thing_is_found_close_to_the_line_of_sight():
    yard = Yard()
    can = yard.world.add_body(shape=ShapeSphere(0.06), position=(0.0, 1.0, -1.5), mass=0.4, gravity_scale=0.0)
    aside = Vec3(0.15, 1.0, -1.5)
    hit = yard.world.ray_cast(yard.game.eye, aside - yard.game.eye, 3.0, ignore=yard.game.own_bodies)
    assert look(yard, aside).body is can and (hit is None or hit.body is not can)


def test_hands_take_carry_and_put_down():
    yard = Yard()
    thing = ball(yard)
    assert look(yard, thing.position).word == "Pick up the ball"
    look(yard, thing.position, enter=True)
    hold(yard, 1)
    look(yard, (0.0, 1.6, -5.0))
    hold(yard, 60)
    assert yard.game.hands.body is thing and thing.position.y > 1.0
    yard.game.controls = Controls(yaw=2.0)
    hold(yard, 60)
    way = thing.position - yard.game.eye
    assert Vec3(way.x, 0.0, way.z).dot(yard.game.controls.direction) > 0.5, "it stays in front"
    hold(yard, 1, enter=True)
    assert yard.game.hands.body is None
    hold(yard, 90)
    assert thing.position.y == pytest.approx(0.2, abs=0.01)


@pytest.mark.parametrize(("mass", "speed"), [(0.4, 11.0), (40.0, 12.5**0.5)])
def test_a_throw_has_an_energy_of_250_joule_or_a_speed_of_11(mass, speed):
    """v = sqrt(2 E / m) = sqrt(500 J / 40 kg) = 3.5 m/s."""
    yard = Yard()
    thing = ball(yard, mass=mass)
    look(yard, thing.position, enter=True)
    look(yard, (0.0, yard.game.eye.y, -5.0))
    hold(yard, 90)
    hold(yard, 1, fire=True)
    assert yard.game.hands.body is None and -thing.velocity.z == pytest.approx(speed, rel=0.02)
    assert [cue.kind for cue in yard.told].count("throw") == 1


def test_what_is_heavy_large_fixed_or_held_by_a_joint_is_not_carried():
    yard = Yard()
    assert is_portable(ball(yard)) and not is_portable(ball(yard, mass=51.0))
    assert size_of(ball(yard, radius=0.5)) == pytest.approx(0.5 * 1.2**0.5)
    plank = yard.world.add_body(shape=ShapeBox((1.0, 0.02, 0.1)), position=(5.0, 1.0, 0.0), mass=5.0)
    assert size_of(plank) == pytest.approx(1.0, rel=0.01) and not is_portable(plank)
    hinged = ball(yard, (8.0, 0.2, 0.0))
    yard.world.add_joint(JointHinge(None, hinged, anchor=(8.0, 0.2, 0.0), axis=(0.0, 1.0, 0.0)))
    assert not is_portable(hinged) and not is_portable(yard.world.bodies[0])


def test_what_one_stands_on_is_not_lifted():
    yard = Yard()
    box = yard.world.add_body(shape=ShapeBox((0.4, 0.15, 0.4)), position=(0.0, 0.15, -3.0), mass=30.0)
    yard.game.avatar.put(yard.world, Vec3(0.0, 0.31, -3.0), 0.0)
    yard.run(30)
    look(yard, box.position + (0.0, 0.1, -0.2), enter=True)
    assert yard.game.hands.body is None and "standing on it" in yard.cues("trouble")[-1].text


def test_weapons_are_taken_by_looking_and_are_away_while_hands_are_full():
    yard = Yard()
    arsenal = Arsenal(yard.world, yard.game)
    arsenal.lay(yard.world, 2, (0.0, 0.3, -1.8))
    yard.run(40)
    gun = arsenal.lying[0].body
    assert look(yard, gun.center_of_mass).word == "Take the rocket launcher"
    look(yard, gun.center_of_mass, enter=True)
    hold(yard, 10)
    assert arsenal.carried == (2,) and arsenal.held == 2
    thing = ball(yard)
    look(yard, thing.position, enter=True)
    hold(yard, 10)
    assert yard.game.hands.body is thing and arsenal.held == 0
    hold(yard, 1, fire=True)
    hold(yard, 10)
    assert arsenal.held == 2 and not arsenal.projectiles.shots, "the button threw, it did not fire"


def test_states_remember_what_is_carried_and_the_future_repeats():
    yard = Yard()
    thing = ball(yard)
    look(yard, thing.position, enter=True)
    hold(yard, 20)
    state = yard.world.save_state()

    def future():
        hold(yard, 20)
        hold(yard, 1, fire=True)
        hold(yard, 30)
        return yard.world.state_hash()

    first = future()
    assert yard.game.hands.body is None
    yard.world.load_state(state)
    yard.game.controls = Controls(yaw=yard.game.controls.yaw, pitch=yard.game.controls.pitch)
    assert yard.game.hands.body is thing
    assert future() == first


def test_what_is_carried_may_be_removed():
    yard = Yard()
    thing = ball(yard)
    look(yard, thing.position, enter=True)
    hold(yard, 5)
    yard.world.remove_body(thing)
    hold(yard, 2)
    assert yard.game.hands.body is None
