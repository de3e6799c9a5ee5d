"""Numbers that are taken where none are given; ``--help`` tells them, too."""

from __future__ import annotations

from typing import Final

#: Games that are observed turn by turn.
OBSERVED_GAMES: Final = 50_000
#: Games of a match: long enough that who began the first one no longer matters.
MATCH_LENGTH: Final = 1000
