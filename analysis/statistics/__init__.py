"""Intervals, paired differences, corrections for many cells, stopping rules and rounding.

Arrays and numbers in, frozen dataclasses or arrays out; no frames, no drawing, no games. Every
interval says what its coverage is and every test what its error rate is.
"""

from analysis.statistics.best import (
    BestCells,
    indistinguishable_from_best,
    mean_and_covariance,
)
from analysis.statistics.chains import chain_means, influence_covariance
from analysis.statistics.combination import combine
from analysis.statistics.cycles import find_cycles
from analysis.statistics.equality import equal_shares_p_value
from analysis.statistics.equilibrium import Equilibrium, solve_zero_sum
from analysis.statistics.estimate import Estimate
from analysis.statistics.histogram_rows import RowSummary, summarise_rows
from analysis.statistics.histograms import (
    Quantiles,
    Shape,
    histogram_quantiles,
    histogram_shape,
)
from analysis.statistics.looks import (
    Look,
    LookSchedule,
    doubling_schedule,
    run_looks,
    schedule_for_half_width,
    take_look,
)
from analysis.statistics.means import mean
from analysis.statistics.multiple import false_discovery, holm
from analysis.statistics.outcomes import outcome_shares
from analysis.statistics.pairs import (
    PairedDifference,
    PairSums,
    paired_mean_difference,
    paired_score_difference,
    paired_win_difference,
)
from analysis.statistics.proportions import clopper_pearson, wilson
from analysis.statistics.racing import judge_look, plan_looks
from analysis.statistics.ranking import Ranking, holm_directions, rank
from analysis.statistics.rounding import (
    decimals_to_show,
    format_estimate,
    format_with_error,
    round_by_error,
)
from analysis.statistics.scores import (
    ScoreSums,
    averaged_win_rate,
    win_rate,
    win_rate_p_value,
)
from analysis.statistics.seats import (
    FirstPlayerEffect,
    balanced_win_rate,
    balanced_win_rate_p_value,
    first_player_effect,
)
from analysis.statistics.strengths import Strengths, bradley_terry

__all__ = [
    "BestCells",
    "Equilibrium",
    "Estimate",
    "FirstPlayerEffect",
    "Look",
    "LookSchedule",
    "PairSums",
    "PairedDifference",
    "Quantiles",
    "Ranking",
    "RowSummary",
    "ScoreSums",
    "Shape",
    "Strengths",
    "averaged_win_rate",
    "balanced_win_rate",
    "balanced_win_rate_p_value",
    "bradley_terry",
    "chain_means",
    "clopper_pearson",
    "combine",
    "decimals_to_show",
    "doubling_schedule",
    "equal_shares_p_value",
    "false_discovery",
    "find_cycles",
    "first_player_effect",
    "format_estimate",
    "format_with_error",
    "histogram_quantiles",
    "histogram_shape",
    "holm",
    "holm_directions",
    "indistinguishable_from_best",
    "influence_covariance",
    "judge_look",
    "mean",
    "mean_and_covariance",
    "outcome_shares",
    "paired_mean_difference",
    "paired_score_difference",
    "paired_win_difference",
    "plan_looks",
    "rank",
    "round_by_error",
    "run_looks",
    "schedule_for_half_width",
    "solve_zero_sum",
    "summarise_rows",
    "take_look",
    "wilson",
    "win_rate",
    "win_rate_p_value",
]
