"""Questions asked of simulated games: comparisons, sweeps, statistics, plots and reports."""

from typing import Final

#: Whose package this is; others may have the same name.
PROJECT: Final = "fastsim"
