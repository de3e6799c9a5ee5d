import itertools

import numpy as np
import pytest

from fastsim.execute.jobs import add_up
from fastsim.game.setup import basic, simplified
from fastsim.play.games import simulate
from fastsim.play.matches import MatchJob, begun_by, match_chunks, winners_of_table
from fastsim.rules.parse import parse_rule
from fastsim.text.errors import InvalidInput

RULES = [
    parse_rule(text, name=text)
    for text in ("Province; Gold; Silver", "Province; Duchy; Gold; Silver", "Province; Silver")
]


def test_the_order_round_the_table_stays() -> None:
    a, b, c = RULES
    assert [begun_by(RULES, k) for k in range(3)] == [(a, b, c), (b, c, a), (c, a, b)]


def test_winners_are_told_by_their_places() -> None:
    # in a game that place 2 of 3 begins, seat 2 is place 0, seat 3 place 1
    assert winners_of_table(0b001, 2, 3) == (2,)
    assert winners_of_table(0b110, 2, 3) == (0, 1)
    assert winners_of_table(0b111, 1, 3) == (1, 2, 0)


def test_results_are_counted_together_as_the_games_have_them() -> None:
    games = 400
    total = add_up(match_chunks(basic(3), RULES, games=games, seed=4, chunk=150))
    won = [simulate(basic(3), begun_by(RULES, k), games=games, seed=4).winners for k in range(3)]
    counted = np.zeros((3, 8, 3, 8), np.int64)
    for i, j, game in itertools.product(range(3), range(3), range(games)):
        counted[i, won[i][game], j, won[j][game]] += 1
    assert total.together.tolist() == counted.tolist()
    for k, tally in enumerate(total.tallies):
        assert tally.rules == begun_by(RULES, k)
        assert tally.outcomes.tolist() == total.together[k, :, k].diagonal().tolist()


def test_a_chunk_comes_back_from_its_arrays() -> None:
    job = MatchJob(basic(3), tuple(RULES), seed=5)
    part = job.prepare()(10, 40)
    again = job.from_arrays(10, 40, job.to_arrays(part))
    assert (part.together == again.together).all()
    for ours, theirs in zip(part.tallies, again.tallies, strict=True):
        assert ours.to_bytes() == theirs.to_bytes()


def test_one_rule_a_player() -> None:
    with pytest.raises(InvalidInput, match="3 rules for the 2 players of 'simplified'"):
        match_chunks(simplified(), RULES, games=10)
