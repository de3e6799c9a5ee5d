"""Matches: the winner of a game goes last in the next."""

import numpy as np
import pytest

from analysis.questions import match as module
from analysis.questions.match import Match, match
from fastsim.game.setup import GameSetup, basic, simplified
from fastsim.lower.six_cards import zero_counts
from fastsim.play.matches import MatchTally, begun_by
from fastsim.play.results import Tally
from fastsim.rules.load import load_rule
from fastsim.text.errors import InvalidInput

BM, BMU, GREEDY = (load_rule(n) for n in ("Big Money", "Big Money Ultimate", "Greedy"))


def scripted(setup: GameSetup, winners: np.ndarray, length: int) -> Match:  # type: ignore[type-arg]
    """A match whose games have these winners, as bits of seats: [n_players, n_games]."""
    players, games = winners.shape
    rules = (BM, BMU, GREEDY)[:players]
    sets = 2**players
    together = np.zeros((players, sets, players, sets), np.int64)
    for i in range(players):
        for j in range(players):
            np.add.at(together, (i, winners[i], j, winners[j]), 1)
    zero, tallies = zero_counts(setup), []
    for k in range(players):
        outcomes = np.bincount(winners[k], minlength=sets)
        tallies.append(
            Tally(setup, begun_by(rules, k), 0, ((0, games),), outcomes, 0, zero.ended,
                  zero.turns, zero.vp, zero.margin)
        )  # fmt: skip
    return Match(setup, MatchTally(rules, tuple(tallies), together), length, 0)


def test_the_first_seat_always_wins() -> None:
    # then they take turns: who wins goes last, and last of two is second
    both = scripted(simplified(), np.full((2, 50), 0b01), 1000)
    assert both.win_rates.value == pytest.approx([0.5, 0.5])
    assert both.begins.value == pytest.approx([0.5, 0.5])
    assert (both.win_rates.high - both.win_rates.low).max() < 0.1


def test_the_last_seat_always_wins() -> None:
    # then it stays last, and whoever was drawn to be so wins the match
    three = scripted(basic(3), np.full((3, 50), 0b100), 1000)
    assert three.win_rates.value == pytest.approx([1 / 3] * 3)
    assert three.begins.value == pytest.approx([1 / 3] * 3)


def test_one_player_always_wins() -> None:
    # Big Money, place 0: seat 1 of its own games, seat 3 of those that place 1 begins, ...
    winners = np.array([[0b001] * 50, [0b100] * 50, [0b010] * 50])
    one = scripted(basic(3), winners, 1000)
    assert one.win_rates.value == pytest.approx([1, 0, 0])
    # so the player behind it begins, but for the first game, which anybody may
    assert one.begins.value == pytest.approx([1 / 3000, 1 - 2 / 3000, 1 / 3000])
    assert one.gains.value == pytest.approx([0, 0, 0])
    # fifty games all won are no certainty
    assert one.win_rates.low[0] < 0.98


def test_after_a_shared_victory_anybody_begins() -> None:
    # place 0 wins the games it begins alone; those that place 1 begins are shared
    winners = np.array([[0b01] * 50, [0b11] * 50])
    shared = scripted(basic(), winners, 5000)
    # a game of place 1 leads to either; one of place 0 to place 1: begun 1/3 to 2/3
    assert shared.begins.value == pytest.approx([1 / 3, 2 / 3], abs=1e-3)
    assert shared.win_rates.value == pytest.approx([2 / 3, 1 / 3], abs=1e-3)
    assert shared.equal_seats.value == pytest.approx([0.75, 0.25])
    # only games of place 1 are shared, and two in three are its own
    assert shared.shared.value == pytest.approx(2 / 3, abs=1e-3)
    assert shared.shared.low < 2 / 3 < shared.shared.high


def test_shared_victories_are_those_of_a_match_as_it_is_played() -> None:
    # one game index in ten is shared when place 0 begins, one in two when place 1 does
    rng = np.random.default_rng(3)
    places = [np.where(rng.random(4000) < 0.1, 0b11, 0b01), rng.choice([0b01, 0b11], 4000)]
    found = scripted(basic(), np.array(places), 400)
    rates = [(winners == 0b11).mean() for winners in places]
    by_hand, begins = [], 0
    for game in range(200_000):
        if game % 400 == 0:
            begins = rng.integers(2)
        by_hand.append(rng.random() < rates[begins])
        # seat 1 wins otherwise, and goes last
        begins = rng.integers(2) if by_hand[-1] else 1 - begins
    assert found.shared.value == pytest.approx(np.mean(by_hand), abs=0.006)
    assert found.shared.value != pytest.approx(np.mean(rates), abs=0.006)


def test_a_match_of_one_game_has_equal_seats() -> None:
    found = match(basic(3), [BM, BMU, GREEDY], games=600, length=1)
    assert found.win_rates.value == pytest.approx(found.equal_seats.value)
    assert found.gains.value == pytest.approx([0, 0, 0])


def test_real_games() -> None:
    found = match(basic(3), [BM, BMU, GREEDY], games=3000, seed=5)
    assert found.games == 3000
    assert found.tally.games == 1000
    assert found.win_rates.value.sum() == pytest.approx(1)
    assert found.begins.value.sum() == pytest.approx(1)
    # the player behind the strongest begins most
    assert found.begins.value.argmax() == 2
    weights = found.begins.value
    shares = [t.outcomes.sum() - t.wins.sum() for t in found.tally.tallies]
    assert found.shared.value == pytest.approx(weights @ shares / 1000)
    assert found.by_starter.sum(axis=1) == pytest.approx([1, 1, 1])
    assert found.by_starter[2, 2] == pytest.approx(found.tally.tallies[2].score[0] / 1000)
    document = found.to_json()
    assert document["rules"] == ["Big Money", "Big Money Ultimate", "Greedy"]
    assert document["by_starter"][1]["begins"] == "Big Money Ultimate"
    assert document["ci95"][0][0] < document["win_rate"][0] < document["ci95"][0][1]
    assert document["provenance"]["games"] == 3000
    shared = document["shared"]
    assert shared["ci"][0] < shared["value"] == found.shared.value < shared["ci"][1]


def test_an_interrupt_keeps_what_is_finished(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = module.match_chunks

    def interrupted(*args: object, **how: object) -> object:
        yield next(whole(*args, **{**how, "chunk": 50}))  # type: ignore[arg-type]
        raise KeyboardInterrupt

    monkeypatch.setattr(module, "match_chunks", interrupted)
    assert match(simplified(), [BM, BMU], games=1000).tally.games == 50


def test_what_is_no_match() -> None:
    with pytest.raises(InvalidInput, match="a match of 0 games"):
        match(simplified(), [BM, BMU], games=100, length=0)
    with pytest.raises(InvalidInput, match="a match of 1,000,000 games"):
        match(simplified(), [BM, BMU], games=100, length=10**6)
    with pytest.raises(InvalidInput, match="At least 4 begun by each player"):
        match(simplified(), [BM, BMU], games=6)
    with pytest.raises(InvalidInput, match="3 rules for the 2 players"):
        match(simplified(), [BM, BMU, GREEDY], games=100)
