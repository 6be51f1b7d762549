"""Games rehearse. In a process of its own: here other tests have done before what is read from disk only once."""

import pathlib
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PLAYED = """
from numba.core.dispatcher import Dispatcher
from physics import BodyKind, ShapeSphere, Vec3
from tests.play.weapons.shooting import Range

made = Range()  # the game rehearses
made.crate((0.0, 0.25, -6.0))
made.wall(-8.0)
lift = made.world.add_body(kind=BodyKind.KINEMATIC, shape=ShapeSphere(0.5), position=(9.0, 2.0, 0.0))
made.run(3)
read, true_compile = [], Dispatcher.compile
Dispatcher.compile = lambda self, types: (read.append(self.py_func.__name__), true_compile(self, types))[1]
lift.set_target((9.0, 2.01, 0.0))
made.arsenal.lay(made.world, 1, Vec3(0.0, 0.1, 0.0))
for number in made.arsenal.weapons:
    if number > 1:
        made.arsenal.give(number)
    made.run(20, weapon=number)
    made.run(10, weapon=number, fire=True)
    made.run(60, weapon=number)
made.world.load_state(made.world.save_state())
assert {"pickup", "explosion", "shot"} <= {cue.kind for cue in made.told}, made.told
print(read)
"""


@pytest.mark.slow
def test_nothing_is_read_from_disk_while_a_game_is_played():
    done = subprocess.run(
        [sys.executable, "-c", PLAYED], cwd=ROOT, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "[]"
