import json
import math

import numpy as np
import pytest

from app.contests import ghost as ghosts
from app.contests.ghost import Ghost, GhostError, PoseRecorder

STEP = 1.0 / 60.0


def turning(time):
    """A pose on a circle of 20 m, once around in 10 s."""
    angle = math.tau * time / 10.0
    return (
        20.0 * math.cos(angle),
        0.5,
        -20.0 * math.sin(angle),
        0.0,
        math.sin(0.5 * angle),
        0.0,
        math.cos(0.5 * angle),
    )


@pytest.fixture
def recorder():
    """Poses of vehicle 1 for 12 s."""
    made = PoseRecorder()
    for step in range(720):
        made.note(step, step * STEP, 1, turning(step * STEP))
    return made


@pytest.fixture
def ghost(recorder):
    return recorder.cut(0.51, 10.513, 1, "blue car")


def test_the_ghost_is_where_the_car_was_at_that_time_of_the_lap(ghost):
    """Poses 1/20 s apart: a chord is v^2 t^2 / 8 r = 2.5 mm inside of the circle at most."""
    assert ghost.seconds == pytest.approx(10.003) and ghost.name == "blue car" and len(ghost.times) < 210
    for time in (0.0, 1.234, 7.77, 10.0):
        place, turn = ghost.pose(time)
        wanted = np.array(turning(0.51 + time))
        assert place == pytest.approx(wanted[:3], abs=0.003) and abs(turn @ wanted[3:]) > 0.99999
    assert ghost.pose(-0.1) is None and ghost.pose(10.1) is None


def test_what_was_not_seen_makes_no_ghost(recorder):
    assert recorder.cut(0.5, 10.0, 0, "") is None, "another car"
    assert recorder.cut(5.0, 15.0, 1, "") is None, "not to the end"
    recorder.drop_after(300)
    recorder.note(400, 400 * STEP, 1, turning(400 * STEP))
    assert recorder.cut(0.5, 6.6, 1, "") is None, "a hole in the middle"


def test_steps_that_were_taken_back_are_not_in_it(recorder):
    recorder.drop_after(299)
    for step in range(300, 720):
        recorder.note(step, step * STEP, 1, (0.0, 9.0, 0.0, 0.0, 0.0, 0.0, 1.0))
    place, _ = recorder.cut(0.0, 10.0, 1, "").pose(8.0)
    assert place == pytest.approx((0.0, 9.0, 0.0))


def test_it_comes_back_from_its_file(tmp_path, ghost):
    path = ghosts.file_of(tmp_path / "new", "yard", "lap")
    assert ghosts.save(ghost, path, "yard", "lap") is None and path.stat().st_size < 50_000
    again = ghosts.load(path, "yard", "lap", 10.003)
    assert again.seconds == ghost.seconds and again.name == "blue car"
    for time in (0.0, 3.3, 10.0):
        for one, other in zip(again.pose(time), ghost.pose(time), strict=True):
            assert one == pytest.approx(other, abs=2e-4)
    assert ghosts.load(tmp_path / "none.json", "yard", "lap", 1.0) is None
    assert "Could not save the ghost" in ghosts.save(ghost, path / "file", "yard", "lap")


@pytest.mark.parametrize("asked", [("hall", "lap", 10.003), ("yard", "race", 10.003), ("yard", "lap", 9.9)])
def test_the_ghost_of_another_lap_is_told_and_ignored(tmp_path, ghost, asked):
    path = ghosts.file_of(tmp_path, "yard", "lap")
    ghosts.save(ghost, path, "yard", "lap")
    with pytest.raises(GhostError, match="of another lap"):
        ghosts.load(path, *asked)


def spoilt(data, **changes):
    return json.dumps({**data, **changes})


@pytest.mark.parametrize(
    "spoil",
    [
        lambda data: "{", lambda data: "[]", lambda data: spoilt(data, version=9), lambda data: spoilt(data, poses=[]),
        lambda data: spoilt(data, poses=[[1, 2]] * 5), lambda data: spoilt(data, poses="x"),
        lambda data: spoilt(data, poses=data["poses"][::-1]), lambda data: spoilt(data, seconds="soon"),
        lambda data: spoilt(data, seconds=99.0), lambda data: spoilt(data, poses=[[0.0] * 8, [20.0] * 8]),
        lambda data: spoilt(data, poses=[[0.0, 1, 2, 3, 0, 0, 0, 1], [20.0, 1e9, 2, 3, 0, 0, 0, 1]]),
        lambda data: spoilt(data, poses=[[0.0, 1, 2, 3, 0, 0, 0, 1], [20.0, 1, 2]]), lambda data: spoilt(data, name=3),
    ],
)  # fmt: skip
def test_a_damaged_file_is_told(tmp_path, ghost, spoil):
    path = ghosts.file_of(tmp_path, "yard", "lap")
    ghosts.save(ghost, path, "yard", "lap")
    path.write_text(spoil(json.loads(path.read_text())))
    with pytest.raises(GhostError, match="is damaged"):
        ghosts.load(path, "yard", "lap", 10.003)


def test_a_pose_between_two_turns_has_length_one():
    turns = np.array([(0.0, 0.0, 0.0, 1.0), (0.0, -math.sqrt(0.5), 0.0, -math.sqrt(0.5))])
    ghost = Ghost(1.0, np.array([0.0, 1.0]), np.zeros((2, 3)), turns)
    _, turn = ghost.pose(0.5)
    assert turn == pytest.approx((0.0, math.sin(math.pi / 8), 0.0, math.cos(math.pi / 8)))
