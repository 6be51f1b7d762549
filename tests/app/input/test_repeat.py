from app.input.repeat import REPEAT_DELAY, REPEAT_INTERVAL, Repeat


def test_held_key_repeats_after_a_delay_until_it_is_let_go():
    repeat, held = Repeat(), {"PERIOD"}
    repeat.start("PERIOD", "step")
    assert repeat.due(held, 0.9 * REPEAT_DELAY) == ""
    assert repeat.due(held, 0.2 * REPEAT_DELAY) == "step"
    assert repeat.due(held, 0.4 * REPEAT_INTERVAL) == ""
    assert repeat.due(held, REPEAT_INTERVAL) == "step"
    assert repeat.due(set(), 1.0) == ""
    assert repeat.due(held, 1.0) == "", "the key must go down again"


def test_slow_frames_do_not_pile_up_repeats():
    repeat = Repeat()
    repeat.start("B", "shoot")
    assert repeat.due({"B"}, 5.0) == "shoot"
    assert repeat.due({"B"}, 0.5 * REPEAT_INTERVAL) == "shoot"
    assert repeat.due({"B"}, 0.4 * REPEAT_INTERVAL) == ""
