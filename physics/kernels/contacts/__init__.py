"""Contact constraints: life, blocks of eight, and the stages of the solver."""
