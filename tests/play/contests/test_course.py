import pytest

from physics import Vec3
from play.contests.course import Course, Station
from play.contests.gates import Gate, gate_at
from play.contests.prize import PrizeCourse
from tests.play.vehicles.carting import STEP, Yard

BACK = Vec3(0.0, 0.02, -1.0), 0.0


def stations(**middle):
    """Start, a station on the way and the end, 3 m apart along -z."""
    return (
        Station(gate_at((0.0, 0.0, -2.0), 0.0, 1.0)),
        Station(gate_at((0.0, 0.0, -5.0), 0.0, 1.0), "middle", **middle),
        Station(gate_at((0.0, 0.0, -8.0), 0.0, 1.0)),
    )


@pytest.fixture
def yard():
    return Yard((30.0, 0.0, 0.0))


def walk(yard, seconds, **controls):
    """Walk for a while; returns kinds of cues."""
    kinds = []
    for _ in range(round(seconds / STEP)):
        yard.run(1, **controls)
        kinds += [cue.kind for cue in yard.game.cues]
    return kinds


def test_the_time_is_the_way_over_the_speed(yard):
    """Walked at full speed since before the start: t = 6 m / v."""
    course = Course(yard.world, yard.game, stations(), medals=(1.0, 2.0, 9.0))
    walk(yard, 0.5, forward=1.0)
    speed = -yard.game.avatar.velocity.z
    kinds = walk(yard, 4.0, forward=1.0)
    assert course.last.value == pytest.approx(6.0 / speed, rel=0.01)
    assert course.last.splits == pytest.approx([3.0 / speed], rel=0.01)
    assert course.medal == course.medal_of(6.0 / speed) != "" and course.walk is None
    assert kinds.count("checkpoint") == 2 and kinds.count("fanfare") == 1
    board = course.board(yard.world)
    assert board.medal == course.medal and board.large.startswith("0:0")
    walk(yard, 9.0)
    assert course.board(yard.world) is None


def test_stations_are_passed_in_order_and_at_their_height():
    """A gate that is above the head is not passed by walking below it."""
    yard = Yard()
    high = (stations()[0], Station(gate_at((0.0, 3.0, -5.0), 0.0, 1.0, low=0.5)), stations()[2])
    course = Course(yard.world, yard.game, high)
    walk(yard, 5.0, forward=1.0)
    assert course.walk is not None and course.walk.passed == 1 and course.last is None


def test_who_falls_is_sent_back_or_begins_again(yard):
    course = Course(yard.world, yard.game, (Station(stations()[0].gate, floor=-0.5, back=BACK), *stations()[1:]))
    over = Course(yard.world, yard.game, (Station(stations()[0].gate, floor=0.3), *stations()[1:]), key="over")
    walk(yard, 0.9, forward=1.0)
    assert over.walk is None and over.notice.text == "You fell off: start again", "it is below the floor all the time"
    assert course.walk is not None and course.walk.falls == 0
    start = course.walk.start
    yard.game.avatar.put(yard.world, Vec3(0.0, -0.6, -4.0), 0.0)
    walk(yard, STEP)
    assert (yard.game.avatar.feet - BACK[0]).length < 0.1 and course.walk.falls == 1 and course.walk.start == start


def test_the_start_crossed_again_starts_again(yard):
    course = Course(yard.world, yard.game, stations())
    walk(yard, 0.9, forward=1.0)
    first = course.walk.start
    walk(yard, 1.2, forward=-1.0)
    assert course.walk is None
    walk(yard, 1.6, forward=1.0)
    assert course.walk.start > first


def test_being_put_somewhere_crosses_nothing(yard):
    course = Course(yard.world, yard.game, stations())
    walk(yard, 0.2)
    yard.game.avatar.torso.velocity = (0.0, 0.0, -600.0)
    walk(yard, STEP)
    assert yard.game.avatar.feet.z < -5.0 and course.walk is None


def test_getting_into_a_vehicle_ends_the_run(yard):
    course = Course(yard.world, yard.game, stations())
    walk(yard, 1.6, forward=1.0)
    assert course.walk is not None
    yard.game.vehicles[0].chassis.position = yard.game.avatar.feet + (2.2, 0.5, 0.0)
    yard.press(enter=True)
    assert course.walk is None and "you left the course" in course.notice.text


def test_rewinding_restores_the_clock_bit_for_bit(yard):
    course = Course(yard.world, yard.game, stations())
    walk(yard, 1.6, forward=1.0)
    state, ends = yard.world.save_state(), []
    for _ in range(2):
        yard.world.load_state(state)
        assert course.walk is not None and course.last is None
        walk(yard, 3.0, forward=1.0)
        ends.append((course.save(), yard.world.state_hash()))
    assert ends[0] == ends[1] and course.last is not None


def test_the_prize_is_handed_over_once(yard):
    course = PrizeCourse(yard.world, yard.game, stations(), cup_place=Vec3(3.0, 0.0, 0.0))
    walk(yard, 4.0, forward=1.0)
    cup = course.cup
    assert cup.alive and course.notice.text == "The golden cup is yours!"
    yard.game.avatar.put(yard.world, Vec3(0.0, 0.02, 0.0), 0.0)
    walk(yard, 4.0, forward=1.0)
    assert course.cup is cup and [body.name for body in yard.world.bodies].count("golden cup") == 1
    assert (cup.position - (3.0, 0.0, 0.0)).length < 0.02, "it stands"


def test_a_course_needs_a_start_and_an_end(yard):
    with pytest.raises(ValueError, match="must have a start and an end, got 1"):
        Course(yard.world, yard.game, stations()[:1])
    with pytest.raises(ValueError, match="medals must be 3 results"):
        Course(yard.world, yard.game, stations(), medals=(1.0,))


def test_a_gate_is_crossed_between_its_posts_only():
    gate = Gate(Vec3(0.0, 0.0, 0.0), Vec3(1.0, 0.0, 0.0), 2.0)
    assert gate.crossed(Vec3(-1.0, 0.0, 1.0), Vec3(3.0, 0.0, 1.0)) == (0.25, 1)
    assert gate.crossed(Vec3(3.0, 0.0, 1.0), Vec3(-1.0, 0.0, 1.0)) == (0.75, -1)
    assert gate.crossed(Vec3(-1.0, 0.0, 2.5), Vec3(1.0, 0.0, 2.5)) == (0.0, 0)
    assert gate.crossed(Vec3(-1.0, 0.0, 0.0), Vec3(-0.5, 0.0, 0.0)) == (0.0, 0)
    assert gate.crossed(Vec3(-1.0, 5.0, 0.0), Vec3(1.0, 5.0, 0.0)) == (0.0, 0)
