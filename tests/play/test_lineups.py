import itertools

import numpy as np
import pytest

from fastsim.game.setup import basic
from fastsim.play.games import simulate
from fastsim.play.lineups import (
    Lineup,
    LineupJob,
    LineupTally,
    score_unit,
    seat_orders,
    tally_lineups,
)
from fastsim.play.matchups import Matchup, tally_matchups
from fastsim.rules.parse import parse_rule
from fastsim.text.errors import InvalidInput

RULES = [
    parse_rule(text, name=text)
    for text in (
        "Province; Gold; Silver",
        "Province; Duchy if provinces <= 4; Gold; Silver",
        "Copper",
        "Province; Duchy; Gold; Silver",
    )
]
A, B, C, D = RULES
LINEUPS = [Lineup((A, B, C)), Lineup((B, C, D)), Lineup((A, A, D))]


@pytest.mark.parametrize("players", range(2, 7))
def test_every_rule_sits_in_every_seat_equally_often(players: int) -> None:
    orders = seat_orders(players)
    assert len(set(orders)) == len(orders) == {2: 2, 3: 6, 4: 24, 5: 10, 6: 12}[players]
    seats = np.array(orders)
    for rule in range(players):
        assert set((seats == rule).sum(axis=0)) == {len(orders) // players}
    # and each has every neighbour behind it as often as before it
    behind = [(o[k], o[(k + 1) % players]) for o in orders for k in range(players)]
    assert all(behind.count((a, b)) == behind.count((b, a)) for a, b in set(behind))


def test_equal_rules_are_played_in_different_orders_only() -> None:
    assert len(LINEUPS[2].orders) == 3
    assert len(Lineup((A, A, A)).orders) == 1
    assert LINEUPS[2].members == (A, D)


def straight(games: int, seed: int) -> tuple[np.ndarray, list[np.ndarray]]:  # type: ignore[type-arg]
    """Scores by rule and seat, and by member, of each game index, straight from the games."""
    scores = np.zeros((4, 3, games))
    own = [np.zeros((len(lineup.members), games)) for lineup in LINEUPS]
    for lineup, mine in zip(LINEUPS, own, strict=True):
        for order in set(itertools.permutations(lineup.rules)):
            winners = simulate(basic(3), order, games=games, seed=seed).winners
            for seat, rule in enumerate(order):
                score = 6 * (winners >> seat & 1) / np.bitwise_count(winners)
                scores[RULES.index(rule), seat] += score
                mine[lineup.members.index(rule)] += score
    return scores, own


def test_totals_and_products_are_those_of_the_games() -> None:
    games = 700
    total = tally_lineups(basic(3), LINEUPS, games=games, seed=8, chunk=300)
    assert total.unit == score_unit(3) == 6
    assert total.rules == tuple(RULES)
    scores, own = straight(games, 8)
    assert total.totals.tolist() == scores.sum(axis=2).tolist()
    products = np.einsum("rsg,tug->rstu", scores, scores)
    assert total.products.tolist() == products.tolist()
    for k, mine in enumerate(own):
        assert total.own_totals(k).tolist() == mine.sum(axis=1).tolist()
        n = len(mine)
        assert total.own_products[k, :n, :n].tolist() == (mine @ mine.T).tolist()
        assert not total.own_products[k, n:].any()
    assert total.plays.sum() == 3 * (6 + 6 + 3)
    # each game has one victory, whoever shares it
    assert total.totals.sum() == 6 * games * (6 + 6 + 3)


def same(ours: LineupTally, theirs: LineupTally) -> bool:
    pairs = zip(itertools.chain(*ours.tallies), itertools.chain(*theirs.tallies), strict=True)
    return (
        all(a.to_bytes() == b.to_bytes() for a, b in pairs)
        and (ours.products == theirs.products).all()
        and (ours.own_products == theirs.own_products).all()
    )


@pytest.mark.parametrize(("threads", "chunk"), [(1, 1), (2, 64), (2, None)])
def test_threads_and_chunks_change_nothing(threads: int, chunk: int | None) -> None:
    whole = tally_lineups(basic(3), LINEUPS, games=150, seed=2, threads=1, chunk=150)
    again = tally_lineups(basic(3), LINEUPS, games=150, seed=2, threads=threads, chunk=chunk)
    assert same(whole, again)


def test_two_players_are_a_matchup() -> None:
    ours = tally_lineups(basic(), [Lineup((A, B)), Lineup((A, D))], games=200, seed=3)
    theirs = tally_matchups(basic(), [Matchup(A, B), Matchup(A, D)], games=200, seed=3)
    assert [t.to_bytes() for t, _ in ours.tallies] == [t.to_bytes() for t in theirs.a_first]
    assert [t.to_bytes() for _, t in ours.tallies] == [t.to_bytes() for t in theirs.b_first]
    assert theirs.products is not None
    assert ours.own_products[:, 0, 0].tolist() == theirs.products.diagonal().tolist()
    # rule A's first seat and second, both matchups together
    products = theirs.products.sum()
    assert ours.products[0].sum(axis=0)[0].sum() == products


def test_a_chunk_comes_back_from_its_arrays() -> None:
    job = LineupJob(basic(3), tuple(LINEUPS), seed=5)
    part = job.prepare()(10, 40)
    assert same(part, job.from_arrays(10, 40, job.to_arrays(part)))
    assert job.games_each == 15
    assert LineupJob(basic(3), tuple(LINEUPS[:2]), seed=5).key != job.key


def test_five_players() -> None:
    from fastsim.game.setup_file import load_setup

    setup = load_setup("basic-4,players=5")
    total = tally_lineups(setup, [Lineup((A, B, C, D, D))], games=5)
    assert len(total.tallies[0]) == 10
    assert total.totals.sum() == 60 * 5 * 10


def test_what_is_no_lineup() -> None:
    with pytest.raises(InvalidInput, match="a line-up of 2 rules for the 3 players of 'basic-3'"):
        tally_lineups(basic(3), [Lineup((A, B))], games=10)
    with pytest.raises(InvalidInput, match="no line-ups"):
        tally_lineups(basic(3), [], games=10)
    one = tally_lineups(basic(3), LINEUPS[:1], games=4)
    with pytest.raises(InvalidInput, match="different line-ups do not add"):
        one + tally_lineups(basic(3), LINEUPS[:2], games=4, start=4)
