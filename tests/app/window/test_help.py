"""The real window, played with real keys and a real mouse: the list of keys, and the menu."""


def change_first(player):
    """Press the button that changes the first key of the help."""
    player.key("F1", frames=3)
    left, top, _, _ = player.eval("panel('help')")
    player.click(left + 515, top + 112)
    assert player.eval("shell.input.rebinding") == "pause"


def test_a_click_into_the_help_changes_no_key(player):
    player.key("F1", frames=3)
    left, top, _, _ = player.eval("panel('help')")
    for x in (60, 280):
        player.click(left + x, top + 112)
    player.key("Delete")
    assert player.eval("[shell.input.rebinding, shell.settings.bindings]") == ["", {}]


def test_action_is_bound_to_another_key(player):
    change_first(player)
    player.key("k")
    assert player.eval("[shell.input.rebinding, session.clock.paused]") == ["", False]
    assert player.eval("shell.settings.bindings['pause']") == ["K", "PAD_START"]
    player.key("p")
    assert not player.eval("session.clock.paused")
    player.key("k")
    assert player.eval("session.clock.paused")


def test_escape_leaves_a_key_as_it_is_and_keeps_the_help(player):
    change_first(player)
    player.key("Escape")
    assert player.eval("[shell.input.rebinding, shell.settings.bindings, shell.panels['help']]") == ["", {}, True]


def test_a_key_that_is_taken_is_asked_about_first(player):
    change_first(player)
    player.key("b", frames=3)
    assert player.eval("[shell.input.wish, shell.settings.bindings]") == ["B", {}]
    left, top, _, _ = player.eval("panel('help')")
    player.click(left + 60, top + 102)  # the first button below the question
    assert player.eval("[shell.input.bindings.find('B').key, shell.input.rebinding]") == ["pause", ""]


def test_shift_with_a_key_can_be_bound(player):
    change_first(player)
    player.key("shift+k", frames=2)
    assert player.eval("shell.settings.bindings['pause'][0]") == "SHIFT+K"


def test_the_help_is_searched(player):
    player.key("F1", frames=3)
    left, top, _, _ = player.eval("panel('help')")
    player.click(left + 100, top + 68)
    player.screen.xdotool("type", "--delay", 15, "ctrl z")
    player.frames(12)
    found = "[a.key for a in shell.input.bindings.actions if shell.panels.panel('help').matches(shell, a)]"
    assert player.eval(found) == ["undo", "redo"]


# ---- Menu ----------------------------------------------------------------------------------------------------------


def test_escape_opens_a_menu_in_which_time_stands_still(player):
    player.key("Escape", frames=3)
    assert player.eval("[shell.panels['menu'], shell.title.shown]") == [False, False], "first it hides the title"
    player.key("Escape", frames=3)
    assert player.eval("[shell.panels['menu'], session.clock.paused]") == [True, False]
    step = player.eval("session.world.step_count")
    player.frames(5)
    assert player.eval("session.world.step_count") == step
    player.exec("shell.panels['settings'] = True")
    player.frames(3)
    player.key("Escape", frames=3)
    assert player.eval("[shell.panels['menu'], shell.panels['settings']]") == [True, False], "back in the menu"
    left, top, width, _ = player.eval("panel('menu')")
    player.click(left + width / 2, top + 45)  # Continue
    player.frames(3)
    assert player.eval("[shell.panels['menu'], session.world.step_count > " + str(step) + "]") == [False, True]
