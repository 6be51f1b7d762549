"""The parts of `main.py bench --storm`: fast bodies in a box, shots at walls, sliding over meshes, queries."""
