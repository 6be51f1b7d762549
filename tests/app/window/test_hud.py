"""The display of a game in the real window: the first minute, the key E, and that nothing lies on anything else."""

import itertools
import json

import pytest

from app.hud.corners import overlap
from scenes.village import layout as village_layout
from tests.app.conftest import LIGHT
from tests.app.window.person import FAST, Person
from tests.app.window.window_player import Player

DUE = "(lambda lesson: lesson and lesson.key)(shell.lessons.due(shell))"


@pytest.fixture(scope="module")
def newcomer(screen, tmp_path_factory):
    """Somebody who starts for the first time."""
    home, settings = tmp_path_factory.mktemp("newcomer"), json.dumps(LIGHT | {"lessons": True})
    player = Player(screen, home, scene="", size=(400, 260), settings=settings)
    player.exec("from app.hud.corners import layout")
    yield Person(player)
    assert player.eval("shown.context.error") == "GL_NO_ERROR"
    assert player.close() == 0, player.errors()
    kept = json.loads(player.settings_path.read_text())
    assert kept["learned"] == ["drive", "look", "move", "rewind", "shoot", "take"], "and all of it is remembered"


def until(person, condition):
    """Let time pass until something is so; whether it became so. A slow machine makes fewer steps in a frame."""
    for _ in range(40):
        if person.player.eval(condition):
            return True
        person.frames(1, FAST)
    return False


def test_the_first_minute_is_ticked_off_by_keys_and_mouse(newcomer):
    player = newcomer.player
    assert player.eval(DUE) == "look" and player.eval("'lesson' in layout.rects")
    for _ in range(4):
        newcomer.nudge(180, 0)
    assert player.eval(DUE) == "move"
    newcomer.down("w")
    assert until(newcomer, f"{DUE} == 'take'")
    newcomer.up("w")
    place = village_layout.WEAPONS["constructor"]
    newcomer.stand((place.x, village_layout.PAVED, place.z + 2.0))
    newcomer.look_at(place + (0.0, 0.15, 0.0))
    player.key("e", frames=6)
    assert newcomer.get("arsenal.carried") == [1], "by the key, from two meters"
    assert player.eval(DUE) == "shoot"
    newcomer.frames(6, FAST)
    newcomer.press(1)
    assert player.eval(DUE) == "drive"
    player.key("h", frames=2)
    assert player.eval(DUE) == "rewind"
    player.exec("for _ in range(20): session.step_back()")
    player.key("comma")
    player.key("p", frames=3)
    assert player.eval(DUE) is None
    assert until(newcomer, "'lesson' not in layout.rects")


def test_e_opens_the_door_that_is_looked_at_and_gets_into_the_car_that_is_looked_at(newcomer):
    player = newcomer.player
    door = "next(b for b in session.world.bodies if b.name == 'front door')"
    x, y, z = player.eval(f"list({door}.center_of_mass)")
    newcomer.stand((x, 0.15, z + 1.6))
    newcomer.look_at((x, y, z))
    player.exec("from app.hud.prompts import prompt")
    assert player.eval("prompt(shell)[:2]") == ["enter", "Open the door"]
    assert player.eval("'prompt' in layout.rects")
    player.key("e")
    assert until(newcomer, f"abs({door}.joints[0].angle) > 1.2")
    for number in (1, 0):
        car = f"shell.player.game.vehicles[{number}]"
        between = player.eval("list(shell.player.game.vehicles[0].place(np.array([1.25, -0.4, 0.0])))")
        newcomer.stand((between[0], 0.1, between[2]))
        newcomer.look_at(player.eval(f"list({car}.place(np.array([0.0, 0.3, 0.0])))"))
        player.key("e", frames=5)
        assert newcomer.get("driven") == number
        player.key("e", frames=5)
        assert newcomer.get("driven") == -1


@pytest.mark.parametrize(("width", "height", "scale"), [(640, 400, 1.0), (800, 500, 1.5), (1024, 768, 1.0)])
def test_nothing_lies_on_anything_else_in_the_window(newcomer, width, height, scale):
    player = newcomer.player
    player.exec("shell.panels['profiler'] = False")
    player.resize(width, height)
    player.exec(f"shell.settings.ui_scale = {scale}")
    player.exec("shell.say('Something that takes a line or two, so that there is something to read.', 'error')")
    newcomer.stand(village_layout.START)
    found = []
    for key in ("p", "F3"):
        player.key(key, frames=4)
        rects = player.eval("layout.rects")
        found.append(set(rects))
        for (one, a), (other, b) in itertools.combinations(rects.items(), 2):
            assert overlap(a, b) < 1.0, (key, one, a, other, b)
        if player.eval("shell.panels['profiler']"):
            assert overlap(rects["messages"], player.eval("panel('profiler')")) < 1.0
    player.key("F3", "F3", "p", frames=2)
    assert "rates" not in found[0] and "rates" in found[1], "counts come with F3"
    assert {"time", "compass", "instruments", "messages"} <= found[0]
    player.key("Tab", frames=3)
    assert set(player.eval("layout.rects")) <= {"messages"}
    player.key("Tab", frames=2)
    player.exec("shell.messages._messages.clear()\nshell.settings.ui_scale = 1.0")
