"""MuJoCo's flexible bodies: 8 steps of the engine to one of ours, and its conjugate gradient solver.

Cloth is a membrane with the stiffness of the scene, solids are of the finite elements that it has, and a rope is of
edges that are constraints. It has no pressure.
"""

import mujoco
import numpy as np

from bench.engines.mujoco_engine import SURFACE, Z_TO_Y, geom, numbers
from bench.scenes.bodies import DT, GRAVITY, PeerScene
from bench.scenes.softs import PeerSoft

SUBSTEPS = 8
THICKNESS = 0.001  # of cloth [m]; only its product with Young's modulus counts
DIMENSIONS = {"rope": 1, "cloth": 2, "solid": 3}


def flex_xml(number: int, soft: PeerSoft) -> str:
    """A soft body in MuJoCo's own format."""
    dimension = DIMENSIONS[soft.kind]
    places = f'point="{numbers(soft.array.ravel())}" element="{" ".join(map(str, np.ravel(soft.cells)))}"'
    head = f'type="direct" dim="{dimension}" radius="0.005" mass="{mass_of(soft):.9g}" inertiabox="0.01"'
    law = '<edge equality="true"/>'
    if soft.kind == "cloth":
        young = soft.stretch / THICKNESS
        law = f'<elasticity young="{young}" poisson="0.3" thickness="{THICKNESS}" elastic2d="stretch"/>'
    elif soft.kind == "solid":
        law = f'<elasticity young="{soft.stretch}" poisson="{soft.poisson}" damping="0.005"/>'
    pins = f'<pin id="{" ".join(map(str, soft.pins))}"/>' if soft.pins else ""
    contact = f'<contact condim="3" {SURFACE} selfcollide="none"/>'
    return f'<flexcomp name="soft{number}" {head} {places}>{contact}{law}{pins}</flexcomp>'


def mass_of(soft: PeerSoft) -> float:
    """Mass of a soft body [kg]."""
    if soft.kind == "solid":
        corner = soft.array[np.array(soft.cells)]
        return soft.density * float(np.linalg.det(corner[:, 1:] - corner[:, :1]).sum()) / 6.0
    if soft.kind == "cloth":
        columns, rows, spacing = soft.grid
        return soft.density * (columns - 1) * (rows - 1) * spacing * spacing
    return soft.density * float(np.linalg.norm(np.diff(soft.array, axis=0), axis=1).sum())


def model_xml(scene: PeerScene) -> str:
    """The scene in MuJoCo's own format."""
    parts = [f'<geom type="plane" size="100 100 1" {Z_TO_Y} {SURFACE}/>'] if scene.plane else []
    parts += [f'<body pos="{numbers(wall.position)}">{geom(wall, True)}</body>' for wall in scene.walls]
    for row, body in enumerate(scene.bodies):
        place = numbers(body.position)
        parts.append(f'<body name="{row}" pos="{place}"><freejoint/>{geom(body, True)}</body>')
    parts += [flex_xml(number, soft) for number, soft in enumerate(scene.softs)]
    step = f'timestep="{DT / SUBSTEPS:.17g}" gravity="0 {GRAVITY} 0" integrator="discrete" solver="CG"'
    settings = f'<size memory="4G"/><option {step}/>'
    return f"<mujoco>{settings}<worldbody>{''.join(parts)}</worldbody></mujoco>"


class Engine:
    """MuJoCo with flexible bodies."""

    def __init__(self, scene: PeerScene) -> None:
        mujoco.set_mju_user_warning(lambda text: None)
        self._model = mujoco.MjModel.from_xml_string(model_xml(scene))
        self._data = mujoco.MjData(self._model)
        self._rows = [self._model.body(str(row)).id for row in range(len(scene.bodies))]
        mujoco.mj_forward(self._model, self._data)

    def step(self) -> None:
        mujoco.mj_step(self._model, self._data, SUBSTEPS)

    def contact_count(self) -> int:
        return int(self._data.ncon)

    def state(self) -> tuple[np.ndarray, ...]:
        none = np.zeros((len(self._rows), 3))
        return self._data.xpos[self._rows], self._data.xquat[self._rows][:, [1, 2, 3, 0]], none, none

    def vertices(self) -> tuple[np.ndarray, np.ndarray]:
        model, data = self._model, self._data
        mujoco.mj_kinematics(model, data)
        mujoco.mj_flex(model, data)
        place = data.flexvert_xpos.reshape(-1, 3).copy()
        first = model.body_dofadr[model.flex_vertbodyid]
        speed = np.zeros_like(place)
        speed[first >= 0] = data.qvel[first[first >= 0][:, None] + np.arange(3)]
        if any(data.warning[kind].number for kind in range(mujoco.mjtWarning.mjNWARNING) if kind in GIVEN_UP):
            place[:] = np.nan  # it has begun anew: this is not the state of a full run
        return place, speed


GIVEN_UP = tuple(
    int(kind)
    for kind in (mujoco.mjtWarning.mjWARN_BADQPOS, mujoco.mjtWarning.mjWARN_BADQVEL, mujoco.mjtWarning.mjWARN_BADQACC)
)
