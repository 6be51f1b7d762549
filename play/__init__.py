"""Playing: figure, vehicles, weapons and a game that joins them; controllers of a `World`, without a window."""
