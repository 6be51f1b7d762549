"""Cues: what happened in a step that is to be seen or heard. They are no state of the world.

A kind of cue is declared by `cue_kind`, together with its sound. Those of the game, the figure and the vehicles stand
here; a weapon declares its own beside its code, and may use these too.
"""

import dataclasses

from physics import Vec3


@dataclasses.dataclass(frozen=True, slots=True)
class Cue:
    """One thing that happened.

    Attributes:
        kind: One of `KINDS`.
        position: Where [m].
        direction: Velocity, normal or direction [m/s], as the kind says.
        size: How strong or large: 0 to 1, or meters for explosions.
        text: For messages: a sentence to the player. `[hints]` stands for the key of the action "hints", and so on.
        what: Name of the weapon, material or body, where it matters.
    """

    kind: str
    position: Vec3 = Vec3(0.0, 0.0, 0.0)
    direction: Vec3 = Vec3(0.0, 0.0, 0.0)
    size: float = 1.0
    text: str = ""
    what: str = ""


@dataclasses.dataclass(frozen=True, slots=True)
class CueSound:
    """What a cue sounds like.

    Attributes:
        wave: Name of a wave, as of `app.sound.bank.make`: "swing", "impact/steel/small/0", or a loop such as "burning".
        gain: Loudness of sizes 0 and 1, each 0 to 1; between them it follows the size of the cue.
        pitch: Factors on the pitch for sizes 0 and 1.
        vary: Largest change of the pitch from one time to the next, as a share of it.
        reach: Factor on the distance at which it can be heard.
        inside: Whether it sounds in the head of the player instead of at the position of the cue.
        lasting: Whether `wave` is a loop that sounds, as loud as the size, as long as there is such a cue in each step.
        priority: Against other sounds: 1 for footsteps, 2 for most, 4 for explosions.
        most: Of cues that come in crowds, how many are heard in one step.
        gap: How many steps later the next one is heard.
    """

    wave: str
    _: dataclasses.KW_ONLY
    gain: tuple[float, float] = (1.0, 1.0)
    pitch: tuple[float, float] = (1.0, 1.0)
    vary: float = 0.03
    reach: float = 1.0
    inside: bool = False
    lasting: bool = False
    priority: float = 2.0
    most: int = 3
    gap: int = 1


@dataclasses.dataclass(frozen=True, slots=True)
class CueKind:
    """A kind of cue.

    Attributes:
        name: Its name, `Cue.kind`.
        meaning: When there is such a cue, and what its size, direction and so on mean.
        sound: What it sounds like; None for a silent one.
    """

    name: str
    meaning: str
    sound: CueSound | None


#: All kinds of cues by name.
KINDS: dict[str, CueKind] = {}


def cue_kind(name: str, meaning: str, *, sound: CueSound | None) -> None:
    """Declare a kind of cue; arguments as of `CueKind`.

    Raises:
        ValueError: There is another kind of that name.
    """
    kind = CueKind(name, meaning, sound)
    if KINDS.setdefault(name, kind) != kind:
        raise ValueError(f"kinds of cues must have different names, got {name!r} again ({KINDS[name].meaning})")


def _inside(wave: str, *, most: int = 3, gap: int = 1) -> CueSound:
    """A sound in the head of the player, always the same."""
    return CueSound(wave, inside=True, vary=0.0, most=most, gap=gap)


cue_kind("message", "a sentence to the player", sound=None)
cue_kind("trouble", "a sentence to the player about what cannot be done", sound=_inside("refusal", most=1, gap=20))
cue_kind(
    "hit",
    "something that the player fired or swung hit what can move; size: impulse over 100 N s",
    sound=CueSound("marker", inside=True, vary=0.0, gain=(0.4, 1.0), most=1, gap=4),
)
cue_kind(
    "puff",
    "something was taken out of the world; size: of its cloud [m]",
    sound=CueSound("puff", priority=1.0, most=1, gap=6),
)
cue_kind("button", "a button was pressed; what: its name", sound=CueSound("button", most=2, gap=6))

# ---- Figure --------------------------------------------------------------------------------------------------------

cue_kind(
    "footstep",
    "a foot on the ground; size: loudness, what: material of the ground",
    sound=CueSound("step/stone/0", priority=1.0, most=2, gap=4),
)
cue_kind(
    "jump",
    "the figure jumps; size: share of the highest jump",
    sound=CueSound("jump", gain=(0.5, 1.0), vary=0.06, priority=1.0),
)
cue_kind("land", "the figure lands; size: speed over 10 m/s, what: material of the ground", sound=CueSound("land"))
cue_kind(
    "fall",
    "the figure is knocked over and goes limp; size: its speed over 10 m/s",
    sound=CueSound("land", gain=(0.6, 1.0), pitch=(0.8, 0.6), priority=3.0),
)
cue_kind("pickup", "a weapon was picked up; what: its name", sound=_inside("pickup"))
cue_kind("switch", "another weapon is in the hand; what: its name", sound=_inside("switch"))

# ---- Vehicles ------------------------------------------------------------------------------------------------------

cue_kind("enter", "somebody got into a vehicle", sound=CueSound("door"))
cue_kind("leave", "somebody got out", sound=CueSound("door"))
cue_kind("gear", "the gearbox changed; size: the gear", sound=CueSound("gear"))
cue_kind(
    "skid",
    "a tire slips; position: on the ground, direction: normal of the ground, size: 0 to 1, what: wheel number",
    sound=CueSound("squeal", reach=1.5, lasting=True),
)
cue_kind(
    "dust",
    "a tire throws dust; direction: velocity of the dust, size: 0 to 1",
    sound=CueSound("skid_dirt", lasting=True),
)
cue_kind("wheel_lost", "a wheel came off; what: wheel number", sound=CueSound("wheel_lost", reach=1.5))
cue_kind(
    "scrape",
    "the chassis hit something; size: speed over 10 m/s",
    sound=CueSound("crash", vary=0.06, reach=1.5, most=1, gap=8),
)
cue_kind("reset", "a vehicle was put back on its wheels", sound=CueSound("chime"))
