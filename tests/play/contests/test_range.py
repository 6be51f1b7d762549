import pytest

from physics import ShapeBox, Vec3
from play.contests.range import AFTER, SHOTS, TIDY, Mark, Range
from tests.play.weapons.shooting import STEP, Range as Place

SECONDS = 4.0
RINGS = ((0.1, 10), (0.3, 4), (1.0, 1))
BOARD, CAN = Vec3(0.0, 1.5, -8.0), Vec3(3.0, 0.2, -8.0)


class Stand:
    """A board of 2 m x 1 m, which faces the shooter, a can, and a range that counts both."""

    def __init__(self, **options):
        self.place = Place()
        self.world, self.game = self.place.world, self.place.game
        self.board = self.world.add_body(
            shape=ShapeBox((1.0, 0.5, 0.05)), position=BOARD, mass=50.0, gravity_scale=0.0, name="board"
        )
        self.can = self.world.add_body(shape=ShapeBox((0.1, 0.2, 0.1)), position=CAN, mass=1.0, name="can")
        marks = [Mark(self.board, RINGS, worth=2, size=(2.0, 1.0)), Mark(self.can, points=5)]
        zone = Vec3(-30.0, -0.5, -2.0), Vec3(30.0, 1.0, 30.0)
        self.range = Range(self.world, self.game, marks, zone, seconds=options.pop("seconds", SECONDS), **options)
        self.kinds = []
        self.run(2 * STEP)

    def run(self, seconds):
        for _ in range(round(seconds / STEP)):
            self.world.step(STEP)
            self.kinds += [cue.kind for cue in self.game.cues]
        return self

    def fire(self, at, seconds=0.3):
        """Fire a ball at a place, so fast that it does not fall."""
        start = Vec3(at[0], at[1], -4.0)
        self.game.arsenal.projectiles.fire_ball(self.world, start, Vec3(0.0, 0.0, -100.0))
        return self.run(seconds)

    def stand_up(self):
        """Put the board where it was."""
        self.board.position, self.board.orientation = BOARD, (0.0, 0.0, 0.0, 1.0)
        self.board.velocity = self.board.angular_velocity = (0.0, 0.0, 0.0)
        return self


@pytest.mark.parametrize(
    ("x", "y", "points"), [(0.0, 0.0, 20), (0.15, 0.0, 20), (0.0, 0.15, 8), (0.5, 0.0, 8), (0.9, 0.0, 2)]
)
def test_points_are_those_of_the_ring_which_is_as_wide_as_the_board(x, y, points):
    """Rings are shares of width and height: 10 % of 2 m is 0.2 m aside, 10 % of 1 m is 0.1 m up."""
    stand = Stand().fire(BOARD + (x, y, 0.0))
    assert stand.range.round.points == points and stand.range.round.hits == 1 and len(stand.range.round.shots) == 1
    assert stand.kinds.count("points") == 1


def test_a_board_that_is_down_counts_nothing():
    stand = Stand()
    stand.fire((9.0, 1.0, 0.0))
    stand.board.orientation = (0.7071067811865476, 0.0, 0.0, 0.7071067811865476)
    stand.fire(BOARD)
    assert stand.range.round.points == 0 and len(stand.range.round.shots) == 2


def test_a_can_counts_once_and_is_put_back_after_the_round():
    stand = Stand().fire(CAN)
    assert stand.range.round.points == 5 and (stand.can.position - CAN).length > 0.5
    stand.fire(stand.can.position)
    assert stand.range.round.points == 5
    stand.run(SECONDS + TIDY + 0.2)
    assert stand.range.round is None and (stand.can.position - CAN).length < 0.05
    assert stand.range.last.value == 5.0 and stand.range.best is stand.range.last


def test_a_round_ends_some_time_after_its_last_shot_and_more_shots_begin_another_one():
    stand = Stand(medals=(100.0, 50.0, 10.0), seconds=60.0)
    for number in range(SHOTS):
        stand.stand_up().fire(BOARD if number < 3 else (9.0, 1.0, 0.0), seconds=0.25)
    assert stand.range.round is not None and stand.range.board(stand.world).large == "60 points"
    stand.fire(BOARD, seconds=0.25)
    assert stand.range.round.points == 60, "it was one too many"
    stand.run(AFTER)
    assert stand.range.round is None and stand.range.medal == "silver" and "fanfare" in stand.kinds
    assert stand.range.last.what == "3 hits with 10 shots" and stand.range.board(stand.world).medal == "silver"
    stand.stand_up().fire(BOARD)
    assert stand.range.round.points == 20 and len(stand.range.round.shots) == 1


def test_a_round_is_over_when_its_time_is():
    stand = Stand().fire(BOARD).run(SECONDS - 0.5)
    assert stand.range.round is not None
    stand.run(0.5)
    assert stand.range.round is None and stand.range.last.value == 20.0


def test_a_round_without_hits_is_no_result():
    stand = Stand().fire((9.0, 1.0, 0.0)).run(SECONDS)
    assert stand.range.best is None and "buzzer" in stand.kinds and stand.range.board(stand.world).kind == "bad"


def test_shots_from_elsewhere_do_not_count():
    stand = Stand()
    stand.game.avatar.put(stand.world, Vec3(0.0, 0.0, -4.0), 0.0)
    stand.run(0.1).fire(BOARD)
    assert stand.range.round is None


def test_more_points_are_better_and_rewinding_takes_them_back():
    stand = Stand()
    stand.range.recall(stand.world, (None,))
    stand.fire(BOARD)
    state = stand.world.save_state()
    ends = []
    for _ in range(2):
        stand.world.load_state(state)
        assert stand.range.round.points == 20 and stand.range.last is None
        stand.run(0.3).fire(CAN).run(SECONDS)
        ends.append((stand.range.save(), stand.world.state_hash()))
    assert ends[0] == ends[1] and stand.range.last.value == 25.0
    assert stand.range.is_better(26.0, stand.range.best) and not stand.range.is_better(25.0, stand.range.best)
