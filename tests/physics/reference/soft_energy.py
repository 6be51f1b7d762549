"""Energy of the elements of soft bodies, written plainly: what forces are judged by."""

import numpy as np

from physics.kernels.layout import soft as SOFT


def springs(made, place):
    """Springs: half the stiffness times the stretch squared; less of it where they are pressed [J]."""
    total = 0.0
    for (a, b), row in zip(made.spring_ends, made.spring, strict=True):
        stretch = np.linalg.norm(place[a] - place[b]) - row[SOFT.SPRING_REST]
        factor = row[SOFT.SPRING_PRESSED] if stretch < 0.0 else 1.0
        total += 0.5 * factor * row[SOFT.SPRING_STIFFNESS] * stretch**2
    return total


def hinges(made, place):
    """Bending: the weighted sum of four corners, against its length at rest [J]."""
    total = 0.0
    for corners, row in zip(made.hinge_corners, made.hinge, strict=True):
        bent = np.linalg.norm(row[:4] @ place[corners])
        total += 0.5 * row[SOFT.HINGE_STIFFNESS] * (bent - row[SOFT.HINGE_REST]) ** 2
    return total


def stable(gradient, mu, lam, swell, dimensions):
    """Neo-Hooke that is at rest at the identity and finite when turned inside out."""
    rest = 1.0 + mu / (lam + mu)
    return 0.5 * mu * ((gradient**2).sum() - dimensions) + 0.5 * (lam + mu) * (swell - rest) ** 2


def membranes(made, place):
    """Skin: Neo-Hooke in two dimensions [J]."""
    total = 0.0
    for (i, j, k), row in zip(made.membrane_corners, made.membrane, strict=True):
        gradient = np.column_stack([place[j] - place[i], place[k] - place[i]]) @ row[:4].reshape(2, 2)
        swell = np.sqrt(np.linalg.det(gradient.T @ gradient))
        total += stable(gradient, row[SOFT.MEMBRANE_MU], row[SOFT.MEMBRANE_LAMBDA], swell, 2)
    return total


def tets(made, place):
    """Solids: Neo-Hooke [J]."""
    total = 0.0
    for (o, i, j, k), row in zip(made.tet_corners, made.tet, strict=True):
        edges = np.column_stack([place[i] - place[o], place[j] - place[o], place[k] - place[o]])
        gradient = edges @ row[:9].reshape(3, 3)
        total += stable(gradient, row[SOFT.TET_MU], row[SOFT.TET_LAMBDA], np.linalg.det(gradient), 3)
    return total


def enclosed(made, place):
    """Volume inside of the surface [m^3]."""
    a, b, c = (place[made.face[:, k]] for k in range(3))
    return float(np.einsum("ij,ij->", a, np.cross(b, c)) / 6.0)


def inside(made, place, trait, flags):
    """Gas or liquid [J]."""
    volume = enclosed(made, place)
    if flags & SOFT.FLAG_LIQUID:
        rest = trait[SOFT.TRAIT_VOLUME_REST]
        return 0.5 * trait[SOFT.TRAIT_BULK] / rest * (volume - rest) ** 2
    if flags & SOFT.FLAG_GAS:
        return trait[SOFT.TRAIT_OUTSIDE] * volume - trait[SOFT.TRAIT_GAS] * np.log(volume)
    return 0.0


def all_elements(made, place):
    """Everything but what is inside [J]."""
    return springs(made, place) + hinges(made, place) + membranes(made, place) + tets(made, place)


def forces(energy, place, step=1e-6):
    """Minus the gradient of an energy, by central differences [N], shape [n, 3]."""
    force = np.zeros_like(place)
    for v in range(len(place)):
        for axis in range(3):
            above, below = place.copy(), place.copy()
            above[v, axis] += step
            below[v, axis] -= step
            force[v, axis] = (energy(below) - energy(above)) / (2.0 * step)
    return force
