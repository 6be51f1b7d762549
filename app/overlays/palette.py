"""Colors of overlays: the palette of Okabe and Ito, which people with any kind of color vision can tell apart."""

import numpy as np

ORANGE = (0.90, 0.60, 0.00, 1.0)
SKY = (0.34, 0.71, 0.91, 1.0)
GREEN = (0.00, 0.62, 0.45, 1.0)
YELLOW = (0.94, 0.89, 0.26, 1.0)
BLUE = (0.00, 0.45, 0.70, 1.0)
RED = (0.84, 0.37, 0.00, 1.0)
PURPLE = (0.80, 0.47, 0.65, 1.0)
WHITE = (1.0, 1.0, 1.0, 1.0)
PALETTE = np.array((ORANGE, SKY, GREEN, YELLOW, BLUE, RED, PURPLE), np.float32)
TINT_ALPHA = 0.75  # how much of its own color a tinted body loses
# For many groups: the palette, then darker, then lighter; neighbors in it differ in hue.
SHADES = np.concatenate((PALETTE, 0.45 * PALETTE, 0.5 + 0.5 * PALETTE))
SHADES[:, 3] = TINT_ALPHA
