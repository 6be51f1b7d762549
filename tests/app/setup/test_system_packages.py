"""Tests of app/setup/system_packages.py."""

import os
import sys

import pytest

from app.setup import bootstrap, system_packages

linux_only = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux needs these packages")


def test_nothing_is_done_when_nothing_is_missing(monkeypatch):
    monkeypatch.setattr(system_packages, "missing", list)
    monkeypatch.setattr(system_packages, "_run", lambda *_: pytest.fail("a command was run"))
    system_packages.prepare()


@linux_only
def test_missing_things_are_named(monkeypatch):
    monkeypatch.setattr(system_packages.shutil, "which", lambda name: None)
    monkeypatch.setattr(system_packages.ctypes.util, "find_library", lambda name: None if name == "EGL" else name)
    assert system_packages.missing() == ["Xvfb", "xdotool", "libEGL"]


def test_other_systems_need_nothing(monkeypatch):
    monkeypatch.setattr(system_packages.sys, "platform", "darwin")
    monkeypatch.setattr(system_packages.shutil, "which", lambda name: None)
    assert system_packages.missing() == []


@linux_only
def test_without_root_the_command_is_told(monkeypatch):
    monkeypatch.setattr(system_packages, "missing", lambda: ["Xvfb"])
    monkeypatch.setattr(system_packages.shutil, "which", lambda name: "/usr/bin/apt-get")
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    with pytest.raises(bootstrap.SetupError, match="(?s)need Xvfb.*sudo apt-get install --yes xvfb"):
        system_packages.prepare()


@linux_only
def test_a_command_that_fails_shows_its_words():
    with pytest.raises(bootstrap.SetupError, match="(?s)`ls /no/such/folder` failed.*No such file"):
        system_packages._run(["ls", "/no/such/folder"], lambda: None)
