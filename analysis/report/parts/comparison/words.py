"""What the numbers say, in plain sentences that were made from them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

import numpy as np
import pandas as pd

from analysis.frames import end_frame, parameter_columns, sweep_frame
from analysis.plots.labels import estimate_of, number
from analysis.questions.duel import Duel
from analysis.questions.sweep import Sweep
from analysis.questions.tournament import Tournament
from analysis.report.kingdom_words import card_findings, lineup_findings
from analysis.report.page.finding import Finding
from analysis.report.page.results import Comparison, Results
from analysis.report.parts.curves import curve_findings
from analysis.report.parts.equilibrium import search_findings
from analysis.report.parts.settings.words import settings_findings
from analysis.statistics import Estimate, histogram_quantiles, histogram_shape, holm
from analysis.statistics.words import (
    amount,
    capital,
    counted,
    listed,
    percent,
    percent_of_games,
    plain_percent,
    tied,
)
from fastsim.game.setup import Tie
from fastsim.play.results import histogram_mean
from fastsim.rules.describe import digest
from fastsim.text.words import number_of


def findings(results: Results) -> list[Finding]:
    """Return what a reader in a hurry should know."""
    found: list[Finding] = []
    if results.comparison:
        found += comparison_findings(results.comparison, results)
    found += lineup_findings(results)
    if results.cards:
        found += card_findings(results.cards)
    for curves in results.curves:
        found += curve_findings(curves)
    found += together_findings(results.comparable_sweeps)
    for part, sweep in zip(results.spec.sweeps, results.sweeps, strict=True):
        for finding in sweep_findings(sweep):
            if len(results.sweeps) > 1:
                claim = f"{part.title}: {finding.claim[:1].lower()}{finding.claim[1:]}"
                finding = replace(finding, claim=claim)
            found.append(finding)
    if results.settings:
        found += settings_findings(results.settings)
    found += search_findings(results)
    if results.duel:
        found += duel_findings(results.duel, seen=results.comparison is not None)
    return found


# -- rules against each other ------------------------------------------------------------------


def comparison_findings(comparison: Comparison, results: Results) -> Iterator[Finding]:
    """Yield what the comparison shows."""
    if len(comparison.ranking) > 2:
        yield _strongest(comparison.ranking)
    if len(comparison.frame) == 1:
        yield _only_pair(comparison.duels[0])
    else:
        if comparison.baseline:
            yield _against_baseline(comparison)
        yield _undecided(comparison.frame)
    if comparison.tournament and len(comparison.ranking) > 2:
        yield from _order(comparison.tournament)
    yield _first_turn(comparison.mirrors, results.spec.setup.tie)


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


# -- a template's parameters -------------------------------------------------------------------


def together_findings(sweeps: Mapping[str, Sweep]) -> Iterator[Finding]:
    """Yield where the best cells of several sweeps over the same parameters lie."""
    if len(sweeps) < 2:
        return
    frames = [sweep_frame(sweep) for sweep in sweeps.values()]
    names = list(reversed(parameter_columns(frames[0])))
    best = [frame[frame["best"]].iloc[0] for frame in frames]
    spans = []
    for name in names:
        low, high = min(row[name] for row in best), max(row[name] for row in best)
        spans.append(
            f"{name} at {number(low)}" if low == high
            else f"{name} at {number(low)} to {number(high)}"
        )  # fmt: skip
    gains = [100 * float(row["win_rate"] - f.iloc[0]["win_rate"])
             for row, f in zip(best, frames, strict=True)]  # fmt: skip
    yield Finding(
        f"The best cells of the {counted(len(sweeps), 'sweep')} have {listed(spans)}.",
        f"They win from {min(gains):.1f} to {max(gains):.1f} points more than the cell with "
        f"{_at(frames[0].iloc[0], names)} of the same sweep.",
    )


def sweep_findings(sweep: Sweep) -> Iterator[Finding]:
    """Yield what a sweep shows."""
    frame = sweep_frame(sweep)
    names = list(reversed(parameter_columns(frame)))
    best = frame[frame["best"]].iloc[0]
    against = sweep.against.name
    level = 100 * sweep.level
    adjusted = holm(frame["p_value"].to_numpy())
    sure = adjusted <= 1 - sweep.level
    better = int((sure & (frame["win_rate"] > 0.5)).sum())
    worse = int((sure & (frame["win_rate"] < 0.5)).sum())
    others = int(frame["may_be_best"].sum()) - 1
    told = (
        f"{capital(counted(others, 'other cell'))} cannot be told from it at {level:g} %."
        if others
        else f"Every other cell is worse at {level:g} %."
    )
    mirrors = [
        k
        for k, matchup in enumerate(sweep.tally.matchups)
        if digest(matchup.a) == digest(sweep.against)
    ]
    own = (
        f" {against} itself is the cell {_at(frame.iloc[mirrors[0]], names)}, 50 % by definition."
        if mirrors
        else ""
    )
    if better:
        claim = (
            f"Against {against}, {_at(best, names)} does best: it wins "
            f"{percent_of_games(estimate_of(best))}."
        )
        shown = (
            f"Of {number_of(len(frame), 'cell')}, {counted(better, 'beats', 'beat')} {against} "
            "significantly, after correction for their number. "
        )
    else:
        what = listed(names)
        claim = (
            f"Every choice of {what} loses to {against}."
            if worse == len(frame)
            else f"No choice of {what} is shown to beat {against}."
        )
        if mirrors and bool(frame["best"].iloc[mirrors[0]]):
            yield Finding(
                claim,
                f"The best of {number_of(len(frame), 'cell')} is {against} itself, "
                f"{_at(best, names)}. {told}{_ends(frame, names, mirrors)}",
            )
            return
        unsure = not sure[frame["best"].to_numpy()].any()
        shown = (
            f"The best of {number_of(len(frame), 'cell')}, {_at(best, names)}, wins "
            f"{percent_of_games(estimate_of(best))}"
            f"{': not significant after correction for their number' if unsure else ''}. "
        )
    yield Finding(claim, shown + told + _ends(frame, names, mirrors) + own)


def _ends(frame: pd.DataFrame, names: list[str], mirrors: list[int]) -> str:
    """Return what the ends of a sweep over one parameter win, but for the best cell and mirrors."""
    if len(names) > 1:
        return ""
    rows = [(k, frame.iloc[k]) for k in (0, len(frame) - 1)]
    ends = [row for k, row in rows if not row["best"] and k not in mirrors]
    return "".join(
        f" With {_at(row, names)} the rule wins {percent(estimate_of(row))}." for row in ends
    )


def _at(row: pd.Series, names: list[str]) -> str:
    return ", ".join(tied(f"{name} = {number(row[name])}") for name in names)


# -- one matchup in depth ----------------------------------------------------------------------


def duel_findings(duel: Duel, *, seen: bool) -> Iterator[Finding]:
    """Yield what one matchup shows; `seen` when it was among the comparison already."""
    a, b = duel.a.name, duel.b.name
    if not seen:
        yield _only_pair(duel)
    turns = duel.a_first.turns + duel.b_first.turns
    length = histogram_shape(turns, level=duel.level).mean
    low, high = histogram_quantiles(turns, [0.05, 0.95], level=duel.level).values
    ends = end_frame(duel).groupby("end", sort=False)["games"].sum()
    by_provinces = float(ends["provinces"]) / duel.games
    yield Finding(
        f"A game between {a} and {b} lasts {amount(length)} turns, both players' together.",
        f"Nine in ten last {low} to {high}; "
        f"{'all' if by_provinces == 1 else plain_percent(by_provinces)} end with the last "
        f"Province. {_mover(duel)}",
    )


def _only_pair(duel: Duel) -> Finding:
    a, b, rate = duel.a.name, duel.b.name, duel.win_rate
    if duel.p_value > 1 - duel.level:
        return Finding(f"Neither {a} nor {b} is shown to be better: {a} wins {percent(rate)}.")
    if rate.value > 0.5:
        return Finding(f"{a} beats {b} in {percent_of_games(rate)}.")
    return Finding(f"{b} beats {a} in {percent_of_games(duel.win_rate_b)}.")


def _mover(duel: Duel) -> str:
    effect = duel.first_player_effect
    if effect.p_value > 1 - duel.level:
        return "Who moves first makes no difference that these games could show."
    return f"Whoever moves first wins {percent(effect.first_mover)} of them."


def margin_sentence(duel: Duel) -> str:
    """Return by how much rule a leads, as a sentence."""
    counts = duel.a_first.margin[0] + duel.b_first.margin[1]
    values = duel.a_first.margin_values
    mean = histogram_mean(counts, values)
    equal = float(counts[np.flatnonzero(values == 0)[0]] / counts.sum())
    return (
        f"{duel.a.name} ends {abs(mean):.1f} points {'ahead' if mean >= 0 else 'behind'} "
        f"on average; {plain_percent(equal)} of games end level."
    )
