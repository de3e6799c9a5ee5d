"""The kernels against the slow engine, game by game and move by move."""
