"""Player: a person in the game of a world. What is pressed becomes commands, what happened becomes words and marks."""

import collections
import dataclasses

from app.session import Session
from app.timeline.commands.game import Attach, SetControls
from app.timeline.results import Result
from app.view.camera import CameraRig
from app.view.play_camera import PlayCamera
from physics import Body, Vec3
from physics.vector import rotate
from play import autoplay
from play.controls import Controls
from play.cues import Cue
from play.game import Game, game_of

#: How long a hit stays marked [s].
HIT_SHOWN = 0.25
#: How far away things can be attached to [m].
REACH = 200.0
#: A camera so near to the eyes would be within the head [m].
HEAD = 0.45


class Player:
    """The player of the world that runs, if a game is played in it.

    Args:
        session: Where.
        rig: The cameras; the player carries one along.

    Attributes:
        game: The game, or None.
        camera: Where the player sees from.
        free: Whether the camera flies by itself; the figure then stands still.
        wanted: What is held now.
        hit: How strong the last hit of the player was, 0 to 1, while it is marked; else 0.
        looked_at: What the free camera could be attached to: number of a vehicle, -1 for the figure, None for nothing.
        script: Plays instead of a person: called with the game before each step, it returns Controls; or None.
    """

    def __init__(self, session: Session, rig: CameraRig) -> None:
        self._session, self._rig = session, rig
        self.game: Game | None = None
        self.camera = PlayCamera()
        self.free = False
        self.script: autoplay.Player | None = None
        self.looked_at: int | None = None
        self.wanted, self._sent = Controls(), Controls()
        self._taps: set[str] = set()
        self._pulses: collections.deque[tuple[str, int | bool]] = collections.deque()
        self._pulsed = False
        self.hit, self._hit_age = 0.0, 0.0
        self._glide = False

    def adopt(self) -> None:
        """Go on with another world."""
        self.game = game_of(self._session.world)
        scripted, self.script = self.script is not None, None
        self.free = self._nobody
        self._taps.clear()
        self._pulses.clear()
        self.hit = 0.0
        if self.game is not None:
            self.camera.start(self.game)
            self.wanted = self._sent = self.game.controls
            if scripted:
                self.start_script()

    def take_over(self) -> Result:
        """A person plays instead of the script; not ok if there is none."""
        if self.script is None:
            return Result(False)
        self.script = None
        self.wanted = self._sent = self.game.controls.idle()
        return Result(True, "You are in control.")

    def start_script(self) -> Result:
        """Let the scripted player of the scene play, again and again."""
        scene = self._session.scene
        if self.game is None or scene is None or scene.autoplay is None:
            return Result(False, "This scene has no scripted player.")
        self.script = autoplay.Player(scene.autoplay, repeat=True)
        return Result(True)

    # ---- Reading --------------------------------------------------------------------------------------------------

    @property
    def _nobody(self) -> bool:
        """Whether there is a game, but nobody to steer: no figure, and the camera is attached to no vehicle."""
        return self.game is not None and self.game.avatar is None and self.game.vehicle is None

    @property
    def active(self) -> bool:
        """Whether keys and mouse go to the game."""
        return self.game is not None and not self.free

    @property
    def can_return(self) -> bool:
        """Whether the free camera has somebody to go back to."""
        return self.free and not self._nobody

    @property
    def mode(self) -> str:
        """Mode of the table of bindings."""
        return "avatar" if self.active else "free"

    @property
    def aims(self) -> bool:
        """Whether the middle of the picture is where the player aims at, or could attach to."""
        return self.game is not None and (self.free or self.game.vehicle is None)

    @property
    def hidden(self) -> frozenset[int]:
        """Numbers of bodies that would be in the way of the eye: none while the camera is still on its way there."""
        game = self.game
        leaving = self.free and self._rig.gliding  # out of the head
        if (
            game is None
            or not (self.active or leaving)
            or (game.vehicle is None and (game.avatar is None or not game.avatar.present))
        ):
            return frozenset()
        if game.vehicle is not None and (self.camera.mode != "driver" or game.vehicle.open_seat):
            return frozenset()
        # All bodies of a vehicle: nothing hides its wheels from within.
        bodies = game.avatar.bodies[:1] if game.vehicle is None else game.vehicle.bodies
        if not all(body.alive for body in bodies):  # removed, and the game has not noticed yet
            return frozenset()
        arrived = self.camera.distance == 0.0 and not self._rig.gliding
        if not arrived and (Vec3(*self._rig.pose().position) - game.eye).length > HEAD:
            return frozenset()
        return frozenset(body.id for body in bodies)

    # ---- What is pressed ------------------------------------------------------------------------------------------

    def turn(self, right: float, up: float) -> None:
        """Turn the view [rad]."""
        self.camera.turn(right, up)

    def hold(self, **wanted: float | bool) -> None:
        """Tell what is held now: attributes of `Controls`."""
        self.wanted = dataclasses.replace(self.wanted, **wanted)

    def tap(self, *names: str) -> None:
        """Keys went down: they count for a step at least, even if they are up again before that."""
        self._taps.update(names)

    def pulse(self, name: str, value: int | bool = True) -> Result:
        """Something is wanted once, by a person, who takes over from the script."""
        taken = self.take_over()
        if len(self._pulses) < 8:
            self._pulses.append((name, value))
        return taken

    def reach(self, notches: float) -> None:
        """Push what is grabbed away by notches of the wheel, or pull it near."""
        self.hold(reach=self.wanted.reach + notches)

    def spin(self, right: float, up: float) -> None:
        """Turn what is grabbed [rad]."""
        self.hold(spin=(self.wanted.spin[0] + right, self.wanted.spin[1] + up))

    def release(self) -> None:
        """Let go of everything, as when the window loses the focus."""
        self._taps.clear()
        self._pulses.clear()
        self.wanted = self.wanted.idle()

    # ---- Each step ------------------------------------------------------------------------------------------------

    def act(self) -> None:
        """Give what the player wants to the world, before a step."""
        if self.game is None:
            return
        history = self._session.history
        if self.script is not None:
            if not history.in_past:
                self._send(self.script(self.game))
            return
        controls = self._controls()
        if controls != self._sent or (not history.in_past and controls != self.game.controls):
            self._send(controls)

    def _send(self, controls: Controls) -> None:
        if controls != self.game.controls:
            self._session.history.do(SetControls(controls))
        self._sent = controls

    def _controls(self) -> Controls:
        """What is wanted in the next step."""
        camera, taps = self.camera, dict.fromkeys(self._taps, True)
        self._taps.clear()
        if self.free:
            return self.wanted.idle()
        view = {"yaw": camera.yaw, "pitch": camera.pitch, "distance": camera.distance}
        pulse = {}
        self._pulsed = bool(self._pulses) and not self._pulsed  # between two of them nothing is pressed for a step
        if self._pulsed:
            name, value = self._pulses.popleft()
            pulse[name] = value
        return dataclasses.replace(self.wanted, **view, **taps, **pulse)

    def look(self) -> list[Cue]:
        """Take in what a step did; returns what of it is to be read."""
        if self.game is None:
            return []
        self._glide |= self.camera.sample(self.game)
        if self._nobody:
            self.detach()
        for cue in self.game.cues:
            if cue.kind == "hit":
                self.hit, self._hit_age = min(max(cue.size, 0.2), 1.0), 0.0
        return [cue for cue in self.game.cues if cue.kind in ("message", "trouble")]

    def rewound(self) -> None:
        """Time went back: see from where the player was then."""
        if self.game is not None:
            self.camera.sample(self.game)
            self.camera.hold()

    # ---- Each frame -----------------------------------------------------------------------------------------------

    def advance(self, seconds: float, *, fov: float, bob: bool, shake: tuple[float, float, float]) -> None:
        """Let real time pass, and put the camera where the player is.

        Args:
            seconds: Time [s].
            fov: Vertical angle of view [rad].
            bob: Whether the head bobs.
            shake: Turn of the picture, yaw, pitch, roll [rad].
        """
        if self.game is None:
            return
        self._hit_age += seconds
        if self._hit_age > HIT_SHOWN:
            self.hit = 0.0
        if self.script is not None and not self.camera.driving:
            self.camera.yaw, self.camera.pitch = self.game.controls.yaw, self.game.controls.pitch
        if self.free:
            pose = self._rig.pose()
            self.looked_at = self.target(Vec3(*pose.position), rotate(pose.rotation, (0.0, 0.0, -1.0)))
            return
        self.camera.pass_time(seconds)
        world, blend = self._session.world, self._session.blend
        pose = self.camera.pose(world, self.game, blend, seconds, fov=fov, bob=bob, shake=shake)
        if pose is not None:
            self._rig.carry(pose, glide=self._glide)
        self._glide = False

    def cycle_camera(self) -> str:
        """Take the next camera; returns its name."""
        self._glide = True
        return self.camera.cycle()

    # ---- Free camera ----------------------------------------------------------------------------------------------

    def detach(self) -> None:
        """Let the camera fly by itself."""
        if self.game is not None and not self.free:
            world = self._session.world
            self._rig.switch("fly", place=None if self._nobody else self.camera.outside(world, self.game))
            self.free = True
            self.release()

    def target(self, origin: Vec3, direction: Vec3) -> int | None:
        """What could be attached to on a ray: number of a vehicle, -1 for the figure, None for nothing."""
        if self.game is None:
            return None
        hit = self._session.world.ray_cast(origin, direction, REACH)
        return None if hit is None else self.owner(hit.body)

    def owner(self, body: Body) -> int | None:
        """Whom a body belongs to: number of a vehicle, -1 for the figure, None for nobody."""
        if self.game.avatar is not None and body in self.game.avatar.bodies:
            return -1
        numbers = (number for number, vehicle in enumerate(self.game.vehicles) if body in vehicle.bodies)
        return next(numbers, None)

    def attach(self, origin: Vec3, direction: Vec3) -> Result:
        """Attach the free camera to what is on a ray, and steer that."""
        number = self.target(origin, direction)
        if number is None:
            return Result(False, "Look at the figure or at a vehicle to attach to it.")
        result = self._session.do(Attach(number))
        if result.ok:
            self.free = False
            self.camera.sample(self.game)
            self.camera.hold()
        return result

    def back(self) -> Result:
        """From the free camera back to whom it was attached to."""
        if self._nobody:
            return Result(False, "There is nobody to go back to. Look at a vehicle and press [attach] to drive it.")
        self.free = False
        self._glide = True
        return Result(True)
