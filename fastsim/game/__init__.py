"""What is played: setups, kingdoms, and the luck of each game."""
