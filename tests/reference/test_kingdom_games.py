"""Whole games with kingdom cards on the slow engine."""

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fastsim.cards import CARDS, Card
from fastsim.game.kingdoms import base
from fastsim.game.setup import Buy, GameSetup, Tie
from fastsim.reference.draws import DrawSource, ShuffledDeck, StreamDraws
from fastsim.reference.events import GAINS, EventKind
from fastsim.reference.game import play_game
from fastsim.reference.log import EndReason, GameLog
from fastsim.rules.model import BuyRule
from fastsim.rules.parse import parse_rule
from tests.card_text import counts
from tests.kingdom_strategies import kingdom_matches
from tests.reference.scenario import play

Match = tuple[GameSetup, tuple[BuyRule, ...]]


def game(deck: str, supply: str, *rules: str, **changes: object) -> GameLog:
    """A game with the smallest of supplies, its decks in the order of their text."""
    values: dict[str, object] = {
        "buy": Buy.OPTIONAL, "tie": Tie.FEWER_TURNS, "province_pile_counts": True,
        "players": len(rules), "max_turns": 40,
    }  # fmt: skip
    setup = GameSetup("small", counts(supply), counts(deck), **(values | changes))  # type: ignore[arg-type]
    return play(setup, *rules)


# -- phases ------------------------------------------------------------------------------------


def test_without_an_action_left_no_other_one_is_played() -> None:
    log = game(
        "2 Smithy, 3 Copper", "8 Province, 8 Duchy", "Duchy; [play]; Smithy", "Duchy", max_turns=1
    )
    assert [e.card.name for e in log.turns[0].events if e.card][:1] == ["Smithy"]
    plays = [e for e in log.turns[0].events if e.kind is EventKind.PLAY and e.card.is_action]
    assert len(plays) == 1


def test_actions_are_played_before_treasures_and_treasures_before_buys() -> None:
    log = game(
        "Village, Market, 3 Copper", "8 Province, 8 Silver", "Silver; [play]; Village; Market",
        "Silver", max_turns=2,
    )  # fmt: skip
    told = [(event.kind, event.card) for event in log.turns[0].events]
    kinds = [kind for kind, _ in told[: len(told) - 1]]
    assert kinds[:2] == [EventKind.PLAY] * 2
    assert kinds[2:5] == [EventKind.PLAY] * 3
    assert kinds[5:7] == [EventKind.BUY, EventKind.CLEAN_UP]
    assert log.turns[0].money == 4


def test_cards_in_play_and_the_hand_are_discarded_and_five_are_drawn() -> None:
    log = game(
        "Market, 4 Copper",
        "8 Province, 8 Silver",
        "Silver; [play]; Market",
        "Province",
        max_turns=3,
    )
    assert Counter(log.turns[2].hand).total() == 5
    assert log.turns[2].reshuffled


def test_two_buys_can_end_the_game_together_and_the_turn_is_completed() -> None:
    log = game(
        "Market, 4 Gold",
        "1 Province, 4 Duchy, 9 Copper",
        "Province; Duchy; [play]; Market",
        "Copper",
    )
    assert [card.name for card in log.turns[0].buys] == ["Province", "Duchy"]
    assert (len(log.turns), log.end, log.vp) == (1, EndReason.PROVINCES, (9, 0))


def test_no_hand_is_drawn_after_the_game() -> None:
    log = game("Market, 4 Gold", "1 Province, 9 Copper", "Province", "Copper")
    assert EventKind.CLEAN_UP not in [event.kind for event in log.turns[-1].events]


def test_an_action_can_end_the_game() -> None:
    log = game(
        "Remodel, Gold, 3 Copper", "1 Province, 9 Copper",
        "Copper; [play]; Remodel; [trash]; Gold; [gain]; Province", "Province",
    )  # fmt: skip
    assert (len(log.turns), log.end) == (1, EndReason.PROVINCES)
    assert log.trash == Counter(counts("Gold"))


@pytest.mark.parametrize(("players", "piles"), [(2, 3), (4, 3), (5, 4), (6, 4)])
def test_five_and_six_players_play_on_to_the_fourth_empty_pile(players: int, piles: int) -> None:
    setup = base([], players=players, size=0)
    supply = {card: 1 if card.cost < 6 else n for card, n in setup.supply.items()}
    small = GameSetup(
        "small", supply, {**setup.deck, **counts("5 Gold")}, players, Buy.OPTIONAL,
        setup.end_piles, True, Tie.FEWER_TURNS, 99,
    )  # fmt: skip
    rules = [parse_rule("Duchy; Silver; Estate; Curse; Copper")] * players
    log = play_game(small, rules, StreamDraws(1, 0))
    gone = Counter(card for turn in log.turns for card in turn.buys)
    assert (log.end, len(gone)) == (EndReason.PILES, piles)


def test_a_curse_is_bought_like_any_card_and_costs_a_point() -> None:
    log = game("5 Copper", "8 Province, 3 Curse, 9 Copper", "Curse", "Province", max_turns=2)
    assert log.vp == (-1, 0)
    assert log.winners == (1,)


# -- properties --------------------------------------------------------------------------------


def assert_consistent(log: GameLog) -> None:
    """The record must say the same in all of its parts."""
    setup = log.setup
    owned = [Counter(setup.deck) for _ in range(setup.players)]
    left, trash = Counter(setup.supply), Counter[Card]()
    for number, turn in enumerate(log.turns):
        assert (turn.number, turn.seat) == (number + 1, number % setup.players)
        assert turn.player_turn == number // setup.players + 1
        assert sum(card.cost for card in turn.buys) <= turn.money
        assert not Counter(turn.hand) - owned[turn.seat]
        for event in turn.events:
            assert event.depth >= 0
            if event.card is None:
                continue
            if event.kind in GAINS:
                owned[event.seat][event.card] += 1
                left[event.card] -= 1
            elif event.kind is EventKind.TRASH:
                owned[event.seat][event.card] -= 1
                trash[event.card] += 1
    assert tuple(owned) == log.owned
    assert trash == log.trash
    assert min(left.values(), default=0) >= 0
    everything = Counter({card: n * setup.players for card, n in setup.deck.items()})
    everything += Counter(setup.supply)
    assert sum(log.owned, Counter()) + trash + left == everything
    assert set(everything) <= set(CARDS)
    assert 1 <= len(log.turns) <= setup.max_turns
    assert max(log.vp[seat] for seat in log.winners) == max(log.vp)


@given(kingdom_matches(), st.integers(0, 2**32), st.booleans())
def test_any_game_ends_with_every_card_in_its_place(
    match: Match, seed: int, physical: bool
) -> None:
    setup, rules = match
    source: DrawSource = ShuffledDeck(random.Random(seed)) if physical else StreamDraws(seed, 0)
    log = play_game(setup, rules, source)
    assert_consistent(log)
    text = "\n".join(log.lines())
    assert "{" not in text
    assert text.count(" has ") == (0 if setup.is_simple else len(log.turns))


@given(kingdom_matches(max_turns=20), st.integers(0, 2**64 - 1))
def test_the_same_stream_gives_the_same_game(match: Match, seed: int) -> None:
    setup, rules = match
    first, again = (play_game(setup, rules, StreamDraws(seed, 3)) for _ in range(2))
    assert first == again
