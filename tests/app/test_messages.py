from app.messages import FADE, KEPT, SHOWN, SHOWN_MOST, Message, Messages


def texts(messages):
    return [message.text for message in messages.visible()]


def test_the_newest_message_is_last_and_few_are_kept():
    messages = Messages()
    for number in range(KEPT + 3):
        messages.say(f"number {number}")
    assert texts(messages) == [f"number {number}" for number in range(3, KEPT + 3)]


def test_messages_go_away_and_errors_stay_three_times_as_long():
    messages = Messages()
    messages.say("fine")
    messages.say("broken", "error")
    messages.pass_time(SHOWN - 0.1)
    assert texts(messages) == ["fine", "broken"]
    messages.pass_time(0.2)
    assert texts(messages) == ["broken"]
    messages.pass_time(2.0 * SHOWN - 0.3)
    assert texts(messages) == ["broken"]
    messages.pass_time(0.5)
    assert texts(messages) == []


def test_a_message_stays_as_long_as_its_reading_takes():
    """Two seconds to notice it, and fifteen characters a second; within bounds."""
    assert Message("short").duration == SHOWN
    assert Message("x" * 150).duration == 12.0
    assert Message("x" * 150, "error").duration == 36.0
    assert Message("x" * 5000).duration == SHOWN_MOST


def test_what_was_said_can_be_read_again_after_it_has_gone():
    messages = Messages()
    for text in ("one", "one", "two", "one"):
        messages.say(text)
    messages.pass_time(100.0)
    assert texts(messages) == [] and [message.text for message in messages.log] == ["one", "two", "one"]


def test_the_same_sentence_again_starts_anew_with_its_new_kind():
    messages = Messages()
    messages.say("hello")
    messages.pass_time(SHOWN - 0.1)
    messages.say("hello", "error")
    assert texts(messages) == ["hello"]
    assert messages.visible()[0].age == 0.0 and messages.visible()[0].kind == "error"


def test_a_value_takes_the_place_of_the_last_value_of_the_same_name():
    messages = Messages()
    for text in ("Camera: hood", "Sound: off", "Camera: driver", "Camera: chase"):
        messages.say(text)
        messages.pass_time(1.0)
    assert [message.text for message in messages.visible()] == ["Camera: chase", "Sound: off"]
    messages.say("Camera: broken", "error")
    assert len(messages.visible()) == 3, "what went wrong stays beside it"
    assert [message.text for message in messages.log][-2:] == ["Camera: chase", "Camera: broken"]


def test_an_empty_sentence_is_not_said():
    messages = Messages()
    messages.say("")
    assert messages.visible() == []


def test_a_message_fades_at_its_end():
    assert Message("a").alpha == 1.0 and Message("a", age=SHOWN - FADE).alpha == 1.0
    assert 0.4 < Message("a", age=SHOWN - FADE / 2).alpha < 0.6
    assert Message("a", age=SHOWN).alpha == Message("a", age=SHOWN + 9).alpha == 0.0
