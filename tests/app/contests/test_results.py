import json

import pytest

from app.contests.results import Results
from play.contests.contest import Best


@pytest.fixture
def path(tmp_path):
    return tmp_path / "kyvadlo" / "results.json"


def test_results_come_back_from_the_file_but_for_when_they_were(path):
    results = Results(path)
    assert results.put("world_village", "lap", (Best(23.5, (3.0, 7.25), "blue car", 5.0, 28.5, 0),))
    assert results.put("world_village", "race", (None, Best(60.0), None)) and results.put(
        "yard", "range", (Best(90.0),)
    )
    assert results.save() is None
    again, notes = Results.load(path)
    assert notes == [] and again.of("world_village", "lap") == (Best(23.5, (3.0, 7.25), "blue car"),)
    assert again.of("world_village", "race") == (None, Best(60.0), None) and again.of("yard", "range") == (Best(90.0),)
    assert again.of("yard", "lap") == () and again.of("nowhere", "lap") == ()


def test_nothing_changes_when_the_same_is_put_again(path):
    results = Results(path)
    assert results.put("yard", "lap", (Best(20.0),)) and not results.put("yard", "lap", (Best(20.0),))
    assert (
        results.put("yard", "lap", (None,)) and not results.put("yard", "lap", (None,)) and not results.scenes["yard"]
    )


def test_no_file_means_no_results_and_no_words(path):
    results, notes = Results.load(path)
    assert results.scenes == {} and notes == [] and not path.exists()


@pytest.mark.parametrize("text", ["{", "[]", '{"scenes": 3}', "\x00", "[" * 100_000])
def test_a_damaged_file_is_kept_aside_and_told(path, text):
    path.parent.mkdir()
    path.write_text(text)
    results, notes = Results.load(path)
    assert results.scenes == {} and len(notes) == 1 and "damaged" in notes[0] and "results.broken.json" in notes[0]
    assert path.with_name("results.broken.json").read_text() == text and not path.exists()


def test_what_cannot_be_a_result_is_left_out_and_told(path):
    good = {"value": 9.5, "splits": [1.0]}
    bad = [{"value": -1.0}, {"value": True}, {"value": 1.0, "splits": "x"}, {"value": 1e999}, {"value": 2.0, "what": 7}]
    path.parent.mkdir()
    path.write_text(json.dumps({"version": 1, "scenes": {"yard": {"lap": [good, *bad, None], "x": 4}, "hall": 3}}))
    results, notes = Results.load(path)
    assert results.of("yard", "lap") == (Best(9.5, (1.0,)), *(None,) * 6) and results.of("yard", "x") == ()
    assert notes == [f"Left out 6 results in {path} that cannot be right."]


def test_a_folder_that_cannot_be_written_is_told(tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("")
    results = Results(blocked / "results.json")
    results.put("yard", "lap", (Best(20.0),))
    assert "Could not save the results" in results.save()
    assert Results().save() is None, "without a file there is nothing to write"
