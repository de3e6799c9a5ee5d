"""What tables of several players, and single cards, say in sentences made from the numbers."""

from __future__ import annotations

from collections.abc import Iterator

import pandas as pd

from analysis.frames import card_frame, game_summary, lineup_ranking_frame
from analysis.plots.labels import estimate_of
from analysis.questions.lineups import LineupResults
from analysis.questions.one_card import CardStudy
from analysis.report.page.finding import Finding
from analysis.report.page.results import Results
from analysis.statistics.estimate import one_of
from analysis.statistics.words import (
    capital,
    counted,
    listed,
    p_value,
    percent,
    percent_of_games,
    plain_percent,
)

_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")


def lineup_findings(results: Results) -> Iterator[Finding]:
    """Yield who wins at each size of table, what seats are worth there, and what the size does."""
    for lineups in results.lineups:
        yield _strongest(lineups)
        yield _seats(lineups)
    yield from _sizes(results)


def _strongest(lineups: LineupResults) -> Finding:
    ranking, players = lineup_ranking_frame(lineups), lineups.setup.players
    best = ranking.iloc[0]
    others = [str(name) for name in ranking[ranking["may_be_best"]]["rule"] if name != best["rule"]]
    rate = percent_of_games(estimate_of(best))
    place = f"At tables of {players}"
    if others:
        return Finding(
            f"{place}, {listed([str(best['rule']), *others])} are the strongest, and cannot be "
            "told apart.",
            f"{best['rule']} wins {rate}, where an equal share is {plain_percent(1 / players)}.",
        )
    second = ranking.iloc[1]
    return Finding(
        f"{place}, {best['rule']} is the strongest of {counted(len(ranking), 'rule')}: it wins "
        f"{rate}, where an equal share is {plain_percent(1 / players)}.",
        f"{second['rule']} comes next with {percent(estimate_of(second))}; the difference is "
        "significant.",
    )


def _seats(lineups: LineupResults) -> Finding:
    players, seats = lineups.setup.players, lineups.seats
    summary = game_summary(lineups)
    shared = (
        f"{plain_percent(summary['shared'] / summary['games'])} of the victories are shared; a "
        f"game lasts {summary['mean_turns']:.1f} turns, all players' together."
    )
    p = lineups.seat_p_value
    if p > 1 - lineups.level:
        return Finding(f"At tables of {players}, no seat is shown to be worth more.", shared)
    shares = [
        f"who moves {_ORDINALS[seat]} wins {percent(one_of(seats, seat))}"
        for seat in range(players)
    ]
    return Finding(
        f"At tables of {players}, seats are not worth the same: {listed(shares)}.",
        f"All seats together: p {'' if p < 1e-4 else '= '}{p_value(p)}. {shared}",
    )


def _sizes(results: Results) -> Iterator[Finding]:
    """Yield whether the order of the rules depends on the number of players."""
    orders: dict[int, list[str]] = {}
    if results.comparison and not results.comparison.ranking.empty:
        orders[results.spec.setup.players] = results.comparison.ranking["rule"].tolist()
    for lineups in results.lineups:
        orders[lineups.setup.players] = lineup_ranking_frame(lineups)["rule"].tolist()
    if len(orders) < 2:
        return
    few, many = min(orders), max(orders)
    if sorted(orders[few]) != sorted(orders[many]):
        return
    places = {rule: [orders[n].index(rule) + 1 for n in sorted(orders)] for rule in orders[few]}
    moved = {rule: own for rule, own in places.items() if len(set(own)) > 1}
    sizes = listed([str(n) for n in sorted(orders)])
    if not moved:
        yield Finding(f"The order of the rules is the same with {sizes} players.")
        return
    most = max(moved, key=lambda rule: abs(moved[rule][-1] - moved[rule][0]))
    yield Finding(
        f"The number of players changes the order: {most} is number {moved[most][0]} with {few} "
        f"players, number {moved[most][-1]} with {many}.",
        f"{capital(counted(len(moved), 'rule'))} of {len(places)} "
        f"{'changes' if len(moved) == 1 else 'change'} places between {sizes} players, by the "
        "order found; what of it is certain is in the tables.",
    )


def card_findings(study: CardStudy) -> Iterator[Finding]:
    """Yield which cards help, which do not, and what the search flattered."""
    frame = card_frame(study)
    best = frame[frame["best"]].sort_values("win_rate", ascending=False, kind="stable")
    against = study.against.name
    sure = best[best["significant"]]
    better, worse = sure[sure["win_rate"] > 0.5], sure[sure["win_rate"] < 0.5]
    total = len(best)
    if better.empty:
        yield Finding(f"None of {total} cards is shown to help against {against}.")
    else:
        top = [_used(row) for _, row in better.head(3).iterrows()]
        yield Finding(
            f"{capital(counted(len(better), 'card'))} of {total} "
            f"{'beats' if len(better) == 1 else 'beat'} {against} beside money, "
            f"{'led by ' if len(better) > 1 else ''}{listed(top)}.",
            f"Each has a kingdom of its own; p-values are corrected for {total} cards.",
        )
    unsure = best[~best["significant"]]
    if len(unsure):
        yield Finding(
            f"Of {counted(len(unsure), 'card')} it is not shown whether they help: "
            f"{listed([str(name) for name in unsure['card']])}.",
        )
    if len(worse):
        rows = [_used(row) for _, row in worse.iterrows()]
        yield Finding(
            f"{capital(counted(len(worse), 'card'))} "
            f"{'loses' if len(worse) == 1 else 'lose'} even at best: {listed(rows)}.",
            "Beside money alone; with other cards they may do better.",
        )
    if frame["copies"].nunique() > 1:
        yield _copies(best)
    curse = 100 * (best["selected"] - best["win_rate"])
    yield Finding(
        f"The games that chose a variant flatter it by {curse.mean():.1f} points on average.",
        f"That is the winner's curse over up to {int(best['variants'].max())} variants a card; all "
        "figures here are of fresh games, which no choice has seen.",
    )


def _used(row: pd.Series) -> str:
    return f"{row['card']} ({row['copies']}) with {percent(estimate_of(row))}"


def _copies(best: pd.DataFrame) -> Finding:
    counts = best.groupby("copies")["card"].apply(list)
    said = [
        f"{counted(int(str(n)), 'copy', 'copies')}: {listed([str(card) for card in cards])}"
        for n, cards in counts.items()
    ]
    most = int(str(counts.map(len).idxmax()))
    return Finding(
        f"{capital(counted(most, 'copy', 'copies'))} {'is' if most == 1 else 'are'} chosen most "
        "often.",
        f"{capital('; '.join(said))}. Where the curve is flat, the next number does as well.",
    )
