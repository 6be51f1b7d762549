"""StepGuard: refuses what would change a world in the middle of a step."""


class StepGuard:
    """Knows whether a step is under way.

    Attributes:
        in_callback: Name of the callback that the kernels of a step wait for; "" for none.
        stepping: Whether controllers or scheduled callbacks are running.
    """

    __slots__ = ("in_callback", "stepping")

    def __init__(self) -> None:
        self.in_callback = ""
        self.stepping = False

    def need_idle(self, operation: str) -> None:
        """Refuse an operation while a step waits for a callback: rows must not move under it.

        Args:
            operation: What was to be done to a body, for the message: "removed".
        """
        if self.in_callback:
            raise RuntimeError(
                f"no body may be {operation} in {self.in_callback}, which runs in the middle of a step; "
                "use world.schedule(callback, after_steps=1)"
            )

    def need_no_step(self) -> None:
        """Refuse a step inside of a step."""
        if self.stepping or self.in_callback:
            raise RuntimeError("step must not be called from a callback of the same world; let the callback return")
