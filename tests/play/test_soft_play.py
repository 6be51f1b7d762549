"""Figure, weapons and cars on soft bodies, in worlds without a window."""

import math

import numpy as np
import pytest

from physics import (
    BodyKind,
    ShapePlane,
    SoftCloth,
    SoftSolid,
    Vec3,
    World,
    build_castle,
    build_curtain,
    build_flag,
    build_mattress,
    build_trampoline,
)
from play.controls import Controls
from play.figure.avatar import Avatar
from play.weapons.explosion import FASTEST
from tests.play.vehicles.cars import KINDS, drive, make, set_speed
from tests.play.weapons.shooting import Range

DT = 1 / 60


def ground():
    world = World()
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(), material="concrete", name="ground")
    return world


def run(world, avatar, seconds, **pressed):
    """Heights of the feet, step by step."""
    avatar.controls, heights = Controls(**pressed), []
    for _ in range(round(seconds / DT)):
        world.step(DT)
        heights.append(avatar.feet.y)
    return np.array(heights)


# ---- Figure ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def trampoline():
    world = ground()
    built = build_trampoline(world, (0, 0, 0), radius=1.8, height=0.75, rings=6, thickness=0.02, break_strain=math.inf,
                             linear_damping=2.0)  # fmt: skip
    return world, built, Avatar(world, (0.0, 2.0, 0.0))


def test_a_trampoline_throws_the_figure_up_again_and_less_each_time(trampoline):
    world, built, avatar = trampoline
    heights = run(world, avatar, 3.0)
    tops = [y for before, y, after in zip(heights, heights[1:], heights[2:], strict=False) if before < y > after]
    assert len(tops) >= 2 and all(0.76 < top < 2.0 for top in tops) and tops == sorted(tops, reverse=True)
    assert 0.0 < heights.min() < 0.5, "the sheet gives, and it does not touch the ground"
    assert not avatar.fallen and built.cloth.part_count == 1
    assert "land" in [cue.kind for cue in avatar.cues]


def test_the_figure_stands_walks_and_jumps_on_a_trampoline_and_leaves_its_sole_there(trampoline):
    world, built, avatar = trampoline
    run(world, avatar, 9.0)
    rest = run(world, avatar, 1.0)
    assert rest.min() > 0.4 and np.ptp(rest) < 0.05 and len(avatar.torso.parts) == 2
    run(world, avatar, 0.3, jump=True)
    assert run(world, avatar, 1.2).max() > rest.max() + 0.5
    run(world, avatar, 1.5, forward=1.0)
    run(world, avatar, 0.5)
    assert avatar.feet.z < -2.0 and abs(avatar.feet.y) < 0.05 and len(avatar.torso.parts) == 1
    assert avatar.torso.mass == pytest.approx(73.0, rel=1e-6)


def test_what_the_figure_does_on_a_trampoline_is_repeated_to_the_bit(trampoline):
    world, _, avatar = trampoline
    run(world, avatar, 0.8)
    state = world.save_state()
    run(world, avatar, 1.5, forward=0.3)
    first = world.state_hash()
    world.load_state(state)
    run(world, avatar, 1.5, forward=0.3)
    assert world.state_hash() == first


def test_the_figure_steps_onto_an_air_mattress_and_off_again():
    world = ground()
    built = build_mattress(world, (0, 0.15, -3), length=2.4, width=2.0, spacing=0.15, thickness=0.25, pressure=2e4,
                           linear_damping=0.5)  # fmt: skip
    for _ in range(90):
        world.step(DT)
    avatar = Avatar(world, (0.0, 0.0, -0.8))
    climbed = run(world, avatar, 0.6, forward=1.0)
    assert climbed.max() > 0.15 and not avatar.fallen
    run(world, avatar, 1.5, forward=1.0)
    assert avatar.feet.z < -4.2 and abs(avatar.feet.y) < 0.05 and built.shell.part_count == 1


def test_the_floor_of_a_bouncy_castle_carries_the_figure():
    world = ground()
    castle = build_castle(world, (0, 0, 0), pressure=1.2e4)
    avatar = Avatar(world, (0.0, 1.0, 0.0))
    heights = run(world, avatar, 4.0)
    assert heights.min() > 0.05 and heights[-30:].mean() > 0.15 and not avatar.fallen
    assert [soft.part_count for soft in castle.softs] == [1] * 8


def test_the_figure_pushes_through_a_curtain_that_never_gets_inside_of_it():
    world = ground()
    curtain = build_curtain(world, (-1.2, 2.4, -2), (1.2, 2.4, -2), drop=2.1, rings=7, spacing=0.2, linear_damping=2.0)
    avatar, deepest, pushed = Avatar(world, (0.0, 0.0, 0.0)), math.inf, 0.0
    for _ in range(90):
        avatar.controls = Controls(forward=1.0)
        world.step(DT)
        places = curtain.cloth.positions - np.array(avatar.feet)
        level = places[:, 1] - np.clip(places[:, 1], 0.7, 1.55)
        deepest = min(deepest, float(np.sqrt(places[:, 0] ** 2 + places[:, 2] ** 2 + level**2).min()))
        pushed = min(pushed, float(curtain.cloth.positions[:, 2].min()))
    assert avatar.feet.z < -4.0 and not avatar.fallen
    assert pushed < -3.0 and deepest > 0.24, "it goes aside, and not through the body of 0.25 m"
    assert curtain.cloth.part_count == 1


# ---- Weapons --------------------------------------------------------------------------------------------------------


def sheet(world, *, break_strain=math.inf, material="denim"):
    """A cloth across the way, held above and below."""
    return world.add_soft(
        SoftCloth.grid(columns=16, rows=16, spacing=0.12), position=(0, 1.5, -3), material=material,
        orientation=(math.sqrt(0.5), 0, 0, math.sqrt(0.5)), pins=[*range(16), *range(240, 256)],
        break_strain=break_strain,
    )  # fmt: skip


def test_a_ball_of_the_constructor_is_stopped_by_strong_cloth_and_tears_a_weak_one():
    for break_strain in (math.inf, 0.15):
        range_ = Range()
        cloth = sheet(range_.world, break_strain=break_strain)
        ball = range_.arsenal.projectiles.fire_ball(range_.world, Vec3(0.0, 1.5, -1.0), Vec3(0.0, 0.0, -9.0))
        places = []
        for _ in range(40):
            range_.run()
            places.append(ball.position.z)
        if break_strain == math.inf:
            assert min(places) > -4.2 and cloth.part_count == 1 and cloth.vertex_count == 256
        else:
            assert cloth.vertex_count > 256, "it has torn"


def test_a_rocket_blows_flags_about_without_limits_being_passed():
    range_ = Range()
    flag = build_flag(range_.world, (0, 0, -8), height=3.0, width=1.6, drop=1.0, spacing=0.2, break_strain=math.inf)
    range_.run(60)
    before = flag.cloth.positions
    range_.arsenal.explosions.start(Vec3(0.3, 2.0, -6.5))
    fastest, moved = 0.0, 0.0
    for _ in range(40):
        range_.run()
        fastest = max(fastest, float(np.linalg.norm(flag.cloth.velocities, axis=1).max()))
        moved = max(moved, float(np.abs(flag.cloth.positions - before).max()))
    assert moved > 0.5 and 5.0 < fastest < 1.5 * FASTEST and np.isfinite(flag.cloth.positions).all()


def test_the_flail_hits_jelly():
    range_ = Range(weapon=3)
    jelly = range_.world.add_soft(
        SoftSolid.lattice(cells=(3, 5, 3), size=0.2), position=(0, 0.6, -1.2), young=3e4, name="jelly"
    )
    range_.run(90)
    touched = set()
    for _ in range(150):
        range_.run(1, fire=True)
        touched |= {
            body.name for event in range_.world.events.contact_begin
            for body in (event.body_a, event.body_b) if jelly in (event.body_a, event.body_b)
        }  # fmt: skip
    assert any("flail" in name for name in touched), touched
    assert jelly.part_count == 1 and not range_.avatar.fallen


def aimed(range_, place):
    """Pitch of a view from the eyes to a place straight ahead."""
    way = Vec3(*place) - range_.avatar.eye
    return math.atan2(way.y, math.hypot(way.x, way.z))


@pytest.fixture
def lifting():
    """The grab tool holds a jelly of 27 kg that lay on the ground."""
    range_ = Range(weapon=4)
    jelly = range_.world.add_soft(
        SoftSolid.lattice(cells=(3, 3, 3), size=0.1), position=(0, 0.17, -3), young=2e5, name="jelly"
    )
    range_.run(60)
    pitch = aimed(range_, jelly.position)
    range_.run(2, pitch=pitch)
    range_.run(2, fire=True, pitch=pitch)
    return range_, jelly, pitch


def test_the_grab_tool_lifts_what_is_soft_lets_go_of_it_and_leaves_it_in_the_air(lifting):
    range_, jelly, pitch = lifting
    assert len(jelly.attachments) == 1 and [cue.what for cue in range_.cues("grab")] == ["jelly"]
    for k in range(60):
        range_.run(1, fire=True, pitch=pitch * (1.0 - k / 60.0))
    range_.run(60, fire=True, pitch=0.0)
    assert jelly.position.y > 1.0
    start, end = range_.arsenal.beam
    assert (end - range_.avatar.eye).length == pytest.approx(range_.arsenal.weapon.distance, abs=0.3)
    range_.run(1, fire=True, fire_other=True, pitch=0.0)
    range_.run(60, pitch=0.0)
    assert jelly.position.y > 1.0 and len(jelly.attachments) == 1, "it hangs"
    range_.run(2, fire=True, pitch=aimed(range_, jelly.position))
    assert len(jelly.attachments) == 1, "the hold in the air has let go"
    range_.run(60, pitch=0.0)
    assert jelly.attachments == () and jelly.position.y < 0.3


def test_lifting_is_repeated_to_the_bit(lifting):
    range_, _, pitch = lifting
    state = range_.world.save_state()
    range_.run(30, fire=True, pitch=0.5 * pitch)
    first = range_.world.state_hash()
    range_.world.load_state(state)
    range_.run(30, fire=True, pitch=0.5 * pitch)
    assert range_.world.state_hash() == first


def test_the_grab_tool_forgets_what_was_removed(lifting):
    range_, jelly, pitch = lifting
    range_.world.remove_soft(jelly)
    range_.run(5, fire=True, pitch=pitch)
    assert range_.arsenal.weapon.soft is None and range_.arsenal.beam is None


# ---- Cars -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_a_car_runs_over_an_air_mattress(kind):
    world, car = make(kind)
    mattress = build_mattress(world, (0, 0.17, -9), length=2.4, width=2.4, spacing=0.3, thickness=0.25,
                              break_strain=math.inf)  # fmt: skip
    drive(world, car, 60)
    set_speed(car, 6.0)
    heights = []
    for _ in range(180):
        drive(world, car, 1, forward=0.3)
        heights.append(car.chassis.position.y)
    assert car.chassis.position.z < -12.0 and min(heights) > 0.4 and max(heights) < 1.6
    assert np.isfinite(mattress.shell.positions).all() and mattress.shell.part_count == 1
