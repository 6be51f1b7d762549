"""What a handle can do to the way its body moves: another kind, a target; and what its sensors sense."""

import math
from typing import Any

import numpy as np

from physics import checks, constants
from physics.bodies import surface as parts
from physics.bodies.body import Body, BodyKind
from physics.bodies.definition import check_kind, densities_of, inverse_of
from physics.bodies.table import LOADED, TREE_OF_KIND, Population
from physics.kernels.broad_phase.proxies import leave_shape
from physics.kernels.layout import body as BODY, contact as CONTACT, count as COUNT, motion as MOTION, shape as SHAPE
from physics.kernels.step.kinematic import look_ahead_of
from physics.shapes.primitives import ShapePlane
from physics.vector import Vec3, multiply, rotate


class Handling(Population):
    """The half of `World` that handles change their bodies with."""

    def _set_kind(self, body: Body, kind: BodyKind) -> None:
        row = self._row_of(body)
        kind = check_kind(kind)
        if kind == body.kind:
            return
        pieces = [(part.shape, part.offset, part.rotation) for part in body._parts]
        densities_of(kind, pieces, 1.0, None)  # refuses a half-space that should move
        dynamic = kind == BodyKind.DYNAMIC
        properties = parts.mass_of_pieces(pieces, [part.density for part in body._parts]) if dynamic else None
        inverse = inverse_of(properties)
        self._need_idle("given another kind")
        origin, center, velocity, spin = body.position, body.center_of_mass, body.velocity, body.angular_velocity
        self._remove_contacts(row)
        self._leave_awake(row)
        self._clear_row(row, kind)
        state = self._state
        for part in body._parts:
            leave_shape(part._row, state.shapes, state.static_tree, state.moving_tree, state.counts)
            info = state.shapes.info[part._row]
            info[SHAPE.NODE] = -1
            info[SHAPE.TREE] = SHAPE.TREE_NONE if isinstance(part.shape, ShapePlane) else TREE_OF_KIND[kind]
        self._masses.pop(body, None)
        self._write_mass(body, properties, inverse, origin)
        if kind != BodyKind.STATIC:
            moved = velocity + spin.cross(body.center_of_mass - center)
            state.bodies.motion[row, 0:3] = self._unlocked(row, MOTION.VELOCITY, moved)
            state.bodies.motion[row, 4:7] = self._unlocked(row, MOTION.ANGULAR, spin)
        self._layout = None

    def _clear_row(self, row: int, kind: BodyKind) -> None:
        """Make the row of a body without contacts, out of the list of moving ones, that of a body of some kind."""
        arrays = self._state.bodies
        resting = not arrays.motion[row, 0:8][[0, 1, 2, 4, 5, 6]].any()
        flags, shape = arrays.links[row, [BODY.FLAGS, BODY.SHAPE]].tolist()
        flags &= ~(BODY.KIND_BITS | BODY.FLAG_FROZEN | BODY.FLAG_TARGET)
        arrays.links[row] = (flags | kind, shape, -1, -1, row, -1, 0, 0)
        for array in (arrays.motion, arrays.mass, arrays.force, arrays.target, arrays.color):
            array[row] = 0
        arrays.motion[row, MOTION.DELTA_ROTATION + 3] = 1.0
        arrays.traits[row, BODY.TRAIT_SLEEP_TIME] = 0.0
        arrays.traits[row, BODY.TRAIT_SAG] = 0.0
        arrays.traits[row, BODY.TRAIT_LOADED : BODY.TRAIT_LOADED + 2] = LOADED if resting else 0.0
        self._state.counts[COUNT.ISLANDS_STALE] = 1  # it may have been the root of its island

    def _set_target(self, body: Body, position: Any, orientation: Any, dt: float) -> None:
        row = self._row_of(body)
        place = checks.vector("position", position, limit=constants.POSITION_MAX, unit="m")
        turn = body.orientation if orientation is None else checks.quaternion("orientation", orientation)
        dt = checks.in_range("dt", dt, constants.STEP_MIN, constants.STEP_MAX, "s", "it is the length of the next step")
        if body.kind != BodyKind.KINEMATIC:
            kind = body.kind.name.lower()
            raise ValueError(
                f"only a kinematic body has a target, got a {kind} one; set its kind to BodyKind.KINEMATIC"
            )
        if body.frozen:
            raise ValueError("a frozen body cannot have a target; call unfreeze() first")
        self._need_idle("given a target")
        arrays = self._state.bodies
        end = rotate(turn, arrays.local[row].tolist()) + place
        way = end - arrays.center[row].tolist()
        velocity, spin = way / dt, turn_between(body.orientation, turn) / dt
        if velocity.length > constants.MAX_SPEED or spin.length > constants.MAX_SPIN:
            raise ValueError(
                f"target must be within reach at {constants.MAX_SPEED:g} m/s and {constants.MAX_SPIN:g} rad/s, got "
                f"{velocity.length:.3g} m/s and {spin.length:.3g} rad/s; to jump there set body.position"
            )
        if any(velocity) or any(spin) or arrays.motion[row, 0:3].any() or arrays.motion[row, 4:7].any():
            self._disturb(row)
        arrays.motion[row, 0:3] = velocity
        arrays.motion[row, 4:7] = spin
        arrays.target[row] = (*end, *turn, dt)
        arrays.links[row, BODY.FLAGS] |= BODY.FLAG_TARGET
        s = self._state
        ahead = np.array(way, np.float32)
        look_ahead_of(row, *ahead, s.bodies, s.shapes, s.static_tree, s.moving_tree, s.counts, *self._fattening)

    def _sensed_by(self, body: Body) -> list[Body]:
        edge = int(self._state.bodies.links[self._row_of(body), BODY.CONTACT])
        info = self._state.contacts.info
        rows = set()
        while edge >= 0:
            contact, side = info[edge >> 1], edge & 1
            flags = int(contact[CONTACT.FLAGS])
            touches = flags & (CONTACT.FLAG_SENSOR | CONTACT.FLAG_TOUCH) == CONTACT.FLAG_SENSOR | CONTACT.FLAG_TOUCH
            if touches and bool(flags & CONTACT.FLAG_SENSOR_B) == bool(side):
                rows.add(int(contact[CONTACT.BODY_B - side]))
            edge = int(contact[CONTACT.NEXT_A + 2 * side])
        return [self._handles[row] for row in sorted(rows)]


def turn_between(start: tuple, end: tuple) -> Vec3:
    """Shortest rotation from one orientation to another, as its axis times its angle [rad]."""
    x, y, z, w = multiply(end, (-start[0], -start[1], -start[2], start[3]))
    sine = math.sqrt(x * x + y * y + z * z)
    if sine == 0.0:
        return Vec3(0.0, 0.0, 0.0)
    angle = 2.0 * math.atan2(sine, abs(w))
    factor = math.copysign(angle / sine, w)
    return Vec3(factor * x, factor * y, factor * z)
