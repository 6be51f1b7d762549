"""Commands, their history, undo and redo."""
