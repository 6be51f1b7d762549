"""Cues: what happened in a step that is worth a sound, a cloud, a word. For eyes and ears: no state of the world."""

import dataclasses

from physics import Vec3


@dataclasses.dataclass(frozen=True, slots=True)
class Cue:
    """One thing that happened.

    Attributes:
        kind: One of `KINDS`.
        position: Where [m].
        direction: Velocity, normal or way of it [m/s], as the kind says.
        size: How strong or large: 0 to 1, or meters for explosions.
        text: For messages: a sentence to the player.
        what: Name of the weapon, material or body, where it matters.
    """

    kind: str
    position: Vec3 = Vec3(0.0, 0.0, 0.0)
    direction: Vec3 = Vec3(0.0, 0.0, 0.0)
    size: float = 1.0
    text: str = ""
    what: str = ""


#: What a cue can be, and what its size and direction mean.
KINDS = {
    "message": "a sentence to the player",
    "trouble": "a sentence to the player about what cannot be done",
    "footstep": "a foot on the ground; size: loudness, what: material of the ground",
    "jump": "the figure jumps; size: share of the highest jump",
    "land": "the figure lands; size: speed over 10 m/s, what: material of the ground",
    "pickup": "a weapon was taken; what: its name",
    "switch": "another weapon is in the hand; what: its name",
    "shot": "a projectile was fired; direction: its way, size: share of the full charge, what: projectile",
    "launch": "a rocket was fired; direction: its way",
    "burning": "a rocket burns, told every step; direction: its velocity",
    "explosion": "an explosion; size: radius [m]",
    "puff": "a projectile was taken out of the world; size: of its cloud [m]",
    "swing": "the flail is swung; what: its name",
    "hit": "something that the player fired hit what can move; size: impulse over 100 N s",
    "grab": "the grab tool took something", "hold": "it holds it in the air", "drop": "it let go",
    "enter": "somebody got into a vehicle", "leave": "somebody got out",
    "gear": "the gearbox changed; size: the gear",
    "skid": "a tire slips; position: on the ground, direction: normal of the ground, size: 0 to 1, what: wheel number",
    "dust": "a tire throws dust; direction: velocity of the dust, size: 0 to 1",
    "wheel_lost": "a wheel came off; what: wheel number",
    "scrape": "the chassis hit something; size: speed over 10 m/s",
    "reset": "a vehicle was put back",
    "button": "a button was pressed; what: its name",
}  # fmt: skip
