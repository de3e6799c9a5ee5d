"""The texts of cards against effects that were written by hand, move by move.

Both play on the slow engine, so what differs is what a card says, or how its steps are done.
"""

import itertools
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fastsim.cards import KINGDOM_CARDS, Card
from fastsim.game.setup import GameSetup
from fastsim.reference.draws import StreamDraws
from fastsim.reference.events import Event, EventKind
from fastsim.reference.game import play_game
from fastsim.reference.log import GameLog
from fastsim.rules.model import BuyRule
from tests.cards.handwritten.effects import vp_of
from tests.cards.handwritten.turn import HandwrittenTurn
from tests.kingdom_strategies import kingdom_matches, much_of

Match = tuple[GameSetup, tuple[BuyRule, ...]]
#: The deep run plays 8,000 games, the usual one a share of them.
DEEP_MATCHES, USUAL_MATCHES = 8000, 400


def assert_same_game(match: Match, seed: int, game: int = 0) -> GameLog:
    by_text, by_hand = (
        play_game(*match, StreamDraws(seed, game), **how)
        for how in ({}, {"turn_type": HandwrittenTurn})
    )
    for turn, other in zip(by_text.turns, by_hand.turns, strict=True):
        assert list(in_order(turn.events)) == list(in_order(other.events)), turn.number
        assert (turn.hand, turn.money) == (other.hand, other.money), turn.number
    assert (by_text.end, by_text.winners) == (by_hand.end, by_hand.winners)
    assert (by_text.owned, by_text.trash) == (by_hand.owned, by_hand.trash)
    assert by_text.vp == tuple(vp_of(list(owned.elements())) for owned in by_hand.owned)
    return by_text


def in_order(events: tuple[Event, ...]) -> Iterator[Event]:
    """Yield events with cards that are discarded at once sorted."""
    for (kind, *_), group in itertools.groupby(events, key=lambda e: (e.kind, e.seat, e.depth)):
        if kind is EventKind.DISCARD:
            yield from sorted(group, key=lambda event: event.card.name)
        else:
            yield from group


@settings(max_examples=USUAL_MATCHES)
@given(kingdom_matches(), st.integers(0, 2**64 - 1))
def test_random_games_are_the_same_by_text_and_by_hand(match: Match, seed: int) -> None:
    assert_same_game(match, seed)


@pytest.mark.deep
@settings(max_examples=DEEP_MATCHES)
@given(kingdom_matches(), st.integers(0, 2**64 - 1))
def test_many_games_are_the_same_by_text_and_by_hand(match: Match, seed: int) -> None:
    assert_same_game(match, seed)


@pytest.mark.parametrize("card", KINGDOM_CARDS, ids=str)
def test_every_card_is_the_same_by_text_and_by_hand(card: Card) -> None:
    match = much_of(card)
    logs = [assert_same_game(match, seed=5, game=game) for game in range(5)]
    kinds = (EventKind.PLAY, EventKind.PLAY_AGAIN)
    events = [event for log in logs for turn in log.turns for event in turn.events]
    played = sum(event.card is card and event.kind in kinds for event in events)
    assert played > 5 or not card.is_action
