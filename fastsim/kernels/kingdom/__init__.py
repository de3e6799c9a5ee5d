"""The kingdom kernel: one game at a time, any cards of the base set, any rule, 2 to 6 players.

Rules, kingdoms and setups are numbers in memory (`layout`); nothing is compiled for them. A turn
(`turn`) is phases, which ask (`policy`) what to do at stated points and play cards (`effects`);
these move cards between zones (`zones`), and take them from decks of which only counts are kept
(`prefixes`). `events` writes down what happens, for those who want to see it.
"""
