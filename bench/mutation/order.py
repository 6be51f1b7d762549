"""Which tests are most likely to notice an error in a file: those first, so that most mutants die within seconds."""

import dataclasses
import pathlib
import re

#: Folders of tests that use most of the others.
USERS = ("play", "scenes")


@dataclasses.dataclass(frozen=True)
class Stage:
    """Tests that are run together, up to the first that fails.

    Attributes:
        name: What they are.
        files: Files of tests, in order, relative to the project.
        fast: Whether slow tests are left out.
    """

    name: str
    files: tuple[str, ...]
    fast: bool


def plan(root: pathlib.Path, path: str, *, near: int = 12) -> list[Stage]:
    """Stages of tests for a mutant of a file.

    Args:
        root: Folder of the project.
        path: The file, relative to it.
        near: How many files of tests the first stage has at most; of those, slow tests are run too.
    """
    files = sorted(file.relative_to(root).as_posix() for file in (root / "tests").rglob("test_*.py"))
    scores = {file: score(path, file, (root / file).read_text("utf-8")) for file in files}
    ranked = sorted(files, key=lambda file: -scores[file])  # stable: by name among equals
    first = [file for file in ranked if scores[file] > 1][:near]
    own = [file for file in ranked if file not in first and scores[file] > 0]
    rest = [file for file in ranked if file not in first and scores[file] == 0 and not _is_about_sources(file)]
    rest.sort(key=lambda file: file.split("/")[1] not in USERS)
    stages = [
        Stage("near", tuple(first), False),
        Stage("package", tuple(own), True),
        Stage("others", tuple(rest), True),
    ]
    return [stage for stage in stages if stage.files]


def score(path: str, file: str, text: str) -> int:
    """How close a file of tests is to a source file; 0 for one of another package.

    Args:
        path: Source file, such as `physics/kernels/joints/solve.py`.
        file: File of tests, such as `tests/physics/joints/test_types.py`.
        text: Its content.
    """
    source, tests = pathlib.PurePosixPath(path), pathlib.PurePosixPath(file)
    module = ".".join(source.with_suffix("").parts)
    points = int(tests.parts[1] == source.parts[0])
    points += 2 * (len(source.parts) > 2 and source.parts[-2] in tests.parts[2:-1])
    points += 2 * bool(re.search(rf"(^|_){re.escape(source.stem)}s?(_|$)", tests.stem.removeprefix("test_")))
    package, _, name = module.rpartition(".")
    imported = rf"\b{re.escape(module)}\b|from {re.escape(package)} import [^\n]*\b{re.escape(name)}\b"
    points += 6 * bool(re.search(imported, text)) + 6 * (path in text)
    return points


def _is_about_sources(file: str) -> bool:
    """Whether tests look at the text of sources, which every mutant changes, and not at what they do."""
    return pathlib.PurePosixPath(file).parts[:-1] == ("tests",)
