"""Small games against exact enumeration, and the enumeration against published values."""

import math
from fractions import Fraction

import numpy as np
import pytest
from scipy import stats

from fastsim.cards import SIX_CARDS
from fastsim.game.setup import Buy, GameSetup, Tie
from fastsim.play.games import tally
from fastsim.rules.model import BuyRule
from fastsim.rules.parse import parse_rule
from tests.exact import enumerate_games

RULES = {
    "BM": "Province; Gold; Silver; Copper",
    "BMD": "Province; Duchy if provinces <= 1; Gold; Silver; Copper",
    "GREEDY": "Province; Gold; Duchy; Silver; Estate; Copper",
    "CAP": "Province; Duchy; Silver if own(Silver) < 2; Estate if turn >= 3; Copper",
}
#: first v second, supply, deck (Copper Silver Gold Estate Duchy Province), P(first has more VP),
#: P(equal VP), mean turns of both: computed by two independent programs.
TABLE = [
    ("BM", "BM", "3 2 1 1 1 1", "7 0 0 3 0 0", 0, 0.1719535599, 6),
    ("BMD", "BMD", "4 3 2 2 2 1", "7 0 0 3 0 0", 0.2448499321, 0.7354480507, 9.22917246),
    ("GREEDY", "BM", "4 3 1 2 2 1", "7 0 0 3 0 0", 0.9996693191, 0, 9.47542495),
    ("CAP", "GREEDY", "4 4 1 2 2 1", "5 1 0 1 0 0", 0.9109120685, 0.0545729403, 7.49624087),
]
#: More small games: other end rules, optional buys, ties, three players, tiny decks.
MORE = [
    (
        "BM BMD", "4 3 2 2 2 2", "7 0 0 3 0 0",
        {"buy": Buy.OPTIONAL, "tie": Tie.FEWER_TURNS, "max_turns": 12},
    ),
    ("GREEDY CAP", "3 3 2 3 2 1", "5 0 1 1 0 0", {"province_pile_counts": True, "end_piles": 2}),
    ("BM CAP GREEDY", "4 3 1 2 1 1", "5 1 0 1 0 0", {"players": 3, "tie": Tie.FEWER_TURNS}),
    ("CAP CAP", "0 3 3 3 3 2", "4 0 1 2 0 0", {"max_turns": 9, "end_piles": 2}),
]  # fmt: skip
ALARM = 1e-6  # false-alarm rate of each comparison


def counts(text: str) -> dict[object, int]:
    return dict(zip(SIX_CARDS, map(int, text.split()), strict=True))


def setup_of(supply: str, deck: str, **changes: object) -> GameSetup:
    return GameSetup("small", counts(supply), counts(deck), **changes)  # type: ignore[arg-type]


def rule(name: str) -> BuyRule:
    return parse_rule(RULES[name], name=name)


@pytest.mark.parametrize("row", TABLE, ids=lambda row: f"{row[0]} v {row[1]}")
def test_the_enumerator_gives_the_published_values(row: tuple[object, ...]) -> None:
    first, second, supply, deck, more, equal, turns = row
    exact = enumerate_games(setup_of(str(supply), str(deck)), [rule(str(first)), rule(str(second))])
    assert float(exact.more_vp(0)) == pytest.approx(more, abs=1e-10)
    assert float(exact.equal_vp) == pytest.approx(equal, abs=1e-10)
    assert float(exact.mean_turns) == pytest.approx(turns, abs=1e-8)


CASES = [((first, second), supply, deck, {}) for first, second, supply, deck, *_ in TABLE]
CASES += [(tuple(names.split()), supply, deck, changes) for names, supply, deck, changes in MORE]


@pytest.mark.statistical
@pytest.mark.parametrize("case", CASES, ids=lambda case: " v ".join(case[0]))
@pytest.mark.parametrize(
    "games", [100_000, pytest.param(1_000_000, marks=pytest.mark.deep)], ids=["100k", "1M"]
)
def test_kernels_play_small_games_with_their_exact_odds(
    case: tuple[tuple[str, ...], str, str, dict[str, object]], games: int
) -> None:
    names, supply, deck, changes = case
    setup, rules = setup_of(supply, deck, **changes), [rule(name) for name in names]
    exact = enumerate_games(setup, rules)
    result = tally(setup, rules, games=games, seed=2026)
    sets = range(1, 2**setup.players)
    law = [exact.outcomes.get(_seats(s, setup.players), Fraction(0)) for s in sets]
    _assert_law(result.outcomes[1:], law)
    _assert_law(
        np.array([result.equal_vp, games - result.equal_vp]), [exact.equal_vp, 1 - exact.equal_vp]
    )
    _assert_law(result.turns, [exact.turns.get(n, Fraction(0)) for n in range(len(result.turns))])
    for seat in range(setup.players):
        histogram = result.vp[seat]
        mean = (histogram * result.vp_values).sum() / games
        sd = math.sqrt((histogram * result.vp_values**2).sum() / games - mean**2)
        assert abs(mean - exact.mean_vp[seat]) <= 4.9 * sd / math.sqrt(games) + 1e-12


def _seats(winners: int, players: int) -> tuple[int, ...]:
    return tuple(seat for seat in range(players) if winners >> seat & 1)


def _assert_law(observed: np.ndarray, law: list[Fraction]) -> None:  # type: ignore[type-arg]
    """What cannot happen has not; the rest passes a chi-squared test, rare outcomes joined."""
    games = int(observed.sum())
    possible = [k for k, p in enumerate(law) if p]
    assert all(observed[k] == 0 for k in range(len(law)) if not law[k])
    common = [k for k in possible if games * law[k] >= 10]
    seen = [int(observed[k]) for k in common]
    expected = [float(games * law[k]) for k in common]
    rest = games - sum(seen), games - sum(expected)
    if rest[1] > 1:
        seen.append(rest[0])
        expected.append(rest[1])
    if len(seen) > 1:
        scaled = np.array(expected) * (sum(seen) / sum(expected))
        assert stats.chisquare(seen, scaled).pvalue > ALARM
