"""The benchmark scenes of boxes, spheres and capsules, and the table of all scenes: plain numbers, no engine imported.

Y is up, capsules lie along their local Y axis, quaternions are (x, y, z, w). Jitter comes from a 32-bit linear
congruential generator instead of numpy, so that every engine, in whatever environment it runs, gets the same bits.
"""

from collections.abc import Callable

from bench.scenes.bodies import UNIT_BOX, Jitter, PeerBody, PeerScene, grid
from bench.scenes.joint_scenes import hanging_chains, hanging_grid, ragdoll_pile
from bench.scenes.shape_scenes import bodies_on_terrain, cylinder_pile, hull_pile, rays_in_the_air
from bench.scenes.softs import SOFT_SCENES


def box_pile(key: str, count_x: int, count_z: int) -> PeerScene:
    """Ten layers of unit boxes, dropped on a plane; a larger pile is wider, not taller: the work per box is alike."""
    jitter = Jitter(12345)
    points = grid(count_x, 10, count_z, pitch=1.1, rise=1.1, bottom=1.05)
    boxes = tuple(PeerBody("box", UNIT_BOX, jitter.around(*point, spread=0.045)) for point in points)
    return PeerScene(key, f"pile of {len(boxes):,} boxes", 300, boxes)


def wall_pyramid() -> PeerScene:
    """A wall of 30 rows, one box fewer in each; rows touch exactly, neighbors are 2 cm apart."""
    boxes = tuple(
        PeerBody("box", UNIT_BOX, ((i - (29 - row) / 2) * 1.02, 0.5 + row, 0.0))
        for row in range(30)
        for i in range(30 - row)
    )
    return PeerScene("B", "wall pyramid, 465 boxes", 600, boxes)


def mixed_pile() -> PeerScene:
    """1,000 spheres, boxes and capsules by turns, randomly turned, dropped on a plane."""
    jitter = Jitter(54321)
    kinds = (("sphere", (0.5,)), ("box", (0.4, 0.4, 0.4)), ("capsule", (0.3, 0.4)))
    bodies = tuple(
        PeerBody(*kinds[i % 3], jitter.around(*point, spread=0.05), jitter.rotation())
        for i, point in enumerate(grid(10, 10, 10, pitch=1.5, rise=1.5, bottom=1.5))
    )
    return PeerScene("C", "1,000 mixed shapes", 300, bodies)


def spheres_in_box() -> PeerScene:
    """5,000 spheres falling into an open box, 20 m wide inside."""
    walls = [PeerBody("box", (12.0, 1.0, 12.0), (0.0, -1.0, 0.0))]
    for side in (-11.0, 11.0):
        walls.append(PeerBody("box", (1.0, 20.0, 12.0), (side, 20.0, 0.0)))
        walls.append(PeerBody("box", (12.0, 20.0, 1.0), (0.0, 20.0, side)))
    jitter = Jitter(999)
    points = list(grid(16, 20, 16, pitch=1.2, rise=1.15, bottom=1.0))[:5000]
    spheres = tuple(PeerBody("sphere", (0.5,), jitter.around(*point, spread=0.05)) for point in points)
    return PeerScene(
        "E", "5,000 spheres in a box", 300, spheres, plane=False, walls=tuple(walls), inner_half_width=10.0
    )


SCENES: dict[str, Callable[[], PeerScene]] = {
    "A": lambda: box_pile("A", 10, 10),
    "B": wall_pyramid,
    "C": mixed_pile,
    "D": hanging_chains,
    "E": spheres_in_box,
    "T": bodies_on_terrain,
    "H": hull_pile,
    "Y": cylinder_pile,
    "R": rays_in_the_air,
    "G": hanging_grid,
    "J": ragdoll_pile,
    **SOFT_SCENES,
    "A2": lambda: box_pile("A2", 20, 10),
    "A4": lambda: box_pile("A4", 20, 20),
    "A8": lambda: box_pile("A8", 40, 20),
}
GROWTH = ("A", "A2", "A4", "A8")  # the same pile with 1, 2, 4 and 8 thousand boxes
