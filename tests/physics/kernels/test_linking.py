"""Tests of physics/linking.py."""

import pytest
from numba import types

from physics import linking
from physics.kernels.core import jit
from physics.kernels.core.calls import NAMES, RESULTS, SLOTS, TABLE


def test_every_kernel_of_the_table_is_linked():
    linking.link()
    linking.link_soft()
    assert TABLE.all() and set(RESULTS) == set(SLOTS)


def test_a_kernel_that_returns_what_its_callers_do_not_take_is_refused():
    """A wider result than the caller has room for overwrites its stack: once that was the counter of a loop."""
    with pytest.raises(TypeError, match=r"update_pairs returns int64, and its callers take bool"):
        linking.check_result("update_pairs", types.int64)


def test_compiling_is_announced_when_the_cache_lacks_kernels(tmp_path, caplog, monkeypatch):
    """A program that uses the library has no progress bar: one line on stderr says what takes so long, and how long."""
    monkeypatch.delenv("NUMBA_DISABLE_JIT", raising=False)
    folder = tmp_path / "0123"
    (folder / "physics.kernels.step" / "step_45").mkdir(parents=True)
    linking.announce(folder, NAMES, "two minutes")
    (line,) = caplog.messages
    assert f"compiling {len(NAMES)} of {len(NAMES)} kernels" in line and str(tmp_path) in line
    for name in NAMES:
        (folder / "physics.kernels.step" / "step_45" / f"file.{name}-12.py311.nbi").touch()
    linking.announce(folder, NAMES, "two minutes")
    assert len(caplog.messages) == 1, "nothing is to be compiled, nothing is said"


def test_nothing_is_announced_with_a_warm_cache():
    linking.link()
    assert linking.missing_kernels(jit.CACHE_FOLDER) == []
