"""Texts of cards in words: what a player reads, and the same steps read back."""

import dataclasses

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from fastsim.cards import CARDS, Card
from fastsim.cards import steps as s
from fastsim.cards.read import CardText, read_text
from fastsim.cards.words import summary_of

#: What is printed on each card, as its rulebook means it.
PRINTED = {
    "Cellar": (
        "+1 Action. You may discard any number of cards from your hand. "
        "+1 Card for each of those cards."
    ),
    "Chapel": "You may trash up to 4 cards from your hand.",
    "Moat": (
        "+2 Cards. When another player plays an Attack, you may first reveal this from your hand, "
        "to be unaffected by it."
    ),
    "Harbinger": "+1 Card. +1 Action. You may put a card from your discard pile onto your deck.",
    "Merchant": "+1 Card. +1 Action. The first time you play a Silver this turn, +1 Coin.",
    "Vassal": (
        "+2 Coins. Discard the top card of your deck. If it is an Action, you may play it."
    ),
    "Village": "+1 Card. +2 Actions.",
    "Workshop": "Gain a card costing up to 4.",
    "Bureaucrat": (
        "Gain a Silver onto your deck. Each other player puts a Victory card from their hand onto "
        "their deck. If they don't, they reveal their hand."
    ),
    "Gardens": "Worth 1 VP for every 10 cards you have, rounded down.",
    "Militia": "+2 Coins. Each other player discards down to 3 cards in hand.",
    "Moneylender": "You may trash a Copper from your hand. If you do, +3 Coins.",
    "Poacher": (
        "+1 Card. +1 Action. +1 Coin. "
        "Discard a card from your hand for each empty Supply pile."
    ),
    "Remodel": (
        "Trash a card from your hand. If you do, gain a card costing up to 2 more than it."
    ),
    "Smithy": "+3 Cards.",
    "Throne Room": "You may play an Action from your hand twice.",
    "Bandit": (
        "Gain a Gold. Each other player reveals the top 2 cards of their deck. They trash a "
        "Treasure other than Copper from among them. They discard the rest."
    ),
    "Council Room": "+4 Cards. +1 Buy. Each other player draws a card.",
    "Festival": "+2 Actions. +1 Buy. +2 Coins.",
    "Laboratory": "+2 Cards. +1 Action.",
    "Library": (
        "Until you have 7 cards in hand, take the top card of your deck; if it is an Action, you "
        "may set it aside; put it into your hand otherwise. Discard the cards set aside."
    ),
    "Market": "+1 Card. +1 Action. +1 Buy. +1 Coin.",
    "Mine": (
        "You may trash a Treasure from your hand. If you do, gain a Treasure to your hand costing "
        "up to 3 more than it."
    ),
    "Sentry": (
        "+1 Card. +1 Action. Look at the top 2 cards of your deck. You may trash any number of "
        "them. You may discard any number of them. Put the rest back onto your deck in any order."
    ),
    "Witch": "+2 Cards. Each other player gains a Curse.",
    "Artisan": (
        "Gain a card to your hand costing up to 5. Put a card from your hand onto your deck."
    ),
    "Copper": "1 Coin.",
    "Silver": "2 Coins.",
    "Gold": "3 Coins.",
    "Estate": "1 VP.",
    "Duchy": "3 VP.",
    "Province": "6 VP.",
    "Curse": "-1 VP.",
}  # fmt: skip


@pytest.mark.parametrize("card", CARDS, ids=str)
def test_a_card_says_what_is_printed_on_it(card: Card) -> None:
    assert summary_of(card) == PRINTED[card.name]


@pytest.mark.parametrize("card", CARDS, ids=str)
def test_a_printed_text_is_the_card(card: Card) -> None:
    said = read_text(PRINTED[card.name])
    for field in dataclasses.fields(said):
        assert getattr(said, field.name) == getattr(card, field.name), field.name


# --- all there is to say --------------------------------------------------------------------------

numbers = st.integers(1, 9)
cards = st.sampled_from(CARDS)
kinds = st.one_of(
    st.just(s.ANYTHING),
    st.builds(
        s.Filter,
        st.sampled_from(["Action", "Attack", "Curse", "Reaction", "Treasure", "Victory"]),
        but=st.none() | cards,
    ),
    st.builds(s.Filter, card=cards, but=st.none() | cards),
    st.builds(s.Filter, but=cards),
)
chosen = st.sampled_from([s.DISCARD, s.TRASH, s.SET_ASIDE, s.DECK, s.IN_PLAY])
rest = st.sampled_from([s.DISCARD, s.TRASH, s.HAND, s.DECK])
gained = st.sampled_from([s.DISCARD, s.HAND, s.DECK])
amounts = st.one_of(numbers, st.sampled_from(s.Count))
bonuses = st.lists(st.integers(0, 3), min_size=4, max_size=4).filter(any)
simple: st.SearchStrategy[s.Step] = st.one_of(
    st.builds(
        lambda amounts, times: s.Plus(*amounts, times=times),
        bonuses,
        numbers | st.sampled_from([s.MOVED, s.EMPTY_PILES]),
    ),
    st.builds(
        s.Move,
        amounts,
        st.sampled_from([s.HAND, s.DISCARD, s.LOOKED_AT]),
        kinds,
        chosen,
        st.booleans(),
    ),
    st.builds(s.Move, st.builds(s.DownTo, numbers), st.just(s.HAND), kinds, chosen, st.booleans()),
    st.builds(s.Move, st.just(1), st.just(s.IT), kinds, chosen, st.booleans()),
    st.builds(s.MoveRest, st.sampled_from([s.LOOKED_AT, s.SET_ASIDE]), rest),
    st.builds(s.Gain, st.integers(0, 9), kinds, gained, st.booleans()),
    st.builds(s.GainNamed, cards, gained),
    st.builds(s.Take, numbers, st.sampled_from(s.Showing)),
    st.just(s.RevealHand()),
    st.builds(s.PlayIt, numbers),
    st.builds(s.AtFirstPlay, cards, numbers),
)


def compound(inner: st.SearchStrategy[s.Step]) -> st.SearchStrategy[s.Step]:
    block = st.lists(inner, min_size=1, max_size=3).map(tuple)
    maybe = st.just(()) | block
    return st.one_of(
        st.builds(s.If, block, maybe),
        st.builds(s.If, maybe, block),
        st.builds(s.EachOther, block),
        st.builds(s.DrawTo, numbers, maybe),
    )


steps = st.lists(st.recursive(simple, compound, max_leaves=8), max_size=5).map(tuple)
texts = st.builds(
    CardText,
    money=st.integers(0, 5),
    cards=st.integers(0, 3),
    actions=st.integers(0, 3),
    buys=st.integers(0, 3),
    coins=st.integers(0, 3),
    steps=steps,
    when_attacked=st.none() | st.just(s.Unaffected()),
    vp=st.integers(-3, 10),
    scoring=st.none() | st.builds(s.PerCards, numbers),
)


@given(texts.filter(lambda text: text != CardText()))
def test_whatever_a_card_can_say_is_read_back(text: CardText) -> None:
    words = summary_of(text)
    assume(len(words) < 2000)
    assert read_text(words) == text


@given(steps.filter(bool))
def test_steps_are_read_back_wherever_each_other_player_does_them(steps: s.Steps) -> None:
    text = CardText(steps=(s.EachOther(steps), s.If(steps, steps)))
    words = summary_of(text)
    assume(len(words) < 2000)
    assert read_text(words) == text
