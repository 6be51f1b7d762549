"""MuJoCo with its default solver (Newton) and integrator (Euler). Its planes and capsules along Z are turned to Y."""

import mujoco
import numpy as np

from app.bench.peer_bodies import DT, FRICTION, GRAVITY, PeerBody, PeerScene

SURFACE = f'friction="{FRICTION} 0.005 0.0001"'  # sliding; the other two are the defaults. The larger of a pair counts.
Z_TO_Y = 'euler="-90 0 0"'


def numbers(values: tuple) -> str:
    """The values as an XML attribute wants them."""
    return " ".join(f"{value:.9g}" for value in values)


def geom(body: PeerBody) -> str:
    """The geometry of a scene's body."""
    turn = Z_TO_Y if body.kind == "capsule" else ""
    return f'<geom type="{body.kind}" size="{numbers(body.size)}" mass="{body.mass:.9g}" {turn} {SURFACE}/>'


def model_xml(scene: PeerScene) -> str:
    """The scene in MuJoCo's own format."""
    parts = []
    if scene.plane:
        parts.append(f'<geom type="plane" size="100 100 1" {Z_TO_Y} {SURFACE}/>')
    parts += [f'<body pos="{numbers(wall.position)}">{geom(wall)}</body>' for wall in scene.walls]
    for body in scene.bodies:
        x, y, z, w = body.orientation
        pose = f'pos="{numbers(body.position)}" quat="{numbers((w, x, y, z))}"'
        parts.append(f"<body {pose}><freejoint/>{geom(body)}</body>")
    option = f'<size memory="4G"/><option timestep="{DT:.17g}" gravity="0 {GRAVITY} 0"/>'
    return f"<mujoco>{option}<worldbody>{''.join(parts)}</worldbody></mujoco>"


class Engine:
    """MuJoCo as it comes."""

    def __init__(self, scene: PeerScene) -> None:
        self._model = mujoco.MjModel.from_xml_string(model_xml(scene))
        self._data = mujoco.MjData(self._model)

    def step(self) -> None:
        mujoco.mj_step(self._model, self._data)

    def contact_count(self) -> int:
        return int(self._data.ncon)

    def state(self) -> tuple[np.ndarray, ...]:
        # A free joint holds position and (w, x, y, z), velocity in the world's frame and spin in the body's.
        position_and_turn, motion = self._data.qpos.reshape(-1, 7), self._data.qvel.reshape(-1, 6)
        angular = np.empty((len(motion), 3))
        for row, turn, spin in zip(angular, position_and_turn[:, 3:], motion[:, 3:], strict=True):
            mujoco.mju_rotVecQuat(row, spin, turn)
        return position_and_turn[:, :3], position_and_turn[:, [4, 5, 6, 3]], motion[:, :3], angular
