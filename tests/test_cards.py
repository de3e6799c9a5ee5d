import copy
import pickle

import pytest

from fastsim.cards import CARDS, DRAW_ORDER, SIX_CARDS, column_of, find_card


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
