"""The course of a turn, from its Action phase to the next hand."""

from tests.cards.engines import Scenario
from tests.cards.position import position, rule, seat


def test_actions_are_played_while_there_are_any_left(engine: Scenario) -> None:
    before = position("2 Smithy", deck="9 Copper")
    after = engine.finish(before, rule("Province if in_play(Copper) > 3; Silver", play="Smithy"))
    # three Coppers for the first Smithy; the second one is discarded unplayed
    assert after.left("Silver") == 39
    after.expect(hand="5 Copper", discard="2 Smithy, 3 Copper, Silver", deck="Copper")


def test_no_action_need_be_played(engine: Scenario) -> None:
    after = engine.finish(position("Smithy, 3 Copper", deck="9 Estate"), rule("Silver"))
    after.expect(hand="5 Estate", deck="4 Estate", discard="Smithy, 3 Copper, Silver")


def test_treasures_are_in_play_when_cards_are_bought(engine: Scenario) -> None:
    before = position("3 Copper, Estate", deck="5 Curse")
    seen = "hand(Copper) == 0 and in_play(Copper) == 3 and hand_size == 1 and action_phase == 0"
    after = engine.finish(before, rule(f"Silver if {seen}"))
    assert after.left("Silver") == 39


def test_money_and_buys_are_spent_buy_by_buy(engine: Scenario) -> None:
    before = position("6 Copper", buys=3, deck="5 Curse")
    after = engine.finish(before, rule("Silver if money == 6 and buys == 3; Estate if buys > 1"))
    assert (after.left("Silver"), after.left("Estate")) == (39, 7)
    assert (after.actions, after.buys, after.money) == (0, 0, 0)


def test_coins_of_actions_are_spent_with_those_of_treasures(engine: Scenario) -> None:
    before = position("Militia, Copper", seat(), deck="5 Curse")
    assert engine.finish(before, rule("Silver", play="Militia")).left("Silver") == 39


def test_known_cards_of_the_deck_are_drawn_first(engine: Scenario) -> None:
    before = position("Copper", top="Gold, Silver", deck="9 Estate")
    after = engine.finish(before)
    after.expect(hand="Gold, Silver, 3 Estate", top="", deck="6 Estate", discard="Copper")


def test_more_known_cards_than_a_hand_stay_on_the_deck(engine: Scenario) -> None:
    after = engine.finish(position("", top="Gold, Silver, Copper, Estate, Duchy, Curse, Gold"))
    after.expect(hand="Gold, Silver, Copper, Estate, Duchy", top="Curse, Gold", deck="")


def test_five_cards_left_are_drawn_without_a_shuffle(engine: Scenario) -> None:
    after = engine.finish(position("3 Copper", deck="5 Estate"))
    after.expect(hand="5 Estate", deck="", discard="3 Copper")


def test_hand_and_play_area_and_gains_are_in_the_shuffle(engine: Scenario) -> None:
    before = position("Copper", in_play="Copper", discard="Copper", top="Gold, Gold", money=1)
    after = engine.finish(before, rule("Copper if money == 2"))
    after.expect(hand="2 Gold, 3 Copper", deck="Copper", discard="")
    assert after.left("Copper") == 45


def test_fewer_than_five_cards_are_all_drawn(engine: Scenario) -> None:
    after = engine.finish(position("2 Copper", discard="Estate"))
    after.expect(hand="2 Copper, Estate", deck="", discard="", in_play="")


def test_the_last_province_ends_the_game_before_the_clean_up(engine: Scenario) -> None:
    before = position("8 Copper", supply="1 Province", buys=2, deck="5 Estate")
    after = engine.finish(before, rule("Province; Copper"))
    after.expect(in_play="8 Copper", discard="Province, Copper", deck="5 Estate", hand="")


def test_three_empty_piles_end_the_game(engine: Scenario) -> None:
    before = position("2 Copper", supply="0 Curse, 1 Estate, 0 Moat", deck="5 Estate")
    after = engine.finish(before, rule("Estate"))
    after.expect(in_play="2 Copper", discard="Estate", deck="5 Estate")


def test_with_five_players_three_empty_piles_do_not(engine: Scenario) -> None:
    others = [seat()] * 4
    before = position("2 Copper", *others, supply="0 Curse, 1 Estate, 0 Moat", deck="5 Gold")
    engine.finish(before, rule("Estate")).expect(hand="5 Gold", discard="2 Copper, Estate")


def test_the_others_keep_their_hands(engine: Scenario) -> None:
    other = seat("3 Gold", top="Silver", deck="5 Copper", discard="Curse")
    before = position("2 Copper", other, deck="9 Estate", to_move=1)
    assert engine.finish(before, rule("Estate")).others == before.others
