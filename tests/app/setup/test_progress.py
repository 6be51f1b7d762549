"""Tests of app/setup/progress.py."""

import io
import os

import pytest

from app.setup import progress


class Terminal(io.StringIO):
    """Text stream that claims to be a terminal."""

    encoding = "utf-8"

    def isatty(self):
        return True


class Clock:
    """Clock that stands still until told otherwise."""

    now = 0.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


def test_log_gets_a_line_at_the_start_then_every_five_seconds_then_at_the_end(clock):
    log = io.StringIO()
    with progress.ProgressBar("Compiling", 300, stream=log, clock=clock) as bar:
        for second in range(12):
            clock.now = second
            bar.update(second * 25, "tree")
    assert log.getvalue().splitlines() == [
        "Compiling: 0/300, 0 s",
        "Compiling: 125/300, 5 s, tree",
        "Compiling: 250/300, 10 s, tree",
        "Compiling: 300/300, 11 s",
    ]


@pytest.mark.parametrize("columns", [20, 60, 200])
def test_terminal_line_is_redrawn_in_place_and_never_wraps(clock, columns, monkeypatch):
    monkeypatch.setattr("shutil.get_terminal_size", lambda *_, **__: os.terminal_size((columns, 24)))
    terminal = Terminal()
    with progress.ProgressBar("Compiling", 4, stream=terminal, clock=clock) as bar:
        clock.now = 1.0
        bar.update(2, "a name " * 20)
    assert terminal.getvalue().count("\n") == 1
    lines = terminal.getvalue().rstrip("\n").split("\r")[1:]
    assert len(lines) == 3
    assert {len(line) for line in lines} == {columns - 1}


def test_bar_is_filled_in_proportion(clock, monkeypatch):
    monkeypatch.setattr("shutil.get_terminal_size", lambda *_, **__: os.terminal_size((120, 24)))
    terminal = Terminal()
    bar = progress.ProgressBar("Installing", 8, percent=True, stream=terminal, clock=clock)
    clock.now = 1.0
    bar.update(6)
    last = terminal.getvalue().split("\r")[-1]
    assert " 75 %" in last
    assert last.count("█") == 3 * progress.BAR_LENGTH // 4


def test_after_an_error_the_bar_does_not_claim_to_be_full(clock):
    log = io.StringIO()
    with pytest.raises(RuntimeError), progress.ProgressBar("Compiling", 2, stream=log, clock=clock):
        raise RuntimeError
    assert "2/2" not in log.getvalue()
