"""Tests of app/setup/warm_up.py, with jobs that worker processes can import: they make folders."""

import os
import sys
import types

import pytest

from app.setup import bootstrap, warm_up
from physics.kernels.core import jit


@pytest.fixture
def fake_jobs(tmp_path, monkeypatch):
    """Stands for physics.warm_up; its jobs make folders."""
    first = tmp_path / "made" / "first"
    fake = types.ModuleType("physics.warm_up")
    fake.jobs = lambda: [str(first), str(tmp_path / "made" / "other")]
    fake.compile_job = os.mkdir
    first.parent.mkdir()
    monkeypatch.setitem(sys.modules, "physics.warm_up", fake)
    monkeypatch.setattr("physics.warm_up", fake, raising=False)
    monkeypatch.setattr(jit, "CACHE_FOLDER", tmp_path / "kernels" / jit.DIGEST)
    monkeypatch.setattr(warm_up, "_jobs_digest", lambda: "0123")
    monkeypatch.delenv("NUMBA_DISABLE_JIT", raising=False)
    return fake


@pytest.mark.slow
def test_all_jobs_are_done_and_the_second_start_does_nothing(fake_jobs, tmp_path, capsys):
    warm_up.run()
    assert {path.name for path in (tmp_path / "made").iterdir()} == {"first", "other"}
    assert "Compiling kernels: 3/3" in capsys.readouterr().out  # the third one is that of the renderer
    fake_jobs.jobs = None
    warm_up.run()
    assert capsys.readouterr().out == ""


def test_failed_job_is_named_and_leaves_no_stamp(fake_jobs, tmp_path):
    fake_jobs.jobs = lambda: [str(tmp_path / "absent" / "folder")]
    with pytest.raises(bootstrap.SetupError, match="absent.*does not compile: FileNotFoundError"):
        warm_up.run()
    assert "Traceback" in (tmp_path / "kernels" / "warm_up.log").read_text()
    assert list(jit.CACHE_FOLDER.glob("complete-*")) == []


@pytest.mark.slow
def test_death_of_a_worker_is_told(fake_jobs):
    fake_jobs.jobs = lambda: ["1"]
    fake_jobs.compile_job = os._exit  # with a string: TypeError, a failed job
    with pytest.raises(bootstrap.SetupError, match="TypeError"):
        warm_up.run()
    fake_jobs.jobs = lambda: [1]
    with pytest.raises(bootstrap.SetupError, match="process died"):
        warm_up.run()


def test_nothing_is_compiled_when_the_compiler_is_off(fake_jobs, monkeypatch):
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    fake_jobs.jobs = None
    warm_up.run()


def test_another_kernel_of_the_renderer_is_another_stamp(tmp_path, monkeypatch):
    monkeypatch.setattr(warm_up, "ROOT", tmp_path)
    for name in warm_up.JOB_FILES:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("one")
    before = warm_up._jobs_digest()
    (tmp_path / "render" / "kernels.py").write_text("other")
    assert warm_up._jobs_digest() != before
