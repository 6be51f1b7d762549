"""Bad input to joints: every class, every argument, every setter. All of it is refused in words and changes nothing."""

import ast
import inspect
import math
import textwrap

import numpy as np
import pytest

import physics
from bench.fuzz import joint_samples
from physics import BodyKind, JointAxis, ShapeSphere, World

NAN, INF = math.nan, math.inf
BALL = ShapeSphere(0.1)
ENDS = {"anchor_a": (0, 0, 0), "anchor_b": (1, 0, 0)}
X, Y, Z = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)

NO_NUMBERS = ["1", b"1", [], (1.0,), {}, True, 1j]
NOT_FINITE = [NAN, INF, -INF, 1e300, 10**400]
VECTORS = [*NO_NUMBERS, 1.0, (1, 2), (1, 2, 3, 4), [1, 2, "3"], (1, None, 2), np.zeros(4), np.zeros((1, 3)), {1, 2, 3}]
VECTORS += [(NAN, 1, 1), (1, INF, 1), (1, 1, -INF)]
BELOW_ZERO = [*NO_NUMBERS, *NOT_FINITE, -1.0]
LIMITS = [*NO_NUMBERS, 1.0, (1, 2, 3), (1, -1), (NAN, 1), (0, NAN), (INF, INF), (-INF, -INF), ("0", "1"), (0, None)]
LIMITS += [np.zeros(3), {0.0, 1.0}]
FLAGS = [1, 0, "True", None, []]
PLACES = [*VECTORS, (1e8, 0, 0)]
DIRECTIONS = [*VECTORS, (0, 0, 0), (1e-12, 0, 0)]
SPRING = BELOW_ZERO
STRENGTH = [*NO_NUMBERS, None, NAN, -INF, -1.0, 0.0, 10**400]
RATIO = [*NO_NUMBERS, None, *NOT_FINITE, 0.0, 1e-9]

#: Bad values of everything that a constructor takes or a setter sets, by its name.
BAD = {
    **dict.fromkeys(("anchor_a", "anchor_b", "ground_a", "ground_b"), [*PLACES, None]),
    "anchor": PLACES,
    **dict.fromkeys(("axis", "axis_a", "axis_b", "axis_slide", "axis_turn", "normal"), [*DIRECTIONS, None]),
    "axis_z": [*DIRECTIONS, (1, 0, 0)],
    "axes": [None, 1.0, "xyz", [], [X, Y, Z, X], [X, X], [X, (1, 1, 0)], [X, Y, (0, 0, -1)], [X, None], [(0, 0, 0)],
             [(NAN, 0, 0)], X, {X: Y}],
    **dict.fromkeys(("limits", "twist_limits", "suspension_limits", "steering_limits"), LIMITS),
    **dict.fromkeys(("hertz", "damping_ratio", "stiffness", "damping", "erp", "cfm", "erp_step"), SPRING),
    **dict.fromkeys([f"suspension_{name}" for name in ("hertz", "damping_ratio", "stiffness", "damping")], SPRING),
    **dict.fromkeys(("friction", "motor_max_force", "backlash", "limit_hertz", "limit_damping_ratio", "limit_stiffness",
                     "limit_damping", "limit_bounce"), [*BELOW_ZERO, None]),
    **dict.fromkeys(("spring_hertz", "spring_damping_ratio", "spring_stiffness", "spring_damping"),
                    [*BELOW_ZERO, None]),
    "spring_max_force": STRENGTH,
    **dict.fromkeys(("length", "distance"), BELOW_ZERO),
    **dict.fromkeys(("motor_speed", "spring_target"), [*NO_NUMBERS, None, *NOT_FINITE]),
    "motor_target": [*NO_NUMBERS, *NOT_FINITE],
    **dict.fromkeys(("break_force", "break_torque"), STRENGTH),
    **dict.fromkeys(("ratio", "radius"), RATIO),
    "points": [None, 1.0, "xyz", [], [X], [X, X], [X, None], [X, (NAN, 0, 0)], [X, (1e8, 0, 0)], [X, 1.0], {X: Y}],
    "cone_limit": [*BELOW_ZERO, 4.0],
    **dict.fromkeys(("collide", "enabled", "euler", "closed", "oriented"), FLAGS),
    "locked": [(6,), (-1,), (0.0,), ("0",), (None,), (True,), 3, None, "01"],
    "frame": ["c", None, 1, "", ("a",), ["a"]],
}  # fmt: skip
INIT = "super().__init__"
CLASSES = joint_samples.kinds()
#: What takes anything.
FREE = {"name", "user_data"}
#: What a constructor may leave out, but nobody can set.
SETTERS_ONLY = {"length": [None]}


def bad_values(name, kind):
    """Bad values of an argument or a setter of a class; of any number, if nothing else is known of it."""
    return BAD[name] if name in BAD else [*NO_NUMBERS, None, *NOT_FINITE] if annotations(kind)[name] is float else []


def annotations(kind):
    """What arguments and setters of a class are, by their names."""
    found = {name: what.fget.__annotations__["return"] for name, what in properties(kind).items()}
    for base in kind.__mro__[:-1]:
        found |= {p.name: p.annotation for p in inspect.signature(base.__init__).parameters.values()}
    return found


def properties(kind):
    """What can be set of a joint or an axis."""
    return {name: what for name, what in inspect.getmembers(kind) if isinstance(what, property) and what.fset}


def arguments(kind):
    """Keyword arguments of a class and of those that it hands its options on to, but for what it fills in itself."""
    names, filled = {}, set()
    for base in kind.__mro__[:-1]:
        if "__init__" not in vars(base):
            continue
        parameters = inspect.signature(base.__init__).parameters.values()
        names |= {p.name: None for p in parameters if p.kind == p.KEYWORD_ONLY and p.name not in filled}
        filled |= filled_in(base)
        if all(p.kind != p.VAR_KEYWORD for p in parameters):
            break
    return [name for name in names if name not in FREE]


def filled_in(kind):
    """Keyword arguments that `__init__` of a class gives to the class above it."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(kind.__init__)))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and ast.unparse(node.func) == INIT]
    return {keyword.arg for call in calls for keyword in call.keywords}


def scene():
    """A world with two balls that can move, one that cannot, and what gears couple."""
    world = World(gravity=(0, 0, 0))
    a, b = (world.add_body(shape=BALL, position=(x, 0, 0)) for x in (0, 1))
    hinge = world.add_joint(physics.JointHinge(None, a, anchor=(0, 0, 0), axis=Z))
    slider = world.add_joint(physics.JointSlider(None, b, anchor=(1, 0, 0), axis=X))
    return world, a, b, hinge, slider


def make(kind, world, a, b, **changes):
    """A joint of a class between two bodies, in no world yet."""
    site = joint_samples.Site.between((0, 0, 0), (1, 0, 0))
    return joint_samples.make(kind, a, b, site, coupled=world.joints[:2], **changes)


def refused(world, call, label, kinds=(ValueError, TypeError, LookupError)):
    """Nothing, or what is wrong with how a call was refused."""
    before, joints = world.state_hash(), world.joints
    try:
        call()
    except kinds as error:
        words = str(error)
        if world.state_hash() != before or world.joints != joints:
            return f"{label}: refused, but the world changed"
        if len(words.split()) < 4 or "takes no" in words or "not iterable" in words or "unexpected" in words:
            return f"{label}: {type(error).__name__}: {words}"
        return None
    except Exception as error:  # whatever else it was is the finding
        return f"{label}: {type(error).__name__}: {error}"
    return f"{label}: accepted"


def all_refused(faults):
    faults = [fault for fault in faults if fault]
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("kind", CLASSES)
def test_every_argument_of_every_class_is_checked(kind):
    world, a, b, *_ = scene()
    names = arguments(kind)
    assert all(bad_values(name, kind) for name in names), "say what is bad for a new argument"
    world.remove_joint(world.add_joint(make(kind, world, a, b)))  # with nothing bad it is taken
    faults = []
    for name in names:
        for bad in bad_values(name, kind):
            call = lambda name=name, bad=bad: world.add_joint(make(kind, world, a, b, **{name: bad}))  # noqa: E731
            faults.append(refused(world, call, f"{name}={bad!r}"[:90]))
    all_refused(faults)


@pytest.mark.parametrize("kind", CLASSES)
def test_every_setter_of_every_class_is_checked(kind):
    world, a, b, *_ = scene()
    joint = world.add_joint(make(kind, world, a, b))
    names = properties(kind)
    assert all(bad_values(name, kind) for name in names), "say what is bad for a new setter"
    faults = []
    for name in names:
        values = [*bad_values(name, kind), *SETTERS_ONLY.get(name, [])]
        for bad in values:
            faults.append(refused(world, lambda name=name, bad=bad: setattr(joint, name, bad), f"{name}={bad!r}"[:90]))
    all_refused(faults)


@pytest.mark.parametrize("kind", CLASSES)
def test_every_setter_of_every_axis_is_checked(kind):
    world, a, b, *_ = scene()
    joint = world.add_joint(make(kind, world, a, b))
    bad_values = BAD | {"locked": FLAGS}
    names = properties(JointAxis)
    assert not set(names) - set(bad_values), "say what is bad for a new setter"
    faults = []
    for axis in joint.axes:
        for name in names:
            for bad in bad_values[name]:
                call = lambda axis=axis, name=name, bad=bad: setattr(axis, name, bad)  # noqa: E731
                faults.append(refused(world, call, f"axes[{axis.number}].{name}={bad!r}"[:90]))
    all_refused(faults)


@pytest.mark.parametrize("method", ["set_spring", "set_limit_spring", "set_softness"])
def test_softness_is_checked_however_it_is_given(method):
    world, _, _, hinge, _ = scene()
    call = hinge.set_softness if method == "set_softness" else getattr(hinge.free_axis, method)
    faults = []
    for name in ("hertz", "damping_ratio", "stiffness", "damping", "erp", "cfm", "step"):
        for bad in SPRING:
            faults.append(refused(world, lambda name=name, bad=bad: call(**{name: bad}), f"{name}={bad!r}"))
    if method == "set_spring":
        for bad in [*NO_NUMBERS, *NOT_FINITE]:
            faults.append(refused(world, lambda bad=bad: call(hertz=1.0, target=bad), f"target={bad!r}"))
        for bad in [*NO_NUMBERS, NAN, -INF, -1.0, 0.0]:
            faults.append(refused(world, lambda bad=bad: call(hertz=1.0, max_force=bad), f"max_force={bad!r}"))
    for both in ({"hertz": 1.0, "stiffness": 1.0}, {"hertz": 1.0, "erp": 0.1}, {"damping": 1.0, "cfm": 0.1}):
        faults.append(refused(world, lambda both=both: call(**both), f"{both}"))
    all_refused(faults)


@pytest.mark.parametrize("method", ["set_spring", "set_limit_spring", "set_softness"])
def test_softness_takes_no_words_of_the_functions_behind_it(method):
    _, _, _, hinge, _ = scene()
    call = hinge.set_softness if method == "set_softness" else getattr(hinge.free_axis, method)
    with pytest.raises(TypeError, match="before"):
        call(before=(5.0, 1.0))


@pytest.mark.parametrize("kind", [kind for kind in CLASSES if not joint_samples.couples_joints(kind)])
def test_bodies_that_cannot_be_joined_are_refused_by_every_class(kind):
    world, a, b, *_ = scene()
    still, post = (world.add_body(kind=BodyKind.STATIC, shape=BALL, position=(x, 5, 0)) for x in (0, 1))
    lift = world.add_body(kind=BodyKind.KINEMATIC, shape=BALL, position=(2, 5, 0))
    gone = world.add_body(shape=BALL, position=(3, 5, 0))
    early = make(kind, world, a, gone)  # made while it was there
    world.remove_body(gone)
    stranger = World().add_body(shape=BALL)
    single = not joint_samples.holds_bodies(kind)
    pairs = [(None, still), (None, lift), (None, None), (a, gone), (a, stranger), (a, "b"), (a, 1), (a, world)]
    if not single:
        pairs += [(still, post), (still, lift), (lift, still), (still, None), (lift, None), (a, a), (gone, b)]
        pairs += [(stranger, b), ("a", b), (gone, gone), (gone, None)]
    faults = [refused(world, lambda p=p: world.add_joint(make(kind, world, *p)), f"{p}"[:90]) for p in pairs]
    faults.append(refused(world, lambda: world.add_joint(early), "a body that was removed meanwhile", LookupError))
    all_refused(faults)


@pytest.mark.parametrize("kind", CLASSES)
def test_nothing_of_a_removed_joint_can_be_set_or_read(kind):
    world, a, b, *_ = scene()
    joint = world.add_joint(make(kind, world, a, b))
    values = {name: getattr(joint, name) for name in properties(kind)}
    axis_values = {name: getattr(joint.axes[3], name) for name in properties(JointAxis)}
    world.remove_joint(joint)
    faults = []
    for name, value in values.items():
        faults.append(refused(world, lambda n=name, v=value: setattr(joint, n, v), f"set {name}", LookupError))
        faults.append(refused(world, lambda n=name: getattr(joint, n), f"get {name}", LookupError))
    for name, value in axis_values.items():
        call = lambda n=name, v=value: setattr(joint.axes[3], n, v)  # noqa: E731
        faults.append(refused(world, call, f"set axis {name}", LookupError))
        faults.append(refused(world, lambda n=name: getattr(joint.axes[3], n), f"get axis {name}", LookupError))
    for name in ("set_spring", "set_limit_spring"):
        faults.append(refused(world, lambda n=name: getattr(joint.axes[3], n)(hertz=1.0), name, LookupError))
    faults.append(refused(world, lambda: joint.set_softness(hertz=1.0), "set_softness", LookupError))
    for name in ("force", "torque", "error", "id"):
        faults.append(refused(world, lambda n=name: getattr(joint, n), name, LookupError))
    for name in ("position", "rate", "motor_force", "spring_force", "lock_force", "friction_force", "limit_force"):
        faults.append(refused(world, lambda n=name: getattr(joint.axes[3], n), f"axis {name}", LookupError))
    faults.append(refused(world, lambda: world.remove_joint(joint), "remove again", LookupError))
    faults.append(refused(world, lambda: world.add_joint(joint), "add again", ValueError))
    all_refused(faults)
    assert not joint.alive and not joint.broken and "removed" in repr(joint)


def test_what_gears_couple_must_be_free_axes_of_other_joints_in_the_same_world():
    world, a, b, hinge, slider = scene()
    gear = world.add_joint(physics.JointGear(hinge, slider))
    ball = physics.JointBall(None, a, anchor=(0, 0, 0))
    elsewhere = scene()
    spare = world.add_joint(physics.JointHinge(None, b, anchor=(1, 0, 0), axis=Z))
    world.remove_joint(spare)
    pairs = [
        (hinge, hinge), (hinge, hinge.axes[0]), (hinge, None), ("x", slider), (hinge, a), (hinge, spare),
        (hinge, ball.axes[3]), (gear.axes[0], slider), (hinge, gear.axes[0]), (hinge, elsewhere[4]),
    ]  # fmt: skip
    faults = [refused(world, lambda p=p: world.add_joint(physics.JointGear(*p)), f"{p}"[:90]) for p in pairs]
    for pair in ((slider, hinge), (hinge, hinge), (slider, slider)):
        call = lambda p=pair: world.add_joint(physics.JointRack(*p, radius=0.5))  # noqa: E731
        faults.append(refused(world, call, f"rack of {pair}"))
    all_refused(faults)


def test_axes_that_have_no_position_take_no_limits_springs_and_servos():
    """The third angle of a ball is neither twist nor swing; a stop there would push for ever."""
    world, a, b, *_ = scene()
    ball = world.add_joint(physics.JointBall(a, b, anchor=(0.5, 0, 0)))
    rope = world.add_joint(physics.JointDistance(a, b, **ENDS, limits=(0.1, 1.0)))
    faults = [
        refused(world, lambda: setattr(ball.axes[5], "limits", (0.5, 1.0)), "limits"),
        refused(world, lambda: setattr(ball.axes[5], "motor_target", 1.0), "motor_target"),
        refused(world, lambda: ball.axes[5].set_spring(hertz=1.0), "spring"),
        refused(world, lambda: setattr(rope.axes[0], "limits", (-1.0, 1.0)), "a distance below 0"),
    ]
    all_refused(faults)
