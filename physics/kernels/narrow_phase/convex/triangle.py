"""Where the routines that meet a triangle find its corners.

The mesh code writes them once per triangle; the routines for round shapes (`collide_curved`) and for those with faces
read them from the same place.
"""

import numpy as np

#: First of 9 float32 in scratch memory: three corners relative to the center of shape a, world axes [m],
#: counterclockwise seen from the front.
TRIANGLE = np.int64(0)

#: Where in the buffer of feature ids a routine writes which part of the triangle was met.
FEATURE_MET = 4

# Parts of a triangle: edge k runs from corner k to the next one.
MET_FACE = 0
MET_EDGE = 1
MET_CORNER = 4
