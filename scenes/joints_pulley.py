"""Pulleys.

A rope over fixed pulleys couples two weights: as one side gets longer, the other gets shorter. Left: Atwood's machine,
where nearly equal weights fall slowly, at g (m - M) / (m + M). Right: a block and tackle, where half the weight
balances the load.
Try: other weights, even while they move. With a ratio of 3 a third of the weight is enough, and moves three times as
far.
"""

from physics import JointPulley, ShapeBox, World
from scenes import kit
from scenes.registry import Label, Slider, View, scene

TOP, HALF, DROP, PITCH = 3.2, 0.55, 1.6, 1.5
HEAVY, LIGHT, RATIO = 10.5, 10.0, 2.0
BASE, WAY = 20.0, 1.1


def set_mass(name: str):
    """What a slider does: set the mass of a weight [kg]."""

    def apply(world: World, value: float) -> None:
        for body in kit.named(world, name):
            body.mass = value

    return apply


@scene(
    category="Joints",
    name="Pulleys",
    place="workshop",
    view=View(target=(0.0, 1.8, 0.0), distance=5.8, yaw_degrees=12.0, pitch_degrees=8.0),
    sliders={
        "heavy": Slider("Right weight (Atwood)", HEAVY, 2.0, 30.0, unit="kg", live=set_mass("ATWOOD b")),
        "load": Slider("Load (tackle)", BASE, 5.0, 60.0, unit="kg", live=set_mass("TACKLE b")),
        "ratio": Slider("Ratio (tackle)", RATIO, 1.0, 4.0),
    },
)
def build(world: World, *, ratio: float = RATIO) -> None:
    """Two beams with a rope over each."""
    kit.add_ground(world)
    pairs = (("ATWOOD", -PITCH, LIGHT, HEAVY, 1.0), ("TACKLE", PITCH, BASE / ratio, BASE, ratio))
    for label, x, mass_a, mass_b, share in pairs:
        kit.add_fixed(world, (HALF + 0.2, 0.06, 0.06), (x, TOP + 0.06, -0.15), material="steel", name=f"beam {label}")
        for side in (-1.0, 1.0):
            post = (x + side * (HALF + 0.2), 0.5 * TOP, -0.15)
            kit.add_fixed(world, (0.05, 0.5 * TOP, 0.05), post, material="steel", name="post")
        bodies, tops, places = [], [], []
        for side, mass in ((-1.0, mass_a), (1.0, mass_b)):
            half = 0.5 * (mass / 400.0) ** (1.0 / 3.0)
            place = (x + side * HALF, TOP - DROP, 0.0)
            options = {"mass": mass, "material": "iron", "angular_damping": 1.0, "can_sleep": False}
            name = f"{label} {'ab'[side > 0.0]}"
            bodies.append(world.add_body(shape=ShapeBox((half,) * 3), position=place, name=name, **options))
            tops.append((x + side * HALF, TOP, 0.0))
            places.append((place[0], place[1] + half, 0.0))
            stop = 0.5 * (
                place[1] - half - WAY / (share if side > 0.0 else 1.0)
            )  # before the other one is at its wheel
            kit.add_fixed(world, (0.22, stop, 0.22), (place[0], stop, 0.0), name="stop")
        ends = {"anchor_a": places[0], "anchor_b": places[1], "ground_a": tops[0], "ground_b": tops[1]}
        world.add_joint(JointPulley(*bodies, ratio=share, name=label, **ends))


def draw(world: World) -> list[Label]:
    """How much rope is on each side."""
    result = []
    for joint in world.joints:
        if isinstance(joint, JointPulley):
            x = PITCH if joint.name == "TACKLE" else -PITCH
            text = f"{joint.name.capitalize()}\n{joint.length_a:.2f} m + {joint.ratio:.1f} × {joint.length_b:.2f} m"
            result.append(Label(text, (x, TOP + 0.45, 0.0)))
    return result


def check(world: World) -> None:
    """Ropes keep their length, Atwood's weights have moved as the formula says, the tackle is in balance."""
    assert max(max(joint.error) for joint in world.joints) < 0.02, "a rope stretches"
    tackle = kit.named(world, "TACKLE")
    assert max(body.velocity.length for body in tackle) < 0.15, "the tackle is not in balance"
    light, heavy = kit.named(world, "ATWOOD")
    assert heavy.position.y < light.position.y - 0.5, "the heavy weight does not sink"
