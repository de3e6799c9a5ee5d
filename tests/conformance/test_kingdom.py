"""The kingdom kernel against the slow engine, move by move, and against the six-card kernels."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fastsim.cards import COPPER, ESTATE, KINGDOM_CARDS, Card
from fastsim.cards.base.smithy import SMITHY
from fastsim.conformance.traces import KingdomTracer
from fastsim.conformance.verify import compare
from fastsim.game.setup import Buy, GameSetup
from fastsim.play.games import replay, simulate
from fastsim.reference.events import EventKind
from fastsim.reference.log import EndReason
from fastsim.rules.model import BuyRule
from fastsim.rules.parse import parse_rule
from tests.kingdom_strategies import kingdom_matches, much_of
from tests.strategies import matches

Match = tuple[GameSetup, tuple[BuyRule, ...]]
#: The deep run plays 20,000 games; the usual one a share of them.
DEEP_MATCHES, USUAL_MATCHES, GAMES_EACH = 4000, 400, 5


def assert_same_games(match: Match, seed: int, games: int = GAMES_EACH) -> None:
    setup, rules = match
    found = compare(setup, rules, games=games, seed=seed, kernel="kingdom")
    differences = [difference for difference in found if difference is not None]
    assert not differences, "\n".join(map(str, differences))


@settings(max_examples=USUAL_MATCHES)
@given(kingdom_matches(), st.integers(0, 2**64 - 1))
def test_random_kingdom_games_are_the_same_on_both_engines(match: Match, seed: int) -> None:
    assert_same_games(match, seed)


@pytest.mark.deep
@settings(max_examples=DEEP_MATCHES)
@given(kingdom_matches(), st.integers(0, 2**64 - 1))
def test_twenty_thousand_kingdom_games_are_the_same_on_both_engines(
    match: Match, seed: int
) -> None:
    assert_same_games(match, seed)


@pytest.mark.parametrize("card", KINGDOM_CARDS, ids=str)
def test_every_card_is_the_same_on_both_engines(card: Card) -> None:
    setup, rules = much_of(card)
    assert_same_games((setup, rules), seed=5, games=10)
    tracer = KingdomTracer(setup, rules, seed=5)
    played = sum(
        move == (EventKind.PLAY, 0, card)
        for game in range(10)
        for turn in tracer.play(game).turns
        for move in turn.moves
    )
    assert played > 5 or not card.is_action


@settings(max_examples=200)
@given(matches(), st.integers(0, 2**64 - 1))
def test_games_of_the_six_cards_are_those_of_the_other_kernels(match: Match, seed: int) -> None:
    setup, rules = match
    batches = [
        simulate(setup, rules, games=20, seed=seed, threads=1, kernel=kernel)
        for kernel in ("kingdom", "general")
    ]
    for column in ("turns", "vp", "end", "winners"):
        one, other = (getattr(batch, column).tolist() for batch in batches)
        assert one == other, column


def test_no_gains_end_a_game_without_provinces_and_with_few_piles() -> None:
    setup = GameSetup(
        "endless", {COPPER: 5, SMITHY: 10}, {COPPER: 7, ESTATE: 3}, buy=Buy.OPTIONAL, max_turns=10
    )
    rule = parse_rule("Smithy if gains_to_end > 1000; Copper")
    assert_same_games((setup, (rule, rule)), seed=1)
    log = replay(setup, [rule, rule], seed=1, game=0)
    assert log.end is EndReason.CUT
    assert any(turn.bought is SMITHY for turn in log.turns)
