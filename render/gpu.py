"""Small helpers around moderngl: shader programs from files, buffers that grow, drawn meshes."""

import pathlib
import re

import moderngl
import numpy as np

SHADER_FOLDER = pathlib.Path(__file__).parent / "passes" / "shaders"

#: Uniform blocks of `render.uniforms`; the place of a name is where it is bound.
BLOCKS = ("Frame", "Lamps")

#: Fields of a vertex buffer: name and number of floats.
Fields = tuple[tuple[str, int], ...]

MESH_FIELDS: Fields = (("in_position", 3), ("in_normal", 3), ("in_side", 1))
ROW_FIELDS: Fields = (("in_place", 4), ("in_rotation", 4), ("in_size", 4), ("in_tint", 4))
SHADOW_FIELDS: Fields = ROW_FIELDS[:3]  # a shadow has no color

#: Corners of a square as a strip of two triangles.
CORNERS = np.array(((-1, -1), (1, -1), (-1, 1), (1, 1)), np.float32)


def shader_source(name: str) -> str:
    """Text of a shader file, with the files that it includes put in."""
    text = (SHADER_FOLDER / f"{name}.glsl").read_text(encoding="utf-8")
    return re.sub(r'#include "(\w+)\.glsl"', lambda match: shader_source(match[1]), text)


def load_program(context: moderngl.Context, name: str, **defines: int) -> moderngl.Program:
    """Compile `passes/shaders/<name>.glsl`: with VERTEX defined it is the vertex shader, else the fragment shader."""
    head = "#version 330 core\n" + "".join(f"#define {key} {value}\n" for key, value in defines.items())
    source = shader_source(name)
    program = context.program(vertex_shader=f"{head}#define VERTEX\n{source}", fragment_shader=head + source)
    for binding, block in enumerate(BLOCKS):
        if block in program:
            program[block].binding = binding
    return program


def set_uniform(program: moderngl.Program, name: str, value: float) -> None:
    """Set a uniform, unless the compiler found that it is not used."""
    if name in program:
        program[name].value = value


def attributes(
    program: moderngl.Program, buffer: moderngl.Buffer, fields: Fields, *, per_instance: bool = False
) -> tuple:
    """Describe a buffer to moderngl; fields that the program does not use are skipped."""
    layout = " ".join(f"{count}f" if name in program else f"{4 * count}x" for name, count in fields)
    names = [name for name, _ in fields if name in program]
    return buffer, layout + ("/i" if per_instance else ""), *names


class GrowingBuffer:
    """Buffer that is written anew every frame. It doubles when it is too small and never shrinks.

    Args:
        context: Where it lives.
        fields: What one row holds.
        number: Type of all numbers in it, of four bytes.
    """

    def __init__(self, context: moderngl.Context, fields: Fields, number: type = np.float32) -> None:
        self.fields = fields
        self._number = number
        self.row_bytes = 4 * sum(count for _, count in fields)
        self.capacity = 64
        self.buffer = context.buffer(reserve=self.capacity * self.row_bytes, dynamic=True)

    def write(self, rows: np.ndarray, *, first: int = 0) -> None:
        """Replace the contents. The old storage is given up first, so that the GPU may go on reading it.

        Args:
            rows: All rows one after another, of the type of the buffer.
            first: Where the first of them goes; what is before it is not to be read.
        """
        count = rows.nbytes // self.row_bytes
        while self.capacity < first + count:
            self.capacity *= 2
        self.buffer.orphan(self.capacity * self.row_bytes)
        if count:
            self.buffer.write(np.ascontiguousarray(rows, self._number), offset=first * self.row_bytes)

    def release(self) -> None:
        """Give the memory back."""
        self.buffer.release()


class DrawnMesh:
    """A mesh that is drawn once for each row of an instance buffer.

    Args:
        context: Where it lives.
        program: Shaders.
        mesh: Vertices, float32 [n, 7], and triangles, int32 [k, 3], or edges, int32 [k, 2].
        fields: What a row holds.
        mode: moderngl.TRIANGLES or moderngl.LINES.
    """

    def __init__(
        self,
        context: moderngl.Context,
        program: moderngl.Program,
        mesh: tuple[np.ndarray, np.ndarray],
        fields: Fields,
        *,
        mode: int = moderngl.TRIANGLES,
    ) -> None:
        self._mode = mode
        self._vertices = context.buffer(np.ascontiguousarray(mesh[0], np.float32))
        self._triangles = context.buffer(np.ascontiguousarray(mesh[1], np.int32))
        self._rows = GrowingBuffer(context, fields)
        content = [
            attributes(program, self._vertices, MESH_FIELDS),
            attributes(program, self._rows.buffer, fields, per_instance=True),
        ]
        self._array = context.vertex_array(program, content, index_buffer=self._triangles)

    def draw(self, rows: np.ndarray) -> int:
        """Draw all rows; returns the number of draw calls."""
        if len(rows) == 0:
            return 0
        self._rows.write(rows)
        self._array.render(self._mode, instances=len(rows))
        return 1

    def release(self) -> None:
        """Give the memory back."""
        for part in (self._array, self._rows, self._vertices, self._triangles):
            part.release()


class DrawnSquares:
    """A square with two triangles for each row of some instance buffers.

    Args:
        context: Where it lives.
        program: Shaders.
        streams: Fields of each instance buffer.
    """

    def __init__(self, context: moderngl.Context, program: moderngl.Program, *streams: Fields) -> None:
        self._corners = context.buffer(CORNERS)
        self._streams = [GrowingBuffer(context, fields) for fields in streams]
        content = [(self._corners, "2f", "in_corner")]
        content += [attributes(program, some.buffer, some.fields, per_instance=True) for some in self._streams]
        self._array = context.vertex_array(program, content)

    def draw(self, count: int, *streams: np.ndarray) -> int:
        """Draw `count` squares from the rows of all buffers; returns the number of draw calls."""
        if count == 0:
            return 0
        for buffer, rows in zip(self._streams, streams, strict=True):
            buffer.write(rows)
        self._array.render(moderngl.TRIANGLE_STRIP, vertices=4, instances=count)
        return 1

    def release(self) -> None:
        """Give the memory back."""
        for part in (self._array, self._corners, *self._streams):
            part.release()


class DrawnLines:
    """Lines of a pixel, from vertex buffers with two rows for each.

    Args:
        context: Where it lives.
        program: Shaders.
        streams: Fields of each vertex buffer.
    """

    def __init__(self, context: moderngl.Context, program: moderngl.Program, *streams: Fields) -> None:
        self._streams = [GrowingBuffer(context, fields) for fields in streams]
        content = [attributes(program, some.buffer, some.fields) for some in self._streams]
        self._array = context.vertex_array(program, content)

    def draw(self, count: int, *streams: np.ndarray) -> int:
        """Draw `count` lines; returns the number of draw calls."""
        if count == 0:
            return 0
        for buffer, rows in zip(self._streams, streams, strict=True):
            buffer.write(rows)
        self._array.render(moderngl.LINES, vertices=2 * count)
        return 1

    def release(self) -> None:
        """Give the memory back."""
        for part in (self._array, *self._streams):
            part.release()
