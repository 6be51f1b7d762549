"""Weapons: what each looks like, how it is held, and what it does."""
