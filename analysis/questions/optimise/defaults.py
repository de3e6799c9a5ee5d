"""Numbers that optimisers take where none are given; ``--help`` tells them, too."""

from __future__ import annotations

from typing import Final

#: Games of a search in a family, and to solve one.
SEARCH_GAMES: Final = "20M"
SOLVE_GAMES: Final = "500M"
#: Games that measure a solution, of each pair of its rules, at most.
PAIR_GAMES: Final = "1M"
#: Exploitability that is small enough.
BOUND: Final = 0.002
#: Length of the longest rule that is grown, and what a shorter one may cost.
LONGEST: Final = 20
TOLERANCE: Final = 0.001


def usual_answer_games(budget: int) -> int:
    """Return the games of one search for a best answer, at most, of so many in all."""
    return min(10_000_000, budget // 10)
