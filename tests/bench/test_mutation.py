"""Tests of bench/mutation, on sources of a few lines and on a project of two packages."""

import ast
import pathlib

import pytest

from bench.mutation import __main__ as command, order, trial
from bench.mutation.mutants import Mutant, list_mutants
from bench.mutation.scratch import Scratch

SOURCE = '''"""Text with a - b in it."""

LIMIT: int | None = 3 * 1


def reach(a, b: float = 1 + 2, *names):
    """Adds a + b."""
    if not (a < b  # a comment with <
            and b <= LIMIT):
        raise ValueError(f"{a + b} is too much" + "!")
    total = min(a, b) - a * b
    total += a
    return total if a == b else "a" + "b"
'''
EXPECTED = [
    (3, "*", "+", ""),
    (6, "+", "-", "reach"),
    (8, "not ", "", "reach"),
    (8, "<", ">=", "reach"),
    (9, "and", "or", "reach"),
    (9, "<=", "<", "reach"),
    (11, "min", "max", "reach"),
    (11, "-", "+", "reach"),
    (11, "*", "+", "reach"),
    (12, "+", "-", "reach"),
    (13, "==", "!=", "reach"),
]

TINY = {
    "tiny/__init__.py": "",
    "tiny/sums.py": "def add(a, b):\n    return a + b\n",
    "tiny/loops.py": "def count(n):\n    i = 0\n    while i < n:\n        i += 1\n    return i\n",
    "tiny/extra.py": "def widen(x):\n    return x * 1\n",
    "tests/tiny/test_sums.py": "from tiny.sums import add\n\n\ndef test_add():\n    assert add(2, 3) == 5\n",
    "tests/tiny/test_loops.py": "from tiny import loops\n\n\ndef test_count():\n    assert loops.count(3) == 3\n",
    "tests/other/test_other.py": "def test_nothing():\n    pass\n",
    "pyproject.toml": '[tool.pytest.ini_options]\npythonpath = ["."]\nmarkers = ["slow: long"]\n',
}


@pytest.fixture
def tiny(tmp_path):
    """Folder of a project of a few lines."""
    root = tmp_path / "work"
    for name, text in TINY.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    return root


def mutants_of(root: pathlib.Path, path: str) -> list[Mutant]:
    return list_mutants(path, (root / path).read_bytes())


def test_every_operator_that_acts_has_a_mutant_and_nothing_else():
    """Neither texts nor annotations nor messages of errors count: they do nothing that a test of behavior sees."""
    found = list_mutants("reach.py", SOURCE.encode())
    assert [(m.line, m.old, m.new, m.function) for m in found] == EXPECTED


def test_a_mutant_differs_in_one_place_and_is_a_program():
    source = SOURCE.encode()
    for mutant in list_mutants("reach.py", source):
        changed = mutant.apply(source)
        assert ast.dump(ast.parse(changed)) != ast.dump(ast.parse(source))
        assert changed.count(b"\n") == source.count(b"\n")
        different = [a for a, b in zip(source.splitlines(), changed.splitlines(), strict=True) if a != b]
        assert [line.decode().strip() for line in different] == [mutant.text]


def test_a_mutant_of_a_file_that_has_changed_since_is_refused():
    mutant = list_mutants("reach.py", SOURCE.encode())[0]
    with pytest.raises(ValueError, match="list the mutants again"):
        mutant.apply(b"# another line\n" + SOURCE.encode())


def test_the_same_seed_draws_the_same_mutants(tiny):
    sources = trial.read_sources(tiny, ["tiny"])
    assert command.draw(sources, 3, 1) == command.draw(dict(reversed(sources.items())), 3, 1)
    drawn = {tuple(command.draw(sources, 3, seed)) for seed in range(8)}
    assert len(drawn) > 1
    assert len(command.draw(sources, 100, 1)) == sum(len(mutants_of(tiny, path)) for path in sources)


def test_unknown_paths_are_refused(tiny):
    with pytest.raises(FileNotFoundError, match="name files or folders"):
        trial.read_sources(tiny, ["tiny/none.py"])


def test_tests_nearest_to_a_file_come_first(tiny):
    near, own, others = order.plan(tiny, "tiny/sums.py", near=1)
    assert near.files == ("tests/tiny/test_sums.py",) and not near.fast
    assert own.files == ("tests/tiny/test_loops.py",) and own.fast
    assert others.files == ("tests/other/test_other.py",) and others.fast


def test_the_copy_is_as_it_was_after_a_mutant(tiny, tmp_path):
    scratch = Scratch(tiny, tmp_path / "copy")
    (mutant,) = mutants_of(tiny, "tiny/sums.py")
    path = scratch.root / "tiny/sums.py"
    before, time = path.read_bytes(), path.stat().st_mtime_ns
    with scratch.mutated(mutant):
        assert path.read_text() == "def add(a, b):\n    return a - b\n"
    assert (path.read_bytes(), path.stat().st_mtime_ns) == (before, time)
    assert (tiny / "tiny/sums.py").read_bytes() == before, "the work tree is not touched"


def test_what_tests_notice_is_killed_and_what_they_do_not_survives(tiny, tmp_path):
    scratch = Scratch(tiny, tmp_path / "copy")
    (mutant,) = mutants_of(tiny, "tiny/sums.py")
    killed = trial.attempt(scratch, mutant, 60.0)
    assert (killed.verdict, killed.reason) == ("killed", "tests/tiny/test_sums.py::test_add")
    (mutant,) = mutants_of(tiny, "tiny/extra.py")
    assert trial.attempt(scratch, mutant, 60.0).verdict == "survived"


def test_a_mutant_that_never_ends_is_ended(tiny, tmp_path):
    scratch = Scratch(tiny, tmp_path / "copy")
    endless = next(mutant for mutant in mutants_of(tiny, "tiny/loops.py") if mutant.old == "+")
    assert trial.attempt(scratch, endless, 5.0).verdict == "timeout"


def test_a_test_that_fails_anyhow_kills_nothing(tiny, tmp_path):
    (tiny / "tests/tiny/test_sums.py").write_text("def test_add():\n    assert False\n")
    (mutant,) = mutants_of(tiny, "tiny/sums.py")
    found = trial.attempt(Scratch(tiny, tmp_path / "copy"), mutant, 60.0)
    assert found.verdict == "unclear" and "fails without the mutant" in found.reason


def test_the_command_writes_a_table_and_knows_equivalent_mutants(tiny, tmp_path, capsys):
    known = tmp_path / "known.toml"
    known.write_text(
        '[[mutant]]\npath = "tiny/extra.py"\ntext = "return x * 1"\nchange = "* -> +"\nreason = "nobody widens"\n'
    )
    words = ["--mutate", "9", "--seed", "2", "tiny/sums.py", "tiny/extra.py"]
    assert command.main(words, tiny, known) == 0
    text = (tiny / "bench_results/mutants.md").read_text()
    assert "| tiny/sums.py:2 `add` | `return a + b` | `+ -> -` | killed | tests/tiny/test_sums.py::test_add |" in text
    assert "equivalent | nobody widens" in text and "1 equivalent, 1 killed" in text
    assert text in capsys.readouterr().out + "\n"
    known.write_text("")
    assert command.main(["--mutate", "1", "tiny/extra.py"], tiny, known) == 1, "a survivor is a failure"


@pytest.mark.parametrize("words", [["--mutate", "0"], ["--mutate", "1", "--limit", "0"], ["--mutate", "many"], []])
def test_bad_words_are_refused(words):
    with pytest.raises(SystemExit):
        command.parse(words)


def test_every_listed_equivalent_is_still_a_mutant():
    """One whose line was edited is listed in vain."""
    for entry in command.tomllib.loads(command.EQUIVALENT.read_text("utf-8")).get("mutant", []):
        source = (command.ROOT / entry["path"]).read_bytes()
        found = {(mutant.text, command.describe(mutant)) for mutant in list_mutants(entry["path"], source)}
        assert (entry["text"], entry["change"]) in found, entry
        assert entry["reason"].strip()
