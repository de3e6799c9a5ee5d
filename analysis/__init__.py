"""Questions asked of simulated games: comparisons, sweeps, statistics, plots and reports."""
