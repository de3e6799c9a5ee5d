"""What the kingdom kernel knows as plain numbers is what the project says of cards and games."""

from fastsim.cards import CARDS, COPPER, CURSE, DRAW_ORDER, GOLD, KINGDOM_CARDS, SILVER
from fastsim.cards.steps import Count, Showing, Zone
from fastsim.conformance.traces import _ABOUT_CARDS, _ABOUT_NONE
from fastsim.game.setup import HAND_SIZE, MAX_KINGDOM, MAX_OWNED, MAX_PLAYERS
from fastsim.kernels.kingdom import events
from fastsim.kernels.kingdom import layout as at
from fastsim.kernels.kingdom import registers as reg
from fastsim.lower import kingdom as lowering
from fastsim.lower import programs as card_lowering


def test_columns_are_in_the_draw_order() -> None:
    assert [card.name.upper() for card in DRAW_ORDER[: reg.KINGDOM]] == [
        name
        for name in ("ESTATE", "DUCHY", "PROVINCE", "COPPER", "SILVER", "GOLD", "CURSE")
        if getattr(reg, name) == DRAW_ORDER.index(next(c for c in CARDS if c.name.upper() == name))
    ]
    assert DRAW_ORDER[reg.KINGDOM :] == KINGDOM_CARDS
    assert reg.KINGDOM + MAX_KINGDOM <= at.N_CARDS


def test_every_word_of_a_step_has_a_place_of_its_own() -> None:
    about_cards = [at.OP, at.POINT, at.KIND, at.SOURCE, at.TO, at.NUMBER, at.MEANT]
    follows = [at.ELSE, at.THEN]
    assert sorted(about_cards + follows) == list(range(at.STEP_SIZE))
    assert at.THEN == at.ELSE + 1  # the kernel adds whether a card was moved
    gets = [at.OP, at.GET_CARDS, at.GET_ACTIONS, at.GET_BUYS, at.GET_COINS]
    assert sorted([*gets, at.NUMBER, at.MEANT, *follows]) == list(range(at.STEP_SIZE))
    assert at.GOES_ON not in (at.OP, at.NUMBER, *follows)
    frame = [at.AFTER, at.PLAYED_CARD, at.TIMES, at.SAFE]
    assert sorted(frame) == list(range(at.FRAME_SIZE))


def test_steps_about_cards_that_lie_beside_are_the_last_ones() -> None:
    # the kernel goes by where they begin
    beside = {at.MOVE_LOOKED_AT, at.TAKE, at.DRAW_TO, at.MOVE_REST, at.MOVE_SET_ASIDE}
    others = {
        at.END, at.MOVE_FROM_HAND, at.GET, at.CHOOSE_GAIN, at.GAIN_CARD, at.EACH_OTHER,
        at.PLAY_IT, at.AT_FIRST_PLAY, at.MOVE_BETWEEN, at.REVEAL_HAND,
    }  # fmt: skip
    assert beside == {op for op in beside | others if op >= at.MOVE_LOOKED_AT}
    assert sorted(beside | others) == list(range(15))


def test_any_number_is_more_than_the_cards_of_a_game() -> None:
    assert at.ANY_NUMBER > MAX_OWNED


def test_treasures_are_the_three_that_are_played() -> None:
    assert [card for card in CARDS if card.is_treasure or card.money] == [COPPER, SILVER, GOLD]
    assert [DRAW_ORDER[c] for c in (reg.COPPER, reg.SILVER, reg.GOLD)] == [COPPER, SILVER, GOLD]
    assert DRAW_ORDER[reg.CURSE] is CURSE


def test_every_zone_and_count_and_showing_has_a_word() -> None:
    assert set(card_lowering._ZONES) == set(Zone)
    assert sorted(card_lowering._ZONES.values()) == list(range(len(Zone)))
    assert set(card_lowering._COUNTS) == set(Count)
    assert set(card_lowering._SHOWN) == set(Showing)
    for showing, event in card_lowering._SHOWN.items():
        assert event == getattr(events, showing.name, at.NOT_SHOWN)


def test_points_of_every_game_stand_before_those_of_cards() -> None:
    points = [at.TO_BUY, at.TO_PLAY, at.POINTS_OF_CARDS]
    assert points == [at.POINTS + at.MAX_PLAYERS * k for k in range(3)]
    assert at.POINTS == at.CARD_ROWS + at.N_CARDS * at.CARD_SIZE


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
