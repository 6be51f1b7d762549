"""Tests of bench/play/command.py, play_times.py and play_soak.py."""

import csv

import numpy as np
import pytest

from bench import command
from bench.play import command as play, soak as play_soak, times as play_times
from bench.play.soak import Soak
from bench.play.times import Case
from physics import Vec3


def case(*own, limit=4.0, share=0.01):
    return Case("a case", np.array(own), 2.0 * np.array(own), 7, limit, share)


def test_a_quick_run_proves_all_parts_and_writes_its_table(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(play, "time_verdict", lambda cases: play.Verdict("step times"))  # others run here too
    monkeypatch.setattr(play, "QUICK_SECONDS", 8.0)
    assert play.run(quick=True, shots=90, folder=tmp_path) == 0
    told = capsys.readouterr().out
    assert told.count("PASS  ") == 6 and "FAIL  " not in told
    rows = list(csv.reader((tmp_path / "play.csv").open()))
    assert rows[0][0] == "case" and len(rows[0]) == len(rows[1])
    assert [row[0] for row in rows if row][-1].endswith("shots of the weapons")


def test_a_promise_is_broken_by_more_slow_steps_than_it_allows():
    assert case(*[1.0] * 99, 5.0).holds and not case(*[1.0] * 98, 5.0, 5.0).holds
    assert case(1.0, 5.0).slow == 0.5
    assert play.time_verdict([case(1.0)]).holds and not play.time_verdict([case(1.0), case(5.0)]).holds
    assert "| a case | 2 | 7 | 1.00 | 3.00 |" in play_times.table([case(1.0, 5.0)])


@pytest.fixture(scope="module")
def soak():
    return Soak()


def test_the_soak_sees_what_is_out_of_the_world(soak):
    soak.run(0.1)
    assert soak.tally.faults == []
    crate = next(body for body in soak.world.bodies if body.name.startswith("crate"))
    before, soak.tally.faults = crate.position, []
    crate.position = (0.0, -60.0, 0.0)
    soak.run(1 / 60)
    assert soak.tally.faults == [f"step {soak.world.step_count}: {crate.name} is at [0.0, -60.0, 0.0]"]
    crate.position = (500.0, 5.0, 0.0)
    soak.run(1 / 60)
    assert len(soak.tally.faults) == 2
    crate.position, soak.tally.faults = before, []


def test_the_soak_lets_shots_fly_farther(soak):
    shots = soak.game.arsenal.projectiles
    shots.fire_ball(soak.world, Vec3(500.0, 5.0, 0.0), Vec3(0.0, 0.0, 0.0))
    soak.run(1 / 60)
    assert soak.tally.faults == []
    shots.clear(soak.world)


def test_the_soak_sees_too_many_bodies_and_what_does_not_repeat(soak, monkeypatch):
    state = soak.world.save_state()
    soak.run(0.2, recorded=True)
    end = soak.world.state_hash()
    soak.world.load_state(state)
    assert soak.run_again() == end
    soak.world.load_state(state)
    soak.world.bodies[-1].gravity_scale = 0.5
    assert soak.run_again() != end
    monkeypatch.setattr(play_soak, "MORE_BODIES", -10)
    soak.run(1 / 60)
    assert "bodies" in soak.tally.faults[-1]


def test_command_line(monkeypatch):
    calls = []
    monkeypatch.setattr(play, "run", lambda **options: calls.append(options) or 0)
    assert command.main(["--play"]) == 0
    assert command.main(["--play-shots", "50", "--quick"]) == 0
    assert calls == [{"quick": False, "shots": None}, {"quick": True, "shots": 50}]
    with pytest.raises(SystemExit):
        command.main(["--play-shots", "0"])
