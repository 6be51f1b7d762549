"""What all kernels are made of: compiler options, calls by address, groups of arrays, vectors, lanes."""
