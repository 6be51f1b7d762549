"""What scenes with joints share: stands with labels, trails, carts, gears, and live sliders that set joints."""

import collections
import math
import weakref
from collections.abc import Callable, Sequence

import numpy as np

from physics import Body, BodyKind, Joint, JointAxis, JointHinge, ShapeBox, ShapeCylinder, World
from scenes.kit import frames
from scenes.registry import Label, Strokes

TOP = 2.4  # height of the point below a gallows [m]
ROPE_COLOR = (0.93, 0.86, 0.62, 1.0)


def add_gallows(world: World, x: float, label: str, *, z: float = 0.0, top: float = TOP) -> Body:
    """A post with an arm that ends above (x, top, z), where a joint can hang; the label is shown at its foot."""
    parts = [
        (ShapeBox((0.07, 0.5 * top + 0.1, 0.07)), (0.0, 0.5 * top + 0.1, -0.9)),
        (ShapeBox((0.07, 0.06, 0.5)), (0.0, top + 0.14, -0.47)),
        (ShapeBox((0.06, 0.05, 0.06)), (0.0, top + 0.05, 0.0)),
        (ShapeBox((0.45, 0.04, 0.3)), (0.0, 0.04, -0.9)),
    ]
    return world.add_body(
        kind=BodyKind.STATIC,
        shapes=parts,
        position=(x, 0.0, z),
        material="steel",
        name=f"stand {label}",
        user_data=label,
        look=frames.gallows(top),
    )


def captions(world: World, texts: dict[str, str]) -> list[Label]:
    """Label of each stand with further lines, before its foot.

    Args:
        world: Where the stands are.
        texts: More lines by label.
    """
    found = []
    for body in world.bodies:
        if body.name.startswith("stand ") and isinstance(body.user_data, str):
            lines = [body.user_data.capitalize(), *filter(None, [texts.get(body.user_data)])]
            found.append(Label("\n".join(lines), body.position + (0.0, 0.3, -0.3)))
    return found


def joint_named(world: World, name: str) -> Joint | None:
    """The first joint whose name starts like this; None after it broke or was removed."""
    return next((joint for joint in world.joints if joint.name.startswith(name)), None)


def set_joints(
    name: str, attribute: str, axis: int | None = None, factor: float = 1.0
) -> Callable[[World, float], None]:
    """What a live slider does: set an attribute of all joints whose name starts like this, or of one axis of each.

    Args:
        name: Start of the names.
        attribute: Its name, such as "motor_speed"; "limits" are set to plus and minus the value.
        axis: Number of the axis; None for the joint itself.
        factor: On the value of the slider, such as from degrees to radians.
    """

    def apply(world: World, value: float) -> None:
        for joint in world.joints:
            if joint.name.startswith(name):
                owner: Joint | JointAxis = joint if axis is None else joint.axes[axis]
                value_set = factor * value
                setattr(owner, attribute, (-value_set, value_set) if attribute == "limits" else value_set)

    return apply


def set_springs(name: str, attribute: str, axis: int) -> Callable[[World, float], None]:
    """What a live slider does: as `set_joints`, but `hertz`, `damping_ratio` or `target` of the spring on an axis."""

    def apply(world: World, value: float) -> None:
        for joint in world.joints:
            if joint.name.startswith(name):
                joint.axes[axis].set_spring(**{attribute: value})

    return apply


def reverse_at_limits(name: str) -> Callable[[World], bool]:
    """Callback for every step: motors of joints whose name starts like this reverse shortly before their limits."""

    def reverse(world: World) -> bool:
        for joint in world.joints:
            if joint.name.startswith(name):
                for axis in joint.axes:
                    if axis.limits is not None and axis.motor_max_force > 0.0:
                        low, high = axis.limits
                        margin = 0.1 * (high - low)
                        speed, place = axis.motor_speed, axis.position
                        if speed > 0.0 and place > high - margin or speed < 0.0 and place < low + margin:
                            axis.motor_speed = -speed
        return True

    return reverse


def expected_position(limit: float, distance: float) -> float:
    """Where `reverse_at_limits` has an axis with limits -limit and limit, moved up from 0 by a distance in all.

    The motor is taken to reverse at once.
    """
    end = 0.8 * limit
    return 2.0 / math.pi * end * math.asin(math.sin(0.5 * math.pi * distance / end))


def set_speeds(name: str, axis: int, factor: float = 1.0) -> Callable[[World, float], None]:
    """What a live slider does: set the speed of motors, each in its present direction."""

    def apply(world: World, value: float) -> None:
        for joint in world.joints:
            if joint.name.startswith(name):
                driven = joint.axes[axis]
                driven.motor_speed = factor * (-value if driven.motor_speed < 0.0 else value)

    return apply


class Samples:
    """Values of the last steps, for `draw` of a scene; going back in time shortens them.

    Args:
        steps: How many are kept.
    """

    def __init__(self, steps: int) -> None:
        self._past: collections.deque[tuple[float, np.ndarray]] = collections.deque(maxlen=steps)
        self._world: weakref.ref[World] | None = None

    def add(self, world: World, values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Add the values of now; return the times [s], shape [n], and the values of all samples, shape [n, ...]."""
        if self._world is None or self._world() is not world:
            self._world = weakref.ref(world)
            self._past.clear()
        while self._past and (self._past[-1][0] >= world.time or self._past[-1][1].shape != np.shape(values)):
            self._past.pop()
        self._past.append((world.time, np.array(values, float)))
        return np.array([time for time, _ in self._past]), np.array([values for _, values in self._past])


def trails(samples: Samples, world: World, points: np.ndarray, color: Sequence[float]) -> list[Strokes]:
    """Where points have been, fading with age; they are now at `points`, shape [n, 3]."""
    _, ways = samples.add(world, points)
    if len(ways) < 2:
        return []
    colors = np.tile(np.array(color), ((len(ways) - 1) * ways.shape[1], 1))
    colors[:, 3] *= np.repeat(np.linspace(0.0, 1.0, len(ways) - 1), ways.shape[1])
    return [Strokes(ways[:-1].reshape(-1, 3), ways[1:].reshape(-1, 3), colors)]


def last_period(times: np.ndarray, values: np.ndarray) -> float:
    """Twice the time between the last two passages through zero [s]; 0 if there were fewer."""
    at = np.flatnonzero(values[:-1] * values[1:] < 0.0)[-2:]
    if len(at) < 2:
        return 0.0
    passed = times[at] + (times[at + 1] - times[at]) * values[at] / (values[at] - values[at + 1])
    return 2.0 * float(passed[1] - passed[0])


def swing_pull(
    body: Body, pivot: Sequence[float], *, drift: Sequence[float] = (0.0, 0.0, 0.0), load: float = 0.0
) -> tuple[float, float]:
    """Pull of its joints on a body that swings about a point [N], and what it takes: m (g cos + v^2 / l).

    Args:
        body: Body b of its joints.
        pivot: The point [m].
        drift: Velocity of the point, a steady one [m/s].
        load: What the body carries along [kg].
    """
    arm = np.array(pivot) - body.center_of_mass
    length = np.linalg.norm(arm)
    arm /= length
    velocity = np.array(body.velocity) - drift
    velocity -= velocity @ arm * arm
    pull = sum(float(arm @ np.array(joint.force)) for joint in body.world.joints if joint.body_b is body)
    return pull, float((body.mass + load) * (velocity @ velocity / length - arm @ np.array(body.world.gravity)))


def add_cart(
    world: World, place: Sequence[float], *, speed: float, mass: float = 300.0, wheel: float = 0.22, name: str = "cart"
) -> list[Body]:
    """A box on four driven wheels that rolls along x; `place` is below its middle on the ground [m].

    Args:
        world: Where to.
        place: On the ground below its middle [m].
        speed: At which its motors drive it [m/s].
        mass: Of the whole [kg].
        wheel: Radius of a wheel [m].
        name: Of the box; wheels and their hinges are named after it.
    """
    x, y, z = place
    half = (0.7, 0.18, 0.35)
    height = y + 1.1 * wheel + half[1]
    box = world.add_body(shape=ShapeBox(half), position=(x, height, z), mass=0.8 * mass, material="plastic", name=name)
    parts = [box]
    upright = (0.5**0.5, 0.0, 0.0, 0.5**0.5)  # from the own axis, y, to z
    for dx in (-0.45, 0.45):
        for side in (-1.0, 1.0):
            hub = x + dx, y + wheel, z + side * (half[2] + 0.09)
            options = {"material": "rubber", "restitution": 0.0, "mass": 0.05 * mass, "name": f"{name} wheel"}
            round_one = world.add_body(shape=ShapeCylinder(wheel, 0.07), position=hub, orientation=upright, **options)
            drive = {"motor_speed": -speed / wheel, "motor_max_force": mass, "name": f"{name} drive"}
            world.add_joint(JointHinge(box, round_one, anchor=hub, axis=(0.0, 0.0, 1.0), **drive))
            parts.append(round_one)
    return parts


def add_club(world: World, place: Sequence[float], *, length: float = 1.1, name: str, **options) -> Body:
    """A rod that hangs down from a place, with a crossbar at its end that shows how it is twisted."""
    parts = [
        (ShapeBox((0.04, 0.5 * length, 0.04)), (0.0, -0.5 * length, 0.0)),
        (ShapeBox((0.3, 0.07, 0.07)), (0.0, -length, 0.0)),
    ]
    options = {"density": 600.0, "material": "wood", "can_sleep": False, **options}
    return world.add_body(shapes=parts, position=place, name=name, **options)


def add_rail(world: World, y: float, z: float, half: float, label: str, *, x: float = 0.0) -> Body:
    """A bar along x on two posts; it has the name of its label."""
    parts = [(ShapeBox((half, 0.035, 0.035)), (0.0, y, 0.0))]
    parts += [(ShapeBox((0.05, 0.5 * y, 0.05)), (side * half, 0.5 * y, 0.0)) for side in (-1.0, 1.0)]
    options = {"material": "steel", "group": 1, "name": f"rail {label}", "look": frames.rail(y, half)}
    return world.add_body(kind=BodyKind.STATIC, shapes=parts, position=(x, 0.0, z), **options)


def gear(radius: float, teeth: int, half_width: float = 0.07) -> list[tuple]:
    """Shapes of a toothed wheel about the own z axis; the teeth reach a little beyond the radius, where wheels meet."""
    depth = np.pi * radius / teeth
    tooth = ShapeBox((0.55 * depth, 0.42 * depth, half_width))
    around = (0.5**0.5, 0.0, 0.0, 0.5**0.5)
    parts = [(ShapeCylinder(radius - 0.5 * depth, half_width), (0.0, 0.0, 0.0), around)]
    for k in range(teeth):
        angle = 2.0 * np.pi * k / teeth
        place = (radius * np.cos(angle), radius * np.sin(angle), 0.0)
        parts.append((tooth, place, (0.0, 0.0, np.sin(0.5 * angle), np.cos(0.5 * angle))))
    return parts


def add_gear(world: World, place: Sequence[float], radius: float, teeth: int, *, phase: float = 0.0, **options) -> Body:
    """A toothed wheel about z that touches nothing: a `JointGear` meshes it. The phase turns it by parts of a tooth."""
    angle = 2.0 * np.pi * phase / teeth
    options = {"material": "steel", "density": 2000.0, "group": 1, "can_sleep": False, **options}
    turned = (0.0, 0.0, np.sin(0.5 * angle), np.cos(0.5 * angle))
    return world.add_body(shapes=gear(radius, teeth), position=place, orientation=turned, **options)
