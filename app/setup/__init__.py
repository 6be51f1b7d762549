"""What makes the program ready: environment, packages, compiled kernels."""
