"""Joint constraints: life, groups, and the stages of the solver."""
