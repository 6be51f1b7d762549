"""Columns that follow the friction of each material with the others, float32: what a material says by itself."""

FRICTION_RULE = 0  # how its friction and that of another make one: 0 for no rule, else the greater of two counts
RESTITUTION_RULE = 1
HERTZ = 2  # frequency of its contacts [Hz]; 0 for that of the world
DAMPING_RATIO = 3  # negative for that of the world
ACROSS = 4  # friction across its grain by that along it; 0 for no grain
GRAIN = 5  # direction of the grain in body axes
COLUMNS = 8

# Rules; those with greater numbers come first.
RULE_NONE = 0  # the geometric mean of frictions, the greater of restitutions
RULE_GEOMETRIC_MEAN = 1
RULE_AVERAGE = 2
RULE_MINIMUM = 3
RULE_MULTIPLY = 4
RULE_MAXIMUM = 5
