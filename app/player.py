"""Play: a person in the game of a world. What is pressed becomes commands, what happened becomes words and marks."""

import collections
import dataclasses
import math
from typing import TYPE_CHECKING

from app.timeline.play_commands import Attach, SetControls
from app.view.play_camera import PlayCamera
from physics import Body, Vec3
from physics.vector import rotate
from play.autoplay import Player
from play.controls import WEAPON_NEXT, WEAPON_PREVIOUS, Controls
from play.game import Game, game_of

if TYPE_CHECKING:
    from app.sandbox import Sandbox

#: How long a hit stays marked [s].
HIT_SHOWN = 0.25
#: How far away things can be attached to [m].
REACH = 200.0
#: A camera so near to the eyes would be within the head [m].
HEAD = 0.45


class Play:
    """The player of the world that runs, if a game is played in it.

    Args:
        sandbox: Where.

    Attributes:
        game: The game, or None.
        camera: Where the player sees from.
        free: Whether the camera flies by itself; the figure then stands still.
        wanted: What is held now.
        hit: How strong the last hit of the player was, 0 to 1, while it is marked; else 0.
        looked_at: What the free camera could be attached to: number of a vehicle, -1 for the figure, None for nothing.
        script: Plays instead of a person: called with the game before each step, it returns Controls; or None.
    """

    def __init__(self, sandbox: "Sandbox") -> None:
        self._sandbox = sandbox
        self.game: Game | None = None
        self.camera = PlayCamera()
        self.free = False
        self.script: Player | None = None
        self.looked_at: int | None = None
        self.wanted, self._sent = Controls(), Controls()
        self._taps: set[str] = set()
        self._pulses: collections.deque[tuple[str, int | bool]] = collections.deque()
        self._pulsed = False
        self.hit, self._hit_age = 0.0, 0.0
        self._glide = False

    def adopt(self) -> None:
        """Go on with another world."""
        self.game = game_of(self._sandbox.world)
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

    def take_over(self) -> None:
        """A person plays instead of the script."""
        if self.script is not None:
            self.script = None
            self.wanted = self._sent = self.game.controls.idle()
            self._sandbox.messages.say("You play now.")

    def start_script(self) -> bool:
        """Let the scripted player of the scene play, again and again; False, with a word, if it has none."""
        make = self._sandbox.scene.autoplay
        if self.game is None or make is None:
            self._sandbox.messages.say("This scene has no scripted player.", "error")
            return False
        self.script = Player(make, repeat=True)
        return True

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
        if not self.active or (game.vehicle is None and (game.avatar is None or not game.avatar.present)):
            return frozenset()
        if game.vehicle is not None and self.camera.mode != "driver":
            return frozenset()
        # All bodies of a vehicle: nothing hides its wheels from within.
        bodies = game.avatar.bodies[:1] if game.vehicle is None else game.vehicle.bodies
        if not all(body.alive for body in bodies):  # removed, and the game has not noticed yet
            return frozenset()
        rig = self._sandbox.rig
        arrived = self.camera.distance == 0.0 and not rig.gliding
        if not arrived and (Vec3(*rig.pose().position) - game.eye).length > HEAD:
            return frozenset()
        return frozenset(body.id for body in bodies)

    # ---- What is pressed ------------------------------------------------------------------------------------------

    def turn(self, right: float, up: float) -> None:
        """Turn the view [rad]."""
        self.camera.turn(right, up)

    def hold(self, **wanted: float | bool) -> None:
        """Tell what is held now: attributes of `Controls`."""
        self.wanted = dataclasses.replace(self.wanted, **wanted)

    def tap(self, name: str) -> None:
        """A key went down: it counts for a step at least, even if it is up again before that."""
        self._taps.add(name)

    def pulse(self, name: str, value: int | bool = True) -> None:
        """Something is wanted once."""
        if len(self._pulses) < 8:
            self._pulses.append((name, value))

    def reach(self, notches: float) -> None:
        """The wheel turned: what is grabbed goes nearer or farther, else another weapon is taken."""
        if self.game.grabbing:
            self.hold(reach=self.wanted.reach + notches)
        elif self.game.vehicle is None and notches:
            self.pulse("weapon", WEAPON_PREVIOUS if notches > 0 else WEAPON_NEXT)

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
        history = self._sandbox.history
        if self.script is not None:
            if not history.in_past:
                self._send(self.script(self.game))
            return
        controls = self._controls()
        if controls != self._sent or (not history.in_past and controls != self.game.controls):
            self._send(controls)

    def _send(self, controls: Controls) -> None:
        if controls != self.game.controls:
            self._sandbox.history.do(SetControls(controls))
        self._sent = controls

    def _controls(self) -> Controls:
        """What is wanted in the next step."""
        camera, taps = self.camera, {name: True for name in self._taps}
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

    def look(self) -> None:
        """Take in what a step did."""
        if self.game is None:
            return
        self._glide |= self.camera.sample(self.game)
        if self._nobody:
            self.detach()
        sandbox = self._sandbox
        for cue in self.game.cues:
            if cue.kind in ("message", "trouble"):
                sandbox.messages.say(sandbox.bindings.name_keys(cue.text), "info" if cue.kind == "message" else "error")
            elif cue.kind == "hit":
                self.hit, self._hit_age = min(max(cue.size, 0.2), 1.0), 0.0

    def rewound(self) -> None:
        """Time went back: see from where the player was then."""
        if self.game is not None:
            self.camera.sample(self.game)
            self.camera.hold()

    # ---- Each frame -----------------------------------------------------------------------------------------------

    def advance(self, seconds: float, blend: float) -> None:
        """Let real time pass, and put the camera where the player is [s]."""
        if self.game is None:
            return
        self._hit_age += seconds
        if self._hit_age > HIT_SHOWN:
            self.hit = 0.0
        if self.script is not None and not self.camera.driving:
            self.camera.yaw, self.camera.pitch = self.game.controls.yaw, self.game.controls.pitch
        if self.free:
            pose = self._sandbox.rig.pose()
            self.looked_at = self.target(Vec3(*pose.position), rotate(pose.rotation, (0.0, 0.0, -1.0)))
            return
        settings, sandbox = self._sandbox.settings, self._sandbox
        self.camera.pass_time(seconds)
        pose = self.camera.pose(
            sandbox.world, self.game, blend, seconds, fov=math.radians(settings.fov_degrees),
            bob=not settings.reduced_motion, shake=sandbox.play_effects.shake,
        )  # fmt: skip
        if pose is not None:
            sandbox.rig.carry(pose, glide=self._glide)
        self._glide = False

    def cycle_camera(self) -> str:
        """Take the next camera; returns its name."""
        self._glide = True
        return self.camera.cycle()

    # ---- Free camera ----------------------------------------------------------------------------------------------

    def detach(self) -> None:
        """Let the camera fly by itself."""
        if self.game is not None and not self.free:
            self._sandbox.rig.switch("fly")
            self.free = True
            self.release()

    def target(self, origin: Vec3, direction: Vec3) -> int | None:
        """What could be attached to on a ray: number of a vehicle, -1 for the figure, None for nothing."""
        if self.game is None:
            return None
        hit = self._sandbox.world.ray_cast(origin, direction, REACH)
        return None if hit is None else self.owner(hit.body)

    def owner(self, body: Body) -> int | None:
        """Whom a body belongs to: number of a vehicle, -1 for the figure, None for nobody."""
        if self.game.avatar is not None and body in self.game.avatar.bodies:
            return -1
        numbers = (number for number, vehicle in enumerate(self.game.vehicles) if body in vehicle.bodies)
        return next(numbers, None)

    def attach(self, origin: Vec3, direction: Vec3) -> bool:
        """Attach the free camera to what is on a ray, and steer that."""
        number = self.target(origin, direction)
        if number is None:
            self._sandbox.messages.say("Look at the figure or at a vehicle to attach to it.")
            return False
        if not self._sandbox.do(Attach(number)).ok:
            return False
        self.free = False
        self.camera.sample(self.game)
        self.camera.hold()
        return True

    def back(self) -> bool:
        """From the free camera back to whom it was attached to; False, with a word, if there is nobody."""
        if self._nobody:
            key = self._sandbox.bindings.hint("attach")
            self._sandbox.messages.say(f"There is nobody to go back to; look at a vehicle and press {key} to steer it.")
            return False
        self.free = False
        self._glide = True
        return True
