import pytest

from app.input.state import InputState
from app.settings import Settings


@pytest.fixture
def settings():
    return Settings()


@pytest.fixture
def state(settings):
    return InputState(settings)


def test_a_free_key_is_bound_at_once_and_kept(state, settings):
    state.start_rebinding("pause")
    assert state.listens and "K" in state.offer("K")
    assert not state.rebinding and settings.bindings == {"pause": ["K", "PAD_START"]}


def test_a_key_that_is_taken_is_asked_about_before_anything_changes(state, settings):
    state.start_rebinding("step_back")
    assert state.offer("DELETE") == "" and not state.listens
    assert state.question() == 'Delete is the key of "Delete the selected body", which would lose it.'
    assert settings.bindings == {}
    state.cancel_rebinding()
    assert settings.bindings == {} and state.bindings.find("DELETE").key == "delete"
    state.start_rebinding("step_back")
    state.offer("DELETE")
    assert state.accept() == '"Step back" is now Delete.'
    assert state.bindings.find("DELETE").key == "step_back"


def test_changes_are_taken_back_one_by_one(state, settings):
    for action, key in (("pause", "K"), ("step", "F9")):
        state.start_rebinding(action)
        state.offer(key)
    state.undo()
    assert set(settings.bindings) == {"pause"} and state.can_undo
    state.undo()
    assert settings.bindings == {} and not state.can_undo


def test_one_or_all_go_back_to_the_defaults_which_can_be_taken_back(state, settings):
    for action, key in (("pause", "K"), ("step", "F9")):
        state.start_rebinding(action)
        state.offer(key)
    state.reset("pause")
    assert set(settings.bindings) == {"step"}
    state.reset()
    assert settings.bindings == {}
    state.undo()
    assert set(settings.bindings) == {"step"}


def test_a_key_without_a_name_is_refused(state):
    state.start_rebinding("pause")
    assert "cannot be used" in state.offer("user_key(12ab)") and state.listens
