"""Framebuffers of one picture size: multisampled light, the same resolved, and the mask of the outline."""

import moderngl


class Targets:
    """Buffers for one size.

    Args:
        context: Where they live.
        size: Width and height [pixels], at least 1.
        samples: Samples per pixel; 0 for none.
    """

    def __init__(self, context: moderngl.Context, size: tuple[int, int], samples: int) -> None:
        self.size = size
        self.light = context.texture(size, 4, dtype="f2")
        self.mask = context.texture(size, 1)
        for texture in (self.light, self.mask):
            texture.filter = (moderngl.LINEAR, moderngl.LINEAR)
            texture.repeat_x = texture.repeat_y = False
        self.mask_buffer = context.framebuffer([self.mask])
        self._depth = context.depth_renderbuffer(size, samples=samples)
        self._parts: list = []
        if samples:
            self._parts = [context.renderbuffer(size, 4, samples=samples, dtype="f2")]
            self.scene = context.framebuffer(self._parts, self._depth)
            self._resolved = context.framebuffer([self.light])
            self._parts.append(self._resolved)
        else:
            self.scene = context.framebuffer([self.light], self._depth)
            self._resolved = None

    def resolve(self, context: moderngl.Context) -> None:
        """Make `light` the mean of the samples."""
        if self._resolved is not None:
            context.copy_framebuffer(self._resolved, self.scene)

    def release(self) -> None:
        """Give the memory back."""
        for part in (self.scene, self.mask_buffer, *self._parts, self._depth, self.light, self.mask):
            part.release()
