"""Texts of cards in words: what a player reads, and the same steps read back."""

import dataclasses
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from fastsim.cards import CARDS, COPPER, CURSE, GOLD, SILVER, Card
from fastsim.cards import steps as s
from fastsim.cards.read import CardText, read_text
from fastsim.cards.words import summary_of
from fastsim.text.errors import InvalidInput

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


# --- how it reads ---------------------------------------------------------------------------------

gold = s.gain_named(GOLD)
curse = s.gain_named(CURSE)
silver = s.gain_named(SILVER)


@pytest.mark.parametrize(
    ("steps", "words"),
    [
        ((s.plus(cards=1), gold), "Then +1 Card. Gain a Gold."),
        ((gold, s.plus(actions=2, coins=1)), "Gain a Gold. +2 Actions, +1 Coin."),
        ((s.look(1), s.may_move(1, s.LOOKED_AT, s.TRASH)),
         "Look at the top card of your deck. You may trash it."),
        ((s.reveal(3), s.move_rest(s.LOOKED_AT, s.HAND)),
         "Reveal the top 3 cards of your deck. Put them into your hand."),
        ((s.move(s.DownTo(3), s.HAND, s.DECK),),
         "Put cards from your hand onto your deck until you have 3 cards in hand."),
        ((s.may_move(2, s.HAND, s.DISCARD, s.named(COPPER)), s.gain(up_to=0, kind=s.TREASURE)),
         "You may discard up to 2 copies of Copper from your hand. "
         "Gain a Treasure costing up to 0."),
        ((gold, s.if_so(curse, s.if_not(silver)), s.play_it(3)),
         "Gain a Gold. If you do, gain a Curse; if you don't, gain a Silver. "
         "Play the card put into play 3 times."),
        ((s.If((gold,), (curse,)),), "If you do, gain a Gold; otherwise, gain a Curse."),
        # whose 'otherwise' it is, and where a block ends
        ((s.If((s.if_so(gold),), (curse,)),),
         "If you do, (if you do, gain a Gold); otherwise, gain a Curse."),
        ((s.if_so(s.If((gold,), (curse,))),),
         "If you do, if you do, gain a Gold; otherwise, gain a Curse."),
        ((s.if_so(s.each_other(curse), gold),),
         "If you do, (each other player gains a Curse); gain a Gold."),
        ((s.each_other(curse, s.plus(cards=1, coins=1)), gold),
         "Each other player gains a Curse. They get +1 Card, +1 Coin. Gain a Gold."),
        ((s.each_other(s.if_so(curse)),), "Each other player: if they do, they gain a Curse."),
        ((s.each_other(s.look(1), s.may_move(1, s.LOOKED_AT, s.TRASH)),),
         "Each other player looks at the top card of their deck. They may trash it."),
    ],
)  # fmt: skip
def test_steps_read_well_and_as_they_are_meant(steps: s.Steps, words: str) -> None:
    assert summary_of(CardText(steps=steps)) == words
    assert read_text(words) == CardText(steps=steps)


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("+1 card, +2 actions", "+1 Card. +2 Actions."),
        ("  gain\n a  silver ", "Gain a Silver."),
        ("Draw 2 cards.", "Then +2 Cards."),
        ("Trash a Treasure card from your hand.", "Trash a Treasure from your hand."),
        ("If you don’t, reveal your hand", "If you don't, reveal your hand."),
        ("Gain a Gold; gain a Curse.", "Gain a Gold. Gain a Curse."),
        ("Look at the top 2 cards of your deck. You may trash one of them. Discard them.",
         "Look at the top 2 cards of your deck. You may trash one of them. Discard the rest."),
    ],
)  # fmt: skip
def test_words_that_mean_the_same_are_understood(given: str, meant: str) -> None:
    assert summary_of(read_text(given)) == meant


def test_cards_of_ones_own_are_found_where_one_looks_for_them() -> None:
    own = Card("Old Mill", cost=3, types=("Action",))
    text = read_text("Gain an Old Mill.", find={"Old Mill": own}.get)
    assert text.steps == (s.gain_named(own),)
    assert summary_of(text) == "Gain an Old Mill."


@pytest.mark.parametrize(
    "step",
    [
        s.plus(),
        s.plus(cards=1, times=s.ANY),
        s.plus(cards=100),
        s.If((), ()),
        s.each_other(),
        s.draw_to(100),
        s.move(s.DownTo(3), s.DISCARD, s.TRASH),
        s.move(1, s.TRASH, s.DISCARD),
        s.move(1, s.HAND, s.HAND),
        s.move(1, s.HAND, s.DISCARD, s.Filter("Treasure", COPPER)),
        s.move_rest(s.HAND, s.DISCARD),
    ],
    ids=str,
)
def test_what_no_engine_can_do_has_no_words(step: s.Step) -> None:
    with pytest.raises(ValueError, match="there are no words for"):
        summary_of(CardText(steps=(step,)))


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("", "text: no words\n  Such as: +1 Card. +2 Actions."),
        (
            "+1 Card.\nGain a Slver.",
            "text, line 2, column 1: no card and no type of cards is called 'Slver' "
            "('gain a Slver')\n  Did you mean 'Silver'?",
        ),
        ("Gain a Feast", "unknown card 'Feast': it is of the base set's First Edition"),
        ("Discard a Tresure from your hand", "\n  Did you mean 'Treasure'?"),
        ("+1 Card. +1 Crad", "column 10: no step is called '+1 Crad'\n  Such as: +1 Card"),
        ("+1 Card. +1 Card", "column 10: 'cards' is said twice over"),
        ("+0 Cards", "no step is called '+0 Cards'\n  Such as: +1 Card"),
        ("+100 Cards", "no step is called '+100 Cards'"),
        (
            "You may trash up to 1 cards from your hand",
            "\n  Such as: you may trash up to 2 cards from your hand",
        ),
        ("xyzzy", "no step is called 'xyzzy'\n  Words that can be read: fastsim cards"),
        ("Gain a Gold. Otherwise, gain a Silver", "column 14: 'otherwise' begins a sentence"),
        ("Gain a Gold. They gain a Curse", "column 14: nobody is named who 'they' could be"),
        ("Each other player gain a Curse", "column 19: no verb behind 'each other player'"),
        (
            "Each other player gains a Curse; gain a Gold",
            "column 34: not said of 'them', though it is inside what each other player does "
            "('gain a Gold')\n  Did you mean 'they gain a Gold'? Or end the sentence before it.",
        ),
        ("If you do, (gain a Gold", "column 24: a parenthesis is not closed"),
        ("Gain a Gold) gain a Curse", "column 12: no sentence goes on like this"),
        ("If you do, ;", "words are missing"),
        ("If you do gain a Gold", "\n  Such as: if you do, +1 Card"),
        ("(" * 1000, "column 17: more than 16 blocks inside each other"),
        ("Gain a " + "Gold" * 60, "a phrase of more than 200 characters"),
        ("Gain a Gold. " * 200, "text: a text of 2600 characters\n  At most 2000."),
    ],
)
def test_what_cannot_be_read_is_said_with_its_place(words: str, message: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        read_text(words)
    assert message in str(caught.value)


def test_tampered_texts_are_read_or_refused() -> None:
    random = Random(1)
    words = sorted({word for text in PRINTED.values() for word in text.split(" ")})
    refused = 0
    for _ in range(500):
        text = " ".join(random.sample(list(PRINTED.values()), 2)).split(" ")
        for _ in range(random.randint(1, 4)):
            at = random.randrange(len(text))
            text[at : at + random.randint(0, 2)] = random.choices(words, k=random.randint(0, 2))
        try:
            said = read_text(" ".join(text))
        except InvalidInput:
            refused += 1
        else:
            assert read_text(summary_of(said)) == said
    assert 50 < refused < 500
