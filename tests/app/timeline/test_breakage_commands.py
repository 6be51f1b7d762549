"""The village is mended by a command: recorded, undone and done again."""

import json

import pytest

from app.timeline.command import decode_command
from app.timeline.commands.breakage import Mend, SetBroken
from app.timeline.history import History
from app.timeline.undo import Undo
from physics import World
from tests.play.breakage.test_mending import picture
from tests.play.breakage.yard import Yard


@pytest.fixture
def yard():
    """A pane, a tree and a wall of bricks, broken; a loose ball that was thrown at it."""
    yard = Yard()
    yard.pane((0.0, 1.5, 0.0))
    yard.tree((1.7, 0.0, 1.4))
    yard.bricks(count=3, rows=3)
    yard.things.keep([yard.throw((3.0, 0.07, 3.0), (0.0, 0.0, 0.0))])
    yard.whole = picture(yard.world)
    yard.blast((0.8, 1.0, 0.6))
    yard.world.body(yard.whole[-1][0]).position = (4.0, 1.0, 4.0)
    yard.run(20)
    return yard


def state_of(yard):
    """Bodies, and what is said to be broken."""
    return picture(yard.world), SetBroken.present(yard.things)


def test_mending_is_undone_and_done_again(yard):
    undo = Undo(History(yard.world))
    broken = state_of(yard)
    result = undo.do(Mend())
    assert result.ok and result.message.startswith("Mended ") and result.message.endswith("; put 1 thing back.")
    assert picture(yard.world) == yard.whole
    assert undo.undo().message == f"Undone: {result.message.rstrip('.')}."
    assert state_of(yard) == broken
    assert len(yard.world.joints) == 1, "crown and trunk are held together again"
    yard.run(10)
    assert undo.redo().ok and picture(yard.world) == yard.whole
    assert undo.undo().ok
    yard.run(60)
    assert not yard.things.stands(0)


def test_what_mending_takes_back_can_be_written_to_a_file(yard):
    for command in (Mend(), *Mend().invert(yard.world)):
        text = json.dumps(command.encode(), allow_nan=False)
        assert decode_command(json.loads(text)) == command


def test_there_is_a_word_when_there_is_nothing_to_mend(yard):
    Mend().apply(yard.world)
    again = Mend().apply(yard.world)
    assert not again.ok and again.message == "Nothing is broken."
    nowhere = Mend().apply(World())
    assert not nowhere.ok and nowhere.message == "Nothing in this scene can be mended."


def test_wrong_numbers_change_nothing(yard):
    before = yard.world.state_hash()
    result = SetBroken(((99, 0, ()),)).apply(yard.world)
    assert not result.ok and "number 99" in result.message
    assert yard.world.state_hash() == before
