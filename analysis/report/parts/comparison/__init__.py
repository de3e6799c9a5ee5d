"""Rules against each other, and each against itself."""
