import pytest

from physics import ShapeBox, Vec3, World
from play.figure.avatar import Avatar
from play.game import Game, game_of
from play.interaction import nearest_vehicle
from scenes import kit
from tests.play.vehicles.carting import STEP, Cart, Yard

NEAR = (2.5, 0.0, 0.0)
FAR = (12.0, 0.0, 0.0)


def aboard(*places):
    yard = Yard(*(places or (NEAR,))).press(enter=True)
    assert yard.game.driven == yard.game.aboard == 0
    return yard


def test_the_game_of_a_world_is_found_or_none():
    yard = Yard()
    assert game_of(yard.world) is yard.game and game_of(World()) is None
    assert yard.world.controllers[0] is yard.game, "it acts first"


# ---- Routing --------------------------------------------------------------------------------------------------------


def test_on_foot_the_figure_gets_the_controls_and_vehicles_get_none():
    yard = Yard(NEAR).run(3, forward=0.5, run=True)
    assert yard.game.avatar.controls is yard.game.controls
    assert yard.game.vehicles[0].controls.forward == 0.0 and not yard.game.vehicles[0].occupied
    assert yard.game.eye == yard.game.avatar.eye and yard.game.own_bodies == yard.game.avatar.bodies


def test_at_the_wheel_the_vehicle_gets_them_and_others_none():
    yard = aboard(NEAR, FAR).run(2, forward=1.0)
    driven, other = yard.game.vehicles
    assert driven.controls.forward == 1.0 and driven.occupied and other.controls.forward == 0.0 and not other.occupied
    assert yard.game.eye == driven.place(driven.seat) and yard.game.own_bodies == driven.bodies


def test_an_edge_is_pressed_once_however_long_it_is_held():
    yard = aboard()
    cart = yard.game.vehicles[0]
    yard.run(5, lamps=True)
    assert cart.lamps_on
    yard.run(1).run(5, lamps=True)
    assert not cart.lamps_on
    yard.run(4, reset=True).run(4, repair=True)
    assert cart.done == ["reset", "repair"]


def test_lamps_reset_and_repair_are_for_who_drives():
    yard = Yard(NEAR).press(lamps=True, reset=True, repair=True)
    assert yard.game.vehicles[0].done == [] and not yard.game.vehicles[0].lamps_on
    assert any("for vehicles" in cue.text for cue in yard.told)


def test_keys_that_do_nothing_in_a_vehicle_say_so():
    yard = aboard(NEAR)
    yard.game.vehicles[0].headlamps = ()
    yard.press(lamps=True)
    assert not yard.game.vehicles[0].lamps_on
    assert yard.told[-1].text == f"The {yard.game.vehicles[0].name} has no headlights."
    yard.press(weapon=1)
    assert yard.told[-1].text == "There are no weapons here."


def test_cues_of_all_parts_are_gathered_for_one_step():
    yard = Yard(NEAR)
    cart, avatar = yard.game.vehicles[0], yard.game.avatar
    cart.cues.append("of the cart")
    avatar.cues.append("of the figure")
    yard.run(1)
    assert {"of the cart", "of the figure"} <= set(yard.game.cues) and cart.cues == avatar.cues == []
    yard.run(1)
    assert "of the cart" not in yard.game.cues


# ---- Getting in and out ---------------------------------------------------------------------------------------------


def test_who_gets_in_is_out_of_the_world_and_who_gets_out_stands_beside():
    yard = aboard()
    assert not yard.game.avatar.present and [cue.what for cue in yard.cues("enter")] == ["cart 0"]
    yard.press(enter=True)
    assert yard.game.driven == yard.game.aboard == -1 and [cue.what for cue in yard.cues("leave")] == ["cart 0"]
    cart = yard.game.vehicles[0]
    assert yard.game.avatar.present
    assert tuple(yard.game.avatar.feet - cart.place(cart.doors[0])) == pytest.approx((0.0, -0.8, 0.0), abs=0.02)


def test_the_nearest_vehicle_is_taken_and_none_that_is_too_far():
    assert nearest_vehicle(Yard(FAR, NEAR).game) == 1
    yard = Yard(FAR).press(enter=True)
    assert nearest_vehicle(yard.game) == yard.game.driven == -1
    assert yard.cues("trouble")[0].text == "There is nothing within reach to use. Go closer, and look at it."


@pytest.mark.parametrize(
    ("spoil", "text"),
    [
        (lambda cart: setattr(cart, "occupied", True), "Somebody is already in the cart 0."),
        (lambda cart: setattr(cart.chassis, "orientation", (0.0, 0.0, 1.0, 0.0)), "The cart 0 is on its roof"),
    ],
)
def test_an_occupied_or_overturned_vehicle_is_refused_in_words(spoil, text):
    yard = Yard(NEAR)
    cart = yard.game.vehicles[0]
    yard.game._route = lambda: None  # it would tell what the game knows of who sits where
    spoil(cart)
    yard.press(enter=True)
    assert yard.game.driven == -1 and yard.cues("trouble")[0].text.startswith(text)


def test_without_a_figure_nobody_gets_in():
    yard = Yard(NEAR, avatar=False).press(enter=True)
    assert yard.game.driven == -1 and yard.cues("trouble")[0].text == "There is nobody to get in."
    assert not yard.game.attach(-1)


def test_one_gets_out_by_another_door_where_a_wall_is():
    yard = aboard()
    yard.wall((0.1, 2.0, 4.0), (NEAR[0] - 1.3, 2.0, 0.0))
    yard.press(enter=True)
    assert yard.game.driven == -1 and yard.game.avatar.feet.x > NEAR[0]


def test_without_room_one_stays_inside_and_is_told():
    yard = aboard()
    for x, z in ((-1.3, 0.0), (1.3, 0.0), (0.0, -2.2), (0.0, 2.2)):
        yard.wall((0.1, 2.0, 3.0) if x else (3.0, 2.0, 0.1), (NEAR[0] + x, 2.0, z))
    yard.press(enter=True)
    assert yard.game.driven == 0 and not yard.game.avatar.present
    assert yard.cues("trouble")[0].text == "There is no room to get out here."


def test_no_door_leads_over_an_abyss():
    yard = aboard()
    yard.world.remove_body(yard.world.bodies[0])
    yard.press(enter=True)
    assert yard.game.driven == 0


# ---- Steering from outside ------------------------------------------------------------------------------------------


def test_a_vehicle_can_be_steered_from_outside_while_the_figure_stands():
    yard = Yard(FAR)
    assert yard.game.attach(0)
    yard.run(30, forward=1.0, jump=True)
    assert yard.game.vehicles[0].chassis.position.z < -2.0 and yard.game.avatar.feet.length < 0.05
    yard.press(enter=True)
    assert yard.game.driven == -1 and yard.game.avatar.present and yard.cues("leave") == []


def test_who_sits_in_one_and_steers_another_comes_back_to_the_first():
    yard = aboard(NEAR, FAR)
    yard.game.attach(1)
    yard.run(2)
    assert [cart.occupied for cart in yard.game.vehicles] == [True, True]
    yard.press(enter=True)
    assert yard.game.driven == yard.game.aboard == 0
    yard.game.attach(1)
    assert yard.game.attach(-1) and yard.game.driven == 0, "the figure sits there"


def test_what_is_not_there_is_not_attached_to():
    yard = Yard(NEAR)
    assert not yard.game.attach(1) and yard.game.driven == -1


# ---- Falling out of the world ---------------------------------------------------------------------------------------


def test_what_falls_out_of_the_world_is_put_back_and_told():
    yard = Yard(FAR)
    yard.game.avatar.put(yard.world, Vec3(0.0, -31.0, 0.0), 0.0)
    yard.game.vehicles[0].chassis.position = (0.0, -31.0, 5.0)
    yard.run(1)
    assert yard.game.avatar.feet.length < 0.05 and yard.game.vehicles[0].done == ["put"]
    assert len(yard.cues("message")) == 2


def test_who_sits_in_what_falls_stays_in_it():
    yard = aboard()
    yard.game.vehicles[0].chassis.position = (0.0, -31.0, 5.0)
    yard.run(1)
    assert yard.game.driven == 0 and [cue.kind for cue in yard.told if cue.kind in ("message", "leave")] == ["message"]


# ---- Memory ---------------------------------------------------------------------------------------------------------


def test_states_remember_who_sits_where_and_what_was_pressed():
    yard = aboard(NEAR, FAR).run(3, lamps=True)
    state, known = yard.world.save_state(), yard.world.state_hash()
    yard.run(3).press(enter=True).run(20, forward=1.0)
    assert yard.game.driven == -1 and yard.world.state_hash() != known
    yard.world.load_state(state)
    assert yard.world.state_hash() == known
    assert yard.game.driven == yard.game.aboard == 0 and yard.game.before.lamps
    yard.run(1, lamps=True)
    assert yard.game.vehicles[0].lamps_on, "the key was down before, so it is no edge"


def test_the_future_repeats_from_a_state_while_somebody_gets_in():
    def future():
        yard.press(enter=True).run(30, forward=1.0).press(enter=True).run(10, forward=1.0)
        return yard.world.state_hash()

    yard = Yard(NEAR)
    state = yard.world.save_state()
    first = future()
    yard.world.load_state(state)
    assert future() == first


@pytest.mark.parametrize("name", ["driven", "aboard", "controls"])
def test_all_that_decides_is_in_the_hash(name):
    yard = Yard(NEAR)
    before = yard.world.state_hash()
    setattr(yard.game, name, yard.game.controls.idle().__class__(forward=1.0) if name == "controls" else 0)
    assert yard.world.state_hash() != before


def test_a_world_without_anybody_can_be_played_too():
    world = World()
    game = Game(world)
    game.add_vehicle(Cart(world, (0.0, 0.0, 0.0)))
    assert game.attach(0)
    world.step(STEP)
    assert game.vehicle is game.vehicles[0] and not game.grabbing


def test_what_flies_out_of_the_world_is_laid_down_where_the_player_began():
    world = World()
    kit.add_ground(world, height=-200.0)
    kit.add_fixed(world, (20.0, 0.5, 20.0), (0.0, -0.5, 0.0), name="island")
    game = Game(world)
    game.add_avatar(Avatar(world, Vec3(0.0, 0.0, 0.0)))
    low = world.add_body(shape=ShapeBox((0.3, 0.3, 0.3)), position=(5.0, -60.0, 0.0), name="crate", density=300.0)
    far = world.add_body(shape=ShapeBox((0.3, 0.3, 0.3)), position=(-400.0, 30.0, 0.0), density=300.0)
    said = []
    for _ in range(61):
        world.step(1 / 60)
        said += [cue.text for cue in game.cues]
    for body in (low, far):
        assert (body.position - (1.5, 1.5, 0.0)).length < 1.5
    assert "Crate left the world and is back at the start." in said
    assert "Something left the world and is back at the start." in said
