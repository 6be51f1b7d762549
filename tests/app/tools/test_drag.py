import math

import numpy as np
import pytest

from app.timeline.history import History
from app.tools.drag import DISTANCE_RANGE, Drag
from physics import BodyKind, ShapeBox, ShapeCapsule, ShapePlane, ShapeSphere, World
from physics.vector import Vec3, about, inverse, multiply, rotation_vector
from play.weapons.pull import SPEED_MAX, WEIGHTS, force_limit, weights_to_free
from scenes import kit
from tests.app.tools.conftest import toward

STEP = 1 / 60


def make_world(**options):
    world = World(**options)
    world.add_body(kind=BodyKind.STATIC, shape=ShapePlane(), name="ground")
    return world


def add_box(world, place=(0, 3, 0), half=0.5, **options):
    return world.add_body(shape=ShapeBox((half, half, half)), position=place, **options)


def pull(world, drag, steps):
    """Make steps; returns the largest force used, as a share of the cap, and the smallest gap of a contact."""
    used, gap = 0.0, 0.0
    for _ in range(steps):
        command = drag.command(world)
        used = max(used, Vec3(*command.force).length / force_limit(world, world.body(drag.body)))
        assert command.apply(world).ok
        world.step(STEP)
        contacts = world.contacts()
        if len(contacts):
            gap = min(gap, float(contacts["separation"].min()))
    return used, gap


@pytest.mark.parametrize("mass", [1e-3, 1.0, 1e5])
@pytest.mark.parametrize("grip", [(0, 0, 0), (0.5, 0.5, 0.5), (0, 0.5, 0)])
def test_a_dragged_box_follows_a_circle_with_bounded_lag(grip, mass):
    """A critically damped spring of 5 Hz lags 2 zeta / omega = 64 ms behind: 0.2 m at 3.1 m/s."""
    world = make_world()
    box = add_box(world, mass=mass)
    drag = Drag(world, box.id, Vec3(*grip) + box.position)
    lags = []
    for k in range(480):
        angle, radius = math.pi * k * STEP, min(k * STEP, 1.0)
        drag.target = Vec3(grip[0] + radius * math.sin(angle), 3.0 + grip[1] + radius * (1 - math.cos(angle)), grip[2])
        used, _ = pull(world, drag, 1)
        assert used <= 1.0 + 1e-9
        lags.append((drag.point(world) - drag.target).length)
    assert max(lags) < 0.4 and max(lags[90:]) < 0.23
    assert box.angular_velocity.length < 20.0


def test_it_hangs_still_at_the_target_without_sagging():
    world = make_world()
    box = add_box(world)
    drag = Drag(world, box.id, (0.5, 3.5, 0.5))
    drag.target = Vec3(1, 5, 0)
    pull(world, drag, 300)
    assert drag.point(world) == pytest.approx((1, 5, 0), abs=0.01)
    assert box.velocity.length < 0.05
    assert box.center_of_mass[0] == pytest.approx(1, abs=0.05) and box.center_of_mass[1] < 4.3


def test_it_arrives_soon_and_without_overshoot():
    world = make_world(gravity=(0, 0, 0))
    box = add_box(world)
    drag = Drag(world, box.id, box.position)
    drag.target = Vec3(20, 3, 0)
    places, fastest = [], 0.0
    for _ in range(240):
        pull(world, drag, 1)
        places.append(box.position[0])
        fastest = max(fastest, box.velocity.length)
    assert max(places) < 20.2 and places[120] > 19.5
    assert fastest <= SPEED_MAX * 1.01


def test_light_things_do_not_start_to_spin():
    """A thin rod grabbed at its end and shaken: the force knows how easily it turns."""
    world = make_world(gravity=(0, 0, 0))
    rod = world.add_body(shape=ShapeCapsule(0.01, 0.2), position=(0, 3, 0), mass=0.01)
    drag = Drag(world, rod.id, (0, 3.2, 0))
    rng = np.random.default_rng(4)
    for _ in range(300):
        drag.target = Vec3(*(rng.uniform(-0.3, 0.3, 3) + (0, 3, 0)).tolist())
        pull(world, drag, 1)
        assert (drag.point(world) - drag.target).length < 2.0
        assert rod.angular_velocity.length < 150.0
    drag.target = Vec3(0, 3, 0)
    pull(world, drag, 240)
    assert rod.angular_velocity.length < 0.1 and drag.point(world) == pytest.approx((0, 3, 0), abs=0.01)


def test_a_box_under_a_heavy_pile_does_not_rip_through():
    world = make_world()
    boxes = [add_box(world, (0, 0.5 + level, 0)) for level in range(2)]
    top = world.add_body(shape=ShapeBox((1, 1, 1)), position=(0, 3.0, 0), mass=100 * boxes[0].mass, name="anvil")
    for _ in range(120):
        world.step(STEP)
    before = [body.position for body in (*boxes, top)]
    drag = Drag(world, boxes[0].id, boxes[0].position)
    drag.target = Vec3(0, 30, 0)
    used, gap = pull(world, drag, 180)
    assert used == pytest.approx(1.0) and gap > -0.03
    for body, place in zip((*boxes, top), before, strict=True):
        assert math.dist(body.position, place) < 0.1


def test_a_box_is_not_dragged_through_a_wall():
    world = make_world()
    world.add_body(kind=BodyKind.STATIC, shape=ShapeBox((0.2, 5, 5)), position=(2, 5, 0))
    box = add_box(world)
    drag = Drag(world, box.id, box.position)
    drag.target = Vec3(50, 3, 0)
    _, gap = pull(world, drag, 300)
    assert box.position[0] < 1.35 and gap > -0.05
    drag.target = Vec3(0, 3, 0)
    pull(world, drag, 120)
    assert box.position[0] == pytest.approx(0, abs=0.1)


def test_releasing_leaves_a_sane_velocity():
    world = make_world(gravity=(0, 0, 0))
    box = add_box(world)
    drag = Drag(world, box.id, Vec3(0.5, 0.5, 0.5) + box.position)
    for k in range(120):  # 4 m/s to the right
        drag.target = Vec3(0.5 + 4.0 * k * STEP, 3.5, 0.5)
        pull(world, drag, 1)
    world.step(STEP)
    assert box.velocity[0] == pytest.approx(4.0, abs=0.8)
    speed = box.velocity.length
    for _ in range(60):
        world.step(STEP)
    assert box.velocity.length == pytest.approx(speed, rel=1e-4)


def test_dragging_wakes_and_keeps_awake():
    world = make_world()
    box = add_box(world, (0, 0.5, 0))
    for _ in range(120):
        world.step(STEP)
    assert not box.awake
    drag = Drag(world, box.id, box.position)
    drag.target = Vec3(0, 2, 0)
    pull(world, drag, 120)
    assert box.awake and box.position[1] == pytest.approx(2, abs=0.05)


def test_rotation_mode_turns_to_the_wanted_orientation_and_holds_it():
    world = make_world()
    box = add_box(world)
    drag = Drag(world, box.id, Vec3(0.4, 0.5, 0.0) + box.position)
    drag.hold(world)
    assert drag.orientation == box.orientation
    drag.turn(world, 1.2, 0.0, (0, 0, 0, 1))
    drag.turn(world, 0.0, 0.5, (0, 0, 0, 1))
    wanted = multiply(about((-1, 0, 0), 0.5), about((0, 1, 0), 1.2))
    assert drag.orientation == pytest.approx(wanted)
    pull(world, drag, 240)
    off = rotation_vector(multiply(wanted, inverse(box.orientation))).length
    assert off < 0.02 and box.angular_velocity.length < 0.05
    drag.swing()
    pull(world, drag, 240)
    assert drag.orientation is None and drag.point(world)[1] > box.center_of_mass[1]


def test_rotation_at_the_center_is_exact():
    world = make_world()
    box = add_box(world)
    drag = Drag(world, box.id, box.position)
    drag.turn(world, 2.5, 0.0, (0, 0, 0, 1))
    pull(world, drag, 180)
    assert rotation_vector(multiply(drag.orientation, inverse(box.orientation))).length < 0.01


def test_torque_is_capped():
    world = make_world()
    rod = world.add_body(shape=ShapeCapsule(0.1, 2.0), position=(0, 5, 0))
    drag = Drag(world, rod.id, rod.position)
    drag.orientation = about((1, 0, 0), 3.0)
    most = 0.0
    for _ in range(120):
        command = drag.command(world)
        most = max(most, Vec3(*command.torque).length / force_limit(world, rod))
        command.apply(world)
        world.step(STEP)
    assert 0.0 < most < 2.0  # meters: the radius of gyration is below half its length


def test_wheel_and_aim():
    world = make_world()
    box = add_box(world)
    drag = Drag(world, box.id, box.position, eye=(0, 3, 10))
    assert drag.distance == 10
    drag.wheel(2)
    drag.aim((0, 3, 10), (0, 0, -1))
    assert drag.target == pytest.approx((0, 3, 10 - 12.1))
    drag.wheel(-1e9)
    assert drag.distance == DISTANCE_RANGE[0]
    drag.wheel(1e9)
    assert drag.distance == pytest.approx(DISTANCE_RANGE[1])


def test_static_and_missing_bodies_are_told():
    world = make_world()
    with pytest.raises(ValueError, match="ground is static"):
        Drag(world, 1, (0, 0, 0))
    with pytest.raises(LookupError, match="number 7"):
        Drag(world, 7, (0, 0, 0))


def test_a_body_that_goes_away_ends_the_drag_in_words():
    world = make_world()
    box = add_box(world)
    drag = Drag(world, box.id, box.position)
    assert drag.apply(world).ok
    world.remove_body(box)
    assert not drag.apply(world).ok and drag.command(world) is None and drag.point(world) is None
    drag.turn(world, 1.0, 0.0, (0, 0, 0, 1))
    drag.hold(world)
    for _ in range(3):
        world.step(STEP)
    other = world.add_body(shape=ShapeSphere(0.5), position=(0, 3, 0))
    assert other._row == box._row and drag.command(world) is None


def test_dragging_is_deterministic_and_can_be_gone_back_through():
    def run():
        world = make_world()
        boxes = [add_box(world, (0, 0.5 + level, 0)) for level in range(4)]
        history = History(world, spacing=10)
        drag = Drag(world, boxes[1].id, boxes[1].position)
        hashes = []
        for k in range(60):
            drag.target = Vec3(0.1 * k, 2.0 + math.sin(0.2 * k), 0.3)
            history.do(drag.command(world))
            hashes.append(world.state_hash())
            history.step()
        return history, hashes

    history, hashes = run()
    assert run()[1] == hashes
    for step in (59, 58, 31, 30, 29, 7, 0):
        assert history.seek(step) and history.world.state_hash() == hashes[step]


# ---- The tool


def test_a_pulled_box_goes_where_it_is_pulled_and_a_release_can_be_undone(tools, session, box):
    start = box.position
    tools.press(*toward(start))
    tools.follow(*toward((4.0, 4.0, 0.0)))
    for _ in range(90):
        session.step()
    drag = tools.drag.drag
    assert math.dist(drag.point(session.world), drag.target) < 0.1 and box.position[0] > 3.0
    assert len(tools.marks()) == 1
    tools.drag.release()
    assert tools.drag.drag is None and tools.marks() == []
    session.undo()
    assert box.position == pytest.approx(start)
    session.redo()
    assert box.position[0] > 3.0


def test_a_click_without_a_drag_leaves_nothing_to_undo(tools, session, box):
    session.clock.paused = True
    tools.press(*toward(box.position))
    tools.drag.release()
    assert session.edits.count == 0


def test_pulling_is_gone_back_through_exactly(tools, session, box):
    tools.press(*toward(box.position))
    tools.follow(*toward((2.0, 4.0, 0.0)))
    for _ in range(5):
        session.step()
    shots = []
    for _ in range(4):
        session.step()
        shots.append(session.after)
    tools.drag.release()
    for wanted in (shots[2], shots[1], shots[0]):  # the hash would differ: a known step includes the pull after it
        session.step_back()
        np.testing.assert_array_equal(session.after.position, wanted.position)
        np.testing.assert_array_equal(session.after.velocity, wanted.velocity)


def test_a_body_that_is_removed_while_it_is_dragged_is_let_go(tools, session, box):
    tools.press(*toward(box.position))
    session.world.remove_body(box)
    session.step()
    session.step()
    assert tools.drag.drag is None and tools.select.selected == -1
    tools.drag.release()
    assert session.edits.count == 0


def test_another_scene_lets_everything_go(tools, session, box):
    tools.press(*toward(box.position))
    session.restart()
    assert tools.drag.drag is None and tools.select.selected == -1 and session.edits.count == 0


# ---- Under a pile


@pytest.fixture
def wall(session):
    """A pyramid of 36 stone boxes in 8 rows, at rest; returns the lowest rows from left to right."""
    world = World()
    kit.add_ground(world)
    for row in range(8):
        places = [(1.02 * (k - 0.5 * (7 - row)), 0.5 + row, 0.0) for k in range(8 - row)]
        world.add_bodies(position=places, shape=ShapeBox((0.5, 0.5, 0.5)), material="stone", name=f"row {row}")
    session.adopt(world)
    for _ in range(90):
        session.step()
    return [body for body in world.bodies if body.name == "row 0"]


def pull_out(tools, session, body):
    """Take a box by its front and turn the wheel toward the eye, notch by notch; returns how far it came [m]."""
    eye, before = (0.0, 2.0, 12.0), body.position
    ray = toward(before + (0.0, 0.0, 0.5), eye)
    tools.press(*ray)
    assert tools.drag.drag.body == body.id
    for step in range(120):
        if step % 20 == 0:
            tools.drag.drag.wheel(-1.0)
        tools.follow(*ray)
        session.step()
    tools.drag.release()
    return math.dist(before, body.position)


@pytest.mark.parametrize("place", [3, 4, 6])
def test_a_box_of_the_lowest_row_can_be_pulled_out(tools, session, wall, place):
    assert pull_out(tools, session, wall[place]) > 1.0


def test_the_hand_is_as_strong_as_the_player_wants(tools, session, wall):
    tools.drag.strength = 0.2
    assert pull_out(tools, session, wall[3]) < 0.01
    tools.drag.strength = 1.0
    assert pull_out(tools, session, wall[3]) > 1.0


def test_what_nothing_presses_on_is_pulled_as_ever(session):
    world = session.world
    for _ in range(90):
        session.step()
    assert weights_to_free(world, world.bodies[3]) == WEIGHTS, "the highest of three boxes"
