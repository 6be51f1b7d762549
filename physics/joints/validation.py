"""Checks that the lists of joints hold together: every body lists its joints, and every joint knows its neighbors."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from physics.kernels.layout import joint as JOINT

if TYPE_CHECKING:
    from physics.joints.table import JointTable


def validate(table: "JointTable") -> None:
    """Compare handles, rows, numbers and lists of joints with one another.

    Raises:
        AssertionError: They do not fit together; the message says what does not.
    """
    expected: dict[int, list[int]] = {row: [] for row in range(table.arrays.body_top)}
    for row, joint in enumerate(table.handles):
        if joint is None:
            continue
        _need(joint._row == row and table.ids.of_row[row] == joint._id, f"{joint!r} is not in its row")
        _need(row not in table.arrays.free_joints, f"row {row} is both free and in use")
        for side in range(2):
            expected[int(table.arrays.joints.info[row, JOINT.BODY_A + side])].append(row)
    for body, rows in expected.items():
        listed = sorted(edge >> 1 for edge in _walk(table, body))
        _need(listed == sorted(rows), f"joints of body {body} are {listed}, not {sorted(rows)}")


def _walk(table: "JointTable", row: int) -> Iterator[int]:
    """Edges (joint * 2 + side) in the list of a body, front to back; neighbors must agree with one another."""
    joints = table.arrays.joints.info
    before, edge = 0, int(table.arrays.bodies.joint[row])
    for _ in range(2 * len(joints)):
        if not edge:
            return
        joint, side = edge >> 1, edge & 1
        _need(joints[joint, JOINT.FLAGS] & JOINT.FLAG_ALIVE != 0, f"body {row} lists the dead joint {joint}")
        _need(joints[joint, JOINT.BODY_A + side] == row, f"body {row} lists the joint {joint} of another body")
        _need(joints[joint, JOINT.PREV_A + 2 * side] == before, f"joint {joint} has another neighbor in front")
        yield edge
        before, edge = edge, int(joints[joint, JOINT.NEXT_A + 2 * side])
    raise AssertionError(f"the list of body {row} has no end")


def _need(holds: bool, sentence: str) -> None:
    if not holds:
        raise AssertionError(sentence)
