"""Sparks, dust and smoke."""

import moderngl
import numpy as np

from render.frame import Particles
from render.gpu import DrawnSquares, load_program
from render.passes.lines import relative_places


class ParticlesPass:
    """Draws particles.

    Args:
        context: Where it lives.
    """

    def __init__(self, context: moderngl.Context) -> None:
        self._context = context
        self._program = load_program(context, "particles")
        streams = ((("in_place", 3),), (("in_size", 1),), (("in_color", 4),), (("in_glow", 1),), (("in_puff", 1),))
        self._squares = DrawnSquares(context, self._program, *streams)

    def draw(self, particles: Particles, eye: tuple[float, float, float]) -> int:
        """Draw all particles into the bound framebuffer; returns the number of draw calls."""
        context = self._context
        context.enable_only(moderngl.DEPTH_TEST | moderngl.BLEND)
        context.depth_func = "<="
        context.blend_func = moderngl.ONE, moderngl.ONE_MINUS_SRC_ALPHA
        place = relative_places(particles.place, eye)
        order = np.argsort(-np.square(place).sum(axis=1))  # the farthest first: smoke hides what is behind it
        puff = np.zeros_like(particles.glow) if particles.puff is None else particles.puff
        streams = (place, particles.size, particles.color, particles.glow, puff)
        return self._squares.draw(len(place), *(some[order] for some in streams))

    def release(self) -> None:
        """Give the memory back."""
        self._squares.release()
        self._program.release()
