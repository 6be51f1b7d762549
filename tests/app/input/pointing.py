"""A mouse for tests: it points along one ray, and is free or caught as the test says."""


class Pointing:
    """Stands for `app.input.mouse.Mouse`.

    Args:
        ray: Called for the ray.
    """

    def __init__(self, ray):
        self.pointer_ray = self.middle_ray = ray
        self.caught = False

    def free(self):
        """Let the pointer go."""
        was, self.caught = self.caught, False
        return was

    def catch(self):
        """Catch it."""
        self.caught = True
