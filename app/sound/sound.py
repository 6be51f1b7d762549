"""Sound: everything that is heard, behind four calls. Without a device it is silent, and costs nothing."""

import collections
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from app.settings import Settings
from app.sound.bank import Bank
from app.sound.collisions import Collisions
from app.sound.cue_sounds import CueSounds
from app.sound.device import Device, SilentDevice, open_device
from app.sound.driving import Driving
from app.sound.sliding import Sliding
from app.sound.softs import SoftSounds
from app.sound.stage import Stage
from app.sound.synthesis import RATE
from app.sound.voices import Mixer
from physics import Body, World
from physics.queries.snapshot import Snapshot
from play.cues import Cue
from play.game import Game
from render.frame import CameraPose

#: Frames longer than this on average [s], over so many seconds, starve a device that is filled little ahead.
SLOW_FRAME, SLOW_SECONDS = 0.05, 1.5
#: Sound of a video that may be missing before silence takes its place [samples], and most blocks that wait for one.
LATE = RATE // 2
TAP_MOST = 4096


class Sound:
    """The sound of a world and of its game.

    Args:
        settings: Its `volume` and `mute` are read in each frame.
        enabled: False never opens a device.
        opener: Opens a device for a mixer; for tests.

    Attributes:
        enabled: Whether sound is wanted, be there a device or not.
        message: A message for the player: there is no device, or sound failed. "" otherwise.
        stage: Plays the sounds.
    """

    def __init__(
        self, settings: Settings, *, enabled: bool = True, opener: Callable[..., Device] = open_device
    ) -> None:
        self._settings, self._opener, self.enabled = settings, opener, enabled
        self.mixer = Mixer()
        self.mixer.volume = self._volume
        self.stage = Stage(Bank(), self.mixer)
        self._cues, self._collisions = CueSounds(self.stage), Collisions(self.stage)
        self._driving, self._sliding = Driving(self.stage), Sliding(self.stage)
        self._softs = SoftSounds(self.stage)
        self._slow, self._frame_mean = False, 0.0
        self._recorded: collections.deque[np.ndarray] | None = None  # blocks for a video
        self._device: Device = opener(self.mixer, slow=False) if enabled else SilentDevice()
        self.message = self._device.message
        if not self.silent:
            self.stage.bank.prepare()

    @property
    def silent(self) -> bool:
        """Whether there is no sound at all: nobody hears it, no video holds it, and nobody reads it."""
        return self._device.silent and self._recorded is None and not self._settings.captions

    # ---- Videos ---------------------------------------------------------------------------------------------------

    def start_recording(self) -> None:
        """Keep everything that is mixed from now on, also where no device plays it."""
        self._recorded = collections.deque(maxlen=TAP_MOST)
        self.stage.bank.prepare()
        if not self._device.silent:
            self.mixer.tap = self._recorded

    def take_recorded(self, missing: int) -> np.ndarray:
        """The next samples for a video, float32 [count, 2].

        Args:
            missing: How many samples the video is short of. A device decides by itself how many there are, but one that
                has stopped is made up for with silence.
        """
        if self._device.silent:
            return self.mixer.render(max(missing, 0))
        parts = [self._recorded.popleft() for _ in range(len(self._recorded))]
        late = missing - sum(map(len, parts)) - LATE
        return np.concatenate((*parts, np.zeros((max(late, 0), 2), np.float32)))

    def stop_recording(self) -> None:
        """Nothing is kept any longer."""
        self.mixer.tap = self._recorded = None

    @property
    def _volume(self) -> float:
        # Squared: the middle of the slider then sounds about half as loud.
        return 0.0 if self._settings.mute else self._settings.volume**2

    def step(
        self,
        world: World,
        game: Game | None = None,
        speed: float = 1.0,
        snapshot: Snapshot | None = None,
        cues: Sequence[Cue] = (),
    ) -> None:
        """Play what a live step did; not for steps that are replayed or computed ahead.

        Args:
            world: After the step.
            game: Of the world, if it is played in.
            speed: Simulated seconds per second: pitches follow it.
            snapshot: That of the world, if there is one already.
            cues: Of the scene, besides those of the game.
        """
        self._guard(self._step, world, game, speed, snapshot, cues)

    def _step(
        self, world: World, game: Game | None, speed: float, snapshot: Snapshot | None, more: Sequence[Cue]
    ) -> None:
        self.stage.set_pace(speed)
        self.stage.audible = not self._device.silent or self._recorded is not None
        cues = [*(game.cues if game is not None else ()), *more]
        quiet = quiet_bodies(game)
        self._cues.step(cues)
        self._collisions.step(world.events, quiet)
        self._sliding.step(world, quiet, snapshot)
        self._softs.step(world)
        vehicle = game.vehicle if game is not None else None
        if vehicle is None:
            self._driving.step(None)
        else:
            loose = any(cue.kind == "dust" for cue in cues)
            self._driving.step(vehicle.telemetry, vehicle.chassis.position, loose=loose)

    def frame(self, pose: CameraPose, seconds: float, paused: bool) -> None:
        """Take in where the camera is.

        Args:
            pose: Of the camera: the listener's head.
            seconds: Time of the frame [s].
            paused: Whether time stands still or goes backward: loops are silent.
        """
        self._guard(self._frame, pose, seconds, paused)

    def _frame(self, pose: CameraPose, seconds: float, paused: bool) -> None:
        self.stage.ears.place(pose.position, pose.rotation)
        self.mixer.volume = self._volume
        self.stage.update_loops(silent=paused)
        self.stage.captions.pass_time(0.0 if paused else seconds)
        if self._device.fault:
            raise RuntimeError(self._device.fault)
        self._watch(seconds)

    def _watch(self, seconds: float) -> None:
        """Mix further ahead where frames are slow: late sound is better than broken sound."""
        if self._slow or self._device.silent or not 0.0 < seconds < 1.0:
            return
        self._frame_mean += (seconds - self._frame_mean) * min(seconds / SLOW_SECONDS, 1.0)
        if self._frame_mean > SLOW_FRAME:
            self._slow = True
            self._device.close()
            self._device = self._opener(self.mixer, slow=True)

    def clear(self) -> None:
        """Stop all sounds, as when another scene starts."""
        self.stage.clear()
        self._collisions.clear()
        self._softs.clear()

    def close(self) -> None:
        """Free the device, after which there is no sound; calling it again does no harm."""
        device, self._device = self._device, SilentDevice()
        device.close()
        self.stage.bank.close()

    def _guard(self, operation: Callable, *arguments: Any) -> None:
        """Sound is never worth a crash: a failure switches it off, with a message."""
        if self.silent:
            return
        try:
            operation(*arguments)
        except Exception as error:
            self.close()
            self.message = f"Sound was switched off: {type(error).__name__}: {error}."


def quiet_bodies(game: Game | None) -> tuple[Body, ...]:
    """Bodies whose soft hits are not played, since they have sounds of their own: the figure, and wheels."""
    if game is None:
        return ()
    avatar = game.avatar
    figure = avatar.bodies if avatar is not None and avatar.present else ()
    return (*figure, *(body for vehicle in game.vehicles for body in vehicle.bodies[1:]))
