"""A device that is pulled by hand, and a sound that plays on it."""

import numpy as np
import pytest

from app.settings import Settings
from app.sound.bank import Bank
from app.sound.sound import Sound
from app.sound.stage import Stage
from app.sound.synthesis import RATE
from app.sound.voices import Mixer


class FakeDevice:
    """Hears what a mixer makes."""

    silent = False
    message = fault = ""
    made = 0

    def __init__(self, mixer: Mixer, *, slow: bool = False) -> None:
        self.mixer, self.slow, self.closed = mixer, slow, 0
        type(self).made += 1

    def pull(self, seconds: float) -> np.ndarray:
        return self.mixer.render(int(round(seconds * RATE)))

    def close(self) -> None:
        self.closed += 1


class Studio:
    """A sound with its device."""

    def __init__(self, **options) -> None:
        self.settings = Settings(volume=1.0, **options)
        self.device = None
        self.sound = Sound(self.settings, opener=self.open)

    def open(self, mixer: Mixer, *, slow: bool = False) -> FakeDevice:
        self.device = FakeDevice(mixer, slow=slow)
        return self.device


@pytest.fixture(scope="session")
def bank():
    """Waves shared by all tests: making them is what takes time."""
    return Bank()


@pytest.fixture
def studio(bank, monkeypatch):
    monkeypatch.setattr(Bank, "prepare", lambda self: None)
    studio = Studio()
    studio.sound.stage.bank = bank
    yield studio
    studio.sound.close()


@pytest.fixture
def stage(bank):
    return Stage(bank, Mixer())


def loud(wave: np.ndarray) -> float:
    """Effective value."""
    return float(np.sqrt(np.mean(np.asarray(wave, float) ** 2)))
