"""Sparks, dust and smoke."""

import moderngl
import numpy as np

from render.frame import Particles
from render.gpu import DrawnSquares, load_program
from render.passes.lines import relative_places

#: From this `puff` on, a particle is a ball of fire.
BALL = 1.5


class ParticlesPass:
    """Draws particles.

    Args:
        context: Where it lives.
    """

    def __init__(self, context: moderngl.Context) -> None:
        self._context = context
        self._programs = [load_program(context, "particles", BALL=ball) for ball in (0, 1)]
        streams = ((("in_place", 3),), (("in_size", 1),), (("in_color", 4),), (("in_glow", 1),), (("in_puff", 1),))
        self._squares = DrawnSquares(context, self._programs[0], *streams)
        self._balls = DrawnSquares(context, self._programs[1], *streams[:-1])

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
        balls = puff[order] >= BALL
        # Balls of fire first: the smoke of an explosion is around them.
        chosen, others = order[balls], order[~balls]
        calls = self._balls.draw(len(chosen), *(some[chosen] for some in streams[:-1]))
        return calls + self._squares.draw(len(others), *(some[others] for some in streams))

    def release(self) -> None:
        """Give the memory back."""
        for part in (self._squares, self._balls, *self._programs):
            part.release()
