import copy
import pickle

import pytest

from fastsim.cards import BASIC_CARDS, CARDS, DRAW_ORDER, SIX_CARDS, Card, column_of, find_card
from fastsim.cards.other_sets import explain_unknown, home_of
from fastsim.cards.words import notes_of, summary_of


def test_the_cards_are_those_of_the_rulebook() -> None:
    facts = {card.name: (card.cost, card.money, card.vp) for card in SIX_CARDS}
    assert facts == {
        "Copper": (0, 1, 0),
        "Silver": (3, 2, 0),
        "Gold": (6, 3, 0),
        "Estate": (2, 0, 1),
        "Duchy": (5, 0, 3),
        "Province": (8, 0, 6),
    }


def test_the_draw_order_holds_every_card_once() -> None:
    assert sorted(map(column_of, DRAW_ORDER)) == list(range(len(CARDS)))


@pytest.mark.parametrize("name", ["Gold", "gold", "GOLD", " Gold ", "_gold"])
def test_a_card_is_found_in_any_case(name: str) -> None:
    assert find_card(name) is SIX_CARDS[2]


def test_an_unknown_card_is_not_found() -> None:
    assert find_card("Golden") is None


def test_a_card_stays_the_same_object_in_copies_and_other_processes() -> None:
    for card in SIX_CARDS:
        assert pickle.loads(pickle.dumps(card)) is card
        assert copy.deepcopy(card) is card


@pytest.mark.parametrize(
    ("name", "home"),
    [
        *((name, "the base set's First Edition") for name in (
            "Adventurer", "Chancellor", "Feast", "Spy", "Thief", "Woodcutter",
        )),
        ("king's court", "Prosperity"),
        ("King$s_Court", "Prosperity"),
        ("Ill_Gotten_Gains", "Hinterlands"),
        ("Smithy", None),
        ("Sliver", None),
    ],
)  # fmt: skip
def test_a_card_of_another_set_is_known_by_name_only(name: str, home: str | None) -> None:
    assert home_of(name) == home


def test_no_card_is_said_to_be_elsewhere() -> None:
    assert not [card for card in CARDS if home_of(card.name)]


def test_an_unknown_card_is_told_its_set_or_the_nearest_name() -> None:
    assert explain_unknown("Feast") == (
        "unknown card 'Feast': it is of the base set's First Edition",
        "Here is the base set, Second Edition: fastsim cards.",
    )
    assert explain_unknown("Witsch") == ("unknown card 'Witsch'", "Did you mean 'Witch'?")
    assert (
        explain_unknown("xyzzy")[1] == "fastsim cards lists those of the base set, Second Edition."
    )


@pytest.mark.parametrize("card", CARDS, ids=str)
def test_every_card_says_what_it_does(card: Card) -> None:
    summary = summary_of(card)
    assert summary.endswith(".")
    for amount, what in ((card.cards, "Card"), (card.actions, "Action"), (card.buys, "Buy")):
        assert (f"+{amount} {what}" in summary) is bool(amount)


@pytest.mark.parametrize("card", CARDS, ids=str)
def test_notes_end_by_their_source(card: Card) -> None:
    *notes, source = notes_of(card).split("\n")
    assert source == "Source: Dominion, Second Edition, Rio Grande Games 2016, rulebook."
    assert notes == ([] if card in BASIC_CARDS else [" ".join(card.notes.split())])
    assert bool(card.notes) is (card not in BASIC_CARDS)
