"""Tests of physics/linking.py."""

import pytest
from numba import types

from physics import linking
from physics.kernels.core.calls import RESULTS, SLOTS, TABLE


def test_every_kernel_of_the_table_is_linked():
    linking.link()
    assert TABLE.all() and set(RESULTS) == set(SLOTS)


def test_a_kernel_that_returns_what_its_callers_do_not_take_is_refused():
    """A wider result than the caller has room for overwrites its stack: once that was the counter of a loop."""
    with pytest.raises(TypeError, match=r"update_pairs returns bool, and its callers take int64"):
        linking.check_result("update_pairs", types.boolean)
