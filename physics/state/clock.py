"""Clock: simulated time of a world."""


class Clock:
    """How far a world has come.

    Attributes:
        step_count: Steps done.
        time: Simulated time [s].
    """

    __slots__ = ("step_count", "time")

    def __init__(self) -> None:
        self.step_count = 0
        self.time = 0.0
