"""The door to the kernels: games, and their results as integers that add."""
