"""Soft bodies: plays what tears and bursts, what lands, cloth that flutters and ropes that creak."""

from app.sound.collisions import loudness
from app.sound.stage import Stage
from physics import Body, Soft, World
from physics.hooks.events import ContactEvent, StepEvents
from physics.vector import Vec3

#: Soft bodies are looked at every so many steps.
EVERY = 4
#: Slowest approach that is heard [m/s], and steps until the same soft body may land again.
SPEED_MIN, GAP = 0.8, 12
#: What something sounds like that lands, or is struck, by its kind.
STRUCK = {"solid": "squish", "cluster": "squish", "shell": "bounce", "cloth": "flap", "rope": "flap"}
#: Cloth whose vertices move so fast against its middle flutters [m/s], and does so loudest at the other speed.
FLUTTER = 0.4, 5.0
#: A rope creaks when its pull has changed by so much of what it was, and by so many newtons, since it did last; steps
#: between two creaks, and the pull that is heard in full [N].
SLIP, SLIP_MIN, CREAK_GAP, CREAK_FULL = 0.3, 60.0, 24, 3000.0
#: Vertices that come apart at once for a tear as loud as can be.
TORN_FULL = 12.0


class SoftSounds:
    """Plays soft bodies.

    Args:
        stage: Where they are played.
    """

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self.clear()

    def clear(self) -> None:
        """Forget what was."""
        self._now = 0
        self._speed: dict[int, Vec3] = {}
        self._landed: dict[int, int] = {}
        self._pull: dict[int, tuple[float, int]] = {}

    def step(self, world: World) -> None:
        """Play what soft bodies did in a step."""
        self._now += 1
        softs = world.softs
        if not softs:
            self._stage.stop_loops("flutter")
            return
        if len(world.events):
            self._tell(world.events)
        if self._now % EVERY == 0:
            self._stage.stop_loops("flutter")
            awake = [soft for soft in softs if soft.awake]
            self._speed = {soft.id: soft.velocity for soft in awake}
            for soft in awake:
                if soft.kind == "cloth":
                    self._flutter(soft)
                elif soft.kind == "rope":
                    self._creak(soft)

    # ---- What happens once ----------------------------------------------------------------------------------------

    def _tell(self, events: StepEvents) -> None:
        for event in (*events.soft_torn, *events.attachment_broken):
            if event.soft.alive and event.soft.kind != "shell":
                gain = min(1.0, 0.45 + 0.55 * event.count / TORN_FULL)
                self._stage.play("rip", event.soft.position, gain, pitch=self._stage.vary(0.12), priority=2.0)
        for event in events.soft_burst:
            if event.soft.alive:
                self._stage.play(
                    "burst", event.soft.position, 1.0, pitch=self._stage.vary(0.15), priority=3.0, reach=1.5
                )
        for event in events.contact_begin:
            for soft, other in ((event.body_a, event.body_b), (event.body_b, event.body_a)):
                if isinstance(soft, Soft) and soft.alive and other.alive:
                    self._land(soft, other, event)

    def _land(self, soft: Soft, other: Body | Soft, event: ContactEvent) -> None:
        """Something soft touches something: as loud as its impulse, the larger the deeper."""
        if self._now - self._landed.get(soft.id, -GAP) < GAP:
            return
        speed = abs((self._speed.get(soft.id, soft.velocity) - other.velocity).dot(event.normal))
        if speed < SPEED_MIN:
            return
        self._landed[soft.id] = self._now
        mass = 1.0 / (1.0 / soft.mass + 1.0 / max(other.mass, 1e-6))
        gain = loudness(mass * speed)
        pitch = min(max((10.0 / soft.mass) ** 0.15, 0.6), 1.5) * self._stage.vary(0.08)
        self._stage.play(STRUCK[soft.kind], event.position, gain, pitch=pitch, priority=gain)

    # ---- What lasts -----------------------------------------------------------------------------------------------

    def _flutter(self, cloth: Soft) -> None:
        velocities = cloth.velocities
        motion = velocities - velocities.mean(axis=0)
        speed = float((motion * motion).sum(axis=1).mean()) ** 0.5
        least, most = FLUTTER
        if speed > least:
            share = min((speed - least) / (most - least), 1.0)
            self._stage.loop("flutter", cloth.position, share, pitch=0.85 + 0.4 * share)

    def _creak(self, rope: Soft) -> None:
        pull = float(rope.strain.max()) * rope.material.stretch
        before, step = self._pull.get(rope.id, (pull, self._now - CREAK_GAP))
        change = abs(pull - before)
        if change > max(SLIP_MIN, SLIP * before) and self._now - step >= CREAK_GAP:
            gain = min(1.0, (max(pull, before) / CREAK_FULL) ** 0.5)
            middle = rope.positions[rope.vertex_count // 2].tolist()
            self._stage.play("creak", middle, gain, pitch=self._stage.vary(0.15), priority=1.0)
            before, step = pull, self._now
        self._pull[rope.id] = (before, step)
