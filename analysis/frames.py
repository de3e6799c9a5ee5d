"""Results as tidy pandas frames: the one place that names columns."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import numpy as np
import pandas as pd

from analysis.curves import SEATS, Curves, PlayerCurves
from analysis.duel import Duel, order_summary, scores
from analysis.settings import Settings, decided
from analysis.standings import standings
from analysis.statistics import Estimate, histogram_shape, holm, summarise_rows, wilson
from analysis.statistics import win_rate as score_rate
from analysis.sweep import Sweep
from analysis.tournament import Tournament
from fastsim.cards import CARDS
from fastsim.matchups import MatchupTally
from fastsim.results import END_REASONS, Tally, histogram_mean
from fastsim.rules.describe import digest
from fastsim.rules.model import BuyRule
from fastsim.setup import GameSetup

#: The columns of `sweep_frame` beside those of the parameters.
SWEEP_COLUMNS: Final[Mapping[str, str]] = {
    "against": "name of the rule, or template of rules, that every cell plays against",
    "games": "games of the cell, half with the cell's rule moving first, half with it second",
    "win_rate": "share of games that the cell's rule won; a shared victory is half a win",
    "standard_error": "standard error of win_rate",
    "low": "lower end of win_rate's interval",
    "high": "upper end of win_rate's interval",
    "level": "level of the interval, and of the set of cells that may be best",
    "p_value": "two-sided p-value of win_rate against 0.5, for this cell alone",
    "win_rate_first": "win rate of the games in which the cell's rule moved first",
    "win_rate_second": "win rate of the games in which it moved second",
    "wins": "games that the cell's rule won alone",
    "losses": "games that its opponent won alone",
    "shared": "games whose victory was shared",
    "undecided": "whether the interval holds 0.5",
    "best": "whether this cell has the highest win rate; when refined, of the cells in play last",
    "may_be_best": "whether this cell cannot be told from the best one at the level",
    "shortfall": "win rate of the best cell less this one, over the games that both played",
}


def duel_frame(duel: Duel) -> pd.DataFrame:
    """Return one row a seat order.

    Returns
    -------
    DataFrame
        ``first``, ``second`` (rule names), ``games, wins_first, wins_second, shared, equal_vp``
        (int64), ``win_rate_first``, ``mean_turns, sd_turns`` (both players' turns together),
        ``mean_vp_first, mean_vp_second`` (float64), ``ended_provinces, ended_piles, cut`` (int64).
    """
    rows = []
    for tally in (duel.a_first, duel.b_first):
        summary = order_summary(tally)
        names = {"first": tally.rules[0].name, "second": tally.rules[1].name}
        rate = {"win_rate_first": float(tally.score[0]) / tally.games}
        rows.append(names | summary | rate)
    columns = [
        "first", "second", "games", "win_rate_first", "wins_first", "wins_second", "shared",
        "equal_vp", "mean_turns", "sd_turns", "mean_vp_first", "mean_vp_second",
        "ended_provinces", "ended_piles", "cut",
    ]  # fmt: skip
    return pd.DataFrame(rows)[columns]


def win_rate_row(duel: Duel) -> dict[str, Any]:
    """Return one matchup's win rate of rule a, with interval and by seat, under column names."""
    rate = duel.win_rate
    first, second = duel.by_seat
    return {
        "games": duel.games,
        "win_rate": rate.value,
        "standard_error": rate.standard_error,
        "low": rate.low,
        "high": rate.high,
        "level": rate.level,
        "p_value": duel.p_value,
        "win_rate_first": first.value,
        "win_rate_second": second.value,
        "wins": int(duel.a_first.wins[0] + duel.b_first.wins[1]),
        "losses": int(duel.a_first.wins[1] + duel.b_first.wins[0]),
        "shared": int(duel.a_first.shared[0] + duel.b_first.shared[0]),
    }


def sweep_frame(sweep: Sweep) -> pd.DataFrame:
    """Return one row a cell.

    Returns
    -------
    DataFrame
        One column a parameter (int64, float64 when a value is no whole number), then those of
        `SWEEP_COLUMNS`: ``against`` (str); ``games, wins, losses, shared`` (int64); ``undecided,
        best, may_be_best`` (bool); the others float64. A parameter of the same name as one of
        those has a column named with its braces, as in ``{games}``.
    """
    best = sweep.best()
    rows = []
    for index, point in enumerate(sweep.points):
        row: dict[str, Any] = {
            parameter_column(name): value if isinstance(value, int) else float(value)
            for name, value in point.items()
        }
        row["against"] = sweep.against.name
        row |= win_rate_row(sweep.cell(index))
        row["undecided"] = row["low"] <= 0.5 <= row["high"]
        row["best"] = index == best.best
        row["may_be_best"] = bool(best.members[index])
        row["shortfall"] = float(best.shortfall[index])
        rows.append(row)
    return pd.DataFrame(rows)


def parameter_column(parameter: str) -> str:
    """Return the name of a parameter's column in `sweep_frame`."""
    return f"{{{parameter}}}" if parameter in SWEEP_COLUMNS else parameter


def parameter_columns(frame: pd.DataFrame) -> list[str]:
    """Return the columns of a `sweep_frame` that hold parameters, in order."""
    return [name for name in frame.columns if name not in SWEEP_COLUMNS]


def comparison_frame(duels: Sequence[Duel]) -> pd.DataFrame:
    """Return one row a matchup; all of them are one family of tests.

    Returns
    -------
    DataFrame
        ``a``, ``b`` (rule names); ``games`` (int64); ``win_rate, standard_error, low, high,
        level, p_value, win_rate_first, win_rate_second`` (float64, of rule a: both orders, moving
        first, moving second); ``wins, losses, shared`` (int64, of rule a); ``p_adjusted``
        (float64, after Holm); ``significant`` (bool: p_adjusted at most 1 - level);
        ``first_mover, first_mover_low, first_mover_high`` (float64: win rate of whoever moves
        first, with interval); ``mean_turns`` (float64, both players' together), ``equal_vp,
        ended_provinces, ended_piles, cut`` (int64).
    """
    rows = []
    for duel in duels:
        orders = (duel.a_first, duel.b_first)
        mover = duel.first_player_effect.first_mover
        ended = duel.a_first.ended + duel.b_first.ended
        turns = duel.a_first.turns + duel.b_first.turns
        rows.append(
            {"a": duel.a.name, "b": duel.b.name}
            | win_rate_row(duel)
            | {
                "p_adjusted": 1.0,
                "significant": False,
                "first_mover": mover.value,
                "first_mover_low": mover.low,
                "first_mover_high": mover.high,
                "mean_turns": histogram_mean(turns, np.arange(len(turns))),
                "equal_vp": sum(tally.equal_vp for tally in orders),
            }
            | {name: int(n) for name, n in zip(_ENDED, ended, strict=True)}
        )
    frame = pd.DataFrame(rows)
    frame["p_adjusted"] = holm(frame["p_value"].to_numpy())
    frame["significant"] = frame["p_adjusted"] <= 1 - frame["level"]
    return frame


_ENDED: Final = ("ended_provinces", "ended_piles", "cut")


#: The columns of `tournament_frame`.
TOURNAMENT_COLUMNS: Final[Mapping[str, str]] = {
    "rule": "name of the rule",
    "opponent": "name of the rule it played",
    "games": "games of the pair, half with the rule moving first, half with it second",
    "win_rate": "share of those games that the rule won; a shared victory is half a win",
    "standard_error": "standard error of win_rate",
    "low": "lower end of win_rate's interval, for this pair alone",
    "high": "upper end of win_rate's interval",
    "level": "level of the interval; of significant; and of beats, for all pairs together",
    "p_value": "two-sided p-value of win_rate against 0.5, for this pair alone",
    "p_adjusted": "the same after Holm's correction for the number of pairs",
    "significant": "whether p_adjusted is at most 1 - level",
    "beats": "whether the rule is shown to beat the opponent, after Holm over both directions",
    "expected": "win rate that the Bradley-Terry strengths imply",
    "win_rate_first": "win rate of the games in which the rule moved first",
    "win_rate_second": "win rate of the games in which it moved second",
    "wins": "games that the rule won alone",
    "losses": "games that the opponent won alone",
    "shared": "games whose victory was shared",
}

#: The columns of `ranking_frame`.
RANKING_COLUMNS: Final[Mapping[str, str]] = {
    "rank": "place by mean win rate, from 1",
    "rule": "name of the rule",
    "opponents": "rules it played",
    "games": "games against all of them",
    "win_rate": "mean over opponents of the win rate; a shared victory is half a win",
    "standard_error": "standard error of win_rate, from the covariance over common games",
    "low": "lower end of win_rate's interval, for this rule alone",
    "high": "upper end of win_rate's interval",
    "level": "level of each interval; of all ranks and groups together; and of may_be_best",
    "may_be_best": "whether the rule cannot be told from the one with the highest win_rate",
    "best_rank": "the best rank that the rule may truly have",
    "worst_rank": "the worst rank that it may truly have",
    "group": "number of its group, from 1: each of a group is above each of all later groups",
    "strength": "Bradley-Terry strength s: wins 1 / (1 + exp(t - s)) against strength t; mean 0",
    "strength_error": "standard error of strength, from the covariance over common games",
    "strength_low": "lower end of strength's interval, for this rule alone",
    "strength_high": "upper end of strength's interval",
}


def tournament_frame(tournament: Tournament) -> pd.DataFrame:
    """Return one row an ordered pair of rules: all opponents of the first rule, and so on.

    Returns
    -------
    DataFrame
        The columns of `TOURNAMENT_COLUMNS`: ``rule, opponent`` (str); ``games, wins, losses,
        shared`` (int64); ``significant, beats`` (bool); the others float64. ``expected`` is nan
        where no strengths tell.
    """
    adjusted = dict(
        zip(tournament.pairs, holm([duel.p_value for duel in tournament.duels]), strict=True)
    )
    expected = tournament.standings.strengths.win_rates()
    rows = []
    for i, j in itertools.permutations(range(len(tournament.rules)), 2):
        p_adjusted = float(adjusted[min(i, j), max(i, j)])
        rows.append(
            {"rule": tournament.rules[i].name, "opponent": tournament.rules[j].name}
            | win_rate_row(tournament.duel(i, j))
            | {
                "p_adjusted": p_adjusted,
                "significant": p_adjusted <= 1 - tournament.level,
                "beats": bool(tournament.beats[i, j]),
                "expected": float(expected[i, j]),
            }
        )
    return pd.DataFrame(rows)[list(TOURNAMENT_COLUMNS)]


def ranking_frame(tally: MatchupTally, *, level: float = 0.95) -> pd.DataFrame:
    """Return the rules of a tournament by their mean win rate, the highest first.

    Parameters
    ----------
    tally : MatchupTally
        With its products; no rule plays itself, and no pair meets twice.
    level : float
        Of the intervals, of the ranking, and of the set of rules that may be best.

    Returns
    -------
    DataFrame
        The columns of `RANKING_COLUMNS`: ``rule`` (str); ``rank, opponents, games, best_rank,
        worst_rank, group`` (int64); ``may_be_best`` (bool); the others float64. See
        `analysis.statistics.rank` for what ranks and groups promise, and
        `analysis.statistics.bradley_terry` for strengths that are infinite or nan.
    """
    found = standings(tally, level=level)
    rate, strength, ranking = found.win_rate, found.strengths.estimate, found.ranking
    group = {i: number for number, group in enumerate(ranking.groups, 1) for i in group}
    frame = pd.DataFrame(
        {
            "rule": found.names,
            "opponents": found.opponents,
            "games": 2 * tally.games * found.opponents,
            "win_rate": rate.value,
            "standard_error": rate.standard_error,
            "low": rate.low,
            "high": rate.high,
            "level": level,
            "may_be_best": found.may_be_best,
            "best_rank": ranking.best_rank,
            "worst_rank": ranking.worst_rank,
            "group": [group[i] for i in range(len(found.names))],
            "strength": strength.value,
            "strength_error": strength.standard_error,
            "strength_low": strength.low,
            "strength_high": strength.high,
        }
    )
    frame = frame.iloc[ranking.order].reset_index(drop=True)
    frame.insert(0, "rank", np.arange(1, len(frame) + 1))
    return frame


def mirror_frame(tallies: Sequence[Tally], *, level: float = 0.95) -> pd.DataFrame:
    """Return what the first turn is worth to rules that play themselves, one row a rule.

    Returns
    -------
    DataFrame
        ``rule`` (name), ``games, wins_first, wins_second, shared, equal_vp`` (int64),
        ``first_wins, standard_error, low, high, level`` (float64: share of games won alone by
        whoever moved first, with Wilson's interval), ``mean_turns`` (float64, both players'
        together).
    """
    rows = []
    for tally in tallies:
        first = wilson(int(tally.wins[0]), tally.games, level=level)
        rows.append(
            {
                "rule": tally.rules[0].name,
                "games": tally.games,
                "wins_first": int(tally.wins[0]),
                "wins_second": int(tally.wins[1]),
                "shared": int(tally.shared[0]),
                "equal_vp": tally.equal_vp,
                "first_wins": first.value,
                "standard_error": first.standard_error,
                "low": first.low,
                "high": first.high,
                "level": level,
                "mean_turns": histogram_mean(tally.turns, np.arange(len(tally.turns))),
            }
        )
    return pd.DataFrame(rows)


def distribution_frame(duel: Duel) -> pd.DataFrame:
    """Return the distributions of game length, VP and margin.

    Returns
    -------
    DataFrame
        ``first`` (name of the rule that moved first), ``quantity`` ("turns", "vp", "margin"),
        ``rule`` (whose VP or margin; empty for turns), ``seat`` (int64: where that rule sat, 1
        for who moved first; 0 for turns), ``value`` (int64), ``games`` (int64), ``share``
        (float64, of the games of that order). Values that never occurred are left out. A rule
        against itself has one order only: both are the same games.
    """
    rows: list[dict[str, Any]] = []
    for tally in _orders(duel):
        rows += _histogram(tally, "turns", "", 0, tally.turns, np.arange(len(tally.turns)))
        for seat, rule in enumerate(tally.rules):
            vp, margin = tally.vp[seat], tally.margin[seat]
            rows += _histogram(tally, "vp", rule.name, seat + 1, vp, tally.vp_values)
            rows += _histogram(tally, "margin", rule.name, seat + 1, margin, tally.margin_values)
    return pd.DataFrame(rows)


def _orders(duel: Duel) -> tuple[Tally, ...]:
    """Return the tallies of both seat orders, or the one there is of a rule against itself."""
    same = digest(duel.a) == digest(duel.b)
    return (duel.a_first,) if same else (duel.a_first, duel.b_first)


def _histogram(
    tally: Tally,
    quantity: str,
    rule: str,
    seat: int,
    counts: np.ndarray[Any, np.dtype[np.int64]],
    values: np.ndarray[Any, np.dtype[np.int64]],
) -> list[dict[str, Any]]:
    return [
        {
            "first": tally.rules[0].name,
            "quantity": quantity,
            "rule": rule,
            "seat": seat,
            "value": int(values[k]),
            "games": int(counts[k]),
            "share": int(counts[k]) / tally.games,
        }
        for k in np.flatnonzero(counts)
    ]


def end_frame(duel: Duel) -> pd.DataFrame:
    """Return why games ended: ``first``, ``end`` (see `END_REASONS`), ``games``, ``share``."""
    rows = [
        {
            "first": tally.rules[0].name,
            "end": reason,
            "games": int(n),
            "share": int(n) / tally.games,
        }
        for tally in _orders(duel)
        for reason, n in zip(END_REASONS, tally.ended, strict=True)
    ]
    return pd.DataFrame(rows)


#: Quantiles of `curve_frame`, by column.
_QUANTILES: Final = {"q05": 0.05, "q25": 0.25, "q50": 0.5, "q75": 0.75, "q95": 0.95}
#: What is bought in a turn without a buy.
NOTHING: Final = "nothing"

_TURN_COLUMNS: Final[Mapping[str, str]] = {
    "player": "A or B: the rule's place in the matchup",
    "rule": "name of the rule",
    "seat": "where the rule sat: 1 moving first, 2 moving second, 0 both orders together",
    "turn": "the player's own turn, from 1",
    "observed": "games observed",
    "games": "games among them in which the player took this turn",
}

#: The columns of `curve_frame`.
CURVE_COLUMNS: Final[Mapping[str, str]] = {
    **_TURN_COLUMNS,
    "quantity": "money: coins in hand; vp, own(C): VP and cards owned, after the turn's buy",
    "mean": "mean of the quantity over the games that took this turn",
    "standard_error": "standard error of mean, as of independent games; nan for a single one",
    "q05": "smallest value that at least 5 % of those games do not exceed",
    "q25": "likewise 25 %",
    "q50": "likewise 50 %: the median",
    "q75": "likewise 75 %",
    "q95": "likewise 95 %",
}

#: The columns of `buy_frame`.
BUY_COLUMNS: Final[Mapping[str, str]] = {
    **_TURN_COLUMNS,
    "bought": f"name of a card, or {NOTHING!r} for a turn without a buy",
    "buys": "games in which this turn bought it",
    "share": "buys / games",
    "standard_error": "standard error of share, as of independent games",
}


def curve_frame(curves: Curves) -> pd.DataFrame:
    """Return money, VP and cards owned by turn: one row a player, seat, turn and quantity.

    Turns that no game reached are left out; so is player B when a rule plays itself.

    Returns
    -------
    DataFrame
        The columns of `CURVE_COLUMNS`: ``player, rule, quantity`` (str); ``mean, standard_error``
        (float64); the others int64.
    """
    lowest = curves.setup.vp_range[0]
    parts = []
    for head, seen, turns in _by_seat(curves):
        histograms = {"money": (seen.money, 0), "vp": (seen.vp, lowest)}
        for column, card in enumerate(CARDS):
            if card in curves.setup.in_game:
                histograms[f"own({card})"] = (seen.owned[:, column], 0)
        for quantity, (counts, start) in histograms.items():
            rows = summarise_rows(
                counts[: len(turns)], np.array(list(_QUANTILES.values())), start=start
            )
            quantiles = dict(zip(_QUANTILES, rows.quantiles.T, strict=True))
            spread = {"mean": rows.mean, "standard_error": rows.standard_error}
            parts.append(
                pd.DataFrame({"turn": turns, "games": rows.games, **spread, **quantiles}).assign(
                    **head, quantity=quantity
                )
            )
    return pd.concat(parts, ignore_index=True)[list(CURVE_COLUMNS)]


def buy_frame(curves: Curves) -> pd.DataFrame:
    """Return what is bought by turn: one row a player, seat, turn and card or pass.

    Turns that no game reached are left out; so is player B when a rule plays itself.

    Returns
    -------
    DataFrame
        The columns of `BUY_COLUMNS`: ``player, rule, bought`` (str); ``share, standard_error``
        (float64); the others int64. At each turn the shares sum to 1.
    """
    names = [*(card.name for card in CARDS), NOTHING]
    parts = []
    for head, seen, turns in _by_seat(curves):
        games = seen.going[: len(turns)]
        for column, name in enumerate(names):
            if name != NOTHING and CARDS[column] not in curves.setup.supply:
                continue
            buys = seen.buys[: len(turns), column]
            share = buys / games
            spread = {"share": share, "standard_error": np.sqrt(share * (1 - share) / games)}
            parts.append(
                pd.DataFrame({"turn": turns, "games": games, "buys": buys, **spread}).assign(
                    **head, bought=name
                )
            )
    return pd.concat(parts, ignore_index=True)[list(BUY_COLUMNS)]


def _by_seat(
    curves: Curves,
) -> Iterator[tuple[dict[str, Any], PlayerCurves, np.ndarray[Any, np.dtype[np.int64]]]]:
    """Yield each player in each seat: the columns that name it, what was seen, and the turns."""
    for player, seat in itertools.product(curves.players, SEATS):
        seen = curves.of(player, seat)
        head = {"player": player, "rule": seen.rule.name, "seat": seat, "observed": seen.observed}
        yield head, seen, np.arange(1, np.count_nonzero(seen.going) + 1)


#: The columns of `settings_frame`.
SETTINGS_COLUMNS: Final[Mapping[str, str]] = {
    "setup": "name of the setup",
    "buy": "mandatory or optional",
    "tie": "second or fewer_turns",
    "a": "name of rule a; of a rule against itself, the player who moves first",
    "b": "name of rule b; of a rule against itself, the other player",
    "mirror": "whether both are the same rule",
    "games": "games of the matchup, half in each seat order unless it is a mirror",
    "win_rate": "share of games that a won; a shared victory is half a win",
    "standard_error": "standard error of win_rate",
    "low": "lower end of win_rate's interval",
    "high": "upper end of win_rate's interval",
    "level": "level of the interval",
    "points_a": "games in which a had more victory points",
    "tie_a": "games with equal points that the tie rule gave to a",
    "shared": "games with equal points whose victory was shared",
    "tie_b": "games with equal points that the tie rule gave to b",
    "points_b": "games in which b had more victory points",
    "first_mover": "win rate of whoever moves first, over both seat orders",
    "mean_turns": "mean length of a game, both players' turns together",
    "turns_error": "standard error of mean_turns",
    "cut": "games that were cut for being too long",
}


def settings_frame(settings: Settings) -> pd.DataFrame:
    """Return one row a matchup and setup: mirrors before pairs, all setups of one together.

    Returns
    -------
    DataFrame
        The columns of `SETTINGS_COLUMNS`: ``setup, buy, tie, a, b`` (str); ``mirror`` (bool);
        ``win_rate, standard_error, low, high, level, first_mover, mean_turns, turns_error``
        (float64); the others int64. ``points_a, tie_a, shared, tie_b, points_b`` sum to ``games``.
    """
    rows = []
    for mirrors in zip(*settings.mirrors, strict=True):
        for setup, tally in zip(settings.setups, mirrors, strict=True):
            rate = score_rate(scores(tally, 0), level=settings.level)
            rows.append(_settings_row(setup, tally.rules, (tally,), rate, rate.value))
    for duels in zip(*settings.duels, strict=True):
        for setup, duel in zip(settings.setups, duels, strict=True):
            orders, mover = (duel.a_first, duel.b_first), duel.first_player_effect.first_mover
            rows.append(
                _settings_row(setup, duel.a_first.rules, orders, duel.win_rate, mover.value)
            )
    return pd.DataFrame(rows, columns=list(SETTINGS_COLUMNS))


def _settings_row(
    setup: GameSetup,
    rules: Sequence[BuyRule],
    orders: Sequence[Tally],
    rate: Estimate[float],
    first_mover: float,
) -> dict[str, Any]:
    """Return a row of one matchup: games with a moving first and, but for a mirror, second."""
    how = decided(orders[0])
    for order in orders[1:]:
        how += decided(order).reversed
    turns = np.sum([order.turns for order in orders], axis=0)
    length = histogram_shape(turns).mean
    return {
        "setup": setup.name,
        "buy": str(setup.buy),
        "tie": str(setup.tie),
        "a": rules[0].name,
        "b": rules[1].name,
        "mirror": len(orders) == 1,
        "games": sum(order.games for order in orders),
        "win_rate": rate.value,
        "standard_error": rate.standard_error,
        "low": rate.low,
        "high": rate.high,
        "level": rate.level,
        "points_a": how.points_a,
        "tie_a": how.tie_a,
        "shared": how.shared,
        "tie_b": how.tie_b,
        "points_b": how.points_b,
        "first_mover": first_mover,
        "mean_turns": length.value,
        "turns_error": length.standard_error,
        "cut": sum(int(order.ended[END_REASONS.index("cut")]) for order in orders),
    }
