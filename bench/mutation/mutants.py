"""All mutants of a source text: one operator, comparison or choice replaced by another.

Text is replaced, not regenerated from the tree: line numbers stay, and so does what the caches say about other files.
"""

import ast
import dataclasses
import itertools
import re
from collections.abc import Iterator

#: Operators of the syntax tree, as they are written, and what replaces them.
OPERATORS = {
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: ("*", "+"),
    ast.Div: ("/", "*"),
    ast.FloorDiv: ("//", "*"),
    ast.Mod: ("%", "*"),
    ast.LShift: ("<<", ">>"),
    ast.RShift: (">>", "<<"),
    ast.BitAnd: ("&", "|"),
    ast.BitOr: ("|", "&"),
    ast.Lt: ("<", ">="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", "<="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.And: ("and", "or"),
    ast.Or: ("or", "and"),
}

#: Functions that choose, and the opposite choice.
CHOICES = {"min": "max", "max": "min", "any": "all", "all": "any"}

#: What the text of an error or a type says is not judged by tests of behavior.
SKIPPED = (ast.Raise, ast.arg, ast.JoinedStr, ast.Assert)


@dataclasses.dataclass(frozen=True, order=True)
class Mutant:
    """One small error.

    Attributes:
        path: File, relative to the project.
        line: Where, from 1.
        start: First byte of the replaced text in the file.
        old: Replaced text.
        new: What stands there instead.
        function: Name of the innermost function around it, or nothing.
        text: The whole line, without the spaces around it.
    """

    path: str
    line: int
    start: int
    old: str
    new: str
    function: str
    text: str

    def apply(self, source: bytes) -> bytes:
        """The source with the error in it."""
        end = self.start + len(self.old.encode())
        if source[self.start : end] != self.old.encode():
            raise ValueError(f"{self.path}:{self.line} no longer has {self.old!r} where it was; list the mutants again")
        return source[: self.start] + self.new.encode() + source[end:]


def list_mutants(path: str, source: bytes) -> list[Mutant]:
    """Every mutant of a file, in the order of the text.

    Args:
        path: For the mutants.
        source: Content of the file.
    """
    lines = source.splitlines(keepends=True)
    starts = [0, *itertools.accumulate(map(len, lines))]
    found = []
    for node, function in _walk(ast.parse(source), ""):
        for start, old, new in _changes(node, source, starts):
            line = source.count(b"\n", 0, start) + 1
            text = lines[line - 1].decode().strip()
            found.append(Mutant(path, line, start, old, new, function, text))
    return sorted(found)


def _walk(node: ast.AST, function: str) -> Iterator[tuple[ast.AST, str]]:
    """All nodes that behavior depends on, with the function around each."""
    if isinstance(node, SKIPPED):
        return
    children: list[ast.AST]
    if isinstance(node, ast.FunctionDef):
        function = node.name
        children = [*node.args.defaults, *filter(None, node.args.kw_defaults), *node.body]
    elif isinstance(node, ast.AnnAssign):
        children = [node.value] if node.value else []
    else:
        yield node, function
        children = list(ast.iter_child_nodes(node))
    for child in children:
        yield from _walk(child, function)


def _changes(node: ast.AST, source: bytes, starts: list[int]) -> Iterator[tuple[int, str, str]]:
    """Place, old and new text of every mutant of one node."""
    match node:
        case ast.BinOp(left, operator, right) if not (_is_text(left) or _is_text(right)):
            yield from _between(left, right, operator, source, starts)
        case ast.AugAssign(target, operator, value) if not _is_text(value):
            yield from _between(target, value, operator, source, starts)
        case ast.Compare(left, operators, comparators):
            for a, operator, b in zip([left, *comparators], operators, comparators, strict=False):
                yield from _between(a, b, operator, source, starts)
        case ast.BoolOp(operator, values):
            for a, b in itertools.pairwise(values):
                yield from _between(a, b, operator, source, starts)
        case ast.UnaryOp(ast.Not()):
            start = starts[node.lineno - 1] + node.col_offset
            yield start, source[start : start + len("not ")].decode(), ""
        case ast.Call(ast.Name(name)) if name in CHOICES and not _is_text(node):
            yield starts[node.lineno - 1] + node.col_offset, name, CHOICES[name]


def _between(
    left: ast.expr, right: ast.expr, operator: ast.AST, source: bytes, starts: list[int]
) -> Iterator[tuple[int, str, str]]:
    """The mutant of an operator between two operands, if there is one for it."""
    if type(operator) not in OPERATORS or left.end_lineno is None or left.end_col_offset is None:
        return
    old, new = OPERATORS[type(operator)]
    begin = starts[left.end_lineno - 1] + left.end_col_offset
    end = starts[right.lineno - 1] + right.col_offset
    # Only brackets, spaces and comments stand between operands beside the operator.
    gap = re.sub(rb"#[^\n]*", lambda comment: b" " * len(comment[0]), source[begin:end])
    place = gap.find(old.encode())
    if place >= 0:
        yield begin + place, old, new


def _is_text(node: ast.AST) -> bool:
    """Whether a node is a text, which `+` joins and `%` fills."""
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))
