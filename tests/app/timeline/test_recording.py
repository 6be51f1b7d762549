"""Recordings: written, read, replayed exactly; damaged and foreign files are refused in words."""

import json
import pathlib
import subprocess
import sys

import pytest

from app.timeline.commands.bodies import MoveBody, PushBody, SetKind
from app.timeline.commands.game import SetControls
from app.timeline.commands.world import SetGravity
from app.timeline.history import History
from app.timeline.recording import FORMAT, VERSION, Recording, RecordingError
from physics import BodyKind, World
from play.controls import Controls
from play.game import game_of
from scenes import registry

REPLAY = """
import pathlib, sys
from app.timeline.recording import Recording
recording = Recording.load(pathlib.Path(sys.argv[1]))
world = recording.replay()
print(f"{world.state_hash():016x}", recording.is_exact(world))
"""


def play_boxes(session):
    """A short session with commands of several families."""
    given = {
        0: [SetKind(2, BodyKind.KINEMATIC)],
        7: [PushBody(3, (0.0, 1.0, 400.0))],
        20: [SetKind(2, BodyKind.DYNAMIC), MoveBody(4, (0.1, 5.0, 0.2))],
        31: [SetGravity((0.5, -9.0, 0.0))],
    }
    for step in range(60):
        for command in given.get(step, ()):
            assert session.do(command).ok
        if step == 12:
            session.set_slider("gravity", 3.0, final=False)
        session.step()
    return session.record()


def test_a_recording_comes_back_from_its_file_and_replays_exactly(session, tmp_path):
    recording = play_boxes(session)
    recording.save(tmp_path / "a.json")
    back = Recording.load(tmp_path / "a.json")
    assert back == recording and len(back.commands) == 6 and back.steps == 60
    world = back.replay()
    assert world.state_hash() == session.world.state_hash() and back.is_exact(world)
    world.step(1 / 60)
    assert not back.is_exact(world)


def test_a_played_session_replays_exactly_in_a_fresh_process(tmp_path):
    """A figure that walks, looks around and jumps in the scene of the course."""
    world = World()
    registry.load_all()["characters_course"].start(world, None, seed=3)
    history, game = History(world), game_of(world)
    for step in range(90):
        controls = Controls(forward=1.0, yaw=0.02 * step, pitch=-0.1, jump=40 < step < 50, run=step > 60)
        assert history.do(SetControls(controls)).ok and game.controls == controls
        history.step()
    path = tmp_path / "walk.json"
    Recording.of(history, "characters_course", seed=3).save(path)
    root = pathlib.Path(registry.__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-c", REPLAY, str(path)], cwd=root, capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == [f"{world.state_hash():016x}", "True"]


def test_it_ends_at_the_present_also_in_the_past(session):
    play_boxes(session)
    assert session.history.seek(25)
    recording = session.record()
    assert recording.steps == 25 and len(recording.commands) == 5
    assert recording.is_exact(recording.replay())


def test_old_commands_outlast_the_key_states(session):
    """With memory for few states, going back reaches a second, and the recording still reaches the start."""
    world = session.world
    history = History(world, memory=1.0, spacing=5)
    for step in range(40):
        history.do(SetGravity((0.0, -9.0, 0.1 * step)))
        history.step()
    assert history.oldest > 0 and history.first == 0
    commands = list(history.commands())
    assert [step for step, _ in commands] == list(range(40)) and commands[3][1] == SetGravity((0.0, -9.0, 0.1 * 3))
    recording = Recording.of(history, "demo_boxes", values=session.values)
    assert recording.is_exact(recording.replay())


def test_what_the_history_does_not_know_cannot_be_recorded(session):
    session.step()
    history = History(session.world)
    with pytest.raises(RecordingError, match="only what came after step 1 is known; start the scene anew to record"):
        Recording.of(history, "demo_boxes")


def test_a_world_without_a_scene_cannot_be_recorded(session):
    session.adopt(World())
    with pytest.raises(RecordingError, match="this world was not started from a scene; open one to record"):
        session.record()


def test_a_scene_that_fails_or_changed_its_sliders_is_refused(scene_folder):
    with pytest.raises(RecordingError, match="scene 'demo_raises' cannot be started as recorded: no such brick"):
        Recording("demo_raises", 1).replay()
    with pytest.raises(RecordingError, match="scene 'demo_boxes' cannot be started as recorded: .*wind"):
        Recording("demo_boxes", 1, values={"wind": 3.0}).replay()


def test_a_scene_that_is_not_here_is_refused(scene_folder):
    with pytest.raises(RecordingError, match="there is no scene 'demo_moon' here"):
        Recording("demo_moon", 1).replay()


def test_a_file_that_cannot_be_written_or_read_is_told(tmp_path):
    with pytest.raises(RecordingError, match="recording not written to .*: Is a directory; choose another folder"):
        Recording("demo_boxes", 1).save(tmp_path)
    with pytest.raises(RecordingError, match=r"none.json cannot be read: No such file"):
        Recording.load(tmp_path / "none.json")
    with pytest.raises(RecordingError, match="recording not written to .* cannot be written"):
        Recording("demo_boxes", 1, ((0, SetGravity((object(), 0.0, 0.0))),)).save(tmp_path / "a.json")


SUBSTEPS = {"command": "set_substeps", "substeps": 8}
GOOD = {
    "format": FORMAT, "version": VERSION, "scene": "demo_boxes", "steps": 9, "values": {}, "seed": None,
    "final_hash": "", "commands": [[0, SUBSTEPS]],
}  # fmt: skip


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"format": "picture"}, "is no recording: it does not say 'kyvadlo recording'"),
        ({"version": 99}, "is of version 99, and this program reads version 1"),
        ({"steps": -1}, "is damaged: steps cannot be -1"),
        ({"steps": True}, "is damaged: steps cannot be True"),
        ({"scene": None}, "is damaged: scene cannot be None"),
        ({"seed": "lucky"}, "is damaged: seed cannot be 'lucky'"),
        ({"values": {"count": "many"}}, "is damaged: values cannot be"),
        ({"commands": {}}, "is damaged: commands cannot be"),
        ({"commands": [[0]]}, "is damaged: commands cannot be"),
        ({"commands": [[0, 5]]}, "is damaged: a command must be a dictionary with its name, got 5"),
        ({"commands": [[0, {"command": "fly"}]]}, "is damaged: there is no command 'fly'; is this file of a newer"),
        ({"commands": [[0, {"command": "set_substeps"}]]}, "is damaged: command 'set_substeps' cannot be read"),
        (
            {"commands": [[0, SUBSTEPS | {"substeps": "x"}]]},
            "substeps of SetSubsteps cannot be str 'x'",
        ),
        (
            {"commands": [[9, SUBSTEPS], [2, SUBSTEPS]]},
            "are not in the order of their steps",
        ),
        ({"commands": [[10, SUBSTEPS]]}, "are not in the order of their steps"),
    ],
)
def test_a_damaged_or_foreign_file_is_refused_in_words(change, words, tmp_path):
    path = tmp_path / "a.json"
    path.write_text(json.dumps(GOOD))
    assert Recording.load(path).steps == 9
    path.write_text(json.dumps(GOOD | change))
    with pytest.raises(RecordingError) as error:
        Recording.load(path)
    assert words in str(error.value) and str(error.value).startswith(str(path))


@pytest.mark.parametrize("content", [b"", b"{", b"\xff\xfe\x00", b"[" * 100_000, b"hello", b"[]", b"null"])
def test_what_is_no_json_is_refused_in_words(content, tmp_path):
    path = tmp_path / "a.json"
    path.write_bytes(content)
    with pytest.raises(RecordingError, match="is no recording"):
        Recording.load(path)
