"""What a decision looks at: every quantity of the language, where a card asks for a choice."""

from dataclasses import replace

import pytest

from fastsim.cards import COPPER
from fastsim.rules.model import PLAIN_QUANTITIES, PlayPolicy
from tests.cards.engines import Scenario
from tests.cards.position import position, rule, seat

#: For a player who plays a Cellar and is asked for a card to discard.
ON_TURN = {
    "supply(Smithy)": 10, "provinces": 8, "own(Copper)": 3, "hand(Smithy)": 1,
    "in_play(Village)": 1, "in_play(Cellar)": 1, "in_play(Smithy)": 0,
    "resolving(Cellar)": 1, "resolving(Smithy)": 0,
    "treasures": 5, "actions": 3, "victories": 2, "terminals": 1, "deck_size": 11,
    "attacks": 0, "reactions": 0, "curses": 1, "kingdom_cards": 3, "basic_cards": 8,
    "villages": 1, "cyclers": 2, "drawers": 1, "trashers": 0, "remodelers": 0, "multipliers": 0,
    "money": 3, "total_money": 8, "coins_owned": 8, "turn": 1, "seat": 1,
    "vp": 3, "opponent_vp": 6, "lead": -3,
    "empty_piles": 0, "gains_to_end": 8, "buys": 2, "actions_left": 2, "action_phase": 1,
    "hand_size": 3, "hand_actions": 1, "actions_needed": 1, "forced": 0,
}  # fmt: skip
#: For another one, who discards to a Militia.
OFF_TURN = {
    "own(Estate)": 2, "hand(Estate)": 2, "in_play(Militia)": 0, "resolving(Militia)": 1,
    "treasures": 4, "actions": 1, "victories": 2, "terminals": 1, "deck_size": 7,
    "attacks": 0, "reactions": 0, "curses": 0, "cyclers": 0, "drawers": 1, "coins_owned": 7,
    "money": 0, "total_money": 7, "turn": 4, "seat": 2, "vp": 2, "opponent_vp": 3, "lead": -1,
    "empty_piles": 1, "gains_to_end": 8, "buys": 0, "actions_left": 0, "action_phase": 0,
    "hand_size": 4, "hand_actions": 1, "actions_needed": 1, "forced": 1,
}  # fmt: skip
#: Sums over a deck in which nearly every kind of cards is found.
COLLECTOR = {
    "total_money": 1, "coins_owned": 12, "deck_size": 17,
    "treasures": 1, "actions": 15, "victories": 1, "attacks": 1, "reactions": 1, "curses": 0,
    "kingdom_cards": 16, "basic_cards": 1, "terminals": 7, "villages": 3, "cyclers": 5,
    "drawers": 3, "trashers": 2, "remodelers": 1, "multipliers": 1,
}  # fmt: skip
SHIFTS = (-1, 0, 1)


@pytest.mark.parametrize("quantity", ON_TURN)
def test_what_the_player_to_move_sees(engine: Scenario, quantity: str) -> None:
    before = position(
        "Cellar, Gold, Estate, Smithy", seat("Province"), top="Silver", deck="3 Copper",
        discard="Curse, Duchy", in_play="Village", actions=2, buys=2, money=3,
    )  # fmt: skip
    for shift in SHIFTS:
        wish = rule(discard=f"Gold if {quantity} == {ON_TURN[quantity] + shift}")
        after = engine.play(before, "Cellar", wish)
        after.expect(discard="Curse, Duchy, Gold" if shift == 0 else "Curse, Duchy")


def test_no_quantity_is_forgotten() -> None:
    assert {name for name in PLAIN_QUANTITIES if name not in ON_TURN} == set()


@pytest.mark.parametrize("quantity", COLLECTOR)
def test_sums_over_all_cards_owned(engine: Scenario, quantity: str) -> None:
    before = position(
        "Cellar, Copper, Gardens, Militia", deck="2 Festival, Vassal, Market, Moneylender",
        discard="Poacher, Library, Moat, Laboratory, Chapel", in_play="Village, Throne Room",
        top="Remodel",
    )  # fmt: skip
    for shift in SHIFTS:
        wish = rule(discard=f"Copper if {quantity} == {COLLECTOR[quantity] + shift}")
        after = engine.play(before, "Cellar", wish)
        assert (after.me.discard[COPPER] == 1) == (shift == 0)


@pytest.mark.parametrize("quantity", OFF_TURN)
def test_what_another_player_sees(engine: Scenario, quantity: str) -> None:
    victim = seat("Gold, 2 Estate, Smithy", deck="2 Copper", discard="Silver", turns=4)
    before = position(
        "Militia", victim, discard="Duchy", supply="0 Curse", actions=3, buys=2, money=1
    )
    for shift in SHIFTS:
        wish = rule(discard=f"Gold if {quantity} == {OFF_TURN[quantity] + shift}; Estate")
        after = engine.play(before, "Militia", rule(), wish)
        after.others[0].expect(discard="Silver, Gold" if shift == 0 else "Silver, Estate")


@pytest.mark.parametrize(
    ("hand", "needed"),
    [
        ("Copper, Estate", 0),
        ("3 Smithy, Militia", 4),
        ("2 Village, Festival, 2 Smithy", -1),
        ("Market, Laboratory, Cellar, Smithy", 1),  # a card that gives one Action takes none
        ("Throne Room, Smithy", 1),  # one Action plays both
    ],
)
def test_actions_needed_for_a_hand(engine: Scenario, hand: str, needed: int) -> None:
    before = position(f"Cellar, Gold, {hand}", discard="Duchy", deck="Curse")
    for shift in SHIFTS:
        wish = rule(discard=f"Gold if actions_needed == {needed + shift}")
        after = engine.play(before, "Cellar", wish)
        after.expect(discard="Duchy, Gold" if shift == 0 else "Duchy")


def test_the_innermost_card_asks(engine: Scenario) -> None:
    before = position("Throne Room, Militia", seat("2 Gold, 2 Estate"))
    inner = "Gold if resolving(Militia) == 1 and resolving(Throne Room) == 0"
    after = engine.play(before, "Throne Room", rule(play="Militia"), rule(discard=inner))
    after.others[0].expect(discard="Gold")


def test_a_throne_room_asks_what_to_double(engine: Scenario) -> None:
    before = position("Throne Room, Smithy, Village", deck="9 Copper")
    wish = "Village if resolving(Throne Room) == 0; Smithy if resolving(Throne Room) == 1"
    after = engine.play(before, "Throne Room", rule(play=wish))
    after.expect(in_play="Throne Room, Smithy", hand="Village, 6 Copper")


def test_no_card_asks_in_the_action_phase_and_the_buy_phase(engine: Scenario) -> None:
    before = position("Village, Smithy, 3 Copper", in_play="Market", deck="5 Estate")
    nothing = "resolving(Village) + resolving(Smithy) + resolving(Market) == 0 and forced == 0"
    wishes = rule(f"Silver if {nothing}", play=f"Village if {nothing}; Smithy if {nothing}")
    after = engine.finish(before, wishes)
    assert after.left("Silver") == 39
    # Village and Smithy have drawn four Estates; then the last one, and four of eleven
    assert (after.me.top, after.me.deck.total(), after.me.hand.total()) == ((), 7, 5)


def test_a_class_of_cards_goes_from_what_is_worth_least_for_discards(engine: Scenario) -> None:
    hand = "Cellar, Smithy, Village, Chapel, Province, Estate, Silver, Copper"
    for listed, discarded in [
        ("terminal", "Smithy, Chapel"),
        ("Action if own(Smithy) > 0", "Smithy, Village, Chapel"),
        ("Victory", "Province, Estate"),
        ("Treasure if hand(Copper) > 0", "Copper"),
        ("terminal if hand_actions > 2; Estate", "Chapel, Estate"),
    ]:
        after = engine.play(position(hand), "Cellar", rule(discard=listed))
        assert after.me.hand + after.me.in_play == seat(hand).hand  # drawn again
        after = engine.play(position(hand, deck="9 Curse"), "Cellar", rule(discard=listed))
        after.expect(discard=discarded)


def test_a_class_of_cards_goes_from_what_is_worth_most_otherwise(engine: Scenario) -> None:
    before = position("Artisan, Copper, Smithy, Festival", supply="9 Witch, 9 Village")
    after = engine.play(before, "Artisan", rule(gain="Action", topdeck="terminal"))
    after.expect(hand="Copper, Smithy, Festival", top="Witch")
    after = engine.play(before, "Artisan", rule(gain="Victory; Action", topdeck="Treasure"))
    after.expect(hand="Smithy, Festival, Duchy", top="Copper")
    doubled = position("Throne Room, Village, Smithy", deck="9 Gold")
    engine.play(doubled, "Throne Room", rule(play="Action")).expect(hand="Village, 6 Gold")


def test_the_first_entry_that_can_be_and_holds_decides(engine: Scenario) -> None:
    before = position("Chapel, Estate, Copper, Curse", supply="3 Silver")
    wishes = "Silver; Curse if own(Curse) > 1; Copper if hand(Estate) == 0; Estate"
    after = engine.play(before, "Chapel", rule(trash=wishes))
    after.expect(trash="Estate, Copper", hand="Curse")


def test_a_gain_may_avoid_a_losing_end(engine: Scenario) -> None:
    before = position("Remodel, Gold", seat(deck="10 Estate"), supply="1 Province")
    greedy = rule(trash="Gold", gain="Province")
    assert engine.play(before, "Remodel", greedy).left("Province") == 0
    # what must be gained comes from the order of last resort then, which avoids nothing
    after = engine.play(before, "Remodel", replace(greedy, avoid_losing_end=True))
    after.expect(trash="Gold", discard="Gold")


@pytest.mark.parametrize(("turns", "bought"), [((5, 5), 1), ((5, 4), 0), ((4, 5), 1)])
def test_equal_points_lose_with_more_turns(
    engine: Scenario, turns: tuple[int, int], bought: int
) -> None:
    before = position("8 Copper", seat(deck="6 Estate", turns=turns[1]), supply="1 Province")
    before = replace(before, seats=(replace(before.me, turns=turns[0]), *before.others))
    careful = replace(rule("Province"), avoid_losing_end=True)
    assert engine.finish(before, careful).left("Province") == 1 - bought


def test_the_last_card_of_a_third_pile_may_be_avoided_too(engine: Scenario) -> None:
    before = position("2 Copper", seat(deck="Duchy"), supply="1 Estate, 0 Curse, 0 Duchy")
    careful = replace(rule("Estate"), avoid_losing_end=True)
    assert engine.finish(before, careful).left("Estate") == 1
    assert engine.finish(before, rule("Estate")).left("Estate") == 0


def test_by_default_a_gain_is_made_as_a_buy(engine: Scenario) -> None:
    plain = replace(rule("Gold; Smithy; Silver"), plays=PlayPolicy())
    after = engine.play(position("Workshop", supply="9 Smithy"), "Workshop", plain)
    after.expect(discard="Smithy")


def test_an_empty_province_pile_is_among_the_empty_piles(engine: Scenario) -> None:
    before = position("2 Copper", supply="0 Province, 0 Curse")
    assert engine.finish(before, rule("Estate if empty_piles == 2")).left("Estate") == 7
