"""What the kingdom kernel knows as plain numbers is what the project says of cards and games."""

from fastsim import kingdom_points as points
from fastsim.cards import CARDS, COPPER, CURSE, DRAW_ORDER, GOLD, KINGDOM_CARDS, SILVER
from fastsim.conformance.traces import _ABOUT_CARDS, _ABOUT_NONE
from fastsim.game.setup import HAND_SIZE, MAX_KINGDOM, MAX_PLAYERS
from fastsim.kernels.kingdom import events
from fastsim.kernels.kingdom import layout as at
from fastsim.kernels.kingdom import registers as reg
from fastsim.lower import kingdom as lowering


def test_columns_are_in_the_draw_order() -> None:
    assert [card.name.upper() for card in DRAW_ORDER[: reg.KINGDOM]] == [
        name
        for name in ("ESTATE", "DUCHY", "PROVINCE", "COPPER", "SILVER", "GOLD", "CURSE")
        if getattr(reg, name) == DRAW_ORDER.index(next(c for c in CARDS if c.name.upper() == name))
    ]
    assert DRAW_ORDER[reg.KINGDOM :] == KINGDOM_CARDS
    assert reg.KINGDOM + MAX_KINGDOM <= at.N_CARDS


def test_every_card_with_an_effect_has_one_here() -> None:
    # Attacks, and what takes more than a card's first lines
    assert {card for card in CARDS if card.effect} == set(points.EFFECTS)
    assert sorted(points.EFFECTS.values()) == list(range(1, len(points.EFFECTS) + 1))
    for card in CARDS:
        assert not card.is_attack or card in points.EFFECTS


def test_treasures_are_the_three_that_are_played() -> None:
    assert [card for card in CARDS if card.is_treasure or card.money] == [COPPER, SILVER, GOLD]
    assert [DRAW_ORDER[c] for c in (reg.COPPER, reg.SILVER, reg.GOLD)] == [COPPER, SILVER, GOLD]
    assert DRAW_ORDER[reg.CURSE] is CURSE


def test_every_point_is_described() -> None:
    assert sorted(points.POINTS) == list(range(at.N_POINTS))
    for point in points.POINTS.values():
        assert point.asks is None or point.asks in points.EFFECTS


def test_limits_agree() -> None:
    assert at.HAND_SIZE == HAND_SIZE
    assert at.MAX_PLAYERS == MAX_PLAYERS
    assert max(card.cost for card in CARDS) <= at.MOST_COINS
    assert at.ADDS + at.N_SUMS <= at.NEEDS < at.CARD_SIZE
    assert at.DIGITS * at.DIGIT >= reg.KINGDOM + 10


def test_sums_of_cards_stand_in_the_order_of_their_registers() -> None:
    names = ("DECK_SIZE", "TREASURES", "ACTIONS", "VICTORIES", "TERMINALS", "TOTAL_MONEY")
    assert [getattr(reg, name) - reg.DECK_SIZE for name in names] == list(range(at.N_SUMS))
    for card in CARDS:
        facts = (1, card.is_treasure, card.is_action, card.is_victory, card.is_terminal, card.money)
        assert lowering._sums(card) == list(map(int, facts))


def test_addresses_of_registers_are_told_apart_by_seat() -> None:
    seats = range(MAX_PLAYERS)
    everything = {(r, s): at.address(r, s) for s in seats for r in range(reg.OWN + reg.N_EACH)}
    for (register, _), place in everything.items():
        assert at.register(place) == register
    own = [place for (register, _), place in everything.items() if register >= reg.OWN]
    assert len(set(own)) == len(own)
    assert max(own) < at.game_size(MAX_PLAYERS)


def test_kinds_of_events_are_those_of_the_slow_engine() -> None:
    for code, kind in enumerate(_ABOUT_CARDS):
        assert getattr(events, kind.name) == code
    for code, kind in _ABOUT_NONE.items():
        assert getattr(events, kind.name) == code
    codes = [*range(len(_ABOUT_CARDS)), events.TURN, events.SHUFFLE, events.CLEAN_UP, events.COINS]
    assert codes == list(range(events.SEAT_UNIT))
