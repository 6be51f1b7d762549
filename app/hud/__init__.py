"""What lies over the picture besides panels: rates, time, hints, messages, instruments of a game, the menu."""
