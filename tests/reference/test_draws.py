"""Decks and where their luck comes from."""

import random
from collections import Counter

from fastsim.cards import COPPER, ESTATE, GOLD, SILVER, find_card
from fastsim.game.streams import GameStream, pick
from fastsim.reference.draws import ShuffledDeck, StreamDraws
from tests.card_text import cards


def test_a_hand_takes_three_words_and_other_cards_one_each() -> None:
    source, stream = StreamDraws(5, 7), GameStream(5, 7)
    deck = source.new_deck()
    deck.refill(cards("6 Estate, 7 Copper, 5 Silver, 4 Gold"))
    laid_out = cards("6 Estate, 7 Copper, 5 Silver, 4 Gold")
    for taken in (3, 5):
        source.begin_hand()
        for number in stream.hand()[:taken]:
            assert deck.take() is laid_out.pop(pick(number, len(laid_out)))
        source.end_hand()
        number = stream.number()
        assert deck.take() is laid_out.pop(pick(number, len(laid_out)))


def test_positions_count_in_the_draw_order() -> None:
    deck = StreamDraws(0, 0).new_deck()
    deck.refill(cards("Witch, Curse, Smithy, Gold, Copper, Province, Estate, Silver, Duchy"))
    assert deck.rest == cards("Estate, Duchy, Province, Copper, Silver, Gold, Curse, Smithy, Witch")


def test_known_cards_come_first_and_take_no_number() -> None:
    source, stream = StreamDraws(1, 2), GameStream(1, 2)
    deck = source.new_deck()
    deck.refill(cards("4 Estate, 4 Copper"))
    deck.put(SILVER)
    deck.put(GOLD)
    assert [deck.take(), deck.take()] == [GOLD, SILVER]
    laid_out = cards("4 Estate, 4 Copper")
    assert deck.take() is laid_out[pick(stream.number(), 8)]


def test_all_cards_are_taken_with_the_top_ones_first() -> None:
    for source in (StreamDraws(1, 2), ShuffledDeck(random.Random(3))):
        deck = source.new_deck()
        deck.refill(cards("2 Copper"))
        deck.put(SILVER)
        deck.put(GOLD)
        assert deck.take_all() == [GOLD, SILVER, COPPER, COPPER]
        assert not deck


def test_a_shuffled_deck_is_in_order_and_the_top_is_on_top() -> None:
    deck = ShuffledDeck(random.Random(1)).new_deck()
    deck.refill(cards("8 Copper, 8 Estate"))
    order = list(deck)[::-1]
    assert Counter(order) == {COPPER: 8, ESTATE: 8}
    assert order != cards("8 Copper, 8 Estate")
    assert deck.take() is order[0]
    deck.put(GOLD)
    assert [deck.take() for _ in range(16)] == [GOLD, *order[1:]]


def test_every_order_is_as_likely() -> None:
    # 6000 shuffles of three cards: 1000 expected each, and 7 sd of 29 are one in 10^11
    seen: Counter[tuple[object, ...]] = Counter()
    source = ShuffledDeck(random.Random(2))
    smithy = find_card("Smithy")
    for _ in range(6000):
        deck = source.new_deck()
        deck.refill([COPPER, ESTATE, smithy])
        seen[tuple(deck)] += 1
    assert len(seen) == 6
    assert all(abs(n - 1000) < 200 for n in seen.values())
