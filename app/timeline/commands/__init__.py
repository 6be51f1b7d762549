"""Commands, one file for each family: what a person can do to bodies, joints, the whole world, and in a game."""
