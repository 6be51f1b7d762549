"""What the title cards propose to try works as they say, where a number can tell it."""

import math

import numpy as np
import pytest

from physics import BodyKind, World
from scenes import kit, registry

SCENES = registry.load_all()
DT = 1 / 60

pytestmark = pytest.mark.slow


def start(key: str, **values: float) -> World:
    """A scene with some of its sliders moved."""
    sliders = SCENES[key].sliders
    assert all(sliders[name].takes(value) for name, value in values.items()), f"{key} has no such setting: {values}"
    world = World()
    SCENES[key].start(world, values)
    return world


def run(world: World, seconds: float, each=None) -> World:
    for _ in range(round(seconds / DT)):
        world.step(DT)
        if each is not None:
            each(world)
    return world


def joint(world: World, name: str):
    return next(some for some in world.joints if some.name == name)


def movable(world: World) -> list:
    return [body for body in world.bodies if body.kind == BodyKind.DYNAMIC]


def shift(world: World, bodies: list, seconds: float) -> float:
    """How far the one that moves most comes [m]."""
    before = world.read(bodies, "position")
    run(world, seconds)
    return float(np.linalg.norm(world.read(bodies, "position") - before, axis=1).max())


def test_dominoes_as_far_apart_as_they_are_high_still_fall_and_farther_apart_not():
    fallen = []
    for gap in (0.6, 0.7):
        world = run(start("chains_dominoes", gap=gap, count=30), 25.0)
        fallen.append(int((kit.axis_of(world, kit.named(world, "domino"))[:, 1] < 0.9).sum()))
    assert fallen[0] == 30 and fallen[1] < 8


def until_something_breaks(world: World, seconds: float) -> float:
    """When the first joint breaks [s]."""
    count = len(world.joints)
    for step in range(round(seconds / DT)):
        world.step(DT)
        if len(world.joints) < count:
            return step * DT
    return math.inf


def test_a_taut_bridge_breaks_sooner_and_one_of_stronger_hinges_later():
    taut, usual, strong = (
        until_something_breaks(start("bridges_breaking", slack=slack, strength=strength), 20.0)
        for slack, strength in ((0.01, 50.0), (0.03, 50.0), (0.03, 200.0))
    )
    assert taut < usual < strong


def test_weak_cables_of_the_suspension_bridge_snap_under_heavier_carts():
    assert until_something_breaks(start("bridges_suspension", mass=3000.0), 10.0) == math.inf
    assert until_something_breaks(start("bridges_suspension", mass=3000.0, strength=50.0), 10.0) < 10.0


def test_a_gale_moves_the_block_of_pumice_and_not_the_steel():
    world = run(start("forces_wind", wind=60.0), 8.0)
    pumice, steel = kit.named(world, "heavy")
    assert pumice.position.x > 0.0 and abs(steel.position.x - 2.5) < 0.01


@pytest.mark.parametrize(("uneven", "thrown"), [(0.005, False), (0.01, True)])
def test_tiles_throw_nobody_up_to_5_mm(uneven, thrown):
    world, fastest = start("friction_tiles", uneven=uneven), [0.0]
    bodies = movable(world)

    def look(world: World) -> None:
        fastest[0] = max(fastest[0], float(world.read(bodies, "velocity")[:, 1].max()))

    run(world, 4.0, look)
    assert (fastest[0] > 0.3) == thrown


def test_marbles_jump_over_the_edge_of_steep_channels():
    out = set()

    def look(world: World) -> None:
        out.update(body.name for body in kit.named(world, "marble") if abs(body.position.x) > 4.2)

    run(start("games_marble_run", tilt=14.0), 20.0, look)
    assert len(out) < 2
    run(start("games_marble_run", tilt=24.0), 20.0, look)
    assert len(out) > 5


def test_friction_stops_the_train_in_the_loop_and_a_motor_takes_it_around():
    farthest = []
    for friction, force in ((0.0, 0.0), (120.0, 0.0), (120.0, 2000.0)):
        places = []
        run(
            start("joints_path", friction=friction, force=force),
            20.0,
            lambda w, p=places: p.append(w.joints[0].position),
        )
        farthest.append(max(places))
    assert farthest[0] > 50.0 > 30.0 > farthest[1] and farthest[2] > 66.0


def test_a_brake_can_be_too_strong_for_the_motor_of_the_universal_joint():
    assert abs(joint(run(start("joints_universal"), 4.0), "first bearing").rate) > 1.8
    assert abs(joint(run(start("joints_universal", brake=2000.0), 4.0), "first bearing").rate) < 0.05


def test_an_early_stop_of_the_catapult_throws_high_and_a_late_one_low():
    tops = []
    for stop in (45.0, 75.0, 105.0):
        heights = []
        run(
            start("machines_catapult", stop=stop),
            4.0,
            lambda w, h=heights: h.append(kit.named(w, "ball")[0].position.y),
        )
        tops.append(max(heights))
    assert tops[0] > tops[1] + 0.5 and tops[1] > tops[2]


def test_the_clock_swings_wider_by_more_torque_dies_away_without_any_and_ticks_slower_when_it_is_longer():
    swings = []
    for torque, length in ((0.0, 1.9), (1.0, 1.9), (4.0, 1.9), (1.0, 2.6), (1.0, 1.0)):
        world, angles = run(start("machines_escapement", torque=torque, length=length), 90.0), []
        before = joint(world, "arbor").axes[3].position
        run(world, 8.0, lambda w, a=angles: a.append(joint(w, "pivot").angle))
        swings.append((np.ptp(angles), abs(joint(world, "arbor").axes[3].position - before)))
    stopped, usual, strong, long, short = swings
    assert stopped[0] < 0.6 * usual[0] < 0.6 * strong[0]
    assert 0.5 * usual[1] < long[1] < usual[1] < short[1] < 2.0 * usual[1]


def test_halves_of_an_arch_of_thick_stones_lean_on_each_other_without_the_keystone():
    for thickness, falls in ((0.5, True), (0.8, False)):
        world = run(start("stacking_arch", thickness=thickness), 1.0)
        world.remove_body(next(body for body in world.bodies if "keystone" in body.name))
        assert (shift(world, movable(world), 8.0) > 1.0) == falls


def test_a_pair_of_cards_slips_at_its_top_below_tan_25_degrees():
    for friction, slips in ((0.42, True), (0.52, False)):
        world = start("stacking_card_house", storeys=1, friction=friction)
        assert (shift(world, movable(world), 10.0) > 0.1) == slips


def test_light_boxes_carry_three_times_the_usual_ratios():
    world = start("stacking_mass_ratio", factor=3.0)
    assert shift(world, kit.named(world, "light box"), 15.0) < 0.2


def test_sticks_of_another_spin_get_caught_in_the_second_slit():
    world = run(start("tunneling_slit", spin=45.0), 8.0)
    sticks = [stick for stick in kit.named(world, "stick") if stick.name.endswith("along")][:-1]
    gap = max(body.position.x for body in world.bodies if body.name.startswith("level slit"))
    assert sticks and all(0.0 < stick.position.x < gap for stick in sticks)


@pytest.mark.parametrize(("force", "rises"), [(240.0, False), (260.0, True)])
def test_the_lift_sinks_when_its_motor_is_weaker_than_the_weight(force, rises):
    assert (joint(run(start("joints_slider", force=force), 6.0), "LIFT").rate > 0.5) == rises


def test_a_brake_holds_the_weight_of_the_rack():
    assert abs(joint(run(start("joints_rack", brake=600.0), 6.0), "rack WEIGHT").rate) < 0.01


def test_rollers_slip_on_a_steep_slope_only():
    """Without slip the speed is the spin times the radius."""
    slips = []
    for slope in (30.0, 60.0):
        rollers = kit.named(run(start("rolling_race", slope=slope), 1.0), "racing")[1:]
        slips.append(max(body.velocity.length - 0.4 * body.angular_velocity.length for body in rollers))
    assert slips[0] < 0.05 and slips[1] > 1.0


def test_weak_cords_of_the_net_snap():
    assert until_something_breaks(start("nets_catch"), 8.0) == math.inf
    assert until_something_breaks(start("nets_catch", strength=5.0), 8.0) < 8.0


def test_without_water_all_lies_on_the_bottom_and_on_mercury_iron_floats():
    low, mercury = run(start("water_floats", level=0.2), 8.0), run(start("water_floats", density=13600.0), 8.0)
    assert all(body.position.y < 0.75 for body in movable(low))
    assert all(body.position.y > 1.2 for body in movable(mercury) if body.name.startswith("iron"))


def test_the_trebuchet_hits_its_tower_and_throws_over_it_with_more_weight():
    heights = []
    for weight, angle in ((0.62, 20.0), (0.62, 40.0), (0.62, 60.0), (0.8, 40.0)):
        world, passed = start("machines_trebuchet", weight=weight, angle=angle), []

        def look(world: World, passed: list = passed) -> None:
            place = kit.named(world, "stone")[0].position
            if place.x > 32.0:
                passed.append(place.y)

        run(world, 8.0, look)
        heights.append(passed[0])
    flat, usual, steep, over = heights
    assert flat < usual - 1.0 and steep < usual - 1.0 and usual < 4.9 < over


def test_the_axis_of_the_gyroscope_keeps_its_direction_only_while_the_rotor_spins():
    turned = []
    for spin in (0.0, 40.0):
        world = start("gyros_gimbal", spin=spin)
        rotor = kit.named(world, "rotor")
        before = kit.axis_of(world, rotor)[0]
        run(world, 5.0)
        turned.append(math.degrees(math.acos(min(1.0, float(before @ kit.axis_of(world, rotor)[0])))))
    assert turned[0] > 40.0 and turned[1] < 5.0
