"""What acts on many bodies at once: force fields, explosions."""

from collections.abc import Iterable

import numpy as np

from physics import checks
from physics.bodies.body import Body
from physics.constants import FORCE_MAX, POSITION_MAX
from physics.fields.field import Field
from physics.kernels.layout import body as BODY, force_field as FORCE_FIELD
from physics.kernels.step.explosion import SAMPLES, find_targets, push_bodies
from physics.queries.rays import ALL_BITS
from physics.settings import Settings

#: A ray that is this much too short [m] still reaches its point.
NEARLY = 1e-6


class Forces(Settings):
    """The half of `World` that acts on many bodies at once."""

    def __init__(self) -> None:
        super().__init__()
        self._fields: list[Field] = []
        self._field_rows = np.zeros((0, FORCE_FIELD.STRIDE))

    # ---- Fields ---------------------------------------------------------------------------------------------------

    @property
    def fields(self) -> tuple[Field, ...]:
        """The force fields, in the order in which they act."""
        return tuple(self._fields)

    def add_field(self, field: Field) -> Field:
        """Let a force field act on all dynamic bodies; what sleeps in its region wakes.

        Args:
            field: A FieldUniform, FieldPoint, FieldDrag or FieldVortex. It acts in every substep; changing its
                attributes changes what it does from the next step on.

        Returns:
            The field.
        """
        if not isinstance(field, Field):
            raise TypeError(f"field must be a FieldUniform, FieldPoint or the like, got {checks.shown(field)}")
        if field.world is not None:
            raise ValueError("the field acts in a world already, so it cannot be added; make another one")
        self._fields.append(field)
        field._join(self)
        self._pack_fields()
        self._wake_in_field(field)
        return field

    def remove_field(self, field: Field) -> None:
        """Remove a force field; what sleeps in its region wakes.

        Raises:
            LookupError: It is not in this world.
        """
        if field not in self._fields:
            raise LookupError(f"the field is not in this world, got {checks.shown(field)}; choose one of world.fields")
        self._wake_in_field(field)
        self._fields.remove(field)
        field._join(None)
        self._pack_fields()

    def _pack_fields(self) -> None:
        """Bring what the kernels read up to date."""
        records = [field._record() for field in self._fields if field.enabled]
        self._field_rows = np.array(records) if records else np.zeros((0, FORCE_FIELD.STRIDE))

    def _wake_in_field(self, field: Field) -> None:
        if field.enabled:
            links, center = self._state.bodies.links, self._state.bodies.center
            rows = self._rows()
            dynamic = links[rows, BODY.FLAGS] & BODY.KIND_BITS == BODY.DYNAMIC
            rows = rows[dynamic & (links[rows, BODY.AWAKE] < 0)]
            for row in rows[field._reaches(center[rows])].tolist():
                self._disturb(row)

    def _save_fields(self) -> tuple:
        return tuple((field, field._values()) for field in self._fields)

    def _load_fields(self, saved: tuple) -> None:
        for field in self._fields:
            field._join(None)
        self._fields = [field for field, _ in saved]
        for field, values in saved:
            field._restore(values)
            field._join(self)
        self._pack_fields()

    # ---- Explosions -----------------------------------------------------------------------------------------------

    def explode(
        self,
        center: checks.VectorLike,
        *,
        impulse: float,
        radius: float,
        falloff: float = 1.0,
        line_of_sight: bool = True,
        mask: int = ALL_BITS,
        ignore: Body | Iterable[Body] = (),
    ) -> list[Body]:
        """Push everything near a point away from it, at once.

        A body is pushed at its point nearest to the center by impulse * A * (1 - d / radius)^falloff, where d is the
        distance of that point and A the area that the body shows to the center; so it also begins to spin. Sleeping
        bodies wake.

        Args:
            center: Where [m].
            impulse: At the center, per area [N s/m^2]; negative pulls.
            radius: How far it reaches [m].
            falloff: How the push falls off, 0 to 100: 0 not at all, 1 evenly, 2 faster.
            line_of_sight: Whether what stands in between, also static, shields what is behind it. Five rays look at
                each body; it is pushed in proportion to those that see it.
            mask: 32 bits; a shape is pushed if its category has one of them. All shapes shield.
            ignore: A body, or several, that are not pushed and do not shield.

        Returns:
            The bodies that were pushed, by number.
        """
        center = checks.vector("center", center, limit=POSITION_MAX, unit="m")
        impulse = checks.in_range("impulse", impulse, -FORCE_MAX, FORCE_MAX, "N s/m^2")
        falloff = checks.in_range("falloff", falloff, 0.0, 100.0)
        looks = checks.flag("line_of_sight", line_of_sight)
        checks.positive("radius", radius, "m")
        radius, mask, ignored = self._checked(radius, mask, ignore)
        rows, distance, area, point, toward, rays = self._find_targets(center, radius, mask, ignored)
        strength = impulse * area * (1.0 - distance / radius) ** falloff
        if looks and len(rows) > 0:
            strength *= self._visible(center, rows, *rays, ignored)
        pushed = np.flatnonzero(strength)
        rows, impulses = rows[pushed], strength[pushed, None] * toward[pushed]
        s = self._state
        push_bodies(rows, point[pushed], impulses, s.bodies, s.contacts, s.counts, s.events)
        return [self._handles[row] for row in rows.tolist()]

    def _find_targets(self, center: tuple, radius: float, mask: int, ignored: np.ndarray) -> tuple:
        """Bodies that an explosion reaches; see the kernel. Directions and lengths of the rays come last."""
        s = self._state
        room = s.body_top
        rows, distance, area = np.empty(room, np.int32), np.empty(room), np.empty(room)
        point, toward = np.empty((room, 3)), np.empty((room, 3))
        ray, way = np.empty((room * SAMPLES, 3)), np.empty(room * SAMPLES)
        found = (rows, distance, area, point, toward)
        n = find_targets(room, center, radius, mask, ignored, s.bodies, s.shapes, *found, ray, way)
        return *(array[:n] for array in found), (ray[: SAMPLES * n], way[: SAMPLES * n])

    def _visible(
        self, center: tuple, rows: np.ndarray, ray: np.ndarray, way: np.ndarray, ignored: np.ndarray
    ) -> np.ndarray:
        """Part of the rays from the center to each body that nothing else stops, float64 [n]."""
        starts = np.tile(np.array(center), (len(ray), 1))
        limit = float(way.max()) + 1.0
        hits = self._cast((starts, ray), limit, ALL_BITS, ignored)
        seen = (hits.body == np.repeat(rows, SAMPLES)) | (hits.distance >= way - NEARLY)
        return seen.reshape(-1, SAMPLES).mean(axis=1)
