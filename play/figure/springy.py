"""Springy ground: soft bodies that a figure treads on.

Legs on firm ground are a force that knows how high the ground is. What is soft would answer that force a step too late,
and both would swing up against each other. So on soft bodies a figure gets a sole, a sphere at its feet that touches
them, and the contacts of the world carry it, which are solved together with what they press.
"""

import dataclasses

from physics import Body, ShapeCapsule, Soft, Vec3, World
from physics.queries.hits import CastHit
from play import layers
from play.figure import figure
from play.figure.footing import MASK, SOLE, STEP, Footing

#: Density of the sole [kg/m^3]: it weighs nothing, the figure stays as heavy as it is.
WEIGHTLESS = 1e-3
#: It is put on when soft ground is so far below the feet [m], more in fast falls: where they will be so much later [s].
NEAR, AHEAD = 0.12, 0.05
#: Soft bodies whose surface is steeper than this are no ground: curtains, flags. Cosine of the slope.
STEEPEST = 0.25
#: Higher above the feet than this it is climbed first, on bent legs and without a sole [m].
CLIMB = 0.06
#: Rate at which knees take the speed out of bounces [1/s].
ABSORBED = 0.8
#: What footsteps on it sound like.
MATERIAL = "cloth"


@dataclasses.dataclass(frozen=True, slots=True)
class Springy:
    """Soft ground below a figure.

    Attributes:
        soft: The soft body.
        point: Where it is met [m].
        height: How far the middle of the figure is above it [m].
    """

    soft: Soft
    point: Vec3
    height: float

    def push(self, force: Vec3, *, at_once: bool = False) -> None:
        """What feet do to it: light things get a part only, as legs would give way.

        Args:
            force: Of the feet [N], or [N s] at once.
            at_once: Whether it is an impulse.
        """
        share = min(1.0, self.soft.mass / figure.MASS)
        (self.soft.apply_impulse if at_once else self.soft.apply_force)(force * share)


def find_springy(world: World, torso: Body, stand: float, ground: Footing | None) -> Springy | None:
    """Soft ground that a figure treads on, or is about to; None if the firm ground is higher.

    Args:
        world: Where.
        torso: Of the figure.
        stand: How far its middle is above the ground when it stands [m].
        ground: The firm ground below it, if there is any.
    """
    if not world.softs:
        return None
    reach = NEAR + AHEAD * max(0.0, -torso.velocity.y)
    way = Vec3(0.0, SOLE.radius - stand - reach, 0.0)
    for hit in world.shape_cast_all(SOLE, torso.position, motion=way, mask=MASK):
        if isinstance(hit.body, Soft) and not _is_wall(hit):
            height = hit.distance + SOLE.radius
            if (ground is not None and ground.height <= height + 0.01) or stand - height > STEP:
                return None
            return Springy(hit.body, hit.point, height)
    return None


def _is_wall(hit: CastHit) -> bool:
    return hit.normal.y < STEEPEST or hit.distance <= 0.0


def set_sole(torso: Body, stand: float | None) -> None:
    """Give the torso a sole so far below its middle [m], or take it away; its mass stays.

    Args:
        torso: The torso.
        stand: How far its middle is above the ground; None for no sole.
    """
    for part in torso.parts:
        if not isinstance(part.shape, ShapeCapsule):
            torso.remove_shape(part)
    if stand is not None:
        torso.add_shape(
            SOLE, (0.0, SOLE.radius - stand, 0.0), density=WEIGHTLESS, category=layers.FIGURE, group=figure.GROUP,
            friction=0.0, restitution=0.0, material="leather",
        )  # fmt: skip
