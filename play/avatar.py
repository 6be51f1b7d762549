"""Avatar: the figure of the player."""

from physics import Body, Controller, Vec3, World
from play.controls import Controls
from play.cues import Cue


class Avatar(Controller):
    """A figure that walks.

    Args:
        world: Where it is; it becomes a controller of it.
        position: Of its feet [m].
        yaw: Where it looks [rad].

    Attributes:
        controls: What the player wants; the game sets it before each step.
        torso: Its main body; None while it sits in a vehicle.
        hand: Its right arm, which weapons are held by; None likewise.
        cues: What happened since the game looked; the game takes them away.
    """

    controls: Controls = Controls()
    torso: Body | None = None
    hand: Body | None = None

    def __init__(self, world: World, position: Vec3, yaw: float = 0.0) -> None:
        self.cues: list[Cue] = []
        raise NotImplementedError

    @property
    def present(self) -> bool:
        """Whether it stands in the world; not while it sits in a vehicle."""
        return self.torso is not None

    @property
    def bodies(self) -> tuple[Body, ...]:
        """All its bodies; none while it sits in a vehicle."""
        raise NotImplementedError

    @property
    def feet(self) -> Vec3:
        """Where it stands [m]."""
        raise NotImplementedError

    @property
    def eye(self) -> Vec3:
        """Where its eyes are [m]; lower while it crouches."""
        raise NotImplementedError

    @property
    def grip(self) -> tuple[Vec3, tuple[float, float, float, float]]:
        """Where its right hand is [m], and a rotation whose -Z is where it points."""
        raise NotImplementedError

    @property
    def velocity(self) -> Vec3:
        """Of its body [m/s]."""
        raise NotImplementedError

    def put(self, world: World, position: Vec3, yaw: float) -> None:
        """Let it stand somewhere: makes its bodies if it has none."""
        raise NotImplementedError

    def leave(self, world: World) -> None:
        """Take its bodies out of the world, as when it sits down in a vehicle."""
        raise NotImplementedError

    def fits(self, world: World, position: Vec3) -> bool:
        """Whether there is room for it to stand with its feet at a place [m]."""
        raise NotImplementedError
