"""Figures of as many games as counts can hold: those of fewer games in the same shares."""

import dataclasses
import math
from typing import Any

import numpy as np
import pytest

from analysis.frames import curves, matchups, tournaments
from analysis.output.notebook import html_of
from analysis.questions.curves import observe_duel
from analysis.questions.duel import Duel, duel
from analysis.questions.lineups import lineup_tournament
from analysis.questions.match import match
from analysis.questions.tournament import tournament
from analysis.statistics import histogram_quantiles, histogram_shape, wilson
from analysis.statistics.histogram_rows import summarise_rows
from fastsim.game.setup import basic, simplified
from fastsim.play.lineups import Lineup, LineupJob
from fastsim.play.matchups import MAX_INDICES, MatchupTally
from fastsim.play.results import Tally, histogram_mean, histogram_sd
from fastsim.play.tallies import Tallies, TallyRows
from fastsim.rules.load import load_rule
from fastsim.text.errors import InvalidInput
from fastsim.text.numbers import LARGEST

FEW = 100
#: 10^16 times as many are 10^18 games, and 5 * 10^17 game indices of a matchup.
TIMES = 10**16
NAMES = ["Big Money", "Greedy", "Three Golds first"]


def many(tally: Any) -> Any:
    """The tally as if all its games had been played very often."""
    changed: dict[str, Any] = {}
    for field in dataclasses.fields(tally):
        value = getattr(tally, field.name)
        if isinstance(value, np.ndarray) or field.name == "equal_vp":
            changed[field.name] = value * TIMES
        elif field.name == "ranges":
            changed[field.name] = ((0, tally.games * TIMES),)
        elif isinstance(value, TallyRows):
            changed[field.name] = Tallies.of(map(many, value))
        elif isinstance(value, tuple) and value and hasattr(value[0], "outcomes"):
            changed[field.name] = tuple(map(many, value))
    return dataclasses.replace(tally, **changed)


@pytest.fixture(scope="module")
def games() -> Tally:
    return duel("simplified", *NAMES[:2], games=2 * FEW).a_first


def test_means_and_spreads_of_histograms(games: Tally) -> None:
    turns = np.arange(len(games.turns))
    assert int(games.turns.sum()) * TIMES == 10**18
    assert histogram_mean(games.turns * TIMES, turns) == histogram_mean(games.turns, turns)
    spread = histogram_sd(games.turns, turns) * math.sqrt((FEW - 1) / FEW)
    assert histogram_sd(games.turns * TIMES, turns) == pytest.approx(spread, rel=1e-14)
    low_and_high = np.array([LARGEST // 2, LARGEST // 2])
    assert histogram_mean(low_and_high, np.array([-20_000, 20_000])) == 0
    assert histogram_sd(low_and_high, np.array([-20_000, 20_000])) == pytest.approx(20_000)


def test_statistics_of_histograms(games: Tally) -> None:
    few, most = histogram_shape(games.turns), histogram_shape(games.turns * TIMES)
    assert most.games == 10**18
    assert most.mean.value == pytest.approx(few.mean.value, rel=1e-14)
    assert most.skew.value == pytest.approx(few.skew.value, rel=1e-9)
    assert most.mean.standard_error == pytest.approx(
        few.mean.standard_error * math.sqrt((FEW - 1) / (10**18 - 1)), rel=1e-6
    )
    quantiles = histogram_quantiles(games.turns * TIMES, [0.05, 0.5, 0.95])
    assert (
        quantiles.values.tolist()
        == histogram_quantiles(games.turns, [0.05, 0.5, 0.95]).values.tolist()
    )
    assert (quantiles.low <= quantiles.values).all()
    assert (quantiles.high >= quantiles.values).all()
    rows = summarise_rows(games.vp * TIMES, np.array([0.5]))
    assert rows.games.tolist() == [10**18] * 2
    assert rows.mean == pytest.approx(summarise_rows(games.vp, np.array([0.5])).mean)
    assert wilson(3 * 10**17, 10**18).value == pytest.approx(0.3)


def test_a_duel() -> None:
    few = duel("simplified", *NAMES[:2], games=2 * FEW)
    # half of them, since the products of scores of both orders have to fit, too
    most = Duel(few.setup, _halved(many(few.tally)), 0)
    assert most.games == 10**18
    assert most.win_rate.value == pytest.approx(few.win_rate.value, rel=1e-14)
    assert most.win_rate.low <= most.win_rate.value <= most.win_rate.high
    document = most.to_json()
    assert document["a_first"]["mean_turns"] == few.to_json()["a_first"]["mean_turns"]
    assert document["a_first"]["wins_first"] == few.to_json()["a_first"]["wins_first"] * TIMES // 2
    assert (matchups.duel_frame(most)["games"] == 10**18 // 2).all()
    assert "1,000,000,000,000,000,000" in html_of(most)


def _halved(tally: MatchupTally) -> MatchupTally:
    def half(one: Tally) -> Tally:
        arrays = {name: array // 2 for name, array in one.arrays.items()}
        return Tally.from_arrays(one.setup, one.rules, one.seed, ((0, one.games // 2),), arrays)

    return MatchupTally(
        tally.matchups, Tallies.of(map(half, tally.a_first)), Tallies.of(map(half, tally.b_first)),
        tally.order_products // 2, None,
    )  # fmt: skip


def test_a_tournament_a_match_and_curves() -> None:
    few = tournament("simplified", NAMES, games=2 * FEW)
    less = 100  # the products of whole tournaments have a sixteenth of the room
    most = dataclasses.replace(few, tally=_shrunk(many(few.tally), less))
    assert most.games_per_pair == 2 * 10**18 // less
    frame = tournaments.ranking_frame(most.tally)
    assert (frame["games"] == 2 * most.games_per_pair).all()
    assert frame["win_rate"].between(0, 1).all()
    seen = match("simplified", NAMES[:2], games=2 * FEW, length=10)
    often = dataclasses.replace(seen, tally=many(seen.tally))
    assert often.games == 2 * 10**18
    assert often.win_rates.value == pytest.approx(seen.win_rates.value)
    assert often.shared.value == pytest.approx(seen.shared.value)
    assert often.shared.high <= seen.shared.high
    assert (
        often.to_json()["by_starter"][0]["mean_turns"]
        == (seen.to_json()["by_starter"][0]["mean_turns"])
    )
    watched = observe_duel("simplified", *NAMES[:2], games=2 * FEW)
    all_seen = dataclasses.replace(
        watched, a_first=many(watched.a_first), b_first=many(watched.b_first)
    )
    assert all_seen.of("A").going[0] == 2 * 10**18
    shown = curves.curve_frame(all_seen)
    assert shown["mean"].to_numpy() == pytest.approx(curves.curve_frame(watched)["mean"].to_numpy())


def _shrunk(tally: MatchupTally, times: int) -> MatchupTally:
    def less(one: Tally) -> Tally:
        arrays = {name: array // times for name, array in one.arrays.items()}
        return Tally.from_arrays(one.setup, one.rules, one.seed, ((0, one.games // times),), arrays)

    assert tally.products is not None
    return MatchupTally(
        tally.matchups, Tallies.of(map(less, tally.a_first)), Tallies.of(map(less, tally.b_first)),
        tally.order_products // times, tally.products // times,
    )  # fmt: skip


def test_line_ups_know_how_many_games_their_counts_hold() -> None:
    rules = tuple(map(load_rule, NAMES))
    job = LineupJob(basic(3), (Lineup(rules),), 0)
    # each rule sits in each seat in two of the six orders; in all seats together, it wins six
    assert job.most_games == LARGEST // (6 * 6) ** 2
    two = LineupJob(simplified(), tuple(Lineup((rules[0], rule)) for rule in rules[1:] * 50), 0)
    assert two.most_games == LARGEST // (2 * 100) ** 2
    with pytest.raises(InvalidInput, match="game indices"):
        lineup_tournament("basic-3", NAMES, games=6 * job.most_games + 6)


@pytest.mark.parametrize("name", ["Big Money", "Greedy"])
def test_more_games_than_products_hold_are_refused(name: str) -> None:
    with pytest.raises(InvalidInput, match="game indices"):
        duel("simplified", name, "Greedy", games=2 * MAX_INDICES + 2)
    with pytest.raises(InvalidInput, match="At most"):
        tournament("simplified", ["Big Money", "Greedy"], games=LARGEST)
