"""Contests of a game for a person: results that are kept in a file, and the ghost of the best lap."""
