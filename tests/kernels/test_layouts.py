"""What kernels know as plain numbers is what the rest of the project says of cards and setups."""

from fastsim.cards import DRAW_ORDER, SIX_CARDS, column_of
from fastsim.game.setup import HAND_SIZE, MAX_OWNED
from fastsim.kernels import deck, tables
from fastsim.kernels import registers as reg
from fastsim.kernels.lockstep import state
from fastsim.play.results import END_REASONS
from fastsim.reference.log import EndReason


def test_columns_are_those_of_the_cards() -> None:
    assert len(SIX_CARDS) == reg.N_CARDS
    names = [name.upper() for name in ("Copper", "Silver", "Gold", "Estate", "Duchy", "Province")]
    assert [getattr(deck, f"_{name}") for name in names] == list(range(6))
    assert [card.name.upper() for card in SIX_CARDS] == names
    assert [field.upper() for field in state.Cards._fields] == names


def test_packed_decks_are_in_the_draw_order() -> None:
    borders = [deck._FIRST_PREFIX[column_of(card)] for card in DRAW_ORDER if card in SIX_CARDS]
    assert borders == list(range(6))


def test_money_is_three_less_one_for_each_of_the_last_three_borders() -> None:
    # both kernels take a hand's money from its borders
    for card in SIX_CARDS:
        borders = sum(position >= deck._FIRST_PREFIX[column_of(card)] for position in (2, 3, 4))
        assert card.money == 3 - borders


def test_vp_in_lanes_are_those_of_the_cards() -> None:
    counts = state.Cards(*(10**k for k in range(6)))
    assert state.vp_of.py_func(counts) == sum(card.vp * 10**k for k, card in enumerate(SIX_CARDS))


def test_limits_and_codes_agree() -> None:
    assert deck.MAX_CARDS == MAX_OWNED
    assert deck.HAND_SIZE == HAND_SIZE
    assert max(card.cost for card in SIX_CARDS) < tables.MONEY_STEPS
    assert max(card.money for card in SIX_CARDS) * HAND_SIZE < tables.MONEY_STEPS
    codes = {
        "provinces": tables.ENDED_BY_PROVINCES,
        "piles": tables.ENDED_BY_PILES,
        "cut": tables.ENDED_BY_CUT,
    }
    assert {reason: code for code, reason in enumerate(END_REASONS)} == codes
    assert list(EndReason) == list(END_REASONS)
