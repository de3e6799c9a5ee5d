"""Line-ups: rates, ranking and frames, against the games themselves."""

import itertools

import numpy as np
import pytest

from analysis.frames import (
    LINEUP_COLUMNS,
    LINEUP_RANKING_COLUMNS,
    SEAT_COLUMNS,
    game_summary,
    lineup_frame,
    lineup_ranking_frame,
    seat_frame,
)
from analysis.output.commands import lineup_command
from analysis.questions import lineups as module
from analysis.questions.duel import duel
from analysis.questions.lineups import LineupResults, indices_for, lineup_tournament, play_lineups
from analysis.questions.match import match
from fastsim.game.setup import basic
from fastsim.play.games import simulate
from fastsim.play.lineups import Lineup
from fastsim.rules.load import load_rule
from fastsim.rules.parse import parse_rule
from fastsim.text.errors import InvalidInput

RULES = [load_rule(n) for n in ("Big Money", "Big Money Ultimate", "Greedy", "Duchy dancing")]
A, B, C, D = RULES


@pytest.fixture(scope="module")
def results() -> LineupResults:
    return lineup_tournament(basic(3), RULES, games=1800, seed=3)


def test_rates_are_those_of_the_games(results: LineupResults) -> None:
    games = results.tally.games
    assert games == 300
    scores = np.zeros((4, 3))
    for chosen in itertools.combinations(range(4), 3):
        for order in itertools.permutations(chosen):
            winners = simulate(basic(3), [RULES[i] for i in order], games=games, seed=3).winners
            for seat, rule in enumerate(order):
                scores[rule, seat] += ((winners >> seat & 1) / np.bitwise_count(winners)).sum()
    # each rule is in 3 line-ups of 6 orders, in each seat in 2 of them
    assert results.by_seat.value == pytest.approx(scores / (6 * games))
    assert results.win_rates.value == pytest.approx(scores.sum(axis=1) / (18 * games))
    assert results.seats.value == pytest.approx(scores.sum(axis=0) / (24 * games))
    assert results.seats.value.sum() == pytest.approx(1)
    assert results.games == 4 * 6 * games == 4 * results.games_per_lineup


def test_who_is_stronger_is_told(results: LineupResults) -> None:
    names = [[rule.name for rule in group] for group in results.groups]
    assert list(itertools.chain(*names))[:2] == ["Big Money Ultimate", "Duchy dancing"]
    assert results.ranking.above[1, 0]
    assert results.may_be_best.tolist()[1]
    assert not results.may_be_best.tolist()[0]
    assert 0 <= results.seat_p_value < 0.05  # in this game the first seat is the best


def test_a_lineup_of_two_is_a_duel() -> None:
    two = play_lineups(basic(), [Lineup((A, B))], games=4000, seed=1)
    one = duel(basic(), A, B, games=4000, seed=1)
    assert two.win_rates.value[0] == pytest.approx(one.win_rate.value)
    assert two.of_lineup(0).value[0] == pytest.approx(one.win_rate.value)
    assert two.win_rates.standard_error[0] == pytest.approx(one.win_rate.standard_error, rel=0.02)
    assert two.by_seat.value[0] == pytest.approx([rate.value for rate in one.by_seat])


def test_equal_rules_share_equally() -> None:
    mirror = play_lineups(basic(3), [Lineup((A, A, A))], games=1200)
    assert mirror.win_rates.value.tolist() == pytest.approx([1 / 3])
    assert mirror.games == 200
    pair = play_lineups(basic(3), [Lineup((A, A, B))], games=1200)
    rates = pair.of_lineup(0)
    # two of the three players are one rule, and its rate is that of either
    assert 2 * rates.value[0] + rates.value[1] == pytest.approx(1)
    assert rates.low[1] > 1 / 3 > rates.high[0]


def test_frames_have_their_columns(results: LineupResults) -> None:
    ranking, seats, each = (
        frame(results) for frame in (lineup_ranking_frame, seat_frame, lineup_frame)
    )
    assert list(ranking) == list(LINEUP_RANKING_COLUMNS)
    assert list(seats) == list(SEAT_COLUMNS)
    assert list(each) == list(LINEUP_COLUMNS)
    assert ranking["win_rate"].is_monotonic_decreasing
    assert (ranking["games"] == 3 * 1800).all()
    assert len(seats) == 5 * 3
    assert (seats[seats["rule"] == ""]["games"] == 4 * 1800).all()
    assert len(each) == 4 * 3
    assert each.groupby("lineup")["win_rate"].sum().tolist() == pytest.approx([1.0] * 4)
    wins = each.groupby("lineup")["wins"].sum()
    assert (wins <= 1800).all()
    summary = game_summary(results)
    assert summary["shared"] == summary["games"] - wins.sum()
    ends = summary["ended_provinces"] + summary["ended_piles"] + summary["cut"]
    assert ends == summary["games"] == 7200


def test_an_interrupt_keeps_what_is_finished(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = module.lineup_chunks

    def interrupted(*args: object, **how: object) -> object:
        yield next(whole(*args, **{**how, "chunk": 50}))  # type: ignore[arg-type]
        raise KeyboardInterrupt

    monkeypatch.setattr(module, "lineup_chunks", interrupted)
    assert lineup_tournament(basic(3), RULES, games=1800).tally.games == 50


def test_commands(results: LineupResults) -> None:
    assert lineup_command(results) == (
        'fastsim tournament "Big Money" "Big Money Ultimate" Greedy "Duchy dancing" '
        "--games 1800 --seed 3 --setup basic-3"
    )
    one = play_lineups(basic(3), [Lineup((A, A, B))], games=30)
    command = lineup_command(one, "my.toml")
    assert command == (
        'fastsim duel "Big Money" "Big Money" "Big Money Ultimate" '
        "--games 30 --seed 0 --setup my.toml"
    )
    assert lineup_command(play_lineups(basic(3), [Lineup((A, B, C))], games=30, start=9)) is None


def test_what_is_no_tournament() -> None:
    with pytest.raises(InvalidInput, match="a tournament of 2 rules for the 3 players"):
        lineup_tournament(basic(3), RULES[:2], games=100)
    with pytest.raises(InvalidInput, match="the rule 'Big Money' is there twice"):
        lineup_tournament(basic(3), [A, B, A], games=100)
    many = [load_rule(f"Province; Gold if turn > {k}; Silver") for k in range(20)]
    with pytest.raises(InvalidInput, match="20 rules are 1,140 line-ups of 3"):
        lineup_tournament(basic(3), many, games=100)
    with pytest.raises(InvalidInput) as error:
        indices_for(6, 3)
    assert "At least 24: 4 in each of 6 seat orders" in str(error.value)
    assert indices_for(25, 3) == 5


def test_line_ups_and_matches_tell_rules_of_one_name_apart() -> None:
    texts = ["Province; Gold; Silver", "Province; Gold", "Province; Gold; Copper"]
    rules = [parse_rule(text, name="Mine") for text in texts]
    names = ["Mine: … Gold; Silver", "Mine: … Gold", "Mine: … Gold; Copper"]
    found = lineup_tournament(basic(3), rules, games=600)
    assert [rule.name for rule in found.rules] == names
    assert [rule.name for rule in match(basic(3), rules, games=600).rules] == names
