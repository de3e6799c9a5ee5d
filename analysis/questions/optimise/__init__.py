"""Questions that look for rules: search, solve, evolve."""
