"""MuJoCo with its default solver (Newton) and integrator (Euler). Its planes and capsules along Z are turned to Y.

Chains and ragdolls are trees of bodies, each in the one that it hangs by. MuJoCo limits the angle by which a ball is
turned in all: the cone of a joint becomes that angle, and the limits of its twist are left out. Chains are integrated
by RK4, because with Euler they blow up. A grid is no tree: its bodies are free, and its joints are constraints.
"""

import mujoco
import numpy as np

from bench.scenes.bodies import DT, FRICTION, GRAVITY, PeerBody, PeerScene
from bench.scenes.joints import WORLD, PeerJoint, inverse, local_point, product, rotated

SURFACE = f'friction="{FRICTION} 0.005 0.0001"'  # sliding; the other two are the defaults. The larger of a pair counts.
Z_TO_Y = 'euler="-1.5707963267948966 0 0"'
GIVEN_UP = (mujoco.mjtWarning.mjWARN_BADQPOS, mujoco.mjtWarning.mjWARN_BADQVEL, mujoco.mjtWarning.mjWARN_BADQACC)


def numbers(values: tuple) -> str:
    """The values as an XML attribute wants them."""
    return " ".join(f"{value:.9g}" for value in values)


def geom(body: PeerBody, collides: bool) -> str:
    """The geometry of a scene's body."""
    turn = Z_TO_Y if body.kind == "capsule" else ""
    alone = "" if collides else 'contype="0" conaffinity="0"'
    return f'<geom type="{body.kind}" size="{numbers(body.size)}" mass="{body.mass:.9g}" {turn} {SURFACE} {alone}/>'


def joint_xml(joint: PeerJoint | None, body: PeerBody) -> str:
    """What lets a body move against the one that it hangs in."""
    if joint is None:
        return "<freejoint/>"
    place = f'pos="{numbers(local_point(body.position, body.orientation, joint.anchor))}"'
    if joint.kind == "ball":
        limits = "" if joint.cone is None else f'limited="true" range="0 {joint.cone:.9g}"'
        return f'<joint type="ball" {place} {limits}/>'
    axis = numbers(rotated(inverse(body.orientation), joint.axis))
    limits = "" if joint.limits is None else f'limited="true" range="{numbers(joint.limits)}"'
    return f'<joint type="hinge" {place} axis="{axis}" {limits}/>'


def connect_xml(joint: PeerJoint, body: PeerBody) -> str:
    """A ball joint as a constraint between free bodies."""
    other = "" if joint.body_a == WORLD else f'body2="{joint.body_a}"'
    anchor = numbers(local_point(body.position, body.orientation, joint.anchor))
    return f'<connect body1="{joint.body_b}" {other} anchor="{anchor}"/>'


def body_xml(scene: PeerScene, row: int, hanging: dict[int, list[PeerJoint]], joint: PeerJoint | None = None) -> str:
    """A body with all that hangs in it; the joint is what it hangs by itself."""
    body = scene.bodies[row]
    position, (x, y, z, w) = body.position, body.orientation
    if joint is not None and joint.body_a != WORLD:
        parent = scene.bodies[joint.body_a]
        position = local_point(parent.position, parent.orientation, position)
        x, y, z, w = product(inverse(parent.orientation), body.orientation)
    inside = "".join(body_xml(scene, link.body_b, hanging, link) for link in hanging.get(row, ()))
    pose = f'pos="{numbers(position)}" quat="{numbers((w, x, y, z))}"'
    return f'<body name="{row}" {pose}>{joint_xml(joint, body)}{geom(body, scene.collide)}{inside}</body>'


def model_xml(scene: PeerScene) -> str:
    """The scene in MuJoCo's own format."""
    parts = []
    if scene.plane:
        parts.append(f'<geom type="plane" size="100 100 1" {Z_TO_Y} {SURFACE}/>')
    parts += [f'<body pos="{numbers(wall.position)}">{geom(wall, True)}</body>' for wall in scene.walls]
    joined = {joint.body_b for joint in scene.joints}
    is_tree = len(joined) == len(scene.joints)
    hanging: dict[int, list[PeerJoint]] = {}
    for joint in scene.joints if is_tree else ():
        hanging.setdefault(joint.body_a, []).append(joint)
    free = [row for row in range(len(scene.bodies)) if row not in joined or not is_tree]
    parts += [body_xml(scene, row, hanging) for row in free]
    parts += [body_xml(scene, joint.body_b, hanging, joint) for joint in hanging.get(WORLD, ())]
    constraints = () if is_tree else (connect_xml(joint, scene.bodies[joint.body_b]) for joint in scene.joints)
    integrator = "RK4" if WORLD in hanging else "Euler"
    option = f'<option timestep="{DT:.17g}" gravity="0 {GRAVITY} 0" integrator="{integrator}"/>'
    settings = f'<compiler angle="radian"/><size memory="4G"/>{option}'
    world = f"<worldbody>{''.join(parts)}</worldbody><equality>{''.join(constraints)}</equality>"
    return f"<mujoco>{settings}{world}</mujoco>"


class Engine:
    """MuJoCo as it comes."""

    def __init__(self, scene: PeerScene) -> None:
        mujoco.set_mju_user_warning(lambda text: None)  # else they go to a file in the working directory
        self._model = mujoco.MjModel.from_xml_string(model_xml(scene))
        self._data = mujoco.MjData(self._model)
        self._rows = [self._model.body(str(row)).id for row in range(len(scene.bodies))]

    def step(self) -> None:
        mujoco.mj_step(self._model, self._data)

    def contact_count(self) -> int:
        return int(self._data.ncon)

    def state(self) -> tuple[np.ndarray, ...]:
        model, data = self._model, self._data
        # After a step the poses in the world are still those from before it; these calls bring them up to date.
        for update in (mujoco.mj_kinematics, mujoco.mj_comPos, mujoco.mj_comVel):
            update(model, data)
        motion = np.empty((len(self._rows), 6))
        for row, body in zip(motion, self._rows, strict=True):
            mujoco.mj_objectVelocity(model, data, mujoco.mjtObj.mjOBJ_BODY, body, row, 0)
        if any(
            data.warning[kind].number for kind in GIVEN_UP
        ):  # it has begun anew: this is not the state of a full run
            motion[:] = np.nan
        return data.xpos[self._rows], data.xquat[self._rows][:, [1, 2, 3, 0]], motion[:, 3:], motion[:, :3]
