"""What rules show against each other, in sentences made from the numbers."""

from __future__ import annotations

from collections.abc import Iterator

import pandas as pd

from analysis.plots.labels import estimate_of
from analysis.questions.duel import Duel
from analysis.questions.tournament import Tournament
from analysis.report.page.finding import Finding
from analysis.report.parts.comparison.asked import Comparison
from analysis.statistics import Estimate
from analysis.statistics.words import (
    capital,
    counted,
    listed,
    percent,
    percent_of_games,
    plain_percent,
    tied,
)
from fastsim.game.setup import Tie


def comparison_findings(comparison: Comparison, tie: Tie) -> Iterator[Finding]:
    """Yield what the comparison shows."""
    if len(comparison.ranking) > 2:
        yield _strongest(comparison.ranking)
    if len(comparison.frame) == 1:
        yield only_pair(comparison.duels[0])
    else:
        if comparison.baseline:
            yield _against_baseline(comparison)
        yield _undecided(comparison.frame)
    if comparison.tournament and len(comparison.ranking) > 2:
        yield from _order(comparison.tournament)
    yield _first_turn(comparison.mirrors, tie)


def _strongest(ranking: pd.DataFrame) -> Finding:
    best = ranking.iloc[0]
    others = [str(name) for name in ranking[ranking["may_be_best"]]["rule"] if name != best["rule"]]
    rate = percent(estimate_of(best))
    among = counted(len(ranking), "rule")
    detail = f"It wins {rate} of its games, averaged over its opponents."
    if others:
        return Finding(
            f"{listed([str(best['rule']), *others])} are the strongest of the {among}, and cannot "
            "be told apart by their mean win rate.",
            f"{best['rule']} wins {rate} of its games, averaged over its opponents.",
        )
    second = ranking.iloc[1]
    return Finding(
        f"{best['rule']} is the strongest of the {among}.",
        f"{detail} {second['rule']} comes next with {percent(estimate_of(second))}; the difference "
        "is significant.",
    )


def _order(tournament: Tournament) -> Iterator[Finding]:
    """Yield which rules can be told apart, and where strength is not a ladder."""
    groups, cycles = tournament.groups, tournament.cycles
    level = f"{100 * tournament.level:g}{tied(' ')}%"
    together = [listed([rule.name for rule in group]) for group in groups if len(group) > 1]
    if together:
        yield Finding(
            f"The {len(tournament.rules)} rules fall into {counted(len(groups), 'group')} that can "
            "be told apart by their mean win rate.",
            f"Not settled is the order of {'; nor of '.join(together)}. All of it holds at {level} "
            "together.",
        )
    else:
        yield Finding(
            f"The order of all {counted(len(groups), 'rule')} by mean win rate is settled.",
            f"Each is above the next; all of it holds at {level} together.",
        )
    if cycles:
        first = [rule.name for rule in cycles[0]]
        more = f" There are {len(cycles)} such cycles." if len(cycles) > 1 else ""
        yield Finding(
            f"Strength is not a ladder: {' beats '.join([*first, first[0]])}.",
            f"All these differences are shown, at {level} together.{more}",
        )


def _against_baseline(comparison: Comparison) -> Finding:
    baseline = comparison.baseline
    frame = comparison.against_baseline.sort_values("win_rate", ascending=False, kind="stable")
    sure = frame[frame["significant"]]
    better, worse = sure[sure["win_rate"] > 0.5], sure[sure["win_rate"] < 0.5]
    losers = [f"{row['a']}, with {percent(estimate_of(row))}" for _, row in worse.iterrows()]
    lose = f"Worse than {baseline}: {'; '.join(losers)}." if losers else ""
    if better.empty:
        return Finding(f"No rule is shown to beat {baseline}.", lose)
    top = better.iloc[0]
    if len(better) == 1:
        return Finding(
            f"{top['a']} beats {baseline} in {percent_of_games(estimate_of(top))}.", lose
        )
    last = better.iloc[-1]
    return Finding(
        f"{capital(counted(len(better), 'rule'))} beat {baseline}: {top['a']} in "
        f"{percent_of_games(estimate_of(top))}, {last['a']} still in {percent(estimate_of(last))}.",
        lose,
    )


def _undecided(frame: pd.DataFrame) -> Finding:
    unsure = frame[~frame["significant"]]
    level = 100 * float(frame["level"].iloc[0])
    if unsure.empty:
        closest = frame.iloc[int((frame["win_rate"] - 0.5).abs().to_numpy().argmin())]
        winner, loser, rate = _oriented(closest)
        return Finding(
            f"All {counted(len(frame), 'pair')} are decided: each win rate differs significantly "
            "from 50 %.",
            f"The closest is {winner} against {loser}: {percent_of_games(rate)}.",
        )
    pairs = [
        f"{row['a']} v {row['b']} ({percent(estimate_of(row))})" for _, row in unsure.iterrows()
    ]
    shown = listed(pairs[:4]) if len(pairs) <= 4 else f"{', '.join(pairs[:4])} and more"
    return Finding(
        f"{capital(counted(len(unsure), 'pair'))} of {len(frame)} "
        f"{'is' if len(unsure) == 1 else 'are'} not decided: which rule is better is not shown.",
        f"{shown}: not significant at {100 - level:g} % after correction for {len(frame)} tests.",
    )


def _first_turn(mirrors: pd.DataFrame, tie: Tie) -> Finding:
    rates = mirrors["first_wins"].to_numpy()
    most, least = mirrors.iloc[int(rates.argmax())], mirrors.iloc[int(rates.argmin())]
    why = (
        " Equal points go to the player who moved second."
        if tie is Tie.SECOND and float(least["high"]) < 0.5
        else ""
    )
    return Finding(
        "What the first turn is worth depends on the rule: of games between two players of the "
        f"same rule, whoever moves first wins from {_mirror(least)} ({least['rule']}) to "
        f"{_mirror(most)} ({most['rule']}).",
        f"In mirrors of {least['rule']}, {plain_percent(least['equal_vp'] / least['games'])} of "
        f"games end with equal points, against {plain_percent(most['equal_vp'] / most['games'])} "
        f"in those of {most['rule']}.{why}",
    )


def _mirror(row: pd.Series) -> str:
    return percent(_estimate(row, "first_wins"))


def _estimate(row: pd.Series, name: str) -> Estimate[float]:
    return Estimate(
        float(row[name]),
        float(row["standard_error"]),
        float(row["low"]),
        float(row["high"]),
        float(row["level"]),
    )


def _oriented(row: pd.Series) -> tuple[str, str, Estimate[float]]:
    """Return the better rule, the other one, and the better one's win rate."""
    rate = estimate_of(row)
    if rate.value >= 0.5:
        return str(row["a"]), str(row["b"]), rate
    flipped = Estimate(1 - rate.value, rate.standard_error, 1 - rate.high, 1 - rate.low, rate.level)
    return str(row["b"]), str(row["a"]), flipped


def only_pair(duel: Duel) -> Finding:
    """Return who wins a matchup."""
    a, b, rate = duel.a.name, duel.b.name, duel.win_rate
    if duel.p_value > 1 - duel.level:
        return Finding(f"Neither {a} nor {b} is shown to be better: {a} wins {percent(rate)}.")
    if rate.value > 0.5:
        return Finding(f"{a} beats {b} in {percent_of_games(rate)}.")
    return Finding(f"{b} beats {a} in {percent_of_games(duel.win_rate_b)}.")
