import threading
import time

import numpy as np
import pytest

from app.sound import bank as bank_module
from app.sound.bank import Bank, all_names, make
from app.sound.synthesis import PEAK, RATE, loudness_of

LOOPED = [name for name in all_names() if name in bank_module.LOOPS or name.startswith("engine/")]
ONCE = [name for name in all_names() if name not in LOOPED]


@pytest.mark.parametrize("name", all_names())
def test_no_wave_clips_and_none_has_a_mean(bank, name):
    wave = bank.get(name)
    assert wave.dtype == np.float32 and np.isfinite(wave).all()
    assert 0.05 < np.abs(wave).max() <= PEAK + 1e-6
    assert abs(float(wave.mean(dtype=float))) < 1e-4


@pytest.mark.parametrize("name", ONCE)
def test_sounds_that_end_begin_and_end_in_silence(bank, name):
    wave = bank.get(name)
    assert abs(wave[0]) < 1e-6 and abs(wave[-1]) < 1e-6
    last = wave[-len(wave) // 10 :].astype(float)
    assert np.sqrt(np.mean(last**2)) < 0.1 * np.abs(wave).max(), "it was cut off"
    assert len(wave) / RATE < 4.0


@pytest.mark.parametrize("name", LOOPED)
def test_the_end_of_a_loop_meets_its_start(bank, name):
    wave = bank.get(name).astype(float)
    assert abs(wave[0] - wave[-1]) <= np.abs(np.diff(wave)).max()
    # Also the slope goes on: a corner is a click as well.
    bends = np.abs(np.diff(wave, 2))
    seam = np.diff(np.concatenate((wave[-2:], wave[:2])), 2)
    assert np.abs(seam).max() <= bends.max()


@pytest.mark.slow
def test_loudness_levels_are_comparable(bank):
    levels = {name: loudness_of(bank.get(name)) for name in all_names()}
    assert min(levels.values()) > -33.0 and max(levels.values()) < -9.0
    assert max(levels, key=levels.get) == "explosion"
    impacts = [level for name, level in levels.items() if name.startswith("impact/")]
    assert max(impacts) - min(impacts) < 14.0
    assert levels["explosion"] > levels["shot"] + 2.0 > levels["step/stone/0"] + 10.0


@pytest.mark.parametrize("name", ["explosion", "squeal", "engine/1700/pull", "step/grass/1", "impact/glass/small/0"])
def test_a_recipe_gives_the_same_bits_every_time(bank, name):
    assert np.array_equal(bank.get(name), make(name))


def test_variants_differ(bank):
    assert not np.array_equal(bank.get("step/wood/0"), bank.get("step/wood/1"))
    assert not np.array_equal(bank.get("impact/wood/large/0"), bank.get("impact/wood/large/1"))


def test_unknown_names_are_refused_in_words(bank):
    with pytest.raises(LookupError, match="unknown sound 'trumpet'"):
        bank.get("trumpet")


def test_all_waves_fit_into_some_megabytes(bank):
    assert sum(bank.get(name).nbytes for name in all_names()) < 30e6


def test_waves_are_made_ahead_by_a_thread_that_ends(monkeypatch):
    monkeypatch.setattr(bank_module, "all_names", lambda: ("gear", "marker"))
    monkeypatch.setattr(bank_module, "FIRST", ("button",))
    bank = Bank()
    bank.prepare()
    end = time.perf_counter() + 5.0
    while len(bank) < 3 and time.perf_counter() < end:
        time.sleep(0.01)
    bank.close()
    bank.close()
    assert len(bank) == 3 and not [thread for thread in threading.enumerate() if thread.name == "sounds"]


def test_the_thread_stops_when_it_is_told(monkeypatch):
    monkeypatch.setattr(bank_module, "FIRST", tuple(["marker"] * 100000))
    bank = Bank()
    bank.prepare()
    bank.close()
    assert not [thread for thread in threading.enumerate() if thread.name == "sounds"]
