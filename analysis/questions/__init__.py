"""Questions about rules: each plays games and returns what they say, with intervals."""
