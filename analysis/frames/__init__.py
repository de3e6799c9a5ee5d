"""Results as tidy pandas frames: the one place that names columns."""

from analysis.frames.cards import CARD_COLUMNS, card_frame
from analysis.frames.curves import BUY_COLUMNS, CURVE_COLUMNS, NOTHING, buy_frame, curve_frame
from analysis.frames.distributions import distribution_frame, end_frame
from analysis.frames.evolutions import (
    CHAMPION_COLUMNS,
    FRONTIER_COLUMNS,
    champion_frame,
    frontier_frame,
    length_frame,
)
from analysis.frames.lineups import (
    LINEUP_COLUMNS,
    LINEUP_RANKING_COLUMNS,
    SEAT_COLUMNS,
    game_summary,
    lineup_frame,
    lineup_ranking_frame,
    seat_frame,
)
from analysis.frames.matchups import (
    comparison_frame,
    convergence_frame,
    duel_frame,
    mirror_frame,
    win_rate_row,
)
from analysis.frames.searches import LINE_COLUMNS, SEARCH_COLUMNS, line_frame, search_frame
from analysis.frames.setups import SETTINGS_COLUMNS, settings_frame
from analysis.frames.solutions import (
    MIXTURE_COLUMNS,
    PATH_COLUMNS,
    PAYOFF_COLUMNS,
    mixture_frame,
    path_frame,
    payoff_frame,
)
from analysis.frames.sweeps import SWEEP_COLUMNS, parameter_column, parameter_columns, sweep_frame
from analysis.frames.tournaments import (
    RANKING_COLUMNS,
    TOURNAMENT_COLUMNS,
    ranking_frame,
    tournament_frame,
)

__all__ = [
    "BUY_COLUMNS",
    "CARD_COLUMNS",
    "CHAMPION_COLUMNS",
    "CURVE_COLUMNS",
    "FRONTIER_COLUMNS",
    "LINEUP_COLUMNS",
    "LINEUP_RANKING_COLUMNS",
    "LINE_COLUMNS",
    "MIXTURE_COLUMNS",
    "NOTHING",
    "PATH_COLUMNS",
    "PAYOFF_COLUMNS",
    "RANKING_COLUMNS",
    "SEARCH_COLUMNS",
    "SEAT_COLUMNS",
    "SETTINGS_COLUMNS",
    "SWEEP_COLUMNS",
    "TOURNAMENT_COLUMNS",
    "buy_frame",
    "card_frame",
    "champion_frame",
    "comparison_frame",
    "convergence_frame",
    "curve_frame",
    "distribution_frame",
    "duel_frame",
    "end_frame",
    "frontier_frame",
    "game_summary",
    "length_frame",
    "line_frame",
    "lineup_frame",
    "lineup_ranking_frame",
    "mirror_frame",
    "mixture_frame",
    "parameter_column",
    "parameter_columns",
    "path_frame",
    "payoff_frame",
    "ranking_frame",
    "search_frame",
    "seat_frame",
    "settings_frame",
    "sweep_frame",
    "tournament_frame",
    "win_rate_row",
]
