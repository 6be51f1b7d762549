"""Joints that come, change and go at random while the world steps, beside a plain model of what should be there.

After every operation the lists of joints and bodies are walked and compared with the model. Now and then the world is
set back, the model too, and the same operations must lead to the same bits.
"""

import copy
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import physics
from bench.fuzz.joint_samples import Site, holds_bodies, kinds, make, takes_the_world
from physics import Body, BodyKind, Joint, World

DT = 1.0 / 60.0
MOST_BODIES = 40
MOST_JOINTS = 80
NEAR = 1.5  # how far apart bodies may be that are joined [m]
REST_STEPS, REST_SHARE = 60, 0.02  # steps of a rest, and which part of the steps is one
SEGMENT = 100  # operations between two states that may be gone back to
SHAPES = (physics.ShapeBox((0.3, 0.2, 0.25)), physics.ShapeSphere(0.25), physics.ShapeCapsule(0.15, 0.2))
KINDS = (BodyKind.DYNAMIC, BodyKind.DYNAMIC, BodyKind.DYNAMIC, BodyKind.STATIC, BodyKind.KINEMATIC)

#: Options of joints that are worth a fuzz of their own; all other classes come with what they need.
OPTIONS: dict[type[Joint], tuple[dict[str, Any], ...]] = {
    physics.JointBall: ({"cone_limit": 0.8, "twist_limits": (-0.5, 1.0)},),
    physics.JointHinge: ({"limits": (-1.0, 2.0)}, {"motor_speed": 2.0, "motor_max_force": 50.0}),
    physics.JointSixAxis: ({"locked": (0, 4)},),
    physics.JointDistance: ({}, {"limits": (0.2, 1.5)}, {"hertz": 3.0}),
    physics.JointMotorAngular: ({"frame": "b"},),
    physics.JointMotorLinear: ({"frame": "a"},),
}
#: Joints of two bodies, with their options.
SAMPLES = [(kind, one) for kind in kinds() if holds_bodies(kind) for one in OPTIONS.get(kind, ({},))]


class Fuzz:
    """A world and the model of it.

    Attributes:
        world: The world.
        random: What decides.
        bodies: The bodies that should be in it, besides the ground.
        links: The joints that should be in it, with their bodies.
        gears: Of those that are gears, which joints they couple.
        settings: What was set of each joint: (number of an axis, or -1 for the joint; name) -> value.
        counts: How often each operation was done, bodies fell asleep, joints broke, and bodies were "torn": joints that
            contradict one another made their numbers no longer finite.
    """

    def __init__(self, seed: int) -> None:
        self.world = World()
        self.world.add_body(kind=BodyKind.STATIC, shape=physics.ShapePlane())
        self.random = np.random.default_rng(seed)
        self.bodies: list[Body] = []
        self.links: dict[Joint, tuple[Body | None, Body | None]] = {}
        self.gears: dict[Joint, tuple[Joint, Joint]] = {}
        self.settings: dict[Joint, dict[tuple[int, str], object]] = {}
        self.counts: dict[str, int] = {}

    def pick(self, things: list) -> object:
        """One of the things."""
        return things[int(self.random.integers(len(things)))]

    # ---- Operations -------------------------------------------------------------------------------------------------

    def operate(self) -> None:
        """Do one operation; joints come as often as they go once there are many."""
        operations = [self.step] * 6 + [self.add_body] * 3 + [self.join] * 5 + [self.change] * 6
        operations += [self.part] * 2 + [self.couple, self.remove_body, self.throw, self.refuse]
        operation = self.pick(operations)
        operation()
        self.count(operation.__name__)

    def count(self, name: str) -> None:
        """Note that something was done, or happened."""
        self.counts[name] = self.counts.get(name, 0) + 1

    def step(self) -> None:
        """Let time pass, now and then so much that bodies fall asleep; what broke is gone."""
        for _ in range(REST_STEPS if self.random.random() < REST_SHARE else 1):
            self.world.step(DT)
            broken = {event.joint: (event.body_a, event.body_b) for event in self.world.events.joint_broken}
            for joint, pair in broken.items():  # before any is forgotten: gears are with the joints that they couple
                need(joint.broken and self.links.get(joint) == pair, f"{joint!r} did not break between {pair}")
            for joint in broken:
                self.count("broken gear" if joint in self.gears else "broken")
                self.forget(joint)
            for _ in self.world.events.body_asleep:
                self.count("asleep")
            self.clear_away()

    def clear_away(self) -> None:
        """Remove bodies that were frozen, or that have numbers which are not finite, and count them."""
        frozen = {event.body for event in self.world.events.body_frozen}
        for body in list(self.bodies):
            numbers = [*body.position, *body.velocity, *body.angular_velocity]
            if body in frozen or not np.isfinite(numbers).all():
                self.remove(body)
                self.count("torn")

    def add_body(self) -> None:
        """Add a body, or remove one if there are too many."""
        if len(self.bodies) >= MOST_BODIES:
            self.remove_body()
            return
        position = self.random.uniform((-2, 0.5, -2), (2, 3, 2))
        self.bodies.append(self.world.add_body(shape=self.pick(SHAPES), position=position, kind=self.pick(KINDS)))

    def remove_body(self) -> None:
        """Remove a body; its joints go with it."""
        if self.bodies:
            self.remove(self.pick(self.bodies))

    def remove(self, body: Body) -> None:
        """Remove this body."""
        self.bodies.remove(body)
        self.world.remove_body(body)
        while gone := next((joint for joint, pair in self.links.items() if body in pair), None):
            self.forget(gone)

    def join(self) -> None:
        """Join two bodies, or a body and the world; part two if there are too many joints."""
        pair = self.pair()
        if len(self.links) >= MOST_JOINTS:
            self.part()
        elif pair is not None:
            near = [body.position for body in pair if body is not None]
            place = np.mean(near, axis=0) + self.random.normal(0.0, 0.3, 3)
            axes = np.linalg.qr(self.random.normal(size=(3, 3)))[0]
            both = all(body is not None and body.kind == BodyKind.DYNAMIC for body in pair)
            kind, options = self.pick([one for one in SAMPLES if both or takes_the_world(one[0])])
            site = Site(place, place, place + axes[0], axes)
            self.note(self.world.add_joint(make(kind, *pair, site, **options)), pair)

    def note(self, joint: Joint, pair: tuple[Body | None, Body | None]) -> None:
        """Take a new joint into the model."""
        self.links[joint] = pair
        self.settings[joint] = {(-1, "enabled"): True, (-1, "collide"): False}

    def couple(self) -> None:
        """Couple two joints by a gear."""
        single = [joint for joint in self.links if isinstance(joint, physics.JointHinge | physics.JointSlider)]
        if len(single) > 1:
            first, second = self.pick(single), self.pick(single)
            if {first.body_a, first.body_b} & {second.body_a, second.body_b} - {None}:
                return  # they may move the same body, which is refused
            gear = physics.JointGear(first, second, ratio=float(self.random.uniform(0.5, 2.0)))
            self.world.add_joint(gear)
            self.note(gear, (gear.body_a, gear.body_b))
            self.gears[gear] = first, second

    def pair(self) -> tuple[Body | None, Body | None] | None:
        """Two bodies near each other, or one and the world, of which one is dynamic, in any order; None if none is."""
        movable = [body for body in self.bodies if body.kind == BodyKind.DYNAMIC]
        if not movable:
            return None
        body = self.pick(movable)
        near = [b for b in self.bodies if b is not body and (b.position - body.position).length < NEAR]
        pair = body, self.pick([None, *near])
        return pair if self.random.random() < 0.5 else pair[::-1]

    def part(self) -> None:
        """Remove a joint; a second time it is refused."""
        if self.links:
            joint = self.pick(list(self.links))
            self.world.remove_joint(joint)
            self.forget(joint)
            must_raise(LookupError, self.world.remove_joint, joint)

    def forget(self, joint: Joint) -> None:
        """Take a joint out of the model, if it is still there, and the gears that couple it; it must be dead."""
        self.links.pop(joint, None)
        self.settings.pop(joint, None)
        self.gears.pop(joint, None)
        while gear := next((gear for gear, pair in self.gears.items() if joint in pair), None):
            self.forget(gear)
        need(not joint.alive, f"{joint!r} lives on")
        must_raise(LookupError, lambda: joint.id)

    def change(self) -> None:
        """Change something of a joint."""
        if self.links:
            joint = self.pick(list(self.links))
            gear = isinstance(joint, physics.JointGear)
            usable = 0 if gear else 5 if isinstance(joint, physics.JointBall) else 6  # its third angle has no position
            free = [axis.number for axis in joint.axes[:usable] if not axis.locked]
            whole = [self.change_flag, self.change_strength] + [self.change_anchor] * (not gear)
            changed = self.pick(whole + [self.change_limits, self.change_motor, self.change_spring] * bool(free))
            changed(joint, *([int(self.pick(free))] if changed not in whole else ()))

    def put(self, joint: Joint, number: int, name: str, value: object) -> None:
        """Set something, and note it in the model."""
        setattr(joint if number < 0 else joint.axes[number], name, value)
        self.settings[joint][number, name] = value

    def change_flag(self, joint: Joint) -> None:
        """Switch a joint, or whether its bodies touch."""
        self.put(joint, -1, self.pick(["enabled", "collide"]), bool(self.random.random() < 0.6))

    def change_strength(self, joint: Joint) -> None:
        """Make a joint soft or stiff, or breakable."""
        breaks = self.pick([("break_force", 20_000.0), ("break_torque", 5_000.0)])
        name, most = self.pick([("hertz", 20.0), ("damping_ratio", 2.0), breaks, ("hertz", 0.0)])
        self.put(joint, -1, name, float(self.random.random()) * most + (100.0 if name.startswith("break") else 0.0))

    def change_anchor(self, joint: Joint) -> None:
        """Move an anchor a little; gears have none of their own."""
        name = self.pick(["anchor_a", "anchor_b"])
        if getattr(type(joint), name).fset is None:  # a path has points instead
            name = "anchor_b"
        setattr(joint, name, getattr(joint, name) + self.random.normal(0.0, 0.02, 3))

    def change_limits(self, joint: Joint, number: int) -> None:
        """Give an axis limits, or take them."""
        low, high = sorted(self.random.uniform(0.0 if self.is_distance(joint) else -1.0, 1.5, 2).tolist())
        self.put(joint, number, "limits", self.pick([None, (low, high), (low, high)]))

    def change_motor(self, joint: Joint, number: int) -> None:
        """Drive an axis, or brake it."""
        self.put(joint, number, "motor_speed", float(self.random.uniform(-5.0, 5.0)))
        self.put(joint, number, "motor_max_force", float(self.pick([0.0, 5.0, 200.0])))
        self.put(joint, number, "motor_target", self.pick([None, None, 0.3]))
        self.put(joint, number, "friction", float(self.pick([0.0, 0.0, 3.0])))

    def change_spring(self, joint: Joint, number: int) -> None:
        """Give an axis a spring of either sort, or take it."""
        target = float(self.random.uniform(0.0, 1.0))
        strength = self.pick(
            [{"hertz": 0.0}, {"hertz": 4.0, "damping_ratio": 0.3}, {"stiffness": 500.0, "damping": 5.0}]
        )
        joint.axes[number].set_spring(**strength, target=target)
        if self.is_distance(joint):  # its own hertz and damping ratio are those of this spring
            self.settings[joint].pop((-1, "hertz"), None)
            self.settings[joint].pop((-1, "damping_ratio"), None)
        self.settings[joint][number, "spring_target"] = target

    def throw(self) -> None:
        """Push a body, which tears at its joints."""
        if self.bodies:
            body = self.pick(self.bodies)
            if body.kind == BodyKind.DYNAMIC:
                body.velocity, body.angular_velocity = self.random.normal(0.0, 5.0, 3), self.random.normal(0.0, 5.0, 3)

    def refuse(self) -> None:
        """What must not be joined is refused, and the world stays as it was."""
        before = self.world.state_hash()
        must_raise(ValueError, physics.JointFixed, None, None)
        for body in self.bodies[:1]:
            must_raise(ValueError, physics.JointFixed, body, body)
        for joint in list(self.links)[:1]:
            must_raise(ValueError, self.world.add_joint, joint)
        still = [body for body in self.bodies if body.kind != BodyKind.DYNAMIC]
        if len(still) > 1:
            must_raise(ValueError, physics.JointFixed, still[0], still[1])
        need(self.world.state_hash() == before, "what was refused changed the world")

    @staticmethod
    def is_distance(joint: Joint) -> bool:
        """Whether the first axis of a joint is a distance."""
        return isinstance(joint, physics.JointDistance)

    # ---- The past ---------------------------------------------------------------------------------------------------

    def save(self) -> tuple:
        """The world, the model and the random numbers, to go back to."""
        settings = {joint: dict(own) for joint, own in self.settings.items()}
        model = (list(self.bodies), dict(self.links), dict(self.gears), settings)
        return self.world.save_state(), model, copy.deepcopy(self.random.bit_generator.state)

    def load(self, saved: tuple) -> None:
        """Go back to what `save` returned; it can be gone back to again."""
        state, (bodies, links, gears, settings), numbers = saved
        self.world.load_state(state)
        self.bodies, self.links, self.gears = list(bodies), dict(links), dict(gears)
        self.settings = {joint: dict(own) for joint, own in settings.items()}
        self.random.bit_generator.state = copy.deepcopy(numbers)

    # ---- Checks -----------------------------------------------------------------------------------------------------

    def check(self) -> None:
        """Compare the world with the model."""
        need(set(self.world.joints) == set(self.links), "joints in the world are not those of the model")
        self.world.validate()
        for joint, (a, b) in self.links.items():
            need(joint.alive and (joint.body_a, joint.body_b) == (a, b), f"{joint!r} has other bodies")
            for (number, name), value in self.settings[joint].items():
                found = getattr(joint if number < 0 else joint.axes[number], name)
                need(same(found, value), f"{name} of {joint!r} is {found}, was set to {value}")
        expected: dict[Body, set[Joint]] = {body: set() for body in self.bodies}
        for joint in self.links:
            for held in (joint, *joint.parts):
                for body in (held.body_a, held.body_b):
                    if body is not None:
                        expected[body].add(joint)
        for body, joints in expected.items():
            need(body.alive, f"{body!r} is dead")
            need(set(body.joints) == joints, f"joints of {body!r} are {body.joints}, not {joints}")


def need(holds: bool, sentence: str) -> None:
    """Fail with a sentence unless something holds."""
    if not holds:
        raise AssertionError(sentence)


def must_raise(kind: type[Exception], call: Callable, *args: object) -> None:
    """Fail unless the call raises."""
    try:
        call(*args)
    except kind:
        return
    raise AssertionError(f"{call} raised no {kind.__name__}")


def same(found: object, value: object) -> bool:
    """Whether what was read is what was set, in 32 bits."""
    if value is None or found is None or isinstance(value, bool):
        return found is value
    return np.array_equal(np.float32(found), np.float32(value))


def segment(fuzz: Fuzz, operations: int) -> list[int]:
    """Do some operations, each checked; return the hash of the world after each."""
    hashes = []
    for _ in range(operations):
        fuzz.operate()
        fuzz.check()
        hashes.append(fuzz.world.state_hash())
    return hashes


def run(operations: int = 10_000, *, seed: int = 1, replay_every: int = 4) -> Fuzz:
    """Fuzz the joints of a world.

    Args:
        operations: How many.
        seed: Of the random generator.
        replay_every: Every so many segments are done twice, from the same state.

    Returns:
        The world and its model at the end.

    Raises:
        AssertionError: The world is not what the model says.
    """
    fuzz = Fuzz(seed)
    for number in range(-(-operations // SEGMENT)):
        saved = fuzz.save() if number % replay_every == 0 else None
        hashes = segment(fuzz, min(SEGMENT, operations - number * SEGMENT))
        if saved is not None:
            fuzz.load(saved)
            fuzz.check()
            again = segment(fuzz, len(hashes))
            first = next((k for k, pair in enumerate(zip(hashes, again, strict=True)) if pair[0] != pair[1]), None)
            need(first is None, f"operation {number * SEGMENT + (first or 0)} went otherwise the second time")
    return fuzz


def main() -> int:
    """Fuzz and print what came of it; return the exit code: 1 if a list is wrong or a body was torn."""
    start = time.perf_counter()
    try:
        fuzz = run()
    except AssertionError as error:
        print(f"joints           broken: {error}")
        return 1
    done = ", ".join(f"{name} {count}" for name, count in sorted(fuzz.counts.items()))
    print(f"joints           lists and replays are right ({done})  {time.perf_counter() - start:.1f} s")
    return int("torn" in fuzz.counts)
