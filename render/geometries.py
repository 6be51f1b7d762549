"""Geometries of a world on the GPU: few draws, however many there are.

What makes up much of the work, such as a height field or a rock that a thousand bodies share, gets an indexed draw of
its own. All others are cut into clusters of a few triangles, whose corners lie in two textures, and are drawn in one
call with an instance for each cluster; in two, if some of them show pictures. Rejected: one vertex list of all bodies,
each vertex with the number of its row: it takes memory for every body, and must be written anew whenever one comes or
goes.
"""

import dataclasses

import moderngl
import numpy as np

from physics.queries.snapshot import Geometry, Snapshot
from render.gpu import ROW_FIELDS, Fields, GrowingBuffer, attributes, set_uniform
from render.pictures import PictureStore

#: Triangles of a cluster: hulls have some tens, so little is wasted, and there are not too many instances.
CLUSTER_TRIANGLES = 32
CLUSTER_CORNERS = 3 * CLUSTER_TRIANGLES

#: Texels in a line of the textures.
TEXTURE_WIDTH = 2048

#: Draws of their own: at most so many geometries, of so many triangles in all their bodies.
OWN_COUNT = 3
OWN_TRIANGLES = 4000

#: Texture units.
PLACE_UNIT, NORMAL_UNIT = 4, 5

#: What the shaders that read clusters must know.
DEFINES = {"CLUSTER_CORNERS": CLUSTER_CORNERS, "TEXTURE_WIDTH": TEXTURE_WIDTH}

VERTEX_FIELDS: Fields = (("in_position", 3), ("in_normal", 3), ("in_uv", 2))
CLUSTER_FIELDS: Fields = (("in_cluster", 2),)  # and the layer of its picture


@dataclasses.dataclass(frozen=True, slots=True)
class OwnMesh:
    """A geometry in buffers of its own.

    Attributes:
        vertices: Places, normals, places in the picture.
        triangles: Three rows of the above each.
    """

    vertices: moderngl.Buffer
    triangles: moderngl.Buffer

    def release(self) -> None:
        """Give the memory back."""
        self.vertices.release()
        self.triangles.release()


class CornerTextures:
    """Corners of clusters. Both textures double when they are too small.

    Args:
        context: Where they live.

    Attributes:
        cluster_count: Clusters in use.
    """

    def __init__(self, context: moderngl.Context) -> None:
        self._context = context
        self._lines_max = int(context.info["GL_MAX_TEXTURE_SIZE"])
        self._textures: list[moderngl.Texture] = []
        self.clear()

    def clear(self) -> None:
        """Forget all clusters."""
        self.release()
        self.cluster_count = 0
        self._places = np.zeros((0, TEXTURE_WIDTH, 4), np.float32)
        self._normals = np.zeros((0, TEXTURE_WIDTH, 4), np.float32)

    def add(self, geometry: Geometry) -> int:
        """Add the clusters of a geometry; returns how many they are. What does not fit is not drawn."""
        corners = geometry.triangles.ravel()
        if not len(corners):
            return 0
        corners = np.append(corners, np.repeat(corners[-1:], -len(corners) % CLUSTER_CORNERS))  # these have no area
        start = self.cluster_count * CLUSTER_CORNERS
        end = start + len(corners)
        lines = -(-end // TEXTURE_WIDTH)
        if lines > self._lines_max:
            return 0
        grown = lines > len(self._places)
        if grown:
            self._grow(min(max(lines, 2 * len(self._places), 16), self._lines_max))
        self._places.reshape(-1, 4)[start:end, :3] = geometry.positions[corners]
        self._normals.reshape(-1, 4)[start:end, :3] = geometry.normals[corners]
        if geometry.uv is not None:  # in the fourth column of both
            self._places.reshape(-1, 4)[start:end, 3] = geometry.uv[corners, 0]
            self._normals.reshape(-1, 4)[start:end, 3] = geometry.uv[corners, 1]
        self._write(0 if grown else start // TEXTURE_WIDTH, lines)
        self.cluster_count += len(corners) // CLUSTER_CORNERS
        return len(corners) // CLUSTER_CORNERS

    def _grow(self, lines: int) -> None:
        more = ((0, lines - len(self._places)), (0, 0), (0, 0))
        self._places, self._normals = np.pad(self._places, more), np.pad(self._normals, more)
        self.release()
        size = (TEXTURE_WIDTH, lines)
        self._textures = [self._context.texture(size, 4, dtype="f4") for _ in range(2)]
        for texture in self._textures:
            texture.filter = (moderngl.NEAREST, moderngl.NEAREST)

    def _write(self, first: int, end: int) -> None:
        for texture, array in zip(self._textures, (self._places, self._normals), strict=True):
            texture.write(array[first:end].tobytes(), viewport=(0, first, TEXTURE_WIDTH, end - first))

    def use(self) -> None:
        """Bind the textures."""
        for texture, unit in zip(self._textures, (PLACE_UNIT, NORMAL_UNIT), strict=False):
            texture.use(unit)

    def release(self) -> None:
        """Give the memory back."""
        for texture in self._textures:
            texture.release()
        self._textures = []


class GeometryStore:
    """Everything that the passes need to draw the geometries of a world; each is brought to the GPU once.

    Args:
        context: Where they live.
        pictures: What some of them show.

    Attributes:
        own: Geometries with a draw of their own, by number.
        version: Grows whenever `own` changes.
        textures: Corners of all others that are in use.
        first_cluster: First cluster of each geometry, int32 [g]; -1 for what has none.
        cluster_count: Clusters of each geometry, int32 [g].
        layer: Layer of the picture of each geometry, int32 [g]; -1 for none.
    """

    def __init__(self, context: moderngl.Context, pictures: PictureStore) -> None:
        self._context = context
        self.pictures = pictures
        self._geometries: tuple[Geometry, ...] = ()
        self._uses: np.ndarray | None = None
        self.own: dict[int, OwnMesh] = {}
        self.version = 0
        self.textures = CornerTextures(context)
        self.first_cluster = np.zeros(0, np.int32)
        self.cluster_count = np.zeros(0, np.int32)
        self.layer = np.zeros(0, np.int32)

    def update(self, snapshot: Snapshot) -> None:
        """Bring what a snapshot needs to the GPU, and give back what belonged to another world."""
        if snapshot.shape_geometry is self._uses:
            return
        self._uses = snapshot.shape_geometry
        geometries, known = snapshot.geometries, len(self._geometries)
        if not self._drop_edited(geometries):  # another world
            self.textures.clear()
            self._set_own({})
            self.first_cluster, self.cluster_count = self.first_cluster[:0], self.cluster_count[:0]
            self.layer, known = self.layer[:0], 0
        self._geometries = geometries
        more = len(geometries) - known
        self.first_cluster = np.append(self.first_cluster, np.full(more, -1, np.int32))
        self.cluster_count = np.append(self.cluster_count, np.zeros(more, np.int32))
        self.layer = np.append(self.layer, np.array([self._layer_of(some) for some in geometries[known:]], np.int32))
        uses = np.bincount(self._uses[self._uses >= 0], minlength=len(geometries))
        self._choose_own(uses)
        for number in np.flatnonzero((uses > 0) & (self.first_cluster < 0)).tolist():
            if number not in self.own:
                self.first_cluster[number] = self.textures.cluster_count
                self.cluster_count[number] = self.textures.add(geometries[number])

    def _drop_edited(self, geometries: tuple[Geometry, ...]) -> bool:
        """Let go of the few that were replaced, such as an edited height field; False if all must be brought anew."""
        known = self._geometries
        if len(geometries) < len(known):
            return False
        edited = [k for k, (new, old) in enumerate(zip(geometries, known, strict=False)) if new is not old]
        if any(k not in self.own for k in edited):
            return False
        if edited:
            self._set_own({number: mesh for number, mesh in self.own.items() if number not in edited})
            self.layer[edited] = [self._layer_of(geometries[k]) for k in edited]
        return True

    def _layer_of(self, geometry: Geometry) -> int:
        """Layer of its picture; -1 without one, or without a place in it for each corner."""
        fits = geometry.uv is not None and geometry.uv.shape == (len(geometry.positions), 2)
        return self.pictures.layer(geometry.picture) if fits else -1

    def _choose_own(self, uses: np.ndarray) -> None:
        work = uses * np.array([len(geometry.triangles) for geometry in self._geometries], np.int64)
        heaviest = np.argsort(-work, kind="stable")[:OWN_COUNT]
        chosen = [number for number in heaviest.tolist() if work[number] >= OWN_TRIANGLES]
        if set(chosen) != set(self.own):
            self._set_own({number: self.own.get(number) or self._make_own(number) for number in chosen})

    def _make_own(self, number: int) -> OwnMesh:
        geometry = self._geometries[number]
        uv = geometry.uv if self.layer[number] >= 0 else np.zeros((len(geometry.positions), 2))
        vertices = np.concatenate((geometry.positions, geometry.normals, uv), axis=1).astype(np.float32)
        triangles = np.ascontiguousarray(geometry.triangles, np.int32)
        return OwnMesh(self._context.buffer(vertices), self._context.buffer(triangles))

    def _set_own(self, own: dict[int, OwnMesh]) -> None:
        for number, mesh in self.own.items():
            if own.get(number) is not mesh:
                mesh.release()
        self.own = own
        self.version += 1

    def release(self) -> None:
        """Give the memory back."""
        self._set_own({})
        self.textures.release()


class DrawnGeometries:
    """Draws rows of geometries, for one pass.

    Args:
        context: Where it lives.
        store: The geometries.
        programs: Shaders for those with a draw of their own (SHAPE 4), and for clusters (SHAPE 5).
        fields: What a row holds.
        pictured: Shaders for geometries with a picture, in the same way; None where pictures do not matter. They are
            programs of their own, since without a GPU a pixel pays for both sides of every branch.
    """

    def __init__(
        self,
        context: moderngl.Context,
        store: GeometryStore,
        programs: tuple[moderngl.Program, moderngl.Program],
        fields: Fields = ROW_FIELDS,
        *,
        pictured: tuple[moderngl.Program, moderngl.Program] | None = None,
    ) -> None:
        self._context = context
        self._store = store
        self._split = pictured is not None
        self._programs = [programs[0], (pictured or programs)[0]]
        self._rows = GrowingBuffer(context, fields)
        self._numbers = GrowingBuffer(context, CLUSTER_FIELDS)
        self._clusters = [self._cluster_array(some[1]) for some in ((programs, pictured) if pictured else (programs,))]
        self._arrays: dict[int, moderngl.VertexArray] = {}
        self._version = store.version

    def _cluster_array(self, program: moderngl.Program) -> moderngl.VertexArray:
        set_uniform(program, "corner_places", PLACE_UNIT)
        set_uniform(program, "corner_normals", NORMAL_UNIT)
        streams = (self._rows, self._numbers)
        content = [attributes(program, some.buffer, some.fields, per_instance=True) for some in streams]
        return self._context.vertex_array(program, content)

    def draw(self, rows: np.ndarray, number: np.ndarray) -> int:
        """Draw geometries.

        Args:
            rows: One for each, float32 [n, floats].
            number: Which geometry, int32 [n].

        Returns:
            Number of draw calls.
        """
        if not len(rows):
            return 0
        if self._version != self._store.version:
            self._forget_arrays()
        calls, left = 0, np.ones(len(rows), bool)
        for own in self._store.own:
            mine = number == own
            if mine.any():
                left &= ~mine
                calls += self._draw_own(own, rows[mine])
        rows, number = rows[left], number[left]
        if not self._split:
            return calls + self._draw_clusters(0, rows, number)
        shows = self._store.layer[number] >= 0
        for kind, chosen in enumerate((~shows, shows)):
            calls += self._draw_clusters(kind, rows[chosen], number[chosen])
        return calls

    def _draw_own(self, number: int, rows: np.ndarray) -> int:
        layer = int(self._store.layer[number])
        program = self._programs[int(layer >= 0)]
        if number not in self._arrays:
            mesh = self._store.own[number]
            content = [
                attributes(program, mesh.vertices, VERTEX_FIELDS),
                attributes(program, self._rows.buffer, self._rows.fields, per_instance=True),
            ]
            self._arrays[number] = self._context.vertex_array(program, content, index_buffer=mesh.triangles)
        set_uniform(program, "own_layer", float(layer))
        self._rows.write(rows)
        self._arrays[number].render(moderngl.TRIANGLES, instances=len(rows))
        return 1

    def _draw_clusters(self, kind: int, rows: np.ndarray, number: np.ndarray) -> int:
        """Draw clusters of geometries without (0) or with a picture (1)."""
        count = self._store.cluster_count[number]
        total = int(count.sum())
        if not total:
            return 0
        end = np.cumsum(count)
        cluster = np.arange(total) + np.repeat(self._store.first_cluster[number] - (end - count), count)
        self._rows.write(np.repeat(rows, count, axis=0))
        self._numbers.write(np.stack((cluster, np.repeat(self._store.layer[number], count)), axis=1).astype(np.float32))
        self._store.textures.use()
        self._clusters[kind].render(moderngl.TRIANGLES, vertices=CLUSTER_CORNERS, instances=total)
        return 1

    def _forget_arrays(self) -> None:
        for array in self._arrays.values():
            array.release()
        self._arrays = {}
        self._version = self._store.version

    def release(self) -> None:
        """Give the memory back."""
        self._forget_arrays()
        for part in (*self._clusters, self._rows, self._numbers):
            part.release()
