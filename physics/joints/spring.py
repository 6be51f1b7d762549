"""Softness of joints: by frequency, by stiffness, or by ODE's ERP and CFM.

All springs, of what is locked (`Joint.set_softness`), of axes (`JointAxis.set_spring`) and of stops
(`JointAxis.set_limit_spring`), are given by hertz and damping_ratio, or by stiffness and damping.

A frequency is that of the mass m which the joint alone moves along the axis: the reduced mass m_a m_b / (m_a + m_b) of
its two bodies, which is nearly that of the lighter one if they are unlike, or the mass of the one body if the other is
the world; about an axis likewise the inertia. Of a body that is held beside its center m_a is how it answers to a push
there, 1 / (1 / mass + r^2 / inertia). What else rests or hangs on the two does not count. It makes the stiffness
m (2 pi hertz)^2 and the damping 2 damping_ratio m (2 pi hertz). What has to carry a load is better given by its
stiffness: the load over the way that it may give by.
"""

import dataclasses

from physics import checks, constants

#: Largest frequency, damping ratio, position and softness that make sense.
FAR = 1e6


@dataclasses.dataclass(frozen=True)
class Spring:
    """Softness, by frequency or by force; what is not given is 0."""

    hertz: float = 0.0
    damping_ratio: float = 0.0
    stiffness: float = 0.0
    damping: float = 0.0
    by_force: bool = False


def check_spring(
    before: tuple[float, float] = (0.0, 0.0),
    /,
    *,
    hertz: float | None = None,
    damping_ratio: float | None = None,
    stiffness: float | None = None,
    damping: float | None = None,
    erp: float | None = None,
    cfm: float | None = None,
    step: float | None = None,
) -> Spring:
    """Softness of a spring from one of the three ways to give it; `before` are hertz and damping_ratio if left out."""
    by_hertz = hertz is not None or damping_ratio is not None
    by_force = stiffness is not None or damping is not None
    by_erp = erp is not None or cfm is not None or step is not None
    if by_hertz + by_force + by_erp > 1:
        raise ValueError(
            "a spring takes hertz and damping_ratio, or stiffness and damping, or erp and cfm, got more; choose"
        )
    if by_erp:
        stiffness, damping = spring_of_erp_cfm(erp, cfm, 1.0 / 60.0 if step is None else step)
        return Spring(stiffness=stiffness, damping=damping, by_force=True)
    if by_force:
        strength = checks.in_range("stiffness", 0.0 if stiffness is None else stiffness, 0.0, constants.FORCE_MAX)
        loss = checks.in_range("damping", 0.0 if damping is None else damping, 0.0, constants.FORCE_MAX)
        return Spring(stiffness=strength, damping=loss, by_force=True)
    frequency = checks.in_range("hertz", before[0] if hertz is None else hertz, 0.0, FAR, "Hz")
    ratio = checks.in_range("damping_ratio", before[1] if damping_ratio is None else damping_ratio, 0.0, FAR)
    return Spring(hertz=frequency, damping_ratio=ratio)


def spring_of_erp_cfm(erp: float | None, cfm: float | None, step: float) -> tuple[float, float]:
    """Stiffness k = erp / (h cfm) and damping d = (1 - erp) / cfm of what ODE's ERP and CFM make at a step h.

    As forces they mean the same at every step and number of substeps. Both are 0, which is rigid, without cfm.
    """
    part = checks.in_range("erp", 0.2 if erp is None else erp, 0.0, 1.0)
    softness = checks.in_range("cfm", 0.0 if cfm is None else cfm, 0.0, FAR, "1/kg", "0 is rigid")
    h = checks.in_range("step", step, 1e-6, 1.0, "s")
    if softness == 0.0:
        return 0.0, 0.0
    return min(part / (h * softness), constants.FORCE_MAX), min((1.0 - part) / softness, constants.FORCE_MAX)
