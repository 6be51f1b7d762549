"""All compiled code; imports numpy, numba and llvmlite only."""
