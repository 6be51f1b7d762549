"""The version is written once, and what the project says about itself in several files is the same."""

import pathlib
import re
import tomllib

import physics
from app import command_line
from app.setup import bootstrap
from physics import version

ROOT = pathlib.Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def test_library_and_program_say_the_version_of_pyproject(capsys):
    assert physics.__version__ == PROJECT["version"]
    assert command_line.main(["--version"]) == 0
    assert capsys.readouterr().out == f"Kyvadlo {PROJECT['version']}\n"


def test_an_installed_library_reads_what_pip_has_noted(tmp_path, monkeypatch):
    monkeypatch.setattr(version.importlib.metadata, "version", lambda name: f"{name} 9.9")
    assert version.read_version(tmp_path) == "kyvadlo 9.9"
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "somebody"\nversion = "1.0"\n')
    assert version.read_version(tmp_path) == "kyvadlo 9.9", "a project that has the library in it is another one"


def test_change_log_and_citation_are_of_this_version():
    log = (ROOT / "CHANGELOG.md").read_text("utf-8")
    versions = re.findall(r"^## \[?(\d+\.\d+\.\d+)\]?", log, re.MULTILINE)
    assert versions[0] == PROJECT["version"]
    numbers = [tuple(map(int, text.split("."))) for text in versions]
    assert numbers == sorted(set(numbers), reverse=True)
    assert f"version: {PROJECT['version']}\n" in (ROOT / "CITATION.cff").read_text("utf-8")


def test_pinned_packages_are_within_the_ranges_of_the_library():
    pins = bootstrap.read_pins([ROOT / "requirements.txt"])
    for requirement in PROJECT["dependencies"]:
        name, low, high = re.fullmatch(r"(\w+)>=([\d.]+),<([\d.]+)", requirement).groups()
        pinned, least, most = ([int(part) for part in text.split(".")] for text in (pins[name], low, high))
        assert least <= pinned < most, requirement


def test_every_link_of_the_papers_leads_somewhere():
    papers = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]
    for paper in papers:
        for link in re.findall(r"\]\(([^)\s]+)\)", paper.read_text("utf-8")):
            if not link.startswith(("http://", "https://", "#", "mailto:")):
                assert (paper.parent / link.partition("#")[0]).exists(), f"{paper.name}: {link}"


def test_every_path_that_the_papers_name_exists():
    """Such as `physics/world.py`; with <name> or * in it, something must match."""
    missing = []
    for paper in [ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]:
        text = paper.read_text("utf-8")
        for path in set(re.findall(r"`((?:app|assets|bench|docs|physics|play|render|scenes|tests)/[\w./<>*]*)`", text)):
            pattern = re.sub(r"<\w+>", "*", path).rstrip("/")
            if not any(ROOT.glob(pattern)):
                missing.append(f"{paper.name}: {path}")
    assert missing == []
