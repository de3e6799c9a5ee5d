from tests.cards.engines import Scenario
from tests.cards.position import position, rule


def test_turns_a_treasure_into_a_better_one_in_hand(engine: Scenario) -> None:
    after = engine.play(position("Mine, Silver"), "Mine", rule(trash="Silver", gain="Gold"))
    after.expect(hand="Gold", trash="Silver", discard="")
    assert after.left("Gold") == 29


def test_costs_count_not_worth(engine: Scenario) -> None:
    # a Copper for 0 may become a Silver for 3, not a Gold for 6
    after = engine.play(position("Mine, Copper"), "Mine", rule(trash="Copper", gain="Gold; Silver"))
    after.expect(hand="Silver", trash="Copper")


def test_cheaper_ones_and_the_same_again_can_be_gained(engine: Scenario) -> None:
    before = position("Mine, Silver")
    for gained in ("Silver", "Copper"):
        after = engine.play(before, "Mine", rule(trash="Silver", gain=gained))
        after.expect(hand=gained, trash="Silver")


def test_may_trash_nothing(engine: Scenario) -> None:
    after = engine.play(position("Mine, Copper"), "Mine", rule(gain="Silver"))
    after.expect(hand="Copper", trash="", discard="")


def test_only_treasures_are_trashed_and_gained(engine: Scenario) -> None:
    before = position("Mine, Estate, Copper")
    after = engine.play(before, "Mine", rule(trash="Estate; Copper", gain="Estate; Silver"))
    after.expect(hand="Estate, Silver", trash="Copper")
    after = engine.play(position("Mine, Estate"), "Mine", rule(trash="Estate", gain="Silver"))
    after.expect(hand="Estate", trash="")


def test_an_empty_pile_leaves_the_next_best(engine: Scenario) -> None:
    before = position("Mine, Copper", supply="0 Silver")
    after = engine.play(before, "Mine", rule(trash="Copper", gain="Silver"))
    after.expect(hand="Copper", trash="Copper")
    assert after.left("Copper") == 45


def test_with_no_treasure_in_stock_the_trashed_one_is_lost(engine: Scenario) -> None:
    before = position("Mine, Gold", supply="0 Copper, 0 Silver, 0 Gold")
    after = engine.play(before, "Mine", rule(trash="Gold", gain="Gold"))
    after.expect(hand="", trash="Gold")


def test_one_treasure_is_trashed_for_one(engine: Scenario) -> None:
    after = engine.play(position("Mine, 3 Silver"), "Mine", rule(trash="Silver", gain="Gold"))
    after.expect(hand="2 Silver, Gold", trash="Silver")
    assert after.left("Gold") == 29
